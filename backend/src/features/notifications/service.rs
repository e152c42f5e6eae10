//! Telling the team, and what somebody has been told.

use proffer_domain::notification::{self, Channels, NotificationEvent};
use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait as _};
use uuid::Uuid;

use super::{
    api::{Notification, NotificationPreference, Unread},
    jobs::Notify,
    mails::{self, News},
    store,
    unsubscribe::Subscription,
};
use crate::{
    app::App,
    db::{Scope, TenantTx, audit, entity::jobs as job_rows},
    features::{
        billing::service as billing,
        companies::design,
        proposals::service as proposals,
        sharing::deliveries::{self, MailKind},
        workspaces::service::members::{self, Colleague},
    },
    http::{
        auth,
        authz::{Action, Object},
        caller::Caller,
        paging::{Cursor, Page},
        problem::Problem,
        stale,
    },
    jobs::{self, JobContext},
};

/// The most that is marked as read by id at once: a page of the list.
const READ_MAX: usize = 100;

/// Has the team told, after the transaction that causes it: a job finds out whom, in which way, and tells each once.
pub async fn announce(app: &App, tx: &TenantTx, news: Notify) -> Result<(), Problem> {
    announce_on(app, tx.conn(), tx.workspace_id(), news).await
}

/// The same where accounts are concerned and the transaction is the system role's, which has entered the workspace.
pub async fn announce_on(app: &App, conn: &impl ConnectionTrait, workspace_id: Uuid, news: Notify) -> Result<(), Problem> {
    jobs::enqueue(app, conn, workspace_id, &news).await?;
    Ok(())
}

/// Tells whom it concerns, all in one transaction: a row for each of them, under the id of the job, and the mail with the row. A job
/// that runs again finds the rows and tells nobody twice.
pub(super) async fn tell(context: &JobContext, notify: &Notify) -> Result<(), Problem> {
    let app = &context.app;
    // Names and addresses are nobody's tenant's: the system role reads them, before the transaction begins.
    let team = members::colleagues(app, context.workspace_id).await?;
    let tx = TenantTx::begin(app.db.app(), Scope::workspace(context.workspace_id)).await?;
    let Some(job) = job_rows::Entity::find_by_id((context.workspace_id, context.job_id)).one(tx.conn()).await? else { return Ok(()) };
    let proposal = match notify.proposal_id {
        Some(id) => proposals::find(&tx, id).await?,
        None => None,
    };
    if notify.proposal_id.is_some() && proposal.is_none() {
        // It was deleted meanwhile, and what happened to it with it.
        return Ok(());
    }
    let facts: Vec<_> = team.iter().map(|one| notification::TeamMember { user_id: one.user_id, role: one.role }).collect();
    let told = notification::told(notify.kind, proposal.as_ref().map(|row| row.created_by), notify.except, &facts);
    let plan = billing::current_plan(tx.conn(), tx.workspace_id()).await?;
    let news = News { notify, proposal: proposal.as_ref(), doer: find(&team, notify.except), plan, at: job.created_at };
    let brand = design::mail_brand(&tx).await?;
    for person in told.into_iter().filter_map(|user_id| find(&team, Some(user_id))) {
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

fn find(team: &[Colleague], user_id: Option<Uuid>) -> Option<&Colleague> {
    team.iter().find(|one| Some(one.user_id) == user_id)
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

/// A page of what that person was told, newest first.
pub async fn list(tx: &TenantTx, user_id: Uuid, page: Page) -> Result<(Vec<Notification>, Option<Cursor>), Problem> {
    let (rows, next) = store::list(tx, user_id, page).await?;
    Ok((rows.into_iter().map(shown).collect::<Result<_, _>>()?, next))
}

/// How much of it is unread.
pub async fn unread(tx: &TenantTx, user_id: Uuid) -> Result<Unread, Problem> {
    let newest = store::list(tx, user_id, Page { limit: 1, after: None }).await?.0.pop();
    Ok(Unread { unread: store::unread(tx, user_id).await?, newest: newest.map(shown).transpose()? })
}

/// Notes what that person has read: those, or all. What is not theirs is as good as not there.
pub async fn read(app: &App, tx: TenantTx, user_id: Uuid, ids: Option<Vec<Uuid>>) -> Result<Unread, Problem> {
    if ids.as_ref().is_some_and(|ids| ids.len() > READ_MAX) {
        let message = format!("Name at most {READ_MAX}, or none to mean all of them");
        return Err(Problem::invalid(vec![proffer_domain::field_error::FieldError::new("ids", "too_many", message)]));
    }
    store::mark_read(&tx, user_id, ids, app.now()).await?;
    let unread = unread(&tx, user_id).await?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("read");
    }
    tx.commit().await?;
    Ok(unread)
}

/// What that person wants to hear of, every kind in its order.
pub async fn preferences(tx: &TenantTx, user_id: Uuid) -> Result<Vec<NotificationPreference>, Problem> {
    let chosen = store::preferences(tx, user_id).await?;
    Ok(notification::preferences(&chosen).into_iter().map(|(kind, ways)| preference(kind, ways)).collect())
}

fn preference(kind: NotificationEvent, ways: Channels) -> NotificationPreference {
    NotificationPreference { kind: kind.into(), in_app: ways.in_app, by_mail: ways.by_mail, etag: Some(stale::etag(&ways)) }
}

/// Keeps what that person wants to hear of; what they do not name stays as it is.
pub async fn save_preferences(
    app: &App,
    tx: TenantTx,
    user_id: Uuid,
    input: &[NotificationPreference],
) -> Result<Vec<NotificationPreference>, Problem> {
    let chosen: Vec<_> =
        input.iter().map(|one| (NotificationEvent::from(one.kind), Channels { in_app: one.in_app, by_mail: one.by_mail })).collect();
    notification::choices(&chosen)?;
    store::lock_preferences(&tx, user_id).await?;
    for ((kind, wanted), one) in chosen.into_iter().zip(input) {
        let ways = stale::merged(one.etag.as_deref(), &store::ways(&tx, user_id, kind).await?, &wanted)?;
        store::prefer(&tx, user_id, kind, ways, app.now()).await?;
    }
    let all = preferences(&tx, user_id).await?;
    tx.commit().await?;
    Ok(all)
}

fn shown(row: store::Row) -> Result<Notification, Problem> {
    Ok(Notification {
        id: row.id,
        kind: row.kind.parse::<NotificationEvent>().map_err(Problem::internal)?.into(),
        proposal_id: row.proposal_id,
        subject: row.subject,
        actor: row.actor,
        words: row.words,
        created_at: row.created_at.into(),
        read_at: row.read_at.map(Into::into),
    })
}

/// Ends what the link of a mail is for, and says in words what that was. Who does it twice, or where nothing is left of what it was
/// about, is told the same.
pub async fn unsubscribe(app: &App, caller: &Caller, token: &str) -> Result<String, Problem> {
    auth::may_anonymously(app, Action::Unsubscribe, Object::Notifications)?;
    match super::unsubscribe::open(app, token).ok_or_else(no_link)? {
        Subscription::Notifications { workspace_id, user_id, kind } => {
            if let Some(person) = find(&members::colleagues(app, workspace_id).await?, Some(user_id)) {
                mail_no_more(app, caller, workspace_id, person, kind).await?;
            }
            Ok(format!("You will get no more mails when {}.", when(kind)))
        }
        Subscription::Reminders { workspace_id, proposal_id } => {
            remind_no_more(app, caller, workspace_id, proposal_id).await?;
            Ok("You will get no more reminders about this proposal.".to_owned())
        }
    }
}

/// Altered, cut off, or none at all.
fn no_link() -> Problem {
    Problem::not_found("unsubscribe_link_invalid", "This link does not work. Please use the whole link of the mail.")
}

async fn mail_no_more(app: &App, caller: &Caller, workspace_id: Uuid, person: &Colleague, kind: NotificationEvent) -> Result<(), Problem> {
    let scope = Scope { workspace_id, user_id: Some(person.user_id), guest_proposal_id: None };
    let actor = actor(audit::ActorKind::Person, Some(person.user_id), person.name.clone(), caller);
    let tx = auth::by_mailed_link(app, Action::Unsubscribe, Object::Notifications, scope, actor).await?;
    let ways = store::ways(&tx, person.user_id, kind).await?;
    store::prefer(&tx, person.user_id, kind, Channels { by_mail: false, ..ways }, app.now()).await?;
    tx.about(person.user_id, when(kind));
    Ok(tx.commit().await?)
}

async fn remind_no_more(app: &App, caller: &Caller, workspace_id: Uuid, proposal_id: Uuid) -> Result<(), Problem> {
    let scope = Scope { workspace_id, user_id: None, guest_proposal_id: Some(proposal_id) };
    let actor = actor(audit::ActorKind::Client, None, "Client".to_owned(), caller);
    let tx = auth::by_mailed_link(app, Action::Unsubscribe, Object::Notifications, scope, actor).await?;
    if let Some(title) = proposals::remind_no_more(&tx, proposal_id).await? {
        tx.about(proposal_id, title);
        if let Some(entry) = tx.audit_entry() {
            entry.action("end_reminders");
        }
        tx.commit().await?;
    }
    Ok(())
}

fn actor(kind: audit::ActorKind, id: Option<Uuid>, name: String, caller: &Caller) -> audit::Actor {
    audit::Actor { kind, id, name, ip: caller.ip.clone(), user_agent: caller.user_agent.clone() }
}

fn when(kind: NotificationEvent) -> &'static str {
    match kind {
        NotificationEvent::Viewed => "a proposal is viewed",
        NotificationEvent::ChangesRequested => "a client asks for changes",
        NotificationEvent::Signed => "a proposal is signed",
        NotificationEvent::Declined => "a proposal is declined",
        NotificationEvent::Expiring => "a proposal is about to expire",
        NotificationEvent::Expired => "a proposal has expired",
        NotificationEvent::MemberJoined => "somebody joins the team",
        NotificationEvent::TrialEnding => "the trial is about to end",
        NotificationEvent::PaymentFailed => "a payment fails",
        NotificationEvent::PlanEnded => "the trial or the subscription has ended",
    }
}
