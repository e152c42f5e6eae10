//! Makes the sealed document once, and only from evidence that verifies.
//!
//! Each process makes one document at a time, and no two processes make the same one: requests for a document
//! in progress wait for it. It is made in a separate task, so a client that disconnects does not cancel it.

use std::time::Duration;

use poem::http::StatusCode;
use proffer_adapters::pdf::{Turn, TypesetError, TypesettingRefusal};
use proffer_domain::{
    audit::{Entry, EventKind},
    canonical::sha256_hex,
    evidence::{self, AssembleError, Evidence, Finding, Part, sealed_pdf},
    field_error::FieldError,
};
use proffer_store::{Scope, TenantTx};
use sea_orm::{ActiveValue::Set, DbErr};
use tokio::{
    task::{JoinError, spawn_blocking},
    time::{sleep, timeout},
};
use tracing::Instrument as _;
use uuid::Uuid;

use super::store::{self, NewSealed, Sealed, SigningRecord};
use crate::{app::App, http::problem::Problem, jobs::JobError};

/// How long a download waits for a document in progress.
const DOWNLOAD_PATIENCE: Duration = Duration::from_secs(10);
/// The `Retry-After` of a download that timed out, in seconds.
const RETRY_AFTER: u32 = 5;
/// The interval for checking whether another process has made the document.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Why there is no evidence or no document.
#[derive(Debug)]
pub enum Fault {
    /// The proposal is not signed yet.
    NotSigned,
    /// The client has signed, and the workspace has not countersigned yet.
    NotCountersigned,
    /// The stored evidence does not verify.
    Broken(Finding),
    /// The document is in progress, or waits for another.
    Busy,
    /// The document can never be made.
    Refused(TypesettingRefusal),
    /// A later attempt may succeed.
    Later(String),
}

impl Fault {
    /// Whether a signing remains without a document for now, given whether its job is at the last attempt.
    pub fn is_final(&self, last_attempt: bool) -> bool {
        match self {
            Self::Refused(_) => true,
            Self::Busy | Self::Later(_) => last_attempt,
            Self::NotSigned | Self::NotCountersigned | Self::Broken(_) => false,
        }
    }
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
            Fault::Busy => {
                let message = "The signed document is being made. Please try again in a few seconds.";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "document_in_progress", message).with_retry_after(RETRY_AFTER)
            }
            Fault::Refused(refusal) => Self::conflict(
                "document_cannot_be_made",
                format!("The signed document cannot be made: {refusal}. The signature stands, and the team can download its evidence."),
            ),
            Fault::Later(reason) => Self::internal(reason),
        }
    }
}

impl From<Fault> for JobError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NotSigned | Fault::NotCountersigned => Self::GiveUp("the proposal is not signed".to_owned()),
            Fault::Broken(finding) => Self::GiveUp(format!("the evidence does not verify: {}", finding.words)),
            Fault::Busy => Self::Retry("the sealed document is not made yet".to_owned()),
            Fault::Refused(refusal) => Self::GiveUp(format!("the sealed document cannot be made: {refusal}")),
            Fault::Later(reason) => Self::Retry(reason),
        }
    }
}

impl From<TypesetError> for Fault {
    fn from(error: TypesetError) -> Self {
        match error {
            TypesetError::Refused(refusal) => Self::Refused(refusal),
            TypesetError::Later(error) => Self::Later(error.to_string()),
        }
    }
}

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
pub async fn signed_evidence(app: &App, scope: Scope, proposal_id: Uuid) -> Result<Evidence, Fault> {
    let kept = load(app, scope, proposal_id).await?;
    Ok(blocking(move || signing(kept)).await?.0)
}

/// The evidence up to now, and its JSON.
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
        // A chain that was rebuilt from its beginning is consistent in itself; the comparison with the sealed
        // evidence reveals it.
        let sealed = sealed.map(opened).transpose()?;
        if let Some(finding) = sealed.and_then(|sealed| evidence::continues(&sealed.evidence, &evidence)) {
            return Err(Fault::Broken(finding));
        }
        Ok((evidence, json))
    })
    .await
}

/// The sealed document; if there is none yet, it is made and stored.
pub async fn document(app: &App, scope: Scope, proposal_id: Uuid, asked: Requester) -> Result<Document, Fault> {
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
                return Err(Fault::NotSigned);
            }
            let turn = app.typesetter.turn().await;
            let making = make(app.clone(), scope, proposal_id, asked, turn).in_current_span();
            match tokio::spawn(making).await.map_err(|error| broke_down(&error))?? {
                Making::Done => {
                    let kept = kept_document(app, scope, proposal_id).await?;
                    return kept.ok_or_else(|| Fault::Later("the sealed document was not kept".to_owned()));
                }
                Making::Elsewhere => sleep(LOOK_AGAIN).await,
            }
        }
    };
    timeout(patience, given).await.unwrap_or(Err(Fault::Busy))
}

/// Makes and stores the document under its lock. The transaction stays open during typesetting, at most one
/// in each process.
async fn make(app: App, scope: Scope, proposal_id: Uuid, asked: Requester, turn: Turn) -> Result<Making, Fault> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    if !store::lock_sealing(&tx, proposal_id, app.typesetter.time()).await? {
        return Ok(Making::Elsewhere);
    }
    if store::is_sealed(&tx, proposal_id).await? {
        return Ok(Making::Done);
    }
    if let (Requester::Download, Some(refusal)) = (asked, app.typesetter.refusal(proposal_id)) {
        return Err(Fault::Refused(refusal));
    }
    let kept = store::kept(&tx, proposal_id).await?.ok_or(Fault::NotSigned)?;
    let signature_id = kept.signature.id;
    let (_, json) = blocking(move || signing(kept)).await?;
    let pdf = app.typesetter.set(&turn, proposal_id, &json).await?;
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
pub async fn kept_document(app: &App, scope: Scope, proposal_id: Uuid) -> Result<Option<Document>, Fault> {
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
fn opened(sealed: Sealed) -> Result<Document, Fault> {
    let broken = || Fault::Broken(Finding { part: Part::Seal, words: "The sealed document was altered where it is kept.".to_owned() });
    let inside = sealed_pdf::open(&sealed.pdf).map_err(|_| broken())?;
    if sha256_hex(&sealed.pdf) != sealed.sha256 || inside != sealed.evidence.as_bytes() {
        return Err(broken());
    }
    let evidence = serde_json::from_slice(&inside).map_err(|_| broken())?;
    Ok(Document { evidence, pdf: sealed.pdf })
}

async fn load(app: &App, scope: Scope, proposal_id: Uuid) -> Result<SigningRecord, Fault> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    store::kept(&tx, proposal_id).await?.ok_or(Fault::NotSigned)
}

/// The evidence with the events of the signing, dated to the last of them.
fn signing(kept: SigningRecord) -> Result<(Evidence, String), Fault> {
    let mut material = kept.read().map_err(Fault::Broken)?;
    material.events.truncate(completed(&material.events)?);
    let sealed_at = material.events.last().map_or(material.signature.signed_at, |event| event.at);
    whole(material, sealed_at)
}

/// How many events belong to the signing.
fn completed(events: &[Entry]) -> Result<usize, Fault> {
    match evidence::signing_end(events) {
        Some(end) => Ok(end),
        None if events.iter().any(|event| event.kind == EventKind::Accepted) => Err(Fault::NotCountersigned),
        // There is a signature without its event: the verification will report this.
        None => Ok(events.len()),
    }
}

/// The evidence if it verifies, otherwise the part that does not.
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
    spawn_blocking(work).await.map_err(|error| broke_down(&error))?
}

fn broke_down(error: &JoinError) -> Fault {
    Fault::Later(format!("it broke down: {error}"))
}
