//! The figures of the inputs: what the document may state approximately or calculate with.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    dates::Day,
    figures::{Figure, Hedge, Measure},
    kinds::{ClaimKind, SourceKind},
    sums::{self, Operands},
    text::Cut,
};
use crate::{money::Currency, pricing::Cadence};

/// The most amounts that make up a total.
const LINES_MAX: usize = 8;
/// How many words apart an amount and its quantity may be.
const BESIDE: usize = 10;
/// How many figures apart figures of one sentence may be.
const WINDOW: usize = 6;
/// The most figures of one kind that a text may calculate with.
const OPERANDS_MAX: usize = 48;
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
    /// The months and days that they name.
    pub(super) days: Vec<(u32, u32)>,
    /// Days with a length of time in the same sentence: "the 20th; we set up two days before".
    pub(super) moved: Vec<((u32, u32), Decimal)>,
}

impl KnownFigures {
    /// Adds an amount that a person typed.
    pub(super) fn typed(&mut self, amount: Option<Decimal>, place: Place) {
        self.known.extend(amount.map(|value| Known { place, is_price: false, measure: Measure::Amount, value, noun: None }));
    }

    /// Adds the figures of a source. Returns the dates that become complete with the only year of their text.
    pub(super) fn add(&mut self, cut: &Cut<'_>, figures: &[Figure], (source, kind): (usize, SourceKind)) -> Vec<(String, Range<usize>)> {
        let is_price = matches!(kind, SourceKind::Pricing | SourceKind::PricingDetails);
        for figure in figures {
            let place = || (source, cut.span(&figure.range));
            let known = figure.values.iter().map(|(measure, value)| Known {
                place: place(),
                is_price,
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
            self.years.extend(figure.days.iter().filter_map(|day| day.year).chain(plain.filter(|year| (1900..2100).contains(year))));
            self.days.extend(figure.days.iter().filter_map(|day| day.month.zip(day.day)));
        }
        if kind == SourceKind::Proposal {
            self.now = self.now.or_else(|| figures.iter().flat_map(|figure| &figure.days).find_map(|day| day.year));
        }
        if kind == SourceKind::PricingDetails && self.lines.is_empty() {
            self.lines(cut, figures);
        }
        self.dates(cut, figures)
    }

    fn dates(&mut self, cut: &Cut<'_>, figures: &[Figure]) -> Vec<(String, Range<usize>)> {
        let mut years = figures.iter().flat_map(|figure| &figure.days).filter_map(|day| day.year);
        let year = years.next().filter(|year| years.all(|other| other == *year));
        let mut full = Vec::new();
        for (at, figure) in figures.iter().enumerate().filter(|(_, figure)| !figure.days.is_empty()) {
            let lacking = figure.days.iter().filter(|day| year.is_some() && day.year.is_none() && day.day.is_some());
            full.extend(lacking.map(|day| (Day { year, ..*day }.written(), cut.span(&figure.range))));
            let lengths: Vec<Decimal> = beside(cut, figures, at).flat_map(|other| other.of(Measure::Minutes).collect::<Vec<_>>()).collect();
            let days = figure.days.iter().filter_map(|day| day.month.zip(day.day));
            self.moved.extend(days.flat_map(|day| lengths.iter().map(move |length| (day, *length))));
        }
        full
    }

    /// Notes the amounts of a price text with the quantities beside them.
    fn lines(&mut self, cut: &Cut<'_>, figures: &[Figure]) {
        let is_amount = |figure: &Figure| figure.kind == ClaimKind::Amount && figure.of(Measure::Count).next().is_none();
        for (at, figure) in figures.iter().enumerate().filter(|(_, figure)| is_amount(figure)).take(LINES_MAX) {
            let near = beside(cut, figures, at).filter(|other| other.range.start.abs_diff(figure.range.start) <= BESIDE);
            let counts = near.flat_map(|other| other.of(Measure::Count).chain(other.of(Measure::Months)).collect::<Vec<_>>());
            let mut counts: Vec<Decimal> = counts.take(3).collect();
            counts.extend(match figure.cadence {
                Some(Cadence::Monthly) => Some(Decimal::from(12)),
                Some(Cadence::Quarterly) => Some(Decimal::from(4)),
                _ => None,
            });
            let products =
                counts.iter().enumerate().flat_map(|(at, one)| counts.iter().skip(at + 1).filter_map(|other| one.checked_mul(*other)));
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
            self.known.iter().take(KNOWN_MAX).filter(|known| known.measure == measure || (is_percent && known.measure == Measure::Percent));
        let is_same_noun = |known: &Known| measure != Measure::Count || known.measure != measure || known.noun == figure.noun;
        let known = alike.find(|known| figure.hedge != Hedge::Exact && figure.hedge.allows(said, known.value) && is_same_noun(known))?;
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
        let mut operands = Operands { totals: sums::totals(&self.lines), ..Operands::default() };
        for Known { is_price, measure, value, .. } in &self.known {
            let lists: &mut [&mut Vec<Decimal>] = match measure {
                Measure::Amount if *is_price => &mut [&mut operands.prices],
                Measure::Amount => &mut [&mut operands.others],
                Measure::Percent => &mut [&mut operands.percents],
                Measure::Count | Measure::Months if *is_price => &mut [&mut operands.counts, &mut operands.all_counts],
                Measure::Count => &mut [&mut operands.all_counts],
                Measure::Minutes | Measure::Months => &mut [],
            };
            for list in lists.iter_mut().filter(|list| list.len() < OPERANDS_MAX && !list.contains(value)) {
                list.push(*value);
            }
            if matches!(measure, Measure::Minutes | Measure::Months) && operands.lengths.len() < OPERANDS_MAX {
                operands.lengths.push((*measure, *value));
            }
        }
        operands
    }
}

/// The other figures of a sentence, a few on either side.
fn beside<'f>(cut: &'f Cut<'_>, figures: &'f [Figure], at: usize) -> impl Iterator<Item = &'f Figure> {
    let sentence = figures.get(at).map(|figure| cut.sentence(figure.range.start));
    let near = figures.iter().enumerate().skip(at.saturating_sub(WINDOW)).take(2 * WINDOW + 1);
    near.filter(move |(other, figure)| *other != at && Some(cut.sentence(figure.range.start)) == sentence).map(|(_, figure)| figure)
}
