//! The schema of a problem in the API document: the standard members, and those that features add.

use poem_openapi::{
    ApiResponse, Object,
    registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry},
    types::Type,
};

use super::proposals::types::{Conflict, CurrentRevision};
use crate::{
    failure::stale::StaleRecord,
    http::problem::{CONTENT_TYPE, Problem, ProblemField},
};

/// An error response.
#[derive(Debug, Clone, Object)]
#[oai(rename = "Problem", rename_all = "camelCase", skip_serializing_if_is_none)]
struct Body {
    /// A URI that identifies the kind of problem; `code` contains the same in one word.
    #[oai(rename = "type")]
    kind: String,
    /// The HTTP status as text.
    title: String,
    /// The HTTP status.
    status: u16,
    /// The stable reason in `snake_case`, for programs.
    code: String,
    /// The message for the user.
    message: String,
    /// The invalid fields, if the problem concerns fields.
    errors: Option<Vec<ProblemField>>,
    /// Present and true if the trial or the subscription has ended.
    trial_expired: Option<bool>,
    /// The proposal's state, if it does not allow the operation.
    current_status: Option<String>,
    /// Both versions, if a save was based on an outdated version.
    conflict: Option<Conflict>,
    /// The current revision, if the named one is outdated.
    current_revision: Option<CurrentRevision>,
    /// The actual total of the choices as a decimal, if it differs from the one on the screen.
    current_total: Option<String>,
    /// Both values of each conflicting field, if the record has changed since it was read.
    stale_record: Option<StaleRecord>,
    /// Identifies this request in the server's log.
    request_id: String,
}

/// A single `default` response in the document, so that the generated client types every error.
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
                    description: Some("Seconds to wait before retrying, if it helps".to_owned()),
                    required: false,
                    deprecated: false,
                    schema: MetaSchemaRef::Inline(Box::new(MetaSchema::new("integer"))),
                }],
            }],
        }
    }

    fn register(registry: &mut Registry) {
        Body::register(registry);
    }
}
