//! The operations and messages of the company's logo.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, payload::Json};

use super::logo;
use crate::{
    access::Member,
    app::App,
    features::Noun,
    http::problem::Problem,
    wire::{self, JsonBody},
};

/// An uploaded file that is to become the logo.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct LogoInput {
    /// The `uploadURL` of the file.
    #[oai(rename = "logoURL")]
    pub logo_url: String,
}

/// The resulting logo.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Logo {
    /// The path of the logo, for the `logoUrl` of a company profile.
    pub object_path: String,
    /// The width in pixels.
    pub width: i32,
    /// The height in pixels.
    pub height: i32,
}

/// The logo.
pub struct LogoApi;

#[OpenApi(tag = "Noun::Companies")]
impl LogoApi {
    /// Make an uploaded file the logo: a PNG, JPG, GIF or WebP of at most 5 MB, identified by its content. If
    /// there is no company profile yet, create it with the `objectPath` of the response.
    #[oai(path = "/companies/logo", method = "put", operation_id = "setLogo")]
    async fn set(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<LogoInput>,
    ) -> Result<Json<Logo>, Problem> {
        let kept = logo::set(&app, &member, &input.logo_url).await?;
        Ok(Json(Logo { object_path: kept.path, width: kept.width, height: kept.height }))
    }

    /// Remove the logo.
    #[oai(path = "/companies/logo", method = "delete", operation_id = "removeLogo")]
    async fn remove(&self, app: Data<&App>, member: Member) -> Result<wire::Deleted, Problem> {
        logo::remove(&app, &member).await?;
        Ok(wire::Deleted::Done)
    }
}
