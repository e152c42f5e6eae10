//! The assistant's chat about a proposal. A message is answered by rules ([`offline()`]) or by a model
//! ([`model`]).
//!
//! Both return a [`Reply`]: text for people, and operations on the document. There is no operation for a
//! status, a recipient or a link, so the chat cannot change those. A model's answer passes the [`guard`]
//! before it is shown to anyone.

use uuid::Uuid;

use crate::client::ClientProfile;
use crate::company::CompanyProfile;
use crate::document::Section;
use crate::document::patch::Content;
use crate::pricing::PricingTable;

mod addresses;
mod apply;
pub mod guard;
pub mod model;
mod offline;

pub use apply::apply;
pub use model::{PROMPT, SCHEMA_NAME, parse_model, partial, prompt, schema};
pub use offline::offline;

/// Everything an answer may be made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatInput {
    /// The proposal's current content.
    pub content: Content,
    /// The company that makes the offer.
    pub company: CompanyProfile,
    /// The client the offer is for.
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
    /// The message of the team member that is to be answered.
    pub message: String,
}

impl ChatInput {
    /// The texts that the team wrote. An amount counts as the team's only if it occurs in one of them. The
    /// client's messages, the company's profile (which may come from its website) and the assistant's replies
    /// are not included.
    #[must_use]
    pub fn team_words(&self) -> Vec<&str> {
        let mut words = vec![
            self.message.as_str(),
            self.pricing_details.as_str(),
            self.proposed_solution.as_str(),
            self.client_context.as_str(),
        ];
        words.extend(self.additional_notes.as_deref());
        words.extend(
            self.history.iter().filter(|said| said.who == Speaker::Team).map(|said| said.text.as_str()),
        );
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

/// The author of a chat message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// A member of the team.
    Team,
    /// The client, asking for changes on the shared page.
    Client,
    Assistant,
}

/// The assistant's answer, complete or so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// Markdown for people.
    pub text: String,
    /// The operations, in this order.
    pub edits: Vec<Edit>,
}

impl Reply {
    /// A reply without operations.
    #[must_use]
    pub fn saying(text: impl Into<String>) -> Self {
        Self { text: text.into(), edits: Vec::new() }
    }
}

/// One operation on the document. The bodies are already clean HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Replaces the body of a block.
    Replace {
        /// The block's id.
        block: Uuid,
        /// Its new heading; `None` keeps the present one.
        title: Option<String>,
        /// Its new body.
        html: String,
    },
    /// Adds a block.
    Insert {
        /// The block it follows; `None` puts it first.
        after: Option<Uuid>,
        /// The block.
        section: Section,
    },
    /// Moves a block.
    Move {
        /// The block's id.
        block: Uuid,
        /// The block it then follows; `None` puts it first.
        after: Option<Uuid>,
    },
    /// Removes a block.
    Remove {
        /// The block's id.
        block: Uuid,
    },
    /// Replaces the whole price table.
    SetPricing(PricingTable),
    /// Sets the proposal's title.
    SetTitle(String),
}

#[cfg(test)]
mod tests;
