//! What figures prove of each other: sums, products, taxes that were added, a price said again.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::{amount, total};
use crate::{
    pricing::{Cadence, Tax, TaxMode},
    reading::charge::{Charge, Doubt, Role},
};

/// The highest rate of a tax on sales, in percent.
const MOST_TAX: Decimal = Decimal::from_parts(27, 0, 0, false, 0);

/// "$1,600 in total, paid in 4 payments of $400": without another price the total is the price.
pub(in crate::reading) fn price_of_parts(charges: &mut [Charge]) {
    let parts: Vec<Decimal> =
        charges.iter().filter(|charge| charge.role == Role::Parts).map(amount).collect();
    let ([parts], false) = (parts.as_slice(), charges.iter().any(|charge| charge.role == Role::Price)) else {
        return;
    };
    let mut totals = charges.iter_mut().filter(|charge| charge.role == Role::Total);
    if let (Some(charge), None) = (totals.next(), totals.next())
        && charge.value == *parts
    {
        charge.role = Role::Price;
    }
}

/// "1.600 € netto, das sind 1.904 € brutto": the rate of the tax that the figures prove. The gross amount is
/// no second charge.
pub(in crate::reading) fn net_and_gross(charges: &mut [Charge], taxes: &[Tax]) -> Option<Decimal> {
    let mut proven = None;
    for at in 1..charges.len() {
        let Some([net, gross]) = charges.get_mut(at - 1..=at) else { continue };
        let is_pair = net.role == Role::Price
            && matches!(gross.role, Role::Price | Role::Total)
            && (gross.tax_mode == Some(TaxMode::Inclusive) || (gross.bracketed && !taxes.is_empty()))
            && net.tax_mode != Some(TaxMode::Inclusive)
            && net.cadence == gross.cadence
            && net.line == gross.line
            && !net.value.is_zero();
        if !is_pair {
            continue;
        }
        let Some(share) = gross.value.checked_div(net.value) else { continue };
        let rate =
            share.saturating_sub(Decimal::ONE).saturating_mul(Decimal::ONE_HUNDRED).round_dp(2).normalize();
        let is_rate = rate > Decimal::ONE && rate <= MOST_TAX && rate.scale() <= 1;
        let is_exact = net.value.saturating_mul(Decimal::ONE + rate / Decimal::ONE_HUNDRED).round_dp(2)
            == gross.value.round_dp(2);
        let agrees = taxes.iter().map(|tax| tax.rate).sum::<Decimal>() == rate || taxes.is_empty();
        if is_rate && is_exact && agrees && proven.is_none_or(|other| other == rate) {
            gross.role = Role::Restated;
            gross.doubts.clear();
            net.doubts.retain(|doubt| !matches!(doubt, Doubt::Terms | Doubt::Alternative));
            proven = Some(rate);
        }
    }
    restate_gross_sum(charges, taxes);
    proven
}

/// "Net 12,060, VAT 19 % 2,291.40, gross 14,351.40": the last one is no charge.
fn restate_gross_sum(charges: &mut [Charge], taxes: &[Tax]) {
    let Some((gross, before)) = charges.split_last_mut() else { return };
    let rate = taxes.iter().map(|tax| tax.rate).sum::<Decimal>();
    let is_gross = gross.role == Role::Price
        && gross.tax_mode == Some(TaxMode::Inclusive)
        && gross.name.is_empty()
        && !rate.is_zero();
    let prices = before
        .iter()
        .filter(|charge| charge.role == Role::Price && charge.cadence == gross.cadence && !charge.optional);
    let net = total(prices.map(amount));
    let with_tax = net.saturating_mul(Decimal::ONE + rate / Decimal::ONE_HUNDRED).round_dp(2);
    if is_gross && with_tax == gross.value.round_dp(2) {
        gross.role = Role::Restated;
        gross.doubts.clear();
    }
}

/// "= 835", "i.e. £900 per depot", "das sind 1.904 € brutto": an amount that says others again is no charge
/// if the figures prove it. One that only says so is a sum, which must agree with the table.
pub(super) fn settle_sums(charges: &mut [Charge]) {
    price_of_named_totals(charges);
    for at in 1..charges.len() {
        let (before, rest) = charges.split_at_mut(at);
        let says_again = |charge: &&mut Charge| {
            matches!(charge.role, Role::Price | Role::Total) && (charge.restates || charge.follows_total)
        };
        let Some(charge) = rest.first_mut().filter(says_again) else { continue };
        if charge.restates && charge.line == before.last().map_or(charge.line, |last| last.line) {
            before.last_mut().into_iter().for_each(|last| prove_quantity(last, charge.value));
        }
        let prices: Vec<&Charge> = before.iter().filter(|other| other.role == Role::Price).collect();
        let Some(last) = prices.last() else { continue };
        let sum = total(prices.iter().map(|other| amount(other)));
        let off =
            last.discount.as_ref().or(charge.discount.as_ref()).filter(|discount| discount.own).cloned();
        let less = off.as_ref().map(|discount| Decimal::ONE_HUNDRED - discount.percent);
        let of_last = [
            last.cycles.map(|cycles| amount(last).saturating_mul(Decimal::from(cycles))),
            Some(amount(last)),
            less.map(|share| (amount(last).saturating_mul(share) / Decimal::ONE_HUNDRED).round_dp(2)),
        ];
        let times = |count: u32| charge.value.checked_mul(Decimal::from(count));
        let per_period = last.cadence == Cadence::Yearly
            && charge.cadence == Cadence::Monthly
            && times(12) == Some(last.value);
        let is_said_again = charge.restates
            && (charge.value == sum
                || of_last.contains(&Some(charge.value))
                || of_last.contains(&Some(amount(charge)))
                || per_period
                || (charge.quantity == Decimal::ONE
                    && charge.unit.is_some()
                    && last.counts.iter().any(|count| charge.value.saturating_mul(*count) == last.value)));
        let is_sum = charge.role == Role::Price
            && charge.follows_total
            && prices.len() >= 2
            && charge.cadence == Cadence::Once
            && charge.quantity == Decimal::ONE;
        if is_said_again {
            let is_less = charge.discount.is_some() && of_last.last() == Some(&Some(charge.value));
            (charge.role, charge.discount) = (Role::Restated, None);
            charge.doubts.clear();
            // "$150 x 4 = $600, less 10% = $540"
            if let Some(last) =
                before.iter_mut().rev().find(|other| other.role == Role::Price).filter(|_| is_less)
            {
                last.discount = off;
            }
        } else if is_sum {
            charge.role = Role::Total;
        }
    }
}

/// "Dinner for 80 at £27 a head, the bar £900 in total": what has a name of its own and cannot be the sum of
/// the others is the price of it.
fn price_of_named_totals(charges: &mut [Charge]) {
    // "less $80 = $1,000"
    if charges.iter().any(|charge| charge.role == Role::Discount || charge.discount.is_some()) {
        return;
    }
    let of_period = |charge: &Charge| charge.cadence.label();
    let mut prices: BTreeMap<&str, usize> = BTreeMap::new();
    for charge in charges.iter().filter(|charge| charge.role == Role::Price) {
        *prices.entry(of_period(charge)).or_default() += 1;
    }
    let mut largest: BTreeMap<&str, Decimal> = BTreeMap::new();
    for charge in charges.iter_mut() {
        let period = of_period(charge);
        let before = largest.get(&period).copied().unwrap_or_default();
        let is_only = !prices.is_empty() && !prices.contains_key(&period);
        let is_named = charge.role == Role::Total && !charge.name.is_empty() && !charge.follows_total;
        if is_named && (is_only || before > charge.value) {
            charge.role = Role::Price;
        }
        if charge.role == Role::Price {
            largest.insert(period, before.max(amount(charge)));
        }
    }
}

/// "80 x three-course dinner @ £46 = £3,680": of several numbers the product tells which one is the quantity.
fn prove_quantity(charge: &mut Charge, product: Decimal) {
    let proves = |count: &&Decimal| charge.value.checked_mul(**count) == Some(product);
    if charge.role != Role::Price || amount(charge) == product || charge.value == product {
        return;
    }
    if let Some(count) = charge.counts.iter().find(proves).copied() {
        charge.quantity = count;
        charge.doubts.retain(|doubt| !matches!(doubt, Doubt::Quantity | Doubt::Leftover));
    }
}

/// Whether one price is what two or more others add up to: most likely it is their sum or their whole.
pub(super) fn is_sum_of_others(charges: &[Charge]) -> bool {
    follows_its_parts(charges.iter()) || follows_its_parts(charges.iter().rev())
}

fn follows_its_parts<'c>(charges: impl Iterator<Item = &'c Charge>) -> bool {
    let mut sums: Vec<(Cadence, usize, Decimal)> = Vec::new();
    for charge in charges.filter(|charge| matches!(charge.role, Role::Price | Role::Deposit | Role::Rest)) {
        match sums.iter_mut().find(|(cadence, ..)| *cadence == charge.cadence) {
            Some((_, count, sum)) if charge.role == Role::Price && *count > 1 && *sum == amount(charge) => {
                return true;
            }
            Some((_, count, sum)) => (*count, *sum) = (*count + 1, sum.saturating_add(amount(charge))),
            None => sums.push((charge.cadence, 1, amount(charge))),
        }
    }
    false
}

/// "Workshop 1,200, wireframes 3,400: = £4,600": a sum with a currency proves the figures that have none.
pub(super) fn prove_figures(charges: &mut [Charge]) {
    let is_part =
        |charge: &Charge| charge.role == Role::Price && charge.cadence == Cadence::Once && !charge.optional;
    let sum = total(charges.iter().filter(|charge| is_part(charge)).map(amount));
    let is_proven = charges.iter().any(|charge| {
        matches!(charge.role, Role::Total | Role::Restated)
            && charge.currency.is_some()
            && charge.value == sum
    });
    for charge in charges.iter_mut().filter(|charge| is_proven && charge.is_bare && is_part(charge)) {
        charge.doubts.retain(|doubt| *doubt != Doubt::Figure);
    }
}
