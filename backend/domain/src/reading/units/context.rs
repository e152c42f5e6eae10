//! What units mean beside others: numbers of a list, figures in two parts, references, ranges.

use rust_decimal::Decimal;

use super::{currencies, senses};
use crate::{
    money::Currency,
    reading::{
        lexicon::{Lexicon, Tag, WordList},
        token::{Kind, Number, Token},
        units::{Is, Unit},
    },
};

/// Settles what depends on the units before and behind.
pub(super) fn settle(units: &mut [Unit], tokens: &[Token<'_>], words: &Lexicon, home: Currency) {
    list_numbers(units);
    telephones(units);
    split_figures(units, tokens);
    untaxed(units);
    inclusions(units);
    shares_in_figures(units);
    senses::settle(units);
    currencies::dollars(units, tokens, home);
    currencies::rupees(units);
    for at in 0..units.len() {
        if is_reference(units, at, words) {
            set(units, at, Is::Reference);
        }
    }
    named_ranges(units);
    dashed_ranges(units);
}

pub(super) fn is(units: &[Unit], at: usize) -> Option<Is> {
    units.get(at).map(|unit| unit.is)
}

pub(super) fn set(units: &mut [Unit], at: usize, is: Is) {
    if let Some(unit) = units.get_mut(at) {
        unit.is = is;
    }
}

/// "not VAT registered", "TVA non applicable", "weise keine Umsatzsteuer aus": no tax is charged, which
/// leaves nothing open.
fn untaxed(units: &mut [Unit]) {
    for at in 0..units.len() {
        // "TVA 21 % non comprise"
        let is_rate = |at: usize| matches!(is(units, at), Some(Is::Percent(rate)) if !rate.is_zero());
        if is(units, at) != Some(Is::Tag(Tag::Tax))
            || is_rate(at + 1)
            || at.checked_sub(1).is_some_and(is_rate)
        {
            continue;
        }
        let is_denial = |at: &usize| units.get(*at).is_some_and(|unit| WordList::Negation.has(&unit.lower));
        let open =
            |at: &usize| !matches!(is(units, *at), None | Some(Is::Break | Is::Mark('.' | ';' | '(' | ')')));
        let before = (at.saturating_sub(2)..at).rev().take_while(open).find(is_denial);
        let denial = before.or_else(|| (at + 1..at + 4).take_while(open).find(is_denial));
        if let Some(denial) = denial {
            // "no VAT, I'm not registered"
            let others: Vec<usize> = (at + 1..at + 9)
                .take_while(|at| !matches!(is(units, *at), None | Some(Is::Break | Is::Money { .. })))
                .filter(is_denial)
                .collect();
            for place in others.into_iter().chain([at, denial]) {
                set(units, place, Is::Tag(Tag::NoTax));
            }
        }
    }
}

/// "inkl. Texte", "zzgl. Fahrtkosten": a word follows that is no tax.
fn inclusions(units: &mut [Unit]) {
    for at in 0..units.len() {
        let is_inclusion = matches!(is(units, at), Some(Is::Tag(Tag::InclTax | Tag::PlusTax)));
        let is_bare =
            is_inclusion && units.get(at).is_some_and(|unit| WordList::BareInclusion.has(&unit.lower));
        let next = at + 1 + usize::from(is(units, at + 1) == Some(Is::Mark('.')));
        if !is_bare || is(units, next) != Some(Is::Word) {
            continue;
        }
        match is(units, at) {
            Some(Is::Tag(Tag::InclTax)) => set(units, at, Is::Tag(Tag::Covers)),
            Some(Is::Tag(Tag::PlusTax)) => set(units, at, Is::Tag(Tag::Extra)),
            _ => {}
        }
    }
}

/// "payment 40/40/20": figures that add up to a hundred are shares in percent.
fn shares_in_figures(units: &mut [Unit]) {
    let mut at = 0;
    while at < units.len() {
        let value = |at: usize| match is(units, at) {
            Some(Is::Number { number, spelled: false }) if number.plain => Some(number.value),
            _ => None,
        };
        let mut found = Vec::new();
        let mut next = at;
        while let Some(value) = value(next) {
            found.push((next, value));
            let is_joined = units.get(next + 1).is_some_and(|mark| mark.lower == "/" && !mark.spaced);
            if !is_joined {
                break;
            }
            next += 2;
        }
        if found.len() >= 2
            && found.iter().fold(Decimal::ZERO, |sum, (_, value)| sum.saturating_add(*value))
                == Decimal::ONE_HUNDRED
        {
            for (place, value) in &found {
                set(units, *place, Is::Percent(*value));
                set(
                    units,
                    place + 1,
                    if Some(place) == found.last().map(|(place, _)| place) {
                        is(units, place + 1).unwrap_or(Is::Break)
                    } else {
                        Is::Mark(',')
                    },
                );
            }
        }
        at = next + 1;
    }
}

/// "1. Discovery", "2) Prototype", "(iii) Visits": numbers that only count the lines of a list.
fn list_numbers(units: &mut [Unit]) {
    for at in 0..units.len() {
        let begins = at == 0 || is(units, at - 1) == Some(Is::Break);
        let bracket = is(units, at) == Some(Is::Mark('('));
        let number = at + usize::from(bracket);
        let counts = match is(units, number) {
            Some(Is::Number { number, spelled: false }) => number.plain && number.digits <= 2,
            Some(Is::Word | Is::Stop) => units.get(number).is_some_and(|unit| {
                unit.lower.len() == 1 || unit.lower.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
            }),
            _ => false,
        };
        let closes = matches!(
            (bracket, is(units, number + 1)),
            (_, Some(Is::Mark(')'))) | (false, Some(Is::Mark('.')))
        ) && units.get(number + 1).is_some_and(|mark| !mark.spaced)
            && units
                .get(number + 2)
                .is_some_and(|next| next.spaced && !matches!(next.is, Is::Tag(Tag::MonthName)));
        if begins && counts && closes {
            for unit in units.iter_mut().take(number + 2).skip(at) {
                unit.is = Is::Break;
            }
        }
    }
}

/// "612 555 094", "(303) 555-0119": three or more groups of digits with nothing but marks between.
fn telephones(units: &mut [Unit]) {
    let is_whole =
        |unit: &Unit, number: &Number| (number.plain || unit.lower.contains(' ')) && number.digits >= 2;
    let is_group =
        |unit: &Unit| matches!(&unit.is, Is::Number { number, spelled: false } if is_whole(unit, number));
    let joins = |unit: &Unit| matches!(unit.is, Is::Mark('(' | ')' | '-' | '/' | '+'));
    let mut at = 0;
    while at < units.len() {
        let run = units
            .get(at..)
            .unwrap_or_default()
            .iter()
            .take_while(|unit| is_group(unit) || joins(unit))
            .count();
        let groups = |unit: &&Unit| is_group(unit);
        let found = || units.get(at..at + run).unwrap_or_default().iter().filter(groups);
        let digits: usize = found().map(|unit| unit.lower.chars().filter(char::is_ascii_digit).count()).sum();
        if found().count() >= 3 && digits >= 9 {
            for unit in units.iter_mut().skip(at).take(run).filter(|unit| is_group(unit)) {
                unit.is = Is::Reference;
            }
        }
        at += run.max(1);
    }
}

/// "R4 250", "1 500": a figure behind another one may be its continuation.
fn split_figures(units: &mut [Unit], tokens: &[Token<'_>]) {
    for pair in tokens.windows(2) {
        let [before, token] = pair else { continue };
        let Kind::Number(number) = token.kind else { continue };
        let has_length = number.digits == 3 || (number.digits == 5 && !number.plain);
        let is_figure = matches!(before.kind, Kind::Number(_));
        let continues =
            has_length && token.spaced && is_figure && before.text.ends_with(|c: char| c.is_ascii_digit());
        if !continues {
            continue;
        }
        for unit in units
            .iter_mut()
            .filter(|unit| unit.span.contains(&token.span.start) || unit.span.contains(&before.span.start))
        {
            match &mut unit.is {
                Is::Money { sure, .. } => *sure = false,
                Is::Number { number, .. } => number.ambiguous = true,
                _ => {}
            }
        }
    }
}

/// Whether a number is a date, a year, a telephone number or the number of an invoice.
fn is_reference(units: &[Unit], at: usize, words: &Lexicon) -> bool {
    let Some(Is::Number { number, spelled: false }) = is(units, at) else { return false };
    let is_grouped = || units.get(at).is_some_and(|unit| unit.lower.contains(' '));
    number.digits > 9
        || (number.digits == 9 && is_grouped())
        || is_dated(units, at, &number, words)
        || (number.plain
            && is_labelled(units, at)
            && !matches!(is(units, at + 1), Some(Is::Tag(tag)) if tag.is_cadence()))
        || is_crossed_out(units, at)
        || is_ordinal(units, at, words)
        || continues_reference(units, at)
        || is_dialled(units, at, &number)
        || is_time_of_day(units, at, &number)
        || is_in_address(units, at, &number)
}

/// The two units before a place, the nearest first.
fn before(units: &[Unit], at: usize) -> (Option<Is>, Option<Is>) {
    let back = |by: usize| at.checked_sub(by).and_then(|before| is(units, before));
    (back(1), back(2))
}

/// Whether a unit links a number to a word: "12 of May", "12. Mai".
fn is_link(is: Option<Is>) -> bool {
    matches!(is, Some(Is::Stop | Is::Mark('.')))
}

/// A day beside a month, a year, "24.12.2026".
fn is_dated(units: &[Unit], at: usize, number: &Number, words: &Lexicon) -> bool {
    let (first, second) = before(units, at);
    let after = is(units, at + 1);
    let month = Some(Is::Tag(Tag::MonthName));
    let is_beside_month = number.value <= Decimal::from(31)
        && (first == month
            || after == month
            || (is_link(after) && is(units, at + 2) == month)
            || (is_link(first) && second == month));
    // "5-26 July"
    let is_first_day = number.plain
        && number.value <= Decimal::from(31)
        && is(units, at + 3) == month
        && matches!(after, Some(Is::Mark('-' | '\u{2013}')))
        && matches!(is(units, at + 2), Some(Is::Number { .. }));
    let is_year = number.plain
        && number.digits == 4
        && (1900..=2099).contains(&i64::try_from(number.value).unwrap_or_default());
    let dots = units.get(at).map_or(0, |unit| unit.lower.matches('.').count());
    let is_dotted = dots == 2 || (dots == 1 && words.has_dotted_dates && after == Some(Is::Mark('.')));
    is_beside_month || is_first_day || is_year || is_dotted
}

/// "invoice 4711", "#12"
fn is_labelled(units: &[Unit], at: usize) -> bool {
    let label = Some(Is::Tag(Tag::Reference));
    let (first, second) = before(units, at);
    let is_article = at
        .checked_sub(1)
        .and_then(|before| units.get(before))
        .is_some_and(|unit| WordList::LawArticle.has(&unit.lower))
        || (is_link(first)
            && at
                .checked_sub(2)
                .and_then(|before| units.get(before))
                .is_some_and(|unit| WordList::LawArticle.has(&unit.lower)));
    // "Variante 1 (papier recyclé)"
    let is_option = first == Some(Is::Tag(Tag::Either))
        && at
            .checked_sub(1)
            .and_then(|before| units.get(before))
            .is_some_and(|unit| WordList::OptionStem.prefix_of(&unit.lower).is_some());
    first == label
        || is_option
        || (is_link(first) && second == label)
        || matches!(first, Some(Is::Mark('#' | '§')))
        || is_article
}

/// "on the 1st", "im 37. Monat"
fn is_ordinal(units: &[Unit], at: usize, words: &Lexicon) -> bool {
    let is_dotted = units.get(at + 1).is_some_and(|mark| mark.is == Is::Mark('.') && !mark.spaced);
    let is_short = units.get(at).is_some_and(|unit| unit.lower.len() <= 2);
    let is_noun =
        units.get(at + 2).is_some_and(|noun| noun.spaced && noun.opens && matches!(noun.is, Is::Word));
    if is_dotted
        && words.has_dotted_dates
        && is_short
        && is_noun
        && at > 0
        && !matches!(is(units, at - 1), Some(Is::Break))
    {
        return true;
    }
    if is_dotted && matches!(is(units, at + 2), Some(Is::Tag(tag)) if tag.is_time()) {
        return true;
    }
    units.get(at + 1).is_some_and(|ending| !ending.spaced && WordList::OrdinalEnding.has(&ending.lower))
}

/// "~~900~~"
fn is_crossed_out(units: &[Unit], at: usize) -> bool {
    let crossed = |at: usize| units.get(at).is_some_and(|unit| unit.lower == "~~");
    at.checked_sub(1).is_some_and(crossed) && crossed(at + 1)
}

/// "12/24", "0664 123 45-67"
fn continues_reference(units: &[Unit], at: usize) -> bool {
    let (first, second) = before(units, at);
    let reference = Some(Is::Reference);
    let begins =
        is(units, at + 1) == Some(Is::Mark('/')) && matches!(is(units, at + 2), Some(Is::Number { .. }));
    let joined = matches!(first, Some(Is::Mark('/' | '-' | '(' | ')') | Is::Reference));
    begins || first == reference || (joined && second == reference)
}

/// "0664", "+43"
fn is_dialled(units: &[Unit], at: usize, number: &Number) -> bool {
    let unit = units.get(at);
    let zero = unit.is_some_and(|unit| unit.lower.starts_with('0')) && number.digits > 1;
    let signed = before(units, at).0 == Some(Is::Mark('+'))
        && unit.is_some_and(|unit| !unit.spaced)
        && number.digits <= 3;
    number.plain && (zero || signed)
}

/// "Lindenstraße 8", "calle Mayor 18", "14 Mill Lane"
fn is_in_address(units: &[Unit], at: usize, number: &Number) -> bool {
    let unit = |at: usize| units.get(at);
    let is_name = |at: usize| unit(at).is_some_and(|unit| unit.is == Is::Word && unit.opens);
    let is_before = |at: usize| {
        unit(at).is_some_and(|unit| WordList::StreetBefore.ends(unit.lower.trim_end_matches('.')))
    };
    let is_behind = |at: usize| unit(at).is_some_and(|unit| WordList::StreetBehind.has(&unit.lower));
    let is_dot = |at: usize| unit(at).is_some_and(|unit| unit.is == Is::Mark('.'));
    let back = |by: usize| at.checked_sub(by);
    let street = back(1).is_some_and(is_before)
        || (back(1).is_some_and(is_dot) && back(2).is_some_and(is_before))
        || (back(1).is_some_and(is_name)
            && back(2).is_some_and(|at| is_before(at) || (is_dot(at) && back(3).is_some_and(is_before))));
    let lane = is_behind(at + 1) || (is_name(at + 1) && is_behind(at + 2));
    number.plain && number.digits <= 4 && (street || lane)
}

/// "14:30"
fn is_time_of_day(units: &[Unit], at: usize, number: &Number) -> bool {
    let (first, second) = before(units, at);
    let colon = Some(Is::Mark(':'));
    let is_part = |other: Option<Is>| matches!(other, Some(Is::Number { .. } | Is::Reference));
    let is_glued = |at: usize| units.get(at).is_some_and(|unit| !unit.spaced);
    let is_hour = is(units, at + 1) == colon && is_part(is(units, at + 2)) && is_glued(at + 1);
    // "14:30"; "at 1:200" is a scale.
    let is_minute =
        first == colon && is_part(second) && is_glued(at) && at.checked_sub(1).is_some_and(is_glued);
    // "9 bis 17 Uhr"
    let is_clock = |at: usize| units.get(at).is_some_and(|unit| WordList::Clock.has(&unit.lower));
    let from_to = matches!(is(units, at + 2), Some(Is::Number { .. })) && is_clock(at + 3);
    (number.digits <= 2 && (is_hour || is_clock(at + 1) || from_to)) || (number.digits <= 3 && is_minute)
}

/// "between 4 and 6 weeks", "from $10 to $15": a range has no one value.
fn named_ranges(units: &mut [Unit]) {
    for at in 0..units.len().saturating_sub(3) {
        let starts = units.get(at).is_some_and(|unit| WordList::RangeStart.has(&unit.lower));
        if !starts || is(units, at + 2) != Some(Is::Stop) {
            continue;
        }
        let end = match (is(units, at + 1), is(units, at + 3)) {
            (Some(Is::Money { .. } | Is::Number { .. }), Some(Is::Money { value, currency, .. })) => {
                Is::Money { value, currency, sure: false }
            }
            (Some(Is::Number { .. }), Some(Is::Number { .. })) => Is::Reference,
            _ => continue,
        };
        set(units, at + 1, Is::Reference);
        set(units, at + 3, end);
    }
}

/// "4-6 weeks", "$10–15"
fn dashed_ranges(units: &mut [Unit]) {
    for at in 1..units.len().saturating_sub(1) {
        let [Some(low), Some(mark), Some(high)] = [at - 1, at, at + 1].map(|at| units.get(at)) else {
            continue;
        };
        let is_dash =
            matches!(mark.is, Is::Mark('-' | '\u{2013}' | '\u{2014}')) && mark.spaced == high.spaced;
        let has_money = matches!(
            (low.is, high.is),
            (Is::Money { .. }, Is::Money { .. } | Is::Number { .. }) | (Is::Number { .. }, Is::Money { .. })
        );
        // "8.30 - 18.00"
        let is_hour = |unit: &Unit| {
            matches!(unit.is, Is::Number { number, .. }
            if number.cents && number.value <= Decimal::from(24))
        };
        if !is_dash || (mark.spaced && !has_money && !(is_hour(low) && is_hour(high))) {
            continue;
        }
        let end = match (low.is, high.is) {
            (Is::Money { currency, .. }, Is::Number { number, .. }) => {
                Is::Money { value: number.value, currency, sure: false }
            }
            (Is::Money { .. }, Is::Money { value, currency, .. }) => {
                Is::Money { value, currency, sure: false }
            }
            (Is::Number { number, .. }, Is::Money { value, currency, .. }) => {
                Is::Money { value: number.value.max(value), currency, sure: false }
            }
            (Is::Number { .. }, Is::Number { .. }) => Is::Reference,
            _ => continue,
        };
        set(units, at - 1, Is::Reference);
        set(units, at + 1, end);
    }
}
