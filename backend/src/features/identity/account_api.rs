//! The operations of the user's own account: name, picture, password, sessions and provider identities.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, OpenApi,
    param::Path,
    payload::{Binary, Json},
};
use proffer_domain::rate_limit::Rule;
use uuid::Uuid;

use super::{
    account_types::{AccountInput, Identity, PasswordInput, Session},
    service::{account, identities, pictures},
    types::CurrentUser,
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
    wire::{self, JsonBody},
};

/// A new picture gets a new address, so a fetched one never expires; only the user's own browser may cache
/// it.
const KEPT: &str = "private, max-age=31536000, immutable";

/// A picture.
#[derive(ApiResponse)]
pub enum PictureFile {
    /// The picture, 256 pixels square.
    #[oai(status = 200, content_type = "image/png")]
    Ok(Binary<Vec<u8>>, #[oai(header = "Cache-Control")] String),
}

/// The user's own account.
pub struct AccountApi;

#[OpenApi(tag = "Noun::Identity")]
impl AccountApi {
    /// Change the user's name.
    #[oai(path = "/account", method = "put", operation_id = "updateAccount")]
    async fn update(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<AccountInput>,
    ) -> Result<Json<CurrentUser>, Problem> {
        Ok(Json(account::rename(&app, &member, input.0).await?))
    }

    /// Set the user's picture: a PNG, JPG, GIF or WebP of at most 2 MB, which is cropped to a square and
    /// scaled down.
    #[oai(path = "/account/picture", method = "put", operation_id = "uploadPicture")]
    async fn upload_picture(
        &self,
        app: Data<&App>,
        member: Member,
        input: Binary<Vec<u8>>,
    ) -> Result<Json<CurrentUser>, Problem> {
        Ok(Json(pictures::upload(&app, &member, input.0).await?))
    }

    /// Remove the user's picture.
    #[oai(path = "/account/picture", method = "delete", operation_id = "removePicture")]
    async fn remove_picture(&self, app: Data<&App>, member: Member) -> Result<Json<CurrentUser>, Problem> {
        Ok(Json(pictures::remove(&app, &member).await?))
    }

    /// Get the picture of the user or of a member of the active workspace.
    #[oai(path = "/pictures/:userId/:version", method = "get", operation_id = "getPicture")]
    async fn picture(
        &self,
        app: Data<&App>,
        member: Member,
        /// The user's id.
        #[oai(name = "userId")]
        user_id: Path<Uuid>,
        /// The version of the picture; each picture has its own address.
        version: Path<String>,
    ) -> Result<PictureFile, Problem> {
        let picture = pictures::read(&app, &member, user_id.0, &version).await?;
        Ok(PictureFile::Ok(Binary(picture), KEPT.to_owned()))
    }

    /// Change the user's password. All other sessions end.
    #[oai(path = "/account/password", method = "put", operation_id = "changePassword")]
    async fn change_password(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<PasswordInput>,
    ) -> Result<wire::Deleted, Problem> {
        member.require(Action::Update, Thing::Account).await?;
        limits::take(&app, Rule::PasswordPerPerson, member.principal.user_id.to_string()).await?;
        account::change_password(&app, &member, &input.0).await?;
        Ok(wire::Deleted::Done)
    }

    /// List the user's sessions, most recently used first.
    #[oai(path = "/account/sessions", method = "get", operation_id = "listSessions")]
    async fn sessions(&self, app: Data<&App>, member: Member) -> Result<Json<Vec<Session>>, Problem> {
        Ok(Json(account::sessions(&app, &member).await?))
    }

    /// End all other sessions of the user.
    #[oai(path = "/account/sessions", method = "delete", operation_id = "revokeOtherSessions")]
    async fn revoke_others(&self, member: Member) -> Result<wire::Deleted, Problem> {
        account::end_other_sessions(&member).await?;
        Ok(wire::Deleted::Done)
    }

    /// End a session of the user.
    #[oai(path = "/account/sessions/:sessionId", method = "delete", operation_id = "revokeSession")]
    async fn revoke(
        &self,
        member: Member,
        /// The session's id.
        #[oai(name = "sessionId")]
        session_id: Path<Uuid>,
    ) -> Result<wire::Deleted, Problem> {
        account::end_session(&member, session_id.0).await?;
        Ok(wire::Deleted::Done)
    }

    /// List the user's identities at single sign-on providers.
    #[oai(path = "/account/identities", method = "get", operation_id = "listIdentities")]
    async fn identities(&self, app: Data<&App>, member: Member) -> Result<Json<Vec<Identity>>, Problem> {
        Ok(Json(identities::list(&app, &member).await?))
    }

    /// Unlink an identity. The last way to sign in cannot be removed.
    #[oai(path = "/account/identities/:identityId", method = "delete", operation_id = "unlinkIdentity")]
    async fn unlink(
        &self,
        member: Member,
        /// The identity's id.
        #[oai(name = "identityId")]
        identity_id: Path<Uuid>,
    ) -> Result<wire::Deleted, Problem> {
        identities::unlink(&member, identity_id.0).await?;
        Ok(wire::Deleted::Done)
    }
}
