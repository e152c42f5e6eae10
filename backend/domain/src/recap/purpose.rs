//! What each sentence of a recap is for: a need, work that is offered, what is left out of it, what the
//! client gives, a date, or nothing that a proposal tells.
//!
//! Each observation has a weight for each purpose, which was learned from labelled sentences (`make
//! weights`): a logistic regression for each purpose.

mod observation;

use std::collections::HashMap;
use std::sync::LazyLock;

pub(super) use observation::observe;

use super::cues::{Score, Side};
use super::sentences::Topic;
use super::time;
use super::weights::Observations;

/// From this logarithm of the odds on, in hundredths, a sentence about a date tells something else, too.
const BESIDE_DATE: i32 = -100;
/// From this logarithm of the odds on, in hundredths, a sentence that names a time is about it.
const MAY_BE_DATE: i32 = -100;
/// From this logarithm of the odds on, in hundredths, a sentence tells what the client is to give.
const GIVEN: i32 = -50;
/// How many purposes there are.
const PURPOSES: usize = 6;

static WEIGHTS: LazyLock<HashMap<&str, [i32; PURPOSES]>> =
    LazyLock::new(|| parse(include_str!("purpose/weights.txt")));

/// What a sentence is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Tells what the client needs.
    Need,
    /// Tells what we will do.
    Work,
    /// Tells what is no part of the work.
    Excluded,
    /// Tells what the client is to give for the work.
    FromClient,
    /// Tells only when something happens.
    Date,
    /// Is of use only to the writer.
    Aside,
}

impl Purpose {
    /// All, in the order of their weights.
    pub const ALL: [Self; PURPOSES] =
        [Self::Need, Self::Work, Self::Excluded, Self::FromClient, Self::Date, Self::Aside];
}

/// A sentence of a recap and what is observed of it.
#[derive(Debug)]
pub struct ObservedSentence {
    pub text: String,
    pub observed: Observations,
}

/// The logarithm of the odds for each purpose of a sentence, in hundredths.
#[derive(Debug, Clone, Copy)]
pub(super) struct Odds([i32; PURPOSES]);

impl Odds {
    pub(super) fn of(observed: &Observations) -> Self {
        let mut sums = [0; PURPOSES];
        for weights in observed.iter().filter_map(|(name, _)| WEIGHTS.get(name.as_ref())) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
        Self(sums)
    }

    /// The likeliest purpose; a heading decides on its own.
    pub(super) fn purpose(self, topic: Option<Topic>) -> Purpose {
        match topic {
            Some(Topic::Excluded) => Purpose::Excluded,
            Some(Topic::FromClient) => Purpose::FromClient,
            Some(Topic::Internal | Topic::Quoted | Topic::Title) => {
                self.likeliest(|purpose| matches!(purpose, Purpose::FromClient | Purpose::Aside))
            }
            Some(Topic::Needs) => {
                self.likeliest(|purpose| !matches!(purpose, Purpose::Work | Purpose::Aside))
            }
            Some(Topic::Solution) => {
                self.likeliest(|purpose| !matches!(purpose, Purpose::Need | Purpose::Aside))
            }
            _ => self.likeliest(|_| true),
        }
    }

    /// The likeliest purpose of what is left of a sentence without what it excludes.
    pub(super) fn purpose_of_rest(self) -> Purpose {
        self.likeliest(|purpose| purpose != Purpose::Excluded)
    }

    /// A need or work that a sentence about a date may tell, too.
    pub(super) fn content(self) -> Option<Purpose> {
        let [need, work, ..] = self.0;
        let purpose = if need >= work { Purpose::Need } else { Purpose::Work };
        (need.max(work) > BESIDE_DATE).then_some(purpose)
    }

    pub(super) const fn need(self) -> i32 {
        self.0[0]
    }

    pub(super) const fn aside(self) -> i32 {
        self.0[5]
    }

    const fn may_be_date(self) -> bool {
        self.0[4] > MAY_BE_DATE
    }

    /// The likeliest of some purposes. To tell the client what is not done, or what to give, takes some odds.
    fn likeliest(self, may_be: impl Fn(Purpose) -> bool) -> Purpose {
        let is_sure = |(purpose, odds): &(Purpose, i32)| match purpose {
            Purpose::Excluded => *odds > 0,
            Purpose::FromClient => *odds > GIVEN,
            _ => true,
        };
        let all = Purpose::ALL.into_iter().zip(self.0);
        let all = all.filter(|(purpose, _)| may_be(*purpose)).filter(is_sure);
        all.max_by_key(|(_, odds)| *odds).map_or(Purpose::Aside, |(purpose, _)| purpose)
    }
}

/// What we say that we do is work, and so is an entry that begins with a verb of work: "Retile the wall".
pub(super) fn offered_work(purpose: Purpose, score: Score, side: Side, topic: Option<Topic>) -> Purpose {
    let offers = side == Side::Vendor && score.commits;
    let begins = side != Side::Client && score.starts_with_work && !score.idle && topic != Some(Topic::Needs);
    match purpose {
        Purpose::Need if score.solution > score.needs && (offers || begins) => Purpose::Work,
        Purpose::Aside if score.solution >= 3 && begins => Purpose::Work,
        purpose => purpose,
    }
}

/// What only asks or states a time is a date; a sentence about a date may tell a need or work, too.
pub(super) fn timed(purpose: Purpose, said: &str, score: Score, odds: Odds) -> Purpose {
    let asks_when =
        || (score.needs < 3 || !score.work) && said.ends_with('?') && time::asked(said, true).is_some();
    let may_be_date = purpose == Purpose::Aside && score.time && odds.may_be_date();
    if score.time && (time::states_only_a_time(said) || asks_when()) {
        return Purpose::Date;
    }
    let is_date = may_be_date || purpose == Purpose::Date;
    let tells = score.needs >= 3 || score.solution >= 3;
    match odds.content() {
        Some(content) if is_date && tells => content,
        // "Could you run our payroll from January?"
        None if is_date && said.ends_with('?') && score.needs >= 3 && score.work => Purpose::Need,
        _ if is_date => Purpose::Date,
        _ => purpose,
    }
}

/// Reads lines such as `list = 163 -20 0 4 0 -81`; those that begin with `#` are comments.
fn parse(file: &'static str) -> HashMap<&'static str, [i32; PURPOSES]> {
    let lines =
        file.lines().filter(|line| !line.starts_with("# ")).filter_map(|line| line.rsplit_once(" = "));
    lines
        .filter_map(|(name, weights)| {
            let weights: Vec<i32> = weights.split(' ').filter_map(|weight| weight.parse().ok()).collect();
            Some((name, weights.try_into().ok()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_is_read() {
        let lines =
            include_str!("purpose/weights.txt").lines().filter(|line| !line.starts_with("# ")).count();
        assert!(lines > 0 && WEIGHTS.len() == lines, "{lines} lines, {} weights", WEIGHTS.len());
        let likeliest = |name: &str| {
            let weights = WEIGHTS.get(name).copied().map(Odds);
            weights.map(|odds| odds.likeliest(|purpose| purpose != Purpose::Aside))
        };
        assert_eq!(likeliest("topic needs"), Some(Purpose::Need));
        assert_eq!(likeliest("topic excluded"), Some(Purpose::Excluded));
        assert_eq!(likeliest("word not"), Some(Purpose::Excluded));
    }
}
