//! Files of every kind, good and hostile. Those of other programs are in `tests/fixtures/recap_files`.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test should stop at once")]

mod made;
mod transcripts;

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use made::{PAGE, docx, docx_with, pdf, zipped};

const NOTES_PDF: &[u8] = include_bytes!("../../tests/fixtures/recap_files/notes.pdf");
const ENCRYPTED_PDF: &[u8] = include_bytes!("../../tests/fixtures/recap_files/encrypted.pdf");
const RESTRICTED_PDF: &[u8] = include_bytes!("../../tests/fixtures/recap_files/restricted.pdf");

const NOTES: &str = "\
Meeting with Riverside Rowing Club

Zoë Öztürk runs the boathouse. Members book boats by telephone, and every Saturday two crews arrive for the same boat because the paper list on the door was not up to date.

They want online booking for 140 members before the season starts on 1 April.

What we offer

Booking calendar with a waiting list
Import of the members from their spreadsheet

Item\tPrice
Booking website\t£4,800
Hosting, per month £45";

fn text(kind: FileKind, bytes: &[u8]) -> String {
    read(kind, bytes).unwrap_or_else(|fault| panic!("{fault:?}")).text
}

#[test]
fn the_ending_of_the_name_says_what_a_file_is() {
    for (name, kind) in [
        ("notes.txt", Ok(FileKind::Text)),
        ("Notes.MD", Ok(FileKind::Text)),
        ("call 2026.05.01.vtt", Ok(FileKind::WebVtt)),
        ("call.srt ", Ok(FileKind::SubRip)),
        ("a.pdf.docx", Ok(FileKind::Docx)),
        ("scan.PDF", Ok(FileKind::Pdf)),
        ("old.doc", Err(FileFault::OldWord)),
        ("notes.pages", Err(FileFault::UnsupportedKind)),
        ("docx", Err(FileFault::UnsupportedKind)),
        ("", Err(FileFault::UnsupportedKind)),
    ] {
        assert_eq!(FileKind::of_name(name), kind, "{name}");
    }
}

#[test]
fn the_name_of_a_file_is_no_part_of_a_recap() {
    for (line, expected) in [
        ("--- call.vtt ---", true),
        ("--- Notes from Dana, 1 May.PDF ---", true),
        ("--- prices ---", false),
        ("---", false),
        ("- notes.txt", false),
    ] {
        assert_eq!(is_file_heading(line), expected, "{line}");
    }
    let files = "Zoë: They need online booking\n\n--- We need a call with the new website team about prices.txt ---\nThe site is slow.";
    let found = crate::recap::extract(files);
    assert!(!found.client_needs.contains("team about prices"), "{found:?}");
    assert!(found.client_needs.contains("online booking"), "{found:?}");
}

#[test]
fn every_refusal_names_the_file() {
    let all = [
        FileFault::UnsupportedKind,
        FileFault::OldWord,
        FileFault::Empty,
        FileFault::TooLarge,
        FileFault::WrongContent,
        FileFault::Encrypted,
        FileFault::Damaged,
        FileFault::Expands,
        FileFault::TooComplex,
        FileFault::TooManyPages,
        FileFault::TooMuchText,
        FileFault::NoText,
        FileFault::UnknownLetters,
        FileFault::UploadGone,
    ];
    for fault in all {
        for name in ["notes.pdf", "notes"] {
            let message = fault.message(name);
            assert!(message.starts_with(&format!("“{name}” ")) && message.ends_with('.'), "{message}");
        }
    }
    let wrong = FileFault::WrongContent.message("scan.pdf");
    assert_eq!(wrong, "“scan.pdf” is not a PDF, although its name says so: check the ending of its name.");
    assert!(FileFault::NoText.message("scan.pdf").contains("(OCR)"));
    assert_eq!(FileFault::NoText.message("empty.docx"), "“empty.docx” has no text.");
}

#[test]
fn notes_are_read_in_any_encoding_and_tidied() {
    let utf16: Vec<u8> = "\u{feff}Zoë: £600\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, expected) in [
        ("Zoë: £600\r\n".as_bytes(), "Zoë: £600"),
        (utf16.as_slice(), "Zoë: £600"),
        (b"Zo\xeb: \xa3600", "Zoë: £600"),
        (b"one  \r\rtwo\r\n\r\n\r\n\r\n\tthree\n\n".as_slice(), "one\n\ntwo\n\n\tthree"),
    ] {
        assert_eq!(
            read(FileKind::Text, bytes),
            Ok(FileText { text: expected.to_owned(), turns: Vec::new() })
        );
    }
    // A few control characters, as in a log that was copied from a terminal, are left out.
    let log = format!("{}\u{1b}[0m", "fine ".repeat(50));
    assert!(text(FileKind::Text, log.as_bytes()).ends_with("fine [0m"));
}

#[test]
fn a_file_is_what_its_name_says() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0";
    let document = docx("<w:p><w:r><w:t>Hello</w:t></w:r></w:p>");
    for (kind, bytes, fault) in [
        (FileKind::Text, png.as_slice(), FileFault::WrongContent),
        (FileKind::Text, NOTES_PDF, FileFault::WrongContent),
        (FileKind::WebVtt, b"Just some notes, no cues at all.", FileFault::WrongContent),
        (FileKind::SubRip, document.as_slice(), FileFault::WrongContent),
        (FileKind::Docx, NOTES_PDF, FileFault::WrongContent),
        (FileKind::Docx, b"plain text", FileFault::WrongContent),
        (FileKind::Pdf, document.as_slice(), FileFault::WrongContent),
        (FileKind::Pdf, b"plain text", FileFault::WrongContent),
    ] {
        assert_eq!(read(kind, bytes), Err(fault), "{kind}");
    }
    // A workbook is an archive as well.
    assert_eq!(
        read(FileKind::Docx, &zipped(&[("xl/workbook.xml", b"<workbook/>")])),
        Err(FileFault::WrongContent)
    );
    assert_eq!(read(FileKind::Pdf, b"%PDF-1.7 and then nothing"), Err(FileFault::Damaged));
    assert_eq!(read(FileKind::Docx, document.get(..document.len() / 2).unwrap()), Err(FileFault::Damaged));
}

#[test]
fn a_file_without_text_says_so() {
    for kind in [FileKind::Text, FileKind::WebVtt, FileKind::SubRip, FileKind::Docx, FileKind::Pdf] {
        assert_eq!(read(kind, b""), Err(FileFault::Empty), "{kind}");
    }
    assert_eq!(read(FileKind::Text, b" \r\n\t\n"), Err(FileFault::Empty));
    assert_eq!(read(FileKind::Docx, &docx("<w:p/>")), Err(FileFault::NoText));
    // As a scanner writes it: pages with a picture each.
    assert_eq!(read(FileKind::Pdf, &pdf(3, "q 612 0 0 792 0 0 cm /Scan Do Q")), Err(FileFault::NoText));
    assert_eq!(
        read(FileKind::WebVtt, b"WEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>\n"),
        Err(FileFault::NoText)
    );
}

#[test]
fn sizes_are_limited() {
    assert_eq!(read(FileKind::Text, &vec![b'a'; MAX_BYTES + 1]), Err(FileFault::TooLarge));
    assert_eq!(read(FileKind::Text, &vec![b'a'; MAX_CHARS + 1]), Err(FileFault::TooMuchText));
    assert_eq!(text(FileKind::Text, "é".repeat(MAX_CHARS).as_bytes()).chars().count(), MAX_CHARS);
    let long = format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "long ".repeat(MAX_CHARS));
    assert_eq!(read(FileKind::Docx, &docx(&long)), Err(FileFault::TooMuchText));
}

#[test]
fn a_document_keeps_its_lists_and_tables_but_not_what_was_deleted() {
    let body = "\
        <w:p><w:pPr><w:pStyle w:val=\"Title\"/></w:pPr><w:r><w:t>Meeting &amp; notes</w:t></w:r></w:p>\
        <w:p><w:pPr><w:tabs><w:tab w:val=\"left\"/></w:tabs></w:pPr><w:r><w:t xml:space=\"preserve\">Zo\u{eb} said&#58; </w:t></w:r><w:r><w:t>go</w:t>\
            <w:tab/><w:t>on</w:t><w:br/><w:t>soon</w:t></w:r></w:p>\
        <w:p><w:r><w:t>We ask </w:t></w:r><w:del><w:r><w:t>old</w:t><w:delText>$9,000</w:delText></w:r></w:del><w:ins><w:r><w:t>$4,500</w:t></w:r></w:ins></w:p>\
        <w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/></w:numPr></w:pPr><w:r><w:t>Booking</w:t></w:r></w:p>\
        <w:p><w:pPr><w:pStyle w:val=\"ListBullet\"/></w:pPr><w:r><w:t>Hosting</w:t></w:r></w:p>\
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Item</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Price</w:t></w:r></w:p></w:tc></w:tr>\
            <w:tr><w:tc><w:p><w:r><w:t>Web</w:t></w:r></w:p><w:p><w:r><w:t>site</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>\
        <w:p><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></mc:Choice>\
            <mc:Fallback><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:p>";
    let expected = "Meeting & notes\nZoë said: go\ton\nsoon\nWe ask $4,500\n- Booking\n- Hosting\nItem | Price\nWeb site\nIn a box";
    assert_eq!(text(FileKind::Docx, &docx(body)), expected);
    assert_eq!(
        text(FileKind::Docx, &docx_with("word/document2.xml", "<w:p><w:r><w:t>Other name</w:t></w:r></w:p>")),
        "Other name"
    );
}

#[test]
fn a_document_that_unpacks_to_gigabytes_is_refused() {
    let start = "<w:document><w:body><w:p><w:r><w:rPr>";
    let bomb = docx_with("word/document.xml", &format!("{start}{}", " ".repeat(64 * 1024 * 1024)));
    assert!(bomb.len() < 200_000, "{}", bomb.len());
    assert_eq!(read(FileKind::Docx, &bomb), Err(FileFault::Expands));
    // The same with a false size: 64 MB are declared as 1 KB, in both headers of the entry.
    let declared = u32::try_from(start.len() + 64 * 1024 * 1024 + made::AROUND).unwrap().to_le_bytes();
    let mut liar = bomb;
    while let Some(at) = memchr::memmem::find(&liar, &declared) {
        liar.get_mut(at..at + 4).unwrap().copy_from_slice(&1024_u32.to_le_bytes());
    }
    assert!(matches!(read(FileKind::Docx, &liar), Err(FileFault::Expands | FileFault::Damaged)));
    // Nested entities are not resolved.
    let entities =
        "<!DOCTYPE d [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;\">]><w:p><w:r><w:t>x&b;</w:t></w:r></w:p>";
    assert_eq!(text(FileKind::Docx, &zipped(&[("word/document.xml", entities.as_bytes())])), "x");
}

#[test]
fn protected_documents_are_told_from_old_ones() {
    let mut compound = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    compound.resize(1024, 0);
    assert_eq!(read(FileKind::Docx, &compound), Err(FileFault::OldWord));
    compound.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(read(FileKind::Docx, &compound), Err(FileFault::Encrypted));
    assert_eq!(read(FileKind::Pdf, ENCRYPTED_PDF), Err(FileFault::Encrypted));
    // Everybody may open a file with an empty password.
    assert_eq!(text(FileKind::Pdf, RESTRICTED_PDF), NOTES);
}

#[test]
fn a_pdf_becomes_paragraphs_lists_and_rows() {
    assert_eq!(text(FileKind::Pdf, NOTES_PDF), NOTES);
    // Written by hand, with a font that the file does not contain.
    let content =
        format!("{PAGE} (We offer the web-) Tj 0 -14 Td (site for) Tj 40 0 Td [(\\2444,5) 20 (00)] TJ ET");
    assert!(
        text(FileKind::Pdf, &pdf(2, &content)).starts_with("We offer the web"),
        "{}",
        text(FileKind::Pdf, &pdf(2, &content))
    );
}

#[test]
fn a_pdf_of_ten_thousand_pages_is_refused() {
    assert_eq!(read(FileKind::Pdf, &pdf(10_000, PAGE)), Err(FileFault::TooManyPages));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        for kind in [FileKind::Text, FileKind::WebVtt, FileKind::SubRip, FileKind::Docx] {
            let _ = read(kind, &bytes);
        }
    }

    #[test]
    fn a_damaged_document_is_refused_or_read(at in 0_usize..4000, byte in any::<u8>()) {
        let mut bytes = docx("<w:p><w:r><w:t>Some text &amp; more</w:t></w:r></w:p>");
        let at = at % bytes.len();
        *bytes.get_mut(at).unwrap() = byte;
        let _ = read(FileKind::Docx, &bytes);
    }
}
