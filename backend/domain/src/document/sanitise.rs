//! The allow-list sanitiser that everything in a document passes.
//!
//! No scripts, styles, pictures, frames, forms, ids or event handlers; links lead to http, https and mailto
//! only. A picture would tell its host who reads the proposal and when, so pictures are not allowed in the
//! text.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use uuid::Uuid;

use super::allow_list::{DROPPED_WHOLE, ELEMENTS, SCHEMES};
use super::guard;
use super::kind::BlockKind;

/// Hostile HTML can need several passes until it no longer changes; ordinary HTML needs one.
const PASSES_MAX: usize = 8;

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(ELEMENTS.iter().map(|(name, _)| *name).collect())
        .clean_content_tags(DROPPED_WHOLE.into())
        .generic_attributes(HashSet::from(["class"]))
        .tag_attributes(
            ELEMENTS.iter().map(|(name, attributes)| (*name, attributes.iter().copied().collect())).collect(),
        )
        .url_schemes(SCHEMES.into())
        .url_relative(UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer"))
        .attribute_filter(|_, attribute, value| filter(attribute, value));
    builder
});

/// Keeps an attribute's value, narrows it, or drops the attribute.
fn filter<'a>(attribute: &str, value: &'a str) -> Option<Cow<'a, str>> {
    let keep = |kept: bool| kept.then_some(Cow::Borrowed(value));
    match attribute {
        "class" => pricing_classes(value).map(Cow::Owned),
        "data-block" => Uuid::try_parse(value).ok().map(|id| Cow::Owned(id.hyphenated().to_string())),
        "data-kind" => keep(BlockKind::from_name(value).is_some()),
        "scope" => keep(matches!(value, "row" | "col" | "rowgroup" | "colgroup")),
        "colspan" | "rowspan" | "start" => {
            keep((1..=3).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_digit()))
        }
        _ => keep(true),
    }
}

/// Only the classes of the pricing renderer carry a style in a document.
fn pricing_classes(value: &str) -> Option<String> {
    let kept: Vec<&str> = value
        .split_ascii_whitespace()
        .filter(|class| {
            class.strip_prefix("pricing-").is_some_and(|name| {
                (1..=40).contains(&name.len())
                    && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            })
        })
        .collect();
    (!kept.is_empty()).then(|| kept.join(" "))
}

/// Cleans HTML to the allow-list. Cleaning twice changes nothing; HTML that cannot be parsed in time becomes
/// plain text.
#[must_use]
pub fn clean(html: &str) -> String {
    settle(plain(html), pass).unwrap_or_else(|text| as_paragraph(&text))
}

/// Text without NUL and the byte order mark, and without the characters that override the direction of text:
/// they could make an amount look different from what it is. Arabic and Hebrew do not need them.
#[must_use]
pub fn plain(text: &str) -> String {
    text.replace(is_unwanted, "")
}

fn is_unwanted(character: char) -> bool {
    matches!(character, '\0' | '\u{feff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// One run of the sanitiser; `None` for what cannot be parsed in time.
pub(super) fn pass(html: &str) -> Option<String> {
    if !guard::is_parsable(html) {
        return None;
    }
    let cleaned = SANITISER.clean(html).to_string();
    // Written as entities, they are decoded into the same characters.
    Some(if cleaned.contains(is_unwanted) { plain(&cleaned) } else { cleaned })
}

/// Repeats a rewriting until it changes nothing. Returns the last text if it does not settle or cannot be
/// parsed.
pub(super) fn settle(
    mut html: String,
    mut rewrite: impl FnMut(&str) -> Option<String>,
) -> Result<String, String> {
    for _ in 0..PASSES_MAX {
        let Some(next) = rewrite(&html) else {
            return Err(html);
        };
        if next == html {
            return Ok(html);
        }
        html = next;
    }
    Err(html)
}

/// The text of HTML that cannot be kept as HTML, as one paragraph.
pub(super) fn as_paragraph(html: &str) -> String {
    let mut words = String::new();
    let mut rest = html;
    while let Some((text, after)) = rest.split_once('<') {
        words.push_str(text);
        words.push(' ');
        rest = after.split_once('>').map_or("", |(_, following)| following);
    }
    words.push_str(rest);
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { String::new() } else { format!("<p>{}</p>", escape(&line)) }
}

/// Escapes text exactly as the sanitiser writes it, so that escaped text is already clean.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            unwanted if is_unwanted(unwanted) => {}
            '\r' => out.push('\n'),
            other => out.push(other),
        }
    }
    out
}
