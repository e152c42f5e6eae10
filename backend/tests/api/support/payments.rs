//! Payments: a double of Stripe beside the server, and the actions of users and Stripe.

use proffer_adapters::clock::Clock;
use proffer_embedded::stripe::{Call, Event, Options, TestStripe, Webhook};
use reqwest::{Method, header};
use serde_json::Value;

use super::{
    actor::{Actor, ApiResponse, text},
    app::TestApp,
};

/// A double that keeps its events until a test delivers them.
pub fn start(clock: Clock) -> TestStripe {
    TestStripe::start(Options { port: 0, clock, webhook: Webhook::Hold, keep: None }).unwrap()
}

impl TestApp {
    /// Sends a body to the webhook address, with that signature.
    pub async fn report(&self, signature: Option<&str>, body: impl Into<reqwest::Body>) -> ApiResponse {
        let stripe = self.anonymous();
        let mut request = stripe
            .request(Method::POST, "/api/stripe/webhook")
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(signature) = signature {
            request = request.header("Stripe-Signature", signature);
        }
        stripe.send(request.body(body)).await
    }

    /// Delivers an event.
    pub async fn deliver(&self, event: &Event) {
        let signature = self.stripe().signature(&event.payload, self.now());
        self.report(Some(&signature), event.payload.clone()).await.expect(200);
    }

    /// Delivers every event so far, in order, and runs the resulting jobs.
    pub async fn deliver_all(&self) {
        for event in self.stripe().events() {
            self.deliver(&event).await;
        }
        self.run_jobs().await;
    }

    /// The payment page.
    pub async fn checkout(&self, owner: &Actor) -> String {
        let url = text(&owner.post_empty("/api/create-checkout-session").await.expect(200)["url"]).to_owned();
        assert!(url.starts_with(self.stripe().address().as_str()), "{url}");
        url.rsplit('/').next().unwrap().to_owned()
    }

    /// A user pays, Stripe sends the event, and the server has processed it. Returns the subscription's id.
    pub async fn subscribe(&self, owner: &Actor) -> String {
        let page = self.checkout(owner).await;
        self.stripe().pay(&page).unwrap();
        self.deliver_all().await;
        text(&self.stripe().subscriptions().last().unwrap()["id"]).to_owned()
    }

    /// A subscription's present state at Stripe.
    pub fn at_stripe(&self, id: &str) -> Value {
        self.stripe().subscriptions().into_iter().find(|one| one["id"] == id).unwrap()
    }

    /// The calls so far with that path.
    pub fn calls_to(&self, method: &str, path: &str) -> Vec<Call> {
        self.stripe()
            .calls()
            .into_iter()
            .filter(|call| call.method == method && call.path.contains(path))
            .collect()
    }
}

/// The number of seats of a subscription.
pub fn seats(subscription: &Value) -> i64 {
    subscription["items"]["data"][0]["quantity"].as_i64().unwrap()
}
