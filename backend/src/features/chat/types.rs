//! The messages of the chat.

use poem_openapi::{Enum, Object};
use proffer_domain::document::compare::Run;
use uuid::Uuid;

use super::price_types::ChatPrices;
use crate::{
    features::{assistant::service::AssistantKind, proposals::versions_types::BlockComparison},
    wire::Timestamp,
};

/// The author of a chat message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ChatRole {
    /// A user: a member of the team, or the client if a sender is given.
    User,
    /// The assistant.
    Assistant,
}

/// The state of the answer to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum TurnStatus {
    /// It is being written.
    Running,
    /// It is complete.
    Done,
    /// It failed; the question is kept and can be asked again.
    Failed,
}

/// The review of a change by the assistant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum Review {
    /// Not reviewed yet.
    Open,
    /// The change was kept.
    Kept,
    /// The change was undone.
    Refused,
}

/// A block that a message of the assistant changed.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChatChange {
    /// The block, compared with its previous state.
    pub block: BlockComparison,
    /// The review of the change.
    pub review: Review,
}

/// A message in the chat about a proposal.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ChatMessage {
    /// The message's id.
    pub id: Uuid,
    /// The author of the message.
    pub role: ChatRole,
    /// The text; Markdown if the assistant wrote it.
    pub content: String,
    /// The client's name, if a client wrote it.
    pub sender_name: Option<String>,
    /// The client's email address, if a client wrote it.
    pub sender_email: Option<String>,
    /// The block that a client's message is about, if it names one.
    pub block_id: Option<Uuid>,
    /// Whether the message changed the document or the prices.
    pub made_changes: bool,
    /// The changed blocks.
    pub changes: Vec<ChatChange>,
    /// The changed prices as a text comparison; empty if they did not change.
    pub pricing: Vec<Run>,
    /// The changed title and subtitle as a text comparison; a revert restores them.
    pub titles: Vec<Run>,
    /// The line items that the message changed, as they were understood; absent if none changed.
    pub prices: Option<ChatPrices>,
    /// The review of the price change; absent if the prices did not change.
    pub pricing_review: Option<Review>,
    /// When the changes of this message were reverted.
    pub reverted_at: Option<Timestamp>,
    /// The turn that a question of the team started.
    pub turn_id: Option<Uuid>,
    /// The state of the answer.
    pub turn_status: Option<TurnStatus>,
    /// Why the answer failed.
    pub turn_message: Option<String>,
    /// When the message was written.
    pub created_at: Timestamp,
}

/// A question or an instruction to the assistant.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ChatInput {
    /// The text, 1 to 4,000 characters after trimming.
    pub message: String,
    /// An id chosen by the caller. A repeated request with the same id returns the same answer and is not
    /// charged again.
    pub turn_id: Option<Uuid>,
}

proffer_domain::redact!(ChatInput);

/// The assistant's answer.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ChatReply {
    /// Whether the document or the prices changed, so that the proposal should be fetched again.
    pub requires_refresh: bool,
    /// Whether any change was applied.
    pub updates_applied: bool,
    /// The current document, if it changed.
    pub updated_html_content: Option<String>,
    /// The current version of the proposal.
    pub version: i64,
    /// The assistant's message.
    pub message: ChatMessage,
}

/// The kind of an event in a streamed answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ChatEventKind {
    /// The question is stored and the assistant has been called.
    Started,
    /// More text of the answer.
    Text,
    /// A change of one block that the assistant proposes; it is applied with the last event.
    Change,
    /// The answer is complete, and its changes are applied.
    Done,
    /// The answer failed.
    Failed,
}

/// An event of a streamed answer.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ChatEvent {
    /// The event number, counted from 1; a repeated request with the same turn returns all events again.
    pub sequence: u32,
    /// The kind of event.
    pub kind: ChatEventKind,
    /// The turn's id.
    pub turn_id: Uuid,
    /// The id of the question's message, with `started`.
    pub question_id: Option<Uuid>,
    /// The additional text, with `text`.
    pub text: Option<String>,
    /// The changed block, with `change`.
    pub change: Option<BlockComparison>,
    /// The line items that would change, with a `change` of the prices.
    pub prices: Option<ChatPrices>,
    /// The answer, with `done`.
    pub message: Option<ChatMessage>,
    /// The current version of the proposal, with `done`.
    pub version: Option<i64>,
    /// The current document, with `done`, if it changed.
    pub updated_html_content: Option<String>,
    /// The stable error code, with `failed`.
    pub code: Option<String>,
    /// What went wrong, what was kept and what the user can do, with `failed`.
    pub problem: Option<String>,
    /// The assistant that answers, with `started`.
    pub assistant: Option<AssistantKind>,
}

impl ChatEvent {
    /// An event without content; it gets its number when it is published.
    pub fn new(kind: ChatEventKind, turn_id: Uuid) -> Self {
        Self {
            sequence: 0,
            kind,
            turn_id,
            question_id: None,
            text: None,
            change: None,
            prices: None,
            message: None,
            version: None,
            updated_html_content: None,
            code: None,
            problem: None,
            assistant: None,
        }
    }
}

/// Something that was changed again later and is therefore not undone.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RevertConflict {
    /// The block, if it is one.
    pub block_id: Option<Uuid>,
    /// The heading of the block, or what else it is.
    pub title: String,
    /// The message for the user.
    pub message: String,
}

/// The state after a change was undone.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RevertResult {
    /// The document as HTML.
    pub html_content: String,
    /// The current version of the proposal.
    pub version: i64,
    /// What was not undone, because it was changed again later.
    pub conflicts: Vec<RevertConflict>,
}

/// The decision on one change by the assistant.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ReviewInput {
    /// The block; absent means the prices.
    pub block_id: Option<Uuid>,
    /// True keeps the change, false undoes it.
    pub keep: bool,
}

/// The result of a review.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ReviewResult {
    /// The reviewed message.
    pub message: ChatMessage,
    /// The document as HTML.
    pub html_content: String,
    /// The current version of the proposal.
    pub version: i64,
    /// What could not be undone, because it was changed again later.
    pub conflicts: Vec<RevertConflict>,
}
