//! Valid chains, and every way of breaking one.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use serde_json::json;

use super::*;

fn event(proposal: u128, number: i64) -> NewEvent {
    NewEvent {
        proposal_id: Uuid::from_u128(proposal),
        kind: EventKind::ALL[usize::try_from(number).unwrap() % EventKind::ALL.len()],
        actor: match number % 4 {
            0 => Actor::Member { user_id: Uuid::from_u128(9) },
            1 => Actor::Client {
                name: Some("Ada Löwe".to_owned()),
                email: Some("ada@example.com".to_owned()),
            },
            2 => Actor::Assistant,
            _ => Actor::System,
        },
        at: DateTime::from_timestamp_micros(1_800_000_000_123_456 + number).unwrap(),
        payload: json!({"number": number, "words": ["a", null, true]}),
    }
}

fn chain(proposal: u128, length: i64) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for number in 0..length {
        entries.push(append(entries.last(), event(proposal, number)).unwrap());
    }
    entries
}

#[test]
fn a_chain_holds_and_survives_storage() {
    let entries = chain(1, 30);
    verify(&entries).unwrap();
    verify_to(&entries, &entries.last().unwrap().head()).unwrap();
    verify(&[]).unwrap();
    let stored = serde_json::to_string(&entries).unwrap();
    let read: Vec<Entry> = serde_json::from_str(&stored).unwrap();
    assert_eq!(read, entries);
    verify(&read).unwrap();
    assert_eq!(entries[0].previous_hash, NO_PREVIOUS);
    assert_eq!(entries[0].at.timestamp_subsec_micros(), 123_000);
}

#[test]
fn the_hash_is_fixed_for_all_time() {
    let entry = append(None, event(1, 1)).unwrap();
    let covered = format!(
        "{{\"actor\":{{\"email\":\"ada@example.com\",\"name\":\"Ada Löwe\",\"type\":\"client\"}},\
         \"at\":\"2027-01-15T08:00:00.123Z\",\"kind\":\"copied\",\"payload\":{{\"number\":1,\"words\":[\"a\",null,true]}},\
         \"previousHash\":\"{NO_PREVIOUS}\",\"proposalId\":\"00000000-0000-0000-0000-000000000001\",\"sequence\":1}}"
    );
    assert_eq!(entry.hash, sha256_hex(covered));
}

#[test]
fn a_payload_without_canonical_form_is_not_appended() {
    let float = NewEvent { payload: json!({"price": 1.5}), ..event(1, 0) };
    assert!(matches!(append(None, float), Err(AppendError::Payload(CanonicalError::Number))));
    let first = append(None, event(1, 0)).unwrap();
    assert!(matches!(append(Some(&first), event(2, 1)), Err(AppendError::OtherProposal)));
    let last = Entry { sequence: u32::MAX, ..first };
    assert!(matches!(append(Some(&last), event(1, 1)), Err(AppendError::Full)));
}

#[test]
fn every_break_is_named() {
    type Case<'a> = (&'a dyn Fn(&mut Vec<Entry>), u32, Reason);
    let good = chain(1, 6);
    let other = chain(2, 6);
    let head = good[5].head();
    let broken = |change: &dyn Fn(&mut Vec<Entry>)| {
        let mut entries = good.clone();
        change(&mut entries);
        let broken = verify_to(&entries, &head).unwrap_err();
        (broken.sequence, broken.reason)
    };
    let cases: &[Case<'_>] = &[
        (&|e| e[2].payload = json!({}), 3, Reason::Altered),
        (&|e| e[2].kind = EventKind::Deleted, 3, Reason::Altered),
        (&|e| e[2].at += chrono::TimeDelta::milliseconds(1), 3, Reason::Altered),
        (&|e| e[2].at += chrono::TimeDelta::microseconds(1), 3, Reason::Altered),
        (&|e| e[2].actor = Actor::System, 3, Reason::Altered),
        (&|e| e[2].hash = NO_PREVIOUS.to_owned(), 3, Reason::Altered),
        (&|e| e[2].previous_hash = NO_PREVIOUS.to_owned(), 3, Reason::PreviousHash),
        (&|e| drop(e.remove(2)), 3, Reason::Sequence),
        (&|e| drop(e.remove(0)), 1, Reason::Sequence),
        (&|e| e.swap(1, 2), 2, Reason::Sequence),
        (&|e| e.insert(1, e[1].clone()), 3, Reason::Sequence),
        (&|e| drop(e.pop()), 6, Reason::Length),
        (&Vec::clear, 1, Reason::Length),
        (&|e| e[3] = other[3].clone(), 4, Reason::OtherProposal),
        (&|e| e.push(append(e.last(), event(1, 6)).unwrap()), 7, Reason::Length),
        // All entries from the third on are rewritten, hashes included: only the separately stored head
        // detects it.
        (
            &|e| {
                e.truncate(2);
                (10..14).for_each(|number| e.push(append(e.last(), event(1, number)).unwrap()));
            },
            6,
            Reason::Head,
        ),
    ];
    for (index, (change, sequence, reason)) in cases.iter().enumerate() {
        assert_eq!(broken(change), (*sequence, *reason), "case {index}");
    }
    assert_eq!(Broken { sequence: 3, reason: Reason::Altered }.to_string(), "event 3: the event was altered");
}

#[test]
fn kinds_read_back() {
    for kind in EventKind::ALL {
        assert_eq!(kind.as_str().parse(), Ok(*kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), json!(kind.as_str()));
    }
    assert!("Created".parse::<EventKind>().is_err());
}

proptest! {
    #[test]
    fn flipping_any_character_is_detected(length in 1..12_i64, position in any::<prop::sample::Index>(), replacement in 0x20_u8..0x7f) {
        let entries = chain(1, length);
        let stored = serde_json::to_string(&entries).unwrap();
        let at = position.index(stored.len());
        let mut bytes = stored.clone().into_bytes();
        prop_assume!(bytes[at] != replacement && bytes[at].is_ascii());
        bytes[at] = replacement;
        // A flip either makes the chain unreadable or reads the same and changed nothing.
        if let Ok(read) = serde_json::from_slice::<Vec<Entry>>(&bytes) {
            let detected = verify_to(&read, &entries.last().unwrap().head()).is_err();
            prop_assert_eq!(detected, read != entries);
        }
    }

    #[test]
    fn dropping_or_reordering_is_detected(length in 2..20_i64, a in any::<prop::sample::Index>(), b in any::<prop::sample::Index>()) {
        let entries = chain(1, length);
        let head = entries.last().unwrap().head();
        let (a, b) = (a.index(entries.len()), b.index(entries.len()));
        let mut dropped = entries.clone();
        dropped.remove(a);
        let broken = verify_to(&dropped, &head).unwrap_err();
        prop_assert_eq!(broken.sequence as usize, a + 1);
        let mut moved = entries.clone();
        let entry = moved.remove(a);
        moved.insert(b, entry);
        match verify_to(&moved, &head) {
            Ok(()) => prop_assert_eq!(a, b),
            Err(broken) => prop_assert_eq!((broken.sequence as usize, broken.reason), (a.min(b) + 1, Reason::Sequence)),
        }
    }
}
