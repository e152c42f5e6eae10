//! The rules of tenancy, checked in the database's catalogue: `rls_catalog.sql` finds no violation in the
//! migrated schema, and each of its rules detects a schema that violates it. The entities match the tables,
//! column by column.

mod distribution;

use std::collections::{BTreeMap, BTreeSet};

use proffer_store::entity;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, IdenStatic, Iterable, SqlxPostgresConnector};
use sqlx::{AssertSqlSafe, PgConnection};

use crate::{
    contact, idempotency,
    sso::{World, leave, provider::Person},
    support::{
        actor::text,
        app::{Setup, TestApp},
        cluster::Database,
        stories,
    },
    tenancy::{files, world::claims},
};

const RULES: &str = include_str!("rls_catalog.sql");

/// The violations, each beginning with the rule's name.
async fn breaches(connection: &mut PgConnection, role: &str) -> Vec<String> {
    let rows: Vec<(String, String)> = sqlx::query_as(RULES)
        .bind(role)
        .bind("public")
        .bind("workspace_id")
        .fetch_all(connection)
        .await
        .unwrap();
    rows.into_iter().map(|(rule, object)| format!("{rule} ({object})")).collect()
}

/// The violations after those statements, which are then rolled back, so that each test starts from the
/// migrated schema.
pub async fn breaches_after(database: &Database, statements: &str, role: &str) -> Vec<String> {
    let mut tx = database.admin.begin().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut *tx).await.unwrap();
    let found = breaches(&mut tx, role).await;
    tx.rollback().await.unwrap();
    found
}

fn rule(breach: &str) -> &str {
    breach.split(' ').next().unwrap()
}

#[tokio::test]
async fn the_migrated_schema_breaks_no_rule() {
    let database = Database::create().await;
    assert_eq!(breaches_after(&database, "", "proffer_app").await, Vec::<String>::new());
    database.remove().await;
}

/// A tenant table without violations.
const GOOD: &str = "
    CREATE TABLE extra (workspace_id uuid NOT NULL, id uuid NOT NULL, note text, PRIMARY KEY (workspace_id, id));
    ALTER TABLE extra OWNER TO proffer_owner;
    ALTER TABLE extra ENABLE ROW LEVEL SECURITY;
    ALTER TABLE extra FORCE ROW LEVEL SECURITY;
    CREATE POLICY tenant ON extra USING (workspace_id = (SELECT app_workspace_id()))
        WITH CHECK (workspace_id = (SELECT app_workspace_id()));";

/// For each rule a change that violates only this rule.
const SABOTAGE: &[(&str, &str)] = &[
    ("T01", "CREATE TABLE extra (id uuid PRIMARY KEY, note text)"),
    ("T02", "ALTER TABLE clients DISABLE ROW LEVEL SECURITY"),
    ("T03", "ALTER TABLE clients NO FORCE ROW LEVEL SECURITY"),
    (
        "T04",
        "ALTER TABLE extra DROP CONSTRAINT extra_pkey, ALTER workspace_id DROP NOT NULL, ADD PRIMARY KEY (id);
         CREATE INDEX ON extra (workspace_id)",
    ),
    ("T05", "DROP POLICY tenant ON extra; CREATE POLICY tenant ON extra FOR SELECT USING (workspace_id = (SELECT app_workspace_id()))"),
    ("T06", "CREATE POLICY broad ON clients USING (id IS NOT NULL)"),
    ("T07", "CREATE POLICY open ON clients USING (workspace_id = (SELECT app_workspace_id())) WITH CHECK (true)"),
    (
        "T08",
        "ALTER TABLE proposals ADD UNIQUE (id);
         ALTER TABLE chat_messages ADD FOREIGN KEY (proposal_id) REFERENCES proposals (id)",
    ),
    ("T09", "ALTER TABLE clients ADD UNIQUE (email)"),
    ("T10", "ALTER TABLE extra DROP CONSTRAINT extra_pkey, ADD PRIMARY KEY (id)"),
    ("T11", "CREATE VIEW everything AS SELECT * FROM clients"),
    ("T12", "CREATE MATERIALIZED VIEW everything AS SELECT * FROM clients; GRANT SELECT ON everything TO proffer_app"),
    ("T13", "CREATE FUNCTION helper() RETURNS integer LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'"),
    ("T14", "ALTER TABLE extra OWNER TO proffer_app; REVOKE TRUNCATE, REFERENCES, TRIGGER ON extra FROM proffer_app"),
    ("T15", "GRANT TRUNCATE ON clients TO proffer_app"),
    // T16 concerns roles; see below.
    ("T17", "CREATE TYPE mood AS ENUM ('good', 'bad'); ALTER TABLE clients ADD COLUMN mood mood"),
    ("T18", "GRANT CREATE ON SCHEMA public TO proffer_app"),
];

#[tokio::test]
async fn each_rule_finds_the_schema_that_breaks_it_and_no_other_rule_does() {
    let database = Database::create().await;
    assert_eq!(breaches_after(&database, GOOD, "proffer_app").await, Vec::<String>::new(), "a good table");
    for (sabotaged, statements) in SABOTAGE {
        let good = if *sabotaged == "T01" { "" } else { GOOD };
        let found = breaches_after(&database, &format!("{good};{statements}"), "proffer_app").await;
        let rules: BTreeSet<&str> = found.iter().map(|breach| rule(breach)).collect();
        assert_eq!(rules, BTreeSet::from([*sabotaged]), "{found:#?}");
    }
    database.remove().await;
}

#[tokio::test]
async fn a_role_that_can_become_one_without_row_security_is_found() {
    let database = Database::create().await;
    let roles = "CREATE ROLE breach_unsafe NOLOGIN BYPASSRLS; CREATE ROLE breach_member NOLOGIN IN ROLE breach_unsafe";
    for role in ["breach_unsafe", "breach_member"] {
        let found = breaches_after(&database, roles, role).await;
        assert_eq!(
            found,
            ["T16 runtime role (or a role it can become) is superuser/BYPASSRLS (breach_unsafe)"],
            "{role}"
        );
    }
    database.remove().await;
}

#[test]
fn no_rule_is_without_its_sabotage() {
    let rules: BTreeSet<&str> = RULES
        .match_indices("'T")
        .map(|(at, _)| &RULES[at + 1..at + 4])
        .filter(|name| name[1..].bytes().all(|b| b.is_ascii_digit()))
        .collect();
    let sabotaged: BTreeSet<&str> = SABOTAGE.iter().map(|(rule, _)| *rule).chain(["T16"]).collect();
    assert_eq!(rules, sabotaged);
    assert_eq!(rules.len(), 18);
}

#[tokio::test]
async fn a_new_tenant_table_without_a_policy_is_found() {
    let database = Database::create().await;
    let invoices = "CREATE TABLE invoices (workspace_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (workspace_id, id))";
    let found = breaches_after(&database, invoices, "proffer_app").await;
    let rules: BTreeSet<&str> = found.iter().map(|breach| rule(breach)).collect();
    assert_eq!(rules, BTreeSet::from(["T02", "T03", "T05"]), "{found:#?}");
    assert!(found.iter().all(|breach| breach.ends_with("(invoices)")), "{found:#?}");
    database.remove().await;
}

/// The privileges of the tenant role; anything more needs consideration.
#[tokio::test]
async fn the_tenant_role_may_do_this_and_no_more() {
    let database = Database::create().await;
    let grants: Vec<String> = database
        .values(
            "SELECT table_name || ': ' || string_agg(privilege_type, ' ' ORDER BY privilege_type)
             FROM information_schema.role_table_grants WHERE grantee = 'proffer_app' GROUP BY table_name ORDER BY table_name",
        )
        .await;
    assert_eq!(
        grants,
        [
            "api_keys: INSERT SELECT",
            "audit_events: INSERT SELECT",
            "audit_log: INSERT SELECT",
            "chat_messages: DELETE INSERT SELECT UPDATE",
            "chat_turns: INSERT SELECT UPDATE",
            "claim_acceptances: DELETE INSERT SELECT",
            "client_import_rows: DELETE INSERT SELECT",
            "client_imports: DELETE INSERT SELECT UPDATE",
            "clients: DELETE INSERT SELECT UPDATE",
            "companies: DELETE INSERT SELECT UPDATE",
            "countersignatures: INSERT SELECT",
            "draftings: DELETE INSERT SELECT UPDATE",
            "jobs: INSERT SELECT UPDATE",
            "mailed_addresses: INSERT SELECT",
            "mails: INSERT SELECT",
            "notification_preferences: INSERT SELECT UPDATE",
            "notifications: INSERT SELECT UPDATE",
            "objects: DELETE INSERT SELECT",
            "page_views: INSERT SELECT UPDATE",
            "patches: INSERT SELECT",
            "proposal_months: SELECT",
            "proposal_tallies: SELECT",
            "proposal_words: DELETE INSERT SELECT",
            "proposals: DELETE INSERT SELECT UPDATE",
            "revisions: INSERT SELECT",
            "sealed_documents: INSERT SELECT",
            "signatures: INSERT SELECT",
            "sso_connections: DELETE INSERT SELECT UPDATE",
            "sso_domains: DELETE INSERT SELECT UPDATE",
            "subscriptions: SELECT",
            "team_members: SELECT",
            "template_preferences: INSERT SELECT UPDATE",
            "uploads: DELETE INSERT SELECT UPDATE",
            "usage_reservations: DELETE INSERT SELECT UPDATE",
            "user_usage: INSERT SELECT UPDATE",
            "workspaces: SELECT",
        ]
    );
    database.remove().await;
}

/// Even the owner of the tables cannot change evidence.
#[tokio::test]
async fn evidence_is_never_updated() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let shared = ada.get(stories::shared_path_of(&sent)).await.expect(200);
    ada.post(format!("{}/action", stories::shared_path_of(&sent)), stories::acceptance(&shared))
        .await
        .expect(200);
    for (table, column) in
        [("revisions", "canonical"), ("signatures", "created_at"), ("audit_events", "kind")]
    {
        let update = format!("UPDATE {table} SET {column} = {column}");
        let refused = sqlx::raw_sql(AssertSqlSafe(update)).execute(&app.database.admin).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("append-only")), "{table}");
    }
    app.mail().await;
    app.finish().await;
}

/// An entity's view of its table.
struct Shape {
    /// Whether each column is nullable.
    columns: BTreeMap<String, bool>,
    /// How many rows can be read through it.
    rows: usize,
}

async fn shape<E: EntityTrait>(connection: &impl ConnectionTrait) -> (String, Shape) {
    let rows = E::find()
        .all(connection)
        .await
        .unwrap_or_else(|error| panic!("{}: {error}", E::default().table_name()));
    let columns =
        E::Column::iter().map(|column| (column.as_str().to_owned(), column.def().is_null())).collect();
    (E::default().table_name().to_owned(), Shape { columns, rows: rows.len() })
}

macro_rules! shapes {
    ($connection:expr, $($table:ident),+) => { BTreeMap::from([$(shape::<entity::$table::Entity>($connection).await),+]) };
}

/// Tables that the scenario below leaves empty: no cost is reserved while the assistant is free, no one
/// leaves, and no day ends.
const EMPTY: &[&str] = &["daily_root_leaves", "daily_roots", "farewells", "sweeps", "usage_reservations"];

/// Data of nearly every kind.
async fn journey() -> World {
    let world = World::with(Setup::default().payments()).await;
    let app = &world.app;
    let ada = app.owner_with_company("ada").await;
    app.subscribe(&ada).await;
    world.connected(&ada, "acme.example", serde_json::json!({})).await;
    world.sign_in(Person::new("grace", "grace@acme.example")).await;
    leave(&app.anonymous(), "/api/auth/oidc/acme/start").await;
    ada.post("/api/user-template-preferences", stories::design()).await.expect(200);
    app.database.run(format!("UPDATE users SET is_admin = true WHERE email = '{}'", ada.email)).await;
    ada.post_empty("/api/admin/init-defaults").await.expect(200);
    let drafted = app.drafted_proposal(&ada).await;
    let claim = claims(app, &ada, &drafted, "harbor").await;
    ada.post(
        format!("{}/check/accept", stories::path_of(&drafted)),
        serde_json::json!({ "claims": [claim] }),
    )
    .await
    .expect(200);
    ada.post(
        format!("{}/chat", stories::path_of(&drafted)),
        serde_json::json!({ "message": "Include timeline" }),
    )
    .await
    .expect(200);
    let sent = ada.send_proposal(&drafted).await;
    let path = stories::shared_path_of(&sent);
    let shared = ada.get(&path).await.expect(200);
    let wish = serde_json::json!({
        "action": "request_changes", "senderName": "Mia", "senderEmail": "mia@harbor.example",
        "message": "More."
    });
    ada.post(format!("{path}/action"), wish).await.expect(200);
    app.countersigns(&ada, true).await;
    ada.post(format!("{path}/action"), stories::acceptance(&shared)).await.expect(200);
    ada.post(
        format!("{}/countersign", stories::path_of(&sent)),
        serde_json::json!({ "signature": "Ada Berg" }),
    )
    .await
    .expect(200);
    ada.put(
        "/api/notifications/preferences",
        serde_json::json!([{ "kind": "viewed", "inApp": true, "byMail": false }]),
    )
    .await
    .expect(200);
    let reading = serde_json::json!({
        "viewId": uuid::Uuid::from_u128(1), "visitorId": uuid::Uuid::from_u128(2), "visibleMs": 0,
        "interactions": 0, "sections": [],
    });
    ada.post(format!("{path}/views"), reading).await.expect(204);
    let block = serde_json::json!({ "isBlocked": true, "reason": "Enough" });
    ada.put(format!("/api/admin/users/{}/assistant", text(&ada.user["id"])), block).await.expect(200);
    ada.create_key("A key", &["clients:read"]).await;
    idempotency::ask(&ada, "once", "/api/clients", &stories::client("quay")).await.expect(201);
    app.anonymous().post("/api/contact", contact::message()).await.expect(200);
    ada.post("/api/team/invitations", serde_json::json!({ "email": "bob@bob.example", "role": "member" }))
        .await
        .expect(201);
    app.database.run("UPDATE user_usage SET total_cost_usd = 1").await;
    files::files(app, &ada, "harbor").await;
    app.mail().await;
    world
}

#[tokio::test]
async fn every_entity_is_its_table() {
    let world = journey().await;
    let app = &world.app;
    let admin = SqlxPostgresConnector::from_sqlx_postgres_pool(app.database.admin.clone());
    let shapes = shapes!(
        &admin,
        account_tokens,
        admin_setting_versions,
        admin_settings,
        api_keys,
        assistant_blocks,
        audit_events,
        audit_log,
        chat_messages,
        chat_turns,
        claim_acceptances,
        client_import_rows,
        client_imports,
        clients,
        companies,
        contact_messages,
        countersignatures,
        daily_root_leaves,
        daily_roots,
        draftings,
        farewells,
        idempotency_keys,
        identities,
        jobs,
        mailed_addresses,
        mails,
        notification_preferences,
        notifications,
        objects,
        page_views,
        patches,
        proposal_months,
        proposal_tallies,
        proposal_words,
        proposals,
        proven_domains,
        rate_limits,
        revisions,
        sealed_documents,
        sessions,
        share_tokens,
        signatures,
        sso_attempts,
        sso_connections,
        sso_domains,
        stripe_customers,
        stripe_events,
        subscriptions,
        sweeps,
        team_members,
        template_preferences,
        uploads,
        usage_reservations,
        usage_totals,
        user_usage,
        users,
        workspaces
    );
    let columns: Vec<(String, String, bool)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text, is_nullable = 'YES' FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name <> 'seaql_migrations'",
    )
    .fetch_all(&app.database.admin)
    .await
    .unwrap();
    let mut tables: BTreeMap<String, BTreeMap<String, bool>> = BTreeMap::new();
    for (table, column, nullable) in columns {
        tables.entry(table).or_default().insert(column, nullable);
    }
    assert_eq!(
        tables.keys().collect::<Vec<_>>(),
        shapes.keys().collect::<Vec<_>>(),
        "left: tables, right: entities of this test"
    );
    for (table, shape) in &shapes {
        assert_eq!(tables[table], shape.columns, "{table}: left the table, right the entity");
        assert_eq!(shape.rows == 0, EMPTY.contains(&table.as_str()), "{table} has {} rows", shape.rows);
    }
    world.app.finish().await;
}
