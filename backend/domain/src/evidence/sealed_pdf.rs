//! The seal of a PDF, its signature, and the evidence inside it. The web page reads them by the same rules,
//! which are these.
//!
//! **The parts.** A signed file consists of the sealed file and, from the last line `%proffer-signature-1`
//! on, the signature. A file without that line is sealed and not signed. What follows about the seal and the
//! evidence is about the sealed file, whatever comes after it.
//!
//! **The seal.** A mark is the 13 bytes `proffer-seal-` and the 64 bytes after them, if all 64 are `0`-`9` or
//! `a`-`f`. The file has at least one mark (the keywords in its XMP metadata and in its Info dictionary), and
//! every mark in it has the same 64 digits: the seal. The seal is the SHA-256, in lower-case hexadecimal, of
//! the whole file with the 64 digits of every mark replaced by `0`. Marks are searched for from the front;
//! the search continues after the 77 bytes of the mark found, or one byte further if the prefix occurs
//! without its digits. The whole sealed file is covered, including anything after its last `%%EOF`.
//!
//! - No mark at all: not a sealed file.
//! - Marks that differ, or another hash: altered.
//!
//! The seal shows a change. It involves no secret: another file can be sealed in the same way.
//!
//! **The signature.** An incremental update of the PDF with a signature field, as PAdES baseline requires.
//! The first `/ByteRange[` after the line is followed by the four numbers `0 A B C` with one space between
//! them and `]`; leading zeros are allowed. The byte at `A` is `<`, the one before `B` is `>`, and between
//! them are the lower-case hexadecimal digits of the container, then zeros up to the end. `B + C` is the size
//! of the file, so the signature covers everything but the container itself, which is described in
//! [`crate::seal`].
//!
//! **The evidence.** The last `startxref` of the file is followed by white space and the decimal offset of a
//! classic cross-reference table: the word `xref`, then sections of a header line `first count` and `count`
//! entries of exactly 20 bytes, of which the first ten are the decimal offset and the 18th is `n` for an
//! object in use; the table ends at `trailer`. At the offsets of objects in use, and nowhere else, an object
//! is read: `N G obj`, white space, `<<`, and its dictionary up to the first `stream` that is followed by LF
//! or CR LF, all within the object, which ends at the next greater offset in use or at the table. It is the
//! attachment if its dictionary's first key is `/Length` (as in every stream here) and it contains `/Type`,
//! optional white space, `/EmbeddedFile`. Its data are the `/Length` bytes after that line end; with
//! `/FlateDecode` in the dictionary they are a zlib stream to inflate, to at most 20 MB. The first attachment
//! by offset is `evidence.json`.

use std::io::Read;

use flate2::read::ZlibDecoder;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::seal::{CmsError, DocumentSignature};

mod signing;

pub use signing::Unsigned;

/// The prefix of a mark.
pub const PREFIX: &str = "proffer-seal-";
/// Hexadecimal digits of a seal.
const DIGITS: usize = 64;
/// The largest evidence that is read.
pub const EVIDENCE_MAX_BYTES: usize = 20 * 1024 * 1024;
/// The most objects that are read; sealed files have fewer.
const OBJECTS_MAX: usize = 1_000_000;

/// Why a file cannot be sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SealError {
    /// It has no placeholder for the seal.
    #[error("the document has no place for its seal")]
    NoPlace,
    /// It already contains a seal, or something like one.
    #[error("the document has a seal already")]
    Sealed,
    /// Its structure is not the one that a signature can be added to.
    #[error("the document has no place for its signature")]
    NoField,
    /// The signature is larger than the space for it.
    #[error("the signature does not fit into the document")]
    TooLarge,
    /// The signature could not be made.
    #[error(transparent)]
    Signature(#[from] CmsError),
    /// The sealed file could not be read back.
    #[error("the sealed document cannot be read: {0}")]
    Broken(#[from] SealBroken),
}

/// What is wrong with a sealed file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SealBroken {
    /// It has no seal.
    #[error("This file carries no Proffer seal.")]
    NotOurs,
    /// It was changed after sealing.
    #[error("This file was changed after it was sealed.")]
    Altered,
    /// Its signature was changed, or is of another file.
    #[error("The signature of this file was changed, or it is of another file.")]
    Signature,
    /// It is unchanged, but contains no evidence.
    #[error("No evidence is attached to this file.")]
    NoEvidence,
}

/// The placeholder in a document's keywords before it is sealed.
#[must_use]
pub fn placeholder() -> String {
    format!("{PREFIX}{}", "0".repeat(DIGITS))
}

/// Seals a finished PDF that has [`placeholder`] in its keywords.
pub fn seal(mut pdf: Vec<u8>) -> Result<Vec<u8>, SealError> {
    let marks = marks(&pdf);
    if marks.is_empty() {
        return Err(SealError::NoPlace);
    }
    if marks.iter().any(|at| digits(&pdf, *at).is_none_or(|digits| digits.iter().any(|digit| *digit != b'0')))
    {
        return Err(SealError::Sealed);
    }
    let seal = hex::encode(Sha256::digest(&pdf));
    write(&mut pdf, &marks, seal.as_bytes());
    open_sealed(&pdf)?;
    Ok(pdf)
}

/// What is in a sealed PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The attached evidence.
    pub evidence: Vec<u8>,
    /// The signature of the file, if it is signed.
    pub signature: Option<DocumentSignature>,
}

/// Verifies a sealed PDF and returns what is in it. Whose key signed it is left to the caller.
pub fn open(pdf: &[u8]) -> Result<Opened, SealBroken> {
    let (sealed, signature) = signing::split(pdf);
    let evidence = open_sealed(sealed)?;
    let signature =
        signature.map(|from| signing::verify(pdf, from).ok_or(SealBroken::Signature)).transpose()?;
    Ok(Opened { evidence, signature })
}

fn open_sealed(pdf: &[u8]) -> Result<Vec<u8>, SealBroken> {
    let marks = marks(pdf);
    let seal = marks.first().and_then(|at| digits(pdf, *at)).ok_or(SealBroken::NotOurs)?.to_vec();
    if marks.iter().any(|at| digits(pdf, *at) != Some(&seal)) {
        return Err(SealBroken::Altered);
    }
    let mut blank = pdf.to_vec();
    write(&mut blank, &marks, &[b'0'; DIGITS]);
    if hex::encode(Sha256::digest(&blank)).as_bytes() != seal {
        return Err(SealBroken::Altered);
    }
    evidence(pdf).ok_or(SealBroken::NoEvidence)
}

/// The positions of the digits of each mark.
fn marks(pdf: &[u8]) -> Vec<usize> {
    let mut marks = Vec::new();
    let mut from = 0;
    while let Some(at) = find(pdf, PREFIX.as_bytes(), from) {
        let start = at + PREFIX.len();
        if digits(pdf, start).is_some() {
            marks.push(start);
            from = start + DIGITS;
        } else {
            from = at + 1;
        }
    }
    marks
}

fn digits(pdf: &[u8], at: usize) -> Option<&[u8]> {
    let digits = pdf.get(at..at + DIGITS)?;
    digits.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')).then_some(digits)
}

fn write(pdf: &mut [u8], marks: &[usize], seal: &[u8]) {
    for at in marks {
        if let Some(place) = pdf.get_mut(*at..*at + DIGITS) {
            place.copy_from_slice(seal);
        }
    }
}

/// The attached evidence.
fn evidence(pdf: &[u8]) -> Option<Vec<u8>> {
    let (objects, table) = objects(pdf)?;
    let mut offsets: Vec<usize> = objects.into_iter().map(|(_, offset)| offset).collect();
    offsets.sort_unstable();
    offsets.dedup();
    let ends = offsets.iter().copied().skip(1).chain([table]);
    offsets.iter().zip(ends).find_map(|(start, end)| attachment(pdf.get(*start..end)?)).and_then(inflated)
}

/// The numbers and offsets of the objects in use, and the offset of the table that names them.
fn objects(pdf: &[u8]) -> Option<(Vec<(usize, usize)>, usize)> {
    let end = memchr::memmem::rfind(pdf, b"startxref")?;
    let (table, _) = number(skip(pdf.get(end + 9..)?))?;
    let mut rest = skip(pdf.get(table..)?.strip_prefix(b"xref")?);
    let mut objects = Vec::new();
    while !rest.starts_with(b"trailer") {
        let (first, after) = number(rest)?;
        let (count, after) = number(skip(after))?;
        let entries = skip(after);
        let length = count.checked_mul(20).filter(|_| count > 0 && objects.len() + count <= OBJECTS_MAX)?;
        for (index, entry) in entries.get(..length)?.chunks_exact(20).enumerate() {
            if entry.get(17) == Some(&b'n') {
                objects.push((first + index, number(entry.get(..10)?)?.0));
            }
        }
        rest = skip(entries.get(length..)?);
    }
    objects.retain(|(_, offset)| *offset < table);
    Some((objects, table))
}

/// The dictionary and data of an object that is an attachment.
fn attachment(object: &[u8]) -> Option<(&[u8], &[u8])> {
    let (_, rest) = number(object)?;
    let (_, rest) = number(skip(rest))?;
    let rest = skip(skip(rest).strip_prefix(b"obj")?).strip_prefix(b"<<")?;
    let after_key = skip(rest).strip_prefix(b"/Length")?;
    let (length, _) = number(skip(after_key))?;
    let mut from = 0;
    let (dictionary, data) = loop {
        let at = find(rest, b"stream", from)?;
        let after = rest.get(at + 6..)?;
        if let Some(data) = after.strip_prefix(b"\n").or_else(|| after.strip_prefix(b"\r\n")) {
            break (rest.get(..at)?, data);
        }
        from = at + 6;
    };
    let mut from = 0;
    loop {
        let at = find(dictionary, b"/Type", from)? + 5;
        if skip(dictionary.get(at..)?).starts_with(b"/EmbeddedFile") {
            return Some((dictionary, data.get(..length)?));
        }
        from = at;
    }
}

fn inflated((dictionary, data): (&[u8], &[u8])) -> Option<Vec<u8>> {
    if find(dictionary, b"/FlateDecode", 0).is_none() {
        return (data.len() <= EVIDENCE_MAX_BYTES).then(|| data.to_vec());
    }
    let mut text = Vec::new();
    let limit = u64::try_from(EVIDENCE_MAX_BYTES).ok()?.checked_add(1)?;
    ZlibDecoder::new(data).take(limit).read_to_end(&mut text).ok()?;
    (text.len() <= EVIDENCE_MAX_BYTES).then_some(text)
}

fn find(bytes: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::find(bytes.get(from..)?, wanted).map(|at| from + at)
}

/// The bytes after white space.
fn skip(bytes: &[u8]) -> &[u8] {
    let blank = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count();
    bytes.get(blank..).unwrap_or_default()
}

/// The decimal number at the start of the bytes, of at most ten digits, and the rest.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let length = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = bytes.split_at_checked(length).filter(|_| (1..=10).contains(&length))?;
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some((number, rest))
}

#[cfg(test)]
mod tests;
