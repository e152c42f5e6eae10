//! Finds amounts of money among the tokens of a text.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    scan::{Kind, Token},
    words,
};
use crate::money::Currency;

/// How much context a number needs to count as money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AmountContext {
    /// Any text: a sign, a currency word, a rate or a word about money must be next to it.
    Prose,
    /// A text about prices, where "Website 4500" needs no sign.
    Prices,
}

/// An amount of money in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Amount {
    /// The figure; of a range the upper one.
    pub(super) value: Decimal,
    /// Whether the text gives one figure without hedging.
    pub(super) exact: bool,
    pub(super) currency: Option<Currency>,
    /// Its tokens, currency and both ends of a range included.
    pub(super) tokens: Range<usize>,
}

/// Finds all amounts, in order, none overlapping.
pub(super) fn amounts(tokens: &[Token<'_>], reading: AmountContext) -> Vec<Amount> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < tokens.len() {
        if let Some(amount) = amount_at(tokens, from, reading) {
            from = amount.tokens.end.max(from + 1);
            found.push(amount);
        } else {
            from += 1;
        }
    }
    found
}

/// One figure with its currency, before ranges and hedges.
struct Figure {
    value: Decimal,
    scaled: bool,
    currency: Option<Currency>,
    /// Whether a sign or a currency word identifies it as money.
    marked: bool,
    tokens: Range<usize>,
}

fn amount_at(tokens: &[Token<'_>], at: usize, reading: AmountContext) -> Option<Amount> {
    let first = figure(tokens, at)?;
    let range = range_end(tokens, &first);
    let (figure, mut exact) = match range {
        Some(second) => (second, false),
        None => (first, true),
    };
    let tokens_of = at..figure.tokens.end;
    if figure.value.is_zero() {
        return None;
    }
    let is_money = figure.marked || is_money_by_context(tokens, &tokens_of, figure.scaled, exact, reading);
    if !is_money {
        return None;
    }
    let open_end = tokens.get(tokens_of.end).is_some_and(|next| next.is_sign('+') && touches(tokens, tokens_of.end));
    let hedged = (1..=3)
        .filter_map(|back| tokens.get(tokens_of.start.checked_sub(back)?))
        .take_while(|token| !ends_clause(token))
        .any(|token| words::is_vague(&token.lower))
        || preceded_by(tokens, at, &["up", "to"]);
    exact &= !open_end && !hedged;
    Some(Amount { value: figure.value, exact, currency: figure.currency, tokens: tokens_of })
}

/// Reads "[currency] number [multiplier] [currency]" starting exactly at `at`.
fn figure(tokens: &[Token<'_>], at: usize) -> Option<Figure> {
    let mut end = at;
    let mut currency = None;
    let first = tokens.get(at)?;
    if let Some(second) = tokens.get(at + 1)
        && first.kind == Kind::Word
        && second.is_sign('$')
        && first.end == second.start
        && let Some(dollar) = words::dollar_of_prefix(&first.lower)
    {
        currency = Some(dollar);
        end = at + 2;
    } else if let Kind::Sign(sign) = first.kind
        && let Some(known) = words::currency_of_sign(sign)
    {
        currency = Some(known);
        end = at + 1;
    } else if first.kind == Kind::Word
        && let Some(known) = words::currency_of_word(first.text, &first.lower)
    {
        currency = Some(known);
        // "USD $2,000", "Rs. 500".
        end = at + 1;
        end += usize::from(tokens.get(end).is_some_and(|next| next.is_sign('$') || next.is_sign('.') || next.is_sign(':')));
    }
    let number = tokens.get(end)?;
    let Kind::Number { mut value, mut scaled } = number.kind else { return None };
    end += 1;
    if tokens.get(end).is_some_and(|next| next.is_sign('%') || next.is_word("percent") || next.is_word("pct")) {
        return None;
    }
    let mut marked = currency.is_some();
    if let Some(multiplier) = tokens.get(end).and_then(|next| multiplier(&next.lower)) {
        value = value.checked_mul(Decimal::from(multiplier))?;
        scaled = true;
        marked |= tokens.get(end).is_some_and(|next| next.is_word("grand"));
        end += 1;
    }
    if currency.is_none()
        && let Some(known) = currency_after(tokens, end)
    {
        currency = Some(known);
        marked = true;
        end += 1;
    } else if let (Some(known), Some(next)) = (currency, tokens.get(end))
        && next.kind == Kind::Word
        && let Some(said) = words::currency_of_word(next.text, &next.lower)
    {
        // "$500 CAD": the word is more precise than a bare "$".
        currency = Some(if known == Currency::USD { said } else { known });
        end += 1;
    }
    Some(Figure { value, scaled, currency, marked, tokens: at..end })
}

fn multiplier(word: &str) -> Option<u32> {
    Some(match word {
        "hundred" => 100,
        "thousand" | "grand" => 1_000,
        "million" => 1_000_000,
        _ => return None,
    })
}

/// A currency after its number: "500 EUR", "500€". In "20 $30" it belongs to the next.
fn currency_after(tokens: &[Token<'_>], at: usize) -> Option<Currency> {
    let token = tokens.get(at)?;
    let number_follows = tokens.get(at + 1).is_some_and(|next| next.number().is_some());
    match token.kind {
        Kind::Sign(sign) if touches(tokens, at) || !number_follows => words::currency_of_sign(sign),
        Kind::Word if !number_follows || token.lower.len() > 3 => words::currency_of_word(token.text, &token.lower),
        _ => None,
    }
}

/// The upper end if `first` begins a range: "$3,000-$4,000", "$3-4k", "between 3k and 4k".
fn range_end(tokens: &[Token<'_>], first: &Figure) -> Option<Figure> {
    let dash = tokens.get(first.tokens.end)?;
    let between =
        (1..=2).any(|back| first.tokens.start.checked_sub(back).and_then(|at| tokens.get(at)).is_some_and(|t| t.is_word("between")));
    let dashed = matches!(dash.kind, Kind::Sign('-' | '–' | '—' | '−' | '~'));
    if !(dashed || dash.is_word("to") || (between && dash.is_word("and"))) {
        return None;
    }
    let mut second = figure(tokens, first.tokens.end + 1)?;
    let inherits_scale = second.scaled && !first.scaled && first.value < Decimal::ONE_THOUSAND;
    if !inherits_scale && second.value < first.value {
        return None;
    }
    // "$99 - 100 pages" is a price and a quantity.
    if !second.marked && next_is_noun(tokens, second.tokens.end) {
        return None;
    }
    second.currency = second.currency.or(first.currency);
    second.marked |= first.marked;
    second.scaled |= first.scaled;
    Some(second)
}

/// Whether a number without currency is money according to its context.
fn is_money_by_context(tokens: &[Token<'_>], at: &Range<usize>, scaled: bool, exact: bool, reading: AmountContext) -> bool {
    if at.start.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| before.is_sign('#')) {
        return false;
    }
    if rate_follows(tokens, at.end) {
        return true;
    }
    if tax_follows(tokens, at.end) {
        return true;
    }
    if next_is_noun(tokens, at.end) {
        return false;
    }
    if rate_precedes(tokens, at.start) {
        return true;
    }
    if scaled {
        return true;
    }
    // A bare range ("5-10") is not recognised as money.
    if !exact {
        return false;
    }
    let said = (1..=3)
        .filter_map(|back| tokens.get(at.start.checked_sub(back)?))
        .take_while(|token| !ends_clause(token) && token.number().is_none())
        .any(|token| words::is_money_word(&token.lower));
    said || (reading == AmountContext::Prices && stands_as_price(tokens, at))
}

/// "/month", "per hour", "a month": words that only follow a rate.
fn rate_follows(tokens: &[Token<'_>], at: usize) -> bool {
    // "80 p/m".
    let initial = |at: usize, letters: &[&str]| tokens.get(at).is_some_and(|token| letters.contains(&token.lower.as_str()));
    if initial(at, &["p"]) && tokens.get(at + 1).is_some_and(|token| token.is_sign('/')) && initial(at + 2, &["m", "a", "h"]) {
        return true;
    }
    let Some((link, unit)) = tokens.get(at).zip(tokens.get(at + 1)) else { return false };
    let known =
        words::cadence_noun(&unit.lower).is_some() || words::time_unit(&unit.lower).is_some() || words::piece_unit(&unit.lower).is_some();
    known && (link.is_sign('/') || matches!(link.lower.as_str(), "per" | "a" | "an"))
}

/// "3,450 incl. VAT", "900 plus tax": only money is taxed.
fn tax_follows(tokens: &[Token<'_>], at: usize) -> bool {
    let link = tokens.get(at).is_some_and(|token| {
        token.is_sign('+') || matches!(token.lower.as_str(), "plus" | "excl" | "excluding" | "ex") || words::is_inclusive(&token.lower)
    });
    link && (1..=2).any(|step| tokens.get(at + step).is_some_and(|token| words::is_tax(&token.lower)))
}

/// "2 days @ 600", "10 hours of training at 95": a count of time, then the price of one. "At" alone needs two
/// digits, since "2 days at 9" is a time.
fn rate_precedes(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(link) = at.checked_sub(1).filter(|link| tokens.get(*link).is_some_and(|token| token.is_sign('@') || token.is_word("at")))
    else {
        return false;
    };
    let marked = tokens.get(link).is_some_and(|token| token.is_sign('@'));
    let hour = tokens.get(at).and_then(Token::number).is_none_or(|number| number < Decimal::from(25));
    if hour && !marked {
        return false;
    }
    let counted = |back: usize| {
        let unit = link.checked_sub(back)?;
        let is_time = tokens.get(unit).is_some_and(|token| words::time_unit(&token.lower).is_some());
        let number = unit.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|token| token.number().is_some());
        (is_time && number).then_some(())
    };
    (1..=4).any(|back| counted(back).is_some())
}

/// A noun directly after a number is what it counts: "3 pages".
fn next_is_noun(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|next| {
        let joins = next.kind == Kind::Sign('-') && touches(tokens, at) && touches(tokens, at + 1);
        let plain = next.kind == Kind::Word
            && words::cadence_adjective(&next.lower).is_none()
            && !words::is_edge(&next.lower)
            && !words::is_joint(&next.lower)
            && words::rate_adverb(&next.lower).is_none()
            && !matches!(
                next.lower.as_str(),
                "one"
                    | "off"
                    | "upfront"
                    | "up-front"
                    | "deposit"
                    | "down"
                    | "discount"
                    | "total"
                    | "optional"
                    | "retainer"
                    | "setup"
                    | "fee"
            );
        plain || joins || next.is_sign('%') || next.is_sign('×')
    })
}

/// Whether a bare number in a price text is a charge, and not a count, a date or a label.
fn stands_as_price(tokens: &[Token<'_>], at: &Range<usize>) -> bool {
    let Some(number) = tokens.get(at.start).and_then(Token::number) else { return false };
    let before = at.start.checked_sub(1).and_then(|before| tokens.get(before));
    let next = tokens.get(at.end);
    // Consecutive numbers are a telephone number or the like.
    if before.or(next).is_some_and(|token| token.number().is_some()) || next.is_some_and(|token| token.number().is_some()) {
        return false;
    }
    let then = tokens.get(at.end + 1);
    let numbers_line = before.is_none_or(|token| token.kind == Kind::Break)
        && next.is_some_and(|token| token.is_sign('.') || token.is_sign(')'))
        && then.is_some_and(|token| token.kind != Kind::Break);
    let multiplies = next.is_some_and(|token| matches!(token.lower.as_str(), "x" | "×" | "*" | "@" | "at"))
        && then.is_some_and(|token| {
            token.number().is_some() || matches!(token.kind, Kind::Sign(sign) if words::currency_of_sign(sign).is_some())
        });
    let continues_a_number = before.is_some_and(|token| token.is_sign('.')) && touches(tokens, at.start);
    let year = number >= Decimal::from(1900) && number <= Decimal::from(2100) && number.is_integer();
    let dated = year && before.is_some_and(|token| words::introduces_year(&token.lower));
    let numbered = number < Decimal::ONE_HUNDRED && before.is_some_and(|token| words::is_numbered(&token.lower));
    !(numbers_line || multiplies || continues_a_number || dated || numbered)
}

/// Whether the token directly follows the one before it.
pub(super) fn touches(tokens: &[Token<'_>], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| tokens.get(before)).zip(tokens.get(at)).is_some_and(|(before, token)| before.end == token.start)
}

/// Punctuation that a word's context does not cross.
pub(super) fn ends_clause(token: &Token<'_>) -> bool {
    matches!(token.kind, Kind::Break | Kind::Sign(',' | ';' | '.' | '!' | '?' | '(' | ')' | '|'))
}

fn preceded_by(tokens: &[Token<'_>], at: usize, wanted: &[&str]) -> bool {
    wanted
        .iter()
        .rev()
        .enumerate()
        .all(|(back, word)| at.checked_sub(back + 1).and_then(|before| tokens.get(before)).is_some_and(|token| token.is_word(word)))
}
