//! The columns of `jobs`: work queued by a transaction.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "jobs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    #[sea_orm(column_type = "Text")]
    pub task: String,
    #[sea_orm(column_type = "JsonBinary")]
    pub payload: Json,
    #[sea_orm(column_type = "Text")]
    pub state: String,
    pub attempts: i32,
    pub max_attempts: i32,
    #[sea_orm(column_type = "Text")]
    pub last_error: Option<String>,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub run_at: Option<DateTime<Utc>>,
    #[sea_orm(column_type = "Text")]
    pub failure: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub mail_kind: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub mail_recipient: Option<String>,
    pub running_in: Option<Uuid>,
    pub deaths: i32,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
