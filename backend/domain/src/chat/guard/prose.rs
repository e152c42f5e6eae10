//! Checks a model's text: amounts, percentages and promises must have a source, and links must already exist.

use std::collections::HashSet;

use rust_decimal::Decimal;

use crate::chat::{ChatInput, Speaker};
use crate::document;
use crate::pricing::totals;
use crate::reading::amounts::{amounts, numbers, priced};
use crate::reading::lexicon::WordList;
use crate::recap::words::normal;

/// The sources that back a text.
#[derive(Debug)]
pub(super) struct Backing {
    amounts: HashSet<Decimal>,
    percentages: HashSet<Decimal>,
    /// All words of it, as normal words.
    words: String,
    /// What people said about the company and what the team wrote: the only sources of testimonials.
    said: String,
    links: HashSet<String>,
    /// The texts that the team wrote for this proposal, which may introduce an address.
    written: String,
}

impl Backing {
    pub(super) fn of(input: &ChatInput) -> Self {
        let company = &input.company;
        let mut texts: Vec<String> = input.team_words().into_iter().map(str::to_owned).collect();
        let profile = [
            &company.about_us,
            &company.what_we_offer,
            &company.how_we_work,
            &company.why_work_with_us,
            &company.testimonials,
            &company.success_metrics,
            &company.guarantees_offered,
            &company.industry_recognitions,
            &company.years_in_business,
            &company.team_size,
            &company.terms_and_conditions,
        ];
        texts.extend(profile.into_iter().flatten().cloned());
        texts.extend(company.certifications.iter().chain(&company.awards).cloned());
        texts.push(input.content.title.clone());
        texts.extend(input.content.subtitle.clone());
        let mut links = HashSet::new();
        let mut quoted = company.testimonials.clone().unwrap_or_default();
        for section in &input.content.sections {
            texts.push(section.title.clone());
            texts.push(document::text(&section.html));
            links.extend(addresses(&section.html).map(plain));
            if section.kind == document::BlockKind::Testimonials {
                quoted.push('\n');
                quoted.push_str(&document::text(&section.html));
            }
        }
        // The profile's prose may come from a website, so its addresses are not accepted as links here.
        links.extend(
            [&company.website_url, &company.case_studies_link, &company.client_logos_url].into_iter().flatten().map(|url| plain(url)),
        );
        let history = input.history.iter().filter(|said| said.who == Speaker::Team).map(|said| said.text.as_str());
        // Notes may be pasted from elsewhere: they can be quoted, but an address in them is not accepted as a
        // link.
        let notes = input.additional_notes.as_deref().unwrap_or_default();
        let written: Vec<&str> = std::iter::once(input.message.as_str()).chain(history).collect();
        let written = written.join("\n");
        let mut amounts: HashSet<Decimal> = texts.iter().flat_map(|text| priced(text)).map(|amount| amount.value).collect();
        amounts.extend(table_figures(input));
        Self {
            amounts,
            percentages: texts.iter().flat_map(|text| percentages(text)).collect(),
            words: normal(&texts.join("\n")),
            said: normal(&format!("{quoted}\n{notes}\n{written}")),
            links,
            written,
        }
    }

    /// The first part of a text that no source backs, in words for people.
    pub(super) fn unbacked(&self, text: &str) -> Option<String> {
        let amount = amounts(text).into_iter().find(|amount| amount.currency.is_some() && !self.amounts.contains(&amount.value));
        if let Some(amount) = amount {
            return Some(format!("{}, which nobody on your team has written", amount.text));
        }
        if let Some(percent) = percentages(text).into_iter().find(|percent| !self.percentages.contains(percent)) {
            return Some(format!("{percent}%, which nobody on your team has written"));
        }
        let words = normal(text);
        let known: Vec<&str> = WordList::Promise.found_in(&self.words).map(|(_, promise)| promise).collect();
        let (_, promise) = WordList::Promise.found_in(&words).filter(|(_, promise)| !known.contains(promise)).min()?;
        Some(format!("something about \"{promise}\", which neither you nor your company profile say"))
    }

    /// Whether every line of a testimonial is a quotation from the sources. Names and short lines between
    /// quotations are not checked.
    pub(super) fn has_said(&self, text: &str) -> bool {
        text.lines().map(normal).all(|line| line.split_whitespace().count() < 5 || self.said.contains(&line))
    }

    /// The same HTML with links to new addresses turned into plain text.
    pub(super) fn without_new_links(&self, html: &str) -> String {
        let mut out = String::with_capacity(html.len());
        let mut rest = html;
        let mut dropped = false;
        while let Some((before, after)) = rest.split_once("<a ") {
            let (tag, following) = split_tag(after);
            push_without_end(before, &mut dropped, &mut out);
            let address = address(tag);
            if address.is_some_and(|address| self.knows(address)) {
                out.push_str("<a ");
                out.push_str(tag);
                out.push('>');
            } else {
                dropped = true;
            }
            rest = following;
        }
        push_without_end(rest, &mut dropped, &mut out);
        // Removing links leaves adjacent text nodes, which are merged here.
        document::clean(&out)
    }

    fn knows(&self, address: &str) -> bool {
        let plain = plain(address);
        let bare = plain.trim_start_matches("mailto:").trim_start_matches("https://").trim_start_matches("http://");
        let written = |found: usize| {
            let after = self.written.get(found + bare.len()..).unwrap_or_default();
            let before = self.written.get(..found).unwrap_or_default();
            // A longer address that only starts or ends with this one is a different address.
            let open = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '@' | '%');
            let goes_on = after.trim_start_matches('/').starts_with(|c: char| open(c) || matches!(c, '?' | '#' | '&' | '='))
                || after.strip_prefix('.').is_some_and(|rest| rest.starts_with(open));
            !goes_on && !before.ends_with(|c: char| open(c) || c == '.')
        };
        self.links.contains(&plain) || (bare.len() > 3 && self.written.match_indices(bare).any(|(found, _)| written(found)))
    }
}

fn push_without_end(html: &str, dropped: &mut bool, out: &mut String) {
    match html.split_once("</a>") {
        Some((before, after)) if *dropped => {
            *dropped = false;
            out.push_str(before);
            out.push_str(after);
        }
        _ => out.push_str(html),
    }
}

/// Splits after the `>` that ends a tag, ignoring one inside a quoted value.
fn split_tag(after: &str) -> (&str, &str) {
    let mut quoted = false;
    for (at, byte) in after.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'>' if !quoted => return (after.get(..at).unwrap_or_default(), after.get(at + 1..).unwrap_or_default()),
            _ => {}
        }
    }
    (after, "")
}

fn address(tag: &str) -> Option<&str> {
    tag.split_once("href=\"")?.1.split_once('"').map(|(address, _)| address)
}

/// The targets of the links in clean HTML, as written.
fn addresses(html: &str) -> impl Iterator<Item = &str> {
    html.split("<a ").skip(1).filter_map(|after| address(split_tag(after).0))
}

fn plain(address: &str) -> String {
    address.replace("&amp;", "&").trim_end_matches('/').to_owned()
}

fn percentages(text: &str) -> Vec<Decimal> {
    numbers(text).into_iter().filter(|number| number.is_percent).map(|number| number.value).collect()
}

/// The prices and their totals.
fn table_figures(input: &ChatInput) -> Vec<Decimal> {
    let table = &input.content.pricing;
    let mut figures: Vec<Decimal> = table.groups.iter().flat_map(|group| &group.items).map(|item| item.unit_price.normalize()).collect();
    if let Ok(totals) = totals(table) {
        figures.push(totals.total_amount.normalize());
    }
    figures
}
