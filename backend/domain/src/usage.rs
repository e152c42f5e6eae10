//! What the assistant costs and how much of it a user may use in a month.
//!
//! Before a call its dearest outcome is reserved, after it what it really cost is settled; so calls in parallel cannot
//! overspend. Costs are dollars with four decimals, as `user_usage` keeps them.

use rust_decimal::{Decimal, RoundingStrategy};

/// Tokens per price unit.
const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);
/// Decimals of a stored cost.
const COST_DECIMALS: u32 = 4;
/// Tokens that framing, roles and the schema add to a request.
const OVERHEAD_TOKENS: u64 = 1_500;

/// What a model costs, in dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelPrice {
    /// Per million tokens sent.
    pub input: Decimal,
    /// Per million tokens received.
    pub output: Decimal,
}

/// Known models by the beginning of their name (dated versions follow it), in cents per million tokens sent and received.
/// Where several beginnings match, the longest counts.
const PRICES: [(&str, i64, i64); 13] = [
    ("gpt-3.5-turbo", 50, 150),
    ("gpt-4-turbo", 1000, 3000),
    ("gpt-4o", 250, 1000),
    ("gpt-4o-mini", 15, 60),
    ("gpt-4.1", 200, 800),
    ("gpt-4.1-mini", 40, 160),
    ("gpt-4.1-nano", 10, 40),
    ("gpt-5", 125, 1000),
    ("gpt-5-mini", 25, 200),
    ("gpt-5-nano", 5, 40),
    ("o3", 200, 800),
    ("o3-mini", 110, 440),
    ("o4-mini", 110, 440),
];

/// The price of a model. One that the table does not know counts as dear as the dearest in it: a limit that is reached too
/// early is noticed, one that never binds is not.
#[must_use]
pub fn price_of(model: &str) -> ModelPrice {
    // Gateways put the maker in front: "openai/gpt-4o".
    let name = model.rsplit('/').next().unwrap_or(model);
    let known = PRICES
        .iter()
        .filter(|(start, ..)| name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
        .max_by_key(|(start, ..)| start.len());
    let (input, output) = known.map_or_else(
        || PRICES.iter().fold((0, 0), |dearest, (_, input, output)| (dearest.0.max(*input), dearest.1.max(*output))),
        |(_, input, output)| (*input, *output),
    );
    ModelPrice { input: Decimal::new(input, 2), output: Decimal::new(output, 2) }
}

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
        let exact =
            |tokens: u64, price: Decimal| Decimal::from(tokens).checked_mul(price).map_or(Decimal::MAX, |product| product / MILLION);
        exact(self.input, price.input)
            .checked_add(exact(self.output, price.output))
            .unwrap_or(Decimal::MAX)
            .round_dp_with_strategy(COST_DECIMALS, RoundingStrategy::ToPositiveInfinity)
    }
}

/// What a call holds back until it is settled or released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reservation {
    /// The most it can use.
    pub tokens: Tokens,
    /// The most it can cost, in dollars.
    pub cost: Decimal,
}

impl Reservation {
    /// The dearest outcome of a call: every third byte of the prompt a token (English has one in four, other scripts more),
    /// and the whole allowed answer.
    #[must_use]
    pub fn estimate(prompt_bytes: usize, max_output_tokens: u64, price: ModelPrice) -> Self {
        let sent = u64::try_from(prompt_bytes).unwrap_or(u64::MAX).div_ceil(3);
        let tokens = Tokens { input: sent.saturating_add(OVERHEAD_TOKENS), output: max_output_tokens };
        Self { tokens, cost: tokens.cost(price) }
    }

    /// What a finished call adds to the month: its reported tokens, or all that was reserved when the endpoint reports none.
    #[must_use]
    pub fn settle(self, reported: Option<Tokens>, price: ModelPrice) -> Settlement {
        let tokens = reported.unwrap_or(self.tokens);
        Settlement { tokens, cost: tokens.cost(price) }
    }
}

/// What a call adds to the month's usage once it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// Tokens used.
    pub tokens: Tokens,
    /// Their cost in dollars.
    pub cost: Decimal,
}

/// A user's month so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MonthUsage {
    /// Settled tokens.
    pub tokens: u64,
    /// Settled cost in dollars.
    pub cost: Decimal,
    /// Tokens held back by calls that are running.
    pub reserved_tokens: u64,
    /// Cost held back by calls that are running, in dollars.
    pub reserved_cost: Decimal,
    /// Whether an administrator blocked the user.
    pub blocked: bool,
}

/// How much a user may use in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthLimit {
    /// Most tokens, sent and received.
    pub tokens: u64,
    /// Most cost in dollars.
    pub cost: Decimal,
}

/// Why a call is not made: 429 `usage_exceeded`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UsageRefused {
    /// The user is blocked.
    #[error("AI usage limit reached. The assistant is blocked for your account; you can continue manually.")]
    Blocked,
    /// The month's limit would be passed.
    #[error("AI usage limit reached. You can continue manually or try again later.")]
    OverLimit,
}

impl UsageRefused {
    /// The stable code of both.
    pub const CODE: &'static str = "usage_exceeded";

    /// The sentence for the screen.
    #[must_use]
    pub fn message(self) -> String {
        self.to_string()
    }
}

/// Whether a call may be made: what is settled, held back and now reserved together stay within the limit.
pub fn check(month: &MonthUsage, reservation: &Reservation, limit: &MonthLimit) -> Result<(), UsageRefused> {
    if month.blocked {
        return Err(UsageRefused::Blocked);
    }
    let tokens = month.tokens.saturating_add(month.reserved_tokens).saturating_add(reservation.tokens.total());
    let cost = month.cost.checked_add(month.reserved_cost).and_then(|sum| sum.checked_add(reservation.cost));
    if tokens <= limit.tokens && cost.is_some_and(|cost| cost <= limit.cost) { Ok(()) } else { Err(UsageRefused::OverLimit) }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn dollars(text: &str) -> Decimal {
        text.parse().unwrap_or_default()
    }

    #[test]
    fn prices_follow_the_longest_known_beginning() {
        for (model, input, output) in [
            ("gpt-4o", "2.50", "10.00"),
            ("gpt-4o-2024-11-20", "2.50", "10.00"),
            ("gpt-4o-mini-2024-07-18", "0.15", "0.60"),
            ("openai/gpt-4.1-nano", "0.10", "0.40"),
            ("gpt-4omega", "10.00", "30.00"),
            ("llama-4-local", "10.00", "30.00"),
        ] {
            let price = price_of(model);
            assert_eq!((price.input, price.output), (dollars(input), dollars(output)), "{model}");
        }
    }

    #[test]
    fn costs_are_exact_and_rounded_up() {
        let price = price_of("gpt-4o");
        let cost = |input, output| Tokens { input, output }.cost(price);
        assert_eq!(cost(1_000_000, 1_000_000), dollars("12.50"));
        assert_eq!(cost(1_000, 500), dollars("0.0075"));
        assert_eq!(cost(1, 0), dollars("0.0001"));
        assert_eq!(cost(0, 0), dollars("0"));
        assert!(cost(u64::MAX, u64::MAX) > dollars("1000000"));
    }

    #[test]
    fn a_reservation_is_never_less_than_the_call() {
        let price = price_of("gpt-4o-mini");
        let reservation = Reservation::estimate(30_000, 4_000, price);
        assert_eq!(reservation.tokens, Tokens { input: 11_500, output: 4_000 });
        let settled = reservation.settle(Some(Tokens { input: 8_000, output: 1_000 }), price);
        assert!(settled.cost < reservation.cost);
        assert_eq!(reservation.settle(None, price).cost, reservation.cost);
    }

    #[test]
    fn parallel_calls_cannot_pass_the_limit() {
        let price = price_of("gpt-4o");
        let call = Reservation::estimate(3_000, 1_000, price);
        let limit = MonthLimit { tokens: 1_000_000, cost: call.cost * Decimal::from(3) };
        let mut month = MonthUsage::default();
        let mut made = 0;
        while check(&month, &call, &limit).is_ok() {
            month.reserved_tokens += call.tokens.total();
            month.reserved_cost += call.cost;
            made += 1;
        }
        assert_eq!(made, 3);
        let few = MonthLimit { tokens: call.tokens.total() - 1, cost: dollars("100") };
        assert_eq!(check(&MonthUsage::default(), &call, &few), Err(UsageRefused::OverLimit));
    }

    #[test]
    fn refusals_say_usage_limit() {
        let call = Reservation::estimate(0, 0, price_of("gpt-4o"));
        let blocked = MonthUsage { blocked: true, ..MonthUsage::default() };
        let limit = MonthLimit { tokens: u64::MAX, cost: dollars("100") };
        assert_eq!(check(&blocked, &call, &limit), Err(UsageRefused::Blocked));
        for refused in [UsageRefused::Blocked, UsageRefused::OverLimit] {
            assert!(refused.message().starts_with("AI usage limit reached"));
        }
    }
}
