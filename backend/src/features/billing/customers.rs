//! Who a workspace is at Stripe.

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

/// While one request is under way Stripe has no answer for another under the same key. What that one comes to
/// is looked for so often, with a pause before each time, until it is taken for silence.
const LOOKS: usize = 4;
const PAUSE: Duration = Duration::from_millis(200);

/// What another request that is under way comes to, as soon as `look` finds it.
pub async fn meanwhile<T, E, F: Future<Output = Result<Option<T>, E>>>(look: impl Fn() -> F) -> Result<Option<T>, E> {
    for _ in 0..LOOKS {
        tokio::time::sleep(PAUSE).await;
        if let Some(found) = look().await? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The customer that the workspace is, where it is one.
pub async fn find(app: &App, workspace_id: Uuid) -> Result<Option<String>, Failure> {
    let tx = SystemTx::begin(app.db.system()).await?;
    Ok(customers::of_workspace(&tx, workspace_id).await?)
}

/// The customer that the workspace is from now on.
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
    // Whoever was first is it; an answer that came late is a customer who never buys anything.
    let kept = customers::of_workspace(&tx, workspace_id).await?;
    tx.commit().await?;
    Ok(kept.unwrap_or(made))
}

/// Another customer for a workspace whose own was deleted at Stripe.
pub async fn replace(app: &App, workspace_id: Uuid, gone: &str) -> Result<String, BillingError> {
    let payer = payer(app, workspace_id).await?;
    if let Some(id) = payer.customer_id.clone().filter(|id| id != gone) {
        return Ok(id);
    }
    // The key of the present attempt made the one that is gone.
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
    let made = app.payments.create_customer(&key, &NewCustomer { workspace_id, name: payer.name, email: payer.email }).await;
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
