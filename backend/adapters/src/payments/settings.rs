//! The settings of the Stripe account.

use secrecy::{ExposeSecret, SecretString};
use url::Url;

/// A Stripe account and the price that is sold.
#[derive(Debug, Clone)]
pub struct StripeSettings {
    /// The secret or restricted API key; its prefix says whether payments are live.
    pub secret_key: SecretString,
    /// The webhook secrets; more than one during a rotation.
    pub webhook_secrets: Vec<SecretString>,
    /// The price of a seat: a recurring price, charged per unit.
    pub price_id: String,
    /// The API's base URL.
    pub api_base: Url,
    /// The hosts of payment pages and invoices that a browser may be sent to; with the port unless it is the
    /// default.
    pub hosts: Vec<String>,
    /// Whether the test payment page of embedded mode replaces Stripe.
    pub is_test_page: bool,
}

impl StripeSettings {
    /// Whether payments move real money.
    pub fn is_live(&self) -> bool {
        ["sk_live_", "rk_live_"].iter().any(|start| self.secret_key.expose_secret().starts_with(start))
    }
}
