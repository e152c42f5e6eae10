//! The ways in which an amount may count in a stated sum, each with how far that is from the words.

use std::ops::Range;

use rust_decimal::Decimal;

use super::amounts::{AmountRole, MentionReason, RecapAmount};
use super::quantity::{Count, Things, is_open, time_of};
use super::roles::Verdict;
use super::sum_search::Way;
use crate::{
    pricing::Cadence,
    reading::{
        charge::{Charge, Role},
        units::{Is, Unit},
    },
};

/// The most months that a sum covers.
const CYCLES_MAX: u32 = 60;
/// The margin from which on the words leave no doubt that an amount is no price of ours.
const CLEAR: i32 = -100;

/// What becomes of an amount in a sum.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum Part {
    /// It counts as it stands, or does not count as it stands.
    #[default]
    AsSaid,
    /// It is a price, with this quantity.
    Times(Decimal),
    /// It is due this many times.
    Cycles(u32),
    /// It does not count although the words make it a price.
    Out,
    /// It counts although the words make it no price.
    In,
    /// It is taken off although the words make it a price.
    Off,
}

/// An amount before a sum.
pub(super) struct Candidate<'a> {
    pub amount: &'a RecapAmount,
    /// None for a figure that only the sum makes an amount.
    pub verdict: Option<&'a Verdict>,
    pub quantities: &'a [(Decimal, u32)],
}

/// The numbers that may be how many of an amount, each with how far that is from the words.
pub(super) type Quantities = Vec<(Decimal, u32)>;

/// Amounts with their quantities, which take long to find: every sum compares the same ones.
pub(super) struct Amounts<'a> {
    pub amounts: &'a [RecapAmount],
    pub quantities: &'a [Quantities],
}

impl<'a> Amounts<'a> {
    pub fn within(
        &self,
        range: Range<usize>,
    ) -> impl Iterator<Item = (&'a RecapAmount, &'a Quantities)> + use<'a> {
        let amounts = self.amounts.get(range.clone()).unwrap_or_default();
        amounts.iter().zip(self.quantities.get(range).unwrap_or_default())
    }
}

/// What the recap says besides its amounts.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub units: &'a [Unit],
    pub counts: &'a [Count],
}

impl Text<'_> {
    pub fn quantities(self, amounts: &[RecapAmount]) -> Vec<Quantities> {
        let charges = amounts.iter().map(|amount| amount.charge.as_ref());
        charges.map(|charge| charge.map(|charge| quantities(charge, self)).unwrap_or_default()).collect()
    }
}

/// What a sum is compared with.
pub(super) struct Sum<'a> {
    pub text: Text<'a>,
    pub amount: &'a RecapAmount,
    /// The cadence of the amounts that it adds up.
    pub of: Cadence,
}

/// The ways to read an amount before a sum.
pub(super) fn ways(candidate: &Candidate<'_>, sum: &Sum<'_>) -> Vec<Way<Part>> {
    let amount = candidate.amount;
    let out = |part, deviates| Way { part, adds: Decimal::ZERO, deviates, is_several: false };
    let Some(charge) = amount.charge.as_ref() else { return vec![out(Part::AsSaid, 0)] };
    let beside = is_open(charge)
        && charge.cadence == Cadence::Once
        && amount.place.sentence == sum.amount.place.sentence;
    if charge.cadence != sum.of && !beside {
        return vec![out(Part::AsSaid, 0)];
    }
    let times = |quantity: Decimal| amount.value.checked_mul(quantity).unwrap_or_default();
    let several = |more: u32| {
        let quantities = candidate
            .quantities
            .iter()
            .filter(|(quantity, _)| is_open(charge) || *quantity != charge.quantity);
        quantities.map(move |&(quantity, deviates)| Way {
            part: Part::Times(quantity),
            adds: amount.value.checked_mul(quantity).unwrap_or_default(),
            deviates: deviates + more,
            is_several: true,
        })
    };
    let is_several = charge.quantity != Decimal::ONE;
    let added = |part, deviates| Way { part, adds: times(charge.quantity), deviates, is_several };
    let is_single = charge.quantity == Decimal::ONE && charge.role == Role::Price;
    let mut ways = Vec::new();
    match (amount.role, candidate.verdict) {
        // A figure that only the sum makes an amount.
        (_, None) => {
            ways.extend([out(Part::AsSaid, 0), added(Part::In, 1)]);
            ways.extend(several(2));
        }
        (AmountRole::Price, _) => {
            ways.extend([
                out(Part::Out, if amount.sure { 3 } else { 2 }),
                added(Part::AsSaid, u32::from(is_open(charge))),
            ]);
            // "A session is 105 ... forty of them": the words do not say that it is the price of one.
            ways.extend(several(if is_open(charge) {
                0
            } else if is_single {
                2
            } else {
                3
            }));
            if charge.quantity == Decimal::ONE && matches!(charge.role, Role::Price | Role::Total) {
                ways.push(Way { part: Part::Off, adds: -amount.value, deviates: 2, is_several: false });
            }
        }
        (AmountRole::Discount, _) => {
            ways.extend([
                Way { part: Part::AsSaid, adds: -amount.value, deviates: 0, is_several: false },
                out(Part::AsSaid, 1),
            ]);
        }
        (AmountRole::Mentioned(reason), Some(verdict)) if !is_settled(reason) => {
            let is_open_whose = matches!(reason, MentionReason::Unclear | MentionReason::Counter);
            ways.extend([
                out(Part::AsSaid, 0),
                added(
                    Part::In,
                    if is_open_whose {
                        2
                    } else if verdict.margin > CLEAR {
                        3
                    } else {
                        4
                    },
                ),
            ]);
            if is_open_whose && is_open(charge) {
                ways.extend(several(2));
            }
        }
        _ => ways.push(out(Part::AsSaid, 0)),
    }
    if sum.of != Cadence::Once
        && cadence(sum.amount) == Some(Cadence::Once)
        && matches!(amount.role, AmountRole::Price | AmountRole::Mentioned(_))
    {
        ways.extend(cycles(sum).map(|cycles| Way {
            part: Part::Cycles(cycles),
            adds: times(charge.quantity.saturating_mul(Decimal::from(cycles))),
            deviates: if amount.role == AmountRole::Price { 0 } else { 3 },
            is_several: true,
        }));
    }
    ways
}

/// Whether other amounts have already told why it is not charged.
fn is_settled(reason: MentionReason) -> bool {
    matches!(reason, MentionReason::Superseded | MentionReason::Restated | MentionReason::NotOrdered)
}

/// The numbers of months, quarters or years that the recap names, as the cadence wants.
fn cycles(sum: &Sum<'_>) -> impl Iterator<Item = u32> {
    let is_time = |count: &&Count| {
        matches!(sum.text.units.get(count.at + 1).map(|unit| unit.is), Some(Is::Tag(tag))
        if time_of(sum.of) == Some(tag))
    };
    let counts = sum.text.counts.iter().filter(is_time).filter_map(|count| u32::try_from(count.value).ok());
    let mut found: Vec<u32> = counts.filter(|count| (2..=CYCLES_MAX).contains(count)).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter()
}

/// The numbers that may be how many of a price.
fn quantities(charge: &Charge, text: Text<'_>) -> Quantities {
    let things = Things::of(charge, text.units);
    let mut found = Quantities::new();
    for count in text.counts.iter().filter(|count| count.value != Decimal::ONE) {
        let other_things = if is_open(charge) { 1 } else { 2 };
        let deviates = if things.are_counted_by(count) { 0 } else { other_things };
        match found.iter_mut().find(|(value, _)| *value == count.value) {
            Some((_, known)) => *known = deviates.min(*known),
            None => found.push((count.value, deviates)),
        }
    }
    found
}

pub(super) fn cadence(amount: &RecapAmount) -> Option<Cadence> {
    amount.charge.as_ref().map(|charge| charge.cadence)
}
