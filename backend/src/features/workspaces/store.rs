//! Queries of a team and its invitations; of the system role, in a transaction that has entered the
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

/// The workspace, locked so that changes of its team follow each other. Work in it goes on meanwhile.
pub async fn lock(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<Workspace>, DbErr> {
    workspaces::Entity::find_by_id(workspace_id).lock(LockType::NoKeyUpdate).one(tx.conn()).await
}

/// Gives the workspace another name, and says whether it countersigns.
pub async fn update_workspace(tx: &TenantTx, name: String, countersign: bool, now: DateTime<Utc>) -> Result<(), DbErr> {
    workspaces::Entity::update_many()
        .col_expr(workspaces::Column::Name, Expr::value(name))
        .col_expr(workspaces::Column::Countersign, Expr::value(countersign))
        .col_expr(workspaces::Column::UpdatedAt, Expr::value(now))
        .filter(workspaces::Column::WorkspaceId.eq(tx.workspace_id()))
        .exec(tx.conn())
        .await?;
    Ok(())
}

/// The name of the workspace of this transaction and whether it countersigns, locked until the transaction
/// ends.
pub async fn edited_for_update(tx: &TenantTx) -> Result<Option<(String, bool)>, DbErr> {
    workspaces::Entity::find_by_id(tx.workspace_id())
        .select_only()
        .columns([workspaces::Column::Name, workspaces::Column::Countersign])
        .lock_exclusive()
        .into_tuple()
        .one(tx.conn())
        .await
}

/// Writes down to whom the workspace belongs.
pub async fn set_owner(tx: &SystemTx, workspace_id: Uuid, user_id: Uuid, now: DateTime<Utc>) -> Result<(), DbErr> {
    workspaces::ActiveModel { workspace_id: Set(workspace_id), owner_id: Set(user_id), updated_at: Set(now), ..Default::default() }
        .update(tx.conn())
        .await?;
    Ok(())
}

/// A membership, whatever became of it.
pub async fn membership(tx: &SystemTx, workspace_id: Uuid, id: Uuid) -> Result<Option<Membership>, DbErr> {
    team_members::Entity::find_by_id((workspace_id, id)).one(tx.conn()).await
}

/// The membership of a person, whatever became of it.
pub async fn membership_of(tx: &SystemTx, workspace_id: Uuid, user_id: Uuid) -> Result<Option<Membership>, DbErr> {
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

/// Deletes a membership that is none: an invitation, or the trace of somebody removed. Its tokens go with it.
pub async fn delete(tx: &SystemTx, workspace_id: Uuid, id: Uuid) -> Result<(), DbErr> {
    team_members::Entity::delete_by_id((workspace_id, id)).exec(tx.conn()).await?;
    Ok(())
}

/// The token of that hash, if it is an invitation's.
pub async fn invitation_token(tx: &SystemTx, hash: &[u8]) -> Result<Option<Token>, DbErr> {
    account_tokens::Entity::find()
        .filter(account_tokens::Column::Kind.eq(INVITATION))
        .filter(account_tokens::Column::TokenHash.eq(hash))
        .one(tx.conn())
        .await
}

/// Makes that the one token of an invitation; whatever it had before stops working.
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

/// Notes that a token was used.
pub async fn use_token(tx: &SystemTx, id: Uuid, now: DateTime<Utc>) -> Result<(), DbErr> {
    account_tokens::ActiveModel { id: Set(id), used_at: Set(Some(now)), ..Default::default() }.update(tx.conn()).await?;
    Ok(())
}

/// What one person keeps in a workspace is another's from now on. Who sent a revision or asked for a draft is
/// history, and stays. Proposals come before clients, the order in which deleting a client takes them too.
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
