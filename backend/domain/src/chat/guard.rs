//! Decides which changes of a model's answer are accepted, regardless of its instructions.
//!
//! A model reads recaps, websites and messages of clients, and may follow instructions hidden in them. So
//! only what the team asks for and writes counts: prices change only if the present message is about prices,
//! and only to figures that the team wrote; text may not name an amount, percentage or promise that nothing
//! backs, and no new address; sections are removed and titles changed only if the message
//! asks for it. Everything else is left out, and the reply says so.

use super::{ChatInput, Edit, addresses};
use crate::document::{self, BlockKind, Section, addresses::Addresses};
use crate::recap::words::normal;

mod prices;
mod prose;
pub(super) mod words;

pub use prices::{GuardedPrices, prices};

use prose::Backing;

/// The accepted part of an edit, and sentences for people about what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GuardedEdit {
    /// The accepted part.
    pub edit: Option<Edit>,
    /// What was left out.
    pub left_out: Vec<String>,
}

impl GuardedEdit {
    fn pass(edit: Edit) -> Self {
        Self { edit: Some(edit), left_out: Vec::new() }
    }

    fn refuse(why: String) -> Self {
        Self { edit: None, left_out: vec![why] }
    }
}

/// Checks the edits of one answer in their order: the result for the first ones does not depend on those that
/// follow.
#[derive(Debug)]
pub struct Guard<'a> {
    input: &'a ChatInput,
    /// The present message, as [`normal`] words.
    message: String,
    backing: std::cell::OnceCell<Backing>,
    addresses: std::cell::OnceCell<Addresses>,
    removed: usize,
}

impl<'a> Guard<'a> {
    /// For an answer to this message.
    #[must_use]
    pub fn new(input: &'a ChatInput) -> Self {
        Self {
            input,
            message: normal(&input.message),
            backing: std::cell::OnceCell::new(),
            addresses: std::cell::OnceCell::new(),
            removed: 0,
        }
    }

    fn backing(&self) -> &Backing {
        self.backing.get_or_init(|| Backing::of(self.input))
    }

    /// Returns the accepted part of an edit.
    pub fn judge(&mut self, edit: &Edit) -> GuardedEdit {
        let known = self.addresses.get_or_init(|| self.input.addresses());
        let Some(kept) = edit.without_addresses(known) else {
            return GuardedEdit::refuse(addresses::LEFT_OUT.to_owned());
        };
        let cut = kept != *edit;
        let mut judged = self.judge_words(kept);
        judged.left_out.extend((cut && judged.edit.is_some()).then(|| addresses::LEFT_OUT.to_owned()));
        judged
    }

    fn judge_words(&mut self, edit: Edit) -> GuardedEdit {
        match edit {
            Edit::Replace { block, title, html } => match self.input.content.section(block) {
                Some(section) => self.replace(section, title, html),
                None => {
                    GuardedEdit::refuse("I left out a change: its section is not in the document.".to_owned())
                }
            },
            Edit::Insert { after, section } => self.insert(after, section),
            Edit::Move { .. } => GuardedEdit::pass(edit),
            Edit::Remove { block } => match self.input.content.section(block) {
                Some(section) => self.remove(section),
                None => {
                    GuardedEdit::refuse("I left out a change: its section is not in the document.".to_owned())
                }
            },
            Edit::SetPricing(table) => {
                let judged = prices(&self.input.content.pricing, table, self.input);
                let edit =
                    (judged.table != self.input.content.pricing).then_some(Edit::SetPricing(judged.table));
                GuardedEdit { edit, left_out: judged.left_out }
            }
            Edit::SetTitle(title) => self.set_title(title),
        }
    }

    fn replace(&self, section: &Section, title: Option<String>, html: String) -> GuardedEdit {
        let mut left_out = Vec::new();
        let title = title.filter(|title| match self.backing().unbacked(title) {
            Some(what) => {
                left_out.push(format!(
                    "I left the heading of {} as it is: the new one names {what}.",
                    named(section)
                ));
                false
            }
            None => true,
        });
        let html = if section.kind == BlockKind::Pricing {
            if html != section.html {
                left_out.push("I left the text of the pricing section as it is: it is always drawn from the price table.".to_owned());
            }
            section.html.clone()
        } else if html == section.html {
            html
        } else {
            match self.body(section.kind, &section.html, &html) {
                Ok(()) => html,
                Err(why) => {
                    left_out.push(format!("I left {} as it is: {why}.", named(section)));
                    section.html.clone()
                }
            }
        };
        let changes = title.is_some() || html != section.html;
        GuardedEdit { edit: changes.then_some(Edit::Replace { block: section.id, title, html }), left_out }
    }

    fn insert(&self, after: Option<uuid::Uuid>, section: Section) -> GuardedEdit {
        if section.kind == BlockKind::Pricing {
            return GuardedEdit::refuse(
                "I added no pricing section: it is always drawn from the price table.".to_owned(),
            );
        }
        if let Some(what) = self.backing().unbacked(&section.title) {
            return GuardedEdit::refuse(format!("I did not add a section: its heading names {what}."));
        }
        match self.body(section.kind, "", &section.html) {
            Ok(()) => GuardedEdit::pass(Edit::Insert { after, section }),
            Err(why) => GuardedEdit::refuse(format!("I did not add {}: {why}.", named(&section))),
        }
    }

    /// Whether a body is accepted, or the reason why not.
    fn body(&self, kind: BlockKind, old: &str, new: &str) -> Result<(), String> {
        if document::is_empty(new) && !document::is_empty(old) && !words::asks_to_remove(&self.message) {
            return Err("the new text is empty, and your message does not ask to remove anything".to_owned());
        }
        let text = document::text(new);
        if let Some(what) = self.backing().unbacked(&text) {
            return Err(format!("the new text names {what}"));
        }
        if kind == BlockKind::Testimonials && !self.backing().has_said(&text) {
            return Err(
                "testimonials are taken word for word from your company profile or your own words".to_owned()
            );
        }
        Ok(())
    }

    fn remove(&mut self, section: &Section) -> GuardedEdit {
        let all = self.input.content.sections.len();
        let everything = words::names_everything(&self.message);
        let why = if !words::asks_to_remove(&self.message) {
            "your message does not ask to remove anything"
        } else if !self.may_go(section) {
            "your message asks to remove something else"
        } else if !everything && (self.removed + 1) * 2 > all.max(2) {
            "one message takes out at most half of the document"
        } else {
            self.removed += 1;
            return GuardedEdit::pass(Edit::Remove { block: section.id });
        };
        GuardedEdit::refuse(format!("I did not remove {}: {why}.", named(section)))
    }

    /// If a message names the sections that it is about, no other section is removed.
    fn may_go(&self, section: &Section) -> bool {
        let named = |section: &Section| words::names_section(&self.message, section);
        named(section)
            || words::names_everything(&self.message)
            || !self.input.content.sections.iter().any(named)
    }

    fn set_title(&self, title: String) -> GuardedEdit {
        if title == self.input.content.title {
            return GuardedEdit::default();
        }
        if !words::asks_for_a_title(&self.message) {
            return GuardedEdit::refuse(
                "I left the title as it is: your message does not ask for another.".to_owned(),
            );
        }
        match self.backing().unbacked(&title) {
            Some(what) => {
                GuardedEdit::refuse(format!("I left the title as it is: the new one names {what}."))
            }
            None => GuardedEdit::pass(Edit::SetTitle(title)),
        }
    }
}

/// The name by which people know a section.
fn named(section: &Section) -> String {
    if section.title.is_empty() {
        format!("the section of kind {}", section.kind.name())
    } else {
        format!("\"{}\"", section.title)
    }
}
