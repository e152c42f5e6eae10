//! Sending a proposal to its client, and sending reminders.

use chrono::{DateTime, Utc};
use proffer_domain::{
    audit::{Actor, EventKind},
    proposal::{Event, InvalidTransition, Status, TransitionRefusal},
    revision::Frozen,
    sending::{Recipient, ReminderInput, SendInput},
};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    error::SharingError,
    sending_mails::{self, Envelope},
    sending_types::{RemindInput, SentProposal},
};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::{
        deliveries::{self, Delivery, MailKind},
        proposals::{
            ProposalError,
            service::{self as proposals, Change, Proposal, editing, life, trail},
        },
    },
    mail,
};

/// Freezes a proposal and mails its link, all in one transaction: the second of two clicks finds it already
/// sent.
pub async fn send(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    input: SendInput,
) -> Result<SentProposal, SharingError> {
    let sending = input.validate()?;
    let row = proposals::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    tx.about(id, &row.title);
    let row = life::note_expiry(app, &tx, row).await?;
    let row = match sending.valid_until {
        Some(until) => editing::renew(app, &tx, principal, row, until).await?,
        None => row,
    };
    let sent = life::send(app, &tx, principal, row, Some(&sending)).await?;
    let envelope =
        Envelope { frozen: &sent.kept.frozen, to: &sending.to, reply_to: Some(principal.email.clone()) };
    let mail =
        sending_mails::proposal(app, &envelope, sending.subject.as_deref(), sending.message.as_deref());
    let mail = deliveries::enqueue(app, &tx, id, MailKind::Proposal, &mail).await?;
    tx.commit().await?;
    Ok(SentProposal { url: mail::shared_page(app, &sent.share_token), share_token: sent.share_token, mail })
}

/// Mails the link again at a member's request, independently of the schedule.
pub async fn remind(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    input: &RemindInput,
) -> Result<Delivery, SharingError> {
    let row = proposals::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    tx.about(id, &row.title);
    if let Some(entry) = tx.audit_entry() {
        entry.action("remind");
    }
    let status = proposals::status(&row.status, row.valid_until, app.now())?;
    if status != Status::Pending {
        let refusal =
            InvalidTransition { from: status, event: Event::Send, reason: TransitionRefusal::State };
        return Err(ProposalError::from(refusal).into());
    }
    if row.share_token_hash.is_none() {
        return Err(SharingError::LinkRevoked);
    }
    let ReminderInput { to, message } =
        ReminderInput::parse(&recipient(&row), input.recipient_email.as_deref(), input.message.as_deref())?;
    if row.recipient_email.as_ref() != Some(&to.email) {
        let change = Change {
            recipient_email: Set(Some(to.email.clone())),
            updated_at: Set(app.now()),
            ..Default::default()
        };
        proposals::update(&tx, id, change).await?;
    }
    let revision_id =
        row.sent_revision_id.ok_or_else(|| Failure::internal("a sent proposal without its revision"))?;
    let (frozen, sent_at) = revision(&tx, revision_id).await?;
    let envelope = Envelope { frozen: &frozen, to: &to, reply_to: Some(principal.email.clone()) };
    let reminder = Reminder { envelope, sent_at, message: message.as_deref(), by: trail::member(principal) };
    let mail = enqueue_reminder(app, &tx, id, reminder).await?;
    tx.commit().await?;
    Ok(mail)
}

/// The recipient of a proposal, as far as it is known.
pub(super) fn recipient(row: &Proposal) -> Recipient {
    Recipient {
        name: row.recipient_name.clone().unwrap_or_default(),
        email: row.recipient_email.clone().unwrap_or_default(),
    }
}

/// The frozen content, and when it was sent.
pub(super) async fn revision(tx: &TenantTx, id: Uuid) -> Result<(Frozen, DateTime<Utc>), Failure> {
    let revision = proposals::revision(tx, id)
        .await?
        .ok_or_else(|| Failure::internal("a sent proposal without its revision"))?;
    Ok((serde_json::from_str(&revision.canonical).map_err(Failure::internal)?, revision.created_at))
}

/// A reminder and its origin.
pub(super) struct Reminder<'a> {
    pub envelope: Envelope<'a>,
    pub sent_at: DateTime<Utc>,
    pub message: Option<&'a str>,
    pub by: Actor,
}

/// Enqueues a reminder mail and records it in the audit trail.
pub(super) async fn enqueue_reminder(
    app: &App,
    tx: &TenantTx,
    id: Uuid,
    reminder: Reminder<'_>,
) -> Result<Delivery, Failure> {
    let Reminder { envelope, sent_at, message, by } = reminder;
    let payload =
        serde_json::json!({ "revision": envelope.frozen.number, "recipientEmail": envelope.to.email });
    trail::append(app, tx, id, EventKind::Reminded, by, payload).await?;
    let mail = sending_mails::reminder(app, tx.workspace_id(), &envelope, sent_at, message);
    deliveries::enqueue(app, tx, id, MailKind::Reminder, &mail).await
}
