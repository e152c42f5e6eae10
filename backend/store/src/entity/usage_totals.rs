//! The columns of `usage_totals`: monthly usage of the assistant by workspace and site.

use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "usage_totals")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub holder: String,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub month: String,
    #[sea_orm(column_type = "Decimal(Some((14, 4)))")]
    pub cost_usd: Decimal,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
