//! The settings of the Stripe account.

use proffer_adapters::{payments::StripeSettings, web::is_loopback};
use secrecy::SecretString;
use url::Url;

use super::reader::SettingsReader;

/// Stripe's own pages for checkout, subscriptions and invoices.
const STRIPE_HOSTS: &str = "checkout.stripe.com, billing.stripe.com, invoice.stripe.com, pay.stripe.com";

/// Whether the text can be an API key, which is sent in a header.
fn is_stripe_key(text: &str) -> bool {
    ["sk_", "rk_"].iter().any(|start| text.starts_with(start))
        && text.bytes().all(|byte| byte.is_ascii_graphic())
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
            self.fault(
                "PROFFER_STRIPE_SECRET_KEY is not a secret key: those begin with sk_ or rk_".to_owned(),
            );
        }
        let api_base: Url = self.parse("STRIPE_API_BASE", "https://api.stripe.com")?;
        if api_base.scheme() != "https" && !is_loopback(&api_base) {
            self.fault("PROFFER_STRIPE_API_BASE must be https://: the secret key is sent there".to_owned());
        }
        let hosts = self
            .text("STRIPE_HOSTS", STRIPE_HOSTS)
            .split(',')
            .map(|host| host.trim().to_lowercase())
            .collect();
        let webhook_secrets =
            self.list::<String>("STRIPE_WEBHOOK_SECRET").into_iter().map(SecretString::from).collect();
        Some(StripeSettings {
            secret_key: secret_key.into(),
            webhook_secrets,
            price_id,
            api_base,
            hosts,
            is_test_page: false,
        })
    }
}
