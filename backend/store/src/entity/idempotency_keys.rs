//! The columns of `idempotency_keys`: requests with an `Idempotency-Key`.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency_keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: Vec<u8>,
    pub request: Vec<u8>,
    pub request_id: String,
    pub begun_at: DateTime<Utc>,
    pub answer: Option<Vec<u8>>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
