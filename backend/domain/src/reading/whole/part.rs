//! A clause as part of the whole offer: what it says beside its amount.

use rust_decimal::Decimal;

use crate::reading::{
    charge::{LEAST_SPELLED_AMOUNT, is_limit, is_tax_rate},
    clauses::Clause,
    lexicon::{Tag, WordList},
    units::{Is, Unit},
};

/// The small words of a sentence, at least.
const LEAST_SMALL_WORDS: usize = 3;

pub(super) struct Part<'a> {
    pub units: &'a [Unit],
    pub clause: &'a Clause,
}

impl Part<'_> {
    fn is(&self, at: usize) -> Option<Is> {
        self.units.get(at).map(|unit| unit.is)
    }

    /// Its units, each with its number.
    fn each(&self) -> impl Iterator<Item = (usize, &Unit)> {
        self.clause.units.iter().filter_map(|at| Some((*at, self.units.get(*at)?)))
    }

    pub fn has(&self, tag: Tag) -> bool {
        self.each().any(|(_, unit)| unit.is == Is::Tag(tag))
    }

    /// Whether it ends with a question mark.
    pub fn is_asked(&self) -> bool {
        self.clause.units.last().and_then(|at| self.is(*at)) == Some(Is::Mark('?'))
    }

    /// The percentages that are no rates of taxes.
    pub fn percentages(&self) -> impl Iterator<Item = (usize, Decimal)> {
        self.each().filter_map(|(at, unit)| match unit.is {
            Is::Percent(share) if !is_tax_rate(self.units, at) => Some((at, share)),
            _ => None,
        })
    }

    /// The same, and 50 for "half" of a deposit or balance.
    pub fn shares(&self) -> Vec<(usize, Decimal)> {
        let has_half = self.has(Tag::Deposit) || self.has(Tag::Balance);
        let shares = self.each().filter_map(|(at, unit)| match unit.is {
            Is::Percent(share) if !is_tax_rate(self.units, at) => Some((at, share)),
            Is::Tag(Tag::Half) if has_half => Some((at, Decimal::from(50))),
            _ => None,
        });
        shares.collect()
    }

    /// The words without a meaning for prices.
    pub fn words(&self) -> Vec<String> {
        self.each().filter(|(_, unit)| unit.is == Is::Word).map(|(_, unit)| unit.lower.clone()).collect()
    }

    /// Whether a number in digits may count what others charge; `is_known` says so of the unit behind it.
    pub fn has_number(&self, is_known: impl Fn(&Unit) -> bool) -> bool {
        let next = |at: usize| self.units.get(at + 1).is_some_and(&is_known);
        self.each().any(|(at, unit)| matches!(unit.is, Is::Number { spelled: false, .. }) && !next(at))
    }

    /// Whether a number in words may be an amount.
    pub fn has_spelled_amount(&self) -> bool {
        self.each().any(|(_, unit)| matches!(unit.is, Is::Number { number, spelled: true } if number.value >= LEAST_SPELLED_AMOUNT))
    }

    /// "about", unless a count or a date follows.
    pub fn is_doubted(&self) -> bool {
        self.clause.units.iter().enumerate().any(|(place, at)| {
            let next = self.clause.units.get(place + 1).and_then(|next| self.is(*next));
            let is_near = self.units.get(*at).is_some_and(|unit| WordList::NearDoubt.has(&unit.lower));
            let is_open = self.is(*at) == Some(Is::Tag(Tag::Doubt)) && (!is_near || matches!(next, Some(Is::Percent(_))));
            is_open && !matches!(next, Some(Is::Number { .. } | Is::Reference | Is::Tag(Tag::MonthName)))
        })
    }

    /// Whether it is a sentence rather than a note: "we've had 3 people off sick", not "3 people".
    pub fn is_running(&self) -> bool {
        self.clause.amount.is_none() && self.each().filter(|(_, unit)| unit.is == Is::Stop).count() >= LEAST_SMALL_WORDS
    }

    /// Whether it limits what it says of prices or of the things that are charged: "phase 3 is priced after phase 2".
    pub fn limits(&self, names: &[&str]) -> bool {
        let is_about = |unit: &Unit| names.contains(&unit.lower.as_str()) || WordList::PriceTalk.has(&unit.lower);
        self.each().any(|(at, _)| is_limit(self.units, at)) && self.each().any(|(_, unit)| is_about(unit))
    }

    /// Whether the words around a percentage speak of a discount.
    pub fn is_taken_off(&self, at: usize) -> bool {
        let open = |other: &&usize| !matches!(self.is(**other), Some(Is::Mark(',' | ';' | '.') | Is::Break | Is::Money { .. }));
        let after = self.clause.units.iter().filter(|other| **other > at).take_while(open);
        let before = self.clause.units.iter().rev().filter(|other| **other < at).take_while(open);
        let mut beside = after.chain(before);
        beside.any(|other| self.is(*other) == Some(Is::Tag(Tag::Discount)))
    }
}
