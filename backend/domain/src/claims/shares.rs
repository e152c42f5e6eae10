//! Shares of a whole: percentages in words, fractions, "four out of five", and multiples.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    durations::{timed, unit},
    figures::{Figure, Measure, amount, counted, n, plain},
    find::Evidence,
    kinds::ClaimKind,
    text::Cut,
};
use crate::reading::{
    lexicon::{Class, Language, bare},
    units::{Is, one},
};

/// "four out of five", "neun von zehn", "99 times out of a hundred": a percentage.
pub(super) fn ratio(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let (part, mut end) = plain(cut, at)?;
    end += usize::from(matches!(cut.lower(end), "times" | "mal" | "fois" | "veces"));
    // "nine clients out of ten"
    let is_counted = cut.is_word(end) && !cut.is(end, Class::OutOf) && unit(cut, end).is_none();
    end += usize::from(is_counted && cut.is(end + 1, Class::OutOf));
    let (length, _) = cut.class(end, Class::OutOf)?;
    let article = usize::from(matches!(cut.lower(end + length), "a" | "je" | "cada"));
    let (whole, end) = plain(cut, end + length + article)?;
    let is_share = part > Decimal::ONE
        && part < whole
        && unit(cut, end).is_none()
        && cut.lexicon.month(cut.lower(end)).is_none();
    let percent = is_share
        .then(|| part.checked_div(whole)?.checked_mul(Decimal::ONE_HUNDRED))
        .flatten()?
        .round_dp(2)
        .normalize();
    Some(percentage(at..end, vec![percent]))
}

pub(super) fn percentage(range: Range<usize>, values: Vec<Decimal>) -> Figure {
    let gives = values.iter().map(|value| format!("percent {value}")).collect();
    Figure::new(
        ClaimKind::Percentage,
        range,
        values.into_iter().map(|value| (Measure::Percent, value)).collect(),
        Evidence::exactly(gives),
    )
}

/// "half an hour" is a duration, "half of our clients", "by a third" and "three quarters of them" are
/// percentages; "the second half" and "per quarter" are neither.
pub(super) fn share(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let counted = counted(cut, at).filter(|(_, end)| cut.is(*end, Class::Fraction));
    let (times, place) = counted.unwrap_or((Decimal::ONE, at));
    let (length, part) = cut.class(place, Class::Fraction)?;
    let mut end = place + length;
    let percent = times.checked_mul(part)?.normalize();
    let article = |word: &str| matches!(bare(word), "a" | "an" | "of" | "de" | "d" | "einer" | "eines");
    let mut next = end;
    while next < end + 2 && article(cut.lower(next)) {
        next += 1;
    }
    // "half of the year" is a time.
    let is_time =
        matches!(cut.lower(next), "the" | "des" | "del" | "der" | "l") && unit(cut, next + 1).is_some();
    if let Some(unit) =
        unit(cut, next).filter(|_| cut.sentence(next) == cut.sentence(at) && !cut.is(place, Class::Between))
    {
        let value = unit.size.checked_mul(percent)?.checked_div(Decimal::ONE_HUNDRED)?.round_dp(3);
        return Some(timed(at..next + 1, &[value], &unit));
    }
    // "half a dozen"
    if let Some((whole, end)) = plain(cut, next).filter(|(whole, _)| *whole == n(12) && percent == n(50)) {
        let value = format!("number {}", (whole / Decimal::TWO).normalize());
        return Some(Figure::new(
            ClaimKind::Number,
            at..end,
            vec![(Measure::Count, n(6))],
            Evidence::exactly(vec![value]),
        ));
    }
    // "a quarter of a million pounds"
    if let (Is::Money { value, currency, .. }, length) = one(cut.from(next), cut.lexicon)
        && next > end
    {
        let value = value.checked_mul(percent)?.checked_div(Decimal::ONE_HUNDRED)?.normalize();
        return Some(amount(cut, at..next + length, &[value], currency));
    }
    let before = at.checked_sub(1).map_or("", |before| cut.lower(before));
    let is_ordinal = cut.is_after(place, Class::Ordinal)
        || cut.is_after(at, Class::Ordinal)
        || matches!(before, "other" | "next" | "last" | "this" | "each" | "per" | "every");
    let of = matches!(
        cut.lower(end),
        "of" | "the"
            | "our"
            | "der"
            | "des"
            | "von"
            | "vom"
            | "du"
            | "de"
            | "del"
            | "more"
            | "less"
            | "mehr"
            | "weniger"
            | "über"
            | "unter"
    ) || cut.lower(end).starts_with("d'")
        || cut.is(end, Class::Us)
        || cut.is(end, Class::You);
    let by = matches!(before, "by" | "um" | "d'un" | "un" | "ein" | "une" | "eine" | "die" | "la")
        && times == Decimal::ONE
        || ["d'un", "d'une"].iter().any(|one| cut.lower(place) == *one);
    let is_named = counted.is_some() && times > Decimal::ONE;
    // "crecerán un tercio"; "a third reader" is an ordinal, and "un cuarto" a room.
    let is_noun = cut.is_word(end)
        && !cut.lexicon.stop.contains(cut.lower(end))
        && cut.sentence(end) == cut.sentence(at);
    let by = by || (counted.is_some() && times == Decimal::ONE && !is_noun && part != n(25));
    let is_quarter = part == n(25) && !is_named;
    let claims = !is_ordinal
        && !is_time
        && (is_named || of || (by && !(is_quarter && cut.language == Language::English)));
    end = end.max(at + 1);
    let mut figure = percentage(at..end, vec![percent]);
    figure.is_quiet = !claims;
    Some(figure)
}

/// "doubled", "twice as often".
pub(super) fn multiple(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let (length, times) = cut.class(at, Class::Multiple)?;
    let evidence = Evidence::exactly(vec![format!("multiple {times}")]);
    Some(Figure::new(ClaimKind::Percentage, at..at + length, Vec::new(), evidence))
}
