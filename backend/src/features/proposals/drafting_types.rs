//! The messages of drafting.

use poem_openapi::{Enum, Object};
use proffer_domain::draft::Stage;

/// The state of drafting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DraftingStatus {
    /// It is waiting for a worker.
    Queued,
    /// It is in progress.
    Running,
    /// The draft is complete.
    Done,
    /// It failed; the inputs are kept, and it can be retried.
    Failed,
}

/// The progress of drafting a proposal.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DraftingState {
    /// The state.
    pub status: DraftingStatus,
    /// The current stage.
    pub stage: Stage,
    /// The progress in percent: 0, 20, 40, 60, 80 or 100.
    pub progress: i32,
    /// The error code, after a failure.
    pub code: Option<String>,
    /// The message for the user, after a failure.
    pub message: Option<String>,
}
