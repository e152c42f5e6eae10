//! Testimonials: text in quotation marks, and the content of testimonial blocks.

use std::ops::{Range, RangeInclusive};

use super::{
    find::{Evidence, FoundClaim},
    kinds::ClaimKind,
    text::{Cut, plain, sentences},
};
use crate::document::BlockKind;

/// Quotations with fewer words are terms, not statements.
const WORDS_MIN: usize = 4;
/// Longer ones are two quotations with text in between.
const LONGEST: usize = 4_000;

/// Finds all testimonials.
pub(super) fn testimonials(cut: &Cut<'_>, block: BlockKind, heading: usize) -> Vec<FoundClaim> {
    let spans = if block == BlockKind::Testimonials {
        lines(cut.text, heading)
    } else {
        quoted(cut.text, WORDS_MIN..=LONGEST)
    };
    let claim = |span: Range<usize>| {
        let words = cut.text.get(span.clone()).unwrap_or_default();
        let sentences = sentences(words, cut.language);
        let needs: Vec<Vec<String>> = sentences
            .into_iter()
            .filter_map(|sentence| said(words.get(sentence)?))
            .map(|said| vec![said])
            .collect();
        let gives = needs.iter().flatten().cloned().collect();
        (!needs.is_empty()).then(|| {
            FoundClaim::new(cut, ClaimKind::Testimonial, span, Evidence { gives, needs, said: None })
        })
    };
    spans.into_iter().filter_map(claim).collect()
}

/// Titles of works in quotation marks: a few words of which the first has a capital letter.
pub(super) fn titles(text: &str) -> Vec<Range<usize>> {
    let mut found = quoted(text, 2..=WORDS_MIN - 1);
    found.retain(|span| {
        let words = text
            .get(span.clone())
            .unwrap_or_default()
            .trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '!' | '?' | ','));
        words.starts_with(char::is_uppercase) && !words.ends_with(['.', '!', '?', ','])
    });
    found
}

/// The evidence that those words were said.
pub(super) fn said(words: &str) -> Option<String> {
    let words = plain(words);
    (!words.is_empty()).then(|| format!("said {words}"))
}

/// The lines of a testimonial block, without lines that only introduce the next one.
fn lines(text: &str, heading: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = heading;
    for line in text.get(heading..).unwrap_or_default().split('\n') {
        let trimmed = line.trim();
        let begin = start + (line.len() - line.trim_start().len());
        if !trimmed.is_empty() && !trimmed.ends_with(':') && trimmed.chars().any(char::is_alphanumeric) {
            found.push(begin..begin + trimmed.len());
        }
        start += line.len() + 1;
    }
    found
}

/// Quoted ranges within one line.
fn quoted(text: &str, words: RangeInclusive<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        let close = match (open, character) {
            (_, '\n') => {
                open = None;
                None
            }
            (Some((start, '“')), '”' | '"')
            | (Some((start, '„')), '“' | '”' | '"')
            | (Some((start, '«')), '»')
            | (Some((start, '"')), '"') => {
                open = None;
                Some(start)
            }
            (None, '“' | '„' | '«') => {
                open = Some((at, character));
                None
            }
            // After a digit the sign means inches.
            (None, '"') if !before.is_alphanumeric() => {
                open = Some((at, character));
                None
            }
            _ => None,
        };
        if let Some(start) = close {
            let end = at + character.len_utf8();
            let quote = text.get(start..end).unwrap_or_default();
            let count =
                quote.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
            if quote.len() <= LONGEST && words.contains(&count) {
                found.push(start..end);
            }
        }
        before = character;
    }
    found
}
