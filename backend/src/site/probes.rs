//! Endpoints for operators: liveness, readiness and metrics.

use poem::{
    Response, Route,
    endpoint::BoxEndpoint,
    get, handler,
    http::{StatusCode, header},
    web::Data,
};

use super::around;
use crate::{
    app::App,
    http::{
        problem::Problem,
        request_id::{LIVE, METRICS, READY},
    },
    jobs,
    telemetry::{PoolFigures, metrics},
};

/// Adds both probes to `routes`.
pub fn routes(routes: Route) -> Route {
    routes.at(LIVE, get(live)).at(READY, get(ready))
}

/// The internal port: the probes, and the metrics, which are for the operator only.
pub fn endpoint(app: &App) -> BoxEndpoint<'static> {
    around(app, routes(Route::new()).at(METRICS, get(figures)))
}

/// The process runs. The database is not queried, because a restart would not bring it back.
#[handler]
fn live() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// The process can serve. The reason for a failure is only logged, because the response is public.
#[handler]
async fn ready(app: Data<&App>) -> Result<StatusCode, Problem> {
    if app.draining.is_cancelled() {
        return Err(not_ready("The server is stopping."));
    }
    app.db.ready().await.map_err(|error| {
        tracing::warn!(%error, "not ready");
        not_ready("The server cannot serve at present.")
    })?;
    Ok(StatusCode::NO_CONTENT)
}

fn not_ready(message: &'static str) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not_ready", message)
}

#[handler]
async fn figures(app: Data<&App>) -> Result<Response, Problem> {
    let text = scrape(&app).await.map_err(Problem::internal)?;
    Ok(Response::builder().header(header::CONTENT_TYPE, metrics::CONTENT_TYPE).body(text))
}

async fn scrape(app: &App) -> Result<String, std::fmt::Error> {
    let pools = app.db.pools().map(|(name, connections)| PoolFigures {
        name,
        idle: connections.pool().num_idle(),
        size: usize::try_from(connections.pool().size()).unwrap_or_default(),
        most: connections.pool().options().get_max_connections(),
    });
    let asking = app.clone();
    app.metrics.text(pools.into(), app.passwords.waiting(), async move { jobs::backlog(&asking).await }).await
}
