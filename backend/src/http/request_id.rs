//! The id that ties an answer to the log lines of its request.

use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};

use crate::app::App;

/// The response header that carries the id.
pub const HEADER: &str = "X-Request-Id";

tokio::task_local! {
    static CURRENT: String;
}

/// The id of the request being served, or an empty text outside of one.
pub fn current() -> String {
    CURRENT.try_with(Clone::clone).unwrap_or_default()
}

/// Work that goes on after its request, under the same id.
pub fn kept<F: Future>(work: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(current(), work)
}

/// Gives every request an id of ours (a client's own is not believed) and runs it in a task of its own.
///
/// The task matters: when a client goes away, hyper drops the handler's future wherever it stands. A transaction
/// dropped between its statements, or a half-made `BEGIN`, is how one tenant's settings reach another's query
/// (sqlx 0.9.0). In a task of its own a handler always runs to its end.
pub struct RequestScope(pub App);

/// The endpoint behind [`RequestScope`].
pub struct Scoped<E> {
    inner: std::sync::Arc<E>,
    app: App,
}

impl<E: Endpoint + 'static> Middleware<E> for RequestScope {
    type Output = Scoped<E>;

    fn transform(&self, inner: E) -> Self::Output {
        Scoped { inner: std::sync::Arc::new(inner), app: self.0.clone() }
    }
}

impl<E: Endpoint + 'static> Endpoint for Scoped<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let id = self.app.new_id().to_string();
        let inner = self.inner.clone();
        let span = tracing::info_span!("request", %id, method = %request.method(), path = %logged_path(request.uri().path()));
        let work = CURRENT.scope(id.clone(), async move { inner.call(request).await.map(IntoResponse::into_response) });
        let outcome = tokio::spawn(tracing::Instrument::instrument(work, span)).await;
        let mut response = match outcome {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => CURRENT.sync_scope(id.clone(), || error.into_response()),
            Err(panic) => CURRENT.sync_scope(id.clone(), || super::problem::Problem::internal(panic).into_response()),
        };
        if let Ok(value) = id.parse() {
            response.headers_mut().insert(HEADER, value);
        }
        Ok(response)
    }
}

/// The token of a share link opens a proposal, that of an invitation a workspace: neither belongs in a log.
fn logged_path(path: &str) -> String {
    ["/shared/", "/api/invitations/"]
        .iter()
        .find_map(|before| path.split_once(before).map(|(head, _)| format!("{head}{before}…")))
        .unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::logged_path;

    #[test]
    fn no_token_is_logged() {
        for (path, logged) in [
            ("/api/shared/proposals/V1StGXR8_Z5jdHi6B-myT/action", "/api/shared/…"),
            ("/shared/V1StGXR8_Z5jdHi6B-myT", "/shared/…"),
            ("/api/invitations/c2VjcmV0/accept", "/api/invitations/…"),
            ("/api/team/invitations/019cadc6/resend", "/api/team/invitations/019cadc6/resend"),
            ("/api/clients", "/api/clients"),
        ] {
            assert_eq!(logged_path(path), logged);
        }
    }
}
