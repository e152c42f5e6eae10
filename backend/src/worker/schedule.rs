//! The schedule: releases due jobs to the queue, and runs periodic work.
//!
//! Every worker checks every few seconds. A job is due by the application's clock, so a clock that jumps back
//! releases nothing, and one that jumps forward releases each job once.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use tokio_util::sync::CancellationToken;

use super::sweep;
use crate::{
    app::App,
    failure::Failure,
    features::{billing, evidence::daily_roots},
};

/// The interval of the checks, and so the longest delay of a due job.
const EVERY: Duration = Duration::from_secs(10);

/// The interval of the checks for daily work, and so its longest delay after midnight (UTC).
const DAILY_EVERY: Duration = Duration::from_hours(1);

/// The number of jobs released per statement.
const BATCH: i64 = 100;

/// Skips rows that another worker is releasing. In the same statement, a trigger passes each row that becomes
/// `queued` to the queue.
const RELEASE: &str = "
    WITH due AS MATERIALIZED (
        SELECT workspace_id, id FROM jobs WHERE state = 'scheduled' AND run_at <= $1 ORDER BY run_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE jobs SET state = 'queued' FROM due
    WHERE jobs.workspace_id = due.workspace_id AND jobs.id = due.id AND jobs.state = 'scheduled'";

/// Releases all due jobs of all workspaces, and returns their number.
///
/// # Errors
/// When the database fails; jobs released earlier stay released.
pub async fn release_due(app: &App) -> Result<u64, DbErr> {
    let (now, mut released) = (app.now(), 0);
    loop {
        let statement =
            Statement::from_sql_and_values(DbBackend::Postgres, RELEASE, [now.into(), BATCH.into()]);
        let batch = app.db.system().execute_raw(statement).await?.rows_affected();
        released += batch;
        if batch < BATCH.unsigned_abs() {
            return Ok(released);
        }
    }
}

/// One check: due jobs, and Stripe customers due for reconciliation.
///
/// # Errors
/// When the database fails; the next check continues.
pub async fn tick(app: &App) -> Result<(), Failure> {
    let released = release_due(app).await?;
    let reconciled = billing::jobs::reconcile_due(app).await?;
    if released + reconciled > 0 {
        tracing::info!(released, reconciled, "jobs are due");
    }
    Ok(())
}

/// Checks at once and then periodically until `stop`. A database that is unavailable is waited for.
pub async fn keep(app: &App, stop: &CancellationToken) {
    tokio::join!(keep_looking(app, stop), keep_daily(app, stop));
}

async fn keep_looking(app: &App, stop: &CancellationToken) {
    let mut ticks = every(EVERY);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if let Err(error) = tick(app).await {
            tracing::error!(%error, "the schedule could not be looked at");
        }
    }
}

async fn keep_daily(app: &App, stop: &CancellationToken) {
    let mut ticks = every(DAILY_EVERY);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        match stop.run_until_cancelled(daily_roots::make(app)).await {
            Some(Ok(Some(root))) => {
                tracing::info!(
                    day = %root.day, leaves = root.tree_size, hash = root.hash, "a daily root is made"
                );
            }
            Some(Ok(None)) | None => {}
            Some(Err(error)) => tracing::error!(%error, "the daily root could not be made"),
        }
        match sweep::sweep(app, stop).await {
            Ok(Some(rows)) => tracing::info!(rows, "what has had its time is taken away"),
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "what has had its time could not be taken away"),
        }
    }
}

fn every(period: Duration) -> tokio::time::Interval {
    let mut ticks = tokio::time::interval(period);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    ticks
}
