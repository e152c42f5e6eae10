//! Pricing tables in requests: decimals are strings, defaults may be omitted, unknown fields are refused, and
//! each error names the path of its field.

use std::collections::HashSet;

use poem_openapi::Object;
use proffer_domain::{
    field_error::FieldError,
    money::{Currency, exact},
    pricing::{self as domain, Cadence, Choice, Origin, TableUpdate, TaxMode},
};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::pricing::{Adjustment, Figure, Tax};

/// A line item in a request.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct LineItemInput {
    /// The line item's id; absent for a new one.
    pub id: Option<String>,
    /// The name.
    pub name: String,
    /// The description.
    pub description: Option<String>,
    /// The unit of the quantity, for example hour.
    pub unit: Option<String>,
    /// The quantity as a decimal; 1 by default.
    pub quantity: Option<Figure>,
    /// The lowest quantity that the client may choose.
    pub quantity_min: Option<Figure>,
    /// The highest quantity that the client may choose.
    pub quantity_max: Option<Figure>,
    /// The price per unit, as a decimal.
    pub unit_price: Figure,
    /// How often it is charged; once by default.
    pub cadence: Option<Cadence>,
    /// How many times it is charged, if limited.
    pub cycles: Option<u32>,
    /// Whether the client may deselect it; false by default.
    pub optional: Option<bool>,
    /// Whether it is included in the totals; true by default.
    pub selected: Option<bool>,
    /// The discount on this line item.
    pub discount: Option<Adjustment>,
    /// The taxes on this line item, at most 4.
    pub taxes: Option<Vec<Tax>>,
    /// Accepted but ignored, so that a response can be sent back; the server stores the origin itself.
    pub origin: Option<Origin>,
    /// True confirms an unconfirmed amount; false leaves a new line item unconfirmed. A confirmed amount
    /// stays confirmed.
    pub confirmed: Option<bool>,
    /// Accepted but ignored, so that a response can be sent back.
    pub source: Option<String>,
}

/// A group of line items.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ItemGroupInput {
    /// The group's id; absent for a new one.
    pub id: Option<String>,
    /// The heading.
    pub name: Option<String>,
    /// Which line items the client selects; all by default.
    pub choice: Option<Choice>,
    /// The line items.
    pub items: Vec<LineItemInput>,
}

/// A separately due part of the one-time total.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct MilestoneInput {
    /// The milestone's id; absent for a new one.
    pub id: Option<String>,
    /// The name of the milestone.
    pub name: String,
    /// When it is due, as text.
    pub due: Option<String>,
    /// The share of the one-time total.
    pub share: Adjustment,
}

/// A pricing table in a request.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct PricingTableInput {
    /// The currency, ISO 4217.
    pub currency: String,
    /// Whether prices include tax; exclusive by default.
    pub tax_mode: Option<TaxMode>,
    /// The discount on the whole table.
    pub discount: Option<Adjustment>,
    /// The deposit due on acceptance.
    pub deposit: Option<Adjustment>,
    /// The payment schedule of the one-time total, instead of a deposit.
    pub milestones: Option<Vec<MilestoneInput>>,
    /// The groups of line items.
    pub groups: Vec<ItemGroupInput>,
}

impl PricingTableInput {
    /// The table and the confirmations of its line items. All errors are reported at once, under `pricing`.
    pub fn read(self, ids: &dyn Fn() -> Uuid) -> Result<TableUpdate, Vec<FieldError>> {
        let mut reader =
            PricingInputReader { ids, errors: Vec::new(), confirmed: HashSet::new(), open: HashSet::new() };
        let table = reader.table(self);
        let checked = if reader.errors.is_empty() {
            domain::totals(&table).map(drop)
        } else {
            domain::validate(&table)
        };
        if let Err(error) = checked {
            // An unreadable decimal is zero in the table, so further errors in its line item would be
            // misleading.
            let read = |path: &str| !reader.errors.iter().any(|unread| owner(&unread.field) == owner(path));
            let others: Vec<FieldError> =
                error.errors.into_iter().filter(|error| read(&error.field)).collect();
            reader.errors.extend(others);
        }
        if reader.errors.is_empty() {
            return Ok(TableUpdate { table, confirmed: reader.confirmed, open: reader.open });
        }
        let named =
            |error: FieldError| FieldError { field: format!("pricing.{}", error.field).into(), ..error };
        Err(reader.errors.into_iter().map(named).collect())
    }
}

impl LineItemInput {
    /// The line item. Errors are reported under `field`.
    pub fn read(
        self,
        field: &str,
        currency: Currency,
        ids: &dyn Fn() -> Uuid,
    ) -> Result<domain::Item, Vec<FieldError>> {
        let group = ItemGroupInput { id: None, name: None, choice: None, items: vec![self] };
        let table = PricingTableInput {
            currency: currency.code().to_owned(),
            tax_mode: None,
            discount: None,
            deposit: None,
            milestones: None,
            groups: vec![group],
        };
        let named = |error: FieldError| {
            let path = error.field.strip_prefix("pricing.groups[0].items[0]").unwrap_or_default();
            FieldError { field: format!("{field}{path}").into(), ..error }
        };
        let read = table.read(ids).map_err(|errors| errors.into_iter().map(named).collect::<Vec<_>>())?;
        let item = read.table.groups.into_iter().flat_map(|group| group.items).next();
        item.ok_or_else(|| vec![FieldError::new(field.to_owned(), "required", "Please name this item")])
    }
}

struct PricingInputReader<'a> {
    ids: &'a dyn Fn() -> Uuid,
    errors: Vec<FieldError>,
    confirmed: HashSet<Uuid>,
    open: HashSet<Uuid>,
}

impl PricingInputReader<'_> {
    fn table(&mut self, input: PricingTableInput) -> domain::PricingTable {
        let currency = input.currency.trim().parse().unwrap_or_else(|_| {
            self.errors.push(FieldError::unknown_currency("currency"));
            Currency::USD
        });
        domain::PricingTable {
            currency,
            tax_mode: input.tax_mode.unwrap_or_default(),
            discount: self.adjustment(input.discount, "discount"),
            deposit: self.adjustment(input.deposit, "deposit"),
            milestones: self.each(input.milestones.unwrap_or_default(), "milestones", Self::milestone),
            groups: self.each(input.groups, "groups", Self::group),
        }
    }

    fn each<I, O>(&mut self, inputs: Vec<I>, list: &str, read: fn(&mut Self, I, &str) -> O) -> Vec<O> {
        inputs
            .into_iter()
            .enumerate()
            .map(|(index, input)| read(self, input, &format!("{list}[{index}]")))
            .collect()
    }

    fn milestone(&mut self, input: MilestoneInput, path: &str) -> domain::Milestone {
        domain::Milestone {
            id: self.id(input.id, path),
            name: input.name.trim().to_owned(),
            due: given(input.due),
            share: self.share(&input.share, &format!("{path}.share")),
        }
    }

    fn group(&mut self, input: ItemGroupInput, path: &str) -> domain::Group {
        domain::Group {
            id: self.id(input.id, path),
            name: input.name.unwrap_or_default().trim().to_owned(),
            choice: input.choice.unwrap_or_default(),
            items: self.each(input.items, &format!("{path}.items"), Self::item),
        }
    }

    fn item(&mut self, input: LineItemInput, path: &str) -> domain::Item {
        let id = self.id(input.id, path);
        match input.confirmed {
            Some(true) => _ = self.confirmed.insert(id),
            Some(false) => _ = self.open.insert(id),
            None => {}
        }
        let quantity =
            input.quantity.map_or(Decimal::ONE, |text| self.decimal(&text, &format!("{path}.quantity")));
        domain::Item {
            id,
            name: input.name.trim().to_owned(),
            description: given(input.description),
            unit: given(input.unit),
            quantity,
            quantity_min: input.quantity_min.map(|text| self.decimal(&text, &format!("{path}.quantityMin"))),
            quantity_max: input.quantity_max.map(|text| self.decimal(&text, &format!("{path}.quantityMax"))),
            unit_price: self.decimal(&input.unit_price, &format!("{path}.unitPrice")),
            cadence: input.cadence.unwrap_or_default(),
            cycles: input.cycles,
            optional: input.optional.unwrap_or(false),
            selected: input.selected.unwrap_or(true),
            discount: self.adjustment(input.discount, &format!("{path}.discount")),
            taxes: self.each(input.taxes.unwrap_or_default(), &format!("{path}.taxes"), Self::tax),
            // The stored table decides; see `merge`.
            origin: Origin::User,
            confirmed: input.confirmed.unwrap_or(true),
            source: None,
        }
    }

    fn tax(&mut self, input: Tax, path: &str) -> domain::Tax {
        let name = input.name.unwrap_or_default().trim().to_owned();
        domain::Tax { name, rate: self.decimal(&input.rate, &format!("{path}.rate")) }
    }

    fn adjustment(&mut self, input: Option<Adjustment>, path: &str) -> Option<domain::Adjustment> {
        input.map(|input| self.share(&input, path))
    }

    fn share(&mut self, input: &Adjustment, path: &str) -> domain::Adjustment {
        domain::Adjustment { kind: input.kind, value: self.decimal(&input.value, &format!("{path}.value")) }
    }

    fn decimal(&mut self, figure: &Figure, path: &str) -> Decimal {
        exact::parse(figure.0.trim()).unwrap_or_else(|| {
            self.errors.push(FieldError::new(
                path.to_owned(),
                "not_a_number",
                "Please enter a number, for example 4500.00",
            ));
            Decimal::ZERO
        })
    }

    fn id(&mut self, id: Option<String>, path: &str) -> Uuid {
        let Some(text) = id else { return (self.ids)() };
        text.parse().unwrap_or_else(|_| {
            self.errors.push(FieldError::new(
                format!("{path}.id"),
                "invalid",
                "This is not an id; omit it for a new entry",
            ));
            Uuid::nil()
        })
    }
}

/// The line item of a field, such as `groups[0].items[2]` of `groups[0].items[2].taxes[0].rate`, or the field
/// itself.
fn owner(path: &str) -> &str {
    let after = path.find(".items[").map_or(0, |at| at + 1);
    let rest = path.get(after..).unwrap_or_default();
    rest.find(']').and_then(|end| path.get(..=after + end)).unwrap_or(path)
}

/// The text, unless it is blank.
fn given(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
