//! Reads a meeting recap: what the client needs, what is proposed, what it costs and when.
//!
//! These rules work without a model, on any recap. They sort the recap's own sentences and remove labels and
//! fillers; they never add a fact. [`model`] contains the schema and prompt for the same task by a model.

use poem_openapi::Enum;
use serde::Serialize;

use crate::draft::frame::Frame;
use crate::field_error::{FieldError, TextField, nul, too_long};
use crate::money::Currency;
use crate::prompt::without_orders;

mod amounts;
mod charge;
mod choices;
mod context;
mod counting;
pub(crate) mod cues;
pub(crate) mod exclusions;
mod features;
mod figures;
mod fragments;
mod hint;
mod labels;
mod letter;
mod lexicon;
mod lines;
pub mod model;
pub(crate) mod money;
mod naming;
mod narration;
mod nearby;
mod needs;
mod phrasing;
mod purpose;
mod quantity;
mod repeating;
mod roles;
mod sections;
mod segment;
pub(crate) mod sentences;
mod settle;
mod sides;
mod sorted;
mod stated;
mod sum_search;
mod table;
mod tables;
mod tidy;
pub(crate) mod time;
mod totals;
mod turns;
mod ways;
mod weights;
pub(crate) mod words;

pub use amounts::{AmountRole, MentionReason, RecapAmount, amounts, figures};
pub use charge::as_item;
pub use figures::Figure;
pub use hint::{RecapMention, mentions};
pub use naming::{NameChoice, name_choices};
pub use purpose::{ObservedSentence, Purpose};
pub use turns::speakers;
pub use weights::Observations;

use context::{ReadRecap, ReadSentence};
use purpose::Odds;
use sorted::Sorted;

/// The shortest recap, in characters once trimmed.
pub const RECAP_MIN: usize = 50;
/// The longest recap, in characters.
pub const RECAP_MAX: usize = 100_000;
/// The longest text for one field of the wizard, in characters; the field itself accepts more.
const FIELD_MAX: usize = 8_000;
/// The shortest text that a field of the wizard accepts, in characters.
const FIELD_MIN: usize = 10;

const RECAP: TextField = TextField::long("meetingRecap", "Meeting recap", RECAP_MAX);

/// A recap, sorted into the fields of the wizard.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Extraction {
    /// What the client needs, one sentence per line.
    pub client_needs: String,
    /// What is proposed, one sentence per line.
    pub proposed_solution: String,
    /// The prices in the recap's words, one clause per line; empty if none was mentioned.
    pub pricing_hint: String,
    /// The desired dates, if the recap states any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<String>,
    /// What is not part of the work, one sentence per line under a heading that drafting recognises.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusions: Option<String>,
    /// What the client is to give for the work, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_client: Option<String>,
}

/// What is to be told about an extraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "RecapNoticeCode", rename_all = "snake_case")]
pub enum Notice {
    /// The recap says nothing about needs, work or prices.
    NothingFound,
}

impl Notice {
    /// The sentence for the person who pasted the recap.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NothingFound => {
                "This recap says nothing that a proposal could use: no needs, no work and no prices. Add more to it, or enter the details manually."
            }
        }
    }
}

impl Extraction {
    /// What is to be told about it, if anything.
    #[must_use]
    pub fn notice(&self) -> Option<Notice> {
        let nothing =
            self.client_needs.is_empty() && self.proposed_solution.is_empty() && self.pricing_hint.is_empty();
        nothing.then_some(Notice::NothingFound)
    }
}

/// Checks a recap's length: 50 to 100,000 characters, codes `recap_too_short` and `recap_too_long`. Returns
/// it trimmed.
pub fn validate(text: &str) -> Result<&str, FieldError> {
    let trimmed = text.trim();
    let length = trimmed.chars().count();
    if length < RECAP_MIN {
        Err(FieldError::new(RECAP.name, "recap_too_short", "Please enter more details about your meeting."))
    } else if length > RECAP_MAX {
        Err(FieldError { code: "recap_too_long", ..too_long(RECAP) })
    } else if trimmed.contains('\0') {
        Err(nul(RECAP))
    } else {
        Ok(trimmed)
    }
}

/// What is known of the side that sells.
#[derive(Debug, Clone, Copy, Default)]
pub struct Seller<'a> {
    /// The name of its speaker: one of [`speakers`].
    pub speaker: Option<&'a str>,
    /// The currency of its workspace.
    pub currency: Currency,
}

/// Sorts the sentences of a recap by rules. Needs and solution have at least 10 characters if the recap says
/// anything about work; if nothing was proposed, the solution says so. Sentences that address the assistant
/// are left out.
#[must_use]
pub fn extract(text: &str) -> Extraction {
    extract_for(text, Seller::default())
}

/// The same, if something is known of who sells.
#[must_use]
pub fn extract_for(text: &str, seller: Seller<'_>) -> Extraction {
    let text = &*without_orders(text);
    let recap = ReadRecap::of(text, seller);
    let mut sorted = Sorted::default();
    for read in recap.sentences() {
        let odds = Odds::of(&purpose::observe(&read));
        sorted.put(&read, odds);
    }
    let names_work = !sentences::is_dictated(text);
    let hint = |aside: &[String]| hint::hint(&recap.reading, aside);
    sorted.into_extraction(Frame::of(text), &recap.subjects, names_work, hint)
}

/// The sentences of a recap, and what is observed of each.
#[must_use]
pub fn observed_sentences(text: &str, seller: Seller<'_>) -> Vec<ObservedSentence> {
    let recap = ReadRecap::of(&without_orders(text), seller);
    let observed = |read: ReadSentence<'_>| ObservedSentence {
        text: read.own.sentence.text.clone(),
        observed: purpose::observe(&read),
    };
    recap.sentences().map(observed).collect()
}

#[cfg(test)]
mod amount_tests;
#[cfg(test)]
mod sum_tests;
#[cfg(test)]
pub(crate) mod tests;
