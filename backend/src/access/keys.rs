//! Looking up API keys.

use chrono::{DateTime, Utc};
use proffer_domain::api_key::{Key, KeyFacts, Scope};
use proffer_store::{SystemTx, entity::api_keys};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, JsonValue, QueryFilter, Statement,
    sea_query::Expr,
};
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

use super::{Credential, Principal};
use crate::{app::App, authz::Role, http::problem::Problem};

/// A key with its creator and their current role in its workspace.
#[derive(Debug, FromQueryResult)]
struct KeyRow {
    workspace_id: Uuid,
    id: Uuid,
    name: String,
    secret_hash: Vec<u8>,
    scopes: JsonValue,
    expires_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
    last_used_at: Option<DateTime<Utc>>,
    user_id: Uuid,
    email: String,
    first_name: String,
    last_name: String,
    role: String,
}

/// The principal of a key, in its workspace and with its creator's current role; `None` for an unknown or
/// revoked key. A malformed key costs no query.
pub async fn principal(app: &App, text: &str) -> Result<Option<Principal>, Problem> {
    let Ok(key) = text.parse::<Key>() else { return Ok(None) };
    let Some(row) = find(app.db.system(), key.id()).await? else { return Ok(None) };
    let (facts, now) = (
        KeyFacts { expires_at: row.expires_at, revoked_at: row.revoked_at, last_used_at: row.last_used_at },
        app.now(),
    );
    let known = bool::from(key.secret_hash().ct_eq(&row.secret_hash));
    let role = Role::of_word(&row.role);
    let (Some(role), true, true) = (role, known, facts.is_live(now)) else { return Ok(None) };
    if facts.needs_touch(now) {
        let tx = SystemTx::begin(app.db.system()).await?;
        tx.enter_workspace(row.workspace_id).await?;
        touch(&tx, &row, now).await?;
        tx.commit().await?;
    }
    Ok(Some(Principal {
        user_id: row.user_id,
        credential: Credential::Key { id: row.id, name: row.name, scopes: scopes(&row.scopes) },
        workspace_id: row.workspace_id,
        role,
        // A key works only in its workspace, even if a site administrator created it.
        is_admin: false,
        name: format!("{} {}", row.first_name, row.last_name),
        email: row.email,
    }))
}

/// The scopes of a stored key. An obsolete scope allows nothing.
pub fn scopes(stored: &JsonValue) -> Vec<Scope> {
    stored.as_array().into_iter().flatten().filter_map(JsonValue::as_str).filter_map(Scope::of_word).collect()
}

/// One statement for every request with a key; `None` when its creator is no longer an active member.
async fn find(conn: &impl ConnectionTrait, id: Uuid) -> Result<Option<KeyRow>, DbErr> {
    KeyRow::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT k.workspace_id, k.id, k.name, k.secret_hash, k.scopes, k.expires_at, k.revoked_at, k.last_used_at,
                u.id AS user_id, u.email, u.first_name, u.last_name, m.role
         FROM api_keys k
         JOIN users u ON u.id = k.made_by
         JOIN team_members m ON m.workspace_id = k.workspace_id AND m.user_id = k.made_by AND m.status = 'active'
         WHERE k.id = $1",
        [id.into()],
    ))
    .one(conn)
    .await
}

/// Records that a key is in use. The transaction must have entered its workspace.
async fn touch(tx: &SystemTx, key: &KeyRow, now: DateTime<Utc>) -> Result<(), DbErr> {
    api_keys::Entity::update_many()
        .col_expr(api_keys::Column::LastUsedAt, Expr::value(now))
        .filter(api_keys::Column::WorkspaceId.eq(key.workspace_id))
        .filter(api_keys::Column::Id.eq(key.id))
        .exec(tx.conn())
        .await?;
    Ok(())
}
