//! The wire of the company's logo.

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

/// An uploaded file that is to be the logo.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct LogoInput {
    /// The `uploadURL` that the file was put to.
    #[oai(rename = "logoURL")]
    pub logo_url: String,
}

/// The logo that was made of it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Logo {
    /// Where it is: what a company profile takes as its `logoUrl`.
    pub object_path: String,
    /// Its width in pixels.
    pub width: i32,
    /// Its height in pixels.
    pub height: i32,
}

/// The logo.
pub struct LogoApi;

#[OpenApi(tag = "Noun::Companies")]
impl LogoApi {
    /// Make an uploaded file the logo: a PNG, JPG, GIF or WebP of at most 5 MB, told by its content. Before
    /// there is a company profile the answer's `objectPath` is what the profile is created with.
    #[oai(path = "/companies/logo", method = "put", operation_id = "setLogo")]
    async fn set(&self, app: Data<&App>, member: Member, input: JsonBody<LogoInput>) -> Result<Json<Logo>, Problem> {
        let kept = logo::set(&app, &member, &input.logo_url).await?;
        Ok(Json(Logo { object_path: kept.path, width: kept.width, height: kept.height }))
    }

    /// Have no logo.
    #[oai(path = "/companies/logo", method = "delete", operation_id = "removeLogo")]
    async fn remove(&self, app: Data<&App>, member: Member) -> Result<wire::Deleted, Problem> {
        logo::remove(&app, &member).await?;
        Ok(wire::Deleted::Done)
    }
}
