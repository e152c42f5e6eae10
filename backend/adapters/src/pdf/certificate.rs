//! The certificate: who signed what, when and how, and the event history in words.

use proffer_domain::{
    audit::{Actor, Entry, EventKind},
    evidence::Evidence,
    revision::Frozen,
    seal::PublicKey,
    signature::{EvidenceClass, Method},
};
use serde_json::{Value, json};

use super::model::{SHORT_HASH, moment};

/// Printed when a value is not known.
const UNKNOWN: &str = "Not recorded";

/// The certificate of a proposal's evidence.
pub(super) fn of(evidence: &Evidence, frozen: &Frozen) -> Value {
    let signature = &evidence.signature;
    let class = signature.evidence_class;
    let own = class != EvidenceClass::RecordedByTeam;
    let (heading, lead) = match class {
        EvidenceClass::SignedByLink => (
            "Signed by link",
            "The holder of the proposal’s private link agreed to sign electronically and typed their full name under exactly this revision.",
        ),
        EvidenceClass::Countersigned => (
            "Countersigned",
            "The holder of the proposal’s private link agreed to sign electronically and typed their full name under exactly this \
             revision; the company that sent it has signed it as well.",
        ),
        EvidenceClass::RecordedByTeam => (
            "Recorded by the team",
            "This is not a signature of the client. The acceptance was given outside the product, and a member of the team that sent \
             the proposal wrote it down.",
        ),
    };
    // Only a client's own signature is shown, even if the record contains another.
    let typed = signature.typed_name.as_deref().filter(|_| own && signature.method == Method::TypedName);
    json!({
        "heading": heading,
        "lead": lead,
        "own": own,
        "signature": typed.map(|name| json!({
            "text": name, "by": signature.name, "at": moment(signature.signed_at)
        })),
        "message": signature.message,
        "parts": parts(evidence, frozen, own),
        "consent": evidence.consent.as_ref().filter(|_| own).map(|consent| json!({
            "id": consent.id, "text": consent.text
        })),
        "countersignature": countersignature(evidence),
        "hashes": hashes(evidence),
        "events": evidence.events.iter().map(|entry| event(entry, evidence)).collect::<Vec<_>>(),
        "preface": (!own).then_some("No signature of the client is part of this document. What follows is said of the signatures that are given through the product."),
        "statement": evidence.statement,
        "sealed": moment(evidence.sealed_at),
    })
}

fn fact(label: &str, text: impl Into<String>) -> Value {
    json!({ "label": label, "text": text.into() })
}

/// Subject, what, when and how, each as a list of labels and texts.
fn parts(evidence: &Evidence, frozen: &Frozen, own: bool) -> Vec<Value> {
    let signature = &evidence.signature;
    let mut who = vec![fact("Name", &signature.name), fact("E-mail address", &signature.email)];
    who.extend(signature.company.as_deref().map(|company| fact("Company", company)));
    who.extend(signature.title.as_deref().map(|title| fact("Position", title)));
    let what = vec![
        fact("Proposal", &frozen.title),
        fact("Revision", format!("{}, sent {}", evidence.revision.number, moment(evidence.revision.sent_at))),
        fact("For", &frozen.client_name),
        fact(&evidence.totals.total_label, evidence.pricing.currency.display(evidence.totals.total_amount)),
        fact("Proposal id", evidence.proposal_id.to_string()),
    ];
    let when = vec![
        fact(if own { "Signed" } else { "Recorded" }, moment(signature.signed_at)),
        fact("Sealed", moment(evidence.sealed_at)),
    ];
    let method = match signature.method {
        Method::TypedName => "Full name typed on the page that the proposal’s private link opens",
        Method::GivenElsewhere => "Given outside the product, written down by the team",
    };
    let ip = signature.ip.map_or_else(|| UNKNOWN.to_owned(), |ip| ip.to_string());
    let how = vec![
        fact("Method", method),
        fact(if own { "IP address" } else { "IP address (team)" }, ip),
        fact(
            if own { "Browser" } else { "Browser (team)" },
            signature.user_agent.as_deref().unwrap_or(UNKNOWN),
        ),
        fact("Request id", &signature.request_id),
    ];
    let who_heading = if own { "Who" } else { "Who is said to have accepted" };
    [(who_heading, who), ("What", what), ("When", when), ("How", how)]
        .into_iter()
        .map(|(heading, facts)| json!({ "heading": heading, "facts": facts }))
        .collect()
}

fn countersignature(evidence: &Evidence) -> Value {
    let Some(countersignature) = &evidence.countersignature else { return Value::Null };
    let ip = countersignature.ip.map_or_else(|| UNKNOWN.to_owned(), |ip| ip.to_string());
    json!({
        "text": countersignature.typed_name,
        "by": countersignature.name,
        "at": moment(countersignature.signed_at),
        "facts": [
            fact("Name", &countersignature.name),
            fact("E-mail address", &countersignature.email),
            fact("IP address", ip),
            fact("Browser", countersignature.user_agent.as_deref().unwrap_or(UNKNOWN)),
            fact("Request id", &countersignature.request_id),
        ],
    })
}

fn hashes(evidence: &Evidence) -> Vec<Value> {
    let signature = &evidence.signature;
    let mut hashes = vec![
        fact("Revision", &signature.revision_sha256),
        fact("Choices", &signature.choices_sha256),
        fact("Totals", &signature.totals_sha256),
        fact("Terms", &signature.terms_sha256),
    ];
    hashes.extend(signature.consent_sha256.as_deref().map(|hash| fact("Consent", hash)));
    hashes.push(fact("Signature record", &evidence.hashes.signature));
    if evidence.countersignature.is_some() {
        hashes.push(fact("Countersignature", &evidence.hashes.countersignature));
    }
    hashes.push(fact("Last event", &evidence.head.hash));
    let key = evidence.seal.as_ref().and_then(|seal| PublicKey::from_base64(&seal.public_key));
    hashes.extend(key.map(|key| fact("Sealing key", key.fingerprint().to_string())));
    hashes
}

fn event(entry: &Entry, evidence: &Evidence) -> Value {
    json!({
        "number": entry.sequence.to_string(),
        "at": moment(entry.at),
        "what": words(entry.kind),
        "who": who(&entry.actor, evidence),
        "hash": entry.hash.chars().take(SHORT_HASH).collect::<String>(),
    })
}

fn who(actor: &Actor, evidence: &Evidence) -> String {
    let short = |id: uuid::Uuid| {
        id.to_string()
            .chars()
            .rev()
            .take(SHORT_HASH)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect::<String>()
    };
    match actor {
        Actor::Member { user_id } => match &evidence.countersignature {
            Some(countersignature) if countersignature.user_id == *user_id => countersignature.name.clone(),
            _ => format!("Team member {}", short(*user_id)),
        },
        Actor::ApiClient { key_id } => format!("API key {}", short(*key_id)),
        Actor::Client { name, email } => match (name, email) {
            (Some(name), Some(email)) => format!("{name} ({email})"),
            (Some(only), None) | (None, Some(only)) => only.clone(),
            (None, None) => "Holder of the link".to_owned(),
        },
        Actor::Assistant => "Assistant".to_owned(),
        Actor::System => "Proffer".to_owned(),
    }
}

fn words(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Created => "Proposal created",
        EventKind::Copied => "Created as a copy",
        EventKind::Drafted => "Drafted",
        EventKind::DraftFailed => "Draft failed",
        EventKind::Edited => "Edited",
        EventKind::AmountConfirmed => "Amount confirmed",
        EventKind::ClaimsAccepted => "Claims accepted",
        EventKind::Shared => "Link made",
        EventKind::LinkRevoked => "Link taken back",
        EventKind::Sent => "Sent",
        EventKind::Reminded => "Client reminded",
        EventKind::Reopened => "Taken back for editing",
        EventKind::Viewed => "Opened",
        EventKind::ChangesRequested => "Changes requested",
        EventKind::Accepted => "Accepted by the client",
        EventKind::Countersigned => "Countersigned",
        EventKind::Signed => "Signed",
        EventKind::AcceptanceRecorded => "Acceptance recorded by the team",
        EventKind::Declined => "Declined",
        EventKind::Expired => "Expired",
        EventKind::Downloaded => "Downloaded",
        EventKind::Deleted => "Deleted",
    }
}
