//! How many new addresses a workspace without any payment may send mail to in a day.

use chrono::{DateTime, TimeDelta, Utc};

/// The number of new addresses in a day.
pub const LIMIT: usize = 10;

/// The length of a day: any 24 hours, so that the limit does not double at midnight.
pub const DAY: TimeDelta = TimeDelta::hours(24);

/// When another new address can be mailed, if not now. `first_mailed` are the times, in order, at which the
/// addresses of the last day were first mailed.
#[must_use]
pub fn free_again(first_mailed: &[DateTime<Utc>], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let counted = first_mailed.get(first_mailed.len().checked_sub(LIMIT)?)?;
    Some(*counted + DAY).filter(|at| *at > now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    #[test]
    fn ten_in_any_day_and_the_next_when_the_first_of_them_is_a_day_old() {
        let times = |count: i64| (0..count).map(at).collect::<Vec<_>>();
        let day = DAY.num_minutes();
        for (count, now, expected) in [
            (0, 0, None),
            (9, 9, None),
            (10, 10, Some(day)),
            (10, day - 1, Some(day)),
            (10, day, None),
            // A workspace that was exempt for a while: all but nine of its addresses must be a day old.
            (25, 25, Some(day + 15)),
        ] {
            assert_eq!(
                free_again(&times(count), at(now)),
                expected.map(at),
                "{count} addresses, asked at minute {now}"
            );
        }
    }
}
