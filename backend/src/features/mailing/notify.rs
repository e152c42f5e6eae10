//! Notifying the team: a row for each recipient, and a mail if they want one.

use proffer_domain::notification::{self, Channels};
use proffer_store::{Scope, TenantTx, entity::jobs as job_rows};
use sea_orm::{ActiveValue::Set, EntityTrait as _};
use uuid::Uuid;

use super::notification_mails::{self as mails, NotificationContext};
use crate::{
    access::plan,
    app::App,
    failure::Failure,
    features::{
        companies::design,
        deliveries::{self, MailKind},
        notifications::{jobs::Notify, service as store},
        proposals::service as proposals,
        team::{self, ActiveMember},
    },
    jobs::{self, Job, JobContext, JobError},
};

impl Job for Notify {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        Ok(notify_recipients(context, &self).await?)
    }
}

/// Notifies all recipients in one transaction: it inserts a row for each, under the id of the job, and
/// enqueues the mail with it. A repeated job finds the rows and notifies no one twice.
async fn notify_recipients(context: &JobContext, notify: &Notify) -> Result<(), Failure> {
    let app = &context.app;
    // Names and addresses belong to no tenant, so the system role reads them before the transaction begins.
    let members = team::active_members(app, context.workspace_id).await?;
    let tx = TenantTx::begin(app.db.app(), Scope::workspace(context.workspace_id)).await?;
    let Some(job) =
        job_rows::Entity::find_by_id((context.workspace_id, context.job_id)).one(tx.conn()).await?
    else {
        return Ok(());
    };
    let proposal = match notify.proposal_id {
        Some(id) => proposals::find(&tx, id).await?,
        None => None,
    };
    if notify.proposal_id.is_some() && proposal.is_none() {
        // The proposal was deleted in the meantime, so there is nothing to notify about.
        return Ok(());
    }
    let facts: Vec<_> =
        members.iter().map(|one| notification::TeamMember { user_id: one.user_id, role: one.role }).collect();
    let recipients = notification::recipients(
        notify.kind,
        proposal.as_ref().map(|row| row.created_by),
        notify.except,
        &facts,
    );
    let plan = plan::current_plan(tx.conn(), tx.workspace_id()).await?;
    let event = NotificationContext {
        notify,
        proposal: proposal.as_ref(),
        actor: find(&members, notify.except),
        plan,
        at: job.created_at,
    };
    let brand = design::mail_brand(&tx).await?;
    for person in recipients.into_iter().filter_map(|user_id| find(&members, Some(user_id))) {
        let ways = store::ways(&tx, person.user_id, notify.kind).await?;
        if !store::insert(&tx, row(app, &tx, context.job_id, person, &event, ways)).await? || !ways.by_mail {
            continue;
        }
        let mail = mails::notification(app, tx.workspace_id(), &event, person, brand.clone());
        match notify.proposal_id {
            Some(id) => {
                let kind = if notify.with_document { MailKind::Evidence } else { MailKind::Notification };
                deliveries::enqueue(app, &tx, id, kind, &mail).await?;
            }
            None => {
                jobs::enqueue(app, tx.conn(), tx.workspace_id(), &mail).await?;
            }
        }
    }
    Ok(tx.commit().await?)
}

pub(super) fn find(members: &[ActiveMember], user_id: Option<Uuid>) -> Option<&ActiveMember> {
    members.iter().find(|one| Some(one.user_id) == user_id)
}

fn row(
    app: &App,
    tx: &TenantTx,
    cause_id: Uuid,
    person: &ActiveMember,
    event: &NotificationContext<'_>,
    ways: Channels,
) -> store::NewRow {
    store::NewRow {
        workspace_id: Set(tx.workspace_id()),
        id: Set(app.new_id()),
        user_id: Set(person.user_id),
        cause_id: Set(cause_id),
        kind: Set(event.notify.kind.as_str().to_owned()),
        proposal_id: Set(event.notify.proposal_id),
        subject: Set(event.notify.subject.clone()),
        actor: Set(event.notify.actor.clone()),
        words: Set(event.notify.words.clone()),
        listed: Set(ways.in_app),
        created_at: Set(event.at),
        read_at: Set(None),
    }
}
