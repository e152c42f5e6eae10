//! The columns of `assistant_blocks`: users who may not use the assistant.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "assistant_blocks")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: Uuid,
    pub blocked_at: DateTime<Utc>,
    #[sea_orm(column_type = "Text")]
    pub blocked_by: String,
    #[sea_orm(column_type = "Text")]
    pub reason: String,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
