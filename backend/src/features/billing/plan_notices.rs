//! Notifies owner and admins about deadlines: the trial is about to end or has ended, a granted plan has
//! ended, or the grace period after a failed payment has ended.

use chrono::{DateTime, TimeDelta, Utc};
use proffer_domain::{
    notification::NotificationEvent,
    subscription::{Plan, PlanStatus, TRIAL, WARN_DAYS},
};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    access::plan,
    app::App,
    failure::Failure,
    features::notifications::{jobs::Notify, service as notifications},
    jobs::{self, Job, JobContext, JobError, Task},
};

/// Schedules the notifications about the end of a new workspace's trial: one some days before, and one at the
/// end. If the trial began long ago, only future ones are scheduled.
pub async fn plan_ahead(
    app: &App,
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    trial_from: DateTime<Utc>,
) -> Result<(), Failure> {
    let end = trial_from + TRIAL;
    for (ends, at) in [(false, end - TimeDelta::days(WARN_DAYS)), (true, end)] {
        if at > app.now() {
            later(app, conn, workspace_id, &NotifyTrial { ends }, at).await?;
        }
    }
    Ok(())
}

/// Schedules a job for a workspace.
pub async fn later<J: Job>(
    app: &App,
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    job: &J,
    at: DateTime<Utc>,
) -> Result<(), Failure> {
    jobs::enqueue_at(app, conn, workspace_id, job, at).await?;
    Ok(())
}

/// The trial ends in a few days, or has ended. Does nothing if the workspace has paid by then, or was granted
/// a plan.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotifyTrial {
    /// Whether the trial has ended.
    pub ends: bool,
}

impl Task for NotifyTrial {
    const NAME: &'static str = "tell_of_trial";
}

impl Job for NotifyTrial {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let kind = if self.ends { NotificationEvent::PlanEnded } else { NotificationEvent::TrialEnding };
        let applies = |_: &Plan, status| match status {
            PlanStatus::Trial { .. } => !self.ends,
            PlanStatus::Ended { .. } => self.ends,
            PlanStatus::Active | PlanStatus::Grace { .. } => false,
        };
        tell(context, kind, applies).await
    }
}

/// A granted plan has ended. Does nothing if it was extended or revoked, or if the workspace has another
/// plan.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotifyGrantedPlanEnd {
    /// The end of the granted plan.
    pub until: DateTime<Utc>,
}

impl Task for NotifyGrantedPlanEnd {
    const NAME: &'static str = "tell_of_given";
}

impl Job for NotifyGrantedPlanEnd {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let applies = |plan: &Plan, status: PlanStatus| {
            !status.is_open() && plan.given.is_some_and(|given| given.until == Some(self.until))
        };
        tell(context, NotificationEvent::PlanEnded, applies).await
    }
}

/// A failed payment was not settled within the grace period.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotifyGraceEnd {
    /// Since when the payment has been due.
    pub since: DateTime<Utc>,
}

impl Task for NotifyGraceEnd {
    const NAME: &'static str = "tell_of_grace";
}

impl Job for NotifyGraceEnd {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let applies = |plan: &Plan, status: PlanStatus| {
            !status.is_open() && plan.paid.is_some_and(|paid| paid.past_due_since == Some(self.since))
        };
        tell(context, NotificationEvent::PlanEnded, applies).await
    }
}

/// Sends the notification if it still applies, and marks the job as done in the same transaction, so that it
/// is never sent twice.
async fn tell(
    context: &JobContext,
    kind: NotificationEvent,
    applies: impl FnOnce(&Plan, PlanStatus) -> bool + Send,
) -> Result<(), JobError> {
    let tx = context.tx().await?;
    let Some(stored) = plan::subscription(tx.conn(), context.workspace_id).await? else { return Ok(()) };
    let plan = plan::plan(&stored)?;
    if !applies(&plan, plan.status_at(context.app.now())) || !context.settle(&tx).await? {
        return Ok(());
    }
    notifications::announce(&context.app, &tx, news(kind, stored.name)).await?;
    Ok(tx.commit().await?)
}

/// A notification about the workspace itself, without an actor or a proposal.
pub fn news(kind: NotificationEvent, workspace: String) -> Notify {
    Notify {
        kind,
        proposal_id: None,
        subject: workspace,
        actor: None,
        words: None,
        except: None,
        with_document: false,
    }
}
