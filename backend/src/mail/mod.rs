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

/// The job that sends one mail. It holds no secret of a link: they are put in when the mail is sent.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SendMail {
    /// What it is for. For the log of the site; not needed to send it.
    #[serde(skip)]
    pub kind: MailPurpose,
    /// The recipient's address.
    pub to: String,
    /// The recipient's name; may be empty.
    pub to_name: String,
    /// Its texts. The queue keeps the name of the field from earlier releases.
    #[serde(rename = "letter")]
    pub content: MailContent,
    /// The link whose secret the address of the mail's button ends with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Uuid>,
    /// The proposal whose share token the address of the mail's button ends with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<Shared>,
    /// The address that an answer goes to; absent means the sender's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<String>,
    /// The look of a workspace; absent means that of the product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<MailBrand>,
    /// The subscription that the recipient can end. The page for that and the address for mail programs (RFC
    /// 8058) follow from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription: Option<Subscription>,
    /// The sealed document that goes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<SealedAttachment>,
}

proffer_domain::redact!(SendMail);

/// A share link in a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shared {
    /// The proposal.
    pub proposal_id: Uuid,
    /// Whether the mail is pointless without the link. Other mails go without their button where the link was
    /// taken back.
    pub required: bool,
}

/// A sealed document, fetched when the mail is sent: the payload of a job stays small.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SealedAttachment {
    /// Whose document.
    pub proposal_id: Uuid,
    /// What the file is called.
    pub file_name: String,
}

impl Task for SendMail {
    const NAME: &'static str = "send_mail";

    fn mail(&self) -> Option<MailLabel> {
        Some(MailLabel { kind: self.kind, recipient: masked(&self.to) })
    }
}

impl SendMail {
    /// The mail as it stands: without a link, a document or a way to unsubscribe, which are added when it is
    /// sent.
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

/// Hands one mail over and counts what became of it; `id` identifies it, so that a repeated attempt is the
/// same message to the recipient.
///
/// # Errors
/// [`JobError::GiveUp`] where it will never be taken, [`JobError::Retry`] where it may be.
pub async fn hand_over(app: &App, mail: &Mail, id: Uuid) -> Result<(), JobError> {
    let sent = app.mailer.send(mail, id, app.now().into()).await;
    app.metrics.mail(match &sent {
        Ok(()) => MailResult::HandedOver,
        Err(MailError::Unavailable(_)) => MailResult::Again,
        Err(MailError::Refused(_)) => MailResult::Refused,
    });
    sent.map_err(|error| match error {
        MailError::Unavailable(words) => JobError::Retry(words),
        MailError::Refused(words) => JobError::GiveUp(words),
    })
}

/// The page behind a share token.
pub fn shared_page(app: &App, share_token: &str) -> String {
    app.config.link(&format!("/shared/{share_token}"))
}

/// A button to that page; the token is put in when the mail is sent.
pub fn shared_page_button(app: &App, label: &str) -> Action {
    Action { label: label.to_owned(), url: shared_page(app, "") }
}
