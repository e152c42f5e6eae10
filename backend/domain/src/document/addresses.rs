//! Which addresses a document may name, and the removal of all others.
//!
//! Texts of others (a recap, a website, a client's message) may carry addresses that lead a reader astray. A
//! draft or an edit names only those that the team has typed: in the company's profile, if the host is one
//! that the company uses, or in the document itself.

use std::collections::HashSet;
use std::ops::Range;

use super::patch::Content;
use super::tree::{self, Node};
use super::{clean, is_empty, text, without};
use crate::client::ClientProfile;
use crate::company::CompanyProfile;
use crate::pricing::PricingTable;

mod find;

use find::{Found, digits, normal};

/// Removing an address may bring two halves of another together.
const PASSES_MAX: usize = 8;

/// The addresses that may be named.
#[derive(Debug, Clone, Default)]
pub struct Addresses {
    /// Those that may be linked.
    links: HashSet<String>,
    /// Those that may be written as text.
    texts: HashSet<String>,
}

impl Addresses {
    /// Those of the company, and the client's own.
    #[must_use]
    pub fn of(company: &CompanyProfile, client: Option<&ClientProfile>) -> Self {
        let urls = [&company.website_url, &company.case_studies_link, &company.client_logos_url];
        let links: HashSet<String> = urls.into_iter().flatten().map(|url| normal(url)).collect();
        let hosts: HashSet<String> = links.iter().map(|link| host(link).to_owned()).collect();
        let prose = [
            &company.about_us,
            &company.what_we_offer,
            &company.how_we_work,
            &company.why_work_with_us,
            &company.testimonials,
            &company.success_metrics,
            &company.guarantees_offered,
            &company.industry_recognitions,
        ];
        // Prose may have been taken from a website.
        let typed =
            prose.into_iter().flatten().flat_map(|text| find::addresses(text)).map(|found| found.address);
        let mut texts: HashSet<String> = typed.filter(|address| hosts.contains(host(address))).collect();
        texts.extend(links.iter().cloned().chain(hosts).chain(company.phone.as_deref().map(digits)));
        let mut names = vec![company.name.as_str()];
        if let Some(client) = client {
            texts.insert(normal(client.email.as_str()));
            texts.extend(client.phone.as_deref().map(digits));
            texts.extend(client.website_url.as_deref().map(normal));
            texts.extend(client.website_url.as_deref().map(|url| host(&normal(url)).to_owned()));
            names.push(&client.company_name);
        }
        // A company may be called like its address.
        texts.extend(names.into_iter().flat_map(find::addresses).map(|found| found.address));
        Self { links, texts }
    }

    /// The same, and those in the document.
    #[must_use]
    pub fn and_of(mut self, content: &Content) -> Self {
        let items = content.pricing.groups.iter().flat_map(|group| &group.items);
        let mut words = vec![content.title.clone(), content.subtitle.clone().unwrap_or_default()];
        words.extend(content.pricing.groups.iter().map(|group| group.name.clone()));
        words
            .extend(items.flat_map(|item| [item.name.clone(), item.description.clone().unwrap_or_default()]));
        for section in &content.sections {
            words.push(section.title.clone());
            words.push(text(&section.html));
            linked(&tree::parse(&section.html), &mut self.links);
        }
        self.texts.extend(words.iter().flat_map(|words| find::addresses(words)).map(|found| found.address));
        self.texts.extend(self.links.iter().cloned());
        self
    }

    /// A text without addresses that may not be named.
    #[must_use]
    pub fn in_text(&self, text: &str) -> String {
        let mut kept = text.to_owned();
        for _ in 0..PASSES_MAX {
            let cuts = self.cuts(&kept);
            if cuts.is_empty() {
                break;
            }
            for cut in cuts.into_iter().rev() {
                kept.replace_range(cut, "");
            }
            kept.truncate(kept.trim_end().len());
        }
        kept
    }

    /// The same for clean HTML: other links become their words.
    #[must_use]
    pub fn in_html(&self, html: &str) -> String {
        let mut kept = String::with_capacity(html.len());
        self.unlink(&tree::parse(html), &mut kept);
        // Words that were apart in links are now one text.
        let mut kept = if kept == html { kept } else { clean(&kept) };
        for _ in 0..PASSES_MAX {
            let cuts = self.cuts(&text(&kept));
            if cuts.is_empty() {
                break;
            }
            kept = clean(&without(&kept, &cuts));
        }
        if is_empty(&kept) { String::new() } else { kept }
    }

    /// The same for the names and descriptions of a price table.
    #[must_use]
    pub fn in_table(&self, mut table: PricingTable) -> PricingTable {
        for group in &mut table.groups {
            group.name = self.in_text(&group.name);
            for item in &mut group.items {
                item.name = self.in_text(&item.name);
                for words in [&mut item.description, &mut item.unit] {
                    *words = words.take().map(|words| self.in_text(&words)).filter(|words| !words.is_empty());
                }
            }
        }
        table
    }

    /// The bytes to remove. Of a name with a top-level domain, the name stays, which may be a word of the
    /// sentence ("Booking.com"); other addresses go with a space.
    fn cuts(&self, text: &str) -> Vec<Range<usize>> {
        let unknown = find::addresses(text).into_iter().filter(|found| !self.names(found));
        let cut = |found: Found| match found.suffix {
            Some(suffix) => suffix,
            None if text.get(..found.span.start).is_some_and(|before| before.ends_with(' ')) => {
                found.span.start - 1..found.span.end
            }
            None if text.get(found.span.end..).is_some_and(|after| after.starts_with(' ')) => {
                found.span.start..found.span.end + 1
            }
            None => found.span,
        };
        let mut last = 0;
        let mut is_next = |cut: &Range<usize>| {
            let is_next = last <= cut.start;
            last = last.max(cut.end);
            is_next
        };
        unknown.map(cut).filter(|cut| is_next(cut)).collect()
    }

    fn names(&self, found: &Found) -> bool {
        let known = |number: &String| {
            found.address.len() >= 6
                && (number.ends_with(&found.address) || found.address.ends_with(number.as_str()))
        };
        let is_number = found.address.bytes().all(|byte| byte.is_ascii_digit());
        self.texts.contains(&found.address)
            || (is_number && self.texts.iter().filter(|text| text.len() >= 6).any(known))
    }

    fn unlink(&self, nodes: &[Node<'_>], out: &mut String) {
        for node in nodes {
            match node {
                Node::Text(text) => out.push_str(text),
                Node::Element { name: "a", attributes, children }
                    if !href(attributes).is_some_and(|to| self.links.contains(&to)) =>
                {
                    self.unlink(children, out);
                }
                Node::Element { name, attributes, children } => {
                    tree::open(name, attributes, out);
                    self.unlink(children, out);
                    tree::close(name, out);
                }
            }
        }
    }
}

/// The host of a normal form.
fn host(address: &str) -> &str {
    let end = address.find(['/', '?', '#', ':']).unwrap_or(address.len());
    let host = address.get(..end).unwrap_or_default();
    host.split_once('@').map_or(host, |(_, host)| host)
}

/// The target of a link in its normal form.
fn href(attributes: &str) -> Option<String> {
    let mut address = String::new();
    tree::unescape(tree::attribute(attributes, "href")?, &mut address);
    Some(normal(&address))
}

fn linked(nodes: &[Node<'_>], links: &mut HashSet<String>) {
    for node in nodes {
        if let Node::Element { name, attributes, children } = node {
            links.extend(href(attributes).filter(|_| *name == "a"));
            linked(children, links);
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    fn known() -> Addresses {
        let company = CompanyProfile {
            name: "Northlight".to_owned(),
            website_url: Some("https://www.northlight.example".to_owned()),
            case_studies_link: Some("https://northlight.example/work".to_owned()),
            phone: Some("+44 20 7946 0018".to_owned()),
            about_us: Some("Write to hello@northlight.example, not to jo@evil.example.".to_owned()),
            ..CompanyProfile::default()
        };
        Addresses::of(&company, None)
    }

    #[test]
    fn only_the_companys_own_addresses_stay() {
        for (text, left) in [
            ("See northlight.example, https://northlight.example/work or hello@northlight.example.", None),
            ("Call 020 7946 0018 or +44 20 7946 0018.", None),
            ("Pay at https://evil.example/pay, please.", Some("Pay at, please.")),
            ("Write to jo@evil.example now", Some("Write to now")),
            ("You sell on Booking.com and visit evil.example.", Some("You sell on Booking and visit evil.")),
            ("See https://northlight.example/pay", Some("See")),
            ("See https://northlight.example@evil.example", Some("See")),
            ("See shop.northlight.example", Some("See")),
            ("Call +1 900 555 0199", Some("Call")),
            ("https://evil.example is new", Some("is new")),
            ("https://evil.example", Some("")),
        ] {
            assert_eq!(known().in_text(text), left.unwrap_or(text));
        }
    }

    #[test]
    fn links_and_words_of_a_document_are_both_checked() {
        for (html, left) in [
            (
                "<p><a href=\"https://northlight.example/work\" rel=\"noopener noreferrer\">our work</a></p>",
                "<p><a href=\"https://northlight.example/work\" rel=\"noopener noreferrer\">our work</a></p>",
            ),
            (
                "<p><a href=\"https://evil.example\" rel=\"noopener noreferrer\">pay</a> here</p>",
                "<p>pay here</p>",
            ),
            ("<p>Go to <em>evil</em>.example/<b>pay</b> today</p>", "<p>Go to today</p>"),
            ("<p>A</p><ul><li>https://evil.example</li><li>B</li></ul>", "<p>A</p><ul><li>B</li></ul>"),
            (
                "<p>mail <a href=\"mailto:x@evil.example\" rel=\"noopener noreferrer\">x@evil.example</a></p>",
                "<p>mail</p>",
            ),
            ("<p>https://evil.example</p>", ""),
        ] {
            assert_eq!(known().in_html(html), left);
        }
    }

    #[test]
    fn what_the_document_names_may_be_named_again() {
        let html = "<p>See <a href=\"https://docs.example/a?b=1&amp;c=2\" rel=\"noopener noreferrer\">this</a> and partner.example.</p>";
        let section = super::super::Section {
            id: uuid::Uuid::nil(),
            kind: super::super::BlockKind::Free,
            title: String::new(),
            html: html.to_owned(),
        };
        let content = Content {
            title: String::new(),
            subtitle: None,
            sections: vec![section],
            pricing: PricingTable::default(),
        };
        let known = known().and_of(&content);
        assert_eq!(known.in_html(html), html);
        let link = "<p><a href=\"https://partner.example\" rel=\"noopener noreferrer\">partner</a></p>";
        assert_eq!(known.in_html(link), "<p>partner</p>", "words do not make a link");
    }

    proptest! {
        /// Whatever stands around them, no other address is left, and the rest is clean HTML.
        #[test]
        fn nothing_unknown_is_left(
            parts in proptest::collection::vec(
                "evil|\\.example|https://|<b>|</b>|<p>|</p>|@|/|\\+1 900 555 0199|\\.com| dot com|\\[\\.\\]|<a href=\"https://evil\\.example\">|</a>| |northlight|a", 0..14,
            ),
        ) {
            let html = clean(&parts.concat());
            let left = known().in_html(&html);
            prop_assert_eq!(clean(&left), left.clone());
            prop_assert_eq!(known().in_html(&left), left.clone());
            prop_assert!(known().cuts(&text(&left)).is_empty(), "{} of {}", left, html);
        }
    }
}
