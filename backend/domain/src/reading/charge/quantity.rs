//! How many of a thing a clause charges.

use rust_decimal::Decimal;

use super::{
    Charge, ClauseReader, Doubt, Role,
    counts::{Count, same_noun, singular},
};
use crate::{
    pricing::{Cadence, MAX_DECIMALS, MAX_QUANTITY},
    reading::{lexicon::Tag, units::Is},
};

impl ClauseReader<'_> {
    pub(super) fn quantity(&self, charge: &mut Charge) {
        let counts = self.counts();
        let used = self.used(charge, &counts);
        match used {
            Some(count) => {
                if charge.unit.is_none() && count.tag.is_some_and(Tag::is_time) && charge.cycles.is_none() {
                    charge.unit = count.noun.as_deref().map(singular);
                }
                if self.is_doubted(count.place) {
                    charge.doubts.push(Doubt::Estimate);
                }
            }
            None if counts.iter().any(|count| self.counts_the_named(count)) => charge.doubts.push(Doubt::Quantity),
            None => {}
        }
        if charge.quantity > MAX_QUANTITY || charge.quantity.is_zero() || charge.quantity.scale() > MAX_DECIMALS {
            charge.quantity = Decimal::ONE;
            charge.doubts.push(Doubt::Quantity);
        }
        let used = used.map(|count| count.at);
        self.durations(charge, &counts, used);
        let left_over = |count: &Count| used != Some(count.at) && count.noun.is_none() && !self.is_beside_covers(count.place);
        if counts.iter().any(left_over) {
            charge.doubts.push(Doubt::Leftover);
        }
    }

    /// Takes the quantity from one of the counts, which it returns.
    fn used<'c>(&self, charge: &mut Charge, counts: &'c [Count]) -> Option<&'c Count> {
        let is_instalment = |count: &&Count| count.tag == Some(Tag::Instalment);
        // "8,000, settled in four equal parts"
        if let Some(count) = counts.iter().find(|count| is_instalment(count) && count.place > self.place) {
            charge.parts = Some(count.value);
            return Some(count);
        }
        if let Some(count) = counts.iter().find(|count| self.tag_before(count.place) == Some(Tag::Quantity)) {
            charge.quantity = count.value;
            return Some(count);
        }
        if let Some(count) = counts.iter().find(is_instalment) {
            instalments(charge, count);
            return Some(count);
        }
        if let Some(per) = self.per_noun() {
            return self.of_per_noun(charge, counts, per);
        }
        if self.has(Tag::UnitRate) {
            return self.of_unit_rate(charge, counts);
        }
        if let Some(each) = self.each() {
            return self.of_each(charge, counts, each);
        }
        let count = counts.iter().find(|count| self.times(count.place) || self.is_linked(count))?;
        self.multiply(charge, count);
        Some(count)
    }

    /// "$0.14 per word … 8,500 words", "420 per day x 5 days"
    fn of_per_noun<'c>(&self, charge: &mut Charge, counts: &'c [Count], per: String) -> Option<&'c Count> {
        let used = counts.iter().find(|count| match count.noun.as_deref() {
            Some(noun) => same_noun(noun, &per),
            None => self.times(count.place),
        });
        charge.unit = Some(singular(&per));
        match used {
            Some(count) => charge.quantity = count.value,
            None => charge.per = Some(per),
        }
        used
    }

    /// "day rate 600, 5 days"
    fn of_unit_rate<'c>(&self, charge: &mut Charge, counts: &'c [Count]) -> Option<&'c Count> {
        let is_time = |count: &&Count| matches!(count.tag, Some(Tag::Hour | Tag::Day));
        if counts.iter().filter(is_time).count() > 1 {
            charge.doubts.push(Doubt::Quantity);
        }
        let used = counts.iter().find(is_time).or_else(|| counts.iter().find(|count| self.times(count.place)));
        if let Some(count) = used {
            (charge.quantity, charge.unit) = (count.value, count.noun.as_deref().map(singular));
        } else {
            charge.unit = Some("hour".to_owned());
            charge.per = Some("hour".to_owned());
        }
        used
    }

    /// The place of "each"; "VAT @ 20 %" is no price per piece.
    fn each(&self) -> Option<usize> {
        self.places().find(|place| self.tag(*place) == Some(Tag::Each) && (self.word(*place) != "@" || place + 1 == self.place))
    }

    /// "six half-day workshops, £600 each"
    fn of_each<'c>(&self, charge: &mut Charge, counts: &'c [Count], each: usize) -> Option<&'c Count> {
        let recurring = charge.cadence != Cadence::Once;
        let counts = || counts.iter().filter(|count| !(recurring && count.tag.is_some_and(Tag::is_time)));
        let nearest = || counts().filter(|count| !count.bracketed).min_by_key(|count| count.place.abs_diff(each));
        let used = counts().rev().find(|count| self.is_linked(count)).or_else(nearest);
        match used {
            Some(count) => charge.quantity = count.value,
            None => charge.doubts.push(Doubt::Quantity),
        }
        used
    }

    /// "4 x 500", "$200 x 6 months"
    fn multiply(&self, charge: &mut Charge, count: &Count) {
        if count.tag == Some(Tag::Month) && charge.cadence == Cadence::Once && count.place > self.place {
            (charge.cadence, charge.cycles) = (Cadence::Monthly, u32::try_from(count.value).ok());
        } else {
            charge.quantity = count.value;
        }
        // "Website with 5 pages at $4,500"
        if !self.times(count.place) && self.has_word_before(count.place) {
            charge.doubts.push(Doubt::Quantity);
        }
    }

    /// "4 Tage à 520", "15 licences at 12.50": the noun and then the link stand right before the amount.
    fn is_linked(&self, count: &Count) -> bool {
        let between = |place: usize| matches!(self.is(place), Some(Is::Word | Is::Stop | Is::Tag(_) | Is::Mark(':' | '(' | ')' | ',')));
        count.place < self.place
            && !count.bracketed
            && !count.hyphenated
            && (count.place + 1..self.place).all(between)
            && (count.place..self.place).any(|place| matches!(self.tag(place), Some(Tag::Each | Tag::At)))
    }

    /// "2 banquettes 640 €" may be the price of one or of both.
    fn counts_the_named(&self, count: &Count) -> bool {
        let mut between = count.place + 1..self.place;
        !count.bracketed
            && !count.hyphenated
            && count.tag.is_none()
            && count.place < self.place
            && between.len() <= 2
            && between.all(|place| self.is_word(place))
    }

    /// "covers 3": the number is no quantity.
    fn is_beside_covers(&self, place: usize) -> bool {
        matches!(self.tag_before(place), Some(Tag::Covers | Tag::Doubt))
    }
}

/// "Three payments of $2,500"
fn instalments(charge: &mut Charge, count: &Count) {
    if charge.role == Role::Price {
        charge.role = Role::Parts;
    }
    if charge.cadence == Cadence::Once {
        charge.quantity = count.value;
    } else {
        charge.cycles = u32::try_from(count.value).ok();
    }
}
