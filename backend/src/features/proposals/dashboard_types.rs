//! The messages of the dashboard.

use poem_openapi::Object;
use proffer_domain::{dashboard::Suggestion, proposal::Status};
use uuid::Uuid;

use super::types::ProposalCard;
use crate::{features::clients::types::Client, wire::Timestamp};

/// The key figures of the workspace.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Dashboard {
    /// The number of proposals that are with a client: pending or in review.
    pub active_proposals: i64,
    /// The number of proposals.
    pub total_proposals: i64,
    /// The number of accepted proposals.
    pub won_proposals: i64,
    /// The number of accepted or declined proposals.
    pub decided_proposals: i64,
    /// The number of accepted ones among the decided proposals.
    pub won_of_decided: i64,
    /// The sum of `totalAmount` per currency.
    pub total_value: Vec<CurrencyValue>,
    /// The number of clients.
    pub total_clients: i64,
    /// The number and value of proposals in each state, all states in the order of the life cycle.
    pub pipeline: Vec<PipelineStage>,
    /// The last twelve months in UTC, oldest first.
    pub value_over_time: Vec<MonthValue>,
    /// How long clients took to accept in the last twelve months; absent if none did.
    pub time_to_acceptance: Option<TimeToAcceptance>,
    /// Proposals that the client has seen and not answered, at most five, the one sent longest ago first.
    pub unanswered: Vec<UnansweredProposal>,
    /// The three newest proposals.
    pub recent_proposals: Vec<ProposalCard>,
    /// The three newest clients.
    pub recent_clients: Vec<Client>,
}

/// An amount in one currency.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CurrencyValue {
    /// The currency, ISO 4217.
    pub currency: String,
    /// The amount as a decimal.
    pub amount: String,
}

/// The proposals in one state.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PipelineStage {
    /// The state.
    pub status: Status,
    /// The number of proposals.
    pub count: i64,
    /// Their total value, per currency.
    pub value: Vec<CurrencyValue>,
}

/// The figures of one month.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct MonthValue {
    /// The month, for example `2026-03`.
    pub month: String,
    /// The number of proposals created in the month.
    pub created: i64,
    /// The number of proposals accepted in the month.
    pub won: i64,
    /// The value of the accepted proposals, per currency.
    pub won_value: Vec<CurrencyValue>,
}

/// How long clients take to accept, from the first time the proposal is sent.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct TimeToAcceptance {
    /// The median in hours.
    pub median_hours: f64,
    /// The number of acceptances in the sample, at most the newest thousand.
    pub count: i64,
}

/// A proposal that its client has seen and not answered.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct UnansweredProposal {
    /// The proposal's id.
    pub id: Uuid,
    /// The title.
    pub title: String,
    /// The client's company.
    pub client_name: String,
    /// When it was last sent.
    pub sent_at: Timestamp,
    /// When the client last opened it.
    pub last_viewed_at: Timestamp,
    /// How often the client opened it.
    pub views: i64,
    /// The total amount, as a decimal.
    pub total_amount: String,
    /// The currency, ISO 4217.
    pub currency: String,
    /// The suggested action.
    pub suggestion: Suggestion,
}
