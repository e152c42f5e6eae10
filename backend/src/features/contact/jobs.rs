//! The job that mails messages to the site's support.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use proffer_domain::failure;
use proffer_store::SystemTx;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{mails, store};
use crate::{
    app::App,
    jobs::{End, JobError, observed},
    mail,
};

/// Mails one message to the support address. It has no row in `jobs`, which belong to workspaces; the row in
/// `contact_messages` says whether it has been mailed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailContactMessage {
    message_id: Uuid,
}

impl TaskHandler for MailContactMessage {
    const IDENTIFIER: &'static str = "mail_contact_message";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = context
            .get_ext::<App>()
            .cloned()
            .ok_or_else(|| "the worker was built without its App".to_owned())?;
        let attempt = async {
            mail(&app, self.message_id).await.inspect_err(|error| {
                let kind = failure::kind(&error.to_string());
                tracing::warn!(contact_message = %self.message_id, kind, "a contact message will be mailed again");
            })
        };
        observed(&app, Self::IDENTIFIER, self.message_id, attempt).await.map_err(str::to_owned)
    }
}

async fn mail(app: &App, id: Uuid) -> Result<End, JobError> {
    let tx = SystemTx::begin(app.db.system()).await?;
    let Some(message) = store::find(&tx, id).await?.filter(|message| message.mailed_at.is_none()) else {
        return Ok(End::Done);
    };
    drop(tx);
    match mail::hand_over(app, &mails::to_support(app, &message).plain(), id).await {
        Ok(()) => {}
        Err(JobError::GiveUp(words)) => {
            let kind = failure::kind(&words);
            tracing::error!(contact_message = %id, kind, "a contact message cannot be mailed; it is kept in contact_messages");
            return Ok(End::GivenUp);
        }
        Err(error) => return Err(error),
    }
    let tx = SystemTx::begin(app.db.system()).await?;
    store::mailed(&tx, id, app.now()).await?;
    tx.commit().await?;
    Ok(End::Done)
}
