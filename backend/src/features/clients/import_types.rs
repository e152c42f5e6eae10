//! The messages of importing clients.

use poem_openapi::{Enum, Object};
use proffer_domain::client_import::{Duplicates, Mapping};
use uuid::Uuid;

use crate::wire::Timestamp;

/// An uploaded client file.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportInput {
    /// The `uploadURL` of the file: CSV with at most 10 MB and 50,000 lines.
    #[oai(rename = "uploadURL")]
    pub upload_url: String,
    /// The file name.
    pub file_name: String,
}

/// How to import a file.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportPlan {
    /// The column mapping.
    pub mapping: Mapping,
    /// What to do with existing clients.
    pub duplicates: Duplicates,
}

/// The state of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ImportState {
    /// The file was uploaded, and the import has not started.
    Waiting,
    /// The clients are being imported.
    Running,
    /// The import is complete; some lines may have been skipped.
    Done,
    /// The import stopped with an error; clients imported until then are kept.
    Failed,
}

/// A line that was or would be skipped.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SkippedRow {
    /// The line of the file where the row starts, counted from 1.
    pub line: i32,
    /// The field with the error, if it is in one field.
    pub field: Option<String>,
    /// The reason as a stable code.
    pub code: String,
    /// The reason as a message.
    pub message: String,
    /// The cells of the line.
    pub cells: Vec<String>,
}

/// A client import.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ClientImport {
    /// The import's id.
    pub id: Uuid,
    /// The file name.
    pub file_name: String,
    /// The state of the import.
    pub state: ImportState,
    /// The column names.
    pub columns: Vec<String>,
    /// The first lines below the column names, at most 5.
    pub sample: Vec<Vec<String>>,
    /// The column mapping suggested by the column names.
    pub suggested: Mapping,
    /// The number of lines below the column names.
    pub row_count: i32,
    /// The number of processed lines.
    pub processed: i32,
    /// The number of added clients.
    pub added: i32,
    /// The number of updated clients.
    pub updated: i32,
    /// The number of skipped lines.
    pub skipped: i32,
    /// The first skipped lines, at most 100; the file of skipped rows contains all.
    pub skipped_rows: Vec<SkippedRow>,
    /// Why the import failed.
    pub problem: Option<String>,
    /// When the import was created.
    pub created_at: Timestamp,
    /// When the import ended.
    pub finished_at: Option<Timestamp>,
}

/// A client as a line would create or update it.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PreviewRow {
    /// The line of the file, counted from 1.
    pub line: i32,
    /// Whether a client would be added; otherwise an existing one would be updated.
    pub is_new: bool,
    /// The company's name.
    pub company_name: String,
    /// The contact's first name.
    pub first_name: String,
    /// The contact's last name.
    pub last_name: String,
    /// The contact's email address.
    pub email: String,
    /// The phone number.
    pub phone: Option<String>,
    /// The website.
    pub website_url: Option<String>,
}

/// A preview of an import. Nothing has been changed.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ImportPreview {
    /// The first lines that would be imported, at most 20.
    pub rows: Vec<PreviewRow>,
    /// The number of clients that would be added.
    pub added: i32,
    /// The number of clients that would be updated.
    pub updated: i32,
    /// The number of lines that would be skipped.
    pub skipped: i32,
    /// The first of these lines, at most 100.
    pub skipped_rows: Vec<SkippedRow>,
}
