//! How the price field says a price of a recap: in the recap's own words if they read back to it, else
//! composed.

use std::fmt::Write as _;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::amounts::{RecapAmount, RecapReading};
use super::naming::names_something;
use super::words::capitalised;
use crate::{
    money::Currency,
    pricing::{Cadence, Item, PricingTable},
    reading::{
        amounts::{dollar_at, only_amount},
        assemble,
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
    (
        item.unit_price.normalize(),
        item.quantity.normalize(),
        item.cadence,
        item.cycles,
        item.optional,
        item.confirmed,
    )
}

/// The words of a price's clause, if they read back to it, by themselves or behind its name; else the
/// composed line. `is_named` if they must have its name.
pub(super) fn own_words(
    reading: &RecapReading,
    amount: &RecapAmount,
    item: &Item,
    is_named: bool,
    currency: Option<Currency>,
) -> String {
    let language = lexicon(reading.language);
    let marks = [WordList::SayOptional, WordList::SayOpen]
        .map(|list| language.said(list).map(|words| format!(" ({words})")));
    let [optional, open] = marks.map(Option::unwrap_or_default);
    // What the words leave out is said behind them.
    let marks = [String::new(), open.clone(), optional.clone(), format!("{optional}{open}")];
    let [figures, own, whole] = clause_words(reading, amount);
    let lines = if is_named { [format!("{}: {figures}", item.name), figures] } else { [whole, own] };
    let lines = lines
        .iter()
        .rev()
        .map(|words| capitalised(words))
        .filter(|line| line.chars().count() <= 2 * NAME_MAX);
    let mut lines = lines.flat_map(|line| marks.each_ref().map(|mark| format!("{line}{mark}")));
    lines
        .find(|line| reads_as(line, item, is_named, reading.home))
        .unwrap_or_else(|| composed(reading, amount, item, currency))
}

/// The words of an amount's clause: from its figures on, without the words that lead up to it, and as they
/// stand.
fn clause_words(reading: &RecapReading, amount: &RecapAmount) -> [String; 3] {
    let Some(charge) = &amount.charge else { return Default::default() };
    // A tax at the head of the clause belongs to the amount before it: "3,450 incl. VAT... album +$420".
    let is_tax = |tag: Tag| matches!(tag, Tag::Tax | Tag::PlusTax | Tag::InclTax);
    let says = |unit: &&Unit| {
        matches!(unit.is, Is::Money { .. } | Is::Number { .. } | Is::Percent(_))
            || matches!(unit.is, Is::Tag(tag)
                if (tag.qualifies() && !is_tax(tag)) || matches!(tag, Tag::Flat | Tag::Total | Tag::Either | Tag::Doubt))
    };
    let units = clause_units(&reading.units, charge);
    let figure = units.iter().find(says).map_or(charge.span.start, |unit| unit.span.start);
    let name = charge
        .name
        .first()
        .filter(|_| is_named(reading, charge))
        .and_then(|at| reading.units.get(*at))
        .map(|unit| unit.span.start);
    let start = name.unwrap_or(figure).min(figure).max(charge.span.start);
    let end = without_talk(units).last().map_or(charge.span.end, |unit| unit.span.end);
    let words = |start: usize| {
        let words = reading.prose.get(start..end).unwrap_or_default().replace('\n', " ");
        words
            .trim_matches(|c: char| {
                c.is_whitespace() || matches!(c, ',' | ';' | '.' | '-' | '\u{2013}' | ':')
            })
            .to_owned()
    };
    [figure, start, charge.span.start].map(words)
}

/// The units of a price's clause.
pub(super) fn clause_units<'u>(units: &'u [Unit], charge: &Charge) -> &'u [Unit] {
    let from = units.partition_point(|unit| unit.span.start < charge.span.start);
    let until = units.partition_point(|unit| unit.span.end <= charge.span.end);
    units.get(from..until).unwrap_or_default()
}

/// A clause without what stands behind its last comma if that says nothing of prices: "4,500 dollars, she
/// said yes".
fn without_talk(units: &[Unit]) -> &[Unit] {
    let talks = |unit: &Unit| {
        matches!(
            unit.is,
            Is::Word | Is::Stop | Is::Mark('.') | Is::Tag(Tag::Ours | Tag::Third | Tag::Article)
        )
    };
    let is_comma =
        |at: &usize| !has_share(units) && units.get(*at).is_some_and(|unit| unit.is == Is::Mark(','));
    let comma = units.iter().rposition(|unit| !talks(unit)).filter(is_comma);
    units.get(..comma.unwrap_or(units.len())).unwrap_or_default()
}

/// Whether a clause has a percentage, of which every word may matter: "the grant takes off up to 60 percent,
/// you'd claim that yourselves".
pub(super) fn has_share(clause: &[Unit]) -> bool {
    clause.iter().any(|unit| matches!(unit.is, Is::Percent(_)))
}

/// Whether its words name it: "build it for" does not say what.
fn is_named(reading: &RecapReading, charge: &Charge) -> bool {
    let points = |at: usize| reading.units.get(at + 1).is_some_and(|next| WordList::Pointer.has(&next.lower));
    charge.name.last().is_some_and(|last| !points(*last))
}

/// What the price field reads in a text.
pub(super) fn read(text: &str) -> PricingTable {
    read_at(text, Currency::USD)
}

/// The same, in a workspace that counts in `home`.
pub(super) fn read_at(text: &str, home: Currency) -> PricingTable {
    let mut last = 0;
    let mut id = || {
        last += 1;
        Uuid::from_u128(last)
    };
    prices(text, home, &mut id).table
}

fn reads_as(line: &str, item: &Item, is_named: bool, home: Currency) -> bool {
    let table = read_at(line, home);
    let mut items = table.groups.iter().flat_map(|group| &group.items);
    let fits = |read: &Item| {
        let same_name = read.name == item.name || (!is_named && names_something(&read.name));
        figures(read) == figures(item) && same_name
    };
    items.next().is_some_and(fits) && items.next().is_none()
}

/// "Doors: 14 x £65": a price in the order that is read without doubt.
pub(super) fn composed(
    reading: &RecapReading,
    amount: &RecapAmount,
    item: &Item,
    currency: Option<Currency>,
) -> String {
    let language = lexicon(reading.language);
    // The price field has a name of its own for a price without one.
    let is_named = amount.charge.as_ref().is_none_or(|charge| item.name != assemble::fallback(charge));
    let mut line = if is_named { format!("{}: ", item.name) } else { String::new() };
    if item.quantity != Decimal::ONE {
        let _ = write!(line, "{} x ", item.quantity.normalize());
    }
    line.push_str(&said(amount, item, currency, reading.home));
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
fn said(amount: &RecapAmount, item: &Item, currency: Option<Currency>, home: Currency) -> String {
    let is_said = |(value, named): (Decimal, Currency)| {
        let named = if named == Currency::USD { dollar_at(&amount.text, home) } else { named };
        value == amount.value && Some(named) == amount.currency
    };
    if only_amount(&amount.text).and_then(|(value, named)| Some((value, named?))).is_some_and(is_said) {
        return amount.text.clone();
    }
    match amount.currency.or(currency) {
        // "$" alone would be another dollar.
        Some(Currency::USD) if home != Currency::USD && home.is_written_as_dollar() => {
            format!("US{}", Currency::USD.display_price(item.unit_price))
        }
        Some(currency) => currency.display_price(item.unit_price),
        None => item.unit_price.normalize().to_string(),
    }
}
