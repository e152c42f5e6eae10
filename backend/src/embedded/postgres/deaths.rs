//! How often a server that dies is started again.

use std::time::{Duration, Instant};

/// So many deaths within [`WITHIN`] have a cause that another start does not remove.
pub(super) const MOST: usize = 3;
/// The time in which deaths are counted together.
pub(super) const WITHIN: Duration = Duration::from_mins(1);

/// The last deaths of a server, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Deaths(Vec<Instant>);

impl Deaths {
    /// Notes a death, and says whether the server may be started again.
    pub(super) fn note(&mut self, at: Instant) -> bool {
        self.0.retain(|death| at.duration_since(*death) < WITHIN);
        self.0.push(at);
        self.0.len() < MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_started_again_unless_it_dies_three_times_within_a_minute() {
        // When it dies, in seconds, and whether it is then started again.
        let cases: &[&[(u64, bool)]] = &[
            &[(0, true), (1, true), (2, false)],
            &[(0, true), (0, true), (0, false)],
            &[(0, true), (30, true), (59, false)],
            // The first is a minute ago and counts no more.
            &[(0, true), (30, true), (60, true), (89, false)],
            &[(0, true), (60, true), (120, true), (180, true)],
        ];
        let start = Instant::now();
        for case in cases {
            let mut deaths = Deaths::default();
            for &(seconds, again) in *case {
                assert_eq!(deaths.note(start + Duration::from_secs(seconds)), again, "at {seconds} of {case:?}");
            }
        }
    }
}
