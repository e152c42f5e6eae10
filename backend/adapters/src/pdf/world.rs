//! The files that typst can access: the templates, the embedded fonts, and one document's data.

use std::{collections::HashMap, sync::LazyLock};

use typst::{
    Feature, Library, LibraryExt, World, WorldExt,
    diag::{FileError, FileResult, SourceDiagnostic},
    foundations::{Bytes, Datetime, Duration},
    syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot},
    text::{Font, FontBook, FontInfo},
    utils::LazyHash,
};

const MAIN: &str = "main.typ";
const TEMPLATES: [(&str, &str); 5] = [
    (MAIN, include_str!("../../templates/pdf/main.typ")),
    ("style.typ", include_str!("../../templates/pdf/style.typ")),
    ("blocks.typ", include_str!("../../templates/pdf/blocks.typ")),
    ("prices.typ", include_str!("../../templates/pdf/prices.typ")),
    ("certificate.typ", include_str!("../../templates/pdf/certificate.typ")),
];

macro_rules! fonts {
    ($($file:literal),+ $(,)?) => { [$(include_bytes!(concat!("../../fonts/", $file)).as_slice()),+] };
}

const FILES: [&[u8]; 13] = fonts![
    "IBMPlexSans-Regular.ttf",
    "IBMPlexSans-Italic.ttf",
    "IBMPlexSans-SemiBold.ttf",
    "IBMPlexSans-SemiBoldItalic.ttf",
    "IBMPlexSerif-Regular.ttf",
    "IBMPlexSerif-Italic.ttf",
    "IBMPlexSerif-SemiBold.ttf",
    "IBMPlexMono-Regular.ttf",
    "IBMPlexSansHebrew-Regular.ttf",
    "IBMPlexSansArabic-Regular.ttf",
    "Caveat-Medium.ttf",
    "DejaVuSansMono.ttf",
    "NotoEmoji-Subset.ttf",
];

/// What all documents share, created once.
struct SharedLibrary {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    sources: HashMap<&'static str, Source>,
}

static SHARED: LazyLock<SharedLibrary> = LazyLock::new(|| {
    let fonts: Vec<Font> = FILES.iter().filter_map(|file| Font::new(Bytes::new(*file), 0)).collect();
    let mut book = FontBook::new();
    for font in &fonts {
        book.push(font.info().clone());
    }
    let sources = TEMPLATES
        .iter()
        .filter_map(|(name, text)| Some((*name, Source::new(id(name)?, (*text).to_owned()))))
        .collect();
    let library = Library::builder().with_features([Feature::A11yExtras].into_iter().collect()).build();
    SharedLibrary { library: LazyHash::new(library), book: LazyHash::new(book), fonts, sources }
});

fn id(name: &str) -> Option<FileId> {
    Some(RootedPath::new(VirtualRoot::Project, VirtualPath::new(name).ok()?).intern())
}

/// Every embedded font.
pub(super) fn fonts() -> impl Iterator<Item = &'static FontInfo> {
    SHARED.fonts.iter().map(Font::info)
}

/// One document.
pub(super) struct DocumentWorld {
    main: FileId,
    document: Bytes,
    evidence: Bytes,
}

impl DocumentWorld {
    /// A document from its template data and the text to attach.
    pub(super) fn new(document: String, evidence: String) -> Self {
        let main = SHARED.sources.get(MAIN).map_or_else(|| Source::detached("").id(), Source::id);
        Self { main, document: Bytes::from_string(document), evidence: Bytes::from_string(evidence) }
    }
}

impl World for DocumentWorld {
    fn library(&self) -> &LazyHash<Library> {
        &SHARED.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &SHARED.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        SHARED.sources.get(id.vpath().get_without_slash()).cloned().ok_or_else(|| not_found(id))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        match id.vpath().get_without_slash() {
            "document.json" => Ok(self.document.clone()),
            "evidence.json" => Ok(self.evidence.clone()),
            _ => Err(not_found(id)),
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        SHARED.fonts.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn not_found(id: FileId) -> FileError {
    FileError::NotFound(id.vpath().get_without_slash().into())
}

/// The template positions of the errors. Their messages are left out, because they can quote the document.
pub(super) fn places(sheet: &DocumentWorld, errors: &[SourceDiagnostic]) -> String {
    let place = |error: &SourceDiagnostic| {
        let id = error.span.id()?;
        let source = sheet.source(id).ok()?;
        let line = source.lines().byte_to_line(sheet.range(error.span)?.start)?;
        Some(format!("{}:{}", id.vpath().get_without_slash(), line + 1))
    };
    let places: Vec<String> =
        errors.iter().map(|error| place(error).unwrap_or_else(|| "no place".to_owned())).collect();
    places.join(", ")
}
