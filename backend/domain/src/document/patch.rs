//! Changes of a proposal as patches on its blocks: each block before and after, so that any change can be
//! undone.
//!
//! A patch is made by comparing two contents, regardless of their author. [`Patch::rewind`] goes back from
//! exactly the content that the patch led to; [`Patch::undo`] removes the change from a later one, keeps
//! later changes by others, and reports where both changed the same part.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{BlockKind, Section, from_sections, sections, with_pricing};
use crate::pricing::{PricingTable, render};

mod adopt;
mod order;

/// The most names in an overview.
const TOUCHED_MAX: usize = 20;
/// The most characters of a heading that a list shows.
const TOUCHED_CHARS_MAX: usize = 100;

/// The editable content of a proposal: its text and its prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub title: String,
    pub subtitle: Option<String>,
    /// The blocks in order. The pricing block has no body: the pricing engine renders it.
    pub sections: Vec<Section>,
    pub pricing: PricingTable,
}

impl Content {
    /// Reads a stored document, which is already normalised.
    #[must_use]
    pub fn read(title: String, subtitle: Option<String>, html: &str, pricing: PricingTable) -> Self {
        let mut content = Self { title, subtitle, sections: sections(html), pricing };
        content.forget_rendering();
        content
    }

    /// The document with the rendered prices.
    #[must_use]
    pub fn html(&self) -> String {
        self.clone().written().1
    }

    /// The same, and the content with the pricing block that was added if there was none.
    #[must_use]
    pub fn written(mut self) -> (Self, String) {
        self.sections = with_pricing(self.sections, &render::html(&self.pricing));
        let html = from_sections(&self.sections);
        self.forget_rendering();
        (self, html)
    }

    /// The pricing block has no body of its own.
    fn forget_rendering(&mut self) {
        for section in self.sections.iter_mut().filter(|section| section.kind == BlockKind::Pricing) {
            section.html.clear();
        }
    }

    /// Restores a pricing block of `earlier` that an edit removed, with its id and heading, after the block
    /// that it followed: prices are shown as long as there are any.
    #[must_use]
    pub fn with_pricing_block_of(mut self, earlier: &Self) -> Self {
        let is_pricing = |section: &&Section| section.kind == BlockKind::Pricing;
        let lost = earlier
            .sections
            .iter()
            .find(is_pricing)
            .filter(|_| !self.sections.iter().any(|section| is_pricing(&section)));
        if let Some(block) = lost
            && self.section(block.id).is_none()
            && !render::html(&self.pricing).is_empty()
        {
            let there = self.order().into_iter().collect();
            self.sections = put_back(self.sections, vec![block.clone()], &earlier.order(), &there);
        }
        self
    }

    /// The block of that id.
    #[must_use]
    pub fn section(&self, id: Uuid) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    fn order(&self) -> Vec<Uuid> {
        self.sections.iter().map(|section| section.id).collect()
    }
}

/// One block, before and after. Added blocks have no `before`, removed ones no `after`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlockChange {
    /// The block's id.
    pub id: Uuid,
    /// The block before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Section>,
    /// The block after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Section>,
}

/// A block that was moved without another change, with its name for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MovedBlock {
    /// The block's id.
    pub id: Uuid,
    pub kind: BlockKind,
    /// Its heading.
    pub title: String,
}

/// A value before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Replaced<T> {
    /// The value before.
    pub before: T,
    /// The value after.
    pub after: T,
}

impl<T: PartialEq + Clone> Replaced<T> {
    fn between(before: &T, after: &T) -> Option<Self> {
        (before != after).then(|| Self { before: before.clone(), after: after.clone() })
    }
}

/// A complete change.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Patch {
    /// Blocks that were added, changed or removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<BlockChange>,
    /// The order of the blocks, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Replaced<Vec<Uuid>>>,
    /// The blocks that were only moved, so that the patch can be read without the content.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved_blocks: Vec<MovedBlock>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pricing: Option<Replaced<PricingTable>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Replaced<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<Replaced<Option<String>>>,
}

/// A part that could not be undone, because it was changed again since.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum UndoConflict {
    Block {
        /// The block's id.
        id: Uuid,
        /// Its heading, for people.
        title: String,
    },
    Pricing,
    Title,
    Subtitle,
}

/// The result of undoing a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoResult {
    /// The content without the change, except for the parts in `kept`.
    pub content: Content,
    /// The parts that were not undone.
    pub overtaken: Vec<UndoConflict>,
}

/// The part of a patch to undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// One block.
    Block(Uuid),
    Pricing,
    /// Title and subtitle.
    Titles,
}

impl Part {
    fn has_block(self, id: Uuid) -> bool {
        matches!(self, Self::Whole) || self == Self::Block(id)
    }
}

impl Patch {
    /// The patch that leads from one content to the other.
    #[must_use]
    pub fn between(before: &Content, after: &Content) -> Self {
        let old: HashMap<Uuid, &Section> =
            before.sections.iter().map(|section| (section.id, section)).collect();
        let new: HashMap<Uuid, &Section> =
            after.sections.iter().map(|section| (section.id, section)).collect();
        let kept = after.sections.iter().filter_map(|section| {
            let earlier = old.get(&section.id).copied();
            (earlier != Some(section)).then(|| BlockChange {
                id: section.id,
                before: earlier.cloned(),
                after: Some(section.clone()),
            })
        });
        let gone = before.sections.iter().filter(|section| !new.contains_key(&section.id));
        let gone =
            gone.map(|section| BlockChange { id: section.id, before: Some(section.clone()), after: None });
        let order = Replaced::between(&before.order(), &after.order());
        let moved = order.as_ref().map(|order| order::moved(&order.before, &order.after)).unwrap_or_default();
        let moved_blocks = moved.iter().filter_map(|id| {
            let section = new.get(id).filter(|section| old.get(id) == Some(section))?;
            Some(MovedBlock { id: *id, kind: section.kind, title: section.title.clone() })
        });
        Self {
            blocks: kept.chain(gone).collect(),
            moved_blocks: moved_blocks.collect(),
            order,
            pricing: Replaced::between(&before.pricing, &after.pricing),
            title: Replaced::between(&before.title, &after.title),
            subtitle: Replaced::between(&before.subtitle, &after.subtitle),
        }
    }

    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The blocks it moved, including those it also changed.
    #[must_use]
    pub fn moved(&self) -> Vec<Uuid> {
        self.order.as_ref().map(|order| order::moved(&order.before, &order.after)).unwrap_or_default()
    }

    /// What it changed, for a list: the headings of blocks in the order of the document, then prices and
    /// title.
    #[must_use]
    pub fn touched(&self) -> Vec<String> {
        let name = |kind: BlockKind, title: &str| {
            if title.is_empty() {
                kind.label().to_owned()
            } else {
                title.chars().take(TOUCHED_CHARS_MAX).collect()
            }
        };
        let changed =
            self.blocks.iter().filter_map(|change| change.after.as_ref().or(change.before.as_ref()));
        let blocks = changed.map(|section| name(section.kind, &section.title));
        let moved = self.moved_blocks.iter().map(|block| name(block.kind, &block.title));
        let titles = self.title.is_some() || self.subtitle.is_some();
        let others = [(self.pricing.is_some(), "Prices"), (titles, "Title")];
        let others = others.into_iter().filter(|(touched, _)| *touched).map(|(_, name)| name.to_owned());
        let mut names: Vec<String> = blocks.chain(moved).take(TOUCHED_MAX).collect();
        names.extend(others);
        names
    }

    /// The content before this patch, given exactly the content after it.
    #[must_use]
    pub fn rewind(&self, mut content: Content) -> Content {
        let order = self.order.as_ref().map_or_else(|| content.order(), |order| order.before.clone());
        let mut sections: HashMap<Uuid, Section> =
            content.sections.drain(..).map(|section| (section.id, section)).collect();
        for change in &self.blocks {
            match &change.before {
                Some(section) => drop(sections.insert(change.id, section.clone())),
                None => drop(sections.remove(&change.id)),
            }
        }
        content.sections = order.iter().filter_map(|id| sections.remove(id)).collect();
        if let Some(pricing) = &self.pricing {
            content.pricing = pricing.before.clone();
        }
        if let Some(title) = &self.title {
            content.title.clone_from(&title.before);
        }
        if let Some(subtitle) = &self.subtitle {
            content.subtitle.clone_from(&subtitle.before);
        }
        content
    }

    /// Undoes `part` of this patch in a later content.
    #[must_use]
    pub fn undo(&self, part: Part, now: Content) -> UndoResult {
        let mut undoing = UndoState { content: now, overtaken: Vec::new() };
        let mut back: Vec<Section> = Vec::new();
        for change in self.blocks.iter().filter(|change| part.has_block(change.id)) {
            back.extend(undoing.block(change));
        }
        if let Some(order) = &self.order {
            let fixed = undoing.fixed(order);
            back.extend(undoing.take_moved(part, order, &fixed));
            undoing.content.sections = put_back(undoing.content.sections, back, &order.before, &fixed);
        }
        if matches!(part, Part::Whole | Part::Pricing)
            && let Some(pricing) = &self.pricing
        {
            undo_value(&mut undoing.content.pricing, pricing, UndoConflict::Pricing, &mut undoing.overtaken);
        }
        if matches!(part, Part::Whole | Part::Titles) {
            if let Some(title) = &self.title {
                undo_value(&mut undoing.content.title, title, UndoConflict::Title, &mut undoing.overtaken);
            }
            if let Some(subtitle) = &self.subtitle {
                undo_value(
                    &mut undoing.content.subtitle,
                    subtitle,
                    UndoConflict::Subtitle,
                    &mut undoing.overtaken,
                );
            }
        }
        UndoResult { content: undoing.content, overtaken: undoing.overtaken }
    }
}

fn undo_value<T: PartialEq + Clone>(
    now: &mut T,
    replaced: &Replaced<T>,
    what: UndoConflict,
    overtaken: &mut Vec<UndoConflict>,
) {
    if *now == replaced.after {
        *now = replaced.before.clone();
    } else if *now != replaced.before {
        overtaken.push(what);
    }
}

/// A content in which a patch is being undone.
struct UndoState {
    content: Content,
    overtaken: Vec<UndoConflict>,
}

impl UndoState {
    /// Undoes the change of a block. Returns the block if it was removed and must be restored.
    fn block(&mut self, change: &BlockChange) -> Option<Section> {
        let current = self.content.sections.iter_mut().find(|section| section.id == change.id);
        match (&change.before, &change.after, current) {
            (Some(before), Some(after), Some(current)) if current == after => current.clone_from(before),
            (None, Some(after), Some(current)) if current == after => {
                self.content.sections.retain(|section| section.id != change.id);
            }
            // It already is as it was before, or an added block was removed: there is nothing to undo.
            (Some(before), _, Some(current)) if current == before => {}
            (None, _, None) => {}
            (Some(before), None, None) => return Some(before.clone()),
            (before, after, _) => {
                let title = after
                    .as_ref()
                    .or(before.as_ref())
                    .map(|section| section.title.clone())
                    .unwrap_or_default();
                self.overtaken.push(UndoConflict::Block { id: change.id, title });
            }
        }
        None
    }

    /// The blocks that neither this change nor a later one moved: the positions of the others are relative to
    /// them.
    fn fixed(&self, order: &Replaced<Vec<Uuid>>) -> HashSet<Uuid> {
        let unmoved = order::stayed(&order.before, &order.after);
        let unmoved: Vec<Uuid> = order.after.iter().filter(|id| unmoved.contains(id)).copied().collect();
        order::stayed(&unmoved, &self.content.order())
    }

    /// Removes the blocks that must go back to their old position. One that was moved again since stays and
    /// is reported.
    fn take_moved(&mut self, part: Part, order: &Replaced<Vec<Uuid>>, fixed: &HashSet<Uuid>) -> Vec<Section> {
        let now = self.content.order();
        let moved: HashSet<Uuid> = order::moved(&order.before, &order.after).into_iter().collect();
        let [before, after, here] =
            [&order.before, &order.after, &now].map(|order| order::predecessors(order, &moved, fixed));
        let mut taken = HashSet::new();
        for id in now.iter().filter(|id| moved.contains(id) && part.has_block(**id)) {
            if here.get(id) == before.get(id) {
                continue;
            }
            if here.get(id) == after.get(id) {
                taken.insert(*id);
            } else {
                let known = self
                    .overtaken
                    .iter()
                    .any(|what| matches!(what, UndoConflict::Block { id: other, .. } if other == id));
                let title =
                    self.content.section(*id).map(|section| section.title.clone()).unwrap_or_default();
                if !known {
                    self.overtaken.push(UndoConflict::Block { id: *id, title });
                }
            }
        }
        let (taken, left) = std::mem::take(&mut self.content.sections)
            .into_iter()
            .partition(|section| taken.contains(&section.id));
        self.content.sections = left;
        taken
    }
}

/// Inserts blocks at their position in `order`: each after the nearest one of `fixed` before it, else at the
/// beginning.
fn put_back(
    sections: Vec<Section>,
    blocks: Vec<Section>,
    order: &[Uuid],
    fixed: &HashSet<Uuid>,
) -> Vec<Section> {
    let mut blocks: HashMap<Uuid, Section> = blocks.into_iter().map(|block| (block.id, block)).collect();
    let mut behind: HashMap<Option<Uuid>, Vec<Section>> = HashMap::new();
    let mut anchor = None;
    for id in order {
        if fixed.contains(id) {
            anchor = Some(*id);
        } else if let Some(block) = blocks.remove(id) {
            behind.entry(anchor).or_default().push(block);
        }
    }
    let mut whole = behind.remove(&None).unwrap_or_default();
    for section in sections {
        let id = section.id;
        whole.push(section);
        whole.extend(behind.remove(&Some(id)).unwrap_or_default());
    }
    whole
}

#[cfg(test)]
mod tests;
