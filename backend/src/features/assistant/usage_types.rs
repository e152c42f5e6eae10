//! The messages of the assistant's usage.

use poem_openapi::Object;

use crate::{features::assistant::service::AssistantKind, wire::Timestamp};

/// A user's usage in one month, in all workspaces.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct MonthlyUsage {
    /// The month, for example `2026-11`.
    pub month: String,
    /// The number of requests.
    pub request_count: i32,
    /// The number of tokens sent and received.
    pub total_tokens_used: i64,
    /// The number of tokens sent.
    pub input_tokens_used: i64,
    /// The number of tokens received.
    pub output_tokens_used: i64,
    /// The cost in US dollars, with four decimals.
    pub total_cost_usd: String,
}

/// A workspace's usage of its own quota in a month, by all members.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct WorkspaceUsage {
    /// The cost in US dollars, with four decimals.
    pub total_cost_usd: String,
    /// The workspace's limit in US dollars: a user's limit for each seat.
    pub limit_usd: String,
}

/// The user's usage and remaining quota.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Usage {
    /// The current month.
    pub current: MonthlyUsage,
    /// The cost reserved for calls in progress, in US dollars.
    pub reserved_cost_usd: String,
    /// The user's monthly limit in US dollars, for all workspaces.
    pub limit_usd: String,
    /// The active workspace's usage this month.
    pub workspace: WorkspaceUsage,
    /// Which quota is used up for this month and when it is available again, as a sentence; absent if none is
    /// used up.
    pub limit_reached: Option<String>,
    /// Whether a site administrator has blocked the assistant for this user.
    pub is_blocked: bool,
    /// When the next month begins.
    pub resets_at: Timestamp,
    /// The assistant in use; the offline one is free.
    pub assistant: AssistantKind,
    /// Earlier months, newest first, at most twelve.
    pub history: Vec<MonthlyUsage>,
}
