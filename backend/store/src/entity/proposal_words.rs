//! The words by which proposals are found: the columns of `proposal_words`.

use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "proposal_words")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub word: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub proposal_id: Uuid,
}

/// Rows are related by the queries that need it; there is nothing to walk.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
