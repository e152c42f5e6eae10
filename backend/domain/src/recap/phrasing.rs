//! How the price field says a price of a recap: in the recap's own words if they read back to it, else composed.

use std::fmt::Write as _;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::amounts::{RecapAmount, RecapReading};
use super::words::capitalised;
use crate::{
    money::Currency,
    pricing::{Cadence, Item, PricingTable},
    reading::{
        amounts::only_amount,
        charge::Charge,
        lexicon::{Tag, WordList, lexicon},
        prices,
        units::{Is, Unit},
    },
};

/// The longest name of a price, in characters.
pub(super) const NAME_MAX: usize = 60;

/// What must come back when a line is read.
pub(super) type Figures = (Decimal, Decimal, Cadence, Option<u32>, bool, bool);

pub(super) fn figures(item: &Item) -> Figures {
    (item.unit_price.normalize(), item.quantity.normalize(), item.cadence, item.cycles, item.optional, item.confirmed)
}

/// The words of a price's clause, if they read back to it; else the composed line.
pub(super) fn own_words(reading: &RecapReading, amount: &RecapAmount, item: &Item, currency: Option<Currency>) -> String {
    let language = lexicon(reading.language);
    let marks = [WordList::SayOptional, WordList::SayOpen].map(|list| language.said(list).map(|words| format!(" ({words})")));
    let [optional, open] = marks.map(Option::unwrap_or_default);
    // What the words leave out is said behind them.
    let marks = [String::new(), open.clone(), optional.clone(), format!("{optional}{open}")];
    let lines = clause_words(reading, amount).into_iter().filter(|words| words.chars().count() <= 2 * NAME_MAX);
    let mut lines = lines.flat_map(|words| marks.each_ref().map(|mark| format!("{}{mark}", capitalised(&words))));
    lines.find(|line| reads_as(line, item)).unwrap_or_else(|| composed(reading, amount, item, currency))
}

/// The words of an amount's clause, without the words that lead up to it, and as they stand.
fn clause_words(reading: &RecapReading, amount: &RecapAmount) -> Vec<String> {
    let Some(charge) = &amount.charge else { return Vec::new() };
    // A tax at the head of the clause belongs to the amount before it: "3,450 incl. VAT... album +$420".
    let is_tax = |tag: Tag| matches!(tag, Tag::Tax | Tag::PlusTax | Tag::InclTax);
    let says = |unit: &&Unit| {
        matches!(unit.is, Is::Money { .. } | Is::Number { .. } | Is::Percent(_))
            || matches!(unit.is, Is::Tag(tag) if (tag.qualifies() && !is_tax(tag)) || matches!(tag, Tag::Flat | Tag::Total | Tag::Either | Tag::Doubt))
    };
    let from = reading.units.partition_point(|unit| unit.span.start < charge.span.start);
    let figure = reading.units.get(from..).unwrap_or_default().iter().find(says).map(|unit| unit.span.start);
    let name = charge.name.first().filter(|_| is_named(reading, charge)).and_then(|at| reading.units.get(*at)).map(|unit| unit.span.start);
    let start = figure.into_iter().chain(name).min().unwrap_or(charge.span.start).max(charge.span.start);
    let words = |start: usize| {
        let words = reading.prose.get(start..charge.span.end).unwrap_or_default().replace('\n', " ");
        words.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | '-' | '\u{2013}' | ':')).to_owned()
    };
    vec![words(start), words(charge.span.start)]
}

/// Whether its words name it: "build it for" does not say what.
fn is_named(reading: &RecapReading, charge: &Charge) -> bool {
    let points = |at: usize| reading.units.get(at + 1).is_some_and(|next| WordList::Pointer.has(&next.lower));
    charge.name.last().is_some_and(|last| !points(*last))
}

/// What the price field reads in a text.
pub(super) fn read(text: &str) -> PricingTable {
    let mut last = 0;
    let mut id = || {
        last += 1;
        Uuid::from_u128(last)
    };
    prices(text, &mut id).table
}

fn reads_as(line: &str, item: &Item) -> bool {
    let table = read(line);
    let mut items = table.groups.iter().flat_map(|group| &group.items);
    items.next().is_some_and(|read| figures(read) == figures(item)) && items.next().is_none()
}

/// "Doors: 14 x £65": a price in the order that is read without doubt.
pub(super) fn composed(reading: &RecapReading, amount: &RecapAmount, item: &Item, currency: Option<Currency>) -> String {
    let language = lexicon(reading.language);
    let is_named = amount.charge.as_ref().is_some_and(|charge| is_named(reading, charge));
    let mut line = if is_named { format!("{}: ", item.name.trim_end_matches(':')) } else { String::new() };
    if item.quantity != Decimal::ONE {
        let _ = write!(line, "{} x ", item.quantity.normalize());
    }
    line.push_str(&said(amount, item, currency));
    let frequency = match item.cadence {
        Cadence::Once => None,
        Cadence::Monthly => Some((WordList::SayMonthly, WordList::SayMonths)),
        Cadence::Quarterly => Some((WordList::SayQuarterly, WordList::SayQuarters)),
        Cadence::Yearly => Some((WordList::SayYearly, WordList::SayYears)),
    };
    if let Some((every, times)) = frequency {
        line.extend(language.said(every).map(|words| format!(" {words}")));
        let duration = item.cycles.zip(language.said(times));
        line.extend(duration.map(|(cycles, words)| format!(" {}", words.replace('#', &cycles.to_string()))));
    }
    let optional = item.optional.then_some(WordList::SayOptional);
    let open = (!item.confirmed).then_some(WordList::SayOpen);
    for words in [optional, open].into_iter().flatten().filter_map(|list| language.said(list)) {
        let _ = write!(line, " ({words})");
    }
    line
}

/// The amount as written if that has its currency, else with its currency.
fn said(amount: &RecapAmount, item: &Item, currency: Option<Currency>) -> String {
    let written = only_amount(&amount.text);
    if written.is_some_and(|(value, named)| value == amount.value && named.is_some() && named == amount.currency) {
        return amount.text.clone();
    }
    match amount.currency.or(currency) {
        Some(currency) => currency.display_price(item.unit_price),
        None => item.unit_price.normalize().to_string(),
    }
}
