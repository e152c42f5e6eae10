//! The cookies of a request, including the session cookie.

use poem::{FromRequest, Request, RequestBody, http::header};

use crate::app::App;

/// The session cookie's name over https. The prefix makes browsers reject it from a subdomain or over http.
pub const SECURE_COOKIE: &str = "__Host-proffer_session";
/// The session cookie's name over plain http, where the prefix is not allowed.
pub const PLAIN_COOKIE: &str = "proffer_session";

/// The session token of a request, if any. Over https only the prefixed cookie counts, which neither a
/// subdomain nor plain http can set.
pub fn session_token(request: &Request) -> Option<String> {
    let is_https = request.data::<App>().is_some_and(|app| app.config.is_https());
    cookie(request, if is_https { SECURE_COOKIE } else { PLAIN_COOKIE })
}

/// The session token, if there is one, for operations that allow anonymous access.
pub struct MaybeSession(pub Option<String>);

impl<'a> FromRequest<'a> for MaybeSession {
    async fn from_request(request: &'a Request, _body: &mut RequestBody) -> poem::Result<Self> {
        Ok(Self(session_token(request)))
    }
}

/// The first cookie of that name.
pub fn cookie(request: &Request, wanted: &str) -> Option<String> {
    request
        .headers()
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == wanted)
        .map(|(_, value)| value.to_owned())
}
