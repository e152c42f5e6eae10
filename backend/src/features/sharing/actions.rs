//! A client's response: accept, decline, or request changes. Each is one transaction, and only the first of
//! several decisions counts.

use proffer_domain::{
    audit::{Actor as AuditActor, EventKind},
    document,
    field_error::FieldError,
    notification,
    proposal::{Event, Status, transition},
    revision::Frozen,
    signature::Sender,
};
use proffer_store::{TenantTx, entity::chat_messages};
use sea_orm::{ActiveValue::Set, DbErr};
use uuid::Uuid;

use super::{
    error::SharingError,
    service, signing,
    types::{DeclineReason, SharedAction, SharedActionInput, SharedActionResult},
};
use crate::{
    app::App,
    failure::Failure,
    features::{
        notifications,
        proposals::{
            ProposalError,
            service::{self as proposals, Change, Proposal, Revision, life, trail},
        },
    },
    http::caller::Caller,
};

/// The proposal and the revision that the client responds to.
pub struct AnsweredProposal {
    pub row: Proposal,
    /// The revision that was sent last.
    pub revision: Revision,
    /// Its frozen content.
    pub frozen: Frozen,
}

/// Processes a client's response.
pub async fn act(
    app: &App,
    tx: TenantTx,
    caller: &Caller,
    input: &SharedActionInput,
) -> Result<SharedActionResult, SharingError> {
    let (row, sent) = service::load_for_update(&tx).await?;
    let event = match input.action {
        SharedAction::Accept => Event::Accept,
        SharedAction::Decline => Event::Decline,
        SharedAction::RequestChanges => Event::RequestChanges,
    };
    if let Some((revision, frozen)) = &sent
        && let Some(result) =
            signing::already_signed_so(&tx, &row, input, &frozen.pricing, &revision.sha256).await?
    {
        return Ok(result);
    }
    let status: Status = row.status.parse().map_err(Failure::internal)?;
    let rules = life::answer_rules(app, &tx, &row).await?;
    let to = transition(status, event, rules).map_err(ProposalError::from)?;
    let (revision, frozen) = sent.ok_or_else(|| Failure::internal("a sent proposal without its revision"))?;
    if input.revision_sha256.as_ref().is_some_and(|shown| *shown != revision.sha256) {
        return Err(service::stale(Some(&revision)));
    }
    if let Some(entry) = tx.audit_entry() {
        entry.about(row.id, &row.title);
        entry.actor_name(input.sender_name.trim());
        entry.action(match input.action {
            SharedAction::Accept => "accept",
            SharedAction::Decline => "decline",
            SharedAction::RequestChanges => "request_changes",
        });
    }
    let before = AnsweredProposal { row, revision, frozen };
    let result = match input.action {
        SharedAction::Accept => signing::accept(app, &tx, caller, input, &before, to).await?,
        SharedAction::Decline => decline(app, &tx, input, &before, to).await?,
        SharedAction::RequestChanges => request_changes(app, &tx, input, &before, to).await?,
    };
    tx.commit().await?;
    Ok(result)
}

async fn decline(
    app: &App,
    tx: &TenantTx,
    input: &SharedActionInput,
    before: &AnsweredProposal,
    to: Status,
) -> Result<SharedActionResult, SharingError> {
    let sender = sender(input)?;
    let now = app.now();
    let change = Change {
        status: Set(to.as_str().to_owned()),
        decided_at: Set(Some(now)),
        updated_at: Set(now),
        ..Default::default()
    };
    proposals::update(tx, before.row.id, change).await?;
    let payload = serde_json::json!({
        "revision": before.frozen.number,
        "reason": input.reason.map(DeclineReason::as_str),
        "message": sender.message,
    });
    trail::append(app, tx, before.row.id, EventKind::Declined, named(&sender.name, &sender.email), payload)
        .await?;
    if let Some(message) = &sender.message {
        say(app, tx, before, &sender, message, None).await?;
    }
    let words: Vec<&str> =
        input.reason.map(DeclineReason::words).into_iter().chain(sender.message.as_deref()).collect();
    let words = (!words.is_empty()).then(|| words.join("\n"));
    notifications::service::announce(
        app,
        tx,
        signing::news(&before.row, notification::NotificationEvent::Declined, &sender.name, words),
    )
    .await?;
    Ok(SharedActionResult {
        decided_at: Some(now.into()),
        ..answered("Proposal declined. The sender has been notified.", to)
    })
}

async fn request_changes(
    app: &App,
    tx: &TenantTx,
    input: &SharedActionInput,
    before: &AnsweredProposal,
    to: Status,
) -> Result<SharedActionResult, SharingError> {
    let sender = sender(input)?;
    let part = part(input.block_id, &before.frozen)?;
    let change =
        Change { status: Set(to.as_str().to_owned()), updated_at: Set(app.now()), ..Default::default() };
    proposals::update(tx, before.row.id, change).await?;
    let message = sender.message.as_deref().unwrap_or("Asked for changes without a message.");
    say(app, tx, before, &sender, message, input.block_id).await?;
    let payload = serde_json::json!({
        "revision": before.frozen.number,
        "message": sender.message,
        "blockId": input.block_id,
    });
    trail::append(
        app,
        tx,
        before.row.id,
        EventKind::ChangesRequested,
        named(&sender.name, &sender.email),
        payload,
    )
    .await?;
    let about = part.map(|title| format!("About \u{201c}{title}\u{201d}:"));
    let words: Vec<String> = about.into_iter().chain(sender.message).collect();
    let words = (!words.is_empty()).then(|| words.join("\n"));
    let news =
        signing::news(&before.row, notification::NotificationEvent::ChangesRequested, &sender.name, words);
    notifications::service::announce(app, tx, news).await?;
    Ok(answered("Your request has been sent.", to))
}

/// The heading of the block that a change request is about, if it names one; the block must be part of the
/// revision.
fn part(block_id: Option<Uuid>, frozen: &Frozen) -> Result<Option<String>, FieldError> {
    let Some(id) = block_id else { return Ok(None) };
    let Some(section) = document::sections(&frozen.html_content).into_iter().find(|section| section.id == id)
    else {
        let message = "This section is not part of the proposal. Please choose another, or none";
        return Err(FieldError::new("blockId", "unknown_block", message));
    };
    Ok(Some(section.title).filter(|title| !title.is_empty()))
}

fn answered(message: &str, status: Status) -> SharedActionResult {
    SharedActionResult {
        message: message.to_owned(),
        status,
        signed_at: None,
        signed_by_name: None,
        decided_at: None,
    }
}

fn sender(input: &SharedActionInput) -> Result<Sender, SharingError> {
    Sender::parse(&input.sender_name, &input.sender_email, input.message.as_deref())
        .map_err(SharingError::Incomplete)
}

pub(super) fn named(name: &str, email: &str) -> AuditActor {
    AuditActor::Client { name: Some(name.to_owned()), email: Some(email.to_owned()) }
}

/// Adds the client's message to the proposal's chat, where the team reads it.
async fn say(
    app: &App,
    tx: &TenantTx,
    before: &AnsweredProposal,
    sender: &Sender,
    message: &str,
    block_id: Option<Uuid>,
) -> Result<(), DbErr> {
    let row = chat_messages::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(app.new_id()),
        proposal_id: Set(before.row.id),
        role: Set("user".to_owned()),
        content: Set(message.to_owned()),
        sender_name: Set(Some(sender.name.clone())),
        sender_email: Set(Some(sender.email.clone())),
        block_id: Set(block_id),
        created_at: Set(app.now()),
        ..Default::default()
    };
    proposals::messages::insert(tx, row).await
}
