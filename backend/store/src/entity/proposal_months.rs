//! The columns of `proposal_months`: proposals created and accepted per month.

use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "proposal_months")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub month: String,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub currency: String,
    pub created: i64,
    pub won: i64,
    #[sea_orm(column_type = "Decimal(None)")]
    pub won_amount: Decimal,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
