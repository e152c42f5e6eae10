//! The form in which a price table is written out for the price field. It is strict, so it reads back to the
//! same table:
//!
//! ```text
//! "Website": 1 × USD 4,500.00
//! "Hosting": 1 × USD 30.00 monthly for 12, optional
//! "Training": 6 × USD 150.00 each hour, not confirmed
//! One of these:
//! "Basic": 1 × USD 90.00
//! Discount: 10 %
//! Tax "VAT": 20 %, added
//! Payment "On signing": 50 %
//! ```

use std::fmt::Write as _;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::{Question, Reading, charge::Doubt};
use crate::{
    money::Currency,
    pricing::{
        Adjustment, AdjustmentKind, Cadence, Choice, Group, Item, MAX_CYCLES, MAX_DECIMALS, MAX_QUANTITY,
        Milestone, PricingTable, Tax, TaxMode,
    },
};

const HEADINGS: [(&str, Choice); 3] =
    [("All of these:", Choice::All), ("Any of these:", Choice::Any), ("One of these:", Choice::One)];

/// Writes a table out. Descriptions, limits of quantities and dates of payments are no part of a price text.
#[must_use]
pub fn write(table: &PricingTable) -> String {
    let mut lines = Vec::new();
    for (index, group) in table.groups.iter().enumerate() {
        if index > 0 || group.choice != Choice::All {
            lines.extend(
                HEADINGS
                    .iter()
                    .filter(|(_, choice)| *choice == group.choice)
                    .map(|(heading, _)| (*heading).to_owned()),
            );
        }
        lines.extend(group.items.iter().map(|item| item_line(item, table.currency)));
    }
    let terms = [("Discount", table.discount), ("Deposit", table.deposit)];
    lines.extend(
        terms
            .iter()
            .filter_map(|(name, term)| Some(format!("{name}: {}", adjustment((*term)?, table.currency)))),
    );
    let mode = if table.tax_mode == TaxMode::Inclusive { "included" } else { "added" };
    let taxes = table
        .groups
        .iter()
        .flat_map(|group| &group.items)
        .next()
        .map_or(&[][..], |item| item.taxes.as_slice());
    lines.extend(
        taxes.iter().map(|tax| format!("Tax {}: {} %, {mode}", quoted(&tax.name), tax.rate.normalize())),
    );
    let payments = table.milestones.iter();
    lines.extend(payments.map(|payment| {
        format!("Payment {}: {}", quoted(&payment.name), adjustment(payment.share, table.currency))
    }));
    lines.join("\n")
}

pub(super) fn item_line(item: &Item, currency: Currency) -> String {
    let mut line = format!(
        "{}: {} × {}",
        quoted(&item.name),
        item.quantity.normalize(),
        money(item.unit_price, currency)
    );
    if let Some(unit) = &item.unit {
        let _ = write!(line, " each {unit}");
    }
    let frequency = match item.cadence {
        Cadence::Once => "",
        Cadence::Monthly => " monthly",
        Cadence::Quarterly => " quarterly",
        Cadence::Yearly => " yearly",
    };
    line.push_str(frequency);
    if let Some(cycles) = item.cycles {
        let _ = write!(line, " for {cycles}");
    }
    if let Some(discount) = item.discount {
        let _ = write!(line, ", less {}", adjustment(discount, currency));
    }
    if item.optional {
        line.push_str(", optional");
    }
    if !item.confirmed {
        line.push_str(", not confirmed");
    }
    line
}

/// A name in quotation marks; marks inside it become single ones.
fn quoted(text: &str) -> String {
    format!("\"{}\"", name(text))
}

/// A name as it can stand in quotation marks.
pub(super) fn name(text: &str) -> String {
    text.replace('"', "'").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn money(amount: Decimal, currency: Currency) -> String {
    let amount = amount.normalize();
    let digits = amount.scale().max(currency.minor_digits());
    let text = format!("{amount:.*}", usize::try_from(digits).unwrap_or_default());
    let (whole, cents) = text.split_once('.').unwrap_or((&text, ""));
    let grouped: Vec<&str> =
        whole.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    let point = if cents.is_empty() { "" } else { "." };
    format!("{currency} {}{point}{cents}", grouped.join(","))
}

fn adjustment(adjustment: Adjustment, currency: Currency) -> String {
    match adjustment.kind {
        AdjustmentKind::Percent => format!("{} %", adjustment.value.normalize()),
        AdjustmentKind::Amount => money(adjustment.value, currency),
    }
}

/// Reads a text in that form; `None` if a line of it is anything else.
pub fn read(text: &str, ids: &mut dyn FnMut() -> Uuid) -> Option<Reading> {
    let mut table = PricingTable::default();
    let mut currency = None;
    let mut choice = Choice::All;
    let mut taxes = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some((_, heading)) = HEADINGS.iter().find(|(heading, _)| *heading == line) {
            choice = *heading;
            table.groups.push(Group { id: ids(), name: String::new(), choice, items: Vec::new() });
        } else if line.starts_with('"') {
            let item = read_item(line, &mut currency, ids)?;
            if table.groups.is_empty() {
                table.groups.push(Group { id: ids(), name: String::new(), choice, items: Vec::new() });
            }
            table.groups.last_mut()?.items.push(item);
        } else if let Some(rest) = line.strip_prefix("Discount: ") {
            table.discount = Some(read_adjustment(rest, &mut currency)?);
        } else if let Some(rest) = line.strip_prefix("Deposit: ") {
            table.deposit = Some(read_adjustment(rest, &mut currency)?);
        } else if let Some(rest) = line.strip_prefix("Tax ") {
            let (name, rest) = read_name(rest)?;
            let (rate, mode) = rest.split_once(" %, ")?;
            taxes.push(Tax { name, rate: decimal(rate)? });
            table.tax_mode = match mode {
                "added" => TaxMode::Exclusive,
                "included" => TaxMode::Inclusive,
                _ => return None,
            };
        } else {
            let (name, rest) = read_name(line.strip_prefix("Payment ")?)?;
            table.milestones.push(Milestone {
                id: ids(),
                name,
                due: None,
                share: read_adjustment(rest, &mut currency)?,
            });
        }
    }
    table.currency = currency?;
    table.groups.retain(|group| !group.items.is_empty());
    let mut questions = Vec::new();
    for group in &mut table.groups {
        for (index, item) in group.items.iter_mut().enumerate() {
            item.taxes.clone_from(&taxes);
            if group.choice == Choice::One {
                item.selected = index == 0;
            }
            if !item.confirmed {
                let words = item.source.clone().unwrap_or_default();
                questions.push(Question { item: Some(item.id), doubt: Doubt::Unconfirmed, words });
            }
        }
    }
    Some(Reading { table, questions, mentions: Vec::new() })
}

/// The name in quotation marks at the start, and what follows its colon.
fn read_name(text: &str) -> Option<(String, &str)> {
    let (name, rest) = text.strip_prefix('"')?.split_once('"')?;
    Some((name.to_owned(), rest.strip_prefix(": ")?))
}

fn read_item(line: &str, currency: &mut Option<Currency>, ids: &mut dyn FnMut() -> Uuid) -> Option<Item> {
    let (name, rest) = read_name(line)?;
    let (quantity, rest) = rest.split_once(" × ")?;
    let mut parts = rest.split(", ");
    let mut words = parts.next()?.split(' ').peekable();
    let unit_price = read_money(words.next()?, words.next()?, currency)?;
    let quantity =
        decimal(quantity).filter(|quantity| *quantity > Decimal::ZERO && *quantity <= MAX_QUANTITY)?;
    let mut item = Item {
        quantity,
        source: Some(line.chars().take(500).collect()),
        ..Item::once(ids(), Some(name).filter(|name| !name.is_empty())?, unit_price)
    };
    if words.next_if_eq(&"each").is_some() {
        let mut unit = Vec::new();
        while let Some(word) =
            words.next_if(|word| !matches!(*word, "monthly" | "quarterly" | "yearly" | "for"))
        {
            unit.push(word);
        }
        item.unit = Some(unit.join(" ")).filter(|unit| !unit.is_empty());
    }
    item.cadence = match words.next_if(|word| matches!(*word, "monthly" | "quarterly" | "yearly")) {
        Some("monthly") => Cadence::Monthly,
        Some("quarterly") => Cadence::Quarterly,
        Some(_) => Cadence::Yearly,
        None => Cadence::Once,
    };
    if item.cadence != Cadence::Once && words.next_if_eq(&"for").is_some() {
        item.cycles = Some(words.next()?.parse().ok().filter(|cycles| (1..=MAX_CYCLES).contains(cycles))?);
    }
    if words.next().is_some() {
        return None;
    }
    for part in parts {
        match part {
            "optional" => (item.optional, item.selected) = (true, false),
            "not confirmed" => item.confirmed = false,
            _ => item.discount = Some(read_adjustment(part.strip_prefix("less ")?, currency)?),
        }
    }
    Some(item)
}

fn read_adjustment(text: &str, currency: &mut Option<Currency>) -> Option<Adjustment> {
    if let Some(percent) = text.strip_suffix(" %") {
        return decimal(percent).filter(|percent| *percent <= Decimal::ONE_HUNDRED).map(Adjustment::percent);
    }
    let (code, figure) = text.split_once(' ')?;
    read_money(code, figure, currency).map(Adjustment::amount)
}

/// An amount; the first one decides the currency of the table, another currency is not this form.
fn read_money(code: &str, figure: &str, currency: &mut Option<Currency>) -> Option<Decimal> {
    let named: Currency = code.parse().ok()?;
    if *currency.get_or_insert(named) != named {
        return None;
    }
    decimal(figure)
}

fn decimal(figure: &str) -> Option<Decimal> {
    let plain = figure.replace(',', "");
    let value: Decimal = plain.parse().ok()?;
    let digits = plain.chars().all(|c| c.is_ascii_digit() || c == '.');
    (digits && value.normalize().scale() <= MAX_DECIMALS).then(|| value.normalize())
}

#[cfg(test)]
mod tests;
