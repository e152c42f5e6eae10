//! Queries behind a share link.

use proffer_store::{TenantTx, entity::team_members};
use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder,
    sea_query::{Expr, ExprTrait},
};
use uuid::Uuid;

/// The recipient of a client's replies: the creator of the proposal while they are a member, otherwise the
/// owner.
pub async fn recipient(tx: &TenantTx, created_by: Uuid) -> Result<Option<String>, DbErr> {
    let member = team_members::Entity::find()
        .filter(team_members::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(team_members::Column::Status.eq("active"))
        .filter(team_members::Column::UserId.eq(created_by).or(team_members::Column::Role.eq("owner")))
        .order_by_desc(ExprTrait::eq(Expr::col(team_members::Column::UserId), created_by))
        .one(tx.conn())
        .await?;
    Ok(member.map(|member| member.invited_email))
}
