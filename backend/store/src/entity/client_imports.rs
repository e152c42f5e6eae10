//! The columns of `client_imports`: client files being imported.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "client_imports")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub created_by: Uuid,
    #[sea_orm(column_type = "Text")]
    pub file_name: String,
    #[sea_orm(column_type = "Text")]
    pub object_key: String,
    #[sea_orm(column_type = "JsonBinary")]
    pub columns: Json,
    #[sea_orm(column_type = "JsonBinary")]
    pub sample: Json,
    pub row_count: i32,
    #[sea_orm(column_type = "JsonBinary")]
    pub mapping: Option<Json>,
    #[sea_orm(column_type = "Text")]
    pub duplicates: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub state: String,
    pub processed: i32,
    pub added: i32,
    pub updated: i32,
    pub skipped: i32,
    #[sea_orm(column_type = "Text")]
    pub problem: Option<String>,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
