//! Routes and the order of what surrounds them.

use std::sync::Arc;

use poem::{
    Endpoint, EndpointExt, IntoEndpoint, IntoResponse, Request, Response, Route,
    endpoint::BoxEndpoint,
    handler,
    http::{Method, StatusCode},
    middleware::Compression,
    web::{Data, Path},
};

use super::{
    assets,
    guard::Guard,
    problem::{self, Problem},
    request_id::RequestScope,
};
use crate::{
    adapters::mail::outbox,
    app::App,
    features::{self, identity::redirects},
};

/// The whole server as one endpoint.
pub fn endpoint(app: &App) -> BoxEndpoint<'static> {
    let mut routes = Route::new()
        .nest_no_strip("/api", api())
        .at("/healthz", poem::get(alive))
        .at("/readyz", poem::get(ready))
        .nest_no_strip("/shared", poem::get(assets::shared_page))
        .nest_no_strip("/", poem::get(assets::file_or_app).with(Compression::new()));
    if app.config.dev {
        routes = routes.at("/dev/mail", poem::get(mail_list)).at("/dev/mail/:id", poem::get(mail_show));
    }
    routes.data(app.clone()).catch_all_error(problem::from_framework).with(Guard(app.clone())).with(RequestScope(app.clone())).boxed()
}

/// The operations of the document, with the two paths a browser navigates to.
fn api() -> impl Endpoint<Output = Response> {
    let operations = Arc::new(Route::new().nest("/api", features::api()).into_endpoint());
    let login = Arc::new(redirects::login.into_endpoint());
    let logout = Arc::new(redirects::logout.into_endpoint());
    poem::endpoint::make(move |request: Request| {
        let (operations, login, logout) = (operations.clone(), login.clone(), logout.clone());
        async move {
            match (request.method(), request.uri().path()) {
                (&Method::GET, "/api/login") => login.call(request).await.map(IntoResponse::into_response),
                (&Method::GET, "/api/logout") => logout.call(request).await.map(IntoResponse::into_response),
                _ => operations.call(request).await.map(IntoResponse::into_response),
            }
        }
    })
}

/// The process runs.
#[handler]
fn alive() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// The process can serve: its database answers.
#[handler]
async fn ready(app: Data<&App>) -> Result<StatusCode, Problem> {
    match app.db.ping().await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not_ready", "The database does not answer."))
        }
    }
}

#[handler]
async fn mail_list(app: Data<&App>) -> Response {
    outbox::list(&app.config.outbox()).await
}

#[handler]
async fn mail_show(app: Data<&App>, Path(id): Path<String>) -> Response {
    outbox::show(&app.config.outbox(), &id).await
}
