//! Adds jobs to the queue.

use chrono::{DateTime, Utc};
use proffer_store::entity::jobs;
use sea_orm::{
    ActiveValue::{NotSet, Set},
    ConnectionTrait, DbBackend, DbErr, EntityTrait, FromQueryResult, Statement,
};
use uuid::Uuid;

use super::Task;
use crate::{app::App, failure::Failure, telemetry::Backlog};

/// Enqueues `job` for a workspace in the transaction of `conn`: a trigger passes its id to the queue, so the
/// worker sees it only after the commit.
pub async fn enqueue<T: Task>(
    app: &App,
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    job: &T,
) -> Result<Uuid, Failure> {
    insert(app, conn, workspace_id, job, None).await
}

/// Enqueues a job that is due at `run_at`. Its row waits outside the queue until the schedule releases it. It
/// may be obsolete by then, so such a job first checks whether it still applies.
pub async fn enqueue_at<T: Task>(
    app: &App,
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    job: &T,
    run_at: DateTime<Utc>,
) -> Result<Uuid, Failure> {
    insert(app, conn, workspace_id, job, Some(run_at)).await
}

async fn insert<T: Task>(
    app: &App,
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    job: &T,
    run_at: Option<DateTime<Utc>>,
) -> Result<Uuid, Failure> {
    let id = app.new_id();
    let (mail_kind, mail_recipient) =
        job.mail().map(|label| (label.kind.word().to_owned(), label.recipient)).unzip();
    let row = jobs::ActiveModel {
        workspace_id: Set(workspace_id),
        id: Set(id),
        task: Set(T::NAME.to_owned()),
        payload: Set(serde_json::to_value(job).map_err(Failure::internal)?),
        state: run_at.map_or(NotSet, |_| Set("scheduled".to_owned())),
        max_attempts: Set(T::MAX_ATTEMPTS),
        created_at: Set(app.now()),
        run_at: Set(run_at),
        mail_kind: Set(mail_kind),
        mail_recipient: Set(mail_recipient),
        ..Default::default()
    };
    jobs::Entity::insert(row).exec_without_returning(conn).await?;
    Ok(id)
}

#[derive(FromQueryResult)]
struct Due {
    waiting: i64,
    oldest_seconds: f64,
}

/// Jobs in the queue are compared with the database's clock; scheduled jobs that no worker has released yet,
/// with the application's clock.
const BACKLOG: &str = "
    SELECT count(*) AS waiting, coalesce(max(age), 0)::float8 AS oldest_seconds FROM (
        SELECT extract(epoch FROM now() - run_at) AS age FROM graphile_worker.jobs
        WHERE run_at <= now() AND attempts < max_attempts AND locked_at IS NULL
        UNION ALL
        SELECT extract(epoch FROM $1 - run_at) FROM jobs WHERE state = 'scheduled' AND run_at <= $1) AS due";

/// Counts the due jobs of all workspaces.
pub(crate) async fn backlog(app: &App) -> Result<Backlog, DbErr> {
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, BACKLOG, [app.now().into()]);
    let found = Due::find_by_statement(statement).one(app.db.system()).await?;
    found
        .map(|due| Backlog { waiting: due.waiting, oldest_seconds: due.oldest_seconds })
        .ok_or_else(|| DbErr::RecordNotFound("the queue".to_owned()))
}
