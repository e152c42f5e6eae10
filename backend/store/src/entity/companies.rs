//! The columns of `companies`: a workspace's company profile.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "companies")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub created_by: Uuid,
    #[sea_orm(column_type = "Text")]
    pub name: String,
    #[sea_orm(column_type = "Text")]
    pub logo_url: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub website_url: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub phone: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub currency: String,
    #[sea_orm(column_type = "Text")]
    pub about_us: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub why_work_with_us: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub how_we_work: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub what_we_offer: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub testimonials: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub case_studies_link: Option<String>,
    #[sea_orm(column_type = "JsonBinary")]
    pub certifications: Json,
    #[sea_orm(column_type = "JsonBinary")]
    pub awards: Json,
    #[sea_orm(column_type = "Text")]
    pub years_in_business: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub team_size: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub industry_recognitions: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub guarantees_offered: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub client_logos_url: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub success_metrics: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub custom_ai_rules: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub terms_and_conditions: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
