//! What the amount of a clause is for.

use super::{ClauseReader, Role, percent::NEAR};
use crate::{
    pricing::TaxMode,
    reading::{
        clauses::Heading,
        lexicon::{Tag, WordList},
        units::Is,
    },
};

/// Words for money that is not ours or not of now.
const OF_OTHERS: [Tag; 4] = [Tag::Budget, Tag::Theirs, Tag::Past, Tag::Old];

impl ClauseReader<'_> {
    pub(super) fn role(&self) -> Role {
        let percent = self.has_percent();
        if self.is_mentioned() {
            Role::Mention
        } else if self.is_tax() {
            Role::Tax
        } else if self.beside_amount(Tag::Discount) && !percent && !self.beside_amount(Tag::Deposit)
            || self.is_negative()
        {
            Role::Discount
        } else if self.tag_before(self.place) == Some(Tag::Equal)
            && (self.follows_figures() || self.is_sum_line())
        {
            Role::Total
        } else if percent
            && self.is_between_brackets()
            && self.find(Tag::Deposit).is_some_and(|deposit| deposit < self.place)
        {
            Role::Restated
        } else if self.has_fractions() {
            Role::Price
        } else if self.beside_amount(Tag::Deposit)
            && !percent
            && !self.has(Tag::Half)
            && !self.is_paid_first()
        {
            Role::Deposit
        } else if self.beside_amount(Tag::Balance) && !percent {
            Role::Rest
        } else if self.is_total(percent) {
            Role::Total
        } else {
            Role::Price
        }
    }

    fn is_mentioned(&self) -> bool {
        let excluded = self.clause.heading == Heading::Excluded || self.is_excluded();
        excluded || self.is_of_others() && !self.may_be_ours() || self.is_crossed_out()
    }

    fn is_of_others(&self) -> bool {
        OF_OTHERS.into_iter().any(|tag| self.has(tag))
    }

    /// Whether words for the money of others stand in a clause that is priced like ours: "grant narrative 26
    /// h x $85", "budget annex $500", "payroll $24, currently 31 employees".
    pub(super) fn may_be_ours(&self) -> bool {
        // "Dépose ancien sol"
        let is_adjective =
            |place: usize| matches!(self.tag(place), Some(Tag::Budget | Tag::Old)) && self.is_word(place + 1);
        let is_aside = |place: usize| {
            place > self.place
                && (self.place..place).any(|between| matches!(self.is(between), Some(Is::Mark(',' | '('))))
        };
        let mut said =
            self.places().filter(|place| self.tag(*place).is_some_and(|tag| OF_OTHERS.contains(&tag)));
        let is_multiplied = || self.counts().iter().any(|count| self.times(count.place));
        // "someone else asked 2,600: I do it for 1,950"
        let is_figure = |place: usize| matches!(self.is(place), Some(Is::Number { .. } | Is::Money { .. }));
        let is_ours = |place: usize| {
            let mut after_figure = (place..self.place).skip_while(|between| !is_figure(*between));
            after_figure.any(|between| self.tag(between) == Some(Tag::Ours))
        };
        let said_by_us = || self.places().any(|place| self.tag(place) == Some(Tag::Theirs) && is_ours(place));
        self.is_of_others()
            && (is_multiplied() || said_by_us() || said.all(|place| is_adjective(place) || is_aside(place)))
    }

    /// "Not included: flights £300"; behind the amount and a comma the words are about something else:
    /// "cleaning €120, tourist tax paid by you".
    fn is_excluded(&self) -> bool {
        let Some(place) = self.find(Tag::Excluded) else { return false };
        let comma = (self.place..place).rev().find(|between| self.is(*between) == Some(Is::Mark(',')));
        !comma.is_some_and(|comma| {
            (comma..place).any(|between| self.is_word(between) || self.tag(between) == Some(Tag::Tax))
        })
    }

    /// Whether figures stand before the amount on its line, so that it may be their sum.
    fn follows_figures(&self) -> bool {
        let before = self.units.get(self.amount.saturating_sub(NEAR)..self.amount).unwrap_or_default();
        before
            .iter()
            .rev()
            .take_while(|unit| unit.is != Is::Break)
            .any(|unit| matches!(unit.is, Is::Money { .. } | Is::Number { .. }))
    }

    /// "= £7,100" on a line of its own.
    fn is_sum_line(&self) -> bool {
        self.place == 1 && !self.has_words()
    }

    /// "VAT 20 %: £400"
    fn is_tax(&self) -> bool {
        let before = self.find(Tag::Tax).is_some_and(|tax| tax < self.place);
        let is_alone = self.is_between_brackets() || !self.has_words();
        // "1.190 € brutto (enthält 190 € MwSt.)"
        let is_remark =
            self.in_brackets(self.place) && !self.has_words() && self.tag(self.place + 1) == Some(Tag::Tax);
        is_remark
            || before
                && is_alone
                && !self.has(Tag::PlusTax)
                && !self.has(Tag::Total)
                && !self.beside_amount(Tag::InclTax)
    }

    /// "VAT @ 20 % (£820)"
    fn is_between_brackets(&self) -> bool {
        let mark = |place: Option<usize>| place.and_then(|place| self.is(place));
        mark(self.place.checked_sub(1)) == Some(Is::Mark('('))
            && mark(Some(self.place + 1)) == Some(Is::Mark(')'))
    }

    /// "gesamt 12.000 €", "Total: $4,500"
    fn is_total(&self, percent: bool) -> bool {
        !percent && self.tag_before(self.place) == Some(Tag::Whole)
            || self.has(Tag::Total) && (!self.has_words() || self.beside_amount(Tag::Total))
    }

    /// A minus sign stands right before the amount.
    fn is_negative(&self) -> bool {
        let Some(before) = self.place.checked_sub(1).and_then(|before| self.unit(before)) else {
            return false;
        };
        let minus = matches!(before.is, Is::Mark('-' | '\u{2212}' | '\u{2013}'));
        minus && before.spaced && self.unit(self.place).is_some_and(|amount| !amount.spaced)
    }

    /// "~~$900~~"
    fn is_crossed_out(&self) -> bool {
        let crossed = |at: usize| self.units.get(at).is_some_and(|unit| unit.lower == "~~");
        self.amount.checked_sub(1).is_some_and(crossed) && crossed(self.amount + 1)
    }

    /// "Technical audit up front: £1,200": the words before the amount name something that is due first.
    pub(super) fn is_paid_first(&self) -> bool {
        self.find(Tag::Deposit).is_some_and(|place| {
            place < self.place
                && WordList::PaidWhen.has(self.word(place))
                && place.checked_sub(1).is_some_and(|before| self.is_word(before))
        })
    }

    /// "i.e. £900 per depot", "in total 835", "1.904 € brutto"
    pub(super) fn restates(&self) -> bool {
        let restating = [Tag::Restated, Tag::Equal, Tag::Total, Tag::InclTax, Tag::PlusTax];
        // The full stop of "i.e." may have ended the sentence before.
        let just_before = self.units.get(self.amount.saturating_sub(3)..self.amount).unwrap_or_default();
        let is_said = just_before.iter().any(|unit| unit.is == Is::Tag(Tag::Restated));
        is_said
            || restating.into_iter().any(|tag| self.beside_amount(tag))
            || self.find(Tag::Restated).is_some_and(|place| place < self.place)
    }

    /// Whether the words say when the amount is due.
    pub(super) fn is_staged(&self) -> bool {
        let stages = [Tag::Deposit, Tag::Balance, Tag::Billed, Tag::Instalment, Tag::MonthName];
        let is_event = |place: usize| WordList::StageEvent.has(self.word(place));
        stages.into_iter().any(|tag| self.has(tag)) || self.places().any(is_event)
    }

    /// "2 000 € HT", "with VAT 360"
    pub(super) fn tax_mode(&self) -> Option<TaxMode> {
        if self.beside_amount(Tag::InclTax) {
            Some(TaxMode::Inclusive)
        } else {
            self.beside_amount(Tag::PlusTax).then_some(TaxMode::Exclusive)
        }
    }

    /// Whether a phrase stands by the amount, with nothing but small words between.
    fn beside_amount(&self, tag: Tag) -> bool {
        let Some(place) = self.find(tag) else { return false };
        let (from, to) = if place < self.place { (place + 1, self.place) } else { (self.place + 1, place) };
        // "$60/mo, payment half now, half on delivery": what follows a comma is about the whole.
        let joins = |between: usize| match self.is(between) {
            Some(Is::Mark(',' | ';')) => place < self.place,
            Some(Is::Stop | Is::Mark(_) | Is::Tag(_)) => true,
            _ => false,
        };
        (from..to).all(joins)
    }
}
