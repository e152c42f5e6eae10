//! The pricing part of a model's answer.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::claims::{self, ClaimKind, Source, SourceKind};
use crate::document::{BlockKind, Section, escape};
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
                                    "name", "description", "unit", "quantity", "unitPrice", "cadence",
                                    "cycles", "optional", "source"
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
                                    "source": { "type": ["string", "null"] }
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
    source: Option<String>,
}

/// Builds the table. Every figure starts as the assistant's own; [`agree`] then confirms those that the price
/// text states.
pub(super) fn read(
    answer: ModelPrices,
    price_text: &str,
    home: Currency,
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
            items.push(read_item(item, &path, ids, reasons));
        }
        // A group without items would show an empty table.
        if !items.is_empty() {
            groups.push(Group { id: ids(), name: tidy(&group.name), choice: group.choice, items });
        }
    }
    let mut table = PricingTable { currency, groups, ..PricingTable::default() };
    if reasons.len() == known {
        if let Err(error) = pricing::validate(&table) {
            reasons.extend(
                error.errors.iter().map(|error| format!("pricing.{}: {}.", error.field, error.message)),
            );
        }
        agree(&mut table, price_text, home, ids);
    }
    table
}

/// A price is certain only where the model and the rules agree. An item with the same quantity, price,
/// frequency and choice as one of the price text, whose words it cites, is as certain as that one; any other
/// stays unconfirmed. A charge of the price text that the model left out is added, unconfirmed. Currency and
/// terms come from the price text alone.
fn agree(table: &mut PricingTable, price_text: &str, home: Currency, ids: &mut dyn FnMut() -> Uuid) {
    let text = normal(price_text);
    let stated = pricing::table_from_text(price_text, home, ids);
    let known = !stated.groups.is_empty();
    let same_currency = !known || table.currency == stated.currency;
    let mut open: Vec<(Choice, Item)> = Vec::new();
    for group in stated.groups {
        open.extend(group.items.into_iter().map(|item| (group.choice, item)));
    }
    let unbacked = unbacked(table, price_text);
    for group in &mut table.groups {
        group.name =
            Some(std::mem::take(&mut group.name)).filter(|name| !unbacked.contains(name)).unwrap_or_default();
        for item in &mut group.items {
            item.description = item.description.take().filter(|text| !unbacked.contains(text));
            let cited = item.source.take().unwrap_or_default();
            let same = |(choice, stated): &(Choice, Item)| {
                same_currency
                    && item.charges_like(stated)
                    && (*choice == Choice::One) == (group.choice == Choice::One)
            };
            let is_cited = |stated: &Item| cites(&text, &cited, stated.source.as_deref());
            let place = open
                .iter()
                .position(|entry| same(entry) && is_cited(&entry.1))
                .or_else(|| open.iter().position(same));
            let stated = place.map(|place| open.remove(place).1);
            if unbacked.contains(&item.name) {
                item.name = stated.as_ref().map_or_else(|| "Item".to_owned(), |stated| stated.name.clone());
            }
            let Some(stated) = stated else { continue };
            item.confirmed = stated.confirmed && is_cited(&stated);
            (item.origin, item.source, item.discount, item.taxes) =
                (Origin::User, stated.source, stated.discount, stated.taxes);
        }
    }
    let left_out: Vec<Item> = open
        .into_iter()
        .map(|(_, item)| Item { confirmed: false, origin: Origin::Assistant, ..item })
        .collect();
    match table.groups.iter_mut().find(|group| group.choice == Choice::All) {
        Some(group) => group.items.extend(left_out),
        None if left_out.is_empty() => {}
        None => {
            table.groups.push(Group { id: ids(), name: String::new(), choice: Choice::All, items: left_out });
        }
    }
    if known {
        (table.currency, table.tax_mode) = (stated.currency, stated.tax_mode);
        (table.discount, table.deposit, table.milestones) =
            (stated.discount, stated.deposit, stated.milestones);
    }
}

/// Whether a quotation stands in the price text, and is about the words that an item was read from.
fn cites(text: &str, quotation: &str, source: Option<&str>) -> bool {
    let (quotation, source) = (normal(quotation), normal(source.unwrap_or_default()));
    let places = |words: &str| {
        text.match_indices(words).map(|(at, found)| at + 1..at + found.len() - 1).collect::<Vec<_>>()
    };
    let (cited, read) =
        if quotation.trim().is_empty() { Default::default() } else { (places(&quotation), places(&source)) };
    // A source that is put together from the cells of a row does not stand in the text.
    let is_apart = source.trim().is_empty() || read.is_empty();
    cited
        .iter()
        .any(|one| is_apart || read.iter().any(|other| one.start < other.end && other.start < one.end))
}

/// The words of a table that claim what the price text does not: the table is not searched before sending.
fn unbacked(table: &PricingTable, price_text: &str) -> HashSet<String> {
    let items = table.groups.iter().flat_map(|group| &group.items);
    let words = items
        .flat_map(|item| [Some(&item.name), item.description.as_ref()])
        .chain(table.groups.iter().map(|group| Some(&group.name)));
    let words: HashMap<Uuid, &String> = (1..).map(Uuid::from_u128).zip(words.flatten()).collect();
    let html = |words: &str| format!("<p>{}</p>", escape(words));
    let section = |(id, words): (&Uuid, &&String)| Section {
        id: *id,
        kind: BlockKind::Free,
        title: String::new(),
        html: html(words),
    };
    let sections: Vec<Section> = words.iter().map(section).collect();
    let sources = vec![Source::new(SourceKind::PricingDetails, "", price_text)];
    let found = claims::read(&sections, sources, &PricingTable::default()).into_iter();
    let open = found.filter(|claim| {
        claim.backing.is_none() && !matches!(claim.kind, ClaimKind::Person | ClaimKind::Company)
    });
    open.filter_map(|claim| words.get(&claim.block_id).map(|words| (*words).clone())).collect()
}

fn read_item(item: AnswerItem, path: &str, ids: &mut dyn FnMut() -> Uuid, reasons: &mut Vec<String>) -> Item {
    let mut figure = |name: &str, text: &str| {
        Decimal::from_str_exact(text.trim()).unwrap_or_else(|_| {
            reasons.push(format!("{path}.{name} must be a decimal string such as \"4500.00\"."));
            Decimal::ONE
        })
    };
    let quantity = figure("quantity", &item.quantity);
    let unit_price = figure("unitPrice", &item.unit_price);
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
        source: item.source,
    }
}

fn tidy_lines(text: &str) -> String {
    text.lines().map(tidy).collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn tidy(text: &str) -> String {
    text.replace('\0', "").replace(|character: char| character.is_control(), " ").trim().to_owned()
}
