//! Pricing tables as they come in: figures are decimals as text, what is usual may be left out, what is
//! unknown is refused, and every fault is named by the path of its field.

use std::collections::HashSet;

use poem_openapi::Object;
use proffer_domain::{
    field_error::FieldError,
    money::exact,
    pricing::{self as domain, TableUpdate},
};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::pricing::{Adjustment, AdjustmentKind, Cadence, Figure, GroupChoice, Origin, Tax, TaxMode};

/// A line item to save or add up.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct LineItemInput {
    /// Its id; without it the item is a new one.
    pub id: Option<String>,
    /// What it is.
    pub name: String,
    /// More about it.
    pub description: Option<String>,
    /// What the quantity counts, such as hour.
    pub unit: Option<String>,
    /// How many, a decimal; 1 where absent.
    pub quantity: Option<Figure>,
    /// The least the client may take.
    pub quantity_min: Option<Figure>,
    /// The most the client may take.
    pub quantity_max: Option<Figure>,
    /// The price of one, a decimal.
    pub unit_price: Figure,
    /// How often it is charged; once where absent.
    pub cadence: Option<Cadence>,
    /// How many times, where that is limited.
    pub cycles: Option<u32>,
    /// Whether the client may leave it out; false where absent.
    pub optional: Option<bool>,
    /// Whether it is part of the totals; true where absent.
    pub selected: Option<bool>,
    /// Taken off this line.
    pub discount: Option<Adjustment>,
    /// Taxes on this line, at most 4.
    pub taxes: Option<Vec<Tax>>,
    /// Taken so that what was answered can be sent back, and not looked at: the server knows whose figure it
    /// is.
    pub origin: Option<Origin>,
    /// True stands behind an amount that is not confirmed yet; false leaves a new item open. What was
    /// confirmed stays so.
    pub confirmed: Option<bool>,
    /// Taken so that what was answered can be sent back, and not looked at.
    pub source: Option<String>,
}

/// Items that belong together.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ItemGroupInput {
    /// Its id; without it the group is a new one.
    pub id: Option<String>,
    /// Its heading.
    pub name: Option<String>,
    /// Which of its items the client takes; all where absent.
    pub choice: Option<GroupChoice>,
    /// The items.
    pub items: Vec<LineItemInput>,
}

/// A part of the one-time total that falls due by itself.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct MilestoneInput {
    /// Its id; without it the milestone is a new one.
    pub id: Option<String>,
    /// What has been reached then.
    pub name: String,
    /// When it is due, in words.
    pub due: Option<String>,
    /// How much of the one-time total.
    pub share: Adjustment,
}

/// What a proposal shall cost.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct PricingTableInput {
    /// ISO 4217.
    pub currency: String,
    /// Whether prices contain tax; exclusive where absent.
    pub tax_mode: Option<TaxMode>,
    /// Taken off the whole table.
    pub discount: Option<Adjustment>,
    /// Due on acceptance.
    pub deposit: Option<Adjustment>,
    /// How the one-time total is paid, instead of a deposit.
    pub milestones: Option<Vec<MilestoneInput>>,
    /// The items.
    pub groups: Vec<ItemGroupInput>,
}

impl PricingTableInput {
    /// The table and what is said of its items. Everything that is wrong is named at once, under `pricing`.
    pub fn read(self, ids: &dyn Fn() -> Uuid) -> Result<TableUpdate, Vec<FieldError>> {
        let mut reader = PricingInputReader { ids, errors: Vec::new(), confirmed: HashSet::new(), open: HashSet::new() };
        let table = reader.table(self);
        let checked = if reader.errors.is_empty() { domain::totals(&table).map(drop) } else { domain::validate(&table) };
        if let Err(error) = checked {
            // A figure that could not be read stands as zero in the table: what else is wrong with its line
            // would be guessed.
            let read = |path: &str| !reader.errors.iter().any(|unread| owner(&unread.field) == owner(path));
            let others: Vec<FieldError> = error.errors.into_iter().filter(|error| read(&error.field)).collect();
            reader.errors.extend(others);
        }
        if reader.errors.is_empty() {
            return Ok(TableUpdate { table, confirmed: reader.confirmed, open: reader.open });
        }
        let named = |error: FieldError| FieldError { field: format!("pricing.{}", error.field).into(), ..error };
        Err(reader.errors.into_iter().map(named).collect())
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
            self.errors.push(FieldError::new("currency", "unknown_currency", "Please choose a currency by its three-letter code"));
            proffer_domain::money::Currency::USD
        });
        domain::PricingTable {
            currency,
            tax_mode: match input.tax_mode {
                Some(TaxMode::Inclusive) => domain::TaxMode::Inclusive,
                Some(TaxMode::Exclusive) | None => domain::TaxMode::Exclusive,
            },
            discount: self.adjustment(input.discount, "discount"),
            deposit: self.adjustment(input.deposit, "deposit"),
            milestones: self.each(input.milestones.unwrap_or_default(), "milestones", Self::milestone),
            groups: self.each(input.groups, "groups", Self::group),
        }
    }

    fn each<I, O>(&mut self, inputs: Vec<I>, list: &str, read: fn(&mut Self, I, &str) -> O) -> Vec<O> {
        inputs.into_iter().enumerate().map(|(index, input)| read(self, input, &format!("{list}[{index}]"))).collect()
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
            choice: match input.choice {
                Some(GroupChoice::Any) => domain::Choice::Any,
                Some(GroupChoice::One) => domain::Choice::One,
                Some(GroupChoice::All) | None => domain::Choice::All,
            },
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
        let quantity = input.quantity.map_or(Decimal::ONE, |text| self.decimal(&text, &format!("{path}.quantity")));
        domain::Item {
            id,
            name: input.name.trim().to_owned(),
            description: given(input.description),
            unit: given(input.unit),
            quantity,
            quantity_min: input.quantity_min.map(|text| self.decimal(&text, &format!("{path}.quantityMin"))),
            quantity_max: input.quantity_max.map(|text| self.decimal(&text, &format!("{path}.quantityMax"))),
            unit_price: self.decimal(&input.unit_price, &format!("{path}.unitPrice")),
            cadence: match input.cadence {
                Some(Cadence::Monthly) => domain::Cadence::Monthly,
                Some(Cadence::Quarterly) => domain::Cadence::Quarterly,
                Some(Cadence::Yearly) => domain::Cadence::Yearly,
                Some(Cadence::Once) | None => domain::Cadence::Once,
            },
            cycles: input.cycles,
            optional: input.optional.unwrap_or(false),
            selected: input.selected.unwrap_or(true),
            discount: self.adjustment(input.discount, &format!("{path}.discount")),
            taxes: self.each(input.taxes.unwrap_or_default(), &format!("{path}.taxes"), Self::tax),
            // Decided by what was stored before; see `merge`.
            origin: domain::Origin::User,
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
        let kind = match input.kind {
            AdjustmentKind::Percent => domain::AdjustmentKind::Percent,
            AdjustmentKind::Amount => domain::AdjustmentKind::Amount,
        };
        domain::Adjustment { kind, value: self.decimal(&input.value, &format!("{path}.value")) }
    }

    fn decimal(&mut self, figure: &Figure, path: &str) -> Decimal {
        exact::parse(figure.0.trim()).unwrap_or_else(|| {
            self.errors.push(FieldError::new(path.to_owned(), "not_a_number", "Please enter a number, for example 4500.00"));
            Decimal::ZERO
        })
    }

    fn id(&mut self, id: Option<String>, path: &str) -> Uuid {
        let Some(text) = id else { return (self.ids)() };
        text.parse().unwrap_or_else(|_| {
            self.errors.push(FieldError::new(format!("{path}.id"), "invalid", "This is no id; leave it out for something new"));
            Uuid::nil()
        })
    }
}

/// Whose field it is: `groups[0].items[2]` of `groups[0].items[2].taxes[0].rate`, or the field itself.
fn owner(path: &str) -> &str {
    let after = path.find(".items[").map_or(0, |at| at + 1);
    let rest = path.get(after..).unwrap_or_default();
    rest.find(']').and_then(|end| path.get(..=after + end)).unwrap_or(path)
}

/// A text that says something.
fn given(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
