//! Cleaned HTML as a tree for finding blocks, unwrapping tags and reading text.
//!
//! It reads only the sanitiser's output: every element closed, attributes double-quoted, `<` and `&` escaped.
//! The guard bounds the nesting and with it the recursion. Any other text must pass [`super::clean`] first.

use super::allow_list::LINES;

/// A piece of cleaned HTML, borrowed from the text.
#[derive(Debug)]
pub enum Node<'a> {
    /// An element with its attributes as written, starting with a space if there are any.
    Element {
        /// Its name, in lower case.
        name: &'a str,
        attributes: &'a str,
        /// Its content.
        children: Vec<Node<'a>>,
    },
    /// Text as written, with its entities.
    Text(&'a str),
}

const VOID: [&str; 3] = ["br", "hr", "wbr"];

/// Reads cleaned HTML.
#[must_use]
pub fn parse(html: &str) -> Vec<Node<'_>> {
    let mut stack: Vec<(&str, &str, Vec<Node<'_>>)> = Vec::new();
    let mut top: Vec<Node<'_>> = Vec::new();
    let mut rest = html;
    while let Some((text, after)) = rest.split_once('<') {
        if !text.is_empty() {
            top.push(Node::Text(text));
        }
        let (tag, following) = split_tag(after);
        rest = following;
        if let Some(name) = tag.strip_prefix('/') {
            // Closes the innermost element of that name; the sanitiser writes no other end tag.
            if stack.last().is_some_and(|(open, ..)| *open == name)
                && let Some((name, attributes, parent)) = stack.pop()
            {
                let children = std::mem::replace(&mut top, parent);
                top.push(Node::Element { name, attributes, children });
            }
            continue;
        }
        let (name, attributes) = tag.split_at(tag.find(' ').unwrap_or(tag.len()));
        if VOID.contains(&name) {
            top.push(Node::Element { name, attributes, children: Vec::new() });
        } else {
            stack.push((name, attributes, std::mem::take(&mut top)));
        }
    }
    if !rest.is_empty() {
        top.push(Node::Text(rest));
    }
    while let Some((name, attributes, parent)) = stack.pop() {
        let children = std::mem::replace(&mut top, parent);
        top.push(Node::Element { name, attributes, children });
    }
    top
}

/// Splits after the `>` that ends a tag, ignoring one inside a quoted value.
fn split_tag(after: &str) -> (&str, &str) {
    let mut quoted = false;
    for (at, byte) in after.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'>' if !quoted => {
                return (after.get(..at).unwrap_or_default(), after.get(at + 1..).unwrap_or_default());
            }
            _ => {}
        }
    }
    (after, "")
}

/// The value of an attribute as written, from an element's attributes.
#[must_use]
pub fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = attributes;
    while let Some((key, after)) = rest.split_once("=\"") {
        let (value, following) = after.split_once('"')?;
        if key.trim_start() == name {
            return Some(value);
        }
        rest = following;
    }
    None
}

/// Whether the nodes contain an element of that name.
pub(super) fn contains(nodes: &[Node<'_>], wanted: &str) -> bool {
    nodes.iter().any(|node| match node {
        Node::Element { name, children, .. } => *name == wanted || contains(children, wanted),
        Node::Text(_) => false,
    })
}

/// Writes nodes back without `section` tags; `classes` says whether class attributes stay.
pub(super) fn write(nodes: &[Node<'_>], classes: bool, out: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(text),
            Node::Element { name: "section", children, .. } => write(children, classes, out),
            Node::Element { name, attributes, children } => {
                if classes {
                    open(name, attributes, out);
                } else {
                    out.push('<');
                    out.push_str(name);
                    without_class(attributes, out);
                    out.push('>');
                }
                write(children, classes, out);
                close(name, out);
            }
        }
    }
}

/// Writes the start of an element.
pub(super) fn open(name: &str, attributes: &str, out: &mut String) {
    out.push('<');
    out.push_str(name);
    out.push_str(attributes);
    out.push('>');
}

/// Writes the end of an element, if it has one.
pub(super) fn close(name: &str, out: &mut String) {
    if !VOID.contains(&name) {
        out.push_str("</");
        out.push_str(name);
        out.push('>');
    }
}

fn without_class(attributes: &str, out: &mut String) {
    let mut rest = attributes;
    while let Some((key, after)) = rest.split_once("=\"") {
        let Some((value, following)) = after.split_once('"') else {
            return;
        };
        if key.trim_start() != "class" {
            out.push_str(key);
            out.push_str("=\"");
            out.push_str(value);
            out.push('"');
        }
        rest = following;
    }
}

/// The readable text: entities decoded, one line per block, cells separated.
pub(super) fn text(nodes: &[Node<'_>], out: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => unescape(text, out),
            Node::Element { name, children, .. } => {
                boundary(name, out);
                text(children, out);
                boundary(name, out);
            }
        }
    }
}

/// What is inserted into the text at the start or end of an element.
pub(super) fn boundary(name: &str, out: &mut String) {
    if LINES.contains(&name) {
        end_line(out);
    } else if matches!(name, "td" | "th") && !out.ends_with([' ', '\n']) {
        out.push(' ');
    }
}

fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// The entities that the sanitiser writes, without their `&`.
const ENTITIES: [(&str, char); 5] =
    [("lt;", '<'), ("gt;", '>'), ("amp;", '&'), ("nbsp;", '\u{a0}'), ("quot;", '"')];

/// The length in bytes of the entity at the start of a text; 1 for any other `&`.
pub(super) fn entity(text: &str) -> usize {
    let known = |(name, _): &(&str, char)| text.strip_prefix('&').is_some_and(|rest| rest.starts_with(name));
    ENTITIES.iter().find(|entity| known(entity)).map_or(1, |(name, _)| name.len() + 1)
}

/// Decodes the entities that the sanitiser writes.
pub fn unescape(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let found =
            ENTITIES.into_iter().find_map(|(entity, c)| after.strip_prefix(entity).map(|tail| (c, tail)));
        if let Some((character, tail)) = found {
            out.push(character);
            rest = tail;
        } else {
            out.push('&');
            rest = after;
        }
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn rewritten(html: &str, classes: bool) -> String {
        let mut out = String::new();
        write(&parse(html), classes, &mut out);
        out
    }

    #[test]
    fn writing_gives_back_what_was_read() {
        let html = "a<p class=\"pricing-x\">b<br>c <a href=\"x?a>b\">d</a></p><hr>&lt;";
        assert_eq!(rewritten(html, true), html);
        assert_eq!(rewritten(html, false), "a<p>b<br>c <a href=\"x?a>b\">d</a></p><hr>&lt;");
    }

    #[test]
    fn sections_are_unwrapped_in_writing() {
        assert_eq!(rewritten("<div>a<section data-kind=\"free\">b</section></div>", true), "<div>ab</div>");
    }

    #[test]
    fn text_has_a_line_per_block() {
        let mut out = String::new();
        text(
            &parse("<h2>A &amp; B</h2><p>c<br>d</p><table><tr><td>1</td><td>2</td></tr></table>e"),
            &mut out,
        );
        assert_eq!(out, "A & B\nc\nd\n1 2\ne");
    }
}
