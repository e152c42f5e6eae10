//! The columns of `sealed_documents`: the evidence given to both parties.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sealed_documents")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub proposal_id: Uuid,
    pub signature_id: Uuid,
    #[sea_orm(column_type = "Text")]
    pub evidence: String,
    #[sea_orm(column_type = "VarBinary(StringLen::None)")]
    pub pdf: Vec<u8>,
    #[sea_orm(column_type = "Text")]
    pub sha256: String,
    pub created_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
