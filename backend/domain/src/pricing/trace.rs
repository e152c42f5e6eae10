//! Finds the amounts that the user actually wrote. An amount that is in no source must be confirmed by a
//! person before a proposal can be sent.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    Adjustment, Cadence, Tax,
    amount::{self, AmountContext},
    clause::{self, clauses, frequency},
    scan::{self, Token},
    terms::{Terms, role},
    words,
};
use crate::money::Currency;

/// Longest `source` kept with an item, in characters.
pub(super) const MAX_SOURCE: usize = 500;

/// An amount of money found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAmount {
    /// The figure as a number: "4.5k" and "$4,500" are both 4500. Of a range the upper one.
    pub value: Decimal,
    /// The words, exactly as written.
    pub text: String,
    /// Their byte range in the text.
    pub span: Range<usize>,
    /// How often it is charged, if the words say so.
    pub cadence: Option<Cadence>,
    /// The currency next to it.
    pub currency: Option<Currency>,
    /// Whether the words give exactly one figure: no range, no "about", no "from".
    pub exact: bool,
}

/// Finds the amounts of money in any text: figures next to a currency, a rate or a word about money, and
/// figures in thousands ("4.5k"). Counts, dates and percentages are ignored.
#[must_use]
pub fn amounts(text: &str) -> Vec<FoundAmount> {
    found(text, AmountContext::Prose).into_iter().map(|(found, _)| found).collect()
}

/// The same for a text known to be about prices, where "Website 4500" needs no sign.
pub(crate) fn priced(text: &str) -> Vec<FoundAmount> {
    found(text, AmountContext::Prices).into_iter().map(|(found, _)| found).collect()
}

/// The same, each with the words of its clause.
pub(crate) fn priced_in_words(text: &str) -> Vec<(FoundAmount, String)> {
    found(text, AmountContext::Prices)
}

/// Every number of a text, in digits or as a word.
pub(crate) fn numbers(text: &str) -> Vec<Decimal> {
    let number = |token: &Token<'_>| token.number().or_else(|| words::number_word(&token.lower).map(Decimal::from));
    scan::tokens(text).iter().filter_map(number).map(|number| number.normalize()).collect()
}

/// The terms that a text states for a whole table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct NamedTerms {
    pub(crate) discount: Option<Adjustment>,
    pub(crate) deposit: Option<Adjustment>,
    /// Taxes by name and rate.
    pub(crate) taxes: Vec<Tax>,
}

/// The discount, deposit and tax that a text names, in percent or as amounts.
pub(crate) fn named_terms(text: &str) -> NamedTerms {
    let tokens = scan::tokens(text);
    let mut terms = Terms::read(&tokens);
    let amounts = amount::amounts(&tokens, AmountContext::Prices);
    for clause in clauses(&tokens, amounts) {
        let role = role(&tokens, &clause, &terms);
        terms.note(role, clause.amount.value.normalize());
    }
    NamedTerms { discount: terms.discount, deposit: terms.deposit, taxes: terms.taxes }
}

/// The amount in a text that contains nothing else.
pub(crate) fn single_amount(text: &str) -> Option<(Decimal, Option<Currency>)> {
    let tokens = scan::tokens(text);
    match amount::amounts(&tokens, AmountContext::Prices).as_slice() {
        [only] if only.exact && only.tokens == (0..tokens.len()) => Some((only.value, only.currency)),
        _ => None,
    }
}

/// The amounts, each with the words of its clause.
fn found(text: &str, reading: AmountContext) -> Vec<(FoundAmount, String)> {
    let tokens = scan::tokens(text);
    let amounts = amount::amounts(&tokens, reading);
    clauses(&tokens, amounts)
        .into_iter()
        .map(|clause| {
            let span = span(&tokens, &clause.amount.tokens);
            let cadence = frequency(&tokens, &clause).cadence;
            let words = source(text, &tokens, &clause);
            let found = FoundAmount {
                value: clause.amount.value.normalize(),
                text: text.get(span.clone()).unwrap_or_default().to_owned(),
                span,
                cadence,
                currency: clause.amount.currency,
                exact: clause.amount.exact,
            };
            (found, words)
        })
        .collect()
}

/// The bytes from the first to the last of the tokens.
pub(super) fn span(tokens: &[Token<'_>], range: &Range<usize>) -> Range<usize> {
    let first = tokens.get(range.start);
    let last = range.end.checked_sub(1).and_then(|last| tokens.get(last));
    match first.zip(last) {
        Some((first, last)) if first.start <= last.end => first.start..last.end,
        _ => 0..0,
    }
}

/// The exact words of a clause; of a very long one only the part around the amount.
pub(super) fn source(text: &str, tokens: &[Token<'_>], clause: &clause::Clause) -> String {
    let whole = span(tokens, &clause.region);
    let words = text.get(whole.clone()).unwrap_or_default();
    if words.chars().count() <= MAX_SOURCE {
        return words.to_owned();
    }
    let amount = span(tokens, &clause.amount.tokens);
    let before = text.get(whole.start..amount.start).unwrap_or_default();
    let kept: usize = before.chars().rev().take(MAX_SOURCE / 2).map(char::len_utf8).sum();
    let rest = text.get(amount.start - kept.min(amount.start)..whole.end).unwrap_or_default();
    rest.chars().take(MAX_SOURCE).collect()
}

#[cfg(test)]
mod tests;
