//! The wire of one's own account: name, picture, password, sessions, identities at providers, taking all
//! away, ending it.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, Object, OpenApi,
    param::Path,
    payload::{Binary, Json},
};
use proffer_domain::rate_limit::Rule;
use uuid::Uuid;

use super::{
    api::CurrentUser,
    service::{account, identities, pictures},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
    wire::{self, JsonBody, Timestamp},
};

/// What changes of an account; an absent field stays as it is.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct AccountInput {
    /// First name, not blank.
    pub first_name: Option<String>,
    /// Last name, not blank.
    pub last_name: Option<String>,
    /// The `etag` of what the change started from. Fields that others changed since are kept; the same fields
    /// are 409 `stale_record`.
    pub etag: Option<String>,
}

/// Another password.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordInput {
    /// The present one; not needed by somebody who has none and signs in through a provider.
    pub current_password: Option<String>,
    /// The new one: at least 8 characters with uppercase, lowercase and a digit.
    pub new_password: String,
}

/// A browser that is signed in.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Session {
    /// Its id.
    pub id: Uuid,
    /// Whether it is the one that asks.
    pub is_current: bool,
    /// The address it signed in from.
    pub ip: String,
    /// What the browser calls itself.
    pub user_agent: String,
    /// When it signed in.
    pub created_at: Timestamp,
    /// When it was last used, to about ten minutes.
    pub last_seen_at: Timestamp,
}

/// Who one is at a provider of single sign-on.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Identity {
    /// Its id.
    pub id: Uuid,
    /// The provider's name, as the sign-in screen shows it.
    pub provider: String,
    /// The address one has there.
    pub email: String,
    /// When it was linked.
    pub created_at: Timestamp,
    /// When it last signed in.
    pub last_used_at: Timestamp,
}

proffer_domain::redact!(PasswordInput);

/// Another picture has another address, so one that was fetched is good for ever; nobody but the person who
/// did may keep it.
const KEPT: &str = "private, max-age=31536000, immutable";

/// A picture.
#[derive(ApiResponse)]
pub enum PictureFile {
    /// The picture, 256 pixels square.
    #[oai(status = 200, content_type = "image/png")]
    Ok(Binary<Vec<u8>>, #[oai(header = "Cache-Control")] String),
}

/// The account.
pub struct AccountApi;

#[OpenApi(tag = "Noun::Identity")]
impl AccountApi {
    /// Change one's name.
    #[oai(path = "/account", method = "put", operation_id = "updateAccount")]
    async fn update(&self, app: Data<&App>, member: Member, input: JsonBody<AccountInput>) -> Result<Json<CurrentUser>, Problem> {
        Ok(Json(account::rename(&app, &member, input.0).await?))
    }

    /// Take another picture: a PNG, JPG, GIF or WebP of at most 2 MB, cut to a square and made small.
    #[oai(path = "/account/picture", method = "put", operation_id = "uploadPicture")]
    async fn upload_picture(&self, app: Data<&App>, member: Member, input: Binary<Vec<u8>>) -> Result<Json<CurrentUser>, Problem> {
        Ok(Json(pictures::upload(&app, &member, input.0).await?))
    }

    /// Remove one's picture.
    #[oai(path = "/account/picture", method = "delete", operation_id = "removePicture")]
    async fn remove_picture(&self, app: Data<&App>, member: Member) -> Result<Json<CurrentUser>, Problem> {
        Ok(Json(pictures::remove(&app, &member).await?))
    }

    /// The picture of somebody in the active workspace, or one's own.
    #[oai(path = "/pictures/:userId/:version", method = "get", operation_id = "getPicture")]
    async fn picture(
        &self,
        app: Data<&App>,
        member: Member,
        /// The person.
        #[oai(name = "userId")]
        user_id: Path<Uuid>,
        /// Which of their pictures; another one has another address.
        version: Path<String>,
    ) -> Result<PictureFile, Problem> {
        let picture = pictures::read(&app, &member, user_id.0, &version).await?;
        Ok(PictureFile::Ok(Binary(picture), KEPT.to_owned()))
    }

    /// Change one's password. Every other session ends.
    #[oai(path = "/account/password", method = "put", operation_id = "changePassword")]
    async fn change_password(&self, app: Data<&App>, member: Member, input: JsonBody<PasswordInput>) -> Result<wire::Deleted, Problem> {
        member.require(Action::Update, Thing::Account).await?;
        limits::take(&app, Rule::PasswordPerPerson, member.principal.user_id.to_string()).await?;
        account::change_password(&app, &member, &input.0).await?;
        Ok(wire::Deleted::Done)
    }

    /// Where one is signed in, the latest used first.
    #[oai(path = "/account/sessions", method = "get", operation_id = "listSessions")]
    async fn sessions(&self, app: Data<&App>, member: Member) -> Result<Json<Vec<Session>>, Problem> {
        Ok(Json(account::sessions(&app, &member).await?))
    }

    /// Sign out everywhere else.
    #[oai(path = "/account/sessions", method = "delete", operation_id = "revokeOtherSessions")]
    async fn revoke_others(&self, member: Member) -> Result<wire::Deleted, Problem> {
        account::end_other_sessions(&member).await?;
        Ok(wire::Deleted::Done)
    }

    /// Sign one browser out.
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

    /// Who one is at providers of single sign-on.
    #[oai(path = "/account/identities", method = "get", operation_id = "listIdentities")]
    async fn identities(&self, app: Data<&App>, member: Member) -> Result<Json<Vec<Identity>>, Problem> {
        Ok(Json(identities::list(&app, &member).await?))
    }

    /// Forget one of them. The last way to sign in cannot be removed.
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
