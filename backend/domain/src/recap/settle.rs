//! What the amounts of a recap say of each other: former prices, choices, sums and repetitions.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use rust_decimal::{Decimal, prelude::ToPrimitive as _};

use super::amounts::{AmountRole, MentionReason, RecapAmount};
use super::quantity::{covers, prove, time_of};
use super::roles::Verdict;
use crate::{
    pricing::Cadence,
    reading::{
        adding_up,
        charge::{Charge, Role},
        units::{Is, Unit},
    },
};

/// The usual rates of taxes on sales, in percent.
const TAX_RATES: [i64; 12] = [5, 7, 8, 9, 10, 13, 15, 19, 20, 21, 23, 25];

/// How many bytes before the sentence of a rate a number may stand that is part of how many.
const COUNTED_WITHIN: usize = 120;

/// The most numbers that are tried.
const NUMBERS_MAX: usize = 24;

/// How many lines may lie between a price and the one that takes its place.
const REPLACED_WITHIN: usize = 8;

/// A former price, and the amounts of a choice.
pub(super) fn replaced(amounts: &mut [RecapAmount], verdicts: &[Verdict]) {
    let ours: Vec<usize> = (0..amounts.len())
        .filter(|at| amounts.get(*at).is_some_and(|amount| amount.role == AmountRole::Price))
        .collect();
    for (place, at) in ours.iter().copied().enumerate() {
        let next = ours.get(place + 1).copied();
        let Some((amount, verdict)) = amounts.get(at).zip(verdicts.get(at)) else { continue };
        let following = next.and_then(|next| amounts.get(next).zip(verdicts.get(next)));
        let lines = |other: &RecapAmount| other.place.line - amount.place.line;
        let is_like = |other: &RecapAmount| {
            other.value.saturating_mul(Decimal::from(3)) > amount.value
                && other.value < amount.value.saturating_mul(Decimal::TWO)
        };
        let superseded = following.is_some_and(|(other, of_other)| {
            is_like(other)
                && other.value != amount.value
                && !of_other.older
                && ((verdict.older && lines(other) <= 1)
                    || (of_other.replaces && lines(other) <= REPLACED_WITHIN))
        });
        // "2,400, no longer 2,900"
        let before = following.is_some_and(|(other, of_other)| {
            of_other.older && !verdict.older && lines(other) == 0 && is_like(other)
        });
        let choice =
            following.is_some_and(|(other, of_other)| of_other.choice && lines(other) == 0 && is_like(other));
        if let Some(amount) = amounts.get_mut(at) {
            if superseded {
                amount.role = AmountRole::Mentioned(MentionReason::Superseded);
            } else if choice {
                (amount.role, amount.sure) = (AmountRole::Alternative, false);
            } else if verdict.older {
                amount.sure = false;
            }
        }
        if let Some(other) = next.filter(|_| before).and_then(|next| amounts.get_mut(next)) {
            other.role = AmountRole::Mentioned(MentionReason::Superseded);
        }
        if let Some(other) = next.filter(|_| choice).and_then(|next| amounts.get_mut(next)) {
            (other.role, other.sure) = (AmountRole::Alternative, false);
        }
    }
}

/// "8 sessions at 195, so 1,560", "€780 per interpreter and day, so for the two days €3,120": an amount that
/// is another one times a number of the recap, or times two, proves the quantity, and is no second charge.
pub(super) fn multiplied(amounts: &mut [RecapAmount], units: &[Unit]) {
    for whole in 1..amounts.len() {
        let Some([rate, product]) = amounts.get(whole - 1..=whole) else { continue };
        let times = product.value.checked_div(rate.value).unwrap_or_default();
        // "1 | 1,900 | 1,900"
        let is_same = times == Decimal::ONE
            && product.place.line == rate.place.line
            && is_single_price(rate)
            && is_single_price(product);
        let is_several = times >= Decimal::TWO
            && product.place.line - rate.place.line <= 1
            && is_counted(rate, product, units, times);
        let is_product = is_price(rate)
            && is_price(product)
            && (cadence(rate) == cadence(product) || cadence(product) == Some(Cadence::Once))
            && (is_same || is_several);
        if !is_product {
            continue;
        }
        // "$950 a month, five months, that makes $4,750"
        let is_recurring = cadence(rate) != Some(Cadence::Once) && cadence(product) == Some(Cadence::Once);
        let months = times.to_u32().filter(|_| is_recurring && counts_time(units, rate, product, times));
        if let Some(charge) = amounts.get_mut(whole - 1).and_then(|amount| amount.charge.as_mut()) {
            match months {
                Some(months) => covers(charge, months),
                None => prove(charge, times),
            }
        }
        if let Some(amount) = amounts.get_mut(whole) {
            amount.role = AmountRole::Mentioned(MentionReason::Restated);
        }
    }
}

/// "780 a van ... Five times the partial wrap is 3,900": an amount that already has the quantity of an
/// earlier price.
pub(super) fn times_named(amounts: &mut [RecapAmount]) {
    for whole in 1..amounts.len() {
        let Some((before, product)) =
            amounts.get(..whole).zip(amounts.get(whole)).filter(|(_, product)| is_price(product))
        else {
            continue;
        };
        let Some(times) =
            product.charge.as_ref().map(|charge| charge.quantity).filter(|times| *times > Decimal::ONE)
        else {
            continue;
        };
        let is_rate = |rate: &RecapAmount| {
            is_single_price(rate) && rate.value.checked_mul(times) == Some(product.value)
        };
        let Some(rate) = before.iter().rposition(is_rate) else { continue };
        if let Some(charge) = amounts.get_mut(rate).and_then(|amount| amount.charge.as_mut()) {
            prove(charge, times);
        }
        if let Some(amount) = amounts.get_mut(whole) {
            amount.role = AmountRole::Mentioned(MentionReason::Restated);
        }
    }
}

/// Whether a number between a rate and its product counts the months, quarters or years of the rate.
fn counts_time(units: &[Unit], rate: &RecapAmount, product: &RecapAmount, times: Decimal) -> bool {
    let is_within = |unit: &Unit| {
        unit.span.start >= rate.place.sentence.start && unit.span.end <= product.place.sentence.end
    };
    units.windows(2).any(|pair| match pair {
        [Unit { is: Is::Number { number, .. }, .. }, behind @ Unit { is: Is::Tag(tag), .. }] => {
            number.value == times && cadence(rate).and_then(time_of) == Some(*tag) && is_within(behind)
        }
        _ => false,
    })
}

/// Whether a number between a rate and its product is how many; for the price of one thing two numbers may
/// be, of which one stands before it.
fn is_counted(rate: &RecapAmount, product: &RecapAmount, units: &[Unit], times: Decimal) -> bool {
    let numbers = |range: Range<usize>| -> Vec<Decimal> {
        let from = units.partition_point(|unit| unit.span.start < range.start);
        let near =
            units.get(from..).unwrap_or_default().iter().take_while(|unit| unit.span.start < range.end);
        near.filter_map(
            |unit| if let Is::Number { number, .. } = unit.is { Some(number.value) } else { None },
        )
        .take(NUMBERS_MAX)
        .collect()
    };
    let near = numbers(rate.place.sentence.start..product.place.sentence.end);
    if near.contains(&times) {
        return true;
    }
    // "€780 per interpreter and day, so for the two days €3,120"
    let is_stated = rate.place.sentence == product.place.sentence
        && product.charge.as_ref().is_some_and(|charge| charge.restates);
    let is_of_one =
        is_stated || rate.charge.as_ref().is_some_and(|charge| charge.per.is_some() || charge.unit.is_some());
    let before =
        numbers(rate.place.sentence.start.saturating_sub(COUNTED_WITHIN)..product.place.sentence.end);
    let times_other = |one: &Decimal| {
        *one > Decimal::ONE
            && before.iter().any(|other| one.checked_mul(*other) == Some(times) && *other > Decimal::ONE)
    };
    is_of_one && near.iter().any(times_other)
}

fn is_price(amount: &RecapAmount) -> bool {
    let is_plain =
        amount.charge.as_ref().is_some_and(|charge| matches!(charge.role, Role::Price | Role::Total));
    amount.role == AmountRole::Price && is_plain && !amount.value.is_zero()
}

fn is_single_price(amount: &RecapAmount) -> bool {
    let is_single = amount
        .charge
        .as_ref()
        .is_some_and(|charge| charge.quantity == Decimal::ONE && charge.role == Role::Price);
    amount.role == AmountRole::Price && is_single && !amount.value.is_zero()
}

fn cadence(amount: &RecapAmount) -> Option<Cadence> {
    amount.charge.as_ref().map(|charge| charge.cadence)
}

/// "7,500: 4,000 at signature, 1,000 halfway, 2,500 at the end": amounts that say when they are due and add
/// up to the price before them, or to all prices before them.
pub(super) fn staged(amounts: &mut [RecapAmount]) {
    let mut sum = Decimal::ZERO;
    for first in 1..amounts.len() {
        let Some((before, rest)) = amounts.split_at_checked(first) else { continue };
        let Some(last) = before.last() else { continue };
        if is_price(last) && cadence(last) == Some(Cadence::Once) {
            let quantity = last.charge.as_ref().map_or(Decimal::ONE, |charge| charge.quantity);
            sum = sum.saturating_add(last.value.saturating_mul(quantity));
        }
        let is_part = |amount: &&RecapAmount| {
            let may_be_due = matches!(
                amount.role,
                AmountRole::Price | AmountRole::Deposit | AmountRole::Mentioned(MentionReason::Unclear)
            );
            may_be_due && cadence(amount) == Some(Cadence::Once)
        };
        let parts = || rest.iter().take_while(is_part).map(|amount| amount.value);
        let own = Some(last).filter(|last| is_single_price(last)).map(|last| last.value);
        let Some(count) = own.into_iter().chain([sum]).find_map(|price| adding_up(price, parts())) else {
            continue;
        };
        if !rest.iter().take(count).any(|amount| amount.charge.as_ref().is_some_and(|charge| charge.staged)) {
            continue;
        }
        for amount in amounts.iter_mut().skip(first).take(count) {
            amount.role = AmountRole::Mentioned(MentionReason::Restated);
        }
    }
}

/// Amounts that repeat another one, divide it or add others up.
pub(super) fn restated(amounts: &mut [RecapAmount], verdicts: &[Verdict], units: &[Unit]) {
    let named_rates: HashSet<Decimal> = units
        .iter()
        .filter_map(|unit| if let Is::Percent(rate) = unit.is { Some(rate) } else { None })
        .collect();
    let total = |amount: &RecapAmount| {
        let quantity = amount.charge.as_ref().map_or(Decimal::ONE, |charge| charge.quantity);
        amount.value.checked_mul(quantity).unwrap_or_default()
    };
    // "$5,000 total, paid in 4 x $1,250 at milestones"
    let are_stages = |charge: &Charge| charge.staged && charge.quantity != Decimal::ONE;
    let is_parts =
        |amount: &RecapAmount| amount.charge.as_ref().is_some_and(|charge| charge.role == Role::Parts);
    let ours = || amounts.iter().filter(|amount| amount.role == AmountRole::Price);
    let whole: HashSet<Decimal> = ours().filter(|amount| !is_parts(amount)).map(total).collect();
    let sum: Decimal =
        ours().map(total).fold(Decimal::ZERO, |sum, value| sum.checked_add(value).unwrap_or_default());
    let count = ours().count();
    let mut seen: HashMap<Decimal, usize> = HashMap::new();
    let mut so_far = Decimal::ZERO;
    // What an amount comes to is said behind it.
    let mut products: HashSet<Decimal> = HashSet::new();
    for ((at, amount), verdict) in amounts
        .iter_mut()
        .enumerate()
        .zip(verdicts)
        .filter(|((_, amount), _)| amount.role == AmountRole::Price)
    {
        let repeated = *seen.entry(amount.value).or_insert(at) != at;
        // "2,994 with VAT"
        let with_tax = |rate: Decimal| {
            let gross = so_far
                .checked_mul(Decimal::ONE_HUNDRED.saturating_add(rate))
                .map(|gross| (gross / Decimal::ONE_HUNDRED).round_dp(2));
            gross == Some(amount.value)
        };
        let is_gross =
            amount.charge.as_ref().is_some_and(|charge| charge.tax_mode.is_some()) || verdict.total;
        let is_sum = sum == amount.value.saturating_mul(Decimal::TWO)
            || so_far == amount.value
            || named_rates.iter().copied().any(with_tax)
            || (is_gross && TAX_RATES.into_iter().map(Decimal::from).any(with_tax));
        let adds_up = count > 2 && total(amount) == amount.value && is_sum;
        so_far = so_far.checked_add(total(amount)).unwrap_or_default();
        if verdict.total && at > 1 && count > 2 && !is_sum {
            // It is said to be a sum and is none of these.
            amount.sure = false;
        }
        let is_staged = amount.charge.as_ref().is_some_and(are_stages) && seen.contains_key(&total(amount));
        let divides = is_staged || (is_parts(amount) && whole.contains(&total(amount)));
        if repeated || adds_up || divides || products.contains(&amount.value) {
            amount.role = AmountRole::Mentioned(MentionReason::Restated);
        } else if total(amount) != amount.value && !is_parts(amount) {
            products.insert(total(amount));
        }
    }
}
