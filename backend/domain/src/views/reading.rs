//! What a page reports of being read, and how reports add up.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use uuid::Uuid;

use crate::field_error::FieldError;

/// So much longer than the server has known of a page it may have been in the foreground: its first report is some seconds on
/// its way, and the browser's clock is another than the server's.
pub const FOREIGN_CLOCK: TimeDelta = TimeDelta::seconds(15);

/// More scrolls, touches, clicks and keys than this are a program's, and are not counted on.
pub const MOST_INTERACTIONS: i32 = 100_000;

/// The parts of a document that one report may name, and that are kept of one opening.
pub const MOST_SECTIONS: usize = 200;

/// How far one opening of the page has been read. Every figure counts from the opening, so a later report says all that an
/// earlier one said, and more.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// Milliseconds in the foreground.
    pub visible_ms: i64,
    /// How often somebody scrolled, typed, touched or clicked.
    pub interactions: i32,
    /// Milliseconds in view by block.
    pub sections: BTreeMap<Uuid, i64>,
}

impl Reading {
    /// A report as it came.
    ///
    /// # Errors
    /// Every figure that cannot be one, by its wire name.
    pub fn reported(visible_ms: i64, interactions: i32, sections: &[(Uuid, i64)]) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        if visible_ms < 0 {
            errors.push(FieldError::new("visibleMs", "out_of_range", "The time in the foreground cannot be negative"));
        }
        if interactions < 0 {
            errors.push(FieldError::new("interactions", "out_of_range", "The number of interactions cannot be negative"));
        }
        if sections.len() > MOST_SECTIONS {
            errors.push(FieldError::new("sections", "too_many", format!("Report at most {MOST_SECTIONS} sections")));
        } else if let Some(at) = sections.iter().position(|(_, visible_ms)| *visible_ms < 0) {
            let field = format!("sections.{at}.visibleMs");
            errors.push(FieldError::new(field, "out_of_range", "The time in view cannot be negative"));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut longest = BTreeMap::new();
        for &(block, visible_ms) in sections {
            let kept = longest.entry(block).or_insert(visible_ms);
            *kept = visible_ms.max(*kept);
        }
        Ok(Self { visible_ms, interactions, sections: longest })
    }

    /// What is known after a report, in whatever order and however often reports arrive: the most of each figure. The page had
    /// no more time than has passed `since` the server first heard of it, no part was in view longer than the page, and only
    /// `blocks` that are in the document were.
    #[must_use]
    pub fn after(&self, told: &Self, since: TimeDelta, blocks: &BTreeSet<Uuid>) -> Self {
        let longest = since.max(TimeDelta::zero()).checked_add(&FOREIGN_CLOCK).unwrap_or(TimeDelta::MAX).num_milliseconds();
        let visible_ms = self.visible_ms.max(told.visible_ms.min(longest));
        let mut sections = self.sections.clone();
        for (block, told) in told.sections.iter().filter(|(block, _)| blocks.contains(*block)) {
            if sections.len() < MOST_SECTIONS || sections.contains_key(block) {
                let kept = sections.entry(*block).or_default();
                *kept = (*told).min(visible_ms).max(*kept);
            }
        }
        Self { visible_ms, interactions: self.interactions.max(told.interactions.min(MOST_INTERACTIONS)), sections }
    }
}

/// The ids of the blocks of a document, read off its text: a page reports every few seconds, and the document need not be taken
/// apart for that.
#[must_use]
pub fn blocks(html: &str) -> BTreeSet<Uuid> {
    html.split("data-block=\"").skip(1).filter_map(|rest| rest.split_once('"')?.0.parse().ok()).collect()
}
