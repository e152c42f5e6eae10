//! When a database that is asked again and again is taken for gone, and when for back. Times are counted from any one moment.

use std::time::Duration;

/// From one question to the next while it answers.
pub const BEAT: Duration = Duration::from_secs(1);
/// The pause between two attempts to reach one that is gone.
pub const PAUSE: Duration = Duration::from_millis(500);
/// How long such an attempt may take.
pub const ATTEMPT: Duration = Duration::from_secs(2);

/// What came of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// The answer.
    Answer,
    /// It is there and takes no connection, as when it has too many.
    Refusal,
    /// The connection ended, or none could be made.
    End,
    /// Nothing yet.
    Silence,
}

/// What is to be done with the connections of everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// They stay as they are.
    Keep,
    /// They are given up, and so is whatever waits on one: those that were made before lead nowhere.
    GiveUp,
    /// New ones can be made.
    OpenAgain,
}

/// What is known of the database.
#[derive(Debug)]
pub struct Heartbeat {
    silence: Duration,
    is_gone: bool,
    asked: Duration,
    is_given_up_now: bool,
}

impl Heartbeat {
    /// Of one that has just answered, and that is gone once it lets a question wait for so long.
    pub fn new(silence: Duration) -> Self {
        Self { silence, is_gone: false, asked: Duration::ZERO, is_given_up_now: false }
    }

    /// A question is put now; its answer is waited for so long at most.
    pub fn ask(&mut self, now: Duration) -> Duration {
        self.asked = now;
        if self.is_gone { ATTEMPT } else { self.silence }
    }

    /// Something was heard in answer, or nothing. Silence counts from the question and not from the last answer: who did not ask, as a process
    /// that was stopped for a while, knows nothing.
    pub fn hear(&mut self, heard: Heard, now: Duration) -> Change {
        let is_dead = match heard {
            Heard::Answer | Heard::Refusal => false,
            Heard::End => true,
            Heard::Silence => self.is_gone || now.saturating_sub(self.asked) >= self.silence,
        };
        let change = match (self.is_gone, is_dead) {
            (false, true) => Change::GiveUp,
            (true, false) => Change::OpenAgain,
            _ => Change::Keep,
        };
        self.is_given_up_now = change == Change::GiveUp;
        self.is_gone = is_dead;
        change
    }

    /// How long until the next question. One that is taken for gone is tried at once, since another may stand in its place.
    pub fn rest(&self, now: Duration) -> Duration {
        match (self.is_gone, self.is_given_up_now) {
            (true, true) => Duration::ZERO,
            (true, false) => PAUSE,
            (false, _) => (self.asked + BEAT).saturating_sub(now),
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

    /// Questions, each with when it was put, when something was heard and what, and what follows: the change, and the pause.
    #[test]
    fn it_is_gone_when_a_question_waits_too_long_or_the_connection_ends_and_back_when_it_is_there() {
        use Change::{GiveUp, Keep, OpenAgain};
        use Heard::{Answer, End, Refusal, Silence};
        for (story, questions) in [
            ("it answers", &[(0.0, 0.1, Answer, Keep, 0.9), (1.0, 1.0, Answer, Keep, 1.0)][..]),
            ("it is slow", &[(0.0, 3.9, Answer, Keep, 0.0), (3.9, 7.8, Answer, Keep, 0.0)]),
            ("not long enough", &[(0.0, 3.9, Silence, Keep, 0.0)]),
            (
                "it falls silent",
                &[(10.0, 14.0, Silence, GiveUp, 0.0), (14.0, 16.0, Silence, Keep, 0.5), (16.5, 16.6, Answer, OpenAgain, 0.9)],
            ),
            ("nobody asked for a while", &[(0.0, 0.1, Answer, Keep, 0.9), (99.0, 99.1, Answer, Keep, 0.9)]),
            ("it ends", &[(0.0, 0.0, End, GiveUp, 0.0), (0.0, 0.0, End, Keep, 0.5), (0.5, 0.6, Answer, OpenAgain, 0.9)]),
            ("another stands in its place", &[(0.0, 0.0, End, GiveUp, 0.0), (0.0, 0.1, Answer, OpenAgain, 0.9)]),
            ("it is full", &[(0.0, 0.1, Refusal, Keep, 0.9), (1.0, 1.1, Refusal, Keep, 0.9)]),
            ("it is back and full", &[(0.0, 0.0, End, GiveUp, 0.0), (0.0, 0.1, Refusal, OpenAgain, 0.9)]),
            ("it goes again", &[(0.0, 0.0, End, GiveUp, 0.0), (0.0, 0.1, Answer, OpenAgain, 0.9), (1.0, 5.0, Silence, GiveUp, 0.0)]),
        ] {
            let mut heart = Heartbeat::new(SILENCE);
            for &(asked, then, heard, change, rest) in questions {
                heart.ask(at(asked));
                assert_eq!(heart.hear(heard, at(then)), change, "{story}: {heard:?} at {then}");
                assert_eq!(heart.rest(at(then)), at(rest), "{story}: after {heard:?} at {then}");
            }
        }
    }

    #[test]
    fn an_answer_is_waited_for_until_silence_and_an_attempt_no_longer_than_it_may_take() {
        let mut heart = Heartbeat::new(SILENCE);
        assert_eq!(heart.ask(at(0.0)), SILENCE);
        heart.hear(Heard::Silence, at(4.0));
        assert_eq!(heart.ask(at(4.0)), ATTEMPT);
        heart.hear(Heard::Answer, at(4.1));
        assert_eq!(heart.ask(at(5.1)), SILENCE);
    }
}
