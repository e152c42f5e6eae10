//! The arithmetic of a pricing table.
//!
//! Per line: quantity x price, rounded to the minor unit, less the line's own discount. Per cadence: the
//! document discount, distributed by largest remainder; taxes by name and rate; the sum. After the first
//! rounding everything is a whole number of minor units, so rounding errors cannot accumulate.

use std::{
    borrow::Cow,
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Adjustment, AdjustmentKind, Cadence, Item, MilestoneTotal, PricingError, PricingTable, TaxMode, TaxTotal,
    schedule,
    tax::{self, Key},
    validate,
};
use crate::money::{Currency, MAX_AMOUNT, exact};

/// The totals of a table. Amounts are in the table's currency, with its minor digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PricingTotals {
    /// Every charged item, in the order of the table.
    pub lines: Vec<LineTotal>,
    /// Every cadence in use, one-time first. Different cadences are never added into one unlabelled figure.
    pub cadences: Vec<CadenceTotals>,
    /// The one-time total plus the bills of the first year: 12 monthly, 4 quarterly, 1 yearly,
    /// each item no longer than its cycles.
    #[serde(with = "exact")]
    pub total_amount: Decimal,
    /// The label of `total_amount`.
    pub total_label: Cow<'static, str>,
    /// What is due on acceptance, if the table has a deposit.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "exact::option")]
    pub deposit: Option<Decimal>,
    /// How the one-time total is paid, in the order of the table. Omitted if empty, so that totals frozen
    /// before milestones existed keep their hash.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub milestones: Vec<MilestoneTotal>,
}

/// One charged item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LineTotal {
    /// The item's id.
    pub item_id: Uuid,
    /// Quantity x price, before any discount.
    #[serde(with = "exact")]
    pub amount: Decimal,
    /// The line's own discount and its share of the document discount.
    #[serde(with = "exact")]
    pub discount: Decimal,
}

/// One bill of a cadence, while every item of it runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CadenceTotals {
    pub cadence: Cadence,
    /// Sum of its lines' amounts.
    #[serde(with = "exact")]
    pub subtotal: Decimal,
    /// Sum of its lines' discounts.
    #[serde(with = "exact")]
    pub discount: Decimal,
    /// Taxes by name and rate, lowest rate first.
    pub taxes: Vec<TaxTotal>,
    /// Subtotal less discount, plus taxes if prices exclude them.
    #[serde(with = "exact")]
    pub total: Decimal,
}

/// Totals a table.
///
/// The order of groups and items only changes the order of the result.
pub fn totals(table: &PricingTable) -> Result<PricingTotals, PricingError> {
    validate(table)?;
    let sums = Sums::new(table);
    let lines = sums.lines(table)?;

    let mut line_totals: BTreeMap<usize, LineTotal> = BTreeMap::new();
    let mut cadences = Vec::new();
    let mut once = 0;
    let mut first_year = 0;
    let discounted_by_amount = lines.iter().map(|line| line.cadence).min();
    for cadence in Cadence::ALL {
        let running: Vec<&Line<'_>> = lines.iter().filter(|line| line.cadence == cadence).collect();
        if running.is_empty() {
            continue;
        }
        // A percentage means the same on every bill; an amount is subtracted once only.
        let discount = table.discount.filter(|discount| {
            discount.kind == AdjustmentKind::Percent || discounted_by_amount == Some(cadence)
        });
        let bill = sums.bill(&running, discount);
        if cadence == Cadence::Once {
            once = bill.total;
        }
        first_year += sums.first_year(cadence, &running, &bill, discount);
        for (line, share) in running.iter().zip(&bill.shares) {
            let total = LineTotal {
                item_id: line.id,
                amount: sums.decimal(line.amount)?,
                discount: sums.decimal(line.discount + share)?,
            };
            line_totals.insert(line.position, total);
        }
        cadences.push(sums.cadence_totals(cadence, &bill)?);
    }

    let deposit_base = if once > 0 { once } else { first_year };
    let deposit = table
        .deposit
        .map(|deposit| match deposit.kind {
            AdjustmentKind::Percent => share_of(deposit_base, deposit.value),
            AdjustmentKind::Amount => sums.currency.minor_units(deposit.value).min(first_year),
        })
        .map(|deposit| sums.decimal(deposit))
        .transpose()?;
    let milestones = schedule::amounts(&table.milestones, once, sums.currency)?
        .into_iter()
        .zip(&table.milestones)
        .map(|(amount, milestone)| {
            let (name, due) = (milestone.name.clone(), milestone.due.clone());
            Ok(MilestoneTotal { milestone_id: milestone.id, name, due, amount: sums.decimal(amount)? })
        })
        .collect::<Result<_, PricingError>>()?;
    Ok(PricingTotals {
        lines: line_totals.into_values().collect(),
        total_label: Cow::Borrowed(label(&cadences)),
        cadences,
        total_amount: sums.decimal(first_year)?,
        deposit,
        milestones,
    })
}

/// The amount and own discount of one item before the document discount, whether or not it counts. For
/// showing unselected options. The item must have passed [`validate`].
pub(super) fn line_amount(item: &Item, currency: Currency) -> Decimal {
    currency.round(item.quantity.normalize() * item.unit_price.normalize())
}

fn label(cadences: &[CadenceTotals]) -> &'static str {
    let once = cadences.iter().any(|cadence| cadence.cadence == Cadence::Once);
    let recurring = cadences.iter().any(|cadence| cadence.cadence != Cadence::Once);
    match (once, recurring) {
        (true, true) => "One-time total plus first year of recurring costs",
        (false, true) => "First year of recurring costs",
        (true, false) => "One-time total",
        (false, false) => "Total",
    }
}

/// A charged item in minor units.
struct Line<'t> {
    position: usize,
    id: Uuid,
    cadence: Cadence,
    cycles: Option<u32>,
    amount: i128,
    /// Its own discount.
    discount: i128,
    taxes: Vec<Key<'t>>,
}

impl Line<'_> {
    fn net(&self) -> i128 {
        self.amount - self.discount
    }
}

/// The charges due on one date, in minor units.
struct Bill<'t> {
    subtotal: i128,
    discount: i128,
    /// Each line's share of the document discount, in the order of the lines.
    shares: Vec<i128>,
    taxes: BTreeMap<Key<'t>, i128>,
    total: i128,
}

/// The data shared by all sums of one table.
struct Sums {
    currency: Currency,
    tax_mode: TaxMode,
}

impl Sums {
    fn new(table: &PricingTable) -> Self {
        Self { currency: table.currency, tax_mode: table.tax_mode }
    }

    /// Converts back to a decimal; refused beyond the limit of a total.
    fn decimal(&self, units: i128) -> Result<Decimal, PricingError> {
        self.currency.from_minor_units(units).filter(|amount| *amount <= MAX_AMOUNT).ok_or_else(|| {
            PricingError::one(
                "totalAmount".to_owned(),
                "too_large",
                "The total must be at most 99,999,999.99".to_owned(),
            )
        })
    }

    fn lines<'t>(&self, table: &'t PricingTable) -> Result<Vec<Line<'t>>, PricingError> {
        let mut lines = Vec::new();
        let mut position = 0;
        for (group_index, group) in table.groups.iter().enumerate() {
            for (index, item) in group.items.iter().enumerate() {
                position += 1;
                if !item.counts(group.choice) {
                    continue;
                }
                let amount = line_amount(item, self.currency);
                if amount > MAX_AMOUNT {
                    return Err(PricingError::one(
                        format!("groups[{group_index}].items[{index}].unitPrice"),
                        "too_large",
                        "Quantity times price must be at most 99,999,999.99".to_owned(),
                    ));
                }
                let amount = amount.mantissa();
                lines.push(Line {
                    position,
                    id: item.id,
                    cadence: item.cadence,
                    cycles: item.cycles,
                    amount,
                    discount: item.discount.map_or(0, |discount| self.taken_off(amount, discount)),
                    taxes: tax::keys(&item.taxes),
                });
            }
        }
        Ok(lines)
    }

    /// The amount of a discount: never more than the price, so that no charge becomes a payment to the
    /// client.
    fn taken_off(&self, amount: i128, discount: Adjustment) -> i128 {
        match discount.kind {
            AdjustmentKind::Percent => share_of(amount, discount.value),
            AdjustmentKind::Amount => self.currency.minor_units(discount.value).min(amount),
        }
    }

    fn bill<'t>(&self, lines: &[&Line<'t>], discount: Option<Adjustment>) -> Bill<'t> {
        let subtotal = lines.iter().map(|line| line.amount).sum();
        let net: i128 = lines.iter().map(|line| line.net()).sum();
        let document = discount.map_or(0, |discount| self.taken_off(net, discount));
        let shares = largest_remainder(document, lines);

        let taxes = tax::taxes(
            lines.iter().zip(&shares).map(|(line, share)| (line.taxes.as_slice(), line.net() - share)),
            self.tax_mode,
        );
        let added: i128 = match self.tax_mode {
            TaxMode::Exclusive => taxes.values().sum(),
            TaxMode::Inclusive => 0,
        };
        Bill { subtotal, discount: subtotal - net + document, shares, taxes, total: net - document + added }
    }

    /// The bills of the first year. Items end after their cycles, so the year is split where one ends, and
    /// each part is billed as it will really be: with discount and tax of the smaller bill.
    fn first_year(
        &self,
        cadence: Cadence,
        lines: &[&Line<'_>],
        all: &Bill<'_>,
        discount: Option<Adjustment>,
    ) -> i128 {
        let bills_of = |line: &Line<'_>| {
            let bills = cadence.bills_per_year();
            line.cycles.map_or(bills, |cycles| cycles.min(bills))
        };
        let ends: BTreeSet<u32> = lines.iter().map(|line| bills_of(line)).collect();
        let mut billed = 0;
        let mut sum = 0;
        for (part, end) in ends.into_iter().enumerate() {
            let bill_total = if part == 0 {
                all.total
            } else {
                let running: Vec<&Line<'_>> =
                    lines.iter().copied().filter(|line| bills_of(line) >= end).collect();
                self.bill(&running, discount).total
            };
            sum += bill_total * i128::from(end - billed);
            billed = end;
        }
        sum
    }

    fn cadence_totals(&self, cadence: Cadence, bill: &Bill<'_>) -> Result<CadenceTotals, PricingError> {
        let taxes = bill
            .taxes
            .iter()
            .map(|((rate, name), amount)| {
                Ok(TaxTotal { name: (*name).to_owned(), rate: *rate, amount: self.decimal(*amount)? })
            })
            .collect::<Result<_, PricingError>>()?;
        Ok(CadenceTotals {
            cadence,
            subtotal: self.decimal(bill.subtotal)?,
            discount: self.decimal(bill.discount)?,
            taxes,
            total: self.decimal(bill.total)?,
        })
    }
}

/// A percentage as a fraction of whole numbers: 7.5 is 75 of 1000.
pub(super) fn fraction(percent: Decimal) -> (i128, i128) {
    let percent = percent.normalize();
    (percent.mantissa(), 100 * 10_i128.pow(percent.scale()))
}

fn share_of(amount: i128, percent: Decimal) -> i128 {
    let (numerator, denominator) = fraction(percent);
    divide(amount * numerator, denominator)
}

/// Division of non-negative numbers, rounded half up (which is away from zero here).
pub(super) fn divide(numerator: i128, denominator: i128) -> i128 {
    (2 * numerator + denominator) / (2 * denominator)
}

/// Distributes `discount` in proportion to the lines' net amounts. Equal remainders are ordered by amount,
/// then by id, never by position.
fn largest_remainder(discount: i128, lines: &[&Line<'_>]) -> Vec<i128> {
    let weights: Vec<i128> = lines.iter().map(|line| line.net()).collect();
    let id = |at: &usize| lines.get(*at).map(|line| line.id);
    in_proportion(discount, &weights, |a, b| id(a).cmp(&id(b)))
}

/// Distributes `amount` in proportion to `weights` so that the shares add up exactly: each gets the whole
/// part of its exact share, and the remaining units go to the largest remainders. Equal remainders are
/// ordered by weight, then by `order`.
pub(super) fn in_proportion(
    amount: i128,
    weights: &[i128],
    order: impl Fn(&usize, &usize) -> Ordering,
) -> Vec<i128> {
    let sum: i128 = weights.iter().sum();
    if amount == 0 || sum == 0 {
        return vec![0; weights.len()];
    }
    let mut shares: Vec<i128> = weights.iter().map(|weight| amount * weight / sum).collect();
    let left = amount - shares.iter().sum::<i128>();
    let mut claims: Vec<(i128, i128, usize, &mut i128)> = weights
        .iter()
        .zip(&mut shares)
        .enumerate()
        .map(|(at, (weight, share))| (amount * weight % sum, *weight, at, share))
        .collect();
    claims.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| b.1.cmp(&a.1)).then_with(|| order(&a.2, &b.2)));
    for ((_, _, _, share), _) in claims.into_iter().zip(0..left) {
        *share += 1;
    }
    shares
}

#[cfg(test)]
mod properties;
#[cfg(test)]
pub(super) mod tests;
