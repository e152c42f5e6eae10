//! Pricing is data, not prose: the price table of a proposal, and the one engine that reads it.
//!
//! A [`PricingTable`] holds groups of items. [`totals`] adds it up, [`render`] draws it and
//! [`table_from_text`] reads one from free text. Page, PDF, API and mail all use these functions, so they
//! cannot disagree.

use poem_openapi::Enum;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::money::{Currency, exact};

mod changes;
pub mod choose;
pub mod label;
pub mod mail_lines;
mod merge;
pub mod render;
mod schedule;
mod sum;
mod tax;
mod validate;

pub use changes::{ItemChange, changes};
pub use merge::{TableUpdate, merge};
pub use schedule::{Milestone, MilestoneTotal};
pub use sum::{CadenceTotals, LineTotal, PricingTotals, totals};
pub use tax::{Tax, TaxTotal};
pub use validate::{PricingError, validate};

/// How many groups one table may hold.
pub const MAX_GROUPS: usize = 50;
/// How many items one table may hold, over all groups.
pub const MAX_ITEMS: usize = 500;
/// Largest quantity of one item.
pub const MAX_QUANTITY: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);
/// How many taxes one item may have.
pub const MAX_TAXES: usize = 4;
/// How many milestones one table may hold.
pub const MAX_MILESTONES: usize = 20;
/// Decimals of a quantity, a unit price, a percentage and a tax rate.
pub const MAX_DECIMALS: u32 = 4;
/// Longest run of a recurring item, in billing periods.
pub const MAX_CYCLES: u32 = 1_200;

/// Everything a proposal charges. Serialised in camelCase, unknown fields refused.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PricingTable {
    /// The one currency of every figure in the table.
    pub currency: Currency,
    /// Whether prices include the tax or the tax is added.
    #[serde(default)]
    pub tax_mode: TaxMode,
    /// Document discount. A percentage is taken off every cadence. An amount is taken off the one-time
    /// charges if there are any, else off each bill of the first recurring cadence; spreading it over charges
    /// that repeat would multiply it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount: Option<Adjustment>,
    /// What is due on acceptance: a share of the one-time total (of the whole total if there are no one-time
    /// charges), or an amount, capped by the total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposit: Option<Adjustment>,
    /// How the one-time total is paid. Used instead of a deposit: a deposit is a first milestone, and two
    /// statements of what is due on acceptance could contradict each other.
    #[serde(default)]
    pub milestones: Vec<Milestone>,
    /// Groups in the order they are shown.
    #[serde(default)]
    pub groups: Vec<Group>,
}

/// Whether prices include tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Enum)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum TaxMode {
    /// Tax is added to the prices.
    #[default]
    Exclusive,
    /// Prices include tax.
    Inclusive,
}

/// A percentage (0 to 100) or an amount in the table's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Adjustment {
    /// The kind of the value.
    pub kind: AdjustmentKind,
    /// Percent or money, depending on the kind.
    #[serde(with = "exact")]
    pub value: Decimal,
}

impl Adjustment {
    /// A percentage.
    #[must_use]
    pub fn percent(value: Decimal) -> Self {
        Self { kind: AdjustmentKind::Percent, value }
    }

    /// An amount of money.
    #[must_use]
    pub fn amount(value: Decimal) -> Self {
        Self { kind: AdjustmentKind::Amount, value }
    }
}

/// A fixed amount or a percentage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Enum)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum AdjustmentKind {
    /// A percentage of the base.
    Percent,
    /// An amount in the table's currency.
    Amount,
}

/// A group of items with a common choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Group {
    /// Stable id.
    pub id: Uuid,
    /// Heading; may be empty if the table has one group.
    #[serde(default)]
    pub name: String,
    /// How the client chooses.
    #[serde(default)]
    pub choice: Choice,
    /// Items in the order they are shown.
    #[serde(default)]
    pub items: Vec<Item>,
}

/// Which line items of a group the client selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Enum)]
#[oai(rename = "GroupChoice", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// All of them.
    #[default]
    All,
    /// Any of them.
    Any,
    /// Exactly one of them.
    One,
}

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Item {
    /// Stable id, unique in the table.
    pub id: Uuid,
    /// What is charged for.
    pub name: String,
    /// A description, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The unit of the quantity, in the singular: "hour", "page".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// How many units.
    #[serde(default = "one", with = "exact")]
    pub quantity: Decimal,
    /// Fewest units the client may choose.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "exact::option")]
    pub quantity_min: Option<Decimal>,
    /// Most units the client may choose.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "exact::option")]
    pub quantity_max: Option<Decimal>,
    /// Price of one unit, per billing period. May be finer than the minor unit.
    #[serde(with = "exact")]
    pub unit_price: Decimal,
    /// How often it is charged.
    #[serde(default)]
    pub cadence: Cadence,
    /// How many times it is charged; absent means until cancelled. Never set on a one-time item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u32>,
    /// Whether the client may deselect it.
    #[serde(default)]
    pub optional: bool,
    /// Whether it is selected. Ignored for required items, which always count.
    #[serde(default = "yes")]
    pub selected: bool,
    /// Discount of this line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount: Option<Adjustment>,
    /// Taxes on this line; empty means untaxed. Revisions frozen before an item could have several taxes
    /// carry one unnamed rate.
    #[serde(default, alias = "taxRate", deserialize_with = "tax::read")]
    pub taxes: Vec<Tax>,
    /// The origin of the figure.
    pub origin: Origin,
    /// Whether a person confirmed the figure, or a text that a person wrote contains it. Unconfirmed items
    /// block sending.
    #[serde(default)]
    pub confirmed: bool,
    /// The user's own words from which the figure was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl Item {
    /// One of something, charged once, required and confirmed.
    #[must_use]
    pub fn once(id: Uuid, name: impl Into<String>, unit_price: Decimal) -> Self {
        Self {
            id,
            name: name.into(),
            description: None,
            unit: None,
            quantity: Decimal::ONE,
            quantity_min: None,
            quantity_max: None,
            unit_price,
            cadence: Cadence::Once,
            cycles: None,
            optional: false,
            selected: true,
            discount: None,
            taxes: Vec::new(),
            origin: Origin::User,
            confirmed: true,
            source: None,
        }
    }

    /// Whether the item is charged, given its group's kind of choice.
    #[must_use]
    pub fn counts(&self, choice: Choice) -> bool {
        match choice {
            Choice::All => !self.optional || self.selected,
            Choice::Any | Choice::One => self.selected,
        }
    }

    /// Whether it charges the same, as often, and leaves the client the same choice.
    pub(crate) fn charges_like(&self, other: &Self) -> bool {
        let key = |item: &Self| (item.quantity, item.unit_price, item.cadence, item.cycles, item.optional);
        key(self) == key(other)
    }
}

/// How often a line item is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Enum)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Cadence {
    /// Once.
    #[default]
    Once,
    /// Every month.
    Monthly,
    /// Every three months.
    Quarterly,
    /// Every year.
    Yearly,
}

impl Cadence {
    /// All cadences, in the order they are shown.
    pub const ALL: [Self; 4] = [Self::Once, Self::Monthly, Self::Quarterly, Self::Yearly];

    /// Bills in one year (one for a one-time charge).
    #[must_use]
    pub fn bills_per_year(self) -> u32 {
        match self {
            Self::Once | Self::Yearly => 1,
            Self::Quarterly => 4,
            Self::Monthly => 12,
        }
    }

    /// Label: "One-time", "Monthly", "Quarterly", "Yearly".
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Once => "One-time",
            Self::Monthly => "Monthly",
            Self::Quarterly => "Quarterly",
            Self::Yearly => "Yearly",
        }
    }
}

/// The origin of a line item's price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Enum)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The user's own text.
    User,
    /// The workspace's catalogue.
    Catalogue,
    /// An integration.
    Api,
    /// The assistant; the amount is unconfirmed until a member confirms it.
    Assistant,
}

/// Reads a table from free text. Items that the text leaves open are unconfirmed; a text that names no amount
/// gives a table without groups. A figure beyond the limits is kept for [`totals`] to refuse with its field.
/// `home` is the currency of the workspace, in which amounts are that name none.
pub fn table_from_text(text: &str, home: Currency, ids: &mut dyn FnMut() -> Uuid) -> PricingTable {
    crate::reading::prices(text, home, ids).table
}

#[cfg(test)]
mod surfaces;

fn one() -> Decimal {
    Decimal::ONE
}

fn yes() -> bool {
    true
}
