//! The cookies of a request, that of the session among them.

use poem::{FromRequest, Request, RequestBody, http::header};

use crate::app::App;

/// The session cookie's name over https: the prefix makes browsers refuse it from a subdomain or over http.
pub const SECURE_COOKIE: &str = "__Host-proffer_session";
/// The session cookie's name over plain http, where the prefix is not allowed.
pub const PLAIN_COOKIE: &str = "proffer_session";

/// The session token that a request carries, if any. Under https only the cookie that no subdomain and no
/// plain http can have planted counts.
pub fn session_token(request: &Request) -> Option<String> {
    let is_https = request.data::<App>().is_some_and(|app| app.config.is_https());
    cookie(request, if is_https { SECURE_COOKIE } else { PLAIN_COOKIE })
}

/// The session token of whoever may be signed in, for what anybody can ask for.
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
