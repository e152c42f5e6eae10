//! Months and prorations, as Stripe computes them. All times are seconds since 1970, as in its API.

use chrono::{DateTime, Months};

/// The time `months` months after `anchor`. Each month is computed from the anchor, so that the 31st returns
/// after a shorter month.
pub(super) fn months_after(anchor: i64, months: u32) -> i64 {
    let start = DateTime::from_timestamp(anchor, 0);
    let end = start.and_then(|start| start.checked_add_months(Months::new(months)));
    end.map_or(i64::MAX, |end| end.timestamp())
}

/// The share of an amount for the time from `at` to the end of a period, rounded to the nearest cent.
pub(super) fn rest(amount: i64, at: i64, (start, end): (i64, i64)) -> i64 {
    let whole = i128::from(end - start).max(1);
    let left = i128::from((end - at).clamp(0, end - start));
    let doubled = 2 * i128::from(amount) * left + whole;
    i64::try_from(doubled.div_euclid(2 * whole)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    fn seconds(text: &str) -> i64 {
        text.parse::<DateTime<chrono::Utc>>().unwrap().timestamp()
    }

    #[test]
    fn months_end_where_months_end() {
        for (anchor, months, expected) in [
            ("2026-01-31T09:00:00Z", 1, "2026-02-28T09:00:00Z"),
            ("2026-01-31T09:00:00Z", 2, "2026-03-31T09:00:00Z"),
            ("2026-01-31T09:00:00Z", 3, "2026-04-30T09:00:00Z"),
            ("2028-01-31T09:00:00Z", 1, "2028-02-29T09:00:00Z"),
            ("2026-03-02T09:00:00Z", 1, "2026-04-02T09:00:00Z"),
            ("2026-12-15T00:00:00Z", 1, "2027-01-15T00:00:00Z"),
            ("2028-02-29T23:59:59Z", 12, "2029-02-28T23:59:59Z"),
            ("2028-02-29T23:59:59Z", 48, "2032-02-29T23:59:59Z"),
        ] {
            assert_eq!(months_after(seconds(anchor), months), seconds(expected), "{anchor} + {months}");
        }
    }

    #[test]
    fn a_rest_is_in_proportion_to_the_seconds() {
        for (amount, at, expected) in [
            (900, 0, 900),
            (900, 50, 450),
            (900, 100, 0),
            (900, 150, 0),
            (900, -10, 900),
            (1, 50, 1),
            (1, 51, 0),
            (3, 50, 2),
            (0, 10, 0),
        ] {
            assert_eq!(rest(amount, at, (0, 100)), expected, "{amount} at {at}");
        }
        assert_eq!(rest(900, 5, (10, 10)), 0, "a period without length");
    }
}
