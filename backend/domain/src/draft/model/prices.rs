//! The pricing part of a model's answer.

use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::money::Currency;
use crate::pricing::{self, Cadence, Choice, Group, Item, Origin, PricingTable};
use crate::recap::words::normal;

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["currency", "groups"],
        "properties": {
            "currency": { "type": "string" },
            "groups": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["name", "choice", "items"],
                    "properties": {
                        "name": { "type": "string" },
                        "choice": { "type": "string", "enum": ["all", "any", "one"] },
                        "items": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "additionalProperties": false,
                                "required": [
                                    "name", "description", "unit", "quantity", "unitPrice", "cadence", "cycles", "optional", "quote"
                                ],
                                "properties": {
                                    "name": { "type": "string" },
                                    "description": { "type": ["string", "null"] },
                                    "unit": { "type": ["string", "null"] },
                                    "quantity": { "type": "string" },
                                    "unitPrice": { "type": "string" },
                                    "cadence": { "type": "string", "enum": ["once", "monthly", "quarterly", "yearly"] },
                                    "cycles": { "type": ["integer", "null"] },
                                    "optional": { "type": "boolean" },
                                    "quote": { "type": ["string", "null"] }
                                }
                            }
                        }
                    }
                }
            }
        }
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ModelPrices {
    currency: String,
    groups: Vec<AnswerGroup>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AnswerGroup {
    name: String,
    choice: Choice,
    items: Vec<AnswerItem>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AnswerItem {
    name: String,
    description: Option<String>,
    unit: Option<String>,
    quantity: String,
    unit_price: String,
    cadence: Cadence,
    cycles: Option<u32>,
    optional: bool,
    quote: Option<String>,
}

/// Builds the table. Every figure starts as the assistant's own; [`agree`] then confirms those that the price text
/// states.
pub(super) fn read(
    answer: ModelPrices,
    words: &[&str],
    price_text: &str,
    ids: &mut dyn FnMut() -> Uuid,
    reasons: &mut Vec<String>,
) -> PricingTable {
    let known = reasons.len();
    let currency = answer.currency.trim().to_uppercase().parse().unwrap_or_else(|_| {
        reasons.push("pricing.currency must be a three-letter ISO 4217 code.".to_owned());
        Currency::USD
    });
    let mut groups = Vec::new();
    for (place, group) in answer.groups.into_iter().enumerate() {
        let mut items = Vec::new();
        for (index, item) in group.items.into_iter().enumerate() {
            let path = format!("pricing.groups[{place}].items[{index}]");
            items.push(read_item(item, &path, words, ids, reasons));
        }
        // A group without items would show an empty table.
        if !items.is_empty() {
            groups.push(Group { id: ids(), name: tidy(&group.name), choice: group.choice, items });
        }
    }
    let mut table = PricingTable { currency, groups, ..PricingTable::default() };
    if reasons.len() == known {
        if let Err(error) = pricing::validate(&table) {
            reasons.extend(error.errors.iter().map(|error| format!("pricing.{}: {}.", error.field, error.message)));
        }
        agree(&mut table, pricing::table_from_text(price_text, ids), ids);
    }
    table
}

/// A price is certain only where the model and the rules agree. An item with the same quantity, price, frequency and
/// choice as one of the price text is as certain as that one; any other stays unconfirmed. A charge of the price
/// text that the model left out is added, unconfirmed. The terms come from the price text alone.
fn agree(table: &mut PricingTable, stated: PricingTable, ids: &mut dyn FnMut() -> Uuid) {
    let known = !stated.groups.is_empty();
    let same_currency = !known || table.currency == stated.currency;
    let mut open: Vec<(Choice, Item)> = Vec::new();
    for group in stated.groups {
        open.extend(group.items.into_iter().map(|item| (group.choice, item)));
    }
    for group in &mut table.groups {
        for item in &mut group.items {
            let same = |(choice, stated): &(Choice, Item)| {
                charges_the_same(item, stated) && (*choice == Choice::One) == (group.choice == Choice::One)
            };
            let Some(place) = open.iter().position(same).filter(|_| same_currency) else { continue };
            let (_, stated) = open.remove(place);
            (item.confirmed, item.origin) = (stated.confirmed, Origin::User);
            (item.source, item.discount, item.taxes) = (stated.source, stated.discount, stated.taxes);
        }
    }
    let left_out: Vec<Item> = open.into_iter().map(|(_, item)| Item { confirmed: false, origin: Origin::Assistant, ..item }).collect();
    match table.groups.iter_mut().find(|group| group.choice == Choice::All) {
        Some(group) => group.items.extend(left_out),
        None if left_out.is_empty() => {}
        None => table.groups.push(Group { id: ids(), name: String::new(), choice: Choice::All, items: left_out }),
    }
    if known && same_currency {
        table.tax_mode = stated.tax_mode;
        (table.discount, table.deposit, table.milestones) = (stated.discount, stated.deposit, stated.milestones);
    }
}

fn charges_the_same(item: &Item, stated: &Item) -> bool {
    item.quantity == stated.quantity
        && item.unit_price == stated.unit_price
        && item.cadence == stated.cadence
        && item.cycles == stated.cycles
        && item.optional == stated.optional
}

fn read_item(item: AnswerItem, path: &str, words: &[&str], ids: &mut dyn FnMut() -> Uuid, reasons: &mut Vec<String>) -> Item {
    let mut figure = |name: &str, text: &str| {
        Decimal::from_str_exact(text.trim()).unwrap_or_else(|_| {
            reasons.push(format!("{path}.{name} must be a decimal string such as \"4500.00\"."));
            Decimal::ONE
        })
    };
    let quantity = figure("quantity", &item.quantity);
    let unit_price = figure("unitPrice", &item.unit_price);
    // An invented quotation is refused; the stored source comes from tracing, not from the model.
    let quote = normal(item.quote.as_deref().unwrap_or_default());
    if !words.iter().any(|text| normal(text).contains(&quote)) {
        reasons.push(format!("{path}.quote does not stand in the user's words."));
    }
    Item {
        id: ids(),
        name: tidy(&item.name),
        description: item.description.map(|text| tidy_lines(&text)).filter(|text| !text.is_empty()),
        unit: item.unit.map(|text| tidy(&text)).filter(|text| !text.is_empty()),
        quantity,
        quantity_min: None,
        quantity_max: None,
        unit_price,
        cadence: item.cadence,
        cycles: item.cycles.filter(|_| item.cadence != Cadence::Once),
        optional: item.optional,
        selected: !item.optional,
        discount: None,
        taxes: Vec::new(),
        origin: Origin::Assistant,
        confirmed: false,
        source: None,
    }
}

fn tidy_lines(text: &str) -> String {
    text.lines().map(tidy).collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn tidy(text: &str) -> String {
    text.replace('\0', "").replace(|character: char| character.is_control(), " ").trim().to_owned()
}
