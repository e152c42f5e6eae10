//! The signature of a sealed PDF: an incremental update with a signature field, and its verification.
//!
//! The documents are of one writer (krilla), so their objects are found by their text: a dictionary is
//! written on one line, and the first page and the catalogue are repeated in the update with an entry more.

use std::{fmt::Write as _, ops::Range};

use chrono::{DateTime, Utc};
use sha2::{Digest as _, Sha256};

use super::{SealError, find, number, objects, skip};
use crate::seal::{DocumentSignature, SealingKey, Signing};

/// The line that the signature begins with.
const MARK: &[u8] = b"\n%proffer-signature-1\n";
const BYTE_RANGE: &[u8] = b"/ByteRange[";
/// The space for a timestamp token with the certificates of its authority.
const TOKEN_SPACE: usize = 16 * 1024;
/// The most levels of the tree of pages.
const PAGE_LEVELS: usize = 16;

/// A sealed PDF with room for its signature.
#[derive(Debug)]
pub struct Unsigned {
    pdf: Vec<u8>,
    /// The digits of the container.
    gap: Range<usize>,
}

impl Unsigned {
    /// Adds the signature field to a sealed PDF. `at` is the time of sealing that it shows.
    pub fn new(
        sealed: Vec<u8>,
        key: &SealingKey,
        at: DateTime<Utc>,
        is_timestamped: bool,
    ) -> Result<Self, SealError> {
        let space = Signing::new(key, [0; 32])?.container(None)?.len()
            + 16
            + if is_timestamped { TOKEN_SPACE } else { 0 };
        let update = Update::of(&sealed).ok_or(SealError::NoField)?;
        let base = sealed.len();
        let (text, gap) = update.text(base, at, space);
        let gap = base + gap.start..base + gap.end;
        let mut pdf = sealed;
        pdf.extend(text.into_bytes());
        let range = format!("0 {:010} {:010} {:010}", gap.start - 1, gap.end + 1, pdf.len() - gap.end - 1);
        let at = find(&pdf, BYTE_RANGE, base).ok_or(SealError::NoField)? + BYTE_RANGE.len();
        pdf.get_mut(at..at + range.len()).ok_or(SealError::NoField)?.copy_from_slice(range.as_bytes());
        Ok(Self { pdf, gap })
    }

    /// The SHA-256 of what is signed.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        digest(&self.pdf, &self.gap)
    }

    /// The signed PDF.
    pub fn finish(mut self, container: &[u8]) -> Result<Vec<u8>, SealError> {
        let digits = hex::encode(container);
        let space = self
            .pdf
            .get_mut(self.gap)
            .and_then(|gap| gap.get_mut(..digits.len()))
            .ok_or(SealError::TooLarge)?;
        space.copy_from_slice(digits.as_bytes());
        super::open(&self.pdf)?;
        Ok(self.pdf)
    }
}

/// The sealed file, and where its signature begins.
pub(super) fn split(pdf: &[u8]) -> (&[u8], Option<usize>) {
    let at = memchr::memmem::rfind(pdf, MARK);
    (at.and_then(|at| pdf.get(..at)).unwrap_or(pdf), at)
}

/// The signature from that position on, if it is valid and covers the file.
pub(super) fn verify(pdf: &[u8], from: usize) -> Option<DocumentSignature> {
    let numbers = pdf.get(find(pdf, BYTE_RANGE, from)? + BYTE_RANGE.len()..)?;
    let (zero, rest) = number(numbers)?;
    let (start, rest) = number(rest.strip_prefix(b" ")?)?;
    let (end, rest) = number(rest.strip_prefix(b" ")?)?;
    let (length, rest) = number(rest.strip_prefix(b" ")?)?;
    let is_whole = zero == 0
        && from < start
        && start + 2 <= end
        && end.checked_add(length) == Some(pdf.len())
        && rest.starts_with(b"]");
    let gap = start.checked_add(1)?..end.checked_sub(1)?;
    if !is_whole || pdf.get(start) != Some(&b'<') || pdf.get(gap.end) != Some(&b'>') {
        return None;
    }
    let digits = pdf.get(gap.clone())?;
    if !digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    let bytes = hex::decode(digits).ok()?;
    let (container, padding) = bytes.split_at_checked(der_length(&bytes)?)?;
    if padding.iter().any(|byte| *byte != 0) {
        return None;
    }
    DocumentSignature::verify(container, digest(pdf, &gap)).ok()
}

/// The length of the DER value at the start of the bytes.
fn der_length(bytes: &[u8]) -> Option<usize> {
    let first = *bytes.get(1)?;
    if first < 0x80 {
        return Some(2 + usize::from(first));
    }
    let count = usize::from(first & 0x7f);
    let length = bytes.get(2..2 + count).filter(|_| (1..=4).contains(&count))?;
    Some(2 + count + length.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
}

/// Of everything but the container with its angle brackets.
fn digest(pdf: &[u8], gap: &Range<usize>) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(pdf.get(..gap.start.saturating_sub(1)).unwrap_or_default());
    hash.update(pdf.get(gap.end + 1..).unwrap_or_default());
    hash.finalize().into()
}

/// What the incremental update refers to and repeats.
struct Update<'a> {
    /// The offset of its cross-reference table.
    table: usize,
    /// The number that the next object gets.
    next: usize,
    /// The entries of the trailer after `/Size`.
    trailer: &'a str,
    catalogue: (usize, &'a str),
    page: (usize, &'a str),
}

impl<'a> Update<'a> {
    fn of(pdf: &'a [u8]) -> Option<Self> {
        let (objects, table) = objects(pdf)?;
        let trailer = pdf.get(find(pdf, b"trailer", table)? + b"trailer".len()..)?;
        let trailer = skip(trailer).strip_prefix(b"<</Size ")?;
        let (next, trailer) = number(trailer)?;
        let trailer = std::str::from_utf8(trailer.get(..find(trailer, b">>\nstartxref", 0)?)?).ok()?;
        let object = |wanted: usize| {
            let (_, offset) = objects.iter().find(|(number, _)| *number == wanted)?;
            let text = pdf.get(*offset..table)?.strip_prefix(format!("{wanted} 0 obj\n<<").as_bytes())?;
            std::str::from_utf8(text.get(..find(text, b">>\nendobj", 0)?)?).ok()
        };
        let root = reference(trailer, "/Root ")?;
        let catalogue = object(root)?;
        let mut page = reference(catalogue, "/Pages ")?;
        for _ in 0..PAGE_LEVELS {
            let entries = object(page)?;
            match reference(entries, "/Kids[") {
                Some(first) => page = first,
                None => {
                    return Some(Self {
                        table,
                        next,
                        trailer,
                        catalogue: (root, catalogue),
                        page: (page, entries),
                    });
                }
            }
        }
        None
    }

    /// The update, and where in it the digits of the container are.
    fn text(&self, base: usize, at: DateTime<Utc>, space: usize) -> (String, Range<usize>) {
        let (signature, field) = (self.next, self.next + 1);
        let (page, entries) = self.page;
        let page_entries = match entries.split_once("/Annots[") {
            Some((before, after)) => format!("{before}/Annots[{field} 0 R {after}"),
            None => format!("{entries}/Annots[{field} 0 R]"),
        };
        let (catalogue, catalogue_entries) = self.catalogue;
        let head = format!(
            "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:{})/Name(Proffer)\
             /ByteRange[0 0000000000 0000000000 0000000000]/Contents<",
            at.format("%Y%m%d%H%M%SZ")
        );
        // Outside of the page, so that it is neither seen nor read aloud; archival documents may not hide it.
        let widget = format!(
            "<</Type/Annot/Subtype/Widget/FT/Sig/T(Proffer seal)/TU(Proffer seal)/V {signature} 0 R/P {page} 0 R/Rect[-1 -1 -1 -1]/F 132>>"
        );
        let mut bodies = [
            (signature, format!("{head}{}>>>", "0".repeat(2 * space))),
            (field, widget),
            (page, format!("<<{page_entries}>>")),
            (catalogue, format!("<<{catalogue_entries}/AcroForm<</Fields[{field} 0 R]/SigFlags 3>>>>")),
        ];
        bodies.sort_unstable_by_key(|(number, _)| *number);
        let mut text = String::from_utf8_lossy(MARK).into_owned();
        let (mut table, mut gap) = ("xref\n0 1\n0000000000 65535 f\r\n".to_owned(), 0..0);
        for (number, body) in bodies {
            // Writing to a string does not fail.
            let _ = write!(table, "{number} 1\n{:010} 00000 n\r\n", base + text.len());
            let _ = writeln!(text, "{number} 0 obj");
            if number == signature {
                let start = text.len() + head.len();
                gap = start..start + 2 * space;
            }
            let _ = writeln!(text, "{body}\nendobj");
        }
        let start = base + text.len();
        let (size, rest, previous) = (self.next + 2, self.trailer, self.table);
        let _ = writeln!(
            text,
            "{table}trailer\n<</Size {size}{rest}/Prev {previous}>>\nstartxref\n{start}\n%%EOF"
        );
        (text, gap)
    }
}

/// The object that an entry refers to first.
fn reference(entries: &str, name: &str) -> Option<usize> {
    let (_, after) = entries.split_once(name)?;
    let (number, rest) = number(after.as_bytes())?;
    rest.starts_with(b" 0 R").then_some(number)
}
