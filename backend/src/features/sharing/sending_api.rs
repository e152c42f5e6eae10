//! The operations of sending a proposal and of reminders.

use poem::web::Data;
use poem_openapi::{OpenApi, param::Path, payload::Json};
use proffer_domain::{rate_limit::Rule, sending::SendInput};
use uuid::Uuid;

use super::{
    sending,
    sending_types::{RemindInput, SentProposal},
};
use crate::{
    access::{Member, new_addresses},
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, deliveries::Delivery},
    http::{limits, problem::Problem},
    wire::JsonBody,
};

/// Sending proposals.
pub struct SendingApi;

#[OpenApi(tag = "Noun::Sharing")]
impl SendingApi {
    /// Freeze the current proposal and mail its link to the client. Returns 422 with the findings if the
    /// pre-send check finds blocking problems.
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

    /// Mail the link again for a proposal that is waiting for its client.
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
        // Without an address, the mail is counted under the proposal's id, which stands for the original
        // recipient.
        refuse_flood(&app, &member, input.recipient_email.as_deref().unwrap_or(&id.to_string())).await?;
        new_addresses::admit(
            &app,
            &member.principal,
            "recipientEmail",
            input.recipient_email.as_deref().unwrap_or_default(),
        )
        .await?;
        let tx = member.may(Action::Send, Thing::Proposals).await?;
        Ok(Json(sending::remind(&app, tx, &member.principal, id.0, &input.0).await?))
    }
}

async fn refuse_flood(app: &App, member: &Member, target: &str) -> Result<(), Problem> {
    limits::take_from_team(
        app,
        member.principal.sender(),
        Rule::SendPerWorkspace,
        Rule::SendPerTarget,
        target,
    )
    .await
}
