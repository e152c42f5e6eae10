//! Documents of Word: the text of the main part, as a stream. Lists keep their marks, the cells of a row
//! share a line. Deleted text, comments, notes, headers and footers are left out.

use std::io::{BufReader, Cursor, Read};

use memchr::memmem;
use quick_xml::{
    Reader,
    escape::resolve_predefined_entity,
    events::{BytesRef, BytesStart, Event},
};
use zip::{ZipArchive, read::ZipFile, result::ZipError};

use super::{FileFault, MAX_CHARS};

/// The most bytes of the main part once it is unpacked.
const MAX_XML: u64 = 40 * 1024 * 1024;
/// A character takes at most four bytes: a longer text has too many characters.
const MAX_TEXT: usize = MAX_CHARS * 4;
/// How a document begins that is encrypted, or that an old Word has written.
const COMPOUND_FILE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// The text of a document.
pub(super) fn read(bytes: &[u8]) -> Result<String, FileFault> {
    if bytes.starts_with(COMPOUND_FILE) {
        let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        return Err(if memmem::find(bytes, &name).is_some() {
            FileFault::Encrypted
        } else {
            FileFault::OldWord
        });
    }
    if !bytes.starts_with(b"PK") {
        return Err(FileFault::WrongContent);
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| FileFault::Damaged)?;
    let name = archive
        .file_names()
        .flatten()
        .find(|name| is_main_part(name))
        .ok_or(FileFault::WrongContent)?
        .into_owned();
    let part = archive.by_name(&name).map_err(|error| match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => FileFault::Encrypted,
        _ => FileFault::Damaged,
    })?;
    text_of(part)
}

/// `word/document.xml`; some versions of Word add a number to the name.
fn is_main_part(name: &str) -> bool {
    let number = name.strip_prefix("word/document").and_then(|rest| rest.strip_suffix(".xml"));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The declared size may be false, so the bytes are counted as well.
fn text_of(part: ZipFile<'_, impl Read>) -> Result<String, FileFault> {
    if part.size() > MAX_XML {
        return Err(FileFault::Expands);
    }
    let mut xml = Reader::from_reader(BufReader::new(part.take(MAX_XML)));
    let mut page = Page::default();
    let mut event = Vec::new();
    loop {
        let ended = match xml.read_event_into(&mut event) {
            Ok(Event::Eof) => true,
            Ok(event) => {
                page.take(&event);
                false
            }
            Err(_) if xml.buffer_position() >= MAX_XML => return Err(FileFault::Expands),
            Err(_) => return Err(FileFault::Damaged),
        };
        if page.length() > MAX_TEXT {
            return Err(FileFault::TooMuchText);
        }
        if ended {
            return if xml.buffer_position() >= MAX_XML { Err(FileFault::Expands) } else { Ok(page.text) };
        }
        event.clear();
    }
}

/// The text so far, and what is open in it: a text box has paragraphs within a paragraph, a cell a table.
#[derive(Default)]
struct Page {
    text: String,
    paragraphs: Vec<Paragraph>,
    rows: Vec<Vec<String>>,
    cells: Vec<String>,
    /// Within properties of a paragraph, which describe tab stops with the element of a tab.
    in_properties: bool,
    /// Within `w:t`.
    in_text: bool,
    /// The depth within an element that is left out.
    skipped: usize,
}

#[derive(Default)]
struct Paragraph {
    text: String,
    is_item: bool,
    is_heading: bool,
}

impl Page {
    fn length(&self) -> usize {
        self.text.len()
            + self.paragraphs.iter().map(|paragraph| paragraph.text.len()).sum::<usize>()
            + self.cells.iter().map(String::len).sum::<usize>()
    }

    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(element) => self.start(element),
            Event::End(element) => self.end(element.local_name().as_ref()),
            Event::Empty(element) => {
                self.start(element);
                self.end(element.local_name().as_ref());
            }
            Event::Text(text) if self.in_text => self.push(&text.xml10_content()),
            Event::CData(text) if self.in_text => self.push(&text.xml10_content()),
            Event::GeneralRef(reference) if self.in_text => self.push(&referred(reference)),
            _ => {}
        }
    }

    fn start(&mut self, element: &BytesStart<'_>) {
        let name = element.local_name();
        let name = name.as_ref();
        // The older form of a drawing repeats its text; moved text stands at its new place.
        if self.skipped > 0 || matches!(name, "Fallback" | "moveFrom" | "del") {
            self.skipped += 1;
            return;
        }
        match name {
            "p" => self.paragraphs.push(Paragraph::default()),
            "pPr" => self.in_properties = true,
            "pStyle" => self.style(element),
            "numPr" => self.mark_item(),
            "t" => self.in_text = true,
            "tab" if !self.in_properties => self.push("\t"),
            "br" | "cr" => self.push("\n"),
            "noBreakHyphen" => self.push("-"),
            "tr" => self.rows.push(Vec::new()),
            "tc" => self.cells.push(String::new()),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        match name {
            "p" => self.end_paragraph(),
            "pPr" => self.in_properties = false,
            "t" => self.in_text = false,
            "tc" => {
                let cell = self.cells.pop().unwrap_or_default();
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell.split_whitespace().collect::<Vec<_>>().join(" "));
                }
            }
            "tr" => {
                let row = self.rows.pop().unwrap_or_default();
                self.write(row.join(" | ").trim_end_matches([' ', '|']));
            }
            _ => {}
        }
    }

    fn style(&mut self, element: &BytesStart<'_>) {
        let value =
            element.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == "val");
        let Some(value) = value else { return };
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.is_item |= value.value.starts_with("List");
            paragraph.is_heading |= value.value.starts_with("Heading") || value.value.as_ref() == "Title";
        }
    }

    fn mark_item(&mut self) {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.is_item = true;
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.text.push_str(text);
        }
    }

    fn end_paragraph(&mut self) {
        let Paragraph { text, is_item, is_heading } = self.paragraphs.pop().unwrap_or_default();
        if is_heading {
            self.write("");
        }
        if is_item && !text.trim().is_empty() {
            self.write(&format!("- {}", text.trim_start()));
        } else {
            self.write(&text);
        }
    }

    /// Writes a line into the innermost cell, or the text.
    fn write(&mut self, line: &str) {
        let to = self.cells.last_mut().unwrap_or(&mut self.text);
        to.push_str(line);
        to.push('\n');
    }
}

fn referred(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return character.to_string();
    }
    resolve_predefined_entity(&reference.xml10_content()).unwrap_or_default().to_owned()
}
