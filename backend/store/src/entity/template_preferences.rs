//! The columns of `template_preferences`: the design of a workspace's proposals.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "template_preferences")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub template_id: Uuid,
    pub chosen_by: Uuid,
    #[sea_orm(column_type = "Text")]
    pub primary_color: String,
    #[sea_orm(column_type = "Text")]
    pub secondary_color: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub accent_color: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub layout_style: String,
    #[sea_orm(column_type = "Text")]
    pub font_family: String,
    #[sea_orm(column_type = "Text")]
    pub custom_css: Option<String>,
    pub is_active: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
