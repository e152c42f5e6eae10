//! What is seen of every job while it runs: its span, its figures, and a word to the queue.

use proffer_domain::failure;
use tokio::time::Instant;
use tracing::{Instrument as _, field};
use uuid::Uuid;

use super::JobError;
use crate::{app::App, telemetry::metrics::JobResult};

/// How a job ends that is not tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// It is done.
    Done,
    /// It is given up, which has been noted.
    GivenUp,
}

/// Runs one attempt at a job. `Err` asks the queue to try again; it is given the kind of the failure, since
/// the queue keeps and logs what it is given, and the words of others stay with the workspace.
pub(crate) async fn observed(
    app: &App,
    task: &'static str,
    id: Uuid,
    attempt: impl Future<Output = Result<End, JobError>>,
) -> Result<(), &'static str> {
    let begun = Instant::now();
    let span = tracing::info_span!("job", task, %id, otel.name = task, otel.kind = "consumer", otel.status_code = field::Empty);
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
