//! The Stripe adapter against the double of `proffer dev` and the tests: its requests, the parsing of
//! answers, and the error for each kind of failure.

mod adapter;
mod keys;
mod pages;
mod protocol;

use chrono::{DateTime, TimeDelta, Utc};
use proffer_adapters::{
    clock::Clock,
    payments::{Checkout, NewCheckout, NewCustomer, Payments, StripeSubscription},
};
use proffer_embedded::stripe::{Options, TestStripe, Webhook};
use secrecy::ExposeSecret as _;
use serde_json::Value;
use uuid::Uuid;

use crate::support::app::START;

const WORKSPACE: Uuid = Uuid::from_u128(7);

/// A double, the adapter connected to it, and its clock.
struct Bench {
    stripe: TestStripe,
    payments: Payments,
    clock: Clock,
}

impl Bench {
    fn start() -> Self {
        Self::start_at(START)
    }

    fn start_at(time: &str) -> Self {
        let clock = Clock::fixed(time.parse().unwrap());
        let stripe =
            TestStripe::start(Options { port: 0, clock: clock.clone(), webhook: Webhook::Hold, keep: None })
                .unwrap();
        let payments = Payments::new(Some(&stripe.settings()));
        Self { stripe, payments, clock }
    }

    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    fn pass(&self, time: TimeDelta) {
        self.clock.advance(time);
    }

    async fn customer(&self, key: &str) -> String {
        self.payments.create_customer(key, &harbour()).await.unwrap()
    }

    async fn page(&self, key: &str, customer: &str, seats: u64) -> Checkout {
        self.payments.create_checkout(key, &page_for(customer, seats)).await.unwrap()
    }

    /// A customer with that many seats.
    async fn subscribed(&self, seats: u64) -> (String, StripeSubscription) {
        let customer = self.customer("customer").await;
        let page = self.page("page", &customer, seats).await;
        self.stripe.pay(&page.id).unwrap();
        let subscription = self.subscription(&customer).await;
        (customer, subscription)
    }

    /// The one subscription of a customer.
    async fn subscription(&self, customer: &str) -> StripeSubscription {
        let mut all = self.payments.subscriptions(customer).await.unwrap();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    /// The kinds of the events so far.
    fn told(&self) -> Vec<String> {
        self.stripe.events().into_iter().map(|event| event.kind).collect()
    }
}

fn harbour() -> NewCustomer {
    NewCustomer {
        workspace_id: WORKSPACE,
        name: "Harbour Studio".to_owned(),
        email: "ada@harbour.example".to_owned(),
    }
}

fn page_for(customer: &str, seats: u64) -> NewCheckout {
    NewCheckout {
        customer_id: customer.to_owned(),
        workspace_id: WORKSPACE,
        seats,
        success_url: "https://proffer.example/subscription?paid=1".to_owned(),
        cancel_url: "https://proffer.example/subscription".to_owned(),
    }
}

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// An API call that the adapter would not make.
async fn raw(
    stripe: &TestStripe,
    method: reqwest::Method,
    path: &str,
    form: &str,
    key: Option<&str>,
) -> (u16, bool, Value) {
    let settings = stripe.settings();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut request = http
        .request(method, settings.api_base.join(path).unwrap())
        .bearer_auth(settings.secret_key.expose_secret())
        .header("Stripe-Version", "2026-09-30.endive")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(form.to_owned());
    if let Some(key) = key {
        request = request.header("Idempotency-Key", key);
    }
    let answer = request.send().await.unwrap();
    let is_replay = answer.headers().get("Idempotent-Replayed").is_some_and(|value| value == "true");
    let status = answer.status().as_u16();
    (status, is_replay, serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap())
}
