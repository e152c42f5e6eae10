//! Queries of usage: what each person used of the model in a month, and what is set aside for calls under way.
//!
//! Whoever touches reservations holds the lock on the month's row first, so that two calls of one person follow each
//! other and can neither overspend together nor deadlock.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{CommonTableExpression, OnConflict, WithClause},
};
use uuid::Uuid;

use crate::db::{
    TenantTx,
    entity::{usage_reservations, user_usage},
};

pub use user_usage::{ActiveModel as Change, Model as Month};

/// The person's row of that month, made where it is missing, locked until the transaction ends.
pub async fn month(tx: &TenantTx, user_id: Uuid, month: &str, new_id: Uuid, now: DateTime<Utc>) -> Result<Month, DbErr> {
    use user_usage::Column as C;
    let found = || {
        let of_person = user_usage::Entity::find().filter(C::WorkspaceId.eq(tx.workspace_id())).filter(C::UserId.eq(user_id));
        of_person.filter(C::Month.eq(month)).lock_exclusive().one(tx.conn())
    };
    if let Some(month) = found().await? {
        return Ok(month);
    }
    let row = Change {
        workspace_id: Set(tx.workspace_id()),
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

/// The person's last months, newest first.
pub async fn months(tx: &TenantTx, user_id: Uuid, limit: u64) -> Result<Vec<Month>, DbErr> {
    use user_usage::Column as C;
    user_usage::Entity::find()
        .filter(C::WorkspaceId.eq(tx.workspace_id()))
        .filter(C::UserId.eq(user_id))
        .order_by_desc(C::Month)
        .limit(limit)
        .all(tx.conn())
        .await
}

/// The row of that id, locked until the transaction ends.
pub async fn month_by_id(tx: &TenantTx, id: Uuid) -> Result<Option<Month>, DbErr> {
    user_usage::Entity::find_by_id((tx.workspace_id(), id)).lock_exclusive().one(tx.conn()).await
}

/// Writes the columns that `change` sets.
pub async fn update(tx: &TenantTx, id: Uuid, change: Change) -> Result<(), DbErr> {
    Change { workspace_id: Set(tx.workspace_id()), id: Set(id), ..change }.update_without_returning(tx.conn()).await?;
    Ok(())
}

/// The same with what is set aside of that month for a call, in one statement: somebody waits for the call.
pub async fn set_aside(
    tx: &TenantTx,
    usage_id: Uuid,
    change: Change,
    id: Uuid,
    cost_usd: Decimal,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let counted = user_usage::Entity::update(Change { workspace_id: Set(tx.workspace_id()), id: Set(usage_id), ..change });
    let counted = CommonTableExpression::new().query(counted.validate()?.into_query()).table_name("counted").to_owned();
    let row = usage_reservations::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        usage_id: Set(usage_id),
        cost_usd: Set(cost_usd),
        created_at: Set(now),
    };
    let reserved = usage_reservations::Entity::insert(row).into_query();
    tx.conn().execute(&reserved.with(WithClause::new().cte(counted).to_owned())).await?;
    Ok(())
}

/// False when it was already released for its age.
pub async fn delete_reservation(tx: &TenantTx, id: Uuid) -> Result<bool, DbErr> {
    let deleted = usage_reservations::Entity::delete_by_id((tx.workspace_id(), id)).exec(tx.conn()).await?;
    Ok(deleted.rows_affected == 1)
}

/// Deletes the reservations of a month made before `limit`, and gives their sum.
pub async fn release_older(tx: &TenantTx, usage_id: Uuid, limit: DateTime<Utc>) -> Result<Decimal, DbErr> {
    use usage_reservations::Column as C;
    let released = usage_reservations::Entity::delete_many()
        .filter(C::WorkspaceId.eq(tx.workspace_id()))
        .filter(C::UsageId.eq(usage_id))
        .filter(C::CreatedAt.lt(limit))
        .exec_with_returning(tx.conn())
        .await?;
    Ok(released.iter().map(|reservation| reservation.cost_usd).sum())
}
