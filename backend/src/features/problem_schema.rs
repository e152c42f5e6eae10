//! How the API document describes a problem: the members that every problem has, and those that features add.

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
                    schema: MetaSchemaRef::Inline(Box::new(MetaSchema::new("integer"))),
                }],
            }],
        }
    }

    fn register(registry: &mut Registry) {
        Body::register(registry);
    }
}
