//! The messages of prices.

use poem_openapi::Object;

use super::{pricing::ShownTotals, pricing_input::PricingTableInput};

/// The prices to save.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PricingInput {
    /// The version that the change is based on; 409 with both versions if it is not the newest.
    pub version: i64,
    /// The complete pricing table.
    pub pricing: PricingTableInput,
}

/// A preview of a pricing table.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PricingPreview {
    /// The totals.
    pub totals: ShownTotals,
    /// The pricing block as HTML, as the client will see it.
    pub html: String,
}
