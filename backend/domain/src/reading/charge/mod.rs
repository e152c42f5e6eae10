//! Reads a clause: what it charges, and what of it was not understood.

mod counts;
mod doubts;
mod frequency;
mod name;
mod percent;
mod quantity;
mod role;

use std::ops::Range;

use poem_openapi::Enum;
use rust_decimal::Decimal;

pub use counts::{Noun, names_time_limit, same_noun, same_things};
pub use doubts::{LEAST_SPELLED_AMOUNT, is_limit};
pub use percent::{NEAR, is_at_event, is_tax_rate, tax_beside};

use super::{
    clauses::{Clause, Heading},
    lexicon::{Tag, WordList},
    units::{Is, Unit},
};
use crate::{
    money::Currency,
    pricing::{Cadence, MAX_CYCLES, TaxMode},
};

/// What a price text leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Enum)]
#[oai(rename = "QuestionCode", rename_all = "snake_case")]
pub enum Doubt {
    /// The digits or the currency can be read in two ways.
    Figure,
    /// The amount is an estimate or a limit: "about", "from", "up to".
    Estimate,
    /// The price depends on a condition: "if", "when".
    Condition,
    /// The quantity is not clear: a rate or a price per unit without a number.
    Quantity,
    /// The frequency is not clear, or not one that a table has.
    Frequency,
    /// A choice between amounts is not clear.
    Alternative,
    /// What a duration means for the bills is not clear.
    Duration,
    /// A share of something unknown, or costs that are passed on.
    Share,
    /// A number has no part in the reading.
    Leftover,
    /// The stated total differs from the sum.
    Total,
    /// Several currencies.
    Currencies,
    /// The amount may not be a price of this offer.
    NotOurs,
    /// The terms of payment, a discount or a tax are not clear.
    Terms,
    /// The text says that the amount is not confirmed.
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
    /// It is a part of a price that is due at some stage.
    Stage,
    /// It is another amount said again.
    Restated,
    /// It is mentioned and not charged.
    Mention,
}

/// A clause as it was understood.
#[expect(clippy::struct_excessive_bools, reason = "independent observations of one clause, none a state")]
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
    /// The words say that it is so with each choice.
    pub any_case: bool,
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
    /// It is the price of each of several: "apiece".
    pub each: bool,
    /// The numbers of things in its clause.
    pub counts: Vec<Decimal>,
    /// Its figure has no currency where other sentences name one, and leaves nothing else open.
    pub is_bare: bool,
    /// It stands in brackets.
    pub bracketed: bool,
    /// Words beside the amount say that it is others again or their sum: "i.e.", "in total", "gross".
    pub restates: bool,
    /// A total is named before the amount.
    pub follows_total: bool,
    /// The words say when it is due: "on signing".
    pub staged: bool,
    /// The amount is with the tax, or without it.
    pub tax_mode: Option<TaxMode>,
    /// The units of its clause behind the amount.
    pub behind: Vec<usize>,
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

/// Reads a clause with an amount.
pub fn read(units: &[Unit], clause: &Clause) -> Option<Charge> {
    let amount = clause.amount?;
    let (value, currency, sure) = match units.get(amount)?.is {
        Is::Money { value, currency, sure } => (value, currency, sure),
        Is::Number { number, .. } => (number.value, None, !number.ambiguous),
        _ => return None,
    };
    let reader =
        ClauseReader { units, clause, amount, place: clause.units.iter().position(|at| *at == amount)? };
    let mut charge = Charge {
        role: Role::Price,
        value,
        currency,
        quantity: Decimal::ONE,
        unit: None,
        cadence: Cadence::Once,
        cycles: None,
        optional: matches!(clause.heading, Heading::Optional | Heading::PerhapsOptional)
            || reader.has(Tag::Optional),
        either: clause.heading == Heading::Choice || reader.has(Tag::Either),
        any_case: reader.has(Tag::AnyCase),
        discount: None,
        doubts: Vec::new(),
        amount,
        line: clause.line,
        sentence: clause.sentence,
        name: Vec::new(),
        parts: None,
        per: None,
        each: reader.each().is_some(),
        counts: reader.counts().iter().map(|count| count.value).collect(),
        is_bare: sure && clause.uncertain,
        bracketed: reader.in_brackets(reader.place) && !reader.is_named_before_bracket(),
        restates: reader.restates(),
        follows_total: reader.find(Tag::Total).is_some_and(|total| total < reader.place),
        staged: reader.is_staged(),
        tax_mode: reader.tax_mode(),
        behind: clause.units.iter().copied().filter(|at| *at > amount).collect(),
        span: reader.span(),
    };
    if !sure || (clause.uncertain && !reader.is_marked()) {
        charge.doubts.push(Doubt::Figure);
    }
    if clause.heading == Heading::PerhapsOptional && !reader.has(Tag::Optional) {
        charge.doubts.push(Doubt::Condition);
    }
    charge.role = reader.role();
    reader.frequency(&mut charge);
    reader.quantity(&mut charge);
    if charge.cycles.is_some_and(|cycles| !(1..=MAX_CYCLES).contains(&cycles)) {
        charge.cycles = None;
        charge.doubts.push(Doubt::Duration);
    }
    reader.doubts(&mut charge);
    charge.name = reader.name();
    Some(charge)
}

/// A clause while it is read. A place is the index of a unit among those of the clause.
struct ClauseReader<'a> {
    units: &'a [Unit],
    clause: &'a Clause,
    amount: usize,
    /// The place of the amount.
    place: usize,
}

impl ClauseReader<'_> {
    fn unit(&self, place: usize) -> Option<&Unit> {
        self.clause.units.get(place).and_then(|at| self.units.get(*at))
    }

    fn is(&self, place: usize) -> Option<Is> {
        self.unit(place).map(|unit| unit.is)
    }

    fn is_word(&self, place: usize) -> bool {
        self.is(place) == Some(Is::Word)
    }

    fn tag(&self, place: usize) -> Option<Tag> {
        match self.is(place) {
            Some(Is::Tag(tag)) => Some(tag),
            _ => None,
        }
    }

    fn is_time(&self, place: usize) -> bool {
        self.tag(place).is_some_and(Tag::is_time)
    }

    fn word(&self, place: usize) -> &str {
        self.unit(place).map_or("", |unit| unit.lower.as_str())
    }

    /// The word before a place; empty at the beginning.
    fn word_before(&self, place: usize) -> &str {
        place.checked_sub(1).map_or("", |before| self.word(before))
    }

    fn tag_before(&self, place: usize) -> Option<Tag> {
        place.checked_sub(1).and_then(|before| self.tag(before))
    }

    fn places(&self) -> Range<usize> {
        0..self.clause.units.len()
    }

    fn has(&self, tag: Tag) -> bool {
        self.find(tag).is_some()
    }

    fn find(&self, tag: Tag) -> Option<usize> {
        self.places().find(|place| self.tag(*place) == Some(tag))
    }

    fn has_words(&self) -> bool {
        self.places().any(|place| self.is_word(place))
    }

    fn has_word_before(&self, place: usize) -> bool {
        (0..place).any(|before| self.is_word(before))
    }

    fn has_percent(&self) -> bool {
        self.places().any(|place| matches!(self.is(place), Some(Is::Percent(_))))
    }

    /// Whether a bracket that stands before a place on its line, in this clause or before it, is still open.
    fn in_brackets(&self, place: usize) -> bool {
        let Some(before) =
            self.clause.units.get(place).and_then(|at| self.units.get(at.saturating_sub(NEAR)..*at))
        else {
            return false;
        };
        let mut marks = before.iter().rev().take_while(|unit| unit.is != Is::Break);
        marks
            .find_map(
                |unit| if let Is::Mark(mark @ ('(' | ')')) = unit.is { Some(mark == '(') } else { None },
            )
            .unwrap_or_default()
    }

    /// "hosting ($300 a month)"
    fn is_named_before_bracket(&self) -> bool {
        let bracket = (0..self.place).rev().find(|place| self.is(*place) == Some(Is::Mark('(')));
        bracket.is_some_and(|bracket| self.has_word_before(bracket))
    }

    /// "logo, flat 450", "425 a month", "material 165,00": a figure without a currency that is money all the
    /// same.
    fn is_marked(&self) -> bool {
        let Some(Is::Number { number, .. }) = self.is(self.place) else { return false };
        let before = self.tag_before(self.place);
        // "from 14.30", "at 5.15 pm"
        let is_hour =
            number.cents && number.value < Decimal::from(24) && number.value.fract() < Decimal::new(6, 1);
        let is_rate =
            |tag: Tag| tag == Tag::Flat || tag.is_cadence() || matches!(tag, Tag::PlusTax | Tag::InclTax);
        let is_beside = before == Some(Tag::Flat) || self.tag(self.place + 1).is_some_and(is_rate);
        let ends = matches!(
            self.is(self.place + 1),
            None | Some(Is::Break | Is::Mark('.' | ',' | ';' | '(') | Is::Tag(Tag::Equal))
        );
        (!is_hour || before == Some(Tag::Times)) && (is_beside || (number.cents && ends))
    }

    /// The bytes from the first to the last unit of the clause.
    fn span(&self) -> Range<usize> {
        let joins = |unit: &&Unit| {
            matches!(unit.is, Is::Mark(_)) || (unit.is == Is::Stop && WordList::And.has(&unit.lower))
        };
        let spans = || {
            self.clause
                .units
                .iter()
                .filter_map(|at| self.units.get(*at))
                .skip_while(joins)
                .map(|unit| unit.span.clone())
        };
        spans().map(|span| span.start).min().unwrap_or_default()
            ..spans().map(|span| span.end).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
