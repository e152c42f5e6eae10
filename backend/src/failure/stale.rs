//! Optimistic concurrency: changing a record that may have changed since it was read.
//!
//! Every record that a form edits has an `etag`, and a change names the one it started from. Changes to
//! different fields are merged; a conflict in the same field is 409 `stale_record` with both values. A change
//! without an `etag` overwrites the given fields.

use poem_openapi::{Object, types::ToJSON};
use proffer_domain::{
    field_error::FieldError,
    record::{self, Conflict, Fields, MergeRefusal},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::Failure;
use crate::http::problem::Extension;

/// Both values of a field: that of the refused change and that of the record.
#[derive(Debug, Clone, Object)]
#[oai(rename = "StaleField", rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct StaleField {
    /// The field's name on the wire.
    pub field: String,
    /// The value of the refused change; absent if blank.
    pub yours: Option<Value>,
    /// The current value of the record; absent if blank.
    pub current: Option<Value>,
}

impl From<Conflict> for StaleField {
    fn from(conflict: Conflict) -> Self {
        let shown = |value: Value| (!value.is_null()).then_some(value);
        Self { field: conflict.field, yours: shown(conflict.yours), current: shown(conflict.current) }
    }
}

/// A record that another user has changed in the same fields.
#[derive(Debug, Clone, Object)]
#[oai(rename = "StaleRecord", rename_all = "camelCase")]
pub struct StaleRecord {
    /// The `etag` for saving again: a change with it overwrites the values shown as current, and keeps
    /// concurrent changes to other fields.
    pub etag: String,
    /// The conflicting fields.
    pub fields: Vec<StaleField>,
}

impl Extension for StaleRecord {
    const MEMBER: &'static str = "staleRecord";
}

/// The `etag` of a record, computed from its JSON. A record that cannot be serialised has an empty one, which
/// matches nothing.
pub fn etag(record: &impl Serialize) -> String {
    fields(record).map(|fields| record::etag(&fields)).unwrap_or_default()
}

/// What a change makes of the `stored` record: the fields that it names laid over the others, and what others
/// changed in fields that its sender did not touch.
///
/// # Errors
/// As [`merged`]; [`Failure::Invalid`] where the result is not valid.
pub fn changed<I: DeserializeOwned, V: Serialize>(
    started_from: Option<&str>,
    stored: &impl Serialize,
    change: &impl ToJSON,
    validate: impl Fn(I) -> Result<V, Vec<FieldError>>,
) -> Result<V, Failure> {
    let mut wanted = fields(stored)?;
    if let Some(Value::Object(named)) = change.to_json() {
        wanted.extend(named);
    }
    let wanted = validate(serde_json::from_value(Value::Object(wanted)).map_err(Failure::internal)?)?;
    Ok(validate(merged(started_from, stored, &wanted)?)?)
}

/// The `wanted` record, merged with other users' changes to fields that this change did not touch.
///
/// # Errors
/// [`Failure::Stale`] when both changed a field; [`Failure::Invalid`] when `started_from` is not an `etag`.
pub fn merged<T: DeserializeOwned>(
    started_from: Option<&str>,
    current: &impl Serialize,
    wanted: &impl Serialize,
) -> Result<T, Failure> {
    let (current, mut wanted) = (fields(current)?, fields(wanted)?);
    if let Some(started_from) = started_from {
        wanted = record::merge(started_from, &current, wanted).map_err(refused)?;
    }
    serde_json::from_value(Value::Object(wanted)).map_err(Failure::internal)
}

fn refused(refusal: MergeRefusal) -> Failure {
    match refusal {
        MergeRefusal::Unreadable(error) => error.into(),
        MergeRefusal::Stale { etag, conflicts } => {
            Failure::Stale(StaleRecord { etag, fields: conflicts.into_iter().map(Into::into).collect() })
        }
    }
}

fn fields(record: &impl Serialize) -> Result<Fields, Failure> {
    serde_json::from_value(serde_json::to_value(record).map_err(Failure::internal)?)
        .map_err(Failure::internal)
}
