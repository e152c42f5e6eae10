//! The columns of `subscriptions`: workspaces' plans other than their trials.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "subscriptions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(column_type = "Text")]
    pub stripe_status: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub stripe_item_id: Option<String>,
    pub billed_seats: Option<i32>,
    pub period_ends_at: Option<DateTime<Utc>>,
    pub cancels_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub asked: i64,
    pub answered: i64,
    pub team_version: i64,
    pub billed_version: i64,
    pub customer_attempt: i32,
    pub checkout_attempt: i32,
    #[sea_orm(column_type = "Text")]
    pub checkout_id: Option<String>,
    pub given_at: Option<DateTime<Utc>>,
    pub given_until: Option<DateTime<Utc>>,
    #[sea_orm(column_type = "Text")]
    pub given_by: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub given_reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
