//! Figures without a currency sign before them: amounts, percentages, numbers.

use rust_decimal::Decimal;

use super::{Is, is_word, money};
use crate::reading::{
    lexicon::{Lexicon, Spelled, WordList},
    token::{Kind, Number, Token},
};

/// A number as read from one or more tokens.
#[derive(Clone, Copy)]
pub(super) struct Figure {
    pub value: Decimal,
    /// Whether it can be read in one way only.
    pub sure: bool,
    /// Its number of tokens.
    pub length: usize,
    /// Its only separators are commas before three digits.
    pub commas: bool,
}

impl Figure {
    /// The number that begins here, in digits or words.
    pub fn read(rest: &[Token<'_>], words: &Lexicon) -> Option<Self> {
        let Kind::Number(number) = rest.first()?.kind else {
            return words.spelled(rest).map(|Spelled { value, length, sure }| Self {
                value,
                sure,
                length,
                commas: false,
            });
        };
        let sure = !number.ambiguous;
        let text = rest.first()?.text;
        let commas = text.contains(',')
            && text
                .split(',')
                .skip(1)
                .all(|group| group.len() == 3 && group.chars().all(|c| c.is_ascii_digit()));
        if let Some((value, length)) =
            rest.get(1..).and_then(|behind| words.with_fraction(number.value, behind))
        {
            return Some(Self { value, sure, length: length + 1, commas: false });
        }
        // "8 grand", "2 million"
        match rest.get(1).and_then(|next| words.factor(next)) {
            Some(factor) => {
                Some(Self { value: number.value.checked_mul(factor)?, sure, length: 2, commas: false })
            }
            None => Some(Self { value: number.value, sure, length: 1, commas }),
        }
    }
}

/// The unit of the figure that begins here, and its number of tokens.
pub(super) fn figure(rest: &[Token<'_>], words: &Lexicon) -> Option<(Is, usize)> {
    let figure = Figure::read(rest, words)?;
    let after = rest.get(figure.length..).unwrap_or_default();
    if let Some(amount) = money::before_sign(figure, after, words) {
        return Some(amount);
    }
    if let Some(length) = percent_sign(after) {
        return Some((Is::Percent(percentage(rest, figure.value)), figure.length + length));
    }
    if is_word(rest) {
        return Some(spelled(rest, figure, words));
    }
    let end = rest.get(figure.length - 1).map(|last| last.span.end);
    // A hyphen stands between "90" and "second".
    let is_hyphenated = after.first().is_some_and(|next| Some(next.span.start) != end);
    if !is_hyphenated && is_glued(after, words) {
        let is = if is_hour(rest, after) {
            Is::Reference
        } else if is_model_name(rest, after) {
            Is::Word
        } else {
            Is::Garbled
        };
        return Some((is, figure.length + 1));
    }
    let Kind::Number(written) = rest.first()?.kind else { return None };
    let whole = figure.length == 1;
    let number = Number {
        value: figure.value,
        ambiguous: !figure.sure,
        plain: written.plain && whole,
        cents: written.cents && whole,
        digits: written.digits,
    };
    Some((Is::Number { number, spelled: false }, figure.length))
}

/// A number in words, unless it is part of a phrase ("one-off") or an article.
fn spelled(rest: &[Token<'_>], figure: Figure, words: &Lexicon) -> (Is, usize) {
    match words.phrase(rest) {
        Some((tag, length)) if length > figure.length => (Is::Tag(tag), length),
        _ if figure.value == Decimal::ONE => (Is::Stop, figure.length),
        _ => {
            let number = Number {
                value: figure.value,
                ambiguous: !figure.sure,
                plain: false,
                cents: false,
                digits: 0,
            };
            (Is::Number { number, spelled: true }, figure.length)
        }
    }
}

/// The number of tokens of "%", "percent" or "per cent".
fn percent_sign(after: &[Token<'_>]) -> Option<usize> {
    let first = after.first()?;
    if first.text == "%" || WordList::Percent.has(&first.lower) {
        return Some(1);
    }
    let second = after.get(1)?;
    WordList::Percent.has(&format!("{} {}", first.lower, second.lower)).then_some(2)
}

/// A percentage has no separator of thousands: "9.975 %".
fn percentage(rest: &[Token<'_>], value: Decimal) -> Decimal {
    rest.first().and_then(|token| token.text.replace(',', ".").parse().ok()).unwrap_or(value)
}

/// "3oo", "900THEN": letters that belong to no figure stick to it.
pub(super) fn is_glued(after: &[Token<'_>], words: &Lexicon) -> bool {
    after.first().is_some_and(|token| {
        token.kind == Kind::Word
            && !token.spaced
            && !WordList::FigureEnding.has(&token.lower)
            && words.phrase(after).is_none()
            && words.currency(token).is_none()
    })
}

/// "12h30"
fn is_hour(rest: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let minutes = after.first().and_then(|letters| letters.lower.strip_prefix('h'));
    rest.first().is_some_and(|figure| figure.text.len() <= 2)
        && minutes.is_some_and(|minutes| minutes.len() == 2 && minutes.chars().all(|c| c.is_ascii_digit()))
}

/// "3D", "4K", "30x30": a short figure with letters that cannot be digits is the name of a format.
fn is_model_name(rest: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let (Some(figure), Some(letters)) = (rest.first(), after.first()) else { return false };
    let is_short = figure.text.len() <= 2
        && letters.text.chars().count() <= 4
        && figure.text.chars().all(|c| c.is_ascii_digit());
    let sides = letters.lower.strip_prefix('x');
    match sides {
        Some(other) => {
            // "4x4 £280" and not "4x40 €"
            let is_next = after.get(2).is_some_and(|figure| matches!(figure.kind, Kind::Number(_)));
            let is_priced = after.get(1).is_some_and(|next| {
                (matches!(next.text, "=" | "@" | "€" | "$" | "£") && !is_next) || next.kind == Kind::Break
            });
            is_short
                && other.len() <= 2
                && other.chars().all(|c| c.is_ascii_digit())
                && after.get(1).is_some()
                && !is_priced
        }
        None => {
            is_short
                && !letters.text.starts_with(['o', 'O', 'l', 'I', 's', 'S'])
                && letters.text.chars().all(char::is_alphabetic)
        }
    }
}
