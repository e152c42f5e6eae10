//! Small pieces of the wire that several nouns share: bodies, sheets, empty answers.

mod body;
mod form;
pub mod sheet;

use std::{borrow::Cow, marker::PhantomData};

use poem_openapi::{
    ApiResponse,
    registry::{MetaSchemaRef, Registry},
    types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

pub use proffer_domain::timestamp::Timestamp;

pub use self::body::{JsonBody, MaybeJson, SignedJson};

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

/// `path` with the query parameters that have a value.
pub fn query(path: &str, parameters: &[(&str, Option<&str>)]) -> String {
    let given = parameters.iter().filter_map(|(name, value)| value.map(|value| (name, value)));
    let pairs = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish();
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{pairs}") }
}
