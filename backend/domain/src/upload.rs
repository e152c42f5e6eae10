//! Which files may be uploaded, and how large: the checks before an upload address is signed. The real type
//! of a file is checked where it is used.

use crate::field_error::FieldError;

const MB: u64 = 1024 * 1024;

/// The largest picture, in bytes.
pub const MAX_PICTURE: u64 = 5 * MB;
/// The largest file of clients or for a recap, in bytes.
pub const MAX_READ: u64 = 10 * MB;
/// The largest multipart file, in bytes: a thousand times the largest file the product reads.
pub const MAX_WHOLE: u64 = 1024 * MB;
/// The smallest part except the last, in bytes.
pub const MIN_PART: u64 = 5 * MB;
/// The highest part number, and so the most parts of one file.
pub const MAX_PARTS: i32 = 10_000;

/// The largest total of one person's unused files, in bytes.
pub const WAITING_PER_PERSON: u64 = 4096 * MB;
/// The same for a workspace.
pub const WAITING_PER_WORKSPACE: u64 = 16_384 * MB;

const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/// Files that are read: the type of a CSV file, and what browsers send if a spreadsheet program is registered
/// for it, or none is; notes, transcripts, documents of Word and PDFs.
const READ: [&str; 8] = [
    "text/csv",
    "application/vnd.ms-excel",
    "text/plain",
    "text/markdown",
    "text/vtt",
    "application/x-subrip",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/pdf",
];

/// A file to be uploaded; its properties are signed, and the storage enforces them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredFile {
    pub content_type: Option<String>,
    /// Its size in bytes.
    pub size: Option<i64>,
}

impl DeclaredFile {
    /// Validates the properties of a file. A file without a type may have the largest size of any type.
    pub fn parse(content_type: Option<&str>, size: Option<i64>) -> Result<Self, Vec<FieldError>> {
        let content_type = content_type.map(str::trim).filter(|text| !text.is_empty());
        let mut errors = Vec::new();
        let most = match content_type.map(most) {
            Some(Ok(most)) => most,
            Some(Err(message)) => {
                errors.push(FieldError::new("contentType", "unsupported_type", message));
                MAX_READ
            }
            None => MAX_READ,
        };
        match size {
            Some(size) if size <= 0 => {
                errors.push(FieldError::new("size", "empty_file", "This file is empty."));
            }
            Some(size) if size.unsigned_abs() > most => {
                errors.push(FieldError::new("size", "upload_too_large", too_large(most)));
            }
            _ => {}
        }
        if errors.is_empty() {
            Ok(Self { content_type: content_type.map(str::to_owned), size })
        } else {
            Err(errors)
        }
    }
}

/// The size that counts for a file before it has been uploaded: the declared one, or the maximum.
#[must_use]
pub fn counted(announced: Option<i64>, is_in_parts: bool) -> u64 {
    let most = if is_in_parts { MAX_WHOLE } else { MAX_READ };
    announced.and_then(|size| u64::try_from(size).ok()).unwrap_or(most)
}

/// Whether another file of `size` bytes may be uploaded, given the unused files of the person and of the
/// workspace, in bytes.
#[must_use]
pub fn has_room(of_person: u64, of_workspace: u64, size: u64) -> bool {
    of_person.saturating_add(size) <= WAITING_PER_PERSON
        && of_workspace.saturating_add(size) <= WAITING_PER_WORKSPACE
}

/// The largest size of a file of that type.
fn most(content_type: &str) -> Result<u64, &'static str> {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    // It becomes a header of the signed request.
    let is_plain =
        content_type.len() <= 100 && content_type.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    match kind.as_str() {
        "image/svg+xml" => {
            Err("SVG files can contain scripts, so they are not accepted. Save the picture as a PNG.")
        }
        kind if is_plain && PICTURES.contains(&kind) => Ok(MAX_PICTURE),
        kind if is_plain && READ.contains(&kind) => Ok(MAX_READ),
        _ => Err(
            "Choose a PNG, JPG, GIF or WebP picture, or a file of text: CSV, notes, a transcript, a Word document or a PDF.",
        ),
    }
}

/// The message for a file that is too large.
#[must_use]
pub fn too_large(most: u64) -> String {
    format!("This file is too large: at most {} MB.", most / MB)
}

/// Validates the sizes of the parts of one file, in order.
///
/// # Errors A message for the sender.
pub fn check_parts(sizes: &[u64]) -> Result<(), (&'static str, String)> {
    let small = sizes.split_last().is_some_and(|(_, before)| before.iter().any(|&size| size < MIN_PART));
    if sizes.is_empty() {
        Err(("no_parts", "A file must have at least one part.".to_owned()))
    } else if sizes.len() > MAX_PARTS.unsigned_abs() as usize {
        Err(("too_many_parts", "A file can have at most 10,000 parts.".to_owned()))
    } else if small {
        Err((
            "part_too_small",
            format!("Every part except the last must have at least {} MB.", MIN_PART / MB),
        ))
    } else if sizes.iter().fold(0_u64, |sum, &size| sum.saturating_add(size)) > MAX_WHOLE {
        Err(("upload_too_large", too_large(MAX_WHOLE)))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    fn errors(content_type: Option<&str>, size: Option<i64>) -> Vec<String> {
        let errors = DeclaredFile::parse(content_type, size).err().unwrap_or_default();
        errors.iter().map(|error| format!("{} {}", error.field, error.code)).collect()
    }

    #[test]
    fn pictures_and_files_that_are_read_are_taken() {
        for (kind, most) in [
            (Some("image/png"), MAX_PICTURE),
            (Some("image/jpeg"), MAX_PICTURE),
            (Some("image/gif"), MAX_PICTURE),
            (Some("IMAGE/WebP"), MAX_PICTURE),
            (Some("text/csv; charset=utf-8"), MAX_READ),
            (Some("application/vnd.ms-excel"), MAX_READ),
            (Some("text/plain"), MAX_READ),
            (Some("text/vtt"), MAX_READ),
            (Some("application/pdf"), MAX_READ),
            (Some("  "), MAX_READ),
            (None, MAX_READ),
        ] {
            let most = i64::try_from(most).unwrap();
            assert_eq!(errors(kind, None), Vec::<String>::new(), "{kind:?}");
            assert_eq!(errors(kind, Some(1)), Vec::<String>::new(), "{kind:?}");
            assert_eq!(errors(kind, Some(most)), Vec::<String>::new(), "{kind:?}");
            assert_eq!(errors(kind, Some(most + 1)), ["size upload_too_large"], "{kind:?}");
            assert_eq!(errors(kind, Some(0)), ["size empty_file"], "{kind:?}");
            assert_eq!(errors(kind, Some(i64::MIN)), ["size empty_file"], "{kind:?}");
        }
        let announced = DeclaredFile::parse(Some(" text/csv; charset=utf-8 "), Some(3)).unwrap();
        assert_eq!(
            announced.content_type.as_deref(),
            Some("text/csv; charset=utf-8"),
            "as the browser will send it"
        );
        let said = DeclaredFile::parse(Some("image/png"), Some(6_000_000)).unwrap_err();
        assert_eq!(said.first().unwrap().message, "This file is too large: at most 5 MB.");
    }

    #[test]
    fn other_types_are_refused() {
        for kind in [
            "text/html",
            "image/svg+xml",
            "image/svg+xml; charset=utf-8",
            "image/bmp",
            "application/zip",
            "png",
            "image/png\r\nx: y",
            ";",
        ] {
            assert_eq!(errors(Some(kind), Some(1)), ["contentType unsupported_type"], "{kind}");
        }
        assert_eq!(
            errors(Some("image/svg+xml"), Some(0)),
            ["contentType unsupported_type", "size empty_file"]
        );
        let svg = DeclaredFile::parse(Some("image/svg+xml"), None).unwrap_err();
        assert!(svg.first().unwrap().message.contains("SVG"));
    }

    #[test]
    fn parts_have_the_sizes_that_storages_take() {
        let code = |sizes: &[u64]| check_parts(sizes).err().map(|(code, _)| code);
        assert_eq!(code(&[1]), None);
        assert_eq!(code(&[MIN_PART, MIN_PART, 1]), None);
        assert_eq!(code(&[]), Some("no_parts"));
        assert_eq!(code(&[MIN_PART - 1, MIN_PART]), Some("part_too_small"));
        assert_eq!(code(&[MAX_WHOLE, 1]), Some("upload_too_large"));
        assert_eq!(code(&[MAX_WHOLE]), None);
        assert_eq!(code(&[u64::MAX, u64::MAX]), Some("upload_too_large"));
        assert_eq!(code(&vec![MIN_PART; 10_001]), Some("too_many_parts"));
    }

    #[test]
    fn files_that_wait_have_room_up_to_a_limit() {
        assert_eq!(
            (counted(Some(7), false), counted(None, false), counted(None, true)),
            (7, MAX_READ, MAX_WHOLE)
        );
        for (of_person, of_workspace, size, expected) in [
            (0, 0, MAX_WHOLE, true),
            (WAITING_PER_PERSON - 5, WAITING_PER_PERSON, 5, true),
            (WAITING_PER_PERSON - 5, WAITING_PER_PERSON, 6, false),
            (0, WAITING_PER_WORKSPACE - 5, 5, true),
            (0, WAITING_PER_WORKSPACE - 5, 6, false),
            (u64::MAX, u64::MAX, 1, false),
        ] {
            assert_eq!(
                has_room(of_person, of_workspace, size),
                expected,
                "{of_person} {of_workspace} {size}"
            );
        }
    }
}
