//! Queries of usage: what each user has used of the model in a month, reservations for calls in progress, and
//! the state of the quotas.
//!
//! They run as the system role, in a transaction that has entered the workspace. A reservation locks the
//! quotas first, always in the same order, and then the month's row; settling locks only the month's row. So
//! parallel calls can neither overspend nor deadlock.

use chrono::{DateTime, Utc};
use proffer_store::{
    SystemTx,
    entity::{usage_reservations, user_usage},
};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait,
    FromQueryResult, QueryFilter, QuerySelect, Statement, sea_query::OnConflict,
};
use uuid::Uuid;

pub use user_usage::{ActiveModel as Change, Model as Month};

/// Until the transaction ends, no other transaction can make a reservation for the user or the workspace, nor
/// for the site if `site` is set.
pub async fn lock_quotas(tx: &SystemTx, workspace_id: Uuid, user_id: Uuid, site: bool) -> Result<(), DbErr> {
    const LOCK: &str = "pg_advisory_xact_lock(hashtextextended";
    let site = if site { format!(", {LOCK}('allowance of the site', 0))") } else { String::new() };
    let locks = format!(
        "SELECT {LOCK}('allowance of ' || $1::text, 0)), {LOCK}('allowance of ' || $2::text, 0)){site}"
    );
    let locks =
        Statement::from_sql_and_values(DbBackend::Postgres, locks, [user_id.into(), workspace_id.into()]);
    tx.conn().execute_raw(locks).await.map(drop)
}

/// The spent and reserved amounts of the three quotas in a month, in US dollars, and the seats of the
/// workspace.
#[derive(Debug, FromQueryResult)]
pub struct UsageBalance {
    pub person_spent: Decimal,
    pub person_held: Decimal,
    pub workspace_spent: Decimal,
    pub workspace_held: Decimal,
    pub site_spent: Decimal,
    pub site_held: Decimal,
    pub seats: i64,
}

/// A single statement, so that a call that is being settled counts either as reserved or as spent, never as
/// neither.
const USAGE_BALANCE: &str = "
    WITH live AS (
        SELECT u.user_id, u.workspace_id, r.cost_usd
        FROM usage_reservations r JOIN user_usage u ON u.workspace_id = r.workspace_id AND u.id = r.usage_id
        WHERE u.month = $1 AND r.created_at >= $4),
    held AS (
        SELECT coalesce(sum(cost_usd) FILTER (WHERE user_id = $2), 0) AS person_held,
               coalesce(sum(cost_usd) FILTER (WHERE workspace_id = $3), 0) AS workspace_held,
               coalesce(sum(cost_usd), 0) AS site_held
        FROM live),
    spent AS (
        SELECT coalesce(sum(cost_usd) FILTER (WHERE holder = $3::text), 0) AS workspace_spent,
               coalesce(sum(cost_usd) FILTER (WHERE holder = 'site'), 0) AS site_spent
        FROM usage_totals WHERE month = $1 AND holder IN ($3::text, 'site'))
    SELECT (SELECT coalesce(sum(total_cost_usd), 0) FROM user_usage WHERE month = $1 AND user_id = $2) AS person_spent,
           (SELECT count(*) FROM team_members WHERE workspace_id = $3 AND status = 'active') AS seats, held.*, spent.*
    FROM held, spent";

/// The state of the quotas. Reservations made before `abandoned` no longer count.
pub async fn usage_balance(
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    user_id: Uuid,
    month: &str,
    abandoned: DateTime<Utc>,
) -> Result<UsageBalance, DbErr> {
    let values = [month.into(), user_id.into(), workspace_id.into(), abandoned.into()];
    let found = UsageBalance::find_by_statement(Statement::from_sql_and_values(
        DbBackend::Postgres,
        USAGE_BALANCE,
        values,
    ))
    .one(conn)
    .await?;
    found.ok_or_else(|| DbErr::RecordNotFound("usage_totals".to_owned()))
}

/// The user's row of a month, created if missing, locked until the transaction ends.
pub async fn month(
    tx: &SystemTx,
    workspace_id: Uuid,
    user_id: Uuid,
    month: &str,
    new_id: Uuid,
    now: DateTime<Utc>,
) -> Result<Month, DbErr> {
    use user_usage::Column as C;
    let found = || {
        let of_person =
            user_usage::Entity::find().filter(C::WorkspaceId.eq(workspace_id)).filter(C::UserId.eq(user_id));
        of_person.filter(C::Month.eq(month)).lock_exclusive().one(tx.conn())
    };
    if let Some(month) = found().await? {
        return Ok(month);
    }
    let row = Change {
        workspace_id: Set(workspace_id),
        id: Set(new_id),
        user_id: Set(user_id),
        month: Set(month.to_owned()),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    user_usage::Entity::insert(row)
        .on_conflict(OnConflict::columns([C::WorkspaceId, C::UserId, C::Month]).do_nothing().to_owned())
        .exec_without_returning(tx.conn())
        .await?;
    found().await?.ok_or_else(|| DbErr::RecordNotFound("user_usage".to_owned()))
}

/// A user's usage in a month, in all workspaces.
#[derive(Debug, Default, FromQueryResult)]
pub struct Sum {
    pub month: String,
    pub request_count: i32,
    pub total_tokens_used: i64,
    pub input_tokens_used: i64,
    pub output_tokens_used: i64,
    pub total_cost_usd: Decimal,
}

/// The user's usage in each of these months, newest first.
pub async fn months(
    conn: &impl ConnectionTrait,
    user_id: Uuid,
    months: &[String],
) -> Result<Vec<Sum>, DbErr> {
    let sums =
        "SELECT month, least(sum(request_count), 2147483647)::int AS request_count, sum(total_tokens_used)::bigint AS total_tokens_used,
                       sum(input_tokens_used)::bigint AS input_tokens_used, sum(output_tokens_used)::bigint AS output_tokens_used,
                       sum(total_cost_usd) AS total_cost_usd
                FROM user_usage WHERE month = ANY(string_to_array($1, ' ')) AND user_id = $2 GROUP BY month ORDER BY month DESC";
    let sums =
        Statement::from_sql_and_values(DbBackend::Postgres, sums, [months.join(" ").into(), user_id.into()]);
    Sum::find_by_statement(sums).all(conn).await
}

/// The month's row with this id, locked until the transaction ends.
pub async fn month_by_id(tx: &SystemTx, workspace_id: Uuid, id: Uuid) -> Result<Option<Month>, DbErr> {
    user_usage::Entity::find_by_id((workspace_id, id)).lock_exclusive().one(tx.conn()).await
}

/// Writes the columns that `change` sets.
pub async fn update(tx: &SystemTx, month: &Month, change: Change) -> Result<(), DbErr> {
    Change { workspace_id: Set(month.workspace_id), id: Set(month.id), ..change }
        .update_without_returning(tx.conn())
        .await?;
    Ok(())
}

/// Records a reservation for a call in this month.
pub async fn set_aside(
    tx: &SystemTx,
    month: &Month,
    id: Uuid,
    cost_usd: Decimal,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = usage_reservations::ActiveModel {
        workspace_id: Set(month.workspace_id),
        id: Set(id),
        usage_id: Set(month.id),
        cost_usd: Set(cost_usd),
        created_at: Set(now),
    };
    usage_reservations::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// Returns false if it was already released because of its age.
pub async fn delete_reservation(tx: &SystemTx, month: &Month, id: Uuid) -> Result<bool, DbErr> {
    let deleted = usage_reservations::Entity::delete_by_id((month.workspace_id, id)).exec(tx.conn()).await?;
    Ok(deleted.rows_affected == 1)
}

/// Deletes the reservations of a month made before `limit`, and returns their sum.
pub async fn release_older(tx: &SystemTx, month: &Month, limit: DateTime<Utc>) -> Result<Decimal, DbErr> {
    use usage_reservations::Column as C;
    if month.reserved_cost_usd.is_zero() {
        return Ok(Decimal::ZERO);
    }
    let released = usage_reservations::Entity::delete_many()
        .filter(C::WorkspaceId.eq(month.workspace_id))
        .filter(C::UsageId.eq(month.id))
        .filter(C::CreatedAt.lt(limit))
        .exec_with_returning(tx.conn())
        .await?;
    Ok(released.iter().map(|reservation| reservation.cost_usd).sum())
}
