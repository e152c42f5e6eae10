//! Classifies headings in English, German, French and Spanish.

use crate::{
    reading::lexicon::WordList,
    website::text::{has_phrase, spaced},
};

/// A field of the profile, by its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::website) enum Field {
    About,
    Why,
    How,
    Offer,
}

/// Longer texts are not headings, in bytes.
const HEADING_MAX: usize = 200;

const FIELDS: [Field; 4] = [Field::About, Field::Why, Field::How, Field::Offer];

/// Words that make a heading with "why" or "warum" one about the company.
const WE: [&str; 14] = [
    "us",
    "we",
    "me",
    "our",
    "choose",
    "chose",
    "clients",
    "customers",
    "trust",
    "wir",
    "uns",
    "mich",
    "nous",
    "nosotros",
];

/// How clearly a heading introduces a field.
pub(super) fn score(field: Field, heading: &str) -> Option<usize> {
    if heading.len() > HEADING_MAX {
        return None;
    }
    let spaced = spaced(heading);
    let text = spaced.trim();
    let list = match field {
        Field::About => WordList::AboutHeading,
        Field::Why => WordList::WhyHeading,
        Field::How => WordList::HowHeading,
        Field::Offer => WordList::OfferHeading,
    };
    let count = text.split(' ').count();
    if list.has(text) {
        return Some(6);
    }
    let begins = list.opens(text);
    // One word at the start of a long heading is not enough.
    let by_phrase = begins.and_then(|length| text.get(..length)).is_some_and(|phrase| phrase.contains(' '));
    if (begins.is_some() && count <= 5) || (by_phrase && count <= 8) {
        return Some(4);
    }
    let asks = ["why ", "warum ", "pourquoi ", "por que "].iter().any(|word| text.starts_with(word));
    if field == Field::Why && asks && count <= 8 && has_phrase(&spaced, &WE) {
        return Some(4);
    }
    let holds_phrase = || list.found_in(&spaced).any(|(_, phrase)| phrase.contains(' '));
    (count <= 7 && holds_phrase()).then_some(2)
}

/// Whether a heading introduces something other than this field.
pub(super) fn is_other(field: Field, heading: &str) -> bool {
    let begins = WordList::OtherHeading.opens(spaced(heading).trim()).is_some();
    begins
        || FIELDS
            .into_iter()
            .any(|other| other != field && score(other, heading).is_some_and(|score| score >= 4))
}

/// Whether a text is only a link to another page.
pub(in crate::website) fn is_call(text: &str) -> bool {
    WordList::LinkLabel.has(spaced(text).trim())
}
