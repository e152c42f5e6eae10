//! The columns of `patches`: every change of a proposal.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "patches")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub proposal_id: Uuid,
    pub number: i64,
    #[sea_orm(column_type = "JsonBinary")]
    pub author: Json,
    #[sea_orm(column_type = "Text")]
    pub author_name: String,
    #[sea_orm(column_type = "Text")]
    pub cause: String,
    pub restored: Option<i64>,
    #[sea_orm(column_type = "JsonBinary")]
    pub patch: Json,
    #[sea_orm(column_type = "JsonBinary")]
    pub touched: Json,
    #[sea_orm(column_type = "JsonBinary")]
    pub claims: Json,
    pub created_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
