//! What a clause leaves open.

use rust_decimal::Decimal;

use super::{Charge, ClauseReader, Doubt, Role};
use crate::{
    pricing::{Cadence, MAX_MILESTONES},
    reading::{
        lexicon::{Tag, WordList},
        units::Is,
    },
};

/// A number in words from which on it is an amount rather than a count.
pub const LEAST_SPELLED_AMOUNT: Decimal = Decimal::from_parts(500, 0, 0, false, 0);

impl ClauseReader<'_> {
    pub(super) fn doubts(&self, charge: &mut Charge) {
        let percents = self.places().filter(|place| matches!(self.is(*place), Some(Is::Percent(_)))).count();
        if percents > MAX_MILESTONES {
            charge.doubts.push(Doubt::Share);
            return;
        }
        for place in self.places() {
            let doubt = match self.is(place) {
                Some(Is::Tag(tag)) => self.doubt_of_tag(place, tag, charge),
                Some(Is::Percent(value)) => {
                    self.percent(place, value, charge);
                    None
                }
                Some(is) => self.doubt_of_figure(place, is),
                None => None,
            };
            charge.doubts.extend(doubt);
        }
        if self.trails_off() {
            charge.doubts.push(Doubt::Leftover);
        }
        let next = self.units.get(self.amount + 1);
        if next.is_some_and(|unit| matches!(unit.is, Is::Mark('+' | '?' | '*')) && !unit.spaced) {
            charge.doubts.push(Doubt::Estimate);
        }
        charge.doubts.sort_unstable();
        charge.doubts.dedup();
    }

    /// What figures and currencies besides the amount leave open.
    fn doubt_of_figure(&self, place: usize, is: Is) -> Option<Doubt> {
        let is_number = |place: usize| matches!(self.is(place), Some(Is::Number { .. }));
        match is {
            Is::Currency(_) if (1..=2).any(|back| place.checked_sub(back).is_some_and(is_number)) => Some(Doubt::Figure),
            Is::Garbled => Some(Doubt::Figure),
            Is::Number { .. } if place == self.place => None,
            Is::Number { number, spelled: true } if number.value >= LEAST_SPELLED_AMOUNT => Some(Doubt::Leftover),
            Is::Number { number, .. } if number.ambiguous => Some(Doubt::Figure),
            _ => None,
        }
    }

    /// What a phrase leaves open.
    fn doubt_of_tag(&self, place: usize, tag: Tag, charge: &Charge) -> Option<Doubt> {
        let once = charge.cadence == Cadence::Once;
        let single = charge.quantity == Decimal::ONE;
        let (doubt, open) = match tag {
            Tag::Every => (Doubt::Frequency, (1..=2).any(|next| self.is_time(place + next))),
            Tag::Third => (Doubt::NotOurs, self.is_subject(place) && charge.role == Role::Price),
            Tag::Instalment => {
                let counted = !single || charge.parts.is_some() || charge.cycles.is_some();
                (Doubt::Terms, !counted && !WordList::WorkPart.has(self.word(place)))
            }
            Tag::Ongoing => (Doubt::Frequency, once),
            Tag::Restated => (Doubt::Alternative, place < self.place),
            Tag::Deposit => (Doubt::Terms, charge.role == Role::Price && !self.has(Tag::Half) && !self.has_percent()),
            Tag::Fraction => (Doubt::Terms, once),
            Tag::Doubt => (Doubt::Estimate, self.is_amount_doubted(place, once)),
            // "extra hours billed at €110"
            Tag::Extra => (Doubt::Quantity, single && self.is_time(place + 1)),
            // "3.800 EUR/mes" in a text of another language
            Tag::Per => (Doubt::Frequency, place == self.place + 1 && !self.is_word(place + 1) && !self.is_time(place + 1)),
            Tag::Condition => (Doubt::Condition, true),
            Tag::Or => (Doubt::Alternative, !self.has(Tag::Either)),
            Tag::PassOn => (Doubt::Share, !self.has(Tag::Free)),
            Tag::Success => (Doubt::Share, true),
            Tag::Free => (Doubt::Condition, place.abs_diff(self.place) == 1),
            _ => return None,
        };
        open.then_some(doubt)
    }

    /// "They pay 900": the clause begins with another party, and nothing says that the amount is ours.
    fn is_subject(&self, place: usize) -> bool {
        let begins = (0..place).all(|before| matches!(self.is(before), Some(Is::Stop | Is::Mark(_))));
        begins && place < self.place && ![Tag::Either, Tag::Ours, Tag::Optional].into_iter().any(|tag| self.has(tag))
    }

    /// Whether "about" is about the amount, not about a count or the duration of a contract.
    fn is_amount_doubted(&self, place: usize, once: bool) -> bool {
        // "6 month minimum"
        if !once && self.tag_before(place).is_some_and(Tag::is_time) {
            return false;
        }
        let is_count =
            |next: usize| next != self.place && matches!(self.is(next), Some(Is::Number { .. } | Is::Reference | Is::Tag(Tag::MonthName)));
        let next = [place + 1, place + 2];
        next.contains(&self.place) || !next.into_iter().any(is_count)
    }

    /// Words behind an amount that already has a name, which no small word links to it, may change its meaning.
    fn trails_off(&self) -> bool {
        let named = self.has_word_before(self.place);
        let mut place = self.place + 1;
        while self.clause.units.get(place).is_some_and(|at| self.clause.units.get(place - 1) == at.checked_sub(1).as_ref()) {
            match self.is(place) {
                Some(Is::Word) => return named,
                Some(Is::Tag(tag)) if tag.qualifies() && tag != Tag::Each => {}
                Some(Is::Mark('~')) => {}
                _ => return false,
            }
            place += 1;
        }
        false
    }
}
