//! Row-level security by itself: what the tenant role can read and write under given settings, with any
//! query.

use secrecy::ExposeSecret;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use uuid::Uuid;

use crate::{
    support::{actor::text, app::TestApp},
    tenancy::world::{A, B, tenant},
};

/// Row-level security alone: what the tenant role can read and write under a tenant's settings, with any
/// query.
#[tokio::test]
async fn row_level_security_holds_without_the_servers_help() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    let b = tenant(&app, B).await;
    let mut connection = PgConnection::connect(app.database.urls.app.expose_secret()).await.unwrap();
    let readable: Vec<String> = app
        .database
        .values(
            "SELECT table_name::text FROM information_schema.role_table_grants
             WHERE grantee = 'proffer_app' AND privilege_type = 'SELECT' ORDER BY 1",
        )
        .await;
    assert!(readable.len() > 10, "{readable:?}");
    for table in &readable {
        let count = format!("SELECT count(*) FROM {table}");
        assert_eq!(count_as(&mut connection, None, None, &count).await, 0, "{table} without a tenant");
        let foreign = format!("SELECT count(*) FROM {table} WHERE workspace_id = '{}'", a.workspace);
        assert_eq!(count_as(&mut connection, Some(b.workspace), None, &foreign).await, 0, "A's {table} as B");
        let own: i64 = count_as(&mut connection, Some(b.workspace), None, &count).await;
        let all: i64 = app
            .database
            .value(format!("SELECT count(*) FROM {table} WHERE workspace_id = '{}'", b.workspace))
            .await;
        assert_eq!(own, all, "{table} as B");
    }
    for statement in [
        "UPDATE clients SET company_name = 'taken' WHERE workspace_id = $$",
        "DELETE FROM proposals WHERE workspace_id = $$",
        "UPDATE jobs SET state = 'done' WHERE workspace_id = $$",
    ] {
        let statement = statement.replace("$$", &format!("'{}'", a.workspace));
        let mut tx = connection.begin().await.unwrap();
        enter(&mut tx, Some(b.workspace), None).await;
        let touched =
            sqlx::raw_sql(AssertSqlSafe(statement.clone())).execute(&mut *tx).await.unwrap().rows_affected();
        assert_eq!(touched, 0, "{statement}");
        tx.rollback().await.unwrap();
    }
    let planted = format!("UPDATE clients SET workspace_id = '{}'", a.workspace);
    let mut tx = connection.begin().await.unwrap();
    enter(&mut tx, Some(b.workspace), None).await;
    let refused = sqlx::raw_sql(AssertSqlSafe(planted)).execute(&mut *tx).await.unwrap_err().to_string();
    assert!(refused.contains("row-level security"), "{refused}");
    tx.rollback().await.unwrap();
    connection.close().await.unwrap();
    app.finish().await;
}

/// The system role manages teams and transfers work, in the workspace it has entered, and cannot read
/// content.
#[tokio::test]
async fn the_system_role_keeps_to_what_it_is_for() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    let b = tenant(&app, B).await;
    let mut connection = PgConnection::connect(app.database.urls.system.expose_secret()).await.unwrap();
    for statement in [
        "SELECT title FROM proposals",
        "SELECT company_name FROM clients",
        "SELECT about_us FROM companies",
        "SELECT canonical FROM revisions",
        "UPDATE proposals SET title = 'taken'",
        "UPDATE clients SET workspace_id = workspace_id",
        "DELETE FROM clients",
        "UPDATE api_keys SET secret_hash = ''",
    ] {
        let mut tx = connection.begin().await.unwrap();
        enter(&mut tx, Some(b.workspace), None).await;
        let refused =
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *tx).await.unwrap_err().to_string();
        assert!(refused.contains("permission denied"), "{statement}: {refused}");
        tx.rollback().await.unwrap();
    }
    let (owner, others) = (text(&b.owner.user["id"]), format!("workspace_id = '{}'", a.workspace));
    for (statement, touches) in [
        (format!("UPDATE clients SET created_by = '{owner}' WHERE {others}"), false),
        (format!("UPDATE proposals SET created_by = '{owner}' WHERE {others}"), false),
        (format!("UPDATE team_members SET role = 'admin' WHERE {others}"), false),
        (format!("DELETE FROM team_members WHERE {others}"), false),
        (format!("UPDATE proposals SET created_by = '{owner}'"), true),
        // A row of a team member is never deleted, not even by mistake.
        ("DELETE FROM team_members WHERE status = 'active'".to_owned(), false),
        ("DELETE FROM team_members WHERE status = 'invited'".to_owned(), true),
    ] {
        let mut tx = connection.begin().await.unwrap();
        enter(&mut tx, Some(b.workspace), None).await;
        let touched =
            sqlx::raw_sql(AssertSqlSafe(statement.clone())).execute(&mut *tx).await.unwrap().rows_affected();
        assert_eq!(touched > 0, touches, "{statement}: {touched} rows");
        tx.rollback().await.unwrap();
    }
    connection.close().await.unwrap();
    app.finish().await;
}

#[tokio::test]
async fn a_guests_settings_open_one_proposal_of_the_workspace() {
    let (app, ada) = TestApp::with_company().await;
    let other = app.drafted_proposal_for(&ada, &ada.create_client("quay").await).await;
    let shown = app.sent_proposal(&ada).await;
    let workspace: Uuid = text(&ada.user["workspace"]["id"]).parse().unwrap();
    let guest: Uuid = text(&shown["id"]).parse().unwrap();
    let mut connection = PgConnection::connect(app.database.urls.app.expose_secret()).await.unwrap();
    for (table, column) in [
        ("proposals", "id"),
        ("revisions", "proposal_id"),
        ("audit_events", "proposal_id"),
        ("draftings", "proposal_id"),
        ("chat_messages", "proposal_id"),
        ("signatures", "proposal_id"),
    ] {
        let others = format!("SELECT count(*) FROM {table} WHERE {column} <> '{guest}'");
        assert_eq!(count_as(&mut connection, Some(workspace), Some(guest), &others).await, 0, "{table}");
    }
    let clients = format!("SELECT count(*) FROM clients WHERE id <> '{}'", text(&shown["clientId"]));
    assert_eq!(count_as(&mut connection, Some(workspace), Some(guest), &clients).await, 0);
    assert_eq!(
        count_as(&mut connection, Some(workspace), Some(guest), "SELECT count(*) FROM proposals").await,
        1
    );
    assert_ne!(shown["clientId"], other["clientId"]);
    connection.close().await.unwrap();
    app.finish().await;
}

async fn enter(connection: &mut PgConnection, workspace: Option<Uuid>, guest: Option<Uuid>) {
    let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
    sqlx::query(
        "SELECT set_config('app.workspace_id', $1, true), set_config('app.guest_proposal_id', $2, true)",
    )
    .bind(text(workspace))
    .bind(text(guest))
    .execute(connection)
    .await
    .unwrap();
}

async fn count_as(
    connection: &mut PgConnection,
    workspace: Option<Uuid>,
    guest: Option<Uuid>,
    query: &str,
) -> i64 {
    let mut tx = connection.begin().await.unwrap();
    enter(&mut tx, workspace, guest).await;
    let count = sqlx::query_scalar(AssertSqlSafe(query)).fetch_one(&mut *tx).await.unwrap();
    tx.rollback().await.unwrap();
    count
}
