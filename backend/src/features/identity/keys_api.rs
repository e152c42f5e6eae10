//! The operations of API keys.

use poem::web::Data;
use poem_openapi::{ApiResponse, OpenApi, param::Path, payload::Json};
use uuid::Uuid;

use super::keys_types::{ApiKeyInput, ApiKeys, NewApiKey};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, identity::service::keys},
    http::problem::Problem,
    wire::{self, JsonBody},
};

/// The key was created.
#[derive(ApiResponse)]
pub enum ApiKeyCreated {
    /// The key.
    #[oai(status = 201)]
    Created(Json<NewApiKey>),
}

/// API keys of integrations.
pub struct KeysApi;

#[OpenApi(tag = "Noun::Identity")]
impl KeysApi {
    /// List the workspace's API keys and the available scopes.
    #[oai(path = "/api-keys", method = "get", operation_id = "listApiKeys")]
    async fn list(&self, member: Member) -> Result<Json<ApiKeys>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::ApiKeys).await?;
        Ok(Json(keys::list(&tx, member.principal.workspace_id).await?))
    }

    /// Create an API key.
    #[oai(path = "/api-keys", method = "post", operation_id = "createApiKey")]
    async fn create(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<ApiKeyInput>,
    ) -> Result<ApiKeyCreated, Problem> {
        let tx = member.may(Action::Create, Thing::ApiKeys).await?;
        Ok(ApiKeyCreated::Created(Json(keys::create(&app, tx, &member.principal, &input.0).await?)))
    }

    /// Revoke an API key; it stops working with the next request.
    #[oai(path = "/api-keys/:keyId", method = "delete", operation_id = "revokeApiKey")]
    async fn revoke(
        &self,
        app: Data<&App>,
        member: Member,
        /// The key's id.
        #[oai(name = "keyId")]
        key_id: Path<Uuid>,
    ) -> Result<wire::Deleted, Problem> {
        let tx = member.may(Action::Delete, Thing::ApiKeys).await?;
        keys::revoke(&app, tx, key_id.0).await?;
        Ok(wire::Deleted::Done)
    }
}
