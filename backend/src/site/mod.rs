//! The routes and the order of the middleware.

pub mod assets;
mod daily_roots;
#[cfg(feature = "embedded")]
mod dev;
#[cfg(feature = "embedded")]
pub mod dev_clock;
#[cfg(feature = "embedded")]
mod dev_mail;
mod idempotency;
pub mod pages;
pub mod probes;
mod sealing_keys;
pub mod spec;

use std::sync::Arc;

use poem::{
    Endpoint, EndpointExt, IntoEndpoint, IntoResponse, Request, Response, Route, endpoint::BoxEndpoint,
    http::Method, middleware::CookieJarManager,
};

use self::idempotency::Idempotency;
use crate::{
    app::App,
    features::{
        self,
        identity::{redirects, sso_redirects},
    },
    http::{
        guard::{Guard, Headers},
        problem,
        request_id::{self, RequestScope},
    },
};

/// The whole server as a single endpoint.
pub fn endpoint(app: &App) -> BoxEndpoint<'static> {
    let routes = daily_roots::routes(sealing_keys::routes(probes::routes(pages::routes(Route::new()))))
        .nest_no_strip("/api", api())
        .nest_no_strip("/shared", poem::get(assets::shared_page).head(assets::shared_page))
        .nest_no_strip("/", poem::get(pages::front_or_file));
    #[cfg(feature = "embedded")]
    let routes = if app.config.dev { dev::routes(routes) } else { routes };
    around(app, routes)
}

/// The middleware of all routes, from the inside out. The headers are outermost, so that the response of a
/// panicked handler has them too.
pub fn around<E: IntoEndpoint<Endpoint: 'static>>(app: &App, routes: E) -> BoxEndpoint<'static> {
    routes
        .into_endpoint()
        .map_to_response()
        .around(request_id::noting_route)
        .catch_all_error(problem::from_framework)
        .with(Guard(app.clone()))
        .data(app.clone())
        .with(RequestScope(app.clone()))
        .with(Headers(app.clone()))
        .boxed()
}

/// The API operations, the document, and the paths that a browser navigates to.
fn api() -> impl Endpoint<Output = Response> {
    let operations = Arc::new(
        Route::new()
            .nest("/api", features::api())
            .with(Idempotency)
            .with(CookieJarManager::new())
            .into_endpoint(),
    );
    let navigations = Route::new()
        .at("/api/docs", poem::get(pages::reference))
        .at("/api/openapi.json", poem::get(pages::document))
        .at("/api/login", poem::get(redirects::login))
        .at("/api/logout", poem::get(redirects::logout))
        .at("/api/auth/oidc/callback", poem::get(sso_redirects::callback))
        .at("/api/auth/oidc/:provider/start", poem::get(sso_redirects::start_site))
        .at("/api/auth/sso/:workspace/start", poem::get(sso_redirects::start_workspace));
    let navigations = Arc::new(navigations.into_endpoint());
    poem::endpoint::make(move |request: Request| {
        let (operations, navigations) = (operations.clone(), navigations.clone());
        async move {
            if request.method() == Method::GET && is_navigation(request.uri().path()) {
                navigations.call(request).await.map(IntoResponse::into_response)
            } else {
                operations.call(request).await.map(IntoResponse::into_response)
            }
        }
    })
}

fn is_navigation(path: &str) -> bool {
    let of_sso = ["/api/auth/oidc/", "/api/auth/sso/"].iter().any(|start| path.starts_with(start));
    of_sso || matches!(path, "/api/docs" | "/api/openapi.json" | "/api/login" | "/api/logout")
}
