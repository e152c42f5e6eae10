//! The wire of sending: the proposal by mail to its client, and a reminder.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, param::Path, payload::Json};
use proffer_domain::{rate_limit::Rule, sending::SendInput};
use uuid::Uuid;

use super::sending;
use crate::{
    access::{Member, new_addresses},
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, deliveries::Delivery},
    http::{limits, problem::Problem},
    wire::JsonBody,
};

/// What was sent.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SentProposal {
    /// The token of the link.
    pub share_token: String,
    /// The whole link.
    pub url: String,
    /// What becomes of the mail.
    pub mail: Delivery,
}

/// A reminder.
#[derive(Clone, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct RemindInput {
    /// Another address, where the first was wrong; absent means the one it was sent to.
    pub recipient_email: Option<String>,
    /// Words that go before the link.
    pub message: Option<String>,
}

proffer_domain::redact!(RemindInput);

/// Sending.
pub struct SendingApi;

#[OpenApi(tag = "Noun::Sharing")]
impl SendingApi {
    /// Freeze the proposal as it is and mail its link to the client. 422 with what is missing where the
    /// pre-send check finds something that blocks.
    #[oai(path = "/proposals/:id/send", method = "post", operation_id = "sendProposal")]
    async fn send(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<SendInput>,
    ) -> Result<Json<SentProposal>, Problem> {
        member.require(Action::Send, Thing::Proposals).await?;
        refuse_flood(&app, &member, &input.recipient_email).await?;
        new_addresses::admit(&app, &member.principal, "recipientEmail", &input.recipient_email).await?;
        let tx = member.may(Action::Send, Thing::Proposals).await?;
        Ok(Json(Box::pin(sending::send(&app, tx, &member.principal, id.0, input.0)).await?))
    }

    /// Mail the link of a proposal that waits for its client again.
    #[oai(path = "/proposals/:id/remind", method = "post", operation_id = "remindClient")]
    async fn remind(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<RemindInput>,
    ) -> Result<Json<Delivery>, Problem> {
        member.require(Action::Send, Thing::Proposals).await?;
        // Where no address is named, the one that it went to is counted by the proposal.
        refuse_flood(&app, &member, input.recipient_email.as_deref().unwrap_or(&id.to_string())).await?;
        new_addresses::admit(&app, &member.principal, "recipientEmail", input.recipient_email.as_deref().unwrap_or_default()).await?;
        let tx = member.may(Action::Send, Thing::Proposals).await?;
        Ok(Json(sending::remind(&app, tx, &member.principal, id.0, &input.0).await?))
    }
}

async fn refuse_flood(app: &App, member: &Member, target: &str) -> Result<(), Problem> {
    limits::take_from_team(app, member.principal.sender(), Rule::SendPerWorkspace, Rule::SendPerTarget, target).await
}
