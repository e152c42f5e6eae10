//! The audit log of a workspace: every write is recorded, and permitted members can search it.

mod export;

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use proffer::{
    access::{Credential, Principal, Subject},
    authz::{Action, Object, Role},
    http::caller::Caller,
};
use reqwest::Method;
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use uuid::Uuid;

use crate::{
    support::{
        actor::{Actor, json as with_json, text},
        app::{Setup, TestApp},
        document::document,
        stories::{Owner, acceptance, client, path_of, registration, shared_path_of},
    },
    tenancy::everything,
};

const LOG: &str = "/api/audit-log";

/// Writes by their method that only read and are not recorded.
const NO_LINE: &[(&str, &str)] = &[
    ("proveSsoDomain", "the domain is proven already"),
    ("initAdminDefaults", "every setting is there already"),
    ("streamChat", "the turn has been answered already and is shown again"),
    ("previewDesign", "a preview stores nothing"),
    ("previewPricing", "a preview stores nothing"),
    ("readPricing", "reading prices stores nothing"),
    ("readRecapFiles", "reading files stores nothing"),
    ("previewChoices", "a preview stores nothing"),
    ("scrapeCompany", "a form shows what a website says, and nothing is kept"),
    ("streamScrape", "a form shows what a website says, and nothing is kept"),
    ("previewClientImport", "a preview stores nothing"),
    ("reportReading", "reading is counted, and nothing is done"),
    ("refreshSubscription", "a user reads the current state"),
    ("reportPayment", "the payment provider is no member of the workspace"),
    ("sendContactMessage", "a message to support changes nothing in a workspace"),
];

/// Exports with several entries: one for the account, and one in each exported workspace.
const ONE_MORE: &[&str] = &["exportAccount"];

/// Reads that are recorded: an export of everything.
const EXPORTS: &[&str] = &["exportAuditLog", "exportAccount", "exportClients", "exportWorkspace"];

async fn log(owner: &Actor, query: &str) -> Vec<Value> {
    owner.get(format!("{LOG}{query}")).await.expect(200).as_array().unwrap().clone()
}

/// An entry as text.
fn told(line: &Value) -> String {
    let target = line["targetName"].as_str().unwrap_or("-");
    format!(
        "{} {}: {} {} {target}",
        text(&line["actorKind"]),
        text(&line["actorName"]),
        text(&line["action"]),
        text(&line["object"])
    )
}

async fn told_of(owner: &Actor, query: &str) -> Vec<String> {
    log(owner, query).await.iter().rev().map(told).collect()
}

fn workspace(owner: &Owner) -> String {
    text(&owner.user["workspace"]["id"]).to_owned()
}

#[tokio::test]
async fn each_entry_names_the_actor_the_action_and_the_target() {
    let (app, ada) = TestApp::with_owner().await;
    let first: BTreeSet<String> = told_of(&ada, "").await.into_iter().collect();
    let both = [
        "person ada ada Meyer: register account ada@ada.example",
        "person ada ada Meyer: sign_in account ada@ada.example",
    ];
    assert_eq!(first, BTreeSet::from(both.map(str::to_owned)));
    app.pass(TimeDelta::seconds(1));
    let begun = "?from=2026-03-02T09:00:01Z";
    let step = || app.pass(TimeDelta::seconds(1));

    ada.create_company().await;
    step();
    ada.put("/api/companies", json!({ "name": "Ada & Co" })).await.expect(200);
    step();
    let harbor = ada.create_client("harbor").await;
    step();
    ada.put(format!("/api/clients/{}", text(&harbor["id"])), client("quay")).await.expect(200);
    step();
    let drafted = app.drafted_proposal_for(&ada, &harbor).await;
    step();
    let path = path_of(&drafted);
    ada.change(&path, json!({ "title": "A new site" })).await.expect(200);
    step();
    ada.post_empty(format!(
        "{path}/pricing/items/{}/confirm",
        text(&drafted["pricing"]["groups"][0]["items"][0]["id"])
    ))
    .await
    .expect(200);
    step();
    ada.post_empty(format!("{path}/share")).await.expect(200);
    step();
    ada.change(&path, json!({ "status": "pending" })).await.expect(200);
    step();
    ada.change(&path, json!({ "status": "draft" })).await.expect(200);
    step();
    let sent = ada.change(&path, json!({ "status": "pending", "title": "The site" })).await.expect(200);
    step();
    let guest = app.anonymous();
    let action = format!("{}/action", shared_path_of(&sent));
    let wish = json!({
        "action": "request_changes", "senderName": " Mia Berg ", "senderEmail": "mia@harbor.example",
        "message": "More."
    });
    guest.post(&action, wish).await.expect(200);
    step();
    let shared = guest.get(shared_path_of(&sent)).await.expect(200);
    guest.post(&action, acceptance(&shared)).await.expect(200);
    // Repeating a request does it once.
    guest.post(&action, acceptance(&shared)).await.expect(200);
    step();
    let key = ada.create_key("Website form", &["clients:write", "proposals:write"]).await;
    step();
    ada.program(text(&key["key"])).post("/api/clients", client("pier")).await.expect(201);
    step();
    ada.delete(format!("/api/api-keys/{}", text(&key["apiKey"]["id"]))).await.expect(204);
    step();
    ada.delete(&path).await.expect(204);
    step();
    ada.delete(format!("/api/clients/{}", text(&harbor["id"]))).await.expect(204);

    let ada_did = |what: &str| format!("person ada ada Meyer: {what}");
    assert_eq!(
        told_of(&ada, begun).await,
        [
            ada_did("create company ada Studio"),
            ada_did("update company Ada & Co"),
            ada_did("create clients harbor Dental"),
            ada_did("update clients quay Dental"),
            ada_did("create proposals Proposal for quay Dental"),
            ada_did("update proposals A new site"),
            ada_did("confirm proposals A new site"),
            ada_did("share proposals A new site"),
            ada_did("send proposals A new site"),
            ada_did("update proposals A new site"),
            ada_did("send proposals The site"),
            "client Mia Berg: request_changes shared_proposal The site".to_owned(),
            "client Mia Berg: accept shared_proposal The site".to_owned(),
            ada_did("create api_keys Website form"),
            "key Website form: create clients pier Dental".to_owned(),
            ada_did("delete api_keys Website form"),
            ada_did("delete proposals The site"),
            ada_did("delete clients quay Dental"),
        ]
    );
    let by_key = &log(&ada, "?actor=website").await[0];
    assert_eq!(by_key["actorId"], key["apiKey"]["id"]);
    let made = &log(&ada, "?object=clients&action=create").await[1];
    assert_eq!((&made["actorId"], &made["targetId"]), (&ada.user["id"], &harbor["id"]));
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn a_decline_is_the_clients() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let action = format!("{}/action", shared_path_of(&sent));
    let decline =
        json!({ "action": "decline", "senderName": "Mia Berg", "senderEmail": "mia@harbor.example" });
    app.anonymous().post(&action, decline).await.expect(200);
    let lines = log(&ada, "?object=shared_proposal").await;
    assert_eq!(
        lines.iter().map(told).collect::<Vec<_>>(),
        [format!("client Mia Berg: decline shared_proposal {}", text(&sent["title"]))]
    );
    assert_eq!(lines[0].get("actorId"), None);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn what_did_not_happen_leaves_no_line() {
    let (app, ada) = TestApp::with_owner().await;
    let before = log(&ada, "").await.len();
    ada.post("/api/clients", json!({})).await.problem(422, "invalid_body");
    let mut nameless = client("harbor");
    nameless["companyName"] = json!("");
    ada.post("/api/clients", nameless).await.problem(422, "validation_failed");
    ada.delete("/api/clients/019cadc6-9a80-7650-b29d-000000000001").await.problem(404, "client_not_found");
    ada.post("/api/login", json!({ "email": ada.email, "password": "Wrong-Horse-8" }))
        .await
        .problem(401, "invalid_credentials");
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    ada.program_with(&["clients:read"])
        .await
        .post("/api/clients", client("harbor"))
        .await
        .problem(403, "forbidden");
    let lines = told_of(&ada, "").await;
    assert_eq!(lines.len(), before + 1, "the key alone: {lines:#?}");
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn each_write_leaves_one_line_and_no_reading_does() {
    let app = TestApp::start().await;
    // The log is deleted with the workspace when the account is deleted.
    let answers = everything(&app, &["deleteAccount"]).await;
    let ids: Vec<String> = app.database.values("SELECT request_id FROM audit_log").await;
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for id in ids {
        *lines.entry(id).or_default() += 1;
    }
    let mut surprises = Vec::new();
    let mut writes = 0;
    for (operation, answer) in
        answers.iter().filter(|(operation, answer)| operation.signed_in && answer.status.is_success())
    {
        let without = NO_LINE.iter().any(|(id, _)| *id == operation.id);
        let expected = usize::from(
            (operation.method != Method::GET && !without) || EXPORTS.contains(&operation.id.as_str()),
        );
        let expected = expected + usize::from(ONE_MORE.contains(&operation.id.as_str()));
        let left = lines.get(answer.header("x-request-id").unwrap()).copied().unwrap_or_default();
        writes += expected;
        if left != expected {
            surprises.push(format!("{} left {left} lines", operation.id));
        }
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
    assert!(writes > 10, "only {writes} operations that write have succeeded");
    for id in NO_LINE.iter().map(|(id, _)| id).chain(EXPORTS) {
        document().operation(id);
    }
    app.finish().await;
}

#[tokio::test]
async fn the_log_is_filtered() {
    let (app, ada) = TestApp::with_company().await;
    app.pass(TimeDelta::hours(1));
    ada.create_client("harbor").await;
    app.pass(TimeDelta::hours(1));
    let program = ada.program(text(&ada.create_key("50%_off", &["clients:write"]).await["key"]));
    program.post("/api/clients", client("pier")).await.expect(201);
    let count = async |query: &str| log(&ada, query).await.len();
    assert_eq!(count("?object=clients").await, 2);
    assert_eq!(count("?object=clients&actor=ADA").await, 1);
    assert_eq!(count("?actor=%25").await, 1, "a percent sign is no wildcard");
    assert_eq!(count("?actor=_").await, 1);
    assert_eq!(count("?actor=%5C").await, 0);
    assert_eq!(count("?action=create&object=company").await, 1);
    assert_eq!(count("?action=delete").await, 0);
    assert_eq!(count("?actor=&object=&action=&from=&to=").await, count("").await);
    // The beginning is included and the end is not, in any offset.
    assert_eq!(count("?object=clients&from=2026-03-02T10:00:00Z&to=2026-03-02T11:00:00Z").await, 1);
    assert_eq!(
        count("?object=clients&from=2026-03-02T11:00:00%2B01:00&to=2026-03-02T12:00:00%2B01:00").await,
        1
    );
    assert_eq!(count("?object=clients&from=2026-03-02T10:00:00.001Z").await, 1);
    assert_eq!(count("?object=clients&to=2026-03-02T10:00:00Z").await, 0);

    for path in [LOG, "/api/audit-log/export"] {
        let answer = ada
            .get(format!("{path}?object=client&action=DROP&from=2026-03-02&to=2026-03-02T09:00:00&actor=%00"))
            .await;
        answer.problem(422, "validation_failed");
        assert_eq!(
            answer.field_messages(),
            [
                "actor: A name has at most 200 characters",
                "object: Unknown object",
                "action: Unknown action",
                "from: Give a time as 2026-03-02T09:00:00Z, with its offset from UTC",
                "to: Give a time as 2026-03-02T09:00:00Z, with its offset from UTC",
            ]
        );
        // An unescaped plus is a space, not an offset.
        ada.get(format!("{path}?from=2026-03-02T09:00:00+01:00")).await.problem(422, "validation_failed");
        let answer = ada.get(format!("{path}?from=2026-03-03T00:00:00Z&to=2026-03-02T00:00:00Z")).await;
        assert_eq!(answer.field_messages(), ["to: This is before the start"]);
    }
    app.finish().await;
}

#[tokio::test]
async fn the_log_is_read_page_by_page() {
    let (app, ada) = TestApp::with_owner().await;
    for number in 0..5 {
        // Two at each instant.
        if number % 2 == 0 {
            app.pass(TimeDelta::seconds(1));
        }
        ada.create_client(&format!("c{number}")).await;
    }
    let all = log(&ada, "?object=clients").await;
    assert_eq!(all.len(), 5);
    let (mut next, mut read) = (Some(format!("{LOG}?object=clients&actor=ada%20ada&limit=2")), Vec::new());
    let mut pages = 0;
    while let Some(path) = next {
        let answer = ada.get(&path).await;
        read.extend(answer.expect(200).as_array().unwrap().clone());
        next = answer.next_page();
        pages += 1;
    }
    assert_eq!((pages, read), (3, all), "the filters stay on the way");
    let times: Vec<String> = log(&ada, "").await.iter().map(|line| text(&line["at"]).to_owned()).collect();
    assert!(times.is_sorted_by(|a, b| a >= b), "{times:?}");
    ada.get(format!("{LOG}?limit=0")).await.problem(422, "invalid_parameter");
    ada.get(format!("{LOG}?cursor=x")).await.problem(422, "invalid_parameter");
    app.finish().await;
}

#[tokio::test]
async fn the_log_of_another_workspace_cannot_be_read() {
    let (app, ada) = TestApp::with_company().await;
    let bo = app.register_verified_owner("bo").await;
    assert!(log(&bo, "").await.iter().all(|line| text(&line["actorName"]).starts_with("bo")));
    assert_eq!(log(&bo, "?actor=ada").await, Vec::<Value>::new());
    assert!(!bo.get("/api/audit-log/export").await.text().contains("ada"));
    let user = text(&ada.user["id"]);
    app.database.run(format!("UPDATE team_members SET role = 'member' WHERE user_id = '{user}'")).await;
    for path in [LOG, "/api/audit-log/export"] {
        ada.get(path).await.problem(403, "forbidden");
        bo.program_with(&["clients:read"]).await.get(path).await.problem(403, "forbidden");
    }
    app.finish().await;
}

/// Writes that many entries into a workspace's log, a millisecond apart.
async fn fill(app: &TestApp, owner: &Owner, lines: u32) {
    let workspace = workspace(owner);
    app.database
        .run(format!(
            "INSERT INTO audit_log (workspace_id, id, at, actor_kind, actor_name, action, object, ip, user_agent, request_id)
             SELECT '{workspace}', gen_random_uuid(), timestamptz '2026-01-01T00:00:00Z' + n * interval '1 millisecond',
                    'person', 'Line ' || n, 'update', 'clients', '', '', ''
             FROM generate_series(1, {lines}) n; ANALYZE audit_log"
        ))
        .await;
}

#[tokio::test]
async fn reading_goes_along_the_index() {
    let (app, ada) = TestApp::with_owner().await;
    fill(&app, &ada, 20_000).await;
    let mut connection = PgConnection::connect(app.database.urls.app.expose_secret()).await.unwrap();
    let mut tx = connection.begin().await.unwrap();
    let workspace = workspace(&ada);
    sqlx::query("SELECT set_config('app.workspace_id', $1, true)")
        .bind(&workspace)
        .execute(&mut *tx)
        .await
        .unwrap();
    let page = format!(
        "EXPLAIN SELECT * FROM audit_log WHERE workspace_id = '{workspace}' AND (at, id) < ('2026-01-01T00:00:05Z', '{workspace}')
         ORDER BY at DESC, id DESC LIMIT 101"
    );
    let plan: Vec<String> = sqlx::query_scalar(AssertSqlSafe(page)).fetch_all(&mut *tx).await.unwrap();
    let plan = plan.join("\n");
    assert!(plan.contains("Index Scan using audit_log_at") && !plan.contains("Sort"), "{plan}");
    tx.rollback().await.unwrap();
    connection.close().await.unwrap();
    app.finish().await;
}

#[tokio::test]
async fn entries_cannot_be_changed_or_removed() {
    let (app, ada) = TestApp::with_owner().await;
    let workspace = workspace(&ada);
    for url in [&app.database.urls.app, &app.database.urls.system] {
        let mut connection = PgConnection::connect(url.expose_secret()).await.unwrap();
        for statement in
            ["UPDATE audit_log SET actor_name = 'Nobody'", "DELETE FROM audit_log", "TRUNCATE audit_log"]
        {
            let mut tx = connection.begin().await.unwrap();
            sqlx::query("SELECT set_config('app.workspace_id', $1, true)")
                .bind(&workspace)
                .execute(&mut *tx)
                .await
                .unwrap();
            let refused = sqlx::raw_sql(statement).execute(&mut *tx).await.unwrap_err().to_string();
            assert!(refused.contains("permission denied"), "{statement}: {refused}");
            tx.rollback().await.unwrap();
        }
        connection.close().await.unwrap();
    }
    // Even the owner of the table cannot change one.
    let refused = sqlx::raw_sql("UPDATE audit_log SET actor_name = 'Nobody'")
        .execute(&app.database.admin)
        .await
        .unwrap_err()
        .to_string();
    assert!(refused.contains("audit_log is append-only"), "{refused}");
    assert_eq!(log(&ada, "").await.len(), 2);
    app.finish().await;
}

#[tokio::test]
async fn where_it_came_from_is_what_the_proxies_saw() {
    for (hops, seen) in [("0", "127.0.0.1"), ("1", "203.0.113.7"), ("2", "198.51.100.9")] {
        let app = Setup::default().with("TRUSTED_PROXIES", hops).start().await;
        let ada = app.register_verified_owner("ada").await;
        let request = with_json(ada.request(Method::POST, "/api/clients"), &client("harbor"))
            .header("X-Forwarded-For", "192.0.2.1, 198.51.100.9, 203.0.113.7")
            .header("User-Agent", "Firefox of Ada");
        let request_id = ada.send(request).await.header("x-request-id").unwrap().to_owned();
        let line = &log(&ada, "?object=clients").await[0];
        assert_eq!((text(&line["ip"]), text(&line["userAgent"])), (seen, "Firefox of Ada"), "{hops} proxies");
        assert_eq!(text(&line["requestId"]), request_id);
        app.finish().await;
    }
}

/// A site administrator's action for a workspace is recorded in that workspace's log, under their name.
#[tokio::test]
async fn a_site_administrators_deed_is_in_the_log_of_the_workspace_it_concerns() {
    let (app, ada) = TestApp::with_owner().await;
    let bo = app.register_verified_owner("bo").await;
    let id = |owner: &Owner| workspace(owner).parse::<Uuid>().unwrap();
    let principal = Principal {
        user_id: text(&ada.user["id"]).parse().unwrap(),
        credential: Credential::Session { id: Uuid::nil(), through_workspace: None, is_limited: false },
        workspace_id: id(&ada),
        role: Role::Owner,
        is_admin: true,
        email: ada.email.clone(),
        name: "Ada Meyer".to_owned(),
    };
    let caller = Caller { ip: "203.0.113.7".to_owned(), user_agent: String::new() };
    let who = Subject::principal(&app.app, &principal, &caller);
    let mut tx = who.may_with_accounts(Action::Update, Object::Site).await.unwrap();
    tx.concerns(id(&bo)).await.unwrap();
    tx.about(1, "bo.example");
    tx.commit().await.unwrap();
    assert_eq!(told_of(&bo, "?object=site").await, ["site_admin Ada Meyer: update site bo.example"]);
    assert_eq!(told_of(&ada, "?object=site").await, Vec::<String>::new());
    // In their own workspace they are shown as the owner.
    let tx = who.may(Action::Create, Object::Clients).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(told_of(&ada, "?object=clients").await, ["person Ada Meyer: create clients -"]);
    app.finish().await;
}
