//! Queries of a team that several features share; those of the system role run in a transaction that has
//! entered the workspace.

use chrono::{DateTime, Utc};
use proffer_store::{SystemTx, TenantTx, entity::workspaces};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    Statement, Value,
};
use uuid::Uuid;

pub use workspaces::Model as Workspace;

/// A member or invited person, with the user's data.
#[derive(Debug, FromQueryResult)]
pub struct MemberRow {
    /// The membership's id.
    pub id: Uuid,
    /// The user, once the invitation is accepted.
    pub user_id: Option<Uuid>,
    /// The user's email address, or the invited one.
    pub email: String,
    /// The user's first name.
    pub first_name: Option<String>,
    /// The user's last name.
    pub last_name: Option<String>,
    /// The URL of the user's picture.
    pub profile_image_url: Option<String>,
    /// Whether the email address is verified.
    pub is_proven: bool,
    /// `owner`, `admin` or `member`.
    pub role: String,
    /// `active` or `invited`.
    pub status: String,
    /// When the membership was created.
    pub created_at: DateTime<Utc>,
    /// When the invitation expires.
    pub invitation_expires_at: Option<DateTime<Utc>>,
}

const MEMBER_ROWS: &str =
    "SELECT m.id, m.user_id, coalesce(u.email, m.invited_email) AS email, u.first_name, u.last_name, u.profile_image_url,
            coalesce(u.email_verified, false) AS is_proven, m.role, m.status, m.created_at, t.expires_at AS invitation_expires_at
     FROM team_members m
     LEFT JOIN users u ON u.id = m.user_id
     LEFT JOIN account_tokens t ON t.invited_workspace = m.workspace_id AND t.invited_member = m.id AND m.status = 'invited'
     WHERE m.workspace_id = $1 AND m.status <> 'removed'";

fn rows(
    rest: &str,
    values: impl IntoIterator<Item = Value>,
) -> sea_orm::SelectorRaw<sea_orm::SelectModel<MemberRow>> {
    MemberRow::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        format!("{MEMBER_ROWS} {rest}"),
        values,
    ))
}

/// The team: the owner first, then members by name, then invitations.
pub async fn member_rows(tx: &SystemTx, workspace_id: Uuid) -> Result<Vec<MemberRow>, DbErr> {
    let order = "ORDER BY m.status = 'invited', m.role <> 'owner', lower(u.first_name), lower(u.last_name), m.invited_email, m.id";
    rows(order, [workspace_id.into()]).all(tx.conn()).await
}

pub async fn member_row(tx: &SystemTx, workspace_id: Uuid, id: Uuid) -> Result<Option<MemberRow>, DbErr> {
    rows("AND m.id = $2", [workspace_id.into(), id.into()]).one(tx.conn()).await
}

pub async fn workspace(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<Workspace>, DbErr> {
    workspaces::Entity::find_by_id(workspace_id).one(tx.conn()).await
}

/// The number of workspaces of [`workspace_ids`].
const PAGE: u64 = 1000;

/// The next workspaces of the site, by id; none after the last.
pub async fn workspace_ids(conn: &impl ConnectionTrait, after: Uuid) -> Result<Vec<Uuid>, DbErr> {
    workspaces::Entity::find()
        .select_only()
        .column(workspaces::Column::WorkspaceId)
        .filter(workspaces::Column::WorkspaceId.gt(after))
        .order_by_asc(workspaces::Column::WorkspaceId)
        .limit(PAGE)
        .into_tuple()
        .all(conn)
        .await
}

/// Whether the transaction's workspace countersigns.
pub async fn countersigns(tx: &TenantTx) -> Result<Option<bool>, DbErr> {
    workspaces::Entity::find_by_id(tx.workspace_id())
        .select_only()
        .column(workspaces::Column::Countersign)
        .into_tuple()
        .one(tx.conn())
        .await
}

/// A workspace of the user, and whether it can be deleted.
#[derive(Debug, FromQueryResult)]
pub struct OwnWorkspace {
    pub workspace_id: Uuid,
    pub name: String,
    pub owner_id: Uuid,
    /// The number of active members other than the user.
    pub others: i64,
}

/// The workspaces that the user owns or is an active member of, by name.
pub async fn workspaces_of(tx: &SystemTx, user_id: Uuid) -> Result<Vec<OwnWorkspace>, DbErr> {
    OwnWorkspace::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT w.workspace_id, w.name, w.owner_id,
                (SELECT count(*) FROM team_members o
                 WHERE o.workspace_id = w.workspace_id AND o.status = 'active' AND o.user_id <> $1) AS others
         FROM workspaces w
         WHERE w.owner_id = $1 OR EXISTS (SELECT 1 FROM team_members m
               WHERE m.workspace_id = w.workspace_id AND m.user_id = $1 AND m.status = 'active')
         ORDER BY w.name, w.workspace_id",
        [user_id.into()],
    ))
    .all(tx.conn())
    .await
}

/// Deletes the workspace that the transaction has entered. Returns false if it has other active members.
pub async fn erase_workspace(tx: &SystemTx) -> Result<bool, DbErr> {
    let row = tx
        .conn()
        .query_one_raw(Statement::from_string(
            sea_orm::DbBackend::Postgres,
            "SELECT erase_workspace() AS erased",
        ))
        .await?;
    row.ok_or_else(|| DbErr::RecordNotFound("erase_workspace".to_owned()))?.try_get("", "erased")
}

/// Whether an active member has this address.
pub async fn has_member(tx: &SystemTx, workspace_id: Uuid, email: &str) -> Result<bool, DbErr> {
    let sql = "AND m.status = 'active' AND coalesce(u.email, m.invited_email) = $2";
    Ok(rows(sql, [workspace_id.into(), email.into()]).one(tx.conn()).await?.is_some())
}
