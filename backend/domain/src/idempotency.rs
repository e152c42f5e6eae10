//! Asking twice and having it done once: what an `Idempotency-Key` is, and what a request that comes with one finds
//! (after draft-ietf-httpapi-idempotency-key-header).

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

use crate::field_error::FieldError;

/// The header, which is the field's name in an error.
pub const HEADER: &str = "Idempotency-Key";
/// The longest key, in characters.
pub const MAX_LENGTH: usize = 255;
/// How long an answer is kept.
pub const KEPT_FOR: TimeDelta = TimeDelta::hours(24);
/// How often a request that is under way says so, in seconds.
pub const RENEWED_EVERY: u64 = 3;
/// After this long a request that has neither answered nor said that it is under way is not any more: its server has gone.
pub const GIVEN_UP: TimeDelta = TimeDelta::seconds(10);

/// A caller's own name for one thing that is to be done once. Two callers may use the same.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Reads the header.
    ///
    /// # Errors
    /// `invalid` where it is empty, longer than [`MAX_LENGTH`], or more than visible ASCII.
    pub fn parse(text: &str) -> Result<Self, FieldError> {
        let fits = (1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        let message = "Idempotency-Key must be 1 to 255 visible ASCII characters without spaces";
        if fits { Ok(Self(text.to_owned())) } else { Err(FieldError::new(HEADER, "invalid", message)) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Some people put what they should not into a key.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(***)")
    }
}

/// What is known of an earlier request with the same key.
#[derive(Debug, Clone, Copy)]
pub struct Earlier<'a> {
    /// Hash of method, address and body.
    pub request: &'a [u8],
    /// When it began, or last said that it is under way.
    pub begun_at: DateTime<Utc>,
    /// Whether its answer is kept.
    pub is_answered: bool,
}

/// What a request with a key finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyState {
    /// Nothing that counts any more: it goes ahead.
    Nothing,
    /// The same request, done: it is given the same answer.
    Answered,
    /// The same request, under way.
    Running,
    /// The same request, whose server went before it had answered. It may have been done.
    Abandoned,
    /// The key of another request.
    Other,
}

/// What a request finds that comes at `now` with the key of an earlier one.
pub fn found(earlier: Earlier<'_>, request: &[u8], now: DateTime<Utc>) -> KeyState {
    if now - earlier.begun_at >= KEPT_FOR {
        KeyState::Nothing
    } else if earlier.request != request {
        KeyState::Other
    } else if earlier.is_answered {
        KeyState::Answered
    } else if now - earlier.begun_at >= GIVEN_UP {
        KeyState::Abandoned
    } else {
        KeyState::Running
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn a_key_is_visible_ascii() {
        for good in ["a", "8e03978e-40d5-43dd-bc93-6894a57f9324", "\"quoted\"", &"x".repeat(255)] {
            assert_eq!(Key::parse(good).unwrap().as_str(), good);
        }
        for bad in ["", " ", "a b", "a\tb", "schlüssel", "a\u{7f}", &"x".repeat(256)] {
            let error = Key::parse(bad).unwrap_err();
            assert_eq!((error.field.as_ref(), error.code), ("Idempotency-Key", "invalid"), "{bad}");
        }
        assert!(!format!("{:?}", Key::parse("hush").unwrap()).contains("hush"));
    }

    #[test]
    fn what_a_second_request_finds() {
        let begun_at = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let second = TimeDelta::seconds(1);
        for (after, request, is_answered, expected) in [
            (TimeDelta::zero(), "same", false, KeyState::Running),
            (TimeDelta::zero(), "same", true, KeyState::Answered),
            (TimeDelta::zero(), "other", true, KeyState::Other),
            (TimeDelta::zero(), "other", false, KeyState::Other),
            (GIVEN_UP - second, "same", false, KeyState::Running),
            (GIVEN_UP, "same", false, KeyState::Abandoned),
            (GIVEN_UP, "other", false, KeyState::Other),
            (GIVEN_UP, "same", true, KeyState::Answered),
            (KEPT_FOR - second, "same", true, KeyState::Answered),
            (KEPT_FOR - second, "other", true, KeyState::Other),
            (KEPT_FOR, "same", true, KeyState::Nothing),
            (KEPT_FOR, "same", false, KeyState::Nothing),
            (KEPT_FOR, "other", true, KeyState::Nothing),
            // A clock that was put back.
            (TimeDelta::hours(-1), "same", true, KeyState::Answered),
            (TimeDelta::hours(-1), "same", false, KeyState::Running),
        ] {
            let earlier = Earlier { request: b"same", begun_at, is_answered };
            assert_eq!(found(earlier, request.as_bytes(), begun_at + after), expected, "{after} {request} {is_answered}");
        }
    }
}
