//! The delivery state of the mails of all workspaces, as shown to site administrators: the purpose of each,
//! without its content.

use proffer_domain::mail::MailPurpose;
use proffer_store::SystemTx;

use super::{
    jobs_store::{self as store, Job},
    jobs_types::{MailDelivery, MailState},
};
use crate::{
    failure::Failure,
    http::paging::{Cursor, Page},
};

/// The filter of a mail list.
#[derive(Debug, Clone, Copy)]
pub struct MailFilter<'a> {
    /// Only mails in this state.
    pub state: Option<MailState>,
    /// Only mails whose recipient domain or workspace name contains this text.
    pub search: Option<&'a str>,
}

impl MailState {
    const ALL: [Self; 4] = [Self::Queued, Self::Sent, Self::Retrying, Self::Failed];

    /// The name in the query parameter.
    pub fn word(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sent => "sent",
            Self::Retrying => "retrying",
            Self::Failed => "failed",
        }
    }

    /// The corresponding state of the mail's job.
    pub fn of_job(self) -> &'static str {
        match self {
            Self::Sent => "done",
            state => state.word(),
        }
    }
}

/// A page of mails, newest first.
pub async fn list(
    tx: &SystemTx,
    asked: MailFilter<'_>,
    page: Page,
) -> Result<(Vec<MailDelivery>, Option<Cursor>), Failure> {
    let (rows, next) = store::mails(tx, asked, page).await?;
    Ok((rows.into_iter().map(shown).collect(), next))
}

fn shown(job: Job) -> MailDelivery {
    let state =
        MailState::ALL.into_iter().find(|state| state.of_job() == job.state).unwrap_or(MailState::Queued);
    MailDelivery {
        id: job.id,
        workspace_id: Some(job.workspace_id),
        workspace_name: Some(job.workspace_name),
        kind: MailPurpose::of_word(&job.mail_kind.unwrap_or_default()).name().to_owned(),
        recipient: job.mail_recipient.unwrap_or_default(),
        state,
        attempts: job.attempts,
        last_error: job.failure,
        created_at: job.created_at.into(),
        sent_at: job.finished_at.filter(|_| state == MailState::Sent).map(Into::into),
    }
}
