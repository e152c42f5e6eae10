//! The text for the price field: what a recap charges, in its own words as far as they read back to the same
//! prices.

use std::collections::HashSet;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::Seller;
use super::amounts::{AmountRole, MentionReason, RecapAmount, RecapReading};
use super::naming::{Naming, names_something};
use super::phrasing::{Figures, NAME_MAX, clause_units, composed, figures, has_share, own_words, read_at};
use super::quantity;
use super::words::capitalised;
use crate::{
    money::Currency,
    pricing::{Adjustment, Choice, Group, Item, PricingTable},
    reading::{
        amounts::{StatedTerms, terms as stated},
        assemble,
        charge::{Charge, LEAST_SPELLED_AMOUNT},
        clauses::{clauses, sentences},
        lexicon::{Tag, WordList, lexicon},
        units::{Is, Unit},
        whole, written,
    },
};

/// A figure from here on that counts nothing may be a price.
const LOOSE_FROM: Decimal = Decimal::TEN;
/// Units behind a question within which an amount is its answer.
const ANSWERED_WITHIN: usize = 30;
/// The most prices of a hint.
const PRICES_MAX: usize = 200;

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

/// The amounts of a recap that its hint does not charge.
#[must_use]
pub fn mentions(text: &str, seller: Seller<'_>) -> Vec<RecapMention> {
    let mention = |amount: RecapAmount| match amount.role {
        AmountRole::Mentioned(reason) => {
            Some(RecapMention { amount: amount.text, words: amount.words, reason, speaker: amount.speaker })
        }
        _ => None,
    };
    RecapReading::of(text, seller).amounts.into_iter().filter_map(mention).collect()
}

/// A price on its way into the hint.
struct Wanted<'r> {
    amount: &'r RecapAmount,
    item: Item,
    alternative: bool,
    /// Its name is more than what its clause has by itself.
    is_named: bool,
}

/// The text for the price field; empty if the recap names no price of ours. `aside` are its sentences about
/// paying, which follow the prices if these are still read the same.
pub(super) fn hint(reading: &RecapReading, aside: &[String]) -> String {
    let rows = table_rows(reading, &[AmountRole::Price, AmountRole::Option]);
    let choice = table_rows(reading, &[AmountRole::Alternative]);
    let wanted = wanted(reading);
    if rows.is_empty() && choice.is_empty() && wanted.is_empty() {
        return String::new();
    }
    let currency = currency(reading, &wanted);
    let read = |text: &str| read_at(text, reading.home);
    let mut from_rows = read(&rows);
    let is_open = !rows.is_empty() && !is_settled(reading);
    if is_open {
        from_rows
            .groups
            .iter_mut()
            .flat_map(|group| &mut group.items)
            .for_each(|item| item.confirmed = false);
    }
    let rows: Vec<String> = Some(rows).filter(|rows| !rows.is_empty()).into_iter().collect();
    let lines = |line: &dyn Fn(&Wanted<'_>) -> String| -> Vec<String> { wanted.iter().map(line).collect() };
    let composed = lines(&|price| composed(reading, price.amount, &price.item, currency));
    let terms = terms(reading);
    let whole = |parts: &[&[String]]| parts.concat().join("\n");
    let is_term = |amount: &&RecapAmount| matches!(amount.role, AmountRole::Discount | AmountRole::Deposit);
    let of_terms = reading.amounts.iter().filter(is_term).filter_map(|amount| amount.currency);
    let named: HashSet<&str> =
        wanted.iter().filter_map(|price| price.amount.currency).chain(of_terms).map(Currency::code).collect();
    if named.len() > 1 {
        // The strict form has one currency; each of these lines has its own, and the user is asked.
        return whole(&[&rows, &composed, &terms]);
    }
    let own = lines(&|price| own_words(reading, price.amount, &price.item, price.is_named, currency));
    let of_rows = || from_rows.groups.iter().flat_map(|group| &group.items);
    let mut all: HashSet<Figures> = wanted.iter().map(|price| figures(&price.item)).collect();
    all.extend(of_rows().map(figures));
    let count = wanted.len() + of_rows().count();
    let fits = |text: &String| {
        let table = read(text);
        let items = || table.groups.iter().flat_map(|group| &group.items);
        items().map(figures).collect::<HashSet<_>>() == all && items().count() == count
    };
    // The words of a row cannot say that it is to be confirmed.
    let is_strict = is_open || !choice.is_empty() || wanted.iter().any(|price| price.alternative);
    let candidates = || {
        [
            whole(&[&rows, &own, &terms, aside]),
            whole(&[&rows, &own, &terms]),
            whole(&[&rows, &composed, &terms]),
        ]
    };
    // Terms that leave a doubt make a question of every price, which is better than to lose them.
    let open = |&(price, quantity, cadence, cycles, optional, _): &Figures| {
        (price, quantity, cadence, cycles, optional, false)
    };
    let all_open: HashSet<Figures> = all.iter().map(open).collect();
    let asks = |text: &String| {
        let table = read(text);
        let items = || table.groups.iter().flat_map(|group| &group.items);
        items().map(figures).collect::<HashSet<_>>() == all_open && items().count() == count
    };
    let text = (!is_strict).then(candidates).and_then(|texts| {
        let [.., last] = &texts;
        texts
            .iter()
            .find(|text| fits(text))
            .or(Some(last).filter(|text| !terms.is_empty() && asks(text)))
            .cloned()
    });
    let strict =
        || written_form(reading, wanted, from_rows, &read(&choice), currency, &stated(&terms.join("\n")));
    text.unwrap_or_else(strict)
}

/// Whether every amount is a price of ours by a clear margin, ordered or not, or says others again, and no
/// other figure may be one. As long as one may or may not be ours, so may the total; beside the money of
/// others the words are no proof.
fn is_settled(reading: &RecapReading) -> bool {
    // "the terms for 380, newsletter 95": a figure in the clause of a price is a part of it only if it was read.
    let is_explained = |unit: &Unit, value: Decimal| {
        let charges = reading.amounts.iter().filter_map(|amount| amount.charge.as_ref());
        let is_part = |charge: &Charge| value == charge.value || value == charge.quantity;
        charges.into_iter().any(|charge| charge.span.contains(&unit.span.start) && is_part(charge))
    };
    let counts = |at: usize| match reading.units.get(at + 1).map(|unit| unit.is) {
        Some(Is::Tag(tag)) => tag.is_time() || tag == Tag::Times,
        next => matches!(next, Some(Is::Word | Is::Percent(_))),
    };
    // "Parking permits are ours to get, 240 for both addresses."
    let is_loose = |(at, unit): (usize, &Unit)| {
        let Is::Number { number, spelled } = unit.is else { return false };
        // "quedamos en cuatro mil setecientos montado"
        let is_large = spelled && number.value >= LEAST_SPELLED_AMOUNT;
        number.value >= LOOSE_FROM && (is_large || !counts(at)) && !is_explained(unit, number.value)
    };
    if reading.units.iter().enumerate().any(is_loose) || leaves_price_unanswered(reading) {
        return false;
    }
    reading.amounts.iter().all(|amount| match amount.role {
        AmountRole::Mentioned(MentionReason::Restated | MentionReason::NotOrdered) => amount.clear,
        AmountRole::Mentioned(_) => false,
        _ => amount.clear,
    })
}

/// Whether a question about a price has no amount soon behind it: "What does it cost to store the walls?"
fn leaves_price_unanswered(reading: &RecapReading) -> bool {
    let is_answer = |unit: &Unit| matches!(unit.is, Is::Money { .. } | Is::Number { .. });
    sentences(&reading.units, reading.language).into_iter().any(|(range, _)| {
        let words = reading.units.get(range.clone()).unwrap_or_default();
        let soon = reading
            .units
            .get(range.start..(range.end + ANSWERED_WITHIN).min(reading.units.len()))
            .unwrap_or_default();
        whole::asks_for_price(words.iter()) && !soon.iter().any(is_answer)
    })
}

/// The prices of the prose.
fn wanted(reading: &RecapReading) -> Vec<Wanted<'_>> {
    let all_clear = is_settled(reading);
    let naming = Naming::of(reading);
    let mut names: Vec<String> = Vec::new();
    let ours = reading.amounts.iter().filter_map(|amount| {
        let charge = amount.charge.as_ref()?;
        let mut item = assemble::item(&reading.prose, &reading.units, charge, Uuid::nil());
        let (optional, alternative) = match amount.role {
            AmountRole::Price => (false, false),
            AmountRole::Option => (true, false),
            AmountRole::Alternative => (false, true),
            _ => return None,
        };
        let known = quantity::is_known(charge);
        (item.optional, item.selected) = (optional, !optional);
        // A line with a percentage stays as it is: no discount is lost for the sake of a name.
        let name = naming.name(charge, &names).filter(|_| !has_share(clause_units(&reading.units, charge)));
        let is_named = name.is_some();
        if let Some(name) = name {
            item.name = name;
        } else if !names_something(&item.name) || item.name.chars().count() > NAME_MAX {
            assemble::fallback(charge).clone_into(&mut item.name);
        }
        names.push(item.name.clone());
        // "3,450 incl. VAT": neither the currency nor the rate is said.
        item.confirmed =
            amount.sure && all_clear && known && (amount.currency.is_some() || !is_taxed(reading, charge));
        Some(Wanted { amount, item, alternative, is_named })
    });
    ours.take(PRICES_MAX).collect()
}

/// Whether a tax stands right behind an amount.
fn is_taxed(reading: &RecapReading, charge: &Charge) -> bool {
    let mut behind = reading.units.get(charge.amount + 1..).unwrap_or_default().iter().take(3);
    behind.any(|unit| matches!(unit.is, Is::Tag(Tag::PlusTax | Tag::InclTax | Tag::Tax)))
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

/// The currency that most of its prices name, else the one that most of its amounts name.
fn currency(reading: &RecapReading, wanted: &[Wanted<'_>]) -> Option<Currency> {
    let most = |named: Vec<Currency>| {
        let count = |currency: &Currency| named.iter().filter(|other| *other == currency).count();
        named.iter().max_by_key(|currency| count(currency)).copied()
    };
    let of_prices = most(wanted.iter().filter_map(|price| price.amount.currency).collect());
    of_prices.or_else(|| most(reading.amounts.iter().filter_map(|amount| amount.currency).collect()))
}

/// What the recap says of discounts, deposits and taxes, one clause per line.
fn terms(reading: &RecapReading) -> Vec<String> {
    let language = reading.language;
    let mut lines = Vec::new();
    for amount in &reading.amounts {
        if let (AmountRole::Discount | AmountRole::Deposit, Some(charge)) = (amount.role, &amount.charge) {
            lines.extend(reading.prose.get(charge.span.clone()).map(|words| words.replace('\n', " ")));
        }
    }
    // "minus 10% on the whole order → £3,420"
    let again =
        reading.amounts.iter().filter(|amount| amount.role == AmountRole::Mentioned(MentionReason::Restated));
    for discount in again.filter_map(|amount| amount.charge.as_ref()?.discount.as_ref()) {
        lines.extend(
            lexicon(language)
                .said(WordList::SayDiscount)
                .map(|words| words.replace('#', &discount.percent.normalize().to_string())),
        );
    }
    for clause in clauses(&reading.units, language) {
        let units = || clause.units.iter().filter_map(|at| reading.units.get(*at));
        let percent = units().any(|unit| matches!(unit.is, Is::Percent(_)));
        let named = units().any(|unit| {
            matches!(
                unit.is,
                Is::Tag(Tag::Deposit | Tag::Balance | Tag::Discount | Tag::Tax | Tag::PlusTax | Tag::InclTax)
            )
        });
        if percent && named && clause.amount.is_none() {
            let (Some(first), Some(last)) = (units().next(), units().next_back()) else { continue };
            lines.extend(
                reading.prose.get(first.span.start..last.span.end).map(|words| words.replace('\n', " ")),
            );
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
    choice: &PricingTable,
    currency: Option<Currency>,
    terms: &StatedTerms,
) -> String {
    let amount_of = |role: AmountRole| {
        reading
            .amounts
            .iter()
            .rev()
            .find(|amount| amount.role == role)
            .map(|amount| Adjustment::amount(amount.value))
    };
    let mut table = PricingTable { currency: currency.unwrap_or(rows.currency), ..rows };
    table.discount = table.discount.or(amount_of(AmountRole::Discount)).or(terms.discount);
    table.deposit = table.deposit.or(amount_of(AmountRole::Deposit)).or(terms.deposit);
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
