//! The price table in a question to a model and in its answer.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::money::exact;
use crate::pricing::{
    self, Adjustment, AdjustmentKind, Cadence, Choice, Group, Item, Origin, PricingTable, Tax,
};

/// The table as a model sees it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Data<'a> {
    currency: &'static str,
    discount: Option<Adjustment>,
    deposit: Option<Adjustment>,
    items: Vec<DataItem<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DataItem<'a> {
    id: Uuid,
    group: &'a str,
    name: &'a str,
    description: Option<&'a str>,
    unit: Option<&'a str>,
    quantity: String,
    unit_price: String,
    cadence: Cadence,
    cycles: Option<u32>,
    optional: bool,
    discount: Option<Adjustment>,
    taxes: &'a [Tax],
}

impl<'a> Data<'a> {
    pub(super) fn of(table: &'a PricingTable) -> Self {
        let items = table.groups.iter().flat_map(|group| group.items.iter().map(move |item| (group, item)));
        Self {
            currency: table.currency.code(),
            discount: table.discount,
            deposit: table.deposit,
            items: items
                .map(|(group, item)| DataItem {
                    id: item.id,
                    group: &group.name,
                    name: &item.name,
                    description: item.description.as_deref(),
                    unit: item.unit.as_deref(),
                    quantity: item.quantity.to_string(),
                    unit_price: item.unit_price.to_string(),
                    cadence: item.cadence,
                    cycles: item.cycles,
                    optional: item.optional,
                    discount: item.discount,
                    taxes: &item.taxes,
                })
                .collect(),
        }
    }
}

pub(super) fn schema() -> Value {
    let adjustment = json!({
        "type": ["object", "null"],
        "additionalProperties": false,
        "required": ["kind", "value"],
        "properties": { "kind": { "type": "string", "enum": ["percent", "amount"] }, "value": { "type": "string" } }
    });
    json!({
        "type": ["object", "null"],
        "additionalProperties": false,
        "required": ["discount", "deposit", "items"],
        "properties": {
            "discount": adjustment,
            "deposit": adjustment,
            "items": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": [
                        "id", "name", "description", "unit", "quantity", "unitPrice", "cadence", "cycles",
                        "optional", "discount", "taxes"
                    ],
                    "properties": {
                        "id": { "type": ["string", "null"] },
                        "name": { "type": "string" },
                        "description": { "type": ["string", "null"] },
                        "unit": { "type": ["string", "null"] },
                        "quantity": { "type": "string" },
                        "unitPrice": { "type": "string" },
                        "cadence": { "type": "string", "enum": ["once", "monthly", "quarterly", "yearly"] },
                        "cycles": { "type": ["integer", "null"] },
                        "optional": { "type": "boolean" },
                        "discount": adjustment,
                        "taxes": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "additionalProperties": false,
                                "required": ["name", "rate"],
                                "properties": { "name": { "type": "string" }, "rate": { "type": "string" } }
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
    #[serde(default)]
    discount: Option<AnswerAdjustment>,
    #[serde(default)]
    deposit: Option<AnswerAdjustment>,
    items: Vec<AnswerItem>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AnswerAdjustment {
    kind: AdjustmentKind,
    value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AnswerItem {
    #[serde(default)]
    id: Option<String>,
    name: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    unit: Option<String>,
    quantity: String,
    unit_price: String,
    cadence: Cadence,
    #[serde(default)]
    cycles: Option<u32>,
    optional: bool,
    #[serde(default)]
    discount: Option<AnswerAdjustment>,
    #[serde(default)]
    taxes: Vec<AnswerTax>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AnswerTax {
    #[serde(default)]
    name: String,
    rate: String,
}

/// The table that the answer asks for. Items that are kept also keep their group, their choices and the
/// fields that a model is not shown.
pub(super) fn read(
    answer: ModelPrices,
    before: &PricingTable,
    path: &str,
    ids: &mut dyn FnMut() -> Uuid,
    reasons: &mut Vec<String>,
) -> PricingTable {
    let known = reasons.len();
    let mut figures = ItemFigures { reasons };
    let discount = figures.adjustment(answer.discount, &format!("{path}.discount"));
    let deposit = figures.adjustment(answer.deposit, &format!("{path}.deposit"));
    let mut groups: Vec<Group> =
        before.groups.iter().map(|group| Group { items: Vec::new(), ..group.clone() }).collect();
    if groups.is_empty() {
        groups.push(Group { id: ids(), name: String::new(), choice: Choice::All, items: Vec::new() });
    }
    let mut place = groups.len() - 1;
    for (index, item) in answer.items.into_iter().enumerate() {
        let path = format!("{path}.items[{index}]");
        let id = item.id.as_deref().map(str::trim).filter(|id| !id.is_empty()).map(Uuid::try_parse);
        let old = match id {
            None => None,
            Some(id) => {
                let found = id.ok().and_then(|id| find(before, id));
                if found.is_none() {
                    figures.reasons.push(format!("{path}.id is not the id of an item; a new item has null."));
                }
                found
            }
        };
        if let Some((group, _)) = old {
            place = group;
        }
        let chosen_from = groups.get(place).map_or(Choice::All, |group| group.choice);
        let item = figures.item(item, old.map(|(_, item)| item), chosen_from, &path, ids);
        if let Some(group) = groups.get_mut(place) {
            group.items.push(item);
        }
    }
    groups.retain(|group| !group.items.is_empty());
    for group in groups.iter_mut().filter(|group| group.choice == Choice::One) {
        // If the chosen item is removed, the first remaining one is chosen.
        if !group.items.iter().any(|item| item.selected)
            && let Some(first) = group.items.first_mut()
        {
            first.selected = true;
        }
    }
    let table = PricingTable { discount, deposit, groups, ..before.clone() };
    if figures.reasons.len() == known
        && let Err(error) = pricing::validate(&table)
    {
        figures
            .reasons
            .extend(error.errors.iter().map(|error| format!("{path}.{}: {}.", error.field, error.message)));
    }
    table
}

fn find(table: &PricingTable, id: Uuid) -> Option<(usize, &Item)> {
    table
        .groups
        .iter()
        .enumerate()
        .find_map(|(place, group)| group.items.iter().find(|item| item.id == id).map(|item| (place, item)))
}

struct ItemFigures<'a> {
    reasons: &'a mut Vec<String>,
}

impl ItemFigures<'_> {
    fn figure(&mut self, text: &str, name: &str) -> Decimal {
        exact::parse(text.trim()).unwrap_or_else(|| {
            self.reasons.push(format!("{name} must be a decimal string such as \"4500.00\"."));
            Decimal::ONE
        })
    }

    fn adjustment(&mut self, answer: Option<AnswerAdjustment>, name: &str) -> Option<Adjustment> {
        let answer = answer?;
        let value = self.figure(&answer.value, &format!("{name}.value"));
        // A discount of zero is no discount.
        (!value.is_zero()).then_some(Adjustment { kind: answer.kind, value })
    }

    fn item(
        &mut self,
        answer: AnswerItem,
        old: Option<&Item>,
        choice: Choice,
        path: &str,
        ids: &mut dyn FnMut() -> Uuid,
    ) -> Item {
        let fresh = Item {
            selected: choice == Choice::All && !answer.optional,
            origin: Origin::Assistant,
            confirmed: false,
            ..Item::once(Uuid::nil(), String::new(), Decimal::ZERO)
        };
        let id = old.map_or_else(&mut *ids, |old| old.id);
        Item {
            id,
            name: tidy(&answer.name),
            description: answer.description.map(|text| tidy(&text)).filter(|text| !text.is_empty()),
            unit: answer.unit.map(|text| tidy(&text)).filter(|text| !text.is_empty()),
            quantity: self.figure(&answer.quantity, &format!("{path}.quantity")),
            unit_price: self.figure(&answer.unit_price, &format!("{path}.unitPrice")),
            cadence: answer.cadence,
            cycles: answer.cycles.filter(|_| answer.cadence != Cadence::Once),
            optional: answer.optional,
            discount: self.adjustment(answer.discount, &format!("{path}.discount")),
            taxes: answer
                .taxes
                .into_iter()
                .enumerate()
                .map(|(at, tax)| Tax {
                    name: tidy(&tax.name),
                    rate: self.figure(&tax.rate, &format!("{path}.taxes[{at}].rate")),
                })
                .collect(),
            ..old.cloned().unwrap_or(fresh)
        }
    }
}

fn tidy(text: &str) -> String {
    text.replace('\0', "").trim().to_owned()
}
