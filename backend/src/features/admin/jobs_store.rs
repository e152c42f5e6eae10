//! Queries of jobs and mails of all workspaces. The system role can read only what may be shown outside a
//! workspace, and neither a job's payload nor its error message.

use chrono::{DateTime, Utc};
use proffer_store::{SystemTx, entity::jobs, search};
use sea_orm::{
    ColumnTrait, DbBackend, DbErr, EntityTrait, FromQueryResult, QueryFilter, Statement, Value,
    sea_query::Expr,
};
use uuid::Uuid;

use super::mails::MailFilter;
use crate::http::paging::{Cursor, Page};

/// A job as shown to site administrators.
#[derive(Debug, FromQueryResult)]
pub struct Job {
    pub workspace_id: Uuid,
    pub workspace_name: String,
    pub id: Uuid,
    pub task: String,
    pub state: String,
    pub attempts: i32,
    pub max_attempts: i32,
    pub failure: Option<String>,
    pub mail_kind: Option<String>,
    pub mail_recipient: Option<String>,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

const JOBS: &str = "
    SELECT j.workspace_id, w.name AS workspace_name, j.id, j.task, j.state, j.attempts, j.max_attempts, j.failure, j.mail_kind,
           j.mail_recipient, j.created_at, j.finished_at
    FROM jobs j JOIN workspaces w ON w.workspace_id = j.workspace_id";

/// A page of jobs that failed temporarily or permanently, newest first.
pub async fn troubled(tx: &SystemTx, page: Page) -> Result<(Vec<Job>, Option<Cursor>), DbErr> {
    newest(tx, "j.state IN ('retrying', 'failed')", Vec::new(), page).await
}

/// A page of mails, newest first.
pub async fn mails(
    tx: &SystemTx,
    asked: MailFilter<'_>,
    page: Page,
) -> Result<(Vec<Job>, Option<Cursor>), DbErr> {
    let Some(pattern) = search::containing(asked.search) else { return Ok((Vec::new(), None)) };
    let mut which = "j.mail_kind IS NOT NULL".to_owned();
    if let Some(state) = asked.state {
        which = format!("{which} AND j.state = '{}'", state.of_job());
    }
    let mut values: Vec<Value> = Vec::new();
    if let Some(pattern) = pattern {
        which = format!("{which} AND (split_part(j.mail_recipient, '@', 2) ILIKE $1 OR w.name ILIKE $1)");
        values.push(pattern.into());
    }
    newest(tx, &which, values, page).await
}

/// A page of the jobs that match the condition `which`; its parameters come first in `values`.
async fn newest(
    tx: &SystemTx,
    which: &str,
    mut values: Vec<Value>,
    page: Page,
) -> Result<(Vec<Job>, Option<Cursor>), DbErr> {
    let mut after = String::new();
    if let Some(Cursor { at, id }) = page.after {
        after = format!("AND (j.created_at, j.id) < (${}, ${})", values.len() + 1, values.len() + 2);
        values.extend([at.into(), id.into()]);
    }
    let query = format!(
        "{JOBS} WHERE {which} {after} ORDER BY j.created_at DESC, j.id DESC LIMIT {}",
        page.limit + 1
    );
    let mut rows = Job::find_by_statement(Statement::from_sql_and_values(DbBackend::Postgres, query, values))
        .all(tx.conn())
        .await?;
    let next = page.cut(&mut rows, |job| Cursor { at: job.created_at, id: job.id });
    Ok((rows, next))
}

pub async fn find(tx: &SystemTx, workspace_id: Uuid, id: Uuid) -> Result<Option<Job>, DbErr> {
    let query = format!("{JOBS} WHERE j.workspace_id = $1 AND j.id = $2");
    let statement =
        Statement::from_sql_and_values(DbBackend::Postgres, query, [workspace_id.into(), id.into()]);
    Job::find_by_statement(statement).one(tx.conn()).await
}

/// Resets a failed job to one without attempts, in the transaction that has entered its workspace; a trigger
/// passes it to the queue. Returns false if the job had not failed.
pub async fn retry(tx: &SystemTx, workspace_id: Uuid, id: Uuid) -> Result<bool, DbErr> {
    use jobs::Column as C;
    let retried = jobs::Entity::update_many()
        .col_expr(C::State, Expr::value("retrying"))
        .col_expr(C::Attempts, Expr::value(0))
        .col_expr(C::FinishedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(C::WorkspaceId.eq(workspace_id))
        .filter(C::Id.eq(id))
        .filter(C::State.eq("failed"))
        .exec(tx.conn())
        .await?;
    Ok(retried.rows_affected == 1)
}
