//! A user's design choices: a template, three colours, a font, a layout and custom CSS.

use std::borrow::Cow;

use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    color::Color,
    css::{self, CSS_MAX_BYTES, Refusal},
    font, template,
};
use crate::field_error::FieldError;

/// The message for an invalid colour.
pub const HEX_MESSAGE: &str = "Please enter a valid hex color (e.g., #3498db)";

/// A design as it is stored: validated, with sanitised CSS.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    pub template_id: Uuid,
    /// Hex colour.
    pub primary_color: String,
    /// Hex colour; absent means the template's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secondary_color: Option<String>,
    /// Hex colour; absent means the template's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accent_color: Option<String>,
    pub layout_style: String,
    pub font_family: String,
    /// Custom CSS, sanitised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_css: Option<String>,
}

/// A design for the workspace or for one proposal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase", default)]
pub struct DesignInput {
    /// The template's id.
    pub template_id: Uuid,
    /// The primary colour in hexadecimal form.
    pub primary_color: String,
    /// The secondary colour in hexadecimal form.
    pub secondary_color: Option<String>,
    /// The accent colour in hexadecimal form.
    pub accent_color: Option<String>,
    /// A layout of the template; `default` if absent.
    pub layout_style: Option<String>,
    /// A font of the template; its default font if absent.
    pub font_family: Option<String>,
    /// Custom CSS, at most 20 KB. Parts that are not on the allow-list are rejected and reported.
    pub custom_css: Option<String>,
    /// Whether the workspace uses this design from now on; true by default.
    pub is_active: Option<bool>,
    /// For the workspace's design only: the `etag` of the design that the change is based on. Concurrent
    /// changes to other fields are kept; a conflict in the same field is 409 `stale_record`.
    pub etag: Option<String>,
}

/// A valid design, and the parts of its CSS that were rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Validated {
    /// The design.
    pub brand: Brand,
    /// The rejected parts of its CSS.
    pub refusals: Vec<Refusal>,
}

impl Brand {
    /// The default design.
    #[must_use]
    pub fn unchosen() -> Self {
        let template = template::first();
        Self {
            template_id: template.map(|template| template.id).unwrap_or_default(),
            primary_color: template
                .map(|template| template.color_variables.primary.clone())
                .unwrap_or_default(),
            secondary_color: template.map(|template| template.color_variables.secondary.clone()),
            accent_color: template.map(|template| template.color_variables.accent.clone()),
            layout_style: "default".to_owned(),
            font_family: font::DEFAULT.to_owned(),
            custom_css: None,
        }
    }

    /// A template with its own defaults.
    #[must_use]
    pub fn of(template: &template::Template) -> Self {
        let colors = template.color_variables.clone();
        Self {
            template_id: template.id,
            primary_color: colors.primary,
            secondary_color: Some(colors.secondary),
            accent_color: Some(colors.accent),
            layout_style: "default".to_owned(),
            font_family: template.font.clone(),
            custom_css: None,
        }
    }
}

impl DesignInput {
    /// Checks every part and reports each error.
    pub fn validate(self) -> Result<Validated, Vec<FieldError>> {
        let mut errors = Vec::new();
        let Some(template) = template::find(self.template_id) else {
            errors.push(FieldError::new(
                "templateId",
                "not_found",
                "There is no such template. Please choose another.",
            ));
            return Err(errors);
        };
        let mut color = |field: &'static str, text: Option<&str>| {
            let text = text.map(str::trim).filter(|text| !text.is_empty())?;
            let color = Color::parse(text);
            if color.is_none() {
                errors.push(FieldError::new(field, "invalid", HEX_MESSAGE));
            }
            color.map(|color| color.to_string())
        };
        let primary = color("primaryColor", Some(&self.primary_color));
        let secondary_color = color("secondaryColor", self.secondary_color.as_deref());
        let accent_color = color("accentColor", self.accent_color.as_deref());
        if self.primary_color.trim().is_empty() {
            errors.push(FieldError::new("primaryColor", "required", HEX_MESSAGE));
        }
        let layout_style = self.layout_style.unwrap_or_else(|| "default".to_owned());
        if !template.layouts.contains(&layout_style) {
            errors.push(FieldError::new(
                "layoutStyle",
                "invalid",
                one_of("layout", template.layouts.iter().map(String::as_str)),
            ));
        }
        let font_family = self.font_family.unwrap_or_else(|| template.font.clone());
        if font::stack(&font_family).is_none() {
            errors.push(FieldError::new(
                "fontFamily",
                "invalid",
                one_of("font", font::ALL.iter().map(|font| font.name)),
            ));
        }
        let css = self.custom_css.unwrap_or_default();
        if css.len() > CSS_MAX_BYTES {
            errors.push(FieldError::new("customCss", "too_long", "CSS must be at most 20 KB"));
        }
        let Some(primary_color) = primary.filter(|_| errors.is_empty()) else { return Err(errors) };
        let css::Sanitised { css, refusals } = css::sanitise(&css);
        let custom_css = (!css.is_empty()).then_some(css);
        // Sanitised CSS has a line for each rule and so can be longer than the limit for input.
        if custom_css.as_ref().is_some_and(|css| css.len() > CSS_MAX_BYTES) {
            return Err(vec![FieldError::new("customCss", "too_long", "CSS must be at most 20 KB")]);
        }
        let template_id = template.id;
        let brand = Brand {
            template_id,
            primary_color,
            secondary_color,
            accent_color,
            layout_style,
            font_family,
            custom_css,
        };
        Ok(Validated { brand, refusals })
    }
}

fn one_of<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Cow<'static, str> {
    format!("Please choose a {what} from the list: {}", names.collect::<Vec<_>>().join(", ")).into()
}
