//! The figures of the inputs: what the document may state approximately or calculate with.

use std::{collections::BTreeMap, ops::Range};

use rust_decimal::Decimal;

use super::{
    dates::Day,
    durations,
    figures::{Figure, Hedge, Measure},
    kinds::{ClaimKind, SourceKind},
    sums::{Operand, Operands, Reach},
    text::Cut,
};
use crate::{money::Currency, pricing::Cadence, reading::lexicon::Class};

/// The most amounts that make up a total.
const LINES_MAX: usize = 8;
/// How many words apart an amount and its quantity may be.
const BESIDE: usize = 10;
/// How many figures apart figures of one sentence may be.
const WINDOW: usize = 6;
/// The most figures of a text that are multiplied with the next ones.
const PRODUCTS_MAX: usize = 40;
/// The most totals that a price list may come to.
const TOTALS_MAX: usize = 300;
/// The most figures that are compared with one that the text calls approximate.
const KNOWN_MAX: usize = 2_000;

/// A place in a source.
type Place = (usize, Range<usize>);

/// A figure of a source.
struct Known {
    place: Place,
    is_price: bool,
    measure: Measure,
    value: Decimal,
    noun: Option<String>,
}

/// The figures of all sources.
#[derive(Default)]
pub(super) struct KnownFigures {
    known: Vec<Known>,
    /// The amounts of a price text with the quantities in the same sentence.
    lines: Vec<(Decimal, Vec<Decimal>)>,
    /// How often amounts are charged, in the words of the price texts.
    cadences: Vec<(Decimal, Cadence)>,
    /// The currencies of amounts in the price texts.
    currencies: Vec<(Decimal, Currency)>,
    /// The year of the proposal.
    pub(super) now: Option<u32>,
    /// The years that the sources name.
    pub(super) years: Vec<u32>,
    /// Those of the company profile.
    pub(super) founded: Vec<u32>,
    /// The months and days that they name.
    pub(super) days: Vec<(u32, u32)>,
    /// Days with a length of time in the same sentence: "the 20th; we set up two days before".
    pub(super) moved: Vec<((u32, u32), (Measure, Decimal))>,
    /// What figures of a sentence give together: "31 trucks with 10 tyres each".
    products: Vec<(Measure, Operand)>,
}

impl KnownFigures {
    /// Adds an amount that a person typed.
    pub(super) fn typed(&mut self, amount: Option<Decimal>, place: Place) {
        self.known.extend(amount.map(|value| Known {
            place,
            is_price: false,
            measure: Measure::Amount,
            value,
            noun: None,
        }));
    }

    /// Adds the figures of a source. Returns the dates that become complete with the only year of their text.
    pub(super) fn add(
        &mut self,
        cut: &Cut<'_>,
        figures: &[Figure],
        (source, kind): (usize, SourceKind),
    ) -> Vec<(String, Range<usize>)> {
        let is_price = matches!(kind, SourceKind::Pricing | SourceKind::PricingDetails);
        for figure in figures {
            let place = || (source, cut.span(&figure.range));
            let known = figure.values.iter().map(|(measure, value)| Known {
                place: place(),
                // A number of a price text that may be an amount is none for sure.
                is_price: is_price
                    && (*measure != Measure::Amount || figure.of(Measure::Count).next().is_none()),
                measure: *measure,
                value: *value,
                noun: figure.noun.clone(),
            });
            self.known.extend(known);
            if kind == SourceKind::PricingDetails {
                self.cadences.extend(figure.of(Measure::Amount).zip(figure.cadence));
                self.currencies.extend(figure.of(Measure::Amount).zip(figure.currency));
            }
            let plain = figure.of(Measure::Count).filter_map(|count| u32::try_from(count).ok());
            let years: Vec<u32> = figure
                .days
                .iter()
                .filter_map(|day| day.year)
                .chain(plain.filter(|year| (1900..2100).contains(year)))
                .collect();
            self.founded.extend(years.iter().filter(|_| kind == SourceKind::Company));
            self.years.extend(years);
            self.days.extend(figure.days.iter().filter_map(|day| day.month.zip(day.day)));
        }
        if kind == SourceKind::Proposal {
            self.now =
                self.now.or_else(|| figures.iter().flat_map(|figure| &figure.days).find_map(|day| day.year));
        }
        self.products(cut, figures, is_price);
        if kind == SourceKind::PricingDetails && self.lines.is_empty() {
            self.lines(cut, figures);
        }
        self.dates(cut, figures)
    }

    fn dates(&mut self, cut: &Cut<'_>, figures: &[Figure]) -> Vec<(String, Range<usize>)> {
        let mut years = figures.iter().flat_map(|figure| &figure.days).filter_map(|day| day.year);
        let year = years.next().filter(|year| years.all(|other| other == *year));
        let mut full = Vec::new();
        let is_eve = (0..cut.tokens.len()).any(|at| cut.is(at, Class::DayBefore));
        for (at, figure) in figures.iter().enumerate().filter(|(_, figure)| !figure.days.is_empty()) {
            let lacking =
                figure.days.iter().filter(|day| year.is_some() && day.year.is_none() && day.day.is_some());
            full.extend(lacking.map(|day| (Day { year, ..*day }.written(), cut.span(&figure.range))));
            let lengths = || {
                beside(cut, figures, at)
                    .flat_map(|other| &other.values)
                    .filter(|(measure, _)| measure.is_time())
            };
            let days = figure.days.iter().filter_map(|day| day.month.zip(day.day));
            // "each week from 3 August"
            let rhythm = cut.tokens_of(cut.sentence(figure.range.start)).filter(|at| cut.is(*at, Class::Per));
            let rhythm = rhythm
                .filter_map(|at| durations::unit(cut, at + 1))
                .find(|unit| unit.name == "week" || unit.name == "month");
            let steps = rhythm.iter().flat_map(|unit| {
                (1..=12).map(|step| (unit.measure, unit.size.saturating_mul(Decimal::from(step))))
            });
            self.moved.extend(days.clone().flat_map(|day| steps.clone().map(move |length| (day, length))));
            self.moved.extend(
                days.clone().filter(|_| is_eve).map(|day| (day, (Measure::Minutes, Decimal::from(1440)))),
            );
            self.moved.extend(days.flat_map(|day| lengths().map(move |length| (day, *length))));
        }
        full
    }

    /// Notes what the figures of a sentence give together: each with the next ones, two such pairs, and all
    /// that count the same.
    fn products(&mut self, cut: &Cut<'_>, figures: &[Figure], is_price: bool) {
        let reach = if is_price { Reach::Offer } else { Reach::Input };
        let value = |figure: &Figure| figure.values.first().copied().filter(|_| figure.values.len() == 1);
        let product = |one: &Figure, other: &Figure| {
            let is_near = cut.sentence(other.range.start) == cut.sentence(one.range.start)
                && other.range.start <= one.range.end + BESIDE;
            let ((first, one), (second, other)) = value(one).zip(value(other)).filter(|_| is_near)?;
            let measure = if second == Measure::Count { first } else { second };
            let is_many =
                [first, second].contains(&Measure::Count) && one > Decimal::ONE && other > Decimal::ONE;
            let product = one.checked_mul(other).filter(|_| is_many && measure != Measure::Percent)?;
            Some((measure, product, format!("{one} \u{d7} {other}")))
        };
        for (at, one) in figures.iter().enumerate().take(PRODUCTS_MAX) {
            let mut note = |(measure, value, formula): (Measure, Decimal, String)| {
                self.products.push((measure, Operand::calculated(value, reach, formula, 1)));
            };
            let others = figures.get(at + 1..).unwrap_or_default();
            others.iter().take(2).filter_map(|other| product(one, other)).for_each(&mut note);
            if let [second, third, fourth, ..] = others
                && let Some(((measure, one, formula), (same, other, added))) =
                    product(one, second).zip(product(third, fourth))
                && let Some(sum) = one.checked_add(other).filter(|_| same == measure)
            {
                note((measure, sum, format!("{formula} + {added}")));
            }
        }
        let mut alike: BTreeMap<(usize, &str), Vec<Decimal>> = BTreeMap::new();
        let mut noun = None;
        for figure in figures.iter().take(PRODUCTS_MAX).rev() {
            // "24, 18 and 15 m²"
            let goes_on = cut.is_mark(figure.range.end, &[',']) || cut.is(figure.range.end, Class::To);
            noun = figure.noun.as_deref().or(noun.filter(|_| goes_on));
            let counted = value(figure).filter(|(measure, _)| *measure == Measure::Count);
            if let Some(((_, value), noun)) = counted.zip(noun) {
                alike.entry((cut.sentence(figure.range.start), noun)).or_default().push(value);
            }
        }
        for values in alike.values().filter(|values| values.len() > 1) {
            let sum = values.iter().try_fold(Decimal::ZERO, |sum, value| sum.checked_add(*value));
            let formula = values.iter().rev().map(Decimal::to_string).collect::<Vec<_>>().join(" + ");
            self.products
                .extend(sum.map(|sum| (Measure::Count, Operand::calculated(sum, reach, formula, 1))));
        }
    }

    /// Notes the amounts of a price text with the quantities beside them.
    fn lines(&mut self, cut: &Cut<'_>, figures: &[Figure]) {
        let is_amount =
            |figure: &Figure| figure.kind == ClaimKind::Amount && figure.of(Measure::Count).next().is_none();
        for (at, figure) in figures.iter().enumerate().filter(|(_, figure)| is_amount(figure)).take(LINES_MAX)
        {
            let near = beside(cut, figures, at)
                .filter(|other| other.range.start.abs_diff(figure.range.start) <= BESIDE);
            let counts = near.flat_map(|other| {
                other.of(Measure::Count).chain(other.of(Measure::Months)).collect::<Vec<_>>()
            });
            let mut counts: Vec<Decimal> = counts.take(3).collect();
            counts.extend(match figure.cadence {
                Some(Cadence::Monthly) => Some(Decimal::from(12)),
                Some(Cadence::Quarterly) => Some(Decimal::from(4)),
                _ => None,
            });
            let products = counts
                .iter()
                .enumerate()
                .flat_map(|(at, one)| counts.iter().skip(at + 1).filter_map(|other| one.checked_mul(*other)));
            let products: Vec<Decimal> = products.collect();
            counts.extend(products);
            self.lines.extend(figure.of(Measure::Amount).last().map(|amount| (amount, counts)));
        }
    }

    /// The place of a figure that the text states with "about", "more than" or the like.
    pub(super) fn nearly(&self, figure: &Figure) -> Option<Place> {
        let [(measure, said)] = *figure.values.as_slice() else { return None };
        // "about five of a hundred" is a percentage too.
        let is_percent = measure == Measure::Count && figure.hedge == Hedge::About;
        let mut alike =
            self.known.iter().take(KNOWN_MAX).filter(|known| {
                known.measure == measure || (is_percent && known.measure == Measure::Percent)
            });
        let is_same_noun = |known: &Known| {
            measure != Measure::Count || known.measure != measure || known.noun == figure.noun
        };
        let known = alike.find(|known| {
            figure.hedge != Hedge::Exact && figure.hedge.allows(said, known.value) && is_same_noun(known)
        })?;
        Some(known.place.clone())
    }

    /// Whether a price text says how often an amount is charged.
    pub(super) fn says(&self, amount: Decimal, cadence: Cadence) -> bool {
        self.cadences.contains(&(amount, cadence))
    }

    /// Whether a price text has an amount in a currency.
    pub(super) fn has(&self, amount: Decimal, currency: Currency) -> bool {
        self.currencies.contains(&(amount, currency))
    }

    /// The figures that a text may calculate with.
    pub(super) fn operands(&self) -> Operands {
        let mut operands = Operands::default();
        for Known { is_price, measure, value, .. } in &self.known {
            operands.add(*measure, Operand::new(*value, if *is_price { Reach::Offer } else { Reach::Input }));
            // "24 months" are 24 payments.
            if *measure == Measure::Months && *is_price {
                operands.add(Measure::Count, Operand::new(*value, Reach::Offer));
            }
        }
        for (measure, product) in &self.products {
            operands.add(*measure, product.clone());
        }
        let totals = totals(&self.lines).into_iter();
        let steps = |formula: &str| {
            formula
                .chars()
                .filter(|sign| matches!(sign, '+' | '\u{d7}'))
                .count()
                .try_into()
                .unwrap_or(u32::MAX)
        };
        let calculated = |(total, formula): (Decimal, String)| {
            Operand::calculated(total, Reach::Offer, formula.clone(), steps(&formula))
        };
        operands.totals = totals.map(calculated).collect();
        operands
    }
}

/// Every amount with one of its quantities, added up: the totals that a price list may come to.
fn totals(lines: &[(Decimal, Vec<Decimal>)]) -> Vec<(Decimal, String)> {
    let mut sums: Vec<(Decimal, String)> = vec![(Decimal::ZERO, String::new())];
    for (amount, counts) in lines {
        let choices = std::iter::once(Decimal::ONE).chain(counts.iter().copied()).filter_map(|count| {
            let formula =
                if count == Decimal::ONE { amount.to_string() } else { format!("{count} \u{d7} {amount}") };
            Some((amount.checked_mul(count)?, formula))
        });
        let choices: Vec<(Decimal, String)> = choices.collect();
        let add = |(sum, so_far): &(Decimal, String), (value, formula): &(Decimal, String)| {
            Some((
                sum.checked_add(*value)?,
                if so_far.is_empty() { formula.clone() } else { format!("{so_far} + {formula}") },
            ))
        };
        sums = sums
            .iter()
            .flat_map(|sum| choices.iter().filter_map(|choice| add(sum, choice)))
            .take(TOTALS_MAX)
            .collect();
    }
    sums.retain(|_| lines.len() > 1);
    sums
}

/// The other figures of a sentence, a few on either side.
fn beside<'f>(cut: &'f Cut<'_>, figures: &'f [Figure], at: usize) -> impl Iterator<Item = &'f Figure> {
    let sentence = figures.get(at).map(|figure| cut.sentence(figure.range.start));
    let near = figures.iter().enumerate().skip(at.saturating_sub(WINDOW)).take(2 * WINDOW + 1);
    near.filter(move |(other, figure)| *other != at && Some(cut.sentence(figure.range.start)) == sentence)
        .map(|(_, figure)| figure)
}
