//! The messages of templates and the brand.

use poem_openapi::Object;
use uuid::Uuid;

use crate::wire::Timestamp;

/// The default colours of a template.
#[derive(Debug, Clone, Object)]
pub struct ColorVariables {
    /// The primary colour in hexadecimal form.
    pub primary: String,
    /// The secondary colour in hexadecimal form.
    pub secondary: String,
    /// The accent colour in hexadecimal form.
    pub accent: String,
}

/// A built-in design.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProposalTemplate {
    /// The template's id, the same in every installation.
    pub id: Uuid,
    /// The template's name.
    pub name: String,
    /// What the template is suited for.
    pub description: String,
    /// The URL of a preview picture, if there is one.
    pub preview_image_url: Option<String>,
    /// The style sheet in the default colours, for a document inside an element with the class `doc`.
    pub css_template: String,
    /// A short sample document.
    pub html_structure: String,
    /// The default colours.
    pub color_variables: ColorVariables,
    /// The category: `business`, `creative`, `minimal` or `modern`.
    pub category: String,
    /// The available layouts; the first is the default.
    pub layouts: Vec<String>,
    /// The available fonts; the first is the default.
    pub fonts: Vec<String>,
    /// Whether the template can be chosen.
    pub is_active: bool,
    /// The position in the picker.
    pub sort_order: i32,
}

/// The design of the workspace's proposals.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TemplatePreferences {
    /// The id of this design; absent until one is chosen.
    pub id: Option<Uuid>,
    /// The template's id.
    pub template_id: Uuid,
    /// The primary colour in hexadecimal form.
    pub primary_color: String,
    /// The secondary colour in hexadecimal form.
    pub secondary_color: Option<String>,
    /// The accent colour in hexadecimal form.
    pub accent_color: Option<String>,
    /// The layout.
    pub layout_style: String,
    /// The font.
    pub font_family: String,
    /// Custom CSS after sanitisation.
    pub custom_css: Option<String>,
    /// Whether this design is in use.
    pub is_active: bool,
    /// When the design was last changed.
    pub updated_at: Option<Timestamp>,
    /// Rejected parts of the custom CSS; only in the response to a change.
    pub refusals: Option<Vec<CssRefusal>>,
    /// Identifies the current state of the workspace's design; send it with a change.
    pub etag: Option<String>,
}

/// A colour that was adjusted for readability.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ColorRepair {
    /// What the colour is used for, such as "Headings".
    pub role: String,
    /// The requested colour.
    pub asked: String,
    /// The adjusted colour.
    pub used: String,
    /// The contrast of the requested colour.
    pub contrast: String,
}

/// A rejected part of custom CSS.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CssRefusal {
    /// The rejected CSS.
    pub css: String,
    /// The reason.
    pub message: String,
}

/// A preview of a design.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct DesignPreview {
    /// The style sheet for a document inside an element with the class `doc`.
    pub css: String,
    /// The colours that were adjusted for readability.
    pub repairs: Vec<ColorRepair>,
    /// The rejected parts of the custom CSS.
    pub refusals: Vec<CssRefusal>,
}
