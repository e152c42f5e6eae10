//! Why a job failed, and which errors a retry can pass. `worker::outcomes` has a table of all of them.

use sea_orm::DbErr;

use crate::{failure::Failure, http::problem::Problem};

/// Why a job failed, and whether a retry can help. The message is shown to members and site administrators,
/// so it names causes and no content.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A retry may succeed.
    #[error("{0}")]
    Retry(String),
    /// A retry cannot succeed.
    #[error("{0}")]
    GiveUp(String),
}

impl From<DbErr> for JobError {
    fn from(error: DbErr) -> Self {
        tracing::error!(%error, "database error in a job");
        Self::Retry("the database refused or did not answer".to_owned())
    }
}

/// How refusals of use cases are treated: a temporary failure is retried, and a refusal (not found, invalid,
/// forbidden) ends the job at once. A deleted subject is not a refusal: such a job is done.
impl From<Problem> for JobError {
    fn from(problem: Problem) -> Self {
        let code = problem.code().to_owned();
        if problem.is_transient() { Self::Retry(code) } else { Self::GiveUp(code) }
    }
}

impl From<Failure> for JobError {
    fn from(failure: Failure) -> Self {
        Problem::from(failure).into()
    }
}
