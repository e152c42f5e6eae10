//! Queries of accounts, sessions and one-time tokens; all of the system role.

use chrono::{DateTime, TimeDelta, Utc};
use proffer_domain::identity::TokenKind;
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder,
    QuerySelect, Statement, sea_query::OnConflict,
};
use uuid::Uuid;

use crate::db::{
    SystemTx,
    entity::{account_tokens, sessions, team_members, users, workspaces},
};

pub use account_tokens::Model as Token;
pub use users::Model as User;

/// The trial of a new workspace.
const TRIAL: TimeDelta = TimeDelta::days(14);

/// A person with the workspace they will own.
pub struct NewAccount {
    pub user_id: Uuid,
    pub workspace_id: Uuid,
    pub member_id: Uuid,
    pub email: String,
    pub password_hash: String,
    pub first_name: String,
    pub last_name: String,
    pub now: DateTime<Utc>,
}

/// A session to open.
pub struct NewSession {
    pub id: Uuid,
    pub token_hash: Vec<u8>,
    pub user_id: Uuid,
    pub workspace_id: Uuid,
    pub ip: String,
    pub user_agent: String,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// A session with the person and their role in its workspace.
#[derive(Debug, FromQueryResult)]
pub struct SessionRow {
    pub session_id: Uuid,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
    pub user_id: Uuid,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub is_admin: bool,
    pub workspace_id: Uuid,
    pub role: String,
}

/// A workspace somebody is an active member of.
#[derive(Debug, FromQueryResult)]
pub struct Membership {
    pub workspace_id: Uuid,
    pub name: String,
    pub role: String,
    pub subscription_status: String,
    pub trial_ends_at: DateTime<Utc>,
}

pub async fn user_by_email(tx: &SystemTx, email: &str) -> Result<Option<User>, DbErr> {
    users::Entity::find().filter(users::Column::Email.eq(email)).one(tx.conn()).await
}

/// False when the address was taken in the meantime; nothing is written then.
pub async fn insert_account(tx: &SystemTx, account: &NewAccount) -> Result<bool, DbErr> {
    let user = users::ActiveModel {
        id: Set(account.user_id),
        email: Set(account.email.clone()),
        password_hash: Set(account.password_hash.clone()),
        first_name: Set(account.first_name.clone()),
        last_name: Set(account.last_name.clone()),
        created_at: Set(account.now),
        updated_at: Set(account.now),
        ..Default::default()
    };
    let inserted = users::Entity::insert(user)
        .on_conflict(OnConflict::column(users::Column::Email).do_nothing().to_owned())
        .exec_without_returning(tx.conn())
        .await?;
    if inserted == 0 {
        return Ok(false);
    }
    let workspace = workspaces::ActiveModel {
        workspace_id: Set(account.workspace_id),
        name: Set(format!("{} {}", account.first_name, account.last_name)),
        owner_id: Set(account.user_id),
        trial_ends_at: Set(account.now + TRIAL),
        created_at: Set(account.now),
        updated_at: Set(account.now),
        ..Default::default()
    };
    workspaces::Entity::insert(workspace).exec_without_returning(tx.conn()).await?;
    let member = team_members::ActiveModel {
        workspace_id: Set(account.workspace_id),
        id: Set(account.member_id),
        user_id: Set(Some(account.user_id)),
        role: Set("owner".to_owned()),
        invited_email: Set(account.email.clone()),
        status: Set("active".to_owned()),
        created_at: Set(account.now),
        updated_at: Set(account.now),
    };
    team_members::Entity::insert(member).exec_without_returning(tx.conn()).await?;
    Ok(true)
}

/// The workspace a person works in at sign-in: the first they joined, their own.
pub async fn first_workspace(tx: &SystemTx, user_id: Uuid) -> Result<Uuid, DbErr> {
    let member = team_members::Entity::find()
        .filter(team_members::Column::UserId.eq(user_id))
        .filter(team_members::Column::Status.eq("active"))
        .order_by_asc(team_members::Column::CreatedAt)
        .one(tx.conn())
        .await?;
    member.map(|member| member.workspace_id).ok_or_else(|| DbErr::RecordNotFound("a person without a workspace".to_owned()))
}

fn kind_word(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Verification => "verification",
        TokenKind::PasswordReset => "reset",
        TokenKind::Invitation => "invitation",
    }
}

pub async fn insert_token(
    tx: &SystemTx,
    id: Uuid,
    user_id: Uuid,
    kind: TokenKind,
    token_hash: Vec<u8>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let token = account_tokens::ActiveModel {
        id: Set(id),
        user_id: Set(user_id),
        kind: Set(kind_word(kind).to_owned()),
        token_hash: Set(token_hash),
        expires_at: Set(kind.expires_at(now)),
        used_at: Set(None),
        created_at: Set(now),
    };
    account_tokens::Entity::insert(token).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// A token with its person; locked, so that of two clicks one is first.
pub async fn token_for_update(tx: &SystemTx, kind: TokenKind, hash: &[u8]) -> Result<Option<(Token, User)>, DbErr> {
    let token = account_tokens::Entity::find()
        .filter(account_tokens::Column::Kind.eq(kind_word(kind)))
        .filter(account_tokens::Column::TokenHash.eq(hash))
        .lock_exclusive()
        .one(tx.conn())
        .await?;
    let Some(token) = token else { return Ok(None) };
    let user = users::Entity::find_by_id(token.user_id).one(tx.conn()).await?;
    Ok(user.map(|user| (token, user)))
}

pub async fn mark_verified(tx: &SystemTx, token: &Token, now: DateTime<Utc>) -> Result<(), DbErr> {
    account_tokens::ActiveModel { id: Set(token.id), used_at: Set(Some(now)), ..Default::default() }.update(tx.conn()).await?;
    users::ActiveModel { id: Set(token.user_id), email_verified: Set(true), updated_at: Set(now), ..Default::default() }
        .update(tx.conn())
        .await?;
    Ok(())
}

pub async fn insert_session(tx: &SystemTx, session: &NewSession) -> Result<(), DbErr> {
    let row = sessions::ActiveModel {
        id: Set(session.id),
        token_hash: Set(session.token_hash.clone()),
        user_id: Set(session.user_id),
        active_workspace: Set(session.workspace_id),
        ip: Set(session.ip.clone()),
        user_agent: Set(session.user_agent.clone()),
        created_at: Set(session.now),
        last_seen_at: Set(session.now),
        expires_at: Set(session.expires_at),
    };
    sessions::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

pub async fn delete_session(tx: &SystemTx, hash: &[u8]) -> Result<(), DbErr> {
    sessions::Entity::delete_many().filter(sessions::Column::TokenHash.eq(hash)).exec(tx.conn()).await?;
    Ok(())
}

pub async fn touch_session(conn: &impl ConnectionTrait, id: Uuid, now: DateTime<Utc>, expires_at: DateTime<Utc>) -> Result<(), DbErr> {
    sessions::ActiveModel { id: Set(id), last_seen_at: Set(now), expires_at: Set(expires_at), ..Default::default() }.update(conn).await?;
    Ok(())
}

/// One statement for every signed-in request: the session, its person, and their role in its workspace today.
pub async fn session(conn: &impl ConnectionTrait, hash: &[u8]) -> Result<Option<SessionRow>, DbErr> {
    SessionRow::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT s.id AS session_id, s.created_at, s.last_seen_at, u.id AS user_id, u.email, u.first_name, u.last_name,
                u.is_admin, m.workspace_id, m.role
         FROM sessions s
         JOIN users u ON u.id = s.user_id
         JOIN team_members m ON m.workspace_id = s.active_workspace AND m.user_id = s.user_id AND m.status = 'active'
         WHERE s.token_hash = $1",
        [hash.to_vec().into()],
    ))
    .one(conn)
    .await
}

/// A person and the workspaces they are an active member of, the first joined first.
pub async fn person(conn: &impl ConnectionTrait, user_id: Uuid) -> Result<(Option<User>, Vec<Membership>), DbErr> {
    let user = users::Entity::find_by_id(user_id).one(conn).await?;
    let memberships = Membership::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT m.workspace_id, w.name, m.role, w.subscription_status, w.trial_ends_at
         FROM team_members m JOIN workspaces w ON w.workspace_id = m.workspace_id
         WHERE m.user_id = $1 AND m.status = 'active'
         ORDER BY m.created_at, m.id",
        [user_id.into()],
    ))
    .all(conn)
    .await?;
    Ok((user, memberships))
}
