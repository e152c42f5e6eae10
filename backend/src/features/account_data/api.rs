//! The operations of account export and account deletion.

use poem::{Body, web::Data};
use poem_openapi::{
    ApiResponse, OpenApi,
    payload::{Attachment, AttachmentType},
};
use proffer_domain::rate_limit::Rule;

use super::{archive, erasure, types::DeleteAccountInput};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
    wire::JsonBody,
};

/// A ZIP archive of JSON and files.
#[derive(ApiResponse)]
pub enum Archive {
    /// The archive.
    #[oai(status = 200, content_type = "application/zip")]
    Ok(Attachment<Body>),
}

impl From<archive::Archive> for Archive {
    fn from(archive: archive::Archive) -> Self {
        Self::Ok(
            Attachment::new(archive.body).attachment_type(AttachmentType::Attachment).filename(archive.name),
        )
    }
}

/// The account was deleted and the session has ended.
#[derive(ApiResponse)]
pub enum AccountDeleted {
    /// The account was deleted; the session cookie is removed.
    #[oai(status = 204)]
    Done(#[oai(header = "Set-Cookie")] String),
}

/// Export and deletion of accounts and workspaces.
pub struct AccountDataApi;

#[OpenApi(tag = "Noun::Identity")]
impl AccountDataApi {
    /// Export the user's account data and all workspaces that the user owns.
    #[oai(path = "/account/export", method = "get", operation_id = "exportAccount")]
    async fn export(&self, app: Data<&App>, member: Member) -> Result<Archive, Problem> {
        Ok(Box::pin(archive::account(&app, &member)).await?.into())
    }

    /// Delete the account, and the workspaces in which the user is the only active member. Ownership of
    /// workspaces with other active members must be transferred first.
    #[oai(path = "/account/delete", method = "post", operation_id = "deleteAccount")]
    async fn delete(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<DeleteAccountInput>,
    ) -> Result<AccountDeleted, Problem> {
        member.require(Action::Delete, Thing::Account).await?;
        limits::take(&app, Rule::PasswordPerPerson, member.principal.user_id.to_string()).await?;
        Ok(AccountDeleted::Done(erasure::delete(&app, &member, &input.0).await?))
    }

    /// Export the active workspace: company, clients, proposals with their revisions, signatures and audit
    /// trails, and the audit log.
    #[oai(path = "/workspace/export", method = "get", operation_id = "exportWorkspace")]
    async fn export_workspace(&self, app: Data<&App>, member: Member) -> Result<Archive, Problem> {
        Ok(Box::pin(archive::workspace(&app, &member)).await?.into())
    }
}
