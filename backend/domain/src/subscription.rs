//! The plan status of a workspace: a pure rule of its trial, its subscription at Stripe, a plan granted by
//! hand, and the time.
//!
//! A plan is active while any of the three allows it: a trial until its end, a subscription while Stripe
//! reports it as active and for some days of grace after a failed payment, a granted plan until it expires.
//! Afterwards no data is lost and everything that was sent keeps working; see [`PaidFeature`] for what
//! requires an active plan.

pub mod answer;
pub mod grant;

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

/// The length of a trial, from the registration of the workspace's owner.
pub const TRIAL: TimeDelta = TimeDelta::days(14);

/// How many days before the end of a trial the screens warn of it.
pub const WARN_DAYS: i64 = 3;

/// The grace period: how long a plan stays active after a failed payment, while Stripe retries it.
pub const GRACE: TimeDelta = TimeDelta::days(7);

/// The price of a seat per month, in US dollars, as shown if Stripe is not asked.
pub const SEAT_PRICE_USD: &str = "9.00";

/// The states of a subscription in Stripe's terms:
/// <https://docs.stripe.com/api/subscriptions/object#subscription_object-status>.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString, strum::Display,
)]
#[strum(
    serialize_all = "snake_case", const_into_str,
    parse_err_ty = UnknownStatus, parse_err_fn = unknown_status
)]
pub enum StripeStatus {
    /// The first payment has not gone through yet.
    Incomplete,
    /// The first payment failed.
    IncompleteExpired,
    /// In a trial at Stripe.
    Trialing,
    /// Paid.
    Active,
    /// A payment failed and is retried.
    PastDue,
    /// Ended.
    Canceled,
    /// Payments are no longer retried.
    Unpaid,
    /// A trial at Stripe ended without a payment method.
    Paused,
}

impl StripeStatus {
    /// Every state.
    pub const ALL: [Self; 8] = [
        Self::Incomplete,
        Self::IncompleteExpired,
        Self::Trialing,
        Self::Active,
        Self::PastDue,
        Self::Canceled,
        Self::Unpaid,
        Self::Paused,
    ];

    /// Stripe's name of the state.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Whether the subscription at Stripe bills, or will once a payment succeeds. A second one at the same
    /// time would be charged twice.
    #[must_use]
    pub fn is_live(self) -> bool {
        matches!(self, Self::Trialing | Self::Active | Self::PastDue | Self::Unpaid | Self::Paused)
    }
}

/// The text is not a subscription state.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown state of a subscription")]
pub struct UnknownStatus;

fn unknown_status(_: &str) -> UnknownStatus {
    UnknownStatus
}

/// A subscription at Stripe, reduced to what decides the status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaidSubscription {
    /// Its state.
    pub status: StripeStatus,
    /// Since when a failed payment has been due.
    pub past_due_since: Option<DateTime<Utc>>,
}

/// A plan granted by a site administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantedPlan {
    /// When it expires; `None` for an unlimited plan.
    pub until: Option<DateTime<Utc>>,
}

impl GrantedPlan {
    /// Whether it has not expired.
    #[must_use]
    pub fn holds(self, now: DateTime<Utc>) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// Everything that decides the plan status, except the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// When its trial ends or ended.
    pub trial_ends_at: DateTime<Utc>,
    /// Its subscription, if it has or had one.
    pub paid: Option<PaidSubscription>,
    /// The granted plan, if there is one.
    pub given: Option<GrantedPlan>,
}

/// The status of a workspace's plan at a given time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanStatus {
    /// In the trial.
    Trial {
        /// Days left, the current one included: 1 to 14.
        days_left: i64,
    },
    /// Paid for, or granted free of charge.
    Active,
    /// A payment has failed; everything still works during the grace period.
    Grace {
        /// When the grace ends.
        until: DateTime<Utc>,
    },
    /// Trial and subscription are over.
    Ended {
        /// Whether it was ever paid for; if not, there was only a trial.
        was_paid: bool,
    },
}

impl Plan {
    /// Its status at `now`.
    #[must_use]
    pub fn status_at(&self, now: DateTime<Utc>) -> PlanStatus {
        let grace = self.paid.and_then(|paid| paid.past_due_since).map(|since| since + GRACE);
        match (self.paid.map(|paid| paid.status), grace) {
            (Some(StripeStatus::Active | StripeStatus::Trialing), _) => return PlanStatus::Active,
            _ if self.given.is_some_and(|given| given.holds(now)) => return PlanStatus::Active,
            (Some(StripeStatus::PastDue), Some(until)) if now < until => return PlanStatus::Grace { until },
            _ => {}
        }
        if now < self.trial_ends_at {
            return PlanStatus::Trial { days_left: days_left(self.trial_ends_at, now) };
        }
        PlanStatus::Ended { was_paid: self.was_paid() }
    }

    /// Whether it was never paid for and has no granted plan: its owner may be a stranger who came to send
    /// mail.
    #[must_use]
    pub fn is_unproven(&self, now: DateTime<Utc>) -> bool {
        !self.was_paid() && matches!(self.status_at(now), PlanStatus::Trial { .. } | PlanStatus::Ended { .. })
    }

    /// What ended last, for a workspace whose plan has ended.
    #[must_use]
    pub fn ended(&self) -> EndedPlan {
        let given_until = self.given.and_then(|given| given.until);
        match given_until {
            _ if self.was_paid() => EndedPlan::Subscription,
            Some(until) if until > self.trial_ends_at => EndedPlan::Given,
            _ => EndedPlan::Trial,
        }
    }

    /// Whether there is or was a paid subscription.
    #[must_use]
    pub fn was_paid(&self) -> bool {
        self.paid.is_some_and(|paid| {
            !matches!(paid.status, StripeStatus::Incomplete | StripeStatus::IncompleteExpired)
        })
    }
}

/// What ended last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedPlan {
    Trial,
    Subscription,
    /// The granted plan.
    Given,
}

impl PlanStatus {
    /// The value on the wire: an ended subscription is reported like an ended trial.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Trial { .. } => "trial",
            Self::Active | Self::Grace { .. } => "active",
            Self::Ended { .. } => "trial_expired",
        }
    }

    /// Whether all features are available.
    #[must_use]
    pub fn is_open(self) -> bool {
        !matches!(self, Self::Ended { .. })
    }
}

/// Days until then, including the current one, and never less than 0.
#[must_use]
pub fn days_left(end: DateTime<Utc>, now: DateTime<Utc>) -> i64 {
    let millis = (end - now).num_milliseconds();
    let day = TimeDelta::days(1).num_milliseconds();
    (millis.div_euclid(day) + i64::from(millis.rem_euclid(day) > 0)).max(0)
}

/// The features that require an active plan: creating and changing clients and proposals, and the assistant.
/// Reading, sharing, signing, exporting and paying do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaidFeature {
    Clients,
    Proposals,
    Assistant,
}

impl PaidFeature {
    /// The message that explains the refusal.
    #[must_use]
    pub fn refusal(self, was_paid: bool) -> &'static str {
        match (self, was_paid) {
            (Self::Clients, false) => "Your trial has expired. Please upgrade to continue managing clients",
            (Self::Proposals, false) => {
                "Your trial has expired. Please upgrade to continue creating proposals"
            }
            (Self::Assistant, false) => {
                "Your trial has expired. Please upgrade to continue using the assistant"
            }
            (Self::Clients, true) => {
                "Your subscription has ended. Please upgrade to continue managing clients"
            }
            (Self::Proposals, true) => {
                "Your subscription has ended. Please upgrade to continue creating proposals"
            }
            (Self::Assistant, true) => {
                "Your subscription has ended. Please upgrade to continue using the assistant"
            }
        }
    }
}

#[cfg(test)]
mod tests;
