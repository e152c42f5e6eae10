//! The properties that a style may set, each with its allowed values.
//!
//! Text colours must be dark and backgrounds light, so that no combination of rules makes a price or a term
//! unreadable. Sizes are limited, so that nothing becomes too small to read or pushes the rest away.

use cssparser::{Parser, Token, color::parse_named_color};

use super::{Parsed, Reason, refused};
use crate::design::{
    color::{Color, DARKEST_GROUND, TEXT},
    font,
};

pub const NOT_THIS_VALUE: Reason = "This value is not valid for this property.";
const NOT_THIS: Reason = "A design cannot set this property.";
const HIDES: Reason = "A design cannot hide, move or replace the content of the proposal.";
const MOVES: Reason = "Animations are not supported.";
const LOADS: Reason = "A design cannot load external resources.";
const VARIABLE: Reason =
    "Only the variables of the design's colours are supported here, such as var(--doc-ink).";
const TOO_PALE: Reason = "Text in this colour is too pale to read.";
const TOO_DARK: Reason = "A background must be light, so that text on it is readable.";
const TRANSLUCENT: Reason = "Write an opaque colour as hex, such as #3498db, or by name.";
const SIZE: Reason = "This size is out of range.";
const FONT: Reason = "A design cannot use this font.";

const TEXT_VARIABLES: [&str; 3] = ["--doc-ink", "--doc-muted", "--doc-link"];
const GROUND_VARIABLES: [&str; 3] = ["--doc-paper", "--doc-wash", "--doc-tint"];
const LINE_VARIABLES: [&str; 9] = [
    "--doc-primary",
    "--doc-secondary",
    "--doc-accent",
    "--doc-mark",
    "--doc-line",
    "--doc-rule",
    "--doc-ink",
    "--doc-link",
    "--doc-heading",
];
const LINE_STYLES: [&str; 6] = ["none", "solid", "dashed", "dotted", "double", "groove"];

/// The allowed units of a length and its range in pixels.
#[derive(Debug, Clone, Copy)]
struct Length {
    least: f64,
    most: f64,
    units: &'static [(&'static str, f64)],
}

/// Relative to the page alone, so that nested sizes do not shrink to nothing.
const FIXED: &[(&str, f64)] = &[("px", 1.0), ("rem", 16.0), ("pt", 4.0 / 3.0)];
const ANY: &[(&str, f64)] = &[("px", 1.0), ("rem", 16.0), ("em", 16.0), ("pt", 4.0 / 3.0)];
const MEASURE: &[(&str, f64)] = &[("px", 1.0), ("rem", 16.0), ("ch", 8.0)];

const SPACE: Length = Length { least: 0.0, most: 96.0, units: ANY };
const LINE: Length = Length { least: 0.0, most: 12.0, units: ANY };
const ROUND: Length = Length { least: 0.0, most: 48.0, units: ANY };
const TYPE: Length = Length { least: 11.0, most: 72.0, units: FIXED };
const TRACKING: Length = Length { least: -0.8, most: 4.8, units: ANY };
const TEXT_WIDTH: Length = Length { least: 280.0, most: 2000.0, units: MEASURE };
const OFFSET: Length = Length { least: 0.0, most: 16.0, units: ANY };

/// The value of a property, written anew.
pub fn value(name: &str, input: &mut Parser<'_>) -> Parsed<String> {
    match name {
        "color" => ink(input),
        "background" | "background-color" => ground(input),
        "border-color"
        | "border-top-color"
        | "border-right-color"
        | "border-bottom-color"
        | "border-left-color"
        | "text-decoration-color" => line_color(input),
        "font-family" => family(input),
        "font-size" => length(input, TYPE),
        "font-weight" => weight(input),
        "font-style" => keyword(input, &["normal", "italic"]),
        "font-variant" | "font-variant-caps" => keyword(input, &["normal", "small-caps"]),
        "font-variant-numeric" => keyword(input, &["normal", "tabular-nums", "lining-nums", "oldstyle-nums"]),
        "line-height" => number(input, 1.1, 2.4),
        "letter-spacing" => keyword_or(input, &["normal"], |input| length(input, TRACKING)),
        "text-align" => keyword(input, &["left", "right", "center", "justify", "start", "end"]),
        "text-transform" => keyword(input, &["none", "uppercase", "capitalize"]),
        // A struck-through price would change its meaning.
        "text-decoration" | "text-decoration-line" => keyword(input, &["none", "underline"]),
        "text-decoration-thickness" | "text-underline-offset" => length(input, OFFSET),
        "hyphens" => keyword(input, &["none", "manual", "auto"]),
        "list-style-type" => keyword(input, &["disc", "circle", "square", "decimal"]),
        "vertical-align" => keyword(input, &["top", "middle", "bottom", "baseline"]),
        "margin" | "padding" => several(input, 4, |input| length(input, SPACE)),
        "margin-top" | "margin-right" | "margin-bottom" | "margin-left" | "padding-top" | "padding-right"
        | "padding-bottom" | "padding-left" => length(input, SPACE),
        "max-width" => keyword_or(input, &["none"], |input| length(input, TEXT_WIDTH)),
        "border" | "border-top" | "border-right" | "border-bottom" | "border-left" => {
            several(input, 3, line_part)
        }
        "border-width" => several(input, 4, |input| length(input, LINE)),
        "border-top-width" | "border-right-width" | "border-bottom-width" | "border-left-width" => {
            length(input, LINE)
        }
        "border-style"
        | "border-top-style"
        | "border-right-style"
        | "border-bottom-style"
        | "border-left-style" => keyword(input, &LINE_STYLES),
        "border-radius" => several(input, 4, |input| length(input, ROUND)),
        "break-before" | "break-after" => keyword(input, &["auto", "avoid", "page"]),
        "break-inside" => keyword(input, &["auto", "avoid"]),
        _ => refused(why_not(name)),
    }
}

fn why_not(name: &str) -> Reason {
    const HIDING: [&str; 44] = [
        "display",
        "visibility",
        "opacity",
        "content",
        "content-visibility",
        "position",
        "top",
        "right",
        "bottom",
        "left",
        "inset",
        "z-index",
        "float",
        "clip",
        "clip-path",
        "mask",
        "mask-image",
        "filter",
        "backdrop-filter",
        "mix-blend-mode",
        "transform",
        "translate",
        "scale",
        "rotate",
        "text-indent",
        "overflow",
        "overflow-x",
        "overflow-y",
        "height",
        "max-height",
        "min-height",
        "width",
        "text-overflow",
        "white-space",
        "line-clamp",
        "-webkit-line-clamp",
        "-webkit-text-fill-color",
        "-webkit-text-security",
        "order",
        "direction",
        "unicode-bidi",
        "writing-mode",
        "text-shadow",
        "box-shadow",
    ];
    if HIDING.contains(&name) {
        HIDES
    } else if ["animation", "transition"].iter().any(|moving| name.starts_with(moving)) {
        MOVES
    } else if matches!(
        name,
        "background-image"
            | "border-image"
            | "border-image-source"
            | "list-style"
            | "list-style-image"
            | "cursor"
            | "src"
    ) {
        LOADS
    } else {
        NOT_THIS
    }
}

fn keyword(input: &mut Parser<'_>, words: &[&str]) -> Parsed<String> {
    let word = input.expect_ident()?.to_ascii_lowercase();
    if words.contains(&word.as_str()) {
        return Ok(word);
    }
    refused(if word == "line-through" { HIDES } else { NOT_THIS_VALUE })
}

fn keyword_or(
    input: &mut Parser<'_>,
    words: &[&str],
    other: impl Fn(&mut Parser<'_>) -> Parsed<String>,
) -> Parsed<String> {
    input.try_parse(|input| keyword(input, words)).or_else(|_| other(input))
}

/// One to `most` values separated by spaces.
fn several(
    input: &mut Parser<'_>,
    most: usize,
    one: impl Fn(&mut Parser<'_>) -> Parsed<String>,
) -> Parsed<String> {
    let mut values = vec![one(input)?];
    while values.len() < most {
        match input.try_parse(&one) {
            Ok(value) => values.push(value),
            Err(_) => break,
        }
    }
    Ok(values.join(" "))
}

fn length(input: &mut Parser<'_>, allowed: Length) -> Parsed<String> {
    let (value, unit) = match input.next()? {
        Token::Dimension { value, unit, .. } => (f64::from(*value), unit.to_ascii_lowercase()),
        Token::Number { int_value: Some(0), .. } if allowed.least <= 0.0 => return Ok("0".to_owned()),
        token => return refused(of_token(token)),
    };
    let Some((unit, pixels)) = allowed.units.iter().find(|(name, _)| *name == unit) else {
        return refused(if matches!(unit.as_str(), "em") {
            "Write this size in px or rem."
        } else {
            NOT_THIS_VALUE
        });
    };
    let value = rounded(value);
    if (allowed.least..=allowed.most).contains(&(value * pixels)) {
        Ok(format!("{value}{unit}"))
    } else {
        refused(SIZE)
    }
}

/// Three decimals and no negative zero, so that parsing it again gives the same value.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0 + 0.0
}

fn number(input: &mut Parser<'_>, least: f64, most: f64) -> Parsed<String> {
    let value = match input.next()? {
        Token::Number { value, .. } => rounded(f64::from(*value)),
        token => return refused(of_token(token)),
    };
    if (least..=most).contains(&value) { Ok(value.to_string()) } else { refused(SIZE) }
}

fn weight(input: &mut Parser<'_>) -> Parsed<String> {
    keyword_or(input, &["normal", "bold"], |input| match input.next()? {
        Token::Number { int_value: Some(weight @ 100..=900), .. } => Ok(weight.to_string()),
        token => refused(of_token(token)),
    })
}

fn of_token(token: &Token<'_>) -> Reason {
    match token {
        Token::UnquotedUrl(_) | Token::BadUrl(_) => LOADS,
        Token::Function(name)
            if ["url", "src", "image", "image-set", "element"]
                .contains(&name.to_ascii_lowercase().as_str()) =>
        {
            LOADS
        }
        _ => NOT_THIS_VALUE,
    }
}

/// A colour, written as hex, or one of the design's variables.
enum Paint {
    Fixed(Color),
    Own(String),
    Word(&'static str),
}

fn paint(input: &mut Parser<'_>, variables: &[&str], words: &[&'static str]) -> Parsed<Paint> {
    match input.next()?.clone() {
        Token::Hash(digits) | Token::IDHash(digits) => Color::parse(&format!("#{digits}"))
            .map_or_else(|| refused(TRANSLUCENT), |color| Ok(Paint::Fixed(color))),
        Token::Ident(name) => {
            if let Some(word) = words.iter().find(|word| name.eq_ignore_ascii_case(word)) {
                return Ok(Paint::Word(word));
            }
            match parse_named_color(&name.to_ascii_lowercase()) {
                Ok((red, green, blue)) => Ok(Paint::Fixed(Color::new(red, green, blue))),
                Err(()) => {
                    refused(if name.eq_ignore_ascii_case("transparent") { HIDES } else { NOT_THIS_VALUE })
                }
            }
        }
        Token::Function(name) if name.eq_ignore_ascii_case("var") => input.parse_nested_block(|input| {
            let variable = input.expect_ident()?.to_string();
            if variables.contains(&variable.as_str()) {
                Ok(Paint::Own(format!("var({variable})")))
            } else {
                refused(VARIABLE)
            }
        }),
        Token::Function(name)
            if ["rgb", "rgba", "hsl", "hsla", "color", "color-mix", "oklch", "lab"]
                .contains(&&*name.to_ascii_lowercase()) =>
        {
            refused(TRANSLUCENT)
        }
        token => refused(of_token(&token)),
    }
}

fn ink(input: &mut Parser<'_>) -> Parsed<String> {
    match paint(input, &TEXT_VARIABLES, &["inherit"])? {
        Paint::Fixed(color)
            if color.contrast_with(DARKEST_GROUND) < TEXT || color.luminance() > DARKEST_GROUND =>
        {
            refused(TOO_PALE)
        }
        paint => Ok(written(paint)),
    }
}

fn ground(input: &mut Parser<'_>) -> Parsed<String> {
    match paint(input, &GROUND_VARIABLES, &[])? {
        Paint::Fixed(color) if color.luminance() < DARKEST_GROUND => refused(TOO_DARK),
        paint => Ok(written(paint)),
    }
}

fn line_color(input: &mut Parser<'_>) -> Parsed<String> {
    paint(input, &LINE_VARIABLES, &["transparent", "currentcolor"]).map(written)
}

fn line_part(input: &mut Parser<'_>) -> Parsed<String> {
    if let Ok(width) = input.try_parse(|input| length(input, LINE)) {
        return Ok(width);
    }
    input.try_parse(|input| keyword(input, &LINE_STYLES)).or_else(|_| line_color(input))
}

fn written(paint: Paint) -> String {
    match paint {
        Paint::Fixed(color) => color.to_string(),
        Paint::Own(variable) => variable,
        Paint::Word(word) => word.to_owned(),
    }
}

/// Only fonts of the list: a symbol font would replace the letters.
fn family(input: &mut Parser<'_>) -> Parsed<String> {
    let mut names = Vec::new();
    loop {
        let mut name = match input.next()? {
            Token::QuotedString(name) | Token::Ident(name) => name.to_string(),
            token => return refused(of_token(token)),
        };
        while let Ok(word) = input.try_parse(Parser::expect_ident_cloned) {
            name.push(' ');
            name.push_str(&word);
        }
        let Some(known) = font::known_family(&name) else { return refused(FONT) };
        if names.len() < 12 && !names.contains(&known) {
            names.push(known);
        }
        if input.try_parse(Parser::expect_comma).is_err() {
            return Ok(names.join(", "));
        }
    }
}
