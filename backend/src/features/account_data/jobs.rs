//! The work that remains after an account is deleted.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use proffer_adapters::payments::PaymentError;
use proffer_domain::failure;
use proffer_store::SystemTx;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::store::erasure;
use crate::{
    app::App,
    features::{
        billing::{BillingError, sync},
        identity::mails,
        objects::jobs::remove,
    },
    jobs::{End, JobError, observed},
    mail,
};

/// Completes the deletion of an account: cancels its subscriptions, sends a mail and removes its files. It
/// has no row in `jobs`, which belong to workspaces; a row of `farewells` holds the remaining work until it
/// is done.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompleteAccountDeletion {
    #[serde(rename = "farewellId")]
    follow_up_id: Uuid,
}

impl TaskHandler for CompleteAccountDeletion {
    const IDENTIFIER: &'static str = "bid_farewell";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = context
            .get_ext::<App>()
            .cloned()
            .ok_or_else(|| "the worker was built without its App".to_owned())?;
        let attempt = async {
            complete(&app, self.follow_up_id).await.map(|()| End::Done).inspect_err(|error| {
                let kind = failure::kind(&error.to_string());
                tracing::warn!(follow_up = %self.follow_up_id, kind, "completing an account deletion will be tried again");
            })
        };
        observed(&app, Self::IDENTIFIER, self.follow_up_id, attempt).await.map_err(str::to_owned)
    }
}

/// Cancels the subscriptions of workspaces that were erased with the account.
async fn cancel(app: &App, customers: serde_json::Value) -> Result<(), JobError> {
    let ids: Vec<String> =
        serde_json::from_value(customers).map_err(|error| JobError::GiveUp(error.to_string()))?;
    for id in ids {
        cancelled(&id, sync::end_all(app, &id).await)?;
    }
    Ok(())
}

/// A site without payments can no longer cancel subscriptions at Stripe.
pub fn cancelled(customer: &str, answer: Result<(), PaymentError>) -> Result<(), JobError> {
    match answer {
        Err(PaymentError::NotConfigured) => {
            tracing::error!(%customer, "they have left, and what they pay for may go on at Stripe");
            Ok(())
        }
        answer => Ok(answer.map_err(BillingError::from)?),
    }
}

/// An address that accepts no mail must not prevent the removal of the files.
pub fn mailed(follow_up: Uuid, answer: Result<(), JobError>) -> Result<(), JobError> {
    match answer {
        Err(JobError::GiveUp(words)) => {
            tracing::error!(%follow_up, kind = failure::kind(&words), "the mail about a deleted account is given up");
            Ok(())
        }
        answer => answer,
    }
}

async fn complete(app: &App, id: Uuid) -> Result<(), JobError> {
    let tx = SystemTx::begin(app.db.system()).await?;
    let Some(follow_up) = erasure::follow_up(&tx, id).await? else { return Ok(()) };
    drop(tx);
    // This comes first, so that no later failure keeps a subscription running.
    cancel(app, follow_up.customers).await?;
    if follow_up.mailed_at.is_none() {
        mailed(
            id,
            mail::hand_over(
                app,
                &mails::account_deleted(&follow_up.email, &follow_up.first_name).plain(),
                id,
            )
            .await,
        )?;
        let tx = SystemTx::begin(app.db.system()).await?;
        erasure::follow_up_mailed(&tx, id, app.now()).await?;
        tx.commit().await?;
    }
    let keys: Vec<String> =
        serde_json::from_value(follow_up.objects).map_err(|error| JobError::GiveUp(error.to_string()))?;
    remove(&app.objects, &keys).await?;
    let tx = SystemTx::begin(app.db.system()).await?;
    erasure::delete_follow_up(&tx, id).await?;
    Ok(tx.commit().await?)
}
