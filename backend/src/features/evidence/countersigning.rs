//! The workspace's countersignature of an accepted proposal, which completes the signing.

use proffer_domain::{
    audit::EventKind,
    countersignature::{self, Countersignature, CountersigningError, Signer},
    proposal::{Actor, Event, Status, transition},
    signature::{RequestContext, Signature},
};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{countersigning_store, error::EvidenceError};
use crate::{
    access::Member,
    app::App,
    failure::Failure,
    features::proposals::{
        ProposalError,
        service::{self as proposals, Change, life, revisions, trail},
        tasks,
        types::Proposal,
    },
    http::request_id,
};

/// Countersigns a proposal. The row is locked, so the second of two concurrent requests is told that it is
/// already signed.
pub async fn countersign(
    app: &App,
    tx: TenantTx,
    member: &Member,
    id: Uuid,
    typed_name: &str,
) -> Result<Proposal, EvidenceError> {
    let row = proposals::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    let from: Status = row.status.parse().map_err(Failure::internal)?;
    let to = transition(from, Event::Countersign, life::rules(app, &row, Actor::Team))
        .map_err(ProposalError::from)?;
    let signature = revisions::signature(&tx, id).await?;
    let (signature_id, signature) =
        signature.ok_or_else(|| Failure::internal("an accepted proposal without its signature"))?;
    let record = sign(app, member, typed_name, &signature)?;
    let change = Change {
        status: Set(to.as_str().to_owned()),
        updated_at: Set(record.signed_at),
        ..Default::default()
    };
    proposals::update(&tx, id, change).await?;
    countersigning_store::insert(&tx, app.new_id(), signature_id, &record).await?;
    let payload = serde_json::json!({
        "revision": record.revision_number,
        "sha256": record.revision_sha256,
        "signatureSha256": record.signature_sha256,
        "name": record.typed_name,
        "requestId": record.request_id,
    });
    trail::append(app, &tx, id, EventKind::Countersigned, trail::member(&member.principal), payload).await?;
    tasks::seal_later(app, &tx, id).await?;
    let proposal = proposals::present(app, &tx, id).await?;
    tx.about(id, &proposal.card.title);
    if let Some(entry) = tx.audit_entry() {
        entry.action("countersign");
    }
    tx.commit().await?;
    Ok(proposal)
}

fn sign(
    app: &App,
    member: &Member,
    typed_name: &str,
    signature: &Signature,
) -> Result<Countersignature, Failure> {
    let circumstances = RequestContext {
        at: app.now(),
        ip: member.caller.ip.parse().ok(),
        user_agent: Some(member.caller.user_agent.clone()),
        request_id: request_id::current(),
    };
    let signer = Signer {
        user_id: member.principal.user_id,
        name: &member.principal.name,
        email: &member.principal.email,
    };
    countersignature::countersign(typed_name, signer, signature, &circumstances).map_err(
        |error| match error {
            CountersigningError::Fields(errors) => errors.into(),
            error @ CountersigningError::Canonical(_) => Failure::internal(error),
        },
    )
}
