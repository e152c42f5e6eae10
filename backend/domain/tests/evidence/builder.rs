//! A small proposal that was sent and signed, always the same.

use std::{fmt::Write as _, sync::LazyLock};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::{DateTime, TimeDelta, Utc};
use proffer_domain::{
    audit::{self, Actor, Entry, EventKind, NewEvent},
    canonical::{canonical_json, sha256_hex},
    consent,
    countersignature::Countersignature,
    daily_root::{self, DailyRoot, InclusionProof},
    evidence::{Evidence, Material, RevisionPart, UNSIGNED_FORMAT, assemble, sealed_pdf, to_json},
    pricing,
    proposal_input::Details,
    revision::Frozen,
    seal::{Fingerprint, SealingKey, Signing},
    signature::{self, AcceptRequest, RequestContext, Signature},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

pub const PROPOSAL: Uuid = Uuid::from_u128(0x77);
pub const ADA: Uuid = Uuid::from_u128(0xada);

/// How it was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signed {
    ByLink,
    Countersigned,
    Recorded,
}

pub fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_800_000_000_123).unwrap() + TimeDelta::minutes(minutes)
}

pub fn frozen() -> Frozen {
    let mut last = 0_u128;
    let mut pricing = pricing::table_from_text(
        "$4,500 one-time and $300 monthly hosting",
        proffer_domain::money::Currency::USD,
        &mut || {
            last += 1;
            Uuid::from_u128(last)
        },
    );
    // The hosting is optional.
    pricing.groups[0].items[1].optional = true;
    Frozen {
        proposal_id: PROPOSAL,
        number: 2,
        title: "Website \"relaunch\"".to_owned(),
        subtitle: None,
        html_content: "<p>Hello</p>".to_owned(),
        totals: pricing::totals(&pricing).unwrap(),
        currency: pricing.currency,
        pricing,
        terms_and_conditions: Some("Payment within 14 days.".to_owned()),
        brand: None,
        company_snapshot: None,
        client_name: "L\u{f6}we & S\u{f6}hne".to_owned(),
        details: Details::default(),
        consent_id: consent::CURRENT.id.to_owned(),
    }
}

fn circumstances() -> RequestContext {
    RequestContext {
        at: at(30),
        ip: Some("203.0.113.7".parse().unwrap()),
        user_agent: Some("Mozilla/5.0".to_owned()),
        request_id: "req-1".to_owned(),
    }
}

pub fn signature(how: Signed, frozen: &Frozen, sha256: &str) -> Signature {
    if how == Signed::Recorded {
        return signature::record("Ada L\u{f6}we", "ada@example.com", frozen, sha256, &circumstances())
            .unwrap();
    }
    let total = frozen.totals.total_amount.to_string();
    let request = AcceptRequest {
        sender_name: "Ada L\u{f6}we",
        sender_email: "ada@example.com",
        signature: "Ada L\u{f6}we",
        message: None,
        company: None,
        title: None,
        revision_sha256: sha256,
        consent_id: consent::CURRENT.id,
        choices: &[],
        total_amount: Some(&total),
    };
    signature::sign(&request, frozen, sha256, &circumstances()).unwrap()
}

pub fn hash<T: serde::Serialize>(value: &T) -> String {
    sha256_hex(canonical_json(value).unwrap())
}

pub fn chain(events: Vec<(EventKind, Actor, i64, Value)>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for (kind, actor, minutes, payload) in events {
        let event = NewEvent { proposal_id: PROPOSAL, kind, actor, at: at(minutes), payload };
        entries.push(audit::append(entries.last(), event).unwrap());
    }
    entries
}

/// The payload of the signing event.
pub fn payload(signature: &Signature) -> Value {
    let mut payload = json!({
        "revision": signature.revision_number,
        "sha256": signature.revision_sha256,
        "totalsSha256": signature.totals_sha256,
        "termsSha256": signature.terms_sha256,
        "signatureSha256": hash(signature),
        "requestId": signature.request_id,
    });
    if let Some(id) = &signature.consent_id {
        payload["consentId"] = json!(id);
    } else {
        payload["name"] = json!(signature.name);
        payload["email"] = json!(signature.email);
    }
    payload
}

pub fn material(how: Signed) -> Material {
    let frozen = frozen();
    let sealed = frozen.seal().unwrap();
    let signature = signature(how, &frozen, &sealed.sha256);
    let ada = Actor::Member { user_id: ADA };
    let client = Actor::Client { name: Some(signature.name.clone()), email: Some(signature.email.clone()) };
    let mut events = vec![
        (EventKind::Created, ada.clone(), 0, json!({})),
        (EventKind::Sent, ada.clone(), 10, json!({ "revision": 2, "sha256": sealed.sha256 })),
        (EventKind::Viewed, Actor::Client { name: None, email: None }, 20, json!({ "revision": 2 })),
    ];
    events.push(match how {
        Signed::ByLink => (EventKind::Signed, client, 30, payload(&signature)),
        Signed::Countersigned => (EventKind::Accepted, client, 30, payload(&signature)),
        Signed::Recorded => (EventKind::AcceptanceRecorded, ada.clone(), 30, payload(&signature)),
    });
    let countersignature = (how == Signed::Countersigned).then(|| Countersignature {
        proposal_id: PROPOSAL,
        revision_number: 2,
        revision_sha256: sealed.sha256.clone(),
        signature_sha256: hash(&signature),
        user_id: ADA,
        typed_name: "Ada Nord".to_owned(),
        name: "Ada Nord".to_owned(),
        email: "nord@example.com".to_owned(),
        ip: None,
        user_agent: None,
        signed_at: at(40),
        request_id: "req-2".to_owned(),
    });
    if countersignature.is_some() {
        let payload = json!({
            "revision": 2, "sha256": sealed.sha256, "signatureSha256": hash(&signature), "requestId": "req-2"
        });
        events.push((EventKind::Countersigned, ada, 40, payload));
    }
    Material {
        revision: RevisionPart {
            number: 2,
            sha256: sealed.sha256,
            sent_at: at(10),
            canonical: sealed.canonical,
        },
        signature,
        countersignature,
        events: chain(events),
        daily_roots: Vec::new(),
    }
}

/// The key of the installation.
pub fn key() -> SealingKey {
    SealingKey::from_pem(&SealingKey::new_pem(&[7; 32]).unwrap(), "proffer.example").unwrap()
}

/// The key of a forger.
pub fn other_key() -> SealingKey {
    SealingKey::from_pem(&SealingKey::new_pem(&[9; 32]).unwrap(), "proffer.example").unwrap()
}

/// What a person who verifies knows.
pub fn known() -> [Fingerprint; 1] {
    static KNOWN: LazyLock<[Fingerprint; 1]> = LazyLock::new(|| [key().public().fingerprint()]);
    KNOWN.clone()
}

pub fn evidence(how: Signed) -> Evidence {
    assemble(material(how), at(50), &key()).unwrap()
}

/// The daily roots of the signing and of the two days after it. The first and the last cover the proposal.
pub fn daily_roots(events: &[Entry], key: &SealingKey) -> (Vec<DailyRoot>, Vec<InclusionProof>) {
    let (mut roots, mut proofs): (Vec<DailyRoot>, Vec<InclusionProof>) = (Vec::new(), Vec::new());
    for (days, own) in [(0, Some(&events[3])), (1, None), (2, events.last())] {
        let mut leaves: Vec<_> =
            ["one", "another"].map(|head| daily_root::leaf(&format!("{head} of day {days}"))).into();
        leaves.extend(own.map(|event| daily_root::leaf(&event.hash)));
        let day = at(0).date_naive() + TimeDelta::days(days);
        let root = DailyRoot::sign(day, &leaves, roots.last(), key).unwrap();
        proofs.extend(
            own.map(|event| InclusionProof::new(event.sequence, &leaves[2], &leaves, root.clone()).unwrap()),
        );
        roots.push(root);
    }
    (roots, proofs)
}

/// The records with a download on the third day.
pub fn downloaded() -> Material {
    let mut material = material(Signed::ByLink);
    let event = NewEvent {
        proposal_id: PROPOSAL,
        kind: EventKind::Downloaded,
        actor: Actor::Member { user_id: ADA },
        at: at(2 * 24 * 60),
        payload: json!({ "file": "document" }),
    };
    material.events.push(audit::append(material.events.last(), event).unwrap());
    material
}

/// Evidence with the daily roots of a key, assembled on the fourth day.
pub fn covered_by(key: &SealingKey) -> Evidence {
    let mut material = downloaded();
    material.daily_roots = daily_roots(&material.events, key).1;
    assemble(material, at(3 * 24 * 60), &self::key()).unwrap()
}

/// The evidence as it was before evidence was signed.
pub fn unsigned(how: Signed) -> String {
    let mut evidence = serde_json::to_value(evidence(how)).unwrap();
    evidence["format"] = json!(UNSIGNED_FORMAT);
    evidence.as_object_mut().unwrap().remove("seal");
    rehashed(evidence, &[])
}

/// A small PDF with the evidence, of the same form as the server's, sealed but not signed.
pub fn sealed_pdf(evidence: &str) -> Vec<u8> {
    let (mark, length) = (sealed_pdf::placeholder(), evidence.len());
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        "<</Type/Page/MediaBox[0 0 595 842]/Tabs/S/Parent 2 0 R>>".to_owned(),
        format!("<</Title(Relaunch)/Keywords({mark})>>"),
        format!("<</Length 77/Type/Metadata>>\nstream\n{mark}\nendstream"),
        format!("<</Length {length}/Type/EmbeddedFile>>\nstream\n{evidence}\nendstream"),
    ];
    let (mut pdf, mut table) = ("%PDF-1.7\n".to_owned(), "xref\n0 7\n0000000000 65535 f\r\n".to_owned());
    for (index, object) in objects.iter().enumerate() {
        write!(table, "{:010} 00000 n\r\n", pdf.len()).unwrap();
        writeln!(pdf, "{} 0 obj\n{object}\nendobj", index + 1).unwrap();
    }
    let start = pdf.len();
    write!(pdf, "{table}trailer\n<</Size 7/Root 1 0 R/Info 4 0 R>>\nstartxref\n{start}\n%%EOF").unwrap();
    sealed_pdf::seal(pdf.into_bytes()).unwrap()
}

/// The same, signed.
pub fn signed_pdf(evidence: &str, key: &SealingKey) -> Vec<u8> {
    signed_pdf_with(evidence, key, false).0
}

/// The same, signed with or without a timestamp, and the signature in it.
pub fn signed_pdf_with(evidence: &str, key: &SealingKey, is_timestamped: bool) -> (Vec<u8>, Vec<u8>) {
    let unsigned = sealed_pdf::Unsigned::new(sealed_pdf(evidence), key, at(50), is_timestamped).unwrap();
    let signing = Signing::new(key, unsigned.digest()).unwrap();
    let token = is_timestamped.then(|| token(signing.signature()));
    let container = signing.container(token.as_deref()).unwrap();
    (unsigned.finish(&container).unwrap(), signing.signature().to_vec())
}

/// A timestamp token of a signature. Its own signature is left out, because it is not checked.
fn token(signature: &[u8]) -> Vec<u8> {
    const SHA_256: &[u8] = b"\x30\x0b\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01";
    let element = |tag: u8, parts: &[&[u8]]| {
        let value = parts.concat();
        let length = u16::try_from(value.len()).unwrap().to_be_bytes();
        let head = match length {
            [0, short] if short < 0x80 => vec![tag, short],
            [0, short] => vec![tag, 0x81, short],
            [high, low] => vec![tag, 0x82, high, low],
        };
        [head, value].concat()
    };
    let hash = element(4, &[&Sha256::digest(signature)]);
    let (policy, number, time) = (b"\x06\x02\x2a\x03", b"\x02\x01\x01", element(0x18, &[b"20270115085100Z"]));
    let info = element(0x30, &[number, policy, &element(0x30, &[SHA_256, &hash]), number, &time]);
    let content = element(
        0x30,
        &[b"\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x04", &element(0xa0, &[&element(4, &[&info])])],
    );
    let data = element(0x30, &[b"\x02\x01\x03", &element(0x31, &[SHA_256]), &content, b"\x31\x00"]);
    element(0x30, &[b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02", &element(0xa0, &[&data])])
}

pub fn json_of(how: Signed) -> String {
    to_json(&evidence(how)).unwrap()
}

/// The same evidence with all part hashes recomputed and signed with another key, as a forger would do.
pub fn rehashed(mut evidence: Value, but: &[&str]) -> String {
    let part = |name: &str| evidence.get(name).cloned().unwrap_or(Value::Null);
    let document = json!({
        "format": part("format"), "statement": part("statement"), "proposalId": part("proposalId"),
        "sealedAt": part("sealedAt")
    });
    let events = json!({ "events": part("events"), "head": part("head") });
    let fresh: Vec<(&str, String)> =
        ["document", "revision", "pricing", "totals", "signature", "countersignature", "consent", "events"]
            .into_iter()
            .map(|name| {
                let value = match name {
                    "document" => document.clone(),
                    "events" => events.clone(),
                    name => part(name),
                };
                (name, hash(&value))
            })
            .chain(evidence.get("dailyRoots").map(|roots| ("dailyRoots", hash(roots))))
            .collect();
    for (name, hash) in fresh.into_iter().filter(|(name, _)| !but.contains(name)) {
        evidence["hashes"][name] = json!(hash);
    }
    if evidence.get("seal").is_some() {
        let key = other_key();
        let signature = key.sign(canonical_json(&evidence["hashes"]).unwrap().as_bytes());
        evidence["seal"] =
            json!({ "publicKey": key.public().to_base64(), "signature": STANDARD.encode(signature) });
    }
    canonical_json(&evidence).unwrap()
}
