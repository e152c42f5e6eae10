//! CSV files (RFC 4180) that a spreadsheet opens without running anything in them.

use proffer_domain::spreadsheet;

use crate::http::problem::Problem;

/// A file being written.
pub struct Sheet {
    writer: csv::Writer<Vec<u8>>,
}

impl Sheet {
    /// A file that begins with its heading.
    ///
    /// # Errors
    /// When it cannot be written; there is no reason why.
    pub fn new<'a>(heading: impl IntoIterator<Item = &'a str>) -> Result<Self, Problem> {
        Self::after(Vec::new(), heading)
    }

    /// The same with a byte order mark, without which Excel takes UTF-8 for something else.
    ///
    /// # Errors
    /// As [`Sheet::new`].
    pub fn marked<'a>(heading: impl IntoIterator<Item = &'a str>) -> Result<Self, Problem> {
        Self::after("\u{feff}".as_bytes().to_vec(), heading)
    }

    fn after<'a>(beginning: Vec<u8>, heading: impl IntoIterator<Item = &'a str>) -> Result<Self, Problem> {
        // Lines that were left out of a file have as many cells as they had there.
        let writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(beginning);
        let mut sheet = Self { writer };
        sheet.add(heading)?;
        Ok(sheet)
    }

    /// Adds a line.
    ///
    /// # Errors
    /// As [`Sheet::new`].
    pub fn add<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) -> Result<(), Problem> {
        for cell in cells {
            self.writer.write_field(spreadsheet::guarded(cell).as_bytes()).map_err(Problem::internal)?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(Problem::internal)
    }

    /// The whole file.
    ///
    /// # Errors
    /// As [`Sheet::new`].
    pub fn finish(self) -> Result<Vec<u8>, Problem> {
        self.writer.into_inner().map_err(Problem::internal)
    }
}
