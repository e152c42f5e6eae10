//! The settings of the seal: the key that signs, former keys, and the timestamp authority.

use proffer_domain::seal::{PublicKey, SealingKey, public_keys};
use url::Url;

use super::reader::SettingsReader;

/// What documents and evidence are sealed with.
#[derive(Debug, Clone)]
pub struct SealSettings {
    /// The key that signs; `serve` and `worker` need it.
    pub key: Option<SealingKey>,
    /// Keys that signed before.
    pub former: Vec<PublicKey>,
    /// A timestamp authority (RFC 3161); without it, seals carry no timestamp.
    pub timestamp_url: Option<Url>,
}

impl SettingsReader<'_> {
    pub(super) fn seal(&mut self, public_url: Option<&Url>) -> SealSettings {
        let site = public_url.and_then(Url::host_str).unwrap_or("localhost");
        let key = self.given("SEALING_KEY").map(|text| SealingKey::from_pem(&text, site));
        let former = self.given("SEALING_OLD_KEYS").map(|text| public_keys(&text));
        let timestamp_url: Option<Url> = self.optional("TIMESTAMP_URL");
        if let Some(Err(error)) = key {
            self.fault(format!("PROFFER_SEALING_KEY {error}"));
        }
        if let Some(Err(error)) = former {
            self.fault(format!("PROFFER_SEALING_OLD_KEYS {error}"));
        }
        if timestamp_url.as_ref().is_some_and(|url| !matches!(url.scheme(), "http" | "https")) {
            self.fault("PROFFER_TIMESTAMP_URL must be http:// or https://");
        }
        SealSettings {
            key: key.and_then(Result::ok),
            former: former.and_then(Result::ok).unwrap_or_default(),
            timestamp_url,
        }
    }
}
