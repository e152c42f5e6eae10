//! The messages of reading the client's page.

use poem_openapi::Object;
use uuid::Uuid;

use super::types::ChoiceInput;

/// How long a block of the document was visible.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SectionTime {
    /// The block's id.
    pub block_id: Uuid,
    /// How long it was visible since the page was opened, in milliseconds.
    pub visible_ms: i64,
}

/// A reading report of the page. It is sent repeatedly; all figures are totals since the page was opened.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ReadingInput {
    /// The id of this page view, a UUID that the page generates.
    pub view_id: Uuid,
    /// The id of this browser, a UUID that it stores.
    pub visitor_id: Uuid,
    /// The number of the revision on the screen; absent in a preview.
    pub revision_number: Option<i32>,
    /// How long the page was in the foreground, in milliseconds.
    pub visible_ms: i64,
    /// How often the visitor scrolled, typed, touched or clicked.
    pub interactions: i32,
    /// The blocks that were visible.
    pub sections: Vec<SectionTime>,
}

/// The choices to compute totals for.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChoicesInput {
    /// The hash of the revision on the screen.
    pub revision_sha256: String,
    /// The client's choices. Items that are not listed keep the sender's default. In a group with exactly one
    /// selected item, selecting another deselects the first.
    pub choices: Vec<ChoiceInput>,
}
