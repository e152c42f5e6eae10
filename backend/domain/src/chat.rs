//! The assistant's chat about a proposal: what a message asks for, answered by rules ([`offline()`]) or by a model ([`model`]).
//!
//! Both answer the same [`Reply`]: words for people, and operations on the document. Nothing else can be asked for: there is
//! no operation for a status, a recipient or a link. What a model answers passes the [`guard`] before anybody sees it.

use uuid::Uuid;

use crate::client::ClientProfile;
use crate::company::CompanyProfile;
use crate::document::Section;
use crate::document::patch::Content;
use crate::pricing::PricingTable;

mod apply;
pub mod guard;
pub mod model;
mod offline;

pub use apply::apply;
pub use model::{PROMPT, Partial, SCHEMA_NAME, parse_model, partial, prompt, schema};
pub use offline::offline;

/// Everything an answer may be made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatInput {
    /// The proposal as it is.
    pub content: Content,
    /// Who makes the offer.
    pub company: CompanyProfile,
    /// Whom it is for.
    pub client: ClientProfile,
    /// What the client needs, as the team typed it.
    pub client_context: String,
    /// What is proposed, as the team typed it.
    pub proposed_solution: String,
    /// What it costs, as the team typed it.
    pub pricing_details: String,
    /// Anything else the team typed.
    pub additional_notes: Option<String>,
    /// What was said before, oldest first.
    pub history: Vec<PriorMessage>,
    /// What a member of the team asks for now.
    pub message: String,
}

impl ChatInput {
    /// What the team wrote: what an amount must stand in to count as theirs. The client's messages, the company's profile (which
    /// may come from its website) and what the assistant said are none of it.
    #[must_use]
    pub fn team_words(&self) -> Vec<&str> {
        let mut words =
            vec![self.message.as_str(), self.pricing_details.as_str(), self.proposed_solution.as_str(), self.client_context.as_str()];
        words.extend(self.additional_notes.as_deref());
        words.extend(self.history.iter().filter(|said| said.who == Speaker::Team).map(|said| said.text.as_str()));
        words
    }
}

/// One earlier message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriorMessage {
    /// Who wrote it.
    pub who: Speaker,
    /// The words.
    pub text: String,
}

/// Who writes in a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// A member of the team.
    Team,
    /// The client, asking for changes on the shared page.
    Client,
    /// The assistant.
    Assistant,
}

/// What the assistant answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Markdown for people.
    pub text: String,
    /// What it changes, in this order.
    pub edits: Vec<Edit>,
}

impl Reply {
    /// Words alone.
    #[must_use]
    pub fn saying(text: impl Into<String>) -> Self {
        Self { text: text.into(), edits: Vec::new() }
    }
}

/// One operation on the document. Bodies are clean HTML by the time they are here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// A block gets another body.
    Replace {
        /// Which.
        block: Uuid,
        /// Its new heading; none keeps the one it has.
        title: Option<String>,
        /// Its new body.
        html: String,
    },
    /// A new block.
    Insert {
        /// The block it stands behind; none puts it first.
        after: Option<Uuid>,
        /// The block.
        section: Section,
    },
    /// A block goes to another place.
    Move {
        /// Which.
        block: Uuid,
        /// The block it stands behind then; none puts it first.
        after: Option<Uuid>,
    },
    /// A block goes.
    Remove {
        /// Which.
        block: Uuid,
    },
    /// The prices, whole.
    SetPricing(PricingTable),
    /// The proposal's title.
    SetTitle(String),
}

#[cfg(test)]
mod tests;
