//! What a block of a proposal is about.

use serde::{Deserialize, Serialize};

/// The kind of a block: the `data-kind` of its section, in kebab case on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockKind {
    /// What the proposal is, in a few sentences.
    Summary,
    /// What the client needs.
    Needs,
    /// What is proposed.
    Solution,
    /// What is included.
    Scope,
    /// When things happen.
    Timeline,
    /// The pricing table; its content is always rendered by the pricing engine, and there is at most one.
    Pricing,
    /// The company's services.
    WhatWeOffer,
    /// What sets the company apart.
    WhyWorkWithUs,
    /// How a project goes.
    HowWeWork,
    /// Words of earlier clients.
    Testimonials,
    /// Further details.
    Notes,
    /// What the client can do now.
    NextSteps,
    /// Anything a person wrote that is none of the above.
    Free,
}

impl BlockKind {
    /// Every kind.
    pub const ALL: [Self; 13] = [
        Self::Summary,
        Self::Needs,
        Self::Solution,
        Self::Scope,
        Self::Timeline,
        Self::Pricing,
        Self::WhatWeOffer,
        Self::WhyWorkWithUs,
        Self::HowWeWork,
        Self::Testimonials,
        Self::Notes,
        Self::NextSteps,
        Self::Free,
    ];

    /// The name in `data-kind`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Needs => "needs",
            Self::Solution => "solution",
            Self::Scope => "scope",
            Self::Timeline => "timeline",
            Self::Pricing => "pricing",
            Self::WhatWeOffer => "what-we-offer",
            Self::WhyWorkWithUs => "why-work-with-us",
            Self::HowWeWork => "how-we-work",
            Self::Testimonials => "testimonials",
            Self::Notes => "notes",
            Self::NextSteps => "next-steps",
            Self::Free => "free",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn names_are_the_wire_names() {
        for kind in BlockKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert_eq!(BlockKind::from_name(kind.name()), Some(kind));
        }
    }
}
