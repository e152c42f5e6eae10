//! The columns of `user_usage`: a user's monthly usage of the assistant.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "user_usage")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    #[sea_orm(column_type = "Text")]
    pub month: String,
    pub total_tokens_used: i64,
    pub input_tokens_used: i64,
    pub output_tokens_used: i64,
    #[sea_orm(column_type = "Decimal(Some((10, 4)))")]
    pub total_cost_usd: Decimal,
    #[sea_orm(column_type = "Decimal(Some((10, 4)))")]
    pub reserved_cost_usd: Decimal,
    pub request_count: i32,
    pub last_usage_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
