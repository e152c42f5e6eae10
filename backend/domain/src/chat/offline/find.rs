//! Finds the section or item that a request refers to.

use uuid::Uuid;

use crate::chat::guard::words::{content_words, kind_words};
use crate::document::Section;
use crate::document::patch::Content;
use crate::pricing::{Item, PricingTable};
use crate::reading::lexicon::WordList;
use crate::recap::words::normal;

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lookup<T> {
    /// Exactly one match.
    One(T),
    /// No match.
    None,
    /// The names of several matches.
    Several(Vec<String>),
}

/// The section of that name.
pub(super) fn section(content: &Content, phrase: &str) -> Lookup<Section> {
    let words: Vec<String> = normal(phrase)
        .split_whitespace()
        .filter(|word| !WordList::AroundSection.has(word))
        .map(str::to_owned)
        .collect();
    if words.is_empty() {
        return Lookup::None;
    }
    let wanted = format!(" {} ", words.join(" "));
    let stems = content_words(&wanted);
    let title = |section: &Section| {
        let words: Vec<String> = normal(&section.title)
            .split_whitespace()
            .filter(|word| !WordList::AroundSection.has(word))
            .map(str::to_owned)
            .collect();
        format!(" {} ", words.join(" "))
    };
    let of_kind = |section: &Section, whole: bool| {
        let hit = |word: &str| {
            if whole { wanted == format!(" {word} ") } else { wanted.contains(&format!(" {word} ")) }
        };
        kind_words(section.kind).iter().any(|word| hit(word))
    };
    let ways: [&dyn Fn(&Section) -> bool; 5] = [
        &|section| !section.title.is_empty() && title(section) == wanted,
        &|section| of_kind(section, true),
        &|section| {
            let named = content_words(&section.title);
            !stems.is_empty() && stems.iter().all(|word| named.contains(word))
        },
        &|section| of_kind(section, false),
        &|section| {
            let named = content_words(&section.title);
            !named.is_empty() && named.iter().all(|word| stems.contains(word))
        },
    ];
    for way in ways {
        let hits: Vec<&Section> = content.sections.iter().filter(|section| way(section)).collect();
        match hits.as_slice() {
            [] => {}
            [only] => return Lookup::One((*only).clone()),
            several => return Lookup::Several(several.iter().map(|section| heading(section)).collect()),
        }
    }
    Lookup::None
}

/// The name by which people know a section.
pub(super) fn heading(section: &Section) -> String {
    if section.title.is_empty() { section.kind.name().replace('-', " ") } else { section.title.clone() }
}

/// The headings of a document, to list if a request named none of them.
pub(super) fn headings(content: &Content) -> String {
    let all: Vec<String> =
        content.sections.iter().map(|section| format!("\"{}\"", heading(section))).collect();
    if all.is_empty() {
        "The document has no sections yet.".to_owned()
    } else {
        format!("The sections are {}.", all.join(", "))
    }
}

/// The item that the words refer to: the one with the most words in common.
pub(super) fn item(table: &PricingTable, words: &str) -> Lookup<Item> {
    let said = content_words(words);
    let hits = |item: &Item| content_words(&item.name).iter().filter(|word| said.contains(word)).count();
    let items: Vec<&Item> = table.groups.iter().flat_map(|group| &group.items).collect();
    let most = items.iter().map(|item| hits(item)).max().unwrap_or_default();
    if most == 0 {
        return Lookup::None;
    }
    let mut best: Vec<&&Item> = items.iter().filter(|item| hits(item) == most).collect();
    // With "Website" and "Website hosting", the words "the website" refer to the first.
    let whole: Vec<&&Item> =
        best.iter().filter(|item| content_words(&item.name).len() == most).copied().collect();
    if !whole.is_empty() {
        best = whole;
    }
    match best.as_slice() {
        [only] => Lookup::One((**only).clone()),
        several => Lookup::Several(several.iter().map(|item| item.name.clone()).collect()),
    }
}

/// The item of that id, for changing it.
pub(super) fn item_mut(table: &mut PricingTable, id: Uuid) -> Option<&mut Item> {
    table.groups.iter_mut().flat_map(|group| &mut group.items).find(|item| item.id == id)
}
