//! PDFs: the letters of each page with their places, put together to lines and paragraphs. The letters come
//! from the file's content, so that a scanned page has text only if text recognition has added it.

use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, GlyphDrawMode, Image, InterpreterCache, InterpreterSettings, Paint,
    PathDrawMode, SoftMask,
    font::Glyph,
    hayro_cmap::BfString,
    hayro_syntax::{LoadPdfError, Pdf},
    interpret_page,
};
use kurbo::{Affine, BezPath, Point, Rect};

use super::{FileFault, MAX_CHARS, MAX_PAGES};

mod lines;

use lines::{Letter, Lines};

/// How far into the file its mark may be.
const MARK_WITHIN: usize = 1024;
const MARK: &[u8] = b"%PDF-";

/// The text of a PDF, its pages separated by blank lines.
pub(super) fn read(bytes: &[u8]) -> Result<String, FileFault> {
    let start = bytes.get(..MARK_WITHIN.min(bytes.len())).unwrap_or_default();
    if memchr::memmem::find(start, MARK).is_none() {
        return Err(FileFault::WrongContent);
    }
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(_) => FileFault::Encrypted,
        LoadPdfError::Invalid => FileFault::Damaged,
    })?;
    let pages = pdf.pages();
    if pages.len() > MAX_PAGES {
        return Err(FileFault::TooManyPages);
    }
    let cache = InterpreterCache::new();
    let settings = InterpreterSettings { render_annotations: false, ..InterpreterSettings::default() };
    let (mut text, mut known, mut unknown) = (String::new(), 0_usize, 0_usize);
    for page in pages.iter() {
        let upright = Affine::new(page.initial_transform(true).as_coeffs());
        let (width, height) = page.render_dimensions();
        let area = Rect::new(0.0, 0.0, width.into(), height.into());
        let mut letters = Letters::default();
        interpret_page(
            page,
            &mut Context::new(upright, area, &cache, pdf.xref(), settings.clone()),
            &mut letters,
        );
        known += letters.found.len();
        unknown += letters.unknown;
        text.push_str(&Lines::of(&letters.found).text());
        text.push_str("\n\n");
        if text.len() > MAX_CHARS * 4 {
            return Err(FileFault::TooMuchText);
        }
    }
    if unknown > known { Err(FileFault::UnknownLetters) } else { Ok(text) }
}

/// Receives what a page draws, and keeps its letters.
#[derive(Default)]
struct Letters {
    found: Vec<Letter>,
    /// The number of letters whose meaning the file does not tell.
    unknown: usize,
}

impl Device<'_> for Letters {
    fn draw_glyph(
        &mut self,
        glyph: &Glyph<'_>,
        transform: Affine,
        glyph_transform: Affine,
        _: &Paint<'_>,
        _: &GlyphDrawMode,
    ) {
        let text = match glyph.as_unicode() {
            Some(BfString::Char(character)) => character.to_string(),
            Some(BfString::String(text)) => text,
            None => {
                self.unknown += 1;
                return;
            }
        };
        // The unit of a letter is a thousandth of its size.
        let place = transform * glyph_transform;
        let width = match glyph {
            Glyph::Outline(outline) => outline.advance_width().map(f64::from),
            Glyph::Type3(_) => None,
        };
        let origin = place * Point::ZERO;
        let size = (place * Point::new(0.0, 1000.0) - origin).hypot();
        let along = place * Point::new(width.unwrap_or(500.0), 0.0) - origin;
        // A page has some thousand letters; a file that draws millions is refused by its text.
        if self.found.len() <= MAX_CHARS * 2 {
            self.found.push(Letter { text, origin, along, size });
        }
    }

    fn set_soft_mask(&mut self, _: Option<SoftMask<'_>>) {}
    fn set_blend_mode(&mut self, _: BlendMode) {}
    fn draw_path(&mut self, _: &BezPath, _: Affine, _: &Paint<'_>, _: &PathDrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'_>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'_, '_>, _: Affine) {}
    fn pop_clip_path(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
