//! Queries of the subscription.

use chrono::{DateTime, Utc};
use sea_orm::{DbErr, FromQueryResult, Statement};

use crate::db::TenantTx;

/// What is stored of a workspace's subscription, and how many seats are taken.
#[derive(Debug, FromQueryResult)]
pub struct Subscription {
    pub status: String,
    pub trial_ends_at: DateTime<Utc>,
    pub team_members: i64,
}

pub async fn subscription(tx: &TenantTx) -> Result<Option<Subscription>, DbErr> {
    Subscription::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT w.subscription_status AS status, w.trial_ends_at,
                (SELECT count(*) FROM team_members m WHERE m.workspace_id = w.workspace_id AND m.status = 'active') AS team_members
         FROM workspaces w WHERE w.workspace_id = $1",
        [tx.workspace_id().into()],
    ))
    .one(tx.conn())
    .await
}
