//! The kinds of claims, and the kinds of sources that may back them.

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};

/// The kind of a claim.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Enum,
    strum::IntoStaticStr,
)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// An amount of money.
    Amount,
    /// Any other number.
    Number,
    Percentage,
    /// A date or a duration.
    Date,
    /// A certificate or an award.
    Certificate,
    /// A guarantee or a promise.
    Guarantee,
    Person,
    Company,
    /// A quotation of an earlier client.
    Testimonial,
}

impl ClaimKind {
    /// The wire name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

/// The kind of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SourceKind {
    /// The client's needs, from the recap or entered in the wizard.
    ClientContext,
    /// The proposed solution, from the recap or entered in the wizard.
    ProposedSolution,
    /// The prices as text.
    PricingDetails,
    AdditionalNotes,
    /// The company profile.
    Company,
    /// The client's data.
    Client,
    /// The pricing table.
    Pricing,
    /// Text that a member entered in the document.
    Typed,
    /// Text that a member wrote in the chat.
    Chat,
    /// The proposal's own dates.
    Proposal,
}
