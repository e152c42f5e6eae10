//! Every setting, read once from the environment, checked at start. Everything wrong is said in one message.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use proffer_domain::identity::Email;
use rust_decimal::Decimal;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use url::Url;

use crate::adapters::{
    secrets::Secrets,
    web::{self, Allowed},
};

/// The settings of a running server. `backend/README.md` describes each for operators.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// What people type to get here; links in mails begin with it.
    pub public_url: Url,
    /// Where files go that are not in the database.
    pub data_dir: PathBuf,
    /// How many proxies in front may be believed about the client's address.
    pub trusted_proxies: usize,
    /// Connections in each of the two pools.
    pub database_pool: u32,
    /// Sends mail; without it mail is written to `DATA_DIR/outbox`.
    pub smtp_url: Option<SecretString>,
    /// The sender of mails, `Name <address>`.
    pub mail_from: String,
    /// Where questions go: the address that the public pages name.
    pub support_email: String,
    /// Base URL of an OpenAI-compatible API; without it the offline assistant works.
    pub ai_base_url: Option<Url>,
    /// Key of that API.
    pub ai_api_key: Option<SecretString>,
    /// Model to ask for there.
    pub ai_model: Option<String>,
    /// How long one call to the model may take in all.
    pub ai_timeout: Duration,
    /// What one person may use of the model in a month, in US dollars.
    pub ai_monthly_limit_usd: Decimal,
    /// The object storage that holds pictures; without it none can be uploaded.
    pub objects: Option<ObjectSettings>,
    /// Who takes payments; without it nobody can be charged, and site administrators give plans by hand.
    pub stripe: Option<StripeSettings>,
    /// Providers of single sign-on that the whole site offers.
    pub oidc_providers: Vec<OidcProvider>,
    /// Encrypts what must be read again; `serve` and `worker` need it.
    pub secret_key: Option<SecretString>,
    /// Hosts and ports that may be reached although private.
    pub outbound_allow: Vec<Allowed>,
    /// Whom to ask for the records that prove a domain; without it, the machine's resolver.
    pub dns_server: Option<SocketAddr>,
    /// For embedded mode: the test payment page takes Stripe's part.
    pub test_payments: bool,
    /// Embedded mode: mail can be read at `/dev/mail`.
    pub dev: bool,
}

/// Where objects are kept: an S3 server and a bucket in it.
#[derive(Debug, Clone)]
pub struct ObjectSettings {
    /// Its address, such as `https://s3.eu-central-1.amazonaws.com`. The bucket is named in the path, not in the host.
    pub endpoint: Url,
    /// The bucket, which exists.
    pub bucket: String,
    /// The region to sign requests for.
    pub region: String,
    /// Whom to sign requests as.
    pub access_key: String,
    /// What to sign them with.
    pub secret_key: SecretString,
    /// Its address as browsers reach it, which put files straight into it.
    pub public_endpoint: Url,
    /// Who lends keys for a while, where somebody does.
    pub sts: Option<StsSettings>,
}

/// Who lends keys with which a browser signs by itself.
#[derive(Debug, Clone)]
pub struct StsSettings {
    /// The address of the security token service.
    pub endpoint: Url,
    /// The role that is taken on; what it may do is narrowed further each time.
    pub role: String,
    /// For how many seconds.
    pub seconds: u32,
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

/// One provider of single sign-on for the whole site.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OidcProvider {
    /// In the address of its sign-in: lower-case letters, digits and hyphens.
    pub id: String,
    /// What the button says after "Continue with".
    pub name: String,
    /// Its issuer, letter for letter.
    pub issuer: String,
    /// Our client id there.
    pub client_id: String,
    /// Our client secret there.
    pub client_secret: SecretString,
}

/// Where the database is, per role. `migrate` alone needs the owner.
#[derive(Debug, Clone)]
pub struct DatabaseUrls {
    /// The tenant role, `proffer_app`.
    pub app: SecretString,
    /// The system role, `proffer_system`.
    pub system: SecretString,
    /// The owner of the schema.
    pub owner: SecretString,
}

impl Config {
    /// Reads the settings through `get` (the environment, or a test's map); names come without their `PROFFER_` prefix.
    ///
    /// # Errors
    /// One message with a line per setting that is missing or wrong.
    pub fn from_settings(get: &dyn Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let mut reader = Reader { get, faults: Vec::new() };
        let bind = reader.parse("BIND", "127.0.0.1:8080");
        let public_url: Option<Url> = reader.parse("PUBLIC_URL", &format!("http://{}", reader.text("BIND", "127.0.0.1:8080")));
        if let Some(url) = &public_url
            && (!matches!(url.scheme(), "http" | "https") || url.host().is_none() || url.path() != "/")
        {
            reader.faults.push("PROFFER_PUBLIC_URL must be http(s)://host without a path".to_owned());
        }
        let support_email = reader.support_email(public_url.as_ref());
        let ai_base_url = reader.optional("AI_BASE_URL");
        let ai_model = (reader.get)("AI_MODEL");
        if ai_base_url.is_some() && ai_model.is_none() {
            reader.faults.push("PROFFER_AI_MODEL is needed together with PROFFER_AI_BASE_URL".to_owned());
        }
        let outbound_allow = reader.list("OUTBOUND_ALLOW");
        let oidc_providers = reader.oidc_providers(&outbound_allow);
        let secret_key = (reader.get)("SECRET_KEY").map(SecretString::from);
        if let Some(Err(error)) = secret_key.as_ref().map(Secrets::from_setting) {
            reader.faults.push(format!("PROFFER_SECRET_KEY {error}"));
        }
        let dns_server = reader.optional("DNS_SERVER");
        let seconds: Option<u64> = reader.parse("AI_TIMEOUT_SECONDS", "90");
        let objects = reader.objects();
        let stripe = reader.stripe();
        let test_payments = reader.flag("TEST_PAYMENTS");
        if test_payments && stripe.is_some() {
            reader
                .faults
                .push("PROFFER_TEST_PAYMENTS cannot stand beside the settings of PROFFER_STRIPE_*: take one of them away".to_owned());
        }
        let config = (|| {
            Some(Self {
                bind: bind?,
                public_url: public_url?,
                data_dir: PathBuf::from(reader.text("DATA_DIR", ".proffer")),
                trusted_proxies: reader.parse("TRUSTED_PROXIES", "0")?,
                database_pool: reader.parse("DATABASE_POOL", "10")?,
                smtp_url: (reader.get)("SMTP_URL").map(SecretString::from),
                mail_from: reader.text("MAIL_FROM", "Proffer <proffer@localhost>"),
                support_email: support_email?,
                ai_base_url,
                ai_api_key: (reader.get)("AI_API_KEY").map(SecretString::from),
                ai_model,
                ai_timeout: Duration::from_secs(seconds?),
                ai_monthly_limit_usd: reader.parse("AI_MONTHLY_LIMIT_USD", "10")?,
                objects,
                stripe,
                oidc_providers,
                secret_key,
                outbound_allow,
                dns_server,
                test_payments,
                dev: false,
            })
        })();
        reader.finish()?;
        config.ok_or_else(|| anyhow::anyhow!("the settings could not be read"))
    }

    /// Whether people reach this server over https.
    pub fn is_https(&self) -> bool {
        self.public_url.scheme() == "https"
    }

    /// Where mail is written while no mail server is set.
    pub fn outbox(&self) -> PathBuf {
        self.data_dir.join("outbox")
    }

    /// The address of a page, for mails and share links.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url.as_str().trim_end_matches('/'))
    }
}

impl DatabaseUrls {
    /// Reads the three database settings.
    ///
    /// # Errors
    /// One message naming those that are missing.
    pub fn from_settings(get: &dyn Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let mut reader = Reader { get, faults: Vec::new() };
        let app = reader.required("DATABASE_URL");
        let system = reader.required("SYSTEM_DATABASE_URL");
        let owner = (reader.get)("MIGRATION_DATABASE_URL").unwrap_or_default();
        reader.finish()?;
        Ok(Self { app: app.into(), system: system.into(), owner: owner.into() })
    }
}

/// The environment's settings under their prefix.
pub fn environment(name: &str) -> Option<String> {
    std::env::var(format!("PROFFER_{name}")).ok().filter(|value| !value.is_empty())
}

/// Stripe's own pages for paying, for keeping a subscription, and for invoices.
const STRIPE_HOSTS: &str = "checkout.stripe.com, billing.stripe.com, invoice.stripe.com, pay.stripe.com";

/// Whether it may be a key of the API, which stands in a header.
fn is_stripe_key(text: &str) -> bool {
    ["sk_", "rk_"].iter().any(|start| text.starts_with(start)) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether it is this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

struct Reader<'a> {
    get: &'a dyn Fn(&str) -> Option<String>,
    faults: Vec<String>,
}

impl Reader<'_> {
    fn text(&self, name: &str, default: &str) -> String {
        (self.get)(name).unwrap_or_else(|| default.to_owned())
    }

    fn parse<T: std::str::FromStr<Err: std::fmt::Display>>(&mut self, name: &str, default: &str) -> Option<T> {
        let text = self.text(name, default);
        text.parse().map_err(|error| self.faults.push(format!("PROFFER_{name} is {text:?}: {error}"))).ok()
    }

    fn optional<T: std::str::FromStr<Err: std::fmt::Display>>(&mut self, name: &str) -> Option<T> {
        let text = (self.get)(name)?;
        text.parse().map_err(|error| self.faults.push(format!("PROFFER_{name} is not valid: {error}"))).ok()
    }

    /// Without the setting `support` at the host that people type to get here.
    fn support_email(&mut self, public_url: Option<&Url>) -> Option<String> {
        let Some(text) = (self.get)("SUPPORT_EMAIL") else {
            return Some(format!("support@{}", public_url?.host_str()?));
        };
        let email = Email::parse("email", &text);
        email
            .map_err(|error| self.faults.push(format!("PROFFER_SUPPORT_EMAIL is {text:?}: {}", error.message)))
            .ok()
            .map(|email| email.as_str().to_owned())
    }

    /// Entries with commas between.
    fn list<T: std::str::FromStr<Err: std::fmt::Display>>(&mut self, name: &str) -> Vec<T> {
        let text = (self.get)(name).unwrap_or_default();
        let mut entries = Vec::new();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            match entry.parse() {
                Ok(entry) => entries.push(entry),
                Err(error) => self.faults.push(format!("PROFFER_{name}: {error}")),
            }
        }
        entries
    }

    fn oidc_providers(&mut self, allowed: &[Allowed]) -> Vec<OidcProvider> {
        let Some(text) = (self.get)("OIDC_PROVIDERS") else { return Vec::new() };
        let providers: Vec<OidcProvider> = match serde_json::from_str(&text) {
            Ok(providers) => providers,
            // The message names fields and places, not values: among them are secrets.
            Err(error) => {
                let place = format!("line {} column {}", error.line(), error.column());
                self.faults.push(format!(
                    "PROFFER_OIDC_PROVIDERS is not a JSON list of {{id, name, issuer, clientId, clientSecret}}: see {place}"
                ));
                return Vec::new();
            }
        };
        let mut seen = std::collections::HashSet::new();
        for provider in &providers {
            let OidcProvider { id, name, issuer, client_id, client_secret } = provider;
            let mut fault = |why: String| self.faults.push(format!("PROFFER_OIDC_PROVIDERS: {id:?} {why}"));
            if id.is_empty() || !id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
                fault("is no id: use lower-case letters, digits and hyphens".to_owned());
            }
            if !seen.insert(id) {
                fault("stands there twice".to_owned());
            }
            if [name, client_id].iter().any(|text| text.trim().is_empty()) || client_secret.expose_secret().is_empty() {
                fault("needs a name, a clientId and a clientSecret".to_owned());
            }
            match issuer.parse::<Url>() {
                Ok(url) => {
                    if let Err(error) = web::check(&url, allowed) {
                        fault(format!("has the issuer {issuer:?}: {error}"));
                    }
                }
                Err(_) => fault(format!("has the issuer {issuer:?}, which is no address")),
            }
        }
        providers
    }

    /// `1` for yes.
    fn flag(&mut self, name: &str) -> bool {
        match (self.get)(name).as_deref() {
            None | Some("0") => false,
            Some("1") => true,
            Some(other) => {
                self.faults.push(format!("PROFFER_{name} is {other:?}: it is 1 or 0"));
                false
            }
        }
    }

    fn required(&mut self, name: &str) -> String {
        (self.get)(name).unwrap_or_else(|| {
            self.faults.push(format!("PROFFER_{name} is missing"));
            String::new()
        })
    }

    /// All of the object storage's settings, or none.
    fn objects(&mut self) -> Option<ObjectSettings> {
        const NEEDED: [&str; 4] = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"];
        if NEEDED.iter().all(|name| (self.get)(name).is_none()) {
            return None;
        }
        let [_, bucket, access_key, secret_key] = NEEDED.map(|name| self.required(name));
        let endpoint: Option<Url> = self.optional("S3_ENDPOINT");
        let public_endpoint = self.public_endpoint(endpoint.as_ref());
        let sts = self.sts();
        Some(ObjectSettings {
            endpoint: endpoint?,
            bucket,
            region: self.text("S3_REGION", "us-east-1"),
            access_key,
            secret_key: secret_key.into(),
            public_endpoint: public_endpoint?,
            sts,
        })
    }

    /// All of Stripe's settings, or none.
    fn stripe(&mut self) -> Option<StripeSettings> {
        const NEEDED: [&str; 3] = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_ID"];
        if NEEDED.iter().all(|name| (self.get)(name).is_none()) {
            return None;
        }
        let [secret_key, _, price_id] = NEEDED.map(|name| self.required(name));
        if !secret_key.is_empty() && !is_stripe_key(&secret_key) {
            self.faults.push("PROFFER_STRIPE_SECRET_KEY is no secret key: it begins with sk_ or rk_".to_owned());
        }
        let api_base: Url = self.parse("STRIPE_API_BASE", "https://api.stripe.com")?;
        if api_base.scheme() != "https" && !is_loopback(&api_base) {
            self.faults.push("PROFFER_STRIPE_API_BASE must be https://: the secret key is sent there".to_owned());
        }
        let hosts = self.text("STRIPE_HOSTS", STRIPE_HOSTS).split(',').map(|host| host.trim().to_lowercase()).collect();
        let webhook_secrets = self.list::<String>("STRIPE_WEBHOOK_SECRET").into_iter().map(SecretString::from).collect();
        Some(StripeSettings { secret_key: secret_key.into(), webhook_secrets, price_id, api_base, hosts, is_test_page: false })
    }

    /// It stands in the pages' content security policy, so it must be what a browser can ask.
    fn public_endpoint(&mut self, endpoint: Option<&Url>) -> Option<Url> {
        let Some(public) = self.optional::<Url>("S3_PUBLIC_ENDPOINT") else {
            return if (self.get)("S3_PUBLIC_ENDPOINT").is_some() { None } else { endpoint.cloned() };
        };
        if !matches!(public.scheme(), "http" | "https") || !public.has_host() || public.query().is_some() || public.fragment().is_some() {
            self.faults.push("PROFFER_S3_PUBLIC_ENDPOINT must be http(s)://host, and nothing after a path".to_owned());
        }
        Some(public)
    }

    /// Both of the token service's settings, or none.
    fn sts(&mut self) -> Option<StsSettings> {
        if ["S3_STS_ENDPOINT", "S3_STS_ROLE"].iter().all(|name| (self.get)(name).is_none()) {
            return None;
        }
        let [_, role] = ["S3_STS_ENDPOINT", "S3_STS_ROLE"].map(|name| self.required(name));
        let seconds = self.parse("S3_STS_SECONDS", "3600")?;
        if !(900..=604_800).contains(&seconds) {
            self.faults.push("PROFFER_S3_STS_SECONDS must be between 900 and 604800".to_owned());
        }
        Some(StsSettings { endpoint: self.optional("S3_STS_ENDPOINT")?, role, seconds })
    }

    fn finish(&self) -> anyhow::Result<()> {
        anyhow::ensure!(self.faults.is_empty(), "the settings are wrong:\n  {}", self.faults.join("\n  "));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn defaults_are_enough() {
        let config = Config::from_settings(&|_| None).unwrap();
        assert_eq!(config.link("/auth"), "http://127.0.0.1:8080/auth");
        assert!(!config.is_https());
    }

    #[test]
    fn providers_of_the_site_are_checked_at_start() {
        const GOOD: &str = r#"{"id":"acme","name":"Acme","issuer":"https://login.acme.example","clientId":"c","clientSecret":"hush"}"#;
        let said = |providers: &str| {
            let get = |name: &str| match name {
                "OIDC_PROVIDERS" => Some(providers.to_owned()),
                "OUTBOUND_ALLOW" => Some("127.0.0.1:4000, login.internal:80".to_owned()),
                _ => None,
            };
            Config::from_settings(&get).map(|config| config.oidc_providers.len()).map_err(|error| error.to_string())
        };
        assert_eq!(said(&format!("[{GOOD}]")).unwrap(), 1);
        assert_eq!(said(&format!("[{}]", GOOD.replace("https://login.acme.example", "http://127.0.0.1:4000"))).unwrap(), 1);
        for (providers, expected) in [
            (GOOD.to_owned(), "not a JSON list"),
            (format!("[{GOOD}, {GOOD}]"), "twice"),
            (format!("[{}]", GOOD.replace("\"name\"", "\"nmae\"")), "not a JSON list"),
            (format!("[{}]", GOOD.replace("\"acme\"", "\"Acme Corp\"")), "is no id"),
            (format!("[{}]", GOOD.replace("hush", "")), "needs a name"),
            (format!("[{}]", GOOD.replace("https:", "http:")), "https://"),
            (format!("[{}]", GOOD.replace("https://login.acme.example", "http://127.0.0.1:4001")), "https://"),
            (format!("[{}]", GOOD.replace("https://login.acme.example", "login")), "no address"),
        ] {
            let said = said(&providers).unwrap_err();
            assert!(said.contains(expected) && !said.contains("hush"), "{providers}: {said}");
        }
    }

    #[test]
    fn test_payments_do_not_stand_beside_real_ones() {
        const STRIPE: [(&str, &str); 3] =
            [("STRIPE_SECRET_KEY", "sk_test_1"), ("STRIPE_WEBHOOK_SECRET", "whsec_1"), ("STRIPE_PRICE_ID", "price_1")];
        let said = |settings: &'static [(&str, &str)]| {
            let get = move |name: &str| settings.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            Config::from_settings(&get).map(|config| config.test_payments).map_err(|error| error.to_string())
        };
        assert_eq!(said(&[]), Ok(false));
        assert_eq!(said(&[("TEST_PAYMENTS", "0")]), Ok(false));
        assert_eq!(said(&[("TEST_PAYMENTS", "1")]), Ok(true));
        assert_eq!(said(&STRIPE), Ok(false));
        let both = said(&[("TEST_PAYMENTS", "1"), STRIPE[0], STRIPE[1], STRIPE[2]]).unwrap_err();
        assert!(both.contains("PROFFER_TEST_PAYMENTS cannot stand beside"), "{both}");
    }

    #[test]
    fn everything_wrong_is_said_at_once() {
        let get = |name: &str| match name {
            "BIND" | "S3_ENDPOINT" | "OUTBOUND_ALLOW" => Some("nowhere".to_owned()),
            "PUBLIC_URL" => Some("ftp://example.org".to_owned()),
            "AI_BASE_URL" => Some("http://127.0.0.1:1/v1".to_owned()),
            "SECRET_KEY" => Some("short".to_owned()),
            "S3_PUBLIC_ENDPOINT" => Some("ftp://files.example".to_owned()),
            "S3_STS_ROLE" => Some("arn:aws:iam::1:role/uploads".to_owned()),
            "S3_STS_SECONDS" => Some("604801".to_owned()),
            "STRIPE_SECRET_KEY" => Some("pk_test_1".to_owned()),
            "STRIPE_API_BASE" => Some("http://stripe.example".to_owned()),
            "DNS_SERVER" => Some("dns.example".to_owned()),
            "TEST_PAYMENTS" => Some("yes".to_owned()),
            _ => None,
        };
        let message = Config::from_settings(&get).unwrap_err().to_string();
        let wrong = [
            "BIND",
            "PUBLIC_URL",
            "AI_MODEL",
            "S3_ENDPOINT",
            "S3_BUCKET",
            "S3_PUBLIC_ENDPOINT",
            "S3_STS_ENDPOINT",
            "S3_STS_SECONDS",
            "STRIPE_SECRET_KEY",
            "STRIPE_WEBHOOK_SECRET",
            "STRIPE_PRICE_ID",
            "STRIPE_API_BASE",
            "SECRET_KEY",
            "OUTBOUND_ALLOW",
            "DNS_SERVER",
            "TEST_PAYMENTS",
        ];
        for name in wrong.map(|name| format!("PROFFER_{name}")) {
            assert!(message.contains(&name), "{name} is not named in {message}");
        }
    }
}
