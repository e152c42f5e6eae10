//! The figures of a price text that are no charges: discounts, deposits, taxes, sums and prices
//! mentioned for comparison.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    Adjustment, AdjustmentKind,
    clause::{Clause, Side, near},
    scan::{Kind, Token},
    words,
};

/// How far a word speaks of a percentage, in tokens.
const REACH: usize = 4;

/// What a text says about the whole table. The first of each kind counts; a second one would have
/// to be combined with it in a way the words do not say.
#[derive(Debug, Clone, Default)]
pub(super) struct Terms {
    pub(super) discount: Option<Adjustment>,
    pub(super) deposit: Option<Adjustment>,
    pub(super) tax: Option<Tax>,
    /// Tokens these were read from, in order.
    pub(super) used: Vec<usize>,
}

/// A tax on everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tax {
    pub(super) rate: Decimal,
    pub(super) inclusive: bool,
}

/// What an amount is in its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Something to be paid for.
    Charge,
    /// "$500 off".
    Discount,
    /// "$1,000 deposit".
    Deposit,
    /// The sum of the others: "total $5,000".
    Total,
    /// What the client has to spend; a price only where the text names no other.
    Budget,
    /// Mentioned, not asked for: "normally $5,000".
    Comparison,
}

impl Terms {
    /// Reads the percentages of a text.
    pub(super) fn read(tokens: &[Token<'_>]) -> Self {
        let mut terms = Self::default();
        for (at, token) in tokens.iter().enumerate() {
            let next = tokens.get(at + 1);
            if let Some(percent) = token.number() {
                if next.is_some_and(|next| next.is_sign('%') || next.is_word("percent") || next.is_word("pct")) {
                    terms.read_percent(tokens, at, at + 2, percent);
                }
            } else if token.is_word("half") {
                terms.read_percent(tokens, at, at + 1, Decimal::from(50));
            }
        }
        terms.used.sort_unstable();
        terms
    }

    fn read_percent(&mut self, tokens: &[Token<'_>], at: usize, end: usize, percent: Decimal) {
        let percent = percent.normalize();
        if percent.is_zero() || percent > Decimal::ONE_HUNDRED || percent.scale() > super::MAX_DECIMALS {
            return;
        }
        let after = (end..).take(REACH).take_while(|at| reaches_over(tokens, *at));
        let before = (0..at).rev().take(REACH).take_while(|at| reaches_over(tokens, *at));
        let Some((word, meaning)) = after.chain(before).find_map(|at| Some((at, meaning(tokens, at)?))) else {
            return;
        };
        let condition = condition(tokens, end);
        match meaning {
            // A discount under a condition is an offer about the price, not the price.
            Meaning::Discount if condition.is_some() => self.used.extend(condition.into_iter().flatten()),
            Meaning::Discount if self.discount.is_none() => self.discount = Some(Adjustment::percent(percent)),
            Meaning::Deposit if self.deposit.is_none() => self.deposit = Some(Adjustment::percent(percent)),
            Meaning::Tax if self.tax.is_none() => {
                let inclusive =
                    (at.saturating_sub(REACH)..end + REACH).filter_map(|at| tokens.get(at)).any(|token| words::is_inclusive(&token.lower));
                self.tax = Some(Tax { rate: percent, inclusive });
            }
            Meaning::Discount | Meaning::Deposit | Meaning::Tax => {}
        }
        self.used.extend(at.min(word)..end.max(word + 1));
    }

    /// Notes an amount that is a discount or a deposit. Answers whether it was the first of its kind, which is the one
    /// that counts.
    pub(super) fn note(&mut self, role: Role, amount: Decimal) -> bool {
        let place = match role {
            Role::Discount => &mut self.discount,
            Role::Deposit => &mut self.deposit,
            Role::Charge | Role::Total | Role::Budget | Role::Comparison => return false,
        };
        let first = place.is_none();
        place.get_or_insert(Adjustment { kind: AdjustmentKind::Amount, value: amount });
        first
    }

    pub(super) fn uses(&self, token: usize) -> bool {
        self.used.binary_search(&token).is_ok()
    }
}

enum Meaning {
    Discount,
    Deposit,
    Tax,
}

fn meaning(tokens: &[Token<'_>], at: usize) -> Option<Meaning> {
    let token = tokens.get(at)?;
    Some(match token.lower.as_str() {
        "off" | "discount" | "rebate" | "reduction" | "less" | "minus" => Meaning::Discount,
        "deposit" | "upfront" | "up-front" | "front" | "down" | "downpayment" | "advance" => Meaning::Deposit,
        word if words::is_tax(word) => Meaning::Tax,
        _ => return None,
    })
}

fn reaches_over(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| {
        !matches!(token.kind, Kind::Break | Kind::Sign(',' | ';' | '.' | '!' | '?' | '|' | '+' | '%') | Kind::Number { .. })
            && !token.is_word("plus")
    })
}

/// The words of a condition that follow: "if paid in full".
fn condition(tokens: &[Token<'_>], from: usize) -> Option<Range<usize>> {
    let same_sentence =
        |at: &usize| tokens.get(*at).is_some_and(|token| !matches!(token.kind, Kind::Break | Kind::Sign(',' | ';' | '.' | '!' | '?')));
    let words = || (from..).take(2 * REACH).take_while(same_sentence);
    let start =
        words().find(|at| tokens.get(*at).is_some_and(|token| matches!(token.lower.as_str(), "if" | "when" | "unless" | "provided")))?;
    Some(start..words().last().map_or(start, |last| last + 1))
}

/// What a clause's amount is.
pub(super) fn role(tokens: &[Token<'_>], clause: &Clause, terms: &Terms) -> Role {
    let find = |side, reach, list: &[&str]| {
        near(tokens, clause, side, reach, |token| token.kind == Kind::Word && list.contains(&token.lower.as_str()))
            .filter(|at| !terms.uses(*at))
    };
    let is_after = |at: usize, word: &str| at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|token| token.is_word(word));

    // "one off" is a frequency.
    let taken_off = find(Side::After, 2, &["off", "discount", "rebate"]).is_some_and(|at| !is_after(at, "one"));
    if taken_off || find(Side::Before, 3, &["discount", "rebate", "minus"]).is_some() || find(Side::Before, 1, &["less"]).is_some() {
        return Role::Discount;
    }
    let deposit = &["deposit", "downpayment"];
    let down = find(Side::After, 2, &["down"]).or_else(|| find(Side::Before, 4, &["down"]));
    let down_payment = down.is_some_and(|at| tokens.get(at + 1).is_some_and(|next| next.is_word("payment")));
    if down_payment || find(Side::After, 3, deposit).is_some() || find(Side::Before, 3, deposit).is_some() {
        return Role::Deposit;
    }
    let compared = near(tokens, clause, Side::Before, 2, |token| words::is_comparison(&token.lower));
    if compared.is_some_and(|at| !terms.uses(at)) {
        return Role::Comparison;
    }
    let equals = near(tokens, clause, Side::Before, 2, |token| token.is_sign('=')).is_some();
    let total = &["total", "totals", "totaling", "totalling", "altogether", "overall", "subtotal", "sum"];
    if equals || find(Side::Before, 3, total).is_some() || find(Side::After, 2, total).is_some() {
        return Role::Total;
    }
    let budget = find(Side::Before, 4, &["budget"]).or_else(|| find(Side::After, 1, &["budget"]));
    // "Ad budget: $500" is something to be paid.
    let spent = ["ad", "ads", "advertising", "media", "marketing"];
    if budget.is_some_and(|at| !spent.iter().any(|word| is_after(at, word))) {
        return Role::Budget;
    }
    Role::Charge
}
