//! The columns of `admin_settings`: the site's settings.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "admin_settings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub setting_key: String,
    pub id: Uuid,
    #[sea_orm(column_type = "Text")]
    pub setting_name: String,
    #[sea_orm(column_type = "Text")]
    pub setting_description: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub setting_value: String,
    #[sea_orm(column_type = "Text")]
    pub setting_type: String,
    pub is_active: bool,
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
