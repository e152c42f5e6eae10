//! Queries behind a share link.

use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder,
    sea_query::{Expr, ExprTrait},
};
use uuid::Uuid;

use crate::db::{
    TenantTx,
    entity::{share_tokens, team_members},
};

/// Where a share token leads; asked of the system role, since no tenant is known yet.
pub async fn lookup(conn: &impl ConnectionTrait, token: &str) -> Result<Option<share_tokens::Model>, DbErr> {
    share_tokens::Entity::find_by_id(token).one(conn).await
}

/// Who hears of a client's answer: the person who made the proposal while they are a member, else the owner.
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
