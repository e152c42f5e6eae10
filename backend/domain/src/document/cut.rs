//! Removes text from clean HTML by its byte range, together with the elements that become empty: a paragraph,
//! a list entry, a table row.

use std::ops::Range;

use super::tree::{self, Node};

/// The HTML without the text at those bytes of [`super::text`], which are in order.
#[must_use]
pub fn without(html: &str, words: &[Range<usize>]) -> String {
    let mut cutter = Cutter { words, text: String::new() };
    let mut out = String::with_capacity(html.len());
    cutter.write(&tree::parse(html), &mut out);
    out.trim().to_owned()
}

struct Cutter<'a> {
    words: &'a [Range<usize>],
    /// The text read so far, including removed text.
    text: String,
}

/// The result for some nodes.
#[derive(Clone, Copy, Default)]
struct CutResult {
    /// Something was removed.
    cut: bool,
    /// Visible text remains.
    words: bool,
}

impl Cutter<'_> {
    fn write(&mut self, nodes: &[Node<'_>], out: &mut String) -> CutResult {
        let mut left = CutResult::default();
        for node in nodes {
            let inner = match node {
                Node::Text(text) => self.text(text, out),
                Node::Element { name, attributes, children } => self.element(name, attributes, children, out),
            };
            left.cut |= inner.cut;
            left.words |= inner.words;
        }
        left
    }

    fn element(
        &mut self,
        name: &str,
        attributes: &str,
        children: &[Node<'_>],
        out: &mut String,
    ) -> CutResult {
        tree::boundary(name, &mut self.text);
        let start = out.len();
        tree::open(name, attributes, out);
        let left = self.write(children, out);
        tree::close(name, out);
        tree::boundary(name, &mut self.text);
        // An empty cell is kept, since the other cells of its row would shift.
        if left.cut && !left.words && !matches!(name, "td" | "th") {
            out.truncate(start);
        }
        left
    }

    fn text(&mut self, text: &str, out: &mut String) -> CutResult {
        let mut left = CutResult::default();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if first == '&' { tree::entity(rest) } else { first.len_utf8() };
            let (piece, following) = rest.split_at_checked(length).unwrap_or((rest, ""));
            let at = self.text.len();
            tree::unescape(piece, &mut self.text);
            let next = self.words.partition_point(|words| words.end <= at);
            if self.words.get(next).is_some_and(|words| words.contains(&at)) {
                left.cut = true;
            } else {
                out.push_str(piece);
                left.words |= !piece.trim().is_empty() && piece != "&nbsp;";
            }
            rest = following;
        }
        left
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::document::{clean, text};

    fn cut(html: &str, words: &str) -> String {
        let plain = text(html);
        let start = plain.find(words).unwrap();
        without(html, std::slice::from_ref(&(start..start + words.len())))
    }

    #[test]
    fn words_go_with_what_they_leave_empty() {
        for (html, words, left) in [
            ("<p>One. Two. Three.</p>", "Two. ", "<p>One. Three.</p>"),
            ("<p>One.</p><p>Two.</p>", "Two.", "<p>One.</p>"),
            ("<p>One <strong>two</strong>. Three.</p>", "One two. ", "<p>Three.</p>"),
            ("<ul><li>One</li><li>Two</li></ul>", "Two", "<ul><li>One</li></ul>"),
            ("<p>Before</p><ul><li>One</li></ul>", "One", "<p>Before</p>"),
            ("<p>A &amp; B. C &lt; D.</p>", "A & B. ", "<p>C &lt; D.</p>"),
            (
                "<table><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>",
                "3 4",
                "<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
            ),
            (
                "<table><tbody><tr><td>1</td><td>2. 3.</td></tr></tbody></table>",
                "2. 3.",
                "<table><tbody><tr><td>1</td><td></td></tr></tbody></table>",
            ),
            ("<blockquote><p>Ünï 😀 x.</p></blockquote><p>y</p>", "Ünï 😀 x.", "<p>y</p>"),
        ] {
            assert_eq!(cut(html, words), left, "{words:?} from {html}");
            assert_eq!(clean(left), left);
        }
    }

    #[test]
    fn nothing_is_cut_where_nothing_is_named() {
        let html = "<p>One <em>two</em></p><p></p><table><tbody><tr><td></td></tr></tbody></table>";
        assert_eq!(without(html, &[]), html);
    }
}
