//! The text for the price field: what a recap charges, in its own words as far as they read back to the same prices.

use std::collections::HashSet;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::amounts::{AmountRole, MentionReason, RecapAmount, RecapReading};
use super::quantity;
use super::words::capitalised;
use crate::{
    money::Currency,
    pricing::{Adjustment, Cadence, Choice, Group, Item, PricingTable},
    reading::{
        assemble,
        clauses::clauses,
        lexicon::{Language, Tag, WordList, lexicon},
        prices,
        units::Is,
        written,
    },
};

/// The most prices of a hint.
const PRICES_MAX: usize = 200;
/// The longest name of a price, in characters.
const NAME_MAX: usize = 60;

/// An amount of money in a recap that is not charged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecapMention {
    /// The amount as written.
    pub amount: String,
    /// Its sentence, or the row of its table.
    pub words: String,
    /// Why it is not charged.
    pub reason: MentionReason,
    /// Who says it, if speakers are named.
    pub speaker: Option<String>,
}

/// The amounts of a recap that its hint does not charge. `our_speaker` is the name of the speaker on our side, if known.
#[must_use]
pub fn mentions(text: &str, our_speaker: Option<&str>) -> Vec<RecapMention> {
    let mention = |amount: RecapAmount| match amount.role {
        AmountRole::Mentioned(reason) => Some(RecapMention { amount: amount.text, words: amount.words, reason, speaker: amount.speaker }),
        _ => None,
    };
    RecapReading::of(text, our_speaker).amounts.into_iter().filter_map(mention).collect()
}

/// A price on its way into the hint.
struct Wanted<'r> {
    amount: &'r RecapAmount,
    item: Item,
    alternative: bool,
}

/// The text for the price field; empty if the recap names no price of ours.
pub(super) fn hint(text: &str, our_speaker: Option<&str>) -> String {
    let reading = RecapReading::of(text, our_speaker);
    let rows = table_rows(&reading, &[AmountRole::Price, AmountRole::Option]);
    let choice = table_rows(&reading, &[AmountRole::Alternative]);
    let wanted = wanted(&reading);
    let terms = terms(&reading);
    if rows.is_empty() && choice.is_empty() && wanted.is_empty() {
        return String::new();
    }
    let currency = currency(&reading);
    let own: Vec<String> = wanted.iter().map(|price| own_words(&reading, price, currency)).collect();
    let composed: Vec<String> = wanted.iter().map(|price| composed(&reading, price, currency)).collect();
    let expected: HashSet<Figures> = wanted.iter().map(|price| figures(&price.item)).collect();
    let from_rows = prices(&rows, &mut Uuid::nil).table;
    let mut all = expected;
    all.extend(from_rows.groups.iter().flat_map(|group| &group.items).map(figures));
    let whole = |lines: &[String]| {
        [std::slice::from_ref(&rows), lines, terms.as_slice()]
            .concat()
            .into_iter()
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let candidates = [whole(&own), whole(&composed)];
    let fits = |text: &&String| {
        let table = prices(text, &mut Uuid::nil).table;
        let items = || table.groups.iter().flat_map(|group| &group.items);
        items().map(figures).collect::<HashSet<_>>() == all
            && items().count() == from_rows.groups.iter().map(|group| group.items.len()).sum::<usize>() + wanted.len()
    };
    let is_choice = !choice.is_empty() || wanted.iter().any(|price| price.alternative);
    match candidates.iter().find(fits).filter(|_| !is_choice) {
        Some(text) => text.clone(),
        None => written_form(&reading, wanted, from_rows, prices(&choice, &mut Uuid::nil).table, currency),
    }
}

/// What must come back when the hint is read.
type Figures = (Decimal, Decimal, Cadence, Option<u32>, bool, bool);

fn figures(item: &Item) -> Figures {
    (item.unit_price.normalize(), item.quantity.normalize(), item.cadence, item.cycles, item.optional, item.confirmed)
}

/// The prices of the prose.
fn wanted(reading: &RecapReading) -> Vec<Wanted<'_>> {
    let counts = quantity::counts(&reading.units);
    let ours = reading.amounts.iter().filter_map(|amount| {
        let charge = amount.charge.as_ref()?;
        let mut item = assemble::item(&reading.prose, &reading.units, charge, Uuid::nil());
        let (optional, alternative) = match amount.role {
            AmountRole::Price => (false, false),
            AmountRole::Option => (true, false),
            AmountRole::Alternative => (false, true),
            _ => return None,
        };
        let known = quantity::settle(&mut item, reading, amount, &counts);
        (item.optional, item.selected) = (optional, !optional);
        item.name = short_name(reading, charge, &item.name);
        item.confirmed = amount.sure && known;
        Some(Wanted { amount, item, alternative })
    });
    ours.take(PRICES_MAX).collect()
}

/// A name of moderate length: the words nearest to the amount.
fn short_name(reading: &RecapReading, charge: &crate::reading::charge::Charge, name: &str) -> String {
    if name.chars().count() <= NAME_MAX {
        return name.to_owned();
    }
    let before: Vec<usize> = charge.name.iter().copied().filter(|at| *at < charge.amount).collect();
    let near = if before.is_empty() { charge.name.get(..6.min(charge.name.len())) } else { before.get(before.len().saturating_sub(6)..) };
    let units = near.unwrap_or_default();
    let span = units.first().and_then(|at| reading.units.get(*at)).zip(units.last().and_then(|at| reading.units.get(*at)));
    let words = span.and_then(|(first, last)| reading.prose.get(first.span.start..last.span.end)).unwrap_or(name);
    capitalised(&words.replace('\n', " ").chars().take(NAME_MAX).collect::<String>())
}

/// The rows of tables that are charged, below their header, as they stand.
fn table_rows(reading: &RecapReading, roles: &[AmountRole]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut header = None;
    for row in &reading.rows {
        let text = reading.turns.body.get(row.span.clone()).unwrap_or_default();
        if row.is_header {
            header = Some(text);
        } else if roles.contains(&row.role) {
            lines.extend(header.take());
            lines.push(text);
        }
    }
    lines.join("\n")
}

/// The currency of the recap: the one that most of its amounts name.
fn currency(reading: &RecapReading) -> Option<Currency> {
    let named: Vec<Currency> = reading.amounts.iter().filter_map(|amount| amount.currency).collect();
    let count = |currency: &Currency| named.iter().filter(|other| *other == currency).count();
    named.iter().max_by_key(|currency| count(currency)).copied()
}

/// The words of a price's clause, if they read back to it; else the composed line.
fn own_words(reading: &RecapReading, price: &Wanted<'_>, currency: Option<Currency>) -> String {
    let span = price.amount.charge.as_ref().map_or(0..0, |charge| charge.span.clone());
    let words = reading.prose.get(span).unwrap_or_default().replace('\n', " ");
    let words = words.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | '-' | '\u{2013}' | ':'));
    let line = capitalised(words);
    if words.chars().count() <= 2 * NAME_MAX && reads_as(&line, &price.item) { line } else { composed(reading, price, currency) }
}

fn reads_as(line: &str, item: &Item) -> bool {
    let table = prices(line, &mut Uuid::nil).table;
    let mut items = table.groups.iter().flat_map(|group| &group.items);
    items.next().is_some_and(|read| figures(read) == figures(item)) && items.next().is_none()
}

/// "Doors: 14 x £65": a price in the order that is read without doubt.
fn composed(reading: &RecapReading, price: &Wanted<'_>, currency: Option<Currency>) -> String {
    let item = &price.item;
    let language = lexicon(Language::of(&reading.turns.body));
    let mut line = format!("{}: ", item.name.trim_end_matches(':'));
    if item.quantity != Decimal::ONE {
        line.push_str(&format!("{} x ", item.quantity.normalize()));
    }
    line.push_str(&match price.amount.currency.or(currency) {
        Some(currency) => currency.display_price(item.unit_price),
        None => item.unit_price.normalize().to_string(),
    });
    let frequency = match item.cadence {
        Cadence::Once => None,
        Cadence::Monthly => Some(WordList::SayMonthly),
        Cadence::Quarterly => Some(WordList::SayQuarterly),
        Cadence::Yearly => Some(WordList::SayYearly),
    };
    let optional = item.optional.then_some(WordList::SayOptional);
    let open = (!item.confirmed).then_some(WordList::SayOpen);
    for words in [frequency, optional, open].into_iter().flatten().filter_map(|list| language.said(list)) {
        line.push(' ');
        line.push_str(words);
    }
    line
}

/// What the recap says of discounts, deposits and taxes, one clause per line.
fn terms(reading: &RecapReading) -> Vec<String> {
    let language = Language::of(&reading.turns.body);
    let mut lines = Vec::new();
    for amount in &reading.amounts {
        if let (AmountRole::Discount | AmountRole::Deposit, Some(charge)) = (amount.role, &amount.charge) {
            lines.extend(reading.prose.get(charge.span.clone()).map(|words| words.replace('\n', " ")));
        }
    }
    for clause in clauses(&reading.units, language) {
        let units = || clause.units.iter().filter_map(|at| reading.units.get(*at));
        let percent = units().any(|unit| matches!(unit.is, Is::Percent(_)));
        let named = units()
            .any(|unit| matches!(unit.is, Is::Tag(Tag::Deposit | Tag::Balance | Tag::Discount | Tag::Tax | Tag::PlusTax | Tag::InclTax)));
        if percent && named && clause.amount.is_none() {
            let (Some(first), Some(last)) = (units().next(), units().last()) else { continue };
            lines.extend(reading.prose.get(first.span.start..last.span.end).map(|words| words.replace('\n', " ")));
        }
    }
    lines.truncate(PRICES_MAX);
    lines.into_iter().map(|line| capitalised(line.trim())).collect()
}

/// The strict form, which reads back to the same table whatever the words.
fn written_form(
    reading: &RecapReading,
    wanted: Vec<Wanted<'_>>,
    rows: PricingTable,
    choice: PricingTable,
    currency: Option<Currency>,
) -> String {
    let amount_of =
        |role: AmountRole| reading.amounts.iter().rev().find(|amount| amount.role == role).map(|amount| Adjustment::amount(amount.value));
    let mut table = PricingTable { currency: currency.unwrap_or(rows.currency), ..rows };
    table.discount = table.discount.or(amount_of(AmountRole::Discount));
    table.deposit = table.deposit.or(amount_of(AmountRole::Deposit));
    let (either, all): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|price| price.alternative);
    for (choice_of, prices) in [(Choice::All, all), (Choice::One, either)] {
        let mut items: Vec<Item> = prices.into_iter().map(|price| price.item).collect();
        if choice_of == Choice::One {
            items.extend(choice.groups.iter().flat_map(|group| group.items.iter().cloned()));
        }
        if !items.is_empty() {
            table.groups.push(Group { id: Uuid::nil(), name: String::new(), choice: choice_of, items });
        }
    }
    written::write(&table)
}
