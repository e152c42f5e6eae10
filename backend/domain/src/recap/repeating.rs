//! Whether an amount of ours is a charge of its own or says others again: their sum, one of them once more, a
//! part of one.
//!
//! The rules of `settle` tell by the figures. Here the words beside the amount are weighed as well, by a
//! logistic regression that was learned from labelled recaps (`make weights`).

use std::borrow::Cow;
use std::sync::LazyLock;

use rust_decimal::Decimal;

use super::amounts::{AmountRole, MentionReason, RecapAmount};
use super::weights::{Observations, WHOLE, Weights};
use crate::{pricing::Cadence, reading::charge::Charge};

/// The last charges of which an amount may be the sum, besides all of them.
const LAST: usize = 4;
/// Shares of a price that are often paid at some stage, in percent.
const SHARES: [i64; 9] = [10, 15, 20, 25, 30, 40, 50, 60, 70];
/// From this margin on the words prevail over what the figures say.
const SURE: i32 = 60;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::parse(include_str!("repeating/weights.txt")));

/// Decides which of our amounts are charges of their own. Returns those of which only the words say that they
/// are none: the figures do not explain them.
pub(super) fn decide(amounts: &mut [RecapAmount]) -> Vec<usize> {
    let observed: Vec<Option<Observations>> = (0..amounts.len())
        .map(|at| amounts.get(at).filter(|amount| is_ours(amount)).map(|_| observe(amounts, at)))
        .collect();
    let mut unexplained = Vec::new();
    for (at, (amount, observed)) in amounts.iter_mut().zip(observed).enumerate() {
        let Some(observed) = observed else { continue };
        if is_charged(amount) && WEIGHTS.score(&observed) > SURE {
            amount.role = AmountRole::Mentioned(MentionReason::Restated);
            unexplained.push(at);
        }
        amount.repeats = observed;
    }
    unexplained
}

/// Whether an amount is ours, and charged or said again.
fn is_ours(amount: &RecapAmount) -> bool {
    amount.charge.is_some()
        && (is_charged(amount) || amount.role == AmountRole::Mentioned(MentionReason::Restated))
}

fn is_charged(amount: &RecapAmount) -> bool {
    matches!(amount.role, AmountRole::Price | AmountRole::Option | AmountRole::Alternative)
}

/// What an amount comes to.
fn total(amount: &RecapAmount) -> Decimal {
    let quantity = amount.charge.as_ref().map_or(Decimal::ONE, |charge| charge.quantity);
    amount.value.checked_mul(quantity).unwrap_or_default()
}

fn observe(amounts: &[RecapAmount], at: usize) -> Observations {
    let Some((before, [amount, behind @ ..])) = amounts.split_at_checked(at) else {
        return Observations::new();
    };
    let Some(charge) = &amount.charge else { return Observations::new() };
    let value = amount.value;
    let earlier: Vec<Decimal> = before.iter().filter(|amount| is_charged(amount)).map(total).collect();
    let sum = |values: &[Decimal]| values.iter().fold(Decimal::ZERO, |sum, value| sum.saturating_add(*value));
    let all = sum(&earlier);
    let is_sum_of_last = (2..=LAST).any(|count| {
        earlier
            .len()
            .checked_sub(count)
            .and_then(|from| earlier.get(from..))
            .is_some_and(|last| sum(last) == value)
    });
    let is_share = |price: &Decimal| {
        SHARES.into_iter().any(|share| price.checked_mul(Decimal::new(share, 2)) == Some(value))
    };
    let near = |whole: Decimal| {
        let off = (whole - value).abs();
        !whole.is_zero() && off.saturating_mul(Decimal::from(4)) < whole
    };
    let with_this = all.saturating_add(total(amount));
    let most = earlier.iter().max().copied().unwrap_or_default();
    let is_later = |later: &RecapAmount| later.value == with_this && !earlier.is_empty();
    let mut observed = amount.features.clone();
    let count = match earlier.len() {
        0 => "no price before",
        1 => "one price before",
        2 | 3 => "some prices before",
        _ => "many prices before",
    };
    let facts = [
        (count, true),
        ("figures say again", !is_charged(amount)),
        (
            "same as before",
            before.iter().any(|other| is_ours(other) && (other.value == value || total(other) == value)),
        ),
        ("sum of all", earlier.len() > 1 && all == value),
        ("sum of the last", is_sum_of_last),
        ("near the sum", earlier.len() > 1 && near(all)),
        ("above all", earlier.len() > 1 && value > most),
        ("above the sum", earlier.len() > 1 && value > all),
        ("share of a price", earlier.iter().any(is_share) || (earlier.len() > 1 && is_share(&all))),
        ("last price", !behind.iter().any(is_ours)),
        ("part of a later sum", behind.iter().any(is_later)),
        ("without a name", charge.name.is_empty()),
        ("same sentence", before.last().is_some_and(|last| last.place.sentence == amount.place.sentence)),
        ("other cadence", is_of_other_cadence(before, charge)),
    ];
    observed
        .extend(facts.into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| (Cow::Borrowed(name), WHOLE)));
    observed
}

/// Whether no charge before has the cadence of this one.
fn is_of_other_cadence(before: &[RecapAmount], charge: &Charge) -> bool {
    let cadences =
        before.iter().filter(|amount| is_charged(amount)).filter_map(|amount| amount.charge.as_ref());
    charge.cadence != Cadence::Once && !cadences.into_iter().any(|other| other.cadence == charge.cadence)
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use crate::recap::{AmountRole, MentionReason, Seller, amounts, extract};

    #[test]
    fn an_unexplained_sum_is_no_charge_and_leaves_the_others_open() {
        let recap = "- new logo 900 dollars, agreed\n- website 3,400 dollars, agreed\n- so that's 4,650 dollars altogether";
        let again: Vec<String> = amounts(recap, Seller::default())
            .into_iter()
            .filter(|amount| amount.role == AmountRole::Mentioned(MentionReason::Restated))
            .map(|amount| amount.text)
            .collect();
        assert_eq!(again, ["4,650 dollars"]);
        let hint = extract(recap).pricing_hint;
        assert_eq!(hint.matches("to be confirmed").count(), 2, "{hint}");
    }
}
