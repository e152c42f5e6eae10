//! Whether the database can be reached at all. While it cannot, whoever asks is told so at once, instead of waiting for a
//! connection that nobody will get.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sea_orm::{DbErr, RuntimeErr};
use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};

/// The pause before it is tried again.
const PAUSE: Duration = Duration::from_millis(500);
/// How long an attempt may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// What PostgreSQL says (SQLSTATE) when it ends connections or takes none: it is stopped, has crashed, starts, or is full.
const ENDINGS: [&str; 4] = ["57P01", "57P02", "57P03", "53300"];

/// What is known of it; clones know the same.
#[derive(Debug, Clone)]
pub struct Reach {
    options: PgConnectOptions,
    away: Arc<AtomicBool>,
}

impl Reach {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options, away: Arc::default() }
    }

    /// Whether it was away when it was last looked for.
    pub(super) fn is_away(&self) -> bool {
        self.away.load(Ordering::Relaxed)
    }

    /// For whoever has lost a connection: returns once the database answers, and lets all know meanwhile that it does not.
    pub(super) async fn regain(&self) {
        while !self.answers().await {
            if !self.away.swap(true, Ordering::Relaxed) {
                tracing::error!("the database is away");
            }
            tokio::time::sleep(PAUSE).await;
        }
        if self.away.swap(false, Ordering::Relaxed) {
            tracing::info!("the database is back");
        }
    }

    /// A connection of its own: those of the pools are waited for even where there is nothing to connect to.
    async fn answers(&self) -> bool {
        match tokio::time::timeout(PATIENCE, PgConnection::connect_with(&self.options)).await {
            Ok(Ok(connection)) => connection.close().await.is_ok(),
            // One that refuses for another reason, such as too many connections, is there.
            Ok(Err(sqlx::Error::Database(error))) => error.code().is_none_or(|code| code != "57P03"),
            _ => false,
        }
    }
}

/// Whether that went wrong because there was no connection, or it broke. What was asked for may have happened or not.
pub(crate) fn is_unreachable(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) => true,
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => match &**error {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => true,
            sqlx::Error::Database(error) => error.code().is_some_and(|code| ENDINGS.contains(&&*code)),
            _ => false,
        },
        _ => false,
    }
}
