//! How often a clause charges, and for how long.

use rust_decimal::Decimal;

use super::{
    Charge, ClauseReader, Doubt,
    counts::{Count, singular},
};
use crate::{
    pricing::Cadence,
    reading::{
        lexicon::{Tag, WordList, month},
        units::Is,
    },
};

impl ClauseReader<'_> {
    pub(super) fn frequency(&self, charge: &mut Charge) {
        let found = self.frequencies();
        // "quarterly filter service, 3 units at $145 per quarter" says one frequency twice.
        let is_said = found.len() == 1
            && (self.place + 1..self.place + 5).any(|place| self.tag(place).is_some_and(Tag::is_cadence));
        if !is_said && self.has_frequency_of_noun() {
            charge.doubts.push(Doubt::Frequency);
            return;
        }
        if let ([Tag::OtherCadence], Some(weeks)) = (found.as_slice(), self.weeks()) {
            (charge.quantity, charge.unit) = (weeks.value, weeks.noun.as_deref().map(singular));
            return;
        }
        charge.cadence = match found.first() {
            Some(Tag::Monthly) => Cadence::Monthly,
            Some(Tag::Quarterly) => Cadence::Quarterly,
            Some(Tag::Yearly) => Cadence::Yearly,
            _ => Cadence::Once,
        };
        if found.len() > 1 || found.first() == Some(&Tag::OtherCadence) {
            charge.doubts.push(Doubt::Frequency);
        }
    }

    /// The frequencies that the clause names, else the one of its heading.
    fn frequencies(&self) -> Vec<Tag> {
        let is_named = |place: &usize| {
            !self.runs_a_year(*place)
                && !self.dates_a_noun(*place)
                && self.tag(*place).is_some_and(Tag::is_cadence)
        };
        let mut places: Vec<usize> = self.places().filter(is_named).collect();
        // "2x pro Woche: 420 € im Monat"
        if places.iter().any(|place| *place > self.place) {
            places.retain(|place| *place > self.place || self.tag_before(*place) != Some(Tag::Times));
        }
        // "3 posts per week, $600/mo"
        if places.contains(&(self.place + 1)) {
            places.retain(|place| {
                *place == self.place + 1 || !(self.follows_count(*place) || self.is_word(*place + 1))
            });
        }
        let mut found: Vec<Tag> = places.into_iter().filter_map(|place| self.tag(place)).collect();
        found.extend(self.places().filter_map(|place| self.and_period(place)));
        if found.is_empty() {
            found.extend(self.clause.frequency);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// "annual report": the frequency belongs to the name.
    fn dates_a_noun(&self, place: usize) -> bool {
        WordList::DatedNoun.has(self.word(place + 1)) && place > self.place + 1
    }

    /// "3 posts per week"
    fn follows_count(&self, place: usize) -> bool {
        let noun = (0..place).rev().take_while(|before| matches!(self.is(*before), Some(Is::Word))).count();
        noun > 0
            && place
                .checked_sub(noun + 1)
                .is_some_and(|count| matches!(self.is(count), Some(Is::Number { .. })))
    }

    /// "pro Platz und Monat"
    fn and_period(&self, place: usize) -> Option<Tag> {
        let is_per = (1..=4).any(|back| {
            place
                .checked_sub(back)
                .is_some_and(|before| matches!(self.tag(before), Some(Tag::Per | Tag::Each)))
        });
        let period = match self.tag(place)? {
            Tag::Month => Tag::Monthly,
            Tag::Year => Tag::Yearly,
            _ => return None,
        };
        (is_per && WordList::And.has(self.word_before(place))).then_some(period)
    }

    /// "with monthly reports for $4,500": a frequency of something else.
    fn has_frequency_of_noun(&self) -> bool {
        self.places().any(|place| {
            self.tag(place).is_some_and(|tag| tag.is_cadence() && tag != Tag::Once)
                && self.is_word(place + 1)
                && !self.dates_a_noun(place)
                && place.abs_diff(self.place) > 1
                && self.has_word_before(place)
        })
    }

    /// "$500 per week for 8 weeks"
    fn weeks(&self) -> Option<Count> {
        let weekly = |place: usize| {
            self.tag(place) == Some(Tag::OtherCadence)
                && self.word(place).split(' ').any(|word| WordList::WeekWord.has(word))
        };
        self.places()
            .any(weekly)
            .then(|| self.counts().into_iter().find(|count| count.tag == Some(Tag::Week)))
            .flatten()
    }

    /// What durations mean for a charge that recurs. `used` are the units of the counts that make its
    /// quantity.
    pub(super) fn durations(&self, charge: &mut Charge, counts: &[Count], used: &[usize]) {
        if charge.cadence == Cadence::Once {
            return;
        }
        if charge.cycles.is_none() {
            counts
                .iter()
                .filter(|count| !used.contains(&count.at))
                .for_each(|count| self.duration(charge, count));
        }
        if charge.cycles.is_none() && self.places().any(|place| self.runs_a_year(place)) {
            charge.cycles = Some(charge.cadence.bills_per_year());
        }
        let months = self.months_of_year().filter(|_| charge.cadence == Cadence::Monthly);
        let is_counted = |months: &u32| {
            counts.iter().any(|count| count.tag == Some(Tag::Month) && count.value == Decimal::from(*months))
        };
        let is_inclusive = self.places().any(|place| WordList::Inclusive.has(self.word(place)));
        if let Some(months) =
            months.filter(|months| charge.cycles.is_none() && (is_inclusive || is_counted(months)))
        {
            charge.cycles = Some(months);
            charge.doubts.retain(|doubt| *doubt != Doubt::Duration);
        }
    }

    /// "from March through November": how many months two names of months span.
    fn months_of_year(&self) -> Option<u32> {
        let mut named = self
            .places()
            .filter_map(|place| month(self.word(place)).filter(|_| self.tag(place) == Some(Tag::MonthName)));
        let (first, last) = (named.next()?, named.next()?);
        named.next().is_none().then(|| (last + 12 - first) % 12 + 1)
    }

    fn duration(&self, charge: &mut Charge, count: &Count) {
        let Some(unit) = count.tag.filter(|tag| tag.is_time()) else { return };
        // "min. 3 months"
        let least = self.is_doubted(count.place) || self.tag(count.place + 2) == Some(Tag::Doubt);
        // "covers 3 months of support"
        let covered = self.find(Tag::Covers).is_some_and(|covers| covers < count.place);
        if least || covered || self.has(Tag::MinimumTerm) {
            return;
        }
        let cycles = match (unit, charge.cadence) {
            (Tag::Month, Cadence::Monthly)
            | (Tag::Quarter, Cadence::Quarterly)
            | (Tag::Year, Cadence::Yearly) => Some(count.value),
            (Tag::Quarter, Cadence::Monthly) => count.value.checked_mul(Decimal::from(3)),
            (Tag::Year, Cadence::Monthly) => count.value.checked_mul(Decimal::from(12)),
            (Tag::Year, Cadence::Quarterly) => count.value.checked_mul(Decimal::from(4)),
            _ => None,
        };
        match cycles.and_then(|cycles| u32::try_from(cycles).ok()) {
            Some(cycles) if self.ends(count.place) => charge.cycles = Some(cycles),
            None if !matches!(unit, Tag::Month | Tag::Quarter | Tag::Year) => {}
            _ => charge.doubts.push(Doubt::Duration),
        }
    }

    /// "for a year": a duration, not a frequency.
    fn runs_a_year(&self, place: usize) -> bool {
        let is_for = |place: usize| {
            WordList::For.has(self.word_before(place)) || self.tag_before(place) == Some(Tag::FixedTerm)
        };
        // "for one year", which is no frequency
        let one_year = || WordList::OneYear.has(&format!("{} {}", self.word_before(place), self.word(place)));
        match self.tag(place) {
            Some(Tag::Yearly) => WordList::OneYear.has(self.word(place)) && is_for(place),
            Some(Tag::Year) => place > 0 && one_year() && is_for(place - 1),
            _ => false,
        }
    }

    /// Whether the words say that a charge ends after a duration: "for 6 months", "fixed".
    fn ends(&self, place: usize) -> bool {
        let word = self.word_before(place);
        self.has(Tag::FixedTerm) || WordList::For.has(word) || WordList::Exactly.has(word)
    }
}
