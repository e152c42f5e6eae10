//! A client's answer: accept, decline, ask for changes. One transaction each, and one winner among many.

use proffer_domain::{
    audit::{Actor as AuditActor, Kind},
    field_error::FieldError,
    proposal::{Actor, Event, Status, transition},
    revision::Frozen,
    signature::{self, AcceptRequest, Circumstances, Sender, Signature, SigningError},
};
use sea_orm::ActiveValue::Set;

use super::{
    api::{SharedAction, SharedActionInput, SharedActionResult},
    mails, service, store,
};
use crate::{
    app::App,
    db::{TenantTx, entity::chat_messages},
    features::proposals::{
        service::{self as proposals, life, trail},
        store::{
            revisions::Revision,
            rows::{Change, Proposal},
        },
    },
    http::{caller::Caller, problem::Problem, request_id},
    jobs,
};

/// The states in which a client's answer counts.
const OPEN: &[&str] = &["pending", "in_review"];

/// What a client's answer is given to: the proposal and the revision before them.
struct Before {
    row: Proposal,
    revision: Revision,
    frozen: Frozen,
}

/// Takes a client's answer.
pub async fn act(app: &App, tx: TenantTx, caller: &Caller, input: &SharedActionInput) -> Result<SharedActionResult, Problem> {
    let (row, sent) = service::load(&tx).await?;
    let event = match input.action {
        SharedAction::Accept => Event::Accept,
        SharedAction::Decline => Event::Decline,
        SharedAction::RequestChanges => Event::RequestChanges,
    };
    if let Some(result) = already_signed_so(&row, input)? {
        return Ok(result);
    }
    let status: Status = row.status.parse().map_err(Problem::internal)?;
    let to = transition(status, event, life::rules(app, &row, Actor::Client)).map_err(|refusal| life::refused(&refusal))?;
    let (revision, frozen) = sent.ok_or_else(|| Problem::internal("a sent proposal without its revision"))?;
    if input.revision_sha256.as_ref().is_some_and(|shown| *shown != revision.sha256) {
        return Err(stale());
    }
    if let Some(line) = tx.line() {
        line.about(row.id, &row.title);
        line.actor_name(input.sender_name.trim());
        line.action(match input.action {
            SharedAction::Accept => "accept",
            SharedAction::Decline => "decline",
            SharedAction::RequestChanges => "request_changes",
        });
    }
    let before = Before { row, revision, frozen };
    let result = match input.action {
        SharedAction::Accept => accept(app, &tx, caller, input, &before, to).await?,
        SharedAction::Decline => decline(app, &tx, input, &before, to).await?,
        SharedAction::RequestChanges => request_changes(app, &tx, input, &before, to).await?,
    };
    tx.commit().await?;
    Ok(result)
}

/// The same person signing the same revision again (a second click, a repeated request) is told what is already true.
fn already_signed_so(row: &Proposal, input: &SharedActionInput) -> Result<Option<SharedActionResult>, Problem> {
    let status: Status = row.status.parse().map_err(Problem::internal)?;
    let same = input.action == SharedAction::Accept
        && status.is_immutable()
        && row.client_signature.as_deref() == input.signature.as_deref().map(str::trim)
        && row.signed_by_name.as_deref() == Some(input.sender_name.trim())
        && row.signed_by_email.as_deref() == Some(input.sender_email.trim().to_lowercase().as_str());
    Ok(same.then(|| SharedActionResult {
        message: ACCEPTED.to_owned(),
        status: status.into(),
        signed_at: row.signed_at.map(Into::into),
        signed_by_name: row.signed_by_name.clone(),
    }))
}

const ACCEPTED: &str = "Proposal accepted. Thank you!";

async fn accept(
    app: &App,
    tx: &TenantTx,
    caller: &Caller,
    input: &SharedActionInput,
    before: &Before,
    to: Status,
) -> Result<SharedActionResult, Problem> {
    let Before { row, revision, frozen } = before;
    let signature = sign(app, caller, input, frozen, &revision.sha256)?;
    let typed_name = signature.typed_name.clone().unwrap_or_default();
    let change = Change {
        status: Set(to.as_str().to_owned()),
        signed_at: Set(Some(signature.signed_at)),
        decided_at: Set(Some(signature.signed_at)),
        client_signature: Set(Some(typed_name)),
        signed_by_name: Set(Some(signature.name.clone())),
        signed_by_email: Set(Some(signature.email.clone())),
        updated_at: Set(signature.signed_at),
        ..Default::default()
    };
    win(app, tx, before, change).await?;
    proposals::insert_signature(tx, app.new_id(), revision.id, &signature).await?;
    let payload = serde_json::json!({
        "revision": frozen.number,
        "sha256": revision.sha256,
        "totalsSha256": signature.totals_sha256,
        "termsSha256": signature.terms_sha256,
        "consentId": signature.consent_id,
        "requestId": signature.request_id,
    });
    let kind = if to == Status::Accepted { Kind::Accepted } else { Kind::Signed };
    trail::append(app, tx, row.id, kind, named(&signature.name, &signature.email), payload).await?;
    for mail in mails::signed(app, row, frozen, &signature, store::recipient(tx, row.created_by).await?) {
        jobs::enqueue(app, tx.conn(), tx.workspace_id(), &mail).await?;
    }
    Ok(SharedActionResult {
        message: ACCEPTED.to_owned(),
        status: to.into(),
        signed_at: Some(signature.signed_at.into()),
        signed_by_name: Some(signature.name),
    })
}

fn sign(app: &App, caller: &Caller, input: &SharedActionInput, frozen: &Frozen, sha256: &str) -> Result<Signature, Problem> {
    let request = AcceptRequest {
        sender_name: &input.sender_name,
        sender_email: &input.sender_email,
        signature: input.signature.as_deref().unwrap_or_default(),
        message: input.message.as_deref(),
        company: None,
        title: None,
        revision_sha256: input.revision_sha256.as_deref().unwrap_or_default(),
        consent_id: input.consent_id.as_deref().unwrap_or_default(),
    };
    let circumstances = Circumstances {
        at: app.now(),
        ip: caller.ip.parse().ok(),
        user_agent: Some(caller.user_agent.clone()),
        request_id: request_id::current(),
    };
    signature::sign(&request, frozen, sha256, &circumstances).map_err(|error| match error {
        SigningError::Fields(errors) => refused_fields(errors),
        SigningError::StaleRevision => stale(),
        SigningError::OtherConsent => Problem::invalid(vec![FieldError {
            field: "consentId".into(),
            code: "consent_required",
            message: "Please agree to sign electronically.".into(),
        }]),
        error @ (SigningError::TotalsMismatch | SigningError::Pricing(_) | SigningError::Canonical(_)) => Problem::internal(error),
    })
}

/// The problem's own message is the specification's sentence for what is missing.
fn refused_fields(errors: Vec<FieldError>) -> Problem {
    let notice = signature::notice(&errors);
    let problem = Problem::invalid(errors.clone());
    match notice {
        Some(notice) => Problem::unprocessable("validation_failed", notice.message).with_errors(errors),
        None => problem,
    }
}

async fn decline(app: &App, tx: &TenantTx, input: &SharedActionInput, before: &Before, to: Status) -> Result<SharedActionResult, Problem> {
    let sender = sender(input)?;
    let now = app.now();
    let change = Change { status: Set(to.as_str().to_owned()), decided_at: Set(Some(now)), updated_at: Set(now), ..Default::default() };
    win(app, tx, before, change).await?;
    let payload = serde_json::json!({ "revision": before.frozen.number, "message": sender.message });
    trail::append(app, tx, before.row.id, Kind::Declined, named(&sender.name, &sender.email), payload).await?;
    if let Some(message) = &sender.message {
        say(app, tx, before, &sender, message).await?;
    }
    if let Some(to) = store::recipient(tx, before.row.created_by).await? {
        jobs::enqueue(app, tx.conn(), tx.workspace_id(), &mails::declined(app, &before.row, &sender, to)).await?;
    }
    Ok(answered("Proposal declined. The sender has been told.", to))
}

async fn request_changes(
    app: &App,
    tx: &TenantTx,
    input: &SharedActionInput,
    before: &Before,
    to: Status,
) -> Result<SharedActionResult, Problem> {
    let sender = sender(input)?;
    let change = Change { status: Set(to.as_str().to_owned()), updated_at: Set(app.now()), ..Default::default() };
    win(app, tx, before, change).await?;
    let message = sender.message.as_deref().unwrap_or("Asked for changes without a message.");
    say(app, tx, before, &sender, message).await?;
    let payload = serde_json::json!({ "revision": before.frozen.number, "message": sender.message });
    trail::append(app, tx, before.row.id, Kind::ChangesRequested, named(&sender.name, &sender.email), payload).await?;
    if let Some(to) = store::recipient(tx, before.row.created_by).await? {
        jobs::enqueue(app, tx.conn(), tx.workspace_id(), &mails::changes_requested(app, &before.row, &sender, to)).await?;
    }
    Ok(answered("Your request has been sent.", to))
}

fn answered(message: &str, status: Status) -> SharedActionResult {
    SharedActionResult { message: message.to_owned(), status: status.into(), signed_at: None, signed_by_name: None }
}

fn sender(input: &SharedActionInput) -> Result<Sender, Problem> {
    Sender::parse(&input.sender_name, &input.sender_email, input.message.as_deref()).map_err(refused_fields)
}

fn named(name: &str, email: &str) -> AuditActor {
    AuditActor::Client { name: Some(name.to_owned()), email: Some(email.to_owned()) }
}

/// The client's words enter the proposal's conversation, where the team reads them.
async fn say(app: &App, tx: &TenantTx, before: &Before, sender: &Sender, message: &str) -> Result<(), Problem> {
    let row = chat_messages::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(app.new_id()),
        proposal_id: Set(before.row.id),
        role: Set("user".to_owned()),
        content: Set(message.to_owned()),
        sender_name: Set(Some(sender.name.clone())),
        sender_email: Set(Some(sender.email.clone())),
        created_at: Set(app.now()),
        ..Default::default()
    };
    Ok(proposals::messages::insert(tx, row).await?)
}

/// The conditional update whose row count decides: whoever comes second finds the state changed and is told which it is.
async fn win(app: &App, tx: &TenantTx, before: &Before, change: Change) -> Result<(), Problem> {
    if proposals::update_if(tx, before.row.id, OPEN, before.revision.id, change).await? {
        return Ok(());
    }
    let row = proposals::find(tx, before.row.id).await?.ok_or_else(service::not_found)?;
    if row.sent_revision_id != Some(before.revision.id) {
        return Err(stale());
    }
    let status = proposals::status(&row.status, row.valid_until, app.now())?;
    Err(Problem::conflict("invalid_transition", "Somebody else has just answered this proposal.").with_current_status(status))
}

fn stale() -> Problem {
    Problem::conflict(
        "stale_revision",
        "This proposal was changed after you opened it. Please read the new version; what you typed is still here.",
    )
}
