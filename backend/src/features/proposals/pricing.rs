//! The wire of pricing tables in answers. The domain's types write the same JSON; these give it a schema.
//! What comes in is in `pricing_input`.

use std::borrow::Cow;

use poem_openapi::{
    Object,
    registry::MetaSchemaRef,
    types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type},
};
use proffer_domain::pricing::{self, AdjustmentKind, Cadence, Choice, Origin, TaxMode};

use serde_json::Value;

use crate::wire::Mirror;

/// A pricing table in an answer.
pub type ShownPricing = Mirror<pricing::PricingTable, PricingTable>;

/// What it comes to, in an answer.
pub type ShownTotals = Mirror<pricing::PricingTotals, PricingTotals>;

/// A decimal as text. A JSON number is refused where any text would take it: it has been through a float by
/// then.
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
    /// How to read the value.
    pub kind: AdjustmentKind,
    /// A decimal: percent, or an amount.
    pub value: Figure,
}

/// A tax on an item.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct Tax {
    /// What it is called; absent reads as "Tax".
    pub name: Option<String>,
    /// Percent, a decimal.
    pub rate: Figure,
}

/// A part of the one-time total that falls due by itself.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Milestone {
    /// Its id, stable for the milestone's life.
    pub id: String,
    /// What has been reached then.
    pub name: String,
    /// When it is due, in words.
    pub due: Option<String>,
    /// How much of the one-time total.
    pub share: Adjustment,
}

/// One line item.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct LineItem {
    /// Its id, stable for the item's life.
    pub id: String,
    /// What it is.
    pub name: String,
    /// More about it.
    pub description: Option<String>,
    /// What the quantity counts, such as hour.
    pub unit: Option<String>,
    /// How many, a decimal.
    pub quantity: String,
    /// The least the client may take.
    pub quantity_min: Option<String>,
    /// The most the client may take.
    pub quantity_max: Option<String>,
    /// The price of one, a decimal.
    pub unit_price: String,
    /// How often it is charged.
    pub cadence: Cadence,
    /// How many times, where that is limited.
    pub cycles: Option<u32>,
    /// Whether the client may leave it out.
    pub optional: bool,
    /// Whether it is part of the totals.
    pub selected: bool,
    /// Taken off this line.
    pub discount: Option<Adjustment>,
    /// Taxes on this line, at most 4.
    pub taxes: Vec<Tax>,
    /// Whose figure it is.
    pub origin: Origin,
    /// Whether a person stands behind the amount; sending needs it.
    pub confirmed: bool,
    /// The words the amount was read from.
    pub source: Option<String>,
}

/// Items that belong together.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ItemGroup {
    /// Its id.
    pub id: String,
    /// Its heading.
    pub name: String,
    /// Which of its items the client takes.
    pub choice: Choice,
    /// The items.
    pub items: Vec<LineItem>,
}

/// What a proposal costs.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PricingTable {
    /// ISO 4217.
    pub currency: String,
    /// Whether prices contain tax.
    pub tax_mode: TaxMode,
    /// Taken off the whole table.
    pub discount: Option<Adjustment>,
    /// Due on acceptance.
    pub deposit: Option<Adjustment>,
    /// How the one-time total is paid, instead of a deposit.
    pub milestones: Vec<Milestone>,
    /// The items.
    pub groups: Vec<ItemGroup>,
}

/// What one line comes to.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct LineTotal {
    /// Which item.
    pub item_id: String,
    /// Quantity times price, before any discount.
    pub amount: String,
    /// The line's own discount and its share of the document's.
    pub discount: String,
}

/// One tax, of everything that bears it.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TaxTotal {
    /// What it is called; absent reads as "Tax".
    pub name: Option<String>,
    /// Percent.
    pub rate: String,
    /// The tax.
    pub amount: String,
}

/// What one cadence comes to, each time.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CadenceTotal {
    /// Which cadence.
    pub cadence: Cadence,
    /// The lines together.
    pub subtotal: String,
    /// The discounts of the lines and of the document together.
    pub discount: String,
    /// Taxes by name and rate.
    pub taxes: Vec<TaxTotal>,
    /// What is charged each time.
    pub total: String,
}

/// What one milestone comes to.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MilestoneTotal {
    /// Which milestone.
    pub milestone_id: String,
    /// Its name.
    pub name: String,
    /// When it is due, in words.
    pub due: Option<String>,
    /// To be paid then.
    pub amount: String,
}

/// What a pricing table comes to. Cadences are never added into one unnamed figure.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PricingTotals {
    /// Each selected line.
    pub lines: Vec<LineTotal>,
    /// Each cadence that occurs.
    pub cadences: Vec<CadenceTotal>,
    /// The one-time total plus the first year of recurring lines.
    pub total_amount: String,
    /// Says what that total is.
    pub total_label: String,
    /// Due on acceptance, where a deposit is asked.
    pub deposit: Option<String>,
    /// How the one-time total is paid, where there are milestones.
    pub milestones: Option<Vec<MilestoneTotal>>,
}
