//! Whose key signed: authentic, of an unknown key, or altered.

use proffer_domain::{
    canonical::canonical_json,
    evidence::{Part, Signer, Verdict, sealed_pdf, verify, verify_file},
    seal::Fingerprint,
};
use serde_json::{Value, json};

use super::builder::{
    Signed, at, evidence, json_of, key, known, other_key, rehashed, sealed_pdf, signed_pdf, signed_pdf_with,
    unsigned,
};

type Change = fn(&mut Value);

fn verdict(text: &str, known: &[Fingerprint]) -> Verdict {
    verify(text.as_bytes(), known).verdict
}

#[test]
fn evidence_is_authentic_only_to_those_who_know_the_key() {
    let (own, strange) = (key().public().fingerprint(), other_key().public().fingerprint());
    let text = json_of(Signed::ByLink);
    assert_eq!(verdict(&text, &known()), Verdict::Authentic);
    assert_eq!(
        verdict(&text, &[strange.clone(), own.clone()]),
        Verdict::Authentic,
        "one of several published keys"
    );
    for others in [vec![], vec![strange]] {
        let report = verify(text.as_bytes(), &others);
        assert_eq!(
            (report.verdict, report.evidence_signer),
            (Verdict::Intact, Some(Signer::Unknown(own.clone())))
        );
        assert!(report.proven.is_some());
    }
}

#[test]
fn evidence_made_by_hand_is_never_authentic() {
    let mut forged: Value = serde_json::from_str(&json_of(Signed::ByLink)).unwrap();
    let report = verify(rehashed(forged.clone(), &[]).as_bytes(), &known());
    let stranger = Signer::Unknown(other_key().public().fingerprint());
    assert_eq!((report.verdict, report.evidence_signer.as_ref()), (Verdict::Intact, Some(&stranger)));
    assert!(report.lines()[0].starts_with("INTACT, BUT OF AN UNKNOWN KEY."), "{:?}", report.lines());
    let report = verify(unsigned(Signed::ByLink).as_bytes(), &known());
    assert_eq!((report.verdict, report.evidence_signer), (Verdict::Intact, Some(Signer::Nobody)));

    let seals: [(&str, Change); 4] = [
        ("The signature of the evidence was removed.", |e| drop(e.as_object_mut().unwrap().remove("seal"))),
        ("The signature of the evidence was altered, or it is of other evidence.", |e| {
            e["seal"] = serde_json::to_value(evidence(Signed::Recorded).seal).unwrap();
        }),
        ("The signature of the evidence was altered, or it is of other evidence.", |e| {
            e["seal"]["publicKey"] = json!(other_key().public().to_base64());
        }),
        ("The signature of the evidence was altered, or it is of other evidence.", |e| {
            e["seal"]["signature"] = json!("");
        }),
    ];
    for (words, change) in seals {
        forged = serde_json::from_str(&json_of(Signed::ByLink)).unwrap();
        change(&mut forged);
        let report = verify(canonical_json(&forged).unwrap().as_bytes(), &known());
        assert_eq!(
            (report.verdict, report.findings[0].part, report.findings[0].words.as_str()),
            (Verdict::Altered, Part::Seal, words)
        );
    }
    let mut old: Value = serde_json::from_str(&unsigned(Signed::ByLink)).unwrap();
    old["seal"] = serde_json::to_value(evidence(Signed::ByLink).seal).unwrap();
    assert_eq!(verdict(&canonical_json(&old).unwrap(), &known()), Verdict::Altered);
}

#[test]
fn a_signed_document_is_authentic_with_its_evidence() {
    let pdf = signed_pdf(&json_of(Signed::ByLink), &key());
    let report = verify_file(&pdf, &known());
    assert_eq!(report.verdict, Verdict::Authentic, "{:?}", report.lines());
    assert_eq!(report.document_signer, Some(Signer::Known(key().public().fingerprint())));
    assert_eq!(verify_file(&pdf, &[]).verdict, Verdict::Intact);
    // Signing leaves the sealed file as it is.
    assert!(pdf.starts_with(&sealed_pdf(&json_of(Signed::ByLink))));
}

#[test]
fn a_timestamp_is_reported_and_not_judged() {
    let (pdf, _) = signed_pdf_with(&json_of(Signed::ByLink), &key(), true);
    let report = verify_file(&pdf, &known());
    assert_eq!(
        (report.verdict, report.timestamp),
        (Verdict::Authentic, Some("2027-01-15T08:51:00Z".parse().unwrap()))
    );
    let words = "A timestamp states that the PDF was signed before January 15, 2027 at 08:51:00 UTC. Its authority was not checked here.";
    assert!(report.lines().iter().any(|line| line == words), "{:?}", report.lines());
}

#[test]
fn authentic_evidence_does_not_make_a_forged_document_authentic() {
    let authentic = json_of(Signed::ByLink);
    let report = verify_file(&signed_pdf(&authentic, &other_key()), &known());
    assert_eq!(report.verdict, Verdict::Intact);
    assert_eq!(report.document_signer, Some(Signer::Unknown(other_key().public().fingerprint())));
    let report = verify_file(&sealed_pdf(&authentic), &known());
    assert_eq!((report.verdict, report.document_signer), (Verdict::Intact, Some(Signer::Nobody)));
}

#[test]
fn every_flipped_bit_of_a_signed_document_shows() {
    let pdf = signed_pdf(&json_of(Signed::ByLink), &key());
    let signature = sealed_pdf(&json_of(Signed::ByLink)).len();
    // The sealed file before the signature is tested by itself.
    for position in (0..pdf.len()).filter(|position| *position >= signature || position % 97 == 0) {
        let mut other = pdf.clone();
        other[position] ^= 1;
        assert!(!verify_file(&other, &known()).is_intact(), "byte {position}");
    }
    for length in signature + 1..pdf.len() {
        assert!(!verify_file(&pdf[..length], &known()).is_intact(), "{length} bytes");
    }
    // Without its signature it is a sealed file as anyone can make it.
    assert_eq!(verify_file(&pdf[..signature], &known()).verdict, Verdict::Intact);
}

#[test]
fn a_document_that_has_no_place_for_a_signature_is_refused() {
    for bytes in [
        b"".as_slice(),
        b"%PDF-1.7",
        b"xref\n0 1\n0000000000 65535 f\r\ntrailer\n<</Size 1>>\nstartxref\n0\n%%EOF",
    ] {
        assert!(sealed_pdf::Unsigned::new(bytes.to_vec(), &key(), at(50), false).is_err());
    }
}
