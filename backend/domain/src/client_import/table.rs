//! Splits a file into lines and cells. A line that cannot be read is kept as written, with the reason.

use std::borrow::Cow;

use csv::StringRecord;

use super::{FileError, MAX_CELL, MAX_COLUMNS, MAX_ROWS, rows::Skipped};

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The number of records from which the delimiter is detected.
const TELLING: usize = 20;

/// A longer quoted cell was never closed: the maximum is that of the longest cell in bytes.
const LONGEST_QUOTED: usize = MAX_CELL * 4;

/// A file of clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Everything below them, in order.
    pub rows: Vec<Row>,
}

/// A line of the file; quoted cells can make it span several lines of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The line of the file that it begins in, from 1.
    pub line: u32,
    cells: StringRecord,
    fault: Option<Skipped>,
}

impl Row {
    /// Its cells as written; as many as there are columns, unless the line is invalid.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        self.cells.iter()
    }

    /// One cell, without the apostrophe that keeps spreadsheets from running it.
    #[must_use]
    pub fn cell(&self, column: u32) -> Cow<'_, str> {
        let cell = usize::try_from(column).ok().and_then(|column| self.cells.get(column)).unwrap_or_default();
        crate::spreadsheet::unguarded(cell)
    }

    /// Why it cannot be read, if so.
    #[must_use]
    pub fn fault(&self) -> Option<&Skipped> {
        self.fault.as_ref()
    }
}

impl File {
    /// Splits a text.
    ///
    /// # Errors If it has no header, no lines below it, or exceeds a limit.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let (text, first_line, hint) = without_hint(text);
        let delimiter = hint.unwrap_or_else(|| likeliest_delimiter(text));
        let mut spans = Spans::new(text, delimiter, first_line).skip_while(Span::is_blank);
        let heading = spans.next().ok_or(FileError::Empty)?;
        if !heading.closed {
            return Err(FileError::Heading);
        }
        if heading.cells > MAX_COLUMNS {
            return Err(FileError::TooManyColumns);
        }
        let names = records(text, delimiter, heading.start, heading.end).next().ok_or(FileError::Heading)?;
        if names.iter().any(|name| name.contains('\0')) {
            return Err(FileError::NotText);
        }
        let below: Vec<Span> = spans.take(MAX_ROWS + 1).collect();
        match below.len() {
            0 => return Err(FileError::NoRows),
            number if number > MAX_ROWS => return Err(FileError::TooManyRows),
            _ => {}
        }
        let columns: Vec<String> = names.iter().map(|name| name.trim().chars().take(200).collect()).collect();
        let mut rows = Vec::with_capacity(below.len());
        // The lines between two unreadable ones are read together.
        for run in below.chunk_by(|one, next| one.closed && next.closed) {
            let (start, end) =
                (run.first().map_or(0, |span| span.start), run.last().map_or(0, |span| span.end));
            let mut found = records(text, delimiter, start, end);
            rows.extend(run.iter().map(|span| {
                let record = if span.closed && !span.is_blank() { found.next() } else { None };
                row(span, text, record, columns.len(), char::from(delimiter))
            }));
        }
        Ok(Self { columns, rows })
    }
}

fn row(span: &Span, text: &str, record: Option<StringRecord>, columns: usize, delimiter: char) -> Row {
    let skipped = |code, message: String| Some(Skipped { field: None, code, message });
    let as_it_stands =
        || StringRecord::from(vec![storable(text.get(span.start..span.end).unwrap_or_default())]);
    let (cells, fault) = match record {
        None if span.is_blank() => {
            (StringRecord::new(), skipped("blank_line", "The line is blank.".to_owned()))
        }
        None => (
            as_it_stands(),
            skipped("unclosed_quote", "A quotation mark is opened and never closed.".to_owned()),
        ),
        Some(record) if record.iter().all(|cell| cell.trim().is_empty()) => {
            (record.iter().take(columns).collect(), skipped("blank_line", "The line is blank.".to_owned()))
        }
        Some(record) => {
            // A delimiter at the end of every line but the header is common and harmless.
            let surplus = record.iter().skip(columns).any(|cell| !cell.trim().is_empty());
            let counted = || format!("The line has {} cells, and the file {columns} columns.", record.len());
            let fault = if surplus {
                skipped("too_many_cells", counted())
            } else if record.len() < columns {
                skipped("too_few_cells", counted())
            } else if record.iter().any(|cell| cell.contains('\0')) {
                skipped(
                    "invalid_characters",
                    "The line contains characters that cannot be stored.".to_owned(),
                )
            } else if record.iter().any(|cell| cell.len() > MAX_CELL && cell.chars().count() > MAX_CELL) {
                skipped("cell_too_long", "A cell has more than 32,767 characters.".to_owned())
            } else {
                None
            };
            let cells = if surplus {
                together(&record, columns, delimiter)
            } else {
                record.iter().take(columns).map(storable).collect()
            };
            (cells, fault)
        }
    };
    Row { line: span.line, cells, fault }
}

/// The cells of the columns, and one more for any surplus, so that a line of delimiters alone stays small.
fn together(record: &StringRecord, columns: usize, delimiter: char) -> StringRecord {
    let mut cells: StringRecord = record.iter().take(columns).map(storable).collect();
    let rest: Vec<String> = record.iter().skip(columns).map(storable).collect();
    cells.push_field(&rest.join(delimiter.encode_utf8(&mut [0; 4])));
    cells
}

/// The database cannot store NUL; a line with one is only displayed.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// Some spreadsheets declare the delimiter in a line before the header.
fn without_hint(text: &str) -> (&str, u32, Option<u8>) {
    let hinted = |delimiter: u8| {
        let rest = text.strip_prefix("sep=")?.strip_prefix(char::from(delimiter))?;
        let rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r']))?;
        Some((rest, 2, Some(delimiter)))
    };
    DELIMITERS.into_iter().find_map(hinted).unwrap_or((text, 1, None))
}

/// The delimiter with which most of the first records have as many cells as the first of them; of several,
/// the one with the most cells.
fn likeliest_delimiter(text: &str) -> u8 {
    let score = |delimiter: u8| {
        let records: Vec<usize> = Spans::new(text, delimiter, 1)
            .filter(|span| span.closed && !span.is_blank())
            .take(TELLING)
            .map(|span| span.cells)
            .collect();
        let first = records.first().copied().unwrap_or_default();
        (first > 1, records.iter().filter(|cells| **cells == first).count(), first)
    };
    // Among equals the last one wins, and the comma is the most common.
    DELIMITERS.into_iter().rev().max_by_key(|delimiter| score(*delimiter)).unwrap_or(b',')
}

fn records(text: &str, delimiter: u8, start: usize, end: usize) -> impl Iterator<Item = StringRecord> {
    let part = text.get(start..end).unwrap_or_default().as_bytes();
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .buffer_capacity(part.len().clamp(1, 8192))
        .from_reader(part)
        .into_records()
        .filter_map(Result::ok)
}

/// The position of a record.
#[derive(Debug, Clone, Copy)]
struct Span {
    line: u32,
    start: usize,
    /// Without its line break.
    end: usize,
    cells: usize,
    /// Whether its quotation marks are balanced. If not, it is one line, and the next begins after it.
    closed: bool,
}

impl Span {
    fn is_blank(&self) -> bool {
        self.start == self.end
    }
}

/// The records of a text, by the rules of the CSV reader. An unclosed quotation mark affects only its own
/// line: the reader would turn all the rest into one cell.
struct Spans<'a> {
    text: &'a [u8],
    delimiter: u8,
    at: usize,
    line: u32,
}

impl<'a> Spans<'a> {
    fn new(text: &'a str, delimiter: u8, line: u32) -> Self {
        Self { text: text.as_bytes(), delimiter, at: 0, line }
    }

    fn rest(&self, at: usize) -> &'a [u8] {
        self.text.get(at..).unwrap_or_default()
    }

    fn ends_a_cell(&self, at: usize) -> bool {
        self.text.get(at).is_none_or(|byte| [self.delimiter, b'\n', b'\r'].contains(byte))
    }

    /// The end of the record that begins there and the number of its cells; `None` if a quotation mark is not
    /// closed.
    fn record(&self, start: usize) -> Option<(usize, usize)> {
        let (mut at, mut cells) = (start, 1);
        loop {
            if self.text.get(at) == Some(&b'"') {
                let close = self.closing(at + 1)?;
                let inside = self.text.get(at..close).unwrap_or_default();
                // Text directly after a quotation mark that was opened on another line: the two do not belong
                // together.
                if !self.ends_a_cell(close + 1) && breaks(inside) > 0 {
                    return None;
                }
                at = close + 1;
            }
            let rest = self.rest(at);
            let Some(next) = memchr::memchr3(self.delimiter, b'\n', b'\r', rest) else {
                return Some((self.text.len(), cells));
            };
            at += next;
            if self.text.get(at) != Some(&self.delimiter) {
                return Some((at, cells));
            }
            at += 1;
            cells += 1;
        }
    }

    /// The position of the quotation mark that closes a cell; two in a row are an escaped one.
    fn closing(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            let within = self.text.get(at..(from + LONGEST_QUOTED).min(self.text.len()))?;
            at += memchr::memchr(b'"', within)?;
            if self.text.get(at + 1) != Some(&b'"') {
                return Some(at);
            }
            at += 2;
        }
    }
}

impl Iterator for Spans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        if self.at >= self.text.len() {
            return None;
        }
        let (start, line) = (self.at, self.line);
        let (end, cells, closed) = match self.record(start) {
            Some((end, cells)) => (end, cells, true),
            None => (
                memchr::memchr2(b'\n', b'\r', self.rest(start))
                    .map_or(self.text.len(), |length| start + length),
                1,
                false,
            ),
        };
        self.at = end + if self.rest(end).starts_with(b"\r\n") { 2 } else { 1 };
        self.line += breaks(self.text.get(start..end).unwrap_or_default()) + 1;
        Some(Span { line, start, end, cells, closed })
    }
}

/// The number of line ends within a text.
fn breaks(text: &[u8]) -> u32 {
    let ends = |at: &usize| text.get(*at) == Some(&b'\n') || text.get(*at + 1) != Some(&b'\n');
    u32::try_from(memchr::memchr2_iter(b'\n', b'\r', text).filter(ends).count()).unwrap_or(u32::MAX)
}
