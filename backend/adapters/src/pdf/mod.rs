//! The sealed PDF: the signed document and the certificate, typeset by typst, with the evidence attached. The
//! server runs this in a child process ([`Typesetter`]).
//!
//! The same evidence gives the same bytes: no clock, no network, no fonts but the embedded ones. User content
//! reaches the templates as data, never as markup. The file is PDF/A-3a and PDF/UA-1: tagged, with embedded
//! fonts and a declared attachment.

use chrono::{DateTime, Datelike, Timelike, Utc};
use proffer_domain::{
    evidence::{
        Evidence,
        sealed_pdf::{self, SealError},
    },
    revision::{CanonicalError, Frozen, sha256_hex},
};
use thiserror::Error;
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

mod certificate;
mod glyphs;
mod html;
mod model;
mod pieces;
mod prices;
mod process;
mod world;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;

use glyphs::Shown;
pub use process::{COMMAND, Turn, TypesetError, Typesetter, TypesettingRefusal, run};
use world::DocumentWorld;

/// How many renderings a memoised part is kept without being used. Documents share little more than the
/// templates.
const KEPT_RENDERINGS: usize = 2;

/// Why there is no PDF. The messages name places in the templates, never content.
#[derive(Debug, Error)]
pub enum PdfError {
    /// The revision in the evidence is invalid.
    #[error("the revision in the evidence cannot be read")]
    Revision,
    /// The prices of the evidence cannot be serialised.
    #[error("the evidence has no canonical form: {0}")]
    Canonical(#[from] CanonicalError),
    /// The document cannot be laid out.
    #[error("the document cannot be laid out, at {0}")]
    Layout(String),
    /// The document cannot be written as PDF/A.
    #[error("the document cannot be written as PDF/A, at {0}")]
    Export(String),
    /// The finished file cannot be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
}

/// Typesets a proposal's evidence as a PDF, attaches `evidence_json` as `evidence.json`, and seals it. This
/// is slow: run it on its own thread.
pub fn render(evidence: &Evidence, evidence_json: &str) -> Result<Vec<u8>, PdfError> {
    let frozen: Frozen =
        serde_json::from_str(&evidence.revision.canonical).map_err(|_| PdfError::Revision)?;
    let document = model::of(evidence, &frozen);
    let attempt = |shown: Shown, standards: &[PdfStandard]| {
        export(evidence, &document, evidence_json, &shown, standards)
    };
    let pdf = attempt(Shown::default(), &[PdfStandard::A_3a, PdfStandard::Ua_1])
        .or_else(|_| attempt(Shown::default(), &[PdfStandard::A_3a]))
        // Some sequences have a glyph for each character but none for the whole; then only plain characters
        // are drawn.
        .or_else(|_| attempt(Shown::plain(), &[PdfStandard::A_3a]));
    typst::comemo::evict(KEPT_RENDERINGS);
    Ok(sealed_pdf::seal(pdf?)?)
}

fn export(
    evidence: &Evidence,
    document: &serde_json::Value,
    evidence_json: &str,
    shown: &Shown,
    standards: &[PdfStandard],
) -> Result<Vec<u8>, PdfError> {
    let sheet = DocumentWorld::new(shown.document(document), evidence_json.to_owned());
    let document = typst::compile::<PagedDocument>(&sheet)
        .output
        .map_err(|errors| PdfError::Layout(world::places(&sheet, &errors)))?;
    let standards = PdfStandards::new(standards).map_err(|_| PdfError::Export("the standard".to_owned()))?;
    let options = PdfOptions {
        ident: Smart::Custom(sha256_hex(evidence_json)),
        creator: Smart::Custom(Some("Proffer".to_owned())),
        timestamp: time(evidence.sealed_at).map(Timestamp::new_utc),
        standards,
        ..PdfOptions::default()
    };
    typst_pdf::pdf(&document, &options).map_err(|errors| PdfError::Export(world::places(&sheet, &errors)))
}

fn time(at: DateTime<Utc>) -> Option<Datetime> {
    let part = |number: u32| u8::try_from(number).ok();
    Datetime::from_ymd_hms(
        at.year(),
        part(at.month())?,
        part(at.day())?,
        part(at.hour())?,
        part(at.minute())?,
        part(at.second())?,
    )
}
