//! Queries of accounts, sessions and one-time tokens, all for the system role.

use chrono::{DateTime, Utc};
use proffer_domain::{
    identity::TokenKind,
    subscription::{Plan, TRIAL},
};
use proffer_store::{
    SystemTx,
    entity::{account_tokens, sessions, team_members, users, workspaces},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    Select, Statement,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

pub mod account;
pub mod keys;
pub mod sso;

use crate::{access::plan, failure::Failure};

pub use account_tokens::Model as Token;
pub use users::Model as User;

/// A user with the workspace that they will own, if any.
pub struct NewAccount {
    pub user_id: Uuid,
    /// `None` for a user whom a workspace's own provider adds to that workspace.
    pub workspace_id: Option<Uuid>,
    pub member_id: Uuid,
    pub email: String,
    /// `None` for a user who signs in through a provider alone.
    pub password_hash: Option<String>,
    /// Whether the address is verified already.
    pub email_verified: bool,
    /// The hash of the cookie of the browser that registered, while the address is not verified.
    pub registered_in: Option<Vec<u8>>,
    pub first_name: String,
    pub last_name: String,
    pub now: DateTime<Utc>,
}

/// A workspace with its owner.
pub struct NewWorkspace {
    pub workspace_id: Uuid,
    pub member_id: Uuid,
    pub user_id: Uuid,
    pub email: String,
    pub name: String,
    /// The start of the trial.
    pub trial_from: DateTime<Utc>,
    pub now: DateTime<Utc>,
}

/// A session to open.
pub struct NewSession {
    pub id: Uuid,
    pub token_hash: Vec<u8>,
    pub user_id: Uuid,
    pub workspace_id: Uuid,
    pub through_workspace: Option<Uuid>,
    pub ip: String,
    pub user_agent: String,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// A workspace that a user is an active member of.
#[derive(Debug, FromQueryResult)]
pub struct Membership {
    pub workspace_id: Uuid,
    pub name: String,
    pub role: String,
    pub countersign: bool,
    pub trial_ends_at: DateTime<Utc>,
    pub stripe_status: Option<String>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub given_at: Option<DateTime<Utc>>,
    pub given_until: Option<DateTime<Utc>>,
    pub subscription_ends_at: Option<DateTime<Utc>>,
    pub stripe_customer_id: Option<String>,
    pub stripe_subscription_id: Option<String>,
}

impl Membership {
    /// The plan of the workspace.
    pub fn plan(&self) -> Result<Plan, Failure> {
        Ok(plan::plan_of(
            self.trial_ends_at,
            self.stripe_status.as_deref(),
            self.past_due_since,
            self.given_at,
            self.given_until,
        )?)
    }
}

/// The account with this verified address.
pub async fn user_by_email(tx: &SystemTx, email: &str) -> Result<Option<User>, DbErr> {
    users::Entity::find()
        .filter(users::Column::Email.eq(email))
        .filter(users::Column::EmailVerified.eq(true))
        .one(tx.conn())
        .await
}

/// The pending registrations of an address, newest first.
pub async fn registrations(tx: &SystemTx, email: &str) -> Result<Vec<User>, DbErr> {
    users::Entity::find()
        .filter(users::Column::Email.eq(email))
        .filter(users::Column::EmailVerified.eq(false))
        .order_by_desc(users::Column::CreatedAt)
        .order_by_desc(users::Column::Id)
        .all(tx.conn())
        .await
}

/// The addressee of a mail: the account of the address, otherwise the registration made in that browser,
/// otherwise the latest one.
pub async fn addressee(tx: &SystemTx, email: &str, browser: Option<&[u8]>) -> Result<Option<User>, DbErr> {
    User::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT * FROM users WHERE email = $1
         ORDER BY email_verified DESC, registered_in = $2 DESC NULLS LAST, created_at DESC, id DESC LIMIT 1",
        [email.into(), browser.map(<[u8]>::to_vec).into()],
    ))
    .one(tx.conn())
    .await
}

/// Serialises all changes of an address's owner, so that each sees the result of the previous one.
pub async fn lock_address(tx: &SystemTx, email: &str) -> Result<(), DbErr> {
    tx.conn()
        .execute_raw(Statement::from_sql_and_values(
            sea_orm::DbBackend::Postgres,
            "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
            [format!("address {email}").into()],
        ))
        .await?;
    Ok(())
}

pub async fn user(tx: &SystemTx, id: Uuid) -> Result<Option<User>, DbErr> {
    users::Entity::find_by_id(id).one(tx.conn()).await
}

/// Returns false without writing if the address was taken in the meantime.
pub async fn insert_account(tx: &SystemTx, account: &NewAccount) -> Result<bool, DbErr> {
    let user = users::ActiveModel {
        id: Set(account.user_id),
        email: Set(account.email.clone()),
        password_hash: Set(account.password_hash.clone()),
        email_verified: Set(account.email_verified),
        registered_in: Set(account.registered_in.clone()),
        first_name: Set(account.first_name.clone()),
        last_name: Set(account.last_name.clone()),
        created_at: Set(account.now),
        updated_at: Set(account.now),
        ..Default::default()
    };
    let inserted = users::Entity::insert(user)
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(tx.conn())
        .await?;
    if inserted == 0 {
        return Ok(false);
    }
    let Some(workspace_id) = account.workspace_id else { return Ok(true) };
    let workspace = NewWorkspace {
        workspace_id,
        member_id: account.member_id,
        user_id: account.user_id,
        email: account.email.clone(),
        name: format!("{} {}", account.first_name, account.last_name),
        trial_from: account.now,
        now: account.now,
    };
    insert_workspace(tx, workspace).await?;
    Ok(true)
}

/// Inserts a workspace, in the transaction that has entered it.
pub async fn insert_workspace(tx: &SystemTx, new: NewWorkspace) -> Result<(), DbErr> {
    let workspace = workspaces::ActiveModel {
        workspace_id: Set(new.workspace_id),
        name: Set(new.name),
        owner_id: Set(new.user_id),
        trial_ends_at: Set(new.trial_from + TRIAL),
        created_at: Set(new.now),
        updated_at: Set(new.now),
        ..Default::default()
    };
    workspaces::Entity::insert(workspace).exec_without_returning(tx.conn()).await?;
    let member = team_members::ActiveModel {
        workspace_id: Set(new.workspace_id),
        id: Set(new.member_id),
        user_id: Set(Some(new.user_id)),
        role: Set("owner".to_owned()),
        invited_email: Set(new.email),
        status: Set("active".to_owned()),
        created_at: Set(new.now),
        updated_at: Set(new.now),
        invited_by: Set(None),
    };
    team_members::Entity::insert(member).exec_without_returning(tx.conn()).await?;
    Ok(())
}

fn memberships(user_id: Uuid) -> Select<team_members::Entity> {
    team_members::Entity::find()
        .filter(team_members::Column::UserId.eq(user_id))
        .filter(team_members::Column::Status.eq("active"))
}

/// The active workspace after sign-in: the first that the user joined, if any. A user who registered through
/// an invitation starts in that team.
pub async fn workspace_to_begin_in(tx: &SystemTx, user_id: Uuid) -> Result<Option<Uuid>, DbErr> {
    let joined = memberships(user_id)
        .order_by_asc(team_members::Column::CreatedAt)
        .order_by_asc(team_members::Column::Id);
    Ok(joined.one(tx.conn()).await?.map(|member| member.workspace_id))
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
        user_id: Set(Some(user_id)),
        invited_workspace: Set(None),
        invited_member: Set(None),
        kind: Set(kind_word(kind).to_owned()),
        token_hash: Set(token_hash),
        expires_at: Set(kind.expires_at(now)),
        used_at: Set(None),
        created_at: Set(now),
    };
    account_tokens::Entity::insert(token).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// A token with its user, locked, so that clicks are processed in order.
pub async fn token_for_update(
    tx: &SystemTx,
    kind: TokenKind,
    hash: &[u8],
) -> Result<Option<(Token, User)>, DbErr> {
    let token = account_tokens::Entity::find()
        .filter(account_tokens::Column::Kind.eq(kind_word(kind)))
        .filter(account_tokens::Column::TokenHash.eq(hash))
        .lock_exclusive()
        .one(tx.conn())
        .await?;
    let Some(token) = token else { return Ok(None) };
    let Some(user_id) = token.user_id else { return Ok(None) };
    let user = users::Entity::find_by_id(user_id).one(tx.conn()).await?;
    Ok(user.map(|user| (token, user)))
}

/// Records that the user has verified their address with a mailed link.
pub async fn mark_verified(
    tx: &SystemTx,
    token: &Token,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    account_tokens::ActiveModel {
        id: Set(token.id),
        user_id: Set(Some(user_id)),
        used_at: Set(Some(now)),
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    users::ActiveModel {
        id: Set(user_id),
        email_verified: Set(true),
        registered_in: Set(None),
        updated_at: Set(now),
        ..Default::default()
    }
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
        through_workspace: Set(session.through_workspace),
        created_at: Set(session.now),
        last_seen_at: Set(session.now),
        expires_at: Set(session.expires_at),
    };
    sessions::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// Switches a session to another workspace.
pub async fn set_active_workspace(tx: &SystemTx, session_id: Uuid, workspace_id: Uuid) -> Result<(), DbErr> {
    sessions::ActiveModel { id: Set(session_id), active_workspace: Set(workspace_id), ..Default::default() }
        .update(tx.conn())
        .await?;
    Ok(())
}

/// Moves a user's sessions from one workspace to another.
pub async fn move_sessions(tx: &SystemTx, user_id: Uuid, from: Uuid, to: Uuid) -> Result<(), DbErr> {
    sessions::Entity::update_many()
        .col_expr(sessions::Column::ActiveWorkspace, Expr::value(to))
        .filter(sessions::Column::UserId.eq(user_id))
        .filter(sessions::Column::ActiveWorkspace.eq(from))
        .exec(tx.conn())
        .await?;
    Ok(())
}

pub async fn delete_session(tx: &SystemTx, hash: &[u8]) -> Result<(), DbErr> {
    sessions::Entity::delete_many().filter(sessions::Column::TokenHash.eq(hash)).exec(tx.conn()).await?;
    Ok(())
}

/// The names of the users that still have an account.
pub async fn names(conn: &impl ConnectionTrait, ids: &[Uuid]) -> Result<Vec<(Uuid, String, String)>, DbErr> {
    users::Entity::find()
        .select_only()
        .columns([users::Column::Id, users::Column::FirstName, users::Column::LastName])
        .filter(users::Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(conn)
        .await
}

/// A user and their active memberships, in the order of joining.
pub async fn person(
    conn: &impl ConnectionTrait,
    user_id: Uuid,
) -> Result<(Option<User>, Vec<Membership>), DbErr> {
    let user = users::Entity::find_by_id(user_id).one(conn).await?;
    let memberships = Membership::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT m.workspace_id, w.name, m.role, w.countersign, w.trial_ends_at, s.stripe_status, s.past_due_since, s.given_at, s.given_until,
                coalesce(s.ended_at, s.cancels_at) AS subscription_ends_at,
                c.id AS stripe_customer_id, c.subscription_id AS stripe_subscription_id
         FROM team_members m JOIN workspaces w ON w.workspace_id = m.workspace_id
              LEFT JOIN subscriptions s ON s.workspace_id = m.workspace_id
              LEFT JOIN stripe_customers c ON c.of_workspace = m.workspace_id
         WHERE m.user_id = $1 AND m.status = 'active'
         ORDER BY m.created_at, m.id",
        [user_id.into()],
    ))
    .all(conn)
    .await?;
    Ok((user, memberships))
}

pub async fn make_admin(tx: &SystemTx, user_id: Uuid) -> Result<(), DbErr> {
    users::ActiveModel { id: Set(user_id), is_admin: Set(true), ..Default::default() }
        .update(tx.conn())
        .await?;
    Ok(())
}

/// Deletes the account with its sessions, tokens, identities and memberships.
pub async fn erase_user(tx: &SystemTx, user_id: Uuid) -> Result<(), DbErr> {
    users::Entity::delete_by_id(user_id).exec(tx.conn()).await?;
    Ok(())
}
