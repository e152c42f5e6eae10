//! The messages of users in the admin console.

use poem_openapi::Object;
use uuid::Uuid;

use crate::wire::Timestamp;

/// A user, without any content of the user's workspaces.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AdminUser {
    /// The user's id.
    pub id: Uuid,
    /// The first name.
    pub first_name: Option<String>,
    /// The last name.
    pub last_name: Option<String>,
    /// The email address.
    pub email: String,
    /// Whether the user is a site administrator.
    pub is_admin: bool,
    /// Whether the email address is verified.
    pub email_verified: bool,
    /// When the user registered.
    pub created_at: Timestamp,
    /// The usage of the assistant this month; absent if there is none and the assistant is not blocked.
    pub current_month_usage: Option<AdminUsage>,
}

/// A user's usage of the assistant this month, in all workspaces.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct AdminUsage {
    /// The number of requests.
    pub request_count: i64,
    /// The number of tokens sent and received.
    pub total_tokens_used: i64,
    /// The cost in US dollars, with four decimals.
    pub total_cost_usd: String,
    /// Whether the assistant is blocked for the user.
    pub is_blocked: bool,
}

/// The key figures of the site.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct AdminSummary {
    /// The month, for example `2026-11`.
    pub month: String,
    /// The number of accounts.
    pub total_users: i64,
    /// The number of users who have used the assistant this month.
    pub active_this_month: i64,
    /// The cost of the assistant this month in US dollars, with four decimals.
    pub total_cost_usd: String,
    /// The number of tokens sent and received this month.
    pub total_tokens: i64,
}

/// Blocks or unblocks the assistant for a user.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssistantBlockInput {
    /// True blocks the assistant until it is unblocked; false unblocks it.
    pub is_blocked: bool,
    /// The reason, 3 to 500 characters; it is recorded in the audit log of every workspace that the user
    /// belongs to.
    pub reason: String,
}
