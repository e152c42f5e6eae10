//! Queries of the chat about a proposal.

use chrono::{DateTime, Utc};
use proffer_store::{TenantTx, entity::chat_messages};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Statement, sea_query::InsertStatement,
};
use uuid::Uuid;

pub use chat_messages::ActiveModel as NewMessage;

/// A message with its patch and its turn, in one statement. The document before the patch is left out,
/// because a list does not need it.
#[derive(Debug, FromQueryResult)]
pub struct MessageWithPatch {
    pub id: Uuid,
    pub role: String,
    pub content: String,
    pub sender_name: Option<String>,
    pub sender_email: Option<String>,
    pub made_changes: bool,
    pub review: serde_json::Value,
    pub reverted_at: Option<DateTime<Utc>>,
    pub block_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
    pub patch: Option<serde_json::Value>,
    pub turn_id: Option<Uuid>,
    pub turn_status: Option<String>,
    pub turn_code: Option<String>,
    pub turn_message: Option<String>,
    pub turn_created_at: Option<DateTime<Utc>>,
}

const TOLD: &str = "
    SELECT m.id, m.role, m.content, m.sender_name, m.sender_email, m.made_changes, m.review, m.reverted_at, m.block_id, m.created_at,
           p.patch, t.id AS turn_id, t.status AS turn_status, t.code AS turn_code, t.message AS turn_message,
           t.created_at AS turn_created_at
    FROM chat_messages m
    LEFT JOIN patches p ON p.workspace_id = m.workspace_id AND p.id = m.patch_id
    LEFT JOIN chat_turns t ON t.workspace_id = m.workspace_id AND t.proposal_id = m.proposal_id AND t.question_id = m.id";

/// All messages, oldest first.
pub async fn all(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<MessageWithPatch>, DbErr> {
    let values = [tx.workspace_id().into(), proposal_id.into()];
    let sql = format!("{TOLD} WHERE m.workspace_id = $1 AND m.proposal_id = $2 ORDER BY m.created_at, m.id");
    MessageWithPatch::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        sql,
        values,
    ))
    .all(tx.conn())
    .await
}

/// A message of the chat.
pub async fn find(tx: &TenantTx, proposal_id: Uuid, id: Uuid) -> Result<Option<MessageWithPatch>, DbErr> {
    let values = [tx.workspace_id().into(), proposal_id.into(), id.into()];
    let sql = format!("{TOLD} WHERE m.workspace_id = $1 AND m.proposal_id = $2 AND m.id = $3");
    MessageWithPatch::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        sql,
        values,
    ))
    .one(tx.conn())
    .await
}

/// The text of a message and its author.
#[derive(Debug, FromQueryResult)]
pub struct Words {
    pub role: String,
    pub content: String,
    pub sender_name: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// The last `limit` messages, newest first.
pub async fn latest(tx: &TenantTx, proposal_id: Uuid, limit: u64) -> Result<Vec<Words>, DbErr> {
    use chat_messages::Column as C;
    chat_messages::Entity::find()
        .select_only()
        .columns([C::Role, C::Content, C::SenderName, C::CreatedAt])
        .filter(C::WorkspaceId.eq(tx.workspace_id()))
        .filter(C::ProposalId.eq(proposal_id))
        .order_by_desc(C::CreatedAt)
        .order_by_desc(C::Id)
        .limit(limit)
        .into_model()
        .all(tx.conn())
        .await
}

/// Inserts a message.
pub async fn insert(tx: &TenantTx, message: NewMessage) -> Result<(), DbErr> {
    tx.conn().execute(&adding(message)).await?;
    Ok(())
}

/// The same as part of a larger statement.
pub fn adding(message: NewMessage) -> InsertStatement {
    chat_messages::Entity::insert(message).into_query()
}

/// Writes the columns that `change` sets.
pub async fn update(tx: &TenantTx, id: Uuid, change: NewMessage) -> Result<(), DbErr> {
    NewMessage { workspace_id: Set(tx.workspace_id()), id: Set(id), ..change }.update(tx.conn()).await?;
    Ok(())
}
