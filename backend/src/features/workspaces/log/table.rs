//! The audit log as a CSV file (RFC 4180) that a spreadsheet opens without running anything in it.

use std::borrow::Cow;

use chrono::SecondsFormat;

use super::store::Line;
use crate::http::problem::Problem;

const HEADING: [&str; 11] =
    ["Time (UTC)", "Actor", "Actor kind", "Actor ID", "Action", "Object", "Target", "Target ID", "IP address", "User agent", "Request ID"];

/// A table being written.
pub struct Table {
    writer: csv::Writer<Vec<u8>>,
}

impl Table {
    /// A table with its heading.
    pub fn new() -> Result<Self, Problem> {
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        writer.write_record(HEADING).map_err(Problem::internal)?;
        Ok(Self { writer })
    }

    /// Adds a line.
    pub fn add(&mut self, line: &Line) -> Result<(), Problem> {
        let (at, id) = (line.at.to_rfc3339_opts(SecondsFormat::Millis, true), line.actor_id.map(|id| id.to_string()).unwrap_or_default());
        let cells = [
            at.as_str(),
            &line.actor_name,
            &line.actor_kind,
            &id,
            &line.action,
            &line.object,
            line.target_name.as_deref().unwrap_or_default(),
            line.target_id.as_deref().unwrap_or_default(),
            &line.ip,
            &line.user_agent,
            &line.request_id,
        ];
        self.writer.write_record(cells.map(|cell| harmless(cell).into_owned())).map_err(Problem::internal)
    }

    /// The whole file.
    pub fn finish(self) -> Result<Vec<u8>, Problem> {
        self.writer.into_inner().map_err(Problem::internal)
    }
}

/// Names and user agents are written by anybody; one that begins as a formula does would be run by the spreadsheet that
/// opens the file. An apostrophe makes it text (OWASP, "CSV injection").
fn harmless(cell: &str) -> Cow<'_, str> {
    const BEGINNINGS: &[char] = &['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if cell.starts_with(BEGINNINGS) { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_begins_a_formula_becomes_text() {
        for cell in ["=1+1", "+49 30", "-2", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "＠x"] {
            assert_eq!(harmless(cell), format!("'{cell}"), "{cell:?}");
        }
        for cell in ["", "Ada", "a=b", "'=1", " =1", "1-2"] {
            assert_eq!(harmless(cell), cell, "{cell:?}");
        }
    }
}
