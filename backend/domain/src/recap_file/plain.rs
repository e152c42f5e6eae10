//! Text files: their encoding, and the normal form of a text.

use std::borrow::Cow;

use super::FileFault;

/// How files begin that are not text: ZIP archives (`.docx`, `.xlsx`), PDFs, old documents of Word.
const OTHERS: [&[u8]; 3] = [b"PK\x03\x04", b"%PDF-", b"\xd0\xcf\x11\xe0"];

/// The text of a text file.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, FileFault> {
    if OTHERS.iter().any(|start| bytes.starts_with(start)) {
        return Err(FileFault::WrongContent);
    }
    let text = crate::encoding::decode(bytes);
    // A picture or a program contains many of them; a log may contain one or two.
    let strange = text.chars().filter(|&c| is_control(c) || c == '\u{fffd}').count();
    if text.contains('\0') || strange * 100 > text.chars().count() {
        Err(FileFault::WrongContent)
    } else {
        Ok(text)
    }
}

fn is_control(character: char) -> bool {
    character.is_control() && !character.is_whitespace()
}

/// A text with `\n` as its only line end, without control characters, spaces at the ends of lines, and more
/// than one blank line in a row.
pub(super) fn tidied(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = 0;
    let unified = text.replace("\r\n", "\n");
    for line in unified.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']) {
        let kept: String = line.chars().filter(|&c| !is_control(c) && c != '\u{feff}').collect();
        let kept = kept.trim_end();
        if kept.is_empty() {
            blank += 1;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if blank > 0 { "\n\n" } else { "\n" });
        }
        out.push_str(kept);
        blank = 0;
    }
    out
}
