//! A browser that people have signed in on before, as its cookie says it. The cookie is encrypted by the server, so what it says is true.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// How long a browser is known after the latest sign-in on it.
pub const KNOWN_FOR: TimeDelta = TimeDelta::days(180);
/// A browser in a shared office forgets who has not signed in for longest.
const ACCOUNTS: usize = 8;
/// Bytes of a hash that tell one address from another.
const MARK: usize = 12;

/// A browser and the accounts that have signed in on it, the latest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    id: Uuid,
    at: DateTime<Utc>,
    accounts: Vec<String>,
}

impl Device {
    /// A browser that nobody has signed in on yet.
    #[must_use]
    pub const fn new(id: Uuid, now: DateTime<Utc>) -> Self {
        Self { id, at: now, accounts: Vec::new() }
    }

    /// Reads what a cookie says, unless that is too old.
    #[must_use]
    pub fn parse(text: &str, now: DateTime<Utc>) -> Option<Self> {
        let device: Self = serde_json::from_str(text).ok()?;
        (now.signed_duration_since(device.at) < KNOWN_FOR).then_some(device)
    }

    /// What the cookie is to say.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Its id, under which it is counted.
    #[must_use]
    pub const fn id(&self) -> Uuid {
        self.id
    }

    /// Whether the account of that address has signed in on it.
    #[must_use]
    pub fn knows(&self, mail: &str) -> bool {
        self.accounts.contains(&mark(mail))
    }

    /// After a sign-in to the account of that address.
    #[must_use]
    pub fn remember(self, mail: &str, now: DateTime<Utc>) -> Self {
        let mark = mark(mail);
        let others = self.accounts.into_iter().filter(|other| *other != mark);
        let accounts = std::iter::once(mark.clone()).chain(others).take(ACCOUNTS).collect();
        Self { at: now, accounts, ..self }
    }
}

/// The beginning of a hash, so that eight of them fit into a cookie.
fn mark(mail: &str) -> String {
    let hash = Sha256::digest(super::mail(mail));
    hex::encode(hash.first_chunk::<MARK>().unwrap_or(&[0; MARK]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(days: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(days)
    }

    #[test]
    fn it_knows_the_latest_accounts_that_signed_in_on_it() {
        let mut device = Device::new(Uuid::nil(), at(0));
        assert!(!device.knows("0@a.example"));
        for n in 0..ACCOUNTS {
            device = device.remember(&format!("{n}@a.example"), at(0));
        }
        device = device.remember(" 0@A.example ", at(1)).remember("new@a.example", at(2));
        let known = |name: &str| device.knows(&format!("{name}@a.example"));
        assert!(known("new") && known("0") && known("2") && known("7"));
        assert!(!known("1"), "the one who has not signed in for longest is forgotten");
        assert_eq!(device.accounts.len(), ACCOUNTS);
        assert!(device.text().len() < 400, "{}", device.text());
    }

    #[test]
    fn it_is_known_until_the_latest_sign_in_is_too_long_ago() {
        let device = Device::new(Uuid::nil(), at(0)).remember("ada@a.example", at(1));
        assert_eq!(Device::parse(&device.text(), at(180)), Some(device.clone()));
        assert_eq!(Device::parse(&device.text(), at(181)), None);
        for text in ["", "{}", "[]", "null", "{\"id\":7}"] {
            assert_eq!(Device::parse(text, at(0)), None, "{text}");
        }
    }
}
