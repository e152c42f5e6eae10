//! Scheduled jobs of a proposal that is with its client: reminders, a warning before it expires, and the
//! expiry.
//!
//! Each is scheduled when the proposal is sent, and checks when it runs whether it still applies. No job is
//! ever removed from the schedule: after a resend, a response, a withdrawal or a new date it does nothing.

use proffer_domain::{
    audit::Actor,
    notification::NotificationEvent,
    sending::{ReminderConditions, reminds},
};
use proffer_store::TenantTx;

use super::{
    sending::{self, Reminder},
    sending_mails::{self, Envelope},
    store,
};
use crate::{
    app::App,
    failure::Failure,
    features::{
        notifications::{self, jobs::Notify},
        proposals::{
            service::{self as proposals, life},
            tasks::{ExpireProposal, NotifyExpiring, RemindClient},
        },
    },
    jobs::{Job, JobContext, JobError},
};

impl Job for RemindClient {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let tx = context.tx().await?;
        if context.settle(&tx).await? {
            self.remind(&context.app, &tx).await?;
        }
        Ok(tx.commit().await?)
    }
}

impl RemindClient {
    async fn remind(&self, app: &App, tx: &TenantTx) -> Result<(), Failure> {
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
        let envelope =
            Envelope { frozen: &frozen, to: &to, reply_to: store::recipient(tx, row.created_by).await? };
        let reminder = Reminder { envelope, sent_at, message: None, by: Actor::System };
        sending::enqueue_reminder(app, tx, row.id, reminder).await.map(drop)
    }
}

impl Job for NotifyExpiring {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let tx = context.tx().await?;
        if context.settle(&tx).await? {
            self.warn(&context.app, &tx).await?;
        }
        Ok(tx.commit().await?)
    }
}

impl NotifyExpiring {
    async fn warn(&self, app: &App, tx: &TenantTx) -> Result<(), Failure> {
        let Some(row) = proposals::find_for_update(tx, self.proposal_id).await? else { return Ok(()) };
        let status = proposals::status(&row.status, row.valid_until, app.now())?;
        let as_planned =
            row.sent_revision_id == Some(self.revision_id) && row.valid_until == Some(self.valid_until);
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

impl Job for ExpireProposal {
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
