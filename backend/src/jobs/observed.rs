//! Observability of jobs: the span, the metrics, and the result for the queue.

use proffer_domain::failure;
use tokio::time::Instant;
use tracing::{Instrument as _, field};
use uuid::Uuid;

use super::JobError;
use crate::{app::App, telemetry::metrics::JobResult};

/// The final result of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Done,
    /// It is given up, which has been recorded.
    GivenUp,
}

/// Runs one attempt at a job. `Err` asks the queue to retry. It carries only the kind of the failure, because
/// the queue stores and logs it, while the full message must stay in the workspace.
pub(crate) async fn observed(
    app: &App,
    task: &'static str,
    id: Uuid,
    attempt: impl Future<Output = Result<End, JobError>>,
) -> Result<(), &'static str> {
    let begun = Instant::now();
    let span = tracing::info_span!(
        "job", task, %id, otel.name = task, otel.kind = "consumer", otel.status_code = field::Empty
    );
    let ended = attempt.instrument(span.clone()).await;
    let result = match &ended {
        Ok(End::Done) => JobResult::Done,
        Ok(End::GivenUp) => JobResult::Failed,
        Err(_) => JobResult::Again,
    };
    if result != JobResult::Done {
        span.record("otel.status_code", "ERROR");
    }
    app.metrics.job(task, result, begun.elapsed());
    ended.map(drop).map_err(|error| failure::kind(&error.to_string()))
}
