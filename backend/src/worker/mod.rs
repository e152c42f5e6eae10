//! The worker: takes jobs from the queue, runs them, and records the results in `jobs`.

mod queue_pool;
pub mod schedule;
pub mod sweep;

use std::{future::Future, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use anyhow::Context as _;
use futures_util::FutureExt as _;
use graphile_worker::{
    Database, IntoTaskHandlerResult, JobDefinition, LocalQueueConfig, RefetchDelayConfig, TaskHandler,
    Worker, WorkerContext, WorkerOptions, WorkerRecoveryConfig,
};
use proffer_domain::failure;
use proffer_store::{entity::jobs, migrate::QUEUE_SCHEMA};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
};
use serde::{Deserialize, Serialize};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

use self::queue_pool::QueuePool;
use crate::{
    app::App,
    features::{
        account_data::jobs::CompleteAccountDeletion,
        billing::{
            jobs::{SyncSeats, SyncSubscription},
            plan_notices::{NotifyGraceEnd, NotifyGrantedPlanEnd, NotifyTrial},
        },
        clients::{
            import_job::{DeleteImportFile, ImportClients},
            website::ReadClientWebsite,
        },
        contact::jobs::MailContactMessage,
        identity::{requests::AccountRequest, service::sso::rechecks::RecheckDomain},
        notifications::jobs::Notify,
        objects::jobs::{MeasureFiles, RemoveObjects, SweepFiles},
        proposals::{
            jobs::DraftProposal,
            tasks::{ExpireProposal, NotifyExpiring, RemindClient, SealEvidence},
        },
    },
    jobs::{DEATHS_MAX, DIED, End, Job, JobContext, JobError, Running, observed},
    mail::SendMail,
};

/// Drafting waits for a model and mail for a server, so several jobs may wait at once.
const CONCURRENCY: usize = 8;
/// Fetched jobs that have not started by then return to the queue for other workers.
const HELD: Duration = Duration::from_secs(5);
/// The maximum pause after the queue was found empty. A job announced during a poll may wait this long.
const REST: Duration = Duration::from_millis(500);
/// The pause before another worker is started.
const PAUSE: Duration = Duration::from_secs(1);

/// A worker that stops when `stop` resolves, after letting jobs in progress finish.
///
/// # Errors
/// When the queue cannot be reached.
pub async fn build(app: &App, stop: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<Worker> {
    // A dead worker is detected after `sweep_threshold` without a heartbeat, and its jobs are restarted.
    let recovery = WorkerRecoveryConfig::default()
        .enabled(true)
        .heartbeat_interval(Duration::from_secs(2))
        .sweep_interval(Duration::from_secs(3))
        .sweep_threshold(Duration::from_secs(10))
        .recovery_delay(Duration::ZERO);
    // Without this delay, graphile_worker 0.14 polls an empty queue thousands of times a second. A single
    // announced job ends the delay.
    let rest = RefetchDelayConfig::default().with_duration(REST).with_max_abort_threshold(1);
    WorkerOptions::default()
        .schema(QUEUE_SCHEMA)
        .database(Database::new(QueuePool::new(app.db.system().clone())))
        .concurrency(CONCURRENCY)
        .poll_interval(Duration::from_secs(2))
        // Without a local queue, each poll fetches one job per slot, and a backlog is processed at the pace
        // of the polls.
        .local_queue(
            LocalQueueConfig::default().with_size(CONCURRENCY).with_ttl(HELD).with_refetch_delay(rest),
        )
        .worker_recovery(recovery)
        .listen_os_shutdown_signals(false)
        .shutdown_signal(stop)
        .shutdown_grace_period(app.config.run.grace())
        .add_extension(app.clone())
        .define_jobs(registered())
        .init()
        .await
        .context("starting the job worker")
}

/// All jobs that the worker can run.
pub fn registered() -> Vec<JobDefinition> {
    vec![
        Queued::<SendMail>::definition(),
        Queued::<DraftProposal>::definition(),
        Queued::<RemoveObjects>::definition(),
        Queued::<RecheckDomain>::definition(),
        Queued::<SweepFiles>::definition(),
        Queued::<MeasureFiles>::definition(),
        Queued::<Notify>::definition(),
        Queued::<SealEvidence>::definition(),
        Queued::<RemindClient>::definition(),
        Queued::<NotifyExpiring>::definition(),
        Queued::<ExpireProposal>::definition(),
        Queued::<ReadClientWebsite>::definition(),
        Queued::<ImportClients>::definition(),
        Queued::<DeleteImportFile>::definition(),
        Queued::<SyncSubscription>::definition(),
        Queued::<SyncSeats>::definition(),
        Queued::<NotifyTrial>::definition(),
        Queued::<NotifyGrantedPlanEnd>::definition(),
        Queued::<NotifyGraceEnd>::definition(),
        AccountRequest::definition(),
        CompleteAccountDeletion::definition(),
        MailContactMessage::definition(),
    ]
}

/// Runs workers until `stop`. graphile's worker ends when it cannot record a result, for example when the
/// database is unavailable; then another one replaces it and restarts its jobs. The same happens when all
/// connections are abandoned, because graphile would not listen for jobs on a new one; the previous worker
/// may finish its jobs.
///
/// # Errors
/// When a worker fails during shutdown.
pub async fn run(worker: Worker, app: &App, stop: &CancellationToken) -> anyhow::Result<()> {
    let all = TaskTracker::new();
    let ended = one_after_another(worker, app, stop, &all).await;
    all.close();
    all.wait().await;
    app.memory.of::<Running>().release(app).await;
    ended
}

async fn one_after_another(
    mut worker: Worker,
    app: &App,
    stop: &CancellationToken,
    all: &TaskTracker,
) -> anyhow::Result<()> {
    loop {
        let connections = app.db.system().connections();
        let working = Arc::new(worker);
        let mut run = all.spawn({
            let working = working.clone();
            async move { working.run().await }
        });
        tokio::select! {
            ended = &mut run => match ended.context("the job worker broke down")? {
                Err(error) if !stop.is_cancelled() => tracing::error!(%error, "the job worker ended; another is begun"),
                ended => return ended.context("the job worker stopped"),
            },
            () = connections.given_up() => {
                tracing::warn!("the job worker has lost the database; another is begun");
                working.request_shutdown();
            }
        }
        worker = loop {
            let Some(built) = stop.run_until_cancelled(build(app, stop.clone().cancelled_owned())).await
            else {
                return Ok(());
            };
            match built {
                Ok(worker) => break worker,
                Err(error) => tracing::warn!(%error, "no job worker can be begun yet"),
            }
            stop.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
        };
    }
}

/// The queue's own payload: the key of the job's row.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Queued<J> {
    workspace_id: Uuid,
    job_id: Uuid,
    #[serde(skip)]
    job: std::marker::PhantomData<fn() -> J>,
}

impl<J: Job> TaskHandler for Queued<J> {
    const IDENTIFIER: &'static str = J::NAME;

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = context
            .get_ext::<App>()
            .cloned()
            .ok_or_else(|| "the worker was built without its App".to_owned())?;
        let job = context.job();
        let context = JobContext {
            app,
            workspace_id: self.workspace_id,
            job_id: self.job_id,
            last_attempt: job.attempts() >= job.max_attempts(),
        };
        let attempt = attempt::<J>(&context, i32::from(*job.attempts()));
        observed(&context.app, J::NAME, context.job_id, attempt).await.map_err(str::to_owned)
    }
}

/// Runs one attempt and records its result. `Err` asks the queue to retry.
async fn attempt<J: Job>(context: &JobContext, number: i32) -> Result<End, JobError> {
    let Some(row) = context.app.memory.of::<Running>().begin(context).await? else {
        // It is done already, or was deleted with its workspace.
        return Ok(End::Done);
    };
    let outcome = match serde_json::from_value::<J>(row.payload) {
        _ if row.deaths >= DEATHS_MAX => Err(JobError::GiveUp(DIED.to_owned())),
        // A panic is recorded like any other failure; otherwise the row would stay pending forever.
        Ok(job) => AssertUnwindSafe(job.run(context))
            .catch_unwind()
            .await
            .unwrap_or_else(|_| Err(JobError::Retry("it broke down; the log says how".to_owned()))),
        Err(error) => Err(JobError::GiveUp(format!("its payload cannot be read: {error}"))),
    };
    note(context, number, &outcome).await?;
    match outcome {
        Ok(()) => Ok(End::Done),
        // The log gets only the kind of the failure; its message stays in the workspace, in
        // `jobs.last_error`.
        Err(JobError::GiveUp(words)) => {
            tracing::error!(
                task = J::NAME, job = %context.job_id, kind = failure::kind(&words), "job given up"
            );
            Ok(End::GivenUp)
        }
        // It is recorded as failed; the queue need not keep a job that will never run again.
        Err(error @ JobError::Retry(_)) if context.last_attempt => {
            let kind = failure::kind(&error.to_string());
            tracing::error!(
                task = J::NAME, job = %context.job_id, kind, "job given up after its last attempt"
            );
            Ok(End::GivenUp)
        }
        Err(error @ JobError::Retry(_)) => {
            let kind = failure::kind(&error.to_string());
            tracing::warn!(task = J::NAME, job = %context.job_id, kind, "job will be tried again");
            Err(error)
        }
    }
}

async fn note(context: &JobContext, number: i32, outcome: &Result<(), JobError>) -> Result<(), JobError> {
    let (state, error) = match outcome {
        Ok(()) => ("done", None),
        Err(JobError::Retry(reason)) if !context.last_attempt => ("retrying", Some(reason.clone())),
        Err(error) => ("failed", Some(error.to_string())),
    };
    let tx = context.tx().await?;
    jobs::ActiveModel {
        workspace_id: Set(context.workspace_id),
        id: Set(context.job_id),
        state: Set(state.to_owned()),
        attempts: Set(number),
        failure: Set(error.as_deref().map(|words| failure::kind(words).to_owned())),
        last_error: Set(error),
        finished_at: Set((state != "retrying").then(|| context.app.now())),
        running_in: Set(None),
        // A retry by a site administrator starts with a new count.
        deaths: if state == "failed" { Set(0) } else { NotSet },
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    tx.commit().await?;
    context.app.memory.of::<Running>().ended(context);
    Ok(())
}
