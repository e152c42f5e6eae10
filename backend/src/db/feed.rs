//! News that a row which somebody watches changed, from PostgreSQL's `NOTIFY` to every open stream of this process.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::{
    sync::broadcast::{self, error::RecvError},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{HealthProbe, Pool};

/// The channels that triggers notify: `draftings` with the proposal's id, `chat_turns` with the turn's, `notifications` with the
/// person's.
const CHANNELS: [&str; 3] = ["drafting", "chat_turn", "notification"];
/// How many changes a slow stream may be behind before it just reads its row again.
const BACKLOG: usize = 256;
/// The pause before listening is tried again.
const RECONNECT: Duration = Duration::from_secs(1);

/// Tells the open streams that a row changed; cheap to clone.
#[derive(Debug, Clone)]
pub struct Feed {
    news: broadcast::Sender<News>,
    closing: CancellationToken,
}

/// What a stream hears.
#[derive(Debug, Clone, Copy)]
enum News {
    /// The row of this id changed.
    Changed(Uuid),
    /// Something may have been missed.
    Missed,
}

impl Feed {
    /// A feed that nobody speaks into yet.
    pub fn new() -> Self {
        Self { news: broadcast::Sender::new(BACKLOG), closing: CancellationToken::new() }
    }

    /// Listens over one connection of `pool` until `stop`; then every open stream ends, so that a graceful stop need not
    /// wait for those who watch. A lost connection may be the first sign that the database is unavailable, so `probe` is told.
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
                    tracing::warn!("the connection on which progress is heard of was lost; trying again");
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
        // What happened before is unknown.
        self.tell(News::Missed);
        while let Some(notification) = listener.try_recv().await? {
            match notification.payload().parse() {
                Ok(id) => self.tell(News::Changed(id)),
                Err(_) => self.tell(News::Missed),
            }
        }
        Ok(())
    }

    fn tell(&self, news: News) {
        // Nobody watching is no error.
        let _ = self.news.send(news);
    }

    /// Ends when the server stops: an open stream then ends too.
    pub fn closing(&self) -> CancellationToken {
        self.closing.clone()
    }

    /// News of one row, from now on.
    pub fn watch(&self, id: Uuid) -> Watch {
        Watch { id, news: self.news.subscribe(), closing: self.closing.clone() }
    }
}

impl Default for Feed {
    fn default() -> Self {
        Self::new()
    }
}

/// One row, watched.
#[derive(Debug)]
pub struct Watch {
    id: Uuid,
    news: broadcast::Receiver<News>,
    closing: CancellationToken,
}

impl Watch {
    /// Returns when the row is worth reading again: it changed, news was missed, or `patience` is over. False when the
    /// server stops.
    pub async fn changed(&mut self, patience: Duration) -> bool {
        let closing = self.closing.clone();
        closing
            .run_until_cancelled(async {
                // A time-out is as good a reason to look as any.
                let _ = tokio::time::timeout(patience, self.heard()).await;
            })
            .await
            .is_some()
    }

    async fn heard(&mut self) {
        loop {
            match self.news.recv().await {
                Ok(News::Changed(id)) if id != self.id => {}
                Ok(News::Changed(_) | News::Missed) | Err(RecvError::Lagged(_)) => return,
                // The feed holds a sender as long as any watch can exist; were it ever gone, patience decides.
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
    async fn only_its_own_news_wakes_a_watch() {
        let feed = Feed::new();
        let mut watch = feed.watch(id(1));
        feed.tell(News::Changed(id(2)));
        assert_eq!(watch.changed(LONG).now_or_never(), None, "another row's news woke it");
        feed.tell(News::Changed(id(1)));
        assert_eq!(watch.changed(LONG).now_or_never(), Some(true));
        assert_eq!(watch.changed(LONG).now_or_never(), None, "the same news woke it twice");
    }

    #[tokio::test]
    async fn what_was_missed_is_looked_up() {
        let feed = Feed::new();
        let mut behind = feed.watch(id(1));
        for other in 0..=BACKLOG {
            feed.tell(News::Changed(id(2 + other as u128)));
        }
        assert_eq!(behind.changed(LONG).now_or_never(), Some(true), "a watch that fell behind must look");
        let mut watch = feed.watch(id(1));
        feed.tell(News::Missed);
        assert_eq!(watch.changed(LONG).now_or_never(), Some(true));
    }

    #[tokio::test]
    async fn silence_is_broken_after_a_while_and_ended_by_the_stop() {
        let feed = Feed::new();
        let mut watch = feed.watch(id(1));
        assert!(watch.changed(Duration::from_millis(1)).await, "patience has no end");
        feed.closing.cancel();
        assert_eq!(watch.changed(LONG).now_or_never(), Some(false));
    }
}
