//! The columns of `clients`: the recipients of proposals.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "clients")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub created_by: Uuid,
    #[sea_orm(column_type = "Text")]
    pub company_name: String,
    #[sea_orm(column_type = "Text")]
    pub first_name: String,
    #[sea_orm(column_type = "Text")]
    pub last_name: String,
    #[sea_orm(column_type = "Text")]
    pub email: String,
    #[sea_orm(column_type = "Text")]
    pub phone: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub address: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub website_url: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub logo_url: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub description: Option<String>,
    #[sea_orm(column_type = "JsonBinary")]
    pub scraped_info: Option<Json>,
    #[sea_orm(column_type = "Text")]
    pub enrichment: String,
    #[sea_orm(column_type = "Text")]
    pub enrichment_problem: Option<String>,
    pub enriched_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
