//! What a stated sum proves: which amounts it adds up, and how many of each.
//!
//! "Six sessions. I charge 140 a session. – 840." An assignment of quantities, additions and omissions that
//! comes to the stated amount is taken if no other one deviates as little from the words, and if so few were
//! tried that none agrees by chance.

use rust_decimal::Decimal;

use super::amounts::{AmountRole, MentionReason, RecapAmount};
use super::quantity::{Count, Things, covers, is_open, prove, time_of};
use super::roles::Verdict;
use super::sum_search::{Limits, Way, best, product};
use crate::{
    pricing::Cadence,
    reading::{
        adding_up,
        charge::{Charge, Role},
        units::{Is, Unit},
    },
};

/// What an assignment may deviate.
const MOST: u32 = 6;
/// What it may deviate where no word says that the amount is a sum.
const MOST_UNSAID: u32 = 1;
/// How many sums there must be for each one that is tried.
const SCARCE: u32 = 2;
const SCARCE_UNSAID: u32 = 10;
/// The most amounts of a sum, and the most bare figures among them.
const PARTS_MAX: usize = 12;
const BARE_MAX: usize = 8;
/// In a text with more amounts nothing is proved: too many sums would agree by chance.
const AMOUNTS_MAX: usize = 60;
/// The most numbers that may be how many, and the most percentages that may change a sum.
const COUNTS_MAX: usize = 100;
const PERCENTS_MAX: usize = 6;
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
struct Candidate<'a> {
    amount: &'a RecapAmount,
    verdict: Option<&'a Verdict>,
    /// The numbers that may be how many, each with how far that is from the words.
    quantities: Vec<(Decimal, u32)>,
}

impl<'a> Candidate<'a> {
    fn new(amount: &'a RecapAmount, verdict: Option<&'a Verdict>, units: &[Unit], counts: &[Count]) -> Self {
        let quantities =
            amount.charge.as_ref().map_or_else(Vec::new, |charge| quantities(charge, units, counts));
        Self { amount, verdict, quantities }
    }
}

/// What a sum is compared with.
struct Sum<'a> {
    units: &'a [Unit],
    counts: &'a [Count],
    amount: &'a RecapAmount,
    /// The cadence of the amounts that it adds up.
    of: Cadence,
}

/// Settles the amounts that a stated sum adds up. `bare` are the figures that are amounts only if a sum
/// counts them; those that one counts are added to the amounts.
pub(super) fn proved(
    amounts: &mut Vec<RecapAmount>,
    verdicts: &mut Vec<Verdict>,
    mut bare: Vec<RecapAmount>,
    units: &[Unit],
    counts: &[Count],
) {
    if amounts.len() > AMOUNTS_MAX {
        return;
    }
    let counts = counts.get(..COUNTS_MAX.min(counts.len())).unwrap_or_default();
    let mut whole = 0;
    while whole < amounts.len() {
        let assigned = assigned(amounts, verdicts, &bare, whole, units, counts);
        let own = amounts.get(whole).and_then(cadence).unwrap_or_default();
        for (at, part) in assigned.iter().flat_map(|assigned| assigned.shown.iter()) {
            if let Some(amount) = amounts.get_mut(*at) {
                apply(*part, own, amount);
            }
        }
        if let Some(sum) = amounts.get_mut(whole).filter(|_| assigned.is_some()) {
            sum.role = AmountRole::Mentioned(MentionReason::Restated);
        }
        if assigned.as_ref().is_some_and(|assigned| assigned.is_all) {
            leave_out(amounts.get_mut(whole + 1..).unwrap_or_default(), own);
        }
        let hidden = assigned.into_iter().flat_map(|assigned| assigned.hidden).rev();
        for (at, part) in hidden.filter(|(_, part)| *part != Part::AsSaid) {
            let mut amount = bare.remove(at);
            apply(part, own, &mut amount);
            let place = amounts.partition_point(|other| other.place.span.start < amount.place.span.start);
            amounts.insert(place, amount);
            verdicts.insert(place, Verdict::proved());
            whole += 1;
        }
        whole += 1;
    }
}

/// What becomes of the amounts before a sum, by their places.
struct Assigned {
    shown: Vec<(usize, Part)>,
    /// Of the bare figures.
    hidden: Vec<(usize, Part)>,
    /// It adds up all that is charged, and is said to.
    is_all: bool,
}

/// The parts of the amounts and of the bare figures before an amount, if it is their sum.
fn assigned(
    amounts: &[RecapAmount],
    verdicts: &[Verdict],
    bare: &[RecapAmount],
    whole: usize,
    units: &[Unit],
    counts: &[Count],
) -> Option<Assigned> {
    let (sum, verdict) = amounts.get(whole).zip(verdicts.get(whole)).filter(|(sum, _)| may_be_sum(sum))?;
    let is_said = verdict.total
        || sum.charge.as_ref().is_some_and(|charge| charge.restates || charge.role == Role::Total);
    let from = whole.saturating_sub(PARTS_MAX);
    let before = amounts.get(from..whole).unwrap_or_default();
    let end = bare.partition_point(|figure| figure.place.span.start < sum.place.span.start);
    let first = if is_said { end.saturating_sub(BARE_MAX) } else { end };
    let shown = before.iter().zip(verdicts.get(from..whole).unwrap_or_default());
    let shown = shown.map(|(amount, verdict)| Candidate::new(amount, Some(verdict), units, counts));
    let hidden = bare
        .get(first..end)
        .unwrap_or_default()
        .iter()
        .map(|amount| Candidate::new(amount, None, units, counts));
    let candidates: Vec<Candidate<'_>> = shown.chain(hidden).collect();
    let finals = finals(units, is_said);
    let limits = if is_said {
        Limits { most: MOST, scarce: SCARCE }
    } else {
        Limits { most: MOST_UNSAID, scarce: SCARCE_UNSAID }
    };
    let ways_of = |of: Cadence| -> Vec<Vec<Way<Part>>> {
        let sum = Sum { units, counts, amount: sum, of };
        candidates.iter().map(|candidate| ways(candidate, &sum)).collect()
    };
    // "32 € a month per seat, so 512 for the sixteen"
    let own = cadence(sum).unwrap_or_default();
    let others = [Cadence::Monthly, Cadence::Quarterly, Cadence::Yearly]
        .into_iter()
        .filter(|_| is_said && own == Cadence::Once);
    let cadences = || std::iter::once(own).chain(others.clone());
    let product = cadences().find_map(|of| product(&ways_of(of), sum.value, &finals, limits));
    let all = if product.is_none() {
        cadences().find_map(|of| best(&ways_of(of), sum.value, &finals, limits))
    } else {
        None
    };
    let is_all = all.is_some() && is_said;
    let parts = product.or(all);
    // "With the back wall it was 13,200. The side wall is 11,500, the lift 1,180. That brings it to 12,680."
    let mut parts = parts.or_else(|| latest(before, sum).then(Vec::new))?.into_iter();
    let shown = (from..whole).zip(parts.by_ref()).collect();
    Some(Assigned { shown, hidden: (first..end).zip(parts).collect(), is_all })
}

fn apply(part: Part, own: Cadence, amount: &mut RecapAmount) {
    let role = match part {
        Part::AsSaid => return,
        Part::Times(_) | Part::Cycles(_) | Part::In => AmountRole::Price,
        Part::Out => AmountRole::Mentioned(MentionReason::Superseded),
        Part::Off => AmountRole::Discount,
    };
    if amount.role != role {
        (amount.role, amount.sure) = (role, false);
    }
    let Some(charge) = amount.charge.as_mut() else { return };
    if role == AmountRole::Price {
        charge.role = Role::Price;
    }
    match part {
        Part::Times(quantity) => {
            prove(charge, quantity);
            if own != Cadence::Once {
                charge.cadence = own;
            }
        }
        Part::Cycles(cycles) => covers(charge, cycles),
        _ => {}
    }
}

/// What is said behind a sum and is not surely ours is left out of it: "4,820 net. The one in Straubing
/// wanted 690 a van."
fn leave_out(behind: &mut [RecapAmount], own: Cadence) {
    let is_outside = |amount: &&mut RecapAmount| {
        amount.role == AmountRole::Price && !amount.sure && cadence(amount) == Some(own)
    };
    for amount in behind.iter_mut().filter(is_outside) {
        amount.role = AmountRole::Mentioned(MentionReason::Unclear);
    }
}

/// Whether the last amounts before a sum, two at least, come to it.
fn latest(before: &[RecapAmount], sum: &RecapAmount) -> bool {
    let ours = before
        .iter()
        .rev()
        .take_while(|amount| amount.role == AmountRole::Price && cadence(amount) == cadence(sum));
    let amounts = ours.filter_map(|amount| amount.value.checked_mul(amount.charge.as_ref()?.quantity));
    adding_up(sum.value, amounts).is_some()
}

fn may_be_sum(amount: &RecapAmount) -> bool {
    let is_closed = |charge: &Charge| charge.role == Role::Total || !is_open(charge);
    let is_plain = amount
        .charge
        .as_ref()
        .is_some_and(|charge| charge.quantity == Decimal::ONE && is_closed(charge) && !charge.optional);
    is_plain && matches!(amount.role, AmountRole::Price | AmountRole::Mentioned(_)) && !amount.value.is_zero()
}

/// The ways to read an amount before a sum.
fn ways(candidate: &Candidate<'_>, sum: &Sum<'_>) -> Vec<Way<Part>> {
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
        matches!(sum.units.get(count.at + 1).map(|unit| unit.is), Some(Is::Tag(tag))
        if time_of(sum.of) == Some(tag))
    };
    let counts = sum.counts.iter().filter(is_time).filter_map(|count| u32::try_from(count.value).ok());
    let mut found: Vec<u32> = counts.filter(|count| (2..=CYCLES_MAX).contains(count)).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter()
}

/// The numbers that may be how many, each with how far that is from the words.
fn quantities(charge: &Charge, units: &[Unit], counts: &[Count]) -> Vec<(Decimal, u32)> {
    let things = Things::of(charge, units);
    let mut found: Vec<(Decimal, u32)> = Vec::new();
    for count in counts.iter().filter(|count| count.value != Decimal::ONE) {
        let other_things = if is_open(charge) { 1 } else { 2 };
        let deviates = if things.are_counted_by(count) { 0 } else { other_things };
        match found.iter_mut().find(|(value, _)| *value == count.value) {
            Some((_, known)) => *known = deviates.min(*known),
            None => found.push((count.value, deviates)),
        }
    }
    found
}

/// What a sum may become before it is stated: less a discount in percent, with a tax.
fn finals(units: &[Unit], is_said: bool) -> Vec<(Decimal, u32)> {
    let hundred = Decimal::ONE_HUNDRED;
    let rate = |unit: &Unit| if let Is::Percent(rate) = unit.is { Some(rate) } else { None };
    let rates = units
        .iter()
        .filter_map(rate)
        .filter(|rate| *rate > Decimal::ZERO && *rate < hundred)
        .take(PERCENTS_MAX);
    let changed = rates.flat_map(|rate| {
        [((hundred - rate) / hundred, 1), ((hundred + rate) / hundred, u32::from(!is_said))]
    });
    let mut finals: Vec<(Decimal, u32)> = std::iter::once((Decimal::ONE, 0)).chain(changed).collect();
    finals.sort_unstable();
    finals.dedup_by_key(|(factor, _)| *factor);
    finals
}

fn cadence(amount: &RecapAmount) -> Option<Cadence> {
    amount.charge.as_ref().map(|charge| charge.cadence)
}
