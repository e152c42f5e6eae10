//! How many a price is charged for: the numbers of the recap are weighed against each other, and against one.
//!
//! Each observation has a weight, which was learned from labelled recaps (`make weights`): a conditional
//! logit, so that of all numbers the one with the highest sum is the most likely.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rust_decimal::Decimal;

use super::amounts::{AmountRole, RecapAmount};
use super::phrasing::clause_units;
use super::quantity::{Count, Things, is_of_person, prove};
use super::weights::Weights;
use crate::{
    pricing::Cadence,
    reading::{
        charge::{Charge, Doubt},
        lexicon::{Tag, WordList, names_time, time_unit},
        units::{Is, Unit},
    },
};

/// The numbers on either side of a price that are weighed.
const NEAREST: usize = 8;
/// Bytes between a number and the sentence of a price within which it is near.
const NEAR: usize = 120;
/// The most prices whose number is looked for.
const PRICES_MAX: usize = 200;
/// A number that is less likely than this changes nothing.
const LIKELY: f64 = 0.8;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::parse(include_str!("counting/weights.txt")));

/// A number that may say how many of a price, with what is observed of it.
type Choice = (Decimal, Vec<String>);

/// Sets the quantities of the prices, where the weights speak against what their clauses say.
pub(super) fn choose(amounts: &mut [RecapAmount], units: &[Unit], counts: &[Count]) {
    let all: Vec<(usize, Vec<Choice>)> =
        prices(amounts).filter_map(|at| Some((at, choices(amounts, at, units, counts)?))).collect();
    for (at, choices) in all {
        let Some(amount) = amounts.get_mut(at) else { continue };
        if let Some(charge) = &mut amount.charge {
            set(charge, &choices);
        }
        amount.numbers = choices;
    }
}

/// Sets the likeliest quantity of a price.
fn set(charge: &mut Charge, choices: &[Choice]) {
    let mut odds: BTreeMap<Decimal, f64> = BTreeMap::new();
    for (value, observed) in choices {
        let score: i32 = observed.iter().map(|name| WEIGHTS.of(name)).sum();
        *odds.entry(*value).or_default() += (f64::from(score) / 100.0).exp();
    }
    let all: f64 = odds.values().sum();
    let Some((value, best)) = odds.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other)) else {
        return;
    };
    let is_open = charge.per.is_some();
    if best < LIKELY * all || (charge.quantity == value && !(is_open && value > Decimal::ONE)) {
        return;
    }
    if value > Decimal::ONE {
        prove(charge, value);
    } else {
        charge.quantity = value;
    }
}

/// The amounts that are charged.
fn prices(amounts: &[RecapAmount]) -> impl Iterator<Item = usize> {
    let is_price = |amount: &RecapAmount| {
        matches!(amount.role, AmountRole::Price | AmountRole::Option | AmountRole::Alternative)
            && amount.charge.is_some()
    };
    let all = amounts.iter().enumerate().filter(move |(_, amount)| is_price(amount));
    all.map(|(at, _)| at).take(PRICES_MAX)
}

/// The numbers that may say how many of an amount.
pub(super) fn choices(
    amounts: &[RecapAmount],
    at: usize,
    units: &[Unit],
    counts: &[Count],
) -> Option<Vec<Choice>> {
    let amount = amounts.get(at)?;
    let charge = amount.charge.as_ref()?;
    let price = Price {
        charge,
        amount,
        amounts,
        units,
        kind: kind(charge, units),
        things: Things::of(charge, units),
    };
    let from = counts.partition_point(|count| count.at < charge.amount);
    let before = counts.get(from.saturating_sub(NEAREST)..from).unwrap_or_default();
    let behind =
        counts.get(from..).unwrap_or_default().iter().filter(|count| count.at != charge.amount).take(NEAREST);
    let near: Vec<&Count> = before.iter().chain(behind).filter(|count| count.value > Decimal::ONE).collect();
    let mut all = vec![(Decimal::ONE, price.as_one(&near))];
    if charge.quantity != Decimal::ONE && !near.iter().any(|count| count.value == charge.quantity) {
        all.push((charge.quantity, vec!["read only".to_owned(), format!("read only {}", price.kind)]));
    }
    all.extend(near.iter().map(|count| (count.value, price.observe(count, counts))));
    Some(all)
}

/// What the words say the price is for one of.
fn kind(charge: &Charge, units: &[Unit]) -> &'static str {
    let unit = charge.per.as_deref().or(charge.unit.as_deref());
    let clause = clause_units(units, charge);
    let has = |tags: &[Tag]| clause.iter().any(|unit| matches!(unit.is, Is::Tag(tag) if tags.contains(&tag)));
    match unit {
        _ if has(&[Tag::Flat]) => "flat",
        Some(unit) if names_time(unit) => "time",
        Some(_) => "thing",
        None if is_of_person(charge, units) => "person",
        None if charge.each => "each",
        None if has(&[Tag::Each]) => "apiece",
        None if charge.cadence != Cadence::Once => "recurring",
        None => "plain",
    }
}

/// A price whose number is looked for.
struct Price<'a> {
    charge: &'a Charge,
    amount: &'a RecapAmount,
    amounts: &'a [RecapAmount],
    units: &'a [Unit],
    kind: &'static str,
    things: Things<'a>,
}

impl Price<'_> {
    /// What speaks for a single one.
    fn as_one(&self, near: &[&Count]) -> Vec<String> {
        let inside = near.iter().filter(|count| self.is_in_clause(count)).count().min(2);
        let read = if self.charge.quantity == Decimal::ONE { "one" } else { "more" };
        let mut observed = vec![
            "one".to_owned(),
            format!("one {}", self.kind),
            format!("one {read}"),
            format!("one {read} {}", self.kind),
            format!("one inside {inside} {}", self.kind),
            format!("one size {}", size(self.amount.value)),
        ];
        if self.charge.doubts.contains(&Doubt::Quantity) {
            observed.push("one open".to_owned());
        }
        if self.charge.restates {
            observed.push("one restates".to_owned());
        }
        observed
    }

    fn unit(&self, at: usize) -> Option<&Unit> {
        self.units.get(at)
    }

    fn is_in_clause(&self, count: &Count) -> bool {
        self.unit(count.at).is_some_and(|unit| self.charge.span.contains(&unit.span.start))
    }

    /// What is observed of a number.
    fn observe(&self, count: &Count, counts: &[Count]) -> Vec<String> {
        let place = self.place(count);
        let noun = self.noun(count);
        let kind = self.kind;
        let between = if count.at < self.charge.amount {
            count.at + 1..self.charge.amount
        } else {
            self.charge.amount + 1..count.at
        };
        let words = between
            .clone()
            .filter(|at| self.unit(*at).is_some_and(|unit| !matches!(unit.is, Is::Mark(_) | Is::Break)))
            .count();
        let amounts = between
            .filter(|at| self.unit(*at).is_some_and(|unit| matches!(unit.is, Is::Money { .. })))
            .count();
        let distance = match words {
            0..=2 => words.to_string(),
            3..=5 => "few".to_owned(),
            6..=12 => "some".to_owned(),
            _ => "many".to_owned(),
        };
        let mut observed = vec![
            format!("place {kind} {place}"),
            format!("noun {kind} {noun}"),
            format!("both {place} {noun}"),
            format!("all {kind} {place} {noun}"),
            format!("distance {distance}"),
            format!("distance {distance} {noun}"),
            format!("amounts {}", amounts.min(2)),
            format!("value {}", many(count.value)),
            format!("size {} {}", many(count.value), size(self.amount.value)),
            format!("left {}", self.edge(count.at.checked_sub(1))),
            format!("right {}", self.edge(Some(count.at + 1))),
        ];
        let mut say = |is_so: bool, name: String| {
            if is_so {
                observed.push(name);
            }
        };
        let is_read = self.charge.quantity == count.value;
        say(is_read, "read".to_owned());
        say(is_read, format!("read {kind}"));
        say(is_read, format!("read {noun}"));
        say(is_read && self.charge.doubts.contains(&Doubt::Quantity), "read open".to_owned());
        let product = self.amount.value.checked_mul(count.value);
        let is_said = |amount: &RecapAmount| Some(amount.value) == product;
        say(self.amounts.iter().any(is_said), "product".to_owned());
        say(counts.iter().filter(|other| other.value == count.value).count() > 1, "again".to_owned());
        say(self.is_used(count), "used".to_owned());
        say(self.unit(count.at).is_some_and(|unit| unit.hyphenated), "hyphen".to_owned());
        observed
    }

    /// Where a number stands.
    fn place(&self, count: &Count) -> &'static str {
        let Some(start) = self.unit(count.at).map(|unit| unit.span.start) else { return "none" };
        let is_before = count.at < self.charge.amount;
        let links = |at: usize| {
            self.unit(at).is_some_and(|unit| {
                matches!(unit.is, Is::Tag(Tag::Times | Tag::At | Tag::Each)) || unit.is == Is::Mark('@')
            })
        };
        let is_linked = if is_before {
            count.at + 2 == self.charge.amount && links(count.at + 1)
        } else {
            self.charge.amount + 2 == count.at && links(count.at - 1)
        };
        let sentence = &self.amount.place.sentence;
        match (is_before, self.is_in_clause(count), sentence.contains(&start)) {
            _ if is_linked => "linked",
            (true, true, _) => "clause_before",
            (false, true, _) => "clause_behind",
            (true, _, true) => "sentence_before",
            (false, _, true) => "sentence_behind",
            (true, ..) if sentence.start.saturating_sub(start) < NEAR => "before",
            (true, ..) => "far_before",
            (false, ..) if start.saturating_sub(sentence.end) < NEAR => "behind",
            (false, ..) => "far_behind",
        }
    }

    /// What a number counts.
    fn noun(&self, count: &Count) -> &'static str {
        let next = self.unit(count.at + 1);
        if self.things.are_counted_by(count) {
            return "same";
        }
        let names = self.charge.name.iter().filter_map(|at| self.unit(*at));
        let unit = self.charge.per.as_deref().or(self.charge.unit.as_deref()).and_then(time_unit);
        if unit.is_some_and(|unit| next.is_some_and(|next| next.is == Is::Tag(unit))) {
            return "same";
        }
        let is_named = names.into_iter().any(|name| count.names(&name.lower));
        match next.map(|next| next.is) {
            _ if is_named => "named",
            Some(Is::Tag(tag)) if tag.is_time() => "time",
            Some(Is::Tag(_)) => "phrase",
            Some(Is::Word) if count.counts_persons() => "persons",
            Some(Is::Word) => "other",
            Some(Is::Stop) => "small",
            _ => "bare",
        }
    }

    /// Whether a number is how many of another price.
    fn is_used(&self, count: &Count) -> bool {
        let Some(start) = self.unit(count.at).map(|unit| unit.span.start) else { return false };
        let others = self.amounts.iter().filter_map(|amount| amount.charge.as_ref());
        others
            .filter(|other| other.amount != self.charge.amount)
            .any(|other| other.quantity == count.value && other.span.contains(&start))
    }

    fn edge(&self, at: Option<usize>) -> &'static str {
        let Some(unit) = at.and_then(|at| self.unit(at)) else { return "border" };
        match unit.is {
            _ if WordList::Determiner.has(&unit.lower) => "determiner",
            _ if WordList::For.has(&unit.lower) => "for",
            _ if WordList::Of.has(&unit.lower) => "of",
            _ if WordList::And.has(&unit.lower) => "and",
            Is::Word => "word",
            Is::Stop => "small",
            Is::Break => "border",
            Is::Number { .. } => "number",
            Is::Money { .. } => "money",
            Is::Tag(Tag::Times | Tag::At | Tag::Each) => "link",
            Is::Tag(Tag::Doubt) => "doubt",
            Is::Tag(tag) if tag.is_time() => "time",
            Is::Tag(_) => "phrase",
            Is::Mark('.' | '!' | '?' | ';') => "stop",
            Is::Mark('(' | ')') => "bracket",
            Is::Mark(':') => "colon",
            Is::Mark(',') => "comma",
            Is::Mark('-' | '\u{2013}' | '\u{2014}' | '\u{2022}' | '*') => "dash",
            _ => "mark",
        }
    }
}

/// The size of a price.
fn size(value: Decimal) -> &'static str {
    match u64::try_from(value).unwrap_or(u64::MAX) {
        0..20 => "tiny",
        20..100 => "small",
        100..500 => "middle",
        500..2_000 => "large",
        _ => "huge",
    }
}

/// The size of a number.
fn many(value: Decimal) -> &'static str {
    match u64::try_from(value).unwrap_or(u64::MAX) {
        ..=2 => "two",
        3..=5 => "few",
        6..=12 => "some",
        13..=40 => "many",
        41..=150 => "scores",
        _ => "hundreds",
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use rust_decimal::Decimal;

    use crate::recap::{Seller, amounts};

    #[test]
    fn a_price_is_charged_as_often_as_the_recap_says() {
        let cases = [
            // Flat, whatever the work covers.
            ("- migration of 420 products with pictures: flat fee 1,100 dollars, agreed", 1),
            ("We agreed that the site with its eight pages is $3,200 all in.", 1),
            // The number stands in another sentence, and only the weights tell.
            ("Okay, eleven shutters then. I'd take $90 apiece, fitted.", 11),
            ("Six lessons, she said. My price is $45 each.", 6),
            // Nothing says how many.
            ("We quoted $95 an hour and they said yes.", 1),
        ];
        for (recap, quantity) in cases {
            let read: Vec<Decimal> = amounts(recap, Seller::default())
                .iter()
                .filter_map(|amount| Some(amount.charge.as_ref()?.quantity))
                .collect();
            assert_eq!(read, [Decimal::from(quantity)], "{recap}");
        }
    }
}
