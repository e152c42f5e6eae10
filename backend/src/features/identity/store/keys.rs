//! Queries of API keys.

use chrono::{DateTime, Utc};
use proffer_store::{SystemTx, TenantTx, entity::api_keys};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, FromQueryResult,
    JsonValue, PaginatorTrait, QueryFilter, QuerySelect, Statement, sea_query::Expr,
};
use uuid::Uuid;

pub use api_keys::Model as Key;

/// A key with its creator.
#[derive(Debug, FromQueryResult)]
pub struct ListedKey {
    pub id: Uuid,
    pub name: String,
    pub prefix: String,
    pub scopes: JsonValue,
    pub made_by: String,
    pub expires_at: Option<DateTime<Utc>>,
    pub last_used_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// The keys of a workspace that are not revoked, newest first. The query filters by workspace, because only
/// the system role can read users' names, and it sees the keys of all workspaces.
pub async fn list(tx: &SystemTx, workspace_id: Uuid) -> Result<Vec<ListedKey>, DbErr> {
    ListedKey::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT k.id, k.name, k.prefix, k.scopes, u.first_name || ' ' || u.last_name AS made_by, k.expires_at, k.last_used_at, k.created_at
         FROM api_keys k JOIN users u ON u.id = k.made_by
         WHERE k.workspace_id = $1 AND k.revoked_at IS NULL
         ORDER BY k.created_at DESC, k.id",
        [workspace_id.into()],
    ))
    .all(tx.conn())
    .await
}

/// The names of keys, including revoked ones.
pub async fn names(tx: &TenantTx, ids: &[Uuid]) -> Result<Vec<(Uuid, String)>, DbErr> {
    api_keys::Entity::find()
        .select_only()
        .columns([api_keys::Column::Id, api_keys::Column::Name])
        .filter(api_keys::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(api_keys::Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(tx.conn())
        .await
}

/// Serialises the creation of keys in this workspace until the transaction ends, so that the limit holds.
pub async fn lock(tx: &TenantTx) -> Result<(), DbErr> {
    tx.conn()
        .execute_raw(Statement::from_sql_and_values(
            sea_orm::DbBackend::Postgres,
            "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
            [format!("api_keys:{}", tx.workspace_id()).into()],
        ))
        .await?;
    Ok(())
}

pub async fn count_live(tx: &TenantTx, now: DateTime<Utc>) -> Result<u64, DbErr> {
    api_keys::Entity::find()
        .filter(api_keys::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(api_keys::Column::RevokedAt.is_null())
        .filter(
            Condition::any()
                .add(api_keys::Column::ExpiresAt.is_null())
                .add(api_keys::Column::ExpiresAt.gt(now)),
        )
        .count(tx.conn())
        .await
}

pub async fn insert(tx: &TenantTx, key: Key) -> Result<(), DbErr> {
    let row = api_keys::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(key.id),
        name: Set(key.name),
        made_by: Set(key.made_by),
        prefix: Set(key.prefix),
        secret_hash: Set(key.secret_hash),
        scopes: Set(key.scopes),
        expires_at: Set(key.expires_at),
        last_used_at: Set(None),
        revoked_at: Set(None),
        created_at: Set(key.created_at),
    };
    api_keys::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// Revokes a key and returns its name; `None` if it does not exist or was revoked before.
pub async fn revoke(tx: &TenantTx, id: Uuid, now: DateTime<Utc>) -> Result<Option<String>, DbErr> {
    let revoked = api_keys::Entity::update_many()
        .col_expr(api_keys::Column::RevokedAt, Expr::value(now))
        .filter(api_keys::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(api_keys::Column::Id.eq(id))
        .filter(api_keys::Column::RevokedAt.is_null())
        .exec_with_returning(tx.conn())
        .await?;
    Ok(revoked.into_iter().next().map(|key| key.name))
}
