//! The columns of `sessions`: signed-in browsers.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub token_hash: Vec<u8>,
    pub user_id: Uuid,
    pub active_workspace: Uuid,
    #[sea_orm(column_type = "Text")]
    pub ip: String,
    #[sea_orm(column_type = "Text")]
    pub user_agent: String,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub through_workspace: Option<Uuid>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
