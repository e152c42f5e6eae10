//! Stripe, as far as Proffer needs it.
//!
//! Nothing here tries a call again: only the caller knows whether it still wants what it asked for, and keeps
//! the idempotency key under which it may ask again. [`PaymentError`] says which of them may be used once
//! more.

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

/// Who takes the payments; nobody does without settings. Cheap to clone.
#[derive(Clone)]
pub struct Payments(Option<Arc<Account>>);

impl fmt::Debug for Payments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Payments")
    }
}

/// Why Stripe did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// There are no settings.
    #[error("payments are not configured")]
    NotConfigured,
    /// No answer came, in time or at all: whether it was done is not known, and the same key may be used
    /// again. So may it where Stripe had too many requests (429) or was still busy with the last one under
    /// this key (409): it keeps neither answer.
    #[error("Stripe did not answer")]
    Silent,
    /// It answered with a failure of its own (5xx). That answer is kept under the key, so the next attempt
    /// needs another one; whether it was done all the same is not known.
    #[error("Stripe failed ({0})")]
    Failed(u16),
    /// It does not want to (4xx), for a reason of that code; nothing was done.
    #[error("Stripe refused: {code}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Stripe's `code`, or its `type` where it has none, such as `resource_missing` or
        /// `idempotency_error`.
        code: String,
    },
    /// It answered something that cannot be read, or that leads elsewhere than to its own pages. The status
    /// is not known: a proxy's page of an error reads no different from an answer in another shape, so
    /// whether it was done is not known either.
    #[error("Stripe's answer is not usable: {0}")]
    Unusable(String),
}

/// Who is to be a customer.
#[derive(Clone)]
pub struct NewCustomer {
    /// The workspace, which stands in the customer's metadata.
    pub workspace_id: Uuid,
    /// Its name.
    pub name: String,
    /// Its owner's address.
    pub email: String,
}

proffer_domain::redact!(NewCustomer);

/// A page on which a customer is to pay for seats.
#[derive(Debug, Clone)]
pub struct NewCheckout {
    /// The customer.
    pub customer_id: String,
    /// The workspace, which stands in the metadata of the subscription that comes of it.
    pub workspace_id: Uuid,
    /// How many seats.
    pub seats: u64,
    /// Where the browser comes back to once it is paid.
    pub success_url: String,
    /// Where it comes back to otherwise.
    pub cancel_url: String,
}

/// What has become of such a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckoutState {
    /// It can be paid.
    Open,
    /// It was.
    Complete,
    /// It no longer can.
    Expired,
}

/// A page on which a customer pays.
#[derive(Debug, Clone)]
pub struct Checkout {
    /// Its id.
    pub id: String,
    /// What has become of it.
    pub state: CheckoutState,
    /// How many seats it is for; absent where Stripe does not say.
    pub seats: Option<u64>,
    /// Where it is, checked against the hosts of the settings; absent once it can no longer be paid.
    pub url: Option<Url>,
}

/// A subscription as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeSubscription {
    /// Its id.
    pub id: String,
    /// Its state.
    pub status: StripeStatus,
    /// Its one item.
    pub item_id: String,
    /// The seats it is for.
    pub seats: u64,
    /// When the present period ends.
    pub period_ends_at: DateTime<Utc>,
    /// When it is cancelled, where that is decided: at the end of the period, or at another time.
    pub cancels_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// When it was made.
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

/// An invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeInvoice {
    /// Its id.
    pub id: String,
    /// Its number.
    pub number: Option<String>,
    /// `draft`, `open`, `paid`, `uncollectible` or `void`.
    pub status: String,
    /// What it comes to.
    pub total: Decimal,
    /// ISO 4217, in capitals.
    pub currency: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Where it can be looked at and paid; absent where that is not one of the hosts of the settings.
    pub url: Option<Url>,
    /// Where it is as a PDF; the same holds.
    pub pdf_url: Option<Url>,
}

/// What a change of seats would have charged next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextCharge {
    /// When.
    pub at: DateTime<Utc>,
    /// What it comes to.
    pub total: Decimal,
    /// Of which this is for the rest of the present period; negative where seats are given back.
    pub prorated: Decimal,
    /// ISO 4217, in capitals.
    pub currency: String,
}

/// What a seat costs in a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatPrice {
    /// The amount.
    pub amount: Decimal,
    /// ISO 4217, in capitals.
    pub currency: String,
}

/// An event, of which nothing is believed but that there is something to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    /// Its id.
    pub id: String,
    /// What happened, such as `customer.subscription.updated`.
    pub kind: String,
    /// When, as Stripe says.
    pub created_at: Option<DateTime<Utc>>,
    /// The customer it concerns, where it names one.
    pub customer_id: Option<String>,
}

/// Why an event is not one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// There are no settings.
    #[error("payments are not configured")]
    NotConfigured,
    /// No signature in it is by a key of ours, or it is more than 300 seconds from now.
    #[error("the signature is not valid")]
    Signature,
    /// It comes from test mode and payments here are real, or the other way round.
    #[error("the event is of the other mode")]
    Mode,
    /// It is no event.
    #[error("the body is not an event")]
    Malformed,
}

impl Payments {
    /// Stripe at those settings; without settings every call says that payments are not configured.
    pub fn new(settings: Option<&StripeSettings>) -> Self {
        Self(settings.map(|settings| Arc::new(Account::new(settings))))
    }

    /// Whether payments can be made.
    pub fn is_configured(&self) -> bool {
        self.0.is_some()
    }

    /// Makes a customer and gives its id.
    pub async fn create_customer(&self, key: &str, new: &NewCustomer) -> Result<String, PaymentError> {
        let account = self.account()?;
        let request = requests::customer(new).customize().request_strategy(account::idempotent(key)?);
        let customer = request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        Ok(customer.id.as_str().to_owned())
    }

    /// Makes a page to pay on.
    pub async fn create_checkout(&self, key: &str, new: &NewCheckout) -> Result<Checkout, PaymentError> {
        let account = self.account()?;
        let request = requests::checkout(new, &account.settings.price_id).customize().request_strategy(account::idempotent(key)?);
        let session = request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::checkout(&session, &account.settings)
    }

    /// What has become of such a page.
    pub async fn checkout(&self, id: &str) -> Result<Checkout, PaymentError> {
        let account = self.account()?;
        let request = requests::retrieve_checkout(known(id)?);
        let session = request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::checkout(&session, &account.settings)
    }

    /// Takes such a page back, so that it can no longer be paid.
    pub async fn expire_checkout(&self, key: &str, id: &str) -> Result<Checkout, PaymentError> {
        let account = self.account()?;
        let request = requests::expire_checkout(known(id)?).customize().request_strategy(account::idempotent(key)?);
        let session = request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::checkout(&session, &account.settings)
    }

    /// A page on which a customer changes how it is paid, or cancels.
    pub async fn portal(&self, key: &str, customer_id: &str, return_url: &str) -> Result<Url, PaymentError> {
        let account = self.account()?;
        let request = requests::portal(customer_id, return_url).customize().request_strategy(account::idempotent(key)?);
        let session = request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::own_page(&session.url, &account.settings).ok_or_else(answers::led_astray)
    }

    /// Every subscription of a customer to our price, in whatever state, newest first.
    pub async fn subscriptions(&self, customer_id: &str) -> Result<Vec<StripeSubscription>, PaymentError> {
        let account = self.account()?;
        let list =
            requests::subscriptions(customer_id).send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::subscriptions(&list.data, &account.settings.price_id)
    }

    /// Changes for how many seats a subscription is, charged in proportion to the time that is left.
    pub async fn set_seats(&self, key: &str, subscription: &StripeSubscription, seats: u64) -> Result<StripeSubscription, PaymentError> {
        let account = self.account()?;
        known(&subscription.id)?;
        let request = requests::set_seats(subscription, seats).customize().request_strategy(account::idempotent(key)?);
        let changed = request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        answers::subscription(&changed, &account.settings.price_id)?.ok_or_else(answers::without_our_price)
    }

    /// Ends a subscription at once; what is paid and not used is credited.
    pub async fn cancel(&self, key: &str, subscription_id: &str) -> Result<(), PaymentError> {
        let account = self.account()?;
        let request = requests::cancel(known(subscription_id)?).customize().request_strategy(account::idempotent(key)?);
        request.send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        Ok(())
    }

    /// A customer's newest invoices, at most 24.
    pub async fn invoices(&self, customer_id: &str) -> Result<Vec<StripeInvoice>, PaymentError> {
        let account = self.account()?;
        let list = requests::invoices(customer_id).send(account.client()?).instrument(span::outbound("stripe")).await.map_err(failure)?;
        list.data.iter().filter_map(|invoice| answers::invoice(invoice, &account.settings).transpose()).collect()
    }

    /// What would be charged next, were the subscription for that many seats.
    pub async fn next_charge(&self, subscription: &StripeSubscription, customer_id: &str, seats: u64) -> Result<NextCharge, PaymentError> {
        let account = self.account()?;
        // A POST that changes nothing at Stripe, so it needs no key.
        let preview = requests::preview(subscription, customer_id, seats)
            .send(account.client()?)
            .instrument(span::outbound("stripe"))
            .await
            .map_err(failure)?;
        if !preview.lines.has_more {
            return answers::next_charge(&preview, answers::prorated(&preview.lines.data));
        }
        // Of a long invoice Stripe shows the first lines alone. All that is not the next month is for the
        // rest of this one.
        let price = self.seat_price().await?;
        let next_month = amounts::to_minor(price.amount * Decimal::from(seats), &price.currency).ok_or_else(answers::out_of_range)?;
        answers::next_charge(&preview, preview.subtotal.saturating_sub(next_month))
    }

    /// What a seat costs in a month. Asked of Stripe once, and kept.
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

    /// Reads an event, checked: its signature over the very bytes, its age against `now`, its mode.
    ///
    /// # Errors
    /// [`ReportError`] names which of them is wrong.
    pub fn reported(&self, signature: &str, body: &[u8], now: DateTime<Utc>) -> Result<Reported, ReportError> {
        let account = self.0.as_ref().ok_or(ReportError::NotConfigured)?;
        events::read(&account.settings, signature, body, now)
    }

    /// The hosts to which a browser may be sent.
    pub fn hosts(&self) -> BTreeSet<&str> {
        self.0.iter().flat_map(|account| account.settings.hosts.iter().map(String::as_str)).collect()
    }

    fn account(&self) -> Result<&Account, PaymentError> {
        self.0.as_deref().ok_or(PaymentError::NotConfigured)
    }
}
