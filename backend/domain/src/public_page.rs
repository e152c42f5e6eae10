//! Rendering of public pages: they are built once, as HTML with placeholders for the site's own data.
//!
//! `{{support_email}}` and `{{base_url}}` can be anywhere, including attributes. A claim of the site is in a
//! block, `<!--claim:rating-->Rated {{claim:rating}}<!--/claim:rating-->`, which is left out if the claim is
//! not in use. Blocks do not nest.

use std::collections::BTreeMap;

/// A site's own data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SiteFacts<'a> {
    /// The support address.
    pub support_email: &'a str,
    /// The base URL, without a trailing slash.
    pub base_url: &'a str,
    /// The claims in use, by their keys.
    pub claims: BTreeMap<&'a str, &'a str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedPage {
    pub html: String,
    /// Unknown placeholders; they are left empty. Correct pages have none.
    pub unknown: Vec<String>,
}

const BLOCK: (&str, &str) = ("<!--claim:", "-->");
const GAP: (&str, &str) = ("{{", "}}");

/// Renders a page. All inserted values are text and are escaped.
#[must_use]
pub fn fill(page: &str, facts: &SiteFacts<'_>) -> RenderedPage {
    let mut filled = RenderedPage { html: String::with_capacity(page.len()), unknown: Vec::new() };
    let mut rest = page;
    while let Some((before, key, after)) = between(rest, BLOCK) {
        filled.text(before, facts, None);
        let end = format!("<!--/claim:{key}-->");
        let Some((block, after)) = after.split_once(end.as_str()) else {
            filled.unknown.push(format!("claim:{key} has no end"));
            rest = after;
            continue;
        };
        if facts.claims.contains_key(key) {
            filled.text(block, facts, Some(key));
        }
        rest = after;
    }
    filled.text(rest, facts, None);
    filled
}

impl RenderedPage {
    /// Adds text with its placeholders filled. A claim is allowed only in its own block, since elsewhere it
    /// would leave a hole when it is off.
    fn text(&mut self, text: &str, facts: &SiteFacts<'_>, block: Option<&str>) {
        let mut rest = text;
        while let Some((before, name, after)) = between(rest, GAP) {
            self.html.push_str(before);
            let claim = name.strip_prefix("claim:");
            let value = match name {
                "support_email" => Some(facts.support_email),
                "base_url" => Some(facts.base_url),
                _ if claim.is_some() && claim == block => {
                    claim.and_then(|key| facts.claims.get(key).copied())
                }
                _ => None,
            };
            match value {
                Some(value) => escape_into(&mut self.html, value),
                None => self.unknown.push(name.to_owned()),
            }
            rest = after;
        }
        self.html.push_str(rest);
    }
}

/// The text before, inside and after the first pair of such marks.
fn between<'a>(text: &'a str, (open, close): (&str, &str)) -> Option<(&'a str, &'a str, &'a str)> {
    let (before, rest) = text.split_once(open)?;
    let (inside, after) = rest.split_once(close)?;
    Some((before, inside, after))
}

/// Text escaped for HTML, including attributes.
fn escape_into(html: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            _ => html.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    fn facts() -> SiteFacts<'static> {
        SiteFacts {
            support_email: "help@proffer.example",
            base_url: "https://proffer.example",
            claims: BTreeMap::from([("rating", "4.9/5 \"rating\" & <more>"), ("faster", "90% faster")]),
        }
    }

    #[test]
    fn gaps_are_filled_and_blocks_stay_or_go() {
        for (page, html) in [
            ("", ""),
            ("<p>Hello</p>", "<p>Hello</p>"),
            (
                "<a href=\"{{base_url}}/\">{{support_email}}</a>",
                "<a href=\"https://proffer.example/\">help@proffer.example</a>",
            ),
            ("a<!--claim:faster--><b>{{claim:faster}}</b><!--/claim:faster-->z", "a<b>90% faster</b>z"),
            ("a<!--claim:response--><b>{{claim:response}}</b><!--/claim:response-->z", "az"),
            (
                "<!--claim:rating--><i title=\"{{claim:rating}}\"></i><!--/claim:rating-->",
                "<i title=\"4.9/5 &quot;rating&quot; &amp; &lt;more&gt;\"></i>",
            ),
            (
                "<!--claim:faster-->{{support_email}} {{claim:faster}}<!--/claim:faster--><!--claim:none-->{{base_url}}<!--/claim:none-->",
                "help@proffer.example 90% faster",
            ),
            ("one { two {{ three", "one { two {{ three"),
            ("<!--a comment-->", "<!--a comment-->"),
        ] {
            assert_eq!(
                fill(page, &facts()),
                RenderedPage { html: html.to_owned(), unknown: Vec::new() },
                "{page}"
            );
        }
    }

    #[test]
    fn unknown_placeholders_are_reported() {
        for (page, html, unknown) in [
            ("<p>{{name}}</p>", "<p></p>", "name"),
            ("{{ support_email }}", "", " support_email "),
            ("{{claim:rating}}", "", "claim:rating"),
            ("<!--claim:faster-->{{claim:rating}}<!--/claim:faster-->", "", "claim:rating"),
            ("<!--claim:faster-->a", "a", "claim:faster has no end"),
        ] {
            assert_eq!(
                fill(page, &facts()),
                RenderedPage { html: html.to_owned(), unknown: vec![unknown.to_owned()] },
                "{page}"
            );
        }
    }

    #[test]
    fn what_is_put_in_is_not_read_again() {
        let facts = SiteFacts {
            support_email: "{{base_url}}",
            claims: BTreeMap::from([("rating", "<!--claim:faster-->{{claim:rating}}")]),
            ..facts()
        };
        let filled = fill("{{support_email}}<!--claim:rating-->{{claim:rating}}<!--/claim:rating-->", &facts);
        assert_eq!(filled.html, "{{base_url}}&lt;!--claim:faster--&gt;{{claim:rating}}");
    }

    proptest! {
        #[test]
        fn nothing_that_is_put_in_becomes_markup(text in "[<>&\"'a-z{}!-]{0,40}") {
            let facts = SiteFacts { support_email: &text, ..SiteFacts::default() };
            let filled = fill("<p title=\"{{support_email}}\">", &facts);
            let inside = filled.html.strip_prefix("<p title=\"").and_then(|rest| rest.strip_suffix("\">")).unwrap_or("\"");
            prop_assert!(!inside.contains(['<', '>', '"', '\'']));
        }
    }
}
