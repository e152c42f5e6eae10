//! What an answer of a model may change, and what it may not whatever it was told to do.
//!
//! A model reads recaps, websites and messages of clients, and may obey orders that stand in them. So nothing counts here but
//! what the team asks for and what the team wrote: prices change only where the present message speaks of prices and to figures
//! that the team wrote; text names no amount, percentage or promise that nothing backs; links lead nowhere new; sections go and
//! titles change only where the message asks for it. What does not pass is left out, and said.

use super::{ChatInput, Edit};
use crate::document::{self, BlockKind, Section};
use crate::recap::words::normal;

mod prices;
mod prose;
pub(super) mod words;

pub use prices::{Judged as JudgedPrices, prices};

use prose::Backing;

/// An edit, as far as it passes, and what was left out of it, in sentences for people.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judged {
    /// What passes.
    pub edit: Option<Edit>,
    /// What does not.
    pub left_out: Vec<String>,
}

impl Judged {
    fn pass(edit: Edit) -> Self {
        Self { edit: Some(edit), left_out: Vec::new() }
    }

    fn refuse(why: String) -> Self {
        Self { edit: None, left_out: vec![why] }
    }
}

/// Judges the edits of one answer, in their order: what it says of the first ones does not depend on those that follow.
#[derive(Debug)]
pub struct Guard<'a> {
    input: &'a ChatInput,
    /// The present message, as [`normal`] words.
    message: String,
    backing: std::cell::OnceCell<Backing>,
    removed: usize,
}

impl<'a> Guard<'a> {
    /// For an answer to this message.
    #[must_use]
    pub fn new(input: &'a ChatInput) -> Self {
        Self { input, message: normal(&input.message), backing: std::cell::OnceCell::new(), removed: 0 }
    }

    fn backing(&self) -> &Backing {
        self.backing.get_or_init(|| Backing::of(self.input))
    }

    /// Says what of an edit passes.
    pub fn judge(&mut self, edit: Edit) -> Judged {
        match edit {
            Edit::Replace { block, title, html } => match self.input.content.section(block) {
                Some(section) => self.replace(section, title, html),
                None => Judged::refuse("I left out a change: its section is not in the document.".to_owned()),
            },
            Edit::Insert { after, section } => self.insert(after, section),
            Edit::Move { .. } => Judged::pass(edit),
            Edit::Remove { block } => match self.input.content.section(block) {
                Some(section) => self.remove(section),
                None => Judged::refuse("I left out a change: its section is not in the document.".to_owned()),
            },
            Edit::SetPricing(table) => {
                let judged = prices(&self.input.content.pricing, table, self.input);
                let edit = (judged.table != self.input.content.pricing).then_some(Edit::SetPricing(judged.table));
                Judged { edit, left_out: judged.left_out }
            }
            Edit::SetTitle(title) => self.set_title(title),
        }
    }

    fn replace(&self, section: &Section, title: Option<String>, html: String) -> Judged {
        let mut left_out = Vec::new();
        let title = title.filter(|title| match self.backing().unbacked(title) {
            Some(what) => {
                left_out.push(format!("I left the heading of {} as it is: the new one names {what}.", named(section)));
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
                Ok(html) => html,
                Err(why) => {
                    left_out.push(format!("I left {} as it is: {why}.", named(section)));
                    section.html.clone()
                }
            }
        };
        let changes = title.is_some() || html != section.html;
        Judged { edit: changes.then_some(Edit::Replace { block: section.id, title, html }), left_out }
    }

    fn insert(&self, after: Option<uuid::Uuid>, section: Section) -> Judged {
        if section.kind == BlockKind::Pricing {
            return Judged::refuse("I added no pricing section: it is always drawn from the price table.".to_owned());
        }
        if let Some(what) = self.backing().unbacked(&section.title) {
            return Judged::refuse(format!("I did not add a section: its heading names {what}."));
        }
        match self.body(section.kind, "", &section.html) {
            Ok(html) => Judged::pass(Edit::Insert { after, section: Section { html, ..section } }),
            Err(why) => Judged::refuse(format!("I did not add {}: {why}.", named(&section))),
        }
    }

    /// A new body without the links that lead somewhere new; or why it cannot stand.
    fn body(&self, kind: BlockKind, old: &str, new: &str) -> Result<String, String> {
        if document::is_empty(new) && !document::is_empty(old) && !words::asks_to_remove(&self.message) {
            return Err("the new text is empty, and your message does not ask to remove anything".to_owned());
        }
        let text = document::text(new);
        if let Some(what) = self.backing().unbacked(&text) {
            return Err(format!("the new text names {what}"));
        }
        if kind == BlockKind::Testimonials && !self.backing().has_said(&text) {
            return Err("testimonials are taken word for word from your company profile or your own words".to_owned());
        }
        Ok(self.backing().without_new_links(new))
    }

    fn remove(&mut self, section: &Section) -> Judged {
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
            return Judged::pass(Edit::Remove { block: section.id });
        };
        Judged::refuse(format!("I did not remove {}: {why}.", named(section)))
    }

    /// Where a message names the sections that it means, no other goes.
    fn may_go(&self, section: &Section) -> bool {
        let named = |section: &Section| words::names_section(&self.message, section);
        named(section) || words::names_everything(&self.message) || !self.input.content.sections.iter().any(named)
    }

    fn set_title(&self, title: String) -> Judged {
        if title == self.input.content.title {
            return Judged::default();
        }
        if !words::asks_for_a_title(&self.message) {
            return Judged::refuse("I left the title as it is: your message does not ask for another.".to_owned());
        }
        match self.backing().unbacked(&title) {
            Some(what) => Judged::refuse(format!("I left the title as it is: the new one names {what}.")),
            None => Judged::pass(Edit::SetTitle(title)),
        }
    }
}

/// A section as people know it.
fn named(section: &Section) -> String {
    if section.title.is_empty() { format!("the section of kind {}", section.kind.name()) } else { format!("\"{}\"", section.title) }
}
