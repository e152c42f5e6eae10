//! Finds contradictions between the text and the prices: another amount for the total or an item, another
//! frequency, another currency, another number of periods.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use super::{find::FoundClaim, kinds::ClaimKind, phrases::content_words, text::Cut};
use crate::{
    document,
    money::Currency,
    pricing::{self, Cadence, PricingTable, PricingTotals, render, trace},
};

/// Words of a sentence about money other than the price of this work.
const OTHER_MONEY: [&str; 24] = [
    "budget",
    "budgeted",
    "currently",
    "current",
    "revenue",
    "turnover",
    "lose",
    "loses",
    "losing",
    "lost",
    "save",
    "saves",
    "saving",
    "savings",
    "worth",
    "penalty",
    "spend",
    "spends",
    "spending",
    "earn",
    "earned",
    "competitor",
    "previous",
    "grant",
];
/// Words in item names that do not identify an item.
const GENERAL: [&str; 18] = [
    "project",
    "fe",
    "work",
    "pric",
    "cost",
    "servic",
    "monthly",
    "yearly",
    "annual",
    "quarterly",
    "hourly",
    "packag",
    "total",
    "item",
    "charg",
    "on",
    "basic",
    "standard",
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
    pub(super) fn of(table: &PricingTable) -> Self {
        let totals = pricing::totals(table).ok();
        let shown = document::text(&render::html(table));
        let mut figures: BTreeSet<Decimal> = trace::amounts(&shown).into_iter().map(|amount| amount.value.abs().normalize()).collect();
        let mut cadences: BTreeMap<Decimal, BTreeSet<Cadence>> = BTreeMap::new();
        let mut note = |value: Decimal, cadence: Cadence| {
            figures.insert(value.normalize());
            cadences.entry(value.normalize()).or_default().insert(cadence);
        };
        let mut items = Vec::new();
        for item in table.groups.iter().flat_map(|group| &group.items) {
            note(item.unit_price, item.cadence);
            if let Some(line) = totals.iter().flat_map(|totals| &totals.lines).find(|line| line.item_id == item.id) {
                note(line.amount, item.cadence);
                note(line.amount - line.discount, item.cadence);
            }
            let cut = Cut::new(&item.name);
            let words: BTreeSet<String> =
                content_words(&cut, 0).into_iter().filter(|word| word.len() > 2 && !GENERAL.contains(&word.as_str())).collect();
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
    pub(super) fn contradict(&self, cut: &Cut<'_>, found: &FoundClaim) -> Option<String> {
        if self.items.is_empty() {
            return None;
        }
        let sentence = cut.sentence_at(found.span.start);
        let number = cut.sentences.partition_point(|other| other.start < sentence.start);
        let first = cut.tokens.partition_point(|token| token.sentence < number);
        let words: Vec<&str> =
            cut.tokens.get(first..)?.iter().take_while(|token| token.sentence == number).map(|token| token.lower.as_str()).collect();
        match found.kind {
            ClaimKind::Amount => self.amount(cut, found, number, &words),
            ClaimKind::Date => self.duration(cut, found, number),
            _ => None,
        }
    }

    fn amount(&self, cut: &Cut<'_>, found: &FoundClaim, number: usize, words: &[&str]) -> Option<String> {
        let money = found.money.as_ref()?;
        let said = cut.text.get(found.span.clone()).unwrap_or_default();
        if self.figures.contains(&money.value) {
            if let Some(other) = money.currency.filter(|other| *other != self.currency) {
                return Some(format!("\u{201c}{said}\u{201d} is in {}, and the prices are in {}.", other.code(), self.currency.code()));
            }
            let charged = self.cadences.get(&money.value)?;
            let cadence = money.cadence.filter(|cadence| !charged.contains(cadence))?;
            let really: Vec<String> = charged.iter().map(|cadence| cadence.label().to_lowercase()).collect();
            let says = cadence.label().to_lowercase();
            return Some(format!("\u{201c}{said}\u{201d} is {says} in the text and {} in the pricing.", really.join(" and ")));
        }
        if words.iter().any(|word| OTHER_MONEY.contains(word)) {
            return None;
        }
        if let Some(item) = self.item(cut, number) {
            let price = self.currency.display_price(item.unit_price);
            let often = item.cadence.label().to_lowercase();
            return Some(format!("The pricing says {price} {often} for \u{201c}{}\u{201d}, not \u{201c}{said}\u{201d}.", item.name));
        }
        let total = words.iter().any(|word| matches!(*word, "total" | "totals" | "totalling" | "totaling" | "altogether"));
        let totals = self.totals.as_ref().filter(|_| total)?;
        let sum = self.currency.display(totals.total_amount);
        Some(format!("\u{201c}{said}\u{201d} is no total of the pricing, which comes to {sum}."))
    }

    /// The item that a sentence names, if it names exactly one.
    fn item(&self, cut: &Cut<'_>, number: usize) -> Option<&Named> {
        let words = content_words(cut, number);
        let mut named = self.items.iter().filter(|item| !item.words.is_empty() && item.words.is_subset(&words));
        named.next().filter(|_| named.next().is_none())
    }

    fn duration(&self, cut: &Cut<'_>, found: &FoundClaim, number: usize) -> Option<String> {
        let first = cut.tokens.partition_point(|token| token.start < found.span.start);
        if cut.word_before(first) != "for" {
            return None;
        }
        let months = found.value.split(" + ").next()?.strip_prefix("duration ")?.strip_suffix(" month")?.parse::<Decimal>().ok()?;
        let item = self.item(cut, number)?;
        let period = match item.cadence {
            Cadence::Once => return None,
            Cadence::Monthly => 1,
            Cadence::Quarterly => 3,
            Cadence::Yearly => 12,
        };
        let runs = Decimal::from(item.cycles?).checked_mul(Decimal::from(period))?;
        let said = cut.text.get(found.span.clone()).unwrap_or_default();
        (runs != months)
            .then(|| format!("The pricing has \u{201c}{}\u{201d} for {runs} months, not for \u{201c}{said}\u{201d}.", item.name))
    }
}
