//! The columns of `sso_attempts`: single sign-ons in progress.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sso_attempts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub state_hash: Vec<u8>,
    pub browser_hash: Vec<u8>,
    #[sea_orm(column_type = "Text")]
    pub nonce: String,
    #[sea_orm(column_type = "Text")]
    pub pkce_verifier: String,
    #[sea_orm(column_type = "Text")]
    pub provider: Option<String>,
    pub through_workspace: Option<Uuid>,
    pub linking_user: Option<Uuid>,
    #[sea_orm(column_type = "Text")]
    pub return_to: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
