//! Fetches the state of a workspace's subscription from Stripe and stores it. It is called by checkout, on
//! the return from it, by the job of each event, by the job of the seats, and daily. The content of events is
//! never trusted, so their order, repetition or loss does not matter.
//!
//! Several requests may run at once, and no transaction is open during a call to Stripe, so responses can
//! arrive in another order than the requests. Each request gets a number before it is sent, and its response
//! is stored only if no response to a later request has been (`answered < number`, with the row locked). This
//! acts as a lock on the customer: everything that happened before a request was numbered is in its response
//! and in every later one, so newer state is never replaced by older state.

use proffer_adapters::payments::{PaymentError, StripeSubscription};
use proffer_domain::subscription::{
    GRACE, PaidSubscription, StripeStatus,
    answer::{Choice, choose, news, past_due_since},
};
use proffer_store::SystemTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    error::{BillingError, is_missing},
    jobs::SyncSeats,
    plan_notices::{self, NotifyGraceEnd},
    store::{answers, customers},
};
use crate::{
    access::plan::plan_of,
    app::App,
    failure::Failure,
    features::notifications::service as notifications,
    jobs::{self, Task as _},
};

/// A transaction of the system role that has entered the workspace.
pub(super) async fn entered(app: &App, workspace_id: Uuid) -> Result<SystemTx, Failure> {
    let tx = SystemTx::begin(app.db.system()).await?;
    tx.enter_workspace(workspace_id).await?;
    Ok(tx)
}

/// Fetches and stores the status of the workspace's subscription, and returns the one that counts. A second
/// live subscription is cancelled, so that no one pays twice.
pub async fn sync(
    app: &App,
    workspace_id: Uuid,
    customer_id: &str,
) -> Result<Option<StripeSubscription>, BillingError> {
    let Some(number) = ask(app, workspace_id).await? else { return Ok(None) };
    let Choice { counts, superfluous } = look(app, customer_id).await?;
    record(app, workspace_id, customer_id, number, counts.as_ref()).await?;
    for second in superfluous {
        tracing::warn!(workspace = %workspace_id, subscription = %second.id, "a workspace had a second subscription, which is cancelled");
        end(app, &second.id).await?;
    }
    Ok(counts)
}

/// The same for the workspace's customer; `None` if it has none.
pub async fn sync_workspace(
    app: &App,
    workspace_id: Uuid,
) -> Result<Option<StripeSubscription>, BillingError> {
    match super::customers::find(app, workspace_id).await? {
        Some(customer_id) => sync(app, workspace_id, &customer_id).await,
        None => Ok(None),
    }
}

/// The number of the next request; `None` if the workspace has been deleted.
pub(super) async fn ask(app: &App, workspace_id: Uuid) -> Result<Option<i64>, Failure> {
    let tx = entered(app, workspace_id).await?;
    let number = answers::ask(&tx, workspace_id).await?;
    tx.commit().await?;
    Ok(number)
}

/// The customer's subscriptions. A customer that was deleted at Stripe has none.
pub(super) async fn look(app: &App, customer_id: &str) -> Result<Choice<StripeSubscription>, PaymentError> {
    match app.payments.subscriptions(customer_id).await {
        Err(error) if is_missing(&error) => Ok(choose(Vec::new())),
        found => found.map(choose),
    }
}

/// Stores which subscription counts, as the response to the request with this number, and triggers the
/// consequences: the team is notified, and a wrong number of seats is corrected.
pub(super) async fn record(
    app: &App,
    workspace_id: Uuid,
    customer_id: &str,
    number: i64,
    counts: Option<&StripeSubscription>,
) -> Result<(), Failure> {
    let (tx, now) = (entered(app, workspace_id).await?, app.now());
    if !answers::hold(&tx, workspace_id).await? {
        return Ok(());
    }
    let Some(before) = answers::unanswered(&tx, workspace_id, number).await? else { return Ok(()) };
    let plan = plan_of(
        before.trial_ends_at,
        before.stripe_status.as_deref(),
        before.past_due_since,
        before.given_at,
        before.given_until,
    )?;
    // A subscription that Stripe no longer knows is over.
    let status = counts.map(|one| one.status).or(plan.paid.map(|_| StripeStatus::Canceled));
    let paid = status
        .map(|status| PaidSubscription { status, past_due_since: past_due_since(plan.paid, status, now) });
    let change = answers::Change {
        stripe_status: Set(status.map(|status| status.to_string())),
        stripe_item_id: Set(counts.map(|one| one.item_id.clone())),
        billed_seats: Set(counts
            .map(|one| i32::try_from(one.seats))
            .transpose()
            .map_err(Failure::internal)?),
        period_ends_at: Set(counts.map(|one| one.period_ends_at)),
        cancels_at: Set(counts.and_then(|one| one.cancels_at)),
        ended_at: Set(counts.map_or_else(|| before.ended_at.or(status.map(|_| now)), |one| one.ended_at)),
        past_due_since: Set(paid.and_then(|paid| paid.past_due_since)),
        ..Default::default()
    };
    answers::answer(&tx, workspace_id, number, change, now).await?;
    customers::follow(&tx, customer_id, counts.map(|one| one.id.as_str())).await?;
    for kind in news(&plan, &proffer_domain::subscription::Plan { paid, ..plan }, now) {
        notifications::announce_on(
            app,
            tx.conn(),
            workspace_id,
            plan_notices::news(kind, before.name.clone()),
        )
        .await?;
    }
    if let Some(since) =
        paid.and_then(|paid| paid.past_due_since).filter(|since| before.past_due_since != Some(*since))
    {
        plan_notices::later(app, tx.conn(), workspace_id, &NotifyGraceEnd { since }, since + GRACE).await?;
    }
    correct_seats(app, &tx, workspace_id, counts).await?;
    Ok(tx.commit().await?)
}

/// Enqueues a correction of the seats if they differ from the members, unless one is pending anyway.
async fn correct_seats(
    app: &App,
    tx: &SystemTx,
    workspace_id: Uuid,
    counts: Option<&StripeSubscription>,
) -> Result<(), Failure> {
    let Some(live) = counts.filter(|one| one.status.is_live()) else { return Ok(()) };
    let team = answers::team(tx, workspace_id).await?;
    let differs = team.is_some_and(|team| team.seats() != live.seats);
    if differs && !answers::is_waiting(tx, workspace_id, SyncSeats::NAME).await? {
        jobs::enqueue(app, tx.conn(), workspace_id, &SyncSeats {}).await?;
    }
    Ok(())
}

/// Cancels all of the customer's subscriptions that Stripe knows, because there may be more than are stored
/// here.
pub async fn end_all(app: &App, customer_id: &str) -> Result<(), PaymentError> {
    let Choice { counts, superfluous } = look(app, customer_id).await?;
    for live in counts.into_iter().chain(superfluous).filter(|one| one.status.is_live()) {
        end(app, &live.id).await?;
    }
    Ok(())
}

/// Cancels a subscription at Stripe. Each attempt has its own key: cancelling twice does no harm, and under
/// the key of a failed call Stripe would repeat the failure for a day.
async fn end(app: &App, subscription_id: &str) -> Result<(), PaymentError> {
    let key = format!("cancel/{subscription_id}/{}", app.new_id());
    match app.payments.cancel(&key, subscription_id).await {
        // It has ended already.
        Err(error) if is_missing(&error) => Ok(()),
        ended => ended,
    }
}
