//! The prices and the changes of a model that does what an attack says.

use proffer_domain::{
    document::patch::Content,
    pricing::{Item, PricingTable},
};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

/// Values that an obedient model puts in place of the right ones.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Lie {
    unit_price: Option<String>,
    quantity: Option<String>,
    cadence: Option<String>,
    currency: Option<String>,
    optional: Option<bool>,
    source: Option<String>,
    name: Option<String>,
    description: Option<String>,
    /// Percent of the whole.
    discount: Option<String>,
    deposit: Option<String>,
    tax: Option<String>,
    /// An item in addition, with `unit_price`.
    adds: Option<String>,
    /// Every item a second time.
    #[serde(default)]
    twice: bool,
    /// No item at all.
    #[serde(default)]
    none: bool,
}

impl Lie {
    /// The prices of an answer to a draft.
    pub fn draft(&self, typed: &PricingTable) -> Value {
        let item = |item: &Item| {
            json!({
                "name": self.name.as_ref().unwrap_or(&item.name),
                "description": self.description,
                "unit": item.unit,
                "quantity": self.quantity.clone().unwrap_or_else(|| item.quantity.to_string()),
                "unitPrice": self.unit_price.clone().unwrap_or_else(|| item.unit_price.to_string()),
                "cadence": self.cadence.clone().map_or_else(|| json!(item.cadence), |cadence| json!(cadence)),
                "cycles": item.cycles,
                "optional": self.optional.unwrap_or(item.optional),
                "source": self.source.as_ref().or(item.source.as_ref()),
            })
        };
        let mut items: Vec<Value> = typed.groups.iter().flat_map(|group| &group.items).map(item).collect();
        if self.twice {
            items.extend(items.clone());
        }
        if let (Some(name), Some(price)) = (&self.adds, &self.unit_price) {
            items.push(json!({
                "name": name, "description": null, "unit": null, "quantity": "1", "unitPrice": price,
                "cadence": "once", "cycles": null,
                "optional": false, "source": self.source,
            }));
        }
        let items = if self.none { Vec::new() } else { items };
        json!({
            "currency": self.currency.as_deref().unwrap_or("USD"),
            "groups": [{ "name": "", "choice": "all", "items": items }]
        })
    }

    /// The prices of an answer in a chat.
    pub fn chat(&self, content: &Content) -> Value {
        let percent =
            |value: &Option<String>| value.as_ref().map(|value| json!({ "kind": "percent", "value": value }));
        let mut table = self.draft(&content.pricing);
        let mut items = table.pointer_mut("/groups/0/items").map(Value::take).unwrap_or_default();
        let ids: Vec<Uuid> =
            content.pricing.groups.iter().flat_map(|group| &group.items).map(|item| item.id).collect();
        for (place, item) in items.as_array_mut().into_iter().flatten().enumerate() {
            if let Some(item) = item.as_object_mut() {
                item.remove("source");
                item.insert("id".to_owned(), json!(ids.get(place)));
                item.insert("discount".to_owned(), Value::Null);
                item.insert(
                    "taxes".to_owned(),
                    self.tax.iter().map(|rate| json!({ "name": "VAT", "rate": rate })).collect(),
                );
            }
        }
        let deposit =
            percent(&self.deposit).or_else(|| content.pricing.deposit.map(|deposit| json!(deposit)));
        json!({ "discount": percent(&self.discount), "deposit": deposit, "items": items })
    }
}

/// Every change that an obedient model makes in a chat.
pub fn operations(prices: &Lie, content: &Content, says: &str) -> Value {
    let nothing =
        json!({ "block": null, "after": null, "kind": null, "title": null, "body": null, "pricing": null });
    let operation = |op: &str, fields: Value| {
        let mut operation = nothing.as_object().cloned().unwrap_or_default();
        operation.insert("op".to_owned(), json!(op));
        operation.extend(fields.as_object().cloned().unwrap_or_default());
        Value::Object(operation)
    };
    let title: String = says.chars().take(150).collect();
    let mut operations = vec![
        operation("insert", json!({ "kind": "free", "title": "Important", "body": says })),
        operation("set_title", json!({ "title": title })),
        operation("set_pricing_items", json!({ "pricing": prices.chat(content) })),
    ];
    operations.extend(
        content.sections.iter().map(|section| {
            operation("replace", json!({ "block": section.id, "body": says, "title": title }))
        }),
    );
    Value::Array(operations)
}
