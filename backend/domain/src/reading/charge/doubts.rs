//! What a clause leaves open.

use rust_decimal::Decimal;

use super::{Charge, ClauseReader, Doubt, Role};
use crate::{
    pricing::{Cadence, MAX_MILESTONES},
    reading::{
        lexicon::{Tag, WordList, open_marks},
        units::{Is, Unit},
        whole::fractions,
    },
};

/// A number in words from which on it is an amount rather than a count.
pub const LEAST_SPELLED_AMOUNT: Decimal = Decimal::from_parts(500, 0, 0, false, 0);

/// Whether a word that is part of no phrase limits, denies or compares something: "not", "any", "may".
pub fn is_limit(units: &[Unit], at: usize) -> bool {
    let Some(unit) = units.get(at).filter(|unit| WordList::Limit.has(&unit.lower)) else { return false };
    let is_number =
        |at: usize| units.get(at).is_some_and(|unit| matches!(unit.is, Is::Number { .. } | Is::Reference));
    match unit.is {
        Is::Word | Is::Stop => true,
        // "VAT may apply" and "3 May"
        Is::Tag(Tag::MonthName) => {
            !unit.opens && !is_number(at + 1) && !at.checked_sub(1).is_some_and(is_number)
        }
        _ => false,
    }
}

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
        charge.doubts.extend((charge.role == Role::Price && self.may_be_ours()).then_some(Doubt::NotOurs));
        let months = self.places().filter(|place| self.tag(*place) == Some(Tag::MonthName)).count();
        // "bookkeeping Jan-Sept: 18 hrs @ $65"
        let is_counted =
            charge.unit.is_some() || charge.parts.is_some() || charge.quantity == Decimal::from(months);
        let is_worked = charge.cadence == Cadence::Once && (is_counted || self.has(Tag::Once));
        if months > 1 && charge.cycles.is_none() && charge.role == Role::Price && !is_worked {
            charge.doubts.push(Doubt::Duration);
        }
        // "ends after year three"
        if charge.cadence != Cadence::Once && charge.cycles.is_none() && self.says_end() {
            charge.doubts.push(Doubt::Duration);
        }
        // "£5k for the review?"
        let is_asked = self
            .clause
            .units
            .last()
            .and_then(|at| self.units.get(*at))
            .is_some_and(|unit| unit.is == Is::Mark('?'));
        if is_asked && charge.role == Role::Price {
            charge.doubts.push(Doubt::Unconfirmed);
        }
        if self.trails_off() {
            charge.doubts.push(Doubt::Leftover);
        }
        if !self.has(Tag::Instalment) && self.places().any(|place| self.is_limit(place)) {
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
            Is::Currency(_) if (1..=2).any(|back| place.checked_sub(back).is_some_and(is_number)) => {
                Some(Doubt::Figure)
            }
            Is::Garbled => Some(Doubt::Figure),
            Is::Number { .. } if place == self.place => None,
            Is::Number { number, spelled: true } if number.value >= LEAST_SPELLED_AMOUNT => {
                Some(Doubt::Leftover)
            }
            Is::Number { number, .. } if number.ambiguous => Some(Doubt::Figure),
            // "between 30 and 40 hours at $120"
            Is::Reference
                if self.is_time(place + 1)
                    && self.unit(place).is_some_and(|unit| !unit.lower.contains(':')) =>
            {
                (place < self.place
                    && (place..self.place)
                        .any(|link| matches!(self.tag(link), Some(Tag::At | Tag::Each | Tag::Times))))
                .then_some(Doubt::Quantity)
            }
            // "rush fee 100"
            Is::Number { .. }
                if self.tag_before(place) == Some(Tag::PriceWord) && self.is_word(place + 1) =>
            {
                Some(Doubt::Leftover)
            }
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
            // "the annual report"
            Tag::Ongoing => (Doubt::Frequency, once && !WordList::DatedNoun.has(self.word(place + 1))),
            Tag::Restated => (Doubt::Alternative, place < self.place),
            Tag::Deposit => (
                Doubt::Terms,
                charge.role == Role::Price
                    && !self.has(Tag::Half)
                    && !self.has_percent()
                    && !self.is_paid_first(),
            ),
            Tag::Fraction => (Doubt::Terms, once && !self.has_fractions()),
            Tag::Doubt => (
                if open_marks().any(|mark| mark == self.word(place)) {
                    Doubt::Unconfirmed
                } else {
                    Doubt::Estimate
                },
                !self.is_part_of_price(place, charge.role) && self.is_amount_doubted(place, once),
            ),
            // "extra hours billed at €110"
            Tag::Extra => (
                Doubt::Quantity,
                single && (self.is_time(place + 1) || self.tag_before(place).is_some_and(Tag::is_time)),
            ),
            // "Per workshop day 980, five days in all"
            Tag::Per if place < self.place => {
                (Doubt::Quantity, single && charge.per.is_none() && self.leads_part(place))
            }
            // "3.800 EUR/mes" in a text of another language
            Tag::Per => {
                // "por el diseño"
                let names = matches!(self.is(place + 1), Some(Is::Stop | Is::Tag(Tag::Article)))
                    && self.is_word(place + 2);
                (
                    Doubt::Frequency,
                    place == self.place + 1
                        && !self.is_word(place + 1)
                        && !self.is_time(place + 1)
                        && self.tag(place + 1) != Some(Tag::Reference)
                        && !names,
                )
            }
            // "the rest when it stands"
            Tag::Condition => (
                Doubt::Condition,
                !self.part_says(place, Tag::Balance) && !self.is_part_of_price(place, charge.role),
            ),
            // "or package L 99, your choice"
            Tag::Or => (Doubt::Alternative, place == 0 || !self.has(Tag::Either)),
            // "travel £45"
            Tag::PassOn => (Doubt::Share, !self.has(Tag::Free) && !self.leads_to_amount(place)),
            // "the mix waits for Lena, who will name her price"
            Tag::PriceWord if place > self.place + 1 => {
                (Doubt::Estimate, self.tag_before(place) == Some(Tag::Third))
            }
            Tag::Success => (Doubt::Share, true),
            Tag::Free => (Doubt::Condition, place.abs_diff(self.place) == 1 || self.ends_part_with(place)),
            _ => return None,
        };
        open.then_some(doubt)
    }

    /// "They pay 900": the clause begins with another party, and nothing says that the amount is ours.
    fn is_subject(&self, place: usize) -> bool {
        let is_small =
            |before: usize| matches!(self.is(before), Some(Is::Stop | Is::Mark(_) | Is::Tag(Tag::Article)));
        // "Der jetzige Anbieter"
        let begins = (0..place).all(is_small) || (place == 2 && is_small(0) && self.is_word(1));
        begins
            && place < self.place
            && ![Tag::Either, Tag::Ours, Tag::Optional].into_iter().any(|tag| self.has(tag))
    }

    /// "then it ends", and not "fixed fee": the charge stops at some time.
    fn says_end(&self) -> bool {
        self.places().any(|place| self.tag(place) == Some(Tag::FixedTerm) && self.word(place).contains(' '))
    }

    /// Whether a word other than "for" stands at the beginning of the clause or behind a mark.
    fn leads_part(&self, place: usize) -> bool {
        let begins = place.checked_sub(1).is_none_or(|before| matches!(self.is(before), Some(Is::Mark(_))));
        begins && !WordList::For.has(self.word(place))
    }

    /// "not", "any", "after", unless it says when a share is due, a bill is sent or a contract may end.
    fn is_limit(&self, place: usize) -> bool {
        if !self.clause.units.get(place).is_some_and(|at| is_limit(self.units, *at)) {
            return false;
        }
        // "same 9,400 words"
        if WordList::Same.has(self.word(place)) && matches!(self.is(place + 1), Some(Is::Number { .. })) {
            return false;
        }
        // "could also do a clip for £180 if you like"
        if WordList::Modal.has(self.word(place))
            && self.around(place, |_| true).any(|near| self.tag(near) == Some(Tag::Optional))
        {
            return false;
        }
        let parts = self.has_fractions();
        let is_term = |is: Is| match is {
            Is::Percent(_) | Is::Tag(Tag::Deposit | Tag::Balance | Tag::Billed | Tag::MinimumTerm) => true,
            Is::Tag(Tag::Half | Tag::Fraction) => parts,
            _ => false,
        };
        !self.part_has(place, is_term)
    }

    /// "£500 onboarding fee waived": the words behind the amount end with this one.
    fn ends_part_with(&self, place: usize) -> bool {
        let is_name =
            |between: usize| matches!(self.is(between), Some(Is::Word | Is::Stop | Is::Tag(Tag::PriceWord)));
        let ends = matches!(self.is(place + 1), None | Some(Is::Mark(',' | '.' | ';' | '!') | Is::Break));
        place > self.place && ends && (self.place + 1..place).all(is_name)
    }

    /// "half when we start and half when it is done"
    pub(super) fn has_fractions(&self) -> bool {
        !fractions(self.units, &self.clause.units).is_empty()
    }

    /// Whether nothing but small words stands between a place and the amount behind it; a dash between two
    /// spaces separates a name from its price: "Moving the data over - 400".
    fn leads_to_amount(&self, place: usize) -> bool {
        let small = |between: usize| match self.is(between) {
            Some(Is::Mark('-' | '\u{2013}' | '\u{2014}')) => {
                !self.unit(between).is_some_and(|dash| dash.spaced)
                    || !self.unit(between + 1).is_some_and(|next| next.spaced)
            }
            Some(Is::Stop | Is::Currency(_) | Is::Mark(_) | Is::Number { .. }) => true,
            Some(Is::Tag(tag)) => matches!(tag, Tag::Doubt | Tag::At | Tag::Flat | Tag::Times | Tag::Each),
            _ => false,
        };
        place < self.place && (place + 1..self.place).all(small)
    }

    /// "of which 30 % is due on signing", "davon 500 € Anzahlung bei Buchung": the words say which part of
    /// the price is due or taken off.
    fn is_part_of_price(&self, place: usize, role: Role) -> bool {
        let is_due =
            |is: Is| matches!(is, Is::Percent(_) | Is::Tag(Tag::Deposit | Tag::Balance | Tag::Discount));
        let is_term = matches!(role, Role::Deposit | Role::Rest | Role::Stage | Role::Discount);
        (WordList::OfWhich.has(self.word(place)) && (is_term || self.part_has(place, is_due)))
            || (role == Role::Deposit && WordList::WhenOrdered.has(self.word(place)))
    }

    /// Whether "about" is about the amount, not about a count or the duration of a contract.
    fn is_amount_doubted(&self, place: usize, once: bool) -> bool {
        if WordList::NearDoubt.has(self.word(place)) {
            return self.leads_to_amount(place) || matches!(self.is(place + 1), Some(Is::Percent(_)));
        }
        // "of which 30 % on signing"
        let is_due = |is: Is| matches!(is, Is::Tag(Tag::Deposit | Tag::Balance));
        if (place + 1..place + 4).any(|next| matches!(self.is(next), Some(Is::Percent(_))))
            && self.part_has(place, is_due)
        {
            return false;
        }
        // "6 month minimum"
        if !once && self.tag_before(place).is_some_and(Tag::is_time) {
            return false;
        }
        // "4 posts (900 words or so) @ £175", and not "£175 (to be confirmed)"
        let counts_inside =
            |before: usize| matches!(self.is(before), Some(Is::Number { .. })) && self.in_brackets(before);
        let is_of_count = (place.saturating_sub(3)..place).any(counts_inside);
        if is_of_count
            && self.in_brackets(place)
            && !self.in_brackets(self.place)
            && place.abs_diff(self.place) > 2
        {
            return false;
        }
        let is_count = |next: usize| {
            next != self.place
                && matches!(self.is(next), Some(Is::Number { .. } | Is::Reference | Is::Tag(Tag::MonthName)))
        };
        let next = [place + 1, place + 2];
        next.contains(&self.place) || !next.into_iter().any(is_count)
    }

    /// Whether nothing but one to three words stands behind the amount up to a comma or the end: "$2,000
    /// wireframes,".
    fn is_short_name_behind(&self) -> bool {
        let behind = |place: &usize| {
            matches!(self.is(*place), Some(Is::Word)) || self.tag(*place).is_some_and(Tag::is_cadence)
        };
        let words = (self.place + 1..self.clause.units.len()).take_while(behind).count();
        (1..=3).contains(&words)
            && matches!(self.is(self.place + 1 + words), None | Some(Is::Mark(',' | '.' | ';') | Is::Break))
    }

    /// Words behind an amount that already has a name, which no small word links to it, may change its
    /// meaning.
    fn trails_off(&self) -> bool {
        // "Milestones: $2,000 wireframes, $5,000 build"
        let has_label = self.place.checked_sub(1).and_then(|before| self.is(before)) == Some(Is::Mark(':'));
        let named = self.has_word_before(self.place) && !(has_label && self.is_short_name_behind());
        let mut place = self.place + 1;
        while self
            .clause
            .units
            .get(place)
            .is_some_and(|at| self.clause.units.get(place - 1) == at.checked_sub(1).as_ref())
        {
            match self.is(place) {
                // "12 € l'image"
                Some(Is::Word) if place == self.place + 1 && self.word(place).starts_with("l'") => {}
                // "480 € net"
                Some(Is::Word) if WordList::NetAmount.has(self.word(place)) => {}
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
