//! Builds the style sheet of a brand: readable colours, the template, the layout, and custom CSS at the end.

use super::{
    brand::Brand,
    color::{Color, DARKEST_GROUND, LARGE_TEXT, TEXT},
    css::{self, Refusal},
    font, template,
};

/// Below this contrast a colour is too light for white text, and dark text is used instead of darkening it.
const LIGHT_BAND: f64 = 2.5;
/// Below this contrast with the background a line is invisible.
const SEEN: f64 = 1.15;

/// A colour that was changed to be readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The use of the colour.
    pub role: &'static str,
    /// The colour that was asked for.
    pub asked: String,
    /// The colour that is used.
    pub used: String,
    /// The contrast of the requested colour with its background, truncated to two decimals.
    pub contrast: String,
}

/// A style sheet for a document inside `.doc`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stylesheet {
    pub css: String,
    /// Colours that were changed.
    pub repairs: Vec<Repair>,
    /// The rejected parts of the brand's CSS; empty if the brand was validated before.
    pub refusals: Vec<Refusal>,
}

/// Builds the style sheet of a brand. A template that no longer exists is replaced by the first one.
#[must_use]
pub fn compile(brand: &Brand) -> Stylesheet {
    let Some(template) = template::find(brand.template_id).or_else(template::first) else {
        return Stylesheet { css: String::new(), repairs: Vec::new(), refusals: Vec::new() };
    };
    let (variables, repairs) = variables(brand, template);
    let own = css::sanitise(brand.custom_css.as_deref().unwrap_or_default());
    let layout = template::tight(template::layout(&brand.layout_style));
    let css = format!("{variables}{}{}{layout}{}", template::base(), template.css, own.css);
    Stylesheet { css, repairs, refusals: own.refusals }
}

fn variables(brand: &Brand, template: &template::Template) -> (String, Vec<Repair>) {
    let own = &template.color_variables;
    let pick = |chosen: Option<&str>, own: &str| {
        chosen.and_then(Color::parse).or_else(|| Color::parse(own)).unwrap_or(Color::BLACK)
    };
    let primary = pick(Some(&brand.primary_color), &own.primary);
    let secondary = pick(brand.secondary_color.as_deref(), &own.secondary);
    let accent = pick(brand.accent_color.as_deref(), &own.accent);
    let mut repairs = Vec::new();

    let mut text = |role: &'static str, asked: Color, contrast: f64| {
        let used = asked.dark_enough(DARKEST_GROUND, contrast);
        if used != asked {
            repairs.push(repair(role, asked, used, Color::WHITE));
        }
        used
    };
    let heading = text("Headings", primary, LARGE_TEXT);
    let anchor = text("Links and small headings", primary, TEXT);
    let ink = text("Text", secondary, TEXT);
    let (field, on_field) = ground("Bands in the primary color", primary, ink, &mut repairs);
    let (dark, on_dark) = ground("Table heads and dark bands", secondary, ink, &mut repairs);

    let muted = ink.mixed(Color::WHITE, 0.3).dark_enough(DARKEST_GROUND, TEXT);
    let wash = if accent.luminance() >= DARKEST_GROUND {
        accent
    } else {
        accent.mixed(Color::WHITE, 0.82).light_enough(DARKEST_GROUND)
    };
    let tint = primary.mixed(Color::WHITE, 0.91).light_enough(DARKEST_GROUND);
    let stroke = if accent.contrast(Color::WHITE) >= SEEN { accent } else { primary };
    // Highlighted text must stay readable.
    let highlights = accent.contrast(Color::WHITE) >= SEEN && accent.contrast(ink) >= TEXT;
    let marker = if highlights {
        accent
    } else {
        primary.mixed(Color::WHITE, 0.6).light_enough((ink.luminance() + 0.05) * TEXT)
    };
    let colors = [
        ("primary", primary),
        ("secondary", secondary),
        ("accent", accent),
        ("paper", Color::WHITE),
        ("ink", ink),
        ("muted", muted),
        ("heading", heading),
        ("link", anchor),
        ("band", field),
        ("on-band", on_field),
        ("dark", dark),
        ("on-dark", on_dark),
        ("wash", wash),
        ("tint", tint),
        ("mark", stroke),
        ("marker", marker),
        ("line", ink.mixed(Color::WHITE, 0.84)),
        ("rule", ink.mixed(Color::WHITE, 0.45)),
    ];
    let stack = |name: &str| font::stack(name).or_else(|| font::stack(font::DEFAULT)).unwrap_or("sans-serif");
    let heading_font = template
        .heading_font
        .as_deref()
        .filter(|_| brand.font_family == template.font)
        .unwrap_or(&brand.font_family);
    let colors = colors.map(|(name, color)| format!("--doc-{name}:{color};")).concat();
    let fonts =
        format!("--doc-font:{};--doc-heading-font:{}", stack(&brand.font_family), stack(heading_font));
    (format!(".doc{{{colors}{fonts}}}\n"), repairs)
}

/// A background colour and its text colour: white if the background is dark or can be darkened without losing
/// its character, else dark.
fn ground(role: &'static str, asked: Color, ink: Color, repairs: &mut Vec<Repair>) -> (Color, Color) {
    if asked.contrast(Color::WHITE) < LIGHT_BAND {
        return (asked, ink.dark_enough(asked.luminance(), TEXT));
    }
    let used = asked.dark_enough(Color::WHITE.luminance(), TEXT);
    if used != asked {
        repairs.push(repair(role, asked, used, Color::WHITE));
    }
    (used, Color::WHITE)
}

fn repair(role: &'static str, asked: Color, used: Color, ground: Color) -> Repair {
    // Truncated, not rounded: 4.499 is not 4.50.
    let contrast = (asked.contrast(ground) * 100.0).floor() / 100.0;
    Repair { role, asked: asked.to_string(), used: used.to_string(), contrast: format!("{contrast:.2}") }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;
    use crate::design::templates;

    fn color_of(css: &str, name: &str) -> Color {
        let (_, after) = css.split_once(&format!("--doc-{name}:")).unwrap();
        Color::parse(after.split(';').next().unwrap()).unwrap()
    }

    fn brand(primary: &str, secondary: &str, accent: &str) -> Brand {
        Brand {
            primary_color: primary.to_owned(),
            secondary_color: Some(secondary.to_owned()),
            accent_color: Some(accent.to_owned()),
            ..Brand::unchosen()
        }
    }

    #[test]
    fn a_yellow_is_darkened_for_headings_and_kept_for_bands() {
        let sheet = compile(&brand("#ffd60a", "#222222", "#f8f9fa"));
        let roles: Vec<&str> = sheet.repairs.iter().map(|repair| repair.role).collect();
        assert_eq!(roles, ["Headings", "Links and small headings"]);
        let headings = sheet.repairs.first().unwrap();
        assert_eq!((headings.asked.as_str(), headings.contrast.as_str()), ("#ffd60a", "1.41"));
        assert_eq!(color_of(&sheet.css, "heading").to_string(), headings.used);
        assert_eq!(color_of(&sheet.css, "band").to_string(), "#ffd60a");
    }

    #[test]
    fn a_dark_palette_needs_no_repair() {
        assert_eq!(compile(&brand("#0b3d5c", "#1c1c28", "#f4efe6")).repairs, []);
    }

    #[test]
    fn the_parts_stand_in_their_order() {
        let own = "p { color: #111111 }".to_owned();
        let sheet = compile(&Brand {
            layout_style: "compact".to_owned(),
            custom_css: Some(own),
            ..Brand::unchosen()
        });
        assert!(sheet.css.starts_with(".doc{--doc-primary:#3498db;"));
        assert!(sheet.css.ends_with(".doc p {\n  color: #111111;\n}\n"));
        assert_eq!(sheet.refusals, []);
        let plain = compile(&Brand::unchosen());
        assert!(sheet.css.len() > plain.css.len() + 30);
    }

    #[test]
    fn every_template_compiles_and_stays_small() {
        for template in templates() {
            for layout in &template.layouts {
                let sheet = compile(&Brand { layout_style: layout.clone(), ..Brand::of(template) });
                assert_eq!(sheet.refusals, []);
                assert!(sheet.css.len() < 14_000, "{}: {} bytes", template.name, sheet.css.len());
            }
        }
    }

    #[test]
    fn stored_hostile_css_is_not_served() {
        let own = "@import 'x';p{position:fixed;color:#000}</style><script>".to_owned();
        let sheet = compile(&Brand { custom_css: Some(own), ..Brand::unchosen() });
        for word in ["@import", "fixed", "<"] {
            assert!(!sheet.css.contains(word), "{word}");
        }
        assert_eq!(sheet.refusals.len(), 3);
    }

    proptest! {
        #[test]
        fn every_palette_can_be_read(primary: [u8; 3], secondary: [u8; 3], accent: [u8; 3]) {
            let hex = |[red, green, blue]: [u8; 3]| Color::new(red, green, blue).to_string();
            let css = compile(&brand(&hex(primary), &hex(secondary), &hex(accent))).css;
            let color = |name: &str| color_of(&css, name);
            for ground in ["paper", "wash", "tint"] {
                for text in ["ink", "muted", "link"] {
                    prop_assert!(color(text).contrast(color(ground)) >= TEXT, "{text} on {ground}");
                }
                prop_assert!(color("heading").contrast(color(ground)) >= LARGE_TEXT, "heading on {ground}");
            }
            for (text, ground) in [("on-band", "band"), ("on-dark", "dark"), ("ink", "marker")] {
                prop_assert!(color(text).contrast(color(ground)) >= TEXT, "{text} on {ground}");
            }
        }
    }
}
