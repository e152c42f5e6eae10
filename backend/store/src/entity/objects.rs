//! The columns of `objects`: pictures that are served.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "objects")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub created_by: Uuid,
    #[sea_orm(column_type = "Text")]
    pub kind: String,
    #[sea_orm(column_type = "Text")]
    pub content_type: String,
    pub byte_size: i64,
    pub width: i32,
    pub height: i32,
    pub created_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
