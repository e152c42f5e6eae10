//! Whether a proven mail domain is still its workspace's: names lapse and are registered by others.

use chrono::TimeDelta;

/// How often a domain's record is looked for.
pub const EVERY: TimeDelta = TimeDelta::days(7);
/// The same while it is missing.
pub const EVERY_WHILE_MISSING: TimeDelta = TimeDelta::days(1);
/// How many looks in a row may find it missing: a record that was removed by mistake can be put back.
const TOLERATED: u32 = 3;

/// What comes of a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is there.
    Proven,
    /// It is missing; how many looks in a row have found so.
    Missing(u32),
    /// It has been missing too often: the domain is the workspace's no longer.
    Lost,
}

/// What comes of a look before which the record was missing `missed` times in a row.
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
