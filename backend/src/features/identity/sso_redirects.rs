//! The single sign-on addresses that a browser navigates to. Like `/api/login` they are not part of the API
//! document; every response is a redirect, and after a failure it contains only the error code.

use poem::{
    IntoResponse, Request, Response, handler,
    http::{StatusCode, header},
    web::{Data, Path, Query},
};
use proffer_domain::{rate_limit::Rule, sso::SsoError};
use serde::Deserialize;
use uuid::Uuid;

use super::{
    redirects::is_own_path,
    service::sso::{
        self, Failed, Source,
        authorization::{self, SignInRequest},
        callback::{self as sign_in, AuthorizationResponse, Browser},
    },
};
use crate::{
    access,
    app::App,
    http::{caller::Caller, cookies, limits},
};

/// The query parameters of a sign-in.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartParameters {
    return_to: Option<String>,
    email: Option<String>,
    link: Option<String>,
}

/// Redirects to one of the site's providers; with `link=1` to link it to the signed-in user's account.
#[handler]
pub async fn start_site(
    app: Data<&App>,
    request: &Request,
    Path(id): Path<String>,
    Query(parameters): Query<StartParameters>,
) -> Response {
    let linking = match parameters.link.as_deref() {
        Some("1") => match signed_in(&app, request).await {
            Ok(user_id) => Some(user_id),
            Err(Failed(error)) => return redirect(&sso::with_error("/auth", error)),
        },
        _ => None,
    };
    redirect_to_provider(
        &app,
        request,
        Source::Site(id),
        SignInRequest { return_to: parameters.return_to, hint: parameters.email, linking },
    )
    .await
}

/// Redirects to a workspace's own provider.
#[handler]
pub async fn start_workspace(
    app: Data<&App>,
    request: &Request,
    Path(id): Path<String>,
    Query(parameters): Query<StartParameters>,
) -> Response {
    // An invalid id matches no workspace.
    let id = id.parse().unwrap_or_else(|_| Uuid::nil());
    redirect_to_provider(
        &app,
        request,
        Source::Workspace(id),
        SignInRequest { return_to: parameters.return_to, hint: parameters.email, linking: None },
    )
    .await
}

async fn redirect_to_provider(
    app: &App,
    request: &Request,
    source: Source,
    parameters: SignInRequest,
) -> Response {
    if let Err(problem) = limits::take(app, Rule::ProviderPerNetwork, &Caller::of(request).ip).await {
        return problem.into_response();
    }
    let screen =
        sso::sign_in_screen(parameters.return_to.as_deref().filter(|path| is_own_path(path)).unwrap_or("/"));
    match authorization::start(app, source, parameters).await {
        Ok(departed) => with_cookie(redirect(&departed.url), &departed.cookie),
        Err(Failed(error)) => redirect(&sso::with_error(&screen, error)),
    }
}

/// The query parameters that a provider adds.
#[derive(Debug, Deserialize)]
pub struct Returned {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// The callback from a provider.
#[handler]
pub async fn callback(app: Data<&App>, request: &Request, Query(returned): Query<Returned>) -> Response {
    let answer = AuthorizationResponse {
        state: returned.state,
        code: returned.code,
        error: returned.error,
        issuer: returned.iss,
    };
    let browser = Browser {
        secret: sso::browser(&app, request),
        session: cookies::session_token(request),
        caller: Caller::of(request),
    };
    let response = match sign_in::finish(&app, &answer, &browser).await {
        Ok(arrived) => {
            let response = redirect(&arrived.path);
            match &arrived.cookie {
                Some(cookie) => with_cookie(response, cookie),
                None => response,
            }
        }
        Err(failure) => redirect(&sso::with_error(&failure.path, failure.failed.0)),
    };
    with_cookie(response, &sso::browser_cookie(&app, None))
}

/// The signed-in user, if the request comes from a page of this site: another site must not link a provider
/// to a user's account, nor must a session opened by a workspace's provider, because the link would outlast
/// the membership.
async fn signed_in(app: &App, request: &Request) -> Result<Uuid, Failed> {
    let own_page =
        request.header("sec-fetch-site").is_some_and(|site| matches!(site, "same-origin" | "none"));
    let token = cookies::session_token(request).filter(|_| own_page).ok_or(SsoError::SignInFirst)?;
    let principal = access::sessions::principal(app, &token)
        .await?
        .filter(|principal| principal.through_workspace().is_none());
    Ok(principal.ok_or(SsoError::SignInFirst)?.user_id)
}

fn redirect(to: &str) -> Response {
    StatusCode::SEE_OTHER.with_header(header::LOCATION, to).into_response()
}

fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(value) = cookie.parse() {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}
