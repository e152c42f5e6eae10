//! Mail: SMTP through lettre, or `.eml` files in `DATA_DIR/outbox` where no server is set.

mod letter;
pub mod outbox;

use std::path::PathBuf;

use anyhow::Context as _;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, MultiPart, header::HeaderName, header::HeaderValue},
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use letter::{Action, Letter};

use crate::jobs::{Job, JobContext, JobError};

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
    /// To the SMTP server behind `smtp_url` (`smtp://`, `smtps://`), or into files below `outbox`.
    ///
    /// # Errors
    /// When the sender or the URL is not valid, or the folder cannot be made.
    pub fn new(from: &str, smtp_url: Option<&SecretString>, outbox: PathBuf) -> anyhow::Result<Self> {
        let from = from.parse().with_context(|| format!("PROFFER_MAIL_FROM is not `Name <address>`: {from:?}"))?;
        let transport = if let Some(url) = smtp_url {
            let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret());
            let builder = builder.context("PROFFER_SMTP_URL is not valid")?;
            Transport::Smtp(builder.timeout(Some(std::time::Duration::from_secs(20))).build())
        } else {
            std::fs::create_dir_all(&outbox).with_context(|| format!("making {}", outbox.display()))?;
            Transport::Outbox(outbox)
        };
        Ok(Self { from, transport })
    }

    /// Hands one mail over; `id` names it, so that a repeated attempt is the same message to whoever receives it.
    pub(crate) async fn send(&self, mail: &SendMail, id: Uuid, at: std::time::SystemTime) -> Result<(), JobError> {
        let message = self.message(mail, id, at).map_err(|error| JobError::GiveUp(format!("the mail cannot be written: {error}")))?;
        match &self.transport {
            Transport::Smtp(smtp) => smtp.send(message).await.map(drop).map_err(|error| {
                // A permanent refusal (5xx) will be refused again; everything else may pass.
                let reason = format!("the mail server refused or did not answer: {error}");
                if error.is_permanent() { JobError::GiveUp(reason) } else { JobError::Retry(reason) }
            }),
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

    fn message(&self, mail: &SendMail, id: Uuid, at: std::time::SystemTime) -> anyhow::Result<Message> {
        let (text, html) = mail.letter.render()?;
        let domain = self.from.email.domain();
        Ok(Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(Some(one_line(&mail.to_name)).filter(|name| !name.is_empty()), mail.to.parse()?))
            .subject(one_line(&mail.letter.subject))
            .date(at)
            .message_id(Some(format!("<{id}@{domain}>")))
            .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()))
            .multipart(MultiPart::alternative_plain_html(text, html))?)
    }
}

/// Names and titles come from people; a line break in one must neither begin another header nor be refused by the writer.
fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// The job that sends one mail.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SendMail {
    /// The recipient's address.
    pub to: String,
    /// The recipient's name; may be empty.
    pub to_name: String,
    /// What it says.
    pub letter: Letter,
}

impl Job for SendMail {
    const TASK: &'static str = "send_mail";

    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        context.app.mailer.send(&self, context.job_id, context.app.now().into()).await
    }
}
