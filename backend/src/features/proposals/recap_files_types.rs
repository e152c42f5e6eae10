//! The messages of reading files for a recap.

use poem_openapi::Object;
use proffer_domain::recap_file::TranscriptTurn;

/// An uploaded file with what was said.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecapFileInput {
    /// The `uploadURL` of the file, at most 10 MB.
    #[oai(rename = "uploadURL")]
    pub upload_url: String,
    /// The file name. Its ending says what the file is: `.txt`, `.md`, `.vtt`, `.srt`, `.docx` or `.pdf`.
    pub file_name: String,
}

/// The files to read.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecapFilesInput {
    /// The files, 1 to 10.
    pub files: Vec<RecapFileInput>,
}

/// Why a file was not read.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RecapFileRefusal {
    /// The reason as a stable code.
    pub code: String,
    /// The reason as a message that names the file.
    pub message: String,
}

/// A file that was read or refused.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RecapFile {
    /// The file name.
    pub file_name: String,
    /// Its text, at most 500,000 characters; absent if it was refused.
    pub text: Option<String>,
    /// The turns of a transcript, one for each line of the text, in order; empty for other files.
    pub turns: Vec<TranscriptTurn>,
    /// Why it was refused; absent if it was read.
    pub refusal: Option<RecapFileRefusal>,
}

/// The files, in the order of the request.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct RecapFiles {
    /// The files.
    pub files: Vec<RecapFile>,
}

proffer_domain::redact!(RecapFile, RecapFiles);
