//! The committed API document: the output of `poem-openapi` with corrections.

use anyhow::Context as _;
use proffer_domain::{api_key::Scope, idempotency};
use serde_json::{Value, json};

use crate::{
    authz::{Policy, Role},
    features::{self, identity::redirects},
    http::operations,
};

/// The document, pretty-printed, ending in a newline.
///
/// # Errors
/// When an operation has no id, not exactly one tag, or no permission.
pub fn document(policy: &Policy) -> anyhow::Result<String> {
    let mut document: Value = serde_json::from_str(&features::api().spec())?;
    for (path, item) in
        document.get_mut("paths").and_then(Value::as_object_mut).context("the document has no paths")?
    {
        for (method, operation) in item.as_object_mut().context("a path without operations")? {
            finish(operation, policy).with_context(|| format!("{method} {path}"))?;
            if method == "post" {
                take_idempotency_key(operation);
            }
        }
    }
    for (path, navigation) in redirects::described() {
        let item = document
            .pointer_mut(&format!("/paths/{}", path.replace('/', "~1")))
            .and_then(Value::as_object_mut);
        item.with_context(|| format!("{path} has no operation for its path"))?
            .insert("get".to_owned(), navigation);
    }
    strip_charset(&mut document);
    describe_json_files(&mut document);
    let mut text = serde_json::to_string_pretty(&document)?;
    text.push('\n');
    Ok(text)
}

fn finish(operation: &mut Value, policy: &Policy) -> anyhow::Result<()> {
    let id = operation["operationId"].as_str().context("no operationId")?.to_owned();
    let tags = operation["tags"].as_array().map_or(0, Vec::len);
    anyhow::ensure!(tags == 1, "{id} has {tags} tags");
    let permission =
        operations::of(&id).with_context(|| format!("{id} asks for no permission in http/operations.rs"))?;
    operation["x-permission"] = json!(format!("{}:{}", permission.object, permission.action));
    let Some(security) = operation.get_mut("security").and_then(Value::as_array_mut) else { return Ok(()) };
    // Key authentication is listed only for operations that some key may call, with the scopes it needs.
    if permission.permissions().all(|(action, object)| policy.allows(Role::ApiClient, action, object)) {
        operation["x-key-scopes"] = json!(scopes(permission));
    } else {
        security.retain(|way| way.get("apiKey").is_none());
    }
    Ok(())
}

/// Adds the idempotency key to authenticated POST operations. Streams are not replayed.
fn take_idempotency_key(operation: &mut Value) {
    let streams = |response: &Value| response.pointer("/content/text~1event-stream").is_some();
    let is_stream =
        operation["responses"].as_object().is_some_and(|responses| responses.values().any(streams));
    let (Some(operation), false) = (operation.as_object_mut(), is_stream) else { return };
    if !operation.contains_key("security") {
        return;
    }
    let parameter = json!({
        "name": idempotency::HEADER,
        "in": "header",
        "description": "A unique value that you choose. For 24 hours, the same request with the same key gets the first \
                        response again, with `Idempotency-Replayed: true`",
        "required": false,
        "schema": { "type": "string", "minLength": 1, "maxLength": idempotency::MAX_LENGTH }
    });
    if let Some(parameters) = operation.entry("parameters").or_insert_with(|| json!([])).as_array_mut() {
        parameters.push(parameter);
    }
}

/// The scopes that cover all permissions of an operation.
fn scopes(operation: &operations::Operation) -> Vec<&'static str> {
    let covers = |scope: &&Scope| {
        operation.permissions().any(|(action, object)| scope.covers(object.word(), action.word()))
    };
    Scope::ALL.iter().filter(covers).map(|scope| scope.word()).collect()
}

/// A JSON file is described as JSON of any form; the framework describes every file as a binary string.
fn describe_json_files(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let Some(schema) = map.get_mut("application/json").and_then(|media| media.get_mut("schema"))
                && schema["format"] == "binary"
            {
                *schema = json!({});
            }
            map.values_mut().for_each(describe_json_files);
        }
        Value::Array(items) => items.iter_mut().for_each(describe_json_files),
        _ => {}
    }
}

/// `application/json; charset=utf-8` is the same media type to a reader, but a different key to a generator.
fn strip_charset(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let Some(inner) = map.remove("application/json; charset=utf-8") {
                map.insert("application/json".to_owned(), inner);
            }
            map.values_mut().for_each(strip_charset);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_charset),
        _ => {}
    }
}
