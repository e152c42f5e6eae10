//! The fonts of a design: each is a stack that every system can display, or a font shipped with the product.

/// A selectable font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Font {
    /// Its name, also as stored.
    pub name: &'static str,
    /// The CSS stack.
    pub stack: &'static str,
}

/// Every font, in the order of the list.
pub const ALL: [Font; 11] = [
    Font {
        name: "Segoe UI",
        stack: r#""Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif"#,
    },
    Font { name: "Hanken Grotesk", stack: r#""Hanken Grotesk", "Segoe UI", system-ui, sans-serif"# },
    Font {
        name: "Bricolage Grotesque",
        stack: r#""Bricolage Grotesque", "Hanken Grotesk", system-ui, sans-serif"#,
    },
    Font { name: "Helvetica", stack: r#""Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif"# },
    Font {
        name: "Avenir",
        stack: r#""Avenir Next", Avenir, Montserrat, Corbel, "URW Gothic", "Trebuchet MS", sans-serif"#,
    },
    Font { name: "Optima", stack: r#"Optima, Candara, "Noto Sans", Ubuntu, "Gill Sans", sans-serif"# },
    Font { name: "Verdana", stack: r#"Verdana, "DejaVu Sans", Geneva, sans-serif"# },
    Font { name: "Georgia", stack: r#"Georgia, "Gelasio", "DejaVu Serif", "Times New Roman", serif"# },
    Font {
        name: "Charter",
        stack: r#"Charter, "Bitstream Charter", "Sitka Text", Cambria, "Liberation Serif", serif"#,
    },
    Font {
        name: "Palatino",
        stack: r#""Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Book Antiqua", serif"#,
    },
    Font {
        name: "Rockwell",
        stack: r#"Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", serif"#,
    },
];

/// The specification's default font.
pub const DEFAULT: &str = "Segoe UI";

/// The stack of a font.
#[must_use]
pub fn stack(name: &str) -> Option<&'static str> {
    ALL.into_iter().find(|font| font.name == name).map(|font| font.stack)
}

/// A font family as CSS writes it, if it is in one of the stacks.
pub(super) fn known_family(name: &str) -> Option<&'static str> {
    let wanted = name.split_whitespace().collect::<Vec<_>>().join(" ");
    ALL.iter()
        .flat_map(|font| font.stack.split(", "))
        .find(|family| family.trim_matches('"').eq_ignore_ascii_case(&wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_is_the_first_of_its_stack_or_known_by_it() {
        assert!(stack(DEFAULT).is_some());
        for font in ALL {
            assert!(font.stack.ends_with("serif"), "{}", font.name);
            assert_eq!(known_family(font.name).map(|family| family.trim_matches('"')), Some(font.name));
        }
        assert_eq!(known_family("Wingdings"), None);
    }
}
