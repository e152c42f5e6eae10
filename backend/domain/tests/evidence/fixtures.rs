//! Authentic, unknown and tampered evidence and documents, for other programs that verify them. The committed
//! file must equal the output of this code, byte for byte.

use std::{fs, path::PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use proffer_domain::{
    canonical::canonical_json,
    evidence::{FORMAT, Report, STATEMENT, Verdict, to_json, verify, verify_file},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::builder::{
    Signed, covered_by, evidence, json_of, key, known, other_key, rehashed, sealed_pdf, signed_pdf,
    signed_pdf_with, unsigned,
};

/// Evidence with daily roots, altered by a holder of the key.
const COVERED: &[(&str, Change)] = &[
    ("an event that a daily root does not cover", |e| e["dailyRoots"][0]["sequence"] = json!(3)),
    ("the path of a proof", |e| e["dailyRoots"][1]["path"][0] = json!("0".repeat(64))),
    ("the position in a proof", |e| e["dailyRoots"][1]["leafIndex"] = json!(1)),
    ("a daily root of another day", |e| e["dailyRoots"][0]["dailyRoot"]["day"] = json!("2027-01-14")),
    ("the hash of a daily root", |e| e["dailyRoots"][0]["dailyRoot"]["hash"] = json!("0".repeat(64))),
    ("the signature of a daily root", |e| {
        e["dailyRoots"][0]["dailyRoot"]["seal"] = e["dailyRoots"][1]["dailyRoot"]["seal"].clone();
    }),
    ("no daily roots", |e| drop(e.as_object_mut().unwrap().remove("dailyRoots"))),
    ("daily roots in a format without them", |e| e["format"] = json!(FORMAT)),
];

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/evidence.json")
}

type Change = fn(&mut Value);

/// Changed, with the old hashes.
const CARELESS: &[(&str, Change)] = &[
    ("a price", |e| e["pricing"]["groups"][0]["items"][0]["unitPrice"] = json!("1.00")),
    ("a total", |e| e["totals"]["totalAmount"] = json!("1.00")),
    ("the signer's name", |e| e["signature"]["name"] = json!("Eve")),
    ("the consent", |e| e["consent"]["text"] = json!("Yes.")),
    ("the document", |e| {
        e["revision"]["canonical"] =
            json!(e["revision"]["canonical"].as_str().unwrap().replace("Hello", "Hallo"));
    }),
    ("the statement", |e| e["statement"] = json!(STATEMENT.replace("neither an", "an"))),
    ("the time of sealing", |e| e["sealedAt"] = json!("2027-01-15T08:51:00.123Z")),
    ("an event", |e| e["events"][2]["payload"] = json!({})),
    ("an event dropped", |e| drop(e["events"].as_array_mut().unwrap().remove(2))),
    ("two events swapped", |e| e["events"].as_array_mut().unwrap().swap(1, 2)),
    ("the last event dropped", |e| drop(e["events"].as_array_mut().unwrap().pop())),
    ("the seal removed", |e| drop(e.as_object_mut().unwrap().remove("seal"))),
    ("the seal of other evidence", |e| {
        e["seal"] = serde_json::to_value(evidence(Signed::Recorded).seal).unwrap();
    }),
    ("the key of another installation", |e| e["seal"]["publicKey"] = json!(other_key().public().to_base64())),
    ("no signature", |e| drop(e.as_object_mut().unwrap().remove("signature"))),
    ("a countersignature added", |e| {
        e["countersignature"] =
            serde_json::to_value(evidence(Signed::Countersigned).countersignature).unwrap();
    }),
];

/// Changed, with all hashes recomputed.
const CAREFUL: &[(&str, Change)] = &[
    ("a price with its hash", |e| e["pricing"]["groups"][0]["items"][0]["unitPrice"] = json!("1.00")),
    ("an option not taken, with its hash", |e| {
        e["pricing"]["groups"][0]["items"][1]["selected"] = json!(false);
    }),
    ("a total with its hash", |e| e["totals"]["totalAmount"] = json!("1.00")),
    ("the signer with the hash", |e| e["signature"]["name"] = json!("Eve")),
    ("the typed name with the hash", |e| e["signature"]["typedName"] = json!("Eve")),
    ("a hash of another document", |e| e["signature"]["revisionSha256"] = json!("0".repeat(64))),
    ("the consent with its hash", |e| e["consent"]["text"] = json!("Yes.")),
    ("a countersignature with its hash", |e| {
        e["countersignature"] =
            serde_json::to_value(evidence(Signed::Countersigned).countersignature).unwrap();
    }),
    ("the statement with its hash", |e| e["statement"] = json!("This is a qualified electronic signature.")),
    ("an event dropped, with the hash", |e| drop(e["events"].as_array_mut().unwrap().remove(2))),
];

/// Sealed PDFs with the verdict on them.
fn documents(valid: &str, by_hand: &str) -> Vec<Value> {
    let (signed, signature) = signed_pdf_with(valid, &key(), false);
    let (timestamped, timed) = signed_pdf_with(valid, &key(), true);
    // With another last digit of what is written in hexadecimal.
    let replaced = |pdf: &[u8], bytes: &[u8]| {
        let digits = hex::encode(bytes);
        let last = pdf.windows(digits.len()).rposition(|window| window == digits.as_bytes()).unwrap()
            + digits.len()
            - 1;
        let mut pdf = pdf.to_vec();
        pdf[last] = if pdf[last] == b'0' { b'1' } else { b'0' };
        pdf
    };
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut pdf = signed.clone();
        change(&mut pdf);
        pdf
    };
    let position = |wanted: &[u8]| signed.windows(wanted.len()).rposition(|window| window == wanted).unwrap();
    let (field, contents) = (position(b"(Proffer seal)"), position(b"/Contents<"));
    [
        ("signed", signed.clone(), "authentic"),
        ("signed with a timestamp", timestamped.clone(), "authentic"),
        ("with another signature of the same form", replaced(&signed, &signature), "altered"),
        (
            "with the timestamp of another signature",
            replaced(&timestamped, &Sha256::digest(timed)),
            "altered",
        ),
        ("from before documents were signed", sealed_pdf(&unsigned(Signed::ByLink)), "intact"),
        ("made by hand", signed_pdf(by_hand, &other_key()), "intact"),
        ("authentic evidence in a document made by hand", signed_pdf(valid, &other_key()), "intact"),
        ("authentic evidence in a document without a signature", sealed_pdf(valid), "intact"),
        ("evidence made by hand in a signed document", signed_pdf(by_hand, &key()), "intact"),
        ("the title changed", changed(&|pdf| pdf[position(b"Relaunch")] ^= 1), "altered"),
        ("the signature field changed", changed(&|pdf| pdf[field + 1] ^= 1), "altered"),
        (
            "the signature changed",
            changed(&|pdf| pdf[contents + 400] = b'0' + (pdf[contents + 400] + 1) % 10),
            "altered",
        ),
        ("something after the signature", changed(&|pdf| pdf.extend(b"\n%%EOF\n")), "altered"),
        (
            "the padding of the signature used",
            changed(&|pdf| pdf[position(b">>>\nendobj") - 1] = b'1'),
            "altered",
        ),
    ]
    .into_iter()
    .map(|(name, pdf, verdict)| {
        let report = verify_file(&pdf, &known());
        assert_eq!(name_of(&report), verdict, "{name}: {:?}", report.lines());
        json!({ "name": name, "base64": STANDARD.encode(pdf), "verdict": verdict })
    })
    .collect()
}

fn name_of(report: &Report) -> &'static str {
    match report.verdict {
        Verdict::Authentic => "authentic",
        Verdict::Intact => "intact",
        Verdict::Altered => "altered",
        Verdict::NotEvidence => "not evidence",
    }
}

fn fixtures() -> String {
    let valid = json_of(Signed::ByLink);
    let changed = |change: &Change| {
        let mut value = serde_json::from_str(&valid).unwrap();
        change(&mut value);
        value
    };
    let careless = CARELESS.iter().map(|(name, change)| (*name, canonical_json(&changed(change)).unwrap()));
    let careful = CAREFUL.iter().map(|(name, change)| (*name, rehashed(changed(change), &[])));
    let covered = to_json(&covered_by(&key())).unwrap();
    let covered_changed = COVERED.iter().map(|(name, change)| {
        let mut value = serde_json::from_str(&covered).unwrap();
        change(&mut value);
        (*name, rehashed(value, &[]))
    });
    let form = [
        ("cut short", valid[..valid.len() - 1].to_owned()),
        ("a line break at the end", format!("{valid}\n")),
        ("a space inside", valid.replacen(",\"events\"", ", \"events\"", 1)),
        ("a member twice", valid.replacen("{\"consent\"", "{\"consent\":null,\"consent\"", 1)),
    ];
    let tampered: Vec<Value> = careless
        .chain(careful)
        .chain(form)
        .chain(covered_changed)
        .map(|(name, text)| {
            let report = verify(text.as_bytes(), &known());
            assert!(!report.is_intact(), "{name}");
            json!({ "name": name, "text": text, "part": report.findings[0].part.as_str() })
        })
        .collect();
    let also = [json_of(Signed::Countersigned), json_of(Signed::Recorded), covered.clone()];
    for text in std::iter::once(&valid).chain(&also) {
        assert_eq!(verify(text.as_bytes(), &known()).verdict, Verdict::Authentic);
    }
    let by_hand = rehashed(serde_json::from_str(&valid).unwrap(), &[]);
    let unknown: Vec<Value> =
        [("made by hand", by_hand.clone()), ("from before evidence was signed", unsigned(Signed::ByLink))]
            .into_iter()
            .map(|(name, text)| {
                assert_eq!(verify(text.as_bytes(), &known()).verdict, Verdict::Intact, "{name}");
                json!({ "name": name, "text": text })
            })
            .collect();
    let key = key().public();
    let all = json!({
        "key": { "fingerprint": key.fingerprint().to_string(), "publicKey": key.to_base64() },
        "valid": valid, "alsoValid": also, "unknown": unknown, "tampered": tampered,
        "documents": documents(&valid, &by_hand),
    });
    format!("{}\n", serde_json::to_string_pretty(&all).unwrap())
}

#[test]
fn the_committed_ones_are_these() {
    assert!(
        fs::read_to_string(path()).unwrap() == fixtures(),
        "run: cargo test -p proffer-domain --test evidence -- --ignored"
    );
}

#[test]
#[ignore = "writes the committed file anew"]
fn write_them() {
    fs::write(path(), fixtures()).unwrap();
}
