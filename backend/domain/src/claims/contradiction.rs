//! Finds contradictions between the text and the prices: another amount for the total or an item, another
//! frequency, another currency, another number of periods.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use super::{
    figures::{Figure, Measure, Text, figures},
    find::FoundClaim,
    sources::Index,
    text::Cut,
};
use crate::{
    document,
    money::Currency,
    pricing::{self, Cadence, PricingTable, PricingTotals, render},
    reading::{
        amounts::dollar_at,
        lexicon::{Class, Language},
    },
};

/// Words in item names that do not identify an item, as stems.
const GENERAL: [&str; 18] = [
    "project", "fee", "work", "price", "cost", "servic", "month", "year", "annual", "quarter", "hour",
    "package", "total", "item", "charge", "on", "basic", "standar",
];

/// An item, prepared for finding it in a sentence.
struct Named {
    name: String,
    words: BTreeSet<String>,
    unit_price: Decimal,
    cadence: Cadence,
    cycles: Option<u32>,
}

/// A pricing table, prepared for comparison with sentences.
pub(super) struct Prices {
    currency: Currency,
    /// Every figure that the table shows.
    figures: BTreeSet<Decimal>,
    /// The cadence and number of bills of each charged amount.
    cadences: BTreeMap<Decimal, BTreeSet<Cadence>>,
    items: Vec<Named>,
    totals: Option<PricingTotals>,
}

impl Prices {
    pub(super) fn of(table: &PricingTable, language: Language) -> Self {
        let totals = pricing::totals(table).ok();
        let shown = document::text(&render::html(table));
        let mut figures: BTreeSet<Decimal> = figures(&Cut::new(&shown, Language::English), Text::Input)
            .iter()
            .flat_map(|figure| figure.of(Measure::Amount).collect::<Vec<_>>())
            .collect();
        let mut cadences: BTreeMap<Decimal, BTreeSet<Cadence>> = BTreeMap::new();
        let mut note = |value: Decimal, cadence: Cadence| {
            figures.insert(value.normalize());
            cadences.entry(value.normalize()).or_default().insert(cadence);
        };
        let mut items = Vec::new();
        for item in table.groups.iter().flat_map(|group| &group.items) {
            note(item.unit_price, item.cadence);
            if let Some(line) =
                totals.iter().flat_map(|totals| &totals.lines).find(|line| line.item_id == item.id)
            {
                note(line.amount, item.cadence);
                note(line.amount - line.discount, item.cadence);
            }
            let cut = Cut::new(&item.name, language);
            let names = (0..cut.tokens.len()).filter(|at| cut.lexicon.time_unit(cut.lower(*at)).is_none());
            let words = names
                .flat_map(|at| cut.stems(at..at + 1))
                .filter(|word| !GENERAL.contains(&word.as_str()))
                .collect();
            let (unit_price, cadence, cycles) = (item.unit_price.normalize(), item.cadence, item.cycles);
            items.push(Named { name: item.name.clone(), words, unit_price, cadence, cycles });
        }
        for sums in totals.iter().flat_map(|totals| &totals.cadences) {
            note(sums.total, sums.cadence);
            note(sums.subtotal, sums.cadence);
        }
        Self { currency: table.currency, figures, cadences, items, totals }
    }

    /// Why the prices contradict a claim, in words for people.
    pub(super) fn contradict(&self, cut: &Cut<'_>, found: &FoundClaim, index: &Index<'_>) -> Option<String> {
        if self.items.is_empty() {
            return None;
        }
        let figure = found.figure.as_ref()?;
        let sentence = cut.sentence(figure.range.start);
        let said = cut.text.get(found.span.clone()).unwrap_or_default();
        self.contradict_currency(cut, found, index)
            .or_else(|| self.amount(cut, figure, sentence, (said, index)))
            .or_else(|| self.duration(cut, figure, sentence, said))
    }

    /// Why a claim is in another currency than the prices. Arithmetic is no excuse for that.
    pub(super) fn contradict_currency(
        &self,
        cut: &Cut<'_>,
        found: &FoundClaim,
        index: &Index<'_>,
    ) -> Option<String> {
        let figure = found.figure.as_ref()?;
        let value = figure.of(Measure::Amount).last().filter(|value| self.figures.contains(value))?;
        let said = cut.text.get(found.span.clone()).unwrap_or_default();
        let named = match figure.currency? {
            Currency::USD => dollar_at(said, self.currency),
            named => named,
        };
        (named != self.currency && !index.figures.has(value, named)).then(|| {
            let (other, own) = (named.code(), self.currency.code());
            format!("\u{201c}{said}\u{201d} is in {other}, and the prices are in {own}.")
        })
    }

    fn amount(
        &self,
        cut: &Cut<'_>,
        figure: &Figure,
        sentence: usize,
        (said, index): (&str, &Index<'_>),
    ) -> Option<String> {
        let value = figure.of(Measure::Amount).last()?;
        if self.figures.contains(&value) {
            let charged = self.cadences.get(&value)?;
            let cadence = figure
                .cadence
                .filter(|cadence| !charged.contains(cadence) && !index.figures.says(value, *cadence))?;
            let really: Vec<String> = charged.iter().map(|cadence| cadence.label().to_lowercase()).collect();
            let says = cadence.label().to_lowercase();
            return Some(format!(
                "\u{201c}{said}\u{201d} is {says} in the text and {} in the pricing.",
                really.join(" and ")
            ));
        }
        if cut.has_class(sentence, Class::OtherMoney) {
            return None;
        }
        if let Some(item) = self.item(cut, sentence) {
            let price = self.currency.display_price(item.unit_price);
            let often = item.cadence.label().to_lowercase();
            return Some(format!(
                "The pricing says {price} {often} for \u{201c}{}\u{201d}, not \u{201c}{said}\u{201d}.",
                item.name
            ));
        }
        let total = cut.has_class(sentence, Class::Total);
        let totals = self.totals.as_ref().filter(|_| total)?;
        let sum = self.currency.display(totals.total_amount);
        Some(format!("\u{201c}{said}\u{201d} is no total of the pricing, which comes to {sum}."))
    }

    /// The item that a sentence names, if it names exactly one.
    fn item(&self, cut: &Cut<'_>, sentence: usize) -> Option<&Named> {
        let words = cut.stems(cut.tokens_of(sentence));
        let mut named =
            self.items.iter().filter(|item| !item.words.is_empty() && item.words.is_subset(&words));
        named.next().filter(|_| named.next().is_none())
    }

    fn duration(&self, cut: &Cut<'_>, figure: &Figure, sentence: usize, said: &str) -> Option<String> {
        let months =
            figure.of(Measure::Months).next().filter(|_| cut.is_after(figure.range.start, Class::Since))?;
        let item = self.item(cut, sentence)?;
        let period = match item.cadence {
            Cadence::Once => return None,
            Cadence::Monthly => 1,
            Cadence::Quarterly => 3,
            Cadence::Yearly => 12,
        };
        let runs = Decimal::from(item.cycles?).checked_mul(Decimal::from(period))?;
        (runs != months).then(|| {
            format!(
                "The pricing has \u{201c}{}\u{201d} for {runs} months, not for \u{201c}{said}\u{201d}.",
                item.name
            )
        })
    }
}
