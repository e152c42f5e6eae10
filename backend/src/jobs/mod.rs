//! Work that follows a commit: mail, drafting, and what time brings later.
//!
//! A job is enqueued in the transaction that causes it, so it exists exactly when its cause does. It may run
//! more than once (a worker can die between the work and the note of it), so every job is written to be
//! repeated without harm. Its row in `jobs` says what became of it; one that failed for good stays there to
//! be seen.

mod observed;
mod queue;
mod running;

use std::future::Future;

use proffer_domain::mail;
use proffer_store::{Scope, SystemTx, TenantTx, entity::jobs};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, sea_query::Expr};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

pub(crate) use observed::{End, observed};
pub(crate) use queue::backlog;
pub use queue::{enqueue, enqueue_at};
pub(crate) use running::{DEATHS_MAX, DIED, Running};

use crate::{app::App, failure::Failure, http::problem::Problem};

/// One kind of work, as it is enqueued; the value is its payload, stored as JSON under the tenant's row-level
/// security.
pub trait Task: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the queue, stable across releases.
    const NAME: &'static str;
    /// How often it is tried, with growing pauses (graphile's `exp(least(10, attempt))` seconds).
    const MAX_ATTEMPTS: i32 = 12;

    /// What the site's log of mails says of it, where it is a mail.
    fn mail(&self) -> Option<MailLabel> {
        None
    }
}

/// How a task is done. It may be defined in another layer than the task, so that a feature can enqueue what a
/// later one does.
pub trait Job: Task {
    /// Does the work.
    fn run(self, context: &JobContext) -> impl Future<Output = Result<(), JobError>> + Send;
}

/// A mail as the site's log names it: no more than may be said outside its workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailLabel {
    /// What it is for.
    pub kind: mail::MailPurpose,
    /// Its recipient, masked.
    pub recipient: String,
}

/// Why a job did not succeed, and whether trying again can help. The words go into the list of failures that
/// the workspace's people and the site's administrators see, so they name causes and no contents.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// It may succeed later.
    #[error("{0}")]
    Retry(String),
    /// It never will.
    #[error("{0}")]
    GiveUp(String),
}

impl From<sea_orm::DbErr> for JobError {
    fn from(error: sea_orm::DbErr) -> Self {
        tracing::error!(%error, "database error in a job");
        Self::Retry("the database refused or did not answer".to_owned())
    }
}

/// The one rule for what a use case refuses: what may pass is tried again, and what was refused (not there,
/// not valid, not allowed) ends the job at once. What a job was about and is gone is no refusal: such a job
/// is done, since nothing is left to do.
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

/// What a running job knows of itself.
#[derive(Debug, Clone)]
pub struct JobContext {
    /// The server's shared parts.
    pub app: App,
    /// Whose job it is.
    pub workspace_id: Uuid,
    /// Its row in `jobs`; the same at every attempt, so it serves as the key of effects outside.
    pub job_id: Uuid,
    /// Whether this attempt is the last.
    pub last_attempt: bool,
}

impl JobContext {
    /// A transaction of the job's workspace. Keep it short: no call to the outside while it is open.
    pub async fn tx(&self) -> Result<TenantTx, JobError> {
        Ok(TenantTx::begin(self.app.db.app(), Scope::workspace(self.workspace_id)).await?)
    }

    /// Notes in the transaction of the job's effects that it is done. False where it was done before, by an
    /// attempt that ended between its work and the note of it, or is being done by another: then it must do
    /// nothing. Of two attempts at once the second waits here for the first.
    pub async fn settle(&self, tx: &TenantTx) -> Result<bool, JobError> {
        let result = jobs::Entity::update_many()
            .col_expr(jobs::Column::State, Expr::value("done"))
            .col_expr(jobs::Column::FinishedAt, Expr::value(self.app.now()))
            .filter(jobs::Column::WorkspaceId.eq(self.workspace_id))
            .filter(jobs::Column::Id.eq(self.job_id))
            .filter(jobs::Column::State.ne("done"))
            .exec(tx.conn())
            .await?;
        Ok(result.rows_affected == 1)
    }

    /// The same where the effects are the system role's, in a transaction that has entered the workspace.
    /// That role writes no more of a job than its state; when it was done is noted by the worker.
    pub async fn settle_as_system(&self, tx: &SystemTx) -> Result<bool, DbErr> {
        let result = jobs::Entity::update_many()
            .col_expr(jobs::Column::State, Expr::value("done"))
            .filter(jobs::Column::WorkspaceId.eq(self.workspace_id))
            .filter(jobs::Column::Id.eq(self.job_id))
            .filter(jobs::Column::State.ne("done"))
            .exec(tx.conn())
            .await?;
        Ok(result.rows_affected == 1)
    }
}

#[cfg(test)]
mod tests {
    use poem::http::StatusCode;

    use super::*;

    #[test]
    fn a_job_tries_again_what_may_pass_and_gives_up_what_cannot() {
        for (status, passes) in [
            (StatusCode::BAD_REQUEST, false),
            (StatusCode::PAYMENT_REQUIRED, false),
            (StatusCode::FORBIDDEN, false),
            (StatusCode::NOT_FOUND, false),
            (StatusCode::CONFLICT, false),
            (StatusCode::UNPROCESSABLE_ENTITY, false),
            (StatusCode::TOO_MANY_REQUESTS, false),
            (StatusCode::INTERNAL_SERVER_ERROR, true),
            (StatusCode::BAD_GATEWAY, true),
            (StatusCode::SERVICE_UNAVAILABLE, true),
            (StatusCode::GATEWAY_TIMEOUT, true),
        ] {
            let error = JobError::from(Problem::new(status, "a_code", "Words that may quote a proposal"));
            assert_eq!(matches!(error, JobError::Retry(_)), passes, "{status}");
            assert_eq!(error.to_string(), "a_code", "{status}");
        }
    }
}
