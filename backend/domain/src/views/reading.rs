//! A page's reports of how far it was read, and how they are combined.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use uuid::Uuid;

use crate::field_error::FieldError;

/// A page may have been in the foreground for this much longer than the server has known of it: its first
/// report takes some seconds, and the clocks differ.
pub const FOREIGN_CLOCK: TimeDelta = TimeDelta::seconds(15);

/// The most interactions that are counted; more come from a program.
pub const MOST_INTERACTIONS: i32 = 100_000;

/// The most blocks in one report, and the most that are stored for one view.
pub const MOST_SECTIONS: usize = 200;

/// The reading progress of one page view. All figures are totals since the page was opened, so a later report
/// includes an earlier one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadingProgress {
    /// Milliseconds in the foreground.
    pub visible_ms: i64,
    /// The number of scrolls, keys, touches and clicks.
    pub interactions: i32,
    /// Milliseconds in view by block.
    pub sections: BTreeMap<Uuid, i64>,
}

impl ReadingProgress {
    /// Validates a report.
    ///
    /// # Errors Every impossible figure, by its wire name.
    pub fn reported(
        visible_ms: i64,
        interactions: i32,
        sections: &[(Uuid, i64)],
    ) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        if visible_ms < 0 {
            errors.push(FieldError::new(
                "visibleMs",
                "out_of_range",
                "The time in the foreground cannot be negative",
            ));
        }
        if interactions < 0 {
            errors.push(FieldError::new(
                "interactions",
                "out_of_range",
                "The number of interactions cannot be negative",
            ));
        }
        if sections.len() > MOST_SECTIONS {
            errors.push(FieldError::new(
                "sections",
                "too_many",
                format!("Report at most {MOST_SECTIONS} sections"),
            ));
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

    /// Merges a report, in any order and any number of times: the maximum of each figure. The page had no
    /// more time than has passed `since` the server first heard of it, no block was in view longer than the
    /// page, and only `blocks` of the document count.
    #[must_use]
    pub fn after(&self, reported: &Self, since: TimeDelta, blocks: &BTreeSet<Uuid>) -> Self {
        let longest = since
            .max(TimeDelta::zero())
            .checked_add(&FOREIGN_CLOCK)
            .unwrap_or(TimeDelta::MAX)
            .num_milliseconds();
        let visible_ms = self.visible_ms.max(reported.visible_ms.min(longest));
        let mut sections = self.sections.clone();
        for (block, reported) in reported.sections.iter().filter(|(block, _)| blocks.contains(*block)) {
            if sections.len() < MOST_SECTIONS || sections.contains_key(block) {
                let kept = sections.entry(*block).or_default();
                *kept = (*reported).min(visible_ms).max(*kept);
            }
        }
        Self {
            visible_ms,
            interactions: self.interactions.max(reported.interactions.min(MOST_INTERACTIONS)),
            sections,
        }
    }
}

/// The ids of the blocks of a document, found without parsing it: a page reports every few seconds.
#[must_use]
pub fn blocks(html: &str) -> BTreeSet<Uuid> {
    html.split("data-block=\"").skip(1).filter_map(|rest| rest.split_once('"')?.0.parse().ok()).collect()
}
