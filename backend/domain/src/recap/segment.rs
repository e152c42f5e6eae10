//! Parts of a sentence: between separators, and around an amount.

use std::ops::Range;

use super::amounts::RecapAmount;
use crate::reading::units::{Is, Unit};

/// The part of a sentence around an amount: up to a comma, a dash, a bracket, a word that begins another
/// clause.
pub(super) fn segment(units: &[Unit], amount: &RecapAmount) -> Range<usize> {
    let place = &amount.place;
    let at = units.partition_point(|unit| unit.span.start < place.span.start);
    let cuts = |at: &usize| {
        units.get(*at).is_some_and(|unit| {
            matches!(unit.is, Is::Mark(',' | '(' | ')' | '\u{2192}' | '='))
                || is_spaced_dash(units, *at, unit)
        })
    };
    let is_close =
        |cut: &usize| units.get(*cut).is_some_and(|unit| place.span.start.saturating_sub(unit.span.end) <= 2);
    let start = (0..at)
        .rev()
        .take(60)
        .find(|cut| cuts(cut) && !is_close(cut))
        .and_then(|cut| units.get(cut))
        .map_or(place.sentence.start, |unit| unit.span.end.max(place.sentence.start));
    let end = (at + 1..units.len())
        .take(60)
        .find(cuts)
        .and_then(|cut| units.get(cut))
        .map_or(place.sentence.end, |unit| unit.span.start.min(place.sentence.end));
    start..end
}

fn is_spaced_dash(units: &[Unit], at: usize, unit: &Unit) -> bool {
    matches!(unit.is, Is::Mark('-' | '\u{2013}' | '\u{2014}'))
        && unit.spaced
        && units.get(at + 1).is_some_and(|next| next.spaced)
}

/// The parts of a text between the separators, which belong to none.
pub(super) fn spans(text: &str, marks: &[&str]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut skip = 0;
    let mut depth = 0_usize;
    let last_close = text.rfind(')').unwrap_or_default();
    for (at, character) in text.char_indices() {
        // Text in closed brackets is not split: "a workshop (1 day, $2,500)".
        match character {
            '(' if at < last_close => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if at < skip || depth > 0 {
            continue;
        }
        if let Some(mark) =
            marks.iter().find(|mark| text.get(at..).is_some_and(|rest| rest.starts_with(**mark)))
        {
            out.push(start..at);
            start = at + mark.len();
            skip = start;
        }
    }
    out.push(start..text.len());
    out.retain(|span| span.start < span.end);
    out
}
