//! The status of the subscription.

use proffer_domain::subscription::{PlanStatus, SEAT_PRICE_USD};
use proffer_store::{SystemTx, TenantTx};
use uuid::Uuid;

use super::{
    error::BillingError,
    store,
    types::{GivenPlan, Payments, SubscriptionStatus},
};
use crate::{access::plan, app::App, failure::Failure};

/// The current status of the workspace's subscription.
pub async fn status(app: &App, tx: &TenantTx) -> Result<SubscriptionStatus, BillingError> {
    let stored =
        plan::subscription(tx.conn(), tx.workspace_id()).await?.ok_or(BillingError::WorkspaceGone)?;
    let plan = plan::plan(&stored)?;
    let status = plan.status_at(app.now());
    let days_left = if let PlanStatus::Trial { days_left } = status { days_left } else { 0 };
    let ends_at = stored.ended_at.or(stored.cancels_at);
    Ok(SubscriptionStatus {
        status: status.as_str().to_owned(),
        trial_ends_at: Some(stored.trial_ends_at.into()),
        team_members: stored.team_members,
        days_left,
        was_paid: plan.was_paid(),
        renews_at: stored.period_ends_at.filter(|_| ends_at.is_none()).map(Into::into),
        ends_at: ends_at.map(Into::into),
        grace_ends_at: if let PlanStatus::Grace { until } = status { Some(until.into()) } else { None },
        given: plan
            .given
            .filter(|given| given.holds(app.now()))
            .map(|given| GivenPlan { until: given.until.map(Into::into) }),
        payments: payments(app),
    })
}

fn payments(app: &App) -> Payments {
    let stripe = app.config.stripe.as_ref();
    Payments {
        configured: stripe.is_some(),
        test: stripe.is_some_and(|stripe| !stripe.is_live()),
        hosts: stripe.map(|stripe| stripe.hosts.clone()).unwrap_or_default(),
        seat_price: SEAT_PRICE_USD.to_owned(),
        currency: "USD".to_owned(),
    }
}

/// The workspace's customer at Stripe, whose subscriptions must be cancelled when the workspace is deleted.
pub async fn customer(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<String>, Failure> {
    Ok(store::customers::of_workspace(tx, workspace_id).await?)
}
