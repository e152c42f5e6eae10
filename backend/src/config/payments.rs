//! The settings of the account at Stripe.

use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::{is_loopback, reader::SettingsReader};

/// Stripe's own pages for paying, for keeping a subscription, and for invoices.
const STRIPE_HOSTS: &str = "checkout.stripe.com, billing.stripe.com, invoice.stripe.com, pay.stripe.com";

/// Whether it may be a key of the API, which stands in a header.
fn is_stripe_key(text: &str) -> bool {
    ["sk_", "rk_"].iter().any(|start| text.starts_with(start)) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

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
    /// The hosts to which a browser may be sent to pay, and where invoices are; with the port where it is not the usual one.
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

impl SettingsReader<'_> {
    /// All of Stripe's settings, or none.
    pub(super) fn stripe(&mut self) -> Option<StripeSettings> {
        const NEEDED: [&str; 3] = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_ID"];
        if NEEDED.iter().all(|name| self.given(name).is_none()) {
            return None;
        }
        let [secret_key, _, price_id] = NEEDED.map(|name| self.required(name));
        if !secret_key.is_empty() && !is_stripe_key(&secret_key) {
            self.fault("PROFFER_STRIPE_SECRET_KEY is no secret key: it begins with sk_ or rk_".to_owned());
        }
        let api_base: Url = self.parse("STRIPE_API_BASE", "https://api.stripe.com")?;
        if api_base.scheme() != "https" && !is_loopback(&api_base) {
            self.fault("PROFFER_STRIPE_API_BASE must be https://: the secret key is sent there".to_owned());
        }
        let hosts = self.text("STRIPE_HOSTS", STRIPE_HOSTS).split(',').map(|host| host.trim().to_lowercase()).collect();
        let webhook_secrets = self.list::<String>("STRIPE_WEBHOOK_SECRET").into_iter().map(SecretString::from).collect();
        Some(StripeSettings { secret_key: secret_key.into(), webhook_secrets, price_id, api_base, hosts, is_test_page: false })
    }
}
