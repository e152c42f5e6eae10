//! Times on the wire, in stored JSON and in hashes: RFC 3339, UTC, `Z`, milliseconds.
//!
//! One fixed format, because a hashed time must be the same when read back from a database with microseconds
//! and from a document without.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serializer};

/// `2026-03-01T09:30:00.000Z`.
#[must_use]
pub fn format(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Truncates a time to the precision of the format, so that a record equals itself read back.
#[must_use]
pub fn to_milliseconds(at: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(at.timestamp_millis()).unwrap_or(at)
}

/// Writes the fixed format.
pub fn serialize<S: Serializer>(at: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format(*at))
}

/// Parses any RFC 3339 time.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<Utc>, D::Error> {
    DateTime::<Utc>::deserialize(deserializer)
}

/// The same for a field that may be absent.
pub mod option {
    use super::{DateTime, Deserialize, Deserializer, Serializer, Utc, format};

    /// Writes the fixed format, or null.
    pub fn serialize<S: Serializer>(at: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
        match at {
            Some(at) => serializer.serialize_str(&format(*at)),
            None => serializer.serialize_none(),
        }
    }

    /// Parses any RFC 3339 time, or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime<Utc>>, D::Error> {
        Option::deserialize(deserializer)
    }
}
