//! The database: two pools under two roles, and the only two kinds of transaction there are.
//!
//! [`TenantTx`] sees one workspace's rows through row-level security and is what every store function of a feature
//! takes. [`SystemTx`] serves what happens before a tenant is known (sign-in, token look-up) and has a short list of
//! grants; see this folder's README.

pub mod entity;
mod feed;
pub mod log;
pub mod migrate;
mod places;
mod reach;
mod readiness;
mod safety;
pub mod search;
mod system;
mod tenant;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use sea_orm::{ConnAcquireErr, DatabaseConnection, DbErr, RuntimeErr, SqlxPostgresConnector};
use secrecy::{ExposeSecret, SecretString};
use sqlx::{
    Connection as _,
    postgres::{PgConnectOptions, PgPool, PgPoolOptions},
};

pub use feed::{Feed, Watch};
pub use reach::Reach;
pub(crate) use reach::is_unreachable;
pub use readiness::NotReady;
pub use safety::refuse_unsafe_role;
pub use system::SystemTx;
pub use tenant::{Scope, TenantTx};

use self::places::Places;

/// How long a statement may run, and how long a transaction may stand idle, before the server ends it.
const STATEMENT_TIMEOUT: &str = "15s";
const IDLE_IN_TRANSACTION_TIMEOUT: &str = "15s";
/// While others work too, the requests of one workspace hold at most one of so many connections of the tenant role's pool (`make bench`, P5).
const SHARE: usize = 5;
/// But so many at least: who holds one may need another.
const LEAST: usize = 2;
/// How long anybody waits for a connection, or for a place.
const PATIENCE: Duration = Duration::from_secs(10);
/// A connection that was in use so short a time ago is taken for alive; one that has rested longer is asked first.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// The pools of the two runtime roles.
#[derive(Debug, Clone)]
pub struct Db {
    app: DatabaseConnection,
    system: DatabaseConnection,
    reach: Reach,
    readiness: Arc<readiness::Readiness>,
    places: Places,
}

impl Db {
    /// Connects both pools, each with up to `size` connections.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn connect(app: &SecretString, system: &SecretString, size: u32) -> anyhow::Result<Self> {
        Ok(Self {
            app: SqlxPostgresConnector::from_sqlx_postgres_pool(pool(options(app)?, size).await?),
            system: SqlxPostgresConnector::from_sqlx_postgres_pool(pool(options(system)?, size).await?),
            reach: Reach::new(options(system)?),
            readiness: Arc::default(),
            places: Places::new(usize::try_from(size)?.div_ceil(SHARE).max(LEAST)),
        })
    }

    /// The tenant role's pool; begin a [`TenantTx`] on it through the permission check, never directly.
    pub(crate) fn app(&self) -> &DatabaseConnection {
        &self.app
    }

    /// A tenant transaction for a request. However much one workspace asks for, it leaves connections to the others.
    pub(crate) async fn begin(&self, scope: Scope) -> Result<TenantTx, DbErr> {
        let place = tokio::time::timeout(PATIENCE, self.places.take(scope.workspace_id)).await;
        let place = place.map_err(|_| DbErr::ConnectionAcquire(ConnAcquireErr::Timeout))?;
        Ok(TenantTx::begin(&self.app, scope).await?.at(place))
    }

    /// The system role's pool.
    pub(crate) fn system(&self) -> &DatabaseConnection {
        &self.system
    }

    /// The system role's pool as the job queue and the listener want it.
    pub(crate) fn system_pool(&self) -> &PgPool {
        self.system.get_postgres_connection_pool()
    }

    /// Whether the database can be reached, for whoever keeps a connection and notices when it is lost.
    pub fn reach(&self) -> Reach {
        self.reach.clone()
    }

    /// Whether the database is known to be away: nothing that needs it can be done.
    pub(crate) fn is_away(&self) -> bool {
        self.reach.is_away()
    }

    /// The pools, by the names that figures use.
    pub(crate) fn pools(&self) -> [(&'static str, &PgPool); 2] {
        [("app", self.app.get_postgres_connection_pool()), ("system", self.system_pool())]
    }

    /// Closes both pools, waiting for what is under way.
    pub async fn close(&self) {
        for connection in [&self.app, &self.system] {
            connection.get_postgres_connection_pool().close().await;
        }
    }
}

fn options(url: &SecretString) -> anyhow::Result<PgConnectOptions> {
    let options: PgConnectOptions = url.expose_secret().parse().context("the database URL is not valid")?;
    Ok(options
        .application_name("proffer")
        .options([("statement_timeout", STATEMENT_TIMEOUT), ("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION_TIMEOUT)]))
}

async fn pool(options: PgConnectOptions, size: u32) -> anyhow::Result<PgPool> {
    PgPoolOptions::new()
        .max_connections(size)
        // Asking each time costs a round trip on both pools for every request.
        .test_before_acquire(false)
        .before_acquire(|connection, state| {
            Box::pin(async move {
                if state.idle_for > TRUSTED_IDLE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .acquire_timeout(PATIENCE)
        .connect_with(options)
        .await
        .context("the database does not answer")
}

/// The name of the constraint that refused a write, where one did: callers turn the names they know into words.
pub fn violated_constraint(error: &DbErr) -> Option<&str> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => {
            error.as_database_error().and_then(sqlx::error::DatabaseError::constraint)
        }
        _ => None,
    }
}
