//! The messages of the subscription.

use poem_openapi::Object;

use crate::wire::Timestamp;

/// The status of the active workspace's subscription, by the server's clock.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SubscriptionStatus {
    /// The status: `trial`, `trial_expired` or `active`.
    pub status: String,
    /// When the trial ends or ended.
    pub trial_ends_at: Option<Timestamp>,
    /// The number of active members; each takes a seat.
    pub team_members: i64,
    /// The remaining days of the trial, rounded up; 0 after it.
    pub days_left: i64,
    /// Whether the workspace has or had a paid subscription. The status of one that has ended is
    /// `trial_expired` too.
    pub was_paid: bool,
    /// When the next charge is due.
    pub renews_at: Option<Timestamp>,
    /// When a cancelled subscription ends or ended.
    pub ends_at: Option<Timestamp>,
    /// The end of the grace period after a failed payment.
    pub grace_ends_at: Option<Timestamp>,
    /// The plan granted by a site administrator.
    pub given: Option<GivenPlan>,
    /// How payments work on this server.
    pub payments: Payments,
}

/// A free plan, granted by a site administrator.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct GivenPlan {
    /// When the plan ends; absent if it has no end.
    pub until: Option<Timestamp>,
}

/// How payments work on this server.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Payments {
    /// Whether payments are configured.
    pub configured: bool,
    /// Whether payments are in test mode, without real money.
    pub test: bool,
    /// The hosts that the browser may be sent to for payment, with the port unless it is the default.
    pub hosts: Vec<String>,
    /// The monthly price of a seat, as a decimal.
    pub seat_price: String,
    /// The currency of the price, ISO 4217 in upper case.
    pub currency: String,
}

/// The target of a redirect.
#[derive(Debug, Object)]
pub struct RedirectUrl {
    /// A URL on one of the hosts that the subscription lists.
    pub url: String,
}

/// An invoice.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Invoice {
    /// The invoice's id.
    pub id: String,
    /// The invoice number; a draft has none.
    pub number: Option<String>,
    /// The status: `draft`, `open`, `paid`, `uncollectible` or `void`.
    pub status: String,
    /// The total, as a decimal.
    pub total: String,
    /// The currency of the total, ISO 4217 in upper case.
    pub currency: String,
    /// When the invoice was created.
    pub created_at: Timestamp,
    /// Where the invoice can be viewed and paid.
    pub url: Option<String>,
    /// The URL of the invoice as a PDF.
    pub pdf_url: Option<String>,
}

/// The price of a number of seats.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SeatsPreview {
    /// The requested number of seats.
    pub seats: i64,
    /// The seats in use.
    pub seats_in_use: i64,
    /// The monthly price of a seat, as a decimal.
    pub seat_price: String,
    /// The monthly price of all requested seats, as a decimal.
    pub monthly: String,
    /// The currency, ISO 4217 in upper case.
    pub currency: String,
    /// When the next charge is due; absent without a paid subscription.
    pub next_charge_at: Option<Timestamp>,
    /// The next charge including the proration for the current month, as a decimal.
    pub next_charge: Option<String>,
    /// The part of the next charge that is prorated for the current month; negative if seats are removed.
    pub prorated: Option<String>,
}
