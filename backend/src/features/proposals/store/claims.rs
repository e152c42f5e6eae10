//! Queries for the pre-send check: the claims that each change added, members' messages in the chat,
//! unreviewed changes by the assistant, and accepted claims.

use chrono::{DateTime, Utc};
use proffer_store::{TenantTx, entity::claim_acceptances};
use sea_orm::{
    ColumnTrait, DbBackend, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, Statement,
    prelude::Json, sea_query::OnConflict,
};
use uuid::Uuid;

pub use claim_acceptances::{ActiveModel as NewAcceptance, Model as Acceptance};

/// A change, without its content.
#[derive(Debug, FromQueryResult)]
pub struct Change {
    pub author: Json,
    pub author_name: String,
    pub cause: String,
    pub claims: Json,
    pub created_at: DateTime<Utc>,
}

/// The changes that added claims, in order.
pub async fn changes(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<Change>, DbErr> {
    Change::find_by_statement(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "SELECT author, author_name, cause, claims, created_at FROM patches
         WHERE workspace_id = $1 AND proposal_id = $2 AND claims <> '[]' ORDER BY number",
        [tx.workspace_id().into(), proposal_id.into()],
    ))
    .all(tx.conn())
    .await
}

/// A member's message in the chat.
#[derive(Debug, FromQueryResult)]
pub struct TeamMessage {
    pub content: String,
    pub created_at: DateTime<Utc>,
}

/// The team's messages in the chat, newest first, up to a limit. A client's message has a sender.
pub async fn said(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<TeamMessage>, DbErr> {
    TeamMessage::find_by_statement(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "SELECT content, created_at FROM chat_messages
         WHERE workspace_id = $1 AND proposal_id = $2 AND role = 'user' AND sender_email IS NULL AND sender_name IS NULL
         ORDER BY created_at DESC, id DESC LIMIT 200",
        [tx.workspace_id().into(), proposal_id.into()],
    ))
    .all(tx.conn())
    .await
}

#[derive(Debug, FromQueryResult)]
struct Waiting {
    block_id: Uuid,
}

/// The blocks that the assistant changed in the chat and that are neither kept nor refused, oldest change
/// first. Deleted blocks and reverted changes need no review.
pub async fn unreviewed(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<Uuid>, DbErr> {
    let rows = Waiting::find_by_statement(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "SELECT (block ->> 'id')::uuid AS block_id
         FROM chat_messages m
         JOIN patches p ON p.workspace_id = m.workspace_id AND p.id = m.patch_id,
         jsonb_array_elements(coalesce(p.patch -> 'blocks', '[]')) AS block
         WHERE m.workspace_id = $1 AND m.proposal_id = $2 AND m.role = 'assistant' AND m.made_changes AND m.reverted_at IS NULL
           AND coalesce(m.review ->> (block ->> 'id'), 'open') = 'open'
         ORDER BY m.created_at, m.id",
        [tx.workspace_id().into(), proposal_id.into()],
    ))
    .all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| row.block_id).collect())
}

/// The accepted claims.
pub async fn acceptances(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<Acceptance>, DbErr> {
    claim_acceptances::Entity::find()
        .filter(claim_acceptances::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(claim_acceptances::Column::ProposalId.eq(proposal_id))
        .order_by_asc(claim_acceptances::Column::Id)
        .all(tx.conn())
        .await
}

/// Records accepted claims; the first acceptance is kept.
pub async fn accept(tx: &TenantTx, rows: Vec<NewAcceptance>) -> Result<(), DbErr> {
    use claim_acceptances::Column;
    let once = OnConflict::columns([Column::WorkspaceId, Column::ProposalId, Column::BlockId, Column::Claim])
        .do_nothing()
        .to_owned();
    claim_acceptances::Entity::insert_many(rows).on_conflict(once).exec_without_returning(tx.conn()).await?;
    Ok(())
}
