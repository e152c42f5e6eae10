//! Times on the wire, in stored JSON and under hashes: RFC 3339, UTC, `Z`, milliseconds.
//!
//! One fixed form, because a time that is hashed must read back the same from a database that
//! keeps microseconds and from a document that keeps none.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serializer};

/// `2026-03-01T09:30:00.000Z`.
#[must_use]
pub fn format(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Cuts a time to what the fixed form shows, so that a record equals itself read back.
#[must_use]
pub fn to_milliseconds(at: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(at.timestamp_millis()).unwrap_or(at)
}

/// Writes the fixed form.
pub fn serialize<S: Serializer>(at: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format(*at))
}

/// Reads any RFC 3339 time.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<Utc>, D::Error> {
    DateTime::<Utc>::deserialize(deserializer)
}

/// The same for a field that may be absent.
pub mod option {
    use super::{DateTime, Deserialize, Deserializer, Serializer, Utc, format};

    /// Writes the fixed form, or null.
    pub fn serialize<S: Serializer>(at: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
        match at {
            Some(at) => serializer.serialize_str(&format(*at)),
            None => serializer.serialize_none(),
        }
    }

    /// Reads any RFC 3339 time, or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime<Utc>>, D::Error> {
        Option::deserialize(deserializer)
    }
}
