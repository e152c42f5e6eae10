//! Creating a backup: a snapshot of the rows, then the objects.

use std::{fs, path::Path};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt as _;
use proffer_adapters::objects::ObjectStore;
use secrecy::{ExposeSecret, SecretString};
use sqlx::{ConnectOptions as _, PgConnection, postgres::PgConnectOptions, types::Uuid};

use super::{
    catalog, files,
    files::Writing,
    manifest::{Manifest, Table},
    objects,
};
use crate::features::{identity::service::pictures, objects::service::object_key};

/// All rows of one snapshot. A role bound by row-level security gets an error instead of fewer rows.
const SNAPSHOT: &str = "
    BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY;
    SET LOCAL row_security = off;
    SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0";

/// The keys of the objects that rows reference, used while the objects are copied.
const NAMED: &str = "named.gz";

/// Backs up everything into the folder, which must be empty or missing. A failure leaves the folder empty.
///
/// # Errors
/// When the folder is not empty, the role may not read everything, or the database or storage fails.
pub async fn back_up(
    folder: &Path,
    database: &SecretString,
    store: &ObjectStore,
) -> anyhow::Result<Manifest> {
    prepare(folder)?;
    let taken = take(folder, database, store).await;
    if taken.is_err()
        && let Err(error) = files::clear(folder)
    {
        tracing::warn!(%error, folder = %folder.display(), "the incomplete backup could not be removed");
    }
    taken
}

fn prepare(folder: &Path) -> anyhow::Result<()> {
    files::create_folder(folder)?;
    let mut entries =
        fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    anyhow::ensure!(
        entries.next().is_none(),
        "the folder {} is not empty, and nothing is overwritten: choose another, or empty it",
        folder.display()
    );
    Ok(())
}

async fn take(folder: &Path, database: &SecretString, store: &ObjectStore) -> anyhow::Result<Manifest> {
    let options: PgConnectOptions =
        database.expose_secret().parse().context("the database URL is not valid")?;
    let mut database =
        options.application_name("proffer backup").connect().await.context("the database does not answer")?;
    refuse_bound_role(&mut database).await?;
    sqlx::raw_sql(SNAPSHOT).execute(&mut database).await?;
    let schema = catalog::schema(&mut database)
        .await?
        .context("the database has no tables: there is nothing to back up")?;
    let taken_at: DateTime<Utc> = sqlx::query_scalar("SELECT now()").fetch_one(&mut database).await?;

    files::create_folder(&folder.join("tables"))?;
    let mut tables = Vec::new();
    for table in catalog::tables(&mut database).await? {
        let name = table.name.clone();
        tables.push(
            copy(folder, &mut database, table)
                .await
                .with_context(|| format!("copying the rows of {name}"))?,
        );
    }
    named(folder, &mut database).await.context("listing the objects")?;
    sqlx::raw_sql("COMMIT").execute(&mut database).await?;

    // After the rows, so that the objects they reference exist, unless they were deleted since. Newer objects
    // do no harm.
    let objects = objects::take(folder, store, NAMED).await?;
    fs::remove_file(folder.join(NAMED)).with_context(|| format!("removing {NAMED}"))?;
    let manifest = Manifest::new(schema, taken_at, tables, objects);
    manifest.write(folder)?;
    Ok(manifest)
}

async fn refuse_bound_role(database: &mut PgConnection) -> anyhow::Result<()> {
    let (role, sees_all): (String, bool) = sqlx::query_as(
        "SELECT rolname::text, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user",
    )
    .fetch_one(database)
    .await?;
    anyhow::ensure!(
        sees_all,
        "row-level security hides rows from the database role {role:?}: backups need a role with BYPASSRLS (backend/docs/operating.md)"
    );
    Ok(())
}

async fn copy(folder: &Path, database: &mut PgConnection, table: catalog::Table) -> anyhow::Result<Table> {
    let mut file = Writing::create(&files::within(folder, &Table::file(&table.name))?)?;
    let copy = format!("COPY (SELECT {} FROM {}) TO STDOUT", table.columns.join(", "), table.quoted);
    let mut pieces = database.copy_out_raw(&copy).await?;
    while let Some(piece) = pieces.try_next().await? {
        file.write(&piece)?;
    }
    let (rows, facts) = file.finish()?;
    Ok(Table { name: table.name, columns: table.columns, rows, facts })
}

/// Lists the keys that rows reference: pictures of users and companies, and client files being imported. Not
/// those of uploads, whose rows only reserve a key.
async fn named(folder: &Path, database: &mut PgConnection) -> anyhow::Result<()> {
    let mut file = Writing::create(&folder.join(NAMED))?;
    let mut pictures =
        sqlx::query_as::<_, (Uuid, Uuid)>("SELECT workspace_id, id FROM objects").fetch(&mut *database);
    while let Some((workspace_id, id)) = pictures.try_next().await? {
        file.write(format!("{}\n", object_key(workspace_id, id)).as_bytes())?;
    }
    drop(pictures);
    let people = "SELECT id, profile_image_url FROM users WHERE profile_image_url IS NOT NULL";
    let mut people = sqlx::query_as::<_, (Uuid, String)>(people).fetch(&mut *database);
    while let Some((id, address)) = people.try_next().await? {
        if let Some(key) = pictures::key_of(id, &address) {
            file.write(format!("{key}\n").as_bytes())?;
        }
    }
    drop(people);
    let imports = "SELECT object_key FROM client_imports WHERE state IN ('waiting', 'running')";
    let mut imports = sqlx::query_scalar::<_, String>(imports).fetch(database);
    while let Some(key) = imports.try_next().await? {
        file.write(format!("{key}\n").as_bytes())?;
    }
    file.finish()?;
    Ok(())
}
