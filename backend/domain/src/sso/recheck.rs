//! Rechecks whether a workspace still owns a verified domain: domains expire and are registered by others.

use chrono::TimeDelta;

/// The interval between checks of a domain's record.
pub const EVERY: TimeDelta = TimeDelta::days(7);
/// The interval while the record is missing.
pub const EVERY_WHILE_MISSING: TimeDelta = TimeDelta::days(1);
/// How many checks in a row may find it missing: a record that was removed by mistake can be restored.
const TOLERATED: u32 = 3;

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The record is there.
    Proven,
    /// The record is missing; how many checks in a row have found so.
    Missing(u32),
    /// The record has been missing too often: the workspace loses the domain.
    Lost,
}

/// The result of a check after the record was missing `missed` times in a row.
#[must_use]
pub fn outcome(is_there: bool, missed: u32) -> Outcome {
    match missed.saturating_add(1) {
        _ if is_there => Outcome::Proven,
        missed if missed > TOLERATED => Outcome::Lost,
        missed => Outcome::Missing(missed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_may_be_missing_for_some_days() {
        for (is_there, missed, expected) in [
            (true, 0, Outcome::Proven),
            (true, 3, Outcome::Proven),
            (false, 0, Outcome::Missing(1)),
            (false, 2, Outcome::Missing(3)),
            (false, 3, Outcome::Lost),
            (false, u32::MAX, Outcome::Lost),
        ] {
            assert_eq!(outcome(is_there, missed), expected, "{is_there} {missed}");
        }
    }
}
