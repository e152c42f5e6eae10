//! Which tables are backed up: all of them.

use serde_json::Value;

use super::{back_up, backed_up, restore, rows};
use crate::support::{app::TestApp, cluster::Database, stories};

/// A table unknown to the code.
const NEW: &str = "
    CREATE TABLE \"New things\" (workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE, id uuid NOT NULL,
                         \"the words\" text, made bytea, twice text GENERATED ALWAYS AS (\"the words\" || \"the words\") STORED,
                         PRIMARY KEY (workspace_id, id));
    ALTER TABLE \"New things\" OWNER TO proffer_owner;
    ALTER TABLE \"New things\" ENABLE ROW LEVEL SECURITY;
    ALTER TABLE \"New things\" FORCE ROW LEVEL SECURITY;";

#[tokio::test]
async fn a_new_table_is_taken_along_by_itself() {
    let app = TestApp::start().await;
    app.owner_with_company("ada").await;
    let words = "E'a\\tb\\nc\\\\d \\u00e9 \\\\.\\n\\\\N'";
    app.database
        .run(format!(
            "{NEW} INSERT INTO \"New things\" SELECT workspace_id, gen_random_uuid(), {words}, '\\x000a5cff' FROM workspaces;
             INSERT INTO \"New things\" SELECT workspace_id, gen_random_uuid(), NULL, NULL FROM workspaces"
        ))
        .await;
    let folder = backed_up(&app, "backup").await;
    // A migrated database without data is treated like one without tables.
    let elsewhere = Database::create().await;
    restore(&folder, &elsewhere).await.refused("the tables of the backup are not those of its schema");
    elsewhere.run(NEW).await;
    restore(&folder, &elsewhere).await.well();
    let there: Vec<String> = elsewhere
        .values(format!("SELECT (\"the words\" = {words})::text FROM \"New things\" WHERE made IS NOT NULL"))
        .await;
    assert_eq!(there, ["true"]);
    assert_eq!(new_things(&elsewhere).await, new_things(&app.database).await);
    elsewhere.remove().await;
    app.finish().await;
}

async fn new_things(database: &Database) -> Vec<String> {
    database.values("SELECT t::text FROM \"New things\" t ORDER BY 1").await
}

/// Objects that rows refer to and the storage has lost are reported, and the rest is backed up.
#[tokio::test]
async fn an_object_that_is_missing_is_named() {
    let (app, ada) = TestApp::with_company().await;
    let bob = app.register_verified_owner("bob").await;
    for person in [&ada, &bob] {
        person.send_bytes(reqwest::Method::PUT, "/api/account/picture", stories::picture()).await.expect(200);
    }
    let lost = app.stored_objects().remove(0);
    app.app.objects.delete(&lost).await.unwrap();
    let folder = app.database.dir.join("backup");
    let said = back_up(&app, &folder).await.well();
    assert!(
        said.contains(&format!("{lost} is referenced by a row, but missing in the object storage")),
        "{said}"
    );
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(
        (&manifest["objects"]["missing"], &manifest["objects"]["count"]),
        (&Value::from(vec![lost]), &Value::from(1))
    );
    assert!(!folder.join("named.gz").exists());
    let elsewhere = Database::without_tables().await;
    restore(&folder, &elsewhere).await.well();
    assert_eq!(rows(&elsewhere).await, rows(&app.database).await);
    elsewhere.remove().await;
    app.finish().await;
}

/// Rows are restored by COPY, which does not set sequences; ids are not numbers here.
#[tokio::test]
async fn no_table_counts() {
    let database = Database::create().await;
    let counters: Vec<String> =
        database.values("SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'").await;
    assert_eq!(counters, Vec::<String>::new());
    database.remove().await;
}
