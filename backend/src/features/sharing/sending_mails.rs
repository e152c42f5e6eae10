//! The texts of the mails that send a proposal to its client, and of the reminders.

use chrono::{DateTime, Utc};
use proffer_adapters::mail::{MailBrand, MailContent};
use proffer_domain::{
    mail,
    revision::Frozen,
    sending::{self, Recipient},
};
use uuid::Uuid;

use crate::{
    app::App,
    mail::{SendMail, Shared, shared_page_button, unsubscribe::Subscription},
};

/// The content and recipient of a mail to a client.
pub struct Envelope<'a> {
    /// The frozen content behind the link.
    pub frozen: &'a Frozen,
    /// The recipient.
    pub to: &'a Recipient,
    /// The reply address.
    pub reply_to: Option<String>,
}

/// The sender's branding in a revision; `None` if there was no company profile yet.
pub fn brand(frozen: &Frozen) -> Option<MailBrand> {
    let company = frozen.company_snapshot.as_ref()?.name.clone();
    let primary_color = frozen.brand.as_ref().map(|brand| brand.primary_color.clone()).unwrap_or_default();
    Some(MailBrand { company, primary_color })
}

/// The mail for a proposal that was just sent.
pub fn proposal(
    app: &App,
    envelope: &Envelope<'_>,
    subject: Option<&str>,
    message: Option<&str>,
) -> SendMail {
    let frozen = envelope.frozen;
    let company = company(frozen);
    let made = company.map_or_else(
        || format!("Here is a proposal for {}.", frozen.client_name),
        |company| format!("{company} has prepared a proposal for {}.", frozen.client_name),
    );
    let own = format!("{made} It is all on one page: what is planned, what it costs, and how to answer.");
    SendMail {
        kind: mail::MailPurpose::Proposal,
        content: MailContent {
            subject: subject.map_or_else(|| sending::subject(&frozen.title, company), str::to_owned),
            heading: frozen.title.clone(),
            paragraphs: paragraphs(envelope, own, message),
            action: Some(shared_page_button(app, "Read the proposal")),
        },
        ..to(envelope)
    }
}

/// The reminder mail, which has an unsubscribe link.
pub fn reminder(
    app: &App,
    workspace_id: Uuid,
    envelope: &Envelope<'_>,
    sent_at: DateTime<Utc>,
    message: Option<&str>,
) -> SendMail {
    let frozen = envelope.frozen;
    let company = company(frozen);
    let own = format!(
        "On {}, {} sent you \u{201c}{}\u{201d}. It waits for your answer: you can accept it, ask for changes or decline.",
        sent_at.format("%B %-d, %Y"),
        company.unwrap_or("we"),
        frozen.title
    );
    let stop = Subscription::Reminders { workspace_id, proposal_id: frozen.proposal_id };
    SendMail {
        kind: mail::MailPurpose::Reminder,
        content: MailContent {
            subject: format!("Reminder: {}", sending::subject(&frozen.title, company)),
            heading: "Your proposal is waiting for you".to_owned(),
            paragraphs: paragraphs(envelope, own, message),
            action: Some(shared_page_button(app, "Read the proposal")),
        },
        subscription: Some(stop),
        ..to(envelope)
    }
}

fn company(frozen: &Frozen) -> Option<&str> {
    frozen.company_snapshot.as_ref().map(|company| company.name.as_str())
}

fn to(envelope: &Envelope<'_>) -> SendMail {
    SendMail {
        to: envelope.to.email.clone(),
        to_name: envelope.to.name.clone(),
        shared: Some(Shared { proposal_id: envelope.frozen.proposal_id, required: true }),
        reply_to: envelope.reply_to.clone(),
        brand: brand(envelope.frozen),
        ..SendMail::default()
    }
}

/// A custom message brings its own greeting; only the standard text starts with one.
fn paragraphs(envelope: &Envelope<'_>, own: String, message: Option<&str>) -> Vec<String> {
    let greeting = if envelope.to.name.is_empty() {
        "Hello,".to_owned()
    } else {
        format!("Hello {},", envelope.to.name)
    };
    let words = message.map_or_else(|| vec![greeting, own], |message| vec![message.to_owned()]);
    let valid =
        envelope.frozen.details.valid_until.map(|end| format!("You can accept it until {}.", moment(end.0)));
    let answer = envelope.reply_to.as_ref().map(|_| "Questions? Just reply to this mail.".to_owned());
    words.into_iter().chain(valid).chain(answer).collect()
}

/// A time as text in a sentence.
pub fn moment(at: DateTime<Utc>) -> String {
    at.format("%B %-d, %Y at %H:%M UTC").to_string()
}
