//! Queries of notifications and preferences. Row-level security shows a whole workspace, so each query
//! filters by user.

use chrono::{DateTime, Utc};
use proffer_domain::notification::{Channels, NotificationEvent};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    Select, Statement,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use uuid::Uuid;

use crate::http::paging::{Cursor, Page};

pub use notifications::{ActiveModel as NewRow, Model as Row};
use notifications::{Column, Entity};
use proffer_store::{
    TenantTx,
    entity::{notification_preferences, notifications},
};

/// Returns false if the user was already notified of this cause; waits for a concurrent insert.
pub async fn insert(tx: &TenantTx, row: NewRow) -> Result<bool, DbErr> {
    let once =
        OnConflict::columns([Column::WorkspaceId, Column::UserId, Column::CauseId]).do_nothing().to_owned();
    Ok(Entity::insert(row).on_conflict(once).exec_without_returning(tx.conn()).await? == 1)
}

fn of(tx: &TenantTx, user_id: Uuid) -> Select<Entity> {
    Entity::find()
        .filter(Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(Column::UserId.eq(user_id))
        .filter(Expr::col(Column::Listed))
}

/// A page of the user's notifications, newest first.
pub async fn list(tx: &TenantTx, user_id: Uuid, page: Page) -> Result<(Vec<Row>, Option<Cursor>), DbErr> {
    let mut query = of(tx, user_id);
    if let Some(after) = page.after {
        let place = Expr::tuple([Expr::col(Column::CreatedAt), Expr::col(Column::Id)]);
        query = query.filter(place.lt(Expr::tuple([Expr::value(after.at), Expr::value(after.id)])));
    }
    let mut rows = query
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .limit(page.limit + 1)
        .all(tx.conn())
        .await?;
    let next = page.cut(&mut rows, |row| Cursor { at: row.created_at, id: row.id });
    Ok((rows, next))
}

/// The number of the user's unread notifications.
pub async fn unread(tx: &TenantTx, user_id: Uuid) -> Result<i64, DbErr> {
    let count = of(tx, user_id).filter(Column::ReadAt.is_null()).count(tx.conn()).await?;
    i64::try_from(count).map_err(|error| DbErr::Type(error.to_string()))
}

/// Marks the given or all notifications as read. Those read before keep their time.
pub async fn mark_read(
    tx: &TenantTx,
    user_id: Uuid,
    ids: Option<Vec<Uuid>>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let mut update = Entity::update_many()
        .col_expr(Column::ReadAt, Expr::value(now))
        .filter(Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(Column::UserId.eq(user_id))
        .filter(Expr::col(Column::Listed))
        .filter(Column::ReadAt.is_null());
    if let Some(ids) = ids {
        update = update.filter(Column::Id.is_in(ids));
    }
    update.exec(tx.conn()).await?;
    Ok(())
}

/// The user's stored preferences; kinds without one are missing.
pub async fn preferences(tx: &TenantTx, user_id: Uuid) -> Result<Vec<(NotificationEvent, Channels)>, DbErr> {
    let rows = notification_preferences::Entity::find()
        .filter(notification_preferences::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(notification_preferences::Column::UserId.eq(user_id))
        .all(tx.conn())
        .await?;
    let chosen = rows.into_iter().map(|row| {
        let kind = row.kind.parse().map_err(|error| DbErr::Type(format!("{error}: {}", row.kind)))?;
        Ok((kind, Channels { in_app: row.in_app, by_mail: row.by_mail }))
    });
    chosen.collect()
}

/// Serialises changes of the user's preferences until the transaction ends.
pub async fn lock_preferences(tx: &TenantTx, user_id: Uuid) -> Result<(), DbErr> {
    let statement = Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT pg_advisory_xact_lock(hashtextextended('notification_preferences ' || $1 || ' ' || $2, 0))",
        [tx.workspace_id().to_string().into(), user_id.to_string().into()],
    );
    tx.conn().query_one_raw(statement).await.map(drop)
}

/// The user's channels for a kind.
pub async fn ways(tx: &TenantTx, user_id: Uuid, kind: NotificationEvent) -> Result<Channels, DbErr> {
    let row =
        notification_preferences::Entity::find_by_id((tx.workspace_id(), user_id, kind.as_str().to_owned()))
            .one(tx.conn())
            .await?;
    Ok(row.map_or_else(Channels::default, |row| Channels { in_app: row.in_app, by_mail: row.by_mail }))
}

/// Stores the user's channels for a kind.
pub async fn prefer(
    tx: &TenantTx,
    user_id: Uuid,
    kind: NotificationEvent,
    ways: Channels,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    use notification_preferences::{ActiveModel, Column, Entity};
    let row = ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        user_id: Set(user_id),
        kind: Set(kind.as_str().to_owned()),
        in_app: Set(ways.in_app),
        by_mail: Set(ways.by_mail),
        updated_at: Set(now),
    };
    let changed = OnConflict::columns([Column::WorkspaceId, Column::UserId, Column::Kind])
        .update_columns([Column::InApp, Column::ByMail, Column::UpdatedAt])
        .to_owned();
    Entity::insert(row).on_conflict(changed).exec_without_returning(tx.conn()).await?;
    Ok(())
}
