//! All settings, read once from the environment and checked at start. All errors are reported in one message.

mod database;
mod objects;
mod payments;
mod reader;
mod running;
mod seal;
mod sign_in;

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use proffer_adapters::{
    limited_process::Limits, objects::ObjectSettings, payments::StripeSettings, secrets::Secrets,
    web::Allowed,
};
use rust_decimal::Decimal;
use secrecy::SecretString;
use url::Url;

use self::reader::SettingsReader;
pub use self::{
    database::DatabaseUrls,
    running::{HARD_STOP, INTERNAL_BIND, LogFormat, RunSettings},
    seal::SealSettings,
    sign_in::OidcProvider,
};

/// The settings of a running server. `backend/docs/operating.md` describes each for operators.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address to listen on.
    pub bind: SocketAddr,
    /// The public URL of the site; links in mails begin with it.
    pub public_url: Url,
    /// The folder for files outside the database.
    pub data_dir: PathBuf,
    /// How many proxies are trusted to report the client's address.
    pub trusted_proxies: usize,
    /// Whether HSTS covers all subdomains of this host.
    pub hsts_subdomains: bool,
    /// Connections in each of the two pools.
    pub database_pool: u32,
    /// How long the database may stay silent before all connections to it are abandoned.
    pub database_silence: Duration,
    /// Sends mail; without it mail is written to `DATA_DIR/outbox`.
    pub smtp_url: Option<SecretString>,
    /// The sender of mails, `Name <address>`.
    pub mail_from: String,
    /// The support address on the public pages.
    pub support_email: String,
    /// Base URL of an OpenAI-compatible API; without it the offline assistant is used.
    pub ai_base_url: Option<Url>,
    /// Key of that API.
    pub ai_api_key: Option<SecretString>,
    /// The model to use there.
    pub ai_model: Option<String>,
    /// The time limit of one call to the model.
    pub ai_timeout: Duration,
    /// A user's monthly limit for the model, in US dollars.
    pub ai_monthly_limit_usd: Decimal,
    /// The monthly limit of all users together, in US dollars; `None` means no limit.
    pub ai_site_monthly_limit_usd: Option<Decimal>,
    /// The object storage that holds pictures; without it none can be uploaded.
    pub objects: Option<ObjectSettings>,
    /// The payment provider; without it nothing is charged, and site administrators grant plans by hand.
    pub stripe: Option<StripeSettings>,
    /// Single sign-on providers that the whole site offers.
    pub oidc_providers: Vec<OidcProvider>,
    /// Encrypts secrets that must be read again; `serve` and `worker` need it.
    pub secret_key: Option<SecretString>,
    /// What documents and evidence are sealed with.
    pub seal: SealSettings,
    /// Hosts and ports that may be reached although private.
    pub outbound_allow: Vec<Allowed>,
    /// The DNS server for the records that prove a domain; without it, the machine's resolver.
    pub dns_server: Option<SocketAddr>,
    /// The limits for typesetting one signed document.
    pub sealing: Limits,
    /// Monitoring and shutdown.
    pub run: RunSettings,
    /// In embedded mode, the test payment page replaces Stripe.
    pub test_payments: bool,
    /// Embedded mode: mail can be read at `/dev/mail`.
    pub dev: bool,
}

impl Config {
    /// Reads the settings through `get` (the environment, or a test's map); names come without the `PROFFER_`
    /// prefix.
    ///
    /// # Errors
    /// One message with a line for each missing or invalid setting.
    pub fn from_settings(get: &dyn Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let mut reader = SettingsReader::new(get);
        let bind = reader.parse("BIND", "127.0.0.1:8080");
        let public_url: Option<Url> =
            reader.parse("PUBLIC_URL", &format!("http://{}", reader.text("BIND", "127.0.0.1:8080")));
        if let Some(url) = &public_url
            && (!matches!(url.scheme(), "http" | "https") || url.host().is_none() || url.path() != "/")
        {
            reader.fault("PROFFER_PUBLIC_URL must be http(s)://host without a path".to_owned());
        }
        let support_email = reader.support_email(public_url.as_ref());
        let ai_base_url = reader.optional("AI_BASE_URL");
        let ai_model = reader.given("AI_MODEL");
        if ai_base_url.is_some() && ai_model.is_none() {
            reader.fault("PROFFER_AI_MODEL is needed together with PROFFER_AI_BASE_URL".to_owned());
        }
        let outbound_allow = reader.list("OUTBOUND_ALLOW");
        let oidc_providers = reader.oidc_providers(&outbound_allow);
        let secret_key = reader.given("SECRET_KEY").map(SecretString::from);
        if let Some(Err(error)) = secret_key.as_ref().map(Secrets::from_setting) {
            reader.fault(format!("PROFFER_SECRET_KEY {error}"));
        }
        let seal = reader.seal(public_url.as_ref());
        let dns_server = reader.optional("DNS_SERVER");
        let database_silence = reader.database_silence();
        let sealing = reader.sealing();
        let run = reader.running();
        let seconds: Option<u64> = reader.parse("AI_TIMEOUT_SECONDS", "90");
        let objects = reader.objects();
        let stripe = reader.stripe();
        let test_payments = reader.flag("TEST_PAYMENTS");
        if test_payments && stripe.is_some() {
            reader.fault(
                "PROFFER_TEST_PAYMENTS cannot be combined with PROFFER_STRIPE_*: remove one of them"
                    .to_owned(),
            );
        }
        let config = (|| {
            Some(Self {
                bind: bind?,
                public_url: public_url?,
                data_dir: PathBuf::from(reader.text("DATA_DIR", ".proffer")),
                trusted_proxies: reader.parse("TRUSTED_PROXIES", "0")?,
                hsts_subdomains: reader.flag("HSTS_SUBDOMAINS"),
                database_pool: reader.parse("DATABASE_POOL", "10")?,
                database_silence: database_silence?,
                smtp_url: reader.given("SMTP_URL").map(SecretString::from),
                mail_from: reader.text("MAIL_FROM", "Proffer <proffer@localhost>"),
                support_email: support_email?,
                ai_base_url,
                ai_api_key: reader.given("AI_API_KEY").map(SecretString::from),
                ai_model,
                ai_timeout: Duration::from_secs(seconds?),
                ai_monthly_limit_usd: reader.parse("AI_MONTHLY_LIMIT_USD", "10")?,
                ai_site_monthly_limit_usd: reader.optional("AI_SITE_MONTHLY_LIMIT_USD"),
                objects,
                stripe,
                oidc_providers,
                secret_key,
                seal,
                outbound_allow,
                dns_server,
                sealing: sealing?,
                run: run?,
                test_payments,
                dev: false,
            })
        })();
        reader.finish()?;
        config.ok_or_else(|| anyhow::anyhow!("the settings could not be read"))
    }

    /// Whether the site uses https.
    pub fn is_https(&self) -> bool {
        self.public_url.scheme() == "https"
    }

    /// The folder for mail when no mail server is set.
    pub fn outbox(&self) -> PathBuf {
        self.data_dir.join("outbox")
    }

    /// The address of a page, for mails and share links.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url.as_str().trim_end_matches('/'))
    }
}

/// The environment's settings under their prefix.
pub fn environment(name: &str) -> Option<String> {
    std::env::var(format!("PROFFER_{name}")).ok().filter(|value| !value.is_empty())
}
