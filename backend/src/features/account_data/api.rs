//! The wire of taking all of an account along, and of ending it.

use poem::{Body, web::Data};
use poem_openapi::{
    ApiResponse, Object, OpenApi,
    payload::{Attachment, AttachmentType},
};
use proffer_domain::rate_limit::Rule;

use super::{archive, erasure};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
    wire::JsonBody,
};

/// What ending an account takes.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeleteAccountInput {
    /// The account's address, typed again.
    pub email: String,
    /// The password, where the account has one.
    pub password: Option<String>,
}

proffer_domain::redact!(DeleteAccountInput);

/// Everything, as one ZIP archive of JSON and files.
#[derive(ApiResponse)]
pub enum Archive {
    /// The archive.
    #[oai(status = 200, content_type = "application/zip")]
    Ok(Attachment<Body>),
}

impl From<archive::Archive> for Archive {
    fn from(archive: archive::Archive) -> Self {
        Self::Ok(Attachment::new(archive.body).attachment_type(AttachmentType::Attachment).filename(archive.name))
    }
}

/// The account is gone, and the session with it.
#[derive(ApiResponse)]
pub enum AccountDeleted {
    /// It is deleted; the session's cookie is removed.
    #[oai(status = 204)]
    Done(#[oai(header = "Set-Cookie")] String),
}

/// What is kept of a person.
pub struct AccountDataApi;

#[OpenApi(tag = "Noun::Identity")]
impl AccountDataApi {
    /// Everything about oneself, and all of the workspaces one owns.
    #[oai(path = "/account/export", method = "get", operation_id = "exportAccount")]
    async fn export(&self, app: Data<&App>, member: Member) -> Result<Archive, Problem> {
        Ok(Box::pin(archive::account(&app, &member)).await?.into())
    }

    /// End one's account, with the workspaces one owns alone. Those with other active members must be handed
    /// over first.
    #[oai(path = "/account/delete", method = "post", operation_id = "deleteAccount")]
    async fn delete(&self, app: Data<&App>, member: Member, input: JsonBody<DeleteAccountInput>) -> Result<AccountDeleted, Problem> {
        member.require(Action::Delete, Thing::Account).await?;
        limits::take(&app, Rule::PasswordPerPerson, member.principal.user_id.to_string()).await?;
        Ok(AccountDeleted::Done(erasure::delete(&app, &member, &input.0).await?))
    }

    /// All of the active workspace: company, clients, proposals with their revisions, signatures and trails,
    /// the audit log.
    #[oai(path = "/workspace/export", method = "get", operation_id = "exportWorkspace")]
    async fn export_workspace(&self, app: Data<&App>, member: Member) -> Result<Archive, Problem> {
        Ok(Box::pin(archive::workspace(&app, &member)).await?.into())
    }
}
