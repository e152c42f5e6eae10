//! The columns of `chat_messages`: the conversation about a proposal.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "chat_messages")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub proposal_id: Uuid,
    #[sea_orm(column_type = "Text")]
    pub role: String,
    #[sea_orm(column_type = "Text")]
    pub content: String,
    #[sea_orm(column_type = "Text")]
    pub sender_name: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub sender_email: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub previous_html_content: Option<String>,
    pub made_changes: bool,
    pub patch_id: Option<Uuid>,
    #[sea_orm(column_type = "JsonBinary")]
    pub review: Json,
    pub reverted_at: Option<DateTime<Utc>>,
    pub written_by: Option<Uuid>,
    pub block_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
