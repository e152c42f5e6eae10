//! The wire of evidence: the sealed PDF and the evidence itself, and the workspace's own signature.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, Object, OpenApi,
    param::Path,
    payload::{Attachment, AttachmentType, Json},
};
use uuid::Uuid;

use super::{
    countersigning,
    service::{self, Download},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, proposals::types::Proposal},
    http::problem::Problem,
    wire::JsonBody,
};

/// The sealed PDF.
#[derive(ApiResponse)]
pub enum SealedPdf {
    /// The file, with its evidence inside.
    #[oai(status = 200, content_type = "application/pdf")]
    Ok(Attachment<Vec<u8>>),
}

/// The workspace's own signature.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct CountersignInput {
    /// The full name of whoever signs, typed.
    pub signature: String,
}

/// The evidence.
#[derive(ApiResponse)]
pub enum EvidenceFile {
    /// Canonical JSON, up to the last event.
    #[oai(status = 200, content_type = "application/json")]
    Ok(Attachment<Vec<u8>>),
}

/// Evidence.
pub struct EvidenceApi;

#[OpenApi(tag = "Noun::Evidence")]
impl EvidenceApi {
    /// The evidence of a signed proposal as JSON, with everything that has happened since. 409 `not_signed`
    /// until it is.
    #[oai(path = "/proposals/:id/evidence", method = "get", operation_id = "downloadEvidence")]
    async fn evidence(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<EvidenceFile, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let Download { name, bytes } = service::evidence(&app, tx, &member, id.0).await?;
        Ok(EvidenceFile::Ok(Attachment::new(bytes).attachment_type(AttachmentType::Attachment).filename(name)))
    }

    /// The sealed PDF of what was signed, with the evidence inside: the very file that both sides were
    /// mailed. 409 `not_signed` until it is.
    #[oai(path = "/proposals/:id/document", method = "get", operation_id = "downloadDocument")]
    async fn document(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<SealedPdf, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let Download { name, bytes } = service::document_for_member(&app, tx, &member, id.0).await?;
        Ok(SealedPdf::Ok(Attachment::new(bytes).attachment_type(AttachmentType::Attachment).filename(name)))
    }

    /// Countersign what the client accepted, where the workspace does that.
    #[oai(path = "/proposals/:id/countersign", method = "post", operation_id = "countersignProposal")]
    async fn countersign(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<CountersignInput>,
    ) -> Result<Json<Proposal>, Problem> {
        let tx = member.may(Action::Accept, Thing::Proposals).await?;
        let signed = countersigning::countersign(&app, tx, &member, id.0, &input.signature).await?;
        Ok(Json(signed.shown_to(&member)))
    }
}
