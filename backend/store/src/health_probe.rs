//! Detects an unavailable database even when connections stay open: a query is sent every second on a
//! dedicated connection. Without it, a request on a pooled connection could wait for hours, because the
//! socket to a vanished machine stays open.

use std::{sync::Arc, time::Duration};

use proffer_domain::health_probe::{Availability, PoolAction, ProbeResult};
use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::pool::Pool;

/// The SQLSTATE with which PostgreSQL refuses connections while it starts, stops or recovers; any other
/// refusal shows that it is available.
const CANNOT_CONNECT_NOW: &str = "57P03";

/// The probing task; clones share it.
#[derive(Debug, Clone)]
pub struct HealthProbe {
    lost: Arc<Notify>,
    stop: CancellationToken,
    task: TaskTracker,
}

impl HealthProbe {
    /// Starts probing. When the database does not answer for `silence`, or ends the connection, the pools
    /// abandon their connections; when it answers again, new ones are opened.
    pub(super) fn start(options: PgConnectOptions, silence: Duration, pools: [Pool; 2]) -> Self {
        let probe = Self { lost: Arc::default(), stop: CancellationToken::new(), task: TaskTracker::new() };
        let (lost, stop) = (probe.lost.clone(), probe.stop.clone());
        probe.task.spawn(async move {
            let mut connection = ProbeConnection { options, connection: None };
            stop.run_until_cancelled(connection.run(Availability::new(silence), &pools, &lost)).await;
            connection.close(silence).await;
        });
        probe.task.close();
        probe
    }

    /// Sends the next query now, because a connection was lost.
    pub(super) fn connection_lost(&self) {
        self.lost.notify_one();
    }

    /// Ends the task and its connection.
    pub(super) async fn stop(&self) {
        self.stop.cancel();
        self.task.wait().await;
    }
}

/// The dedicated connection.
struct ProbeConnection {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl ProbeConnection {
    async fn run(
        &mut self,
        mut database: Availability,
        pools: &[Pool; 2],
        lost: &Notify,
    ) -> std::convert::Infallible {
        let start = Instant::now();
        loop {
            let (patience, is_connected) = (database.start_probe(start.elapsed()), self.connection.is_some());
            let answer = timeout(patience, self.ping()).await;
            let result = match &answer {
                Ok(Ok(())) => ProbeResult::Answered,
                Ok(Err(sqlx::Error::Database(error)))
                    if !is_connected && error.code().is_none_or(|code| code != CANNOT_CONNECT_NOW) =>
                {
                    ProbeResult::Refused
                }
                Ok(Err(_)) => ProbeResult::Disconnected,
                Err(_) => ProbeResult::TimedOut,
            };
            if result != ProbeResult::Answered {
                self.connection = None;
            }
            match database.record(result, start.elapsed()) {
                PoolAction::Keep => {}
                PoolAction::GiveUp => {
                    let reason = match answer {
                        Ok(Err(error)) => error.to_string(),
                        _ => format!("no answer in {patience:?}"),
                    };
                    tracing::error!(reason, "the database is away");
                    pools.iter().for_each(Pool::give_up);
                }
                PoolAction::OpenAgain => {
                    pools.iter().for_each(Pool::open_again);
                    tracing::info!("the database is back");
                }
            }
            // A connection lost elsewhere ends the pause early.
            let _ = timeout(database.pause(start.elapsed()), lost.notified()).await;
        }
    }

    /// A connection that could be opened counts as an answer.
    async fn ping(&mut self) -> Result<(), sqlx::Error> {
        if let Some(connection) = &mut self.connection {
            return connection.ping().await;
        }
        self.connection = Some(PgConnection::connect_with(&self.options).await?);
        Ok(())
    }

    async fn close(self, patience: Duration) {
        if let Some(connection) = self.connection {
            // The process or a test is ending; a connection that cannot be closed now ends with it.
            let _ = timeout(patience, connection.close()).await;
        }
    }
}
