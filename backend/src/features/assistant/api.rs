//! The operations of the assistant.

use poem::web::Data;
use poem_openapi::{OpenApi, payload::Json};
use proffer_domain::rate_limit::Rule;

use super::{
    service,
    types::{RecapExtraction, RecapInput},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
    wire::JsonBody,
};

/// The assistant.
pub struct AssistantApi;

#[OpenApi(tag = "Noun::Assistant")]
impl AssistantApi {
    /// Extract needs, solution and prices from a meeting recap. With the speaker on the team's side, only
    /// what that speaker names counts as a price. Nothing is stored.
    #[oai(path = "/proposals/extract-from-recap", method = "post", operation_id = "extractFromRecap")]
    async fn extract(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<RecapInput>,
    ) -> Result<Json<RecapExtraction>, Problem> {
        member.require(Action::Use, Thing::Assistant).await?;
        limits::take(&app, Rule::AssistantPerPerson, member.principal.user_id.to_string()).await?;
        let tx = member.may(Action::Use, Thing::Assistant).await?;
        Ok(Json(service::extract_recap(&app, tx, &member.principal, &input).await?))
    }
}
