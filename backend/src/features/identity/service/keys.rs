//! API keys: creating, listing and revoking.

use std::collections::BTreeMap;

use proffer_domain::api_key::{Key, KeyInput, MOST, Scope};
use proffer_store::{SystemTx, TenantTx};
use uuid::Uuid;

use crate::{
    access::{Principal, keys},
    app::App,
    failure::Failure,
    features::identity::{
        IdentityError,
        keys_types::{ApiKey, ApiKeyInput, ApiKeyScope, ApiKeys, NewApiKey},
        store::keys as store,
    },
};

/// The workspace's keys, and the available scopes.
pub async fn list(tx: &SystemTx, workspace_id: Uuid) -> Result<ApiKeys, Failure> {
    let keys = store::list(tx, workspace_id).await?.into_iter().map(|key| ApiKey {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        scopes: words(&keys::scopes(&key.scopes)),
        made_by: key.made_by,
        expires_at: key.expires_at.map(Into::into),
        last_used_at: key.last_used_at.map(Into::into),
        created_at: key.created_at.into(),
    });
    let scopes = Scope::ALL
        .iter()
        .map(|scope| ApiKeyScope { scope: scope.to_string(), is_default: scope.is_default() });
    Ok(ApiKeys { keys: keys.collect(), scopes: scopes.collect() })
}

/// The names of the workspace's keys, including revoked ones.
pub async fn names(tx: &TenantTx, ids: &[Uuid]) -> Result<BTreeMap<Uuid, String>, Failure> {
    Ok(store::names(tx, ids).await?.into_iter().collect())
}

/// Creates a key. Its secret leaves the server only in this response.
pub async fn create(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    input: &ApiKeyInput,
) -> Result<NewApiKey, IdentityError> {
    let input = KeyInput {
        name: input.name.clone(),
        scopes: input.scopes.clone(),
        expires_in_days: input.expires_in_days,
    };
    let order = input.validate()?;
    let now = app.now();
    store::lock(&tx).await?;
    if store::count_live(&tx, now).await? >= MOST {
        return Err(IdentityError::TooManyKeys);
    }
    let key = Key::from_random(app.rng.bytes(), app.rng.bytes());
    let row = store::Key {
        workspace_id: tx.workspace_id(),
        id: key.id(),
        name: order.name,
        made_by: principal.user_id,
        prefix: key.prefix(),
        secret_hash: key.secret_hash().to_vec(),
        scopes: words(&order.scopes).into(),
        expires_at: order.lifetime.map(|lifetime| now + lifetime),
        last_used_at: None,
        revoked_at: None,
        created_at: now,
    };
    store::insert(&tx, row.clone()).await?;
    tx.about(row.id, &row.name);
    tx.commit().await?;
    let api_key = ApiKey {
        id: row.id,
        name: row.name,
        prefix: row.prefix,
        scopes: words(&order.scopes),
        made_by: principal.name.clone(),
        expires_at: row.expires_at.map(Into::into),
        last_used_at: None,
        created_at: now.into(),
    };
    Ok(NewApiKey { key: key.text(), api_key })
}

pub async fn revoke(app: &App, tx: TenantTx, id: Uuid) -> Result<(), IdentityError> {
    let name = store::revoke(&tx, id, app.now()).await?.ok_or(IdentityError::NoKey)?;
    tx.about(id, name);
    Ok(tx.commit().await?)
}

fn words(scopes: &[Scope]) -> Vec<String> {
    scopes.iter().map(ToString::to_string).collect()
}
