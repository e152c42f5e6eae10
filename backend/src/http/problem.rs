//! The one error shape. Everything that can go wrong reaches the client as `application/problem+json` (RFC 9457)
//! with a stable `code`; nothing of a library's or the database's own words ever does.

mod adapters;

use std::borrow::Cow;

use poem::{IntoResponse, PathPattern, Response, error::ResponseError, http::StatusCode};
use poem_openapi::{
    ApiResponse, Object,
    registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchemaRef, Registry},
    types::{ToJSON, Type},
};
use proffer_domain::{field_error::FieldError, subscription::PaidFeature};
use proffer_store::is_unreachable;

use super::{bodies, operations, request_id, stale::StaleRecord};

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
        Self { field: error.field.into_owned(), code: error.code.to_owned(), message: error.message.into_owned() }
    }
}

/// Both sides of a save that came too late, so that nothing typed is lost.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Conflict {
    /// The version the refused save started from.
    pub your_version: i64,
    /// The version that stands now.
    pub current_version: i64,
    /// The content that stands now.
    pub current_html_content: String,
    /// Who made the newest change, where that is known.
    pub changed_by: Option<String>,
}

/// The revision that stands now, where another one was named.
#[derive(Debug, Clone, Object)]
#[oai(rename = "CurrentRevision", rename_all = "camelCase")]
pub struct CurrentRevision {
    /// Its number; what changed since an earlier one can be asked for.
    pub number: i32,
    /// Its hash.
    pub sha256: String,
}

/// An error as the client sees it.
#[derive(Debug, Clone, Object)]
#[oai(rename = "Problem", rename_all = "camelCase", skip_serializing_if_is_none)]
struct Body {
    /// A URI naming the kind of problem; the code below says the same in one word.
    #[oai(rename = "type")]
    kind: String,
    /// The HTTP status in words.
    title: String,
    /// The HTTP status.
    status: u16,
    /// The stable reason in `snake_case` that a program may act on.
    code: String,
    /// What the screen shows.
    message: String,
    /// Each field at fault, where fields are at fault.
    errors: Option<Vec<ProblemField>>,
    /// Present and true where the end of the trial, or of the subscription, is the reason.
    trial_expired: Option<bool>,
    /// The proposal's state, where the state forbids what was asked.
    current_status: Option<String>,
    /// Both versions, where a save came too late.
    conflict: Option<Conflict>,
    /// The revision that stands now, where what was named is stale.
    current_revision: Option<CurrentRevision>,
    /// What the choices come to, a decimal, where the screen said something else.
    current_total: Option<String>,
    /// Both values of each field, where the record was changed since it was read.
    stale_record: Option<StaleRecord>,
    /// Names this request in the server's log.
    request_id: String,
}

/// A refusal or failure on its way to the client. Build one with the constructors; they fix status and code together.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{status} {code}")]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    errors: Vec<ProblemField>,
    current_status: Option<String>,
    conflict: Option<Box<Conflict>>,
    current: Option<Box<Current>>,
    retry_after: Option<u32>,
}

/// What stands now, where what was sent started from something else. Kept together and apart, so that the many results that can
/// be a problem stay small.
#[derive(Debug, Clone, Default)]
struct Current {
    revision: Option<CurrentRevision>,
    total: Option<String>,
    record: Option<StaleRecord>,
}

impl Problem {
    /// Any status with its code and message; the named constructors below cover the usual ones.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            errors: Vec::new(),
            current_status: None,
            conflict: None,
            current: None,
            retry_after: None,
        }
    }

    /// 400: the request cannot be read at all.
    pub fn bad_request(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 401: the request is not authenticated.
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", "Unauthorized")
    }

    /// 401: an API key that does not work, for whatever reason.
    pub fn invalid_key() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "invalid_key", "This API key does not work: it is mistyped, has expired or was revoked.")
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

    /// 404: there is no such thing, or none that this person may know of; both look the same.
    pub fn not_found(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, message)
    }

    /// 409: the thing is not in a state that allows it.
    pub fn conflict(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 422: the request was read and its values are refused.
    pub fn unprocessable(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 422 with one entry per field; the first message is also the problem's own.
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let message = errors.first().map_or(Cow::Borrowed("The request is invalid."), |e| e.message.clone());
        Self { errors: errors.into_iter().map(Into::into).collect(), ..Self::unprocessable("validation_failed", message) }
    }

    /// 422 where the body has not the documented form, with the fields that have not.
    pub fn invalid_body(errors: Vec<FieldError>) -> Self {
        Self { code: "invalid_body", ..Self::invalid(errors) }
    }

    /// 500: the cause goes to the log, its words never to the client.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal_error",
            "Something went wrong on our side. Nothing was changed; please try again.",
        )
    }

    /// 503: there is no connection to the database, or it broke. It may be back in a moment.
    pub fn database_unavailable() -> Self {
        let message = "Proffer cannot reach its database just now. Please try again in a moment.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "database_unavailable", message).with_retry_after(5)
    }

    /// The same problem with field entries.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<FieldError>) -> Self {
        self.errors = errors.into_iter().map(Into::into).collect();
        self
    }

    /// The same problem naming the state that forbids the call.
    #[must_use]
    pub fn with_current_status(mut self, status: impl std::fmt::Display) -> Self {
        self.current_status = Some(status.to_string());
        self
    }

    /// The same problem carrying both versions of a late save.
    #[must_use]
    pub fn with_conflict(mut self, conflict: Conflict) -> Self {
        self.conflict = Some(Box::new(conflict));
        self
    }

    /// The same problem naming the revision that stands now.
    #[must_use]
    pub fn with_current_revision(mut self, number: i32, sha256: &str) -> Self {
        self.current.get_or_insert_default().revision = Some(CurrentRevision { number, sha256: sha256.to_owned() });
        self
    }

    /// The same problem naming the right total, a decimal.
    #[must_use]
    pub fn with_current_total(mut self, total: String) -> Self {
        self.current.get_or_insert_default().total = Some(total);
        self
    }

    /// The same problem with both values of every field that two people changed.
    #[must_use]
    pub fn with_stale_record(mut self, record: StaleRecord) -> Self {
        self.current.get_or_insert_default().record = Some(record);
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

    /// Whether something broke that may mend by itself; what was refused stays refused.
    pub fn is_transient(&self) -> bool {
        self.status.is_server_error()
    }

    /// The words for a person.
    pub fn message(&self) -> &str {
        &self.message
    }

    fn body(&self) -> Body {
        Body {
            kind: format!("urn:proffer:problem:{}", self.code),
            title: self.status.canonical_reason().unwrap_or("Error").to_owned(),
            status: self.status.as_u16(),
            code: self.code.to_owned(),
            message: self.message.to_string(),
            errors: (!self.errors.is_empty()).then(|| self.errors.clone()),
            trial_expired: (self.status == StatusCode::PAYMENT_REQUIRED).then_some(true),
            current_status: self.current_status.clone(),
            conflict: self.conflict.as_deref().cloned(),
            current_revision: self.current.as_ref().and_then(|current| current.revision.clone()),
            current_total: self.current.as_ref().and_then(|current| current.total.clone()),
            stale_record: self.current.as_ref().and_then(|current| current.record.clone()),
            request_id: request_id::current(),
        }
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
            // The one way to sign in that has a name in HTTP; browsers show no dialog when they read it.
            response = response.header("WWW-Authenticate", "Bearer");
        }
        if let Some(seconds) = self.retry_after {
            response = response.header("Retry-After", seconds);
        }
        response.body(self.body().to_json_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.as_response()
    }
}

/// One `default` response in the document, so that the generated client types every error.
impl ApiResponse for Problem {
    fn meta() -> MetaResponses {
        MetaResponses {
            responses: vec![MetaResponse {
                description: "Any error, from the handler or from the framework",
                status: None,
                status_range: None,
                content: vec![MetaMediaType { content_type: CONTENT_TYPE, schema: Body::schema_ref() }],
                headers: vec![MetaHeader {
                    name: "Retry-After".to_owned(),
                    description: Some("Seconds to wait, where waiting helps".to_owned()),
                    required: false,
                    deprecated: false,
                    schema: MetaSchemaRef::Inline(Box::new(poem_openapi::registry::MetaSchema::new("integer"))),
                }],
            }],
        }
    }

    fn register(registry: &mut Registry) {
        Body::register(registry);
    }
}

/// Turns whatever the framework itself refuses (unknown path, wrong method, unreadable body) into the one shape.
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
        StatusCode::METHOD_NOT_ALLOWED => {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "This address does not take that method.")
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", "Send the body as application/json.")
        }
        StatusCode::PAYLOAD_TOO_LARGE => bodies::too_large(),
        status if status.is_client_error() => Problem::new(status, "bad_request", "The request could not be read."),
        _ => Problem::internal(error),
    }
}

/// The framework's own words name types of ours and stay inside; the one thing they tell a caller is an unknown field.
fn invalid_body(reason: &str) -> Problem {
    let unknown = reason.split_once("unknown field `").and_then(|(_, rest)| rest.split_once('`')).map(|(name, _)| name.to_owned());
    match unknown {
        Some(name) => {
            Problem::unprocessable("invalid_body", format!("The request has a field that is not known here: {name}. Nothing was saved."))
                .with_errors(vec![FieldError { field: name.into(), code: "unknown_field", message: "This field is not known.".into() }])
        }
        None => Problem::unprocessable("invalid_body", "The request body is not JSON of the documented form. Nothing was saved."),
    }
}

fn invalid_parameter(name: &'static str) -> Problem {
    let fault = FieldError { field: name.into(), code: "invalid", message: "This value does not have the documented form.".into() };
    Problem::unprocessable("invalid_parameter", format!("{name} is not valid.")).with_errors(vec![fault])
}
