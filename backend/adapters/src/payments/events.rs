//! Webhook events from Stripe. Their authenticity is checked here; their content is not trusted, so almost
//! none of it is read.

use chrono::{DateTime, Utc};
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use stripe_webhook::{Webhook, WebhookError};

use super::{ReportError, Reported, StripeSettings, account::is_id};

/// The longest signature header that is accepted: Stripe signs with two keys at most.
const LONGEST_SIGNATURE: usize = 4096;

#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    livemode: bool,
    #[serde(default)]
    created: Option<i64>,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Object,
}

#[derive(Deserialize)]
struct Object {
    #[serde(default, rename = "object")]
    kind: String,
    id: Option<String>,
    customer: Option<Reference>,
}

/// Stripe references another object by id, or embeds it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Reference {
    Id(String),
    Whole { id: String },
}

/// Parses an event after checking its signature, age and mode.
pub(super) fn read(
    settings: &StripeSettings,
    signature: &str,
    body: &[u8],
    now: DateTime<Utc>,
) -> Result<Reported, ReportError> {
    let payload = std::str::from_utf8(body).map_err(|_| ReportError::Malformed)?;
    let mut secrets = settings.webhook_secrets.iter();
    if signature.len() > LONGEST_SIGNATURE
        || !secrets.any(|secret| is_signed(payload, signature, secret.expose_secret(), now))
    {
        return Err(ReportError::Signature);
    }
    let event: Event = serde_json::from_str(payload).map_err(|_| ReportError::Malformed)?;
    if event.livemode != settings.is_live() {
        return Err(ReportError::Mode);
    }
    let is_kind = |text: &str| {
        (1..=255).contains(&text.len())
            && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.'))
    };
    let customer_id = customer(event.data.object);
    if !is_id(&event.id) || !is_kind(&event.kind) || customer_id.as_ref().is_some_and(|id| !is_id(id)) {
        return Err(ReportError::Malformed);
    }
    let created_at = event.created.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    Ok(Reported { id: event.id, kind: event.kind, created_at, customer_id })
}

/// The crate checks signature and age before it parses the rest, so an event of another API version or
/// unknown type still counts as signed.
fn is_signed(payload: &str, signature: &str, secret: &str, now: DateTime<Utc>) -> bool {
    let checked = Webhook::construct_event_with_timestamp(payload, signature, secret, now.timestamp());
    matches!(checked, Ok(_) | Err(WebhookError::BadParse(_)))
}

/// The customer that an object belongs to, or is.
fn customer(object: Object) -> Option<String> {
    match object.customer {
        Some(Reference::Id(id) | Reference::Whole { id }) => Some(id),
        None if object.kind == "customer" => object.id,
        None => None,
    }
}

#[cfg(test)]
mod tests;
