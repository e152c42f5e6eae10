//! The columns of `admin_setting_versions`: the history of the site settings.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "admin_setting_versions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub setting_key: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i32,
    #[sea_orm(column_type = "Text")]
    pub setting_value: String,
    pub changed_by: Option<Uuid>,
    pub created_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
