//! Mail: SMTP through lettre, or `.eml` files in `DATA_DIR/outbox` without a server.

mod content;

use std::{path::PathBuf, time::Duration};

use anyhow::Context as _;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Attachment, Mailbox, MultiPart,
        header::{ContentType, HeaderName, HeaderValue},
    },
};
use proffer_domain::field_error::one_line;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tracing::Instrument as _;
use uuid::Uuid;

pub use content::{Action, MailContent};

use crate::span;

/// How long handing over one mail may take. The transport's own timeout covers connecting alone; a server
/// that accepts the connection and then stays silent would block forever.
const LIMIT: Duration = Duration::from_secs(45);

/// Where mail goes.
#[derive(Debug, Clone)]
pub struct Mailer {
    from: Mailbox,
    transport: Transport,
}

#[derive(Debug, Clone)]
enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Outbox(PathBuf),
}

impl Mailer {
    /// Sends to the SMTP server at `smtp_url` (`smtp://`, `smtps://`), or writes files to `outbox`.
    pub fn new(from: &str, smtp_url: Option<&SecretString>, outbox: PathBuf) -> anyhow::Result<Self> {
        let from =
            from.parse().with_context(|| format!("PROFFER_MAIL_FROM is not `Name <address>`: {from:?}"))?;
        let transport = if let Some(url) = smtp_url {
            let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret());
            let builder = builder.context("PROFFER_SMTP_URL is not valid")?;
            Transport::Smtp(builder.timeout(Some(Duration::from_secs(20))).build())
        } else {
            std::fs::create_dir_all(&outbox).with_context(|| format!("making {}", outbox.display()))?;
            Transport::Outbox(outbox)
        };
        Ok(Self { from, transport })
    }

    /// Hands one mail over; `id` identifies it, so that a retry is the same message to the recipient.
    ///
    /// # Errors
    /// [`MailError::Refused`] when a retry cannot help, [`MailError::Unavailable`] when it may.
    pub async fn send(&self, mail: &Mail, id: Uuid, at: std::time::SystemTime) -> Result<(), MailError> {
        let message = self
            .message(mail, id, at)
            .map_err(|error| MailError::Refused(format!("the mail cannot be written: {error}")))?;
        match &self.transport {
            Transport::Smtp(smtp) => {
                let sending =
                    tokio::time::timeout(LIMIT, smtp.send(message)).instrument(span::outbound("smtp"));
                let sent = sending.await.map_err(|_| {
                    MailError::Unavailable(format!(
                        "the mail server refused or did not answer: nothing within {LIMIT:?}"
                    ))
                })?;
                sent.map(drop).map_err(|error| {
                    // A permanent refusal (5xx) will be refused again; any other failure may be temporary.
                    let reason = format!("the mail server refused or did not answer: {error}");
                    if error.is_permanent() {
                        MailError::Refused(reason)
                    } else {
                        MailError::Unavailable(reason)
                    }
                })
            }
            Transport::Outbox(folder) => {
                let whole = folder.join(format!("{id}.eml"));
                let part = folder.join(format!("{id}.part"));
                let write = async {
                    tokio::fs::write(&part, message.formatted()).await?;
                    tokio::fs::rename(&part, &whole).await
                };
                write
                    .await
                    .map_err(|error| MailError::Unavailable(format!("the outbox cannot be written: {error}")))
            }
        }
    }

    fn message(&self, mail: &Mail, id: Uuid, at: std::time::SystemTime) -> anyhow::Result<Message> {
        let page = mail.unsubscribe.as_ref().map(|unsubscribe| unsubscribe.page.as_str());
        let (text, html) = mail.content.render(mail.brand.as_ref(), page)?;
        let words = MultiPart::alternative_plain_html(text, html);
        let body = match &mail.attachment {
            Some(Pdf { file_name, bytes }) => {
                let file = Attachment::new(one_line(file_name))
                    .body(bytes.clone(), ContentType::parse("application/pdf")?);
                MultiPart::mixed().multipart(words).singlepart(file)
            }
            None => words,
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
        if let Some(Unsubscribe { one_click, .. }) = &mail.unsubscribe {
            message = message
                .raw_header(header("List-Unsubscribe", format!("<{}>", one_line(one_click))))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        Ok(message.multipart(body)?)
    }

    /// A workspace's mail comes from this site's address, the only one that can pass sender authentication,
    /// and names both.
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

/// Why a mail was not handed over.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The server or the outbox did not accept it; this may be temporary.
    #[error("{0}")]
    Unavailable(String),
    /// It will never be accepted.
    #[error("{0}")]
    Refused(String),
}

/// One mail, complete.
#[derive(Clone, Default)]
pub struct Mail {
    /// The recipient's address.
    pub to: String,
    /// The recipient's name; may be empty.
    pub to_name: String,
    /// Its texts.
    pub content: MailContent,
    /// The reply address; absent means the sender's.
    pub reply_to: Option<String>,
    /// The workspace's branding; absent means the product's.
    pub brand: Option<MailBrand>,
    /// How the recipient unsubscribes, if it is a subscription.
    pub unsubscribe: Option<Unsubscribe>,
    /// The attached document.
    pub attachment: Option<Pdf>,
}

proffer_domain::redact!(Mail);

/// How a recipient stops mails of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsubscribe {
    /// The unsubscribe page.
    pub page: String,
    /// The address that mail clients post to (RFC 8058).
    pub one_click: String,
}

/// A PDF attachment.
#[derive(Clone)]
pub struct Pdf {
    pub file_name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

proffer_domain::redact!(Pdf);

/// A workspace's branding in a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailBrand {
    /// The company's name, shown above the content and as the sender's name.
    pub company: String,
    /// Hex colour of the button.
    pub primary_color: String,
}
