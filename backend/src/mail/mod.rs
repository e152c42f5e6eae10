//! Mails as jobs: what a feature enqueues, and which subscriptions a recipient can end. The worker completes
//! a mail and hands it over.

pub mod unsubscribe;

use proffer_adapters::mail::{Action, Mail, MailBrand, MailContent, MailError};
use proffer_domain::mail::{MailPurpose, masked};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::unsubscribe::Subscription;
use crate::{
    app::App,
    jobs::{JobError, MailLabel, Task},
    telemetry::metrics::MailResult,
};

/// The job that sends one mail. It does not contain the secrets of links: they are added when it is sent.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SendMail {
    /// Its purpose, for the site's mail log; not needed for sending.
    #[serde(skip)]
    pub kind: MailPurpose,
    /// The recipient's address.
    pub to: String,
    /// The recipient's name; may be empty.
    pub to_name: String,
    /// Its texts. The queue keeps the name of the field from earlier releases.
    #[serde(rename = "letter")]
    pub content: MailContent,
    /// The link whose secret is appended to the button's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Uuid>,
    /// The proposal whose share token is appended to the button's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<Shared>,
    /// The reply address; absent means the sender's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<String>,
    /// The workspace's branding; absent means the product's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<MailBrand>,
    /// The subscription that the recipient can end. The unsubscribe page and the address for mail clients
    /// (RFC 8058) are derived from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription: Option<Subscription>,
    /// The sealed document to attach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<SealedAttachment>,
}

proffer_domain::redact!(SendMail);

/// A share link in a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shared {
    pub proposal_id: Uuid,
    /// Whether the mail is pointless without the link. Other mails are sent without their button when the
    /// link was revoked.
    pub required: bool,
}

/// A sealed document, fetched when the mail is sent, so that the payload of the job stays small.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SealedAttachment {
    /// The proposal of the document.
    pub proposal_id: Uuid,
    pub file_name: String,
}

impl Task for SendMail {
    const NAME: &'static str = "send_mail";

    fn mail(&self) -> Option<MailLabel> {
        Some(MailLabel { kind: self.kind, recipient: masked(&self.to) })
    }
}

impl SendMail {
    /// The mail without link, document and unsubscribe address, which are added when it is sent.
    pub fn plain(&self) -> Mail {
        Mail {
            to: self.to.clone(),
            to_name: self.to_name.clone(),
            content: self.content.clone(),
            reply_to: self.reply_to.clone(),
            brand: self.brand.clone(),
            unsubscribe: None,
            attachment: None,
        }
    }
}

/// Hands one mail over and counts the result; `id` identifies it, so that a retry is the same message to the
/// recipient.
///
/// # Errors
/// [`JobError::GiveUp`] when it will never be accepted, [`JobError::Retry`] when it may be.
pub async fn hand_over(app: &App, mail: &Mail, id: Uuid) -> Result<(), JobError> {
    let sent = app.mailer.send(mail, id, app.now().into()).await;
    app.metrics.mail(match &sent {
        Ok(()) => MailResult::HandedOver,
        Err(MailError::Unavailable(_)) => MailResult::Again,
        Err(MailError::Refused(_)) => MailResult::Refused,
    });
    Ok(sent?)
}

impl From<MailError> for JobError {
    fn from(error: MailError) -> Self {
        match error {
            MailError::Unavailable(words) => Self::Retry(words),
            MailError::Refused(words) => Self::GiveUp(words),
        }
    }
}

/// The page behind a share token.
pub fn shared_page(app: &App, share_token: &str) -> String {
    app.config.link(&format!("/shared/{share_token}"))
}

/// A button that links to that page; the token is added when the mail is sent.
pub fn shared_page_button(app: &App, label: &str) -> Action {
    Action { label: label.to_owned(), url: shared_page(app, "") }
}
