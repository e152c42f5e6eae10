//! Detects that the database is gone, also where connections stay open: a query is sent every second on a dedicated connection. Without it,
//! a request that waits on a pooled connection would wait for hours: the socket to a machine that has vanished stays open.

use std::{sync::Arc, time::Duration};

use proffer_domain::heartbeat::{Change, Heard, Heartbeat};
use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::pool::Pool;

/// What PostgreSQL says (SQLSTATE) while it starts, stops or recovers; with any other refusal it is there.
const NOT_NOW: &str = "57P03";

/// The task that asks; clones know the same one.
#[derive(Debug, Clone)]
pub struct Heart {
    doubt: Arc<Notify>,
    stop: CancellationToken,
    task: TaskTracker,
}

impl Heart {
    /// Begins to ask. When the database lets a question wait for longer than `silence`, or ends the connection, those of the pools are given up;
    /// when it is back, they are opened again.
    pub(super) fn start(options: PgConnectOptions, silence: Duration, pools: [Pool; 2]) -> Self {
        let heart = Self { doubt: Arc::default(), stop: CancellationToken::new(), task: TaskTracker::new() };
        let (doubt, stop) = (heart.doubt.clone(), heart.stop.clone());
        heart.task.spawn(async move {
            let mut asked = Asked { options, connection: None };
            stop.run_until_cancelled(asked.beat(Heartbeat::new(silence), &pools, &doubt)).await;
            asked.close(silence).await;
        });
        heart.task.close();
        heart
    }

    /// Sends the next query now, after a connection was lost.
    pub(super) fn doubt(&self) {
        self.doubt.notify_one();
    }

    /// Ends the task and its connection.
    pub(super) async fn stop(&self) {
        self.stop.cancel();
        self.task.wait().await;
    }
}

/// The dedicated connection.
struct Asked {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl Asked {
    async fn beat(&mut self, mut rule: Heartbeat, pools: &[Pool; 2], doubt: &Notify) -> std::convert::Infallible {
        let start = Instant::now();
        loop {
            let (patience, is_connected) = (rule.ask(start.elapsed()), self.connection.is_some());
            let answer = timeout(patience, self.answer()).await;
            let heard = match &answer {
                Ok(Ok(())) => Heard::Answer,
                Ok(Err(sqlx::Error::Database(error))) if !is_connected && error.code().is_none_or(|code| code != NOT_NOW) => Heard::Refusal,
                Ok(Err(_)) => Heard::End,
                Err(_) => Heard::Silence,
            };
            if heard != Heard::Answer {
                self.connection = None;
            }
            match rule.hear(heard, start.elapsed()) {
                Change::Keep => {}
                Change::GiveUp => {
                    let reason = match answer {
                        Ok(Err(error)) => error.to_string(),
                        _ => format!("no answer in {patience:?}"),
                    };
                    tracing::error!(reason, "the database is away");
                    pools.iter().for_each(Pool::give_up);
                }
                Change::OpenAgain => {
                    pools.iter().for_each(Pool::open_again);
                    tracing::info!("the database is back");
                }
            }
            // A lost connection elsewhere ends the pause early.
            let _ = timeout(rule.rest(start.elapsed()), doubt.notified()).await;
        }
    }

    /// A connection that could be made is an answer.
    async fn answer(&mut self) -> Result<(), sqlx::Error> {
        if let Some(connection) = &mut self.connection {
            return connection.ping().await;
        }
        self.connection = Some(PgConnection::connect_with(&self.options).await?);
        Ok(())
    }

    async fn close(self, patience: Duration) {
        if let Some(connection) = self.connection {
            // The process ends, or a test does; what cannot be closed now goes with it.
            let _ = timeout(patience, connection.close()).await;
        }
    }
}
