//! The wire types of drafting: its progress, once or as a stream, and retrying.

use std::time::Duration;

use futures_util::stream::BoxStream;
use poem::web::Data;
use poem_openapi::{
    Enum, Object, OpenApi,
    param::Path,
    payload::{EventStream, Json},
};
use proffer_domain::{draft::Stage, rate_limit::Rule};
use uuid::Uuid;

use super::{drafting, service};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
};

/// The state of drafting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DraftingStatus {
    /// It is waiting for a worker.
    Queued,
    /// It is in progress.
    Running,
    /// The draft is complete.
    Done,
    /// It failed; the inputs are kept, and it can be retried.
    Failed,
}

/// The progress of drafting a proposal.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DraftingState {
    /// The state.
    pub status: DraftingStatus,
    /// The current stage.
    pub stage: Stage,
    /// The progress in percent: 0, 20, 40, 60, 80 or 100.
    pub progress: i32,
    /// The error code, after a failure.
    pub code: Option<String>,
    /// The message for the user, after a failure.
    pub message: Option<String>,
}

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
