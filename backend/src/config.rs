//! Every setting, read once from the environment, checked at start. Everything wrong is said in one message.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use rust_decimal::Decimal;
use secrecy::SecretString;
use url::Url;

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
    /// Embedded mode: mail can be read at `/dev/mail`.
    pub dev: bool,
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
        let ai_base_url = reader.optional("AI_BASE_URL");
        let ai_model = (reader.get)("AI_MODEL");
        if ai_base_url.is_some() && ai_model.is_none() {
            reader.faults.push("PROFFER_AI_MODEL is needed together with PROFFER_AI_BASE_URL".to_owned());
        }
        let seconds: Option<u64> = reader.parse("AI_TIMEOUT_SECONDS", "90");
        let config = (|| {
            Some(Self {
                bind: bind?,
                public_url: public_url?,
                data_dir: PathBuf::from(reader.text("DATA_DIR", ".proffer")),
                trusted_proxies: reader.parse("TRUSTED_PROXIES", "0")?,
                database_pool: reader.parse("DATABASE_POOL", "10")?,
                smtp_url: (reader.get)("SMTP_URL").map(SecretString::from),
                mail_from: reader.text("MAIL_FROM", "Proffer <proffer@localhost>"),
                ai_base_url,
                ai_api_key: (reader.get)("AI_API_KEY").map(SecretString::from),
                ai_model,
                ai_timeout: Duration::from_secs(seconds?),
                ai_monthly_limit_usd: reader.parse("AI_MONTHLY_LIMIT_USD", "10")?,
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

    fn required(&mut self, name: &str) -> String {
        (self.get)(name).unwrap_or_else(|| {
            self.faults.push(format!("PROFFER_{name} is missing"));
            String::new()
        })
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
    fn everything_wrong_is_said_at_once() {
        let get = |name: &str| match name {
            "BIND" => Some("nowhere".to_owned()),
            "PUBLIC_URL" => Some("ftp://example.org".to_owned()),
            "AI_BASE_URL" => Some("http://127.0.0.1:1/v1".to_owned()),
            _ => None,
        };
        let message = Config::from_settings(&get).unwrap_err().to_string();
        for name in ["PROFFER_BIND", "PROFFER_PUBLIC_URL", "PROFFER_AI_MODEL"] {
            assert!(message.contains(name), "{name} is not named in {message}");
        }
    }
}
