//! The messages of versions.

use poem_openapi::{Enum, Object};
use proffer_domain::document::compare;
use uuid::Uuid;

use super::pricing::{ShownPricing, ShownTotals};
use crate::wire::Timestamp;

/// The kind of author of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AuthorKind {
    /// A member of the team.
    Person,
    /// The assistant.
    Assistant,
    /// An integration.
    Api,
}

/// The cause of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum VersionCause {
    /// A user edited the document or the title.
    Edit,
    /// A user changed the prices.
    Pricing,
    /// A user confirmed an amount.
    Confirm,
    /// The assistant drafted the proposal.
    Draft,
    /// The assistant made a change requested in the chat.
    Chat,
    /// The changes of an assistant's message were reverted.
    Revert,
    /// A single change of the assistant was refused.
    Review,
    /// The current company information was inserted.
    Refresh,
    /// An earlier version was restored.
    Restore,
    /// The proposal was created as a copy.
    Copy,
    /// A claim without a source was removed.
    RemoveClaim,
}

/// A version in the history.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Version {
    /// The version number; the proposal's `version` is the newest.
    pub number: i64,
    /// The kind of author.
    pub author_kind: AuthorKind,
    /// The author's name.
    pub author_name: String,
    /// The cause of the change.
    pub cause: VersionCause,
    /// The restored version, if it restored one.
    pub restored: Option<i64>,
    /// The headings of the changed blocks, including prices and title.
    pub touched: Vec<String>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A version with its content.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct VersionContent {
    /// The version number.
    pub number: i64,
    /// The title.
    pub title: String,
    /// The subtitle.
    pub subtitle: Option<String>,
    /// The document as HTML.
    pub html_content: String,
    /// The prices.
    pub pricing: ShownPricing,
    /// The totals.
    pub totals: ShownTotals,
}

/// The comparison of a block.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct BlockComparison {
    /// The block's id.
    pub block_id: Uuid,
    /// The subject of the block: the `data-kind` of its section.
    pub kind: String,
    /// The heading.
    pub title: String,
    /// The change of the block.
    pub change: compare::Change,
    /// The text as a comparison, including the heading.
    pub runs: Vec<compare::Run>,
}

impl From<compare::BlockComparison> for BlockComparison {
    fn from(block: compare::BlockComparison) -> Self {
        Self {
            block_id: block.block_id,
            kind: block.kind.name().to_owned(),
            title: block.title,
            change: block.change,
            runs: block.runs,
        }
    }
}

/// The comparison of two versions.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Comparison {
    /// The earlier version.
    pub from: i64,
    /// The later version.
    pub to: i64,
    /// The blocks that differ.
    pub blocks: Vec<BlockComparison>,
    /// The prices as a text comparison; empty if they do not differ.
    pub pricing: Vec<compare::Run>,
    /// Title and subtitle as a text comparison; empty if they do not differ.
    pub titles: Vec<compare::Run>,
    /// Terms and conditions as a text comparison; empty if they do not differ. Versions of a draft have no
    /// terms of their own.
    pub terms: Vec<compare::Run>,
}
