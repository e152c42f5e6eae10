//! The columns of `page_views`: hits on a share link.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "page_views")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub proposal_id: Uuid,
    #[sea_orm(column_type = "Text")]
    pub source: String,
    pub revision_number: Option<i32>,
    #[sea_orm(column_type = "Text")]
    pub visitor: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub method: String,
    #[sea_orm(column_type = "Text")]
    pub user_agent: String,
    #[sea_orm(column_type = "Text")]
    pub ip_hash: String,
    pub is_team: bool,
    pub visible_ms: i64,
    pub interactions: i32,
    #[sea_orm(column_type = "JsonBinary")]
    pub sections: Json,
    pub at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
