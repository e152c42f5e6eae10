//! Evidence with proofs of daily roots: what they cover, whose they are, and how they compare with published
//! ones.

use pretty_assertions::assert_eq;
use proffer_domain::{
    audit,
    daily_root::{DailyRoot, PublishedRoots},
    evidence::{Part, Report, Signer, Verdict, assemble, to_json, verify},
    seal::Fingerprint,
};
use serde_json::json;

use super::builder::{
    Signed, at, chain, covered_by, daily_roots, downloaded, json_of, key, known, other_key,
};

fn report() -> Report {
    let report = verify(to_json(&covered_by(&key())).unwrap().as_bytes(), &known());
    assert_eq!(report.verdict, Verdict::Authentic, "{:?}", report.lines());
    report
}

fn published(roots: &[DailyRoot]) -> PublishedRoots {
    PublishedRoots::from_json([json!({ "roots": roots }).to_string().as_str()]).unwrap()
}

fn hash_of(root: &DailyRoot) -> Fingerprint {
    root.hash.parse().unwrap()
}

#[test]
fn the_report_names_the_covered_events_and_whose_root_it_is() {
    let (roots, _) = daily_roots(&downloaded().events, &key());
    let report = report();
    let covered: Vec<_> = report
        .daily_roots
        .iter()
        .map(|covered| (covered.sequence, &covered.daily_root, &covered.signer))
        .collect();
    let signer = Signer::Known(key().public().fingerprint());
    assert_eq!(covered, [(4, &roots[0], &signer), (5, &roots[2], &signer)]);
    let line = format!(
        "The daily root of January 15, 2027, SHA-256 {}, was signed with the known key {}. It covers the events up to 4: anyone who has this \
         SHA-256 from that time knows that they existed then and were not rewritten since.",
        roots[0].hash,
        key().public().fingerprint()
    );
    assert!(report.lines().contains(&line), "{:?}", report.lines());

    let of_others = verify(to_json(&covered_by(&other_key())).unwrap().as_bytes(), &known());
    assert_eq!(of_others.daily_roots[0].signer, Signer::Unknown(other_key().public().fingerprint()));
    let none = verify(json_of(Signed::ByLink).as_bytes(), &known());
    assert_eq!(none.daily_roots, []);
    assert!(
        none.lines().iter().any(|line| line.starts_with("No daily root covers this file")),
        "{:?}",
        none.lines()
    );
}

/// The operator rewrites the chain from the signing on, with new hashes and the real key, and keeps the
/// proofs.
#[test]
fn a_rewritten_chain_is_not_what_the_daily_roots_cover() {
    let mut material = downloaded();
    let proofs = daily_roots(&material.events, &key()).1;
    let rewritten = material.events.iter().map(|entry| {
        let minutes = (entry.at - at(0)).num_minutes() - i64::from(entry.sequence == 3);
        (entry.kind, entry.actor.clone(), minutes, entry.payload.clone())
    });
    material.events = chain(rewritten.collect());
    assert!(audit::verify(&material.events).is_ok());
    let without = assemble(material.clone(), at(3 * 24 * 60), &key()).unwrap();
    assert_eq!(
        verify(to_json(&without).unwrap().as_bytes(), &known()).verdict,
        Verdict::Authentic,
        "nothing else shows it"
    );
    material.daily_roots = proofs;
    let report =
        verify(to_json(&assemble(material, at(3 * 24 * 60), &key()).unwrap()).unwrap().as_bytes(), &known());
    let words: Vec<_> =
        report.findings.iter().map(|finding| (finding.part, finding.words.as_str())).collect();
    assert_eq!(
        words,
        [
            (Part::DailyRoots, "The daily root of January 15, 2027 does not cover event 4."),
            (Part::DailyRoots, "The daily root of January 17, 2027 does not cover event 5."),
        ]
    );
}

#[test]
fn published_roots_and_received_hashes_are_compared() {
    let (roots, _) = daily_roots(&downloaded().events, &key());
    let note = |received: &[Fingerprint]| {
        let report = report().compared_with(&published(&roots), received);
        assert_eq!(report.verdict, Verdict::Authentic, "{:?}", report.lines());
        report.notes
    };
    let among = "The daily roots in this file are among the published ones.".to_owned();
    assert_eq!(note(&[]), std::slice::from_ref(&among));
    for (received, day, sequence) in [(0, "15", 4), (1, "16", 4), (2, "17", 5)] {
        let words = format!(
            "You received the daily root of January {day}, 2027: the events up to {sequence} were not rewritten since then."
        );
        assert_eq!(note(&[hash_of(&roots[received])]), [among.clone(), words]);
    }
    assert_eq!(
        note(&[hash_of(&roots[2]), hash_of(&roots[0])]),
        note(&[hash_of(&roots[2])]),
        "the newest counts"
    );
}

#[test]
fn roots_that_contradict_the_published_ones_are_findings() {
    let (roots, _) = daily_roots(&downloaded().events, &key());
    let found = |report: Report, roots: &[DailyRoot], received: &[Fingerprint]| {
        let report = report.compared_with(&published(roots), received);
        assert_eq!(report.verdict, Verdict::Altered);
        report.findings.into_iter().map(|finding| finding.words).collect::<Vec<_>>()
    };
    let another = DailyRoot::sign(roots[2].day, &[], Some(&roots[1]), &key()).unwrap();
    let second = [&roots[..2], &[another]].concat();
    assert_eq!(found(report(), &second, &[]), ["The daily root of January 17, 2027 is not a published one."]);
    let received = hash_of(&roots[2]);
    assert_eq!(
        found(report(), &roots[..2], std::slice::from_ref(&received)),
        [
            "The daily root of January 17, 2027 is not a published one.".to_owned(),
            format!("None of the published daily roots given has the SHA-256 {received}.")
        ]
    );
    let without = |days: i64| {
        let evidence = assemble(downloaded(), at(days * 24 * 60), &key()).unwrap();
        verify(to_json(&evidence).unwrap().as_bytes(), &known())
    };
    // The same events rewritten and covered by a later root, as if nothing had happened.
    let mut material = downloaded();
    material.daily_roots = daily_roots(&material.events, &key()).1.split_off(1);
    let late =
        verify(to_json(&assemble(material, at(4 * 24 * 60), &key()).unwrap()).unwrap().as_bytes(), &known());
    for report in [without(2), without(4), late] {
        assert_eq!(report.verdict, Verdict::Authentic);
        let words = "Event 4 is not covered by the daily root of January 15, 2027: it was rewritten since.";
        assert_eq!(found(report, &roots, &[]), [words]);
    }
    assert_eq!(
        without(1).compared_with(&published(&roots), &[]).verdict,
        Verdict::Authentic,
        "the root may not have been made yet"
    );
    let altered = verify(json_of(Signed::ByLink).replace("Hello", "Hallo").as_bytes(), &known());
    assert_eq!(altered.clone().compared_with(&published(&roots), &[received]), altered);
}
