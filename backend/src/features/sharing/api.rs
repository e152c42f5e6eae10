//! The operations of the shared page.

use poem::web::Data;
use poem_openapi::{OpenApi, param::Path, payload::Json};
use proffer_domain::rate_limit::Rule;

use super::{
    actions, service,
    types::{SharedAction, SharedActionInput, SharedActionResult, SharedProposal},
};
use crate::{
    access::Subject,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{caller::Caller, limits, problem::Problem},
    wire::JsonBody,
};

/// The shared page of a proposal.
pub struct SharingApi;

#[OpenApi(tag = "Noun::Sharing")]
impl SharingApi {
    /// Get the proposal that a share link opens.
    #[oai(path = "/shared/proposals/:shareToken", method = "get", operation_id = "getSharedProposal")]
    async fn get(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The share token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
    ) -> Result<Json<SharedProposal>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Subject::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        Ok(Json(service::show(&app, &tx, &share_token).await?))
    }

    /// Accept, decline or request changes.
    #[oai(
        path = "/shared/proposals/:shareToken/action",
        method = "post",
        operation_id = "sharedProposalAction"
    )]
    async fn act(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The share token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
        input: JsonBody<SharedActionInput>,
    ) -> Result<Json<SharedActionResult>, Problem> {
        limits::take(&app, Rule::AnswerPerNetwork, &caller.ip).await?;
        limits::take(&app, Rule::AnswerPerLink, share_token.as_str()).await?;
        if input.action != SharedAction::Accept {
            limits::take(&app, Rule::WishPerLink, share_token.as_str()).await?;
        }
        let guest = Subject::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Respond, Thing::SharedProposal).await?;
        Ok(Json(actions::act(&app, tx, &caller, &input.0).await?))
    }
}
