//! The document of a proposal: HTML made of blocks `<section data-block="id" data-kind="...">`.
//!
//! All input (editor, model, API) goes through [`normalise`]: one allow-list sanitiser, then every part
//! belongs to exactly one block with a stable, unique id. The content of the pricing block always comes from
//! the pricing engine.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub mod addresses;
pub mod allow_list;
pub mod compare;
mod cut;
mod guard;
mod kind;
pub mod patch;
mod placeholder;
mod sanitise;
pub mod tree;

pub use cut::without;
pub use guard::is_parsable;
pub use kind::BlockKind;
pub use placeholder::placeholders;
pub use sanitise::{clean, escape, plain};

use tree::Node;

/// One block of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Stable id, unique within the document.
    pub id: Uuid,
    pub kind: BlockKind,
    /// Plain text of its heading; empty if it has none.
    pub title: String,
    /// Clean HTML after the heading, without `section` tags.
    pub html: String,
}

impl Section {
    /// The block as a `section`.
    #[must_use]
    pub fn to_html(&self) -> String {
        let heading =
            if self.title.is_empty() { String::new() } else { format!("<h2>{}</h2>", escape(&self.title)) };
        format!(
            "<section data-block=\"{}\" data-kind=\"{}\">{heading}{}</section>",
            self.id,
            self.kind.name(),
            self.html
        )
    }
}

/// Writes blocks as a document. Their HTML must be clean, as everything from this module is.
#[must_use]
pub fn from_sections(sections: &[Section]) -> String {
    sections.iter().map(Section::to_html).collect()
}

/// Reads the blocks of a normalised document. Parts outside blocks, which such a document does not have, get
/// ids by position.
#[must_use]
pub fn sections(html: &str) -> Vec<Section> {
    let mut place: u128 = 0;
    read(html, &mut || {
        place += 1;
        Uuid::from_u128(place)
    })
}

/// Turns any HTML into a document: cleaned, every part in a block, ids kept if they are valid and unique,
/// else taken from `ids`. Loose content becomes `free` blocks; a second pricing block becomes `free`.
/// Normalising twice changes nothing.
#[must_use]
pub fn normalise(html: &str, ids: &mut dyn FnMut() -> Uuid) -> String {
    let settled = sanitise::settle(plain(html), |html| {
        let cleaned = sanitise::pass(html)?;
        let rewritten = from_sections(&read(&cleaned, ids));
        // Rewriting may join what the parser separates, so it repeats until neither changes the document.
        Some(if rewritten == html { cleaned } else { rewritten })
    });
    settled.unwrap_or_else(|html| {
        let words = Section {
            id: ids(),
            kind: BlockKind::Free,
            title: String::new(),
            html: sanitise::as_paragraph(&html),
        };
        from_sections(&[words])
    })
}

/// Puts the rendered prices into the pricing block. A document without one gets one, before its next steps or
/// at its end, unless there are no prices. Expects a normalised document.
#[must_use]
pub fn replace_pricing(html: &str, pricing_html: &str) -> String {
    from_sections(&with_pricing(sections(html), pricing_html))
}

fn with_pricing(mut sections: Vec<Section>, pricing_html: &str) -> Vec<Section> {
    if let Some(block) = sections.iter_mut().find(|section| section.kind == BlockKind::Pricing) {
        pricing_html.clone_into(&mut block.html);
    } else if !pricing_html.is_empty() {
        let block = Section {
            id: unused_id(&sections),
            kind: BlockKind::Pricing,
            title: "Pricing".to_owned(),
            html: pricing_html.to_owned(),
        };
        let place = sections
            .iter()
            .position(|section| section.kind == BlockKind::NextSteps)
            .unwrap_or(sections.len());
        sections.insert(place, block);
    }
    sections
}

/// The only block that is created without a given id: it gets a fixed one, or the next one that is free.
fn unused_id(sections: &[Section]) -> Uuid {
    let mut number: u128 = 0x7072_6963_696e_8000_8000_0000_0000_0000;
    while sections.iter().any(|section| section.id.as_u128() == number) {
        number += 1;
    }
    Uuid::from_u128(number)
}

/// Converts Markdown to clean HTML without sections. Tables and strikethrough are supported; headings start
/// below a block's heading; a picture is replaced by its description.
#[must_use]
pub fn markdown(text: &str) -> String {
    let events =
        Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).filter_map(|event| {
            match event {
                Event::Start(Tag::Heading { level, .. }) => Some(Event::Start(Tag::Heading {
                    level: below_block(level),
                    id: None,
                    classes: Vec::new(),
                    attrs: Vec::new(),
                })),
                Event::End(TagEnd::Heading(level)) => Some(Event::End(TagEnd::Heading(below_block(level)))),
                Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
                other => Some(other),
            }
        });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    let settled = sanitise::settle(clean(&html), |html| {
        let mut out = String::with_capacity(html.len());
        tree::write(&tree::parse(html), false, &mut out);
        Some(clean(&out))
    });
    let html = settled.unwrap_or_else(|html| sanitise::as_paragraph(&html));
    html.trim().to_owned()
}

fn below_block(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 | HeadingLevel::H2 => HeadingLevel::H3,
        deeper => deeper,
    }
}

/// The readable text of clean HTML, one line per block element.
#[must_use]
pub fn text(html: &str) -> String {
    let mut out = String::new();
    tree::text(&tree::parse(html), &mut out);
    out
}

/// Whether clean HTML has no visible text.
#[must_use]
pub fn is_empty(html: &str) -> bool {
    text(html)
        .chars()
        .all(|c| c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}'))
}

/// Collects blocks from clean HTML.
struct DocumentReader<'a> {
    ids: &'a mut dyn FnMut() -> Uuid,
    sections: Vec<Section>,
    used: std::collections::HashSet<Uuid>,
    loose: String,
}

fn read(html: &str, ids: &mut dyn FnMut() -> Uuid) -> Vec<Section> {
    let nodes = tree::parse(html);
    let mut reader = DocumentReader {
        ids,
        sections: Vec::new(),
        used: std::collections::HashSet::new(),
        loose: String::new(),
    };
    reader.collect(&nodes);
    reader.flush();
    reader.sections
}

impl DocumentReader<'_> {
    fn collect(&mut self, nodes: &[Node<'_>]) {
        for node in nodes {
            match node {
                Node::Element { name: "section", attributes, children } => {
                    self.flush();
                    self.block(attributes, children);
                }
                // A wrapper around blocks is not a block itself.
                Node::Element { children, .. } if tree::contains(children, "section") => {
                    self.collect(children);
                }
                other => tree::write(std::slice::from_ref(other), false, &mut self.loose),
            }
        }
    }

    /// Ends a run of loose content.
    fn flush(&mut self) {
        let loose = std::mem::take(&mut self.loose);
        if !loose.trim().is_empty() {
            let nodes = tree::parse(&loose);
            self.block("", &nodes);
        }
    }

    fn block(&mut self, attributes: &str, children: &[Node<'_>]) {
        let id = tree::attribute(attributes, "data-block")
            .and_then(|value| Uuid::try_parse(value).ok())
            .filter(|id| !self.used.contains(id))
            .unwrap_or_else(|| self.fresh_id());
        self.used.insert(id);
        let kind = tree::attribute(attributes, "data-kind")
            .and_then(BlockKind::from_name)
            .filter(|kind| *kind != BlockKind::Pricing || !self.has_pricing())
            .unwrap_or(BlockKind::Free);
        let (title, body) = split_title(children);
        let mut html = String::new();
        tree::write(body, kind == BlockKind::Pricing, &mut html);
        self.sections.push(Section { id, kind, title, html: html.trim().to_owned() });
    }

    fn has_pricing(&self) -> bool {
        self.sections.iter().any(|section| section.kind == BlockKind::Pricing)
    }

    fn fresh_id(&mut self) -> Uuid {
        loop {
            let id = (self.ids)();
            if !self.used.contains(&id) {
                return id;
            }
        }
    }
}

/// A block's title is its leading plain `<h2>`; a heading with markup in it stays in the body, so that
/// nothing is lost.
fn split_title<'t, 'h>(children: &'t [Node<'h>]) -> (String, &'t [Node<'h>]) {
    let blank = |node: &Node<'_>| matches!(node, Node::Text(text) if text.trim().is_empty());
    let start = children.iter().take_while(|node| blank(node)).count();
    let body = children.get(start..).unwrap_or_default();
    if let Some((Node::Element { name: "h2", attributes: "", children: heading }, rest)) = body.split_first()
        && heading.iter().all(|node| matches!(node, Node::Text(_)))
    {
        let mut title = String::new();
        tree::text(heading, &mut title);
        return (title.split_whitespace().collect::<Vec<_>>().join(" "), rest);
    }
    (String::new(), body)
}

#[cfg(test)]
mod tests;
