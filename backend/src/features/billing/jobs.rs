//! Work that keeps the subscription here and at Stripe the same.

use chrono::TimeDelta;
use proffer_adapters::payments::StripeSubscription;
use proffer_domain::subscription::StripeStatus;
use proffer_store::SystemTx;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    customers as who,
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

/// For so long it is known that an event was taken; Stripe repeats one for three days.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(30);
/// So often the seats are looked at again in one attempt because the team has changed meanwhile.
const ROUNDS: usize = 10;

/// Asks Stripe how the workspace's subscription stands.
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

/// Has as many seats billed as there are active members.
///
/// A trigger enqueues it with each change of the team, unless one waits already. While it runs it counts as
/// waiting, so before it says that it is done it locks the row that the trigger writes, and looks whether the
/// team changed since it was counted.
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

/// False where the team has changed meanwhile.
async fn bill(context: &JobContext) -> Result<bool, BillingError> {
    let (app, workspace_id) = (&context.app, context.workspace_id);
    let Some(customer_id) = who::find(app, workspace_id).await? else { return Ok(true) };
    let subscription = sync::sync(app, workspace_id, &customer_id).await?;
    let Some(team) = answers::team(&entered(app, workspace_id).await?, workspace_id).await? else { return Ok(true) };
    if let Some(live) = subscription.filter(|one| one.status.is_live() && one.seats != team.seats()) {
        match set(app, workspace_id, &customer_id, &live, team).await {
            // It may have ended meanwhile, which another look tells.
            Err(BillingError::Payment(refusal)) if !may_pass(&refusal) => {
                let now = sync::sync(app, workspace_id, &customer_id).await?;
                return if now.is_some_and(|one| one.status.is_live()) { Err(refusal.into()) } else { Ok(false) };
            }
            done => done?,
        }
    }
    settle(context, team).await
}

/// The quantity is absolute, so it may be sent twice without harm, and each attempt has a key of its own: the
/// number of the question. Under an older key Stripe would only repeat what it answered then, although the
/// seats may have been changed elsewhere since.
async fn set(app: &App, workspace_id: Uuid, customer_id: &str, live: &StripeSubscription, team: Team) -> Result<(), BillingError> {
    let Some(number) = sync::ask(app, workspace_id).await? else { return Ok(()) };
    let key = format!("seats/{}/{}/{number}", live.id, team.version);
    let changed = app.payments.set_seats(&key, live, team.seats()).await?;
    Ok(sync::record(app, workspace_id, customer_id, number, Some(&changed)).await?)
}

/// Notes that the job is done, where the seats are still right.
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

/// Has every customer looked at once a day, so that an event that was lost is missed for no longer; forgets
/// old events. Gives how many are looked at.
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
