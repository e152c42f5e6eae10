//! The rules of the dashboard: how proposals are counted, over which months, and which actions are suggested.
//! The database computes the figures.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike as _, Months, TimeDelta, Utc};
use poem_openapi::Enum;
use rust_decimal::Decimal;

use crate::proposal::Status;

/// How far back the monthly figures go, including the present month.
pub const MONTHS: u32 = 12;
/// A proposal that can be accepted for at most this long is about to expire.
const EXPIRES_SOON: TimeDelta = TimeDelta::days(3);

/// The count and the sum of the proposals with the same state and currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Their state.
    pub status: Status,
    pub currency: String,
    /// How many.
    pub count: i64,
    /// The sum of their totals.
    pub amount: Decimal,
}

/// A sum in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencySum {
    /// ISO 4217.
    pub currency: String,
    /// The sum.
    pub amount: Decimal,
}

/// The proposals in one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// The state.
    pub status: Status,
    /// How many.
    pub count: i64,
    /// The sums of their totals, by currency.
    pub value: Vec<CurrencySum>,
}

/// The states in the order of a proposal's life, as the pipeline shows them.
pub const PIPELINE: [Status; 7] = [
    Status::Draft,
    Status::Pending,
    Status::InReview,
    Status::Accepted,
    Status::Signed,
    Status::Rejected,
    Status::Expired,
];

/// The present figures of all proposals of a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipelineFigures {
    tallies: Vec<Tally>,
}

impl PipelineFigures {
    /// Built from the stored figures and the proposals that have expired since, whose stored state does not
    /// say so yet.
    #[must_use]
    pub fn new(written: Vec<Tally>, lapsed: Vec<Tally>) -> Self {
        let mut tallies = written;
        for late in lapsed {
            let less = Tally { count: -late.count, amount: -late.amount, ..late.clone() };
            tallies.extend([less, Tally { status: Status::Expired, ..late }]);
        }
        Self { tallies }
    }

    /// The number of all proposals.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.count(|_| true)
    }

    /// The number of proposals that are with a client.
    #[must_use]
    pub fn active(&self) -> i64 {
        self.count(Status::awaits_client)
    }

    /// The number of accepted proposals.
    #[must_use]
    pub fn won(&self) -> i64 {
        self.count(Status::is_immutable)
    }

    /// The number of accepted or declined proposals.
    #[must_use]
    pub fn decided(&self) -> i64 {
        self.count(|status| status.is_immutable() || status == Status::Rejected)
    }

    /// The sums of all proposals, by currency.
    #[must_use]
    pub fn value(&self) -> Vec<CurrencySum> {
        worth(self.tallies.iter().map(|tally| (tally.currency.as_str(), tally.count, tally.amount)))
    }

    /// Every state, in the order of a proposal's life.
    #[must_use]
    pub fn pipeline(&self) -> Vec<Stage> {
        let stage = |status| {
            let own = self.tallies.iter().filter(|tally| tally.status == status);
            let value = worth(own.map(|tally| (tally.currency.as_str(), tally.count, tally.amount)));
            Stage { status, count: self.count(|other| other == status), value }
        };
        PIPELINE.into_iter().map(stage).collect()
    }

    fn count(&self, of: impl Fn(Status) -> bool) -> i64 {
        self.tallies.iter().filter(|tally| of(tally.status)).map(|tally| tally.count).sum()
    }
}

/// The sums by currency, the currency with the most proposals first. A currency without proposals is left
/// out.
fn worth<'a>(parts: impl Iterator<Item = (&'a str, i64, Decimal)>) -> Vec<CurrencySum> {
    let mut sums: BTreeMap<&str, (i64, Decimal)> = BTreeMap::new();
    for (currency, count, amount) in parts {
        let (counted, sum) = sums.entry(currency).or_default();
        *counted += count;
        *sum += amount;
    }
    let mut present: Vec<_> = sums.into_iter().filter(|(_, (count, _))| *count > 0).collect();
    present.sort_by_key(|(_, (count, _))| -count);
    present
        .into_iter()
        .map(|(currency, (_, amount))| CurrencySum { currency: currency.to_owned(), amount })
        .collect()
}

/// The stored figures of one month in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthTally {
    /// Such as `2026-03`.
    pub month: String,
    /// ISO 4217.
    pub currency: String,
    /// How many proposals were created in it.
    pub created: i64,
    /// How many were accepted in it.
    pub won: i64,
    /// The sum of the accepted ones.
    pub won_amount: Decimal,
}

/// One month in all currencies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Month {
    /// Such as `2026-03`.
    pub month: String,
    /// How many proposals were created in it.
    pub created: i64,
    /// How many were accepted in it.
    pub won: i64,
    /// The sums of the accepted ones, by currency.
    pub won_value: Vec<CurrencySum>,
}

/// The last twelve months at `now`, the oldest first, including months without any event.
#[must_use]
pub fn over_time(tallies: &[MonthTally], now: DateTime<Utc>) -> Vec<Month> {
    let month = |month: String| {
        let own = || tallies.iter().filter(|tally| tally.month == month);
        Month {
            created: own().map(|tally| tally.created).sum(),
            won: own().map(|tally| tally.won).sum(),
            won_value: worth(own().map(|tally| (tally.currency.as_str(), tally.won, tally.won_amount))),
            month,
        }
    };
    months(now).into_iter().map(month).collect()
}

/// The names of the last twelve months, the oldest first.
#[must_use]
pub fn months(now: DateTime<Utc>) -> Vec<String> {
    // Calculated from the middle of the month, because every month has that day.
    let middle = now.date_naive().with_day(15).unwrap_or_else(|| now.date_naive());
    let back =
        |months| middle.checked_sub_months(Months::new(months)).unwrap_or(middle).format("%Y-%m").to_string();
    (0..MONTHS).rev().map(back).collect()
}

/// When the last twelve months began, day and hour included.
#[must_use]
pub fn a_year_before(now: DateTime<Utc>) -> DateTime<Utc> {
    now.checked_sub_months(Months::new(MONTHS)).unwrap_or(DateTime::<Utc>::MIN_UTC)
}

/// The median in hours with two decimals; for an even number the mean of the two in the middle.
#[must_use]
pub fn median_hours(mut took: Vec<TimeDelta>) -> Option<f64> {
    took.sort_unstable();
    let upper = *took.get(took.len() / 2)?;
    let lower = *took.get(took.len().saturating_sub(1) / 2)?;
    let seconds = i64::midpoint(lower.num_seconds(), upper.num_seconds());
    // A clock that was set back must not give a negative duration. A hundredth of an hour is 36 seconds.
    let hundredths = i32::try_from(seconds.max(0) / 36).unwrap_or(i32::MAX);
    Some(f64::from(hundredths) / 100.0)
}

/// The suggested action for an unanswered proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "NextStep", rename_all = "snake_case")]
pub enum Suggestion {
    /// Ask the client for feedback.
    FollowUp,
    /// Answer the client's question.
    AnswerQuestion,
    /// Create a new link, because the client has no working one.
    RenewLink,
    /// Act before the proposal expires, within three days.
    Expiring,
}

impl Suggestion {
    /// The most urgent one first: a client who asked waits for an answer; a client without a link can do
    /// nothing; a proposal that expires in three days needs a reminder.
    #[must_use]
    pub fn of(
        status: Status,
        has_link: bool,
        valid_until: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Self {
        if status == Status::InReview {
            Self::AnswerQuestion
        } else if !has_link {
            Self::RenewLink
        } else if valid_until.is_some_and(|end| end - now <= EXPIRES_SOON) {
            Self::Expiring
        } else {
            Self::FollowUp
        }
    }
}

#[cfg(test)]
mod tests;
