//! Unsubscribing from one kind of mail, with the link in such a mail.

use proffer_domain::notification::{Channels, NotificationEvent};
use proffer_store::{Scope, audit};
use uuid::Uuid;

use super::{error::MailingError, notify::find};
use crate::{
    access,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::{
        notifications::service as store,
        proposals::service as proposals,
        team::{self, ActiveMember},
    },
    http::caller::Caller,
    mail::unsubscribe::{self, Subscription},
};

/// Ends the subscription of a mail's link, and returns its description. The result is the same if it is
/// repeated, or if the subject no longer exists.
pub async fn unsubscribe(app: &App, caller: &Caller, token: &str) -> Result<String, MailingError> {
    access::may_anonymously(app, Action::Unsubscribe, Object::Notifications)?;
    match unsubscribe::open(app, token).ok_or(MailingError::InvalidLink)? {
        Subscription::Notifications { workspace_id, user_id, kind } => {
            if let Some(person) = find(&team::active_members(app, workspace_id).await?, Some(user_id)) {
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

async fn mail_no_more(
    app: &App,
    caller: &Caller,
    workspace_id: Uuid,
    person: &ActiveMember,
    kind: NotificationEvent,
) -> Result<(), Failure> {
    let scope = Scope { workspace_id, user_id: Some(person.user_id), guest_proposal_id: None };
    let actor = actor(audit::ActorKind::Person, Some(person.user_id), person.name.clone(), caller);
    let tx = access::by_mailed_link(app, Action::Unsubscribe, Object::Notifications, scope, actor).await?;
    let ways = store::ways(&tx, person.user_id, kind).await?;
    store::prefer(&tx, person.user_id, kind, Channels { by_mail: false, ..ways }, app.now()).await?;
    tx.about(person.user_id, when(kind));
    Ok(tx.commit().await?)
}

async fn remind_no_more(
    app: &App,
    caller: &Caller,
    workspace_id: Uuid,
    proposal_id: Uuid,
) -> Result<(), Failure> {
    let scope = Scope { workspace_id, user_id: None, guest_proposal_id: Some(proposal_id) };
    let actor = actor(audit::ActorKind::Client, None, "Client".to_owned(), caller);
    let tx = access::by_mailed_link(app, Action::Unsubscribe, Object::Notifications, scope, actor).await?;
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
        NotificationEvent::MemberJoined => "a person joins the team",
        NotificationEvent::TrialEnding => "the trial is about to end",
        NotificationEvent::PaymentFailed => "a payment fails",
        NotificationEvent::PlanEnded => "the trial or the subscription has ended",
    }
}
