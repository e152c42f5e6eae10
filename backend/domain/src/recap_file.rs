//! Reads the text of a file that is added to a recap: notes, a transcript, a Word document or a PDF.
//!
//! The ending of a file's name says what it is, and its content must match. Every limit is checked before the
//! memory for the result is taken, but a hostile PDF can still take long; the caller limits time and memory.

mod docx;
mod pdf;
mod plain;
mod subtitles;

use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

/// The most files of one request.
pub const MAX_FILES: usize = 10;
/// The most bytes of a file.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;
/// The most characters in a file's text: a transcript of a day. A recap takes fewer, and its writer chooses.
pub const MAX_CHARS: usize = 500_000;
/// The most pages of a PDF.
const MAX_PAGES: usize = 500;

/// What a file is, by the ending of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum FileKind {
    /// Notes: `.txt`, `.md`.
    Text,
    /// A transcript in the format of web captions: `.vtt`.
    WebVtt,
    /// A transcript in the format of film subtitles: `.srt`.
    SubRip,
    /// A document of Word: `.docx`.
    Docx,
    /// A PDF.
    Pdf,
}

impl FileKind {
    /// The kind of a file with that name.
    pub fn of_name(name: &str) -> Result<Self, FileFault> {
        let ending =
            name.rsplit_once('.').map(|(_, ending)| ending.trim().to_ascii_lowercase()).unwrap_or_default();
        match ending.as_str() {
            "txt" | "text" | "md" | "markdown" => Ok(Self::Text),
            "vtt" => Ok(Self::WebVtt),
            "srt" => Ok(Self::SubRip),
            "docx" => Ok(Self::Docx),
            "pdf" => Ok(Self::Pdf),
            "doc" => Err(FileFault::OldWord),
            _ => Err(FileFault::UnsupportedKind),
        }
    }

    /// How a message calls a file of this kind.
    const fn called(self) -> &'static str {
        match self {
            Self::Text => "a text file",
            Self::WebVtt => "a WebVTT transcript",
            Self::SubRip => "an SRT transcript",
            Self::Docx => "a Word document",
            Self::Pdf => "a PDF",
        }
    }
}

/// Whether a line of a recap names the file whose text follows: `--- call.vtt ---`. The screen writes it.
#[must_use]
pub fn is_file_heading(line: &str) -> bool {
    let name = line.strip_prefix("--- ").and_then(|rest| rest.strip_suffix(" ---"));
    name.is_some_and(|name| FileKind::of_name(name).is_ok())
}

/// The text of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileText {
    /// The text. That of a transcript has one line per turn: `Name: what was said`.
    pub text: String,
    /// The turns of a transcript, one for each line of the text; empty for other files.
    pub turns: Vec<TranscriptTurn>,
}

/// A turn in a transcript: what one speaker says until another one speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TranscriptTurn {
    /// The speaker, if the transcript names one.
    pub speaker: Option<String>,
    /// When the turn starts, in milliseconds from the start of the recording.
    pub start_ms: u32,
    /// When the turn ends, in milliseconds from the start of the recording.
    pub end_ms: u32,
}

/// Why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileFault {
    /// Its name has an ending that is not read.
    UnsupportedKind,
    /// It is a document of an old Word.
    OldWord,
    /// It has no bytes, or only white space.
    Empty,
    /// It has too many bytes.
    TooLarge,
    /// Its content is not what the ending of its name says.
    WrongContent,
    /// It is protected by a password.
    Encrypted,
    /// It is damaged.
    Damaged,
    /// It is far larger once it is unpacked.
    Expands,
    /// It takes too long or too much memory to read.
    TooComplex,
    /// It has too many pages.
    TooManyPages,
    /// It has too much text.
    TooMuchText,
    /// It has no text, for example because its pages are pictures.
    NoText,
    /// It has text whose letters cannot be told.
    UnknownLetters,
    /// Its upload does not exist any more.
    UploadGone,
}

impl FileFault {
    /// The stable name of this reason.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnsupportedKind | Self::OldWord => "file_unsupported",
            Self::Empty => "file_empty",
            Self::TooLarge => "upload_too_large",
            Self::WrongContent => "file_wrong_content",
            Self::Encrypted => "file_encrypted",
            Self::Damaged => "file_damaged",
            Self::Expands => "file_expands",
            Self::TooComplex => "file_too_complex",
            Self::TooManyPages => "too_many_pages",
            Self::TooMuchText => "too_much_text",
            Self::NoText => "file_without_text",
            Self::UnknownLetters => "file_unknown_letters",
            Self::UploadGone => "upload_not_found",
        }
    }

    /// The sentence for the person who added the file.
    #[must_use]
    pub fn message(self, name: &str) -> String {
        let kind = FileKind::of_name(name);
        let rest = match self {
            Self::UnsupportedKind => {
                "is not a kind of file that can be read: add .txt, .md, .vtt, .srt, .docx or .pdf."
            }
            Self::OldWord => "is in the old format of Word: open it in Word and save it as .docx.",
            Self::Empty => "is empty.",
            Self::TooLarge => "is too large: a file has at most 10 MB.",
            Self::WrongContent => {
                let called = kind.map_or("such a file", FileKind::called);
                return format!(
                    "“{name}” is not {called}, although its name says so: check the ending of its name."
                );
            }
            Self::Encrypted => "is protected by a password: save a copy without one and add that.",
            Self::Damaged => "is damaged and cannot be opened: export or save it again.",
            Self::Expands => "becomes too large when it is unpacked: save it again without pictures.",
            Self::TooComplex => "takes too long to read: copy the text you need from it and paste it.",
            Self::TooManyPages => "has more than 500 pages: save the pages you need as a file of their own.",
            Self::TooMuchText => "has more than 500,000 characters: divide it into smaller files.",
            Self::NoText if kind == Ok(FileKind::Pdf) => {
                "has no text, only pictures of pages: run text recognition (OCR) on it first."
            }
            Self::NoText => "has no text.",
            Self::UnknownLetters => {
                "has text that can only be looked at: copy it from a text file or run text recognition (OCR) on it."
            }
            Self::UploadGone => "is not there any more: add it again.",
        };
        format!("“{name}” {rest}")
    }
}

/// Reads a file.
///
/// # Errors Why it is not read.
pub fn read(kind: FileKind, bytes: &[u8]) -> Result<FileText, FileFault> {
    if bytes.is_empty() {
        return Err(FileFault::Empty);
    }
    if bytes.len() > MAX_BYTES {
        return Err(FileFault::TooLarge);
    }
    let found = match kind {
        FileKind::Docx => notes(&docx::read(bytes)?, FileFault::NoText)?,
        FileKind::Pdf => notes(&pdf::read(bytes)?, FileFault::NoText)?,
        FileKind::Text | FileKind::WebVtt | FileKind::SubRip => written(kind, &plain::decode(bytes)?)?,
    };
    let is_short = found.text.len() <= MAX_CHARS || found.text.chars().count() <= MAX_CHARS;
    if is_short { Ok(found) } else { Err(FileFault::TooMuchText) }
}

/// The text of a text file. A transcript may also be called `.txt`.
fn written(kind: FileKind, text: &str) -> Result<FileText, FileFault> {
    if text.trim().is_empty() {
        return Err(FileFault::Empty);
    }
    if kind == FileKind::Text && !text.starts_with("WEBVTT") {
        return notes(text, FileFault::Empty);
    }
    let spoken = subtitles::read(text).ok_or(FileFault::WrongContent)?;
    if spoken.turns.is_empty() { Err(FileFault::NoText) } else { Ok(spoken) }
}

fn notes(text: &str, if_blank: FileFault) -> Result<FileText, FileFault> {
    let text = plain::tidied(text);
    if text.is_empty() { Err(if_blank) } else { Ok(FileText { text, turns: Vec::new() }) }
}

#[cfg(test)]
mod tests;
