//! The columns of `daily_roots`: the signed root of all audit chains for each day.

use chrono::NaiveDate;
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "daily_roots")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: NaiveDate,
    #[sea_orm(column_type = "JsonBinary")]
    pub record: Json,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
