//! A first version of a proposal, written from what the user typed: by rules ([`offline`]) or by a model
//! ([`model`]).
//!
//! Both return the same [`Draft`]. Prices are always a table with the user's words as source; the pricing
//! block is rendered by the pricing engine.

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};

use crate::client::ClientProfile;
use crate::company::CompanyProfile;
use crate::document::{self, Section};
use crate::pricing::PricingTable;

pub(crate) mod frame;
mod limits;
pub mod model;
mod offline;
pub(crate) mod phrase;
mod refresh;
mod scope;
mod title;

pub use model::{parse_model, schema as model_schema, stage_of};
pub use offline::offline;
pub use refresh::refreshed;

/// The longest title of a draft, in characters.
pub const TITLE_MAX: usize = 200;
/// The longest subtitle of a draft, in characters.
pub const SUBTITLE_MAX: usize = 300;

/// Everything a draft may be made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftInput {
    pub client: ClientProfile,
    /// The company that makes the offer.
    pub company: CompanyProfile,
    /// What the client needs, in the user's words.
    pub client_context: String,
    /// What is proposed, in the user's words.
    pub proposed_solution: String,
    /// What it costs, in the user's words.
    pub pricing_details: String,
    /// Anything else, in the user's words.
    pub additional_notes: Option<String>,
}

impl DraftInput {
    /// The texts the user typed for this proposal: an amount counts as confirmed only if it is in one of
    /// them.
    #[must_use]
    pub fn words(&self) -> Vec<&str> {
        let mut words = vec![
            self.pricing_details.as_str(),
            self.proposed_solution.as_str(),
            self.client_context.as_str(),
        ];
        words.extend(self.additional_notes.as_deref());
        words
    }
}

/// A drafted proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Not blank, at most 200 characters.
    pub title: String,
    /// At most 300 characters.
    pub subtitle: Option<String>,
    /// Blocks in order, with clean HTML; one of them is the rendered pricing block if there are prices.
    pub sections: Vec<Section>,
    pub pricing: PricingTable,
    /// Statements of a model that cite no words of the user, in quotation marks; they are in no block.
    pub left_out: Vec<String>,
}

impl Draft {
    /// The document: clean and normalised.
    #[must_use]
    pub fn html(&self) -> String {
        document::from_sections(&self.sections)
    }
}

/// The stage of drafting.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    Enum,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[oai(rename = "DraftingStage", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Stage {
    /// Analyzing client requirements.
    #[default]
    Analyzing,
    /// Generating proposal structure.
    Structure,
    /// Creating pricing strategy.
    Pricing,
    /// Building timeline and milestones.
    Timeline,
    /// Finalizing your proposal.
    Finalizing,
}

impl Stage {
    /// Every stage in order.
    pub const ALL: [Self; 5] =
        [Self::Analyzing, Self::Structure, Self::Pricing, Self::Timeline, Self::Finalizing];

    /// The wire name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.into_str()
    }

    /// Progress in percent.
    #[must_use]
    pub const fn progress(self) -> u8 {
        match self {
            Self::Analyzing => 20,
            Self::Structure => 40,
            Self::Pricing => 60,
            Self::Timeline => 80,
            Self::Finalizing => 100,
        }
    }

    /// The label in the progress overlay.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Analyzing => "Analyzing client requirements",
            Self::Structure => "Generating proposal structure",
            Self::Pricing => "Creating pricing strategy",
            Self::Timeline => "Building timeline and milestones",
            Self::Finalizing => "Finalizing your proposal",
        }
    }
}

#[cfg(test)]
mod journeys;
#[cfg(test)]
mod tests;
