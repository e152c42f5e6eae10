//! A test proposal with every kind of content, for each test to modify.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use chrono::{DateTime, TimeDelta, Utc};
use proffer_domain::{
    audit::{self, Actor, Entry, EventKind, NewEvent},
    canonical::{canonical_json, sha256_hex},
    consent,
    countersignature::Countersignature,
    evidence::{ConsentPart, Evidence, FORMAT, Hashes, RevisionPart, STATEMENT},
    pricing::{self, PricingTable},
    proposal_input::Details,
    revision::{Brand, CompanySnapshot, Frozen},
    seal::{Seal, SealingKey},
    signature::{self, AcceptRequest, EvidenceClass, RequestContext},
};
use serde_json::{Value, json};
use uuid::Uuid;

/// A proposal and its signature.
pub(crate) struct Case {
    pub(crate) frozen: Frozen,
    pub(crate) class: EvidenceClass,
    pub(crate) signer: String,
    pub(crate) views: usize,
}

pub(crate) fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_772_442_000, 0).unwrap_or_default()
}

fn number(number: u128) -> Uuid {
    Uuid::from_u128(0x0190_a5b2_0000_7000_8000_0000_0000_0000 + number)
}

pub(crate) fn item(at: u128, fields: &Value) -> Value {
    let mut item = json!({
        "id": number(at), "name": "Item", "quantity": "1", "unitPrice": "100", "origin": "user",
        "confirmed": true
    });
    if let (Some(item), Some(fields)) = (item.as_object_mut(), fields.as_object()) {
        item.extend(fields.clone());
    }
    item
}

pub(crate) fn table(groups: &Value, more: &Value) -> PricingTable {
    let mut table = json!({ "currency": "EUR", "groups": groups });
    if let (Some(table), Some(more)) = (table.as_object_mut(), more.as_object()) {
        table.extend(more.clone());
    }
    serde_json::from_value(table).unwrap()
}

fn prices() -> PricingTable {
    let vat = json!([{ "name": "VAT", "rate": "19" }]);
    let groups = json!([
        { "id": number(1), "name": "Design and build", "items": [
            item(10, &json!({ "name": "Discovery workshop", "unitPrice": "1800", "taxes": vat, "description": "Two half days with your team, on site, and a written summary of what was decided." })),
            item(11, &json!({
                "name": "Website design", "quantity": "12", "unit": "page", "unitPrice": "240.50",
                "taxes": vat, "discount": { "kind": "percent", "value": "10" }
            })),
        ]},
        { "id": number(2), "name": "Extras", "choice": "any", "items": [
            item(12, &json!({ "name": "Photography", "unitPrice": "950", "selected": true, "taxes": vat })),
            item(13, &json!({
                "name": "Translation into French", "unitPrice": "620", "selected": false, "taxes": vat
            })),
        ]},
        { "id": number(3), "name": "Hosting", "choice": "one", "items": [
            item(14, &json!({
                "name": "Standard hosting", "unitPrice": "39", "cadence": "monthly", "selected": true,
                "cycles": 24, "taxes": vat
            })),
            item(15, &json!({
                "name": "Managed hosting", "unitPrice": "129", "cadence": "monthly", "selected": false,
                "taxes": vat
            })),
        ]},
    ]);
    let milestones = json!([
        { "id": number(30), "name": "On acceptance", "due": "within 14 days", "share": { "kind": "percent", "value": "40" } },
        { "id": number(31), "name": "Design approved", "share": { "kind": "percent", "value": "30" } },
        { "id": number(32), "name": "Launch", "due": "30 days after launch", "share": { "kind": "percent", "value": "30" } },
    ]);
    table(&groups, &json!({ "milestones": milestones, "discount": { "kind": "percent", "value": "5" } }))
}

const HTML: &str = concat!(
    "<section data-block=\"00000000-0000-0000-0000-000000000001\" data-kind=\"summary\"><h2>Overview</h2>",
    "<p>Löwe &amp; Söhne want a website that <strong>sells spare parts</strong> without a phone call. We build it <em>with</em> your team, ",
    "from the first sketch to the day it goes live, and stay for two years after that.</p>",
    "<p>What we heard: <a href=\"https://example.com/notes\" rel=\"noopener noreferrer\">the notes of our meeting</a>, and this:</p>",
    "<blockquote><p>Every Monday three people type orders from a fax.</p></blockquote></section>",
    "<section data-block=\"00000000-0000-0000-0000-000000000002\" data-kind=\"scope\"><h2>Scope</h2><ul><li>Shop with 4,000 parts",
    "<ul><li>search by drawing number</li><li>stock from your system</li></ul></li><li>Twelve designed pages</li></ul>",
    "<h3>How we go about it</h3><ol><li>Discovery</li><li>Design</li><li>Build and launch</li></ol>",
    "<table><caption>Timeline</caption><thead><tr><th scope=\"col\">Week</th><th scope=\"col\">What</th></tr></thead><tbody>",
    "<tr><th scope=\"row\">1–2</th><td>Workshops</td></tr><tr><th scope=\"row\">3–8</th><td>Design and build</td></tr></tbody></table></section>",
    "<section data-block=\"00000000-0000-0000-0000-000000000003\" data-kind=\"pricing\"><h2>Investment</h2></section>",
    "<section data-block=\"00000000-0000-0000-0000-000000000004\" data-kind=\"next-steps\"><h2>Next steps</h2><p>Sign below, and we ",
    "meet on Tuesday.</p></section>",
);

pub(crate) fn case() -> Case {
    let pricing = prices();
    let frozen = Frozen {
        proposal_id: number(77),
        number: 2,
        title: "Website relaunch with a parts shop".to_owned(),
        subtitle: Some("From fax to self-service in ten weeks".to_owned()),
        html_content: HTML.to_owned(),
        totals: pricing::totals(&pricing).unwrap(),
        currency: pricing.currency,
        pricing,
        terms_and_conditions: Some(
            "Payment within 14 days.\nPrices are valid for 30 days.\n\nWork starts after the deposit was received.".to_owned(),
        ),
        brand: Some(Brand {
            primary_color: "#0b6e4f".to_owned(),
            secondary_color: Some("#22303c".to_owned()),
            accent_color: None,
            font_family: Some("Segoe UI".to_owned()),
            layout_style: None,
            template_id: None,
            custom_css: None,
            css: None,
        }),
        company_snapshot: Some(CompanySnapshot { name: "Studio Nord".to_owned(), ..CompanySnapshot::default() }),
        client_name: "Löwe & Söhne GmbH".to_owned(),
        details: Details::default(),
        consent_id: consent::CURRENT.id.to_owned(),
    };
    Case { frozen, class: EvidenceClass::SignedByLink, signer: "Ada Löwe".to_owned(), views: 2 }
}

impl Case {
    /// The proposal with other prices.
    pub(crate) fn priced(mut self, pricing: PricingTable) -> Self {
        self.frozen.totals = pricing::totals(&pricing).unwrap();
        self.frozen.currency = pricing.currency;
        self.frozen.pricing = pricing;
        self
    }

    /// The evidence, and its text as attached.
    pub(crate) fn evidence(self) -> (Evidence, String) {
        let Self { frozen, class, signer, views } = self;
        let sealed = frozen.seal().unwrap();
        let circumstances = RequestContext {
            at: start(),
            ip: Some("203.0.113.7".parse().unwrap()),
            user_agent: Some(
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0".to_owned(),
            ),
            request_id: "0190a5b2-7c1e-7e6a-9a51-2f0c4b8d9e11".to_owned(),
        };
        let total = frozen.totals.total_amount.to_string();
        let request = AcceptRequest {
            sender_name: &signer,
            sender_email: "ada.loewe@example.com",
            signature: &signer,
            message: Some("We look forward to it."),
            company: Some("Löwe & Söhne GmbH"),
            title: Some("Managing director"),
            revision_sha256: &sealed.sha256,
            consent_id: consent::CURRENT.id,
            choices: &[],
            total_amount: Some(&total),
        };
        let recorded = class == EvidenceClass::RecordedByTeam;
        let mut signature = if recorded {
            signature::record(&signer, "ada.loewe@example.com", &frozen, &sealed.sha256, &circumstances)
                .unwrap()
        } else {
            signature::sign(&request, &frozen, &sealed.sha256, &circumstances).unwrap()
        };
        signature.evidence_class = class;
        if recorded {
            // No real record has a typed name; if one had, it must not be shown as a signature.
            (signature.typed_name, signature.method) = (Some(signer.clone()), signature::Method::TypedName);
        }
        let countersignature = (class == EvidenceClass::Countersigned).then(|| Countersignature {
            proposal_id: frozen.proposal_id,
            revision_number: frozen.number,
            revision_sha256: sealed.sha256.clone(),
            signature_sha256: sha256_hex(canonical_json(&signature).unwrap()),
            user_id: number(9),
            typed_name: "Jonas Nord".to_owned(),
            name: "Jonas Nord".to_owned(),
            email: "jonas@studio-nord.example".to_owned(),
            ip: None,
            user_agent: None,
            signed_at: start() + TimeDelta::minutes(95),
            request_id: "0190a5b2-8d2f-7e6a-9a51-2f0c4b8d9e12".to_owned(),
        });
        let events = events(&frozen, recorded, &signer, countersignature.is_some(), views);
        let (pricing, totals) = (frozen.pricing, frozen.totals);
        let revision = RevisionPart {
            number: frozen.number,
            sha256: sealed.sha256,
            sent_at: start() - TimeDelta::days(2),
            canonical: sealed.canonical,
        };
        let consent = (!recorded).then(|| ConsentPart {
            id: consent::CURRENT.id.to_owned(),
            text: consent::CURRENT.text.to_owned(),
        });
        let hashes = Hashes {
            signature: sha256_hex(canonical_json(&signature).unwrap()),
            countersignature: sha256_hex("c"),
            ..Hashes::default()
        };
        let evidence = Evidence {
            format: FORMAT.to_owned(),
            statement: STATEMENT.to_owned(),
            proposal_id: frozen.proposal_id,
            revision,
            pricing,
            totals,
            signature,
            countersignature,
            consent,
            head: events.last().unwrap().head(),
            events,
            daily_roots: Vec::new(),
            sealed_at: start() + TimeDelta::minutes(96),
            hashes,
            seal: Some(Seal { public_key: key().public().to_base64(), signature: String::new() }),
        };
        let json = canonical_json(&evidence).unwrap();
        (evidence, json)
    }
}

/// The key of the installation.
pub(crate) fn key() -> SealingKey {
    SealingKey::from_pem(&SealingKey::new_pem(&[7; 32]).unwrap(), "proffer.example").unwrap()
}

fn events(frozen: &Frozen, recorded: bool, signer: &str, countersigned: bool, views: usize) -> Vec<Entry> {
    let team = || Actor::Member { user_id: number(9) };
    let client =
        || Actor::Client { name: Some(signer.to_owned()), email: Some("ada.loewe@example.com".to_owned()) };
    let mut kinds = vec![
        (EventKind::Created, team()),
        (EventKind::Drafted, Actor::Assistant),
        (EventKind::Edited, team()),
        (EventKind::Sent, team()),
    ];
    kinds.extend((0..views).map(|_| (EventKind::Viewed, Actor::Client { name: None, email: None })));
    match (recorded, countersigned) {
        (true, _) => kinds.push((EventKind::AcceptanceRecorded, team())),
        (false, true) => {
            kinds.extend([
                (EventKind::Accepted, client()),
                (EventKind::Countersigned, team()),
                (EventKind::Signed, Actor::System),
            ]);
        }
        (false, false) => kinds.push((EventKind::Signed, client())),
    }
    let mut events: Vec<Entry> = Vec::new();
    for (place, (kind, actor)) in (0..).zip(kinds) {
        let event = NewEvent {
            proposal_id: frozen.proposal_id,
            kind,
            actor,
            at: start() + TimeDelta::seconds(place * 61 - 4_000),
            payload: json!({}),
        };
        events.push(audit::append(events.last(), event).unwrap());
    }
    events
}
