//! Finds the claims of a text: quotations, standards, figures, statements and names.

use std::{collections::BTreeSet, ops::Range};

use super::{
    figures::{self, Figure, Text},
    kinds::ClaimKind,
    names, quotes, statements,
    text::{Cut, plain},
};
use crate::document::BlockKind;

/// The value of a claim, and what a source must contain to back it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Evidence {
    /// The value that a source with the same claim provides.
    pub(super) gives: Vec<String>,
    /// The values that back the claim: one of each list, all from the same source.
    pub(super) needs: Vec<Vec<String>>,
    /// For statements: the class of the cue and the words, most of which a sentence of the source must
    /// contain.
    pub(super) said: Option<(String, BTreeSet<String>)>,
}

impl Evidence {
    /// Evidence for a claim that only the same values back.
    pub(super) fn exactly(gives: Vec<String>) -> Self {
        Self { needs: gives.iter().map(|value| vec![value.clone()]).collect(), gives, said: None }
    }
}

/// A claim in a text.
#[derive(Debug, Clone)]
pub(super) struct FoundClaim {
    pub(super) kind: ClaimKind,
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Its value in a normal form.
    pub(super) value: String,
    pub(super) evidence: Evidence,
    /// Its number, if it has one.
    pub(super) figure: Option<Figure>,
}

impl FoundClaim {
    pub(super) fn new(cut: &Cut<'_>, kind: ClaimKind, span: Range<usize>, evidence: Evidence) -> Self {
        let value = match &evidence.said {
            Some((cue, _)) => {
                format!("{cue}: {}", plain(cut.text.get(cut.sentence_at(span.start)).unwrap_or_default()))
            }
            None => evidence
                .gives
                .first()
                .filter(|_| evidence.needs.len() < 2)
                .cloned()
                .unwrap_or_else(|| evidence.gives.join(" + ")),
        };
        Self { kind, span, value, evidence, figure: None }
    }
}

/// The claims of a text and all its figures, also those that claim nothing.
pub(super) struct Found {
    /// In ascending order, without overlaps.
    pub(super) claims: Vec<FoundClaim>,
    pub(super) figures: Vec<Figure>,
}

/// Finds the claims of a text whose first `heading` bytes are its heading.
pub(super) fn claims(cut: &Cut<'_>, block: BlockKind, heading: usize, text: Text) -> Found {
    let figures = figures::figures(cut, text);
    let mut found = quotes::testimonials(cut, block, heading);
    add(&mut found, statements::standards(cut));
    let numbers = figures.iter().filter(|figure| !figure.is_quiet).map(|figure| FoundClaim {
        figure: Some(figure.clone()),
        ..FoundClaim::new(cut, figure.kind, cut.span(&figure.range), figure.evidence.clone())
    });
    add(&mut found, numbers.collect());
    add(&mut found, statements::cues(cut, heading));
    let taken: Vec<Range<usize>> = found
        .iter()
        .map(|claim| claim.span.clone())
        .chain(figures.iter().map(|figure| cut.span(&figure.range)))
        .collect();
    add(&mut found, names::names(cut, heading, &taken));
    for sentence in &cut.sentences {
        add(&mut found, in_another_language(cut, block, heading, text, sentence));
    }
    Found { claims: found, figures }
}

/// The claims of a sentence that is not in the language of its text, in which they are not found.
fn in_another_language(
    cut: &Cut<'_>,
    block: BlockKind,
    heading: usize,
    kind: Text,
    sentence: &Range<usize>,
) -> Vec<FoundClaim> {
    let text = cut.text.get(sentence.clone()).unwrap_or_default();
    let Some(language) = cut.language.left_in(text) else { return Vec::new() };
    let own = Cut::new(text, language);
    let heading = heading.saturating_sub(sentence.start).min(text.len());
    let mut found = quotes::testimonials(&own, block, heading);
    let figures = figures::figures(&own, kind);
    let numbers = figures.iter().filter(|figure| !figure.is_quiet);
    add(
        &mut found,
        numbers
            .map(|figure| {
                FoundClaim::new(&own, figure.kind, own.span(&figure.range), figure.evidence.clone())
            })
            .collect(),
    );
    add(&mut found, statements::cues(&own, heading));
    for claim in &mut found {
        claim.span = claim.span.start + sentence.start..claim.span.end + sentence.start;
    }
    found
}

/// Adds the claims that overlap none of those before.
fn add(found: &mut Vec<FoundClaim>, more: Vec<FoundClaim>) {
    let before = found.len();
    let taken: Vec<(usize, usize)> = found.iter().map(|claim| (claim.span.start, claim.span.end)).collect();
    for claim in more {
        let at = taken.partition_point(|(_, end)| *end <= claim.span.start);
        let is_free = taken.get(at).is_none_or(|(start, _)| *start >= claim.span.end);
        let apart =
            found.get(before..).and_then(<[_]>::last).is_none_or(|last| last.span.end <= claim.span.start);
        if is_free && apart && !claim.span.is_empty() {
            found.push(claim);
        }
    }
    found.sort_by_key(|claim| claim.span.start);
}
