//! Finds the amounts that the user actually wrote. An amount that is in no source must be confirmed by a
//! person before a proposal can be sent.

use std::{collections::BTreeSet, ops::Range};

use rust_decimal::Decimal;

use super::{
    Adjustment, AdjustmentKind, Cadence, Item, Origin, PricingTable, Tax,
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

/// Whether a text names a discount, deposit or tax in percent ("half up front").
pub(crate) fn names_terms(text: &str) -> bool {
    let terms = Terms::read(&scan::tokens(text));
    terms.discount.is_some() || terms.deposit.is_some() || !terms.taxes.is_empty() || !terms.milestones.is_empty()
}

/// The amount in a text that contains nothing else.
pub(crate) fn single_amount(text: &str) -> Option<(Decimal, Option<Currency>)> {
    let tokens = scan::tokens(text);
    match amount::amounts(&tokens, AmountContext::Prices).as_slice() {
        [only] if only.exact && only.tokens == (0..tokens.len()) => Some((only.value, only.currency)),
        _ => None,
    }
}

/// Marks every item as confirmed or unconfirmed by the user's words.
///
/// An item is confirmed if the sources contain an exact amount with its unit price and cadence (an amount
/// without a cadence is one-time), and its other figures too (a quantity other than one, a discount, a tax
/// rate). Such an item gets the origin user, with the words as its source. Any other item gets the origin
/// assistant and is unconfirmed. Items of the catalogue or an integration carry figures that a person entered
/// there and are unchanged.
///
/// A document discount or deposit whose figure is in no source is removed: the table cannot mark it as
/// unconfirmed. Milestones are kept or removed together: a part of a schedule is not a schedule.
pub fn mark(table: &mut PricingTable, sources: &[&str]) {
    let figures = NamedFigures::of(sources);
    let currency = table.currency;
    table.discount = table.discount.filter(|discount| figures.back_adjustment(*discount));
    table.deposit = table.deposit.filter(|deposit| figures.back_adjustment(*deposit));
    if !table.milestones.iter().all(|milestone| figures.back_adjustment(milestone.share)) {
        table.milestones.clear();
    }
    for item in table.groups.iter_mut().flat_map(|group| &mut group.items) {
        if matches!(item.origin, Origin::Catalogue | Origin::Api) {
            continue;
        }
        let words = figures.behind(item, currency).map(str::to_owned);
        item.confirmed = words.is_some();
        item.origin = if item.confirmed { Origin::User } else { Origin::Assistant };
        item.source = words;
    }
}

/// All figures the sources name.
struct NamedFigures {
    amounts: Vec<(FoundAmount, String)>,
    numbers: BTreeSet<Decimal>,
}

impl NamedFigures {
    fn of(sources: &[&str]) -> Self {
        Self {
            amounts: sources.iter().flat_map(|source| found(source, AmountContext::Prices)).collect(),
            numbers: sources
                .iter()
                .flat_map(|source| scan::tokens(source))
                .filter_map(|token| token.number())
                .map(|number| number.normalize())
                .collect(),
        }
    }

    fn behind(&self, item: &Item, currency: Currency) -> Option<&str> {
        let others = (item.quantity == Decimal::ONE || self.numbers.contains(&item.quantity.normalize()))
            && item.discount.is_none_or(|discount| self.back_adjustment(discount))
            && item.taxes.iter().all(|tax| self.numbers.contains(&tax.rate.normalize()));
        if !others {
            return None;
        }
        self.amounts
            .iter()
            .find(|(amount, _)| {
                amount.exact
                    && amount.value == item.unit_price
                    && amount.cadence.unwrap_or_default() == item.cadence
                    && amount.currency.is_none_or(|named| named == currency)
            })
            .map(|(_, words)| words.as_str())
    }

    fn back_adjustment(&self, adjustment: Adjustment) -> bool {
        match adjustment.kind {
            AdjustmentKind::Percent => self.numbers.contains(&adjustment.value.normalize()),
            AdjustmentKind::Amount => self.amounts.iter().any(|(amount, _)| amount.exact && amount.value == adjustment.value),
        }
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
