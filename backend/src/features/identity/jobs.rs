//! Work that follows what people do to their accounts.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use proffer_domain::failure;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{mails, store::erasure};
use crate::{
    adapters::{
        objects::{ObjectError, ObjectStore},
        payments::PaymentError,
    },
    app::App,
    db::SystemTx,
    features::billing::{fault::Fault, sync},
    jobs::{End, Job, JobContext, JobError, observed},
};

/// Removes objects that nothing names any more.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoveObjects {
    /// Their keys, or the names of files in parts.
    pub keys: Vec<String>,
}

impl Job for RemoveObjects {
    const TASK: &'static str = "remove_objects";

    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        remove(&context.app.objects, &self.keys).await
    }
}

async fn remove(objects: &ObjectStore, keys: &[String]) -> Result<(), JobError> {
    for key in keys {
        match objects.remove(key).await {
            // A site that has given its storage up has given up what was in it.
            Ok(()) | Err(ObjectError::NotConfigured) => {}
            Err(error @ ObjectError::Failed(_)) => {
                tracing::warn!(%error, "removing objects");
                return Err(JobError::Retry("the object storage refused or did not answer".to_owned()));
            }
        }
    }
    Ok(())
}

/// The last things done for somebody who has deleted their account: the end of what they paid for, a mail, and the removal of their
/// files. It has no row in `jobs`, which belong to workspaces; `farewells` holds what is to be done until it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BidFarewell {
    farewell_id: Uuid,
}

impl TaskHandler for BidFarewell {
    const IDENTIFIER: &'static str = "bid_farewell";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = context.get_ext::<App>().cloned().ok_or_else(|| "the worker was built without its App".to_owned())?;
        let attempt = async {
            bid_farewell(&app, self.farewell_id).await.map(|()| End::Done).inspect_err(|error| {
                let kind = failure::kind(&error.to_string());
                tracing::warn!(farewell = %self.farewell_id, kind, "farewell will be tried again");
            })
        };
        observed(&app, Self::IDENTIFIER, self.farewell_id, attempt).await.map_err(str::to_owned)
    }
}

/// Ends what somebody paid for who has left.
async fn cancel(app: &App, customers: serde_json::Value) -> Result<(), JobError> {
    let ids: Vec<String> = serde_json::from_value(customers).map_err(|error| JobError::GiveUp(error.to_string()))?;
    for id in ids {
        match sync::end_all(app, &id).await {
            // A site that takes no payments any more has no say at Stripe.
            Err(PaymentError::NotConfigured) => {
                tracing::error!(customer = %id, "they have left, and what they pay for may go on at Stripe");
            }
            ended => ended.map_err(Fault::from)?,
        }
    }
    Ok(())
}

async fn bid_farewell(app: &App, id: Uuid) -> Result<(), JobError> {
    let tx = SystemTx::begin(app.db.system()).await?;
    let Some(farewell) = erasure::farewell(&tx, id).await? else { return Ok(()) };
    drop(tx);
    // First of all: nothing else is to keep anybody paying.
    cancel(app, farewell.customers).await?;
    if farewell.mailed_at.is_none() {
        match app.mailer.send(&mails::farewell(&farewell.email, &farewell.first_name), id, app.now().into()).await {
            Ok(()) => {}
            // An address that takes no mail must not keep the files of somebody who wanted them gone.
            Err(JobError::GiveUp(words)) => {
                tracing::error!(farewell = %id, kind = failure::kind(&words), "a farewell mail is given up");
            }
            Err(error) => return Err(error),
        }
        let tx = SystemTx::begin(app.db.system()).await?;
        erasure::farewell_mailed(&tx, id, app.now()).await?;
        tx.commit().await?;
    }
    let keys: Vec<String> = serde_json::from_value(farewell.objects).map_err(|error| JobError::GiveUp(error.to_string()))?;
    remove(&app.objects, &keys).await?;
    let tx = SystemTx::begin(app.db.system()).await?;
    erasure::farewell_done(&tx, id).await?;
    Ok(tx.commit().await?)
}
