//! Use cases of evidence.

use proffer_domain::{
    audit::{Actor, EventKind},
    evidence::{Evidence, file_name},
    revision::Frozen,
    signature::EvidenceClass,
};
use proffer_store::{Scope, TenantTx};
use uuid::Uuid;

use super::{
    daily_roots,
    error::{EvidenceError, SealingError},
    mails,
    sealing::{self, Requester},
    store,
};
use crate::{
    access::{Credential, Member},
    app::App,
    authz::Role,
    failure::Failure,
    features::{
        deliveries::{self, MailKind},
        notifications,
        proposals::{
            ProposalError,
            service::{self as proposals, trail},
        },
    },
    jobs::{self, JobError},
};

/// A file for download.
#[derive(Debug)]
pub struct Download {
    /// The file name.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The sealed PDF of a proposal, if it has been made; for mails with the document attached.
pub async fn sealed_pdf(
    app: &App,
    workspace_id: Uuid,
    proposal_id: Uuid,
) -> Result<Option<Vec<u8>>, JobError> {
    let document = sealing::kept_document(app, Scope::workspace(workspace_id), proposal_id).await?;
    Ok(document.map(|document| document.pdf))
}

/// The sealed document for a member. For a deleted proposal, only the owner has access.
pub async fn document_for_member(
    app: &App,
    tx: TenantTx,
    member: &Member,
    proposal_id: Uuid,
) -> Result<Download, EvidenceError> {
    refuse_unless_reachable(&tx, member, proposal_id).await?;
    document(app, tx, trail::member(&member.principal), proposal_id).await
}

/// The sealed document for the holder of the share link.
pub async fn document_for_guest(app: &App, tx: TenantTx) -> Result<Download, EvidenceError> {
    let proposal_id = tx.scope().guest_proposal_id.ok_or(SealingError::NotSigned)?;
    document(app, tx, Actor::Client { name: None, email: None }, proposal_id).await
}

/// No transaction is open between the permission check and the audit entry, because the document may have to
/// be made.
async fn document(
    app: &App,
    tx: TenantTx,
    actor: Actor,
    proposal_id: Uuid,
) -> Result<Download, EvidenceError> {
    let scope = tx.scope();
    drop(tx);
    let document = sealing::document(app, scope, proposal_id, Requester::Download).await?;
    note_download(app, scope, actor, proposal_id, "document").await?;
    Ok(Download { name: mails::document_name(&frozen(&document.evidence)?), bytes: document.pdf })
}

/// The evidence including all events so far, as JSON.
pub async fn evidence(
    app: &App,
    tx: TenantTx,
    member: &Member,
    proposal_id: Uuid,
) -> Result<Download, EvidenceError> {
    refuse_unless_reachable(&tx, member, proposal_id).await?;
    let scope = tx.scope();
    drop(tx);
    let (evidence, json) = sealing::evidence_until_now(app, scope, proposal_id).await?;
    note_download(app, scope, trail::member(&member.principal), proposal_id, "evidence").await?;
    Ok(Download { name: file_name(&frozen(&evidence)?.title, "evidence.json"), bytes: json.into_bytes() })
}

async fn refuse_unless_reachable(
    tx: &TenantTx,
    member: &Member,
    proposal_id: Uuid,
) -> Result<(), EvidenceError> {
    if proposals::find(tx, proposal_id).await?.is_some() {
        return Ok(());
    }
    let in_person = matches!(member.principal.credential, Credential::Session { .. });
    if in_person && member.principal.role == Role::Owner && store::kept(tx, proposal_id).await?.is_some() {
        return Ok(());
    }
    Err(ProposalError::NotFound.into())
}

async fn note_download(
    app: &App,
    scope: Scope,
    actor: Actor,
    proposal_id: Uuid,
    file: &str,
) -> Result<(), Failure> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    let payload = serde_json::json!({ "file": file });
    trail::append_once_a_day(app, &tx, proposal_id, EventKind::Downloaded, actor, payload).await?;
    Ok(tx.commit().await?)
}

fn frozen(evidence: &Evidence) -> Result<Frozen, Failure> {
    serde_json::from_str(&evidence.revision.canonical).map_err(Failure::internal)
}

/// Notifies both parties of a signing, with or without its document, in the transaction that settles the job.
/// If the proposal was deleted in the meantime, only the client is notified.
pub(super) async fn tell(
    app: &App,
    tx: &TenantTx,
    evidence: &Evidence,
    with_document: bool,
) -> Result<(), Failure> {
    let (frozen, root) = (frozen(evidence)?, daily_roots::newest(app).await?);
    let keys = mails::key_lines(app, root.as_ref());
    let row = proposals::find(tx, evidence.proposal_id).await?;
    if evidence.signature.evidence_class != EvidenceClass::RecordedByTeam {
        let has_link = row.as_ref().is_some_and(|row| row.share_token_hash.is_some());
        let mail = mails::to_client(app, evidence, &frozen, &keys, has_link, with_document);
        if row.is_some() {
            deliveries::enqueue(app, tx, evidence.proposal_id, MailKind::Evidence, &mail).await?;
        } else {
            jobs::enqueue(app, tx.conn(), tx.workspace_id(), &mail).await?;
        }
    }
    if row.is_some() {
        notifications::service::announce(app, tx, mails::to_team(evidence, &frozen, keys, with_document))
            .await?;
    }
    Ok(())
}
