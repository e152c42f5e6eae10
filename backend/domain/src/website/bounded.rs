//! Rewrites any HTML so that parsing it is cheap: shallow, balanced, with few attributes, and without
//! invisible content.
//!
//! The HTML algorithm takes quadratic time over deep nesting, unclosed formatting and many attributes, and a
//! website can send anything. This linear pass closes open elements, flattens deep nesting, turns formatting
//! and tables into plain elements, and removes scripts, drawings, templates and hidden elements. JSON-LD is
//! extracted separately.

mod tag;

use tag::Tag;

/// The most bytes of a page that are read.
const INPUT_MAX: usize = 2_000_000;
/// Deeper elements lose their tags and keep their text.
const DEPTH_MAX: usize = 100;
/// More elements than any ordinary page has.
const ELEMENTS_MAX: usize = 20_000;
/// Escapes can make the rewritten page longer than the original.
const OUTPUT_MAX: usize = 3_000_000;
const DATA_MAX: usize = 20;
const DATA_LENGTH_MAX: usize = 300_000;

/// Elements whose content is raw text or invisible.
const RAW: [&str; 10] = [
    "script",
    "style",
    "textarea",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "noscript",
    "plaintext",
    "listing",
];
/// Elements that are removed with their content.
const UNSEEN: [&str; 11] =
    ["svg", "math", "template", "select", "object", "audio", "video", "canvas", "datalist", "map", "applet"];
const VOID: [&str; 6] = ["br", "hr", "img", "meta", "link", "base"];
const INLINE: [&str; 6] = ["a", "span", "cite", "q", "time", "abbr"];
const KEPT: [&str; 27] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "section",
    "summary",
    "ul",
];
/// Elements whose tags are removed and whose content is kept.
const IGNORED: [&str; 14] = [
    "html", "head", "body", "frameset", "frame", "input", "col", "colgroup", "area", "param", "source",
    "track", "wbr", "embed",
];
const AS_DIV: [&str; 11] =
    ["table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption", "form", "fieldset", "center"];

/// A page that is cheap to parse.
#[derive(Debug, Default)]
pub(super) struct Bounded<'a> {
    pub(super) html: String,
    /// Its JSON-LD, as written in its scripts.
    pub(super) data: Vec<&'a str>,
}

/// Rewrites a page.
pub(super) fn bounded(html: &str) -> Bounded<'_> {
    let mut end = html.len().min(INPUT_MAX);
    while !html.is_char_boundary(end) {
        end -= 1;
    }
    let mut writer = Writer::default();
    let mut rest = html.get(..end).unwrap_or_default();
    while let Some((text, after)) = rest.split_once('<') {
        writer.text(text);
        rest = writer.markup(after);
        if writer.elements > ELEMENTS_MAX || writer.out.html.len() > OUTPUT_MAX {
            rest = "";
        }
    }
    writer.text(rest);
    writer.close_to(0);
    writer.out
}

/// An open element.
struct Open {
    /// Its name in the page, in lower case.
    name: String,
    /// Its name as rewritten.
    written: &'static str,
    hidden: bool,
}

#[derive(Default)]
struct Writer<'a> {
    out: Bounded<'a>,
    open: Vec<Open>,
    hidden: usize,
    elements: usize,
}

impl<'a> Writer<'a> {
    fn text(&mut self, text: &str) {
        if self.hidden == 0 {
            self.out.html.push_str(text);
        }
    }

    /// Reads the text after a `<`, and returns the rest.
    fn markup(&mut self, after: &'a str) -> &'a str {
        let mut chars = after.chars();
        match chars.next() {
            Some('/') if chars.next().is_some_and(|c| c.is_ascii_alphabetic()) => {
                let tag = Tag::read(after.get(1..).unwrap_or_default());
                self.end(&tag.name);
                tag.rest
            }
            Some(c) if c.is_ascii_alphabetic() => self.start(Tag::read(after)),
            Some('!') if after.starts_with("!--") => {
                // `<!-->` and `<!--->` are whole comments.
                let body = after.get(3..).unwrap_or_default();
                let whole = body.strip_prefix('>').or_else(|| body.strip_prefix("->"));
                whole.unwrap_or_else(|| body.split_once("-->").map_or("", |(_, rest)| rest))
            }
            Some('!' | '?' | '/') => after.split_once('>').map_or("", |(_, rest)| rest),
            _ => {
                self.text("&lt;");
                after
            }
        }
    }

    fn start(&mut self, tag: Tag<'a>) -> &'a str {
        let name = tag.name.as_str();
        if RAW.contains(&name) {
            let (body, rest) = tag::raw(tag.rest, name);
            let is_data = name == "script"
                && tag
                    .value("type")
                    .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"));
            if is_data && body.len() <= DATA_LENGTH_MAX && self.out.data.len() < DATA_MAX {
                self.out.data.push(body);
            }
            return rest;
        }
        if name == "title" {
            let (body, rest) = tag::raw(tag.rest, name);
            if self.hidden == 0 {
                self.elements += 1;
                self.out.html.push_str("<title>");
                self.out.html.push_str(body);
                self.out.html.push_str("</title>");
            }
            return rest;
        }
        if UNSEEN.contains(&name) {
            return if tag.closed { tag.rest } else { tag::past(tag.rest, name) };
        }
        if IGNORED.contains(&name) {
            return tag.rest;
        }
        if let Some(written) = VOID.into_iter().find(|void| *void == name) {
            self.close_paragraph(name == "hr");
            if self.hidden == 0 && !tag.is_hidden() {
                self.elements += 1;
                tag.write(written, &mut self.out.html);
            }
            return tag.rest;
        }
        let written = written(name);
        self.close_implied(name, written);
        if self.open.len() >= DEPTH_MAX {
            if !INLINE.contains(&written) && !self.out.html.ends_with("<br>") {
                self.elements += 1;
                self.text("<br>");
            }
            return tag.rest;
        }
        let hidden = tag.is_hidden();
        self.hidden += usize::from(hidden);
        if self.hidden == 0 {
            self.elements += 1;
            tag.write(written, &mut self.out.html);
        }
        let rest = tag.rest;
        self.open.push(Open { name: tag.name, written, hidden });
        rest
    }

    fn end(&mut self, name: &str) {
        if let Some(at) = self.open.iter().rposition(|open| open.name == name) {
            self.close_to(at);
        }
    }

    /// Closes the innermost elements until `depth` remain open.
    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(open) = self.open.pop() else { return };
            if self.hidden == 0 {
                self.out.html.push_str("</");
                self.out.html.push_str(open.written);
                self.out.html.push('>');
            }
            self.hidden -= usize::from(open.hidden);
        }
    }

    /// Closes the elements that this one ends implicitly: a paragraph, the entry before it, a link.
    fn close_implied(&mut self, name: &str, written: &str) {
        let within = |open: &[Open], closes: &[&str], stops: &[&str]| {
            let at = open.iter().rposition(|open| {
                closes.contains(&open.name.as_str()) || stops.contains(&open.name.as_str())
            })?;
            open.get(at).is_some_and(|open| closes.contains(&open.name.as_str())).then_some(at)
        };
        self.close_paragraph(!INLINE.contains(&written));
        let at = match name {
            "li" => within(&self.open, &["li"], &["ul", "ol"]),
            "dt" | "dd" => within(&self.open, &["dt", "dd"], &["dl"]),
            "tr" => within(&self.open, &["tr"], &["table"]),
            "td" | "th" => within(&self.open, &["td", "th"], &["tr", "table"]),
            _ if written == "a" => within(&self.open, &["a", "button"], &[]),
            _ => None,
        };
        if let Some(at) = at {
            self.close_to(at);
        }
    }

    fn close_paragraph(&mut self, by_block: bool) {
        if !by_block {
            return;
        }
        let at = self.open.iter().rposition(|open| open.name == "p" || !INLINE.contains(&open.written));
        if let Some(at) = at.filter(|at| self.open.get(*at).is_some_and(|open| open.name == "p")) {
            self.close_to(at);
        }
    }
}

/// The element to write instead: the same, or one that the parser treats simply.
fn written(name: &str) -> &'static str {
    if let Some(kept) = KEPT.into_iter().chain(INLINE).find(|kept| *kept == name) {
        return kept;
    }
    match name {
        // A button's label is treated like a link's.
        "button" => "a",
        _ if AS_DIV.contains(&name) || name.contains('-') => "div",
        _ => "span",
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn hidden_content_is_left_out() {
        for (html, kept) in [
            ("<p>a<p>b", "<p>a</p><p>b</p>"),
            ("<b>x<div>y</b>z</div>", "<span>x<div>y</div></span>z"),
            ("a<script>if (1 < 2) {'<p>'}</script>b", "ab"),
            ("a<!-- <p>no</p> -->b<!-->c", "abc"),
            ("a<svg><path><title>t</title></svg>b", "ab"),
            ("a<template><svg></svg><template></template>x</template>b", "ab"),
            ("<div hidden>no<p>no</div>yes", "yes"),
            ("<div style='left:0; DISPLAY : none'>no</div>yes", "yes"),
            ("<p style='position:absolute;left:-9999px'>no</p>yes", "yes"),
            ("<div aria-hidden=true>no</div><i aria-hidden=false>yes</i>", "<span>yes</span>"),
            (
                "<table><tr><td>a<td>b<tr><td>c</table>",
                "<div><div><div>a</div><div>b</div></div><div><div>c</div></div></div>",
            ),
            ("<ul><li>a<li>b<ul><li>c</ul></ul>", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
            ("1 < 2 <a href='x\"y' onclick=z>l</a>", "1 &lt; 2 <a href=\"x&quot;y\">l</a>"),
            ("<noscript>no", ""),
        ] {
            assert_eq!(bounded(html).html, kept, "{html}");
        }
    }

    #[test]
    fn data_is_kept_apart() {
        let page = bounded("<script type=\"application/ld+json\">{\"a\":1}</script><script>x</script>");
        assert_eq!((page.html.as_str(), page.data), ("", vec!["{\"a\":1}"]));
    }

    #[test]
    fn nesting_and_size_are_bounded() {
        let deep = bounded(&"<div>".repeat(300_000)).html;
        assert_eq!(deep.matches("<div>").count(), DEPTH_MAX);
        let many = bounded(&"<p><b>x".repeat(200_000)).html;
        assert!(many.matches("<p>").count() <= ELEMENTS_MAX);
        let attributes = format!("<p {}>", "itemprop=a ".repeat(200_000));
        assert!(bounded(&attributes).html.len() < 20_000);
    }
}
