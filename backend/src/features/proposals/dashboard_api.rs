//! The wire of the workspace at a glance.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, payload::Json};
use proffer_domain::{dashboard::Suggestion, proposal::Status};
use uuid::Uuid;

use super::{service::dashboard, types::ProposalCard};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, clients::api::Client},
    http::problem::Problem,
    wire::Timestamp,
};

/// The workspace at a glance.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Dashboard {
    /// Proposals that are with a client: pending or in review.
    pub active_proposals: i64,
    /// All proposals.
    pub total_proposals: i64,
    /// Those that were accepted.
    pub won_proposals: i64,
    /// Those that were accepted or declined.
    pub decided_proposals: i64,
    /// Those of the decided that were accepted.
    pub won_of_decided: i64,
    /// The sum of `totalAmount`, a decimal, per currency.
    pub total_value: Vec<CurrencyValue>,
    /// All clients.
    pub total_clients: i64,
    /// How many there are in each state and what they come to, every state in the order of a proposal's life.
    pub pipeline: Vec<PipelineStage>,
    /// The last twelve months, the oldest first; months of UTC.
    pub value_over_time: Vec<MonthValue>,
    /// How long clients took that accepted in the last twelve months; absent where none did.
    pub time_to_acceptance: Option<TimeToAcceptance>,
    /// What a client has seen and not answered, at most five, those sent longest ago first.
    pub unanswered: Vec<UnansweredProposal>,
    /// The newest three.
    pub recent_proposals: Vec<ProposalCard>,
    /// The newest three.
    pub recent_clients: Vec<Client>,
}

/// Money in one currency.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CurrencyValue {
    /// ISO 4217.
    pub currency: String,
    /// A decimal.
    pub amount: String,
}

/// The proposals in one state.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PipelineStage {
    /// The state.
    pub status: Status,
    /// How many there are.
    pub count: i64,
    /// What they come to, per currency.
    pub value: Vec<CurrencyValue>,
}

/// One month of a workspace.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct MonthValue {
    /// The month, such as `2026-03`.
    pub month: String,
    /// How many of its proposals were made in it.
    pub created: i64,
    /// How many were accepted in it.
    pub won: i64,
    /// What these come to, per currency.
    pub won_value: Vec<CurrencyValue>,
}

/// How long clients take to accept, from the first sending.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct TimeToAcceptance {
    /// Half of them took no longer: hours.
    pub median_hours: f64,
    /// How many were looked at: the newest thousand at most.
    pub count: i64,
}

/// A proposal that its client has seen and not answered.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct UnansweredProposal {
    /// Its id.
    pub id: Uuid,
    /// Its title.
    pub title: String,
    /// The client's company.
    pub client_name: String,
    /// When it was sent last.
    pub sent_at: Timestamp,
    /// When the client had it open last.
    pub last_viewed_at: Timestamp,
    /// How often the client had it open.
    pub views: i64,
    /// What it comes to, a decimal.
    pub total_amount: String,
    /// ISO 4217.
    pub currency: String,
    /// What to do next.
    pub suggestion: Suggestion,
}

/// The workspace at a glance.
pub struct DashboardApi;

#[OpenApi(tag = "Noun::Proposals")]
impl DashboardApi {
    /// The workspace at a glance, its newest clients included.
    #[oai(path = "/dashboard", method = "get", operation_id = "getDashboard")]
    async fn dashboard(&self, app: Data<&App>, member: Member) -> Result<Json<Dashboard>, Problem> {
        member.require(Action::Read, Thing::Clients).await?;
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let mut dashboard = dashboard::dashboard(&app, &tx).await?;
        dashboard.recent_proposals = dashboard.recent_proposals.into_iter().map(|card| card.shown_to(&member)).collect();
        Ok(Json(dashboard))
    }
}
