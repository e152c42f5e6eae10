//! The wire of a client's reading: what the page tells of it, what changed since the last time, what choices
//! come to, and the signed document.

use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    param::{Path, Query},
    payload::{Attachment, AttachmentType, Json},
};
use uuid::Uuid;

use super::{
    api::{ChoiceInput, ChosenPrices},
    changes, choices, reading, service,
};
use crate::{
    access::Who,
    app::App,
    authz::{Action, Object as Thing},
    features::{
        Noun,
        evidence::{self, api::SealedPdf, service::Download},
        objects::api::ObjectFile,
        proposals::versions_api::Comparison,
    },
    http::{caller::Caller, cookies::MaybeSession, limits, problem::Problem},
    wire::{self, JsonBody},
};
use proffer_domain::rate_limit::Rule;

/// How long a part of the document was in view.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SectionTime {
    /// The block.
    pub block_id: Uuid,
    /// Milliseconds in view since the page was opened.
    pub visible_ms: i64,
}

/// What the page reports of being read. It is sent again as it grows; every figure counts from the opening of
/// the page.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ReadingInput {
    /// This opening of the page: a UUID that the page makes.
    pub view_id: Uuid,
    /// This browser: a UUID that it keeps.
    pub visitor_id: Uuid,
    /// The number of the revision on the screen, where one is.
    pub revision_number: Option<i32>,
    /// Milliseconds in which the page was in the foreground.
    pub visible_ms: i64,
    /// How often somebody scrolled, typed, touched or clicked.
    pub interactions: i32,
    /// The parts that were in view.
    pub sections: Vec<SectionTime>,
}

/// The choices to be added up.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChoicesInput {
    /// The hash of the revision on the screen.
    pub revision_sha256: String,
    /// What the client takes; what it does not name stays as the sender has set it. Of a group of which
    /// exactly one item is taken, naming one lets go of the other.
    pub choices: Vec<ChoiceInput>,
}

/// What the page of a link does besides showing.
pub struct ReadingApi;

#[OpenApi(tag = "Noun::Sharing")]
impl ReadingApi {
    /// What the client's choices come to, by the engine that will add them up at the signing.
    #[oai(path = "/shared/proposals/:shareToken/totals", method = "post", operation_id = "previewChoices")]
    async fn totals(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
        input: JsonBody<ChoicesInput>,
    ) -> Result<Json<ChosenPrices>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Who::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        Ok(Json(choices::preview(&tx, &input.0).await?))
    }

    /// What is different in the revision on the link from an earlier one that this visitor has seen.
    #[oai(path = "/shared/proposals/:shareToken/changes", method = "get", operation_id = "getSharedChanges")]
    async fn changes(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
        /// The number of the revision that was seen.
        since: Query<i32>,
    ) -> Result<Json<Comparison>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Who::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        Ok(Json(changes::since(&tx, since.0).await?))
    }

    /// The page tells that it is being read. A hit that never does is no view.
    #[oai(path = "/shared/proposals/:shareToken/views", method = "post", operation_id = "reportReading")]
    async fn report(
        &self,
        app: Data<&App>,
        caller: Caller,
        session: MaybeSession,
        /// The token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
        input: JsonBody<ReadingInput>,
    ) -> Result<wire::Deleted, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Who::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        reading::report(&app, tx, &caller, session.0.as_deref(), &input).await?;
        Ok(wire::Deleted::Done)
    }

    /// The logo of who sends it, as it is now; it is no part of what is signed.
    #[oai(path = "/shared/proposals/:shareToken/logo", method = "get", operation_id = "getSharedLogo")]
    async fn logo(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
    ) -> Result<ObjectFile, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Who::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        Ok(ObjectFile::for_now(service::logo(&app, tx).await?))
    }

    /// The sealed PDF of what was signed, with the evidence inside. 409 `not_signed` until it is.
    #[oai(path = "/shared/proposals/:shareToken/document", method = "get", operation_id = "downloadSharedDocument")]
    async fn document(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
    ) -> Result<SealedPdf, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Who::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        let Download { name, bytes } = evidence::service::document_for_guest(&app, tx).await?;
        Ok(SealedPdf::Ok(Attachment::new(bytes).attachment_type(AttachmentType::Attachment).filename(name)))
    }
}
