//! The kinds of claims, and the kinds of sources that may back them.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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

    /// Whether an unbacked claim of this kind blocks sending. A number, a person or a company gives a warning
    /// only: most of them are harmless, and a rule cannot distinguish a product's name from a reference.
    #[must_use]
    pub const fn blocks(self) -> bool {
        !matches!(self, Self::Number | Self::Person | Self::Company)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// What the client needs.
    ClientContext,
    ProposedSolution,
    /// The prices in words.
    PricingDetails,
    AdditionalNotes,
    /// The company profile.
    Company,
    /// The client's entry.
    Client,
    /// The pricing table.
    Pricing,
    /// Text that a team member typed into the document.
    Typed,
    /// A team member's chat message.
    Chat,
    /// The proposal's own dates.
    Proposal,
}
