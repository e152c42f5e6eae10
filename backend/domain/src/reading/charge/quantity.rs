//! How many of a thing a clause charges.

use rust_decimal::Decimal;

use super::{
    Charge, ClauseReader, Doubt, Role,
    counts::{Count, same_noun, same_things, singular},
};
use crate::{
    pricing::{Cadence, MAX_DECIMALS, MAX_QUANTITY},
    reading::{
        lexicon::{Tag, WordList},
        units::Is,
    },
};

impl ClauseReader<'_> {
    pub(super) fn quantity(&self, charge: &mut Charge) {
        let counts = self.counts();
        let used = self.used(charge, &counts);
        if let Some(count) = used.last() {
            if charge.unit.is_none() && count.tag.is_some_and(Tag::is_time) && charge.cycles.is_none() {
                charge.unit = count.noun.as_deref().map(singular);
            }
        } else if !self.is_flat()
            && counts.iter().any(|count| {
                count.tag == Some(Tag::CountNoun) || self.multiplies(count) || self.counts_the_named(count)
            })
        {
            charge.doubts.push(Doubt::Quantity);
        }
        if used.iter().any(|count| self.is_doubted(count.place)) {
            charge.doubts.push(Doubt::Estimate);
        }
        if charge.quantity > MAX_QUANTITY
            || charge.quantity.is_zero()
            || charge.quantity.scale() > MAX_DECIMALS
        {
            charge.quantity = Decimal::ONE;
            charge.doubts.push(Doubt::Quantity);
        }
        let used: Vec<usize> = used.iter().map(|count| count.at).collect();
        self.durations(charge, &counts, &used);
        // "Film 6000, three cutdowns 1500 together": where amounts have no currency, another large figure may
        // be one.
        let is_bare = matches!(self.is(self.place), Some(Is::Number { .. }));
        let is_large = |count: &Count| is_bare && count.value >= Decimal::ONE_HUNDRED;
        let left_over = |count: &Count| {
            !used.contains(&count.at)
                && (count.noun.is_none() || is_large(count))
                && !self.is_beside_covers(count.place)
        };
        if counts.iter().any(left_over) {
            charge.doubts.push(Doubt::Leftover);
        }
    }

    /// Takes the quantity from counts, which it returns.
    fn used<'c>(&self, charge: &mut Charge, counts: &'c [Count]) -> Vec<&'c Count> {
        // "6 x 1-hour sessions, $720 all up"
        if matches!(self.tag(self.place + 1), Some(Tag::Whole | Tag::Total)) {
            return Vec::new();
        }
        let is_instalment = |count: &&Count| count.tag == Some(Tag::Instalment);
        // "8,000, settled in four equal parts"
        if let Some(count) = counts.iter().find(|count| is_instalment(count) && count.place > self.place) {
            charge.parts = Some(count.value);
            return vec![count];
        }
        if let Some(count) = counts
            .iter()
            .find(|count| self.tag_before(count.place) == Some(Tag::Quantity) || self.of_them(count.place))
        {
            charge.quantity = count.value;
            return vec![count];
        }
        if let Some(count) = counts.iter().find(is_instalment) {
            instalments(charge, count);
            return vec![count];
        }
        // "3 interpreters x 2 days x 780"
        let is_factor =
            |count: &&Count| self.multiplies(count) && count.is_free() && count.place < self.place;
        let factors: Vec<&Count> = counts.iter().filter(is_factor).collect();
        if factors.len() > 1
            && factors.iter().all(|factor| factor.noun.is_some() && factor.tag != Some(Tag::CountNoun))
        {
            let product =
                factors.iter().try_fold(Decimal::ONE, |product, count| product.checked_mul(count.value));
            charge.quantity = product.unwrap_or_default();
            return factors;
        }
        let per = self.per_noun(counts);
        if per.is_some() || self.has(Tag::UnitRate) {
            return self.of_rate(charge, counts, per);
        }
        if let Some(each) = self.each() {
            return self.of_each(charge, counts, each).into_iter().collect();
        }
        let Some(count) = counts.iter().find(|count| self.multiplies(count) || self.is_linked(count)) else {
            return Vec::new();
        };
        self.multiply(charge, count);
        vec![count]
    }

    /// "$0.14 per word … 8,500 words", "day rate 600, 5 days", "3 translators for 2 days, €380 per translator
    /// per day"
    fn of_rate<'c>(&self, charge: &mut Charge, counts: &'c [Count], per: Option<String>) -> Vec<&'c Count> {
        let mut used = Vec::new();
        if let Some(per) = per {
            let counted = counts.iter().find(|count| match count.noun.as_deref() {
                Some(noun) => same_things(noun, &per),
                None => self.multiplies(count) || self.is_all(count.place),
            });
            let is_of_noun =
                |count: &&Count| count.noun.as_deref().is_some_and(|noun| same_things(noun, &per));
            if counts.iter().filter(is_of_noun).count() > 1 {
                charge.doubts.push(Doubt::Quantity);
            }
            charge.unit = Some(singular(&per));
            charge.per = Some(per).filter(|_| counted.is_none());
            used.extend(counted);
        }
        if self.has(Tag::UnitRate) {
            self.of_unit_rate(charge, counts, &mut used);
        }
        let product = used.iter().try_fold(Decimal::ONE, |product, count| product.checked_mul(count.value));
        charge.quantity = product.unwrap_or_default();
        used
    }

    /// "day rate 600, 5 days": the hours or days; a number of those who work them multiplies or is open.
    fn of_unit_rate<'c>(&self, charge: &mut Charge, counts: &'c [Count], used: &mut Vec<&'c Count>) {
        let is_time = |count: &&Count| {
            matches!(count.tag, Some(Tag::Hour | Tag::Day | Tag::Minute)) && !count.hyphenated
        };
        let (rate, times) = (self.time_of_rate(), counts.iter().filter(is_time).collect::<Vec<_>>());
        let own = times.iter().copied().find(|count| rate.is_none() || count.tag == rate);
        // "£80 per hour, 5 days"
        let is_other = own.is_none() && !times.is_empty();
        charge.doubts.extend((times.len() > 1 || is_other).then_some(Doubt::Quantity));
        if is_other {
            return;
        }
        let Some(time) = own.or_else(|| counts.iter().find(|count| self.multiplies(count))) else {
            let unit = charge.unit.get_or_insert_with(|| "hour".to_owned());
            charge.per.get_or_insert_with(|| unit.clone());
            return;
        };
        let is_worker = |count: &&Count| {
            count.at != time.at && count.tag.is_none() && count.place < time.place && count.is_free()
        };
        let worker = counts.iter().rev().find(is_worker).filter(|_| used.is_empty());
        match worker {
            Some(worker) if (worker.place..time.place).any(|place| self.tag(place) == Some(Tag::Each)) => {
                used.push(worker);
            }
            Some(_) => charge.doubts.push(Doubt::Quantity),
            None => {}
        }
        charge.unit = time.noun.as_deref().map(singular);
        used.push(time);
    }

    /// The time that a rate is for; none if its words leave that open or name half a day.
    fn time_of_rate(&self) -> Option<Tag> {
        let rate = self.word(self.find(Tag::UnitRate)?);
        let names = |list: WordList| rate.split(' ').any(|word| list.has(word));
        let times = [
            (WordList::OtherRate, None),
            (WordList::HourRate, Some(Tag::Hour)),
            (WordList::MinuteRate, Some(Tag::Minute)),
        ];
        times.into_iter().find(|(list, _)| names(*list)).map_or(Some(Tag::Day), |(_, time)| time)
    }

    /// The place of "each"; "VAT @ 20 %" is no price per piece.
    pub(super) fn each(&self) -> Option<usize> {
        // "$250 | One image per person"
        let is_parted = |place: usize| {
            (self.place.min(place)..self.place.max(place))
                .any(|between| self.is(between) == Some(Is::Mark('|')))
        };
        // "invoiced each January"
        let is_date =
            |place: usize| self.tag(place).is_some_and(|tag| tag == Tag::MonthName || tag.is_time());
        // "je ein Jahr", and not "per person and month"
        let is_dated = |place: usize| {
            let is_article = self.is(place + 1) == Some(Is::Stop) && !WordList::And.has(self.word(place + 1));
            is_date(place + 1) || (is_article && is_date(place + 2))
        };
        // "12 sessions, 60 min each", "je 60 Min."
        let is_measured = |place: usize| {
            self.tag_before(place) == Some(Tag::Minute) || self.tag(place + 2) == Some(Tag::Minute)
        };
        let is_each = |place: &usize| {
            self.tag(*place) == Some(Tag::Each)
                && !is_dated(*place)
                && !is_measured(*place)
                && (self.word(*place) != "@" || place + 1 == self.place)
        };
        self.places().find(|place| is_each(place) && !is_parted(*place))
    }

    /// "six half-day workshops, £600 each"
    fn of_each<'c>(&self, charge: &mut Charge, counts: &'c [Count], each: usize) -> Option<&'c Count> {
        let recurring = charge.cadence != Cadence::Once;
        // "10 sessions of 60 min, £120 each", "25 seats included"
        let is_time = |count: &Count| count.tag.is_some_and(Tag::is_time);
        let is_measure = move |count: &Count| is_time(count) && (recurring || count.tag == Some(Tag::Minute));
        let all = counts;
        let counts = || all.iter().filter(|count| !is_measure(count) && !self.is_included(count.place));
        // A count in brackets or in a compound only where there is no other.
        let nearest = || counts().min_by_key(|count| (!count.is_free(), count.place.abs_diff(each)));
        let used = counts().rev().find(|count| self.is_linked(count)).or_else(nearest);
        match used {
            Some(count) => {
                charge.quantity = count.value;
                // "10-session pass, €15 each" may be the price of a pass or of a session.
                let is_open = count.hyphenated || self.counts_no_persons(count, each);
                charge.doubts.extend(is_open.then_some(Doubt::Quantity));
            }
            // "60 guests: ... 18.90 p.p.": counted in another clause.
            None if self.is_for_each_person(each)
                && !self.places().any(|place| self.is(place) == Some(Is::Reference)) =>
            {
                charge.per = WordList::Person.entries().find(|person| person.len() > 4).map(str::to_owned);
            }
            // "für neun Monate je 380 € monatlich": for each of the months.
            None if recurring && all.iter().any(is_time) => {}
            None => charge.doubts.push(Doubt::Quantity),
        }
        used
    }

    fn is_for_each_person(&self, each: usize) -> bool {
        self.word(each).split(' ').any(|word| WordList::Person.has(word))
    }

    /// "12 tastings at 29 per person": the number of persons is not stated; "for 80 guests" states it
    /// whatever the noun.
    fn counts_no_persons(&self, count: &Count, each: usize) -> bool {
        let is_person = |noun: &String| WordList::Person.entries().any(|person| same_noun(noun, person));
        self.is_for_each_person(each)
            && !count.noun.as_ref().is_some_and(is_person)
            && !WordList::For.has(self.word_before(count.place))
    }

    /// "4 x 500", "$200 x 6 months"
    fn multiply(&self, charge: &mut Charge, count: &Count) {
        if count.tag == Some(Tag::Month) && charge.cadence == Cadence::Once && count.place > self.place {
            (charge.cadence, charge.cycles) = (Cadence::Monthly, u32::try_from(count.value).ok());
        } else {
            charge.quantity = count.value;
        }
        // "Website with 5 pages at $4,500"
        if !self.multiplies(count) && !self.begins_part(count.place) && count.tag != Some(Tag::CountNoun) {
            charge.doubts.push(Doubt::Quantity);
        }
    }

    /// "4 x 500", and not "£480 for 8 x 1hr sessions".
    fn multiplies(&self, count: &Count) -> bool {
        let is_what_it_buys = count.place > self.place && WordList::For.has(self.word_before(count.place));
        self.times(count.place) && !is_what_it_buys
    }

    /// "4 Tage à 520", "15 licences at 12.50": the noun and then the link stand right before the amount.
    fn is_linked(&self, count: &Count) -> bool {
        let between = |place: usize| {
            matches!(
                self.is(place),
                Some(Is::Word | Is::Stop | Is::Tag(_) | Is::Mark(':' | '(' | ')' | ',' | '.'))
            )
        };
        count.place < self.place
            && count.is_free()
            && (count.place + 1..self.place).all(between)
            && (count.place..self.place).any(|place| matches!(self.tag(place), Some(Tag::Each | Tag::At)))
            && !self.says_who(count.place)
    }

    /// "For the ten hours I'd be at $3,400": the "at" belongs to who asks for it, and the price is of all.
    fn says_who(&self, from: usize) -> bool {
        (from..self.place).any(|place| self.tag(place) == Some(Tag::Ours))
    }

    /// "2 banquettes 640 €" may be the price of one or of both, "dog grooming $70 (2 dogs)" as well.
    fn counts_the_named(&self, count: &Count) -> bool {
        let mut between = count.place + 1..self.place;
        let leads = count.is_free()
            && count.place < self.place
            && self.begins_part(count.place)
            && between.all(|place| self.may_be_name(place));
        let noun_again = || {
            let noun = count.noun.as_deref().unwrap_or_default();
            let others = self.places().filter(|place| {
                place.abs_diff(count.place) > 2
                    && (self.is_word(*place) || self.tag(*place) == Some(Tag::Reference))
            });
            !noun.is_empty() && others.into_iter().any(|place| same_noun(self.word(place), noun))
        };
        count.tag.is_none() && (leads || noun_again())
    }

    /// "€22 per dish, all 24"
    fn is_all(&self, place: usize) -> bool {
        let ends = matches!(
            self.is(place + 1),
            None | Some(Is::Mark(',' | '.' | ';' | ')') | Is::Break | Is::Tag(Tag::Total))
        );
        place > self.place && ends && WordList::AllOfThem.has(self.word_before(place))
    }

    /// "25 seats included"
    fn is_included(&self, place: usize) -> bool {
        let names = (place + 1..place + 4)
            .take_while(|next| matches!(self.is(*next), Some(Is::Word | Is::Stop)))
            .count();
        self.tag(place + 1 + names) == Some(Tag::Free)
    }

    /// "for a flat $5,600", "500 flyers £138 the lot": the price is of everything that the clause counts.
    fn is_flat(&self) -> bool {
        self.has(Tag::Flat) || matches!(self.tag(self.place + 1), Some(Tag::Whole | Tag::Total))
    }

    /// Whether no word stands between a place and the comma, the colon or the beginning before it.
    fn begins_part(&self, place: usize) -> bool {
        (0..place).rev().take_while(|before| !self.is_comma(*before)).all(|before| !self.is_word(before))
    }

    fn is_comma(&self, place: usize) -> bool {
        matches!(self.is(place), Some(Is::Mark(',' | ';' | ':')))
    }

    fn may_be_name(&self, place: usize) -> bool {
        matches!(self.is(place), Some(Is::Word | Is::Stop))
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
