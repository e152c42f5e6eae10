//! Finds headings and the text below them: about, why, how, what.

use std::collections::HashMap;

use super::links::{Topic, topic_of};
use super::text::{cut, fold, has_phrase, spaced};
use super::view::{Block, Kind, Region, View};
use super::{FoundText, TEXT_MAX};
use crate::reading::lexicon::WordList;

mod headings;

pub(super) use headings::{Field, is_call};

/// Shorter texts contain no information about a company.
const TEXT_MIN: usize = 25;
/// After this much text before the first subheading, the text below it is about something else.
const LEAD_ENOUGH: usize = 80;

/// The most headings of a page that are considered.
const HEADINGS_MAX: usize = 400;

/// Short texts that repeat on every page: addresses, slogans, opening hours.
pub(super) struct Repeated(HashMap<String, usize>, usize);

impl Repeated {
    pub(super) fn new(views: &[View]) -> Self {
        let mut counts = HashMap::new();
        for view in views {
            let mut own: Vec<String> = view
                .blocks
                .iter()
                .filter(|block| block.text.chars().count() <= 200)
                .map(|block| fold(&block.text))
                .collect();
            own.sort_unstable();
            own.dedup();
            for text in own {
                *counts.entry(text).or_insert(0) += 1;
            }
        }
        Self(counts, views.len())
    }

    fn has(&self, text: &str) -> bool {
        self.1 >= 3 && self.0.get(&fold(text)).is_some_and(|count| *count >= 3)
    }
}

/// The text under the headings of a field.
pub(super) fn find(field: Field, views: &[View], repeated: &Repeated) -> Option<FoundText> {
    let mut best: Option<(usize, FoundText)> = None;
    for view in views {
        let topic = topic_of(view);
        let at_home = |field| {
            matches!(
                (field, topic),
                (Field::About, Some(Topic::About))
                    | (Field::Offer, Some(Topic::Services))
                    | (Field::How | Field::Why, Some(Topic::Approach))
            )
        };
        let headings = view.blocks.iter().enumerate().filter_map(|(at, block)| match block.kind {
            Kind::Heading(level) if is_content(block) => Some((at, level, block)),
            _ => None,
        });
        for (at, level, block) in headings.take(HEADINGS_MAX) {
            let Some(mut score) = headings::score(field, &block.text) else { continue };
            let Some(text) = section(field, view, at, level, repeated) else { continue };
            score += if at_home(field) { 4 } else { 0 } + usize::from(text.chars().count() >= 120);
            if best.as_ref().is_none_or(|(top, _)| score > *top) {
                best = Some((score, FoundText { text, url: view.url.clone() }));
            }
        }
    }
    best.map(|(_, found)| found).or_else(|| (field == Field::About).then(|| lead(views, repeated)).flatten())
}

/// The introductory text of the page about the company, if no heading introduces it.
fn lead(views: &[View], repeated: &Repeated) -> Option<FoundText> {
    let view = views.iter().find(|view| topic_of(view) == Some(Topic::About))?;
    let start =
        view.blocks.iter().position(|block| matches!(block.kind, Kind::Heading(_)) && is_content(block))?;
    let text = join(
        view,
        (start + 1..view.blocks.len()).collect::<Vec<_>>().as_slice(),
        Field::About,
        repeated,
        true,
    );
    (text.chars().count() >= LEAD_ENOUGH).then(|| FoundText { text, url: view.url.clone() })
}

/// The text under a heading.
fn section(field: Field, view: &View, heading: usize, level: u8, repeated: &Repeated) -> Option<String> {
    let block = view.blocks.get(heading)?;
    let is_text = |block: &Block| is_content(block) && !block.linked && block.text.chars().count() >= 3;
    // The innermost element around the heading with more content than the heading.
    let past = view
        .around(block.element)
        .filter(|(_, element)| {
            !element.name.starts_with('h') || element.name == "header" || element.name == "html"
        })
        .find(|(_, element)| {
            view.blocks.get(heading + 1..element.past).is_some_and(|rest| rest.iter().take(200).any(is_text))
        })
        .map_or(view.blocks.len(), |(_, element)| element.past);
    let mut taken = Vec::new();
    for at in heading + 1..past {
        let Some(block) = view.blocks.get(at) else { break };
        if let Kind::Heading(own) = block.kind
            && (own <= level || headings::is_other(field, &block.text))
        {
            break;
        }
        taken.push(at);
    }
    let text = join(view, &taken, field, repeated, field == Field::About);
    (text.chars().count() >= TEXT_MIN).then_some(text)
}

/// The blocks as paragraphs; `lead_only` stops at the first subheading once there is enough.
fn join(view: &View, blocks: &[usize], field: Field, repeated: &Repeated, lead_only: bool) -> String {
    let mut out = String::new();
    let mut last: Option<&Block> = None;
    let mut pending: Option<&Block> = None;
    for block in blocks.iter().filter_map(|at| view.blocks.get(*at)) {
        let is_heading = matches!(block.kind, Kind::Heading(_));
        if is_heading && lead_only && out.chars().count() >= LEAD_ENOUGH {
            break;
        }
        if !is_content(block) || is_noise(view, block, field) || repeated.has(&block.text) {
            continue;
        }
        if is_heading {
            // A heading is kept with the text below it; one without text is an entry of a list of services.
            if let Some(alone) = pending.take().filter(|_| field == Field::Offer) {
                add(&mut out, &alone.text, true);
                last = Some(alone);
            }
            pending = Some(block);
            continue;
        }
        if let Some(heading) = pending.take() {
            add(&mut out, &heading.text, false);
            add(&mut out, &block.text, true);
        } else {
            let both_entries = block.kind == Kind::Entry && last.is_some_and(|last| last.kind == Kind::Entry);
            add(&mut out, &block.text, both_entries);
        }
        last = Some(block);
        if out.chars().count() > TEXT_MAX * 2 {
            break;
        }
    }
    if let Some(alone) = pending.filter(|_| field == Field::Offer) {
        add(&mut out, &alone.text, true);
    }
    cut(&out, TEXT_MAX).to_owned()
}

fn add(out: &mut String, text: &str, same_paragraph: bool) {
    if !out.is_empty() {
        out.push_str(if same_paragraph { "\n" } else { "\n\n" });
    }
    out.push_str(text);
}

pub(super) fn is_content(block: &Block) -> bool {
    block.region == Region::Content
}

/// Class names of elements about something other than the company.
const OTHER_MARKS: [&str; 9] =
    ["testimonial", "testimonials", "review", "reviews", "quote", "breadcrumb", "form", "legal", "cta"];

/// A legal line or a cookie notice.
pub(super) fn is_legal(text: &str) -> bool {
    text.contains('©') || (text.chars().count() < 400 && WordList::LegalNotice.stands_in(&spaced(text)))
}

fn is_noise(view: &View, block: &Block, field: Field) -> bool {
    let text = block.text.as_str();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters < 3 || is_legal(text) || is_call(text) {
        return true;
    }
    if block.linked
        && !matches!(block.kind, Kind::Heading(_))
        && !(field == Field::Offer && block.kind == Kind::Entry)
    {
        return true;
    }
    view.around(block.element).take(6).any(|(_, element)| {
        matches!(element.name.as_str(), "blockquote" | "figure" | "figcaption" | "address")
            || (has_phrase(&element.marks, &OTHER_MARKS)
                && element.past - element.first.min(element.past) < 12)
    })
}
