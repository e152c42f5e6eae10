//! Checks whether a JSON body has the documented form, and which fields do not.
//!
//! The framework accepts a number or `true` as a string, and its messages for missing fields contain our type
//! names. Here JSON types are strict, and every error names its field.

use std::{
    collections::HashSet,
    sync::{LazyLock, PoisonError, RwLock},
};

use chrono::DateTime;
use poem_openapi::{
    registry::{MetaSchema, MetaSchemaRef, Registry},
    types::Type,
};
use proffer_domain::field_error::FieldError;
use serde_json::Value;
use uuid::Uuid;

/// The most errors in one response.
pub const MOST: usize = 20;

/// Messages that the specification defines for missing fields.
const MISSING: [(&str, &str); 1] = [("clientId", "Please select a client")];

/// The schemas of all bodies read so far.
static SCHEMAS: LazyLock<RwLock<SchemaRegistry>> =
    LazyLock::new(|| RwLock::new(SchemaRegistry { known: HashSet::new(), registry: Registry::new() }));

struct SchemaRegistry {
    known: HashSet<String>,
    registry: Registry,
}

/// How strictly a value is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// JSON types only. Later checks may have better messages for missing or invalid values.
    Types,
    /// Also missing fields, unknown choices, ranges and formats.
    All,
}

/// All values whose JSON type is not the documented one.
pub fn mistyped<T: Type>(body: &Value) -> Vec<FieldError> {
    check::<T>(body, Depth::Types)
}

/// All errors that prevent the body from being parsed. Empty when the schema shows none.
pub fn faults<T: Type>(body: &Value) -> Vec<FieldError> {
    check::<T>(body, Depth::All)
}

fn check<T: Type>(body: &Value, depth: Depth) -> Vec<FieldError> {
    let name = T::name();
    // A panic elsewhere leaves the schemas consistent, because each is added as a whole.
    if !SCHEMAS.read().unwrap_or_else(PoisonError::into_inner).known.contains(name.as_ref()) {
        let mut forms = SCHEMAS.write().unwrap_or_else(PoisonError::into_inner);
        T::register(&mut forms.registry);
        forms.known.insert(name.into_owned());
    }
    let forms = SCHEMAS.read().unwrap_or_else(PoisonError::into_inner);
    let mut check = SchemaCheck { registry: &forms.registry, depth, faults: Vec::new() };
    check.value(&T::schema_ref(), body, "");
    check.faults
}

struct SchemaCheck<'a> {
    registry: &'a Registry,
    depth: Depth,
    faults: Vec<FieldError>,
}

impl SchemaCheck<'_> {
    fn value(&mut self, schema: &MetaSchemaRef, value: &Value, path: &str) {
        match schema {
            MetaSchemaRef::Inline(schema) => self.against(schema, value, path),
            MetaSchemaRef::Reference(name) => {
                if let Some(schema) = self.registry.schemas.get(name) {
                    self.against(schema, value, path);
                }
            }
        }
    }

    fn against(&mut self, schema: &MetaSchema, value: &Value, path: &str) {
        if self.faults.len() >= MOST {
            return;
        }
        schema.all_of.iter().for_each(|part| self.value(part, value, path));
        match (schema.ty, value) {
            ("object", Value::Object(fields)) => {
                for (name, field) in &schema.properties {
                    let required = schema.required.contains(name);
                    match fields.get(*name).filter(|value| !value.is_null()) {
                        Some(value) => self.value(field, value, &join(path, name)),
                        None if required && self.depth == Depth::All => {
                            self.fault(&join(path, name), "required", &missing(name));
                        }
                        None => {}
                    }
                }
                if let Some(others) = &schema.additional_properties {
                    let known = |name: &str| schema.properties.iter().any(|(known, _)| *known == name);
                    fields
                        .iter()
                        .filter(|(name, _)| !known(name))
                        .for_each(|(name, value)| self.value(others, value, &join(path, name)));
                }
            }
            ("array", Value::Array(items)) => {
                let Some(schema) = &schema.items else { return };
                for (at, item) in items.iter().enumerate() {
                    let place = if path.is_empty() { format!("[{at}]") } else { format!("{path}.{at}") };
                    self.value(schema, item, &place);
                }
            }
            ("string", Value::String(text)) => self.text(schema, text, path),
            ("integer", Value::Number(number)) if number.is_i64() || number.is_u64() => {
                self.whole(schema, number.as_i64(), path);
            }
            ("number", Value::Number(_)) | ("boolean", Value::Bool(_)) | ("", _) => {}
            (expected, _) => self.fault(path, "invalid_type", &wrong_type(path, expected)),
        }
    }

    fn text(&mut self, schema: &MetaSchema, text: &str, path: &str) {
        if self.depth == Depth::Types {
            return;
        }
        let of_format = match schema.format {
            Some("uuid") => Uuid::parse_str(text).is_ok(),
            Some("date-time") => DateTime::parse_from_rfc3339(text).is_ok(),
            _ => true,
        };
        if !of_format {
            self.fault(path, "invalid", &format!("{} is not valid", label(path)));
        }
        let mut choices = schema.enum_items.iter().filter_map(Value::as_str).peekable();
        if choices.peek().is_some() && !choices.clone().any(|choice| choice == text) {
            let choices = choices.collect::<Vec<_>>().join(", ");
            self.fault(path, "invalid", &format!("{} must be one of: {choices}", label(path)));
        }
    }

    fn whole(&mut self, schema: &MetaSchema, number: Option<i64>, path: &str) {
        let fits = match schema.format {
            Some("uint32") => number.is_some_and(|number| u32::try_from(number).is_ok()),
            Some("int32") => number.is_some_and(|number| i32::try_from(number).is_ok()),
            Some("int64") => number.is_some(),
            _ => true,
        };
        if self.depth == Depth::All && !fits {
            self.fault(path, "out_of_range", &format!("{} is out of range", label(path)));
        }
    }

    fn fault(&mut self, path: &str, code: &'static str, message: &str) {
        self.faults.push(FieldError::new(path.to_owned(), code, message.to_owned()));
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn missing(name: &str) -> String {
    let words = MISSING.iter().find(|(field, _)| *field == name).map(|(_, words)| (*words).to_owned());
    words.unwrap_or_else(|| format!("{} is required", label(name)))
}

fn wrong_type(path: &str, expected: &str) -> String {
    let expected = match expected {
        "string" => "text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a list",
        _ => "an object",
    };
    format!("{} must be {expected}", label(path))
}

/// The display name of a field: `groups.0.unitPrice` is "Unit price", `clientId` is "Client".
fn label(path: &str) -> String {
    let name = path
        .rsplit('.')
        .find(|part| part.parse::<usize>().is_err() && !part.starts_with('['))
        .unwrap_or_default();
    let name = name.strip_suffix("Id").filter(|rest| !rest.is_empty()).unwrap_or(name);
    let mut words = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_uppercase() && words.ends_with(|before: char| before.is_lowercase()) {
            words.push(' ');
        }
        let first = words.is_empty();
        words.extend(if first {
            letter.to_uppercase().collect::<Vec<_>>()
        } else {
            letter.to_lowercase().collect()
        });
    }
    if words.is_empty() { "The request body".to_owned() } else { words }
}
