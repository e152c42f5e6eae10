//! One byte sequence per value: RFC 8785 canonical JSON, and the SHA-256 of it.
//!
//! Numbers are integers only. Money travels as strings, and refusing floats means that two
//! implementations never have to agree on how a double is printed.

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Largest integer every JSON reader represents exactly (2^53 - 1, as RFC 8785 requires).
const MAX_INTEGER: u64 = (1 << 53) - 1;

/// Why a value has no canonical form.
#[derive(Debug, Error)]
pub enum CanonicalError {
    /// A number with a fraction or an exponent, or an integer beyond 2^53 - 1.
    #[error("a number in the document is not a whole number of at most 2^53 - 1")]
    Number,
    /// The value cannot be written as JSON at all (a map with keys that are not strings, say).
    #[error("the document cannot be written as JSON")]
    Json(#[from] serde_json::Error),
}

/// Writes RFC 8785 JSON: no white space, members sorted by UTF-16 code units, the shortest escapes.
pub fn canonical_json<T: Serialize + ?Sized>(value: &T) -> Result<String, CanonicalError> {
    let value = serde_json::to_value(value)?;
    if !is_exact(&value) {
        return Err(CanonicalError::Number);
    }
    Ok(serde_json_canonicalizer::to_string(&value)?)
}

/// SHA-256 as 64 lower-case hexadecimal digits.
#[must_use]
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Whether the text is a SHA-256 as this module writes it.
#[must_use]
pub fn is_sha256_hex(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether all numbers are whole and small enough for a double.
fn is_exact(value: &Value) -> bool {
    match value {
        Value::Number(number) => number
            .as_u64()
            .or_else(|| number.as_i64().map(i64::unsigned_abs))
            .is_some_and(|magnitude| magnitude <= MAX_INTEGER),
        Value::Array(items) => items.iter().all(is_exact),
        Value::Object(members) => members.values().all(is_exact),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn follows_the_examples_of_rfc_8785() {
        // Section 3.2.3: sorting by UTF-16 code units puts the emoji (a surrogate pair) before U+FB33.
        let value = json!({
            "\u{20ac}": "Euro Sign", "\r": "Carriage Return", "\u{fb33}": "Hebrew Letter Dalet With Dagesh",
            "1": "One", "\u{1f600}": "Emoji: Grinning Face", "\u{80}": "Control",
            "\u{f6}": "Latin Small Letter O With Diaeresis"
        });
        assert_eq!(
            canonical_json(&value).unwrap(),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",\
             \"\u{f6}\":\"Latin Small Letter O With Diaeresis\",\"\u{20ac}\":\"Euro Sign\",\
             \"\u{1f600}\":\"Emoji: Grinning Face\",\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}"
        );
        // Section 3.2.2.2.
        let string = json!("\u{20ac}$\u{f}\u{a}A'\u{42}\u{22}\u{5c}\\\"/");
        assert_eq!(canonical_json(&string).unwrap(), "\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"");
    }

    #[test]
    fn writes_literals_and_whole_numbers() {
        let value = json!({"b": [1, -5, 0, true, false, null], "a": {}, "c": 9_007_199_254_740_991_u64});
        assert_eq!(
            canonical_json(&value).unwrap(),
            r#"{"a":{},"b":[1,-5,0,true,false,null],"c":9007199254740991}"#
        );
    }

    #[test]
    fn refuses_floats_and_integers_doubles_cannot_hold() {
        for value in [json!(1.5), json!(1.0), json!(1e300), json!(9_007_199_254_740_992_u64), json!(i64::MIN)]
        {
            assert!(
                matches!(canonical_json(&json!({"x": [value.clone()]})), Err(CanonicalError::Number)),
                "{value}"
            );
        }
    }

    #[test]
    fn hashes_as_sha256sum_does() {
        assert_eq!(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert!(is_sha256_hex(&sha256_hex("")));
        assert!(!is_sha256_hex("BA7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        assert!(!is_sha256_hex("ba7816"));
    }

    proptest! {
        #[test]
        fn any_text_reads_back_and_is_stable(text in any::<String>(), name in any::<String>()) {
            let value = json!({ name: text });
            let written = canonical_json(&value).unwrap();
            let read: Value = serde_json::from_str(&written).unwrap();
            prop_assert_eq!(&read, &value);
            prop_assert_eq!(canonical_json(&read).unwrap(), written);
        }
    }
}
