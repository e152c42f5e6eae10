//! The columns of `proposals`: proposals as the team edits them.

use chrono::{DateTime, Utc};
use proffer_domain::proposal_input::Details;
use sea_orm::{ActiveValue::Set, FromQueryResult, QueryResult, entity::prelude::*};

/// One row.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "proposals")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub client_id: Uuid,
    pub created_by: Uuid,
    #[sea_orm(column_type = "Text")]
    pub title: String,
    #[sea_orm(column_type = "Text")]
    pub subtitle: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub html_content: String,
    #[sea_orm(column_type = "JsonBinary")]
    pub pricing: Json,
    #[sea_orm(column_type = "Decimal(Some((11, 3)))")]
    pub total_amount: Decimal,
    #[sea_orm(column_type = "Text")]
    pub currency: String,
    #[sea_orm(column_type = "Text")]
    pub status: String,
    pub version: i64,
    #[sea_orm(column_type = "Text")]
    pub share_token: Option<String>,
    pub share_token_hash: Option<Vec<u8>>,
    pub share_token_sealed: Option<Vec<u8>>,
    pub valid_until: Option<DateTime<Utc>>,
    #[sea_orm(column_type = "Text")]
    pub client_context: String,
    #[sea_orm(column_type = "Text")]
    pub proposed_solution: String,
    #[sea_orm(column_type = "Text")]
    pub pricing_details: String,
    #[sea_orm(column_type = "Text")]
    pub additional_notes: Option<String>,
    pub sent_revision_id: Option<Uuid>,
    pub signed_at: Option<DateTime<Utc>>,
    #[sea_orm(column_type = "Text")]
    pub client_signature: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub signed_by_name: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub signed_by_email: Option<String>,
    pub decided_at: Option<DateTime<Utc>>,
    #[sea_orm(column_type = "JsonBinary")]
    pub company_snapshot: Option<Json>,
    #[sea_orm(column_type = "Text")]
    pub assistant: String,
    #[sea_orm(column_type = "JsonBinary")]
    pub design: Option<Json>,
    #[sea_orm(column_type = "Text")]
    pub recipient_name: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub recipient_email: Option<String>,
    pub reminders: bool,
    pub first_sent_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub viewed_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// No relations: queries join the tables themselves.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The details of the proposal.
    #[must_use]
    pub fn details(&self) -> Details {
        Details { valid_until: self.valid_until.map(Into::into) }
    }
}

/// The details in a query that names its columns.
#[derive(Debug, Clone)]
pub struct SelectedDetails(pub Details);

impl SelectedDetails {
    /// The columns of `proposals p` that it needs.
    pub const COLUMNS: &str = "p.valid_until";
}

impl FromQueryResult for SelectedDetails {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        let valid_until: Option<DateTime<Utc>> = row.try_get(prefix, "valid_until")?;
        Ok(Self(Details { valid_until: valid_until.map(Into::into) }))
    }
}

impl ActiveModel {
    /// Sets the details.
    pub fn set_details(&mut self, details: &Details) {
        self.valid_until = Set(details.valid_until.map(|until| until.0));
    }
}
