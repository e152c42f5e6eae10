//! API keys: their format, their scopes and the input for creating one. A key acts for the member who created
//! it, within its scopes.

mod scope;
#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use thiserror::Error;
use uuid::Uuid;

use crate::field_error::{Check, FieldError, TextField};

pub use scope::Scope;

/// The most keys that a workspace can have in use.
pub const MOST: u64 = 50;
/// The longest lifetime of a key with an expiry, in days.
pub const LONGEST_DAYS: u32 = 366;

const START: &str = "prf_";
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The digits that 16, 32 and 4 bytes take in that alphabet.
const ID_DIGITS: usize = 22;
const SECRET_DIGITS: usize = 43;
const CHECKSUM_DIGITS: usize = 6;
/// How many digits of its id are shown, so that a person recognises the key.
const SHOWN_DIGITS: usize = 8;
/// How often the last use of a key is recorded.
const TOUCH_AFTER: TimeDelta = TimeDelta::minutes(1);

const NAME: TextField = TextField::new("name", "Name", 100);

/// A key: `prf_`, its id, `_`, its secret and a checksum. The fixed format lets scanners recognise a leaked
/// key, and the checksum finds a typing error without a database query. `Debug` hides the key.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    id: Uuid,
    secret: [u8; 32],
}

/// Not a key: the format is wrong, or the checksum does not match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("This is not an API key")]
pub struct NotAKey;

impl Key {
    /// A new key from random bytes. The id is random too: ids that follow the time would make all keys look
    /// alike.
    #[must_use]
    pub fn from_random(id: [u8; 16], secret: [u8; 32]) -> Self {
        Self { id: uuid::Builder::from_random_bytes(id).into_uuid(), secret }
    }

    /// The id by which the key is looked up.
    #[must_use]
    pub const fn id(&self) -> Uuid {
        self.id
    }

    /// The stored hash of its secret; SHA-256 is enough for 256 random bits.
    #[must_use]
    pub fn secret_hash(&self) -> [u8; 32] {
        Sha256::digest(self.secret).into()
    }

    /// Its first characters, by which a person recognises it. They reveal nothing about the secret.
    #[must_use]
    pub fn prefix(&self) -> String {
        let mut prefix = encode(*self.id.as_bytes(), ID_DIGITS);
        prefix.truncate(SHOWN_DIGITS);
        prefix.insert_str(0, START);
        prefix
    }

    /// The complete key, shown to its owner once.
    #[must_use]
    pub fn text(&self) -> String {
        let text = format!(
            "{START}{}_{}",
            encode(*self.id.as_bytes(), ID_DIGITS),
            encode(self.secret, SECRET_DIGITS)
        );
        let checksum = checksum(&text);
        text + &checksum
    }
}

impl FromStr for Key {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let read = || {
            let (id, rest) = text.strip_prefix(START)?.split_once('_')?;
            let (secret, _) = rest.split_at_checked(SECRET_DIGITS)?;
            let (body, sum) = text.split_at_checked(text.len().checked_sub(CHECKSUM_DIGITS)?)?;
            let whole = id.len() == ID_DIGITS
                && rest.len() == SECRET_DIGITS + CHECKSUM_DIGITS
                && sum == checksum(body);
            let key = Self { id: Uuid::from_bytes(decode(id)?), secret: decode(secret)? };
            whole.then_some(key)
        };
        read().ok_or(NotAKey)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

fn checksum(text: &str) -> String {
    encode(crc32fast::hash(text.as_bytes()).to_be_bytes(), CHECKSUM_DIGITS)
}

/// Bytes as one number in the alphabet, with that many digits.
fn encode<const N: usize>(mut number: [u8; N], digits: usize) -> String {
    let mut reversed: Vec<char> = Vec::with_capacity(digits);
    for _ in 0..digits {
        let mut rest = 0_u16;
        for byte in &mut number {
            let value = rest * 256 + u16::from(*byte);
            // Below 256, since the rest is below 62.
            [_, *byte] = (value / 62).to_be_bytes();
            rest = value % 62;
        }
        reversed.extend(ALPHABET.get(usize::from(rest)).copied().map(char::from));
    }
    reversed.iter().rev().collect()
}

/// The bytes of that number; `None` if a digit is not in the alphabet or the number is too large.
fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut number = [0; N];
    for digit in text.bytes() {
        let mut carry = u16::try_from(ALPHABET.iter().position(|&known| known == digit)?).ok()?;
        for byte in number.iter_mut().rev() {
            let value = u16::from(*byte) * 62 + carry;
            [_, *byte] = value.to_be_bytes();
            carry = value / 256;
        }
        if carry != 0 {
            return None;
        }
    }
    Some(number)
}

/// The times of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyFacts {
    /// When it stops working, if ever.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When it was last used.
    pub last_used_at: Option<DateTime<Utc>>,
}

impl KeyFacts {
    /// Whether it is valid at `now`.
    #[must_use]
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|end| now < end)
    }

    /// Whether to record this use. Recording every request of a busy program would cost too many writes.
    #[must_use]
    pub fn needs_touch(&self, now: DateTime<Utc>) -> bool {
        self.last_used_at.is_none_or(|last| now - last >= TOUCH_AFTER)
    }
}

/// The input for a new key, as it was sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyInput {
    /// A label that says what it is for.
    pub name: String,
    /// The names of its scopes; if absent, the default scopes.
    pub scopes: Option<Vec<String>>,
    /// After how many days it expires; if absent, never.
    pub expires_in_days: Option<u32>,
}

/// A key to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOrder {
    /// A label that says what it is for.
    pub name: String,
    /// Its scopes, without repetition, in the order of [`Scope::ALL`].
    pub scopes: Vec<Scope>,
    /// How long it works.
    pub lifetime: Option<TimeDelta>,
}

impl KeyInput {
    /// Checks every field.
    ///
    /// # Errors Every field that is wrong.
    pub fn validate(&self) -> Result<KeyOrder, Vec<FieldError>> {
        let mut check = Check::new();
        let name = check.required(NAME, &self.name);
        let scopes = check.part(scopes(self.scopes.as_deref()));
        let lifetime = check.part(lifetime(self.expires_in_days));
        let order = scopes.zip(lifetime).map(|(scopes, lifetime)| KeyOrder { name, scopes, lifetime });
        check.finish(order)
    }
}

fn scopes(words: Option<&[String]>) -> Result<Vec<Scope>, FieldError> {
    let Some(words) = words else {
        return Ok(Scope::ALL.iter().copied().filter(|scope| scope.is_default()).collect());
    };
    if words.is_empty() {
        return Err(FieldError::new("scopes", "required", "Choose at least one scope"));
    }
    if let Some(unknown) = words.iter().find(|word| Scope::of_word(word).is_none()) {
        let shown: String = unknown.chars().take(40).collect();
        return Err(FieldError::new("scopes", "unknown", format!("Unknown scope {shown:?}")));
    }
    Ok(Scope::ALL.iter().copied().filter(|scope| words.iter().any(|word| word == scope.word())).collect())
}

fn lifetime(days: Option<u32>) -> Result<Option<TimeDelta>, FieldError> {
    match days {
        Some(days) if !(1..=LONGEST_DAYS).contains(&days) => Err(FieldError::new(
            "expiresInDays",
            "out_of_range",
            format!("A key must expire after 1 to {LONGEST_DAYS} days"),
        )),
        days => Ok(days.map(|days| TimeDelta::days(days.into()))),
    }
}
