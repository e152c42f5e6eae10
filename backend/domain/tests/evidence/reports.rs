//! The report for people.

use pretty_assertions::assert_eq;
use proffer_domain::{
    audit::{Actor, EventKind},
    canonical::canonical_json,
    evidence::{STATEMENT, assemble, to_json, verify, verify_file},
};
use serde_json::{Value, json};

use super::builder::{ADA, Signed, at, chain, evidence, json_of, key, known, material};

#[test]
fn valid_evidence_says_who_what_when_and_what_it_is_not() {
    let by_link = evidence(Signed::ByLink);
    let common = |first: &[&str], class: &str, how| {
        let evidence = evidence(how);
        let mut lines = vec![
            "AUTHENTIC AND INTACT. A known key signed this, and nothing was altered since.".to_owned(),
            format!("The evidence was signed with the known key {}.", key().public().fingerprint()),
            "No daily root covers this file: it was put together before the first one with these events."
                .to_owned(),
        ];
        lines.extend(first.iter().map(|line| (*line).to_owned()));
        lines.extend([
            format!("What was agreed to: revision 2, SHA-256 {}", by_link.revision.sha256),
            "One-time total plus first year of recurring costs: $8,100.00".to_owned(),
            format!("Class: {class}"),
            format!(
                "Events on record: {}, each bound to the one before; the last is SHA-256 {}",
                evidence.events.len(),
                evidence.head.hash
            ),
            "Put together on January 15, 2027 at 08:50:00 UTC.".to_owned(),
            STATEMENT.to_owned(),
        ]);
        lines
    };
    let signed = "Ada L\u{f6}we (ada@example.com) signed \u{201c}Website \"relaunch\"\u{201d} for L\u{f6}we & S\u{f6}hne on \
                  January 15, 2027 at 08:30:00 UTC.";
    let typed = "They typed their full name: Ada L\u{f6}we";
    assert_eq!(
        verify(json_of(Signed::ByLink).as_bytes(), &known()).lines(),
        common(
            &[signed, typed],
            "signed by a person who held the link that was sent to the client",
            Signed::ByLink
        )
    );
    assert_eq!(
        verify(json_of(Signed::Countersigned).as_bytes(), &known()).lines(),
        common(
            &[signed, typed, "Ada Nord countersigned for the sender on January 15, 2027 at 08:40:00 UTC."],
            "signed by a person who held the link that was sent to the client, and countersigned by the sender",
            Signed::Countersigned
        )
    );
    let recorded = "The sender recorded on January 15, 2027 at 08:30:00 UTC that Ada L\u{f6}we (ada@example.com) accepted \
                    \u{201c}Website \"relaunch\"\u{201d} for L\u{f6}we & S\u{f6}hne elsewhere.";
    assert_eq!(
        verify(json_of(Signed::Recorded).as_bytes(), &known()).lines(),
        common(
            &[recorded, "The client signed nothing here; this is the sender's own record."],
            "recorded by the sender; no signature of the client",
            Signed::Recorded
        )
    );
}

#[test]
fn altered_evidence_names_each_part() {
    type Case = (fn(&mut Value), &'static [&'static str]);
    let words = |change: fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&json_of(Signed::Countersigned)).unwrap();
        change(&mut value);
        let report = verify_file(canonical_json(&value).unwrap().as_bytes(), &known());
        report.lines()[1..].to_vec()
    };
    let cases: &[Case] = &[
        (
            |e| e["pricing"]["groups"][0]["items"][0]["unitPrice"] = json!("1.00"),
            &["- The prices were altered. [pricing]"],
        ),
        (|e| e["totals"]["totalAmount"] = json!("1.00"), &["- The totals were altered. [totals]"]),
        (|e| e["signature"]["name"] = json!("Eve"), &["- The signature record was altered. [signature]"]),
        (
            |e| e["countersignature"]["name"] = json!("Eve"),
            &["- The countersignature was altered. [countersignature]"],
        ),
        (|e| e["consent"]["text"] = json!("Yes."), &["- The consent text was altered. [consent]"]),
        (
            |e| e["revision"]["sentAt"] = json!("2027-01-15T08:11:00.123Z"),
            &["- The document (revision 2) was altered. [revision]"],
        ),
        (
            |e| e["sealedAt"] = json!("2027-01-15T08:51:00.123Z"),
            &[
                "- What the evidence says of itself (format, statement, proposal, time) was altered. [document]",
            ],
        ),
        (|e| e["events"][0]["payload"] = json!({ "x": 1 }), &["- Event 1 was altered. [events]"]),
        (|e| e["hashes"]["events"] = json!("0".repeat(64)), &["- The events were altered. [events]"]),
        (
            |e| drop(e.as_object_mut().unwrap().remove("countersignature")),
            &["- The countersignature was removed. [countersignature]"],
        ),
        (
            |e| drop(e.as_object_mut().unwrap().remove("signature")),
            &["- The signature record is missing. [signature]"],
        ),
        (
            |e| drop(e["hashes"].as_object_mut().unwrap().remove("totals")),
            &["- The totals or the hash of it were altered. [totals]"],
        ),
        (
            |e| {
                e["pricing"]["groups"] = json!([]);
                e["signature"]["email"] = json!("eve@example.com");
            },
            &["- The prices were altered. [pricing]", "- The signature record was altered. [signature]"],
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(words(*change), *expected);
    }
    let mut value: Value = serde_json::from_str(&json_of(Signed::ByLink)).unwrap();
    value["countersignature"] =
        serde_json::to_value(evidence(Signed::Countersigned).countersignature).unwrap();
    let added = verify(canonical_json(&value).unwrap().as_bytes(), &known());
    assert_eq!(
        added.lines(),
        ["ALTERED. This is not what was sealed:", "- The countersignature was added. [countersignature]"]
    );
    assert_eq!(
        verify(b"hello", &known()).lines(),
        [
            "NOT EVIDENCE. This file cannot be checked:",
            "- This file is neither a sealed PDF nor the evidence from one, or not the whole of it. [form]"
        ]
    );
}

#[test]
fn a_clock_that_went_back_is_told_and_breaks_nothing() {
    let mut material = material(Signed::ByLink);
    let viewed = material.events[2].clone();
    let mut events: Vec<_> = material
        .events
        .iter()
        .map(|entry| {
            (entry.kind, entry.actor.clone(), (entry.at - at(0)).num_minutes(), entry.payload.clone())
        })
        .collect();
    events[2] = (EventKind::Viewed, viewed.actor, 5, viewed.payload);
    events.push((EventKind::Downloaded, Actor::Member { user_id: ADA }, 70, json!({})));
    material.events = chain(events);
    let report = verify(to_json(&assemble(material, at(50), &key()).unwrap()).unwrap().as_bytes(), &known());
    assert!(report.is_intact());
    assert_eq!(
        report.notes,
        [
            "Event 3 carries an earlier time (January 15, 2027 at 08:05:00 UTC) than the event before it (January 15, 2027 at \
             08:10:00 UTC): the server's clock was set back.",
            "The evidence carries an earlier time than its last event: the server's clock was set back."
        ]
    );
}
