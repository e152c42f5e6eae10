//! What the line item of a price is called: the phrases near its amount are weighed against each other.
//!
//! Each observation of a phrase has a weight, which was learned from labelled recaps (`make weights`): a
//! conditional logit, so that of the phrases of an amount the one with the highest sum is the most likely
//! name.

mod observation;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use rust_decimal::Decimal;

use self::observation::{ENDING, Edge, FAR, Fact, Observation, Side, WEIGHTS};
use super::Seller;
use super::amounts::RecapReading;
use super::words::capitalised;
use crate::reading::{
    charge::Charge,
    clauses::sentences,
    lexicon::{Language, Tag, WordList},
    units::{Is, Unit},
};

/// The most units of a phrase.
const PHRASE_MAX: usize = 6;
/// The units before and behind an amount among which its name is looked for.
const UNITS_BEFORE: usize = 90;
const UNITS_BEHIND: usize = 30;
/// The sentences before that of the amount.
const SENTENCES_BEFORE: usize = 3;
/// A word that stands more often in the recap than this is one of its topics.
const OFTEN: usize = 3;
/// A phrase that is less likely than this is no name: of those not one in four was right.
const LEAST_LIKELY: f64 = 0.4;

/// The phrases that may name a price, for learning which do.
#[derive(Debug, Clone)]
pub struct NameChoice {
    /// The price.
    pub value: Decimal,
    /// Each phrase with what is observed of it.
    pub phrases: Vec<(String, Vec<String>)>,
}

/// The phrases that may name the prices of a recap.
#[must_use]
pub fn name_choices(text: &str, seller: Seller<'_>) -> Vec<NameChoice> {
    let reading = RecapReading::of(text, seller);
    let naming = Naming::of(&reading);
    let choice = |charge: &Charge| NameChoice {
        value: charge.value,
        phrases: naming
            .phrases(charge)
            .into_iter()
            .map(|(phrase, observed)| {
                (naming.words(&phrase), observed.into_iter().map(Observation::name).collect())
            })
            .collect(),
    };
    reading.amounts.iter().filter_map(|amount| amount.charge.as_ref()).map(choice).collect()
}

/// Finds the names of the prices of a recap.
pub(super) struct Naming<'r> {
    reading: &'r RecapReading,
    sentences: Vec<Range<usize>>,
    /// How often each word stands in the recap.
    frequency: HashMap<&'r str, usize>,
    speakers: Vec<String>,
    /// The words that stand with a capital within a sentence, and never without one.
    proper: HashSet<&'r str>,
}

impl<'r> Naming<'r> {
    pub fn of(reading: &'r RecapReading) -> Self {
        let sentences: Vec<Range<usize>> =
            sentences(&reading.units, reading.language).into_iter().map(|(range, _)| range).collect();
        let starts: HashSet<usize> = sentences.iter().map(|sentence| sentence.start).collect();
        let words = || reading.units.iter().enumerate().filter(|(_, unit)| is_content(unit));
        let mut frequency: HashMap<&str, usize> = HashMap::new();
        for (_, unit) in words() {
            *frequency.entry(&unit.lower).or_default() += 1;
        }
        let mut proper: HashSet<&str> = words()
            .filter(|(at, unit)| unit.opens && !starts.contains(at))
            .map(|(_, unit)| unit.lower.as_str())
            .collect();
        for (_, unit) in words().filter(|(_, unit)| !unit.opens) {
            proper.remove(unit.lower.as_str());
        }
        let names = reading.turns.names.iter().flat_map(|name| name.split_whitespace());
        Self { reading, sentences, frequency, proper, speakers: names.map(str::to_lowercase).collect() }
    }

    /// The likeliest name of a price that is not yet taken by another one; none if no phrase stands out.
    pub fn name(&self, charge: &Charge, taken: &[String]) -> Option<String> {
        let odds = |observed: &[Observation]| {
            let score: i32 = observed.iter().filter_map(|one| WEIGHTS.get(one)).sum();
            (f64::from(score) / 100.0).exp()
        };
        let name = |phrase: &Range<usize>| capitalised(&self.words(&self.with_rest(phrase, charge)));
        let mut phrases: Vec<(f64, String)> =
            self.phrases(charge).iter().map(|(phrase, observed)| (odds(observed), name(phrase))).collect();
        phrases.retain(|(_, name)| !taken.contains(name));
        let all: f64 = phrases.iter().map(|(odds, _)| odds).sum();
        phrases
            .into_iter()
            .max_by(|(odds, _), (others, _)| odds.total_cmp(others))
            .filter(|(odds, _)| *odds >= LEAST_LIKELY * all)
            .map(|(_, name)| name)
    }

    /// With what the clause of the price joins to a phrase: "replace the tap and service the boiler".
    fn with_rest(&self, phrase: &Range<usize>, charge: &Charge) -> Range<usize> {
        let is_joined = self.unit(phrase.end).is_some_and(|unit| WordList::And.has(&unit.lower));
        let read = charge.name.iter().any(|at| phrase.contains(at));
        let end = charge
            .name
            .last()
            .filter(|last| is_joined && read && **last > phrase.end && self.may_name(**last));
        phrase.start..end.map_or(phrase.end, |last| last + 1)
    }

    /// A phrase as written, on one line.
    fn words(&self, phrase: &Range<usize>) -> String {
        let units = self.reading.units.get(phrase.clone()).unwrap_or_default();
        let span = units.first().zip(units.last()).map(|(first, last)| first.span.start..last.span.end);
        let words = span.and_then(|span| self.reading.prose.get(span)).unwrap_or_default();
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn unit(&self, at: usize) -> Option<&Unit> {
        self.reading.units.get(at)
    }

    fn is_content_at(&self, at: usize) -> bool {
        self.unit(at).is_some_and(is_content)
    }

    /// Whether a name may begin or end with a unit: not with "told".
    fn may_name(&self, at: usize) -> bool {
        self.unit(at).is_some_and(|unit| is_content(unit) && !WordList::NamesNothing.has(&unit.lower))
    }

    /// Every phrase near an amount that may name it, with what is observed of it.
    fn phrases(&self, charge: &Charge) -> Vec<(Range<usize>, Vec<Observation>)> {
        let amount = charge.amount;
        let own = self.sentences.partition_point(|sentence| sentence.end <= amount);
        let Some(sentence) = self.sentences.get(own) else { return Vec::new() };
        let start = self
            .sentences
            .get(own.saturating_sub(SENTENCES_BEFORE))
            .map_or(sentence.start, |earlier| earlier.start);
        let window = start.max(amount.saturating_sub(UNITS_BEFORE))..sentence.end.min(amount + UNITS_BEHIND);
        let mut phrases = Vec::new();
        for first in window.clone().filter(|at| self.may_name(*at)) {
            // "no online payments", "$18 per user"
            let is_rate = |unit: &Unit| first > amount && matches!(unit.is, Is::Tag(Tag::Per | Tag::Each));
            let is_bound =
                |unit: &Unit| unit.hyphenated || WordList::Negation.has(&unit.lower) || is_rate(unit);
            if first.checked_sub(1).and_then(|before| self.unit(before)).is_some_and(is_bound) {
                continue;
            }
            for last in first..window.end.min(first + PHRASE_MAX) {
                if !self.is_content_at(last) && !self.links(last) {
                    break;
                }
                let is_cut = self.unit(last).is_some_and(|unit| unit.hyphenated);
                // "build it"
                let points = self.unit(last + 1).is_some_and(|next| WordList::ObjectPronoun.has(&next.lower));
                if self.may_name(last) && !is_cut && !points {
                    let phrase = first..last + 1;
                    let observed = self.observe(&phrase, charge, sentence);
                    phrases.push((phrase, observed));
                }
            }
        }
        phrases
    }

    /// Whether a small word or a mark may stand within a name: "design of the garden".
    fn links(&self, at: usize) -> bool {
        self.unit(at).is_some_and(|unit| match unit.is {
            Is::Stop => true,
            Is::Tag(tag) => {
                tag.is_cadence() || matches!(tag, Tag::Article | Tag::Half | Tag::Extra | Tag::Covers)
            }
            Is::Mark(mark) => matches!(mark, '&' | '/' | '\'' | '-' | '+'),
            _ => false,
        })
    }

    fn observe(&self, phrase: &Range<usize>, charge: &Charge, sentence: &Range<usize>) -> Vec<Observation> {
        let amount = charge.amount;
        let side = match phrase {
            phrase if phrase.end <= sentence.start => Side::Earlier,
            phrase if phrase.end <= amount => Side::Before,
            _ => Side::Behind,
        };
        let between = if phrase.end <= amount { phrase.end..amount } else { amount + 1..phrase.start };
        let contents = between.clone().filter(|at| self.is_content_at(*at)).count();
        let left = phrase.start.checked_sub(1).map_or(Edge::Border, |at| self.edge(at));
        let right = self.edge(phrase.end);
        let mut observed = vec![
            Observation::Left(side, left),
            Observation::Right(side, right),
            Observation::Between(side, left, right),
            Observation::Distance(side, contents.min(FAR)),
        ];
        let units = self.reading.units.get(phrase.clone()).unwrap_or_default();
        let content: Vec<&Unit> = units.iter().filter(|unit| is_content(unit)).collect();
        let (Some(first), Some(last)) = (content.first(), content.last()) else { return observed };
        let ending: Vec<char> = last.lower.chars().rev().take(ENDING).collect();
        observed.extend(<[char; ENDING]>::try_from(ending).ok().map(|mut ending| {
            ending.reverse();
            Observation::Ending(ending)
        }));
        let is_amount = |at: usize| self.unit(at).is_some_and(|unit| matches!(unit.is, Is::Money { .. }));
        let ahead = (phrase.end..sentence.end).filter(|at| self.is_content_at(*at) || is_amount(*at)).take(2);
        let leads = ahead.into_iter().any(is_amount);
        let read = &charge.name;
        let said = content
            .iter()
            .filter_map(|unit| self.frequency.get(unit.lower.as_str()))
            .min()
            .copied()
            .unwrap_or_default();
        let is_german = self.reading.language == Language::German;
        let is_proper = |unit: &Unit| !is_german && self.proper.contains(unit.lower.as_str());
        let joins = |unit: &Unit| {
            [WordList::Of, WordList::And, WordList::Determiner].into_iter().any(|list| list.has(&unit.lower))
        };
        let pairs = units.iter().zip(units.iter().skip(1));
        let is_name = |unit: &Unit| self.speakers.contains(&unit.lower);
        let has = |is: &dyn Fn(&Unit) -> bool| content.iter().any(|unit| is(unit));
        let facts = [
            (Fact::OneWord, content.len() == 1),
            (Fact::TwoWords, content.len() == 2),
            (Fact::ThreeWords, content.len() == 3),
            (Fact::MoreWords, content.len() > 3),
            (Fact::BeyondAnother, between.into_iter().any(is_amount)),
            (Fact::LeadsToAnother, side == Side::Behind && leads),
            (Fact::ReadSo, read.first() == Some(&phrase.start) && read.last() == Some(&(phrase.end - 1))),
            (Fact::ReadPartly, read.iter().any(|at| phrase.contains(at))),
            (Fact::SaidAgain, said > 1),
            (Fact::SaidOften, said > OFTEN),
            (Fact::Linked, units.iter().any(|unit| !is_content(unit) && !joins(unit))),
            (
                Fact::Object,
                pairs
                    .into_iter()
                    .any(|(unit, next)| is_content(unit) && WordList::Determiner.has(&next.lower)),
            ),
            (Fact::Speaker, has(&is_name)),
            (Fact::Time, has(&|unit| matches!(unit.is, Is::Tag(tag) if tag.is_time()))),
            (Fact::PriceWord, has(&|unit| unit.is == Is::Tag(Tag::PriceWord))),
            (Fact::EndsWithNoun, is_german && last.opens),
            (Fact::EndsWithoutNoun, is_german && !last.opens),
            (Fact::BeginsWithName, is_proper(first) && content.len() > 1),
            (Fact::Name, content.iter().all(|unit| is_proper(unit))),
            (Fact::ShortFirst, first.lower.chars().count() <= 3),
            (Fact::ShortLast, last.lower.chars().count() <= 3),
        ];
        observed
            .extend(facts.into_iter().filter(|(_, is_so)| *is_so).map(|(fact, _)| Observation::Has(fact)));
        observed
    }

    /// What a unit beside a phrase is.
    fn edge(&self, at: usize) -> Edge {
        let Some(unit) = self.unit(at) else { return Edge::Border };
        if WordList::Determiner.has(&unit.lower) {
            return Edge::Determiner;
        }
        match unit.is {
            _ if is_content(unit) && WordList::NamesNothing.has(&unit.lower) => Edge::Empty,
            _ if is_content(unit) => Edge::Word,
            Is::Break | Is::Mark('.' | ';' | '!' | '?' | '\u{2022}') => Edge::Border,
            Is::Tag(Tag::Article) => Edge::Determiner,
            Is::Tag(Tag::Ours | Tag::Third) => Edge::Person,
            Is::Tag(Tag::At | Tag::Each | Tag::Equal | Tag::Times) => Edge::Link,
            Is::Stop if WordList::For.has(&unit.lower) => Edge::For,
            Is::Stop if WordList::Of.has(&unit.lower) => Edge::Of,
            Is::Stop if WordList::And.has(&unit.lower) => Edge::And,
            Is::Stop => Edge::Small,
            Is::Number { .. } => Edge::Number,
            Is::Money { .. } => Edge::Amount,
            Is::Mark(':') => Edge::Colon,
            Is::Mark(',') => Edge::Comma,
            Is::Mark('-' | '\u{2013}' | '\u{2014}') => Edge::Dash,
            Is::Mark('(' | ')') => Edge::Bracket,
            Is::Mark(_) => Edge::Mark,
            _ => Edge::Phrase,
        }
    }
}

/// Whether a name neither begins nor ends with a word that names nothing.
pub(super) fn names_something(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split_whitespace();
    let ends = [words.next(), words.next_back()];
    ends.into_iter().flatten().all(|word| !WordList::NamesNothing.has(word))
}

/// Whether a unit may be a word of a name.
fn is_content(unit: &Unit) -> bool {
    match unit.is {
        Is::Word => true,
        Is::Tag(tag) => tag.is_time() || (tag.names() && !matches!(tag, Tag::At | Tag::Covers)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
