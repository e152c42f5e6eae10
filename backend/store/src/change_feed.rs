//! A feed of row changes, from PostgreSQL's `NOTIFY` to every open event stream of this process.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::{
    sync::broadcast::{self, error::RecvError},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{HealthProbe, Pool};

/// The channels that triggers notify: `draftings` with the proposal's id, `chat_turns` with the turn's,
/// `notifications` with the user's.
const CHANNELS: [&str; 3] = ["drafting", "chat_turn", "notification"];
/// How many changes a slow stream may lag behind before it reads its row again.
const BACKLOG: usize = 256;
/// The pause before reconnecting.
const RECONNECT: Duration = Duration::from_secs(1);

/// Tells the open streams that a row changed; cheap to clone.
#[derive(Debug, Clone)]
pub struct ChangeFeed {
    changes: broadcast::Sender<Change>,
    closing: CancellationToken,
}

/// What a stream receives.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// The row of this id changed.
    Row(Uuid),
    /// Changes may have been missed, so the row must be read again.
    Missed,
}

impl ChangeFeed {
    /// A feed that does not listen to the database yet.
    pub fn new() -> Self {
        Self { changes: broadcast::Sender::new(BACKLOG), closing: CancellationToken::new() }
    }

    /// Listens on one connection of `pool` until `stop`; then every open stream ends, so that a graceful
    /// shutdown does not wait for them. A lost connection may be the first sign that the database is
    /// unavailable, so `probe` is notified.
    pub fn spawn(&self, pool: Pool, probe: HealthProbe, stop: CancellationToken) -> JoinHandle<()> {
        let feed = self.clone();
        tokio::spawn(async move {
            let _ = stop.run_until_cancelled(feed.listen(&pool, &probe)).await;
            feed.closing.cancel();
        })
    }

    async fn listen(&self, pool: &Pool, probe: &HealthProbe) -> std::convert::Infallible {
        loop {
            let connections = pool.connections();
            if !connections.is_given_up() {
                let listening = Box::pin(self.listen_once(connections.pool()));
                if let Some(Err(error)) = connections.unless_given_up(listening).await {
                    tracing::warn!(%error, "listening for progress stopped; trying again");
                } else {
                    tracing::warn!("the connection that listens for progress was lost; trying again");
                }
                probe.connection_lost();
            }
            tokio::time::sleep(RECONNECT).await;
        }
    }

    /// Listens until the connection is lost.
    async fn listen_once(&self, pool: &PgPool) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect_with(pool).await?;
        listener.eager_reconnect(false);
        listener.listen_all(CHANNELS).await?;
        // Changes before this moment are unknown.
        self.publish(Change::Missed);
        while let Some(notification) = listener.try_recv().await? {
            match notification.payload().parse() {
                Ok(id) => self.publish(Change::Row(id)),
                Err(_) => self.publish(Change::Missed),
            }
        }
        Ok(())
    }

    fn publish(&self, change: Change) {
        // A change without a subscriber is not an error.
        let _ = self.changes.send(change);
    }

    /// Cancelled when the server stops; then open streams end.
    pub fn closing(&self) -> CancellationToken {
        self.closing.clone()
    }

    /// The changes of one row, from now on.
    pub fn subscribe(&self, id: Uuid) -> RowChanges {
        RowChanges { id, changes: self.changes.subscribe(), closing: self.closing.clone() }
    }
}

impl Default for ChangeFeed {
    fn default() -> Self {
        Self::new()
    }
}

/// The changes of one row.
#[derive(Debug)]
pub struct RowChanges {
    id: Uuid,
    changes: broadcast::Receiver<Change>,
    closing: CancellationToken,
}

impl RowChanges {
    /// Returns when the row should be read again: it changed, changes may have been missed, or `patience` has
    /// passed. Returns false when the server stops.
    pub async fn changed(&mut self, patience: Duration) -> bool {
        let closing = self.closing.clone();
        closing
            .run_until_cancelled(async {
                // After a time-out the row is read again too.
                let _ = tokio::time::timeout(patience, self.received()).await;
            })
            .await
            .is_some()
    }

    async fn received(&mut self) {
        loop {
            match self.changes.recv().await {
                Ok(Change::Row(id)) if id != self.id => {}
                Ok(Change::Row(_) | Change::Missed) | Err(RecvError::Lagged(_)) => return,
                // The feed outlives its subscribers; otherwise the time-out applies.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    fn id(n: u128) -> Uuid {
        Uuid::from_u128(n)
    }

    #[tokio::test]
    async fn only_changes_of_its_own_row_wake_a_subscriber() {
        let feed = ChangeFeed::new();
        let mut changes = feed.subscribe(id(1));
        feed.publish(Change::Row(id(2)));
        assert_eq!(changes.changed(LONG).now_or_never(), None, "a change of another row woke it");
        feed.publish(Change::Row(id(1)));
        assert_eq!(changes.changed(LONG).now_or_never(), Some(true));
        assert_eq!(changes.changed(LONG).now_or_never(), None, "the same change woke it twice");
    }

    #[tokio::test]
    async fn a_subscriber_that_missed_changes_reads_its_row_again() {
        let feed = ChangeFeed::new();
        let mut behind = feed.subscribe(id(1));
        for other in 0..=BACKLOG {
            feed.publish(Change::Row(id(2 + other as u128)));
        }
        assert_eq!(
            behind.changed(LONG).now_or_never(),
            Some(true),
            "a subscriber that fell behind must read again"
        );
        let mut changes = feed.subscribe(id(1));
        feed.publish(Change::Missed);
        assert_eq!(changes.changed(LONG).now_or_never(), Some(true));
    }

    #[tokio::test]
    async fn a_wait_ends_after_its_patience_and_when_the_server_stops() {
        let feed = ChangeFeed::new();
        let mut changes = feed.subscribe(id(1));
        assert!(changes.changed(Duration::from_millis(1)).await, "the wait has no end");
        feed.closing.cancel();
        assert_eq!(changes.changed(LONG).now_or_never(), Some(false));
    }
}
