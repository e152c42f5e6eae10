//! The only error format. Every error reaches the client as `application/problem+json` (RFC 9457) with a
//! stable `code`; messages of libraries or the database never do.

mod adapters;

use std::borrow::Cow;

use poem::{IntoResponse, PathPattern, Response, error::ResponseError, http::StatusCode};
use poem_openapi::{Object, types::ToJSON};
use proffer_domain::{field_error::FieldError, subscription::PaidFeature};
use proffer_store::is_unreachable;
use serde_json::{Map, Value};

use super::{bodies, operations, request_id};

/// The media type of every error body.
pub const CONTENT_TYPE: &str = "application/problem+json";

/// What one field has wrong.
#[derive(Debug, Clone, Object)]
#[oai(rename = "ProblemField")]
pub struct ProblemField {
    /// The field's name on the wire, or a path to a part of the document such as `blocks.{id}`.
    pub field: String,
    /// A stable reason in `snake_case`.
    pub code: String,
    /// What to show beside the field.
    pub message: String,
}

impl From<FieldError> for ProblemField {
    fn from(error: FieldError) -> Self {
        Self {
            field: error.field.into_owned(),
            code: error.code.to_owned(),
            message: error.message.into_owned(),
        }
    }
}

/// A problem member beyond the standard ones (RFC 9457, section 3.2). The feature that returns it defines it;
/// `features::problem_schema` documents all of them.
pub trait Extension: ToJSON {
    /// The name of the member.
    const MEMBER: &'static str;
}

/// A refusal or failure for the client. Build one with the constructors; they set status and code together.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{status} {code}")]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    errors: Vec<ProblemField>,
    // Boxed, so that the many results with a problem stay small.
    extensions: Option<Box<Map<String, Value>>>,
    retry_after: Option<u32>,
}

impl Problem {
    /// Any status with its code and message; the named constructors below cover the usual ones.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            errors: Vec::new(),
            extensions: None,
            retry_after: None,
        }
    }

    /// 400: the request cannot be parsed.
    pub fn bad_request(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 401: the request is not authenticated.
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", "Unauthorized")
    }

    /// 401: an API key that is not valid, for any reason.
    pub fn invalid_key() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "invalid_key",
            "This API key does not work: it is mistyped, has expired or was revoked.",
        )
    }

    /// 402: it requires an active plan.
    pub fn payment_required(feature: PaidFeature, was_paid: bool) -> Self {
        let code = if was_paid { "subscription_ended" } else { "trial_expired" };
        Self::new(StatusCode::PAYMENT_REQUIRED, code, feature.refusal(was_paid))
    }

    /// 403: authenticated, and not allowed.
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", "You do not have permission to do this.")
    }

    /// 404: it does not exist, or this user may not see it; both look the same.
    pub fn not_found(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, message)
    }

    /// 409: the current state does not allow it.
    pub fn conflict(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 422: the request was parsed and its values are refused.
    pub fn unprocessable(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 422 with one entry per field; the first message is also the problem's own.
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let message = errors.first().map_or(Cow::Borrowed("The request is invalid."), |e| e.message.clone());
        Self {
            errors: errors.into_iter().map(Into::into).collect(),
            ..Self::unprocessable("validation_failed", message)
        }
    }

    /// 422: the body does not have the documented form; lists the fields that do not.
    pub fn invalid_body(errors: Vec<FieldError>) -> Self {
        Self { code: "invalid_body", ..Self::invalid(errors) }
    }

    /// 500: the cause is logged and never sent to the client.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal_error",
            "Something went wrong on our side. Nothing was changed; please try again.",
        )
    }

    /// 503: there is no connection to the database, or it broke. A retry may succeed.
    pub fn database_unavailable() -> Self {
        let message = "Proffer cannot reach its database at the moment. Please try again in a moment.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "database_unavailable", message).with_retry_after(5)
    }

    /// The same problem with field entries.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<FieldError>) -> Self {
        self.errors = errors.into_iter().map(Into::into).collect();
        self
    }

    /// The same problem with a member of its own.
    #[must_use]
    pub fn with<E: Extension>(mut self, extension: &E) -> Self {
        if let Some(value) = extension.to_json() {
            self.extensions.get_or_insert_default().insert(E::MEMBER.to_owned(), value);
        }
        self
    }

    /// The same problem with a `Retry-After` in seconds.
    #[must_use]
    pub fn with_retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Whether the failure is temporary; a refusal is permanent.
    pub fn is_transient(&self) -> bool {
        self.status.is_server_error()
    }

    /// The message for the user.
    pub fn message(&self) -> &str {
        &self.message
    }

    fn body(&self) -> Value {
        let mut body = self.extensions.as_deref().cloned().unwrap_or_default();
        let mut set = |member: &str, value: Value| drop(body.insert(member.to_owned(), value));
        set("type", format!("urn:proffer:problem:{}", self.code).into());
        set("title", self.status.canonical_reason().unwrap_or("Error").into());
        set("status", self.status.as_u16().into());
        set("code", self.code.into());
        set("message", self.message.as_ref().into());
        set("requestId", request_id::current().into());
        if let Some(errors) = self.errors.to_json().filter(|_| !self.errors.is_empty()) {
            set("errors", errors);
        }
        if self.status == StatusCode::PAYMENT_REQUIRED {
            set("trialExpired", true.into());
        }
        body.into()
    }
}

impl From<sea_orm::DbErr> for Problem {
    fn from(error: sea_orm::DbErr) -> Self {
        if is_unreachable(&error) {
            tracing::error!(%error, "the database cannot be reached");
            return Self::database_unavailable();
        }
        Self::internal(error)
    }
}

impl From<Vec<FieldError>> for Problem {
    fn from(errors: Vec<FieldError>) -> Self {
        Self::invalid(errors)
    }
}

impl ResponseError for Problem {
    fn status(&self) -> StatusCode {
        self.status
    }

    fn as_response(&self) -> Response {
        let mut response = Response::builder().status(self.status).content_type(CONTENT_TYPE);
        if self.status == StatusCode::UNAUTHORIZED {
            // The only authentication method registered for HTTP; browsers show no dialog for it.
            response = response.header("WWW-Authenticate", "Bearer");
        }
        if let Some(seconds) = self.retry_after {
            response = response.header("Retry-After", seconds);
        }
        response.body(self.body().to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.as_response()
    }
}

/// Converts errors of the framework (unknown path, wrong method, unreadable body) to the error format.
pub async fn from_framework(error: poem::Error) -> Problem {
    if let Some(problem) = error.downcast_ref::<Problem>() {
        return problem.clone();
    }
    if let Some(error) = error.downcast_ref::<poem::error::ReadBodyError>() {
        return bodies::unreadable(error);
    }
    if let Some(error) = error.downcast_ref::<poem_openapi::error::ParseRequestPayloadError>() {
        return invalid_body(&error.reason);
    }
    if let Some(error) = error.downcast_ref::<poem_openapi::error::ParseParamError>() {
        return invalid_parameter(error.name);
    }
    if let Some(fault) = error.downcast_ref::<poem_openapi::error::ParsePathError>() {
        let part = error.data::<PathPattern>().and_then(|route| operations::part(&route.0, fault.name));
        return invalid_parameter(part.unwrap_or(fault.name));
    }
    match error.status() {
        StatusCode::NOT_FOUND => Problem::not_found("not_found", "There is nothing at this address."),
        StatusCode::METHOD_NOT_ALLOWED => Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "This address does not support that method.",
        ),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "Send the body as application/json.",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => bodies::too_large(),
        status if status.is_client_error() => {
            Problem::new(status, "bad_request", "The request could not be read.")
        }
        _ => Problem::internal(error),
    }
}

/// The framework's messages contain our type names and are not sent; only the name of an unknown field is
/// useful to the client.
fn invalid_body(reason: &str) -> Problem {
    let unknown = reason
        .split_once("unknown field `")
        .and_then(|(_, rest)| rest.split_once('`'))
        .map(|(name, _)| name.to_owned());
    match unknown {
        Some(name) => Problem::unprocessable(
            "invalid_body",
            format!("The request has an unknown field: {name}. Nothing was saved."),
        )
        .with_errors(vec![FieldError {
            field: name.into(),
            code: "unknown_field",
            message: "This field is unknown.".into(),
        }]),
        None => Problem::unprocessable(
            "invalid_body",
            "The request body is not JSON of the documented schema. Nothing was saved.",
        ),
    }
}

fn invalid_parameter(name: &'static str) -> Problem {
    let fault = FieldError {
        field: name.into(),
        code: "invalid",
        message: "This value does not match the documented schema.".into(),
    };
    Problem::unprocessable("invalid_parameter", format!("{name} is not valid.")).with_errors(vec![fault])
}
