//! The single sign-on providers that the whole site offers.

use proffer_adapters::web::{self, Allowed};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use url::Url;

use super::reader::SettingsReader;

/// A single sign-on provider of the whole site.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OidcProvider {
    /// The id in its sign-in address: lower-case letters, digits and hyphens.
    pub id: String,
    /// The button's text after "Continue with".
    pub name: String,
    /// Its issuer, exactly as the provider writes it.
    pub issuer: String,
    /// Our client id there.
    pub client_id: String,
    /// Our client secret there.
    pub client_secret: SecretString,
}

impl SettingsReader<'_> {
    pub(super) fn oidc_providers(&mut self, allowed: &[Allowed]) -> Vec<OidcProvider> {
        let Some(text) = self.given("OIDC_PROVIDERS") else { return Vec::new() };
        let providers: Vec<OidcProvider> = match serde_json::from_str(&text) {
            Ok(providers) => providers,
            // The message names fields and positions, not values, because some are secrets.
            Err(error) => {
                let place = format!("line {} column {}", error.line(), error.column());
                self.fault(format!(
                    "PROFFER_OIDC_PROVIDERS is not a JSON list of {{id, name, issuer, clientId, clientSecret}}: see {place}"
                ));
                return Vec::new();
            }
        };
        let mut seen = std::collections::HashSet::new();
        for provider in &providers {
            let OidcProvider { id, name, issuer, client_id, client_secret } = provider;
            let mut fault = |why: String| self.fault(format!("PROFFER_OIDC_PROVIDERS: {id:?} {why}"));
            if id.is_empty() || !id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            {
                fault("is not a valid id: use lower-case letters, digits and hyphens".to_owned());
            }
            if !seen.insert(id) {
                fault("stands there twice".to_owned());
            }
            if [name, client_id].iter().any(|text| text.trim().is_empty())
                || client_secret.expose_secret().is_empty()
            {
                fault("needs a name, a clientId and a clientSecret".to_owned());
            }
            match issuer.parse::<Url>() {
                Ok(url) => {
                    if let Err(error) = web::check(&url, allowed) {
                        fault(format!("has the issuer {issuer:?}: {error}"));
                    }
                }
                Err(_) => fault(format!("has the issuer {issuer:?}, which is not an address")),
            }
        }
        providers
    }
}
