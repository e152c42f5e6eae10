//! Mail domains that workspaces claim, and their verification.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use proffer_domain::sso::{MailDomain, record_name, record_proves, record_value};
use proffer_store::{SystemTx, TenantTx};
use uuid::Uuid;

use super::{connection::present, rechecks};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::identity::{
        IdentityError,
        sso_types::{DomainRequest, SsoDomain},
        store::sso::{self as store, Domain},
    },
};

/// The most domains of a workspace: more than any company has, and few enough to show.
const MOST: usize = 100;

/// Adds a domain, not verified yet.
pub async fn add(app: &App, tx: TenantTx, typed: &str) -> Result<SsoDomain, IdentityError> {
    let domain = MailDomain::parse(typed)?;
    if store::domains(tx.conn(), tx.workspace_id()).await?.len() >= MOST {
        return Err(IdentityError::TooManyDomains);
    }
    let row = Domain {
        workspace_id: tx.workspace_id(),
        id: app.new_id(),
        domain: domain.as_str().to_owned(),
        challenge: URL_SAFE_NO_PAD.encode(app.rng.bytes::<32>()),
        proven_at: None,
        created_at: app.now(),
    };
    tx.about(row.id, domain.as_str());
    if let Some(entry) = tx.audit_entry() {
        entry.action("add_domain");
    }
    if !store::insert_domain(&tx, row.clone()).await? {
        return Err(IdentityError::DomainExists { domain: row.domain });
    }
    tx.commit().await?;
    Ok(present(row))
}

/// Looks up the DNS record, and verifies the domain for the workspace if it exists.
pub async fn prove(app: &App, member: &Member, id: Uuid) -> Result<SsoDomain, IdentityError> {
    member.require(Action::Update, Object::Sso).await?;
    let tx = member.may(Action::Read, Object::Sso).await?;
    let domain = store::domain(tx.conn(), tx.workspace_id(), id).await?.ok_or(IdentityError::NoDomain)?;
    drop(tx);
    if domain.proven_at.is_some() {
        return Ok(present(domain));
    }
    look_for_record(app, &domain).await?;

    let tx = member.may_with_accounts(Action::Update, Object::Sso).await?;
    let domain = store::domain(tx.conn(), domain.workspace_id, id).await?.ok_or(IdentityError::NoDomain)?;
    own(app, &tx, &domain, "dns").await?;
    rechecks::begin(app, &tx, &domain).await?;
    tx.commit().await?;
    Ok(present(Domain { proven_at: Some(app.now()), ..domain }))
}

async fn own(app: &App, tx: &SystemTx, domain: &Domain, by: &str) -> Result<(), IdentityError> {
    tx.about(domain.id, &domain.domain);
    if let Some(entry) = tx.audit_entry() {
        entry.action("prove");
    }
    if store::prove_domain(tx, domain, by, app.now()).await? {
        Ok(())
    } else {
        Err(IdentityError::DomainTaken { domain: domain.domain.clone() })
    }
}

async fn look_for_record(app: &App, domain: &Domain) -> Result<(), IdentityError> {
    let record = record_name(&domain.domain);
    let unavailable = |_| IdentityError::DnsUnavailable { domain: domain.domain.clone() };
    let found = app.dns.texts(&record).await.map_err(unavailable)?;
    if record_proves(&found, &domain.challenge) {
        return Ok(());
    }
    Err(IdentityError::DomainNotProven {
        record,
        expected: record_value(&domain.challenge),
        found: found.into_iter().next(),
    })
}

/// Removes a domain, unless it is the last one of an active connection.
pub async fn remove(member: &Member, id: Uuid) -> Result<(), IdentityError> {
    let tx = member.may_with_accounts(Action::Update, Object::Sso).await?;
    let workspace_id = member.principal.workspace_id;
    let domain = store::domain(tx.conn(), workspace_id, id).await?.ok_or(IdentityError::NoDomain)?;
    let in_use =
        store::connection_of(tx.conn(), workspace_id).await?.is_some_and(|connection| connection.enabled);
    if in_use && domain.proven_at.is_some() && store::proven_domains(tx.conn(), workspace_id).await? == 1 {
        return Err(IdentityError::DomainInUse { domain: domain.domain });
    }
    tx.about(domain.id, &domain.domain);
    if let Some(entry) = tx.audit_entry() {
        entry.action("remove_domain");
    }
    store::remove_domain(&tx, &domain).await?;
    tx.commit().await?;
    Ok(())
}

/// All domains that are not verified yet, for a site administrator.
pub async fn waiting(tx: &SystemTx) -> Result<Vec<DomainRequest>, Failure> {
    let waiting = store::waiting_domains(tx).await?;
    Ok(waiting
        .into_iter()
        .map(|row| DomainRequest {
            id: row.id,
            domain: row.domain,
            workspace_id: row.workspace_id,
            workspace_name: row.workspace_name,
            created_at: row.created_at.into(),
        })
        .collect())
}

/// Verifies a domain on behalf of a site administrator; it is recorded in the workspace's audit log.
pub async fn approve(app: &App, mut tx: SystemTx, id: Uuid) -> Result<(), IdentityError> {
    let domain = store::any_domain(&tx, id).await?.ok_or(IdentityError::NoDomain)?;
    tx.concerns(domain.workspace_id).await?;
    own(app, &tx, &domain, "site_admin").await?;
    tx.commit().await?;
    Ok(())
}
