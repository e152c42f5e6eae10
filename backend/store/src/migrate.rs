//! Migrates a database to the current schema: first the job queue's tables, then ours.

use anyhow::Context as _;
use graphile_worker::WorkerUtils;
use proffer_migrations::Migrator;
use sea_orm::{ConnectionTrait, SqlxPostgresConnector};
use sea_orm_migration::MigratorTrait;
use secrecy::{ExposeSecret, SecretString};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

/// The schema of the job queue.
pub const QUEUE_SCHEMA: &str = "graphile_worker";

/// The default timeouts, as in the queue's own migrations: requests must not queue behind a migration that
/// itself waits for a lock. Our migrations may set their own (`migrations/README.md`).
const TIMEOUTS: [(&str, &str); 2] = [("lock_timeout", "5s"), ("statement_timeout", "5min")];

/// Applies the missing migrations, as the owner of the database.
///
/// # Errors
/// When the database cannot be reached, the roles `proffer_app` and `proffer_system` are missing, or a file
/// fails. A file that runs in a transaction is rolled back; one that runs outside a transaction can be run
/// again.
/// transaction can be run again.
pub async fn run(owner_url: &SecretString) -> anyhow::Result<()> {
    up(owner_url, None).await
}

/// Applies migrations only up to `schema`, the schema of a backup.
///
/// # Errors
/// As [`run`], or when this program does not know the migration.
pub async fn run_to(owner_url: &SecretString, schema: &str) -> anyhow::Result<()> {
    let steps = steps_to(schema).with_context(|| format!("there is no migration {schema}"))?;
    up(owner_url, Some(steps)).await
}

/// How many migrations lead to `schema`; `None` when this program does not know it.
pub fn steps_to(schema: &str) -> Option<u32> {
    let before = Migrator::migrations().iter().position(|migration| migration.name() == schema)?;
    u32::try_from(before + 1).ok()
}

async fn up(owner_url: &SecretString, steps: Option<u32>) -> anyhow::Result<()> {
    let options: PgConnectOptions =
        owner_url.expose_secret().parse().context("the address of the database is none")?;
    // A single connection, so that the settings of a file apply to its next statement.
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .connect_with(options.options(TIMEOUTS))
        .await
        .context("the database does not answer")?;
    WorkerUtils::new(pool.clone(), QUEUE_SCHEMA).migrate().await.context("migrating the job queue")?;
    let connection = SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
    Migrator::up(&connection, steps).await.context("migrating the schema")?;
    connection.execute_unprepared(GRANT_QUEUE).await.context("granting the job queue")?;
    connection.execute_unprepared(GRANT_VERSIONS).await.context("granting the list of migrations")?;
    connection.close().await?;
    Ok(())
}

/// The queue's tables have row-level security without policies, so only their owner sees them. The worker
/// runs as `proffer_system`, which gets access; `proffer_app` reaches the queue only through the trigger on
/// `jobs`.
const GRANT_QUEUE: &str = r"
DO $$
DECLARE t record;
BEGIN
    GRANT USAGE ON SCHEMA graphile_worker TO proffer_system;
    GRANT ALL ON ALL TABLES IN SCHEMA graphile_worker TO proffer_system;
    GRANT ALL ON ALL SEQUENCES IN SCHEMA graphile_worker TO proffer_system;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker TO proffer_system;
    FOR t IN SELECT c.relname FROM pg_class c
             WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity
               AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'system')
    LOOP
        EXECUTE format('CREATE POLICY system ON graphile_worker.%I TO proffer_system USING (true) WITH CHECK (true)', t.relname);
    END LOOP;
END $$";

/// Servers and workers check here whether the schema is new enough for them.
const GRANT_VERSIONS: &str = "GRANT SELECT ON seaql_migrations TO proffer_system";
