//! The operations of the chat about a proposal: asking, following the answer, and keeping, refusing or
//! reverting its changes.

use std::time::Duration;

use futures_util::stream::BoxStream;
use poem::web::{Data, sse::Event};
use poem_openapi::{
    OpenApi,
    param::Path,
    payload::{EventStream, Json},
    types::ToJSON,
};
use uuid::Uuid;

use super::types::{ChatEvent, ChatInput, ChatMessage, ChatReply, RevertResult, ReviewInput, ReviewResult};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, chat},
    http::problem::Problem,
    wire::JsonBody,
};

/// The chat about a proposal.
pub struct ChatApi;

#[OpenApi(tag = "Noun::Assistant")]
impl ChatApi {
    /// List the messages of the chat about a proposal, oldest first. It includes the client's change
    /// requests.
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

    /// Ask the assistant and wait for its answer. The assistant can change drafts, so this also requires
    /// `proposals:write`.
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

    /// Ask the assistant and receive the answer as a stream of server-sent events. After a lost connection,
    /// repeat the request with the same `turnId`.
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
        let numbered =
            |event: ChatEvent| Event::message(event.to_json_string()).id(event.sequence.to_string());
        Ok(EventStream::new(events).to_event(numbered).keep_alive(Duration::from_secs(15)))
    }

    /// Revert the changes of a message by the assistant. Later changes elsewhere are kept; content that was
    /// changed again later is not reverted, and is listed in the response.
    #[oai(
        path = "/proposals/:id/chat/:messageId/revert",
        method = "post",
        operation_id = "revertChatMessage"
    )]
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

    /// Keep or undo the change of one block, or of the prices.
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
