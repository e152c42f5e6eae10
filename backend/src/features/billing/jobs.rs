//! Jobs that synchronise the subscription with Stripe.

use chrono::TimeDelta;
use proffer_adapters::payments::StripeSubscription;
use proffer_domain::subscription::StripeStatus;
use proffer_store::SystemTx;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    customers as payers,
    error::{BillingError, may_pass},
    store::{
        answers::{self, Team},
        customers,
    },
    sync::{self, entered},
};
use crate::{
    app::App,
    failure::Failure,
    jobs::{self, Job, JobContext, JobError, Task},
};

/// How long the ids of events are kept; Stripe retries an event for three days.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(30);
/// How often one attempt recounts the seats because the team has changed in the meantime.
const ROUNDS: usize = 10;

/// Fetches the workspace's subscription from Stripe.
#[derive(Debug, Serialize, Deserialize)]
pub struct SyncSubscription {}

impl Task for SyncSubscription {
    const NAME: &'static str = "sync_subscription";
}

impl Job for SyncSubscription {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        sync::sync_workspace(&context.app, context.workspace_id).await?;
        Ok(())
    }
}

/// Adjusts the billed seats to the number of active members.
///
/// A trigger enqueues it with each change of the team, unless one is waiting already. While it runs it counts
/// as waiting, so before it completes it locks the row that the trigger writes, and checks whether the team
/// has changed since it was counted.
#[derive(Debug, Serialize, Deserialize)]
pub struct SyncSeats {}

impl Task for SyncSeats {
    const NAME: &'static str = "sync_seats";
}

impl Job for SyncSeats {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        for _ in 0..ROUNDS {
            if bill(context).await? {
                return Ok(());
            }
        }
        Err(JobError::Retry("the team keeps changing".to_owned()))
    }
}

/// Returns false if the team has changed in the meantime.
async fn bill(context: &JobContext) -> Result<bool, BillingError> {
    let (app, workspace_id) = (&context.app, context.workspace_id);
    let Some(customer_id) = payers::find(app, workspace_id).await? else { return Ok(true) };
    let subscription = sync::sync(app, workspace_id, &customer_id).await?;
    let Some(team) = answers::team(&entered(app, workspace_id).await?, workspace_id).await? else {
        return Ok(true);
    };
    if let Some(live) = subscription.filter(|one| one.status.is_live() && one.seats != team.seats()) {
        match set(app, workspace_id, &customer_id, &live, team).await {
            // The subscription may have ended in the meantime, so the status is fetched again.
            Err(BillingError::Payment(refusal)) if !may_pass(&refusal) => {
                let now = sync::sync(app, workspace_id, &customer_id).await?;
                return if now.is_some_and(|one| one.status.is_live()) {
                    Err(refusal.into())
                } else {
                    Ok(false)
                };
            }
            done => done?,
        }
    }
    settle(context, team).await
}

/// The quantity is absolute, so it may be sent twice without harm. Each attempt has its own key, the number
/// of the query: under an older key Stripe would only repeat its previous response, although the seats may
/// have been changed elsewhere since.
async fn set(
    app: &App,
    workspace_id: Uuid,
    customer_id: &str,
    live: &StripeSubscription,
    team: Team,
) -> Result<(), BillingError> {
    let Some(number) = sync::ask(app, workspace_id).await? else { return Ok(()) };
    let key = format!("seats/{}/{}/{number}", live.id, team.version);
    let changed = app.payments.set_seats(&key, live, team.seats()).await?;
    Ok(sync::record(app, workspace_id, customer_id, number, Some(&changed)).await?)
}

/// Marks the job as done, if the seats are still right.
async fn settle(context: &JobContext, team: Team) -> Result<bool, BillingError> {
    let (tx, workspace_id) = (entered(&context.app, context.workspace_id).await?, context.workspace_id);
    if !answers::hold(&tx, workspace_id).await? {
        return Ok(true);
    }
    let Some(now) = answers::billed_for_update(&tx, workspace_id).await? else { return Ok(true) };
    let is_live = now.stripe_status.is_some_and(|status| status.parse().is_ok_and(StripeStatus::is_live));
    let is_right = now.seats.and_then(|seats| u64::try_from(seats).ok()) == Some(team.seats());
    if now.team_version != team.version || (is_live && !is_right) {
        return Ok(false);
    }
    answers::billed(&tx, workspace_id, team.version).await?;
    if context.settle_as_system(&tx).await? {
        tx.commit().await?;
    }
    Ok(true)
}

/// Schedules a daily synchronisation of every customer, so that a lost event is compensated within a day, and
/// deletes old events. Returns the number of customers.
pub async fn reconcile_due(app: &App) -> Result<u64, Failure> {
    let (now, mut looked_at) = (app.now(), 0);
    let tx = SystemTx::begin(app.db.system()).await?;
    customers::forget_events(&tx, now - EVENTS_KEPT).await?;
    tx.commit().await?;
    while app.payments.is_configured() {
        let tx = SystemTx::begin(app.db.system()).await?;
        let due = customers::due(&tx, now).await?;
        for &workspace_id in &due {
            tx.enter_workspace(workspace_id).await?;
            jobs::enqueue(app, tx.conn(), workspace_id, &SyncSubscription {}).await?;
        }
        tx.commit().await?;
        looked_at += due.len();
        if i64::try_from(due.len()).is_ok_and(|found| found < customers::BATCH) {
            break;
        }
    }
    u64::try_from(looked_at).map_err(Failure::internal)
}
