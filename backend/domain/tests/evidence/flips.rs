//! Every byte flipped, every event dropped, duplicated and moved, every truncation.

use std::sync::LazyLock;

use proffer_domain::evidence::{Part, Report, Verdict, verify, verify_file};
use proptest::prelude::*;
use serde_json::Value;

use super::builder::{Signed, json_of, known, rehashed};

/// Not valid, with an explanation.
fn broken(bytes: &[u8], what: impl Fn() -> String) -> Report {
    let report = verify(bytes, &known());
    assert!(!report.is_intact() && report.proven.is_none(), "{} passes", what());
    assert!(!report.findings.is_empty(), "{} has no finding", what());
    assert!(
        report.findings.iter().all(|finding| !finding.words.is_empty() && finding.words.ends_with('.')),
        "{}: {report:?}",
        what()
    );
    report
}

#[test]
fn every_flipped_byte_is_named() {
    let whole = json_of(Signed::ByLink).into_bytes();
    assert!(verify(&whole, &known()).is_intact());
    for position in 0..whole.len() {
        let sample = position % 29 == 0;
        for mask in [1, 0x20, 0xff].into_iter().filter(|mask| *mask == 1 || sample) {
            let mut bytes = whole.clone();
            bytes[position] ^= mask;
            let report = broken(&bytes, || format!("byte {position} ^ {mask:#x}"));
            assert_eq!(report.verdict, Verdict::Altered, "byte {position} ^ {mask:#x}");
        }
    }
}

#[test]
fn a_flipped_byte_is_named_by_the_part_that_it_is_in() {
    let whole = json_of(Signed::Countersigned);
    for (near, part) in [
        ("Ada L\u{f6}we\",\"proposalId\"", Part::Signature),
        ("Ada Nord", Part::Countersignature),
        ("I agree to sign", Part::Consent),
        ("<p>Hello", Part::Revision),
        ("One-time total plus", Part::Totals),
        ("This is a simple", Part::Document),
    ] {
        let mut bytes = whole.clone().into_bytes();
        bytes[whole.rfind(near).unwrap_or_else(|| panic!("{near} is not in {whole}"))] ^= 1;
        let parts: Vec<Part> =
            broken(&bytes, || near.to_owned()).findings.iter().map(|finding| finding.part).collect();
        assert_eq!(parts, [part], "{near}");
    }
}

#[test]
fn every_length_but_the_whole_is_named() {
    let whole = json_of(Signed::ByLink).into_bytes();
    for length in 0..whole.len() {
        let report = broken(&whole[..length], || format!("the first {length} bytes"));
        assert_eq!(report.findings[0].part, Part::Form);
    }
    for more in [b" ".as_slice(), b"\n", b"{}", b"\0"] {
        assert_eq!(
            broken(&[&whole, more].concat(), || format!("{more:?} at the end")).findings[0].part,
            Part::Form
        );
    }
}

/// With and without recomputing the hash of the events; without, that hash alone would detect the change.
fn broken_chain(evidence: &Value, what: &str, expected: &str) {
    for but in [["events"].as_slice(), &[]] {
        let text = rehashed(evidence.clone(), but);
        let report = broken(text.as_bytes(), || what.to_owned());
        let finding = &report.findings[0];
        assert_eq!((finding.part, finding.words.as_str()), (Part::Events, expected), "{what}");
    }
}

#[test]
fn every_event_that_is_dropped_doubled_or_moved_is_named() {
    let whole: Value = serde_json::from_str(&json_of(Signed::Countersigned)).unwrap();
    let count = whole["events"].as_array().unwrap().len();
    for index in 0..count {
        let mut dropped = whole.clone();
        dropped["events"].as_array_mut().unwrap().remove(index);
        let expected = if index + 1 == count {
            format!(
                "Event {count} is missing or was added: the events do not end where they were recorded to end."
            )
        } else {
            format!("Event {} is missing or out of order.", index + 1)
        };
        broken_chain(&dropped, &format!("event {index} dropped"), &expected);

        let mut doubled = whole.clone();
        let copy = doubled["events"][index].clone();
        doubled["events"].as_array_mut().unwrap().insert(index, copy);
        broken_chain(
            &doubled,
            &format!("event {index} doubled"),
            &format!("Event {} is missing or out of order.", index + 2),
        );

        if index + 1 < count {
            let mut moved = whole.clone();
            moved["events"].as_array_mut().unwrap().swap(index, index + 1);
            broken_chain(
                &moved,
                &format!("event {index} moved"),
                &format!("Event {} is missing or out of order.", index + 1),
            );
        }
    }
}

#[test]
fn reformatted_and_padded_files_are_told_as_an_altered_form() {
    let whole = json_of(Signed::ByLink);
    let value: Value = serde_json::from_str(&whole).unwrap();
    for (what, text) in [
        ("printed prettily", serde_json::to_string_pretty(&value).unwrap()),
        ("a leading space", format!(" {whole}")),
        ("a trailing line break", format!("{whole}\n")),
        ("a member twice", whole.replacen("{\"consent\"", "{\"consent\":null,\"consent\"", 1)),
        ("an escape where none is needed", whole.replacen("Hello", "\\u0048ello", 1)),
        ("a number with an exponent", whole.replacen("\"number\":2", "\"number\":2e0", 1)),
        ("an unknown member", whole.replacen("\"totals\":{", "\"surplus\":1,\"totals\":{", 1)),
        ("a byte order mark", format!("\u{feff}{whole}")),
    ] {
        assert_ne!(text, whole, "{what}");
        let report = broken(text.as_bytes(), || what.to_owned());
        assert_eq!((report.verdict, report.findings[0].part), (Verdict::Altered, Part::Form), "{what}");
    }
    // Canonical, with the right hashes, and still different from the original text.
    let mut other = value;
    other["sealedAt"] = Value::String("2027-01-15T09:50:00.123+01:00".to_owned());
    assert_eq!(
        broken(rehashed(other, &[]).as_bytes(), || "another time zone".to_owned()).findings[0].part,
        Part::Form
    );
}

#[test]
fn other_files_are_no_evidence() {
    for bytes in [
        b"".as_slice(),
        b"{}",
        b"[]",
        b"null",
        b"1",
        b"%PDF-1.7",
        b"\xff\xfe",
        b"hello",
        b"{\"format\":1}",
        &b"[".repeat(100_000),
    ] {
        for report in [verify(bytes, &known()), verify_file(bytes, &known())] {
            assert_eq!(report.verdict, Verdict::NotEvidence, "{bytes:?}");
            assert!(report.lines().iter().all(|line| !line.is_empty()));
        }
    }
}

static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| json_of(Signed::ByLink).into_bytes());

proptest! {
    #[test]
    fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..400), cut in 0_usize..3_000) {
        let mut mixed = WHOLE.clone();
        mixed.splice(cut.min(mixed.len())..(cut + bytes.len()).min(mixed.len()), bytes.iter().copied());
        for bytes in [&bytes, &mixed] {
            let report = verify_file(bytes, &known());
            prop_assert!(report.is_intact() == (*bytes == *WHOLE));
            prop_assert!(!report.lines().concat().is_empty());
        }
    }
}
