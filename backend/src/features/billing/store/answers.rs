//! Queries that number the requests to Stripe and store its responses, in transactions of the system role
//! that have entered the workspace.

use chrono::{DateTime, Utc};
use proffer_store::{SystemTx, entity::subscriptions};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbBackend, DbErr, FromQueryResult, Statement,
};
use uuid::Uuid;

pub use subscriptions::ActiveModel as Change;

fn statement<const N: usize>(sql: &str, values: [sea_orm::Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

/// The number of the next request to Stripe about the workspace; `None` if it has no subscription row.
pub async fn ask(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<i64>, DbErr> {
    let next = "UPDATE subscriptions SET asked = asked + 1 WHERE workspace_id = $1 RETURNING asked";
    let row = tx.conn().query_one_raw(statement(next, [workspace_id.into()])).await?;
    row.map(|row| row.try_get("", "asked")).transpose()
}

/// Prevents the deletion of the workspace meanwhile; returns false if it has been deleted. A deletion locks
/// the workspace before its rows, so code that locks those rows must call this first.
pub async fn hold(tx: &SystemTx, workspace_id: Uuid) -> Result<bool, DbErr> {
    let hold = "SELECT 1 FROM workspaces WHERE workspace_id = $1 FOR KEY SHARE";
    Ok(tx.conn().query_one_raw(statement(hold, [workspace_id.into()])).await?.is_some())
}

/// The state before a response.
#[derive(Debug, FromQueryResult)]
pub struct PreviousState {
    pub name: String,
    pub trial_ends_at: DateTime<Utc>,
    pub stripe_status: Option<String>,
    pub ended_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub given_at: Option<DateTime<Utc>>,
    pub given_until: Option<DateTime<Utc>>,
}

/// The state, locked for the response to this request; `None` if the response to a later request has been
/// stored already.
pub async fn unanswered(
    tx: &SystemTx,
    workspace_id: Uuid,
    number: i64,
) -> Result<Option<PreviousState>, DbErr> {
    let before = "SELECT w.name, w.trial_ends_at, s.stripe_status, s.ended_at, s.past_due_since, s.given_at, s.given_until
                  FROM subscriptions s JOIN workspaces w ON w.workspace_id = s.workspace_id
                  WHERE s.workspace_id = $1 AND s.answered < $2 FOR UPDATE OF s";
    PreviousState::find_by_statement(statement(before, [workspace_id.into(), number.into()]))
        .one(tx.conn())
        .await
}

/// Stores the response to this request.
pub async fn answer(
    tx: &SystemTx,
    workspace_id: Uuid,
    number: i64,
    change: Change,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    Change { workspace_id: Set(workspace_id), answered: Set(number), updated_at: Set(now), ..change }
        .update(tx.conn())
        .await?;
    Ok(())
}

/// The number of active members, and the version of the team, read consistently.
#[derive(Debug, Clone, Copy, FromQueryResult)]
pub struct Team {
    pub version: i64,
    pub members: i64,
}

impl Team {
    /// The number of paid seats: at least one, because an empty team is temporary and Stripe accepts no
    /// subscription for zero seats.
    pub fn seats(self) -> u64 {
        u64::try_from(self.members).unwrap_or_default().max(1)
    }
}

pub async fn team(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<Team>, DbErr> {
    let team = "SELECT s.team_version AS version,
                       (SELECT count(*) FROM team_members m WHERE m.workspace_id = s.workspace_id AND m.status = 'active') AS members
                FROM subscriptions s WHERE s.workspace_id = $1";
    Team::find_by_statement(statement(team, [workspace_id.into()])).one(tx.conn()).await
}

/// The state of the billed seats.
#[derive(Debug, FromQueryResult)]
pub struct Billed {
    pub team_version: i64,
    pub stripe_status: Option<String>,
    pub seats: Option<i32>,
}

/// The same, locked: changes of the team wait until the transaction ends.
pub async fn billed_for_update(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<Billed>, DbErr> {
    let billed = "SELECT team_version, stripe_status, billed_seats AS seats FROM subscriptions WHERE workspace_id = $1 FOR UPDATE";
    Billed::find_by_statement(statement(billed, [workspace_id.into()])).one(tx.conn()).await
}

/// Records that the seats are right for this version of the team.
pub async fn billed(tx: &SystemTx, workspace_id: Uuid, version: i64) -> Result<(), DbErr> {
    Change { workspace_id: Set(workspace_id), billed_version: Set(version), ..Default::default() }
        .update(tx.conn())
        .await?;
    Ok(())
}

/// Whether a job of this task is waiting that will see everything written so far.
pub async fn is_waiting(tx: &SystemTx, workspace_id: Uuid, task: &str) -> Result<bool, DbErr> {
    let waiting = "SELECT 1 FROM jobs WHERE workspace_id = $1 AND task = $2 AND state IN ('queued', 'retrying') LIMIT 1";
    Ok(tx.conn().query_one_raw(statement(waiting, [workspace_id.into(), task.into()])).await?.is_some())
}
