//! The wire of the chat about a proposal: asking, watching the answer come, keeping, refusing and reverting
//! what it changed.

use std::time::Duration;

use futures_util::stream::BoxStream;
use poem::web::{Data, sse::Event};
use poem_openapi::{
    Enum, Object, OpenApi,
    param::Path,
    payload::{EventStream, Json},
    types::ToJSON,
};
use proffer_domain::document::compare::Run;
use uuid::Uuid;

use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, assistant::service::AssistantKind, chat, proposals::versions_api::BlockComparison},
    http::problem::Problem,
    wire::{JsonBody, Timestamp},
};

/// Who wrote a chat message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ChatRole {
    /// A person: the team, or the client where a sender is named.
    User,
    /// The assistant.
    Assistant,
}

/// How far the answer to a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum TurnStatus {
    /// It is being written.
    Running,
    /// It is there.
    Done,
    /// It failed; the question is kept and can be asked again.
    Failed,
}

/// What a person thinks of a change by the assistant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum Review {
    /// Nobody has looked yet.
    Open,
    /// It stays.
    Kept,
    /// It was taken out.
    Refused,
}

/// One block that a message of the assistant changed.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChatChange {
    /// The block, compared with how it was.
    pub block: BlockComparison,
    /// What a person thinks of it.
    pub review: Review,
}

/// A message of the conversation about a proposal.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ChatMessage {
    /// Its id.
    pub id: Uuid,
    /// Who wrote it.
    pub role: ChatRole,
    /// What it says; Markdown where the assistant wrote it.
    pub content: String,
    /// The client's name, where a client wrote it.
    pub sender_name: Option<String>,
    /// The client's address, where a client wrote it.
    pub sender_email: Option<String>,
    /// The part of the document that it is about, where a client named one.
    pub block_id: Option<Uuid>,
    /// Whether it changed the document or the prices.
    pub made_changes: bool,
    /// The blocks that it changed.
    pub changes: Vec<ChatChange>,
    /// The prices as they are read, where it changed them.
    pub pricing: Vec<Run>,
    /// Title and subtitle, where it changed them; they go back with a revert.
    pub titles: Vec<Run>,
    /// What a person thinks of the change of the prices, where it changed them.
    pub pricing_review: Option<Review>,
    /// When what it changed was taken out, where it was.
    pub reverted_at: Option<Timestamp>,
    /// The turn that a question of the team began.
    pub turn_id: Option<Uuid>,
    /// How far the answer is.
    pub turn_status: Option<TurnStatus>,
    /// Why there is no answer, where it failed.
    pub turn_message: Option<String>,
    /// When it was written.
    pub created_at: Timestamp,
}

/// A question or a wish.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ChatInput {
    /// The words, 1 to 4,000 characters once trimmed.
    pub message: String,
    /// An id made by the caller. Asking again with the same one finds the same answer and is not paid for
    /// twice.
    pub turn_id: Option<Uuid>,
}

proffer_domain::redact!(ChatInput);

/// The assistant's answer.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ChatReply {
    /// Whether the document or the prices changed, so that the proposal is worth reading again.
    pub requires_refresh: bool,
    /// Whether anything was changed.
    pub updates_applied: bool,
    /// The document as it is now, where it changed.
    pub updated_html_content: Option<String>,
    /// The proposal's version now.
    pub version: i64,
    /// What the assistant said.
    pub message: ChatMessage,
}

/// What an event of a streamed answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ChatEventKind {
    /// The question is stored and the assistant has been asked.
    Started,
    /// More words of the answer.
    Text,
    /// A change of one block, as the assistant proposes it; it is applied with the last event.
    Change,
    /// The answer is complete, and what it changed is applied.
    Done,
    /// There is no answer.
    Failed,
}

/// One event of a streamed answer.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ChatEvent {
    /// Counts from 1; asking again with the same turn brings them all again.
    pub sequence: u32,
    /// What it is.
    pub kind: ChatEventKind,
    /// The turn.
    pub turn_id: Uuid,
    /// The question's message, with `started`.
    pub question_id: Option<Uuid>,
    /// The words, with `text`.
    pub text: Option<String>,
    /// The block, with `change`.
    pub change: Option<BlockComparison>,
    /// The answer, with `done`.
    pub message: Option<ChatMessage>,
    /// The proposal's version, with `done`.
    pub version: Option<i64>,
    /// The document as it is now, with `done`, where it changed.
    pub updated_html_content: Option<String>,
    /// Stable name of what went wrong, with `failed`.
    pub code: Option<String>,
    /// What went wrong, what was kept and what can be done, with `failed`.
    pub problem: Option<String>,
    /// Which assistant answers, with `started`.
    pub assistant: Option<AssistantKind>,
}

impl ChatEvent {
    /// An event with nothing in it; it is numbered when it is told.
    pub fn new(kind: ChatEventKind, turn_id: Uuid) -> Self {
        Self {
            sequence: 0,
            kind,
            turn_id,
            question_id: None,
            text: None,
            change: None,
            message: None,
            version: None,
            updated_html_content: None,
            code: None,
            problem: None,
            assistant: None,
        }
    }
}

/// Something that was changed again since, and therefore stays.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RevertConflict {
    /// The block, where it is one.
    pub block_id: Option<Uuid>,
    /// Its heading, or what else it is.
    pub title: String,
    /// What the screen says.
    pub message: String,
}

/// What is left after a change was taken out.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RevertResult {
    /// The document.
    pub html_content: String,
    /// The proposal's version now.
    pub version: i64,
    /// What stays as it is, because it was changed again since.
    pub conflicts: Vec<RevertConflict>,
}

/// A person's word on one change by the assistant.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ReviewInput {
    /// The block; absent means the prices.
    pub block_id: Option<Uuid>,
    /// True keeps it, false takes it out.
    pub keep: bool,
}

/// What came of a review.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ReviewResult {
    /// The message.
    pub message: ChatMessage,
    /// The document.
    pub html_content: String,
    /// The proposal's version now.
    pub version: i64,
    /// What could not be taken out, because it was changed again since.
    pub conflicts: Vec<RevertConflict>,
}

/// The chat.
pub struct ChatApi;

#[OpenApi(tag = "Noun::Assistant")]
impl ChatApi {
    /// The conversation about a proposal, oldest first; the client's change requests are part of it.
    #[oai(path = "/proposals/:id/chat", method = "get", operation_id = "listChatMessages")]
    async fn list(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<Vec<ChatMessage>>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(chat::messages(&app, &tx, id.0).await?))
    }

    /// Ask the assistant, and wait for its answer. It changes drafts, so it needs `proposals:write` as well.
    #[oai(path = "/proposals/:id/chat", method = "post", operation_id = "sendChatMessage")]
    async fn send(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<ChatInput>,
    ) -> Result<Json<ChatReply>, Problem> {
        Ok(Json(chat::ask(&app, member, id.0, &input).await?.reply().await?))
    }

    /// The same as a stream of server-sent events. After a lost connection ask again with the same `turnId`.
    #[oai(path = "/proposals/:id/chat/stream", method = "post", operation_id = "streamChat")]
    async fn stream(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<ChatInput>,
    ) -> Result<EventStream<BoxStream<'static, ChatEvent>>, Problem> {
        let events = chat::ask(&app, member, id.0, &input).await?.events();
        let numbered = |event: ChatEvent| Event::message(event.to_json_string()).id(event.sequence.to_string());
        Ok(EventStream::new(events).to_event(numbered).keep_alive(Duration::from_secs(15)))
    }

    /// Take out what a message of the assistant changed. Later changes elsewhere stay; where something was
    /// changed again since, it stays too, and the answer says so.
    #[oai(path = "/proposals/:id/chat/:messageId/revert", method = "post", operation_id = "revertChatMessage")]
    async fn revert(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The message's id.
        #[oai(name = "messageId")]
        message_id: Path<Uuid>,
    ) -> Result<Json<RevertResult>, Problem> {
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        Ok(Json(Box::pin(chat::revert(&app, tx, &member.principal, id.0, message_id.0)).await?))
    }

    /// Keep or refuse the change of one block, or of the prices.
    #[oai(path = "/proposals/:id/chat/:messageId/review", method = "post", operation_id = "reviewChatChange")]
    async fn review(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The message's id.
        #[oai(name = "messageId")]
        message_id: Path<Uuid>,
        input: JsonBody<ReviewInput>,
    ) -> Result<Json<ReviewResult>, Problem> {
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        Ok(Json(chat::review(&app, tx, &member.principal, id.0, message_id.0, &input).await?))
    }
}
