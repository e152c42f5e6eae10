//! Makes the sealed document once, and only from evidence that verifies.
//!
//! Each process makes one document at a time, and no two processes make the same one: requests for a document
//! in progress wait for it. It is made in a separate task, so a client that disconnects does not cancel it.

use std::time::Duration;

use proffer_adapters::pdf::Turn;
use proffer_domain::{
    audit::{Entry, EventKind},
    canonical::sha256_hex,
    evidence::{self, AssembleError, Evidence, Finding, Part, sealed_pdf},
    seal::SealingKey,
};
use proffer_store::{Scope, TenantTx};
use sea_orm::ActiveValue::Set;
use tokio::{
    task::{JoinError, spawn_blocking},
    time::{sleep, timeout},
};
use tracing::Instrument as _;
use uuid::Uuid;

use super::{
    daily_roots,
    error::SealingError,
    store::{self, NewSealed, Sealed, SigningRecord},
};
use crate::app::App;

/// How long a download waits for a document in progress.
const DOWNLOAD_PATIENCE: Duration = Duration::from_secs(10);
/// The interval for checking whether another process has made the document.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Who requests a document; decides how long the request waits, and whether a refused document is tried
/// again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requester {
    /// A client that waits for a download.
    Download,
    /// The job of the signing.
    Job,
}

/// The result of making a document.
enum Making {
    /// The document is stored.
    Done,
    /// Another process is making it.
    Elsewhere,
}

/// The sealed document that both parties receive.
#[derive(Debug)]
pub struct Document {
    /// The attached evidence.
    pub evidence: Evidence,
    /// The PDF.
    pub pdf: Vec<u8>,
}

/// The evidence of a signing up to the event that completed it, which is the same each time.
pub async fn signed_evidence(app: &App, scope: Scope, proposal_id: Uuid) -> Result<Evidence, SealingError> {
    let kept = load(app, scope, proposal_id).await?;
    let sealer = app.sealer.clone();
    Ok(blocking(move || signing(kept, sealer.key())).await?.0)
}

/// The evidence up to now, and its JSON.
pub async fn evidence_until_now(
    app: &App,
    scope: Scope,
    proposal_id: Uuid,
) -> Result<(Evidence, String), SealingError> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    let kept = store::kept(&tx, proposal_id).await?.ok_or(SealingError::NotSigned)?;
    let sealed = store::sealed(&tx, proposal_id).await?;
    drop(tx);
    let (now, app) = (app.now(), app.clone());
    let mut material = blocking(move || kept.read().map_err(SealingError::Broken)).await?;
    completed(&material.events)?;
    material.daily_roots = daily_roots::proofs(&app, &material.events).await?;
    blocking(move || {
        let (evidence, json) = whole(material, now, app.sealer.key())?;
        // A chain that was rebuilt from its beginning is consistent in itself; the comparison with the sealed
        // evidence reveals it.
        let sealed = sealed.map(opened).transpose()?;
        if let Some(finding) = sealed.and_then(|sealed| evidence::continues(&sealed.evidence, &evidence)) {
            return Err(SealingError::Broken(finding));
        }
        Ok((evidence, json))
    })
    .await
}

/// The sealed document; if there is none yet, it is made and stored.
pub async fn document(
    app: &App,
    scope: Scope,
    proposal_id: Uuid,
    asked: Requester,
) -> Result<Document, SealingError> {
    let patience = match asked {
        Requester::Download => DOWNLOAD_PATIENCE,
        // Enough for another document and its own.
        Requester::Job => app.typesetter.time() * 2,
    };
    let given = async {
        loop {
            if let Some(document) = kept_document(app, scope, proposal_id).await? {
                return Ok(document);
            }
            let tx = TenantTx::begin(app.db.app(), scope).await?;
            let signed = store::is_signed(&tx, proposal_id).await?;
            drop(tx);
            if !signed {
                return Err(SealingError::NotSigned);
            }
            let turn = app.typesetter.turn().await;
            let making = make(app.clone(), scope, proposal_id, asked, turn).in_current_span();
            match tokio::spawn(making).await.map_err(|error| broke_down(&error))?? {
                Making::Done => {
                    let kept = kept_document(app, scope, proposal_id).await?;
                    return kept
                        .ok_or_else(|| SealingError::Later("the sealed document was not kept".to_owned()));
                }
                Making::Elsewhere => sleep(LOOK_AGAIN).await,
            }
        }
    };
    timeout(patience, given).await.unwrap_or(Err(SealingError::Busy))
}

/// Makes the document under its lock, signs it, and stores it. The transaction of the lock stays open during
/// typesetting, at most one in each process; none is open while a timestamp authority is asked, so two
/// processes may sign the same document, of which the first is stored.
async fn make(
    app: App,
    scope: Scope,
    proposal_id: Uuid,
    asked: Requester,
    turn: Turn,
) -> Result<Making, SealingError> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    if !store::lock_sealing(&tx, proposal_id, app.typesetter.time()).await? {
        return Ok(Making::Elsewhere);
    }
    if store::is_sealed(&tx, proposal_id).await? {
        return Ok(Making::Done);
    }
    if let (Requester::Download, Some(refusal)) = (asked, app.typesetter.refusal(proposal_id)) {
        return Err(SealingError::Refused(refusal));
    }
    let kept = store::kept(&tx, proposal_id).await?.ok_or(SealingError::NotSigned)?;
    let signature_id = kept.signature.id;
    let sealer = app.sealer.clone();
    let (evidence, json) = blocking(move || signing(kept, sealer.key())).await?;
    let pdf = app.typesetter.set(&turn, proposal_id, &json).await?;
    drop(tx);
    let pdf = app.sealer.sign(pdf, evidence.sealed_at, app.rng.bytes()).await?;
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
    Ok(Making::Done)
}

/// The stored sealed document, if there is one.
pub async fn kept_document(
    app: &App,
    scope: Scope,
    proposal_id: Uuid,
) -> Result<Option<Document>, SealingError> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    let sealed = store::sealed(&tx, proposal_id).await?;
    drop(tx);
    match sealed {
        Some(sealed) => Ok(Some(blocking(move || opened(sealed)).await?)),
        None => Ok(None),
    }
}

/// The stored document could have been altered in the database; a document whose seal does not match is never
/// returned.
fn opened(sealed: Sealed) -> Result<Document, SealingError> {
    let broken = || {
        SealingError::Broken(Finding {
            part: Part::Seal,
            words: "The sealed document was altered where it is kept.".to_owned(),
        })
    };
    let inside = sealed_pdf::open(&sealed.pdf).map_err(|_| broken())?.evidence;
    if sha256_hex(&sealed.pdf) != sealed.sha256 || inside != sealed.evidence.as_bytes() {
        return Err(broken());
    }
    let evidence = serde_json::from_slice(&inside).map_err(|_| broken())?;
    Ok(Document { evidence, pdf: sealed.pdf })
}

async fn load(app: &App, scope: Scope, proposal_id: Uuid) -> Result<SigningRecord, SealingError> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    store::kept(&tx, proposal_id).await?.ok_or(SealingError::NotSigned)
}

/// The evidence with the events of the signing, dated to the last of them.
fn signing(kept: SigningRecord, key: &SealingKey) -> Result<(Evidence, String), SealingError> {
    let mut material = kept.read().map_err(SealingError::Broken)?;
    material.events.truncate(completed(&material.events)?);
    let sealed_at = material.events.last().map_or(material.signature.signed_at, |event| event.at);
    whole(material, sealed_at, key)
}

/// How many events belong to the signing.
fn completed(events: &[Entry]) -> Result<usize, SealingError> {
    match evidence::signing_end(events) {
        Some(end) => Ok(end),
        None if events.iter().any(|event| event.kind == EventKind::Accepted) => {
            Err(SealingError::NotCountersigned)
        }
        // There is a signature without its event: the verification will report this.
        None => Ok(events.len()),
    }
}

/// The evidence if it verifies, otherwise the part that does not.
fn whole(
    material: evidence::Material,
    sealed_at: chrono::DateTime<chrono::Utc>,
    key: &SealingKey,
) -> Result<(Evidence, String), SealingError> {
    let broken = |part, error: &dyn std::fmt::Display| {
        tracing::error!(%error, %part, "evidence cannot be put together");
        SealingError::Broken(Finding {
            part,
            words: "It was altered where it is kept, and no evidence can be made of it.".to_owned(),
        })
    };
    let evidence = evidence::assemble(material, sealed_at, key).map_err(|error| match &error {
        AssembleError::Revision(_) => broken(Part::Revision, &error),
        AssembleError::Pricing(_) => broken(Part::Pricing, &error),
        AssembleError::Consent => broken(Part::Consent, &error),
        AssembleError::NoEvents => broken(Part::Events, &error),
        AssembleError::Canonical(_) => broken(Part::Form, &error),
    })?;
    let json = evidence::to_json(&evidence).map_err(|error| broken(Part::Form, &error))?;
    match evidence::verify(json.as_bytes(), &[]).findings.into_iter().next() {
        Some(finding) => Err(SealingError::Broken(finding)),
        None => Ok((evidence, json)),
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SealingError> + Send + 'static,
) -> Result<T, SealingError> {
    spawn_blocking(work).await.map_err(|error| broke_down(&error))?
}

fn broke_down(error: &JoinError) -> SealingError {
    SealingError::Later(format!("it broke down: {error}"))
}
