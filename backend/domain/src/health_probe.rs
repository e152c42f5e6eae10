//! Decides from regular health probes when a database counts as unavailable, and when as available again.
//! Times are relative to any fixed moment.

use std::time::Duration;

/// The interval between probes while the database answers.
pub const INTERVAL: Duration = Duration::from_secs(1);
/// The pause between two attempts to reach an unavailable database.
pub const PAUSE: Duration = Duration::from_millis(500);
/// The time limit of such an attempt.
pub const ATTEMPT: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeResult {
    Answered,
    /// The server refused the connection, for example because it has too many.
    Refused,
    /// The connection was lost, or none could be made.
    Disconnected,
    /// No answer yet.
    TimedOut,
}

/// What to do with the pooled connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolAction {
    /// Leave them as they are.
    Keep,
    /// Close them, and fail everything that waits for one: they lead to a server that is gone.
    GiveUp,
    /// Open new ones.
    OpenAgain,
}

/// Whether the database is available, according to the probes.
#[derive(Debug)]
pub struct Availability {
    silence: Duration,
    is_unavailable: bool,
    probed_at: Duration,
    has_just_failed: bool,
}

impl Availability {
    /// A database that has just answered, and that becomes unavailable once a probe has waited for `silence`.
    pub fn new(silence: Duration) -> Self {
        Self { silence, is_unavailable: false, probed_at: Duration::ZERO, has_just_failed: false }
    }

    /// Starts a probe now and returns how long to wait for its answer.
    pub fn start_probe(&mut self, now: Duration) -> Duration {
        self.probed_at = now;
        if self.is_unavailable { ATTEMPT } else { self.silence }
    }

    /// Records the result of a probe. Silence counts from the probe and not from the last answer: a process
    /// that was suspended sent no probe in the meantime.
    pub fn record(&mut self, result: ProbeResult, now: Duration) -> PoolAction {
        let failed = match result {
            ProbeResult::Answered | ProbeResult::Refused => false,
            ProbeResult::Disconnected => true,
            ProbeResult::TimedOut => {
                self.is_unavailable || now.saturating_sub(self.probed_at) >= self.silence
            }
        };
        let action = match (self.is_unavailable, failed) {
            (false, true) => PoolAction::GiveUp,
            (true, false) => PoolAction::OpenAgain,
            _ => PoolAction::Keep,
        };
        self.has_just_failed = action == PoolAction::GiveUp;
        self.is_unavailable = failed;
        action
    }

    /// The pause before the next probe. After a failure the next attempt follows at once, since a standby may
    /// already have taken over.
    pub fn pause(&self, now: Duration) -> Duration {
        match (self.is_unavailable, self.has_just_failed) {
            (true, true) => Duration::ZERO,
            (true, false) => PAUSE,
            (false, _) => (self.probed_at + INTERVAL).saturating_sub(now),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SILENCE: Duration = Duration::from_secs(4);

    fn at(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// Probes, each with the time it was sent, the time and kind of its result, and what follows: the action,
    /// and the pause.
    #[test]
    fn a_database_is_unavailable_after_a_late_answer_or_a_lost_connection_until_it_answers_again() {
        use PoolAction::{GiveUp, Keep, OpenAgain};
        use ProbeResult::{Answered, Disconnected, Refused, TimedOut};
        for (story, probes) in [
            ("it answers", &[(0.0, 0.1, Answered, Keep, 0.9), (1.0, 1.0, Answered, Keep, 1.0)][..]),
            ("it is slow", &[(0.0, 3.9, Answered, Keep, 0.0), (3.9, 7.8, Answered, Keep, 0.0)]),
            ("not long enough", &[(0.0, 3.9, TimedOut, Keep, 0.0)]),
            (
                "it falls silent",
                &[
                    (10.0, 14.0, TimedOut, GiveUp, 0.0),
                    (14.0, 16.0, TimedOut, Keep, 0.5),
                    (16.5, 16.6, Answered, OpenAgain, 0.9),
                ],
            ),
            ("no probe for a while", &[(0.0, 0.1, Answered, Keep, 0.9), (99.0, 99.1, Answered, Keep, 0.9)]),
            (
                "it ends",
                &[
                    (0.0, 0.0, Disconnected, GiveUp, 0.0),
                    (0.0, 0.0, Disconnected, Keep, 0.5),
                    (0.5, 0.6, Answered, OpenAgain, 0.9),
                ],
            ),
            (
                "a standby takes over",
                &[(0.0, 0.0, Disconnected, GiveUp, 0.0), (0.0, 0.1, Answered, OpenAgain, 0.9)],
            ),
            ("it is full", &[(0.0, 0.1, Refused, Keep, 0.9), (1.0, 1.1, Refused, Keep, 0.9)]),
            (
                "it is back and full",
                &[(0.0, 0.0, Disconnected, GiveUp, 0.0), (0.0, 0.1, Refused, OpenAgain, 0.9)],
            ),
            (
                "it goes again",
                &[
                    (0.0, 0.0, Disconnected, GiveUp, 0.0),
                    (0.0, 0.1, Answered, OpenAgain, 0.9),
                    (1.0, 5.0, TimedOut, GiveUp, 0.0),
                ],
            ),
        ] {
            let mut database = Availability::new(SILENCE);
            for &(probed_at, then, result, action, pause) in probes {
                database.start_probe(at(probed_at));
                assert_eq!(database.record(result, at(then)), action, "{story}: {result:?} at {then}");
                assert_eq!(database.pause(at(then)), at(pause), "{story}: after {result:?} at {then}");
            }
        }
    }

    #[test]
    fn a_probe_times_out_after_the_silence_and_a_reconnect_after_the_attempt_limit() {
        let mut database = Availability::new(SILENCE);
        assert_eq!(database.start_probe(at(0.0)), SILENCE);
        database.record(ProbeResult::TimedOut, at(4.0));
        assert_eq!(database.start_probe(at(4.0)), ATTEMPT);
        database.record(ProbeResult::Answered, at(4.1));
        assert_eq!(database.start_probe(at(5.1)), SILENCE);
    }
}
