//! Gives blocks without an id the ids of the blocks they replace, so that HTML from elsewhere, saved twice,
//! is a change of the same document.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::{BlockKind, Content, Section};

impl Content {
    /// Gives the blocks of `fresh`, whose ids were just generated, the ids of blocks that are missing from
    /// `before`: of an identical block, else of one with the same kind and heading, in order.
    #[must_use]
    pub fn with_ids_of(mut self, before: &Self, fresh: &HashSet<Uuid>) -> Self {
        if fresh.is_empty() {
            return self;
        }
        let here: HashSet<Uuid> = self.sections.iter().map(|section| section.id).collect();
        let mut gone: Vec<&Section> =
            before.sections.iter().filter(|section| !here.contains(&section.id)).collect();
        let mut given: HashMap<Uuid, Uuid> = HashMap::new();
        for whole in [true, false] {
            // In reverse, so that the first of several is taken first.
            let mut left: HashMap<(BlockKind, &str, &str), Vec<Uuid>> = HashMap::new();
            for section in gone.iter().rev() {
                left.entry(likeness(section, whole)).or_default().push(section.id);
            }
            for section in self.sections.iter().filter(|section| fresh.contains(&section.id)) {
                if !given.contains_key(&section.id)
                    && let Some(id) = left.get_mut(&likeness(section, whole)).and_then(Vec::pop)
                {
                    given.insert(section.id, id);
                }
            }
            let taken: HashSet<Uuid> = given.values().copied().collect();
            gone.retain(|section| !taken.contains(&section.id));
        }
        for section in &mut self.sections {
            if let Some(id) = given.get(&section.id) {
                section.id = *id;
            }
        }
        self
    }
}

/// The key by which two blocks are considered the same, or versions of each other.
fn likeness(section: &Section, whole: bool) -> (BlockKind, &str, &str) {
    (section.kind, &section.title, if whole { &section.html } else { "" })
}
