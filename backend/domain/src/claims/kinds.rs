//! What a claim is, and what may back it.

use serde::{Deserialize, Serialize};

/// What a claim is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// An amount of money.
    Amount,
    /// Any other number.
    Number,
    /// A percentage.
    Percentage,
    /// A date or a duration.
    Date,
    /// A certificate or an award.
    Certificate,
    /// A guarantee or a promise.
    Guarantee,
    /// A person.
    Person,
    /// A company.
    Company,
    /// Words of an earlier client.
    Testimonial,
}

impl ClaimKind {
    /// The wire name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amount => "amount",
            Self::Number => "number",
            Self::Percentage => "percentage",
            Self::Date => "date",
            Self::Certificate => "certificate",
            Self::Guarantee => "guarantee",
            Self::Person => "person",
            Self::Company => "company",
            Self::Testimonial => "testimonial",
        }
    }

    /// Whether a claim of this kind that nothing backs stops sending. A number, a person or a company only asks: most of
    /// them are harmless, and a rule cannot tell a product's name from a reference.
    #[must_use]
    pub const fn blocks(self) -> bool {
        !matches!(self, Self::Number | Self::Person | Self::Company)
    }
}

/// What may back a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// What the client needs.
    ClientContext,
    /// The proposed solution.
    ProposedSolution,
    /// The prices in words.
    PricingDetails,
    /// The additional notes.
    AdditionalNotes,
    /// The company profile.
    Company,
    /// The client's entry.
    Client,
    /// The pricing table.
    Pricing,
    /// What somebody of the team typed into the document.
    Typed,
    /// What somebody of the team asked for in the chat.
    Chat,
    /// The proposal's own dates.
    Proposal,
}
