//! The sealed PDF as a file: archival, tagged, reproducible, complete, and safe from user content.
//!
//! Its structure is checked in the bytes. Its text is checked with `qpdf` and poppler's tools where they are
//! installed.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use std::{process::Command, sync::OnceLock, thread};

use pretty_assertions::assert_eq;
use proffer_domain::{
    evidence::sealed_pdf::{self, SealBroken},
    pricing::render as page,
    recap_file::{self, FileKind},
    seal::Signing,
    signature::EvidenceClass,
};
use serde_json::{Value, json};

use super::{
    fixture::{Case, case, item, key, table},
    render,
};

/// The standard test document, sealed, with the attached evidence.
fn usual() -> &'static (Vec<u8>, String) {
    static USUAL: OnceLock<(Vec<u8>, String)> = OnceLock::new();
    USUAL.get_or_init(|| {
        let (evidence, json) = case().evidence();
        (render(&evidence, &json).unwrap(), json)
    })
}

fn sealed(case: Case) -> Vec<u8> {
    let (evidence, json) = case.evidence();
    let pdf = render(&evidence, &json).unwrap();
    assert_eq!(sealed_pdf::open(&pdf).unwrap().evidence, json.as_bytes());
    pdf
}

fn count(pdf: &[u8], wanted: &str) -> usize {
    pdf.windows(wanted.len()).filter(|window| *window == wanted.as_bytes()).count()
}

/// A program's report on a file; `None` when the program is not installed.
fn told(program: &str, arguments: &[&str], pdf: &[u8]) -> Option<String> {
    let folder =
        std::env::temp_dir().join(format!("proffer-pdf-{}-{:?}", std::process::id(), thread::current().id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sealed.pdf");
    std::fs::write(&file, pdf).unwrap();
    let arguments =
        arguments.iter().map(|argument| if *argument == "FILE" { file.to_str().unwrap() } else { argument });
    let output = Command::new(program).args(arguments).output();
    std::fs::remove_dir_all(&folder).unwrap();
    let output = output.ok()?;
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The file's text on one line, without the break opportunities in long words.
fn text(pdf: &[u8]) -> Option<String> {
    let text = told("pdftotext", &["FILE", "-"], pdf)?;
    Some(text.replace('\u{200b}', "").split_whitespace().collect::<Vec<_>>().join(" "))
}

fn assert_in_order(text: &str, wanted: &[&str]) {
    let mut rest = text;
    for piece in wanted {
        rest = rest
            .split_once(piece)
            .unwrap_or_else(|| panic!("{piece:?} is not where it belongs in:\n{text}"))
            .1;
    }
}

#[test]
fn the_file_is_archival_tagged_and_carries_its_evidence() {
    let (pdf, json) = usual();
    assert!(pdf.starts_with(b"%PDF-1.7"));
    for once in [
        "<pdfaid:part>3</pdfaid:part>",
        "<pdfaid:conformance>A</pdfaid:conformance>",
        "<pdfuaid:part>1</pdfuaid:part>",
        "/Type/EmbeddedFile/",
        "/AFRelationship/Source",
        "/Subtype/application#2Fjson",
        "/Marked true",
    ] {
        assert_eq!(count(pdf, once), 1, "{once}");
    }
    assert!(count(pdf, "/StructTreeRoot") > 1);
    assert!(count(pdf, "/Lang(en)") > 0);
    assert!(count(pdf, "(evidence.json)") > 0);
    assert!(count(pdf, "/Type/FontDescriptor") > 0);
    assert_eq!(count(pdf, "/FontFile2 ") + count(pdf, "/FontFile3 "), count(pdf, "/Type/FontDescriptor"));
    assert_eq!(count(pdf, sealed_pdf::PREFIX), 2);
    assert_eq!(sealed_pdf::open(pdf).unwrap().evidence, json.as_bytes());
    if let Some(said) = told("qpdf", &["--check", "FILE"], pdf) {
        assert!(said.contains("No syntax or stream encoding errors found"), "{said}");
    }
    if let Some(said) = told("pdfinfo", &["FILE"], pdf) {
        assert_in_order(
            &said,
            &[
                "Website relaunch with a parts shop",
                "Studio Nord",
                "Mon Mar  2 10:36:00 2026",
                "Tagged:",
                "yes",
                "A4",
            ],
        );
    }
    if let Some(said) = told("pdffonts", &["FILE"], pdf) {
        assert!(said.lines().skip(2).all(|font| font.contains("yes yes yes")), "{said}");
    }
    if let Some(said) = told("pdfdetach", &["-list", "FILE"], pdf) {
        assert_in_order(&said, &["1 embedded files", "evidence.json"]);
    }
}

#[test]
fn the_same_evidence_gives_the_same_bytes() {
    let (pdf, _) = usual();
    let threads: Vec<_> = (0..3).map(|_| thread::spawn(|| sealed(case()))).collect();
    for thread in threads {
        assert!(thread.join().unwrap() == *pdf);
    }
    let mut other = case();
    other.frozen.title.push('.');
    assert!(sealed(other) != *pdf);
}

#[test]
fn a_signed_file_is_still_read_by_other_programs() {
    let (pdf, json) = usual();
    let at = "2026-03-02T10:36:00Z".parse().unwrap();
    let unsigned = sealed_pdf::Unsigned::new(pdf.clone(), &key(), at, false).unwrap();
    let container = Signing::new(&key(), unsigned.digest()).unwrap().container(None).unwrap();
    let signed = unsigned.finish(&container).unwrap();
    let opened = sealed_pdf::open(&signed).unwrap();
    assert_eq!(opened.evidence, json.as_bytes());
    assert_eq!(opened.signature.unwrap().key, key().public());
    assert!(signed.starts_with(pdf));
    if let Some(said) = told("qpdf", &["--check", "FILE"], &signed) {
        assert!(said.contains("No syntax or stream encoding errors found"), "{said}");
    }
    if let Some(said) = told("pdfdetach", &["-list", "FILE"], &signed) {
        assert_in_order(&said, &["1 embedded files", "evidence.json"]);
    }
    if let Some(text) = text(&signed) {
        assert!(text.contains(&key().public().fingerprint().to_string()), "the certificate names the key");
    }
}

#[test]
fn no_byte_can_change_unseen() {
    let (pdf, _) = usual();
    let edges = 4_096;
    let places = (0..edges).chain((edges..pdf.len() - edges).step_by(97)).chain(pdf.len() - edges..pdf.len());
    let mut other = pdf.clone();
    for at in places {
        other[at] ^= 1 << (at % 8);
        assert_eq!(sealed_pdf::open(&other), Err(SealBroken::Altered), "byte {at}");
        other[at] = pdf[at];
    }
    for length in (0..pdf.len()).step_by(997) {
        assert!(sealed_pdf::open(&pdf[..length]).is_err(), "{length} bytes");
    }
    other.push(b'\n');
    assert_eq!(sealed_pdf::open(&other), Err(SealBroken::Altered));
}

/// An earlier proposal can be the beginning of a new one.
#[test]
fn it_can_be_added_to_a_recap() {
    let text = recap_file::read(FileKind::Pdf, &usual().0).unwrap().text.replace('\u{200b}', "");
    let wanted = [
        "Website relaunch with a parts shop",
        "Löwe & Söhne GmbH",
        "Overview",
        "• search by drawing number",
        "€950.00\t€950.00",
        "Payment schedule",
    ];
    assert_in_order(&text, &wanted);
}

#[test]
fn it_reads_from_the_title_to_the_last_event() {
    let Some(text) = text(&usual().0) else { return };
    assert_in_order(
        &text,
        &[
            "Studio Nord",
            "Website relaunch with a parts shop",
            "From fax to self-service in ten weeks",
            "Löwe & Söhne GmbH",
            "Overview",
            "sells spare parts without a phone call",
            "Every Monday three people",
            "search by drawing number",
            "1. Discovery",
            "Timeline",
            "Investment",
            "Photography",
            "Optional, included",
            "Translation into French",
            "Optional, not included",
            "Payment schedule",
            "Terms and Conditions",
            "Prices are valid for 30 days.",
            "Signed by link",
            "Ada Löwe",
            "2026-03-02 09:00:00.000 UTC",
            "ada.loewe@example.com",
            "Managing director",
            "203.0.113.7",
            "I agree to sign this proposal electronically",
            "Events",
            "Proposal created",
            "Sent",
            "This is a simple electronic signature",
            "proffer verify FILE",
        ],
    );
    // Every amount and label that the page shows.
    let (evidence, _) = case().evidence();
    let html = page::html(&evidence.pricing);
    for piece in html
        .split('<')
        .filter_map(|tag| tag.split_once('>'))
        .map(|(_, text)| text.trim())
        .filter(|text| !text.is_empty())
    {
        assert!(text.contains(piece), "{piece}");
    }
    for hash in [&evidence.revision.sha256, &evidence.head.hash, &evidence.signature.totals_sha256] {
        assert!(text.contains(hash.as_str()), "{hash}");
    }
}

/// The signature font is embedded only where there is a signature.
#[test]
fn what_the_team_recorded_has_no_signature() {
    let mut case = case();
    case.class = EvidenceClass::RecordedByTeam;
    case.frozen.company_snapshot = None;
    let pdf = sealed(case);
    assert_eq!((count(&pdf, "+Caveat"), count(&usual().0, "+Caveat") > 0), (0, true));
    let Some(text) = text(&pdf) else { return };
    assert_in_order(
        &text,
        &[
            "Recorded by the team",
            "This is not a signature of the client",
            "Who is said to have accepted",
            "IP address (team)",
        ],
    );
    assert!(!text.contains("I agree to sign"), "{text}");
}

#[test]
fn a_countersignature_stands_below_the_first() {
    let mut case = case();
    case.class = EvidenceClass::Countersigned;
    let Some(text) = text(&sealed(case)) else { return };
    assert_in_order(
        &text,
        &[
            "Countersigned",
            "Ada Löwe",
            "Countersigned",
            "Jonas Nord",
            "2026-03-02 10:35:00.000 UTC",
            "jonas@studio-nord.example",
        ],
    );
}

#[test]
fn what_people_write_comes_out_as_they_wrote_it() {
    let hostile = r#"#evil #sys $x^2$ *bold* _it_ \ " ' `raw` = head - item + item / term @ref <label> // no /* no */ ~ -- --- ... #pdf.attach("x") [a]"#;
    let word = "Donaudampfschifffahrt".repeat(15);
    let long = "ten letters ".repeat(900);
    let description = "some words ".repeat(180);
    let escaped = hostile.replace('<', "&lt;").replace('>', "&gt;");
    let mut case = case();
    case.frozen.title = format!("{hostile} proffer-seal-{}", "0".repeat(64));
    case.frozen.subtitle = Some(hostile.to_owned());
    case.frozen.client_name = hostile.to_owned();
    case.signer = hostile.to_owned();
    case.frozen.terms_and_conditions = Some(hostile.to_owned());
    case.frozen.html_content = format!(
        "<section data-kind=\"free\"><h2>{escaped}</h2><p>{escaped}</p><p>{word}</p><p>{long}</p></section>"
    );
    let names = json!([{ "id": "00000000-0000-0000-0000-0000000000aa", "name": hostile, "items": [
        item(20, &json!({ "name": hostile, "description": hostile, "unit": "#evil" })),
        item(21, &json!({ "name": "Long", "description": description })),
    ] }]);
    let pdf = sealed(case.priced(table(&names, &json!({}))));
    assert_eq!(count(&pdf, "<pdfuaid:part>1</pdfuaid:part>"), 1);
    let Some(text) = text(&pdf) else { return };
    let plain: String = hostile.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.matches(&plain).count() >= 8, "{}\n{text}", text.matches(&plain).count());
    assert!(text.replace(' ', "").contains(&word));
    assert_eq!(text.split(' ').filter(|word| *word == "letters").count(), 900);
}

/// A few thousand characters from all scripts, alone and combined: none makes the export fail.
#[test]
fn no_text_is_refused() {
    let mut state = 42_u32;
    let mut random = move |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let ranges = [
        (0, 0x250),
        (0x250, 0x800),
        (0x800, 0x1100),
        (0x1100, 0x3000),
        (0x3000, 0x1_0000),
        (0x1_f000, 0x1_fb00),
        (0x300, 0x370),
        (0, 0x11_0000),
    ];
    let mut html = String::from("<section data-kind=\"free\"><h2>\u{200b}</h2>");
    for _ in 0..150 {
        html.push_str("<p>");
        for _ in 0..20 {
            let (low, high) = ranges[random(8) as usize];
            html.extend(
                char::from_u32(low + random(high - low))
                    .filter(|character| !matches!(character, '<' | '>' | '&')),
            );
        }
        html.push_str("</p>");
    }
    let mut case = case();
    html.push_str("</section>");
    case.frozen.html_content = html;
    case.frozen.title = "\u{0}\u{1}\u{fffe}\u{202e}題名\u{e000}".to_owned();
    case.signer = "عبد الله بن محمد".to_owned();
    let pdf = sealed(case);
    assert_eq!(count(&pdf, "<pdfuaid:part>1</pdfuaid:part>"), 1);
    let Some(text) = text(&pdf) else { return };
    assert_in_order(&text, &["[U+0001]", "Some characters of the texts have no letterform"]);
}

#[test]
fn a_long_table_has_its_head_on_every_page() {
    let items: Vec<Value> = (0..200)
        .map(|at| item(1_000 + at, &json!({ "name": format!("Line {at}"), "quantity": "3", "unit": "hour" })))
        .collect();
    let groups =
        json!([{ "id": "00000000-0000-0000-0000-0000000000aa", "name": "Everything", "items": items }]);
    let pdf = sealed(case().priced(table(&groups, &json!({}))));
    let Some(text) = told("pdftotext", &["-layout", "FILE", "-"], &pdf) else { return };
    let pages: Vec<&str> = text.split('\u{c}').filter(|page| page.contains("Line ")).collect();
    assert!(pages.len() >= 5, "{} pages", pages.len());
    let mut lines = Vec::new();
    for page in &pages {
        let head = page.find("Quantity").expect("a head");
        assert!(head < page.find("Line ").expect("lines"));
        assert!(page.contains("Everything"));
        for line in page.lines().filter(|line| line.contains("Line ")) {
            assert!(line.contains("3 hours") && line.contains("€300.00"), "{line}");
            lines.push(
                line.split_whitespace()
                    .skip_while(|word| *word != "Line")
                    .nth(1)
                    .unwrap_or_default()
                    .to_owned(),
            );
        }
    }
    assert_eq!(lines, (0..200).map(|at| at.to_string()).collect::<Vec<_>>());
    assert!(text.contains("€60,000.00"));
}
