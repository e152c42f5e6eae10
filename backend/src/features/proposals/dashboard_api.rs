//! The operations of the dashboard.

use poem::web::Data;
use poem_openapi::{OpenApi, payload::Json};

use super::{dashboard_types::Dashboard, service::dashboard};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
};

/// The dashboard.
pub struct DashboardApi;

#[OpenApi(tag = "Noun::Proposals")]
impl DashboardApi {
    /// Get the key figures of the workspace, with its newest proposals and clients.
    #[oai(path = "/dashboard", method = "get", operation_id = "getDashboard")]
    async fn dashboard(&self, app: Data<&App>, member: Member) -> Result<Json<Dashboard>, Problem> {
        member.require(Action::Read, Thing::Clients).await?;
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let mut dashboard = dashboard::dashboard(&app, &tx).await?;
        dashboard.recent_proposals =
            dashboard.recent_proposals.into_iter().map(|card| card.shown_to(&member)).collect();
        Ok(Json(dashboard))
    }
}
