//! The columns of `sweeps`: the days on which expired data was deleted.

use chrono::NaiveDate;
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sweeps")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: NaiveDate,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
