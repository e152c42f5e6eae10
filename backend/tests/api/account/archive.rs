//! Exporting a workspace: what is in the archive, and what must not be.

use std::{
    collections::BTreeMap,
    io::{Cursor, Read},
};

use proffer::features::account_data as archive;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{id, join, switch, workspace};
use crate::{
    support::{
        actor::{ApiResponse, text},
        app::TestApp,
        stories,
    },
    tenancy::world::{A, B, read, tenant},
};

/// The files of an archive.
fn unpacked(answer: &ApiResponse) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.expect_bytes(200))).unwrap();
    (0..zip.len())
        .map(|index| {
            let mut file = zip.by_index(index).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn json(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Value {
    let bytes = files.get(name).unwrap_or_else(|| panic!("no {name} in {:?}", files.keys()));
    serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

const WORKSPACE_FILES: &[&str] = &[
    "api_keys.json",
    "audit_events.json",
    "audit_log.json",
    "chat_messages.json",
    "chat_turns.json",
    "claim_acceptances.json",
    "client_import_rows.json",
    "client_imports.json",
    "clients.json",
    "company.json",
    "countersignatures.json",
    "designs.json",
    "draftings.json",
    "jobs.json",
    "mails.json",
    "objects.json",
    "page_views.json",
    "proposals.json",
    "revisions.json",
    "sealed_documents.json",
    "signatures.json",
    "sso_connection.json",
    "sso_domains.json",
    "subscription.json",
    "team.json",
    "uploads.json",
    "usage.json",
    "usage_reservations.json",
    "versions.json",
    "workspace.json",
];

fn holds_the_account(files: &BTreeMap<String, Vec<u8>>, ada: &stories::Owner) {
    let account = json(files, "account.json");
    assert_eq!(
        (&account["person"]["email"], &account["person"]["hasPassword"]),
        (&ada.user["email"], &Value::Bool(true))
    );
    assert_eq!(account["identities"][0]["issuer"], format!("https://login.{A}.example"));
    assert_eq!(
        (account["sessions"].as_array().unwrap().len(), &account["memberships"][0]["role"]),
        (2, &"owner".into())
    );
    assert!(image::load_from_memory(&files["files/picture.png"]).is_ok());
}

#[tokio::test]
async fn an_owner_takes_everything_out_as_one_archive() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    let ada = &a.owner;
    tenant(&app, B).await;
    let answer = ada.get("/api/account/export").await;
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let disposition = answer.header("content-disposition").unwrap();
    let name = format!("proffer-export-{}.zip", app.now().format("%Y-%m-%d"));
    assert!(disposition.starts_with("attachment") && disposition.contains(&name), "{disposition}");
    let files = unpacked(&answer);
    let folder = format!("workspaces/{A}-{A}-meyer-{}/", workspace(ada));
    let picture = format!("files/pictures/{}.png", id(ada));
    let mut expected: Vec<String> = WORKSPACE_FILES.iter().map(|file| format!("{folder}{file}")).collect();
    expected.extend([
        format!("{folder}{picture}"),
        "README.txt".into(),
        "account.json".into(),
        "files/picture.png".into(),
    ]);
    let workspace_id = workspace(ada);
    let sealed: Vec<String> = app
        .database
        .values(format!("SELECT id::text FROM sealed_documents WHERE workspace_id = '{workspace_id}'"))
        .await;
    assert!(!sealed.is_empty());
    expected.extend(sealed.iter().map(|id| format!("{folder}files/documents/{id}.pdf")));
    expected.push(format!("{folder}files/objects/{}.png", a.ids.files.object));
    expected.sort();
    assert_eq!(files.keys().collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>());
    for file in WORKSPACE_FILES {
        assert!(
            String::from_utf8_lossy(&files["README.txt"]).contains(file),
            "the README says nothing of {file}"
        );
    }

    holds_the_account(&files, ada);
    let of = |file: &str| json(&files, &format!("{folder}{file}"));
    assert_eq!(of("workspace.json")["id"], ada.user["workspace"]["id"]);
    assert!(of("team.json").as_array().unwrap().iter().any(|member| member["email"] == ada.user["email"]));
    assert!(of("company.json")[0]["termsAndConditions"].as_str().unwrap().contains(A));
    assert_eq!(of("clients.json").as_array().unwrap().len(), 2);
    let proposals = of("proposals.json");
    assert_eq!(proposals.as_array().unwrap().len(), 5);
    for proposal in proposals.as_array().unwrap() {
        assert!(
            text(&proposal["htmlContent"]).contains("<section")
                && proposal["pricing"]["groups"][0]["items"].is_array()
        );
    }
    for revision in of("revisions.json").as_array().unwrap() {
        assert_eq!(hex::encode(Sha256::digest(text(&revision["canonical"]))), text(&revision["sha256"]));
    }
    for document in of("sealed_documents.json").as_array().unwrap() {
        let pdf = &files[&format!("{folder}files/documents/{}.pdf", text(&document["id"]))];
        assert_eq!(hex::encode(Sha256::digest(pdf)), text(&document["sha256"]));
        assert!(text(&document["evidence"]).starts_with('{'));
    }
    assert_eq!(of("company.json")[0]["logoUrl"], format!("/api/objects/{}", a.ids.files.object));
    assert!(
        image::load_from_memory(&files[&format!("{folder}files/objects/{}.png", a.ids.files.object)]).is_ok()
    );
    for (file, table) in [
        ("countersignatures.json", "countersignatures"),
        ("sealed_documents.json", "sealed_documents"),
        ("mails.json", "mails"),
        ("objects.json", "objects"),
        ("signatures.json", "signatures"),
        ("audit_events.json", "audit_events"),
        ("chat_messages.json", "chat_messages"),
        ("usage.json", "user_usage"),
    ] {
        let rows: i64 = app
            .database
            .value(format!("SELECT count(*) FROM {table} WHERE workspace_id = '{}'", workspace(ada)))
            .await;
        assert_eq!(of(file).as_array().unwrap().len(), usize::try_from(rows).unwrap(), "{file}");
    }
    assert!(
        of("audit_log.json")
            .as_array()
            .unwrap()
            .iter()
            .any(|line| line["object"] == "clients" && line["action"] == "create")
    );
    for (name, bytes) in &files {
        assert!(!String::from_utf8_lossy(bytes).contains(B), "{name} tells of another tenant");
    }
    // The export is recorded in the logs of the account and of the workspace.
    let logged: Vec<String> = app
        .database
        .values(format!(
            "SELECT object || ' ' || target_name FROM audit_log WHERE action = 'export' AND workspace_id = '{}' ORDER BY object",
            workspace(ada)
        ))
        .await;
    assert_eq!(logged, [format!("account {A} {A} Meyer"), format!("workspace {A} {A} Meyer")]);
    app.finish().await;
}

/// Every secret in the database, of any account, searched for in every file.
#[tokio::test]
async fn no_secret_is_in_an_archive() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    let ada = &a.owner;
    let reset = super::reset_token(&app, &ada.email).await;
    app.database
        .run(format!(
            "INSERT INTO api_keys (workspace_id, id, name, made_by, prefix, secret_hash, scopes, created_at)
             VALUES ('{workspace}', '{key}', 'A key', '{user}', 'pk_abc', 'hash-of-a-key', '[]', now());
             UPDATE sso_connections SET client_secret = 'sealed-client-secret';
             UPDATE sso_domains SET challenge = 'dns-challenge'",
            workspace = workspace(ada),
            user = id(ada),
            key = app.app.new_id(),
        ))
        .await;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text FROM information_schema.columns
         WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name LIKE '%password%')",
    )
    .fetch_all(&app.database.admin)
    .await
    .unwrap();
    let mut secrets = vec![
        reset,
        ada.cookie().unwrap().split_once('=').unwrap().1.to_owned(),
        "dns-challenge".to_owned(),
        stories::PASSWORD.to_owned(),
    ];
    for (table, column) in columns {
        let values: Vec<String> = app
            .database
            .values(format!("SELECT {column}::text FROM {table} WHERE {column} IS NOT NULL"))
            .await;
        secrets.extend(values.into_iter().map(|value| value.trim_start_matches("\\x").to_owned()));
    }
    secrets.extend(["hash-of-a-key".to_owned(), "sealed-client-secret".to_owned()]);
    assert!(secrets.len() >= 10, "{secrets:?}");
    for path in ["/api/account/export", "/api/workspace/export"] {
        let files = unpacked(&ada.get(path).await);
        assert!(
            files.values().any(|bytes| String::from_utf8_lossy(bytes).contains("pk_abc")),
            "the key itself is told of"
        );
        for (name, bytes) in &files {
            let text = String::from_utf8_lossy(bytes);
            for secret in &secrets {
                assert!(!text.contains(secret.as_str()), "{name} of {path} holds {secret}");
            }
        }
    }
    app.finish().await;
}

#[tokio::test]
async fn a_workspace_is_exported_by_its_owner_and_admins() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let bob = app.owner_with_company("bob").await;
    join(&app, &bob, &ada, "admin").await;
    switch(&app, &bob, &ada).await;
    let files = unpacked(&bob.get("/api/workspace/export").await);
    let mut expected: Vec<&str> = WORKSPACE_FILES.iter().copied().chain(["README.txt"]).collect();
    expected.sort_unstable();
    assert_eq!(files.keys().collect::<Vec<_>>(), expected);
    assert_eq!(json(&files, "company.json")[0]["name"], "ada Studio");
    assert_eq!(json(&files, "team.json").as_array().unwrap().len(), 2);
    // The account's own export contains the workspaces it owns, whichever is active.
    let files = unpacked(&bob.get("/api/account/export").await);
    let folders: Vec<&String> = files.keys().filter(|name| name.ends_with("/company.json")).collect();
    assert_eq!(folders, [&format!("workspaces/bob-bob-meyer-{}/company.json", workspace(&bob))]);
    assert_eq!(json(&files, "account.json")["memberships"].as_array().unwrap().len(), 2);

    app.database.run("UPDATE team_members SET role = 'member' WHERE role = 'admin'").await;
    bob.get("/api/workspace/export").await.problem(403, "forbidden");
    app.finish().await;
}

/// More rows than are read at once, and none at all.
#[tokio::test]
async fn a_long_list_is_whole() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let rows = |files: &BTreeMap<String, Vec<u8>>| json(files, "clients.json").as_array().unwrap().len();
    assert_eq!(rows(&unpacked(&ada.get("/api/workspace/export").await)), 0);
    let mut all = 0;
    for more in [49, 1, 1, 99] {
        app.database
            .run(format!(
                "INSERT INTO clients (workspace_id, id, created_by, company_name, first_name, last_name, email, created_at, updated_at)
                 SELECT '{}', gen_random_uuid(), '{}', 'Client', 'A', 'B', 'a@b.example', now(), now() FROM generate_series(1, {more})",
                workspace(&ada),
                id(&ada)
            ))
            .await;
        all += more;
        assert_eq!(rows(&unpacked(&ada.get("/api/workspace/export").await)), all);
    }
    app.finish().await;
}

/// Finds tables and columns of the database that the archive neither contains nor lists as exceptions, and
/// exceptions that no longer exist.
#[tokio::test]
async fn every_column_of_every_table_is_in_the_archive_or_held_back_for_a_reason() {
    let app = TestApp::start().await;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name <> 'seaql_migrations' ORDER BY 1, 2",
    )
    .fetch_all(&app.database.admin)
    .await
    .unwrap();
    let known: Vec<&str> =
        archive::TABLES.iter().map(|table| table.name).chain(archive::OTHERS.iter().copied()).collect();
    let held = |table: &str, column: &str| {
        archive::HELD_BACK.iter().any(|(name, what, _)| *name == table && (*what == "*" || *what == column))
    };
    for (table, column) in &columns {
        assert!(
            known.contains(&table.as_str()) || held(table, "*"),
            "{table} is neither exported nor held back"
        );
        // Every other column is exported automatically, so one with a name that suggests a secret must be
        // checked.
        let parts = ["password", "secret", "token_hash", "share_token", "challenge", "verifier"];
        assert!(
            !parts.iter().any(|part| column.contains(part)) || held(table, column),
            "{table}.{column} would be exported"
        );
    }
    for table in &known {
        assert!(columns.iter().any(|(name, _)| name == table), "{table} is exported and does not exist");
        assert!(!held(table, "*"), "{table} is exported and held back");
    }
    for (table, column, why) in archive::HELD_BACK {
        assert!(
            columns.iter().any(|(name, of)| name == table && (*column == "*" || of == column)),
            "{table}.{column} does not exist"
        );
        assert!(!why.is_empty());
    }

    // Everything promised is there, for a tenant with data of every kind.
    let a = tenant(&app, A).await;
    read(&app, &a.ids.share_token).await;
    let files = unpacked(&a.owner.get("/api/workspace/export").await);
    let mut seen = 0;
    for table in archive::TABLES {
        let rows = json(&files, table.file);
        let Some(row) = rows.get(0).and_then(Value::as_object) else { continue };
        seen += 1;
        let names: Vec<String> = row.keys().map(|name| name.replace('_', "").to_lowercase()).collect();
        for (_, column) in
            columns.iter().filter(|(name, column)| name == table.name && column != "workspace_id")
        {
            assert_eq!(
                names.contains(&column.replace('_', "")),
                !held(table.name, column),
                "{} of {}",
                column,
                table.file
            );
        }
    }
    assert!(seen >= archive::TABLES.len() - 3, "only {seen} tables have rows");
    app.finish().await;
}
