//! Queries of a team and its invitations; for the system role, in a transaction that has entered the
//! workspace.

use chrono::{DateTime, Utc};
use proffer_domain::identity::TokenKind;
use proffer_store::{
    SystemTx, TenantTx,
    entity::{account_tokens, clients, companies, proposals, team_members, workspaces},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, DbErr, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, LockType},
};
use uuid::Uuid;

pub use account_tokens::Model as Token;
pub use team_members::{ActiveModel as Change, Model as Membership};
pub use workspaces::Model as Workspace;

/// The kind of an invitation's token.
const INVITATION: &str = "invitation";

/// The workspace, locked to serialise changes of its team. Other work in it continues.
pub async fn lock(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<Workspace>, DbErr> {
    workspaces::Entity::find_by_id(workspace_id).lock(LockType::NoKeyUpdate).one(tx.conn()).await
}

/// Changes the workspace's name and whether it countersigns.
pub async fn update_workspace(
    tx: &TenantTx,
    name: String,
    countersign: bool,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    workspaces::Entity::update_many()
        .col_expr(workspaces::Column::Name, Expr::value(name))
        .col_expr(workspaces::Column::Countersign, Expr::value(countersign))
        .col_expr(workspaces::Column::UpdatedAt, Expr::value(now))
        .filter(workspaces::Column::WorkspaceId.eq(tx.workspace_id()))
        .exec(tx.conn())
        .await?;
    Ok(())
}

/// The name of the transaction's workspace and whether it countersigns, locked until the transaction ends.
pub async fn edited_for_update(tx: &TenantTx) -> Result<Option<(String, bool)>, DbErr> {
    workspaces::Entity::find_by_id(tx.workspace_id())
        .select_only()
        .columns([workspaces::Column::Name, workspaces::Column::Countersign])
        .lock_exclusive()
        .into_tuple()
        .one(tx.conn())
        .await
}

/// The currency of the workspace's company; none until there is one.
pub async fn currency(tx: &TenantTx) -> Result<Option<String>, DbErr> {
    let company = companies::Entity::find().select_only().column(companies::Column::Currency);
    company.into_tuple().one(tx.conn()).await
}

/// Stores the owner of the workspace.
pub async fn set_owner(
    tx: &SystemTx,
    workspace_id: Uuid,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    workspaces::ActiveModel {
        workspace_id: Set(workspace_id),
        owner_id: Set(user_id),
        updated_at: Set(now),
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    Ok(())
}

/// A membership in any state.
pub async fn membership(tx: &SystemTx, workspace_id: Uuid, id: Uuid) -> Result<Option<Membership>, DbErr> {
    team_members::Entity::find_by_id((workspace_id, id)).one(tx.conn()).await
}

/// A user's membership in any state.
pub async fn membership_of(
    tx: &SystemTx,
    workspace_id: Uuid,
    user_id: Uuid,
) -> Result<Option<Membership>, DbErr> {
    team_members::Entity::find()
        .filter(team_members::Column::WorkspaceId.eq(workspace_id))
        .filter(team_members::Column::UserId.eq(user_id))
        .one(tx.conn())
        .await
}

pub async fn insert(tx: &SystemTx, row: Change) -> Result<(), DbErr> {
    team_members::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// Writes the columns that `change` sets.
pub async fn update(tx: &SystemTx, workspace_id: Uuid, id: Uuid, change: Change) -> Result<(), DbErr> {
    Change { workspace_id: Set(workspace_id), id: Set(id), ..change }.update(tx.conn()).await?;
    Ok(())
}

/// Deletes an invitation, or the row of a removed member, with its tokens.
pub async fn delete(tx: &SystemTx, workspace_id: Uuid, id: Uuid) -> Result<(), DbErr> {
    team_members::Entity::delete_by_id((workspace_id, id)).exec(tx.conn()).await?;
    Ok(())
}

/// The token with this hash, if it belongs to an invitation.
pub async fn invitation_token(tx: &SystemTx, hash: &[u8]) -> Result<Option<Token>, DbErr> {
    account_tokens::Entity::find()
        .filter(account_tokens::Column::Kind.eq(INVITATION))
        .filter(account_tokens::Column::TokenHash.eq(hash))
        .one(tx.conn())
        .await
}

/// Sets the only token of an invitation; previous ones stop working.
pub async fn replace_token(
    tx: &SystemTx,
    id: Uuid,
    (workspace_id, member_id): (Uuid, Uuid),
    token_hash: Vec<u8>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    account_tokens::Entity::delete_many()
        .filter(account_tokens::Column::InvitedWorkspace.eq(workspace_id))
        .filter(account_tokens::Column::InvitedMember.eq(member_id))
        .exec(tx.conn())
        .await?;
    let token = account_tokens::ActiveModel {
        id: Set(id),
        user_id: Set(None),
        invited_workspace: Set(Some(workspace_id)),
        invited_member: Set(Some(member_id)),
        kind: Set(INVITATION.to_owned()),
        token_hash: Set(token_hash),
        expires_at: Set(TokenKind::Invitation.expires_at(now)),
        used_at: Set(None),
        created_at: Set(now),
    };
    account_tokens::Entity::insert(token).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// Marks a token as used.
pub async fn use_token(tx: &SystemTx, id: Uuid, now: DateTime<Utc>) -> Result<(), DbErr> {
    account_tokens::ActiveModel { id: Set(id), used_at: Set(Some(now)), ..Default::default() }
        .update(tx.conn())
        .await?;
    Ok(())
}

/// Passes a user's work in a workspace to another user. The sender of a revision and the requester of a draft
/// are history, and stay. Proposals come before clients, the same lock order as when a client is deleted.
pub async fn pass_work(tx: &SystemTx, workspace_id: Uuid, from: Uuid, to: Uuid) -> Result<(), DbErr> {
    proposals::Entity::update_many()
        .col_expr(proposals::Column::CreatedBy, Expr::value(to))
        .filter(proposals::Column::WorkspaceId.eq(workspace_id))
        .filter(proposals::Column::CreatedBy.eq(from))
        .exec(tx.conn())
        .await?;
    clients::Entity::update_many()
        .col_expr(clients::Column::CreatedBy, Expr::value(to))
        .filter(clients::Column::WorkspaceId.eq(workspace_id))
        .filter(clients::Column::CreatedBy.eq(from))
        .exec(tx.conn())
        .await?;
    companies::Entity::update_many()
        .col_expr(companies::Column::CreatedBy, Expr::value(to))
        .filter(companies::Column::WorkspaceId.eq(workspace_id))
        .filter(companies::Column::CreatedBy.eq(from))
        .exec(tx.conn())
        .await?;
    Ok(())
}
