//! The operations of designs: the templates, the workspace's design, and previews.

use poem::web::Data;
use poem_openapi::{OpenApi, payload::Json};
use proffer_domain::design::DesignInput;

use super::{
    design,
    design_types::{DesignPreview, ProposalTemplate, TemplatePreferences},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
    wire::JsonBody,
};

/// Designs.
pub struct DesignApi;

#[OpenApi(tag = "Noun::Companies")]
impl DesignApi {
    /// List the built-in designs in the order of the picker.
    #[oai(path = "/proposal-templates", method = "get", operation_id = "listProposalTemplates")]
    async fn list(&self, member: Member) -> Result<Json<Vec<ProposalTemplate>>, Problem> {
        member.may(Action::Read, Thing::Company).await?;
        Ok(Json(design::templates()))
    }

    /// Get the design of the workspace's proposals.
    #[oai(path = "/user-template-preferences", method = "get", operation_id = "getTemplatePreferences")]
    async fn preferences(&self, member: Member) -> Result<Json<TemplatePreferences>, Problem> {
        let tx = member.may(Action::Read, Thing::Company).await?;
        Ok(Json(design::preferences(&tx).await?))
    }

    /// Set the design of the workspace's proposals.
    #[oai(path = "/user-template-preferences", method = "post", operation_id = "saveTemplatePreferences")]
    async fn save(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<DesignInput>,
    ) -> Result<Json<TemplatePreferences>, Problem> {
        let tx = member.may(Action::Update, Thing::Company).await?;
        Ok(Json(design::save(&app, tx, member.principal.user_id, input.0).await?))
    }

    /// Preview a design. Nothing is stored.
    #[oai(path = "/proposal-templates/preview", method = "post", operation_id = "previewDesign")]
    async fn preview(
        &self,
        member: Member,
        input: JsonBody<DesignInput>,
    ) -> Result<Json<DesignPreview>, Problem> {
        member.may(Action::Read, Thing::Company).await?;
        Ok(Json(design::preview(input.0)?))
    }
}
