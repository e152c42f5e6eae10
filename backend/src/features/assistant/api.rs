//! The wire types of the assistant.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, payload::Json};
use proffer_domain::rate_limit::Rule;

use super::service;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, assistant::service::AssistantKind},
    http::{limits, problem::Problem},
    wire::JsonBody,
};

/// A meeting recap to extract from.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecapInput {
    /// The pasted recap, 50 to 100,000 characters.
    pub meeting_recap: String,
}

/// The content of a recap.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RecapExtraction {
    /// The client's needs.
    pub client_needs: String,
    /// The proposed solution.
    pub proposed_solution: String,
    /// What the recap says about prices; empty if nothing.
    pub pricing_hint: String,
    /// What the recap says about dates and durations.
    pub timeline: Option<String>,
    /// The assistant that read the recap.
    pub assistant: AssistantKind,
}

proffer_domain::redact!(RecapInput, RecapExtraction);

/// The assistant.
pub struct AssistantApi;

#[OpenApi(tag = "Noun::Assistant")]
impl AssistantApi {
    /// Extract needs, solution and prices from a meeting recap. Nothing is stored.
    #[oai(path = "/proposals/extract-from-recap", method = "post", operation_id = "extractFromRecap")]
    async fn extract(&self, app: Data<&App>, member: Member, input: JsonBody<RecapInput>) -> Result<Json<RecapExtraction>, Problem> {
        member.require(Action::Use, Thing::Assistant).await?;
        limits::take(&app, Rule::AssistantPerPerson, member.principal.user_id.to_string()).await?;
        let tx = member.may(Action::Use, Thing::Assistant).await?;
        Ok(Json(service::extract_recap(&app, tx, &member.principal, &input.meeting_recap).await?))
    }
}
