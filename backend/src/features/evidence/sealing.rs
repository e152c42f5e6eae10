//! Making the sealed document: once, out of any transaction, and only of what verifies.

use proffer_domain::{
    audit::{Entry, Kind},
    canonical::sha256_hex,
    evidence::{self, AssembleError, Evidence, Finding, Part, sealed_pdf},
    field_error::FieldError,
};
use sea_orm::{ActiveValue::Set, DbErr};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::store::{self, Kept, NewSealed, Sealed};
use crate::{
    adapters::pdf,
    app::App,
    db::{Scope, TenantTx},
    http::problem::Problem,
    jobs::JobError,
};

/// Why there is no evidence or no document.
#[derive(Debug)]
pub enum Fault {
    /// Nobody signed yet.
    NotSigned,
    /// The client signed, and the workspace has not yet.
    NotCountersigned,
    /// What was kept does not verify.
    Broken(Finding),
    /// It may work later.
    Later(String),
}

impl From<DbErr> for Fault {
    fn from(error: DbErr) -> Self {
        tracing::error!(%error, "database error at the sealing");
        Self::Later("the database refused or did not answer".to_owned())
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NotSigned => Self::conflict("not_signed", "This proposal is not signed yet. There is a signed document once it is."),
            Fault::NotCountersigned => Self::conflict(
                "not_signed",
                "This proposal is accepted and waits for its countersignature. There is a signed document once it is given.",
            ),
            Fault::Broken(Finding { part, words }) => {
                let message = format!("The evidence of this signature does not verify, so it is not given out. {words}");
                Self::conflict("evidence_broken", message).with_errors(vec![FieldError::new(part.as_str(), "altered", words)])
            }
            Fault::Later(reason) => Self::internal(reason),
        }
    }
}

impl From<Fault> for JobError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NotSigned | Fault::NotCountersigned => Self::GiveUp("the proposal is not signed".to_owned()),
            Fault::Broken(finding) => Self::GiveUp(format!("the evidence does not verify: {}", finding.words)),
            Fault::Later(reason) => Self::Retry(reason),
        }
    }
}

/// What both sides are given.
#[derive(Debug)]
pub struct Document {
    /// The evidence inside.
    pub evidence: Evidence,
    /// The file.
    pub pdf: Vec<u8>,
}

/// The evidence of a signing, up to the event that completed it: the same whenever it is put together.
pub async fn signed_evidence(app: &App, scope: Scope, proposal_id: Uuid) -> Result<Evidence, Fault> {
    let kept = load(app, scope, proposal_id).await?;
    Ok(blocking(move || signing(kept)).await?.0)
}

/// The evidence up to now, and its text.
pub async fn evidence_until_now(app: &App, scope: Scope, proposal_id: Uuid) -> Result<(Evidence, String), Fault> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    let kept = store::kept(&tx, proposal_id).await?.ok_or(Fault::NotSigned)?;
    let sealed = store::sealed(&tx, proposal_id).await?;
    drop(tx);
    let now = app.now();
    blocking(move || {
        let material = kept.read().map_err(Fault::Broken)?;
        completed(&material.events)?;
        let (evidence, json) = whole(material, now)?;
        // A chain that somebody has made anew from its beginning is whole in itself; what was sealed before gives it away.
        let sealed = sealed.map(opened).transpose()?;
        if let Some(finding) = sealed.and_then(|sealed| evidence::continues(&sealed.evidence, &evidence)) {
            return Err(Fault::Broken(finding));
        }
        Ok((evidence, json))
    })
    .await
}

/// The sealed document; made and kept now where there is none yet.
pub async fn document(app: &App, scope: Scope, proposal_id: Uuid) -> Result<Document, Fault> {
    if let Some(document) = kept_document(app, scope, proposal_id).await? {
        return Ok(document);
    }
    let kept = load(app, scope, proposal_id).await?;
    let signature_id = kept.signature.id;
    let (json, pdf) = blocking(move || {
        let (evidence, json) = signing(kept)?;
        let pdf = pdf::render(&evidence, &json).map_err(|error| Fault::Later(format!("the document could not be made: {error}")))?;
        Ok((json, pdf))
    })
    .await?;
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    let row = NewSealed {
        workspace_id: Set(tx.workspace_id()),
        id: Set(app.new_id()),
        proposal_id: Set(proposal_id),
        signature_id: Set(signature_id),
        evidence: Set(json),
        sha256: Set(sha256_hex(&pdf)),
        pdf: Set(pdf),
        created_at: Set(app.now()),
    };
    store::keep(&tx, row).await?;
    tx.commit().await?;
    // Of two who make it at once one was first, and that one's is everybody's.
    kept_document(app, scope, proposal_id).await?.ok_or_else(|| Fault::Later("the sealed document was not kept".to_owned()))
}

/// The sealed document, where it was made.
pub async fn kept_document(app: &App, scope: Scope, proposal_id: Uuid) -> Result<Option<Document>, Fault> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    let sealed = store::sealed(&tx, proposal_id).await?;
    drop(tx);
    match sealed {
        Some(sealed) => Ok(Some(blocking(move || opened(sealed)).await?)),
        None => Ok(None),
    }
}

/// What lies in the database could have been changed there; nothing leaves here with a seal that does not fit.
fn opened(sealed: Sealed) -> Result<Document, Fault> {
    let broken = || Fault::Broken(Finding { part: Part::Seal, words: "The sealed document was altered where it is kept.".to_owned() });
    let inside = sealed_pdf::open(&sealed.pdf).map_err(|_| broken())?;
    if sha256_hex(&sealed.pdf) != sealed.sha256 || inside != sealed.evidence.as_bytes() {
        return Err(broken());
    }
    let evidence = serde_json::from_slice(&inside).map_err(|_| broken())?;
    Ok(Document { evidence, pdf: sealed.pdf })
}

async fn load(app: &App, scope: Scope, proposal_id: Uuid) -> Result<Kept, Fault> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    store::kept(&tx, proposal_id).await?.ok_or(Fault::NotSigned)
}

/// The evidence with the events that belong to the signing, put together as of the last of them.
fn signing(kept: Kept) -> Result<(Evidence, String), Fault> {
    let mut material = kept.read().map_err(Fault::Broken)?;
    material.events.truncate(completed(&material.events)?);
    let sealed_at = material.events.last().map_or(material.signature.signed_at, |event| event.at);
    whole(material, sealed_at)
}

/// How many events belong to the signing.
fn completed(events: &[Entry]) -> Result<usize, Fault> {
    match evidence::signing_end(events) {
        Some(end) => Ok(end),
        None if events.iter().any(|event| event.kind == Kind::Accepted) => Err(Fault::NotCountersigned),
        // There is a signature and no event tells of it: the check will say so.
        None => Ok(events.len()),
    }
}

/// Evidence that verifies, or the part that does not.
fn whole(material: evidence::Material, sealed_at: chrono::DateTime<chrono::Utc>) -> Result<(Evidence, String), Fault> {
    let broken = |part, error: &dyn std::fmt::Display| {
        tracing::error!(%error, %part, "evidence cannot be put together");
        Fault::Broken(Finding { part, words: "It was altered where it is kept, and no evidence can be made of it.".to_owned() })
    };
    let evidence = evidence::assemble(material, sealed_at).map_err(|error| match &error {
        AssembleError::Revision(_) => broken(Part::Revision, &error),
        AssembleError::Pricing(_) => broken(Part::Pricing, &error),
        AssembleError::Consent => broken(Part::Consent, &error),
        AssembleError::NoEvents => broken(Part::Events, &error),
        AssembleError::Canonical(_) => broken(Part::Form, &error),
    })?;
    let json = evidence::to_json(&evidence).map_err(|error| broken(Part::Form, &error))?;
    match evidence::verify(json.as_bytes()).findings.into_iter().next() {
        Some(finding) => Err(Fault::Broken(finding)),
        None => Ok((evidence, json)),
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Fault> + Send + 'static) -> Result<T, Fault> {
    spawn_blocking(work).await.map_err(|error| Fault::Later(format!("it broke down: {error}")))?
}
