//! A limit on how often a crashed server is restarted.

use std::time::{Duration, Instant};

/// After this many crashes within [`WITHIN`], another restart would not help.
pub(super) const MOST: usize = 3;
/// The period in which crashes are counted.
pub(super) const WITHIN: Duration = Duration::from_mins(1);

/// The most recent crashes, oldest first.
#[derive(Debug, Default)]
pub(super) struct RestartLimit(Vec<Instant>);

impl RestartLimit {
    /// Records a crash and returns whether the server may be restarted.
    pub(super) fn note(&mut self, at: Instant) -> bool {
        self.0.retain(|crash| at.duration_since(*crash) < WITHIN);
        self.0.push(at);
        self.0.len() < MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_restarted_unless_it_crashes_three_times_within_a_minute() {
        // The time of each crash in seconds, and whether the server is restarted.
        let cases: &[&[(u64, bool)]] = &[
            &[(0, true), (1, true), (2, false)],
            &[(0, true), (0, true), (0, false)],
            &[(0, true), (30, true), (59, false)],
            // The first crash is a minute old and no longer counts.
            &[(0, true), (30, true), (60, true), (89, false)],
            &[(0, true), (60, true), (120, true), (180, true)],
        ];
        let start = tokio::time::Instant::now().into_std();
        for case in cases {
            let mut crashes = RestartLimit::default();
            for &(seconds, again) in *case {
                assert_eq!(
                    crashes.note(start + Duration::from_secs(seconds)),
                    again,
                    "at {seconds} of {case:?}"
                );
            }
        }
    }
}
