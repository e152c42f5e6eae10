//! Webhook events from Stripe. Their content is not trusted: they only trigger a job that queries the current
//! state.

use super::{error::BillingError, jobs::SyncSubscription, store::customers};
use crate::{
    access,
    app::App,
    authz::{Action, Object},
    jobs,
};

/// Processes an event: it is verified, stored by its id, and its job is enqueued in one transaction.
pub async fn take(app: &App, signature: &str, body: &[u8]) -> Result<(), BillingError> {
    // Checked before any part of the request is parsed.
    access::may_anonymously(app, Action::Report, Object::Subscription)?;
    let event = app.payments.reported(signature, body, app.now())?;
    let tx = access::by_payments(app).await?;
    let workspace_id = match &event.customer_id {
        Some(id) => customers::workspace_of(&tx, id).await?,
        None => None,
    };
    if !customers::take_event(&tx, &event.id, &event.kind, workspace_id, app.now()).await? {
        return Ok(());
    }
    if let Some(created_at) = event.created_at {
        app.metrics.webhook(app.now() - created_at);
    }
    if let Some(workspace_id) = workspace_id.filter(|_| concerns_us(&event.kind)) {
        tx.enter_workspace(workspace_id).await?;
        jobs::enqueue(app, tx.conn(), workspace_id, &SyncSubscription {}).await?;
    }
    Ok(tx.commit().await?)
}

/// Whether stored data may have changed.
pub fn concerns_us(kind: &str) -> bool {
    kind == "customer.deleted"
        || ["checkout.session.", "customer.subscription.", "invoice."]
            .iter()
            .any(|start| kind.starts_with(start))
}
