//! Queries of workspaces' customers at Stripe, and of received events; for the system role.

use chrono::{DateTime, TimeDelta, Utc};
use proffer_store::{
    SystemTx,
    entity::{stripe_customers, stripe_events},
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QuerySelect, Statement,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

/// Each customer is synchronised again after this time even without an event.
const RECONCILE: TimeDelta = TimeDelta::hours(24);

fn statement<const N: usize>(sql: &str, values: [sea_orm::Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

/// The workspace's customer.
pub async fn of_workspace(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<String>, DbErr> {
    stripe_customers::Entity::find()
        .select_only()
        .column(stripe_customers::Column::Id)
        .filter(stripe_customers::Column::OfWorkspace.eq(workspace_id))
        .into_tuple()
        .one(tx.conn())
        .await
}

/// The customer's workspace.
pub async fn workspace_of(tx: &SystemTx, customer_id: &str) -> Result<Option<Uuid>, DbErr> {
    let row = stripe_customers::Entity::find_by_id(customer_id).one(tx.conn()).await?;
    Ok(row.map(|row| row.of_workspace))
}

/// Stores the workspace's customer, unless there is one already.
pub async fn keep(tx: &SystemTx, workspace_id: Uuid, id: &str, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = stripe_customers::ActiveModel {
        id: Set(id.to_owned()),
        of_workspace: Set(workspace_id),
        subscription_id: Set(None),
        reconcile_at: Set(now + RECONCILE),
        created_at: Set(now),
    };
    // Without a column: concurrent requests insert the same id too, and PostgreSQL raises an error for a
    // conflict in a unique index that is not named.
    let once = OnConflict::new().do_nothing().to_owned();
    stripe_customers::Entity::insert(row).on_conflict(once).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// Replaces the workspace's customer, unless that has happened in the meantime.
pub async fn replace(tx: &SystemTx, workspace_id: Uuid, gone: &str, id: &str) -> Result<(), DbErr> {
    let replace =
        "UPDATE stripe_customers SET id = $3, subscription_id = NULL WHERE of_workspace = $1 AND id = $2";
    tx.conn().execute_raw(statement(replace, [workspace_id.into(), gone.into(), id.into()])).await?;
    Ok(())
}

/// Stores which subscription of the customer counts.
pub async fn follow(tx: &SystemTx, id: &str, subscription_id: Option<&str>) -> Result<(), DbErr> {
    stripe_customers::Entity::update_many()
        .col_expr(stripe_customers::Column::SubscriptionId, Expr::value(subscription_id.map(str::to_owned)))
        .filter(stripe_customers::Column::Id.eq(id))
        .exec(tx.conn())
        .await?;
    Ok(())
}

/// How many customers are processed in one transaction.
pub const BATCH: i64 = 100;

/// The workspaces of the customers that are due; each is postponed to the next day. Rows that another worker
/// is processing are skipped.
pub async fn due(tx: &SystemTx, now: DateTime<Utc>) -> Result<Vec<Uuid>, DbErr> {
    let due = "WITH due AS MATERIALIZED (
                   SELECT id FROM stripe_customers WHERE reconcile_at <= $1 ORDER BY reconcile_at LIMIT $2 FOR UPDATE SKIP LOCKED)
               UPDATE stripe_customers c SET reconcile_at = $3 FROM due WHERE c.id = due.id RETURNING c.of_workspace";
    let rows =
        tx.conn().query_all_raw(statement(due, [now.into(), BATCH.into(), (now + RECONCILE).into()])).await?;
    rows.iter().map(|row| row.try_get("", "of_workspace")).collect()
}

/// Stores an event as received; returns false if it was received before. Waits for a concurrent transaction
/// with the same event.
pub async fn take_event(
    tx: &SystemTx,
    id: &str,
    kind: &str,
    workspace_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let row = stripe_events::ActiveModel {
        id: Set(id.to_owned()),
        kind: Set(kind.to_owned()),
        of_workspace: Set(workspace_id),
        received_at: Set(now),
    };
    let once = OnConflict::column(stripe_events::Column::Id).do_nothing().to_owned();
    Ok(stripe_events::Entity::insert(row).on_conflict(once).exec_without_returning(tx.conn()).await? == 1)
}

/// Deletes events received before this time.
pub async fn forget_events(tx: &SystemTx, before: DateTime<Utc>) -> Result<(), DbErr> {
    stripe_events::Entity::delete_many()
        .filter(stripe_events::Column::ReceivedAt.lt(before))
        .exec(tx.conn())
        .await?;
    Ok(())
}
