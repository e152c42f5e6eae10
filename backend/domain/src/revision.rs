//! A frozen revision: everything the client sees and signs, in one canonical document with one hash. Created
//! when a proposal is sent, and never changed.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    money::Currency,
    pricing::{PricingTable, PricingTotals},
    proposal_input::Details,
};

pub use crate::canonical::{CanonicalError, canonical_json, sha256_hex};

/// The content of a revision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Frozen {
    /// The proposal's id.
    pub proposal_id: Uuid,
    /// The revision number of this proposal, from 1.
    pub number: u32,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// The sanitised document, pricing block included.
    pub html_content: String,
    /// The prices as data.
    pub pricing: PricingTable,
    /// The totals of those prices.
    pub totals: PricingTotals,
    /// The currency of every figure.
    pub currency: Currency,
    /// The company's terms and conditions at that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms_and_conditions: Option<String>,
    /// Colours, font and layout; absent means the default design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<Brand>,
    /// The company as the client sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company_snapshot: Option<CompanySnapshot>,
    pub client_name: String,
    /// The details.
    #[serde(flatten)]
    pub details: Details,
    /// The id of the consent text that the client is asked to agree to.
    pub consent_id: String,
}

/// The specification's template preference, as far as it affects the proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Brand {
    /// Hex colour.
    pub primary_color: String,
    /// Hex colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secondary_color: Option<String>,
    /// Hex colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accent_color: Option<String>,
    /// Font family name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub font_family: Option<String>,
    /// Layout name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout_style: Option<String>,
    /// The template's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template_id: Option<Uuid>,
    /// Custom CSS, sanitised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_css: Option<String>,
    /// The complete style sheet, so that the page stays as it was sent even if the template changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css: Option<String>,
}

/// The client's view of the sender, taken when the proposal is created or refreshed; frozen when it is sent.
// Older revisions may contain more fields and remain readable.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct CompanySnapshot {
    /// The name.
    pub name: String,
    /// Years in business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub years_in_business: Option<String>,
    /// Team size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_size: Option<String>,
    /// Success metrics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success_metrics: Option<String>,
    /// Guarantees and commitments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guarantees_offered: Option<String>,
    /// Industry recognitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub industry_recognitions: Option<String>,
    /// The URL of a page with client logos.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_logos_url: Option<String>,
    /// The terms and conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms_and_conditions: Option<String>,
}

/// A frozen revision with the bytes that are stored and hashed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// The canonical JSON. Store this text unchanged: the hash covers these bytes.
    pub canonical: String,
    /// SHA-256 of `canonical`, hexadecimal.
    pub sha256: String,
}

impl Frozen {
    /// Writes the canonical document and its hash.
    pub fn seal(&self) -> Result<Sealed, CanonicalError> {
        let canonical = canonical_json(self)?;
        let sha256 = sha256_hex(&canonical);
        Ok(Sealed { canonical, sha256 })
    }

    /// SHA-256 of the totals, recorded in the signature.
    pub fn totals_sha256(&self) -> Result<String, CanonicalError> {
        canonical_json(&self.totals).map(sha256_hex)
    }

    /// SHA-256 of the terms; of the empty text if there are none.
    #[must_use]
    pub fn terms_sha256(&self) -> String {
        sha256_hex(self.terms_and_conditions.as_deref().unwrap_or_default())
    }
}

#[cfg(test)]
pub(crate) mod tests;
