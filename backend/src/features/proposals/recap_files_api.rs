//! The operation that reads files for a recap.

use poem::web::Data;
use poem_openapi::{OpenApi, payload::Json};
use proffer_domain::rate_limit::Rule;

use super::{
    recap_files_types::{RecapFiles, RecapFilesInput},
    service::recap_files,
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
    wire::JsonBody,
};

/// Files for recaps.
pub struct RecapFilesApi;

#[OpenApi(tag = "Noun::Proposals")]
impl RecapFilesApi {
    /// Read the text of uploaded notes and transcripts, for a recap. A file that cannot be read is refused by
    /// itself; the others are read. The texts are not stored, and the uploads are deleted after a day.
    #[oai(path = "/proposals/recap-files", method = "post", operation_id = "readRecapFiles")]
    async fn read(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<RecapFilesInput>,
    ) -> Result<Json<RecapFiles>, Problem> {
        member.require(Action::Create, Thing::Proposals).await?;
        member.require(Action::Create, Thing::Objects).await?;
        limits::take(&app, Rule::RecapFilesPerPerson, member.principal.user_id.to_string()).await?;
        Ok(Json(recap_files::read(&app, &member.principal, input.0).await?))
    }
}
