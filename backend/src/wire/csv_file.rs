//! CSV files (RFC 4180) in which a spreadsheet executes no formulas.

use proffer_domain::spreadsheet;

use crate::failure::Failure;

/// A file being written.
pub struct CsvFile {
    writer: csv::Writer<Vec<u8>>,
}

impl CsvFile {
    /// Starts a file with its header row.
    pub fn new<'a>(heading: impl IntoIterator<Item = &'a str>) -> Result<Self, Failure> {
        Self::after(Vec::new(), heading)
    }

    /// The same with a byte order mark, without which Excel does not recognise UTF-8.
    pub fn marked<'a>(heading: impl IntoIterator<Item = &'a str>) -> Result<Self, Failure> {
        Self::after("\u{feff}".as_bytes().to_vec(), heading)
    }

    fn after<'a>(beginning: Vec<u8>, heading: impl IntoIterator<Item = &'a str>) -> Result<Self, Failure> {
        // Skipped lines of an import have as many cells as in the original file.
        let writer =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(beginning);
        let mut file = Self { writer };
        file.add(heading)?;
        Ok(file)
    }

    /// Adds a row.
    pub fn add<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) -> Result<(), Failure> {
        for cell in cells {
            self.writer.write_field(spreadsheet::guarded(cell).as_bytes()).map_err(Failure::internal)?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(Failure::internal)
    }

    /// The whole file.
    pub fn finish(self) -> Result<Vec<u8>, Failure> {
        self.writer.into_inner().map_err(Failure::internal)
    }
}
