//! The OpenAPI document as the tests use it: every answer of any test is checked against it.

use std::sync::OnceLock;

use chrono::DateTime;
use reqwest::{Method, StatusCode};
use serde_json::Value;
use uuid::Uuid;

const EVENT_STREAM: &str = "text/event-stream";

/// The document of the code under test.
pub struct Document {
    /// The complete document.
    pub json: Value,
    /// Its operations, in its order.
    pub operations: Vec<Operation>,
}

/// One operation.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Its `operationId`.
    pub id: String,
    pub method: Method,
    /// Its path with names in braces, from `/api` on.
    pub path: String,
    pub tags: Vec<String>,
    /// Its permission, `object:action`.
    pub permission: String,
    /// Whether it requires a session.
    pub signed_in: bool,
    /// Whether a key can be used for it.
    pub by_key: bool,
    /// The scopes that a key needs for it, all of them.
    pub key_scopes: Vec<String>,
    definition: Value,
}

/// The committed document, read once; a test compares it with the code.
pub fn document() -> &'static Document {
    static DOCUMENT: OnceLock<Document> = OnceLock::new();
    DOCUMENT.get_or_init(|| Document::read(include_str!("../../../../openapi/openapi.json")))
}

impl Document {
    fn read(text: &str) -> Self {
        let json: Value = serde_json::from_str(text).unwrap();
        let prefix = json["servers"][0]["url"].as_str().unwrap_or_default().to_owned();
        let mut operations = Vec::new();
        for (path, item) in json["paths"].as_object().unwrap() {
            for (method, definition) in item.as_object().unwrap() {
                // Addresses for browser navigation are not called by programs.
                if definition["x-navigation"] != true {
                    operations.push(Operation::read(&prefix, path, method, definition));
                }
            }
        }
        Self { json, operations }
    }

    /// The operation with that id.
    pub fn operation(&self, id: &str) -> &Operation {
        self.operations
            .iter()
            .find(|operation| operation.id == id)
            .unwrap_or_else(|| panic!("the document has no operation {id}"))
    }

    /// The operation of a request.
    pub fn of_request(&self, method: &Method, path: &str) -> Option<&Operation> {
        let path = path.split('?').next().unwrap_or_default();
        let literal = |operation: &&Operation| operation.path.matches('{').count();
        self.operations.iter().filter(|o| o.method == *method && fits(&o.path, path)).min_by_key(literal)
    }

    /// All differences between a body and the operation's schema for that status.
    pub fn faults(
        &self,
        operation: &Operation,
        status: StatusCode,
        content_type: &str,
        body: &[u8],
    ) -> Vec<String> {
        let responses = &operation.definition["responses"];
        let mut promised = &responses[status.as_str()];
        if promised.is_null() {
            if status.is_success() {
                return vec![format!("{} does not promise {status}", operation.id)];
            }
            promised = &responses["default"];
        }
        let content = &promised["content"];
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        match content.as_object().filter(|media| !media.is_empty()) {
            None if body.is_empty() => Vec::new(),
            None => vec![format!("{} promises no body for {status}", operation.id)],
            Some(media) => match media.get(essence) {
                None => vec![format!("{} does not promise {essence:?} for {status}", operation.id)],
                Some(media) if essence == EVENT_STREAM => events(body)
                    .iter()
                    .flat_map(|event| self.value_faults(&media["schema"]["items"], event))
                    .collect(),
                // A file is not JSON.
                Some(media) if media["schema"]["format"] == "binary" => Vec::new(),
                Some(media) => match serde_json::from_slice(body) {
                    Err(error) => vec![format!("the body is not JSON: {error}")],
                    Ok(value) => self.value_faults(&media["schema"], &value),
                },
            },
        }
    }

    /// All differences between a value and its schema.
    pub fn value_faults(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.walk(schema, value, "$", &mut faults);
        faults
    }

    /// The schema of a reference.
    pub fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(reference) => {
                let pointer = reference
                    .strip_prefix('#')
                    .unwrap_or_else(|| panic!("a reference out of the document: {reference}"));
                let found = self
                    .json
                    .pointer(pointer)
                    .unwrap_or_else(|| panic!("a reference to nothing: {reference}"));
                self.resolve(found)
            }
            None => schema,
        }
    }

    fn walk(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        let schema = self.resolve(schema);
        if let Some(parts) = schema["allOf"].as_array() {
            for part in parts {
                self.walk(part, value, at, faults);
            }
        }
        for word in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[word].as_array()
                && !choices.iter().any(|choice| self.value_faults(choice, value).is_empty())
            {
                faults.push(format!("{at} is none of its {word}"));
            }
        }
        if value.is_null() {
            if schema["nullable"] != true && schema["type"] != "null" {
                faults.push(format!("{at} is null, which the document does not allow"));
            }
            return;
        }
        if let Some(allowed) = schema["enum"].as_array()
            && !allowed.contains(value)
        {
            faults.push(format!("{at} is {value}, not one of {}", schema["enum"]));
        }
        match schema["type"].as_str() {
            Some("object") => self.walk_object(schema, value, at, faults),
            Some("array") => match value.as_array() {
                Some(entries) => {
                    for (index, entry) in entries.iter().enumerate() {
                        self.walk(&schema["items"], entry, &format!("{at}[{index}]"), faults);
                    }
                }
                None => faults.push(format!("{at} is not an array")),
            },
            Some(scalar) => {
                if let Some(fault) = scalar_fault(scalar, schema["format"].as_str(), value) {
                    faults.push(format!("{at} {fault}: {value}"));
                }
            }
            None => {}
        }
    }

    fn walk_object(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        let Some(members) = value.as_object() else {
            faults.push(format!("{at} is not an object"));
            return;
        };
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                faults.push(format!("{at}.{name} is missing"));
            }
        }
        for (name, member) in members {
            match schema["properties"].get(name) {
                Some(property) => self.walk(property, member, &format!("{at}.{name}"), faults),
                None if schema["additionalProperties"].is_object() => {
                    self.walk(&schema["additionalProperties"], member, &format!("{at}.{name}"), faults);
                }
                None => faults.push(format!("{at}.{name} is not in the document")),
            }
        }
    }
}

impl Operation {
    fn read(prefix: &str, path: &str, method: &str, definition: &Value) -> Self {
        let text = |name: &str| definition[name].as_str().unwrap_or_default().to_owned();
        let texts = |name: &str| {
            definition[name]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect()
        };
        let ways = definition["security"].as_array().cloned().unwrap_or_default();
        Self {
            id: text("operationId"),
            method: method.to_uppercase().parse().unwrap(),
            path: format!("{prefix}{path}"),
            tags: texts("tags"),
            permission: text("x-permission"),
            signed_in: !ways.is_empty(),
            by_key: ways.iter().any(|way| way.get("apiKey").is_some()),
            key_scopes: texts("x-key-scopes"),
            definition: definition.clone(),
        }
    }

    /// Whether its body has a field of that name.
    pub fn takes(&self, field: &str) -> bool {
        let media = self.definition["requestBody"]["content"].as_object();
        let schemas = media
            .into_iter()
            .flat_map(|media| media.values())
            .map(|media| document().resolve(&media["schema"]));
        schemas
            .filter_map(|schema| schema["properties"].as_object())
            .any(|properties| properties.contains_key(field))
    }

    /// The names in its path.
    pub fn path_parameters(&self) -> Vec<&str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect()
    }
}

/// The data of a whole stream of server-sent events.
pub fn events(body: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(body).unwrap();
    text.lines()
        .filter_map(|line| line.strip_prefix("data:"))
        .map(|data| serde_json::from_str(data.trim()).unwrap())
        .collect()
}

fn fits(template: &str, path: &str) -> bool {
    let (wanted, given): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
    wanted.len() == given.len()
        && wanted.iter().zip(given).all(|(wanted, given)| wanted.starts_with('{') || *wanted == given)
}

/// The errors of a string, number or boolean.
fn scalar_fault(kind: &str, format: Option<&str>, value: &Value) -> Option<&'static str> {
    let right = match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        _ => return Some("has a type that these tests do not know"),
    };
    if !right {
        return Some("has the wrong type");
    }
    let text = value.as_str().unwrap_or_default();
    match format {
        Some("uuid") if text.parse::<Uuid>().is_err() => Some("is not a UUID"),
        // RFC 3339 in UTC with milliseconds and Z.
        Some("date-time")
            if text.len() != 24 || !text.ends_with('Z') || DateTime::parse_from_rfc3339(text).is_err() =>
        {
            Some("is not a time in the form of the contract")
        }
        _ => None,
    }
}
