//! Decimals on the wire and in stored JSON: always a string of digits, in both directions.
//!
//! The decimal crate can do this too, but its behaviour depends on which of its features other crates of the
//! build enable (one of them reads figures through a float), and it accepts `1e3` and rounds what does not
//! fit. A price must be stored exactly as written or be refused.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serializer, de::Error as _};
use std::borrow::Cow;

/// Parses digits with an optional minus and fraction; refuses exponents, signs without digits, surplus
/// precision and anything else.
#[must_use]
pub fn parse(text: &str) -> Option<Decimal> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let mut amount = Decimal::from_str_exact(text).ok()?;
    if amount.is_zero() {
        amount.set_sign_positive(true);
    }
    Some(amount)
}

/// Writes the digits.
pub fn serialize<S: Serializer>(amount: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(amount)
}

/// Reads a string of digits.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
    let text = Cow::<'de, str>::deserialize(deserializer)?;
    parse(&text).ok_or_else(|| D::Error::custom("expected a decimal as a string, for example \"4500.00\""))
}

/// The same for a field that may be absent.
pub mod option {
    use super::{Cow, Decimal, Deserialize, Deserializer, Serializer, parse};
    use serde::de::Error as _;

    /// Writes the digits, or null.
    pub fn serialize<S: Serializer>(amount: &Option<Decimal>, serializer: S) -> Result<S::Ok, S::Error> {
        match amount {
            Some(amount) => serializer.collect_str(amount),
            None => serializer.serialize_none(),
        }
    }

    /// Reads a string of digits, or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Decimal>, D::Error> {
        Option::<Cow<'de, str>>::deserialize(deserializer)?
            .map(|text| {
                parse(&text).ok_or_else(|| {
                    D::Error::custom("expected a decimal as a string, for example \"4500.00\"")
                })
            })
            .transpose()
    }
}
