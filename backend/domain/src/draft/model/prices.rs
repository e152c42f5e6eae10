//! The pricing part of a model's answer.

use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::money::Currency;
use crate::pricing::{self, Cadence, Choice, Group, Item, Origin, PricingTable, trace};
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

/// Builds the table. Every figure starts as the assistant's own; [`trace::mark`] then confirms those that the
/// user wrote.
pub(super) fn read(answer: ModelPrices, words: &[&str], ids: &mut dyn FnMut() -> Uuid, reasons: &mut Vec<String>) -> PricingTable {
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
        trace::mark(&mut table, words);
    }
    table
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
