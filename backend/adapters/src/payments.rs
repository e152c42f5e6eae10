//! The Stripe client.
//!
//! Nothing here retries a call: only the caller knows whether it is still wanted, and holds the idempotency
//! key for asking again. [`PaymentError`] says when the same key may be used again.

mod account;
mod amounts;
mod answers;
mod events;
mod requests;
mod settings;

use std::{collections::BTreeSet, fmt, sync::Arc};

use chrono::{DateTime, Utc};
use proffer_domain::subscription::{StripeStatus, answer::Candidate};
use rust_decimal::Decimal;
use stripe::StripeRequest as _;
use tracing::Instrument as _;
use url::Url;
use uuid::Uuid;

use self::account::{Account, failure, known};
pub use self::settings::StripeSettings;
use crate::span;

/// The payment provider; without settings, no payments are possible. Cheap to clone.
#[derive(Clone)]
pub struct Payments(Option<Arc<Account>>);

impl fmt::Debug for Payments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Payments")
    }
}

/// Why a call to Stripe failed.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// There are no settings.
    #[error("payments are not configured")]
    NotConfigured,
    /// No answer came, so the outcome is unknown and the same key may be used again. The same holds when
    /// Stripe is rate limiting (429) or still busy with the last request under this key (409): it stores
    /// neither answer.
    #[error("Stripe did not answer")]
    Silent,
    /// Stripe failed internally (5xx). That answer is stored under the key, so the next attempt needs a new
    /// key; the outcome is unknown.
    #[error("Stripe failed ({0})")]
    Failed(u16),
    /// Stripe refused (4xx) with that code; nothing was done.
    #[error("Stripe refused: {code}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Stripe's `code`, or its `type` where it has none, such as `resource_missing` or
        /// `idempotency_error`.
        code: String,
    },
    /// The answer cannot be parsed, or links to a page that is not Stripe's. A proxy's error page cannot be
    /// told from an unexpected answer, so the outcome is unknown.
    #[error("Stripe's answer is not usable: {0}")]
    Unusable(String),
}

/// A customer to create.
#[derive(Clone)]
pub struct NewCustomer {
    /// The workspace id, stored in the customer's metadata.
    pub workspace_id: Uuid,
    /// The workspace's name.
    pub name: String,
    /// The owner's email address.
    pub email: String,
}

proffer_domain::redact!(NewCustomer);

/// A checkout page to create.
#[derive(Debug, Clone)]
pub struct NewCheckout {
    pub customer_id: String,
    /// The workspace id, stored in the metadata of the resulting subscription.
    pub workspace_id: Uuid,
    /// How many seats.
    pub seats: u64,
    /// Where the browser returns after payment.
    pub success_url: String,
    /// Where the browser returns without payment.
    pub cancel_url: String,
}

/// The state of a checkout page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckoutState {
    /// It can be paid.
    Open,
    /// It was paid.
    Complete,
    /// It can no longer be paid.
    Expired,
}

/// A checkout page.
#[derive(Debug, Clone)]
pub struct Checkout {
    pub id: String,
    pub state: CheckoutState,
    /// How many seats it is for; absent when Stripe does not say.
    pub seats: Option<u64>,
    /// Its address, checked against the allowed hosts; absent once it can no longer be paid.
    pub url: Option<Url>,
}

/// The present state of a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeSubscription {
    pub id: String,
    /// Its state.
    pub status: StripeStatus,
    /// Its one item.
    pub item_id: String,
    /// The number of seats.
    pub seats: u64,
    /// When the current period ends.
    pub period_ends_at: DateTime<Utc>,
    /// When it will be cancelled, at the end of the period or at another time; absent when no cancellation is
    /// scheduled.
    pub cancels_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

impl Candidate for StripeSubscription {
    fn id(&self) -> &str {
        &self.id
    }

    fn status(&self) -> StripeStatus {
        self.status
    }

    fn created_at(&self) -> DateTime<Utc> {
        self.created_at
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeInvoice {
    pub id: String,
    pub number: Option<String>,
    /// `draft`, `open`, `paid`, `uncollectible` or `void`.
    pub status: String,
    /// The total amount.
    pub total: Decimal,
    /// ISO 4217, in upper case.
    pub currency: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// Where it can be viewed and paid; absent when the host is not allowed.
    pub url: Option<Url>,
    /// The address of its PDF, under the same rule.
    pub pdf_url: Option<Url>,
}

/// The next charge after a change of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextCharge {
    /// When it is due.
    pub at: DateTime<Utc>,
    /// The total amount.
    pub total: Decimal,
    /// The part for the rest of the current period; negative when seats are removed.
    pub prorated: Decimal,
    /// ISO 4217, in upper case.
    pub currency: String,
}

/// The monthly price of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatPrice {
    pub amount: Decimal,
    /// ISO 4217, in upper case.
    pub currency: String,
}

/// An event. Its content is not trusted: it only says that there is something to look up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    pub id: String,
    /// What happened, such as `customer.subscription.updated`.
    pub kind: String,
    /// When it happened, according to Stripe.
    pub created_at: Option<DateTime<Utc>>,
    /// The customer that it concerns, if it names one.
    pub customer_id: Option<String>,
}

/// Why an event is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// There are no settings.
    #[error("payments are not configured")]
    NotConfigured,
    /// No signature matches one of our secrets, or the timestamp is more than 300 seconds off.
    #[error("the signature is not valid")]
    Signature,
    /// The event comes from test mode while payments here are live, or the reverse.
    #[error("the event is of the other mode")]
    Mode,
    /// The body is not an event.
    #[error("the body is not an event")]
    Malformed,
}

impl Payments {
    /// A client for these settings; without settings every call fails with `NotConfigured`.
    pub fn new(settings: Option<&StripeSettings>) -> Self {
        Self(settings.map(|settings| Arc::new(Account::new(settings))))
    }

    /// Whether payments are configured.
    pub fn is_configured(&self) -> bool {
        self.0.is_some()
    }

    /// Creates a customer and returns its id.
    pub async fn create_customer(&self, key: &str, new: &NewCustomer) -> Result<String, PaymentError> {
        let account = self.account()?;
        let request = requests::customer(new).customize().request_strategy(account::idempotent(key)?);
        let customer =
            request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        Ok(customer.id.as_str().to_owned())
    }

    /// Creates a checkout page.
    pub async fn create_checkout(&self, key: &str, new: &NewCheckout) -> Result<Checkout, PaymentError> {
        let account = self.account()?;
        let request = requests::checkout(new, &account.settings.price_id)
            .customize()
            .request_strategy(account::idempotent(key)?);
        let session =
            request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::checkout(&session, &account.settings)
    }

    /// Reads a checkout page.
    pub async fn checkout(&self, id: &str) -> Result<Checkout, PaymentError> {
        let account = self.account()?;
        let request = requests::retrieve_checkout(known(id)?);
        let session =
            request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::checkout(&session, &account.settings)
    }

    /// Expires a checkout page, so that it can no longer be paid.
    pub async fn expire_checkout(&self, key: &str, id: &str) -> Result<Checkout, PaymentError> {
        let account = self.account()?;
        let request =
            requests::expire_checkout(known(id)?).customize().request_strategy(account::idempotent(key)?);
        let session =
            request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::checkout(&session, &account.settings)
    }

    /// Creates a page where the customer changes the payment method or cancels.
    pub async fn portal(&self, key: &str, customer_id: &str, return_url: &str) -> Result<Url, PaymentError> {
        let account = self.account()?;
        let request =
            requests::portal(customer_id, return_url).customize().request_strategy(account::idempotent(key)?);
        let session =
            request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::own_page(&session.url, &account.settings).ok_or_else(answers::led_astray)
    }

    /// All subscriptions of a customer to our price, in any state, newest first.
    pub async fn subscriptions(&self, customer_id: &str) -> Result<Vec<StripeSubscription>, PaymentError> {
        let account = self.account()?;
        let list = requests::subscriptions(customer_id)
            .send(account.client()?)
            .instrument(span::outbound("stripe"))
            .await
            .map_err(failure)?;
        answers::subscriptions(&list.data, &account.settings.price_id)
    }

    /// Changes the number of seats, prorated for the rest of the period.
    pub async fn set_seats(
        &self,
        key: &str,
        subscription: &StripeSubscription,
        seats: u64,
    ) -> Result<StripeSubscription, PaymentError> {
        let account = self.account()?;
        known(&subscription.id)?;
        let request =
            requests::set_seats(subscription, seats).customize().request_strategy(account::idempotent(key)?);
        let changed =
            request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::subscription(&changed, &account.settings.price_id)?.ok_or_else(answers::without_our_price)
    }

    /// Cancels a subscription at once; the unused paid time is credited.
    pub async fn cancel(&self, key: &str, subscription_id: &str) -> Result<(), PaymentError> {
        let account = self.account()?;
        let request =
            requests::cancel(known(subscription_id)?).customize().request_strategy(account::idempotent(key)?);
        request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        Ok(())
    }

    /// A customer's newest invoices, at most 24.
    pub async fn invoices(&self, customer_id: &str) -> Result<Vec<StripeInvoice>, PaymentError> {
        let account = self.account()?;
        let list = requests::invoices(customer_id)
            .send(account.client()?)
            .instrument(span::outbound("stripe"))
            .await
            .map_err(failure)?;
        list.data
            .iter()
            .filter_map(|invoice| answers::invoice(invoice, &account.settings).transpose())
            .collect()
    }

    /// The next charge if the subscription had that many seats.
    pub async fn next_charge(
        &self,
        subscription: &StripeSubscription,
        customer_id: &str,
        seats: u64,
    ) -> Result<NextCharge, PaymentError> {
        let account = self.account()?;
        // This POST changes nothing at Stripe, so it needs no key.
        let preview = requests::preview(subscription, customer_id, seats)
            .send(account.client()?)
            .instrument(span::outbound("stripe"))
            .await
            .map_err(failure)?;
        if !preview.lines.has_more {
            return answers::next_charge(&preview, answers::prorated(&preview.lines.data));
        }
        // Stripe shows only the first lines of a long invoice, so the next month is computed and the rest of
        // the total is prorated.
        let price = self.seat_price().await?;
        let next_month = amounts::to_minor(price.amount * Decimal::from(seats), &price.currency)
            .ok_or_else(answers::out_of_range)?;
        answers::next_charge(&preview, preview.subtotal.saturating_sub(next_month))
    }

    /// The monthly price of a seat. Fetched from Stripe once, then cached.
    pub async fn seat_price(&self) -> Result<SeatPrice, PaymentError> {
        let account = self.account()?;
        let ask = || async {
            let price = requests::price(&account.settings.price_id)
                .send(account.client()?)
                .instrument(span::outbound("stripe"))
                .await
                .map_err(failure)?;
            answers::seat_price(&price)
        };
        account.seat_price.get_or_try_init(ask).await.cloned()
    }

    /// Parses an event after checking its signature over the exact bytes, its age relative to `now`, and its
    /// mode.
    pub fn reported(
        &self,
        signature: &str,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Reported, ReportError> {
        let account = self.0.as_ref().ok_or(ReportError::NotConfigured)?;
        events::read(&account.settings, signature, body, now)
    }

    /// The hosts that a browser may be sent to.
    pub fn hosts(&self) -> BTreeSet<&str> {
        self.0.iter().flat_map(|account| account.settings.hosts.iter().map(String::as_str)).collect()
    }

    fn account(&self) -> Result<&Account, PaymentError> {
        self.0.as_deref().ok_or(PaymentError::NotConfigured)
    }
}
