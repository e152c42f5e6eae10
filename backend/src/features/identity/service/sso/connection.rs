//! A workspace's own connection: reading, saving and deleting it.

use proffer_domain::{
    field_error::FieldError,
    sso::{ConnectionFacts, ConnectionInput, record_name, record_value},
};
use proffer_store::TenantTx;
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;

use super::CALLBACK;
use crate::{
    app::App,
    failure::{Failure, stale},
    features::{
        identity::{
            sso_types::{SsoConnection, SsoConnectionInput, SsoDomain},
            store::sso::{self as store, Connection, Domain},
        },
        team::TeamRole,
    },
};

/// The fields of the form, without the secret.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Edited {
    issuer: String,
    client_id: String,
    enabled: bool,
    enforced: bool,
    adds_members: bool,
    default_role: String,
}

impl Edited {
    fn of(connection: Option<&Connection>) -> Self {
        let text = |column: fn(&Connection) -> &String| connection.map(column).cloned().unwrap_or_default();
        Self {
            issuer: text(|connection| &connection.issuer),
            client_id: text(|connection| &connection.client_id),
            enabled: connection.is_some_and(|connection| connection.enabled),
            enforced: connection.is_some_and(|connection| connection.enforced),
            adds_members: connection.is_none_or(|connection| connection.adds_members),
            default_role: connection
                .map_or_else(|| "member".to_owned(), |connection| connection.default_role.clone()),
        }
    }

    fn validated(
        self,
        secret: Option<String>,
        facts: ConnectionFacts,
    ) -> Result<(Self, Option<String>), Failure> {
        let typed = ConnectionInput {
            issuer: self.issuer,
            client_id: self.client_id,
            client_secret: secret,
            enabled: self.enabled,
            enforced: self.enforced,
        };
        let valid = typed.validate(facts)?;
        Ok((Self { issuer: valid.issuer, client_id: valid.client_id, ..self }, valid.client_secret))
    }
}

/// The connection, or the data for setting one up.
pub async fn get(app: &App, tx: &TenantTx) -> Result<SsoConnection, Failure> {
    let connection = store::connection(tx).await?;
    let domains = store::domains(tx.conn(), tx.workspace_id()).await?;
    let role = connection.as_ref().map(|connection| connection.default_role.as_str());
    Ok(SsoConnection {
        etag: stale::etag(&Edited::of(connection.as_ref())),
        has_client_secret: connection.is_some(),
        redirect_uri: app.config.link(CALLBACK),
        enabled: connection.as_ref().is_some_and(|connection| connection.enabled),
        enforced: connection.as_ref().is_some_and(|connection| connection.enforced),
        adds_members: connection.as_ref().is_none_or(|connection| connection.adds_members),
        default_role: if role == Some("admin") { TeamRole::Admin } else { TeamRole::Member },
        domains: domains.into_iter().map(present).collect(),
        issuer: connection.as_ref().map(|connection| connection.issuer.clone()),
        client_id: connection.map(|connection| connection.client_id),
    })
}

/// A domain as shown to its workspace.
pub fn present(domain: Domain) -> SsoDomain {
    SsoDomain {
        record_name: record_name(&domain.domain),
        record_value: record_value(&domain.challenge),
        id: domain.id,
        domain: domain.domain,
        proven_at: domain.proven_at.map(Into::into),
    }
}

/// Creates or changes the connection.
pub async fn save(app: &App, tx: TenantTx, input: SsoConnectionInput) -> Result<SsoConnection, Failure> {
    let workspace_id = tx.workspace_id();
    let present = store::connection_for_update(&tx).await?;
    let facts = ConnectionFacts {
        has_secret: present.is_some(),
        proven_domains: store::proven_domains(tx.conn(), workspace_id).await?,
    };
    let wanted = Edited {
        issuer: input.issuer,
        client_id: input.client_id,
        enabled: input.enabled,
        enforced: input.enforced,
        adds_members: input.adds_members,
        default_role: match input.default_role {
            TeamRole::Admin => "admin",
            TeamRole::Member => "member",
        }
        .to_owned(),
    };
    let (wanted, secret) = wanted.validated(input.client_secret, facts)?;
    // If the connection was deleted in the meantime, there is nothing to merge with: it is created again.
    let started_from = input.etag.as_deref().filter(|_| present.is_some());
    let merged: Edited = stale::merged(started_from, &Edited::of(present.as_ref()), &wanted)?;
    let (edited, secret) = merged.validated(secret, facts)?;
    check_issuer(app, &edited.issuer)?;
    let client_secret = match (secret, &present) {
        (Some(secret), _) => {
            app.secrets.seal(&secret, workspace_id.as_bytes(), app.rng.bytes()).map_err(Failure::internal)?
        }
        (None, Some(present)) => present.client_secret.clone(),
        (None, None) => return Err(Failure::internal("a connection without a secret was let through")),
    };
    let now = app.now();
    tx.about(workspace_id, &edited.issuer);
    if let Some(entry) = tx.audit_entry() {
        entry.details(json!({
            "enabled": edited.enabled, "enforced": edited.enforced, "addsMembers": edited.adds_members
        }));
    }
    let connection = Connection {
        workspace_id,
        issuer: edited.issuer,
        client_id: edited.client_id,
        client_secret,
        enabled: edited.enabled,
        enforced: edited.enforced,
        adds_members: edited.adds_members,
        default_role: edited.default_role,
        created_at: now,
        updated_at: now,
    };
    store::save_connection(&tx, connection).await?;
    let saved = get(app, &tx).await?;
    tx.commit().await?;
    Ok(saved)
}

fn check_issuer(app: &App, issuer: &str) -> Result<(), FieldError> {
    let refused = |why: &str| FieldError::new("issuer", "invalid", format!("Issuer cannot be used: {why}"));
    let url: Url = issuer.parse().map_err(|_| refused("it is not an address that begins with https://"))?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(refused("an issuer has neither ? nor #"));
    }
    app.web.check(&url).map_err(|error| refused(&error.to_string()))
}

/// Deletes the connection. The domains stay verified.
pub async fn delete(tx: TenantTx) -> Result<(), Failure> {
    if let Some(connection) = store::connection(&tx).await? {
        tx.about(tx.workspace_id(), connection.issuer);
        store::delete_connection(&tx).await?;
    }
    tx.commit().await?;
    Ok(())
}
