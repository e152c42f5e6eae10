//! Mail domains that a workspace can own, and the DNS record that verifies one.

use std::fmt;

use serde::Serialize;

use crate::field_error::FieldError;

/// Public mail domains: a workspace cannot own one, even with a DNS record.
pub(super) const PUBLIC_MAIL: &[&str] = &[
    "126.com",
    "163.com",
    "aol.com",
    "bluewin.ch",
    "fastmail.com",
    "free.fr",
    "gmail.com",
    "gmx.at",
    "gmx.ch",
    "gmx.com",
    "gmx.de",
    "gmx.net",
    "googlemail.com",
    "hey.com",
    "hotmail.co.uk",
    "hotmail.com",
    "hotmail.fr",
    "icloud.com",
    "laposte.net",
    "libero.it",
    "live.com",
    "mac.com",
    "mail.com",
    "mail.ru",
    "me.com",
    "msn.com",
    "naver.com",
    "orange.fr",
    "outlook.com",
    "outlook.de",
    "outlook.fr",
    "pm.me",
    "proton.me",
    "protonmail.com",
    "qq.com",
    "rediffmail.com",
    "t-online.de",
    "tutanota.com",
    "web.de",
    "yahoo.co.jp",
    "yahoo.co.uk",
    "yahoo.com",
    "yahoo.de",
    "yahoo.fr",
    "yandex.com",
    "yandex.ru",
    "ymail.com",
    "zoho.com",
];

/// A mail domain that a workspace can own: ASCII (IDNA), lower case, at least two labels, not a public one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct MailDomain(String);

impl MailDomain {
    /// Parses a domain as people type it, including a leading `@`.
    pub fn parse(text: &str) -> Result<Self, FieldError> {
        let refused = |code, message: String| FieldError::new("domain", code, message);
        let typed = text.trim().trim_start_matches('@').trim_end_matches('.');
        if typed.is_empty() {
            return Err(refused("required", "Domain is required".to_owned()));
        }
        let invalid = || refused("invalid", "Domain must be a mail domain such as example.com".to_owned());
        // URL parsing would remove these or interpret them differently.
        if typed.contains(['/', ':', '@', '?', '#', '%', '\\', '*', '_'])
            || typed.chars().any(|c| c.is_whitespace() || c.is_control())
        {
            return Err(invalid());
        }
        let ammonia::url::Host::Domain(domain) = ammonia::url::Host::parse(typed).map_err(|_| invalid())?
        else {
            return Err(invalid());
        };
        let labels: Vec<&str> = domain.split('.').collect();
        let label_is_good = |label: &&str| {
            (1..=63).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
        };
        let top_is_a_name =
            labels.last().is_some_and(|top| top.len() >= 2 && !top.bytes().all(|b| b.is_ascii_digit()));
        if labels.len() < 2 || domain.len() > 253 || !labels.iter().all(label_is_good) || !top_is_a_name {
            return Err(invalid());
        }
        if PUBLIC_MAIL.contains(&domain.as_str()) {
            let message = format!("{domain} is a public mail provider. Use your company's domain.");
            return Err(refused("public_domain", message));
        }
        Ok(Self(domain))
    }

    /// The domain as stored and compared.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MailDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of the TXT record that verifies a domain.
#[must_use]
pub fn record_name(domain: &str) -> String {
    format!("_proffer-challenge.{domain}")
}

/// The expected content of that record.
#[must_use]
pub fn record_value(challenge: &str) -> String {
    format!("proffer-verification={challenge}")
}

/// Whether one of the records found has the expected content. People paste quotes and spaces along with it.
#[must_use]
pub fn record_proves(found: &[String], challenge: &str) -> bool {
    let expected = record_value(challenge);
    found.iter().any(|text| text.trim().trim_matches('"') == expected)
}
