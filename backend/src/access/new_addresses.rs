//! Mail to addresses that a workspace has not written to before: a workspace that has never paid may write to
//! a few new addresses a day.
//!
//! [`admit`] runs after the other limits and before the handler's transaction. It counts in its own
//! transaction, so it holds no other lock. An address whose mail then fails stays counted, and can be mailed
//! again without being counted twice.
//! mailed without being counted again.

use chrono::{DateTime, SecondsFormat, Utc};
use poem::http::StatusCode;
use proffer_domain::{
    field_error::FieldError,
    identity::Email,
    new_addresses::{DAY, LIMIT, free_again},
    rate_limit,
};
use proffer_store::{
    Scope, TenantTx,
    entity::mailed_addresses::{self, Column as C},
};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect, Statement,
};
use uuid::Uuid;

use super::Principal;
use crate::{access::plan, app::App, http::problem::Problem};

/// Records that the workspace is about to write to the address in `field`, or returns 429 when it has reached
/// the limit.
pub async fn admit(app: &App, by: &Principal, field: &'static str, address: &str) -> Result<(), Problem> {
    // The operation itself refuses an invalid address.
    let Ok(address) = Email::parse(field, address) else { return Ok(()) };
    let (workspace_id, now) = (by.workspace_id, app.now());
    let hash = app
        .secrets
        .keyed_bytes("mailed_addresses", format!("{workspace_id} {}", address.as_str()).as_bytes())
        .to_vec();
    let tx = app.db.begin(Scope::workspace(workspace_id)).await?;
    lock(&tx, workspace_id).await?;
    if mailed_addresses::Entity::find_by_id((workspace_id, hash.clone())).one(tx.conn()).await?.is_some() {
        return Ok(());
    }
    if plan::current_plan(tx.conn(), workspace_id).await?.is_unproven(now)
        && let Some(free) = free_again(&first_mailed(&tx, now).await?, now)
    {
        return Err(refused(field, address.as_str(), free, now));
    }
    let row = mailed_addresses::ActiveModel {
        workspace_id: Set(workspace_id),
        address_hash: Set(hash),
        first_mailed_at: Set(now),
    };
    mailed_addresses::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(tx.commit().await?)
}

/// Serialises the checks of a workspace, so that concurrent requests cannot exceed the limit.
async fn lock(tx: &TenantTx, workspace_id: Uuid) -> Result<(), DbErr> {
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended('new addresses of ' || $1::text, 0))";
    tx.conn()
        .execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, lock, [workspace_id.into()]))
        .await
        .map(drop)
}

/// When each new address of the last day was first written to, in order.
async fn first_mailed(tx: &TenantTx, now: DateTime<Utc>) -> Result<Vec<DateTime<Utc>>, DbErr> {
    let recent = mailed_addresses::Entity::find()
        .filter(C::WorkspaceId.eq(tx.workspace_id()))
        .filter(C::FirstMailedAt.gt(now - DAY));
    recent
        .select_only()
        .column(C::FirstMailedAt)
        .order_by_asc(C::FirstMailedAt)
        .into_tuple()
        .all(tx.conn())
        .await
}

fn refused(field: &'static str, address: &str, free: DateTime<Utc>, now: DateTime<Utc>) -> Problem {
    let message = format!(
        "Without a subscription, a workspace can write to {LIMIT} new addresses a day. Nothing was sent to {address}, and nothing was changed. The next new address is possible from {}. Addresses that you have written to before are not limited.",
        free.to_rfc3339_opts(SecondsFormat::Secs, true)
    );
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "new_address_limit", message.clone())
        .with_errors(vec![FieldError::new(field, "new_address_limit", message)])
        .with_retry_after(rate_limit::seconds(free - now))
}
