//! Queries of the subscription.

pub mod answers;
pub mod checkouts;
pub mod customers;

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement};
use uuid::Uuid;

/// What is stored of a workspace's subscription, and how many seats are taken.
#[derive(Debug, Clone, FromQueryResult)]
pub struct Subscription {
    /// Of the workspace.
    pub name: String,
    pub trial_ends_at: DateTime<Utc>,
    pub team_members: i64,
    pub stripe_status: Option<String>,
    pub period_ends_at: Option<DateTime<Utc>>,
    pub cancels_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub given_at: Option<DateTime<Utc>>,
    pub given_until: Option<DateTime<Utc>>,
}

/// None where there is no such workspace.
pub async fn subscription(conn: &impl ConnectionTrait, workspace_id: Uuid) -> Result<Option<Subscription>, DbErr> {
    Subscription::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT w.name, w.trial_ends_at, s.stripe_status, s.period_ends_at, s.cancels_at, s.ended_at, s.past_due_since, s.given_at, s.given_until,
                (SELECT count(*) FROM team_members m WHERE m.workspace_id = w.workspace_id AND m.status = 'active') AS team_members
         FROM workspaces w LEFT JOIN subscriptions s ON s.workspace_id = w.workspace_id WHERE w.workspace_id = $1",
        [workspace_id.into()],
    ))
    .one(conn)
    .await
}
