//! Verifies that individually valid parts belong together. A forger can compute new hashes for the parts they
//! change; the other parts still contain the old ones.

use chrono::TimeDelta;
use serde::Serialize;
use serde_json::Value;

use super::{
    COVERED_FORMAT, Evidence, Finding, Part, STATEMENT,
    report::{day, utc},
};
use crate::{
    audit::{Actor, Entry, EventKind},
    canonical::{canonical_json, sha256_hex},
    consent,
    daily_root::InclusionProof,
    pricing,
    revision::Frozen,
    signature::{Choice, EvidenceClass, Method},
};

/// The largest difference between the time in a record and that of its audit entry: a transaction may wait
/// for others, but not longer.
const TOLERANCE: TimeDelta = TimeDelta::hours(1);

/// The inconsistencies found, and the document if it can be read.
pub(super) fn check(evidence: &Evidence) -> (Option<Frozen>, Vec<Finding>) {
    let mut check = Check { evidence, findings: Vec::new() };
    check.expect(
        Part::Document,
        evidence.statement == STATEMENT,
        "The statement of what such a signature is was altered.",
    );
    let frozen = check.revision();
    if let Some(frozen) = &frozen {
        check.prices(frozen);
        check.signature(frozen);
        check.consent(frozen);
    }
    check.countersignature();
    check.events();
    check.daily_roots();
    (frozen, check.findings)
}

/// A warning that does not invalidate the evidence: a clock that was set back.
pub(super) fn remarks(evidence: &Evidence) -> Vec<String> {
    let pairs = evidence.events.iter().zip(evidence.events.iter().skip(1));
    let mut notes: Vec<String> = pairs
        .filter(|(before, after)| after.at < before.at)
        .map(|(before, after)| {
            let (number, at, earlier) = (after.sequence, utc(after.at), utc(before.at));
            format!("Event {number} carries an earlier time ({at}) than the event before it ({earlier}): the server's clock was set back.")
        })
        .collect();
    if evidence.events.last().is_some_and(|last| evidence.sealed_at < last.at) {
        notes.push(
            "The evidence carries an earlier time than its last event: the server's clock was set back."
                .to_owned(),
        );
    }
    notes
}

struct Check<'a> {
    evidence: &'a Evidence,
    findings: Vec<Finding>,
}

impl Check<'_> {
    fn expect(&mut self, part: Part, holds: bool, words: impl Into<String>) {
        if !holds {
            self.findings.push(Finding::new(part, words));
        }
    }

    fn revision(&mut self) -> Option<Frozen> {
        let Evidence { revision, signature, proposal_id, .. } = self.evidence;
        let document = format!("The document (revision {})", revision.number);
        if sha256_hex(&revision.canonical) != revision.sha256 {
            self.expect(
                Part::Revision,
                false,
                format!("{document} was altered: its text does not have its hash."),
            );
            return None;
        }
        let frozen: Option<Frozen> = serde_json::from_str(&revision.canonical).ok();
        let Some(frozen) =
            frozen.filter(|frozen| frozen.proposal_id == *proposal_id && frozen.number == revision.number)
        else {
            self.expect(Part::Revision, false, format!("{document} is not a document of this proposal."));
            return None;
        };
        let signed =
            signature.revision_sha256 == revision.sha256 && signature.revision_number == revision.number;
        self.expect(Part::Revision, signed, format!("{document} is not the one that was signed."));
        Some(frozen)
    }

    fn prices(&mut self, frozen: &Frozen) {
        let Evidence { pricing, totals, signature, .. } = self.evidence;
        let follows = *pricing == signature.chosen(&frozen.pricing);
        self.expect(
            Part::Pricing,
            follows,
            "The prices are not those of the signed document with the client's choices.",
        );
        let sums = pricing::totals(pricing).is_ok_and(|sums| sums == *totals);
        self.expect(Part::Totals, sums, "The totals are not what the prices come to.");
        let signed = hash(totals).as_deref() == Some(signature.totals_sha256.as_str());
        self.expect(Part::Totals, signed, "The totals are not those that were signed.");
    }

    fn signature(&mut self, frozen: &Frozen) {
        let Evidence { signature, pricing, proposal_id, countersignature, .. } = self.evidence;
        self.expect(
            Part::Signature,
            signature.proposal_id == *proposal_id,
            "The signature record is of another proposal.",
        );
        let terms = signature.terms_sha256 == frozen.terms_sha256();
        self.expect(
            Part::Signature,
            terms,
            "The signature record names other terms than the signed document has.",
        );
        let charged: Vec<Choice> = pricing
            .groups
            .iter()
            .flat_map(|group| group.items.iter().filter(|item| item.counts(group.choice)))
            .map(|item| Choice { item_id: item.id, quantity: item.quantity })
            .collect();
        let choices = charged == signature.choices
            && hash(&signature.choices).as_deref() == Some(signature.choices_sha256.as_str());
        self.expect(
            Part::Signature,
            choices,
            "The choices in the signature record are not those that were signed.",
        );
        let by_client = signature.typed_name.is_some()
            && signature.consent_id.is_some()
            && signature.consent_sha256.is_some();
        let by_nobody = signature.typed_name.is_none()
            && signature.consent_id.is_none()
            && signature.consent_sha256.is_none();
        let honest = match (signature.method, signature.evidence_class) {
            (Method::TypedName, EvidenceClass::SignedByLink) => by_client,
            (Method::TypedName, EvidenceClass::Countersigned) => by_client && countersignature.is_some(),
            (Method::GivenElsewhere, EvidenceClass::RecordedByTeam) => {
                by_nobody && countersignature.is_none()
            }
            (Method::TypedName, EvidenceClass::RecordedByTeam)
            | (Method::GivenElsewhere, EvidenceClass::SignedByLink | EvidenceClass::Countersigned) => false,
        };
        self.expect(Part::Signature, honest, "The signature record claims to be of a kind that it is not.");
    }

    fn consent(&mut self, frozen: &Frozen) {
        let Evidence { signature, consent, .. } = self.evidence;
        let agreed = match (consent, &signature.consent_id) {
            (None, None) => true,
            (Some(shown), Some(id)) => {
                shown.id == *id
                    && frozen.consent_id == *id
                    && consent::find(id).is_some_and(|published| {
                        published.text == shown.text
                            && signature.consent_sha256.as_ref() == Some(&published.sha256())
                    })
            }
            _ => false,
        };
        self.expect(Part::Consent, agreed, "The consent text is not the one that was agreed to.");
    }

    fn countersignature(&mut self) {
        let Evidence { signature, revision, proposal_id, countersignature: Some(countersignature), .. } =
            self.evidence
        else {
            return;
        };
        let names = countersignature.proposal_id == *proposal_id
            && countersignature.revision_number == revision.number
            && countersignature.revision_sha256 == revision.sha256
            && hash(signature).as_ref() == Some(&countersignature.signature_sha256);
        self.expect(Part::Countersignature, names, "The countersignature is of another signature.");
    }

    fn events(&mut self) {
        let Evidence { events, proposal_id, signature, revision, countersignature, .. } = self.evidence;
        let own = events.iter().all(|event| event.proposal_id == *proposal_id);
        self.expect(Part::Events, own, "The events are those of another proposal.");
        let begun =
            events.first().is_some_and(|event| matches!(event.kind, EventKind::Created | EventKind::Copied));
        self.expect(Part::Events, begun, "The events do not begin with how the proposal came into being.");

        let kinds: &[EventKind] = match signature.method {
            Method::TypedName => &[EventKind::Signed, EventKind::Accepted],
            Method::GivenElsewhere => &[EventKind::AcceptanceRecorded],
        };
        let mut signings = events
            .iter()
            .filter(|event| kinds.contains(&event.kind) && says(event, "requestId", &signature.request_id));
        let (Some(signing), None) = (signings.next(), signings.next()) else {
            self.expect(
                Part::Signature,
                false,
                "The signature record is not the signature that the events tell of.",
            );
            return;
        };
        let told = self.tells_of_signature(signing);
        self.expect(
            Part::Signature,
            told,
            format!("The signature record differs from what event {} tells of it.", signing.sequence),
        );

        let number = Value::from(revision.number);
        let mut sendings = events
            .iter()
            .filter(|event| event.kind == EventKind::Sent && event.payload.get("revision") == Some(&number));
        let tells = |event: &Entry| {
            says(event, "sha256", &revision.sha256) && (event.at - revision.sent_at).abs() <= TOLERANCE
        };
        let sent = match signature.method {
            Method::TypedName => sendings.next().is_some_and(tells),
            Method::GivenElsewhere => sendings.all(tells),
        };
        self.expect(
            Part::Revision,
            sent,
            format!("The document (revision {}) is not the one that was sent.", revision.number),
        );

        let countersigning = events.iter().find(|event| event.kind == EventKind::Countersigned);
        let countersigned = match (countersignature, countersigning) {
            (None, None) => true,
            (Some(record), Some(event)) => {
                event.actor == Actor::Member { user_id: record.user_id }
                    && says(event, "signatureSha256", &record.signature_sha256)
                    && says(event, "requestId", &record.request_id)
            }
            _ => false,
        };
        self.expect(
            Part::Countersignature,
            countersigned,
            "The countersignature is not the one that the events tell of.",
        );
    }

    fn daily_roots(&mut self) {
        let Evidence { format, events, daily_roots, .. } = self.evidence;
        let is_covered = format == COVERED_FORMAT;
        self.expect(
            Part::DailyRoots,
            is_covered != daily_roots.is_empty(),
            "Daily roots were added or removed.",
        );
        for InclusionProof { sequence, daily_root, .. } in
            daily_roots.iter().filter(|proof| !covers(proof, events))
        {
            let words = format!("The daily root of {} does not cover event {sequence}.", day(daily_root.day));
            self.expect(Part::DailyRoots, false, words);
        }
    }

    /// Whether an audit entry describes exactly this signature. Its fields are compared with the record; the
    /// hash of the whole record, which the entry also carries, covers the rest.
    fn tells_of_signature(&self, event: &Entry) -> bool {
        let Evidence { signature, .. } = self.evidence;
        let who = match (&event.actor, signature.method) {
            (Actor::Client { name, email }, Method::TypedName) => {
                name.as_ref() == Some(&signature.name) && email.as_ref() == Some(&signature.email)
            }
            (Actor::Member { .. } | Actor::ApiClient { .. }, Method::GivenElsewhere) => {
                says(event, "name", &signature.name) && says(event, "email", &signature.email)
            }
            _ => false,
        };
        let consent =
            event.payload.get("consentId").and_then(Value::as_str) == signature.consent_id.as_deref();
        let record = match event.payload.get("signatureSha256") {
            Some(recorded) => hash(signature).is_some_and(|hash| recorded == &Value::String(hash)),
            None => (event.at - signature.signed_at).abs() <= TOLERANCE,
        };
        let what = says(event, "sha256", &signature.revision_sha256)
            && says(event, "totalsSha256", &signature.totals_sha256)
            && says(event, "termsSha256", &signature.terms_sha256);
        who && consent && record && what
    }
}

/// Whether the daily root is signed, by any key, and covers the event that the proof names.
fn covers(proof: &InclusionProof, events: &[Entry]) -> bool {
    let event = events.iter().find(|event| event.sequence == proof.sequence);
    proof.daily_root.signer().is_some() && event.is_some_and(|event| proof.covers(&event.hash))
}

fn says(event: &Entry, name: &str, text: &str) -> bool {
    event.payload.get(name).and_then(Value::as_str) == Some(text)
}

fn hash<T: Serialize>(value: &T) -> Option<String> {
    canonical_json(value).map(sha256_hex).ok()
}
