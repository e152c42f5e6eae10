//! Applies edits to a proposal's content.

use uuid::Uuid;

use super::Edit;
use crate::document::BlockKind;
use crate::document::patch::Content;

/// The content after the edits. Edits of blocks that do not exist, and edits that the pricing block does not
/// accept, are left out and reported.
#[must_use]
pub fn apply(edits: &[Edit], content: &Content) -> (Content, Vec<String>) {
    let mut now = content.clone();
    let mut left_out = Vec::new();
    for edit in edits {
        if let Err(reason) = one(edit, &mut now) {
            left_out.push(reason);
        }
    }
    (now, left_out)
}

fn one(edit: &Edit, content: &mut Content) -> Result<(), String> {
    match edit {
        Edit::Replace { block, title, html } => {
            let section = content.sections.iter_mut().find(|section| section.id == *block);
            let section = section.ok_or("a section that was to be rewritten is not in the document")?;
            if let Some(title) = title {
                section.title.clone_from(title);
            }
            // The pricing block has no text to edit: the pricing engine renders it.
            if section.kind != BlockKind::Pricing {
                section.html.clone_from(html);
            }
        }
        Edit::Insert { after, section } => {
            let second = section.kind == BlockKind::Pricing
                && content.sections.iter().any(|other| other.kind == BlockKind::Pricing);
            if second || content.section(section.id).is_some() {
                return Err(format!("\"{}\" is in the document already", section.title));
            }
            let place = place(*after, content)
                .ok_or_else(|| format!("the place for \"{}\" is not in the document", section.title))?;
            content.sections.insert(place, section.clone());
        }
        Edit::Move { block, after } => {
            if *after == Some(*block) {
                return Err("a section cannot stand behind itself".to_owned());
            }
            let at = content.sections.iter().position(|section| section.id == *block);
            let at = at.ok_or("a section that was to be moved is not in the document")?;
            place(*after, content)
                .ok_or("the place for a section that was to be moved is not in the document")?;
            let section = content.sections.remove(at);
            let place = place(*after, content).unwrap_or(content.sections.len());
            content.sections.insert(place, section);
        }
        Edit::Remove { block } => {
            let at = content.sections.iter().position(|section| section.id == *block);
            content.sections.remove(at.ok_or("a section that was to be removed is not in the document")?);
        }
        Edit::SetPricing(table) => content.pricing.clone_from(table),
        Edit::SetTitle(title) => content.title.clone_from(title),
    }
    Ok(())
}

/// The index of a block that follows `after`.
fn place(after: Option<Uuid>, content: &Content) -> Option<usize> {
    match after {
        None => Some(0),
        Some(id) => content.sections.iter().position(|section| section.id == id).map(|at| at + 1),
    }
}
