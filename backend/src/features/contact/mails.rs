//! The text of the mail that carries a message to the site's support.

use proffer_adapters::mail::MailContent;
use proffer_domain::contact::RequestType;

use super::store::StoredMessage;
use crate::{app::App, mail::SendMail};

/// A mail to the support address; replies go to the sender of the message.
pub fn to_support(app: &App, message: &StoredMessage) -> SendMail {
    let about = RequestType::named(&message.kind).map_or(message.kind.as_str(), |kind| kind.label());
    let words = message.message.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(str::to_owned);
    SendMail {
        to: app.config.support_email.clone(),
        content: MailContent {
            subject: format!("{about}: {}", message.subject),
            heading: message.subject.clone(),
            paragraphs: words
                .chain([format!("{about}, from {} <{}>", message.name, message.email)])
                .collect(),
            action: None,
        },
        reply_to: Some(message.email.clone()),
        ..SendMail::default()
    }
}
