//! The kinds of blocks in a proposal.

use serde::{Deserialize, Serialize};

/// The kind of a block: the `data-kind` of its section, in kebab case on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockKind {
    /// The cover page with the work, the client and the company.
    Cover,
    /// A summary of the proposal.
    Summary,
    /// What the client needs.
    Needs,
    /// What is proposed.
    Solution,
    /// What is included.
    Scope,
    Assumptions,
    Exclusions,
    Timeline,
    /// The pricing table; always rendered by the pricing engine, and there is at most one.
    Pricing,
    /// The company's services.
    WhatWeOffer,
    Team,
    /// What sets the company apart.
    WhyWorkWithUs,
    /// How the company works.
    HowWeWork,
    /// Testimonials of earlier clients.
    Testimonials,
    CaseStudy,
    /// Further details.
    Notes,
    /// Terms of this proposal, in addition to the company's terms.
    Terms,
    /// The client's next steps.
    NextSteps,
    /// Free text of any other kind.
    Free,
}

impl BlockKind {
    /// Every kind.
    pub const ALL: [Self; 19] = [
        Self::Cover,
        Self::Summary,
        Self::Needs,
        Self::Solution,
        Self::Scope,
        Self::Assumptions,
        Self::Exclusions,
        Self::Timeline,
        Self::Pricing,
        Self::WhatWeOffer,
        Self::Team,
        Self::WhyWorkWithUs,
        Self::HowWeWork,
        Self::Testimonials,
        Self::CaseStudy,
        Self::Notes,
        Self::Terms,
        Self::NextSteps,
        Self::Free,
    ];

    /// The name in `data-kind`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cover => "cover",
            Self::Summary => "summary",
            Self::Needs => "needs",
            Self::Solution => "solution",
            Self::Scope => "scope",
            Self::Assumptions => "assumptions",
            Self::Exclusions => "exclusions",
            Self::Timeline => "timeline",
            Self::Pricing => "pricing",
            Self::WhatWeOffer => "what-we-offer",
            Self::Team => "team",
            Self::WhyWorkWithUs => "why-work-with-us",
            Self::HowWeWork => "how-we-work",
            Self::Testimonials => "testimonials",
            Self::CaseStudy => "case-study",
            Self::Notes => "notes",
            Self::Terms => "terms",
            Self::NextSteps => "next-steps",
            Self::Free => "free",
        }
    }

    /// The label of a block without a heading.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Cover => "Cover",
            Self::Summary => "Overview",
            Self::Needs => "Needs",
            Self::Solution => "Solution",
            Self::Scope => "Scope",
            Self::Assumptions => "Assumptions",
            Self::Exclusions => "Exclusions",
            Self::Timeline => "Timeline",
            Self::Pricing => "Pricing",
            Self::WhatWeOffer => "What we offer",
            Self::Team => "Team",
            Self::WhyWorkWithUs => "Why work with us",
            Self::HowWeWork => "How we work",
            Self::Testimonials => "Testimonials",
            Self::CaseStudy => "Case study",
            Self::Notes => "Notes",
            Self::Terms => "Terms",
            Self::NextSteps => "Next steps",
            Self::Free => "Text",
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
