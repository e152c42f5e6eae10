//! Evidence that proves a signature without the service: one document with everything that was signed, by
//! whom and how, and all audit entries.
//!
//! It is canonical JSON, attached to the sealed PDF that both sides receive. Every part has its hash in
//! [`Evidence::hashes`], and parts refer to each other by hash, so any change is detected and located. The
//! installation signs the hashes with its key, so that evidence made by others is not taken for its own.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    audit::{Entry, Head},
    canonical::{CanonicalError, canonical_json},
    countersignature::Countersignature,
    daily_root::InclusionProof,
    pricing::{PricingTable, PricingTotals},
    seal::Seal,
    signature::Signature,
    timestamp,
};

mod agreement;
mod assemble;
mod coverage;
mod file_name;
mod report;
pub mod sealed_pdf;
mod verify;

pub use assemble::{AssembleError, Material, assemble, signing_end};
pub use coverage::CoveredEvents;
pub use file_name::file_name;
pub use report::{Finding, Part, ProvenFacts, Report, Signer, Verdict};
pub use verify::{continues, verify, verify_file};

/// The name of this format. A changed format gets a new name, and this one stays readable.
pub const FORMAT: &str = "proffer-evidence-2";

/// The same with [`Evidence::daily_roots`].
pub const COVERED_FORMAT: &str = "proffer-evidence-3";

/// The format before evidence was signed: the same without [`Evidence::seal`].
pub const UNSIGNED_FORMAT: &str = "proffer-evidence-1";

/// A statement of the signature's legal nature.
pub const STATEMENT: &str = "This is a simple electronic signature. It records the intent and the consent of the person who signed, attributes \
     the signature to them by the means named here, and makes any later change of what was signed evident. It is neither an advanced \
     nor a qualified electronic signature, and nobody's identity was checked beyond what is named here.";

/// The evidence of one signed proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Evidence {
    /// [`FORMAT`], [`COVERED_FORMAT`] or [`UNSIGNED_FORMAT`].
    pub format: String,
    /// [`STATEMENT`], as published at the time.
    pub statement: String,
    /// The proposal's id.
    pub proposal_id: Uuid,
    /// What was signed.
    pub revision: RevisionPart,
    /// The prices with the client's choices.
    pub pricing: PricingTable,
    /// The totals of those prices.
    pub totals: PricingTotals,
    pub signature: Signature,
    /// The workspace's countersignature, if it countersigns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countersignature: Option<Countersignature>,
    /// The consent text the signer agreed to; absent if the team recorded the acceptance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentPart>,
    /// All audit entries, from the first to the sealing.
    pub events: Vec<Entry>,
    /// The head of that chain.
    pub head: Head,
    /// The daily roots that cover the chain: the first with the whole signing, and the newest. Empty before
    /// the first one, and so in the sealed PDF.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub daily_roots: Vec<InclusionProof>,
    /// When the evidence was assembled.
    #[serde(with = "timestamp")]
    pub sealed_at: DateTime<Utc>,
    /// SHA-256 of each part's canonical JSON, by the part's name.
    pub hashes: Hashes,
    /// The installation's signature of `hashes`; absent in [`UNSIGNED_FORMAT`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
}

/// The frozen revision, as the exact text whose hash was signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RevisionPart {
    pub number: u32,
    /// SHA-256 of `canonical`.
    pub sha256: String,
    /// When it was sent.
    #[serde(with = "timestamp")]
    pub sent_at: DateTime<Utc>,
    /// The canonical JSON of a [`crate::revision::Frozen`].
    pub canonical: String,
}

/// The consent text that was agreed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConsentPart {
    pub id: String,
    pub text: String,
}

/// The hash of each part.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Hashes {
    /// Of `format`, `statement`, `proposalId` and `sealedAt` together, in an object of those names.
    pub document: String,
    /// Of `revision`.
    pub revision: String,
    /// Of `pricing`.
    pub pricing: String,
    /// Of `totals`.
    pub totals: String,
    /// Of `signature`.
    pub signature: String,
    /// Of `countersignature`; of `null` if there is none.
    pub countersignature: String,
    /// Of `consent`; of `null` if there is none.
    pub consent: String,
    /// Of `events` and `head` together, in an object of those names.
    pub events: String,
    /// Of `dailyRoots`; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_roots: Option<String>,
}

/// The text that is stored, attached and verified: canonical JSON.
pub fn to_json(evidence: &Evidence) -> Result<String, CanonicalError> {
    canonical_json(evidence)
}
