//! Restoring a backup into an empty database: everything or nothing.
//!
//! It needs only the rights of the tables' owner. In the one transaction that fills the tables, row-level
//! security does not bind the owner, triggers are disabled and foreign keys dropped, as `pg_restore` does:
//! rows arrive in any order, and trigger nothing. All of that is put back before the commit, so every foreign
//! key is checked against the restored rows.

use std::path::Path;

use anyhow::Context as _;
use proffer_adapters::objects::ObjectStore;
use proffer_store::migrate;
use secrecy::{ExposeSecret, SecretString};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, postgres::PgConnectOptions};

use super::{
    catalog::{self, run},
    check,
    files::Reading,
    manifest::{Manifest, Table},
    objects,
};

/// Waits only briefly for locks of others; the restore itself has no time limit.
const PATIENCE: &str = "
    SET LOCAL lock_timeout = '10s';
    SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0";

/// The queue is not part of a backup; it is filled from our own rows, as their triggers did originally. A job
/// that was running at the time of the backup starts again, as after the death of a worker.
const QUEUE: [&str; 3] = [
    "SELECT graphile_worker.add_job(identifier => task, max_attempts => max_attempts::smallint,
                                    payload => json_build_object('workspaceId', workspace_id, 'jobId', id))
     FROM jobs WHERE state IN ('queued', 'retrying')",
    "SELECT graphile_worker.add_job(identifier => 'bid_farewell', max_attempts => 12::smallint,
                                    payload => json_build_object('farewellId', id))
     FROM farewells",
    "SELECT graphile_worker.add_job(identifier => 'mail_contact_message', max_attempts => 25::smallint,
                                    payload => json_build_object('messageId', id))
     FROM contact_messages WHERE mailed_at IS NULL",
];

/// The result of a restore.
#[derive(Debug)]
pub struct Restored {
    /// The backup.
    pub manifest: Manifest,
    /// How many jobs wait for a worker.
    pub jobs: u64,
}

/// Restores everything and migrates the schema to the current version. A failure leaves no rows behind.
///
/// # Errors
/// When the backup is damaged or has a newer schema, the database is not empty, or the database or storage
/// fails.
pub async fn restore(folder: &Path, owner: &SecretString, store: &ObjectStore) -> anyhow::Result<Restored> {
    let manifest = Manifest::read(folder)?;
    let schema = manifest.schema.as_str();
    anyhow::ensure!(
        migrate::steps_to(schema).is_some(),
        "the backup was taken with schema {schema}, which is newer than this program: use Proffer {} or newer",
        manifest.proffer
    );
    objects::can_take(store, &manifest.objects)?;
    check(folder)?;

    let options: PgConnectOptions = owner.expose_secret().parse().context("the database URL is not valid")?;
    let mut database = options
        .application_name("proffer restore")
        .connect()
        .await
        .context("the database does not answer")?;
    let found = catalog::schema(&mut database).await?;
    match found.as_deref() {
        None => migrate::run_to(owner, schema).await?,
        Some(found) => anyhow::ensure!(
            found == schema,
            "the database is not empty: it has the tables of schema {found}, and the backup those of {schema}; restore into one without tables"
        ),
    }
    let jobs = fill(folder, &mut database, store, &manifest).await?;
    migrate::run(owner).await?;
    sqlx::raw_sql("ANALYZE").execute(&mut database).await.context("checking the restored rows")?;
    database.close().await?;
    Ok(Restored { manifest, jobs })
}

/// Fills the tables and the storage; returns how many jobs wait.
async fn fill(
    folder: &Path,
    database: &mut PgConnection,
    store: &ObjectStore,
    manifest: &Manifest,
) -> anyhow::Result<u64> {
    let mut tx = database.begin().await?;
    sqlx::raw_sql(PATIENCE).execute(&mut *tx).await?;
    let tables = catalog::tables(&mut tx).await?;
    refuse_other_tables(&tables, manifest)?;
    for table in &tables {
        open(&mut tx, table).await?;
    }
    let keys = catalog::foreign_keys(&mut tx).await?;
    for key in &keys {
        run(&mut tx, format!("ALTER TABLE {} DROP CONSTRAINT {}", key.table, key.name)).await?;
    }
    for (table, kept) in tables.iter().zip(&manifest.tables) {
        load(folder, &mut tx, table, kept)
            .await
            .with_context(|| format!("restoring the rows of {}", kept.name))?;
    }
    for key in &keys {
        let add = format!("ALTER TABLE {} ADD CONSTRAINT {} {}", key.table, key.name, key.definition);
        run(&mut tx, add)
            .await
            .with_context(|| format!("rows of {} reference others that do not exist", key.table))?;
    }
    let mut jobs = 0;
    for waiting in QUEUE {
        jobs += sqlx::query(waiting).execute(&mut *tx).await.context("filling the queue")?.rows_affected();
    }
    for table in &tables {
        shut(&mut tx, table).await?;
    }
    // No one else uses the database, so the transaction may wait for the storage: if the upload fails, no
    // rows reference missing objects.
    objects::put_back(folder, store, &manifest.objects).await?;
    tx.commit().await?;
    Ok(jobs)
}

fn refuse_other_tables(tables: &[catalog::Table], manifest: &Manifest) -> anyhow::Result<()> {
    let of_database = tables.iter().map(|table| (&table.name, &table.columns));
    anyhow::ensure!(
        of_database.eq(manifest.tables.iter().map(|table| (&table.name, &table.columns))),
        "the tables of the backup are not those of its schema {}",
        manifest.schema
    );
    Ok(())
}

/// Prepares an empty table for loading.
async fn open(tx: &mut PgConnection, table: &catalog::Table) -> anyhow::Result<()> {
    run(tx, format!("ALTER TABLE {} NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER", table.quoted))
        .await?;
    let rows = format!("SELECT EXISTS (SELECT FROM {})", table.quoted);
    let has_rows: bool = sqlx::query_scalar(sqlx::AssertSqlSafe(rows)).fetch_one(tx).await?;
    anyhow::ensure!(!has_rows, "the database is not empty: {} has rows; nothing is overwritten", table.name);
    Ok(())
}

/// Reverts [`open`].
async fn shut(tx: &mut PgConnection, table: &catalog::Table) -> anyhow::Result<()> {
    let force = if table.is_forced { ", FORCE ROW LEVEL SECURITY" } else { "" };
    run(tx, format!("ALTER TABLE {} ENABLE TRIGGER USER{force}", table.quoted)).await
}

async fn load(
    folder: &Path,
    tx: &mut PgConnection,
    table: &catalog::Table,
    kept: &Table,
) -> anyhow::Result<()> {
    let mut file = Reading::open(folder, &Table::file(&kept.name))?;
    let copy = format!("COPY {} ({}) FROM STDIN", table.quoted, table.columns.join(", "));
    let mut copy = tx.copy_in_raw(&copy).await?;
    loop {
        match file.next() {
            Ok(Some(piece)) => drop(copy.send(piece).await?),
            Ok(None) => break,
            Err(error) => {
                copy.abort("the backup cannot be read").await?;
                return Err(error);
            }
        }
    }
    let rows = copy.finish().await?;
    anyhow::ensure!(rows == kept.rows, "{rows} rows were restored instead of {}", kept.rows);
    file.verify(kept.rows, &kept.facts)
}
