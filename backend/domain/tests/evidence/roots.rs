//! Roots are of their day and leaves, linked, and signed; published ones are an unbroken chain.

use chrono::NaiveDate;
use proffer_domain::{
    audit::{self, Actor, Entry, EventKind, NO_PREVIOUS, NewEvent},
    canonical::sha256_hex,
    daily_root::{
        DailyRoot, DueEvent, InclusionProof, PublishedError, PublishedRoots, due_events, first_uncovered,
        leaf,
    },
    merkle,
    seal::{Seal, SealingKey},
};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

fn key(seed: u8) -> SealingKey {
    SealingKey::from_pem(&SealingKey::new_pem(&[seed; 32]).unwrap(), "proffer.example").unwrap()
}

fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, number).unwrap()
}

fn heads(count: usize) -> Vec<String> {
    (0..count).map(|number| sha256_hex(number.to_string())).collect()
}

fn leaves(heads: &[String]) -> Vec<merkle::Hash> {
    heads.iter().map(|head| leaf(head)).collect()
}

/// A root for each of the first days of the month, with as many leaves as the day has.
fn chain(days: u32) -> Vec<DailyRoot> {
    let mut roots: Vec<DailyRoot> = Vec::new();
    for number in 1..=days {
        let leaves = leaves(&heads(usize::try_from(number).unwrap()));
        roots.push(DailyRoot::sign(day(number), &leaves, roots.last(), &key(7)).unwrap());
    }
    roots
}

fn published(roots: &[DailyRoot]) -> String {
    json!({ "roots": roots }).to_string()
}

#[test]
fn a_root_is_signed_and_linked_to_the_one_before() {
    let roots = chain(3);
    assert_eq!(roots[0].previous_hash, NO_PREVIOUS);
    for (before, root) in roots.iter().zip(&roots[1..]) {
        assert_eq!(root.previous_hash, before.hash);
    }
    assert!(roots.iter().all(|root| root.signer() == Some(key(7).public())));
    let empty = DailyRoot::sign(day(4), &[], roots.last(), &key(7)).unwrap();
    assert_eq!(
        (empty.tree_size, empty.root.as_str()),
        (0, sha256_hex("").as_str()),
        "a day on which nothing happened"
    );
}

#[test]
fn every_member_of_a_root_is_signed() {
    let root = serde_json::to_value(&chain(2)[1]).unwrap();
    let seal = Seal::new(&key(7), &json!({})).unwrap();
    let changes = [
        ("format", json!("proffer-daily-root-2")),
        ("day", json!("2027-01-03")),
        ("treeSize", json!(3)),
        ("root", json!("0".repeat(64))),
        ("previousHash", json!(NO_PREVIOUS)),
        ("hash", json!("0".repeat(64))),
        ("seal", serde_json::to_value(seal).unwrap()),
    ];
    assert_eq!(root.as_object().unwrap().len(), changes.len());
    for (member, value) in changes {
        let mut other = root.clone();
        other[member] = value;
        let other: DailyRoot = serde_json::from_value(other).unwrap();
        assert_eq!(other.signer(), None, "{member}");
    }
}

#[test]
fn a_proof_covers_its_own_event_only() {
    let heads = heads(5);
    let leaves = leaves(&heads);
    let root = DailyRoot::sign(day(1), &leaves, None, &key(7)).unwrap();
    for (index, head) in heads.iter().enumerate() {
        let proof = InclusionProof::new(3, &leaves[index], &leaves, root.clone()).unwrap();
        assert_eq!(heads.iter().filter(|other| proof.covers(other)).collect::<Vec<_>>(), [head]);
        let other = InclusionProof {
            path: proof.path.iter().map(|hash| hash.to_uppercase()).collect(),
            ..proof.clone()
        };
        assert!(!other.covers(head), "a proof is written in one way");
        let smaller = DailyRoot::sign(day(1), &leaves[..4], None, &key(7)).unwrap();
        assert!(!InclusionProof { daily_root: smaller, ..proof }.covers(head));
    }
    assert_eq!(InclusionProof::new(3, &leaf("other"), &leaves, root), None);
}

#[test]
fn published_roots_are_an_unbroken_chain_in_one_file_or_several() {
    let roots = chain(5);
    let read = |parts: &[&[DailyRoot]]| {
        let texts: Vec<String> = parts.iter().map(|roots| published(roots)).collect();
        PublishedRoots::from_json(texts.iter().map(String::as_str))
    };
    let newest_first: Vec<DailyRoot> = roots.iter().rev().cloned().collect();
    for parts in
        [[&roots[..], &[]], [&newest_first[..], &[]], [&roots[..2], &roots[2..]], [&roots[3..], &roots[..4]]]
    {
        let all = read(&parts).unwrap();
        assert!(roots.iter().all(|root| all.has(root)));
        assert_eq!(all.day_of(&roots[2].hash.parse().unwrap()), Some(day(3)));
        assert_eq!(all.days().collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(day));
    }
    let another = DailyRoot::sign(day(3), &[], Some(&roots[1]), &key(7)).unwrap();
    assert!(!read(&[&roots]).unwrap().has(&another), "another root of the same day");
    assert!(matches!(read(&[&roots, std::slice::from_ref(&another)]), Err(PublishedError::Order(on))
            if on == day(3)));
    assert!(
        matches!(read(&[&[&roots[..2], &[another][..], &roots[3..]].concat()]), Err(PublishedError::Order(on))
            if on == day(4))
    );
    assert!(
        matches!(read(&[&roots[..2], &roots[3..]]), Err(PublishedError::Order(on)) if on == day(4)),
        "one is missing"
    );
    let mut altered = roots;
    altered[1].tree_size += 1;
    assert!(matches!(read(&[&altered]), Err(PublishedError::Altered(on)) if on == day(2)));
    for text in ["", "[]", "{\"roots\":[{}]}"] {
        assert!(matches!(PublishedRoots::from_json([text]), Err(PublishedError::Form(_))), "{text}");
    }
}

#[test]
fn events_are_due_on_their_day_or_the_next() {
    let times = [
        "2027-01-03T09:00:00Z",
        "2027-01-02T08:00:00Z",
        "2027-01-03T22:59:59.999Z",
        "2027-01-03T23:00:00Z",
        "2027-01-05T00:00:00Z",
    ];
    let mut events: Vec<Entry> = Vec::new();
    for at in times {
        let (proposal_id, kind, at, payload) =
            (Uuid::nil(), EventKind::Edited, at.parse().unwrap(), Value::Null);
        events.push(
            audit::append(events.last(), NewEvent { proposal_id, kind, actor: Actor::System, at, payload })
                .unwrap(),
        );
    }
    let due: Vec<_> = due_events(&events).map(|due| (due.sequence, due.day)).collect();
    assert_eq!(due, [(1, day(3)), (2, day(3)), (3, day(3)), (4, day(4)), (5, day(5))]);
}

#[test]
fn an_event_is_covered_by_the_root_of_its_day_or_the_next_there_is() {
    let due = [(1, 3), (2, 3), (3, 5)].map(|(sequence, on)| DueEvent { sequence, day: day(on) });
    for (covered, roots, uncovered) in [
        (&[][..], &[][..], None),
        (&[], &[1, 2], None),
        (&[], &[3], Some(1)),
        (&[(2, 3)], &[3, 4], None),
        (&[(1, 3)], &[3], Some(2)),
        (&[(2, 4)], &[3, 4], Some(1)),
        (&[(2, 4)], &[2, 4], None),
        (&[(2, 3)], &[3, 5], Some(3)),
        (&[(2, 3), (3, 5)], &[3, 5], None),
        (&[(3, 6)], &[6], None),
        (&[(3, 6)], &[5, 6], Some(1)),
        (&[(2, 2), (3, 6)], &[6], None),
    ] {
        let days = |days: &[u32]| days.iter().map(|number| day(*number)).collect::<Vec<_>>();
        let pairs: Vec<(u32, NaiveDate)> =
            covered.iter().map(|(sequence, on)| (*sequence, day(*on))).collect();
        let found = first_uncovered(&due, &pairs, &days(roots)).map(|event| event.sequence);
        assert_eq!(found, uncovered, "{covered:?} of {roots:?}");
    }
}

proptest! {
    #[test]
    fn a_chain_that_was_rewritten_is_not_covered(count in 1_usize..60, at in any::<prop::sample::Index>(), other in "[0-9a-f]{64}") {
        let heads = heads(count);
        let leaves = leaves(&heads);
        let at = at.index(count);
        let root = DailyRoot::sign(day(1), &leaves, None, &key(7)).unwrap();
        let proof = InclusionProof::new(1, &leaves[at], &leaves, root).unwrap();
        prop_assert!(proof.covers(&heads[at]));
        prop_assert!(!proof.covers(&other));
        let read: InclusionProof = serde_json::from_value(serde_json::to_value(&proof).unwrap()).unwrap();
        prop_assert_eq!(read, proof);
    }

    #[test]
    fn any_text_gets_an_answer(text in any::<String>(), roots in prop::collection::vec(any::<String>(), 0..3)) {
        let roots: Vec<Value> = roots.into_iter().map(Value::String).collect();
        let texts = [text, json!({ "roots": roots }).to_string()];
        prop_assert!(PublishedRoots::from_json(texts.iter().map(String::as_str)).is_err() || texts[0].contains("roots"));
    }
}
