//! Forgers who know how the hashes are computed, and change some of the parts.

use proffer_domain::{
    audit::{Actor, Entry, EventKind},
    canonical::sha256_hex,
    evidence::{Evidence, Part, assemble, continues, signing_end, to_json, verify},
    pricing,
};
use serde_json::{Value, json};

use super::builder::{
    ADA, Signed, at, chain, evidence, frozen, hash, json_of, key, known, material, payload, rehashed,
};

/// The first fault found.
fn found(text: &str) -> (Part, String) {
    let report = verify(text.as_bytes(), &known());
    assert!(!report.is_intact(), "a forgery passes: {text}");
    (report.findings[0].part, report.findings[0].words.clone())
}

fn forged(how: Signed, change: impl FnOnce(&mut Value)) -> (Part, String) {
    let mut evidence = serde_json::from_str(&json_of(how)).unwrap();
    change(&mut evidence);
    found(&rehashed(evidence, &[]))
}

/// The revision recomputed with another text, with its hash updated everywhere except in the events.
fn other_revision(evidence: &mut Value, change: impl FnOnce(&mut proffer_domain::revision::Frozen)) {
    let mut other = frozen();
    change(&mut other);
    other.totals = pricing::totals(&other.pricing).unwrap();
    let sealed = other.seal().unwrap();
    evidence["revision"]["canonical"] = json!(sealed.canonical);
    evidence["revision"]["sha256"] = json!(sealed.sha256);
    evidence["signature"]["revisionSha256"] = json!(sealed.sha256);
    evidence["signature"]["totalsSha256"] = json!(other.totals_sha256().unwrap());
    evidence["signature"]["termsSha256"] = json!(other.terms_sha256());
    evidence["pricing"] = serde_json::to_value(&other.pricing).unwrap();
    evidence["totals"] = serde_json::to_value(&other.totals).unwrap();
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of forgeries")]
fn a_part_with_a_new_hash_is_named_by_the_others() {
    type Case = (&'static str, Part, &'static str, fn(&mut Value));
    let cases: &[Case] = &[
        (
            "a price",
            Part::Pricing,
            "The prices are not those of the signed document with the client's choices.",
            |e| {
                e["pricing"]["groups"][0]["items"][0]["unitPrice"] = json!("1.00");
            },
        ),
        (
            "price and totals",
            Part::Pricing,
            "The prices are not those of the signed document with the client's choices.",
            |e| {
                e["pricing"]["groups"][0]["items"][0]["unitPrice"] = json!("1.00");
                let table = serde_json::from_value(e["pricing"].clone()).unwrap();
                e["totals"] = serde_json::to_value(pricing::totals(&table).unwrap()).unwrap();
                e["signature"]["totalsSha256"] = json!(hash(&e["totals"]));
            },
        ),
        ("a total", Part::Totals, "The totals are not what the prices come to.", |e| {
            e["totals"]["totalAmount"] = json!("1.00");
        }),
        (
            "an item not taken",
            Part::Pricing,
            "The prices are not those of the signed document with the client's choices.",
            |e| {
                e["pricing"]["groups"][0]["items"][1]["selected"] = json!(false);
            },
        ),
        (
            "choices",
            Part::Pricing,
            "The prices are not those of the signed document with the client's choices.",
            |e| {
                e["signature"]["choices"].as_array_mut().unwrap().pop();
                e["signature"]["choicesSha256"] = json!(hash(&e["signature"]["choices"]));
            },
        ),
        (
            "the document's text",
            Part::Revision,
            "The document (revision 2) was altered: its text does not have its hash.",
            |e| {
                e["revision"]["canonical"] =
                    json!(e["revision"]["canonical"].as_str().unwrap().replace("Hello", "Hallo"));
            },
        ),
        ("the document", Part::Revision, "The document (revision 2) is not the one that was signed.", |e| {
            let text = e["revision"]["canonical"].as_str().unwrap().replace("Hello", "Hallo");
            e["revision"]["sha256"] = json!(sha256_hex(&text));
            e["revision"]["canonical"] = json!(text);
        }),
        (
            "another number",
            Part::Revision,
            "The document (revision 3) is not a document of this proposal.",
            |e| {
                e["revision"]["number"] = json!(3);
            },
        ),
        (
            "when it was sent",
            Part::Revision,
            "The document (revision 2) is not the one that was sent.",
            |e| {
                e["revision"]["sentAt"] = json!("2027-01-14T08:10:00.123Z");
            },
        ),
        (
            "no document",
            Part::Revision,
            "The document (revision 2) is not a document of this proposal.",
            |e| {
                e["revision"]["canonical"] = json!("{}");
                e["revision"]["sha256"] = json!(sha256_hex("{}"));
            },
        ),
        (
            "the signed hash",
            Part::Revision,
            "The document (revision 2) is not the one that was signed.",
            |e| {
                e["signature"]["revisionSha256"] = json!("0".repeat(64));
            },
        ),
        (
            "all but the events",
            Part::Signature,
            "The signature record differs from what event 4 tells of it.",
            |e| {
                other_revision(e, |frozen| frozen.html_content = "<p>Hallo</p>".to_owned());
            },
        ),
        (
            "all prices but the events",
            Part::Signature,
            "The signature record differs from what event 4 tells of it.",
            |e| {
                other_revision(e, |frozen| frozen.pricing.groups[0].items[0].unit_price = 1.into());
            },
        ),
        ("the signer", Part::Signature, "The signature record differs from what event 4 tells of it.", |e| {
            e["signature"]["name"] = json!("Eve");
        }),
        (
            "what the signer typed",
            Part::Signature,
            "The signature record differs from what event 4 tells of it.",
            |e| {
                e["signature"]["typedName"] = json!("Eve");
            },
        ),
        (
            "the time of signing",
            Part::Signature,
            "The signature record differs from what event 4 tells of it.",
            |e| {
                e["signature"]["signedAt"] = json!("2027-01-15T08:30:00.124Z");
            },
        ),
        (
            "the request",
            Part::Signature,
            "The signature record is not the signature that the events tell of.",
            |e| {
                e["signature"]["requestId"] = json!("req-9");
            },
        ),
        (
            "other terms",
            Part::Signature,
            "The signature record names other terms than the signed document has.",
            |e| {
                e["signature"]["termsSha256"] = json!(sha256_hex(""));
            },
        ),
        (
            "another kind",
            Part::Signature,
            "The signature record claims to be of a kind that it is not.",
            |e| {
                e["signature"]["evidenceClass"] = json!("countersigned");
            },
        ),
        ("the consent", Part::Consent, "The consent text is not the one that was agreed to.", |e| {
            e["consent"]["text"] = json!("I agree to everything.");
        }),
        ("no consent", Part::Consent, "The consent text is not the one that was agreed to.", |e| {
            e.as_object_mut().unwrap().remove("consent");
        }),
        (
            "a countersignature",
            Part::Countersignature,
            "The countersignature is not the one that the events tell of.",
            |e| {
                e["countersignature"] =
                    serde_json::to_value(evidence(Signed::Countersigned).countersignature).unwrap();
            },
        ),
        ("the statement", Part::Document, "The statement of what such a signature is was altered.", |e| {
            e["statement"] = json!("This is a qualified electronic signature.");
        }),
        (
            "another proposal",
            Part::Revision,
            "The document (revision 2) is not a document of this proposal.",
            |e| {
                e["proposalId"] = json!(ADA);
            },
        ),
        ("another format", Part::Document, "The format that the evidence names is not known.", |e| {
            e["format"] = json!("proffer-evidence-0");
        }),
        ("an event's payload", Part::Events, "Event 3 was altered.", |e| {
            e["events"][2]["payload"]["revision"] = json!(1);
        }),
        ("an event's hash", Part::Events, "Event 3 was altered.", |e| {
            e["events"][2]["hash"] = json!("0".repeat(64));
        }),
        (
            "where an event follows",
            Part::Events,
            "Event 3 does not follow the event before it: one of the two was altered.",
            |e| {
                e["events"][2]["previousHash"] = json!("0".repeat(64));
            },
        ),
        ("whose an event is", Part::Events, "Event 3 belongs to another proposal.", |e| {
            e["events"][2]["proposalId"] = json!(ADA);
        }),
        ("the end", Part::Events, "The last event is not the one that was recorded as the last.", |e| {
            e["head"]["hash"] = json!("0".repeat(64));
        }),
    ];
    for (what, part, words, change) in cases {
        assert_eq!(forged(Signed::ByLink, change), (*part, (*words).to_owned()), "{what}");
    }
    let (part, words) =
        forged(Signed::Countersigned, |e| e["countersignature"]["signatureSha256"] = json!("0".repeat(64)));
    assert_eq!(
        (part, words.as_str()),
        (Part::Countersignature, "The countersignature is of another signature.")
    );
    let (part, words) = forged(Signed::Countersigned, |e| {
        e.as_object_mut().unwrap().remove("countersignature");
    });
    assert_eq!(
        (part, words.as_str()),
        (Part::Countersignature, "The countersignature is not the one that the events tell of.")
    );
}

/// Evidence of the same signature with other events and valid hashes.
fn retold(how: Signed, change: impl FnOnce(&mut Vec<(EventKind, Actor, i64, Value)>)) -> String {
    let mut material = material(how);
    let told = |entry: &Entry| {
        (entry.kind, entry.actor.clone(), (entry.at - at(0)).num_minutes(), entry.payload.clone())
    };
    let mut events = material.events.iter().map(told).collect();
    change(&mut events);
    material.events = chain(events);
    to_json(&assemble(material, at(50), &key()).unwrap()).unwrap()
}

#[test]
fn whole_chains_that_tell_another_story_are_named() {
    let stranger = Actor::Client { name: Some("Eve".to_owned()), email: Some("eve@example.com".to_owned()) };
    let text = retold(Signed::ByLink, |events| events[3].1 = stranger);
    assert_eq!(
        found(&text),
        (Part::Signature, "The signature record differs from what event 4 tells of it.".to_owned())
    );
    let text = retold(Signed::ByLink, |events| events[1].3["sha256"] = json!("0".repeat(64)));
    assert_eq!(
        found(&text),
        (Part::Revision, "The document (revision 2) is not the one that was sent.".to_owned())
    );
    let text = retold(Signed::ByLink, |events| {
        events.remove(1);
    });
    assert_eq!(
        found(&text),
        (Part::Revision, "The document (revision 2) is not the one that was sent.".to_owned())
    );
    let text = retold(Signed::ByLink, |events| {
        events.remove(0);
    });
    assert_eq!(
        found(&text),
        (Part::Events, "The events do not begin with how the proposal came into being.".to_owned())
    );
    let text = retold(Signed::ByLink, |events| events.push(events[3].clone()));
    assert_eq!(
        found(&text),
        (Part::Signature, "The signature record is not the signature that the events tell of.".to_owned())
    );
    let text = retold(Signed::Recorded, |events| events[3].3["name"] = json!("Eve"));
    assert_eq!(
        found(&text),
        (Part::Signature, "The signature record differs from what event 4 tells of it.".to_owned())
    );
    let text = retold(Signed::Countersigned, |events| events[4].1 = Actor::System);
    assert_eq!(
        found(&text),
        (Part::Countersignature, "The countersignature is not the one that the events tell of.".to_owned())
    );
}

#[test]
fn a_trail_from_before_records_were_hashed_into_it_is_compared_field_by_field() {
    let without = |events: &mut Vec<(EventKind, Actor, i64, Value)>| {
        events[3].3.as_object_mut().unwrap().remove("signatureSha256");
    };
    let text = retold(Signed::ByLink, without);
    assert!(verify(text.as_bytes(), &known()).is_intact());
    let mut late: Value = serde_json::from_str(&text).unwrap();
    late["signature"]["signedAt"] = json!("2027-01-16T08:30:00.123Z");
    assert_eq!(found(&rehashed(late, &[])).0, Part::Signature);
}

#[test]
fn what_was_sealed_must_go_on_unchanged() {
    let sealed = evidence(Signed::ByLink);
    let later = |change: &dyn Fn(&mut Evidence)| {
        let mut later = evidence(Signed::ByLink);
        later.events.push(chain(vec![(EventKind::Downloaded, Actor::System, 60, json!({}))]).remove(0));
        change(&mut later);
        continues(&sealed, &later).map(|finding| (finding.part, finding.words))
    };
    let events = |words: &str| Some((Part::Events, words.to_owned()));
    assert_eq!(later(&|_| ()), None);
    assert_eq!(later(&|later| later.signature.name.push('x')).unwrap().0, Part::Signature);
    assert_eq!(later(&|later| later.revision.canonical.push('x')).unwrap().0, Part::Revision);
    assert_eq!(
        later(&|later| later.countersignature = evidence(Signed::Countersigned).countersignature).unwrap().0,
        Part::Countersignature
    );
    assert_eq!(
        later(&|later| later.events[2].payload = json!({})),
        events("Event 3 is not the one that was sealed.")
    );
    assert_eq!(later(&|later| later.events.truncate(3)), events("Event 4 is not the one that was sealed."));
}

#[test]
fn the_sealed_events_end_with_what_completed_the_signing() {
    let end = |how, more: &[EventKind]| {
        let mut events = material(how).events;
        events.extend(more.iter().map(|kind| chain(vec![(*kind, Actor::System, 60, json!({}))]).remove(0)));
        signing_end(&events)
    };
    assert_eq!(end(Signed::ByLink, &[EventKind::Viewed, EventKind::Downloaded]), Some(4));
    assert_eq!(end(Signed::Countersigned, &[EventKind::Deleted]), Some(5));
    assert_eq!(end(Signed::Recorded, &[]), Some(4));
    assert_eq!(signing_end(&material(Signed::ByLink).events[..3]), None);
    assert_eq!(payload(&material(Signed::ByLink).signature)["revision"], 2);
}
