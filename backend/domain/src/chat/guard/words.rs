//! What a message asks for, by its words. Messages come as [`normal`](crate::recap::words::normal) words.

use crate::document::{BlockKind, Section};
use crate::pricing::PricingTable;
use crate::reading::amounts::amounts;
use crate::reading::lexicon::WordList;
use crate::recap::words::normal;

/// Whether a message asks to remove or reduce something.
pub(in crate::chat) fn asks_to_remove(message: &str) -> bool {
    WordList::Removal.stands_in(message)
}

/// Whether it is about the whole document, or about every item.
pub(in crate::chat) fn names_everything(message: &str) -> bool {
    [" everything ", " all ", " every section ", " whole document "]
        .iter()
        .any(|phrase| message.contains(phrase))
}

/// Whether it asks for a new title.
pub(in crate::chat) fn asks_for_a_title(message: &str) -> bool {
    WordList::TitleWord.stands_in(message)
}

/// Whether it is about prices, or gives a figure for one of the items.
pub(in crate::chat) fn speaks_of_prices(raw: &str, table: &PricingTable) -> bool {
    let message = normal(raw);
    let figure = raw.chars().any(|c| c.is_ascii_digit());
    let mut items = table.groups.iter().flat_map(|group| &group.items);
    WordList::PriceTalk.stands_in(&message)
        || raw.contains(['$', '€', '£', '%'])
        || !amounts(raw).is_empty()
        || ((figure || asks_to_remove(&message)) && items.any(|item| names(&message, &item.name)))
}

/// The words of a name that distinguish it from others, as search terms.
pub(in crate::chat) fn content_words(text: &str) -> Vec<String> {
    normal(text)
        .split(' ')
        .filter(|word| {
            word.chars().count() >= 3
                && !WordList::EmptyWord.has(word)
                && !word.chars().all(|c| c.is_ascii_digit())
        })
        .map(|word| stem(word).to_owned())
        .collect()
}

/// "Workshops" and "workshop" are treated as the same word.
fn stem(word: &str) -> &str {
    let bare = word.strip_suffix("'s").unwrap_or(word);
    match bare.strip_suffix('s') {
        Some(singular) if singular.chars().count() >= 3 && !singular.ends_with('s') => singular,
        _ => bare,
    }
}

/// Whether two texts share a significant word.
pub(in crate::chat) fn names(text: &str, name: &str) -> bool {
    let words = content_words(text);
    content_words(name).iter().any(|word| words.contains(word))
}

/// Names that people use for a block of a kind, besides its heading.
pub(in crate::chat) fn kind_words(kind: BlockKind) -> &'static [&'static str] {
    match kind {
        BlockKind::Cover => &["cover"],
        BlockKind::Summary => &["summary", "overview", "introduction", "intro"],
        BlockKind::Needs => &["needs", "requirements", "situation"],
        BlockKind::Solution => &["solution", "approach"],
        BlockKind::Scope => &["scope", "deliverables"],
        BlockKind::Assumptions => &["assumptions"],
        BlockKind::Exclusions => &["exclusions"],
        BlockKind::Timeline => &["timeline", "schedule", "milestones"],
        BlockKind::Pricing => &["pricing", "prices", "price table"],
        BlockKind::WhatWeOffer => &["services", "what we offer"],
        BlockKind::Team => &["team"],
        BlockKind::WhyWorkWithUs => &["why work with us", "why us"],
        BlockKind::HowWeWork => &["how we work", "process"],
        BlockKind::Testimonials => &["testimonials", "testimonial", "references", "reviews", "quotes"],
        BlockKind::CaseStudy => &["case study", "case studies"],
        BlockKind::Notes => &["further details", "notes"],
        BlockKind::Terms => &["terms", "conditions"],
        BlockKind::NextSteps => &["next steps"],
        BlockKind::Free => &[],
    }
}

/// Whether a message names a section, by its heading or by its kind.
pub(in crate::chat) fn names_section(message: &str, section: &Section) -> bool {
    let by_kind = kind_words(section.kind).iter().any(|word| message.contains(&format!(" {word} ")));
    by_kind || names(message, &section.title)
}
