//! Failed jobs of all workspaces, as shown to site administrators: what each was for, and the kind of its
//! failure.

use proffer_domain::failure;
use proffer_store::SystemTx;
use uuid::Uuid;

use super::{
    error::AdminError,
    jobs_store::{self as store, Job},
    jobs_types::{AdminJob, AdminJobState},
};
use crate::{
    failure::Failure,
    http::paging::{Cursor, Page},
};

/// A page of jobs that failed temporarily or permanently, newest first.
pub async fn list(tx: &SystemTx, page: Page) -> Result<(Vec<AdminJob>, Option<Cursor>), Failure> {
    let (rows, next) = store::troubled(tx, page).await?;
    Ok((rows.into_iter().map(shown).collect(), next))
}

/// Puts a failed job into the queue again, with a new set of attempts.
pub async fn retry(mut tx: SystemTx, workspace_id: Uuid, job_id: Uuid) -> Result<AdminJob, AdminError> {
    let job = store::find(&tx, workspace_id, job_id).await?.ok_or(AdminError::NoJob)?;
    tx.concerns(workspace_id).await?;
    tx.about(job_id, failure::task(&job.task));
    if let Some(entry) = tx.audit_entry() {
        entry.action("retry_job");
    }
    if !store::retry(&tx, workspace_id, job_id).await? {
        return Err(AdminError::NotGivenUp);
    }
    let job = store::find(&tx, workspace_id, job_id).await?.ok_or(AdminError::NoJob)?;
    tx.commit().await?;
    Ok(shown(job))
}

fn shown(job: Job) -> AdminJob {
    AdminJob {
        workspace_id: job.workspace_id,
        workspace_name: job.workspace_name,
        id: job.id,
        what: failure::task(&job.task).to_owned(),
        task: job.task,
        state: if job.state == "failed" { AdminJobState::Failed } else { AdminJobState::Retrying },
        attempts: job.attempts,
        max_attempts: job.max_attempts,
        last_error: job.failure,
        created_at: job.created_at.into(),
        finished_at: job.finished_at.map(Into::into),
    }
}
