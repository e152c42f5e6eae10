//! Reads a clause: what it charges, and what of it was not understood.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    clauses::{Clause, Heading},
    lexicon::Tag,
    units::{Is, Unit},
};
use crate::{
    money::Currency,
    pricing::{Cadence, MAX_DECIMALS, MAX_QUANTITY},
};

/// Why a reading needs a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Doubt {
    /// Digits or currency can be read in two ways.
    Figure,
    /// "about", "from", "up to".
    Open,
    /// "if", "when".
    Condition,
    /// A rate or a price per unit without a number.
    Quantity,
    /// Two frequencies, or one that the table does not have.
    Frequency,
    /// A choice between amounts that is not plain.
    Alternative,
    /// A duration whose meaning for the bills is open.
    Duration,
    /// A share of something unknown, or costs that are passed on.
    Share,
    /// A number that has no part in the reading.
    Leftover,
    /// The sum that the text states differs.
    Total,
    /// Several currencies.
    Currencies,
    /// Not a price of ours, and nothing else is charged.
    NotOurs,
    /// A deposit or a discount without a figure.
    Terms,
    /// The text itself says that a person has not confirmed it.
    Unconfirmed,
}

/// What an amount is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It is charged.
    Price,
    /// It is the sum of the others.
    Total,
    /// It is taken off.
    Discount,
    /// It is due at the start.
    Deposit,
    /// It is the tax on the others.
    Tax,
    /// It says in which parts another amount is paid.
    Parts,
    /// It is what is left to pay after a deposit.
    Rest,
    /// It is mentioned and not charged.
    Mention,
}

/// A clause as it was understood.
#[derive(Debug, Clone)]
pub struct Charge {
    pub role: Role,
    pub value: Decimal,
    pub currency: Option<Currency>,
    pub quantity: Decimal,
    pub unit: Option<String>,
    pub cadence: Cadence,
    pub cycles: Option<u32>,
    pub optional: bool,
    pub either: bool,
    /// A percentage that the clause takes off.
    pub discount: Option<Discount>,
    pub doubts: Vec<Doubt>,
    /// The unit of the amount.
    pub amount: usize,
    pub line: usize,
    pub sentence: usize,
    /// The units that name it.
    pub name: Vec<usize>,
    /// The number of equal parts in which it is paid.
    pub parts: Option<Decimal>,
    /// The noun of a price per unit, to be looked for elsewhere.
    pub per: Option<String>,
    /// It stands in brackets.
    pub bracketed: bool,
    /// The bytes of its clause.
    pub span: Range<usize>,
}

/// A percentage that is taken off.
#[derive(Debug, Clone)]
pub struct Discount {
    pub percent: Decimal,
    /// The words say that it is off everything.
    pub whole: bool,
    /// It stands with the amount, with no comma between.
    pub own: bool,
    /// The words beside it, which may name an item.
    pub words: Vec<String>,
}

/// The beginnings that two forms of a word share.
pub fn same_noun(one: &str, other: &str) -> bool {
    let stem = |word: &str| word.chars().take(word.chars().count().saturating_sub(2).max(4)).collect::<String>();
    let (one, other) = (one.trim_end_matches('s'), other.trim_end_matches('s'));
    one == other || (stem(one) == stem(other) && one.len().abs_diff(other.len()) <= 3)
}

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

/// "hours", "hrs" and "h" as the unit of a quantity.
fn singular(noun: &str) -> String {
    match noun {
        "h" | "hr" | "hrs" => "hour".to_owned(),
        _ => noun.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')).unwrap_or(noun).to_owned(),
    }
}

/// A number of things: where it stands, how many, and their noun.
struct Count {
    at: usize,
    bracketed: bool,
    hyphenated: bool,
    value: Decimal,
    noun: Option<String>,
    tag: Option<Tag>,
    place: usize,
}

/// Reads a clause with an amount.
pub fn read(units: &[Unit], clause: &Clause) -> Option<Charge> {
    let amount = clause.amount?;
    let (value, currency, sure) = match units.get(amount)?.is {
        Is::Money { value, currency, sure } => (value, currency, sure),
        Is::Number { number, .. } => (number.value, None, !number.ambiguous),
        _ => return None,
    };
    let reader = ClauseReader { units, clause, amount, place: clause.units.iter().position(|at| *at == amount)? };
    let mut charge = Charge {
        role: Role::Price,
        value,
        currency,
        quantity: Decimal::ONE,
        unit: None,
        cadence: Cadence::Once,
        cycles: None,
        optional: clause.heading == Heading::Optional || reader.has(Tag::Optional),
        either: clause.heading == Heading::Choice || reader.has(Tag::Either),
        discount: None,
        doubts: Vec::new(),
        amount,
        line: clause.line,
        sentence: clause.sentence,
        name: Vec::new(),
        parts: None,
        per: None,
        bracketed: reader.in_brackets(reader.place) && !reader.named_before_bracket(),
        span: reader.span(),
    };
    if !sure {
        charge.doubts.push(Doubt::Figure);
    }
    reader.role(&mut charge);
    reader.frequency(&mut charge);
    reader.quantity(&mut charge);
    reader.doubts(&mut charge);
    charge.name = reader.name();
    Some(charge)
}

struct ClauseReader<'a> {
    units: &'a [Unit],
    clause: &'a Clause,
    amount: usize,
    /// The place of the amount among the clause's units.
    place: usize,
}

impl ClauseReader<'_> {
    fn is(&self, place: usize) -> Option<Is> {
        self.clause.units.get(place).and_then(|at| self.units.get(*at)).map(|unit| unit.is)
    }

    fn tag(&self, place: usize) -> Option<Tag> {
        match self.is(place) {
            Some(Is::Tag(tag)) => Some(tag),
            _ => None,
        }
    }

    fn word(&self, place: usize) -> &str {
        self.clause.units.get(place).and_then(|at| self.units.get(*at)).map_or("", |unit| unit.lower.as_str())
    }

    fn places(&self) -> std::ops::Range<usize> {
        0..self.clause.units.len()
    }

    fn has(&self, tag: Tag) -> bool {
        self.places().any(|place| self.tag(place) == Some(tag))
    }

    fn find(&self, tag: Tag) -> Option<usize> {
        self.places().find(|place| self.tag(*place) == Some(tag))
    }

    fn role(&self, charge: &mut Charge) {
        let negative =
            self.place.checked_sub(1).is_some_and(|before| matches!(self.is(before), Some(Is::Mark('-' | '\u{2212}' | '\u{2013}'))))
                && self.clause.units.get(self.place - 1).and_then(|at| self.units.get(*at)).is_some_and(|unit| unit.spaced)
                && self.clause.units.get(self.place).and_then(|at| self.units.get(*at)).is_some_and(|unit| !unit.spaced);
        let near = |tag: Tag| self.find(tag).is_some();
        let percent = self.places().any(|place| matches!(self.is(place), Some(Is::Percent(_))));
        charge.role = if self.clause.heading == Heading::Excluded || near(Tag::Excluded) {
            Role::Mention
        } else if near(Tag::Budget) || near(Tag::Theirs) || near(Tag::Past) || near(Tag::Old) || self.crossed_out() {
            Role::Mention
        } else if self.find(Tag::Tax).is_some_and(|tax| tax < self.place) && !near(Tag::PlusTax) && !self.has_words() && !near(Tag::Total) {
            // "VAT 20 %: £400"
            Role::Tax
        } else if self.beside_amount(Tag::Discount) && !percent || negative {
            Role::Discount
        } else if self.place > 0 && self.tag(self.place - 1) == Some(Tag::Equal) {
            Role::Total
        } else if self.beside_amount(Tag::Deposit) && !percent && !self.has(Tag::Half) {
            Role::Deposit
        } else if self.beside_amount(Tag::Balance) && !percent {
            Role::Rest
        } else if !percent && self.place > 0 && self.tag(self.place - 1) == Some(Tag::Whole) {
            // "gesamt 12.000 €"
            Role::Total
        } else if near(Tag::Total) && (!self.has_words() || self.beside_amount(Tag::Total)) {
            Role::Total
        } else {
            Role::Price
        };
    }

    fn crossed_out(&self) -> bool {
        let crossed = |at: usize| self.units.get(at).is_some_and(|unit| unit.lower == "~~");
        self.amount.checked_sub(1).is_some_and(crossed) && crossed(self.amount + 1)
    }

    /// Whether a phrase stands by the amount, with nothing but small words between.
    fn beside_amount(&self, tag: Tag) -> bool {
        let Some(place) = self.find(tag) else { return false };
        let (from, to) = if place < self.place { (place + 1, self.place) } else { (self.place + 1, place) };
        (from..to).all(|between| matches!(self.is(between), Some(Is::Stop | Is::Mark(_) | Is::Tag(_))))
    }

    fn has_words(&self) -> bool {
        self.places().any(|place| matches!(self.is(place), Some(Is::Word)))
    }

    fn frequency(&self, charge: &mut Charge) {
        let mut found: Vec<Tag> = self
            .places()
            .filter(|place| !self.runs_a_year(*place))
            .filter_map(|place| self.tag(place))
            .filter(|tag| tag.is_cadence())
            .collect();
        if found.is_empty() {
            found.extend(self.clause.frequency);
        }
        found.sort_by_key(|tag| *tag as u8);
        found.dedup();
        // "with monthly reports for $4,500": a frequency of something else.
        let of_noun = self.places().any(|place| {
            self.tag(place).is_some_and(|tag| tag.is_cadence() && tag != Tag::Once)
                && self.is(place + 1) == Some(Is::Word)
                && place.abs_diff(self.place) > 1
                && (0..place).any(|before| self.is(before) == Some(Is::Word))
        });
        if of_noun {
            charge.doubts.push(Doubt::Frequency);
            return;
        }
        if let ([Tag::OtherCadence], Some(weeks)) = (found.as_slice(), self.weeks()) {
            (charge.quantity, charge.unit) = (weeks.value, weeks.noun.as_deref().map(singular));
            return;
        }
        match found.as_slice() {
            [] | [Tag::Once] => {}
            [Tag::Monthly] => charge.cadence = Cadence::Monthly,
            [Tag::Quarterly] => charge.cadence = Cadence::Quarterly,
            [Tag::Yearly] => charge.cadence = Cadence::Yearly,
            [first, ..] => {
                charge.cadence = match first {
                    Tag::Monthly => Cadence::Monthly,
                    Tag::Quarterly => Cadence::Quarterly,
                    Tag::Yearly => Cadence::Yearly,
                    _ => Cadence::Once,
                };
                charge.doubts.push(Doubt::Frequency);
            }
        }
    }

    /// "$500 per week for 8 weeks"
    fn weeks(&self) -> Option<Count> {
        let weekly = |place: usize| {
            self.tag(place) == Some(Tag::OtherCadence)
                && ["week", "woche", "semaine", "semana"].iter().any(|week| self.word(place).split(' ').any(|word| word == *week))
        };
        self.places().any(weekly).then(|| self.counts().into_iter().find(|count| count.tag == Some(Tag::Week))).flatten()
    }

    /// The numbers of things in the clause, with the noun behind each.
    fn counts(&self) -> Vec<Count> {
        let number = |place: usize| match self.is(place) {
            Some(Is::Number { number, .. }) if !self.is_amount(place) => Some(number.value),
            _ => None,
        };
        self.places()
            .filter_map(|place| {
                let value = number(place)?;
                let at = *self.clause.units.get(place)?;
                let mut next = place + 1;
                // "4 halbe Tage", "three equal payments", "six of the half-day workshops"
                let mut noun = None;
                let mut tag = None;
                for _ in 0..4 {
                    match self.is(next) {
                        Some(Is::Word) => noun = Some(self.word(next).to_owned()),
                        Some(Is::Tag(found)) if found.is_time() || matches!(found, Tag::Instalment | Tag::CountNoun) => {
                            (noun, tag) = (Some(self.word(next).to_owned()), Some(found));
                            break;
                        }
                        Some(Is::Tag(Tag::Monthly)) => {}
                        Some(Is::Stop) if noun.is_none() => {}
                        _ => break,
                    }
                    next += 1;
                }
                let bracketed = self.in_brackets(place);
                Some(Count { at, value, noun, tag, place, bracketed, hyphenated: self.units.get(at).is_some_and(|unit| unit.hyphenated) })
            })
            .collect()
    }

    fn in_brackets(&self, place: usize) -> bool {
        let depth = |mark: char| self.places().take(place).filter(|before| self.is(*before) == Some(Is::Mark(mark))).count();
        depth('(') > depth(')')
    }

    /// "hosting ($300 a month)"
    fn named_before_bracket(&self) -> bool {
        let bracket = (0..self.place).rev().find(|place| self.is(*place) == Some(Is::Mark('(')));
        bracket.is_some_and(|bracket| (0..bracket).any(|place| self.is(place) == Some(Is::Word)))
    }

    fn is_amount(&self, place: usize) -> bool {
        place == self.place
    }

    fn quantity(&self, charge: &mut Charge) {
        let counts = self.counts();
        let mut used: Option<&Count> = None;
        let each = self.places().find(|place| {
            // "VAT @ 20 %" is no price per piece.
            self.tag(*place) == Some(Tag::Each) && (self.word(*place) != "@" || place + 1 == self.place)
        });
        let labelled = |count: &&Count| count.place > 0 && self.tag(count.place - 1) == Some(Tag::Quantity);
        let linked = |count: &Count| {
            // "4 Tage à 520", "15 licences at 12.50": the noun and then the link stand right before the amount.
            count.place < self.place
                && !count.bracketed
                && !count.hyphenated
                && (count.place + 1..self.place)
                    .all(|place| matches!(self.is(place), Some(Is::Word | Is::Stop | Is::Tag(_) | Is::Mark(':' | '(' | ')' | ','))))
                && (count.place..self.place).any(|place| matches!(self.tag(place), Some(Tag::Each | Tag::At)))
        };
        let behind = |count: &&Count| count.tag == Some(Tag::Instalment) && count.place > self.place;
        if let Some(count) = counts.iter().find(behind) {
            // "8,000, settled in four equal parts"
            used = Some(count);
            charge.parts = Some(count.value);
        } else if let Some(count) = counts.iter().find(labelled) {
            used = Some(count);
            charge.quantity = count.value;
        } else if let Some(count) = counts.iter().find(|count| count.tag == Some(Tag::Instalment)) {
            used = Some(count);
            if charge.role == Role::Price {
                charge.role = Role::Parts;
            }
            if charge.cadence == Cadence::Once {
                charge.quantity = count.value;
            } else {
                charge.cycles = u32::try_from(count.value).ok();
            }
        } else if let Some(per) = self.per_noun() {
            // "$0.14 per word … 8,500 words", "420 per day x 5 days"
            let is_unit = |count: &&Count| {
                count.noun.as_deref().is_some_and(|noun| same_noun(noun, &per)) || (count.noun.is_none() && self.times(count.place))
            };
            used = counts.iter().find(is_unit);
            charge.unit = Some(singular(&per));
            match used {
                Some(count) => charge.quantity = count.value,
                None => charge.per = Some(per),
            }
        } else if self.has(Tag::UnitRate) {
            let is_time = |count: &&Count| matches!(count.tag, Some(Tag::Hour | Tag::Day));
            if counts.iter().filter(is_time).count() > 1 {
                charge.doubts.push(Doubt::Quantity);
            }
            used = counts.iter().find(is_time).or_else(|| counts.iter().find(|count| self.times(count.place)));
            match used {
                Some(count) => (charge.quantity, charge.unit) = (count.value, count.noun.as_deref().map(singular)),
                None => {
                    charge.unit = Some("hour".to_owned());
                    charge.per = Some("hour".to_owned());
                }
            }
        } else if let Some(each) = each {
            let recurring = charge.cadence != Cadence::Once;
            let counts: Vec<&Count> = counts.iter().filter(|count| !(recurring && count.tag.is_some_and(Tag::is_time))).collect();
            used = counts
                .iter()
                .copied()
                .rev()
                .find(|count| linked(count))
                .or_else(|| counts.iter().copied().filter(|count| !count.bracketed).min_by_key(|count| count.place.abs_diff(each)));
            match used {
                Some(count) => charge.quantity = count.value,
                None => charge.doubts.push(Doubt::Quantity),
            }
        } else if let Some(count) = counts.iter().find(|count| self.times(count.place) || linked(count)) {
            used = Some(count);
            if count.tag == Some(Tag::Month) && charge.cadence == Cadence::Once && count.place > self.place {
                // "$200 x 6 months"
                (charge.cadence, charge.cycles) = (Cadence::Monthly, u32::try_from(count.value).ok());
            } else {
                charge.quantity = count.value;
            }
            // "Website with 5 pages at $4,500"
            if !self.times(count.place) && (0..count.place).any(|place| self.is(place) == Some(Is::Word)) {
                charge.doubts.push(Doubt::Quantity);
            }
        }
        if let Some(count) = used.filter(|count| charge.unit.is_none() && count.tag.is_some_and(Tag::is_time) && charge.cycles.is_none()) {
            charge.unit = count.noun.as_deref().map(singular);
        }
        if used.is_some_and(|count| {
            count.place > 0 && (1..=2).any(|back| count.place.checked_sub(back).is_some_and(|place| self.tag(place) == Some(Tag::Doubt)))
        }) {
            charge.doubts.push(Doubt::Open);
        }
        // "2 banquettes 640 €" may be the price of one or of both.
        if used.is_none()
            && counts.iter().any(|count| {
                let between = count.place + 1..self.place;
                !count.bracketed
                    && !count.hyphenated
                    && count.tag.is_none()
                    && count.place < self.place
                    && between.len() <= 2
                    && between.clone().all(|place| self.is(place) == Some(Is::Word))
            })
        {
            charge.doubts.push(Doubt::Quantity);
        }
        if charge.quantity > MAX_QUANTITY || charge.quantity.is_zero() || charge.quantity.scale() > MAX_DECIMALS {
            charge.quantity = Decimal::ONE;
            charge.doubts.push(Doubt::Quantity);
        }
        self.durations(charge, &counts, used.map(|count| count.at));
        if charge.cadence != Cadence::Once && charge.cycles.is_none() && self.places().any(|place| self.runs_a_year(place)) {
            charge.cycles = Some(charge.cadence.bills_per_year());
        }
        for count in &counts {
            let is_used = used.is_some_and(|used| used.at == count.at);
            if !is_used && count.noun.is_none() && !self.beside_covers(count.place) {
                charge.doubts.push(Doubt::Leftover);
            }
        }
    }

    /// "x" on either side of a count.
    fn times(&self, place: usize) -> bool {
        let is = |place: Option<usize>| place.is_some_and(|place| self.tag(place) == Some(Tag::Times));
        let noun = (place + 1..place + 5)
            .take_while(|next| matches!(self.is(*next), Some(Is::Word | Is::Stop)) || self.tag(*next).is_some_and(Tag::is_time))
            .count();
        is(place.checked_sub(1)) || is(Some(place + 1 + noun))
    }

    /// The noun of "per word", "/page", "an hour".
    fn per_noun(&self) -> Option<String> {
        // "280 a session", "0,12 € le mot", "310 for every camera"
        let named = (0..self.place).any(|place| self.is(place) == Some(Is::Word));
        let first = self.word(self.place + 1);
        let noun = self.is(self.place + 2) == Some(Is::Word) || self.tag(self.place + 2).is_some_and(Tag::is_time);
        let article = noun
            && (matches!(first, "a" | "an")
                || (named && first == "the")
                || (named
                    && (self.tag(self.place + 1) == Some(Tag::Article)
                        || matches!(first, "la" | "l" | "el" | "die" | "das" | "der" | "le" | "du"))));
        if let Some(every) = self.find(Tag::Every).filter(|every| self.is(every + 1) == Some(Is::Word)) {
            return Some(self.word(every + 1).to_owned());
        }
        if article {
            return Some(self.word(self.place + 2).to_owned());
        }
        let place = (self.place + 1..(self.place + 4).min(self.clause.units.len())).find(|place| self.tag(*place) == Some(Tag::Per))?;
        let names = |place: usize| self.is(place) == Some(Is::Word) || self.tag(place).is_some_and(Tag::is_time);
        // "por el diseño" is no price per unit.
        let noun = (place + 1..place + 3).take_while(|place| names(*place)).last()?;
        Some(self.word(noun).to_owned())
    }

    fn beside_covers(&self, place: usize) -> bool {
        place.checked_sub(1).is_some_and(|before| matches!(self.tag(before), Some(Tag::Covers | Tag::Doubt)))
    }

    /// What durations mean for a charge that recurs.
    fn durations(&self, charge: &mut Charge, counts: &[Count], used: Option<usize>) {
        if charge.cadence == Cadence::Once || charge.cycles.is_some() {
            return;
        }
        for count in counts.iter().filter(|count| Some(count.at) != used) {
            let Some(unit) = count.tag.filter(|tag| tag.is_time()) else { continue };
            // "min. 3 months"
            let least = (1..=2).any(|back| count.place.checked_sub(back).is_some_and(|place| self.tag(place) == Some(Tag::Doubt)))
                || self.tag(count.place + 2) == Some(Tag::Doubt);
            if self.has(Tag::MinimumTerm) || self.has(Tag::Covers) || least {
                continue;
            }
            let cycles = match (unit, charge.cadence) {
                (Tag::Month, Cadence::Monthly) | (Tag::Year, Cadence::Yearly) => Some(count.value),
                (Tag::Year, Cadence::Monthly) => count.value.checked_mul(Decimal::from(12)),
                (Tag::Year, Cadence::Quarterly) => count.value.checked_mul(Decimal::from(4)),
                _ => None,
            };
            match cycles.and_then(|cycles| u32::try_from(cycles).ok()) {
                Some(cycles) if self.ends(count.place) => charge.cycles = Some(cycles),
                Some(_) => charge.doubts.push(Doubt::Duration),
                None if matches!(unit, Tag::Month | Tag::Year) => charge.doubts.push(Doubt::Duration),
                None => {}
            }
        }
    }

    /// "for a year": a duration, not a frequency.
    fn runs_a_year(&self, place: usize) -> bool {
        let before = place.checked_sub(1).map_or("", |before| self.word(before));
        self.tag(place) == Some(Tag::Yearly)
            && matches!(self.word(place), "a year" | "one year" | "un an" | "un año" | "ein jahr")
            && matches!(before, "for" | "für" | "pour" | "pendant" | "por" | "durante")
    }

    /// Whether the words say that a charge ends after a duration: "for 6 months", "fixed".
    fn ends(&self, place: usize) -> bool {
        let word = place.checked_sub(1).map_or("", |before| self.word(before));
        self.has(Tag::FixedTerm) || matches!(word, "for" | "für" | "pour" | "pendant" | "durante" | "por" | "only" | "genau" | "exactly")
    }

    fn doubts(&self, charge: &mut Charge) {
        for place in self.places() {
            let beside = |offsets: &[isize]| offsets.iter().any(|offset| place.checked_add_signed(*offset) == Some(self.place));
            match self.is(place) {
                Some(Is::Tag(Tag::Every)) if (1..=2).any(|next| self.tag(place + next).is_some_and(Tag::is_time)) => {
                    charge.doubts.push(Doubt::Frequency)
                }
                Some(Is::Tag(Tag::Third))
                    if (0..place).all(|before| matches!(self.is(before), Some(Is::Stop | Is::Mark(_))))
                        && !self.has(Tag::Either)
                        && place < self.place
                        && charge.role == Role::Price
                        && !self.has(Tag::Ours)
                        && !self.has(Tag::Optional) =>
                {
                    charge.doubts.push(Doubt::NotOurs);
                }
                Some(Is::Tag(Tag::Instalment))
                    if !matches!(self.word(place), "parts" | "stages" | "fois")
                        && charge.quantity == Decimal::ONE
                        && charge.parts.is_none()
                        && charge.cycles.is_none() =>
                {
                    charge.doubts.push(Doubt::Terms)
                }
                Some(Is::Tag(Tag::Ongoing)) if charge.cadence == Cadence::Once => charge.doubts.push(Doubt::Frequency),
                Some(Is::Tag(Tag::Restated)) if place < self.place => charge.doubts.push(Doubt::Alternative),
                Some(Is::Tag(Tag::Deposit))
                    if charge.role == Role::Price
                        && !self.has(Tag::Half)
                        && !self.places().any(|place| matches!(self.is(place), Some(Is::Percent(_)))) =>
                {
                    charge.doubts.push(Doubt::Terms);
                }
                Some(Is::Tag(Tag::Fraction)) if charge.cadence == Cadence::Once => charge.doubts.push(Doubt::Terms),
                Some(Is::Currency(_))
                    if (1..=2)
                        .any(|offset| matches!(place.checked_sub(offset).and_then(|place| self.is(place)), Some(Is::Number { .. }))) =>
                {
                    charge.doubts.push(Doubt::Figure);
                }
                Some(Is::Number { number, spelled: true }) if place != self.place && number.value >= Decimal::from(500) => {
                    charge.doubts.push(Doubt::Leftover)
                }
                Some(Is::Garbled) => charge.doubts.push(Doubt::Figure),
                Some(Is::Tag(Tag::Doubt)) => {
                    let next_is_count = (1..=2).any(|offset| {
                        matches!(self.is(place + offset), Some(Is::Number { .. } | Is::Reference | Is::Tag(Tag::MonthName)))
                            && place + offset != self.place
                    });
                    // "6 month minimum"
                    let of_term = charge.cadence != Cadence::Once && place > 0 && self.tag(place - 1).is_some_and(Tag::is_time);
                    if !of_term && (beside(&[1, 2]) || !next_is_count) {
                        charge.doubts.push(Doubt::Open);
                    }
                }
                // "extra hours billed at €110"
                Some(Is::Tag(Tag::Extra)) if self.tag(place + 1).is_some_and(Tag::is_time) && charge.quantity == Decimal::ONE => {
                    charge.doubts.push(Doubt::Quantity);
                }
                Some(Is::Tag(Tag::Condition)) => charge.doubts.push(Doubt::Condition),
                Some(Is::Tag(Tag::Or)) if !self.has(Tag::Either) => charge.doubts.push(Doubt::Alternative),
                Some(Is::Tag(Tag::PassOn)) if self.has(Tag::Free) => {}
                Some(Is::Tag(Tag::PassOn | Tag::Success)) => charge.doubts.push(Doubt::Share),
                Some(Is::Tag(Tag::Free)) if beside(&[1, -1]) => charge.doubts.push(Doubt::Condition),
                Some(Is::Percent(value)) => self.percent(place, value, charge),
                Some(Is::Number { number, .. }) if number.ambiguous && place != self.place => charge.doubts.push(Doubt::Figure),
                _ => {}
            }
        }
        if self.trails_off() {
            charge.doubts.push(Doubt::Leftover);
        }
        let next = self.units.get(self.amount + 1);
        if next.is_some_and(|unit| matches!(unit.is, Is::Mark('+' | '?' | '*')) && !unit.spaced) {
            charge.doubts.push(Doubt::Open);
        }
        charge.doubts.sort_unstable();
        charge.doubts.dedup();
    }

    /// Words behind an amount that already has a name, which no small word links to it, may change its meaning.
    fn trails_off(&self) -> bool {
        let named = (0..self.place).any(|place| self.is(place) == Some(Is::Word));
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

    /// A percentage in a clause with an amount: a discount, a tax or a share due; anything else is open.
    fn percent(&self, place: usize, value: Decimal, charge: &mut Charge) {
        // The part between commas in which it stands.
        let open = |at: &usize| !matches!(self.is(*at), Some(Is::Mark(',' | ';') | Is::Break | Is::Money { .. }));
        let part: Vec<usize> = (0..place).rev().take_while(open).chain((place + 1..self.clause.units.len()).take_while(open)).collect();
        let says = |tag: Tag| part.iter().any(|at| self.tag(*at) == Some(tag));
        let taxed = |place: usize| self.clause.units.get(place).is_some_and(|at| is_tax_rate(self.units, *at));
        let shares = self.places().filter(|place| !taxed(*place)).filter_map(|place| match self.is(place) {
            Some(Is::Percent(share)) => Some(share),
            _ => None,
        });
        if taxed(place) {
            return;
        }
        if shares.sum::<Decimal>() == Decimal::ONE_HUNDRED && value != Decimal::ONE_HUNDRED {
            return;
        }
        if says(Tag::Discount) || (self.has(Tag::Discount) && !says(Tag::Deposit) && !says(Tag::Balance)) {
            let whole = self.has(Tag::Whole) || self.has(Tag::Total);
            let between = self.place.min(place)..self.place.max(place);
            let own = !between.into_iter().any(|place| matches!(self.is(place), Some(Is::Mark(',' | ';'))));
            charge.discount = Some(Discount { percent: value, whole, own, words: self.discounted(place) });
            return;
        }
        if says(Tag::Deposit) || says(Tag::Balance) {
            return;
        }
        charge.doubts.push(Doubt::Share);
    }

    /// Whether a comma stands in a list that names one thing: "design, development and testing".
    fn joins_list(&self, place: usize) -> bool {
        let side = |at: usize| at < self.place;
        let ahead = (place + 1..self.clause.units.len())
            .take_while(|next| matches!(self.is(*next), Some(Is::Word | Is::Stop | Is::Mark(',' | '&'))) && side(*next) == side(place));
        let ends = ahead.into_iter().collect::<Vec<_>>();
        let behind = place.checked_sub(1).is_some_and(|before| self.is(before) == Some(Is::Word));
        let and = |at: &usize| matches!(self.word(*at), "and" | "und" | "et" | "y" | "&");
        behind && ends.iter().any(|at| and(at) && self.is(at + 1) == Some(Is::Word))
    }

    /// The words of the part of the clause in which a percentage stands.
    fn discounted(&self, place: usize) -> Vec<String> {
        let ends = |place: &usize| matches!(self.is(*place), Some(Is::Mark(',' | ';' | '(' | ')') | Is::Money { .. }));
        let before = (0..place).rev().take_while(|place| !ends(place));
        let after = (place + 1..self.clause.units.len()).take_while(|place| !ends(place));
        before.chain(after).filter(|place| self.is(*place) == Some(Is::Word)).map(|place| self.word(place).to_owned()).collect()
    }

    /// The bytes from the first to the last unit of the clause.
    fn span(&self) -> Range<usize> {
        let joins = |unit: &&Unit| {
            matches!(unit.is, Is::Mark(_)) || (unit.is == Is::Stop && matches!(unit.lower.as_str(), "and" | "und" | "et" | "y"))
        };
        let spans = || self.clause.units.iter().filter_map(|at| self.units.get(*at)).skip_while(joins).map(|unit| unit.span.clone());
        spans().map(|span| span.start).min().unwrap_or_default()..spans().map(|span| span.end).max().unwrap_or_default()
    }

    /// The units that name what is charged: the run with the most words, without what surrounds it.
    fn name(&self) -> Vec<usize> {
        let mut runs: Vec<Vec<usize>> = vec![Vec::new()];
        for place in self.places() {
            let Some(&at) = self.clause.units.get(place) else { continue };
            let named = match self.is(place) {
                Some(Is::Word | Is::Stop | Is::Reference) => true,
                Some(Is::Number { .. }) => place != self.place,
                Some(Is::Mark('&' | '/' | '\'' | '.' | '>' | '"')) => true,
                Some(Is::Mark(':')) => place > 0 && matches!(self.is(place - 1), Some(Is::Reference | Is::Number { .. })),
                Some(Is::Mark(',')) => self.joins_list(place),
                Some(Is::Tag(tag)) => tag.is_time() || tag.names(),
                _ => false,
            };
            if named {
                if let Some(run) = runs.last_mut() {
                    run.push(at);
                }
            } else if runs.last().is_some_and(|run| !run.is_empty()) {
                runs.push(Vec::new());
            }
        }
        let is = |at: &usize| self.units.get(*at).map(|unit| unit.is);
        let is_word = |at: &usize| match is(at) {
            Some(Is::Word) => true,
            Some(Is::Tag(tag)) => tag.is_time() || matches!(tag, Tag::Reference | Tag::CountNoun),
            _ => false,
        };
        // "40 hours" names no work.
        let says = |run: &&Vec<usize>| run.iter().any(|at| matches!(is(at), Some(Is::Word | Is::Tag(Tag::Reference | Tag::CountNoun))));
        let trim = |run: Vec<usize>| -> Vec<usize> {
            // "hours of development", "12-month support"
            let work = run.iter().position(|at| matches!(is(at), Some(Is::Word | Is::Tag(Tag::Reference | Tag::CountNoun))));
            // "We agreed that the website would be $12,000"
            let that = run.iter().rposition(|at| self.units.get(*at).is_some_and(|unit| matches!(unit.lower.as_str(), "that" | "dass")));
            let behind = that.and_then(|that| run.iter().skip(that).position(|at| is(at) == Some(Is::Word)).map(|offset| that + offset));
            let first = behind.or(work).or_else(|| run.iter().position(is_word));
            // "setup fee"
            let is_at = |at: usize| run.get(at).and_then(is);
            let fee = |at: usize| is_at(at) == Some(Is::Tag(Tag::PriceWord)) && is_at(at - 1) == Some(Is::Word);
            let last = run.iter().rposition(is_word).map(|last| if fee(last + 1) { last + 1 } else { last });
            match (first, last) {
                (Some(first), Some(last)) => run.get(first..=last).unwrap_or_default().to_vec(),
                _ => Vec::new(),
            }
        };
        let runs: Vec<Vec<usize>> = runs.into_iter().map(trim).filter(|run| !run.is_empty()).collect();
        // The first run before the amount names it, unless it is a single word and a longer one follows.
        let before = runs.iter().filter(says).find(|run| run.last().is_some_and(|last| *last < self.amount));
        let after = runs.iter().filter(says).find(|run| run.first().is_some_and(|first| *first > self.amount));
        match (before, after) {
            (Some(before), _) => before.clone(),
            (None, Some(after)) => after.clone(),
            // "Option A: $3k"
            (None, None) => {
                let numbered = |place: &usize| {
                    self.tag(*place) == Some(Tag::Either)
                        && ["option", "variant", "paket", "opci"].iter().any(|word| self.word(*place).starts_with(word))
                };
                self.places().find(numbered).and_then(|place| self.clause.units.get(place)).map(|at| vec![*at]).unwrap_or_default()
            }
        }
    }
}
