//! Filling in the pages that anybody may see: they are built once, as HTML with gaps for what a site says of itself.
//!
//! `{{support_email}}` and `{{base_url}}` stand anywhere, in attributes too. What a site claims stands in a block,
//! `<!--claim:rating-->Rated {{claim:rating}}<!--/claim:rating-->`, which is left out whole where that claim is not made. Blocks do not nest.

use std::collections::BTreeMap;

/// What a site says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts<'a> {
    /// The address that questions go to.
    pub support_email: &'a str,
    /// What its addresses begin with, without a slash at the end.
    pub base_url: &'a str,
    /// The claims that are made, by their keys.
    pub claims: BTreeMap<&'a str, &'a str>,
}

/// A page as it is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// The HTML.
    pub html: String,
    /// Gaps that nothing is known to fill; they are left empty. Good pages have none.
    pub unknown: Vec<String>,
}

const BLOCK: (&str, &str) = ("<!--claim:", "-->");
const GAP: (&str, &str) = ("{{", "}}");

/// Fills a page in. Everything that is put in is text, and is escaped.
#[must_use]
pub fn fill(page: &str, facts: &Facts<'_>) -> Filled {
    let mut filled = Filled { html: String::with_capacity(page.len()), unknown: Vec::new() };
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

impl Filled {
    /// Adds text, filling its gaps. A claim may stand in its own block alone, since elsewhere it would leave a hole when it is off.
    fn text(&mut self, text: &str, facts: &Facts<'_>, block: Option<&str>) {
        let mut rest = text;
        while let Some((before, name, after)) = between(rest, GAP) {
            self.html.push_str(before);
            let claim = name.strip_prefix("claim:");
            let value = match name {
                "support_email" => Some(facts.support_email),
                "base_url" => Some(facts.base_url),
                _ if claim.is_some() && claim == block => claim.and_then(|key| facts.claims.get(key).copied()),
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

/// What stands before, inside and after the first pair of such marks.
fn between<'a>(text: &'a str, (open, close): (&str, &str)) -> Option<(&'a str, &'a str, &'a str)> {
    let (before, rest) = text.split_once(open)?;
    let (inside, after) = rest.split_once(close)?;
    Some((before, inside, after))
}

/// Text as it stands in HTML, in an attribute too.
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

    fn facts() -> Facts<'static> {
        Facts {
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
            ("<a href=\"{{base_url}}/\">{{support_email}}</a>", "<a href=\"https://proffer.example/\">help@proffer.example</a>"),
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
            assert_eq!(fill(page, &facts()), Filled { html: html.to_owned(), unknown: Vec::new() }, "{page}");
        }
    }

    #[test]
    fn what_nothing_is_known_to_fill_is_named() {
        for (page, html, unknown) in [
            ("<p>{{name}}</p>", "<p></p>", "name"),
            ("{{ support_email }}", "", " support_email "),
            ("{{claim:rating}}", "", "claim:rating"),
            ("<!--claim:faster-->{{claim:rating}}<!--/claim:faster-->", "", "claim:rating"),
            ("<!--claim:faster-->a", "a", "claim:faster has no end"),
        ] {
            assert_eq!(fill(page, &facts()), Filled { html: html.to_owned(), unknown: vec![unknown.to_owned()] }, "{page}");
        }
    }

    #[test]
    fn what_is_put_in_is_not_read_again() {
        let facts =
            Facts { support_email: "{{base_url}}", claims: BTreeMap::from([("rating", "<!--claim:faster-->{{claim:rating}}")]), ..facts() };
        let filled = fill("{{support_email}}<!--claim:rating-->{{claim:rating}}<!--/claim:rating-->", &facts);
        assert_eq!(filled.html, "{{base_url}}&lt;!--claim:faster--&gt;{{claim:rating}}");
    }

    proptest! {
        #[test]
        fn nothing_that_is_put_in_becomes_markup(text in "[<>&\"'a-z{}!-]{0,40}") {
            let facts = Facts { support_email: &text, ..Facts::default() };
            let filled = fill("<p title=\"{{support_email}}\">", &facts);
            let inside = filled.html.strip_prefix("<p title=\"").and_then(|rest| rest.strip_suffix("\">")).unwrap_or("\"");
            prop_assert!(!inside.contains(['<', '>', '"', '\'']));
        }
    }
}
