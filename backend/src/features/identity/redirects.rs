//! The two addresses that a browser navigates to: `/api/login` and `/api/logout`. The API document describes
//! them next to the operations, which are for programs.

use poem::{
    IntoResponse, Request, Response, handler,
    http::StatusCode,
    web::{Data, Query},
};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::service::sessions;
use crate::{
    access,
    app::App,
    authz::Action,
    http::{cookies, problem::Problem},
};

/// Where to go after signing in.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Return {
    return_to: Option<String>,
}

/// Both paths as described in the API document.
pub fn described() -> [(&'static str, Value); 2] {
    let header = |description: &str| json!({ "description": description, "schema": { "type": "string" } });
    let sign_in = json!({
        "tags": ["identity"],
        "summary": "Go to the sign-in screen",
        "description": "A link for browsers. Redirects to the sign-in screen, which returns to the given page.",
        "operationId": "openSignIn",
        "parameters": [{
            "name": "returnTo",
            "in": "query",
            "description": "The path of this site to return to; any other address is ignored",
            "required": false,
            "schema": { "type": "string" }
        }],
        "responses": { "303": { "description": "Redirect to the sign-in screen", "headers": { "Location": header("`/auth`, with `returnTo` if it was given") } } },
        "x-navigation": true
    });
    let left = json!({ "Location": header("The landing page"), "Set-Cookie": header("Deletes the session cookie, if a session was ended") });
    let sign_out = json!({
        "tags": ["identity"],
        "summary": "Sign out and go to the landing page",
        "description": "A link for browsers, on pages of this site. A request from another site is redirected, but does not end the session.",
        "operationId": "signOutAndLeave",
        "responses": { "303": { "description": "Redirect to the landing page", "headers": left } },
        "x-navigation": true
    });
    [("/api/login", sign_in), ("/api/logout", sign_out)]
}

/// Redirects to the sign-in screen, with a path of this site to return to.
#[handler]
pub fn login(Query(wanted): Query<Return>) -> Response {
    let target = match wanted.return_to.filter(|path| is_own_path(path)) {
        Some(path) => {
            let pair =
                url::form_urlencoded::Serializer::new(String::new()).append_pair("returnTo", &path).finish();
            format!("/auth?{pair}")
        }
        None => "/auth".to_owned(),
    };
    redirect(&target)
}

/// Ends the session for a navigation within this site; from anywhere else it only redirects to the home page.
#[handler]
pub async fn logout(app: Data<&App>, request: &Request) -> Result<Response, Problem> {
    let same_site =
        request.header("sec-fetch-site").is_some_and(|site| matches!(site, "same-origin" | "none"));
    let navigation = request.header("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
    let mut response = redirect("/");
    if same_site && navigation {
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let cookie = sessions::sign_out(&app, tx, cookies::session_token(request)).await?;
        if let Ok(value) = cookie.parse() {
            response.headers_mut().insert(poem::http::header::SET_COOKIE, value);
        }
    }
    Ok(response)
}

fn redirect(to: &str) -> Response {
    StatusCode::SEE_OTHER.with_header(poem::http::header::LOCATION, to).into_response()
}

/// Whether a path is a page of this site: a single leading slash, nothing that a browser would parse as
/// another host, and not the API, even after resolving dot segments.
pub fn is_own_path(path: &str) -> bool {
    let here = "http://here.invalid";
    let plain = path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains(|c: char| c == '\\' || c.is_control());
    let read = Url::parse(here).and_then(|base| base.join(path)).ok();
    plain
        && read.is_some_and(|url| {
            let path = url.path();
            url.origin().ascii_serialization() == here
                && !path.starts_with("//")
                && path != "/api"
                && !path.starts_with("/api/")
        })
}
