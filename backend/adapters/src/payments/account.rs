//! The Stripe account: its settings, its client, and the meaning of its errors.

use std::time::Duration;

use secrecy::ExposeSecret as _;
use stripe::{Client, ClientBuilder, IdempotencyKey, RequestStrategy, StripeError};
use tokio::sync::OnceCell;

use super::{PaymentError, SeatPrice, StripeSettings};

/// How long one attempt may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// An account and its cached data.
pub(super) struct Account {
    pub(super) settings: StripeSettings,
    pub(super) seat_price: OnceCell<SeatPrice>,
    /// `None` when the key is not a valid header value; the settings refuse such a key at start.
    client: Option<Client>,
}

impl Account {
    pub(super) fn new(settings: &StripeSettings) -> Self {
        // Two cryptography providers are linked in, and the client panics without a default. Any choice that
        // was made earlier is fine.
        let _chosen = rustls::crypto::aws_lc_rs::default_provider().install_default();
        // The client appends `v1/..` to the address.
        let address = format!("{}/", settings.api_base.as_str().trim_end_matches('/'));
        let client =
            ClientBuilder::new(settings.secret_key.expose_secret()).url(address).timeout(TIMEOUT).build();
        let client = client.inspect_err(|error| tracing::error!(%error, "Stripe cannot be asked"));
        Self { settings: settings.clone(), seat_price: OnceCell::new(), client: client.ok() }
    }

    pub(super) fn client(&self) -> Result<&Client, PaymentError> {
        self.client
            .as_ref()
            .ok_or_else(|| PaymentError::Unusable("there is no client for these settings".to_owned()))
    }
}

/// Sends with an idempotency key: a repeated request with that key gets the first response again and does
/// nothing.
pub(super) fn idempotent(key: &str) -> Result<RequestStrategy, PaymentError> {
    let key = IdempotencyKey::new(key).map_err(|error| PaymentError::Unusable(error.to_string()))?;
    Ok(RequestStrategy::Idempotent(key))
}

/// An id that may be part of a path. Any other text names nothing at Stripe.
pub(super) fn known(id: &str) -> Result<&str, PaymentError> {
    if is_id(id) {
        Ok(id)
    } else {
        Err(PaymentError::Refused { status: 404, code: "resource_missing".to_owned() })
    }
}

/// Whether it has the form of a Stripe id: letters, digits and underscores.
pub(super) fn is_id(text: &str) -> bool {
    (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// What an error means to the caller. Stripe's messages are left out, because they may repeat the request.
pub(super) fn failure(error: StripeError) -> PaymentError {
    match error {
        StripeError::Timeout | StripeError::ClientError(_) => PaymentError::Silent,
        StripeError::JSONDeserialize(why) | StripeError::ConfigError(why) => PaymentError::Unusable(why),
        StripeError::Stripe(error, status) => {
            let code =
                error.code.map_or_else(|| error.type_.as_str().to_owned(), |code| code.as_str().to_owned());
            refusal(status, code)
        }
    }
}

fn refusal(status: u16, code: String) -> PaymentError {
    match status {
        500.. => PaymentError::Failed(status),
        // Stripe stores neither of these responses under the key.
        429 => PaymentError::Silent,
        409 if code == "idempotency_key_in_use" => PaymentError::Silent,
        _ => PaymentError::Refused { status, code },
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn what_may_be_tried_again_is_told_from_what_was_refused() {
        for (status, code, expected) in [
            (500, "api_error", "Stripe failed (500)"),
            (503, "api_error", "Stripe failed (503)"),
            (429, "rate_limit", "Stripe did not answer"),
            (409, "idempotency_key_in_use", "Stripe did not answer"),
            (409, "lock_timeout", "Stripe refused: lock_timeout"),
            (400, "idempotency_error", "Stripe refused: idempotency_error"),
            (404, "resource_missing", "Stripe refused: resource_missing"),
        ] {
            assert_eq!(refusal(status, code.to_owned()).to_string(), expected, "{status} {code}");
        }
        assert!(matches!(failure(StripeError::Timeout), PaymentError::Silent));
        assert!(matches!(
            failure(StripeError::ClientError("connection closed".to_owned())),
            PaymentError::Silent
        ));
        assert!(matches!(failure(StripeError::JSONDeserialize("no".to_owned())), PaymentError::Unusable(_)));
    }

    #[test]
    fn nothing_but_an_id_stands_in_a_path() {
        assert_eq!(known("sub_1Abc").unwrap(), "sub_1Abc");
        for id in ["", "sub_1/../customers", "sub_1?expand=x", "sub 1", "süb", "sub\0", &"x".repeat(256)] {
            assert!(known(id).is_err(), "{id:?}");
        }
    }

    #[test]
    fn a_key_has_an_end() {
        assert!(idempotent("seats-1").is_ok());
        assert!(idempotent("").is_err() && idempotent(&"k".repeat(256)).is_err());
    }
}
