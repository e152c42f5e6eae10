//! A seal covers every byte, and no file makes its reader panic. The tests with a real document are in the
//! PDF adapter.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};
use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

const EVIDENCE: &[u8] = br#"{"format":"proffer-evidence-1"}"#;

/// A minimal file with a title, two marks and an attachment.
fn file(title: &str, evidence: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(evidence).unwrap();
    let data = encoder.finish().unwrap();
    let mut pdf = b"%PDF-1.7\n%\x80\x80\x80\x80\n".to_vec();
    let mut offsets = Vec::new();
    let info = format!("1 0 obj\n<<\n  /Title ({title})\n  /Keywords ({})\n>>\nendobj\n\n", placeholder());
    let xmp = format!(
        "2 0 obj\n<<\n  /Length 77\n  /Type /Metadata\n>>\nstream\n{}\nendstream\nendobj\n\n",
        placeholder()
    );
    let head = format!(
        "3 0 obj\n<<\n  /Length {}\n  /Type /EmbeddedFile\n  /Filter /FlateDecode\n>>\nstream\n",
        data.len()
    );
    for part in [
        info.into_bytes(),
        xmp.into_bytes(),
        [head.as_bytes(), data.as_slice(), b"\nendstream\nendobj\n\n"].concat(),
    ] {
        offsets.push(pdf.len());
        pdf.extend(part);
    }
    let table = pdf.len();
    pdf.extend(b"xref\n0 4\n0000000000 65535 f\r\n");
    for offset in offsets {
        pdf.extend(format!("{offset:010} 00000 n\r\n").bytes());
    }
    pdf.extend(format!("trailer\n<<\n  /Size 4\n>>\nstartxref\n{table}\n%%EOF").bytes());
    pdf
}

#[test]
fn a_sealed_file_yields_its_evidence() {
    let plain = file("Relaunch", EVIDENCE);
    let sealed = seal(plain.clone()).unwrap();
    assert_eq!(open(&sealed).unwrap().evidence, EVIDENCE);
    assert_eq!(sealed.len(), plain.len());
    let seal = hex::encode(Sha256::digest(&plain));
    assert_eq!(String::from_utf8_lossy(&sealed).matches(&format!("{PREFIX}{seal}")).count(), 2);
}

#[test]
fn every_flipped_bit_shows() {
    let sealed = seal(file("Relaunch", EVIDENCE)).unwrap();
    for at in 0..sealed.len() {
        for bit in 0..8 {
            let mut other = sealed.clone();
            other[at] ^= 1 << bit;
            assert_eq!(open(&other), Err(SealBroken::Altered), "byte {at}, bit {bit}");
        }
    }
}

#[test]
fn truncation_and_additions_are_detected() {
    let sealed = seal(file("Relaunch", EVIDENCE)).unwrap();
    for length in 0..sealed.len() {
        assert!(open(&sealed[..length]).is_err(), "{length} bytes");
    }
    for extra in ["\n", " ", "%", "proffer-seal-", &placeholder()] {
        let longer = [&sealed, extra.as_bytes()].concat();
        assert_eq!(open(&longer), Err(SealBroken::Altered), "{extra:?}");
    }
    // A repeated seal is an additional mark, so the file differs.
    let again = sealed.windows(77).find(|window| window.starts_with(PREFIX.as_bytes())).unwrap();
    assert_eq!(open(&[&sealed, again].concat()), Err(SealBroken::Altered));
}

#[test]
fn a_file_without_a_seal_is_reported() {
    assert_eq!(open(b""), Err(SealBroken::NotOurs));
    assert_eq!(open(b"%PDF-1.7 proffer-seal-"), Err(SealBroken::NotOurs));
    assert_eq!(open(format!("{PREFIX}{}", "G".repeat(64)).as_bytes()), Err(SealBroken::NotOurs));
    assert_eq!(seal(b"%PDF-1.7".to_vec()), Err(SealError::NoPlace));
    assert_eq!(seal(seal(file("Relaunch", EVIDENCE)).unwrap()), Err(SealError::Sealed));
    assert_eq!(seal(placeholder().into_bytes()), Err(SealError::Broken(SealBroken::NoEvidence)));
}

/// Text of a document is not an attachment, even if it looks like one.
#[test]
fn a_title_is_no_attachment() {
    for title in [
        "/Type /EmbeddedFile",
        "9 0 obj <</Length 2/Type/EmbeddedFile>>stream\n{}\nendstream endobj",
        "/Length 2 /Type/EmbeddedFile stream\n{}",
        "startxref\n0\n%%EOF",
    ] {
        assert_eq!(open(&seal(file(title, EVIDENCE)).unwrap()).unwrap().evidence, EVIDENCE, "{title}");
    }
}

#[test]
fn a_decompression_bomb_is_not_inflated() {
    let limit = vec![b' '; EVIDENCE_MAX_BYTES];
    assert_eq!(open(&seal(file("", &limit)).unwrap()).unwrap().evidence.len(), EVIDENCE_MAX_BYTES);
    let over = vec![b' '; EVIDENCE_MAX_BYTES + 1];
    assert_eq!(seal(file("", &over)), Err(SealError::Broken(SealBroken::NoEvidence)));
}

/// Seals any input: a file with a valid seal must still be read with care.
fn forced(mut pdf: Vec<u8>) -> Vec<u8> {
    pdf.extend(placeholder().bytes());
    let marks = marks(&pdf);
    write(&mut pdf, &marks, &[b'0'; DIGITS]);
    let digest = hex::encode(Sha256::digest(&pdf));
    write(&mut pdf, &marks, digest.as_bytes());
    pdf
}

proptest! {
    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        prop_assert_eq!(open(&bytes), Err(SealBroken::NotOurs));
        prop_assert_eq!(open(&forced(bytes)), Err(SealBroken::NoEvidence));
    }

    #[test]
    fn mangled_files_do_not_trip_the_reader(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20), cut: prop::sample::Index) {
        let mut pdf = file("Relaunch", EVIDENCE);
        for (at, byte) in changes {
            let at = at.index(pdf.len());
            pdf[at] = byte;
        }
        let kept = cut.index(pdf.len());
        let _ = open(&forced(pdf[..kept].to_vec()));
        let _ = open(&forced(pdf));
    }

    #[test]
    fn words_of_the_format_in_any_order(words in prop::collection::vec(prop::sample::select(vec![
        "xref\n", "0 1\n", "0 99999999999\n", "0000000000 00000 n\r\n", "9999999999 00000 n\r\n", "trailer",
        "startxref\n0\n", "startxref 99",
        "1 0 obj", "<<", "/Length 9999999999", "/Length 3", "/Type/EmbeddedFile", "/FlateDecode", ">>",
        "stream\n", "endobj",
    ]), 0..30)) {
        let _ = open(&forced(words.concat().into_bytes()));
    }
}
