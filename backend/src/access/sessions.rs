//! Looking up sessions.

use chrono::{DateTime, Utc};
use proffer_domain::identity::SessionFacts;
use proffer_store::entity::sessions;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbErr, FromQueryResult, Statement};
use uuid::Uuid;

use super::{Credential, Principal};
use crate::{app::App, authz::Role, http::problem::Problem, tokens};

/// A session with the user and their role in its workspace.
#[derive(Debug, FromQueryResult)]
struct SessionRow {
    session_id: Uuid,
    through_workspace: Option<Uuid>,
    has_other_workspaces: bool,
    created_at: DateTime<Utc>,
    last_seen_at: DateTime<Utc>,
    user_id: Uuid,
    email: String,
    first_name: String,
    last_name: String,
    is_admin: bool,
    workspace_id: Uuid,
    role: String,
}

/// The user of a session token, in their active workspace; `None` when the session has ended or they have
/// left it. This counts as activity and prolongs the session.
pub async fn principal(app: &App, token: &str) -> Result<Option<Principal>, Problem> {
    owner(app, token, true).await
}

/// The same without counting as activity.
pub async fn look(app: &App, token: &str) -> Result<Option<Principal>, Problem> {
    owner(app, token, false).await
}

async fn owner(app: &App, token: &str, is_there: bool) -> Result<Option<Principal>, Problem> {
    let Some(row) = session(app.db.system(), &tokens::hash(token)).await? else { return Ok(None) };
    let facts = SessionFacts { created_at: row.created_at, last_seen_at: row.last_seen_at, revoked_at: None };
    let now = app.now();
    if !facts.is_live(now) {
        return Ok(None);
    }
    if is_there && facts.needs_touch(now) {
        let seen = SessionFacts { last_seen_at: now, ..facts };
        touch_session(app.db.system(), row.session_id, now, seen.expires_at()).await?;
    }
    let Some(role) = Role::of_word(&row.role) else { return Ok(None) };
    Ok(Some(Principal {
        user_id: row.user_id,
        credential: Credential::Session {
            id: row.session_id,
            through_workspace: row.through_workspace,
            is_limited: row.through_workspace.is_some() && row.has_other_workspaces,
        },
        workspace_id: row.workspace_id,
        role,
        is_admin: row.is_admin,
        name: format!("{} {}", row.first_name, row.last_name),
        email: row.email,
    }))
}

/// Whether this is the live session of an active member of the workspace, even if another one is active. It
/// does not prolong the session.
pub async fn is_of_team(app: &App, token: Option<&str>, workspace_id: Uuid) -> Result<bool, Problem> {
    let Some(token) = token else { return Ok(false) };
    let times = session_times(app.db.system(), &tokens::hash(token), workspace_id).await?;
    let live = |(created_at, last_seen_at)| {
        SessionFacts { created_at, last_seen_at, revoked_at: None }.is_live(app.now())
    };
    Ok(times.is_some_and(live))
}

async fn touch_session(
    conn: &impl ConnectionTrait,
    id: Uuid,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<(), DbErr> {
    sessions::ActiveModel {
        id: Set(id),
        last_seen_at: Set(now),
        expires_at: Set(expires_at),
        ..Default::default()
    }
    .update(conn)
    .await?;
    Ok(())
}

/// One statement for every signed-in request: the session, its user, and their current role in its workspace.
/// A session opened by a workspace's own provider reaches only that workspace, never as its owner or as a
/// site administrator. Any other session reaches the user's workspaces, except those that enforce single
/// sign-on and are not theirs; if the active one is out of reach, it continues in the next.
async fn session(conn: &impl ConnectionTrait, hash: &[u8]) -> Result<Option<SessionRow>, DbErr> {
    SessionRow::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT s.id AS session_id, s.through_workspace, s.created_at, s.last_seen_at, u.id AS user_id, u.email, u.first_name, u.last_name,
                u.is_admin AND s.through_workspace IS NULL AS is_admin, m.workspace_id, m.role,
                EXISTS (SELECT 1 FROM team_members o
                        WHERE o.user_id = s.user_id AND o.status = 'active' AND o.workspace_id <> m.workspace_id) AS has_other_workspaces
         FROM sessions s
         JOIN users u ON u.id = s.user_id
         JOIN LATERAL (
             SELECT m.workspace_id, m.role FROM team_members m
             WHERE m.user_id = s.user_id AND m.status = 'active'
               AND CASE WHEN s.through_workspace IS NULL
                   THEN m.role = 'owner' OR NOT EXISTS (
                       SELECT 1 FROM sso_connections c WHERE c.workspace_id = m.workspace_id AND c.enforced)
                   ELSE m.workspace_id = s.through_workspace AND m.role <> 'owner' END
             ORDER BY m.workspace_id = s.active_workspace DESC, m.created_at, m.id
             LIMIT 1) m ON true
         WHERE s.token_hash = $1",
        [hash.to_vec().into()],
    ))
    .one(conn)
    .await
}

/// When a session was opened and last seen, if its user is an active member of that workspace.
async fn session_times(
    conn: &impl ConnectionTrait,
    hash: &[u8],
    workspace_id: Uuid,
) -> Result<Option<(DateTime<Utc>, DateTime<Utc>)>, DbErr> {
    let row = conn
        .query_one_raw(Statement::from_sql_and_values(
            sea_orm::DbBackend::Postgres,
            "SELECT s.created_at, s.last_seen_at
             FROM sessions s JOIN team_members m ON m.user_id = s.user_id AND m.workspace_id = $2 AND m.status = 'active'
             WHERE s.token_hash = $1 AND (s.through_workspace IS NULL OR s.through_workspace = $2)",
            [hash.to_vec().into(), workspace_id.into()],
        ))
        .await?;
    row.map(|row| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))).transpose()
}
