//! Tracks the jobs that this process is running, so that a job whose process keeps dying is not retried
//! forever.
//!
//! The row of a job names the process that runs it. The name is removed when an attempt ends, and when a
//! process stops with the job unfinished. So a name that another process finds is that of a process that
//! died during the job. There is one exception: a process that lost the database for longer than a worker may
//! be silent also counts as dead.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

use proffer_store::{Scope, TenantTx, entity::jobs};
use sea_orm::{ConnectionTrait as _, DbBackend, DbErr, EntityTrait as _, Statement};
use uuid::Uuid;

use super::JobContext;
use crate::app::App;

/// A job is not started again after this many processes have died during it.
pub(crate) const DEATHS_MAX: i32 = 2;

/// The error recorded for such a job.
pub(crate) const DIED: &str = "its worker died twice while doing it";

const BEGIN: &str = "
    UPDATE jobs SET deaths = deaths + coalesce(running_in <> $3, false)::int, running_in = $3
    WHERE workspace_id = $1 AND id = $2 AND state <> 'done' RETURNING *";

/// Leaves the job to the next worker without counting a death.
const RELEASE: &str =
    "UPDATE jobs SET running_in = NULL WHERE workspace_id = $1 AND id = $2 AND running_in = $3";

/// The jobs that this process is running.
#[derive(Debug, Default)]
pub(crate) struct Running(Mutex<HashSet<(Uuid, Uuid)>>);

impl Running {
    /// Starts a job, unless it is done or was deleted with its workspace.
    pub(crate) async fn begin(&self, context: &JobContext) -> Result<Option<jobs::Model>, DbErr> {
        let job = (context.workspace_id, context.job_id);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(job);
        let tx = TenantTx::begin(context.app.db.app(), Scope::workspace(context.workspace_id)).await?;
        let row =
            jobs::Entity::find().from_raw_sql(statement(&context.app, BEGIN, job)).one(tx.conn()).await?;
        tx.commit().await?;
        if row.is_none() {
            self.ended(context);
        }
        Ok(row)
    }

    /// Called when the result of a job has been recorded.
    pub(crate) fn ended(&self, context: &JobContext) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&(context.workspace_id, context.job_id));
    }

    /// Releases the jobs that were interrupted by the shutdown.
    pub(crate) async fn release(&self, app: &App) {
        let left = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        for job in left {
            if let Err(error) = self.release_one(app, job).await {
                tracing::warn!(%error, job = %job.1, "a job that was cut off could not be released");
            }
        }
    }

    async fn release_one(&self, app: &App, job: (Uuid, Uuid)) -> Result<(), DbErr> {
        let tx = TenantTx::begin(app.db.app(), Scope::workspace(job.0)).await?;
        tx.conn().execute_raw(statement(app, RELEASE, job)).await?;
        tx.commit().await
    }
}

fn statement(app: &App, sql: &str, (workspace_id, job_id): (Uuid, Uuid)) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        sql,
        [workspace_id.into(), job_id.into(), app.process_id.into()],
    )
}
