//! Sign-ins on their way through a provider: the columns of `sso_attempts`.

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

/// Rows are related by the queries that need it; there is nothing to walk.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
