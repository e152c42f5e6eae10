//! The connections of one role. Those of a database that has gone without a word are given up together:
//! whatever waits on one of them ends at once as unreachable, and new ones are opened once there is something
//! to connect to.

use std::{
    future::Future,
    io,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use anyhow::Context as _;
use sea_orm::{
    ConnAcquireErr, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult,
    SqlxPostgresConnector, Statement, TransactionTrait, prelude::async_trait,
};
use secrecy::{ExposeSecret, SecretString};
use sqlx::{
    Connection as _,
    postgres::{PgConnectOptions, PgPool, PgPoolOptions},
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::PATIENCE;

/// How long a statement may run, and how long a transaction may stand idle, before the server ends it.
const STATEMENT_TIMEOUT: &str = "15s";
const IDLE_IN_TRANSACTION_TIMEOUT: &str = "15s";
/// A connection that was in use so short a time ago is taken for alive; one that has rested longer is asked
/// first.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// The connections of one role, now and after they were given up; cheap to clone.
#[derive(Debug, Clone)]
pub struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: PgConnectOptions,
    size: u32,
    silence: Duration,
    current: RwLock<Connections>,
}

/// Connections that were opened since the database was last found, and are given up all at once.
#[derive(Debug, Clone)]
pub struct Connections {
    connection: DatabaseConnection,
    given_up: CancellationToken,
}

impl Pool {
    /// Connects up to `size` connections. One that has rested is given `silence` to show that it is alive.
    pub(super) async fn connect(url: &SecretString, size: u32, silence: Duration) -> anyhow::Result<Self> {
        let options = options(url)?;
        let current = Connections::open(&options, size, silence);
        current.pool().acquire().await.context("the database does not answer")?;
        Ok(Self(Arc::new(Inner { options, size, silence, current: RwLock::new(current) })))
    }

    /// A single connection for one task, without a health probe.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn single(url: &SecretString) -> anyhow::Result<Self> {
        Self::connect(url, 1, PATIENCE).await
    }

    /// How to connect to the same database in the same role.
    pub(super) fn options(&self) -> PgConnectOptions {
        self.0.options.clone()
    }

    /// The connections as they are now, to be kept for a while.
    pub fn connections(&self) -> Connections {
        self.0.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Gives up all connections. Until [`Pool::open_again`] a request for one fails at once.
    pub(super) fn give_up(&self) {
        let current = self.connections();
        // From this call on none is used again. Closing takes as long as the network does, so it is not
        // awaited.
        drop(current.pool().close());
        current.given_up.cancel();
    }

    /// New connections in place of those that were given up.
    pub(super) fn open_again(&self) {
        let opened = Connections::open(&self.0.options, self.0.size, self.0.silence);
        *self.0.current.write().unwrap_or_else(PoisonError::into_inner) = opened;
    }

    /// Begins a transaction. It is not to be dropped half-way: see [`super::TenantTx::begin`].
    pub(super) async fn begin(&self) -> Result<Connected<DatabaseTransaction>, DbErr> {
        let connections = self.connections();
        let inner = connections.run(connections.connection.begin()).await?;
        Ok(Connected { inner, connections })
    }

    /// Whether it answers.
    pub(super) async fn ping(&self) -> Result<(), DbErr> {
        let connections = self.connections();
        connections.run(Box::pin(connections.connection.ping())).await
    }

    /// Closes all connections, waiting for what is under way.
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
            // Asking each time costs a round trip on both pools for every request.
            .test_before_acquire(false)
            .before_acquire(move |connection, state| {
                Box::pin(async move {
                    if state.idle_for > TRUSTED_IDLE {
                        let answer = timeout(silence, connection.ping()).await;
                        answer.unwrap_or_else(|_elapsed| Err(io::Error::from(io::ErrorKind::TimedOut).into()))?;
                    }
                    Ok(true)
                })
            })
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options.clone());
        Self { connection: SqlxPostgresConnector::from_sqlx_postgres_pool(pool), given_up: CancellationToken::new() }
    }

    /// For code that uses PostgreSQL without sea-orm.
    pub fn pool(&self) -> &PgPool {
        self.connection.get_postgres_connection_pool()
    }

    /// Whether they were given up.
    pub fn is_given_up(&self) -> bool {
        self.given_up.is_cancelled()
    }

    /// Returns once they are.
    pub async fn given_up(self) {
        self.given_up.cancelled_owned().await;
    }

    /// What comes of `work` on these connections, or nothing once they are given up.
    pub async fn unless_given_up<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        self.given_up.run_until_cancelled(work).await
    }

    async fn run<T>(&self, work: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        self.unless_given_up(work).await.unwrap_or(Err(DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed)))
    }
}

/// What sea-orm runs statements on, a pool or a transaction; none is waited for longer than its connections
/// are kept.
#[derive(Debug)]
pub struct Connected<C> {
    inner: C,
    connections: Connections,
}

impl Connected<DatabaseTransaction> {
    /// Makes the writes true. Whether they are is unknown where the connection is given up meanwhile.
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
    Ok(options
        .application_name("proffer")
        .options([("statement_timeout", STATEMENT_TIMEOUT), ("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION_TIMEOUT)]))
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
