//! The operations of drafting: its progress, once or as a stream, and retrying.

use std::time::Duration;

use futures_util::stream::BoxStream;
use poem::web::Data;
use poem_openapi::{
    OpenApi,
    param::Path,
    payload::{EventStream, Json},
};
use proffer_domain::rate_limit::Rule;
use uuid::Uuid;

use super::{drafting, drafting_types::DraftingState, service};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
};

/// Drafting of proposals.
pub struct DraftingApi;

#[OpenApi(tag = "Noun::Proposals")]
impl DraftingApi {
    /// Get the progress of drafting a proposal.
    #[oai(path = "/proposals/:id/drafting", method = "get", operation_id = "getDrafting")]
    async fn get(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<DraftingState>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(drafting::state(&tx, id.0).await?))
    }

    /// The same as a stream of server-sent events: the current state, then each change, until drafting is
    /// done or has failed.
    #[oai(path = "/proposals/:id/drafting/events", method = "get", operation_id = "streamDrafting")]
    async fn stream(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<EventStream<BoxStream<'static, DraftingState>>, Problem> {
        let states = drafting::follow(&app, member, id.0).await?;
        Ok(EventStream::new(states).keep_alive(Duration::from_secs(15)))
    }

    /// Draft again from the same inputs after a failure. Because drafting has a cost, this also requires
    /// `assistant:use`.
    #[oai(path = "/proposals/:id/drafting/retry", method = "post", operation_id = "retryDrafting")]
    async fn retry(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<DraftingState>, Problem> {
        member.require(Action::Create, Thing::Proposals).await?;
        member.require(Action::Use, Thing::Assistant).await?;
        limits::take(&app, Rule::AssistantPerPerson, member.principal.user_id.to_string()).await?;
        let tx = member.may(Action::Create, Thing::Proposals).await?;
        Ok(Json(service::retry_drafting(&app, tx, &member.principal, id.0).await?))
    }
}
