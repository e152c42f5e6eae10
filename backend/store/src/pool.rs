//! The connection pool of one role. When the database stops answering, all its connections are abandoned
//! together: every caller that waits on one gets an error at once, and new connections are opened when the
//! database is back.

use std::{
    future::Future,
    io,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use anyhow::Context as _;
use sea_orm::{
    ConnAcquireErr, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, SqlxPostgresConnector, Statement, TransactionTrait, prelude::async_trait,
};
use secrecy::{ExposeSecret, SecretString};
use sqlx::{
    Connection as _,
    postgres::{PgConnectOptions, PgPool, PgPoolOptions},
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::PATIENCE;

/// How long a statement may run, and a transaction may stay idle, before the database ends it.
const STATEMENT_TIMEOUT: &str = "15s";
const IDLE_IN_TRANSACTION_TIMEOUT: &str = "15s";
/// A connection that was used this recently is assumed to be alive; one that was idle longer is tested first.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// The pool of one role, before and after its connections are replaced; cheap to clone.
#[derive(Debug, Clone)]
pub struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: PgConnectOptions,
    size: u32,
    silence: Duration,
    current: RwLock<Connections>,
}

/// One generation of connections, which are abandoned together.
#[derive(Debug, Clone)]
pub struct Connections {
    connection: DatabaseConnection,
    given_up: CancellationToken,
}

impl Pool {
    /// Connects up to `size` connections. An idle one gets `silence` to show that it is alive.
    pub(super) async fn connect(url: &SecretString, size: u32, silence: Duration) -> anyhow::Result<Self> {
        let options = options(url)?;
        let current = Connections::open(&options, size, silence);
        current.pool().acquire().await.context("the database does not answer")?;
        Ok(Self(Arc::new(Inner { options, size, silence, current: RwLock::new(current) })))
    }

    /// A pool with a single connection for one task, without a health probe.
    pub async fn single(url: &SecretString) -> anyhow::Result<Self> {
        Self::connect(url, 1, PATIENCE).await
    }

    /// The options for connecting to the same database in the same role.
    pub(super) fn options(&self) -> PgConnectOptions {
        self.0.options.clone()
    }

    /// The current connections, for a caller that keeps them for a while.
    pub fn connections(&self) -> Connections {
        self.0.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Abandons all connections. Requests for a connection fail at once until [`Pool::open_again`].
    pub(super) fn give_up(&self) {
        let current = self.connections();
        // From this call on none is used again. Closing takes as long as the network does, so it is not
        // awaited.
        drop(current.pool().close());
        current.given_up.cancel();
    }

    /// Opens new connections in place of the abandoned ones.
    pub(super) fn open_again(&self) {
        let opened = Connections::open(&self.0.options, self.0.size, self.0.silence);
        *self.0.current.write().unwrap_or_else(PoisonError::into_inner) = opened;
    }

    /// Begins a transaction. The future must not be dropped before it completes: see
    /// [`super::TenantTx::begin`].
    pub(super) async fn begin(&self) -> Result<Connected<DatabaseTransaction>, DbErr> {
        let connections = self.connections();
        let inner = connections.run(connections.connection.begin()).await?;
        Ok(Connected { inner, connections })
    }

    /// Whether the database answers.
    pub(super) async fn ping(&self) -> Result<(), DbErr> {
        let connections = self.connections();
        connections.run(Box::pin(connections.connection.ping())).await
    }

    /// Closes all connections after open transactions have ended.
    pub async fn close(&self) {
        self.connections().pool().close().await;
    }

    fn connected(&self) -> Connected<DatabaseConnection> {
        let connections = self.connections();
        Connected { inner: connections.connection.clone(), connections }
    }
}

impl Connections {
    fn open(options: &PgConnectOptions, size: u32, silence: Duration) -> Self {
        let pool = PgPoolOptions::new()
            .max_connections(size)
            // Testing each time would cost a round trip on both pools for every request.
            .test_before_acquire(false)
            .before_acquire(move |connection, state| {
                Box::pin(async move {
                    if state.idle_for > TRUSTED_IDLE {
                        let answer = timeout(silence, connection.ping()).await;
                        answer.unwrap_or_else(|_elapsed| {
                            Err(io::Error::from(io::ErrorKind::TimedOut).into())
                        })?;
                    }
                    Ok(true)
                })
            })
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options.clone());
        Self {
            connection: SqlxPostgresConnector::from_sqlx_postgres_pool(pool),
            given_up: CancellationToken::new(),
        }
    }

    /// For code that uses PostgreSQL without sea-orm.
    pub fn pool(&self) -> &PgPool {
        self.connection.get_postgres_connection_pool()
    }

    /// Whether they were abandoned.
    pub fn is_given_up(&self) -> bool {
        self.given_up.is_cancelled()
    }

    /// Returns once they are abandoned.
    pub async fn given_up(self) {
        self.given_up.cancelled_owned().await;
    }

    /// The result of `work` on these connections, or `None` once they are abandoned.
    pub async fn unless_given_up<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        self.given_up.run_until_cancelled(work).await
    }

    async fn run<T>(&self, work: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        self.unless_given_up(work)
            .await
            .unwrap_or(Err(DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed)))
    }
}

/// A pool or a transaction on which sea-orm runs statements; a statement fails once the connections are
/// abandoned.
#[derive(Debug)]
pub struct Connected<C> {
    inner: C,
    connections: Connections,
}

impl Connected<DatabaseTransaction> {
    /// Commits. If the connection is abandoned meanwhile, the outcome is unknown.
    pub(super) async fn commit(self) -> Result<(), DbErr> {
        let Self { inner, connections } = self;
        connections.run(inner.commit()).await
    }
}

#[async_trait::async_trait]
impl<C: ConnectionTrait> ConnectionTrait for Connected<C> {
    fn get_database_backend(&self) -> DbBackend {
        self.inner.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.connections.run(self.inner.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.connections.run(self.inner.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.connections.run(self.inner.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.connections.run(self.inner.query_all_raw(statement)).await
    }
}

fn options(url: &SecretString) -> anyhow::Result<PgConnectOptions> {
    let options: PgConnectOptions = url.expose_secret().parse().context("the database URL is not valid")?;
    Ok(options.application_name("proffer").options([
        ("statement_timeout", STATEMENT_TIMEOUT),
        ("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION_TIMEOUT),
    ]))
}

#[async_trait::async_trait]
impl ConnectionTrait for Pool {
    fn get_database_backend(&self) -> DbBackend {
        DbBackend::Postgres
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.connected().execute_raw(statement).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.connected().execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.connected().query_one_raw(statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.connected().query_all_raw(statement).await
    }
}
