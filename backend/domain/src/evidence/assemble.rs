//! Assembles the evidence of a signature.

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::{COVERED_FORMAT, ConsentPart, Evidence, FORMAT, Hashes, Part, RevisionPart, STATEMENT};
use crate::{
    audit::{Entry, EventKind},
    canonical::{CanonicalError, canonical_json, sha256_hex},
    consent,
    countersignature::Countersignature,
    daily_root::InclusionProof,
    pricing::{self, PricingError},
    revision::Frozen,
    seal::{Seal, SealingKey},
    signature::Signature,
    timestamp,
};

/// The stored parts of the evidence.
#[derive(Debug, Clone)]
pub struct Material {
    /// What was signed.
    pub revision: RevisionPart,
    pub signature: Signature,
    /// The workspace's countersignature, if there is one.
    pub countersignature: Option<Countersignature>,
    /// All audit entries, in order.
    pub events: Vec<Entry>,
    /// The proofs that daily roots cover them.
    pub daily_roots: Vec<InclusionProof>,
}

/// Why the stored parts cannot be assembled.
#[derive(Debug, Error)]
pub enum AssembleError {
    /// The revision's text cannot be read.
    #[error("the revision cannot be read: {0}")]
    Revision(#[from] serde_json::Error),
    /// Its prices cannot be totalled.
    #[error("the prices cannot be totalled: {0}")]
    Pricing(#[from] PricingError),
    /// The signature names a consent that was never published.
    #[error("the consent that was agreed to is not known")]
    Consent,
    /// There are no audit entries.
    #[error("there are no events")]
    NoEvents,
    /// A part has no canonical form.
    #[error(transparent)]
    Canonical(#[from] CanonicalError),
}

/// Assembles and signs the evidence without verifying it: [`super::verify`] checks whether its parts agree.
pub fn assemble(
    material: Material,
    sealed_at: DateTime<Utc>,
    key: &SealingKey,
) -> Result<Evidence, AssembleError> {
    let Material { revision, signature, countersignature, events, daily_roots } = material;
    let frozen: Frozen = serde_json::from_str(&revision.canonical)?;
    let pricing = signature.chosen(&frozen.pricing);
    let consent = match &signature.consent_id {
        Some(id) => {
            let consent = consent::find(id).ok_or(AssembleError::Consent)?;
            Some(ConsentPart { id: consent.id.to_owned(), text: consent.text.to_owned() })
        }
        None => None,
    };
    let mut evidence = Evidence {
        format: if daily_roots.is_empty() { FORMAT } else { COVERED_FORMAT }.to_owned(),
        statement: STATEMENT.to_owned(),
        proposal_id: signature.proposal_id,
        totals: pricing::totals(&pricing)?,
        pricing,
        revision,
        signature,
        countersignature,
        consent,
        head: events.last().ok_or(AssembleError::NoEvents)?.head(),
        events,
        daily_roots,
        sealed_at: timestamp::to_milliseconds(sealed_at),
        hashes: Hashes::default(),
        seal: None,
    };
    evidence.hashes = hashes(&serde_json::to_value(&evidence)?)?;
    evidence.seal = Some(Seal::new(key, &evidence.hashes)?);
    Ok(evidence)
}

/// How many of a chain's entries belong to the signing: those up to the one that completed it. `None` if it
/// was not completed.
///
/// The sealed document ends there, so that it is the same whenever it is generated.
#[must_use]
pub fn signing_end(events: &[Entry]) -> Option<usize> {
    let completes = |entry: &Entry| {
        matches!(entry.kind, EventKind::Signed | EventKind::AcceptanceRecorded | EventKind::Countersigned)
    };
    events.iter().rposition(completes).map(|index| index + 1)
}

/// The hash of every part of evidence that is given as JSON.
fn hashes(evidence: &Value) -> Result<Hashes, CanonicalError> {
    let nothing = Map::new();
    let members = evidence.as_object().unwrap_or(&nothing);
    Ok(Hashes {
        document: hash_of(Part::Document, members)?,
        revision: hash_of(Part::Revision, members)?,
        pricing: hash_of(Part::Pricing, members)?,
        totals: hash_of(Part::Totals, members)?,
        signature: hash_of(Part::Signature, members)?,
        countersignature: hash_of(Part::Countersignature, members)?,
        consent: hash_of(Part::Consent, members)?,
        events: hash_of(Part::Events, members)?,
        daily_roots: members
            .contains_key("dailyRoots")
            .then(|| hash_of(Part::DailyRoots, members))
            .transpose()?,
    })
}

/// The hash of one part; a missing part counts as `null`.
pub(super) fn hash_of(part: Part, members: &Map<String, Value>) -> Result<String, CanonicalError> {
    let member = |name: &str| members.get(name).unwrap_or(&Value::Null);
    let text = match part {
        Part::Document => canonical_json(&json!({
            "format": member("format"), "statement": member("statement"),
            "proposalId": member("proposalId"), "sealedAt": member("sealedAt"),
        })),
        Part::Events => canonical_json(&json!({ "events": member("events"), "head": member("head") })),
        part => canonical_json(member(part.as_str())),
    };
    text.map(sha256_hex)
}
