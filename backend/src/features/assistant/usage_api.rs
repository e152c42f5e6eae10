//! The operations of the assistant's usage.

use poem::web::Data;
use poem_openapi::{OpenApi, payload::Json};

use super::{service, usage_types::Usage};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
};

/// Usage of the assistant.
pub struct UsageApi;

#[OpenApi(tag = "Noun::Assistant")]
impl UsageApi {
    /// Get the caller's usage of the assistant in all workspaces, and what is left in the active one.
    #[oai(path = "/usage", method = "get", operation_id = "getUsage")]
    async fn get(&self, app: Data<&App>, member: Member) -> Result<Json<Usage>, Problem> {
        let tx = member.may(Action::Read, Thing::Account).await?;
        Ok(Json(service::usage(&app, &tx, member.principal.user_id).await?))
    }
}
