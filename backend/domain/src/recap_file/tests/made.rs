//! Files that are made for a test: documents of Word, and PDFs written by hand.

use std::{
    fmt::Write as _,
    io::{Cursor, Write as _},
};

use zip::{ZipWriter, write::SimpleFileOptions};

/// The beginning of a page with text.
pub(super) const PAGE: &str = "BT /F1 12 Tf 72 700 Td";

const BEFORE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><w:document><w:body>";
const AFTER: &str = "</w:body></w:document>";

/// The bytes that [`docx_with`] puts around a body.
pub(super) const AROUND: usize = BEFORE.len() + AFTER.len();

/// An archive with those entries.
pub(super) fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A document with that body.
pub(super) fn docx(body: &str) -> Vec<u8> {
    docx_with("word/document.xml", body)
}

/// The same, with that name for the main part.
pub(super) fn docx_with(name: &str, body: &str) -> Vec<u8> {
    let xml = format!("{BEFORE}{body}{AFTER}");
    zipped(&[
        ("[Content_Types].xml", b"<Types/>"),
        (name, xml.as_bytes()),
        ("word/styles.xml", b"<w:styles/>"),
    ])
}

/// A PDF whose pages all draw the same.
pub(super) fn pdf(pages: usize, content: &str) -> Vec<u8> {
    let kids = (0..pages).fold(String::new(), |mut kids, page| {
        let _ = write!(kids, "{} 0 R ", page + 5);
        kids
    });
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!(
            "<< /Type /Pages /Count {pages} /Kids [{kids}] /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> >>"
        ),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    objects.extend((0..pages).map(|_| "<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>".to_owned()));
    let mut file = "%PDF-1.7\n".to_owned();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(file.len());
        let _ = write!(file, "{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let table = file.len();
    let _ = write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        let _ = writeln!(file, "{place:010} 00000 n ");
    }
    let _ =
        write!(file, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1);
    file.into_bytes()
}
