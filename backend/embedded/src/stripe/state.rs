//! The double's state, in its own types; `objects` converts it to Stripe's.

use std::collections::BTreeMap;

use proffer_adapters::random::Rng;
use serde::{Deserialize, Serialize};

use super::idempotency::Keys;

/// The only price: a seat for a month.
pub(super) const PRICE: &str = "price_proffer_seat";
/// The price of a seat, in cents.
pub(super) const SEAT_CENTS: i64 = 900;
/// How long a checkout page can be paid.
pub(super) const CHECKOUT_SECONDS: i64 = 24 * 60 * 60;

/// The whole state.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct State {
    /// The port of the last start, so that noted addresses stay valid.
    pub(super) port: u16,
    pub(super) secret_key: String,
    pub(super) webhook_secret: String,
    pub(super) customers: Vec<Customer>,
    pub(super) checkouts: Vec<Checkout>,
    pub(super) subscriptions: Vec<Subscription>,
    pub(super) invoices: Vec<Invoice>,
    pub(super) portals: Vec<Portal>,
    pub(super) events: Vec<Event>,
    /// Events that have not been posted yet.
    #[serde(skip)]
    pub(super) outbox: Vec<Event>,
    pub(super) keys: Keys,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Customer {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) email: Option<String>,
    pub(super) metadata: BTreeMap<String, String>,
    pub(super) created: i64,
    /// A negative balance is credit for the next invoice.
    pub(super) balance: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum CheckoutState {
    Open,
    Complete,
    Expired,
}

impl CheckoutState {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Complete => "complete",
            Self::Expired => "expired",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Checkout {
    pub(super) id: String,
    pub(super) customer: String,
    pub(super) reference: Option<String>,
    pub(super) seats: u64,
    pub(super) state: CheckoutState,
    pub(super) success_url: String,
    pub(super) cancel_url: Option<String>,
    pub(super) metadata: BTreeMap<String, String>,
    pub(super) created: i64,
    pub(super) subscription: Option<String>,
    pub(super) invoice: Option<String>,
}

impl Checkout {
    pub(super) fn expires_at(&self) -> i64 {
        self.created + CHECKOUT_SECONDS
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Status {
    Active,
    PastDue,
    Unpaid,
    Canceled,
}

impl Status {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::PastDue => "past_due",
            Self::Unpaid => "unpaid",
            Self::Canceled => "canceled",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Subscription {
    pub(super) id: String,
    pub(super) item: String,
    pub(super) customer: String,
    pub(super) seats: u64,
    pub(super) status: Status,
    pub(super) created: i64,
    /// How many periods have passed; all are counted from `created`.
    pub(super) periods: u32,
    pub(super) period: (i64, i64),
    pub(super) cancel_at_period_end: bool,
    pub(super) canceled_at: Option<i64>,
    pub(super) ended_at: Option<i64>,
    pub(super) metadata: BTreeMap<String, String>,
    /// The lines of the next invoice besides the next month.
    pub(super) pending: Vec<Line>,
    pub(super) latest_invoice: Option<String>,
}

impl Subscription {
    pub(super) fn is_over(&self) -> bool {
        self.status == Status::Canceled
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Line {
    pub(super) id: String,
    pub(super) amount: i64,
    pub(super) description: String,
    pub(super) seats: u64,
    pub(super) period: (i64, i64),
    pub(super) is_proration: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum InvoiceState {
    Open,
    Paid,
    Uncollectible,
}

impl InvoiceState {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Uncollectible => "uncollectible",
        }
    }
}

/// Why an invoice is created, in Stripe's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Reason {
    /// The subscription begins.
    Create,
    /// Another month begins.
    Cycle,
    /// The subscription changed, or ended at once.
    Update,
    /// A preview of the next invoice.
    Upcoming,
}

impl Reason {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Create => "subscription_create",
            Self::Cycle => "subscription_cycle",
            Self::Update => "subscription_update",
            Self::Upcoming => "upcoming",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Invoice {
    pub(super) id: String,
    pub(super) number: String,
    pub(super) customer: String,
    pub(super) subscription: String,
    pub(super) item: String,
    pub(super) reason: Reason,
    pub(super) state: InvoiceState,
    pub(super) created: i64,
    pub(super) period: (i64, i64),
    pub(super) lines: Vec<Line>,
    pub(super) starting_balance: i64,
    pub(super) ending_balance: i64,
    pub(super) attempts: u64,
    pub(super) paid_at: Option<i64>,
}

impl Invoice {
    pub(super) fn total(&self) -> i64 {
        self.lines.iter().map(|line| line.amount).sum()
    }

    /// The amount due after credit is applied.
    pub(super) fn due(&self) -> i64 {
        (self.total() + self.starting_balance).max(0)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Portal {
    pub(super) id: String,
    pub(super) customer: String,
    pub(super) return_url: String,
    pub(super) created: i64,
}

/// An event as it is posted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Event {
    pub id: String,
    /// The event type, such as `customer.subscription.updated`.
    pub kind: String,
    /// The exact JSON that is signed.
    pub payload: String,
}

impl State {
    /// An empty state with new keys.
    pub(super) fn new() -> Self {
        Self {
            port: 0,
            secret_key: new_id("sk_test"),
            webhook_secret: new_id("whsec"),
            customers: Vec::new(),
            checkouts: Vec::new(),
            subscriptions: Vec::new(),
            invoices: Vec::new(),
            portals: Vec::new(),
            events: Vec::new(),
            outbox: Vec::new(),
            keys: Keys::default(),
        }
    }

    /// The URL of a page or of the API.
    pub(super) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub(super) fn customer(&self, id: &str) -> Option<&Customer> {
        self.customers.iter().find(|one| one.id == id)
    }

    pub(super) fn checkout(&self, id: &str) -> Option<&Checkout> {
        self.checkouts.iter().find(|one| one.id == id)
    }

    pub(super) fn subscription(&self, id: &str) -> Option<&Subscription> {
        self.subscriptions.iter().find(|one| one.id == id)
    }

    pub(super) fn subscription_mut(&mut self, id: &str) -> Option<&mut Subscription> {
        self.subscriptions.iter_mut().find(|one| one.id == id)
    }

    pub(super) fn invoice(&self, id: &str) -> Option<&Invoice> {
        self.invoices.iter().find(|one| one.id == id)
    }

    pub(super) fn portal(&self, id: &str) -> Option<&Portal> {
        self.portals.iter().find(|one| one.id == id)
    }
}

/// An unguessable id, because the id is the only protection of a page.
pub(super) fn new_id(kind: &str) -> String {
    format!("{kind}_{}", hex::encode(Rng::Os.bytes::<12>()))
}
