//! A known browser: one with earlier sign-ins, as recorded in its cookie. The server encrypts the cookie, so
//! its content can be trusted.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// How long a browser is known after the latest sign-in on it.
pub const KNOWN_FOR: TimeDelta = TimeDelta::days(180);
/// The most accounts remembered; a shared browser forgets the one with the oldest sign-in.
const ACCOUNTS: usize = 8;
/// The bytes of an address's hash that are stored.
const MARK: usize = 12;

/// A browser and the accounts that have signed in on it, the latest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    id: Uuid,
    at: DateTime<Utc>,
    accounts: Vec<String>,
}

impl Device {
    /// A browser without any sign-in yet.
    #[must_use]
    pub const fn new(id: Uuid, now: DateTime<Utc>) -> Self {
        Self { id, at: now, accounts: Vec::new() }
    }

    /// Parses a cookie's value, unless it is expired.
    #[must_use]
    pub fn parse(text: &str, now: DateTime<Utc>) -> Option<Self> {
        let device: Self = serde_json::from_str(text).ok()?;
        (now.signed_duration_since(device.at) < KNOWN_FOR).then_some(device)
    }

    /// The cookie's value.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The id by which it is counted.
    #[must_use]
    pub const fn id(&self) -> Uuid {
        self.id
    }

    /// Whether the account of that address has signed in on it.
    #[must_use]
    pub fn knows(&self, mail: &str) -> bool {
        self.accounts.contains(&mark(mail))
    }

    /// Records a sign-in to the account of that address.
    #[must_use]
    pub fn remember(self, mail: &str, now: DateTime<Utc>) -> Self {
        let mark = mark(mail);
        let others = self.accounts.into_iter().filter(|other| *other != mark);
        let accounts = std::iter::once(mark.clone()).chain(others).take(ACCOUNTS).collect();
        Self { at: now, accounts, ..self }
    }
}

/// The first bytes of a hash, so that eight of them fit into a cookie.
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
