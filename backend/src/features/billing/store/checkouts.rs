//! Queries of the checkout: the customer and the page. Attempts are counted by compare-and-set, so that
//! concurrent requests do not advance each other's attempt.

use chrono::{DateTime, Utc};
use proffer_store::SystemTx;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Statement};
use uuid::Uuid;

fn statement<const N: usize>(sql: &str, values: [sea_orm::Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

/// The data of the future customer.
#[derive(Debug, FromQueryResult)]
pub struct Payer {
    /// The workspace's name.
    pub name: String,
    /// Its owner's address.
    pub email: String,
    pub customer_attempt: i32,
    pub customer_id: Option<String>,
}

/// The data of the future customer; creates the workspace's subscription row if missing.
pub async fn payer(tx: &SystemTx, workspace_id: Uuid, now: DateTime<Utc>) -> Result<Option<Payer>, DbErr> {
    let begin = "INSERT INTO subscriptions (workspace_id, created_at, updated_at) VALUES ($1, $2, $2) ON CONFLICT (workspace_id) DO NOTHING";
    tx.conn().execute_raw(statement(begin, [workspace_id.into(), now.into()])).await?;
    let payer = "SELECT w.name, u.email, s.customer_attempt, c.id AS customer_id
                 FROM workspaces w
                 JOIN users u ON u.id = w.owner_id
                 JOIN subscriptions s ON s.workspace_id = w.workspace_id
                 LEFT JOIN stripe_customers c ON c.of_workspace = w.workspace_id
                 WHERE w.workspace_id = $1";
    Payer::find_by_statement(statement(payer, [workspace_id.into()])).one(tx.conn()).await
}

/// Starts another attempt to create a customer, because the key of this one can no longer be used.
pub async fn next_customer(tx: &SystemTx, workspace_id: Uuid, attempt: i32) -> Result<(), DbErr> {
    let next = "UPDATE subscriptions SET customer_attempt = customer_attempt + 1 WHERE workspace_id = $1 AND customer_attempt = $2";
    tx.conn().execute_raw(statement(next, [workspace_id.into(), attempt.into()])).await?;
    Ok(())
}

/// The state of the checkout.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct CheckoutAttempt {
    pub attempt: i32,
    pub checkout_id: Option<String>,
    pub members: i64,
}

pub async fn attempt(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<CheckoutAttempt>, DbErr> {
    let attempt = "SELECT s.checkout_attempt AS attempt, s.checkout_id,
                      (SELECT count(*) FROM team_members m WHERE m.workspace_id = s.workspace_id AND m.status = 'active') AS members
               FROM subscriptions s WHERE s.workspace_id = $1";
    CheckoutAttempt::find_by_statement(statement(attempt, [workspace_id.into()])).one(tx.conn()).await
}

/// Stores the page of this attempt. Returns false if the attempt is no longer the current one.
pub async fn keep(tx: &SystemTx, workspace_id: Uuid, attempt: i32, checkout_id: &str) -> Result<bool, DbErr> {
    let keep = "UPDATE subscriptions SET checkout_id = $3
                WHERE workspace_id = $1 AND checkout_attempt = $2 AND (checkout_id IS NULL OR checkout_id = $3)";
    let values = [workspace_id.into(), attempt.into(), checkout_id.into()];
    Ok(tx.conn().execute_raw(statement(keep, values)).await?.rows_affected() == 1)
}

/// Abandons the page or the attempt, if it is still the current one.
pub async fn next(tx: &SystemTx, workspace_id: Uuid, seen: &CheckoutAttempt) -> Result<(), DbErr> {
    let next = "UPDATE subscriptions SET checkout_attempt = checkout_attempt + 1, checkout_id = NULL
                WHERE workspace_id = $1 AND checkout_attempt = $2 AND checkout_id IS NOT DISTINCT FROM $3";
    tx.conn()
        .execute_raw(statement(
            next,
            [workspace_id.into(), seen.attempt.into(), seen.checkout_id.clone().into()],
        ))
        .await?;
    Ok(())
}
