//! "Add pricing details": the prices that the team typed become items, and missing details of the items are
//! filled in from that text.

use rust_decimal::Decimal;

use super::EditState;
use super::request::Request;
use crate::chat::Edit;
use crate::chat::guard::words::content_words;
use crate::pricing::{AdjustmentKind, Cadence, Group, Item, PricingTable, table_from_text, totals};
use crate::recap::money;
use crate::recap::words::normal;

/// Handles general requests for pricing details; requests that name a figure are handled as requests about an
/// amount.
pub(super) fn answer(desk: &mut EditState<'_>, request: &Request) -> bool {
    let named = request.has(&[
        " pricing ",
        " prices ",
        " price table ",
        " price details ",
        " pricing details ",
        " costs ",
        " cost breakdown ",
    ]);
    let wanted = request.starts(&[
        "add", "include", "insert", "show", "fill", "complete", "explain", "list", "pricing", "prices",
        "what", "describe", "break", "detail",
    ]);
    if !named || !wanted || request.raw.chars().any(|c| c.is_ascii_digit()) {
        return false;
    }
    let parsed = table_from_text(&desk.input.pricing_details, desk.content.pricing.currency, desk.ids);
    let before = desk.content.pricing.clone();
    let has_items = before.groups.iter().any(|group| !group.items.is_empty());
    let (table, done) = if has_items { completed(&before, &parsed) } else { (parsed.clone(), Vec::new()) };
    if table.groups.is_empty() {
        desk.say(
            "What you typed about prices names no amount, and I make none up. Tell me, for example: \"add $4,500 for the website and $300 monthly for hosting\".",
        );
        return true;
    }
    if let Err(error) = totals(&table) {
        let why = error.errors.into_iter().next().map(|error| error.message).unwrap_or_default();
        desk.say(format!("I did not change the prices: they could not be added up. {why}."));
        return true;
    }
    if table == before {
        desk.say(format!(
            "Everything that you typed about prices is in the table already:\n\n{}\n\n{}",
            described(&table),
            MORE
        ));
        return true;
    }
    let open = table.groups.iter().flat_map(|group| &group.items).filter(|item| !item.confirmed).count();
    desk.edit(Edit::SetPricing(table.clone()));
    let what = if has_items {
        done.join(" ")
    } else {
        "I turned what you typed about prices into items:".to_owned()
    };
    let mut text = format!("{what}\n\n{}", described(&table));
    if open > 0 {
        text.push_str("\n\nAmounts that your words leave open are marked; confirm or change them in the pricing editor before you send.");
    }
    desk.say(text);
    true
}

const MORE: &str = "Tell me what to change: another amount, a quantity, a discount, a deposit, a tax, or a further item with its price. Descriptions can be written in the pricing editor.";

/// The table with the additional parsed items, and the list of what was added.
fn completed(before: &PricingTable, parsed: &PricingTable) -> (PricingTable, Vec<String>) {
    let mut table = before.clone();
    let (mut added, mut filled) = (Vec::new(), Vec::new());
    for item in parsed.groups.iter().flat_map(|group| &group.items) {
        let known =
            table.groups.iter_mut().flat_map(|group| &mut group.items).find(|known| is_same(known, item));
        match known {
            Some(known) => {
                if fill(known, item) {
                    filled.push(format!("\"{}\"", known.name));
                }
            }
            // Items in another currency cannot be added to the same table.
            None if parsed.currency != table.currency => {}
            None => {
                added.push(format!("\"{}\"", item.name));
                match table.groups.last_mut() {
                    Some(group) => group.items.push(item.clone()),
                    None => table.groups.extend(
                        parsed
                            .groups
                            .first()
                            .map(|group| Group { items: vec![item.clone()], ..group.clone() }),
                    ),
                }
            }
        }
    }
    let mut done = Vec::new();
    if !added.is_empty() {
        done.push(format!("I added what the table lacked: {}.", added.join(", ")));
    }
    if !filled.is_empty() {
        done.push(format!("I filled in from your words: {}.", filled.join(", ")));
    }
    if table.discount.is_none() && parsed.discount.is_some() {
        table.discount = parsed.discount;
        done.push("I added the discount that you typed.".to_owned());
    }
    if table.deposit.is_none() && parsed.deposit.is_some() {
        table.deposit = parsed.deposit;
        done.push("I added the deposit that you typed.".to_owned());
    }
    (table, done)
}

/// Whether both are the same item, even if its fields were changed since.
fn is_same(known: &Item, item: &Item) -> bool {
    let priced = known.unit_price == item.unit_price && known.cadence == item.cadence;
    let words = content_words(&item.name);
    let named = content_words(&known.name);
    priced
        || normal(&known.name) == normal(&item.name)
        || (!words.is_empty() && words == named)
        || (known.source.is_some() && known.source == item.source)
}

/// Fills in missing details of an item. Returns whether there were any.
fn fill(known: &mut Item, item: &Item) -> bool {
    let before = known.clone();
    // A figure that a person set is kept.
    if known.quantity == item.quantity && known.unit.is_none() {
        known.unit.clone_from(&item.unit);
    }
    if known.description.is_none() && known.unit_price == item.unit_price {
        known.description = item.source.as_deref().and_then(|source| description(source, &known.name));
    }
    *known != before
}

/// Details in the source text of an item besides its name and price.
fn description(source: &str, name: &str) -> Option<String> {
    let said = money::without_price(source)?;
    let named = content_words(name);
    let more = content_words(&said).iter().filter(|word| !named.contains(word)).count();
    let figures = said.chars().any(|c| c.is_ascii_digit());
    (more >= 3 && !figures && said.chars().count() <= 500).then_some(said)
}

/// The table for people, as a list.
pub(super) fn described(table: &PricingTable) -> String {
    let mut lines: Vec<String> =
        table.groups.iter().flat_map(|group| &group.items).map(|item| line(table, item)).collect();
    let sign = |kind: AdjustmentKind, value: Decimal| match kind {
        AdjustmentKind::Percent => format!("{}%", value.normalize()),
        AdjustmentKind::Amount => table.currency.display(value),
    };
    lines.extend(
        table.discount.map(|discount| format!("- Discount: {}", sign(discount.kind, discount.value))),
    );
    lines.extend(table.deposit.map(|deposit| format!("- Deposit: {}", sign(deposit.kind, deposit.value))));
    if let Ok(totals) = totals(table) {
        lines.push(format!("- {}: {}", totals.total_label, table.currency.display(totals.total_amount)));
    }
    lines.join("\n")
}

fn line(table: &PricingTable, item: &Item) -> String {
    let price = amount(table, item);
    let quantity = if item.quantity == Decimal::ONE {
        String::new()
    } else {
        format!("{} x ", item.quantity.normalize())
    };
    let optional = if item.optional { ", optional" } else { "" };
    format!("- **{}**: {quantity}{price}{optional}", item.name)
}

/// "$300.00 monthly".
pub(super) fn amount(table: &PricingTable, item: &Item) -> String {
    let price = table.currency.display_price(item.unit_price);
    match item.cadence {
        Cadence::Once => price,
        cadence => format!("{price} {}", cadence.label().to_lowercase()),
    }
}
