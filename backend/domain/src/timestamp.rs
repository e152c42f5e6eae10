//! Times on the wire, in stored JSON and in hashes: RFC 3339, UTC, `Z`, milliseconds.
//!
//! One fixed format, because a hashed time must be the same when read back from a database with microseconds
//! and from a document without.

use std::borrow::Cow;

use chrono::{DateTime, SecondsFormat, Utc};
use poem_openapi::{
    registry::{MetaSchema, MetaSchemaRef},
    types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

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

/// An instant: RFC 3339 in UTC with milliseconds and `Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(#[serde(serialize_with = "serialize")] pub DateTime<Utc>);

impl From<DateTime<Utc>> for Timestamp {
    fn from(at: DateTime<Utc>) -> Self {
        Self(at)
    }
}

impl Type for Timestamp {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "string_date-time".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema::new_with_format("string", "date-time")))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ToJSON for Timestamp {
    fn to_json(&self) -> Option<Value> {
        Some(Value::String(format(self.0)))
    }
}

impl ParseFromJSON for Timestamp {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let value = value.unwrap_or_default();
        let text = value.as_str().ok_or_else(|| ParseError::custom("expected an RFC 3339 time"))?;
        let at = DateTime::parse_from_rfc3339(text)
            .map_err(|_| ParseError::custom("expected an RFC 3339 time"))?;
        Ok(Self(at.with_timezone(&Utc)))
    }
}
