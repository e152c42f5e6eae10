//! The part of a sentence that an amount stands in.

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
