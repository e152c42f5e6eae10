//! The operations of the site's settings.

use poem::web::Data;
use poem_openapi::{OpenApi, param::Path, payload::Json};

use super::{
    service,
    types::{AdminSetting, AdminSettingInput, AdminSettingVersion},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
    wire::JsonBody,
};

/// Site administration.
pub struct AdminApi;

#[OpenApi(tag = "Noun::Admin")]
impl AdminApi {
    /// List the settings of the site.
    #[oai(path = "/admin/settings", method = "get", operation_id = "listAdminSettings")]
    async fn list(&self, member: Member) -> Result<Json<Vec<AdminSetting>>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        Ok(Json(service::list(&tx).await?))
    }

    /// Change a setting's value, or deactivate or reactivate it. The previous value is kept as a version.
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

    /// List all versions of a setting, newest first.
    #[oai(
        path = "/admin/settings/:settingKey/versions",
        method = "get",
        operation_id = "listAdminSettingVersions"
    )]
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

    /// Add the missing settings with their default values. Existing settings are not changed.
    #[oai(path = "/admin/init-defaults", method = "post", operation_id = "initAdminDefaults")]
    async fn init_defaults(
        &self,
        app: Data<&App>,
        member: Member,
    ) -> Result<Json<Vec<AdminSetting>>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(service::init_defaults(&app, tx).await?))
    }
}
