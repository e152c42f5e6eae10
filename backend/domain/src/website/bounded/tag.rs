//! Tags, read as the HTML tokenizer reads them: quotes count only in values.

use std::fmt::Write as _;

/// The most attributes of a tag that are read.
const ATTRIBUTES_MAX: usize = 64;
const VALUE_MAX: usize = 2_000;
/// The attributes that are kept.
const KEPT: [&str; 17] = [
    "alt",
    "class",
    "content",
    "data-lazy-src",
    "data-src",
    "datetime",
    "href",
    "id",
    "itemprop",
    "itemscope",
    "itemtype",
    "name",
    "property",
    "rel",
    "role",
    "sizes",
    "src",
];

/// A start or end tag.
pub(super) struct Tag<'a> {
    /// Its name in lower case.
    pub(super) name: String,
    attributes: Vec<(&'a str, &'a str)>,
    /// Whether it closes itself.
    pub(super) closed: bool,
    /// The text after it.
    pub(super) rest: &'a str,
}

impl<'a> Tag<'a> {
    /// Reads a tag; `html` begins with its name.
    pub(super) fn read(html: &'a str) -> Self {
        let name_end =
            html.find(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>').unwrap_or(html.len());
        let (name, mut rest) = html.split_at(name_end);
        let mut tag =
            Self { name: name.to_ascii_lowercase(), attributes: Vec::new(), closed: false, rest: "" };
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
            let Some(first) = rest.chars().next() else { return tag };
            match first {
                '>' => {
                    tag.rest = rest.get(1..).unwrap_or_default();
                    return tag;
                }
                '/' => {
                    rest = rest.get(1..).unwrap_or_default();
                    tag.closed = rest.starts_with('>');
                }
                _ => {
                    let (name, value, after) = attribute(rest, first.len_utf8());
                    if tag.attributes.len() < ATTRIBUTES_MAX {
                        tag.attributes.push((name, value));
                    }
                    rest = after;
                }
            }
        }
    }

    /// The value of an attribute, as written.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }

    /// Whether it and its content are hidden, according to the tag itself.
    pub(super) fn is_hidden(&self) -> bool {
        self.value("hidden").is_some()
            || self.value("aria-hidden").is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
            || self.value("style").is_some_and(hides)
    }

    /// Writes the start tag under another name, with the kept attributes.
    pub(super) fn write(&self, name: &str, out: &mut String) {
        let _ = write!(out, "<{name}");
        for (name, value) in &self.attributes {
            let Some(name) = KEPT.into_iter().find(|kept| kept.eq_ignore_ascii_case(name)) else { continue };
            let mut end = value.len().min(VALUE_MAX);
            while !value.is_char_boundary(end) {
                end -= 1;
            }
            let _ =
                write!(out, " {name}=\"{}\"", value.get(..end).unwrap_or_default().replace('"', "&quot;"));
        }
        out.push('>');
    }
}

/// An attribute's name, its value, and the rest.
fn attribute(html: &str, first: usize) -> (&str, &str, &str) {
    // A leading equals sign belongs to the attribute's name.
    let tail = html.get(first..).unwrap_or_default();
    let end =
        tail.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '=')).unwrap_or(tail.len());
    let (name, rest) = html.split_at(first + end);
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        return (name, "", rest);
    };
    let value = value.trim_start();
    if let Some(quote @ ('"' | '\'')) = value.chars().next() {
        let body = value.get(1..).unwrap_or_default();
        return body.split_once(quote).map_or((name, body, ""), |(value, rest)| (name, value, rest));
    }
    let end = value.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(value.len());
    let (value, rest) = value.split_at(end);
    (name, value, rest)
}

/// Whether an inline style hides the element.
fn hides(style: &str) -> bool {
    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
    style.split(';').filter_map(|rule| rule.split_once(':')).any(|(property, value)| {
        let value = value.trim_end_matches("!important");
        match property {
            "display" => value == "none",
            "visibility" => matches!(value, "hidden" | "collapse"),
            "opacity" => value.parse::<f32>().is_ok_and(|opacity| opacity <= 0.0),
            "font-size" => value
                .trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%')
                .parse::<f32>()
                .is_ok_and(|size| size <= 0.0),
            "left" | "right" | "top" | "text-indent" | "margin-left" | "margin-top" => is_far(value),
            "clip" => value.starts_with("rect(0") || value.starts_with("rect(1px"),
            "clip-path" => value.starts_with("inset(50%") || value.starts_with("inset(100%"),
            "transform" => value.starts_with("scale(0)"),
            _ => false,
        }
    })
}

/// Positioned outside of any screen.
fn is_far(value: &str) -> bool {
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = value.get(number.len()..).unwrap_or_default();
    let limit = if matches!(unit, "em" | "rem") { -99.0 } else { -999.0 };
    !value.ends_with('%') && number.parse::<f32>().is_ok_and(|number| number <= limit)
}

/// The text of a raw element up to its end tag, and the rest; without an end tag it is all of the text.
pub(super) fn raw<'a>(html: &'a str, name: &str) -> (&'a str, &'a str) {
    let mut from = 0;
    while let Some(at) = html.get(from..).and_then(|rest| rest.find("</")) {
        let start = from + at;
        let after = html.get(start + 2..).unwrap_or_default();
        if is_named(after, name) {
            let rest = after.split_once('>').map_or("", |(_, rest)| rest);
            return (html.get(..start).unwrap_or_default(), rest);
        }
        from = start + 2;
    }
    (html, "")
}

/// The text after the end of an element that may contain others of the same name.
pub(super) fn past<'a>(html: &'a str, name: &str) -> &'a str {
    let mut depth = 1_usize;
    let mut rest = html;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        if let Some(end) = after.strip_prefix('/').filter(|end| is_named(end, name)) {
            depth -= 1;
            rest = end.split_once('>').map_or("", |(_, rest)| rest);
            if depth == 0 {
                return rest;
            }
        } else if is_named(after, name) {
            let tag = Tag::read(after);
            depth += usize::from(!tag.closed);
            rest = tag.rest;
        }
    }
    ""
}

/// Whether a tag's text begins with exactly this name.
fn is_named(tag: &str, name: &str) -> bool {
    tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        && tag
            .get(name.len()..)
            .and_then(|after| after.chars().next())
            .is_none_or(|c| c.is_ascii_whitespace() || c == '>' || c == '/')
}
