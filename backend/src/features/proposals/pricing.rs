//! The wire types of pricing tables in responses. The domain's types produce the same JSON; these define its
//! schema. Request types are in `pricing_input`.

use std::{borrow::Cow, marker::PhantomData};

use poem_openapi::{
    Object,
    registry::{MetaSchemaRef, Registry},
    types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type},
};
use proffer_domain::pricing::{self, AdjustmentKind, Cadence, Choice, Origin, TaxMode};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// A pricing table in a response.
pub type ShownPricing = Mirror<pricing::PricingTable, PricingTable>;

/// The totals of a pricing table in a response.
pub type ShownTotals = Mirror<pricing::PricingTotals, PricingTotals>;

/// A value of the domain in a response, serialised directly, with the schema of `W`. The domain's figures are
/// decimals and `W`'s are strings; the tests check every response against the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mirror<D, W> {
    value: D,
    schema: PhantomData<fn() -> W>,
}

impl<D, W> From<D> for Mirror<D, W> {
    fn from(value: D) -> Self {
        Self { value, schema: PhantomData }
    }
}

impl<D: Send + Sync, W: Type> Type for Mirror<D, W> {
    const IS_REQUIRED: bool = W::IS_REQUIRED;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        W::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        W::schema_ref()
    }

    fn register(registry: &mut Registry) {
        W::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl<D: Serialize + Send + Sync, W: Type> ToJSON for Mirror<D, W> {
    fn to_json(&self) -> Option<Value> {
        serde_json::to_value(&self.value).ok()
    }
}

impl<D: DeserializeOwned + Send + Sync, W: Type> ParseFromJSON for Mirror<D, W> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        serde_json::from_value::<D>(value.unwrap_or_default()).map(Self::from).map_err(ParseError::custom)
    }
}

/// A decimal as a string. JSON numbers are refused even where any string is accepted, because their value has
/// already passed through a float.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure(pub String);

impl Type for Figure {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        String::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        String::schema_ref()
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ParseFromJSON for Figure {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value {
            Some(Value::String(text)) => Ok(Self(text)),
            _ => Err(ParseError::custom("expected a decimal as text")),
        }
    }
}

impl ToJSON for Figure {
    fn to_json(&self) -> Option<Value> {
        Some(Value::String(self.0.clone()))
    }
}

/// A discount, a deposit or the share of a milestone.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct Adjustment {
    /// The kind of value.
    pub kind: AdjustmentKind,
    /// The value as a decimal: a percentage or an amount.
    pub value: Figure,
}

/// A tax on a line item.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct Tax {
    /// The name of the tax; shown as "Tax" if absent.
    pub name: Option<String>,
    /// The rate in percent, as a decimal.
    pub rate: Figure,
}

/// A separately due part of the one-time total.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Milestone {
    /// The milestone's id, which never changes.
    pub id: String,
    /// The name of the milestone.
    pub name: String,
    /// When it is due, as text.
    pub due: Option<String>,
    /// The share of the one-time total.
    pub share: Adjustment,
}

/// A line item.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct LineItem {
    /// The line item's id, which never changes.
    pub id: String,
    /// The name.
    pub name: String,
    /// The description.
    pub description: Option<String>,
    /// The unit of the quantity, for example hour.
    pub unit: Option<String>,
    /// The quantity, as a decimal.
    pub quantity: String,
    /// The lowest quantity that the client may choose.
    pub quantity_min: Option<String>,
    /// The highest quantity that the client may choose.
    pub quantity_max: Option<String>,
    /// The price per unit, as a decimal.
    pub unit_price: String,
    /// How often it is charged.
    pub cadence: Cadence,
    /// How many times it is charged, if limited.
    pub cycles: Option<u32>,
    /// Whether the client may deselect it.
    pub optional: bool,
    /// Whether it is included in the totals.
    pub selected: bool,
    /// The discount on this line item.
    pub discount: Option<Adjustment>,
    /// The taxes on this line item, at most 4.
    pub taxes: Vec<Tax>,
    /// The origin of the price.
    pub origin: Origin,
    /// Whether the amount is confirmed; required for sending.
    pub confirmed: bool,
    /// The text that the amount was read from.
    pub source: Option<String>,
}

/// A group of line items.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ItemGroup {
    /// The group's id.
    pub id: String,
    /// The heading.
    pub name: String,
    /// Which line items the client selects.
    pub choice: Choice,
    /// The line items.
    pub items: Vec<LineItem>,
}

/// The pricing table of a proposal.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PricingTable {
    /// The currency, ISO 4217.
    pub currency: String,
    /// Whether prices include tax.
    pub tax_mode: TaxMode,
    /// The discount on the whole table.
    pub discount: Option<Adjustment>,
    /// The deposit due on acceptance.
    pub deposit: Option<Adjustment>,
    /// The payment schedule of the one-time total, instead of a deposit.
    pub milestones: Vec<Milestone>,
    /// The groups of line items.
    pub groups: Vec<ItemGroup>,
}

/// The total of a line item.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct LineTotal {
    /// The line item's id.
    pub item_id: String,
    /// Quantity times unit price, before discounts.
    pub amount: String,
    /// The line item's own discount and its share of the table's discount.
    pub discount: String,
}

/// The total of one tax over all line items.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TaxTotal {
    /// The name of the tax; shown as "Tax" if absent.
    pub name: Option<String>,
    /// The rate in percent.
    pub rate: String,
    /// The amount of the tax.
    pub amount: String,
}

/// The total of one cadence, for each charge.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CadenceTotal {
    /// The cadence.
    pub cadence: Cadence,
    /// The sum of the line items.
    pub subtotal: String,
    /// The sum of all discounts.
    pub discount: String,
    /// Taxes by name and rate.
    pub taxes: Vec<TaxTotal>,
    /// The amount of each charge.
    pub total: String,
}

/// The amount of a milestone.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MilestoneTotal {
    /// The milestone's id.
    pub milestone_id: String,
    /// The name.
    pub name: String,
    /// When it is due, as text.
    pub due: Option<String>,
    /// The amount due.
    pub amount: String,
}

/// The totals of a pricing table. Different cadences are never added up without a label.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PricingTotals {
    /// The total of each selected line item.
    pub lines: Vec<LineTotal>,
    /// The total of each cadence in the table.
    pub cadences: Vec<CadenceTotal>,
    /// The one-time total plus the first year of recurring lines.
    pub total_amount: String,
    /// The label that explains this total.
    pub total_label: String,
    /// The amount due on acceptance, if there is a deposit.
    pub deposit: Option<String>,
    /// The payment schedule of the one-time total, if there are milestones.
    pub milestones: Option<Vec<MilestoneTotal>>,
}
