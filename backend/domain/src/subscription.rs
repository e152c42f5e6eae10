//! How a workspace's subscription stands.

use chrono::{DateTime, Utc};

/// The word of a trial.
const TRIAL: &str = "trial";
/// The word of a trial that has ended.
const TRIAL_EXPIRED: &str = "trial_expired";

/// The status as it stands at `now`: a trial whose end has passed is over even before that is written down.
#[must_use]
pub fn status_at(stored: &str, trial_ends_at: DateTime<Utc>, now: DateTime<Utc>) -> &str {
    if stored == TRIAL && now >= trial_ends_at { TRIAL_EXPIRED } else { stored }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_trial_is_over_when_its_end_has_come() {
        let end = DateTime::<Utc>::UNIX_EPOCH;
        let [before, after] = [end - TimeDelta::milliseconds(1), end + TimeDelta::days(400)];
        for (stored, now, status) in [
            ("trial", before, "trial"),
            ("trial", end, "trial_expired"),
            ("trial", after, "trial_expired"),
            ("trial_expired", before, "trial_expired"),
            ("active", after, "active"),
        ] {
            assert_eq!(status_at(stored, end, now), status, "{stored} at {now}");
        }
    }
}
