//! The operations of the client's reading: reading reports, changes since an earlier revision, totals of
//! choices, and the signed document.

use poem::web::Data;
use poem_openapi::{
    OpenApi,
    param::{Path, Query},
    payload::{Attachment, AttachmentType, Json},
};
use proffer_domain::rate_limit::Rule;

use super::{
    changes, choices, reading,
    reading_types::{ChoicesInput, ReadingInput},
    service,
    types::ChosenPrices,
};
use crate::{
    access::Subject,
    app::App,
    authz::{Action, Object as Thing},
    features::{
        Noun,
        evidence::{self, api::SealedPdf, service::Download},
        objects::api::ObjectFile,
        proposals::versions_types::Comparison,
    },
    http::{caller::Caller, cookies::MaybeSession, limits, problem::Problem},
    wire::{self, JsonBody},
};

/// Reading a shared proposal.
pub struct ReadingApi;

#[OpenApi(tag = "Noun::Sharing")]
impl ReadingApi {
    /// Compute the totals of a client's choices, with the engine that is also used for signing.
    #[oai(path = "/shared/proposals/:shareToken/totals", method = "post", operation_id = "previewChoices")]
    async fn totals(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The share token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
        input: JsonBody<ChoicesInput>,
    ) -> Result<Json<ChosenPrices>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Subject::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        Ok(Json(choices::preview(&tx, &input.0).await?))
    }

    /// Compare the current revision with an earlier one that the visitor has seen.
    #[oai(path = "/shared/proposals/:shareToken/changes", method = "get", operation_id = "getSharedChanges")]
    async fn changes(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The share token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
        /// The number of the earlier revision.
        since: Query<i32>,
    ) -> Result<Json<Comparison>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Subject::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        Ok(Json(changes::since(&tx, since.0).await?))
    }

    /// Report that the page is being read. A page load without a report does not count as a view.
    #[oai(path = "/shared/proposals/:shareToken/views", method = "post", operation_id = "reportReading")]
    async fn report(
        &self,
        app: Data<&App>,
        caller: Caller,
        session: MaybeSession,
        /// The share token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
        input: JsonBody<ReadingInput>,
    ) -> Result<wire::Deleted, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Subject::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        reading::report(&app, tx, &caller, session.0.as_deref(), &input).await?;
        Ok(wire::Deleted::Done)
    }

    /// Download the sender's current logo. It is not part of what is signed.
    #[oai(path = "/shared/proposals/:shareToken/logo", method = "get", operation_id = "getSharedLogo")]
    async fn logo(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The share token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
    ) -> Result<ObjectFile, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Subject::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        Ok(ObjectFile::for_now(service::logo(&app, tx).await?))
    }

    /// Download the sealed PDF of the signed proposal, with the evidence attached. Returns 409 `not_signed`
    /// before it is signed.
    #[oai(
        path = "/shared/proposals/:shareToken/document",
        method = "get",
        operation_id = "downloadSharedDocument"
    )]
    async fn document(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The share token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
    ) -> Result<SealedPdf, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Subject::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        let Download { name, bytes } = evidence::service::document_for_guest(&app, tx).await?;
        Ok(SealedPdf::Ok(Attachment::new(bytes).attachment_type(AttachmentType::Attachment).filename(name)))
    }
}
