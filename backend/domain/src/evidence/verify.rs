//! Verifies evidence on its own: whether the file is canonical, every part has its hash, the parts agree with
//! each other, and whose key signed it.

use serde_json::{Map, Value};

use super::{
    COVERED_FORMAT, Evidence, FORMAT, Finding, Part, ProvenFacts, Report, Signer, UNSIGNED_FORMAT, Verdict,
    agreement,
    assemble::hash_of,
    sealed_pdf::{self, SealBroken},
    to_json,
};
use crate::{
    audit::{self, Broken, Entry, Head, Reason},
    canonical::{canonical_json, sha256_hex},
    seal::{Fingerprint, PublicKey},
};

/// The parts that have a hash, in the order in which they are checked.
const HASHED: [Part; 9] = [
    Part::Document,
    Part::Revision,
    Part::Pricing,
    Part::Totals,
    Part::Signature,
    Part::Countersignature,
    Part::Consent,
    Part::Events,
    Part::DailyRoots,
];

/// Verifies a file: a sealed PDF, or the evidence alone. It is authentic if keys with these fingerprints
/// signed it.
#[must_use]
pub fn verify_file(bytes: &[u8], known: &[Fingerprint]) -> Report {
    if serde_json::from_slice::<Value>(bytes).is_ok() {
        return verify(bytes, known);
    }
    let altered = |words: &str| Report::altered(vec![Finding::new(Part::Seal, words)]);
    match sealed_pdf::open(bytes) {
        Ok(opened) => {
            let signer = Signer::of(opened.signature.as_ref().map(|signature| signature.key), known);
            let timestamp = opened.signature.and_then(|signature| signature.timestamp);
            verify(&opened.evidence, known).in_document(signer, timestamp)
        }
        Err(SealBroken::Altered) => altered("The PDF was altered after it was sealed."),
        Err(SealBroken::Signature) => altered("The PDF's signature was altered, or it is of another file."),
        Err(SealBroken::NoEvidence) => {
            altered("The evidence was taken out of the PDF, or can no longer be read in it.")
        }
        Err(SealBroken::NotOurs) => verify(bytes, known),
    }
}

/// Verifies evidence. Accepts any bytes.
#[must_use]
pub fn verify(json: &[u8], known: &[Fingerprint]) -> Report {
    let members = match serde_json::from_slice(json) {
        Ok(Value::Object(members)) => members,
        Ok(_) | Err(_) if is_recognised(json) => {
            return Report::altered(vec![Finding::new(
                Part::Form,
                "The form of the file was altered: it is cut short or can no longer be read.",
            )]);
        }
        Ok(_) | Err(_) => {
            return Report::not_evidence(Finding::new(
                Part::Form,
                "This file is neither a sealed PDF nor the evidence from one, or not the whole of it.",
            ));
        }
    };
    let findings = integrity(json, &members);
    if !findings.is_empty() {
        let recognised = is_recognised(json) || members.get("hashes").is_some_and(Value::is_object);
        let verdict = if recognised { Verdict::Altered } else { Verdict::NotEvidence };
        return Report { verdict, ..Report::altered(findings) };
    }
    let Some(evidence) = read(json, members) else {
        return Report::altered(vec![Finding::new(
            Part::Form,
            "The form of the file was altered: it says something that evidence of this format does not.",
        )]);
    };
    let key = match signed_by(&evidence) {
        Ok(key) => key,
        Err(finding) => return Report::altered(vec![finding]),
    };
    let (frozen, findings) = agreement::check(&evidence);
    match frozen.filter(|_| findings.is_empty()) {
        Some(frozen) => {
            let report = Report::intact(
                ProvenFacts::of(&evidence, &frozen),
                agreement::remarks(&evidence),
                Signer::of(key, known),
            );
            report.covered(&evidence, known)
        }
        None => Report::altered(findings),
    }
}

/// The key that signed the evidence; none in the format without a signature.
fn signed_by(evidence: &Evidence) -> Result<Option<PublicKey>, Finding> {
    let altered = |words: &str| Finding::new(Part::Seal, words);
    let seal = match (&evidence.seal, evidence.format == UNSIGNED_FORMAT) {
        (None, true) => return Ok(None),
        (Some(seal), false) => seal,
        (None, false) => return Err(altered("The signature of the evidence was removed.")),
        (Some(_), true) => {
            return Err(altered("A signature was added to evidence from before evidence was signed."));
        }
    };
    let signer = seal.signer(&evidence.hashes);
    signer
        .map(Some)
        .ok_or_else(|| altered("The signature of the evidence was altered, or it is of other evidence."))
}

/// Whether evidence assembled later continues from the end of the sealed one; otherwise, what was rewritten
/// in between.
#[must_use]
pub fn continues(sealed: &Evidence, later: &Evidence) -> Option<Finding> {
    let same = |part, same: bool, what: &str| {
        (!same).then(|| Finding::new(part, format!("{what} is not the one that was sealed.")))
    };
    same(Part::Revision, sealed.revision == later.revision, "The document")
        .or_else(|| same(Part::Signature, sealed.signature == later.signature, "The signature record"))
        .or_else(|| {
            same(
                Part::Countersignature,
                sealed.countersignature == later.countersignature,
                "The countersignature",
            )
        })
        .or_else(|| {
            let differs =
                (0..sealed.events.len()).find(|index| sealed.events.get(*index) != later.events.get(*index));
            differs.map(|index| {
                Finding::new(Part::Events, format!("Event {} is not the one that was sealed.", index + 1))
            })
        })
}

/// Input that is not a JSON object is altered evidence if part of it can be recognised.
fn is_recognised(bytes: &[u8]) -> bool {
    let family = FORMAT.trim_end_matches(|character: char| character.is_ascii_digit());
    let text = String::from_utf8_lossy(bytes);
    [family, "\"previousHash\":\"", "\"revisionSha256\":\""].into_iter().any(|words| text.contains(words))
}

/// A file that passes these checks can be read as evidence, and writing it again gives the same bytes.
fn read(json: &[u8], members: Map<String, Value>) -> Option<Evidence> {
    let evidence: Evidence = serde_json::from_value(Value::Object(members)).ok()?;
    (to_json(&evidence).ok()?.as_bytes() == json).then_some(evidence)
}

/// Whether the file is canonical JSON in the known format, and every part has its hash.
fn integrity(json: &[u8], members: &Map<String, Value>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !canonical_json(members).is_ok_and(|text| text.as_bytes() == json) {
        findings
            .push(Finding::new(Part::Form, "The form of the file was altered: it is not written as it was."));
    }
    if !members
        .get("format")
        .and_then(Value::as_str)
        .is_some_and(|format| [FORMAT, COVERED_FORMAT, UNSIGNED_FORMAT].contains(&format))
    {
        findings.push(Finding::new(Part::Document, "The format that the evidence names is not known."));
    }
    let is_covered = members.get("format").and_then(Value::as_str) == Some(COVERED_FORMAT);
    for part in HASHED.into_iter().filter(|part| is_covered || *part != Part::DailyRoots) {
        let recorded =
            members.get("hashes").and_then(|hashes| hashes.get(part.as_str())).and_then(Value::as_str);
        let has_hash = hash_of(part, members).is_ok_and(|hash| recorded == Some(hash.as_str()));
        let broken_chain = (part == Part::Events).then(|| chain(members)).flatten();
        if let Some(broken) = broken_chain {
            findings.push(broken);
        } else if !has_hash {
            findings.push(Finding::new(part, altered(part, members, recorded)));
        }
    }
    findings
}

/// The fault in the chain of audit entries, if it can be read.
fn chain(members: &Map<String, Value>) -> Option<Finding> {
    let member = |name: &str| members.get(name).cloned().unwrap_or(Value::Null);
    let events: Vec<Entry> = serde_json::from_value(member("events")).ok()?;
    let head: Head = serde_json::from_value(member("head")).ok()?;
    let Broken { sequence, reason } = audit::verify_to(&events, &head).err()?;
    let words = match reason {
        Reason::Sequence => format!("Event {sequence} is missing or out of order."),
        Reason::OtherProposal => format!("Event {sequence} belongs to another proposal."),
        Reason::PreviousHash => {
            format!("Event {sequence} does not follow the event before it: one of the two was altered.")
        }
        Reason::Altered => format!("Event {sequence} was altered."),
        Reason::Length => format!(
            "Event {sequence} is missing or was added: the events do not end where they were recorded to end."
        ),
        Reason::Head => "The last event is not the one that was recorded as the last.".to_owned(),
    };
    Some(Finding::new(Part::Events, words))
}

/// Names a part that does not match its hash.
fn altered(part: Part, members: &Map<String, Value>, recorded: Option<&str>) -> String {
    let number = members.get("revision").and_then(|revision| revision.get("number")).and_then(Value::as_u64);
    let (what, many) = match part {
        Part::Revision => (
            number.map_or_else(
                || "The document".to_owned(),
                |number| format!("The document (revision {number})"),
            ),
            false,
        ),
        Part::Pricing => ("The prices".to_owned(), true),
        Part::Totals => ("The totals".to_owned(), true),
        Part::Signature => ("The signature record".to_owned(), false),
        Part::Countersignature => ("The countersignature".to_owned(), false),
        Part::Consent => ("The consent text".to_owned(), false),
        Part::Events => ("The events".to_owned(), true),
        Part::DailyRoots => ("The daily roots".to_owned(), true),
        Part::Document | Part::Form | Part::Seal => {
            ("What the evidence says of itself (format, statement, proposal, time)".to_owned(), false)
        }
    };
    let [was, is] = if many { ["were", "are"] } else { ["was", "is"] };
    let there = part == Part::Document || members.contains_key(part.as_str());
    match part {
        _ if recorded.is_none() => format!("{what} or the hash of it {was} altered."),
        Part::Countersignature | Part::Consent if !there => format!("{what} {was} removed."),
        Part::Countersignature | Part::Consent if recorded == Some(sha256_hex("null").as_str()) => {
            format!("{what} {was} added.")
        }
        _ if !there => format!("{what} {is} missing."),
        _ => format!("{what} {was} altered."),
    }
}
