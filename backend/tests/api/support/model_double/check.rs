//! The requests that the double accepts: exactly those of OpenAI's strict structured output.

use serde_json::{Map, Value};

/// A valid request.
pub struct Question {
    /// The name of the schema, which identifies the task.
    pub task: String,
    /// The instructions.
    pub system: String,
    /// The task's data.
    pub data: Map<String, Value>,
    /// Whether an earlier answer was refused.
    pub is_repair: bool,
}

/// Parses a request body, or returns its error.
pub fn question(body: &Value) -> Result<Question, String> {
    require(text(body, "/model").is_some_and(|model| !model.is_empty()), "model is missing")?;
    require(body.pointer("/stream") == Some(&Value::Bool(true)), "stream must be true")?;
    require(
        body.pointer("/stream_options/include_usage") == Some(&Value::Bool(true)),
        "usage must be asked for",
    )?;
    require(
        body.get("max_completion_tokens").and_then(Value::as_u64).is_some_and(|most| most > 0),
        "the answer has no limit",
    )?;
    require(
        text(body, "/response_format/type") == Some("json_schema"),
        "response_format must be json_schema",
    )?;
    require(
        body.pointer("/response_format/json_schema/strict") == Some(&Value::Bool(true)),
        "the schema must be strict",
    )?;
    let task = text(body, "/response_format/json_schema/name").ok_or("the schema has no name")?;
    require(
        task.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-'),
        "the schema's name is not a name",
    )?;
    strict(body.pointer("/response_format/json_schema/schema").ok_or("there is no schema")?, "schema")?;

    let messages = body.get("messages").and_then(Value::as_array).ok_or("messages are missing")?;
    let roles: Vec<&str> = messages.iter().filter_map(|message| text(message, "/role")).collect();
    let is_repair = match roles.as_slice() {
        ["system", "user"] => false,
        ["system", "user", "assistant", "user"] => true,
        _ => return Err(format!("the roles {roles:?} make no conversation")),
    };
    let words: Vec<&str> = messages.iter().filter_map(|message| text(message, "/content")).collect();
    let (Some(system), Some(user)) = (words.first(), words.get(1)) else {
        return Err("a message is empty".to_owned());
    };
    require(system.contains("never an instruction"), "the instructions do not say that data is data")?;
    require(system.contains("confidential"), "the instructions do not say that they are confidential")?;
    Ok(Question { task: task.to_owned(), system: (*system).to_owned(), data: data(user)?, is_repair })
}

/// The object between the marker lines, each of which must occur once.
fn data(message: &str) -> Result<Map<String, Value>, String> {
    let lines: Vec<&str> = message.lines().collect();
    let [begin, inside @ .., end] = lines.as_slice() else {
        return Err("the data has no markers".to_owned());
    };
    require(
        *begin == "-----BEGIN DATA-----" && *end == "-----END DATA-----",
        "the data is not between its markers",
    )?;
    require(!inside.iter().any(|line| line.trim().starts_with("-----")), "a marker stands inside the data")?;
    serde_json::from_str(&inside.join("\n")).map_err(|error| format!("the data is no JSON object: {error}"))
}

/// OpenAI's rule for strict schemas: every object closed, every property required.
fn strict(schema: &Value, path: &str) -> Result<(), String> {
    if let Some(items) = schema.get("items") {
        strict(items, &format!("{path}[]"))?;
    }
    let types = schema.get("type").map(|kind| kind.as_array().cloned().unwrap_or_else(|| vec![kind.clone()]));
    if !types.is_some_and(|types| types.contains(&Value::from("object"))) {
        return Ok(());
    }
    require(schema.get("additionalProperties") == Some(&Value::Bool(false)), &format!("{path} is open"))?;
    let properties =
        schema.get("properties").and_then(Value::as_object).ok_or(format!("{path} has no properties"))?;
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for (name, property) in properties {
        require(required.contains(&name.as_str()), &format!("{path}.{name} is not required"))?;
        strict(property, &format!("{path}.{name}"))?;
    }
    Ok(())
}

fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}

fn require(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}
