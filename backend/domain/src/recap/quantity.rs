//! How many a price is charged for, where the recap says it in another sentence: "12 stations ... 85 each".

use std::ops::Range;

use rust_decimal::Decimal;

use super::amounts::RecapAmount;
use super::phrasing::clause_units;
use crate::{
    pricing::{Cadence, MAX_QUANTITY},
    reading::{
        charge::{Charge, Doubt, Noun, same_noun},
        lexicon::{Tag, WordList},
        units::{Is, Unit},
    },
};

/// The most numbers that are compared with the nouns of prices.
const COUNTS_MAX: usize = 2_000;
/// The most prices whose number is looked for.
const PRICES_MAX: usize = 200;
/// A larger number that names no things counts none.
const BARE_MAX: Decimal = Decimal::ONE_HUNDRED;
/// Units of a question that an answer may complete: "How many texts? 1,300."
const QUESTION_MAX: usize = 14;

/// A number of things.
pub(super) struct Count {
    /// Its unit.
    pub at: usize,
    pub value: Decimal,
    /// The words behind the number, of which one names the things.
    nouns: Vec<Noun>,
}

impl Count {
    /// Whether it counts what a word names.
    pub(super) fn names(&self, word: &str) -> bool {
        self.nouns.iter().any(|noun| same_noun(noun.word(), word))
    }

    pub(super) fn counts_persons(&self) -> bool {
        self.nouns.first().is_some_and(|noun| WordList::Person.has(noun.word()))
    }
}

/// The numbers of things in the recap.
pub(super) fn counts(units: &[Unit]) -> Vec<Count> {
    // "six 90-minute sessions": a number that a hyphen joins to a word tells the kind of the thing.
    let is_kind = |unit: &Unit| unit.hyphenated && matches!(unit.is, Is::Number { .. });
    let is_noun = |unit: &&Unit| matches!(unit.is, Is::Word | Is::Tag(_));
    let count = |at: usize| {
        let unit = units.get(at).filter(|unit| !is_kind(unit))?;
        let Is::Number { number, .. } = unit.is else { return None };
        let behind = units.get(at + 1..).unwrap_or_default().iter().filter(|unit| !is_kind(unit)).take(4);
        let behind = behind.take_while(|unit| matches!(unit.is, Is::Word | Is::Stop | Is::Tag(_)));
        let mut nouns: Vec<Noun> = behind.filter(is_noun).map(|unit| Noun::new(&unit.lower)).collect();
        if nouns.is_empty() {
            nouns = asked(units, at).iter().filter(is_noun).map(|unit| Noun::new(&unit.lower)).collect();
        }
        let is_count = number.value >= Decimal::ONE && number.value <= MAX_QUANTITY;
        is_count.then_some(Count { at, value: number.value, nouns })
    };
    (0..units.len()).filter_map(count).take(COUNTS_MAX).collect()
}

/// The question right before the sentence of a number.
fn asked(units: &[Unit], at: usize) -> &[Unit] {
    let is_question = |unit: &Unit| unit.is == Is::Mark('?');
    let from = at.saturating_sub(QUESTION_MAX);
    let before = units.get(from..at).unwrap_or_default();
    let Some(end) = before.iter().rposition(is_question) else { return &[] };
    let between = before.get(end + 1..).unwrap_or_default();
    // The name of the speaker and a word or two may stand between.
    if between.iter().filter(|unit| unit.is == Is::Word).count() > 2 {
        return &[];
    }
    let start = before
        .get(..end)
        .unwrap_or_default()
        .iter()
        .rposition(|unit| unit.is == Is::Break)
        .map_or(0, |start| start + 1);
    before.get(start..end).unwrap_or_default()
}

/// Completes the quantities that the clauses of prices leave open.
pub(super) fn complete(amounts: &mut [RecapAmount], units: &[Unit], counts: &[Count]) {
    // "5 waiting staff, £95 each": the number of another price.
    let closed = amounts
        .iter()
        .filter_map(|amount| amount.charge.as_ref())
        .filter(|charge| !is_open(charge) && charge.quantity > Decimal::ONE);
    let used: Vec<(Range<usize>, Decimal)> =
        closed.map(|charge| (charge.span.clone(), charge.quantity)).collect();
    let is_free = |count: &&Count| {
        let start = units.get(count.at).map_or(0, |unit| unit.span.start);
        !used.iter().any(|(clause, quantity)| clause.contains(&start) && *quantity == count.value)
    };
    let open =
        amounts.iter_mut().filter_map(|amount| Some((amount.place.span.start, amount.charge.as_mut()?)));
    for (start, charge) in open.filter(|(_, charge)| is_open(charge)).take(PRICES_MAX) {
        let is_of_person = is_of_person(charge, units);
        let is_of_one = charge.per.is_some() || charge.unit.is_some() || charge.each || is_of_person;
        // "The three vases are €240": the price of one or of all.
        let things = Things::of(charge, units);
        let mut fitting: Vec<&Count> =
            counts.iter().filter(|count| is_of_one && things.are_counted_by(count)).collect();
        if is_of_person {
            fitting.retain(is_free);
        }
        // "adults £34 pp": 84 adults rather than 11 kids.
        if fitting.iter().any(|count| is_named(charge, units, count)) {
            fitting.retain(|count| is_named(charge, units, count));
        }
        fitting.sort_by_key(|count| {
            units.get(count.at).map_or(usize::MAX, |unit| unit.span.start.abs_diff(start))
        });
        let bare = || bare_count(counts, units, charge).filter(|_| charge.per.is_some());
        let Some(nearest) = fitting.first().map(|count| count.value).or_else(bare) else { continue };
        let is_only = fitting.iter().all(|count| count.value == nearest);
        charge.per = None;
        charge.quantity = nearest;
        charge.doubts.retain(|doubt| *doubt != Doubt::Quantity);
        if !is_only {
            charge.doubts.push(Doubt::Quantity);
        }
    }
}

/// "1,200 a workshop, you'd need three": the only number behind a price in its sentence that names no things.
fn bare_count(counts: &[Count], units: &[Unit], charge: &Charge) -> Option<Decimal> {
    let behind = units.get(charge.amount + 1..)?;
    let end = charge.amount + 1 + behind.iter().position(|unit| unit.is == Is::Break).unwrap_or(behind.len());
    let from = counts.partition_point(|count| count.at <= charge.amount);
    let mut inside = counts.get(from..)?.iter().take_while(|count| count.at < end);
    let is_bare = |count: &&Count| count.nouns.iter().all(|noun| WordList::Pointer.has(noun.word()));
    let only = inside.next().filter(is_bare).filter(|count| count.value <= BARE_MAX)?;
    inside.next().is_none().then_some(only.value)
}

/// "62 € par personne": whether a price is of one person.
pub(super) fn is_of_person(charge: &Charge, units: &[Unit]) -> bool {
    clause_units(units, charge).iter().any(|unit| {
        unit.is == Is::Tag(Tag::Each) && unit.lower.split(' ').any(|word| WordList::Person.has(word))
    })
}

/// Whether a number counts what the name of a price says.
fn is_named(charge: &Charge, units: &[Unit], count: &Count) -> bool {
    let mut names = charge.name.iter().filter_map(|at| units.get(*at));
    names.any(|name| count.nouns.iter().any(|noun| same_noun(noun.word(), &name.lower)))
}

/// Whether the clause says that the price is of one of several, and not of how many.
pub(super) fn is_open(charge: &Charge) -> bool {
    charge.per.is_some() || charge.doubts.contains(&Doubt::Quantity)
}

/// What a price is for.
pub(super) struct Things<'a> {
    nouns: Vec<Noun>,
    /// The units of its name.
    name: &'a [usize],
}

impl<'a> Things<'a> {
    /// What that price is for: its unit, or what the words of its name or those behind the amount say.
    pub(super) fn of(charge: &'a Charge, units: &[Unit]) -> Self {
        let person = WordList::Person.entries().next().filter(|_| is_of_person(charge, units));
        let unit = charge.per.as_deref().or(charge.unit.as_deref()).or(person);
        let names = charge.name.iter().filter_map(|at| units.get(*at));
        // "35 each table"
        let behind = units.get(charge.amount + 1..).unwrap_or_default().iter().take(3);
        let behind = behind
            .take_while(|unit| matches!(unit.is, Is::Word | Is::Stop | Is::Tag(_)))
            .filter(|unit| unit.is == Is::Word);
        let names = names.chain(behind).map(|unit| unit.lower.as_str()).filter(|_| unit.is_none());
        Self { nouns: unit.into_iter().chain(names).map(Noun::new).collect(), name: &charge.name }
    }

    /// Whether that number may count them.
    pub(super) fn are_counted_by(&self, count: &Count) -> bool {
        // "360 tour" is a name.
        !self.name.contains(&count.at)
            && self.nouns.iter().any(|wanted| count.nouns.iter().any(|noun| noun.is_same(wanted)))
    }
}

/// Sets the quantity of a price that something else proves.
pub(super) fn prove(charge: &mut Charge, quantity: Decimal) {
    charge.quantity = quantity;
    charge.per = None;
    charge.doubts.retain(|doubt| *doubt != Doubt::Quantity);
}

/// The unit of time whose number says how many times a recurring price is due: "40 hours a month" does not.
pub(super) fn time_of(cadence: Cadence) -> Option<Tag> {
    match cadence {
        Cadence::Once => None,
        Cadence::Monthly => Some(Tag::Month),
        Cadence::Quarterly => Some(Tag::Quarter),
        Cadence::Yearly => Some(Tag::Year),
    }
}

/// Sets how many times a recurring price is due.
pub(super) fn covers(charge: &mut Charge, cycles: u32) {
    charge.cycles = Some(cycles);
    charge.doubts.retain(|doubt| *doubt != Doubt::Duration);
}

/// Whether nothing is left open about a price but what the sentences of a recap do not have to say.
pub(super) fn is_known(charge: &Charge) -> bool {
    // Whose the amount is has been weighed, and the sentences of a recap tell more than prices.
    let is_doubt = |doubt: &Doubt| !matches!(doubt, Doubt::NotOurs | Doubt::Leftover);
    charge.per.is_none() && !charge.doubts.iter().any(is_doubt)
}
