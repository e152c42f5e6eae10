//! What a stated sum proves: which amounts it adds up, and how many of each.
//!
//! "Six sessions. I charge 140 a session. – 840." An assignment of quantities and omissions that comes to the stated
//! amount is taken if it deviates little from what the words say, and no other one deviates as little.

use rust_decimal::Decimal;

use super::amounts::{AmountRole, MentionReason, RecapAmount};
use super::quantity::{Count, fits, is_open, prove};
use super::roles::Verdict;
use crate::{
    pricing::Cadence,
    reading::{
        adding_up,
        charge::{Charge, Role},
        units::{Is, Unit},
    },
};

/// What an assignment may deviate.
const MOST: u32 = 3;
/// What it may deviate where no word says that the amount is a sum.
const MOST_UNSAID: u32 = 1;
/// The most amounts of a sum.
const PARTS_MAX: usize = 12;
/// In a text with more amounts nothing is proved: too many sums would agree by chance.
const AMOUNTS_MAX: usize = 60;
/// The most numbers that may be how many, and the most percentages that may change a sum.
const COUNTS_MAX: usize = 100;
const PERCENTS_MAX: usize = 6;
/// The most assignments that are tried for a sum.
const TRIES_MAX: usize = 10_000;

/// What becomes of an amount in a sum.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    /// It counts as it stands, or does not count as it stands.
    AsSaid,
    /// The price of one, with this quantity.
    Times(Decimal),
    /// With this quantity, although the words do not make it the price of one.
    Several(Decimal),
    /// It does not count although the words make it a price.
    Out,
    /// It counts although the words make it no price.
    In,
}

/// A way to read an amount in a sum: what it adds, and how far that is from the words.
#[derive(Debug, Clone, Copy)]
struct Way {
    part: Part,
    adds: Decimal,
    deviates: u32,
}

/// Settles the amounts that a stated sum adds up.
pub(super) fn proved(amounts: &mut [RecapAmount], verdicts: &[Verdict], units: &[Unit], counts: &[Count]) {
    if amounts.len() > AMOUNTS_MAX {
        return;
    }
    let counts = counts.get(..COUNTS_MAX.min(counts.len())).unwrap_or_default();
    for whole in 1..amounts.len() {
        let Some((sum, verdict)) = amounts.get(whole).zip(verdicts.get(whole)) else { continue };
        if !may_be_sum(sum) {
            continue;
        }
        let is_said = verdict.total || sum.charge.as_ref().is_some_and(|charge| charge.restates || charge.role == Role::Total);
        let most = if is_said { MOST } else { MOST_UNSAID };
        let from = whole.saturating_sub(PARTS_MAX);
        // "With the back wall it was 13,200. The side wall is 11,500, the lift 1,180. That brings it to 12,680."
        let is_latest = latest(amounts.get(from..whole).unwrap_or_default(), sum);
        let finals = finals(units, is_said);
        let of = |cadence: Cadence| -> Option<Vec<Part>> {
            let before = amounts.get(from..whole).unwrap_or_default();
            let ways: Vec<Vec<Way>> = before.iter().map(|amount| ways(amount, cadence, units, counts)).collect();
            best(&ways, sum.value, &finals, most)
        };
        // "32 € a month per seat, so 512 for the sixteen"
        let own = cadence(sum).unwrap_or_default();
        let others = [Cadence::Monthly, Cadence::Quarterly, Cadence::Yearly].into_iter().filter(|_| own == Cadence::Once);
        let parts = std::iter::once(own).chain(others).find_map(of).or_else(|| is_latest.then(Vec::new));
        let Some(parts) = parts else { continue };
        for (at, part) in (from..whole).zip(parts) {
            let Some(amount) = amounts.get_mut(at) else { continue };
            match part {
                Part::AsSaid => {}
                Part::Times(quantity) | Part::Several(quantity) => {
                    if let Some(charge) = amount.charge.as_mut() {
                        prove(charge, quantity);
                    }
                }
                Part::Out => (amount.role, amount.sure) = (AmountRole::Mentioned(MentionReason::Superseded), false),
                Part::In => (amount.role, amount.sure) = (AmountRole::Price, false),
            }
        }
        if let Some(sum) = amounts.get_mut(whole) {
            sum.role = AmountRole::Mentioned(MentionReason::Restated);
        }
    }
}

/// Whether the last amounts before a sum, two at least, come to it.
fn latest(before: &[RecapAmount], sum: &RecapAmount) -> bool {
    let ours = before.iter().rev().take_while(|amount| amount.role == AmountRole::Price && cadence(amount) == cadence(sum));
    let amounts = ours.filter_map(|amount| amount.value.checked_mul(amount.charge.as_ref()?.quantity));
    adding_up(sum.value, amounts).is_some()
}

fn may_be_sum(amount: &RecapAmount) -> bool {
    let is_plain = amount.charge.as_ref().is_some_and(|charge| charge.quantity == Decimal::ONE && !is_open(charge) && !charge.optional);
    is_plain && matches!(amount.role, AmountRole::Price | AmountRole::Mentioned(_)) && !amount.value.is_zero()
}

/// The ways to read an amount before a sum.
fn ways(amount: &RecapAmount, of: Cadence, units: &[Unit], counts: &[Count]) -> Vec<Way> {
    let out = |part, deviates| Way { part, adds: Decimal::ZERO, deviates };
    let Some(charge) = amount.charge.as_ref().filter(|charge| charge.cadence == of) else { return vec![out(Part::AsSaid, 0)] };
    let times = |quantity: Decimal| amount.value.checked_mul(quantity).unwrap_or_default();
    match amount.role {
        AmountRole::Price => {
            let mut ways = vec![out(Part::Out, if amount.sure { 3 } else { 2 })];
            ways.push(Way { part: Part::AsSaid, adds: times(charge.quantity), deviates: u32::from(is_open(charge)) });
            let is_single = charge.quantity == Decimal::ONE && charge.role == Role::Price;
            if is_open(charge) || is_single {
                // "A session is 105 ... forty of them": the words do not say that it is the price of one.
                let several = |(quantity, deviates): (Decimal, u32)| {
                    let is_open = is_open(charge);
                    let part = if is_open { Part::Times(quantity) } else { Part::Several(quantity) };
                    Way { part, adds: times(quantity), deviates: deviates + if is_open { 0 } else { 2 } }
                };
                ways.extend(quantities(charge, units, counts).into_iter().map(several));
            }
            ways
        }
        AmountRole::Discount => {
            vec![Way { part: Part::AsSaid, adds: -amount.value, deviates: 0 }, out(Part::AsSaid, 1)]
        }
        AmountRole::Mentioned(MentionReason::Unclear | MentionReason::Counter) => {
            vec![out(Part::AsSaid, 0), Way { part: Part::In, adds: times(charge.quantity), deviates: 2 }]
        }
        _ => vec![out(Part::AsSaid, 0)],
    }
}

/// The numbers that may be how many, each with how far that is from the words.
fn quantities(charge: &Charge, units: &[Unit], counts: &[Count]) -> Vec<(Decimal, u32)> {
    let mut found: Vec<(Decimal, u32)> = Vec::new();
    for count in counts.iter().filter(|count| count.value != Decimal::ONE) {
        let deviates = u32::from(!fits(charge, units, count));
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
    let rates = units.iter().filter_map(rate).filter(|rate| *rate > Decimal::ZERO && *rate < hundred).take(PERCENTS_MAX);
    let changed = rates.flat_map(|rate| [((hundred - rate) / hundred, 1), ((hundred + rate) / hundred, u32::from(!is_said))]);
    std::iter::once((Decimal::ONE, 0)).chain(changed).collect()
}

/// The assignment that comes to a sum with the least deviation, if there is only one.
fn best(ways: &[Vec<Way>], sum: Decimal, finals: &[(Decimal, u32)], most: u32) -> Option<Vec<Part>> {
    let mut search = Search { ways, sum, finals, least: most, found: None, is_only: true, tries: 0, parts: Vec::new() };
    search.go(Decimal::ZERO, 0, 0);
    search.found.filter(|_| search.is_only && search.tries < TRIES_MAX)
}

struct Search<'a> {
    ways: &'a [Vec<Way>],
    sum: Decimal,
    finals: &'a [(Decimal, u32)],
    /// The least deviation so far.
    least: u32,
    found: Option<Vec<Part>>,
    is_only: bool,
    tries: usize,
    parts: Vec<Part>,
}

impl Search<'_> {
    /// Tries the ways of the remaining amounts; `terms` is how many amounts count, a price of several twice.
    fn go(&mut self, so_far: Decimal, deviates: u32, terms: usize) {
        self.tries += 1;
        if deviates > self.least || self.tries >= TRIES_MAX {
            return;
        }
        let Some(ways) = self.ways.get(self.parts.len()) else { return self.compare(so_far, deviates, terms) };
        for way in ways {
            let several = matches!(way.part, Part::Times(_));
            let counts = usize::from(!way.adds.is_zero()) + usize::from(several);
            self.parts.push(way.part);
            self.go(so_far.saturating_add(way.adds), deviates + way.deviates, terms + counts);
            self.parts.pop();
        }
    }

    fn compare(&mut self, so_far: Decimal, deviates: u32, terms: usize) {
        if terms < 2 {
            return;
        }
        for (factor, more) in self.finals {
            let deviates = deviates + more;
            let comes_to = so_far.checked_mul(*factor).unwrap_or_default().round_dp(2);
            if comes_to != self.sum || deviates > self.least {
                continue;
            }
            let is_first = self.found.as_ref().is_none_or(|found| *found == self.parts);
            self.is_only = deviates < self.least || is_first;
            self.least = deviates;
            self.found = Some(self.parts.clone());
        }
    }
}

fn cadence(amount: &RecapAmount) -> Option<Cadence> {
    amount.charge.as_ref().map(|charge| charge.cadence)
}
