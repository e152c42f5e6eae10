//! The wire of the subscription.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, payload::Json};

use super::service;
use crate::{
    app::App,
    features::Noun,
    http::{
        auth::Member,
        authz::{Action, Object as Thing},
        problem::Problem,
    },
    wire::Timestamp,
};

/// How the active workspace's subscription stands.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SubscriptionStatus {
    /// `trial`, `trial_expired` or `active`.
    pub status: String,
    /// When the trial ends or ended.
    pub trial_ends_at: Option<Timestamp>,
    /// How many active members there are, each of whom is a seat.
    pub team_members: i64,
}

/// The subscription.
pub struct BillingApi;

#[OpenApi(tag = "Noun::Billing")]
impl BillingApi {
    /// How the subscription stands.
    #[oai(path = "/subscription/status", method = "get", operation_id = "getSubscriptionStatus")]
    async fn status(&self, app: Data<&App>, member: Member) -> Result<Json<SubscriptionStatus>, Problem> {
        let tx = member.may(Action::Read, Thing::Subscription).await?;
        Ok(Json(service::status(&app, &tx).await?))
    }
}
