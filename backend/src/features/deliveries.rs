//! Mails about a proposal, and their delivery state.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use proffer_store::{TenantTx, entity::mails};
use sea_orm::{ActiveValue::Set, DbBackend, EntityTrait, FromQueryResult, Statement};
use uuid::Uuid;

use crate::{app::App, failure::Failure, jobs, mail::SendMail, wire::Timestamp};

/// The purpose of a mail about a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
#[oai(rename_all = "snake_case")]
pub enum MailKind {
    /// The proposal's link, to the client.
    Proposal,
    /// The link again, as a reminder.
    Reminder,
    /// The confirmation of the client's response, to the client.
    Answer,
    /// The evidence of a signature.
    Evidence,
    /// A notification to a member of the team.
    Notification,
}

impl MailKind {
    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }

    const ALL: [Self; 5] = [Self::Proposal, Self::Reminder, Self::Answer, Self::Evidence, Self::Notification];
}

/// The delivery state of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DeliveryState {
    /// It is waiting for its first or another attempt.
    Queued,
    /// The mail server accepted it. Whether it reached the recipient is not known.
    Delivered,
    /// It was refused permanently, or all attempts failed.
    Failed,
}

impl DeliveryState {
    /// The delivery state for the state of the mail's job. A mail counts as delivered only after the server
    /// has accepted it.
    fn of_job(state: &str) -> Self {
        match state {
            "done" => Self::Delivered,
            "failed" => Self::Failed,
            _ => Self::Queued,
        }
    }
}

/// A mail about a proposal.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Delivery {
    /// The mail's id.
    pub id: Uuid,
    /// The purpose of the mail.
    pub kind: MailKind,
    /// The recipient's name; may be empty.
    pub to_name: String,
    /// The recipient's email address.
    pub to_email: String,
    /// The subject.
    pub subject: String,
    /// The delivery state.
    pub state: DeliveryState,
    /// Why it failed, or why it has to be retried.
    pub reason: Option<String>,
    /// The number of attempts so far.
    pub attempts: i32,
    /// When the mail was created.
    pub created_at: Timestamp,
    /// When it was accepted or failed permanently.
    pub settled_at: Option<Timestamp>,
}

/// Enqueues a mail about a proposal in the transaction of its cause, and records it for the proposal.
pub async fn enqueue(
    app: &App,
    tx: &TenantTx,
    proposal_id: Uuid,
    kind: MailKind,
    mail: &SendMail,
) -> Result<Delivery, Failure> {
    let id = jobs::enqueue(app, tx.conn(), tx.workspace_id(), mail).await?;
    let row = mails::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        proposal_id: Set(proposal_id),
        kind: Set(kind.as_str().to_owned()),
        to_name: Set(mail.to_name.clone()),
        to_email: Set(mail.to.clone()),
        subject: Set(mail.content.subject.clone()),
        created_at: Set(app.now()),
    };
    mails::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(Delivery {
        id,
        kind,
        to_name: mail.to_name.clone(),
        to_email: mail.to.clone(),
        subject: mail.content.subject.clone(),
        state: DeliveryState::Queued,
        reason: None,
        attempts: 0,
        created_at: app.now().into(),
        settled_at: None,
    })
}

#[derive(Debug, FromQueryResult)]
struct Row {
    id: Uuid,
    kind: String,
    to_name: String,
    to_email: String,
    subject: String,
    created_at: DateTime<Utc>,
    state: String,
    last_error: Option<String>,
    attempts: i32,
    finished_at: Option<DateTime<Utc>>,
}

/// All mails about a proposal with their delivery state, newest first.
pub async fn of_proposal(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<Delivery>, Failure> {
    let rows = Row::find_by_statement(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "SELECT m.id, m.kind, m.to_name, m.to_email, m.subject, m.created_at, j.state, j.last_error, j.attempts, j.finished_at
         FROM mails m JOIN jobs j ON j.workspace_id = m.workspace_id AND j.id = m.id
         WHERE m.workspace_id = $1 AND m.proposal_id = $2
         ORDER BY m.created_at DESC, m.id DESC",
        [tx.workspace_id().into(), proposal_id.into()],
    ))
    .all(tx.conn())
    .await?;
    rows.into_iter().map(Delivery::try_from).collect()
}

impl TryFrom<Row> for Delivery {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let kind = MailKind::ALL.into_iter().find(|kind| kind.as_str() == row.kind);
        Ok(Self {
            id: row.id,
            kind: kind.ok_or_else(|| Failure::internal("a mail of no known kind"))?,
            to_name: row.to_name,
            to_email: row.to_email,
            subject: row.subject,
            state: DeliveryState::of_job(&row.state),
            reason: row.last_error,
            attempts: row.attempts,
            created_at: row.created_at.into(),
            settled_at: row.finished_at.map(Into::into),
        })
    }
}
