//! Prices of which the client takes one: the lines above a list or a table say so.

use super::amounts::{AmountRole, RecapAmount};
use super::roles::Evidence;
use super::turns::Turns;
use crate::reading::lexicon::MoneyCue;

/// A list of more prices offers no choice.
const CHOICES_MAX: usize = 4;

impl Evidence {
    /// Prices that each have a line of a list are alternatives where the lines above it say so: "She'll pick one:".
    pub(super) fn offer_choices(&self, turns: &Turns, amounts: &mut [RecapAmount]) {
        let is_entry = |amount: &RecapAmount| {
            let line = turns.lines.get(amount.place.line);
            amount.role == AmountRole::Price && line.is_some_and(|line| line.bullet)
        };
        let follows = |before: &RecapAmount, next: &RecapAmount| {
            is_entry(before) && is_entry(next) && next.place.line == before.place.line + 1
        };
        for entries in amounts.chunk_by_mut(follows) {
            let is_choice = entries.len() <= CHOICES_MAX
                && entries.first().is_some_and(|first| self.names_choice_above(turns, first.place.line));
            if is_choice && entries.len() > 1 {
                for entry in entries {
                    entry.role = AmountRole::Alternative;
                }
            }
        }
    }

    /// Whether the lines above a table say that the client takes one of its rows.
    pub(super) fn names_choice_above(&self, turns: &Turns, line: usize) -> bool {
        let above = turns.lines.get(line.saturating_sub(2)..line).unwrap_or_default();
        // "or" alone says nothing of a table.
        above
            .iter()
            .filter(|line| !line.bullet)
            .flat_map(|line| self.within(line.span.clone()))
            .any(|(cue, span)| *cue == MoneyCue::Choice && span.len() > 4)
    }
}
