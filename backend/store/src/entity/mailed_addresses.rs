//! Addresses that a workspace has had mail sent to: the columns of `mailed_addresses`.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "mailed_addresses")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub address_hash: Vec<u8>,
    pub first_mailed_at: DateTime<Utc>,
}

/// Rows are related by the queries that need it; there is nothing to walk.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
