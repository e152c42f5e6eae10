//! The queue's database access. graphile's own driver keeps the pool that it was given; this one uses the
//! current connections, and stops waiting once they are abandoned.

use std::any::Any;

use futures_util::StreamExt as _;
use graphile_worker::sqlx::SqlxDatabase;
use graphile_worker::{
    BoxFuture, DatabaseDriver, DbError, DbExecutor, DbParams, DbRow, DbTransaction, NotificationStream,
    TransactionDriver,
};
use proffer_store::{Connections, Pool};

/// A pool with graphile's interface.
#[derive(Debug)]
pub struct QueuePool {
    pool: Pool,
}

impl QueuePool {
    /// A driver for that pool.
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }

    fn current(&self) -> (Connections, SqlxDatabase) {
        let connections = self.pool.connections();
        let database = SqlxDatabase::new(connections.pool().clone());
        (connections, database)
    }
}

impl DbExecutor for QueuePool {
    fn execute<'a>(&'a self, sql: &'a str, params: DbParams) -> BoxFuture<'a, Result<u64, DbError>> {
        Box::pin(async move {
            let (connections, database) = self.current();
            answered(&connections, database.execute(sql, params)).await
        })
    }

    fn fetch_all<'a>(&'a self, sql: &'a str, params: DbParams) -> BoxFuture<'a, Result<Vec<DbRow>, DbError>> {
        Box::pin(async move {
            let (connections, database) = self.current();
            answered(&connections, database.fetch_all(sql, params)).await
        })
    }
}

impl DatabaseDriver for QueuePool {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn begin(&self) -> BoxFuture<'_, Result<DbTransaction, DbError>> {
        Box::pin(async move {
            let (connections, database) = self.current();
            let inner = answered(&connections, database.begin()).await?;
            Ok(DbTransaction::new(Box::new(QueueTransaction { inner, connections })))
        })
    }

    fn listen<'a>(&'a self, channel: &'a str) -> BoxFuture<'a, Result<Option<NotificationStream>, DbError>> {
        Box::pin(async move {
            let (connections, database) = self.current();
            let heard = answered(&connections, database.listen(channel)).await?;
            Ok(heard.map(|heard| Box::pin(heard.take_until(connections.given_up())) as NotificationStream))
        })
    }
}

/// A transaction on such a pool.
struct QueueTransaction {
    inner: DbTransaction,
    connections: Connections,
}

impl DbExecutor for QueueTransaction {
    fn execute<'a>(&'a self, sql: &'a str, params: DbParams) -> BoxFuture<'a, Result<u64, DbError>> {
        Box::pin(answered(&self.connections, self.inner.execute(sql, params)))
    }

    fn fetch_all<'a>(&'a self, sql: &'a str, params: DbParams) -> BoxFuture<'a, Result<Vec<DbRow>, DbError>> {
        Box::pin(answered(&self.connections, self.inner.fetch_all(sql, params)))
    }
}

impl TransactionDriver for QueueTransaction {
    fn commit(self: Box<Self>) -> BoxFuture<'static, Result<(), DbError>> {
        Box::pin(async move { answered(&self.connections, self.inner.commit()).await })
    }
}

async fn answered<T>(
    connections: &Connections,
    asked: impl Future<Output = Result<T, DbError>>,
) -> Result<T, DbError> {
    connections.unless_given_up(asked).await.unwrap_or_else(|| Err(DbError::new("the database is away")))
}
