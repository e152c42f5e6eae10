//! What a message asks for, by its words. Messages come as [`normal`](crate::recap::words::normal) words.

use crate::document::{BlockKind, Section};
use crate::pricing::{PricingTable, trace};
use crate::recap::words::normal;

/// Words about money.
const PRICES: [&str; 66] = [
    "price",
    "prices",
    "priced",
    "pricing",
    "cost",
    "costs",
    "costing",
    "fee",
    "fees",
    "discount",
    "discounts",
    "rebate",
    "tax",
    "taxes",
    "vat",
    "gst",
    "deposit",
    "deposits",
    "rate",
    "rates",
    "quantity",
    "quantities",
    "hours",
    "hour",
    "days",
    "monthly",
    "month",
    "yearly",
    "annual",
    "annually",
    "year",
    "quarterly",
    "quarter",
    "item",
    "items",
    "payment",
    "payments",
    "pay",
    "charge",
    "charges",
    "amount",
    "amounts",
    "total",
    "totals",
    "budget",
    "money",
    "percent",
    "cheaper",
    "expensive",
    "upfront",
    "retainer",
    "subscription",
    "billing",
    "billed",
    "invoice",
    "quote",
    "optional",
    "free",
    "dollars",
    "dollar",
    "euros",
    "euro",
    "pounds",
    "instalments",
    "installments",
    "once",
];
const REMOVAL: [&str; 25] = [
    "remove",
    "removes",
    "removed",
    "removing",
    "delete",
    "deleted",
    "deleting",
    "drop",
    "dropping",
    "shorten",
    "shorter",
    "short",
    "merge",
    "combine",
    "condense",
    "trim",
    "cut",
    "cutting",
    "tighten",
    "reduce",
    "simplify",
    "strip",
    "eliminate",
    "scrap",
    "omit",
];
const REMOVAL_PHRASES: [&str; 7] =
    [" take out ", " get rid of ", " leave out ", " take away ", " throw out ", " no longer need ", " without the "];
const TITLE: [&str; 12] =
    ["title", "titled", "retitle", "rename", "renamed", "name", "named", "call", "called", "headline", "heading", "subject"];
/// Words that do not help to identify what is meant.
const EMPTY: [&str; 92] = [
    "the", "and", "for", "with", "from", "our", "your", "their", "his", "her", "its", "this", "that", "these", "those", "what", "which",
    "who", "how", "why", "when", "where", "are", "was", "were", "will", "would", "can", "could", "should", "shall", "may", "might", "must",
    "have", "has", "had", "not", "but", "all", "any", "one", "two", "per", "into", "onto", "out", "off", "over", "please", "add", "change",
    "make", "set", "put", "new", "more", "less", "each", "every", "some", "section", "sections", "block", "part", "you", "they", "them",
    "about", "also", "then", "than", "there", "here", "been", "being", "does", "did", "done", "get", "gets", "got", "let", "via", "next",
    "before", "after", "price", "prices", "pricing", "cost", "item",
];

fn has(message: &str, words: &[&str]) -> bool {
    message.split(' ').any(|word| words.contains(&word))
}

/// Whether a message asks to remove or reduce something.
pub(in crate::chat) fn asks_to_remove(message: &str) -> bool {
    has(message, &REMOVAL) || REMOVAL_PHRASES.iter().any(|phrase| message.contains(phrase))
}

/// Whether it is about the whole document, or about every item.
pub(in crate::chat) fn names_everything(message: &str) -> bool {
    has(message, &["everything", "all"]) || message.contains(" every section ") || message.contains(" whole document ")
}

/// Whether it asks for a new title.
pub(in crate::chat) fn asks_for_a_title(message: &str) -> bool {
    has(message, &TITLE)
}

/// Whether it is about prices, or gives a figure for one of the items.
pub(in crate::chat) fn speaks_of_prices(raw: &str, table: &PricingTable) -> bool {
    let message = normal(raw);
    let figure = raw.chars().any(|c| c.is_ascii_digit());
    let mut items = table.groups.iter().flat_map(|group| &group.items);
    has(&message, &PRICES)
        || raw.contains(['$', '€', '£', '%'])
        || !trace::amounts(raw).is_empty()
        || ((figure || asks_to_remove(&message)) && items.any(|item| names(&message, &item.name)))
}

/// The words of a name that distinguish it from others, as search terms.
pub(in crate::chat) fn content_words(text: &str) -> Vec<String> {
    normal(text)
        .split(' ')
        .filter(|word| word.chars().count() >= 3 && !EMPTY.contains(word) && !word.chars().all(|c| c.is_ascii_digit()))
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
