//! Decides whether parsing some HTML is affordable.
//!
//! The HTML algorithm searches all open elements for most tags and all attributes of a tag for each new one,
//! so nesting and attribute counts cost quadratic time: a megabyte of `<div>` takes longer than a request
//! may. This linear scan never finds less nesting than the parser will: elements it cannot match count as
//! open.

/// Deeper than any real document; browsers stop at 512.
const DEPTH_MAX: usize = 256;
const ATTRIBUTES_MAX: usize = 64;

/// Elements whose content is raw text up to their own end tag, so that tags inside do not count.
const RAW_TEXT: [&str; 9] =
    ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"];
/// Elements that never stay open, or (paragraphs, parts of tables) never nest without another element in
/// between.
const UNCOUNTED: [&str; 23] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr", "p", "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "colgroup",
];

/// Whether nesting and attribute counts are within bounds.
#[must_use]
pub fn is_parsable(html: &str) -> bool {
    let mut open: Vec<String> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let after = rest.get(at + 1..).unwrap_or_default();
        let mut chars = after.chars();
        match chars.next() {
            Some('/') if chars.next().is_some_and(|c| c.is_ascii_alphabetic()) => {
                let tag = Tag::read(after.get(1..).unwrap_or_default());
                if tag.attributes > ATTRIBUTES_MAX {
                    return false;
                }
                close(&mut open, &tag.name);
                rest = tag.rest;
            }
            Some(c) if c.is_ascii_alphabetic() => {
                let tag = Tag::read(after);
                if tag.attributes > ATTRIBUTES_MAX {
                    return false;
                }
                rest = tag.rest;
                let name = tag.name.as_str();
                if RAW_TEXT.contains(&name) {
                    rest = after_raw_text(rest, name);
                } else if !UNCOUNTED.contains(&name) && !closes_sibling(open.last(), name) {
                    open.push(tag.name);
                    if open.len() > DEPTH_MAX {
                        return false;
                    }
                }
            }
            Some('!') if after.starts_with("!--") => {
                rest = after.get(3..).and_then(|body| body.split_once("-->")).map_or("", |(_, rest)| rest);
            }
            Some('!' | '?' | '/') => {
                rest = after.split_once('>').map_or("", |(_, rest)| rest);
            }
            _ => rest = after,
        }
    }
    true
}

/// Closes the innermost element if it has that name, and list entries left open in it.
fn close(open: &mut Vec<String>, name: &str) {
    let entries = open
        .iter()
        .rev()
        .take_while(|inner| *inner != name && matches!(inner.as_str(), "li" | "dd" | "dt"))
        .count();
    let outer = open.len() - entries;
    if outer > 0 && open.get(outer - 1).is_some_and(|inner| inner == name) {
        open.truncate(outer - 1);
    }
}

/// A list entry ends the entry before it, so unclosed lists do not nest.
fn closes_sibling(last: Option<&String>, name: &str) -> bool {
    let last = last.map_or("", String::as_str);
    match name {
        "li" => last == "li",
        "dd" | "dt" => matches!(last, "dd" | "dt"),
        _ => false,
    }
}

/// Skips to the end tag of a raw-text element (a text without one swallows the rest).
fn after_raw_text<'a>(html: &'a str, name: &str) -> &'a str {
    let mut rest = html;
    while let Some((_, after)) = rest.split_once("</") {
        if after.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)) {
            return after.get(name.len()..).unwrap_or_default();
        }
        rest = after;
    }
    ""
}

/// A start or end tag, read as the HTML tokenizer reads it: quotes count only in attribute values.
struct Tag<'a> {
    name: String,
    attributes: usize,
    rest: &'a str,
}

impl<'a> Tag<'a> {
    fn read(html: &'a str) -> Self {
        let name_end =
            html.find(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>').unwrap_or(html.len());
        let (name, mut rest) = html.split_at(name_end);
        let mut attributes = 0;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
            let Some(first) = rest.chars().next() else {
                break;
            };
            if first == '>' {
                rest = rest.get(1..).unwrap_or_default();
                break;
            }
            attributes += 1;
            // A leading equals sign belongs to the attribute's name.
            let name_start = first.len_utf8();
            let tail = rest.get(name_start..).unwrap_or_default();
            let end = tail
                .find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '='))
                .unwrap_or(tail.len());
            let after_name = tail.get(end..).unwrap_or_default();
            let value = after_name.trim_start_matches(|c: char| c.is_ascii_whitespace()).strip_prefix('=');
            rest = value.map_or(after_name, skip_value);
        }
        Self { name: name.to_ascii_lowercase(), attributes, rest }
    }
}

/// The rest after an attribute's value, given what follows its equals sign.
fn skip_value(after_equals: &str) -> &str {
    let value = after_equals.trim_start_matches(|c: char| c.is_ascii_whitespace());
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            return quoted.split_once(quote).map_or("", |(_, rest)| rest);
        }
    }
    let end = value.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(value.len());
    value.get(end..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_documents_pass_however_long() {
        for unit in [
            "<p>one<p>two",
            "<ul><li>a<li>b</ul>",
            "<table><tr><td>1<td>2<tr><td>3</table>",
            "<dl><dt>a<dd>b<dt>c<dd>d</dl>",
            "<a href=\"x?a>b\" title='</a>'>t</a>",
            "a < b <3 </ br><br><img alt=x>",
            "<!-- <div> --><!doctype html><style>a > b { }</style>",
        ] {
            assert!(is_parsable(&unit.repeat(2000)), "{unit}");
        }
    }

    #[test]
    fn nesting_is_seen_through_disguises() {
        for unit in [
            "<div>",
            "<DIV>",
            "<div><!--</div>-->",
            "<div title=\"</div>\">",
            "<div title='</div>'>",
            "<div x=</div>>",
            "<div =\"><b>\">",
            "<div><style></div></style>",
            "<div><marquee></div></marquee>",
            "<div><!x </div>",
            "<li><dd>",
            "<b>",
            "<svg><a>",
        ] {
            assert!(!is_parsable(&unit.repeat(2000)), "{unit}");
        }
    }

    #[test]
    fn tags_with_hundreds_of_attributes_are_refused() {
        assert!(is_parsable(&format!("<p {}>", "a ".repeat(64))));
        for attribute in ["a ", "b/", "c=d ", "e='f'"] {
            assert!(!is_parsable(&format!("<p {}>", attribute.repeat(65))));
            assert!(!is_parsable(&format!("</p {}>", attribute.repeat(65))));
        }
    }
}
