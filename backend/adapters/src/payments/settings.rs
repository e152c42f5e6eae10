//! The account at Stripe, as the settings name it.

use secrecy::{ExposeSecret, SecretString};
use url::Url;

/// An account at Stripe, and what is sold there.
#[derive(Debug, Clone)]
pub struct StripeSettings {
    /// The secret or restricted key of the API; its beginning says whether payments are real.
    pub secret_key: SecretString,
    /// What events are signed with; several while one is being replaced.
    pub webhook_secrets: Vec<SecretString>,
    /// The price of a seat: a recurring price, charged per unit.
    pub price_id: String,
    /// The API's address.
    pub api_base: Url,
    /// The hosts to which a browser may be sent to pay, and where invoices are; with the port where it is not
    /// the usual one.
    pub hosts: Vec<String>,
    /// Whether the test payment page of embedded mode plays Stripe's part.
    pub is_test_page: bool,
}

impl StripeSettings {
    /// Whether money is moved.
    pub fn is_live(&self) -> bool {
        ["sk_live_", "rk_live_"].iter().any(|start| self.secret_key.expose_secret().starts_with(start))
    }
}
