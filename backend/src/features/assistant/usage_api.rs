//! The wire of usage: what a person has used of the assistant.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, payload::Json};

use super::service;
use crate::{
    app::App,
    features::{Noun, proposals::types::AssistantKind},
    http::{
        auth::Member,
        authz::{Action, Object as Thing},
        problem::Problem,
    },
    wire::Timestamp,
};

/// One month of one person in one workspace.
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

/// What the person has used, and what is left.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Usage {
    /// This month.
    pub current: MonthlyUsage,
    /// Dollars set aside for calls under way.
    pub reserved_cost_usd: String,
    /// The month's limit in dollars.
    pub limit_usd: String,
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
    /// What the caller has used of the assistant in the active workspace.
    #[oai(path = "/usage", method = "get", operation_id = "getUsage")]
    async fn get(&self, app: Data<&App>, member: Member) -> Result<Json<Usage>, Problem> {
        let tx = member.may(Action::Read, Thing::Account).await?;
        Ok(Json(service::usage(&app, &tx, member.principal.user_id).await?))
    }
}
