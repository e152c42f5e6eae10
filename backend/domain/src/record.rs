//! Concurrent editing of records: a mark of a record's content when it was read, and the merge of changes by
//! several people.
//!
//! The mark (`etag`) contains a short hash of every field, so that changed fields are known without storing
//! old versions.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::{canonical::sha256_hex, field_error::FieldError};

/// The fields of a record, by wire name.
pub type Fields = Map<String, Value>;

/// Hexadecimal digits of the hash of a field's name.
const NAME: usize = 6;
/// Hexadecimal digits of the hash of its value.
const VALUE: usize = 10;

/// A field that two people changed to different values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The field's name on the wire.
    pub field: String,
    /// The value in the refused change.
    pub yours: Value,
    /// The present value.
    pub current: Value,
}

/// Why a change cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeRefusal {
    /// The mark is invalid.
    Unreadable(FieldError),
    /// The same fields were changed to different values since the record was read.
    Stale {
        /// A mark to retry with: that of the original change, with the `conflicts` at their present values.
        etag: String,
        /// The fields in conflict.
        conflicts: Vec<Conflict>,
    },
}

/// The mark of a record's content. Blank fields are ignored.
#[must_use]
pub fn etag(fields: &Fields) -> String {
    fields.iter().filter_map(|(name, value)| Some(short(name, NAME) + &mark(Some(value))?)).collect()
}

/// Merges a change: `wanted` is the whole record as its sender wants it. A field that the sender did not
/// change keeps its `current` value.
///
/// # Errors If the mark is invalid, or both changed a field to different values.
pub fn merge(started_from: &str, current: &Fields, mut wanted: Fields) -> Result<Fields, MergeRefusal> {
    let mut before = read(started_from).map_err(MergeRefusal::Unreadable)?;
    let names: Vec<String> =
        wanted.keys().chain(current.keys().filter(|name| !wanted.contains_key(*name))).cloned().collect();
    let mut conflicts = Vec::new();
    for name in names {
        let (yours, theirs) = (mark(wanted.get(&name)), mark(current.get(&name)));
        let base = before.get(&short(&name, NAME)).cloned();
        if yours == theirs || theirs == base {
            continue;
        }
        let value = current.get(&name).cloned().unwrap_or_default();
        if yours == base {
            wanted.insert(name, value);
        } else {
            conflicts.push(Conflict {
                yours: wanted.get(&name).cloned().unwrap_or_default(),
                current: value,
                field: name,
            });
        }
    }
    if conflicts.is_empty() {
        return Ok(wanted);
    }
    for Conflict { field, current, .. } in &conflicts {
        let name = short(field, NAME);
        match mark(Some(current)) {
            Some(value) => before.insert(name, value),
            None => before.remove(&name),
        };
    }
    Err(MergeRefusal::Stale {
        etag: before.into_iter().map(|(name, value)| name + &value).collect(),
        conflicts,
    })
}

/// The short hash of a value; `None` for a blank one.
fn mark(value: Option<&Value>) -> Option<String> {
    match value {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) if text.is_empty() => None,
        Some(value) => Some(short(&value.to_string(), VALUE)),
    }
}

fn short(text: &str, digits: usize) -> String {
    sha256_hex(text).chars().take(digits).collect()
}

fn read(etag: &str) -> Result<BTreeMap<String, String>, FieldError> {
    let unreadable =
        || FieldError::new("etag", "invalid", "The etag must be one from a response with the record");
    if !etag.bytes().all(|byte| byte.is_ascii_hexdigit()) || !etag.len().is_multiple_of(NAME + VALUE) {
        return Err(unreadable());
    }
    let part = |start: usize| {
        let value = etag.get(start + NAME..start + NAME + VALUE)?;
        Some((etag.get(start..start + NAME)?.to_owned(), value.to_owned()))
    };
    (0..etag.len()).step_by(NAME + VALUE).map(part).collect::<Option<_>>().ok_or_else(unreadable)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;
    use serde_json::json;

    use super::*;

    fn fields(value: Value) -> Fields {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn changes_of_two_people_are_merged_field_by_field() {
        let read = json!({ "phone": "1", "terms": "old", "on": false });
        let cases = [
            // The present value, the wanted value, and the result.
            (
                json!({ "phone": "1", "terms": "old", "on": false }),
                json!({ "phone": "2", "terms": "old", "on": false }),
                Ok(json!({ "phone": "2", "terms": "old", "on": false })),
            ),
            (
                json!({ "phone": "1", "terms": "new", "on": true }),
                json!({ "phone": "2", "terms": "old", "on": false }),
                Ok(json!({ "phone": "2", "terms": "new", "on": true })),
            ),
            (
                json!({ "phone": "1", "terms": "new" }),
                json!({ "phone": "2", "terms": "new" }),
                Ok(json!({ "phone": "2", "terms": "new" })),
            ),
            (
                json!({ "phone": "1" }),
                json!({ "phone": "2", "terms": "old" }),
                Ok(json!({ "phone": "2", "terms": null })),
            ),
            (
                json!({ "phone": "2", "terms": "old" }),
                json!({ "phone": "2", "terms": "old" }),
                Ok(json!({ "phone": "2", "terms": "old" })),
            ),
            (
                json!({ "phone": "3", "terms": "old" }),
                json!({ "phone": "2", "terms": "old" }),
                Err(vec![("phone", json!("2"), json!("3"))]),
            ),
            (
                json!({ "phone": "3", "terms": "old" }),
                json!({ "terms": "old" }),
                Err(vec![("phone", json!(null), json!("3"))]),
            ),
            (
                json!({ "phone": "1" }),
                json!({ "phone": "1", "terms": "mine" }),
                Err(vec![("terms", json!("mine"), json!(null))]),
            ),
        ];
        for (current, wanted, expected) in cases {
            let merged = merge(&etag(&fields(read.clone())), &fields(current), fields(wanted));
            let merged = merged.map_err(|refusal| match refusal {
                MergeRefusal::Stale { conflicts, .. } => conflicts,
                MergeRefusal::Unreadable(error) => panic!("{error:?}"),
            });
            let expected = expected.map(fields).map_err(|conflicts| {
                conflicts
                    .into_iter()
                    .map(|(field, yours, current)| Conflict { field: field.to_owned(), yours, current })
                    .collect::<Vec<_>>()
            });
            assert_eq!(merged, expected);
        }
    }

    #[test]
    fn the_mark_to_save_with_again_overrides_what_was_shown_and_nothing_else() {
        let read = etag(&fields(json!({ "phone": "1", "terms": "old", "site": "a" })));
        let current = fields(json!({ "phone": "3", "terms": "new" }));
        let wanted = json!({ "phone": "2", "terms": "old", "site": "b" });
        let Err(MergeRefusal::Stale { etag, conflicts }) = merge(&read, &current, fields(wanted.clone()))
        else {
            panic!("not refused")
        };
        assert_eq!(
            conflicts.iter().map(|conflict| conflict.field.as_str()).collect::<Vec<_>>(),
            ["phone", "site"]
        );
        let again = merge(&etag, &current, fields(wanted));
        assert_eq!(again, Ok(fields(json!({ "phone": "2", "terms": "new", "site": "b" }))));
    }

    #[test]
    fn blank_and_absent_are_the_same() {
        let absent = etag(&fields(json!({ "name": "A" })));
        assert_eq!(absent, etag(&fields(json!({ "name": "A", "phone": null, "site": "" }))));
        assert_eq!(absent.len(), NAME + VALUE);
        assert_ne!(absent, etag(&fields(json!({ "name": "B" }))));
    }

    #[test]
    fn an_invalid_mark_is_refused() {
        for etag in ["x", "0123456789abcde", "0123456789abcdeé", "0123456789abcdeg"] {
            let refusal = merge(etag, &Fields::new(), Fields::new());
            assert!(
                matches!(refusal, Err(MergeRefusal::Unreadable(FieldError { code: "invalid", .. }))),
                "{etag}"
            );
        }
    }
}
