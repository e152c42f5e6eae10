//! The messages of the company profile.

use poem_openapi::Object;
use proffer_domain::company::CompanyProfile;
use uuid::Uuid;

use crate::wire::Timestamp;

/// A workspace's company profile.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Company {
    /// The company's id.
    pub id: Uuid,
    /// What it is made of.
    #[oai(flatten)]
    pub profile: CompanyProfile,
    /// The three-letter code of the currency of prices that name none.
    pub currency: String,
    /// Whether the assistant follows these instructions on this site; otherwise they are only stored.
    pub custom_ai_rules_enabled: bool,
    /// When the profile was created.
    pub created_at: Timestamp,
    /// When the profile was last changed.
    pub updated_at: Timestamp,
    /// Identifies the current state of the record; send it with a change.
    pub etag: String,
}
