//! Queries of the user's own account: names, picture, password, sessions, identities.

use chrono::{DateTime, Utc};
use proffer_domain::identity::{TokenKind, account::Names};
use proffer_store::{
    SystemTx,
    entity::{account_tokens, identities, sessions, team_members, users},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult,
    QueryFilter, QueryOrder, QuerySelect, Statement,
};
use uuid::Uuid;

use super::{Token, User, kind_word};

pub use sessions::Model as Session;

/// An identity at a provider, with the name of the workspace that owns the connection.
#[derive(Debug, FromQueryResult)]
pub struct Identity {
    pub id: Uuid,
    pub workspace_name: Option<String>,
    pub issuer: String,
    pub email: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
}

/// The user's row, locked until the transaction ends.
pub async fn for_update(tx: &SystemTx, user_id: Uuid) -> Result<Option<User>, DbErr> {
    users::Entity::find_by_id(user_id).lock_exclusive().one(tx.conn()).await
}

pub async fn find(tx: &SystemTx, user_id: Uuid) -> Result<Option<User>, DbErr> {
    users::Entity::find_by_id(user_id).one(tx.conn()).await
}

pub async fn set_names(tx: &SystemTx, user_id: Uuid, names: &Names, now: DateTime<Utc>) -> Result<(), DbErr> {
    users::ActiveModel {
        id: Set(user_id),
        first_name: Set(names.first_name.clone()),
        last_name: Set(names.last_name.clone()),
        updated_at: Set(now),
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    Ok(())
}

pub async fn set_picture(
    tx: &SystemTx,
    user_id: Uuid,
    url: Option<String>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    users::ActiveModel {
        id: Set(user_id),
        profile_image_url: Set(url),
        updated_at: Set(now),
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    Ok(())
}

pub async fn set_password(
    tx: &SystemTx,
    user_id: Uuid,
    hash: String,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    users::ActiveModel {
        id: Set(user_id),
        password_hash: Set(Some(hash)),
        updated_at: Set(now),
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    Ok(())
}

/// Marks all open reset links as used.
pub async fn use_up_reset_tokens(tx: &SystemTx, user_id: Uuid, now: DateTime<Utc>) -> Result<(), DbErr> {
    account_tokens::Entity::update_many()
        .set(account_tokens::ActiveModel { used_at: Set(Some(now)), ..Default::default() })
        .filter(account_tokens::Column::UserId.eq(user_id))
        .filter(account_tokens::Column::Kind.eq(kind_word(TokenKind::PasswordReset)))
        .filter(account_tokens::Column::UsedAt.is_null())
        .exec(tx.conn())
        .await?;
    Ok(())
}

/// A mailed link without a lock, for a check before the work.
pub async fn token(tx: &SystemTx, kind: TokenKind, hash: &[u8]) -> Result<Option<Token>, DbErr> {
    account_tokens::Entity::find()
        .filter(account_tokens::Column::Kind.eq(kind_word(kind)))
        .filter(account_tokens::Column::TokenHash.eq(hash))
        .one(tx.conn())
        .await
}

/// The workspace for mails to a user: the first that they belong to.
pub async fn mail_workspace(tx: &SystemTx, user_id: Uuid) -> Result<Option<Uuid>, DbErr> {
    team_members::Entity::find()
        .select_only()
        .column(team_members::Column::WorkspaceId)
        .filter(team_members::Column::UserId.eq(user_id))
        .filter(team_members::Column::Status.eq("active"))
        .order_by_asc(team_members::Column::CreatedAt)
        .into_tuple()
        .one(tx.conn())
        .await
}

/// Ends the user's sessions, except the one to keep.
pub async fn end_sessions(tx: &SystemTx, user_id: Uuid, keep: Option<Uuid>) -> Result<u64, DbErr> {
    let mut ended = sessions::Entity::delete_many().filter(sessions::Column::UserId.eq(user_id));
    if let Some(keep) = keep {
        ended = ended.filter(sessions::Column::Id.ne(keep));
    }
    Ok(ended.exec(tx.conn()).await?.rows_affected)
}

/// Returns false if the user has no such session.
pub async fn end_session(tx: &SystemTx, user_id: Uuid, id: Uuid) -> Result<bool, DbErr> {
    let ended = sessions::Entity::delete_by_id(id)
        .filter(sessions::Column::UserId.eq(user_id))
        .exec(tx.conn())
        .await?;
    Ok(ended.rows_affected == 1)
}

/// The active sessions of the user, most recently used first.
pub async fn sessions(tx: &SystemTx, user_id: Uuid, now: DateTime<Utc>) -> Result<Vec<Session>, DbErr> {
    sessions::Entity::find()
        .filter(sessions::Column::UserId.eq(user_id))
        .filter(sessions::Column::ExpiresAt.gt(now))
        .order_by_desc(sessions::Column::LastSeenAt)
        .order_by_desc(sessions::Column::CreatedAt)
        .order_by_desc(sessions::Column::Id)
        .all(tx.conn())
        .await
}

pub async fn identities(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Identity>, DbErr> {
    Identity::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT i.id, w.name AS workspace_name, i.issuer, i.email, i.created_at, i.last_used_at
         FROM identities i LEFT JOIN workspaces w ON w.workspace_id = i.through_workspace
         WHERE i.user_id = $1 ORDER BY i.created_at, i.id",
        [user_id.into()],
    ))
    .all(tx.conn())
    .await
}

pub async fn delete_identity(tx: &SystemTx, user_id: Uuid, id: Uuid) -> Result<(), DbErr> {
    identities::Entity::delete_by_id(id)
        .filter(identities::Column::UserId.eq(user_id))
        .exec(tx.conn())
        .await?;
    Ok(())
}

/// The address of a user's picture, if the user is the asker or a member of the workspace.
pub async fn picture(
    tx: &SystemTx,
    user_id: Uuid,
    asker: Uuid,
    workspace_id: Uuid,
) -> Result<Option<String>, DbErr> {
    let row = tx
        .conn()
        .query_one_raw(Statement::from_sql_and_values(
            sea_orm::DbBackend::Postgres,
            "SELECT u.profile_image_url FROM users u
             WHERE u.id = $1 AND (u.id = $2 OR EXISTS (SELECT 1 FROM team_members m
                   WHERE m.workspace_id = $3 AND m.user_id = u.id AND m.status = 'active'))",
            [user_id.into(), asker.into(), workspace_id.into()],
        ))
        .await?;
    row.map_or(Ok(None), |row| row.try_get("", "profile_image_url"))
}
