//! Wire types that several features share: times, empty responses, and the conversion between wire and domain
//! types.

mod body;
mod form;
pub mod sheet;

use std::{borrow::Cow, marker::PhantomData};

use chrono::{DateTime, SecondsFormat, Utc};
use poem_openapi::{
    ApiResponse,
    registry::{MetaSchema, MetaSchemaRef, Registry},
    types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

pub use self::body::{JsonBody, MaybeJson, SignedJson};
use crate::http::problem::Problem;

/// An instant: RFC 3339 in UTC with milliseconds and `Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timestamp(pub DateTime<Utc>);

impl Timestamp {
    fn text(self) -> String {
        self.0.to_rfc3339_opts(SecondsFormat::Millis, true)
    }
}

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
        Some(Value::String(self.text()))
    }
}

impl ParseFromJSON for Timestamp {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let value = value.unwrap_or_default();
        let text = value.as_str().ok_or_else(|| ParseError::custom("expected an RFC 3339 time"))?;
        let at = DateTime::parse_from_rfc3339(text).map_err(|_| ParseError::custom("expected an RFC 3339 time"))?;
        Ok(Self(at.with_timezone(&Utc)))
    }
}

/// A deletion succeeded.
#[derive(ApiResponse)]
pub enum Deleted {
    /// It is deleted.
    #[oai(status = 204)]
    Done,
}

/// A domain value in a response, serialised directly, with the schema of `W`, the wire type with the same
/// JSON.
///
/// For large and frequent values: [`from_domain`] builds two more JSON trees. It detects a mismatch of the
/// two types at run time; here the tests do, which check every response against the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mirror<D, W> {
    value: D,
    schema: PhantomData<fn() -> W>,
}

impl<D, W> From<D> for Mirror<D, W> {
    fn from(value: D) -> Self {
        Self { value, schema: PhantomData }
    }
}

impl<D: Send + Sync, W: Type> Type for Mirror<D, W> {
    const IS_REQUIRED: bool = W::IS_REQUIRED;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        W::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        W::schema_ref()
    }

    fn register(registry: &mut Registry) {
        W::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl<D: Serialize + Send + Sync, W: Type> ToJSON for Mirror<D, W> {
    fn to_json(&self) -> Option<Value> {
        serde_json::to_value(&self.value).ok()
    }
}

impl<D: DeserializeOwned + Send + Sync, W: Type> ParseFromJSON for Mirror<D, W> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        serde_json::from_value::<D>(value.unwrap_or_default()).map(Self::from).map_err(ParseError::custom)
    }
}

/// Converts a wire type to the domain type with the same JSON.
///
/// # Errors
/// 422 when the domain rejects the form of the value.
pub fn to_domain<W: ToJSON, D: DeserializeOwned>(wire: &W) -> Result<D, Problem> {
    serde_json::from_value(wire.to_json().unwrap_or_default())
        .map_err(|error| Problem::unprocessable("invalid_body", format!("The request body is not valid: {error}")))
}

/// Converts a wire type with the changed fields, merged into the stored ones.
///
/// # Errors
/// As [`to_domain`].
pub fn over<W: ToJSON, D: DeserializeOwned>(stored: &impl Serialize, wire: &W) -> Result<D, Problem> {
    let mut whole = serde_json::to_value(stored).map_err(Problem::internal)?;
    if let (Some(whole), Some(Value::Object(changes))) = (whole.as_object_mut(), wire.to_json()) {
        whole.extend(changes);
    }
    serde_json::from_value(whole).map_err(|error| Problem::unprocessable("invalid_body", format!("The request body is not valid: {error}")))
}

/// Converts a domain type to the wire type with the same JSON.
///
/// # Errors
/// 500 when the two types no longer match; the contract test calls every operation that uses this.
pub fn from_domain<D: Serialize, W: ParseFromJSON>(domain: &D) -> Result<W, Problem> {
    let value = serde_json::to_value(domain).map_err(Problem::internal)?;
    W::parse_from_json(Some(value)).map_err(|error| Problem::internal(error.into_message()))
}

/// `path` with the query parameters that have a value.
pub fn query(path: &str, parameters: &[(&str, Option<&str>)]) -> String {
    let given = parameters.iter().filter_map(|(name, value)| value.map(|value| (name, value)));
    let pairs = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish();
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{pairs}") }
}
