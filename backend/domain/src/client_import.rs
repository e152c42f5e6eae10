//! Importing clients from a file: its text, the meaning of its columns, and the result for each of its lines.
//!
//! Every line below the header is accounted for: it adds a client, changes one, or is skipped with a reason.

mod columns;
mod rows;
mod table;

use std::borrow::Cow;

pub use columns::{EXPORTED, Mapping};
pub use rows::{ClientChange, Duplicates, Outcome, RowReader, Skipped};
pub use table::{File, Row};

/// The most bytes of a file.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;
/// The most lines below the header.
pub const MAX_ROWS: usize = 50_000;
/// The most columns.
const MAX_COLUMNS: usize = 200;
/// The most characters of a cell; no spreadsheet holds more.
const MAX_CELL: usize = 32_767;

/// Why a file cannot be read at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It is a workbook of a spreadsheet program.
    #[error("This is a spreadsheet, not a CSV file. Save it as CSV and upload that.")]
    Workbook,
    /// It is another kind of binary file.
    #[error("This is not a text file. Upload a CSV file.")]
    NotText,
    #[error("The file is empty.")]
    Empty,
    /// Its first line cannot be parsed.
    #[error("The first line, which names the columns, cannot be read. Check its quotation marks.")]
    Heading,
    /// It has too many columns.
    #[error("The file has more than 200 columns. Remove those you do not need.")]
    TooManyColumns,
    /// It has a header and no other line.
    #[error("The file has no lines below the names of its columns.")]
    NoRows,
    /// It has too many lines.
    #[error("The file has more than 50,000 lines. Divide it into smaller files.")]
    TooManyRows,
}

impl FileError {
    /// The stable name of this reason.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Workbook => "file_is_workbook",
            Self::NotText => "file_not_text",
            Self::Empty => "file_empty",
            Self::Heading => "heading_unreadable",
            Self::TooManyColumns => "too_many_columns",
            Self::NoRows => "no_rows",
            Self::TooManyRows => "too_many_rows",
        }
    }
}

/// The text of a file.
///
/// # Errors If it is not text.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, FileError> {
    // What .xlsx and .ods files, and what old .xls files begin with.
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(FileError::Workbook);
    }
    Ok(crate::encoding::decode(bytes))
}

#[cfg(test)]
mod tests;
