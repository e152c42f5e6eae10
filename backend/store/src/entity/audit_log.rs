//! The columns of `audit_log`: the audit entries of a workspace.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_log")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub at: DateTime<Utc>,
    #[sea_orm(column_type = "Text")]
    pub actor_kind: String,
    pub actor_id: Option<Uuid>,
    #[sea_orm(column_type = "Text")]
    pub actor_name: String,
    #[sea_orm(column_type = "Text")]
    pub action: String,
    #[sea_orm(column_type = "Text")]
    pub object: String,
    #[sea_orm(column_type = "Text")]
    pub target_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub target_name: Option<String>,
    #[sea_orm(column_type = "JsonBinary")]
    pub details: Json,
    #[sea_orm(column_type = "Text")]
    pub ip: String,
    #[sea_orm(column_type = "Text")]
    pub user_agent: String,
    #[sea_orm(column_type = "Text")]
    pub request_id: String,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
