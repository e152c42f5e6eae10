//! Percentages beside an amount: the rate of a tax, a discount, or a share that is due.

use rust_decimal::Decimal;

use super::{Charge, ClauseReader, Discount, Doubt};
use crate::reading::{
    lexicon::{Tag, WordList},
    units::{Is, Unit},
};

/// How many units away words may be about a percentage, or a bracket may be open.
pub const NEAR: usize = 40;

/// Whether a percentage is the rate of a tax that stands beside it.
pub fn is_tax_rate(units: &[Unit], at: usize) -> bool {
    tax_beside(units, at).is_some()
}

/// The tax beside a percentage, the nearest first.
pub fn tax_beside(units: &[Unit], at: usize) -> Option<usize> {
    let is = |at: usize| units.get(at).map(|unit| unit.is);
    let tax = |at: &usize| matches!(is(*at), Some(Is::Tag(Tag::Tax | Tag::PlusTax | Tag::InclTax)));
    // A comma or another percentage ends its words.
    let open = |at: &usize| !matches!(is(*at), Some(Is::Percent(_) | Is::Mark(',' | ';' | '.') | Is::Break));
    let after = (at + 1..at + 5).take_while(open).find(tax);
    let before = (at.saturating_sub(3)..at).rev().take_while(open).find(tax);
    match (after, before) {
        (Some(after), Some(before)) => Some(if after - at <= at - before { after } else { before }),
        (after, before) => after.or(before),
    }
}

/// "50 % al reservar": the percentage is due at an event.
pub fn is_at_event(units: &[Unit], at: usize) -> bool {
    let behind = units.get(at + 1..).unwrap_or_default().iter().take(2);
    behind.into_iter().any(|unit| WordList::StageEvent.has(&unit.lower))
}

impl ClauseReader<'_> {
    /// A percentage in a clause with an amount: a discount, a tax or a share due; anything else is open.
    pub(super) fn percent(&self, place: usize, value: Decimal, charge: &mut Charge) {
        let is_off = self.is_taken_off(place);
        if self.is_taxed(place)
            || (!is_off && value != Decimal::ONE_HUNDRED && self.shares() == Decimal::ONE_HUNDRED)
        {
            return;
        }
        let is_share = self.part_says(place, Tag::Deposit)
            || self.part_says(place, Tag::Balance)
            || self.clause.units.get(place).is_some_and(|at| is_at_event(self.units, *at));
        // "less, because they are regulars, 10 %"
        let only =
            || self.places().filter(|other| matches!(self.is(*other), Some(Is::Percent(_)))).count() == 1;
        if is_off || (self.has(Tag::Discount) && !is_share && only()) {
            let whole = self.has(Tag::Whole) || self.has(Tag::Total);
            let mut between = self.place.min(place)..self.place.max(place);
            let own = !between.any(|place| matches!(self.is(place), Some(Is::Mark(',' | ';'))));
            charge.discount = Some(Discount { percent: value, whole, own, words: self.discounted(place) });
        } else if !is_share {
            charge.doubts.push(Doubt::Share);
        }
    }

    /// Whether the part between commas in which a percentage stands speaks of a discount.
    fn is_taken_off(&self, place: usize) -> bool {
        self.part_says(place, Tag::Discount)
    }

    /// Whether a phrase stands in the part between commas around a place.
    pub(super) fn part_says(&self, place: usize, tag: Tag) -> bool {
        self.part_has(place, |is| is == Is::Tag(tag))
    }

    /// Whether something else stands in the part between commas around a place.
    pub(super) fn part_has(&self, place: usize, fits: impl Fn(Is) -> bool) -> bool {
        let open = |at: &usize| {
            !matches!(self.is(*at), Some(Is::Mark(',' | ';' | '.') | Is::Break | Is::Money { .. }))
        };
        self.around(place, open).filter_map(|at| self.is(at)).any(fits)
    }

    fn is_taxed(&self, place: usize) -> bool {
        self.clause.units.get(place).is_some_and(|at| is_tax_rate(self.units, *at))
    }

    /// The sum of the percentages that are neither rates of taxes nor taken off.
    fn shares(&self) -> Decimal {
        let shares = self
            .places()
            .filter(|place| !self.is_taxed(*place) && !self.is_taken_off(*place))
            .filter_map(|place| match self.is(place) {
                Some(Is::Percent(share)) => Some(share),
                _ => None,
            });
        shares.sum()
    }

    /// The words of the part of the clause in which a percentage stands.
    fn discounted(&self, place: usize) -> Vec<String> {
        let open = |place: &usize| {
            !matches!(self.is(*place), Some(Is::Mark(',' | ';' | '(' | ')') | Is::Money { .. }))
        };
        self.around(place, open)
            .filter(|place| self.is_word(*place))
            .map(|place| self.word(place).to_owned())
            .collect()
    }

    /// The places near one, before and behind, up to the first that is not open.
    pub(super) fn around(
        &self,
        place: usize,
        open: impl Fn(&usize) -> bool + Copy,
    ) -> impl Iterator<Item = usize> {
        let behind = (place + 1..self.clause.units.len()).take(NEAR).take_while(open);
        (0..place).rev().take(NEAR).take_while(open).chain(behind)
    }
}
