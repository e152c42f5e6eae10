//! The wire of designs: the templates, how the workspace uses them, and what a choice of colours looks like.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, payload::Json};
use proffer_domain::design::DesignInput;
use uuid::Uuid;

use super::design;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
    wire::{JsonBody, Timestamp},
};

/// The colours of a template as it comes.
#[derive(Debug, Clone, Object)]
pub struct ColorVariables {
    /// Hex colour.
    pub primary: String,
    /// Hex colour.
    pub secondary: String,
    /// Hex colour.
    pub accent: String,
}

/// A built-in design.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProposalTemplate {
    /// Its id, the same in every installation.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// What it is good for.
    pub description: String,
    /// A picture of it, where there is one.
    pub preview_image_url: Option<String>,
    /// Its style sheet in its own colours, for a document inside `.doc`.
    pub css_template: String,
    /// A short document that shows it.
    pub html_structure: String,
    /// Its colours.
    pub color_variables: ColorVariables,
    /// `business`, `creative`, `minimal` or `modern`.
    pub category: String,
    /// The layouts it has, the first being its own.
    pub layouts: Vec<String>,
    /// The fonts it can be set in, the first being the one it was made for.
    pub fonts: Vec<String>,
    /// Whether it can be chosen.
    pub is_active: bool,
    /// Its place in the picker.
    pub sort_order: i32,
}

/// How the workspace's proposals look.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TemplatePreferences {
    /// The id of this choice; absent as long as nothing was chosen.
    pub id: Option<Uuid>,
    /// The template.
    pub template_id: Uuid,
    /// Hex colour.
    pub primary_color: String,
    /// Hex colour.
    pub secondary_color: Option<String>,
    /// Hex colour.
    pub accent_color: Option<String>,
    /// The layout.
    pub layout_style: String,
    /// The font.
    pub font_family: String,
    /// Own style, as it was sanitised.
    pub custom_css: Option<String>,
    /// Whether it is the one in use.
    pub is_active: bool,
    /// When it was chosen last.
    pub updated_at: Option<Timestamp>,
    /// Pieces of own style that were left out; in the answer to a change alone.
    pub refusals: Option<Vec<CssRefusal>>,
    /// Stands for the workspace's choice as it is now; a change sends it along.
    pub etag: Option<String>,
}

/// A colour that was changed so that it can be read.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ColorRepair {
    /// What it is for, such as "Headings".
    pub role: String,
    /// The colour that was asked for.
    pub asked: String,
    /// The colour that is used.
    pub used: String,
    /// The contrast that the asked one has.
    pub contrast: String,
}

/// A piece of own style that was left out.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CssRefusal {
    /// The piece.
    pub css: String,
    /// Why.
    pub message: String,
}

/// What a design looks like.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct DesignPreview {
    /// The style sheet for a document inside `.doc`.
    pub css: String,
    /// Colours that were changed so that they can be read.
    pub repairs: Vec<ColorRepair>,
    /// Pieces of own style that were left out.
    pub refusals: Vec<CssRefusal>,
}

/// Designs.
pub struct DesignApi;

#[OpenApi(tag = "Noun::Companies")]
impl DesignApi {
    /// The built-in designs, in the order of the picker.
    #[oai(path = "/proposal-templates", method = "get", operation_id = "listProposalTemplates")]
    async fn list(&self, member: Member) -> Result<Json<Vec<ProposalTemplate>>, Problem> {
        member.may(Action::Read, Thing::Company).await?;
        Ok(Json(design::templates()))
    }

    /// How the workspace's proposals look.
    #[oai(path = "/user-template-preferences", method = "get", operation_id = "getTemplatePreferences")]
    async fn preferences(&self, member: Member) -> Result<Json<TemplatePreferences>, Problem> {
        let tx = member.may(Action::Read, Thing::Company).await?;
        Ok(Json(design::preferences(&tx).await?))
    }

    /// Choose how the workspace's proposals look.
    #[oai(path = "/user-template-preferences", method = "post", operation_id = "saveTemplatePreferences")]
    async fn save(&self, app: Data<&App>, member: Member, input: JsonBody<DesignInput>) -> Result<Json<TemplatePreferences>, Problem> {
        let tx = member.may(Action::Update, Thing::Company).await?;
        Ok(Json(design::save(&app, tx, member.principal.user_id, input.0).await?))
    }

    /// What a choice looks like. Nothing is stored.
    #[oai(path = "/proposal-templates/preview", method = "post", operation_id = "previewDesign")]
    async fn preview(&self, member: Member, input: JsonBody<DesignInput>) -> Result<Json<DesignPreview>, Problem> {
        member.may(Action::Read, Thing::Company).await?;
        Ok(Json(design::preview(input.0)?))
    }
}
