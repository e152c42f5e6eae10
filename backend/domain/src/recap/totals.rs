//! What a stated sum proves: which amounts it adds up, and how many of each.
//!
//! "Six sessions. I charge 140 a session. – 840." An assignment of quantities, additions and omissions that
//! comes to the stated amount is taken if no other one deviates as little from the words, and if so few were
//! tried that none agrees by chance.

use rust_decimal::Decimal;

use super::amounts::{AmountRole, MentionReason, RecapAmount};
use super::quantity::{Count, covers, is_open, prove};
use super::roles::Verdict;
use super::sum_search::{Limits, Way, best, product};
use super::ways::{Amounts, Candidate, Part, Sum, Text, cadence, ways};
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
    let text = Text { units, counts: counts.get(..COUNTS_MAX.min(counts.len())).unwrap_or_default() };
    let [mut quantities, mut bare_quantities] = [&*amounts, &*bare].map(|amounts| text.quantities(amounts));
    let mut whole = 0;
    while whole < amounts.len() {
        let shown = Amounts { amounts, quantities: &quantities };
        let hidden = Amounts { amounts: &bare, quantities: &bare_quantities };
        let assigned = assigned(text, &shown, verdicts, &hidden, whole);
        let is_assigned = assigned.is_some();
        let own = amounts.get(whole).and_then(cadence).unwrap_or_default();
        for (at, part) in assigned.iter().flat_map(|assigned| assigned.shown.iter()) {
            if let Some(amount) = amounts.get_mut(*at) {
                apply(*part, own, amount);
            }
        }
        if let Some(sum) = amounts.get_mut(whole).filter(|_| is_assigned) {
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
        if is_assigned {
            [quantities, bare_quantities] = [&*amounts, &*bare].map(|amounts| text.quantities(amounts));
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
    text: Text<'_>,
    shown: &Amounts<'_>,
    verdicts: &[Verdict],
    hidden: &Amounts<'_>,
    whole: usize,
) -> Option<Assigned> {
    let (sum, verdict) =
        shown.amounts.get(whole).zip(verdicts.get(whole)).filter(|(sum, _)| may_be_sum(sum))?;
    let is_said = verdict.total
        || sum.charge.as_ref().is_some_and(|charge| charge.restates || charge.role == Role::Total);
    let from = whole.saturating_sub(PARTS_MAX);
    let before = shown.amounts.get(from..whole).unwrap_or_default();
    let end = hidden.amounts.partition_point(|figure| figure.place.span.start < sum.place.span.start);
    let first = if is_said { end.saturating_sub(BARE_MAX) } else { end };
    let told = shown.within(from..whole).zip(verdicts.get(from..whole).unwrap_or_default());
    let told = told.map(|(amount, verdict)| (amount, Some(verdict)));
    let candidates: Vec<Candidate<'_>> = told
        .chain(hidden.within(first..end).map(|amount| (amount, None)))
        .map(|((amount, quantities), verdict)| Candidate { amount, verdict, quantities })
        .collect();
    let finals = finals(text.units, is_said);
    let limits = if is_said {
        Limits { most: MOST, scarce: SCARCE }
    } else {
        Limits { most: MOST_UNSAID, scarce: SCARCE_UNSAID }
    };
    let ways_of = |of: Cadence| -> Vec<Vec<Way<Part>>> {
        let sum = Sum { text, amount: sum, of };
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
