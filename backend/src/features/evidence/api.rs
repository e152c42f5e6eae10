//! The operations and messages of evidence: the sealed PDF, the evidence file, and the countersignature.

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
    /// The PDF with the evidence attached.
    #[oai(status = 200, content_type = "application/pdf")]
    Ok(Attachment<Vec<u8>>),
}

/// The workspace's countersignature.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct CountersignInput {
    /// The typed full name of the signer.
    pub signature: String,
}

/// The evidence file.
#[derive(ApiResponse)]
pub enum EvidenceFile {
    /// Canonical JSON, up to the last event.
    #[oai(status = 200, content_type = "application/json")]
    Ok(Attachment<Vec<u8>>),
}

/// Evidence of signed proposals.
pub struct EvidenceApi;

#[OpenApi(tag = "Noun::Evidence")]
impl EvidenceApi {
    /// Download the evidence of a signed proposal as JSON, including all later events. Returns 409
    /// `not_signed` before it is signed.
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
        Ok(EvidenceFile::Ok(
            Attachment::new(bytes).attachment_type(AttachmentType::Attachment).filename(name),
        ))
    }

    /// Download the sealed PDF of the signed proposal, with the evidence attached. It is the same file that
    /// both parties received by mail. Returns 409 `not_signed` before it is signed.
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

    /// Countersign an accepted proposal, if the workspace countersigns.
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
