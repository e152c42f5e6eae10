//! Mail: SMTP through lettre, or `.eml` files in `DATA_DIR/outbox` where no server is set.

mod content;
pub mod outbox;

use std::{path::PathBuf, time::Duration};

use anyhow::Context as _;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Attachment, Mailbox, MultiPart,
        header::{ContentType, HeaderName, HeaderValue},
    },
};
use proffer_domain::{
    field_error::one_line,
    mail::{MailPurpose, masked},
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tracing::Instrument as _;
use uuid::Uuid;

pub use content::{Action, MailContent};

use crate::{
    features::{
        evidence,
        identity::service::tokens,
        notifications::unsubscribe::{self, Subscription},
        proposals::service::links,
    },
    jobs::{Job, JobContext, JobError, MailLabel},
    telemetry::{
        metrics::{MailResult, Metrics},
        traces,
    },
};

/// How long handing over one mail may take. The transport's own limit is for connecting alone: a server that takes the connection and
/// then says nothing would be waited for without end.
const LIMIT: Duration = Duration::from_secs(45);

/// Where mail goes.
#[derive(Debug, Clone)]
pub struct Mailer {
    from: Mailbox,
    transport: Transport,
    metrics: Metrics,
}

#[derive(Debug, Clone)]
enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Outbox(PathBuf),
}

impl Mailer {
    /// To the SMTP server behind `smtp_url` (`smtp://`, `smtps://`), or into files below `outbox`.
    ///
    /// # Errors
    /// When the sender or the URL is not valid, or the folder cannot be made.
    pub fn new(from: &str, smtp_url: Option<&SecretString>, outbox: PathBuf, metrics: Metrics) -> anyhow::Result<Self> {
        let from = from.parse().with_context(|| format!("PROFFER_MAIL_FROM is not `Name <address>`: {from:?}"))?;
        let transport = if let Some(url) = smtp_url {
            let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret());
            let builder = builder.context("PROFFER_SMTP_URL is not valid")?;
            Transport::Smtp(builder.timeout(Some(Duration::from_secs(20))).build())
        } else {
            std::fs::create_dir_all(&outbox).with_context(|| format!("making {}", outbox.display()))?;
            Transport::Outbox(outbox)
        };
        Ok(Self { from, transport, metrics })
    }

    /// Hands one mail over; `id` identifies it, so that a repeated attempt is the same message to the recipient.
    pub(crate) async fn send(&self, mail: &SendMail, id: Uuid, at: std::time::SystemTime) -> Result<(), JobError> {
        self.hand_over(mail, Added::default(), id, at).await
    }

    async fn hand_over(&self, mail: &SendMail, added: Added, id: Uuid, at: std::time::SystemTime) -> Result<(), JobError> {
        let outcome = self.try_to_hand_over(mail, added, id, at).await;
        self.metrics.mail(match &outcome {
            Ok(()) => MailResult::HandedOver,
            Err(JobError::Retry(_)) => MailResult::Again,
            Err(JobError::GiveUp(_)) => MailResult::Refused,
        });
        outcome
    }

    async fn try_to_hand_over(&self, mail: &SendMail, added: Added, id: Uuid, at: std::time::SystemTime) -> Result<(), JobError> {
        let message =
            self.message(mail, added, id, at).map_err(|error| JobError::GiveUp(format!("the mail cannot be written: {error}")))?;
        match &self.transport {
            Transport::Smtp(smtp) => {
                let sending = tokio::time::timeout(LIMIT, smtp.send(message)).instrument(traces::outbound("smtp"));
                let sent = sending
                    .await
                    .map_err(|_| JobError::Retry(format!("the mail server refused or did not answer: nothing within {LIMIT:?}")))?;
                sent.map(drop).map_err(|error| {
                    // A permanent refusal (5xx) will be refused again; everything else may pass.
                    let reason = format!("the mail server refused or did not answer: {error}");
                    if error.is_permanent() { JobError::GiveUp(reason) } else { JobError::Retry(reason) }
                })
            }
            Transport::Outbox(folder) => {
                let whole = folder.join(format!("{id}.eml"));
                let part = folder.join(format!("{id}.part"));
                let write = async {
                    tokio::fs::write(&part, message.formatted()).await?;
                    tokio::fs::rename(&part, &whole).await
                };
                write.await.map_err(|error| JobError::Retry(format!("the outbox cannot be written: {error}")))
            }
        }
    }

    fn message(&self, mail: &SendMail, added: Added, id: Uuid, at: std::time::SystemTime) -> anyhow::Result<Message> {
        let Added { document, unsubscribe } = added;
        let (text, html) = mail.content.render(mail.brand.as_ref(), unsubscribe.as_deref())?;
        let words = MultiPart::alternative_plain_html(text, html);
        let body = match (&mail.document, document) {
            (Some(attachment), Some(bytes)) => {
                let file = Attachment::new(one_line(&attachment.file_name)).body(bytes, ContentType::parse("application/pdf")?);
                MultiPart::mixed().multipart(words).singlepart(file)
            }
            _ => words,
        };
        let mut message = Message::builder()
            .from(self.sender(mail.brand.as_ref()))
            .to(Mailbox::new(Some(one_line(&mail.to_name)).filter(|name| !name.is_empty()), mail.to.parse()?))
            .subject(one_line(&mail.content.subject))
            .date(at)
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
        if let Some(address) = mail.reply_to.as_deref() {
            message = message.reply_to(Mailbox::new(None, address.parse()?));
        }
        if let Some(page) = unsubscribe.as_deref() {
            message = message
                .raw_header(header("List-Unsubscribe", format!("<{}>", one_line(&unsubscribe::one_click(page)))))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        Ok(message.multipart(body)?)
    }

    /// A workspace's mail comes from the address of this site, which alone can prove that it may send, and names both.
    fn sender(&self, brand: Option<&MailBrand>) -> Mailbox {
        let company = brand.map(|brand| one_line(brand.company.trim())).filter(|name| !name.is_empty());
        let own = self.from.name.as_deref().unwrap_or("Proffer");
        let name = company.map(|company| format!("{company} via {own}")).or_else(|| self.from.name.clone());
        Mailbox::new(name, self.from.email.clone())
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// The parts that are added to a mail when it is sent.
#[derive(Default)]
struct Added {
    /// The sealed document that goes with it.
    document: Option<Vec<u8>>,
    /// The page at which this kind of mail is stopped.
    unsubscribe: Option<String>,
}

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
    /// The subscription that the recipient can end. The page for that and the address for mail programs (RFC 8058) follow from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription: Option<Subscription>,
    /// The sealed document that goes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<SealedAttachment>,
}

redact!(SendMail);

/// A share link in a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shared {
    /// The proposal.
    pub proposal_id: Uuid,
    /// Whether the mail is pointless without the link. Other mails go without their button where the link was taken back.
    pub required: bool,
}

/// The look of a workspace in a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailBrand {
    /// The company's name, above the content and as the name of the sender.
    pub company: String,
    /// Hex colour of the button.
    pub primary_color: String,
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

impl Shared {
    /// The button with the token in its address.
    async fn completed(self, action: Option<Action>, context: &JobContext) -> Result<Option<Action>, JobError> {
        let token = links::current(&context.app, &context.tx().await?, self.proposal_id).await?;
        if token.is_none() && self.required {
            return Err(JobError::GiveUp("the share link was taken back before the mail was sent".to_owned()));
        }
        Ok(action.zip(token).map(|(action, token)| Action { url: format!("{}{token}", action.url), ..action }))
    }
}

impl Job for SendMail {
    const TASK: &'static str = "send_mail";

    fn mail(&self) -> Option<MailLabel> {
        Some(MailLabel { kind: self.kind, recipient: masked(&self.to) })
    }

    async fn run(mut self, context: &JobContext) -> Result<(), JobError> {
        if let (Some(id), Some(action)) = (self.link, &mut self.content.action) {
            action.url.push_str(&tokens::mailed(&context.app, id).text);
        }
        if let Some(shared) = self.shared {
            self.content.action = shared.completed(self.content.action.take(), context).await?;
        }
        let document = match &self.document {
            Some(attachment) => {
                let sealed = evidence::service::sealed_pdf(&context.app, context.workspace_id, attachment.proposal_id).await?;
                Some(sealed.ok_or_else(|| JobError::Retry("the sealed document is not made yet".to_owned()))?)
            }
            None => None,
        };
        let unsubscribe = self.subscription.as_ref().map(|what| unsubscribe::link(&context.app, what));
        context.app.mailer.hand_over(&self, Added { document, unsubscribe }, context.job_id, context.app.now().into()).await
    }
}
