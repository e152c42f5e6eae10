//! Finds the claims of a text. The finders run in turn; each skips the tokens that an earlier one has taken.

use std::{collections::BTreeSet, ops::Range};

use rust_decimal::Decimal;

use super::{
    dates,
    kinds::ClaimKind,
    names, numbers, phrases, quotes,
    text::{Cut, Token, plain},
};
use crate::{
    document::BlockKind,
    money::Currency,
    pricing::{Cadence, trace},
};

/// The value of a claim, and what a source must contain to back it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Evidence {
    /// The value that a source with the same claim provides.
    pub(super) gives: Vec<String>,
    /// The values that back the claim: one of each list, all from the same source.
    pub(super) needs: Vec<Vec<String>>,
    /// For promises: the cue and the words of the sentence, most of which a sentence of the source must
    /// contain.
    pub(super) said: Option<(String, BTreeSet<String>)>,
}

/// An amount of money as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Money {
    pub(super) value: Decimal,
    pub(super) currency: Option<Currency>,
    pub(super) cadence: Option<Cadence>,
}

/// A claim in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundClaim {
    pub(super) kind: ClaimKind,
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Its value in a normal form.
    pub(super) value: String,
    pub(super) evidence: Evidence,
    pub(super) money: Option<Money>,
}

impl FoundClaim {
    /// Evidence for a claim that only the same values back.
    pub(super) fn exactly(gives: Vec<String>) -> Evidence {
        Evidence { needs: gives.iter().map(|value| vec![value.clone()]).collect(), gives, said: None }
    }
}

/// A text during the search for claims.
pub(super) struct Finder<'c, 't> {
    pub(super) cut: &'c Cut<'t>,
    /// What the text is about.
    pub(super) block: BlockKind,
    /// Bytes of the heading.
    pub(super) heading: usize,
    taken: Vec<bool>,
    found: Vec<FoundClaim>,
}

impl Finder<'_, '_> {
    pub(super) fn is_taken(&self, at: usize) -> bool {
        self.taken.get(at).copied().unwrap_or(true)
    }

    pub(super) fn is_free(&self, range: Range<usize>) -> bool {
        range.into_iter().all(|at| !self.is_taken(at))
    }

    /// Marks tokens as taken, so that later finders skip them.
    pub(super) fn mask(&mut self, range: Range<usize>) {
        for at in range {
            if let Some(taken) = self.taken.get_mut(at) {
                *taken = true;
            }
        }
    }

    /// Adds a claim that consists of those tokens.
    pub(super) fn take(&mut self, kind: ClaimKind, range: Range<usize>, evidence: Evidence) {
        let span = self.cut.span(&range);
        self.mask(range);
        self.note(kind, span, evidence);
    }

    /// Adds a claim and leaves its tokens to the other finders.
    pub(super) fn note(&mut self, kind: ClaimKind, span: Range<usize>, evidence: Evidence) {
        let value = match &evidence.said {
            Some((cue, _)) => format!("{cue}: {}", plain(self.cut.text.get(self.cut.sentence_at(span.start)).unwrap_or_default())),
            None => evidence.gives.join(" + "),
        };
        self.found.push(FoundClaim { kind, span, value, evidence, money: None });
    }
}

/// Finds the claims of a text whose first `heading` bytes are its heading. The claims are in ascending order
/// and do not overlap.
pub(super) fn claims(cut: &Cut<'_>, block: BlockKind, heading: usize) -> Vec<FoundClaim> {
    search(cut, block, heading, &trace::amounts(cut.text))
}

/// The same for a source; in a text about prices an amount needs no currency sign.
pub(super) fn in_source(cut: &Cut<'_>, prices: bool) -> Vec<FoundClaim> {
    let amounts = if prices { trace::priced(cut.text) } else { trace::amounts(cut.text) };
    search(cut, BlockKind::Free, 0, &amounts)
}

fn search(cut: &Cut<'_>, block: BlockKind, heading: usize, amounts: &[trace::FoundAmount]) -> Vec<FoundClaim> {
    let mut finder = Finder { cut, block, heading, taken: vec![false; cut.tokens.len()], found: Vec::new() };
    quotes::testimonials(&mut finder);
    numbers::mask(&mut finder);
    money(&mut finder, amounts);
    phrases::standards(&mut finder);
    phrases::uptime(&mut finder);
    dates::dates(&mut finder);
    numbers::percentages(&mut finder);
    numbers::numbers(&mut finder);
    phrases::cues(&mut finder);
    names::names(&mut finder);
    let mut found = finder.found;
    found.sort_by_key(|claim| (claim.span.start, claim.span.end));
    let mut end = 0;
    found.retain(|claim| {
        let apart = claim.span.start >= end && !claim.span.is_empty();
        if apart {
            end = claim.span.end;
        }
        apart
    });
    found
}

/// Amounts of money, as the price reader finds them.
fn money(finder: &mut Finder<'_, '_>, amounts: &[trace::FoundAmount]) {
    for amount in amounts {
        let tokens = &finder.cut.tokens;
        let first = tokens.partition_point(|token| token.end <= amount.span.start);
        let past = tokens.partition_point(|token| token.start < amount.span.end);
        if first >= past || !finder.is_free(first..past) {
            continue;
        }
        // Both ends of a range count.
        let mut values = vec![amount.value];
        for at in first..past {
            if let Some(figure) = numbers::figure(finder.cut, at, true).filter(|_| finder.cut.at(at).is_some_and(Token::is_number)) {
                values.extend(figure.decimal.filter(|value| *value != amount.value && *value > Decimal::ZERO));
            }
        }
        // "CAD$500" and the like contain one figure, however it is written.
        let ranged = values.len() > 1 && !amount.exact;
        let values = if ranged { values } else { vec![amount.value] };
        let code = amount.currency.map(Currency::code);
        let mut evidence = Evidence::default();
        for value in &values {
            let value = value.normalize();
            evidence.gives.push(format!("amount {value}"));
            if let Some(code) = code {
                evidence.gives.push(format!("amount {value} {code}"));
                evidence.needs.push(vec![format!("amount {value} {code}"), format!("amount {value} of any currency")]);
            } else {
                evidence.gives.push(format!("amount {value} of any currency"));
                evidence.needs.push(vec![format!("amount {value}")]);
            }
        }
        let money = Money { value: amount.value.normalize(), currency: amount.currency, cadence: amount.cadence };
        let value = evidence.needs.iter().filter_map(|any| any.first().cloned()).collect::<Vec<_>>().join(" + ");
        finder.mask(first..past);
        finder.found.push(FoundClaim {
            kind: ClaimKind::Amount,
            span: finder.cut.span(&(first..past)),
            value,
            evidence,
            money: Some(money),
        });
    }
}
