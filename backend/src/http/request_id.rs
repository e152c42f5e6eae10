//! The context of a request: the id that links its response to the log, and what is recorded once it is
//! answered: one log line, one span, one observation. These name the route template and the caller's ids,
//! never the path, the query or a name.

use std::sync::{Arc, Mutex, PoisonError};

use poem::{Endpoint, IntoResponse, Middleware, PathPattern, Request, Response, Result, http::Method};
use tokio::time::Instant;
use tracing::{Instrument as _, Span, field};
use uuid::Uuid;

use super::{operations, streams};
use crate::{app::App, telemetry::traces};

/// The liveness probe. Probes and scrapes arrive every few seconds, so they are not logged.
pub const LIVE: &str = "/livez";
/// The readiness probe.
pub const READY: &str = "/readyz";
/// The metrics, on the internal port only.
pub const METRICS: &str = "/metrics";

/// The response header that carries the id.
pub const HEADER: &str = "X-Request-Id";

tokio::task_local! {
    static CURRENT: Arc<Current>;
}

/// A request that is being served.
#[derive(Debug, Default)]
struct Current {
    id: String,
    known: Mutex<Known>,
}

/// What becomes known of a request while it is handled.
#[derive(Debug, Default, Clone)]
struct Known {
    route: Option<Arc<str>>,
    workspace_id: Option<Uuid>,
    user_id: Option<Uuid>,
    key_id: Option<Uuid>,
}

impl Current {
    fn note(&self, change: impl FnOnce(&mut Known)) {
        change(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The id of the current request; empty outside a request.
pub fn current() -> String {
    CURRENT.try_with(|current| current.id.clone()).unwrap_or_default()
}

/// Records the caller for the log: a user, or the key that acts for one.
pub fn asked_by(workspace_id: Uuid, user_id: Option<Uuid>, key_id: Option<Uuid>) {
    // Jobs run outside a request.
    let _ = CURRENT.try_with(|current| {
        current.note(|known| {
            (known.workspace_id, known.user_id, known.key_id) = (Some(workspace_id), user_id, key_id);
        });
    });
}

/// Runs work that outlives its request under the same id and in the same trace.
pub fn kept<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let current = CURRENT.try_with(Arc::clone).unwrap_or_default();
    CURRENT.scope(current, work).in_current_span()
}

/// Records the matched route. It must directly wrap the routes, because outer layers turn errors into
/// responses.
pub async fn noting_route<E: Endpoint<Output = Response>>(
    routes: Arc<E>,
    request: Request,
) -> Result<Response> {
    let answer = routes.call(request).await;
    let found = match &answer {
        Ok(response) => response.data::<PathPattern>(),
        Err(error) => error.data::<PathPattern>(),
    };
    if let Some(PathPattern(route)) = found {
        let _ = CURRENT.try_with(|current| current.note(|known| known.route = Some(route.clone())));
    }
    answer
}

/// Gives every request an id of ours (a client's own is not trusted) and runs it in its own task.
///
/// The task matters: when a client disconnects, hyper drops the handler's future at any point. A transaction
/// dropped between its statements, or an incomplete `BEGIN`, could apply one tenant's settings to another's
/// query (sqlx 0.9.0). In its own task a handler always runs to its end.
pub struct RequestScope(pub App);

/// The endpoint behind [`RequestScope`].
pub struct Scoped<E> {
    inner: Arc<E>,
    app: App,
}

impl<E: Endpoint + 'static> Middleware<E> for RequestScope {
    type Output = Scoped<E>;

    fn transform(&self, inner: E) -> Self::Output {
        Scoped { inner: Arc::new(inner), app: self.0.clone() }
    }
}

impl<E: Endpoint + 'static> Endpoint for Scoped<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let (begun, method) = (Instant::now(), request.method().clone());
        let current = Arc::new(Current { id: self.app.new_id().to_string(), known: Mutex::default() });
        let span = span(&current.id, &request);
        let inner = self.inner.clone();
        let work = CURRENT.scope(current.clone(), async move {
            inner.call(request).await.map(IntoResponse::into_response)
        });
        let outcome = tokio::spawn(work.instrument(span.clone())).await;
        let mut response = match outcome {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => CURRENT.sync_scope(current.clone(), || error.into_response()),
            Err(panic) => CURRENT
                .sync_scope(current.clone(), || super::problem::Problem::internal(panic).into_response()),
        };
        if let Ok(value) = current.id.parse() {
            response.headers_mut().insert(HEADER, value);
        }
        self.tell(&current, &method, begun, response.status().as_u16(), &span);
        Ok(streams::attend(&self.app, response))
    }
}

fn span(id: &str, request: &Request) -> Span {
    let span = tracing::info_span!(
        "request",
        %id,
        otel.kind = "server",
        otel.status_code = field::Empty,
        http.request.method = %request.method(),
        http.route = field::Empty,
        http.response.status_code = field::Empty,
        operation = field::Empty
    );
    traces::continue_in(&span, request.headers());
    span
}

impl<E> Scoped<E> {
    fn tell(&self, current: &Current, method: &Method, begun: Instant, status: u16, span: &Span) {
        let took = begun.elapsed();
        let known = current.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // Pages and files share one route, whose template is empty. A request refused before routing has
        // none.
        let route = known.route.as_deref().map_or("none", |route| if route.is_empty() { "/" } else { route });
        let place = operations::at(method, route);
        let (operation, route) = (place.map(|place| place.id), place.map_or(route, |place| &place.path));
        self.app.metrics.request(operation.unwrap_or(route), method, status, took);

        traces::name(span, format!("{method} {route}"));
        span.record("http.route", route);
        span.record("http.response.status_code", status);
        if let Some(operation) = operation {
            span.record("operation", operation);
        }
        if status >= 500 {
            span.record("otel.status_code", "ERROR");
        }
        if [LIVE, READY, METRICS].contains(&route) {
            return;
        }
        let id = |id: Option<Uuid>| id.map(field::display);
        tracing::info!(
            request = %current.id,
            %method,
            route,
            operation,
            status,
            duration_ms = took.as_secs_f64() * 1000.0,
            workspace = id(known.workspace_id),
            user = id(known.user_id),
            key = id(known.key_id),
            "answered"
        );
    }
}
