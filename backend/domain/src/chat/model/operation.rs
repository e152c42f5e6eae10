//! One operation of a model's answer, checked against the document.

use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::prices;
use crate::chat::Edit;
use crate::document::patch::Content;
use crate::document::{self, BlockKind, Section, placeholders};
use crate::draft::TITLE_MAX;

/// The operations a model may use.
pub(super) const NAMES: [&str; 6] = ["replace", "insert", "move", "remove", "set_pricing_items", "set_title"];
/// The kinds a model may use for a new block; the pricing engine alone makes the pricing block.
pub(super) const KINDS: [BlockKind; 17] = [
    BlockKind::Summary,
    BlockKind::Needs,
    BlockKind::Solution,
    BlockKind::Scope,
    BlockKind::Assumptions,
    BlockKind::Exclusions,
    BlockKind::Timeline,
    BlockKind::WhatWeOffer,
    BlockKind::Team,
    BlockKind::WhyWorkWithUs,
    BlockKind::HowWeWork,
    BlockKind::Testimonials,
    BlockKind::CaseStudy,
    BlockKind::Notes,
    BlockKind::Terms,
    BlockKind::NextSteps,
    BlockKind::Free,
];
/// The longest body of a section, in bytes of Markdown.
const BODY_MAX: usize = 40_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Operation {
    op: String,
    #[serde(default)]
    block: Option<String>,
    #[serde(default)]
    after: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    pricing: Option<prices::ModelPrices>,
}

/// An operation as an edit; or a note for people if the operation is not possible here; or reasons for a
/// repair.
pub(super) fn read(
    path: &str,
    value: Value,
    content: &Content,
    ids: &mut dyn FnMut() -> Uuid,
) -> Result<Result<Edit, String>, Vec<String>> {
    // An unknown operation is refused without reading its other fields.
    if let Some(other) = value.get("op").and_then(Value::as_str).filter(|name| !NAMES.contains(name)) {
        let name: String =
            other.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ')).take(40).collect();
        return Ok(Err(format!(
            "I left out \"{name}\": from here I can change the proposal's sections, prices and title, and nothing else."
        )));
    }
    let operation: Operation = serde_json::from_value(value)
        .map_err(|error| vec![format!("{path} is not one of the operations: {error}.")])?;
    let mut reader = OperationReader { path, content, reasons: Vec::new() };
    let edit = reader.edit(operation, ids);
    match edit {
        Some(edit) if reader.reasons.is_empty() => Ok(Ok(edit)),
        _ => Err(reader.reasons),
    }
}

struct OperationReader<'a> {
    path: &'a str,
    content: &'a Content,
    reasons: Vec<String>,
}

impl<'a> OperationReader<'a> {
    fn edit(&mut self, operation: Operation, ids: &mut dyn FnMut() -> Uuid) -> Option<Edit> {
        match operation.op.as_str() {
            "replace" => {
                let block = self.block(operation.block.as_deref())?;
                let title =
                    operation.title.map(|title| self.line(&title)).filter(|title| *title != block.title);
                let html = match operation.body {
                    Some(body) => self.body(&body)?,
                    None => block.html.clone(),
                };
                Some(Edit::Replace { block: block.id, title, html })
            }
            "insert" => {
                let id = ids();
                let kind = operation.kind.as_deref().unwrap_or("free");
                let Some(kind) = BlockKind::from_name(kind).filter(|kind| KINDS.contains(kind)) else {
                    return self.refuse("kind is not one of the kinds");
                };
                let title = self.line(operation.title.as_deref().unwrap_or_default());
                let html = self.body(operation.body.as_deref().unwrap_or_default())?;
                if document::is_empty(&html) {
                    return self.refuse("body must not be empty");
                }
                let after = match operation.after.as_deref() {
                    None => before_next_steps(self.content),
                    Some(place) => self.place(place)?,
                };
                Some(Edit::Insert { after, section: Section { id, kind, title, html } })
            }
            "move" => {
                let block = self.block(operation.block.as_deref())?.id;
                let Some(place) = operation.after.as_deref() else {
                    return self.refuse("after must say where the section goes");
                };
                let after = self.place(place)?;
                if after == Some(block) {
                    return self.refuse("after must not be the section itself");
                }
                Some(Edit::Move { block, after })
            }
            "remove" => Some(Edit::Remove { block: self.block(operation.block.as_deref())?.id }),
            "set_title" => {
                let title = self.line(operation.title.as_deref().unwrap_or_default());
                if title.is_empty() {
                    return self.refuse("title must not be empty");
                }
                Some(Edit::SetTitle(title))
            }
            _ => {
                let Some(pricing) = operation.pricing else {
                    return self.refuse("pricing must hold the items");
                };
                let table = prices::read(
                    pricing,
                    &self.content.pricing,
                    &format!("{}.pricing", self.path),
                    ids,
                    &mut self.reasons,
                );
                Some(Edit::SetPricing(table))
            }
        }
    }

    fn refuse<T>(&mut self, why: &str) -> Option<T> {
        self.reasons.push(format!("{}.{why}.", self.path));
        None
    }

    fn block(&mut self, id: Option<&str>) -> Option<&'a Section> {
        let found = id.and_then(|id| Uuid::try_parse(id.trim()).ok()).and_then(|id| self.content.section(id));
        if found.is_none() {
            return self.refuse("block is not the id of a section of the document");
        }
        found
    }

    /// The position of a block: after another block, or at the beginning.
    #[expect(clippy::option_option, reason = "none is no place at all, and a place of none is the beginning")]
    fn place(&mut self, place: &str) -> Option<Option<Uuid>> {
        if place.trim() == "start" {
            return Some(None);
        }
        let found = Uuid::try_parse(place.trim()).ok().filter(|id| self.content.section(*id).is_some());
        if found.is_none() {
            return self.refuse("after is neither \"start\" nor the id of a section of the document");
        }
        Some(found)
    }

    fn line(&mut self, text: &str) -> String {
        let line = text.replace('\0', "").split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().count() > TITLE_MAX {
            self.reasons.push(format!("{}.title must have at most {TITLE_MAX} characters.", self.path));
        }
        self.whole(&line);
        line
    }

    fn body(&mut self, body: &str) -> Option<String> {
        if body.len() > BODY_MAX {
            return self.refuse(&format!("body must have at most {BODY_MAX} bytes"));
        }
        let html = document::markdown(body);
        self.whole(&document::text(&html));
        Some(html)
    }

    fn whole(&mut self, text: &str) {
        for placeholder in placeholders(text) {
            self.reasons.push(format!("{} contains the placeholder {placeholder}.", self.path));
        }
    }
}

/// The last block before the next steps; a new block without a stated position goes after it.
pub(in crate::chat) fn before_next_steps(content: &Content) -> Option<Uuid> {
    let end = content
        .sections
        .iter()
        .position(|section| section.kind == BlockKind::NextSteps)
        .unwrap_or(content.sections.len());
    content.sections.iter().take(end).next_back().map(|section| section.id)
}
