//! The workspace's customer at Stripe.

use std::time::Duration;

use proffer_adapters::payments::{NewCustomer, PaymentError};
use proffer_store::SystemTx;
use uuid::Uuid;

use super::{
    error::{BillingError, spends_key},
    store::{
        checkouts::{self, Payer},
        customers,
    },
    sync::entered,
};
use crate::{app::App, failure::Failure};

/// While a request is in progress, Stripe refuses others with the same key. This is how often the result of
/// that request is looked up, each time after a pause, before the caller gives up.
const LOOKS: usize = 4;
const PAUSE: Duration = Duration::from_millis(200);

/// Waits for the result of a concurrent request, until `look` finds it.
pub async fn meanwhile<T, E, F: Future<Output = Result<Option<T>, E>>>(
    look: impl Fn() -> F,
) -> Result<Option<T>, E> {
    for _ in 0..LOOKS {
        tokio::time::sleep(PAUSE).await;
        if let Some(found) = look().await? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The workspace's customer, if there is one.
pub async fn find(app: &App, workspace_id: Uuid) -> Result<Option<String>, Failure> {
    let tx = SystemTx::begin(app.db.system()).await?;
    Ok(customers::of_workspace(&tx, workspace_id).await?)
}

/// The workspace's customer, created if missing.
pub async fn ensure(app: &App, workspace_id: Uuid) -> Result<String, BillingError> {
    let payer = payer(app, workspace_id).await?;
    if let Some(id) = payer.customer_id {
        return Ok(id);
    }
    let made = match make(app, workspace_id, payer).await {
        Err(BillingError::Payment(PaymentError::Silent)) => {
            let others = meanwhile(|| find(app, workspace_id)).await?;
            return others.ok_or(PaymentError::Silent.into());
        }
        made => made?,
    };
    let tx = SystemTx::begin(app.db.system()).await?;
    customers::keep(&tx, workspace_id, &made, app.now()).await?;
    // The first one wins; a customer from a late response is never used.
    let kept = customers::of_workspace(&tx, workspace_id).await?;
    tx.commit().await?;
    Ok(kept.unwrap_or(made))
}

/// Creates a new customer for a workspace whose customer was deleted at Stripe.
pub async fn replace(app: &App, workspace_id: Uuid, gone: &str) -> Result<String, BillingError> {
    let payer = payer(app, workspace_id).await?;
    if let Some(id) = payer.customer_id.clone().filter(|id| id != gone) {
        return Ok(id);
    }
    // The key of the current attempt created the deleted customer, so another key is needed.
    let (tx, attempt) = (entered(app, workspace_id).await?, payer.customer_attempt);
    checkouts::next_customer(&tx, workspace_id, attempt).await?;
    tx.commit().await?;
    let made = make(app, workspace_id, Payer { customer_attempt: attempt + 1, ..payer }).await?;
    let tx = SystemTx::begin(app.db.system()).await?;
    customers::replace(&tx, workspace_id, gone, &made).await?;
    let kept = customers::of_workspace(&tx, workspace_id).await?;
    tx.commit().await?;
    Ok(kept.unwrap_or(made))
}

async fn payer(app: &App, workspace_id: Uuid) -> Result<Payer, BillingError> {
    let tx = entered(app, workspace_id).await?;
    let payer = checkouts::payer(&tx, workspace_id, app.now()).await?.ok_or(BillingError::WorkspaceGone)?;
    tx.commit().await?;
    Ok(payer)
}

async fn make(app: &App, workspace_id: Uuid, payer: Payer) -> Result<String, BillingError> {
    let attempt = payer.customer_attempt;
    let key = format!("customer/{workspace_id}/{attempt}");
    let made = app
        .payments
        .create_customer(&key, &NewCustomer { workspace_id, name: payer.name, email: payer.email })
        .await;
    if let Err(error) = &made {
        spent(app, workspace_id, attempt, error).await?;
    }
    Ok(made?)
}

async fn spent(app: &App, workspace_id: Uuid, attempt: i32, error: &PaymentError) -> Result<(), Failure> {
    if spends_key(error) {
        let tx = entered(app, workspace_id).await?;
        checkouts::next_customer(&tx, workspace_id, attempt).await?;
        tx.commit().await?;
    }
    Ok(())
}
