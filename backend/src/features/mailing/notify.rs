//! Notifying the team: a row for each recipient, and a mail if they want one.

use proffer_domain::notification::{self, Channels};
use proffer_store::{Scope, TenantTx, entity::jobs as job_rows};
use sea_orm::{ActiveValue::Set, EntityTrait as _};
use uuid::Uuid;

use super::notification_mails::{self as mails, News};
use crate::{
    access::plan,
    app::App,
    failure::Failure,
    features::{
        companies::design,
        deliveries::{self, MailKind},
        notifications::{jobs::Notify, service as store},
        proposals::service as proposals,
        team::{self, Colleague},
    },
    jobs::{self, Job, JobContext, JobError},
};

impl Job for Notify {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        Ok(tell(context, &self).await?)
    }
}

/// Notifies all recipients in one transaction: it inserts a row for each, under the id of the job, and
/// enqueues the mail with it. A repeated job finds the rows and notifies no one twice.
async fn tell(context: &JobContext, notify: &Notify) -> Result<(), Failure> {
    let app = &context.app;
    // Names and addresses belong to no tenant, so the system role reads them before the transaction begins.
    let colleagues = team::colleagues(app, context.workspace_id).await?;
    let tx = TenantTx::begin(app.db.app(), Scope::workspace(context.workspace_id)).await?;
    let Some(job) = job_rows::Entity::find_by_id((context.workspace_id, context.job_id)).one(tx.conn()).await? else { return Ok(()) };
    let proposal = match notify.proposal_id {
        Some(id) => proposals::find(&tx, id).await?,
        None => None,
    };
    if notify.proposal_id.is_some() && proposal.is_none() {
        // The proposal was deleted in the meantime, so there is nothing to notify about.
        return Ok(());
    }
    let facts: Vec<_> = colleagues.iter().map(|one| notification::TeamMember { user_id: one.user_id, role: one.role }).collect();
    let told = notification::told(notify.kind, proposal.as_ref().map(|row| row.created_by), notify.except, &facts);
    let plan = plan::current_plan(tx.conn(), tx.workspace_id()).await?;
    let news = News { notify, proposal: proposal.as_ref(), doer: find(&colleagues, notify.except), plan, at: job.created_at };
    let brand = design::mail_brand(&tx).await?;
    for person in told.into_iter().filter_map(|user_id| find(&colleagues, Some(user_id))) {
        let ways = store::ways(&tx, person.user_id, notify.kind).await?;
        if !store::insert(&tx, row(app, &tx, context.job_id, person, &news, ways)).await? || !ways.by_mail {
            continue;
        }
        let mail = mails::notification(app, tx.workspace_id(), &news, person, brand.clone());
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

pub(super) fn find(colleagues: &[Colleague], user_id: Option<Uuid>) -> Option<&Colleague> {
    colleagues.iter().find(|one| Some(one.user_id) == user_id)
}

fn row(app: &App, tx: &TenantTx, cause_id: Uuid, person: &Colleague, news: &News<'_>, ways: Channels) -> store::NewRow {
    store::NewRow {
        workspace_id: Set(tx.workspace_id()),
        id: Set(app.new_id()),
        user_id: Set(person.user_id),
        cause_id: Set(cause_id),
        kind: Set(news.notify.kind.as_str().to_owned()),
        proposal_id: Set(news.notify.proposal_id),
        subject: Set(news.notify.subject.clone()),
        actor: Set(news.notify.actor.clone()),
        words: Set(news.notify.words.clone()),
        listed: Set(ways.in_app),
        created_at: Set(news.at),
        read_at: Set(None),
    }
}
