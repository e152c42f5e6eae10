//! The columns of `draftings`: the progress of drafting a proposal.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "draftings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub proposal_id: Uuid,
    pub requested_by: Uuid,
    #[sea_orm(column_type = "Text")]
    pub status: String,
    #[sea_orm(column_type = "Text")]
    pub stage: String,
    pub progress: i32,
    #[sea_orm(column_type = "Text")]
    pub code: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub message: Option<String>,
    pub updated_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
