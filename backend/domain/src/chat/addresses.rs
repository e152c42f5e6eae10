//! Keeps addresses out of edits that neither the document nor the company's profile names.

use super::{ChatInput, Edit};
use crate::document::{Section, addresses::Addresses};

/// What the reply says about addresses that were left out.
pub(super) const LEFT_OUT: &str = "I left out an address: I use only those of the document and of your company profile. If it belongs here, type it into the document.";

impl ChatInput {
    /// The addresses that an edit may name.
    pub(super) fn addresses(&self) -> Addresses {
        Addresses::of(&self.company, Some(&self.client)).and_of(&self.content)
    }
}

impl Edit {
    /// The edit without other addresses; none if nothing else is left of it.
    pub(super) fn without_addresses(&self, known: &Addresses) -> Option<Self> {
        Some(match self {
            Self::Replace { block, title, html } => {
                let (old, title) = (html, title.as_ref().map(|title| known.in_text(title)));
                let html = known.in_html(html);
                if html.is_empty() && !old.is_empty() {
                    return None;
                }
                Self::Replace { block: *block, title: title.filter(|title| !title.is_empty()), html }
            }
            Self::Insert { after, section } => {
                let (title, html) = (known.in_text(&section.title), known.in_html(&section.html));
                if html.is_empty() && !section.html.is_empty() {
                    return None;
                }
                Self::Insert { after: *after, section: Section { title, html, ..section.clone() } }
            }
            Self::SetPricing(table) => Self::SetPricing(known.in_table(table.clone())),
            Self::SetTitle(title) => {
                Self::SetTitle(Some(known.in_text(title)).filter(|title| !title.is_empty())?)
            }
            Self::Move { .. } | Self::Remove { .. } => self.clone(),
        })
    }
}
