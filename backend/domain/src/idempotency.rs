//! Idempotent requests: the format of an `Idempotency-Key`, and the result of looking up an earlier request
//! with the same key (after draft-ietf-httpapi-idempotency-key-header).

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

use crate::field_error::FieldError;

/// The header's name, also used as the field in an error.
pub const HEADER: &str = "Idempotency-Key";
/// The longest key, in characters.
pub const MAX_LENGTH: usize = 255;
/// How long a response is kept.
pub const KEPT_FOR: TimeDelta = TimeDelta::hours(24);
/// How often a running request renews its claim, in seconds.
pub const RENEWED_EVERY: u64 = 3;
/// A request that has neither answered nor renewed its claim for this long is no longer running: its server
/// has stopped.
pub const GIVEN_UP: TimeDelta = TimeDelta::seconds(10);

/// A key that a caller chose for one operation. Two callers may use the same.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Reads the header.
    ///
    /// # Errors `invalid` if it is empty, longer than [`MAX_LENGTH`], or not visible ASCII.
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

/// A key may contain data that should not be logged.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(***)")
    }
}

/// The stored state of an earlier request with the same key.
#[derive(Debug, Clone, Copy)]
pub struct EarlierRequest<'a> {
    /// The hash of its method, address and body.
    pub request: &'a [u8],
    /// When it started, or last renewed its claim.
    pub begun_at: DateTime<Utc>,
    /// Whether its response is stored.
    pub is_answered: bool,
}

/// The result of looking up a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyState {
    /// No valid earlier request: this one proceeds.
    Nothing,
    /// The same request, completed: its response is returned again.
    Answered,
    /// The same request, still running.
    Running,
    /// The same request, whose server stopped before it answered. It may have been executed.
    Abandoned,
    /// A different request with the same key.
    Other,
}

/// Decides what a request at `now` finds, given an earlier one with the same key.
pub fn found(earlier: EarlierRequest<'_>, request: &[u8], now: DateTime<Utc>) -> KeyState {
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
    fn the_result_of_a_second_request() {
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
            // A clock that was set back.
            (TimeDelta::hours(-1), "same", true, KeyState::Answered),
            (TimeDelta::hours(-1), "same", false, KeyState::Running),
        ] {
            let earlier = EarlierRequest { request: b"same", begun_at, is_answered };
            assert_eq!(
                found(earlier, request.as_bytes(), begun_at + after),
                expected,
                "{after} {request} {is_answered}"
            );
        }
    }
}
