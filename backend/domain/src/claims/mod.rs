//! The claims of a proposal: every amount, number, date, certificate, guarantee, name and testimonial in its
//! text, and the input that backs each.
//!
//! Rules find and trace the claims: the same text and the same inputs always give the same result, without a
//! network, in time linear in their length. A model may add claims ([`with_additions`]) but cannot remove
//! any.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

mod contradiction;
mod dates;
mod derived;
mod durations;
mod figures;
mod find;
mod inputs;
mod kinds;
mod known;
mod names;
mod quotes;
mod shares;
mod sources;
mod statements;
mod sums;
mod text;

pub use inputs::{ClientEntry, Inputs};
pub use kinds::{ClaimKind, SourceKind};
pub use sources::{Backing, Source};

use crate::{
    canonical::sha256_hex,
    document::{self, BlockKind, Section, patch::Content},
    pricing::PricingTable,
    reading::lexicon::Language,
};
use contradiction::Prices;
use find::{Found, FoundClaim};
use sources::Index;
use text::{Cut, Utf16};

/// The block id for the title and the subtitle, which belong to no block.
pub const TITLE: Uuid = Uuid::nil();
/// The most claims that are stored for one change; people do not type more at once.
const KEPT_MAX: usize = 2_000;
/// The bytes from which the language of a document is told.
const LANGUAGE_SAMPLE: usize = 8_000;
/// Longer sentences are truncated when stored, in characters.
const SENTENCE_MAX: usize = 300;

/// One claim in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Stable as long as the sentence and its block are unchanged.
    pub key: String,
    /// The id of its block, or [`TITLE`].
    pub block_id: Uuid,
    pub kind: ClaimKind,
    /// The words.
    pub text: String,
    /// Where it begins in the block's text ([`text_of`]), in UTF-16 code units.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Its sentence, as bytes of the block's text.
    pub sentence: std::ops::Range<usize>,
    /// What backs it.
    pub backing: Option<Backing>,
    /// How the prices contradict it, if they do.
    pub contradiction: Option<String>,
}

/// A claim that a change introduced, as stored with that change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClaimKey {
    pub kind: ClaimKind,
    /// Its value in a normal form.
    pub value: String,
    /// The words.
    pub text: String,
    /// The sentence it occurs in.
    pub sentence: String,
    /// The values it backs.
    pub gives: Vec<String>,
}

/// A change of the document with the claims that it introduced.
#[derive(Debug, Clone)]
pub struct Change {
    /// Who made it.
    pub author: String,
    /// When.
    pub at: DateTime<Utc>,
    /// Whether a team member typed it. Undo, restore and copy bring in text that others wrote.
    pub typed: bool,
    /// The claims it introduced.
    pub claims: Vec<ClaimKey>,
}

/// The text of a block to which claim positions refer: its heading, a line end, its body.
#[must_use]
pub fn text_of(section: &Section) -> String {
    let body = document::text(&section.html);
    if section.title.is_empty() { body } else { format!("{}\n{body}", section.title) }
}

/// A block without the text at those bytes, and without the elements that become empty.
#[must_use]
pub fn without(section: &Section, words: &std::ops::Range<usize>) -> Section {
    let text = text_of(section);
    let spaces = text.get(words.end..).map_or(0, |after| after.len() - after.trim_start_matches(' ').len());
    let (start, end) = (words.start, words.end + spaces);
    let heading = if section.title.is_empty() { 0 } else { section.title.len() + 1 };
    let mut cut = section.clone();
    if start < heading {
        let kept = format!(
            "{}{}",
            section.title.get(..start).unwrap_or_default(),
            section.title.get(end..).unwrap_or_default()
        );
        kept.trim().clone_into(&mut cut.title);
    } else {
        cut.html = document::without(&section.html, std::slice::from_ref(&(start - heading..end - heading)));
    }
    cut
}

/// The title and the subtitle as a block.
#[must_use]
pub fn titles(title: &str, subtitle: Option<&str>) -> Section {
    let html = subtitle.map(|subtitle| format!("<p>{}</p>", document::escape(subtitle))).unwrap_or_default();
    Section { id: TITLE, kind: BlockKind::Cover, title: title.to_owned(), html }
}

fn found_in(section: &Section, cut: &Cut<'_>) -> Found {
    // The pricing engine renders the prices, so this block has no claims that are not in the table.
    if section.kind == BlockKind::Pricing {
        return Found { claims: Vec::new(), figures: Vec::new() };
    }
    let heading = if section.title.is_empty() { 0 } else { (section.title.len() + 1).min(cut.text.len()) };
    find::claims(cut, section.kind, heading, figures::Text::Document)
}

/// What a document is written in, by its beginning; a single heading is too short to tell.
fn language<'a>(sections: impl IntoIterator<Item = &'a Section>) -> Language {
    let mut text = String::new();
    for section in sections {
        text.push_str(&text_of(section));
        text.push('\n');
        if text.len() > LANGUAGE_SAMPLE {
            text.truncate(text.floor_char_boundary(LANGUAGE_SAMPLE));
            break;
        }
    }
    Language::of(&text)
}

/// Every claim in those blocks, in their order, with its source and its contradiction.
#[must_use]
pub fn read<'a>(
    sections: impl IntoIterator<Item = &'a Section>,
    sources: Vec<Source<'_>>,
    pricing: &PricingTable,
) -> Vec<Claim> {
    let sections: Vec<&Section> = sections.into_iter().collect();
    let language = language(sections.iter().copied());
    let index = Index::new(sources, language);
    let prices = Prices::of(pricing, language);
    let mut inputs = derived::Inputs::new(&index);
    let mut claims = Vec::new();
    for section in sections {
        let text = text_of(section);
        let cut = Cut::new(&text, language);
        let mut units = Utf16::new(&text);
        let found = found_in(section, &cut);
        let mut backings: Vec<Option<Backing>> =
            found.claims.iter().map(|claim| index.trace(claim)).collect();
        let derived = derived::add(&cut, &found, &mut inputs, &mut backings);
        let judged =
            found.claims.into_iter().zip(backings).zip(derived).map(|((found, backing), is_derived)| {
                let contradiction = if is_derived {
                    prices.contradict_currency(&cut, &found, &index)
                } else {
                    prices.contradict(&cut, &found, &index)
                };
                Judged { found, backing, contradiction }
            });
        let mut seen: HashMap<String, u32> = HashMap::new();
        for Judged { found, backing, contradiction } in together(&cut, judged) {
            let sentence = cut.sentence_at(found.span.start);
            let said = text::plain(text.get(sentence.clone()).unwrap_or_default());
            let stem = key(section.id, found.kind, &found.value, &said);
            let times = seen.entry(stem.clone()).or_default();
            *times += 1;
            // A person's two names and a company's two words look alike; the kind of the backing source
            // decides.
            let company = found.kind == ClaimKind::Person
                && backing.as_ref().is_some_and(|backing| backing.label.ends_with("Company name"));
            claims.push(Claim {
                key: if *times == 1 { stem } else { format!("{stem}-{times}") },
                block_id: section.id,
                kind: if company { ClaimKind::Company } else { found.kind },
                text: text.get(found.span.clone()).unwrap_or_default().to_owned(),
                start: units.at(found.span.start),
                end: units.at(found.span.end),
                backing,
                contradiction,
                sentence,
            });
        }
    }
    claims
}

/// A claim with what the inputs say of it.
struct Judged {
    found: FoundClaim,
    backing: Option<Backing>,
    contradiction: Option<String>,
}

/// Neighbouring claims of a sentence that nothing backs are one question.
fn together(cut: &Cut<'_>, judged: impl Iterator<Item = Judged>) -> Vec<Judged> {
    let mut kept: Vec<Judged> = Vec::new();
    for claim in judged {
        let is_open = |claim: &Judged| claim.backing.is_none();
        let same =
            |last: &Judged| cut.sentence_at(last.found.span.start) == cut.sentence_at(claim.found.span.start);
        match kept.last_mut().filter(|last| is_open(last) && is_open(&claim) && same(last)) {
            Some(last) => {
                last.found.span.end = claim.found.span.end;
                last.found.value = format!("{} + {}", last.found.value, claim.found.value);
                last.contradiction = last.contradiction.take().or(claim.contradiction);
            }
            None => kept.push(claim),
        }
    }
    kept
}

/// The block, the kind, and a hash of the value and its sentence: accepting "40%" in one sentence does not
/// accept it in another.
fn key(block: Uuid, kind: ClaimKind, value: &str, sentence: &str) -> String {
    let hash: String = sha256_hex(format!("{value}\n{sentence}")).chars().take(16).collect();
    format!("{}-{}-{hash}", block.simple(), kind.name())
}

/// The claims that are in `after` and were not in `before`, regardless of their author.
#[must_use]
pub fn typed(before: &Content, after: &Content) -> Vec<ClaimKey> {
    let old: HashMap<Uuid, &Section> = before.sections.iter().map(|section| (section.id, section)).collect();
    let new: HashMap<Uuid, &Section> = after.sections.iter().map(|section| (section.id, section)).collect();
    let same = |section: &&Section| {
        old.get(&section.id).zip(new.get(&section.id)).is_some_and(|(before, after)| before == after)
    };
    let mut had: HashMap<(ClaimKind, String), usize> = HashMap::new();
    let earlier_titles = titles(&before.title, before.subtitle.as_deref());
    let later_titles = titles(&after.title, after.subtitle.as_deref());
    let language = language(&after.sections);
    for section in before.sections.iter().filter(|section| !same(section)).chain([&earlier_titles]) {
        let text = text_of(section);
        for found in found_in(section, &Cut::new(&text, language)).claims {
            *had.entry((found.kind, found.value)).or_default() += 1;
        }
    }
    let mut claims = Vec::new();
    for section in after.sections.iter().filter(|section| !same(section)).chain([&later_titles]) {
        let text = text_of(section);
        let cut = Cut::new(&text, language);
        for found in found_in(section, &cut).claims {
            let known = had.entry((found.kind, found.value.clone())).or_default();
            if *known > 0 {
                *known -= 1;
                continue;
            }
            if claims.len() == KEPT_MAX {
                return claims;
            }
            let sentence = text.get(cut.sentence_at(found.span.start)).unwrap_or_default();
            claims.push(ClaimKey {
                kind: found.kind,
                text: text.get(found.span).unwrap_or_default().chars().take(SENTENCE_MAX).collect(),
                sentence: sentence.chars().take(SENTENCE_MAX).collect(),
                value: found.value,
                gives: found.evidence.gives,
            });
        }
    }
    claims
}

/// What team members typed, as sources.
#[must_use]
pub fn typing(changes: Vec<Change>) -> Vec<Source<'static>> {
    let source = |(author, at, claim): (String, DateTime<Utc>, ClaimKey)| {
        let label = format!("Typed by {author} on {}", at.format("%-d %B %Y"));
        let mut source = Source::new(SourceKind::Typed, label, claim.sentence);
        source.author = Some(author);
        source.only = Some((claim.text, claim.gives));
        source
    };
    typed_first(changes).into_iter().map(source).collect()
}

/// What team members typed before anyone else wrote it, with author and time. A claim that came from
/// elsewhere first (the assistant wrote it) does not become the team's by being restored, so `changes` must
/// start with the first one.
#[must_use]
pub fn typed_first(changes: Vec<Change>) -> Vec<(String, DateTime<Utc>, ClaimKey)> {
    let mut written: HashSet<(ClaimKind, String)> = HashSet::new();
    let mut typed = Vec::new();
    for change in changes {
        for claim in change.claims {
            if written.insert((claim.kind, claim.value.clone())) && change.typed {
                typed.push((change.author.clone(), change.at, claim));
            }
        }
    }
    typed
}

/// The claims of the rules together with those that a model found. The rules' claims are unchanged, and where
/// both found a claim in the same words, the rules' kind is used: a model can require more checks from
/// people, never fewer.
#[must_use]
pub fn with_additions(mut claims: Vec<Claim>, additions: Vec<Claim>) -> Vec<Claim> {
    for addition in additions {
        let overlaps = |claim: &Claim| {
            claim.block_id == addition.block_id && claim.start < addition.end && addition.start < claim.end
        };
        if claims.iter().any(overlaps) {
            continue;
        }
        // Inserted after the claims of its block that come before it; a block without claims follows the
        // earlier blocks.
        let last = claims
            .iter()
            .rposition(|claim| claim.block_id == addition.block_id && claim.start <= addition.start);
        let first = claims.iter().position(|claim| claim.block_id == addition.block_id);
        let place = last.map(|last| last + 1).or(first).unwrap_or(claims.len());
        // Only the inputs can back a claim; the source that a model states is ignored.
        claims.insert(place, Claim { backing: None, ..addition });
    }
    claims
}

#[cfg(test)]
mod tests;
