//! The parameters of calls, and Stripe's error responses.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use url::Url;

/// A refusal, worded as by Stripe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    kind: &'static str,
    code: Option<&'static str>,
    param: Option<String>,
    message: String,
}

impl Refusal {
    fn new(status: u16, code: Option<&'static str>, param: Option<&str>, message: impl Into<String>) -> Self {
        Self {
            status,
            kind: "invalid_request_error",
            code,
            param: param.map(str::to_owned),
            message: message.into(),
        }
    }

    /// For an action that is not possible.
    pub(super) fn because(param: Option<&str>, message: impl Into<String>) -> Self {
        Self::new(400, None, param, message)
    }

    /// For a refusal injected by a test.
    pub(super) fn with_status(status: u16) -> Self {
        Self::new(status, None, None, "This is refused.")
    }

    /// For a wrong API key.
    pub(super) fn unauthorized() -> Self {
        Self::new(401, None, None, "Invalid API Key provided.")
    }

    /// For an unsupported API version.
    pub(super) fn other_version(version: &str) -> Self {
        Self::new(400, None, None, format!("Invalid Stripe API version: {version}"))
    }

    /// For an unknown path.
    pub(super) fn no_such_path(method: &str, path: &str) -> Self {
        Self::new(404, None, None, format!("Unrecognized request URL ({method}: {path})."))
    }

    /// For an unknown id in the path.
    pub(super) fn missing(what: &str, id: &str) -> Self {
        Self::new(404, Some("resource_missing"), Some("id"), format!("No such {what}: '{id}'"))
    }

    /// For an unknown id in a parameter, which is an error of the request.
    pub(super) fn missing_in(param: &str, what: &str, id: &str) -> Self {
        Self::new(400, Some("resource_missing"), Some(param), format!("No such {what}: '{id}'"))
    }

    /// For an idempotency key that was used for another request.
    pub(super) fn other_request(key: &str) -> Self {
        let message = format!(
            "Keys for idempotent requests can only be used with the same parameters they were first used with: '{key}'."
        );
        Self { kind: "idempotency_error", ..Self::new(400, None, None, message) }
    }

    /// For an idempotency key whose first request is still in progress.
    pub(super) fn key_in_use(key: &str) -> Self {
        let message =
            format!("There is currently another in-progress request using this idempotency key: '{key}'.");
        Self { kind: "idempotency_error", ..Self::new(409, Some("idempotency_key_in_use"), None, message) }
    }

    /// The response body.
    pub(super) fn body(&self) -> Value {
        let mut error = json!({"type": self.kind, "message": self.message});
        if let Some(fields) = error.as_object_mut() {
            fields.extend(self.code.map(|code| ("code".to_owned(), json!(code))));
            fields.extend(self.param.as_ref().map(|param| ("param".to_owned(), json!(param))));
        }
        json!({ "error": error })
    }

    /// Whether the response is stored under the idempotency key. A request that never started leaves its key
    /// free.
    pub(super) fn is_kept(&self) -> bool {
        !matches!(self.code, Some("parameter_unknown" | "parameter_missing")) && self.status != 401
    }
}

/// The response body of an internal error.
pub(super) fn broken() -> Value {
    json!({"error": {"type": "api_error", "message": "An unknown error occurred."}})
}

/// A known parameter of a call.
pub(super) struct Parameter {
    name: &'static str,
    is_needed: bool,
    values: &'static [&'static str],
}

/// A required parameter.
pub(super) const fn needed(name: &'static str) -> Parameter {
    Parameter { name, is_needed: true, values: &[] }
}

/// An optional parameter. `metadata[*]` stands for any entry.
pub(super) const fn may(name: &'static str) -> Parameter {
    Parameter { name, is_needed: false, values: &[] }
}

impl Parameter {
    /// Restricts the parameter to these values.
    pub(super) const fn of(self, values: &'static [&'static str]) -> Self {
        Self { values, ..self }
    }

    fn is(&self, name: &str) -> bool {
        match self.name.strip_suffix("[*]") {
            Some(map) => name
                .strip_prefix(map)
                .is_some_and(|entry| entry.starts_with('[') && entry.ends_with(']') && entry.len() > 2),
            None => self.name == name,
        }
    }
}

/// The parameters of a call, by names such as `line_items[0][price]`.
#[derive(Clone, Copy)]
pub(super) struct Parameters<'a>(&'a BTreeMap<String, String>);

impl<'a> Parameters<'a> {
    /// Checks them against the known parameters of the call.
    pub(super) fn checked(all: &'a BTreeMap<String, String>, known: &[Parameter]) -> Result<Self, Refusal> {
        for (name, value) in all {
            let Some(parameter) = known.iter().find(|parameter| parameter.is(name)) else {
                let message = format!("Received unknown parameter: {name}");
                return Err(Refusal::new(400, Some("parameter_unknown"), Some(name), message));
            };
            if !parameter.values.is_empty() && !parameter.values.contains(&value.as_str()) {
                let message = format!("Invalid {name}: must be one of {}", parameter.values.join(", "));
                return Err(Refusal::because(Some(name), message));
            }
        }
        match known.iter().find(|parameter| parameter.is_needed && !all.contains_key(parameter.name)) {
            None => Ok(Self(all)),
            Some(Parameter { name, .. }) => Err(Refusal::new(
                400,
                Some("parameter_missing"),
                Some(name),
                format!("Missing required param: {name}."),
            )),
        }
    }

    pub(super) fn get(self, name: &str) -> Option<&'a str> {
        self.0.get(name).map(String::as_str)
    }

    pub(super) fn owned(self, name: &str) -> Option<String> {
        self.0.get(name).cloned()
    }

    /// A required parameter, whose presence [`Parameters::checked`] has ensured.
    pub(super) fn text(self, name: &str) -> &'a str {
        self.get(name).unwrap_or_default()
    }

    /// An integer within bounds.
    pub(super) fn whole(self, name: &str, from: u64, to: u64) -> Result<u64, Refusal> {
        let number: u64 = self
            .text(name)
            .parse()
            .map_err(|_| Refusal::because(Some(name), format!("Invalid integer: {}", self.text(name))))?;
        if (from..=to).contains(&number) {
            return Ok(number);
        }
        Err(Refusal::because(Some(name), format!("This value must be from {from} to {to}.")))
    }

    /// A URL for the browser.
    pub(super) fn url(self, name: &str) -> Result<String, Refusal> {
        let text = self.text(name);
        match text.parse::<Url>() {
            Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(text.to_owned()),
            _ => Err(Refusal::new(400, Some("url_invalid"), Some(name), "Not a valid URL")),
        }
    }

    /// The entries of a map.
    pub(super) fn map(self, name: &str) -> BTreeMap<String, String> {
        let entry =
            |key: &str| Some(key.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']')?.to_owned());
        self.0.iter().filter_map(|(key, value)| Some((entry(key)?, value.clone()))).collect()
    }
}
