//! The messages of API keys.

use poem_openapi::Object;
use uuid::Uuid;

use crate::wire::Timestamp;

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
