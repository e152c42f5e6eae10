//! The columns of `audit_events`: the hash-chained audit trail of a proposal.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub proposal_id: Uuid,
    pub sequence: i32,
    #[sea_orm(column_type = "Text")]
    pub kind: String,
    #[sea_orm(column_type = "JsonBinary")]
    pub actor: Json,
    #[sea_orm(column_type = "JsonBinary")]
    pub payload: Json,
    #[sea_orm(column_type = "Text")]
    pub previous_hash: String,
    #[sea_orm(column_type = "Text")]
    pub hash: String,
    pub at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
