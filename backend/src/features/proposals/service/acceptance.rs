//! An acceptance outside the product, by telephone or on paper, as the team records it: it is evidence of the
//! team's statement, never the client's own signature.

use proffer_domain::{
    audit::EventKind,
    field_error::{Check, TextField},
    proposal::{Actor, Event, Status, transition},
    signature::{self, RequestContext, Signature, SigningError},
};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    ProposalError,
    life::{self, FrozenRevision, Ready},
    present, trail,
};
use crate::{
    access::Member,
    app::App,
    failure::Failure,
    features::proposals::{
        store::{
            revisions,
            rows::{self, Change, Proposal},
        },
        tasks,
        types::{self, SignInput},
    },
    http::request_id,
};

const SIGNATURE: TextField = TextField::new("signature", "Signature", 500);

/// Records the acceptance of the revision that the client has, or of the current draft.
pub async fn record(
    app: &App,
    tx: TenantTx,
    member: &Member,
    id: Uuid,
    input: &SignInput,
) -> Result<types::Proposal, ProposalError> {
    let row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    let row = life::note_expiry(app, &tx, row).await?;
    let from: Status = row.status.parse().map_err(Failure::internal)?;
    let to = transition(from, Event::RecordAcceptance, life::rules(app, &row, Actor::Team))?;
    let kept = accepted_revision(app, &tx, member, row, from).await?;
    let signature = vouch(app, member, input, &kept)?;
    let change = Change {
        status: Set(to.as_str().to_owned()),
        signed_at: Set(Some(signature.signed_at)),
        decided_at: Set(Some(signature.signed_at)),
        client_signature: Set(Some(stands_for_it(input, &signature)?)),
        signed_by_name: Set(Some(signature.name.clone())),
        signed_by_email: Set(Some(signature.email.clone())),
        updated_at: Set(signature.signed_at),
        ..kept.change()?
    };
    rows::update(&tx, id, change).await?;
    revisions::insert_signature(&tx, app.new_id(), kept.id, &signature).await?;
    let payload = serde_json::json!({
        "revision": kept.frozen.number,
        "sha256": kept.sha256,
        "totalsSha256": signature.totals_sha256,
        "termsSha256": signature.terms_sha256,
        "name": signature.name,
        "email": signature.email,
        "signatureSha256": signature.sha256().map_err(Failure::internal)?,
        "requestId": signature.request_id,
    });
    trail::append(app, &tx, id, EventKind::AcceptanceRecorded, trail::member(&member.principal), payload)
        .await?;
    tasks::seal_later(app, &tx, id).await?;
    let proposal = present(app, &tx, id).await?;
    tx.about(id, &proposal.card.title);
    tx.commit().await?;
    Ok(proposal)
}

/// The accepted revision: the one that the client has, or the draft, which is checked and frozen now.
async fn accepted_revision(
    app: &App,
    tx: &TenantTx,
    member: &Member,
    row: Proposal,
    from: Status,
) -> Result<FrozenRevision, ProposalError> {
    if let Some(sent) = row.sent_revision_id.filter(|_| from != Status::Draft) {
        let revision = revisions::find(tx, sent)
            .await?
            .ok_or_else(|| Failure::internal("a sent proposal without its revision"))?;
        let frozen = serde_json::from_str(&revision.canonical).map_err(Failure::internal)?;
        return Ok(FrozenRevision {
            id: revision.id,
            frozen,
            sha256: revision.sha256,
            former_names: Vec::new(),
        });
    }
    let ready = Ready::check(app, tx, &row, Event::RecordAcceptance).await?;
    Ok(life::freeze(app, tx, &member.principal, row, ready).await?)
}

fn vouch(app: &App, member: &Member, input: &SignInput, kept: &FrozenRevision) -> Result<Signature, Failure> {
    let circumstances = RequestContext {
        at: app.now(),
        ip: member.caller.ip.parse().ok(),
        user_agent: Some(member.caller.user_agent.clone()),
        request_id: request_id::current(),
    };
    signature::record(&input.name, &input.email, &kept.frozen, &kept.sha256, &circumstances).map_err(
        |error| match error {
            SigningError::Fields(errors) => errors.into(),
            error => Failure::internal(error),
        },
    )
}

/// The text that the caller sends as the signature; otherwise it is composed of name and address, as in the
/// editor.
fn stands_for_it(input: &SignInput, signature: &Signature) -> Result<String, Failure> {
    let mut check = Check::new();
    let typed = check.optional(SIGNATURE, Some(&input.signature));
    let text = typed.unwrap_or_else(|| format!("{} - {}", signature.name, signature.email));
    Ok(check.finish(Some(text))?)
}
