//! The wire types of API keys.

use poem::web::Data;
use poem_openapi::{ApiResponse, Object, OpenApi, param::Path, payload::Json};
use uuid::Uuid;

use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, identity::service::keys},
    http::problem::Problem,
    wire::{self, JsonBody, Timestamp},
};

/// An API key, without its secret.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ApiKey {
    /// The key's id.
    pub id: Uuid,
    /// What the key is for.
    pub name: String,
    /// The beginning of the key, for recognising it.
    pub prefix: String,
    /// The scopes of the key, for example `clients:read` or `proposals:send`. Each operation lists the scopes
    /// that it needs as `x-key-scopes`.
    pub scopes: Vec<String>,
    /// Who created the key; it never has more permissions than its creator.
    pub made_by: String,
    /// When the key expires.
    pub expires_at: Option<Timestamp>,
    /// When the key was last used, accurate to about a minute.
    pub last_used_at: Option<Timestamp>,
    /// When the key was created.
    pub created_at: Timestamp,
}

/// A scope for API keys.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ApiKeyScope {
    /// The name of the scope.
    pub scope: String,
    /// Whether a new key has the scope by default.
    pub is_default: bool,
}

/// API keys and available scopes.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ApiKeys {
    /// The keys that are not revoked, newest first.
    pub keys: Vec<ApiKey>,
    /// The available scopes.
    pub scopes: Vec<ApiKeyScope>,
}

/// The data of a new API key.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ApiKeyInput {
    /// What the key is for; required, at most 100 characters.
    pub name: String,
    /// The scopes of the key; the default scopes if absent.
    pub scopes: Option<Vec<String>>,
    /// After how many days the key expires, 1 to 366; never if absent.
    pub expires_in_days: Option<u32>,
}

/// A new API key, shown only once.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct NewApiKey {
    /// The secret key, for `Authorization: Bearer`. It is not stored and cannot be shown again.
    pub key: String,
    /// The stored data of the key.
    pub api_key: ApiKey,
}

proffer_domain::redact!(NewApiKey);

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
    async fn create(&self, app: Data<&App>, member: Member, input: JsonBody<ApiKeyInput>) -> Result<ApiKeyCreated, Problem> {
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
