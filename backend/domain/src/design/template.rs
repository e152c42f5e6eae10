//! The built-in designs: the files of `backend/templates/proposal`, read once.

use std::sync::LazyLock;

use serde::Deserialize;
use uuid::Uuid;

/// The default colours of a template.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Colors {
    /// Hex colour.
    pub primary: String,
    /// Hex colour.
    pub secondary: String,
    /// Hex colour.
    pub accent: String,
}

/// A built-in design.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Template {
    /// Its id, the same in every installation.
    pub id: Uuid,
    pub name: String,
    /// The kind of proposal it suits.
    pub description: String,
    /// `business`, `creative`, `minimal` or `modern`.
    pub category: String,
    /// Its colours.
    pub color_variables: Colors,
    /// Its default font.
    pub font: String,
    /// The font of its headings, used together with its default font.
    pub heading_font: Option<String>,
    /// Its layouts, the default first.
    pub layouts: Vec<String>,
    /// Its position in the picker.
    pub sort_order: i32,
    /// Its style sheet.
    #[serde(skip)]
    pub css: String,
}

macro_rules! files {
    ($($folder:literal),+ $(,)?) => {
        [$((
            include_str!(concat!("../../../templates/proposal/", $folder, "/template.json")),
            include_str!(concat!("../../../templates/proposal/", $folder, "/style.css")),
        )),+]
    };
}

const FILES: [(&str, &str); 8] =
    files!("ledger", "counsel", "grid", "atlas", "studio", "poster", "whisper", "index");
/// The base style sheet of every design: the product's document in the design's colours.
const BASE: &str = include_str!("../../../templates/proposal/base.css");
const LAYOUTS: [(&str, &str); 3] = [
    ("compact", include_str!("../../../templates/proposal/layouts/compact.css")),
    ("spacious", include_str!("../../../templates/proposal/layouts/spacious.css")),
    ("sidebar", include_str!("../../../templates/proposal/layouts/sidebar.css")),
];

static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
    // A test reads every file; an unreadable one would be missing from the list.
    let read =
        |(json, css): (&str, &str)| Some(Template { css: tight(css), ..serde_json::from_str(json).ok()? });
    let mut templates: Vec<Template> = FILES.into_iter().filter_map(read).collect();
    templates.sort_by_key(|template| template.sort_order);
    templates
});
static BASE_TIGHT: LazyLock<String> = LazyLock::new(|| tight(BASE));

/// The built-in designs, in the order of the picker.
pub fn templates() -> &'static [Template] {
    &TEMPLATES
}

/// The design of that id.
pub fn find(id: Uuid) -> Option<&'static Template> {
    templates().iter().find(|template| template.id == id)
}

/// The default design.
pub fn first() -> Option<&'static Template> {
    templates().first()
}

/// A short document that shows a design.
pub fn sample() -> &'static str {
    include_str!("../../../templates/proposal/sample.html")
}

pub(super) fn base() -> &'static str {
    &BASE_TIGHT
}

/// The CSS that a layout adds to a template; the default layout adds none.
pub(super) fn layout(name: &str) -> &'static str {
    LAYOUTS.iter().find(|(known, _)| *known == name).map_or("", |(_, css)| css)
}

/// Without comments and indentation, because it is sent with every proposal.
pub(super) fn tight(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, following)| following);
    }
    out.push_str(rest);
    let lines: Vec<&str> = out.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut tight = lines.join("\n");
    for (loose, close) in [(" {\n", "{"), (";\n", ";"), (";}", "}"), ("}\n}", "}}")] {
        tight = tight.replace(loose, close);
    }
    tight.push('\n');
    tight
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use std::collections::BTreeSet;

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::design::{color::Color, font};
    use crate::document;

    #[test]
    fn every_file_is_a_template_of_its_own() {
        assert_eq!(templates().len(), FILES.len());
        let distinct =
            |text: fn(&Template) -> String| templates().iter().map(text).collect::<BTreeSet<_>>().len();
        assert_eq!(distinct(|t| t.id.to_string()), FILES.len());
        assert_eq!(distinct(|t| t.name.clone()), FILES.len());
        assert_eq!(distinct(|t| t.sort_order.to_string()), FILES.len());
        let mut categories: Vec<&str> = templates().iter().map(|t| t.category.as_str()).collect();
        categories.sort_unstable();
        assert_eq!(
            categories,
            ["business", "business", "creative", "creative", "minimal", "minimal", "modern", "modern"]
        );
        for template in templates() {
            let colors = &template.color_variables;
            for color in [&colors.primary, &colors.secondary, &colors.accent] {
                assert!(Color::parse(color).is_some(), "{}: {color}", template.name);
            }
            for name in std::iter::once(&template.font).chain(&template.heading_font) {
                assert!(font::stack(name).is_some(), "{}: {name}", template.name);
            }
            assert_eq!(template.layouts.first().unwrap(), "default");
            for layout in template.layouts.iter().skip(1) {
                assert!(LAYOUTS.iter().any(|(name, _)| name == layout), "{}: {layout}", template.name);
            }
        }
        let first = first().unwrap();
        assert_eq!(first.id.to_string(), "5d2f0b1e-0001-7000-8000-000000000001");
        assert_eq!((first.category.as_str(), first.font.as_str()), ("business", font::DEFAULT));
        assert_eq!(first.color_variables.primary, "#3498db");
    }

    /// Templates must not load, hide or leave the document either.
    #[test]
    fn templates_keep_to_the_document() {
        let all = FILES.iter().map(|(_, css)| *css).chain(LAYOUTS.iter().map(|(_, css)| *css)).chain([BASE]);
        for css in all.map(tight) {
            for word in [
                "url(",
                "@import",
                "@font-face",
                "display:none",
                "display: none",
                "visibility",
                "opacity",
                "position: fixed",
                "</",
            ] {
                assert!(!css.contains(word), "{word} in {css}");
            }
            for selector in selectors(&css) {
                assert!(selector.starts_with(".doc"), "{selector}");
            }
        }
    }

    /// A template with dark backgrounds must protect them and the light text on them, so that custom CSS
    /// cannot separate the two.
    #[test]
    fn light_text_and_its_dark_ground_are_locked() {
        for (_, css) in FILES {
            for declaration in tight(css).split(['{', '}', ';']).filter(|part| part.contains("--doc-on-")) {
                assert!(declaration.ends_with("!important"), "{declaration}");
            }
        }
    }

    #[test]
    fn the_sample_is_a_clean_document() {
        assert_eq!(document::clean(sample()), sample());
    }

    fn selectors(css: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut text = String::new();
        for character in css.chars() {
            match character {
                '{' => {
                    let prelude = std::mem::take(&mut text);
                    if !prelude.trim_start().starts_with('@') {
                        let mut depth = 0_i32;
                        let parts = prelude.split(|c: char| {
                            depth += i32::from(c == '(') - i32::from(c == ')');
                            c == ',' && depth == 0
                        });
                        found.extend(parts.map(|part| part.trim().to_owned()));
                    }
                }
                '}' | ';' => text.clear(),
                other => text.push(other),
            }
        }
        found
    }
}
