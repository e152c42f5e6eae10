//! The days on which what is old was taken away: the columns of `sweeps`.

use chrono::NaiveDate;
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sweeps")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: NaiveDate,
}

/// Rows are related by the queries that need it; there is nothing to walk.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
