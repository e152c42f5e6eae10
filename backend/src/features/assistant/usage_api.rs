//! The wire of usage: what a person has used of the assistant.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, payload::Json};

use super::service;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, assistant::service::AssistantKind},
    http::problem::Problem,
    wire::Timestamp,
};

/// One month of one person, in all their workspaces.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct MonthlyUsage {
    /// The month, as `2026-11`.
    pub month: String,
    /// How often the assistant was asked.
    pub request_count: i32,
    /// Tokens sent and received.
    pub total_tokens_used: i64,
    /// Tokens sent.
    pub input_tokens_used: i64,
    /// Tokens received.
    pub output_tokens_used: i64,
    /// Dollars, with four decimals.
    pub total_cost_usd: String,
}

/// What a workspace has used of its own allowance in a month, by all its members.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct WorkspaceUsage {
    /// Dollars, with four decimals.
    pub total_cost_usd: String,
    /// Its limit in dollars: that of a person for each seat.
    pub limit_usd: String,
}

/// What the person has used, and what is left.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Usage {
    /// This month.
    pub current: MonthlyUsage,
    /// Dollars set aside for calls under way.
    pub reserved_cost_usd: String,
    /// The person's limit for a month in dollars, over all their workspaces.
    pub limit_usd: String,
    /// What the active workspace has used this month.
    pub workspace: WorkspaceUsage,
    /// Which allowance is used up for this month, and when it is free again, where one is: a sentence for
    /// people.
    pub limit_reached: Option<String>,
    /// Whether an administrator blocked the assistant for this person.
    pub is_blocked: bool,
    /// When a new month begins.
    pub resets_at: Timestamp,
    /// Which assistant works here; the offline one costs nothing.
    pub assistant: AssistantKind,
    /// Earlier months, newest first, at most twelve.
    pub history: Vec<MonthlyUsage>,
}

/// Usage.
pub struct UsageApi;

#[OpenApi(tag = "Noun::Assistant")]
impl UsageApi {
    /// What the caller has used of the assistant in all their workspaces, and what is left in the active one.
    #[oai(path = "/usage", method = "get", operation_id = "getUsage")]
    async fn get(&self, app: Data<&App>, member: Member) -> Result<Json<Usage>, Problem> {
        let tx = member.may(Action::Read, Thing::Account).await?;
        Ok(Json(service::usage(&app, &tx, member.principal.user_id).await?))
    }
}
