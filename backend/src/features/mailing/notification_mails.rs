//! The texts of notification mails to the team.

use chrono::{DateTime, Utc};
use proffer_adapters::mail::{Action, MailBrand, MailContent};
use proffer_domain::{
    mail,
    notification::NotificationEvent,
    subscription::{EndedPlan, GRACE, Plan, SEAT_PRICE_USD},
    team::Role,
};
use uuid::Uuid;

use crate::{
    app::App,
    features::{notifications::jobs::Notify, proposals::service::Proposal, team::ActiveMember},
    mail::{SealedAttachment, SendMail, unsubscribe::Subscription},
};

/// The longest title in a file name, in characters.
pub const FILE_NAME_MAX: usize = 80;
/// What still works after the plan has ended, and what does not.
const READ_ONLY: &str =
    "proposals and clients can still be read, shared, signed and exported, but not created or changed.";

/// An event and its context.
pub struct NotificationContext<'a> {
    /// The notification.
    pub notify: &'a Notify,
    /// The current proposal.
    pub proposal: Option<&'a Proposal>,
    /// The member who caused the event, if one did.
    pub actor: Option<&'a ActiveMember>,
    /// The plan of the workspace.
    pub plan: Plan,
    /// When the event happened.
    pub at: DateTime<Utc>,
}

/// The notification mail to one member.
pub fn notification(
    app: &App,
    workspace_id: Uuid,
    context: &NotificationContext<'_>,
    to: &ActiveMember,
    brand: Option<MailBrand>,
) -> SendMail {
    let Notify { kind, proposal_id, words, with_document, .. } = context.notify;
    let MailText { subject, heading, first, advice } = said(context, to.role);
    let lines = words
        .iter()
        .flat_map(|words| words.lines())
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned);
    let attached = with_document
        .then(|| "The sealed document is attached: what was signed, with its certificate.".to_owned());
    let subscription = Subscription::Notifications { workspace_id, user_id: to.user_id, kind: *kind };
    SendMail {
        kind: mail::MailPurpose::Notification,
        to: to.email.clone(),
        to_name: to.name.clone(),
        content: MailContent {
            subject,
            heading,
            paragraphs: std::iter::once(first).chain(lines).chain(attached).chain(advice).collect(),
            action: Some(match (proposal_id, kind) {
                (Some(id), _) => action(app, "Open the proposal", &format!("/proposals/{id}/edit")),
                (
                    None,
                    NotificationEvent::TrialEnding
                    | NotificationEvent::PaymentFailed
                    | NotificationEvent::PlanEnded,
                ) => action(app, "See the subscription", "/subscription"),
                (None, _) => action(app, "See your team", "/settings/team"),
            }),
        },
        brand,
        subscription: Some(subscription),
        document: proposal_id.filter(|_| *with_document).map(|proposal_id| SealedAttachment {
            proposal_id,
            file_name: file_name(&context.notify.subject),
        }),
        ..SendMail::default()
    }
}

fn action(app: &App, label: &str, path: &str) -> Action {
    Action { label: label.to_owned(), url: app.config.link(path) }
}

/// The texts of one event: subject, heading, message and call to action.
struct MailText {
    subject: String,
    heading: String,
    first: String,
    advice: Option<String>,
}

impl MailText {
    fn new(subject: String, heading: &str, first: String) -> Self {
        Self { subject, heading: heading.to_owned(), first, advice: None }
    }
}

fn said(context: &NotificationContext<'_>, to: Role) -> MailText {
    let Notify { kind, subject, actor, .. } = context.notify;
    let title = format!("\u{201c}{subject}\u{201d}");
    let actor = actor.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let client = actor.unwrap_or("Your client");
    let at = moment(context.at);
    let end = context.proposal.and_then(|row| row.valid_until);
    match kind {
        NotificationEvent::Viewed => MailText::new(
            actor.map_or_else(|| format!("{title} was opened"), |name| format!("{name} opened {title}")),
            "Your proposal was opened",
            match actor {
                Some(name) => format!("{name} opened {title} for the first time on {at}."),
                None => format!("{title} was opened for the first time on {at}."),
            },
        ),
        NotificationEvent::ChangesRequested => MailText::new(
            format!("{client} asked for changes to {title}"),
            "Your client asked for changes",
            format!("{client} asked for changes to {title} on {at}."),
        ),
        NotificationEvent::Signed => {
            let (who, at) = signer(context).unwrap_or_else(|| (client.to_owned(), at));
            MailText::new(
                format!("{client} accepted {title}"),
                "Your proposal was accepted",
                format!("{who} signed {title} on {at}."),
            )
        }
        NotificationEvent::Declined => MailText::new(
            format!("{client} declined {title}"),
            "Your proposal was declined",
            format!("{client} declined {title} on {at}."),
        ),
        NotificationEvent::Expiring => MailText {
            advice: Some("If your client needs more time, choose a later date in the editor.".to_owned()),
            ..MailText::new(
                end.map_or_else(
                    || format!("{title} expires in 3 days"),
                    |end| format!("{title} expires on {}", day(end)),
                ),
                "Your proposal expires soon",
                match end {
                    Some(end) => {
                        format!("{title} has no answer yet. It can be accepted until {}.", moment(end))
                    }
                    None => format!("{title} has no answer yet. It can be accepted for 3 more days."),
                },
            )
        },
        NotificationEvent::Expired => MailText {
            advice: Some(
                "To offer it again, choose a later date in the editor and send it once more.".to_owned(),
            ),
            ..MailText::new(
                format!("{title} has expired"),
                "Your proposal has expired",
                format!(
                    "{title} expired on {} without an answer. It can no longer be accepted.",
                    end.map_or(at, moment)
                ),
            )
        },
        NotificationEvent::MemberJoined => {
            let name = actor.or(context.actor.map(|actor| actor.name.as_str())).unwrap_or("Someone");
            let who =
                context.actor.map_or_else(|| name.to_owned(), |actor| format!("{name} ({})", actor.email));
            let role = match context.actor.map(|actor| actor.role) {
                Some(Role::Owner | Role::Admin) => " as an admin",
                Some(Role::Member) => " as a member",
                None => "",
            };
            MailText::new(
                format!("{name} joined {subject}"),
                "Your team has a new member",
                format!("{who} joined {subject}{role} on {at}."),
            )
        }
        NotificationEvent::TrialEnding => trial_ending(context, to),
        NotificationEvent::PaymentFailed => payment_failed(context, to),
        NotificationEvent::PlanEnded => plan_ended(context, to),
    }
}

fn trial_ending(context: &NotificationContext<'_>, to: Role) -> MailText {
    let (name, end) = (&context.notify.subject, context.plan.trial_ends_at);
    MailText {
        advice: Some(format!(
            "To go on without a break, {} before then. It costs {} and can be cancelled at any time. Otherwise nothing is charged and nothing is lost: {READ_ONLY}",
            subscribe(to),
            price(),
        )),
        ..MailText::new(
            format!("The trial of {name} ends on {}", day(end)),
            "Your trial ends soon",
            format!("The trial of {name} ends on {}.", moment(end)),
        )
    }
}

fn payment_failed(context: &NotificationContext<'_>, to: Role) -> MailText {
    let name = &context.notify.subject;
    let since = context.plan.paid.and_then(|paid| paid.past_due_since).unwrap_or(context.at);
    let check = if to == Role::Owner { "check" } else { "ask its owner to check" };
    MailText {
        advice: Some(format!(
            "Please {check} the payment method. Everything keeps working until {}; after that, {READ_ONLY}",
            moment(since + GRACE)
        )),
        ..MailText::new(
            format!("A payment for {name} failed"),
            "A payment failed",
            format!(
                "The payment for the subscription of {name} failed on {}. It will be retried in the coming days.",
                moment(since)
            ),
        )
    }
}

fn plan_ended(context: &NotificationContext<'_>, to: Role) -> MailText {
    let name = &context.notify.subject;
    let given_until = context.plan.given.and_then(|given| given.until);
    let (what, heading, at) = match context.plan.ended() {
        EndedPlan::Trial => ("trial", "Your trial has ended", context.plan.trial_ends_at),
        EndedPlan::Subscription => ("subscription", "Your subscription has ended", context.at),
        EndedPlan::Given => ("free plan", "Your free plan has ended", given_until.unwrap_or(context.at)),
    };
    MailText {
        advice: Some(format!(
            "Nothing is lost: {READ_ONLY} Links that were sent keep working. To continue as before, {} for {}.",
            subscribe(to),
            price(),
        )),
        ..MailText::new(
            format!("The {what} of {name} has ended"),
            heading,
            format!("The {what} of {name} ended on {}.", moment(at)),
        )
    }
}

/// Owner and admins are notified about the plan, but only the owner can pay.
fn subscribe(to: Role) -> &'static str {
    if to == Role::Owner { "subscribe" } else { "ask its owner to subscribe" }
}

fn price() -> String {
    format!("${} a month for each member", SEAT_PRICE_USD.trim_end_matches(".00"))
}

/// The signer and the time, from the signature.
fn signer(context: &NotificationContext<'_>) -> Option<(String, String)> {
    let row = context.proposal?;
    let (name, at) = (row.signed_by_name.as_deref()?, row.signed_at?);
    let email = row.signed_by_email.as_deref().map(|email| format!(" ({email})")).unwrap_or_default();
    Some((format!("{name}{email}"), moment(at)))
}

fn moment(at: DateTime<Utc>) -> String {
    at.format("%B %-d, %Y at %H:%M UTC").to_string()
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%B %-d, %Y").to_string()
}

/// A title as a file name, without characters that have a special meaning on some systems.
pub fn file_name(title: &str) -> String {
    let words: String =
        title.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    let name: String =
        words.split_whitespace().collect::<Vec<_>>().join("-").chars().take(FILE_NAME_MAX).collect();
    format!("{}.pdf", if name.is_empty() { "proposal" } else { name.as_str() })
}
