//! What time brings to a proposal that is with its client: reminders, a warning that its validity ends, and that end.
//!
//! Each is planned when the proposal is sent, and looks when its time has come whether it still applies. Nothing is ever taken
//! out of the schedule: what was sent again, answered, taken back or given another date finds that it does not.

use chrono::{DateTime, Utc};
use proffer_domain::{
    audit::Actor,
    notification::NotificationEvent,
    sending::{Plan, REMINDERS, ReminderConditions, reminds},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    sending::{self, Reminder},
    sending_mails::{self, Envelope},
    store,
};
use crate::{
    app::App,
    db::TenantTx,
    features::{
        notifications::{self, jobs::Notify},
        proposals::{
            service::{self as proposals, life},
            store::rows::Proposal,
        },
    },
    http::problem::Problem,
    jobs::{self, Job, JobContext, JobError},
};

/// Plans what time brings to a proposal that was sent just now with that revision.
pub async fn plan(app: &App, tx: &TenantTx, row: &Proposal, revision_id: Uuid) -> Result<(), Problem> {
    let (now, proposal_id) = (app.now(), row.id);
    if row.recipient_email.is_some() {
        for (number, after) in REMINDERS.into_iter().enumerate() {
            let job = RemindClient { proposal_id, revision_id, number };
            jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &job, now + after).await?;
        }
    }
    let Some(valid_until) = row.valid_until else { return Ok(()) };
    let plan = Plan::of(now, row.valid_until);
    if let Some(at) = plan.warning {
        let job = WarnOfExpiry { proposal_id, revision_id, valid_until };
        jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &job, at).await?;
    }
    if let Some(at) = plan.expiry {
        jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &ExpireProposal { proposal_id, valid_until }, at).await?;
    }
    Ok(())
}

/// Reminds the client of a proposal.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemindClient {
    /// Which.
    pub proposal_id: Uuid,
    /// The revision that the client had when this was planned.
    pub revision_id: Uuid,
    /// Which reminder, counted from 0.
    pub number: usize,
}

impl Job for RemindClient {
    const TASK: &'static str = "remind_client";

    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let tx = context.tx().await?;
        if context.settle(&tx).await? {
            self.remind(&context.app, &tx).await?;
        }
        Ok(tx.commit().await?)
    }
}

impl RemindClient {
    async fn remind(&self, app: &App, tx: &TenantTx) -> Result<(), Problem> {
        let Some(row) = proposals::find_for_update(tx, self.proposal_id).await? else { return Ok(()) };
        let (frozen, sent_at) = sending::revision(tx, self.revision_id).await?;
        let conditions = ReminderConditions {
            status: proposals::status(&row.status, row.valid_until, app.now())?,
            same_revision: row.sent_revision_id == Some(self.revision_id),
            reminders: row.reminders,
            has_link: row.share_token_hash.is_some(),
            has_recipient: row.recipient_email.is_some(),
            sent_at,
            now: app.now(),
        };
        if !reminds(self.number, &conditions) {
            return Ok(());
        }
        let to = sending::recipient(&row);
        let envelope = Envelope { frozen: &frozen, to: &to, reply_to: store::recipient(tx, row.created_by).await? };
        let reminder = Reminder { envelope, sent_at, message: None, by: Actor::System };
        sending::enqueue_reminder(app, tx, row.id, reminder).await.map(drop)
    }
}

/// Tells the team that the validity of a proposal ends soon.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WarnOfExpiry {
    /// Which.
    pub proposal_id: Uuid,
    /// The revision that the client had when this was planned.
    pub revision_id: Uuid,
    /// When it ended then.
    pub valid_until: DateTime<Utc>,
}

impl Job for WarnOfExpiry {
    const TASK: &'static str = "warn_of_expiry";

    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let tx = context.tx().await?;
        if context.settle(&tx).await? {
            self.warn(&context.app, &tx).await?;
        }
        Ok(tx.commit().await?)
    }
}

impl WarnOfExpiry {
    async fn warn(&self, app: &App, tx: &TenantTx) -> Result<(), Problem> {
        let Some(row) = proposals::find_for_update(tx, self.proposal_id).await? else { return Ok(()) };
        let status = proposals::status(&row.status, row.valid_until, app.now())?;
        let as_planned = row.sent_revision_id == Some(self.revision_id) && row.valid_until == Some(self.valid_until);
        if !as_planned || !status.awaits_client() {
            return Ok(());
        }
        let news = Notify {
            kind: NotificationEvent::Expiring,
            proposal_id: Some(row.id),
            subject: row.title,
            actor: None,
            words: Some(format!("It can be accepted until {}.", sending_mails::moment(self.valid_until))),
            except: None,
            with_document: false,
        };
        notifications::service::announce(app, tx, news).await
    }
}

/// Writes down that the validity of a proposal has ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExpireProposal {
    /// Which.
    pub proposal_id: Uuid,
    /// When it ended when this was planned.
    pub valid_until: DateTime<Utc>,
}

impl Job for ExpireProposal {
    const TASK: &'static str = "expire_proposal";

    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let tx = context.tx().await?;
        if context.settle(&tx).await? {
            let row = proposals::find_for_update(&tx, self.proposal_id).await?;
            if let Some(row) = row.filter(|row| row.valid_until == Some(self.valid_until)) {
                life::note_expiry(&context.app, &tx, row).await?;
            }
        }
        Ok(tx.commit().await?)
    }
}
