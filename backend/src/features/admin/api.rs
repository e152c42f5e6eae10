//! The wire of the site's settings.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, param::Path, payload::Json};
use uuid::Uuid;

use super::service;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
    wire::{JsonBody, Timestamp},
};

/// A setting of the site.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AdminSetting {
    /// Its id.
    pub id: Uuid,
    /// Its key.
    pub setting_key: String,
    /// What people call it.
    pub setting_name: String,
    /// What it does.
    pub setting_description: Option<String>,
    /// Its value.
    pub setting_value: String,
    /// `prompt`, `prices`, `template`, `switch` or `claim`.
    pub setting_type: String,
    /// Whether it is in use.
    pub is_active: bool,
    /// Counts its values from 1.
    pub version: i32,
    /// When it came to be.
    pub created_at: Timestamp,
    /// When it was changed last.
    pub updated_at: Timestamp,
    /// Stands for what the record holds now; a change sends it along.
    pub etag: String,
}

/// A value that a setting had.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AdminSettingVersion {
    /// Counts from 1.
    pub version: i32,
    /// The value.
    pub setting_value: String,
    /// Who wrote it; absent for the product's own text, and for people who are gone.
    pub changed_by: Option<String>,
    /// When.
    pub created_at: Timestamp,
}

/// A new value.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct AdminSettingInput {
    /// The value, 1 to 100,000 characters.
    pub setting_value: String,
    /// Whether it is in use; as it was where this is absent. Instead of one that is not its default holds,
    /// and a claim is not made.
    pub is_active: Option<bool>,
    /// The `etag` of what the change started from. Fields that others changed since are kept; the same fields
    /// are 409 `stale_record`.
    pub etag: Option<String>,
}

/// Site administration.
pub struct AdminApi;

#[OpenApi(tag = "Noun::Admin")]
impl AdminApi {
    /// The settings of the site.
    #[oai(path = "/admin/settings", method = "get", operation_id = "listAdminSettings")]
    async fn list(&self, member: Member) -> Result<Json<Vec<AdminSetting>>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        Ok(Json(service::list(&tx).await?))
    }

    /// Give a setting another value, or take it out of use and back. The value it had is kept.
    #[oai(path = "/admin/settings/:settingKey", method = "put", operation_id = "updateAdminSetting")]
    async fn update(
        &self,
        app: Data<&App>,
        member: Member,
        /// The setting's key.
        #[oai(name = "settingKey")]
        setting_key: Path<String>,
        input: JsonBody<AdminSettingInput>,
    ) -> Result<Json<AdminSetting>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(service::update(&app, tx, &member.principal, &setting_key, input.0).await?))
    }

    /// Every value that a setting had, newest first.
    #[oai(path = "/admin/settings/:settingKey/versions", method = "get", operation_id = "listAdminSettingVersions")]
    async fn versions(
        &self,
        member: Member,
        /// The setting's key.
        #[oai(name = "settingKey")]
        setting_key: Path<String>,
    ) -> Result<Json<Vec<AdminSettingVersion>>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        Ok(Json(service::versions(&tx, &setting_key).await?))
    }

    /// Add the settings that are missing, with their defaults. What is there stays as it is.
    #[oai(path = "/admin/init-defaults", method = "post", operation_id = "initAdminDefaults")]
    async fn init_defaults(&self, app: Data<&App>, member: Member) -> Result<Json<Vec<AdminSetting>>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(service::init_defaults(&app, tx).await?))
    }
}
