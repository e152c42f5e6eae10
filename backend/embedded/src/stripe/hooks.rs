//! Webhook events: created, signed and posted.

use std::time::Duration;

use hmac::{Hmac, Mac as _};
use proffer_adapters::clock::Clock;
use serde_json::Value;
use sha2::Sha256;
use tokio::sync::mpsc::UnboundedReceiver;
use url::Url;

use super::{
    objects,
    state::{Event, State, new_id},
};

/// How many events are kept.
const REMEMBERED: usize = 1000;
/// The pauses before a refused event is posted again.
const AGAIN: [Duration; 6] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
    Duration::from_secs(30),
    Duration::from_mins(1),
];
/// How long one attempt may take.
const TIMEOUT: Duration = Duration::from_secs(10);

impl State {
    /// Records an event about an object.
    pub(super) fn tell(&mut self, kind: &str, object: Option<Value>, at: i64) {
        let Some(object) = object else { return };
        let id = new_id("evt");
        let payload = objects::event(&id, kind, &object, at).to_string();
        let event = Event { id, kind: kind.to_owned(), payload };
        self.outbox.push(event.clone());
        self.events.push(event);
        let forgotten = self.events.len().saturating_sub(REMEMBERED);
        self.events.drain(..forgotten);
    }
}

/// The `Stripe-Signature` header of a body.
pub(super) fn signature(secret: &str, payload: &str, at: i64) -> String {
    let mut digest = String::new();
    // HMAC accepts a key of any length, so this never fails.
    if let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) {
        mac.update(format!("{at}.{payload}").as_bytes());
        digest = hex::encode(mac.finalize().into_bytes());
    }
    format!("t={at},v1={digest}")
}

/// Posts events independently, so that a refused one does not delay the others.
pub(super) async fn post_all(mut events: UnboundedReceiver<Event>, to: Url, secret: String, clock: Clock) {
    let http = match reqwest::Client::builder().no_proxy().timeout(TIMEOUT).build() {
        Ok(http) => http,
        Err(error) => return tracing::error!(%error, "test payments cannot report events"),
    };
    while let Some(event) = events.recv().await {
        tokio::spawn(post(http.clone(), event, to.clone(), secret.clone(), clock.clone()));
    }
}

async fn post(http: reqwest::Client, event: Event, to: Url, secret: String, clock: Clock) {
    for wait in AGAIN {
        let signature = signature(&secret, &event.payload, clock.now().timestamp());
        let request = http
            .post(to.clone())
            .header("Stripe-Signature", signature)
            .header("Content-Type", "application/json");
        match request.body(event.payload.clone()).send().await {
            Ok(answer) if answer.status().is_success() => return,
            Ok(answer) => {
                tracing::warn!(status = %answer.status(), kind = event.kind, "an event was not accepted");
            }
            Err(error) => tracing::debug!(%error, kind = event.kind, "an event could not be posted"),
        }
        tokio::time::sleep(wait).await;
    }
    tracing::warn!(kind = event.kind, "an event was abandoned");
}
