//! The schema can be distributed by workspace: `benches/citus.sql` assigns each table, and no key crosses
//! nodes.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, PgConnection};

use crate::support::cluster::Database;

const STATEMENTS: &str = include_str!("../../../benches/citus.sql");
const RULES: &str = include_str!("distribution.sql");

/// The distribution of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Distributed by workspace.
    Spread,
    /// Replicated on every node.
    Copied,
    /// On the coordinator.
    Local,
}

/// The distribution that the statements assign to each table.
fn places() -> BTreeMap<&'static str, Place> {
    let mut places = BTreeMap::new();
    for line in STATEMENTS.lines().filter(|line| line.starts_with("SELECT ")) {
        let (function, rest) = line["SELECT ".len()..].split_once("('").unwrap();
        let (table, rest) = rest.split_once('\'').unwrap();
        let place = match function {
            "create_distributed_table" => Place::Spread,
            "create_reference_table" => Place::Copied,
            "citus_add_local_table_to_metadata" => Place::Local,
            other => panic!("what is {other}?"),
        };
        assert_eq!(place == Place::Spread, rest.starts_with(", 'workspace_id'"), "{line}");
        assert_eq!(places.insert(table, place), None, "{table} has two places");
    }
    places
}

/// Keys that cross nodes after those statements, which are rolled back.
async fn crossing(database: &Database, statements: &str) -> Vec<String> {
    let tables = |wanted: Place| -> Vec<&str> {
        places().into_iter().filter(|(_, place)| *place == wanted).map(|(table, _)| table).collect()
    };
    let mut tx = database.admin.begin().await.unwrap();
    let connection: &mut PgConnection = &mut tx;
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut *connection).await.unwrap();
    let found = sqlx::query_scalar(RULES)
        .bind(tables(Place::Spread))
        .bind(tables(Place::Copied))
        .fetch_all(&mut *connection)
        .await
        .unwrap();
    tx.rollback().await.unwrap();
    found
}

#[tokio::test]
async fn each_table_has_its_place() {
    let database = Database::create().await;
    // The list of migrations belongs to their runner.
    let tables: Vec<String> = database
        .values(
            "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
             AND relname <> 'seaql_migrations' ORDER BY relname COLLATE \"C\"",
        )
        .await;
    let places = places();
    assert_eq!(places.keys().copied().collect::<Vec<_>>(), tables, "left citus.sql, right the schema");
    for (table, place) in places {
        let has_tenant: bool = database
            .value(format!(
                "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = '{table}'::regclass AND attname = 'workspace_id' AND attnotnull)"
            ))
            .await;
        let should = match place {
            Place::Spread => has_tenant,
            Place::Copied => true,
            Place::Local => !has_tenant,
        };
        assert!(should, "{table} is {place:?}");
    }
    database.remove().await;
}

#[tokio::test]
async fn no_key_crosses_places() {
    let database = Database::create().await;
    assert_eq!(crossing(&database, "").await, Vec::<String>::new());
    for (statements, breach) in [
        ("ALTER TABLE clients ADD CONSTRAINT one UNIQUE (email)", "a key of clients without the tenant: one"),
        (
            "ALTER TABLE clients ADD CONSTRAINT one UNIQUE (id); ALTER TABLE proposals ADD CONSTRAINT two FOREIGN KEY (client_id) REFERENCES clients (id)",
            "a key from proposals to clients without the tenant: two",
        ),
        (
            "ALTER TABLE sessions ADD CONSTRAINT one FOREIGN KEY (active_workspace) REFERENCES companies (workspace_id)",
            "a key from sessions into spread companies: one",
        ),
        (
            "ALTER TABLE clients ADD CONSTRAINT one FOREIGN KEY (id) REFERENCES contact_messages (id)",
            "a key from spread clients to local contact_messages: one",
        ),
    ] {
        let found = crossing(&database, statements).await;
        assert!(found.iter().any(|found| found == breach), "{breach}: {found:#?}");
    }
    database.remove().await;
}
