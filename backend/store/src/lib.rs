//! The database: two pools under two roles, and the only two kinds of transaction.
//!
//! [`TenantTx`] sees one workspace's rows through row-level security; every store function of a feature takes
//! it. [`SystemTx`] serves what happens before a tenant is known (sign-in, token look-up) and has a short
//! list of grants; see this folder's README.

pub mod audit;
mod change_feed;
mod connection_quota;
pub mod entity;
mod health_probe;
pub mod migrate;
mod pool;
mod readiness;
mod safety;
pub mod search;
mod span;
mod system;
mod tenant;
mod unreachable;

use std::{sync::Arc, time::Duration};

use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};
use secrecy::SecretString;

pub use change_feed::{ChangeFeed, RowChanges};
pub use health_probe::HealthProbe;
pub use pool::Connections;
pub use pool::{Connected, Pool};
pub use readiness::NotReady;
pub use safety::refuse_unsafe_role;
pub use system::SystemTx;
pub use tenant::{Scope, TenantTx};
pub use unreachable::is_unreachable;

use self::connection_quota::ConnectionQuota;

/// While other workspaces are active, the requests of one hold at most this fraction (one in five) of the
/// tenant role's pool (`make bench`, P5).
const SHARE: usize = 5;
/// The smallest quota: a request that holds one connection may need another.
const LEAST: usize = 2;
/// How long a request waits for a connection, or for its connection quota.
const PATIENCE: Duration = Duration::from_secs(10);

/// The pools of the two runtime roles.
#[derive(Debug, Clone)]
pub struct Db {
    app: Pool,
    system: Pool,
    probe: HealthProbe,
    readiness: Arc<readiness::Readiness>,
    quota: ConnectionQuota,
}

impl Db {
    /// Connects both pools, each with up to `size` connections, and one more for the health probe. When the
    /// probe gets no answer for `silence`, all connections are abandoned.
    pub async fn connect(
        app: &SecretString,
        system: &SecretString,
        size: u32,
        silence: Duration,
    ) -> anyhow::Result<Self> {
        let app = Pool::connect(app, size, silence).await?;
        let system = Pool::connect(system, size, silence).await?;
        Ok(Self {
            probe: HealthProbe::start(system.options(), silence, [app.clone(), system.clone()]),
            app,
            system,
            readiness: Arc::default(),
            quota: ConnectionQuota::new(usize::try_from(size)?.div_ceil(SHARE).max(LEAST)),
        })
    }

    /// The tenant role's pool; begin a [`TenantTx`] on it through the permission check, never directly.
    pub fn app(&self) -> &Pool {
        &self.app
    }

    /// A tenant transaction for a request, within the connection quota of its workspace.
    pub async fn begin(&self, scope: Scope) -> Result<TenantTx, DbErr> {
        let permit = tokio::time::timeout(PATIENCE, self.quota.take(scope.workspace_id)).await;
        let permit = permit.map_err(|_| DbErr::ConnectionAcquire(ConnAcquireErr::Timeout))?;
        Ok(TenantTx::begin(&self.app, scope).await?.holding(permit))
    }

    /// The system role's pool.
    pub fn system(&self) -> &Pool {
        &self.system
    }

    /// The health probe, which callers notify of lost connections.
    pub fn probe(&self) -> &HealthProbe {
        &self.probe
    }

    /// Whether the database is known to be unavailable.
    pub fn is_away(&self) -> bool {
        self.system.connections().is_given_up()
    }

    /// The pools, by their names in metrics.
    pub fn pools(&self) -> [(&'static str, Connections); 2] {
        [("app", self.app.connections()), ("system", self.system.connections())]
    }

    /// Closes both pools after open transactions have ended.
    pub async fn close(&self) {
        self.probe.stop().await;
        for pool in [&self.app, &self.system] {
            pool.close().await;
        }
    }
}

/// The name of the constraint that refused a write, if one did; callers translate the names they know into
/// messages.
pub fn violated_constraint(error: &DbErr) -> Option<&str> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => {
            error.as_database_error().and_then(sqlx::error::DatabaseError::constraint)
        }
        _ => None,
    }
}
