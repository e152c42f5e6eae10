//! The cost of the assistant and its monthly quotas: for a person in all their workspaces, for a workspace,
//! and for the site.
//!
//! Before a call its highest possible cost is reserved, and afterwards the actual cost is settled, so that
//! parallel calls cannot exceed the quota. Costs are dollars with four decimals, as stored in `user_usage`.

use chrono::{DateTime, Utc};
use rust_decimal::{Decimal, RoundingStrategy};

mod prices;

pub use prices::{ModelPrice, PriceTable};

/// Tokens per unit of the price.
const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);
/// Decimals of a stored cost.
const COST_DECIMALS: u32 = 4;
/// Tokens that framing, roles and the schema add to a request.
const OVERHEAD_TOKENS: u64 = 1_500;

/// Tokens of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tokens {
    /// Sent.
    pub input: u64,
    /// Received.
    pub output: u64,
}

impl Tokens {
    /// Sent and received.
    #[must_use]
    pub fn total(self) -> u64 {
        self.input.saturating_add(self.output)
    }

    /// Their cost in dollars, rounded up to four decimals so that many small calls are not free.
    #[must_use]
    pub fn cost(self, price: ModelPrice) -> Decimal {
        let exact = |tokens: u64, price: Decimal| {
            Decimal::from(tokens).checked_mul(price).map_or(Decimal::MAX, |product| product / MILLION)
        };
        exact(self.input, price.input)
            .checked_add(exact(self.output, price.output))
            .unwrap_or(Decimal::MAX)
            .round_dp_with_strategy(COST_DECIMALS, RoundingStrategy::ToPositiveInfinity)
    }
}

/// What a call reserves until it is settled or released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reservation {
    /// The most tokens it can use.
    pub tokens: Tokens,
    /// The highest possible cost, in dollars.
    pub cost: Decimal,
}

impl Reservation {
    /// The highest possible usage of a call: one token for every three bytes of the prompt (English has one
    /// in four, other scripts more), and the longest allowed answer.
    #[must_use]
    pub fn estimate(prompt_bytes: usize, max_output_tokens: u64, price: ModelPrice) -> Self {
        let sent = u64::try_from(prompt_bytes).unwrap_or(u64::MAX).div_ceil(3);
        let tokens = Tokens { input: sent.saturating_add(OVERHEAD_TOKENS), output: max_output_tokens };
        Self { tokens, cost: tokens.cost(price) }
    }

    /// The usage of a finished call: its reported tokens, or the whole reservation if the endpoint reports
    /// none.
    #[must_use]
    pub fn settle(self, reported: Option<Tokens>, price: ModelPrice) -> Settlement {
        let tokens = reported.unwrap_or(self.tokens);
        Settlement { tokens, cost: tokens.cost(price) }
    }
}

/// The actual usage of a finished call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// Tokens used.
    pub tokens: Tokens,
    /// Their cost in dollars.
    pub cost: Decimal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuotaHolder {
    /// The person, in all their workspaces together.
    Person,
    /// The workspace in which the call is made.
    Workspace,
    /// All workspaces of the site together.
    Site,
}

impl QuotaHolder {
    fn quota(self) -> &'static str {
        match self {
            Self::Person => "your quota for this month in all your workspaces together",
            Self::Workspace => "this workspace's quota for this month",
            Self::Site => "this site's quota for this month",
        }
    }
}

/// A monthly quota and its use so far. Money is limited, not tokens, because their price depends on the
/// model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    pub holder: QuotaHolder,
    /// The limit in dollars.
    pub limit: Decimal,
    /// The settled cost in dollars.
    pub spent: Decimal,
    /// The cost reserved by running calls, in dollars.
    pub held: Decimal,
}

impl Quota {
    fn covers(&self, costs: &[Decimal]) -> bool {
        let sum = costs.iter().try_fold(self.spent, |sum, cost| sum.checked_add(*cost));
        sum.is_some_and(|sum| sum <= self.limit)
    }
}

/// A workspace's quota: that of a person for each seat. It matters if members change.
#[must_use]
pub fn workspace_limit(person: Decimal, seats: u32) -> Decimal {
    person.saturating_mul(Decimal::from(seats.max(1)))
}

/// Why a call is refused: 429 `usage_exceeded`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UsageRefused {
    /// An administrator has blocked the assistant for the person.
    Blocked,
    /// The rest of the monthly quota does not cover the call.
    UsedUp(QuotaHolder),
    /// It would be covered without the reservations of running calls.
    Held(QuotaHolder),
}

impl UsageRefused {
    /// The stable code of all.
    pub const CODE: &'static str = "usage_exceeded";

    /// The message for the screen, given the start of the next month.
    #[must_use]
    pub fn message(self, next_month: DateTime<Utc>) -> String {
        match self {
            Self::Blocked => "AI usage limit reached. The assistant is blocked for your account; you can continue manually.".to_owned(),
            Self::UsedUp(holder) => format!(
                "AI usage limit reached: {} does not cover this. It is renewed on {} (UTC); until then you can continue manually.",
                holder.quota(),
                next_month.format("%B %-d, %Y")
            ),
            Self::Held(holder) => format!(
                "AI usage limit reached for now: the rest of {} is reserved for answers in progress. Try again in a few minutes, or \
                 continue manually.",
                holder.quota().trim_end_matches(',')
            ),
        }
    }
}

/// Whether a call with that cost is allowed: together with settled and reserved costs it must be within each
/// quota. A quota that is exhausted for the month is reported before one that is only reserved.
///
/// # Errors The first quota that is exceeded.
pub fn check(quotas: &[Quota], cost: Decimal) -> Result<(), UsageRefused> {
    if let Some(used_up) = quotas.iter().find(|quota| !quota.covers(&[cost])) {
        return Err(UsageRefused::UsedUp(used_up.holder));
    }
    match quotas.iter().find(|quota| !quota.covers(&[quota.held, cost])) {
        Some(held) => Err(UsageRefused::Held(held.holder)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn dollars(text: &str) -> Decimal {
        text.parse().unwrap_or_default()
    }

    #[test]
    fn costs_are_exact_and_rounded_up() {
        let price = PriceTable::default().price_of("gpt-4o");
        let cost = |input, output| Tokens { input, output }.cost(price);
        assert_eq!(cost(1_000_000, 1_000_000), dollars("12.50"));
        assert_eq!(cost(1_000, 500), dollars("0.0075"));
        assert_eq!(cost(1, 0), dollars("0.0001"));
        assert_eq!(cost(0, 0), dollars("0"));
        assert!(cost(u64::MAX, u64::MAX) > dollars("1000000"));
    }

    #[test]
    fn a_reservation_is_never_less_than_the_call() {
        let price = PriceTable::default().price_of("gpt-4o-mini");
        let reservation = Reservation::estimate(30_000, 4_000, price);
        assert_eq!(reservation.tokens, Tokens { input: 11_500, output: 4_000 });
        let settled = reservation.settle(Some(Tokens { input: 8_000, output: 1_000 }), price);
        assert!(settled.cost < reservation.cost);
        assert_eq!(reservation.settle(None, price).cost, reservation.cost);
    }

    fn quota(holder: QuotaHolder, limit: &str, spent: &str, held: &str) -> Quota {
        Quota { holder, limit: dollars(limit), spent: dollars(spent), held: dollars(held) }
    }

    #[test]
    fn parallel_calls_cannot_pass_the_limit() {
        let mut month = quota(QuotaHolder::Person, "3", "0", "0");
        let mut made = 0;
        while check(&[month], Decimal::ONE).is_ok() {
            month.held += Decimal::ONE;
            made += 1;
        }
        assert_eq!((made, check(&[month], Decimal::ONE)), (3, Err(UsageRefused::Held(QuotaHolder::Person))));
    }

    #[test]
    fn each_quota_is_enforced_and_the_longer_wait_is_reported() {
        let room = |holder| quota(holder, "10", "1", "1");
        let [person, workspace, site] = [QuotaHolder::Person, QuotaHolder::Workspace, QuotaHolder::Site];
        for (case, quotas, expected) in [
            ("room in all", vec![room(person), room(workspace), room(site)], Ok(())),
            ("none at all", vec![], Ok(())),
            ("exactly enough", vec![quota(person, "10", "7", "2")], Ok(())),
            (
                "the person's",
                vec![quota(person, "10", "9.5", "0"), room(workspace)],
                Err(UsageRefused::UsedUp(person)),
            ),
            (
                "the workspace's",
                vec![room(person), quota(workspace, "10", "9.5", "0")],
                Err(UsageRefused::UsedUp(workspace)),
            ),
            (
                "the site's",
                vec![room(person), room(workspace), quota(site, "0", "0", "0")],
                Err(UsageRefused::UsedUp(site)),
            ),
            (
                "held back",
                vec![room(person), quota(workspace, "10", "8", "1.5")],
                Err(UsageRefused::Held(workspace)),
            ),
            (
                "held back by one, used up by the other",
                vec![quota(person, "10", "8", "1.5"), quota(site, "10", "9.5", "0")],
                Err(UsageRefused::UsedUp(site)),
            ),
            (
                "beyond all numbers",
                vec![Quota { spent: Decimal::MAX, ..room(person) }],
                Err(UsageRefused::UsedUp(person)),
            ),
        ] {
            assert_eq!(check(&quotas, Decimal::ONE), expected, "{case}");
        }
    }

    #[test]
    fn a_workspace_has_a_quota_for_each_seat_and_for_one_at_least() {
        let ten = dollars("10");
        assert_eq!([0, 1, 3].map(|seats| workspace_limit(ten, seats)), [ten, ten, dollars("30")]);
        assert_eq!(workspace_limit(Decimal::MAX, 2), Decimal::MAX);
    }

    #[test]
    fn refusals_say_which_limit_and_until_when() {
        let next_month = DateTime::<Utc>::UNIX_EPOCH;
        for (refused, words) in [
            (UsageRefused::Blocked, ["blocked for your account", "continue manually"]),
            (
                UsageRefused::UsedUp(QuotaHolder::Person),
                ["in all your workspaces together does not", "renewed on January 1, 1970 (UTC)"],
            ),
            (
                UsageRefused::UsedUp(QuotaHolder::Workspace),
                ["this workspace's quota", "renewed on January 1, 1970 (UTC)"],
            ),
            (
                UsageRefused::UsedUp(QuotaHolder::Site),
                ["this site's quota", "renewed on January 1, 1970 (UTC)"],
            ),
            (
                UsageRefused::Held(QuotaHolder::Person),
                ["in all your workspaces together is reserved", "in a few minutes"],
            ),
        ] {
            let message = refused.message(next_month);
            assert!(message.starts_with("AI usage limit reached"), "{message}");
            for word in words {
                assert!(message.contains(word), "{word:?} in {message}");
            }
        }
    }
}
