//! The admin console over HTTP: users, jobs, mails and the claims on public pages; and that site
//! administrators see nothing of a workspace's content.

mod grant;
mod people;
mod site;
mod sorting;
mod work;

use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, text},
    app::TestApp,
    stories::{Owner, address},
};

const USERS: &str = "/api/admin/users";
const NOBODY: &str = "019cadc6-9a80-7aaa-8aaa-000000000001";

/// A site administrator, who also owns a workspace.
async fn administrator(app: &TestApp, name: &str) -> Owner {
    let root = app.register_verified_owner(name).await;
    app.database.run(format!("UPDATE users SET is_admin = true WHERE email = '{}'", address(name))).await;
    root
}

fn id(owner: &Owner) -> &str {
    text(&owner.user["id"])
}

fn workspace(owner: &Owner) -> &str {
    text(&owner.user["workspace"]["id"])
}

/// The usage of one person in a month in a workspace.
async fn used(app: &TestApp, who: &Owner, workspace: &str, month: &str, tokens: i64, cost: &str) {
    app.database
        .run(format!(
            "INSERT INTO user_usage (workspace_id, id, user_id, month, total_tokens_used, total_cost_usd, request_count, created_at, updated_at)
             VALUES ('{workspace}', gen_random_uuid(), '{}', '{month}', {tokens}, {cost}, 2, now(), now())",
            id(who)
        ))
        .await;
}

/// The entries of a workspace's log about site administration, newest last.
async fn lines(owner: &Actor) -> Vec<String> {
    let log = owner.get("/api/audit-log?object=site").await.expect(200);
    let told = |line: &Value| {
        let [kind, name, action, target] =
            ["actorKind", "actorName", "action", "targetName"].map(|field| text(&line[field]));
        format!("{kind} {name}: {action} {target}")
    };
    log.as_array().unwrap().iter().rev().map(told).collect()
}

#[tokio::test]
async fn the_site_in_four_numbers() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let ada = app.register_verified_owner("ada").await;
    let bob = app.joined(&ada, "bob", "member").await;
    let nothing = json!({
        "month": "2026-03", "totalUsers": 3, "activeThisMonth": 0, "totalCostUsd": "0.0000", "totalTokens": 0
    });
    assert_eq!(root.get("/api/admin/summary").await.expect(200), nothing);
    used(&app, &ada, workspace(&ada), "2026-03", 1_000, "0.2500").await;
    used(&app, &bob, workspace(&ada), "2026-03", 20, "0.0001").await;
    used(&app, &bob, workspace(&root), "2026-03", 3, "0.0020").await;
    used(&app, &bob, workspace(&ada), "2026-02", 5_000, "3").await;
    let used = json!({
        "month": "2026-03", "totalUsers": 3, "activeThisMonth": 2, "totalCostUsd": "0.2521",
        "totalTokens": 1_023
    });
    assert_eq!(root.get("/api/admin/summary").await.expect(200), used);
    app.finish().await;
}

/// Every call of the console: method, path and body.
fn calls(user: &str, workspace: &str) -> Vec<(reqwest::Method, String, Option<Value>)> {
    use reqwest::Method;
    let get = |path: &str| (Method::GET, path.to_owned(), None);
    vec![
        get("/api/admin/summary"),
        get(USERS),
        get("/api/admin/jobs"),
        get("/api/admin/mails"),
        (
            Method::PUT,
            format!("{USERS}/{user}/assistant"),
            Some(json!({ "isBlocked": true, "reason": "Enough" })),
        ),
        (Method::PUT, format!("{USERS}/{user}/site-admin"), Some(json!({ "isAdmin": true }))),
        (Method::POST, format!("{USERS}/{user}/resend-verification"), None),
        (Method::POST, format!("/api/admin/jobs/{workspace}/{NOBODY}/retry"), None),
    ]
}

#[tokio::test]
async fn only_a_site_administrator_has_access() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let ada = app.register_verified_owner("ada").await;
    let bob = app.joined(&ada, "bob", "member").await;
    let program = root.program_with(&["clients:read", "workspace:export"]).await;
    for (method, path, body) in calls(id(&bob), workspace(&ada)) {
        for actor in [&*ada, &*bob, &program] {
            actor.call(method.clone(), &path, body.as_ref()).await.problem(403, "forbidden");
        }
        app.anonymous().call(method, &path, body.as_ref()).await.problem(401, "unauthenticated");
    }
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM assistant_blocks").await, 0);
    assert_eq!(lines(&ada).await, Vec::<String>::new());
    app.finish().await;
}

const CANARY: &str = "zqcanary";

#[tokio::test]
async fn no_answer_holds_anything_of_what_is_in_a_workspace() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let ada = app.owner_with_company("ada").await;
    let client = ada.create_client(CANARY).await;
    let drafted = app.drafted_proposal_for(&ada, &client).await;
    let path = crate::support::stories::path_of(&drafted);
    ada.change(&path, json!({ "title": format!("A site for {CANARY}") })).await.expect(200);
    let letter = json!({
        "recipientName": format!("Mia {CANARY}"), "recipientEmail": format!("m.{CANARY}@harbor.example"),
        "subject": format!("About {CANARY}"), "message": format!("For {CANARY}"),
    });
    ada.post(format!("{path}/send"), letter).await.expect(200);
    // Its mail failed, with a detailed message from the mail server.
    app.database
        .run(format!(
            "UPDATE jobs SET state = 'failed', last_error = 'the mail server refused or did not answer: 550 {CANARY} is unknown',
                             failure = 'The mail server refused it or did not answer'
             WHERE mail_kind = 'proposal';
             DELETE FROM graphile_worker._private_jobs WHERE payload::jsonb ->> 'jobId' = (SELECT id::text FROM jobs WHERE mail_kind = 'proposal')"
        ))
        .await;
    app.mail().await;
    let job: String = app.database.value("SELECT id::text FROM jobs WHERE mail_kind = 'proposal'").await;
    let mut seen = 0;
    let retry = (reqwest::Method::POST, format!("/api/admin/jobs/{}/{job}/retry", workspace(&ada)), None);
    for (method, path, body) in calls(id(&ada), workspace(&ada)).into_iter().chain([retry]) {
        let answer = root.call(method, &path, body.as_ref()).await;
        seen += usize::from(answer.status.is_success());
        assert!(!answer.text().to_lowercase().contains(CANARY), "{answer:?}");
    }
    assert_eq!(seen, 7, "all but the mail to a proven address and the job that is not there");
    let log = ada.get("/api/audit-log?object=site").await;
    assert!(!log.text().contains(CANARY), "{log:?}");
    assert_eq!(app.mail().await.len(), 1, "the mail goes out after all");
    app.finish().await;
}

/// The role of the console cannot read what the console does not show.
#[tokio::test]
async fn the_system_role_reads_no_payload_and_no_failures_words() {
    use secrecy::ExposeSecret;
    use sqlx::Connection;
    let app = TestApp::start().await;
    let mut connection = sqlx::PgConnection::connect(app.database.urls.system.expose_secret()).await.unwrap();
    for statement in [
        "SELECT payload FROM jobs",
        "SELECT last_error FROM jobs",
        "UPDATE jobs SET task = 'x'",
        "SELECT subject FROM mails",
    ] {
        let refused = sqlx::raw_sql(statement).execute(&mut connection).await.unwrap_err().to_string();
        assert!(refused.contains("permission denied"), "{statement}: {refused}");
    }
    // Quotas are reserved under this role, only in the workspace that the transaction has entered.
    let ada = app.register_verified_owner("ada").await;
    used(&app, &ada, workspace(&ada), "2026-03", 10, "0.5").await;
    let update = "UPDATE user_usage SET request_count = 0";
    assert_eq!(sqlx::raw_sql(update).execute(&mut connection).await.unwrap().rows_affected(), 0);
    let enter = format!("SELECT set_config('app.workspace_id', '{}', false)", workspace(&ada));
    sqlx::raw_sql(sqlx::AssertSqlSafe(enter)).execute(&mut connection).await.unwrap();
    assert_eq!(sqlx::raw_sql(update).execute(&mut connection).await.unwrap().rows_affected(), 1);
    connection.close().await.unwrap();
    app.finish().await;
}
