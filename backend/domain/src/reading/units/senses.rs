//! Words and marks whose meaning the units beside them decide: "min" behind a number, a slash between two
//! charges, "off" behind a verb.

use rust_decimal::Decimal;

use super::context::{is, set};
use crate::reading::{
    lexicon::{Tag, WordList},
    units::{Is, Unit},
};

/// What "min" behind a number counts is minutes up to here.
const MOST_MINUTES: Decimal = Decimal::from_parts(240, 0, 0, false, 0);

/// The units of a charge beside a slash, at most.
const CHARGE_MAX: usize = 40;

/// Settles the meaning of these words.
pub(super) fn settle(units: &mut [Unit]) {
    compounds(units);
    counted_off(units);
    particles(units);
    quarters(units);
    minutes(units);
    shortest_terms(units);
    inches(units);
    slashes(units);
    links(units);
    old_figures(units);
    pairs(units);
}

/// "soit l'atelier à 320 €, soit la journée à 560 €": said twice in a sentence, the word offers a choice.
fn pairs(units: &mut [Unit]) {
    let mut first = None;
    for at in 0..units.len() {
        let Some(unit) = units.get(at) else { break };
        if matches!(unit.is, Is::Break | Is::Mark('.')) {
            first = None;
        } else if WordList::PairedChoice.has(&unit.lower) {
            for place in first.into_iter().chain(first.map(|_| at)) {
                set(units, place, Is::Tag(Tag::Either));
            }
            first = Some(at);
        }
    }
}

/// "voice-over": the end of a compound has no meaning of its own.
fn compounds(units: &mut [Unit]) {
    for at in 1..units.len() {
        let is_end = units.get(at - 1).is_some_and(|before| before.hyphenated && before.is == Is::Word);
        if is_end && is(units, at) == Some(Is::Tag(Tag::Doubt)) {
            set(units, at, Is::Word);
        }
        // "MWST-Abrechnung"
        let is_joined =
            units.get(at - 1).is_some_and(|before| before.hyphenated && before.is == Is::Tag(Tag::Tax));
        if is_joined && matches!(is(units, at), Some(Is::Word | Is::Tag(Tag::Billed))) {
            set(units, at - 1, Is::Word);
            set(units, at, Is::Word);
        }
        // "7pm"
        let is_hour = matches!(is(units, at - 1), Some(Is::Number { number, .. })
            if number.plain && number.value <= Decimal::from(12));
        let is_glued = units.get(at).is_some_and(|unit| !unit.spaced && WordList::DayHalf.has(&unit.lower));
        if is_hour && is_glued {
            set(units, at - 1, Is::Reference);
            set(units, at, Is::Stop);
        }
    }
    for at in 0..units.len() {
        // "PA system" and not "£85 pa"
        let is_name =
            units.get(at).is_some_and(|unit| unit.opens && WordList::NameLikeFrequency.has(&unit.lower))
                && is(units, at + 1) == Some(Is::Word);
        let follows_figure = at
            .checked_sub(1)
            .and_then(|before| is(units, before))
            .is_some_and(|before| matches!(before, Is::Money { .. } | Is::Number { .. }));
        if is_name && !follows_figure {
            set(units, at, Is::Word);
        }
    }
}

/// "8 off, £145 each": the number of pieces.
fn counted_off(units: &mut [Unit]) {
    for at in 1..units.len() {
        let is_count = matches!(is(units, at - 1), Some(Is::Number { number, .. }) if number.plain);
        if is_count && units.get(at).is_some_and(|unit| WordList::CountSuffix.has(&unit.lower)) {
            set(units, at, Is::Tag(Tag::CountNoun));
        }
    }
}

/// "when you have signed off": behind a word, "off" takes nothing off.
fn particles(units: &mut [Unit]) {
    for at in 1..units.len() {
        let is_particle = is(units, at) == Some(Is::Tag(Tag::Discount))
            && units.get(at).is_some_and(|unit| WordList::Particle.has(&unit.lower));
        let is_verb = match is(units, at - 1) {
            Some(Is::Word) => true,
            Some(Is::Tag(tag)) => tag.is_time() || tag == Tag::PriceWord,
            _ => false,
        };
        if is_particle && is_verb {
            set(units, at, Is::Stop);
        }
    }
}

/// "for 4 quarters", and not "three quarters"; "£90 a quarter", and not "a quarter of it".
fn quarters(units: &mut [Unit]) {
    for at in 1..units.len() {
        let is_rate = matches!(is(units, at - 1), Some(Is::Money { .. } | Is::Number { .. }))
            && units.get(at).is_some_and(|unit| WordList::QuarterOrFraction.has(&unit.lower));
        if is_rate && is(units, at) == Some(Is::Tag(Tag::Fraction)) {
            set(units, at, Is::Tag(Tag::Quarterly));
        }
        let is_many =
            matches!(is(units, at - 1), Some(Is::Number { number, .. }) if number.value >= Decimal::from(4));
        if is_many && is(units, at) == Some(Is::Tag(Tag::Fraction)) {
            set(units, at, Is::Tag(Tag::Quarter));
        }
    }
}

/// "(45 min)", and not "£500 min".
fn minutes(units: &mut [Unit]) {
    for at in 1..units.len() {
        let is_count = matches!(is(units, at - 1), Some(Is::Number { number, .. })
            if number.plain && number.value <= MOST_MINUTES);
        if is_count && units.get(at).is_some_and(|unit| WordList::MinuteOrMinimum.has(&unit.lower)) {
            set(units, at, Is::Tag(Tag::Minute));
        }
    }
}

/// "six-month minimum", "12 mois minimum": a term and no estimate.
fn shortest_terms(units: &mut [Unit]) {
    for at in 2..units.len() {
        let is_count = matches!(is(units, at - 2), Some(Is::Number { .. }));
        let is_term = is_count && matches!(is(units, at - 1), Some(Is::Tag(Tag::Month | Tag::Year)));
        let is_least = is(units, at) == Some(Is::Tag(Tag::Doubt))
            && units.get(at).is_some_and(|unit| WordList::ShortestTerm.has(&unit.lower));
        if is_term && is_least {
            set(units, at, Is::Tag(Tag::MinimumTerm));
        }
    }
}

/// "six 55\" monitors"
fn inches(units: &mut [Unit]) {
    for at in 0..units.len() {
        let is_size =
            matches!(is(units, at), Some(Is::Number { number, .. }) if number.plain && number.digits <= 3);
        let is_mark = units
            .get(at + 1)
            .is_some_and(|mark| !mark.spaced && matches!(mark.is, Is::Mark('"' | '\u{2033}')));
        if is_size && is_mark && is(units, at + 2) == Some(Is::Word) {
            set(units, at, Is::Reference);
        }
    }
}

/// "logo $2,800 / cards $300", "set-up 990€ // support 225€": a slash between two charges is no "per".
fn slashes(units: &mut [Unit]) {
    let is_slash = |units: &[Unit], at: usize| units.get(at).is_some_and(|unit| unit.lower == "/");
    let is_spaced = |units: &[Unit], at: usize| units.get(at).is_some_and(|unit| unit.spaced);
    let is_amount = |is: &Is| matches!(is, Is::Money { .. });
    for at in 1..units.len() {
        if !is_slash(units, at) || !is_spaced(units, at) {
            continue;
        }
        if is_slash(units, at + 1) {
            set(units, at, Is::Mark(';'));
            set(units, at + 1, Is::Mark(';'));
            continue;
        }
        let ends = |is: &Is| {
            matches!(is, Is::Break | Is::Mark(',' | ';' | '.' | '+'))
                || matches!(is, Is::Tag(tag) if tag.is_cadence())
        };
        let mut behind = units.get(at + 1..).unwrap_or_default().iter().take(CHARGE_MAX).map(|unit| unit.is);
        let is_next = behind.by_ref().take_while(|is| !ends(is)).any(|is| is_amount(&is));
        let before = units.get(..at).unwrap_or_default().iter().rev().take(CHARGE_MAX).map(|unit| unit.is);
        if is_spaced(units, at + 1)
            && is_next
            && before.take_while(|is| *is != Is::Break).any(|is| is_amount(&is))
        {
            set(units, at, Is::Mark('/'));
        }
    }
}

/// "6 olivos a 35 €", whatever the language of the rest: not "a $600 deposit".
fn links(units: &mut [Unit]) {
    for at in 2..units.len() {
        let is_link = matches!(is(units, at), Some(Is::Stop | Is::Word | Is::Tag(Tag::Article)))
            && units.get(at).is_some_and(|unit| WordList::LinkBeforeAmount.has(&unit.lower));
        let is_before_amount =
            matches!(is(units, at + 1), Some(Is::Money { .. })) && is(units, at + 2) != Some(Is::Word);
        let is_thing = matches!(is(units, at - 1), Some(Is::Word | Is::Tag(Tag::CountNoun)));
        let is_behind_things = is_thing && matches!(is(units, at - 2), Some(Is::Number { .. }));
        if is_link && is_before_amount && is_behind_things {
            set(units, at, Is::Tag(Tag::At));
        }
    }
}

/// "instead of 89 only 69 euros": the figure without a currency is the old price of the other one.
fn old_figures(units: &mut [Unit]) {
    for at in 0..units.len() {
        if is(units, at) != Some(Is::Tag(Tag::Old))
            || !matches!(is(units, at + 1), Some(Is::Number { spelled: false, .. }))
        {
            continue;
        }
        let mut behind = (at + 2..units.len())
            .take_while(|at| !matches!(is(units, *at), Some(Is::Break | Is::Mark('.' | ';'))));
        if behind.any(|at| matches!(is(units, at), Some(Is::Money { .. }))) {
            set(units, at, Is::Stop);
            set(units, at + 1, Is::Reference);
        }
    }
}
