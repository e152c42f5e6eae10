//! The wire of API keys.

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

/// A key, without what makes it one.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ApiKey {
    /// Its id.
    pub id: Uuid,
    /// What it is for.
    pub name: String,
    /// The beginning of the key, by which it is recognised.
    pub prefix: String,
    /// What it may do: `clients:read`, `proposals:send`, ... Each operation names what it needs as
    /// `x-key-scopes`.
    pub scopes: Vec<String>,
    /// Who made it; it never does more than they may.
    pub made_by: String,
    /// When it stops working.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, to about a minute.
    pub last_used_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A scope that a key can have.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ApiKeyScope {
    /// Its word.
    pub scope: String,
    /// Whether a new key has it unless told otherwise.
    pub is_default: bool,
}

/// The keys, and what they can be allowed.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ApiKeys {
    /// The keys that have not been revoked, newest first.
    pub keys: Vec<ApiKey>,
    /// The scopes there are.
    pub scopes: Vec<ApiKeyScope>,
}

/// What a new key takes.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ApiKeyInput {
    /// What it is for; required, at most 100 characters.
    pub name: String,
    /// What it may do; left out, the scopes that are on by default.
    pub scopes: Option<Vec<String>>,
    /// After how many days it stops working, 1 to 366; left out, never.
    pub expires_in_days: Option<u32>,
}

/// A new key, shown this once.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct NewApiKey {
    /// The key itself, for `Authorization: Bearer`. It is not stored and cannot be shown again.
    pub key: String,
    /// What is known of it from now on.
    pub api_key: ApiKey,
}

proffer_domain::redact!(NewApiKey);

/// A key has been made.
#[derive(ApiResponse)]
pub enum ApiKeyCreated {
    /// The key.
    #[oai(status = 201)]
    Created(Json<NewApiKey>),
}

/// Keys of integrations.
pub struct KeysApi;

#[OpenApi(tag = "Noun::Identity")]
impl KeysApi {
    /// The workspace's keys, and the scopes there are.
    #[oai(path = "/api-keys", method = "get", operation_id = "listApiKeys")]
    async fn list(&self, member: Member) -> Result<Json<ApiKeys>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::ApiKeys).await?;
        Ok(Json(keys::list(&tx, member.principal.workspace_id).await?))
    }

    /// Make a key.
    #[oai(path = "/api-keys", method = "post", operation_id = "createApiKey")]
    async fn create(&self, app: Data<&App>, member: Member, input: JsonBody<ApiKeyInput>) -> Result<ApiKeyCreated, Problem> {
        let tx = member.may(Action::Create, Thing::ApiKeys).await?;
        Ok(ApiKeyCreated::Created(Json(keys::create(&app, tx, &member.principal, &input.0).await?)))
    }

    /// Revoke a key; it stops working at the next request.
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
