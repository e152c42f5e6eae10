//! Work after a commit: mail, drafting, and scheduled work.
//!
//! A job is enqueued in the transaction that causes it, so it exists exactly when its cause does. It may run
//! more than once (a worker can die before it records the result), so every job must be idempotent. Its row
//! in `jobs` holds the result; the row of a failed job is kept for inspection.

mod error;
mod observed;
mod queue;
mod running;

use std::future::Future;

use proffer_domain::mail;
use proffer_store::{Scope, SystemTx, TenantTx, entity::jobs};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, sea_query::Expr};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

pub use error::JobError;
pub(crate) use observed::{End, observed};
pub(crate) use queue::backlog;
pub use queue::{enqueue, enqueue_at};
pub(crate) use running::{DEATHS_MAX, DIED, Running};

use crate::app::App;

/// A kind of job as it is enqueued; the value is its payload, stored as JSON under the tenant's row-level
/// security.
pub trait Task: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the queue, stable across releases.
    const NAME: &'static str;
    /// The maximum number of attempts, with growing pauses (graphile's `exp(least(10, attempt))` seconds).
    const MAX_ATTEMPTS: i32 = 12;

    /// Its label in the site's mail log, if it is a mail.
    fn mail(&self) -> Option<MailLabel> {
        None
    }
}

/// How a task is executed. The implementation may be in another layer than the task, so that a feature can
/// enqueue work of a later one.
pub trait Job: Task {
    /// Does the work.
    fn run(self, context: &JobContext) -> impl Future<Output = Result<(), JobError>> + Send;
}

/// A mail in the site's log, which must not contain more about the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailLabel {
    pub kind: mail::MailPurpose,
    /// Its recipient, masked.
    pub recipient: String,
}

/// The context of a running job.
#[derive(Debug, Clone)]
pub struct JobContext {
    /// The server's shared parts.
    pub app: App,
    /// The workspace of the job.
    pub workspace_id: Uuid,
    /// Its row in `jobs`; it is the same for every attempt, so it serves as the idempotency key of external
    /// effects.
    pub job_id: Uuid,
    /// Whether this attempt is the last.
    pub last_attempt: bool,
}

impl JobContext {
    /// A transaction in the job's workspace. Keep it short: make no outbound call while it is open.
    pub async fn tx(&self) -> Result<TenantTx, JobError> {
        Ok(TenantTx::begin(self.app.db.app(), Scope::workspace(self.workspace_id)).await?)
    }

    /// Marks the job as done in the transaction of its effects. Returns false if another attempt has done it
    /// already; the caller must then do nothing. Of two concurrent attempts, the second waits here for the
    /// first.
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

    /// The same for effects of the system role, in a transaction that has entered the workspace. That role
    /// may only write the state of a job; the worker records the time.
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
