//! Readiness of the database: both roles can connect, and the schema is at least the one that this binary
//! knows.

use std::{collections::HashSet, time::Duration};

use proffer_migrations::Migrator;
use sea_orm_migration::MigratorTrait as _;
use tokio::{sync::Mutex, time::Instant};

use super::Db;

/// How long a result is reused, however many requests arrive: the probe is public.
const FRESH: Duration = Duration::from_millis(500);
/// How long a probe waits for the database.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why the database is not ready.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    /// It does not answer.
    #[error("the database does not answer")]
    Silent,
    /// A migration that this binary needs has not been applied.
    #[error("the schema lacks {0}: run `proffer migrate`")]
    Old(String),
}

/// The last result.
#[derive(Debug, Default)]
pub(super) struct Readiness(Mutex<Option<(Instant, Result<(), NotReady>)>>);

impl Db {
    /// Whether both roles can connect and the schema is new enough. A newer schema is fine, because a rolling
    /// upgrade migrates first.
    pub async fn ready(&self) -> Result<(), NotReady> {
        // Concurrent requests wait for one result.
        let mut last = self.readiness.0.lock().await;
        if let Some((at, answer)) = &*last
            && at.elapsed() < FRESH
        {
            return answer.clone();
        }
        let db = self.clone();
        // In its own task, because a query must not be dropped before it completes.
        let asked = tokio::spawn(async move { db.ask().await });
        let answer = match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok(answer)) => answer,
            _ => Err(NotReady::Silent),
        };
        *last = Some((Instant::now(), answer.clone()));
        answer
    }

    async fn ask(&self) -> Result<(), NotReady> {
        self.app().ping().await.map_err(|_| NotReady::Silent)?;
        let system = self.system().connections();
        let applied = sqlx::query_scalar("SELECT version FROM seaql_migrations").fetch_all(system.pool());
        let known = Migrator::migrations();
        match system.unless_given_up(Box::pin(applied)).await.unwrap_or(Err(sqlx::Error::PoolClosed)) {
            Ok(applied) => is_enough(known.iter().map(|migration| migration.name()), applied),
            // It answers, but the table is missing or not readable: none of our migrations has been applied.
            Err(sqlx::Error::Database(_)) => {
                is_enough(known.iter().map(|migration| migration.name()), Vec::new())
            }
            Err(_) => Err(NotReady::Silent),
        }
    }
}

/// Whether all known migrations have been applied; additional ones do no harm.
fn is_enough<'a>(known: impl Iterator<Item = &'a str>, applied: Vec<String>) -> Result<(), NotReady> {
    let applied: HashSet<String> = applied.into_iter().collect();
    match known.into_iter().find(|&name| !applied.contains(name)) {
        Some(missing) => Err(NotReady::Old(missing.to_owned())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_may_be_newer_and_not_older() {
        let of = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let known = ["1_first", "2_second"];
        for (applied, expected) in [
            (of(&["1_first", "2_second"]), Ok(())),
            (of(&["3_third", "2_second", "1_first"]), Ok(())),
            (of(&["1_first"]), Err(NotReady::Old("2_second".to_owned()))),
            (of(&["1_first", "3_third"]), Err(NotReady::Old("2_second".to_owned()))),
            (of(&[]), Err(NotReady::Old("1_first".to_owned()))),
        ] {
            assert_eq!(is_enough(known.into_iter(), applied.clone()), expected, "{applied:?}");
        }
    }
}
