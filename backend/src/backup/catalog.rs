//! The database's catalog: tables, columns and foreign keys.

use anyhow::Context as _;
use sqlx::{AssertSqlSafe, FromRow, PgConnection};

/// A table in the backup.
#[derive(Debug, FromRow)]
pub struct Table {
    pub name: String,
    /// Its name, quoted for SQL.
    pub quoted: String,
    /// Its columns, quoted for SQL, without the generated ones.
    pub columns: Vec<String>,
    /// Whether row-level security also binds its owner.
    pub is_forced: bool,
}

/// All our tables, except unlogged ones, which a crash empties anyway, and the list of migrations, which
/// migrating writes.
pub async fn tables(database: &mut PgConnection) -> anyhow::Result<Vec<Table>> {
    let tables = sqlx::query_as(
        "SELECT c.relname::text AS name, format('public.%I', c.relname) AS quoted, c.relforcerowsecurity AS is_forced,
                ARRAY(SELECT quote_ident(a.attname) FROM pg_attribute a
                      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns
         FROM pg_class c
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p' AND NOT c.relispartition
           AND c.relname <> 'seaql_migrations'
         ORDER BY c.relname",
    );
    tables.fetch_all(database).await.context("reading the catalog of the database")
}

#[derive(Debug, FromRow)]
pub struct ForeignKey {
    /// Its table, quoted for SQL.
    pub table: String,
    /// Its name, quoted for SQL.
    pub name: String,
    pub definition: String,
}

/// All foreign keys between our tables.
pub async fn foreign_keys(database: &mut PgConnection) -> anyhow::Result<Vec<ForeignKey>> {
    let keys = sqlx::query_as(
        "SELECT format('public.%I', t.relname) AS \"table\", quote_ident(c.conname) AS name, pg_get_constraintdef(c.oid) AS definition
         FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
         WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND c.conparentid = 0
         ORDER BY t.relname, c.conname",
    );
    keys.fetch_all(database).await.context("reading the catalog of the database")
}

/// The last applied migration; `None` when there are no tables.
///
/// # Errors
/// When there are tables that are not Proffer's.
pub async fn schema(database: &mut PgConnection) -> anyhow::Result<Option<String>> {
    let (tables, ours): (i64, bool) = sqlx::query_as(
        "SELECT count(*), coalesce(bool_or(relname = 'seaql_migrations'), false) FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
    )
    .fetch_one(&mut *database)
    .await
    .context("reading the catalog of the database")?;
    if tables == 0 {
        return Ok(None);
    }
    anyhow::ensure!(ours, "the database holds tables that are not Proffer's");
    let last =
        sqlx::query_scalar("SELECT max(version) FROM public.seaql_migrations").fetch_one(database).await;
    last.context("reading which migrations were applied")
}

/// Runs a statement composed of names that the catalog has quoted.
pub async fn run(database: &mut PgConnection, statement: String) -> anyhow::Result<()> {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(database).await?;
    Ok(())
}
