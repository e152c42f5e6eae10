//! API keys: what their scopes allow, and nothing more.

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::StreamExt;
use proffer::access::keys;
use proffer_domain::api_key::{Key, Scope};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    client_imports,
    contract::nothing,
    support::{
        actor::{Actor, ApiResponse, json as with_json, text},
        app::TestApp,
        document::document,
        operations::{Call, Files, Ids},
        stories::{Owner, client, path_of},
    },
    tenancy::world::{claims, talk},
};

const KEYS: &str = "/api/api-keys";

async fn keys_of(owner: &Actor) -> Vec<Value> {
    owner.get(KEYS).await.expect(200)["keys"].as_array().unwrap().clone()
}

fn refused(answer: &ApiResponse) {
    answer.problem(401, "invalid_key");
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"), "{answer:?}");
}

#[tokio::test]
async fn a_key_is_shown_once() {
    let (app, ada) = TestApp::with_company().await;
    let made = ada.post(KEYS, json!({ "name": " Website form ", "expiresInDays": 30 })).await.expect(201);
    let key = text(&made["key"]);
    let kept = &made["apiKey"];
    assert_eq!(kept["name"], "Website form");
    assert_eq!(kept["scopes"], json!(["company:read", "clients:read", "proposals:read"]));
    assert_eq!(kept["madeBy"], "ada ada Meyer");
    assert_eq!(kept["expiresAt"], "2026-04-01T09:00:00.000Z");
    assert!(key.starts_with(text(&kept["prefix"])), "{made:#}");

    let listed = ada.get(KEYS).await;
    let all = listed.expect(200);
    assert_eq!(all["keys"], json!([kept]));
    assert_eq!(all["scopes"].as_array().unwrap().len(), Scope::ALL.len());
    assert!(
        all["scopes"].as_array().unwrap().contains(&json!({ "scope": "proposals:send", "isDefault": false }))
    );
    let secret = &key[27..70];
    assert!(!listed.text().contains(secret));
    let stored: String = app
        .database
        .value("SELECT (SELECT string_agg(k::text, '') FROM api_keys k) || (SELECT string_agg(l::text, '') FROM audit_log l)")
        .await;
    assert!(!stored.contains(secret), "{stored}");

    let program = ada.program(key);
    assert_eq!(program.get("/api/companies").await.expect(200)["name"], "ada Studio");
    program.post("/api/clients", client("harbor")).await.problem(403, "forbidden");
    // Two keys made at the same time have different prefixes.
    let other = ada.create_key("Other", &["clients:read"]).await;
    assert_ne!(other["apiKey"]["prefix"], kept["prefix"]);
    app.finish().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_wish_is_said_and_nothing_is_made() {
    let (app, ada) = TestApp::with_owner().await;
    let answer = ada
        .post(KEYS, json!({ "name": "", "scopes": ["clients:read", "team:read"], "expiresInDays": 0 }))
        .await;
    answer.problem(422, "validation_failed");
    assert_eq!(
        answer.field_messages(),
        [
            "name: Name is required",
            "scopes: Unknown scope \"team:read\"",
            "expiresInDays: A key must expire after 1 to 366 days",
        ]
    );
    for (input, field) in [
        (json!({ "name": "A", "scopes": [] }), "scopes: Choose at least one scope"),
        (
            json!({ "name": "A", "expiresInDays": 367 }),
            "expiresInDays: A key must expire after 1 to 366 days",
        ),
        (json!({ "name": "x".repeat(101) }), "name: Name must be at most 100 characters"),
        (json!({ "name": "a\u{0}b" }), "name: Name contains characters that cannot be stored"),
    ] {
        assert_eq!(ada.post(KEYS, input).await.field_messages(), [field]);
    }
    for field in ["workspaceId", "madeBy", "role", "secretHash", "lastUsedAt"] {
        ada.post(KEYS, json!({ "name": "A", field: "x" })).await.problem(422, "invalid_body");
    }
    assert_eq!(keys_of(&ada).await, Vec::<Value>::new());
    let folded = ada.create_key("A", &["proposals:read", "clients:read", "clients:read"]).await;
    assert_eq!(folded["apiKey"]["scopes"], json!(["clients:read", "proposals:read"]));
    app.finish().await;
}

#[tokio::test]
async fn a_key_works_until_it_is_revoked_or_over() {
    let (app, ada) = TestApp::with_owner().await;
    let revoked = ada.create_key("First", &["clients:read"]).await;
    let program = ada.program(text(&revoked["key"]));
    program.get("/api/clients").await.expect(200);
    let path = format!("{KEYS}/{}", text(&revoked["apiKey"]["id"]));
    ada.delete(&path).await.expect(204);
    refused(&program.get("/api/clients").await);
    ada.delete(&path).await.problem(404, "api_key_not_found");
    assert_eq!(keys_of(&ada).await, Vec::<Value>::new());

    let short = ada.post(KEYS, json!({ "name": "Second", "expiresInDays": 1 })).await.expect(201);
    let program = ada.program(text(&short["key"]));
    app.pass(TimeDelta::days(1) - TimeDelta::milliseconds(1));
    program.get("/api/clients").await.expect(200);
    app.pass(TimeDelta::milliseconds(1));
    refused(&program.get("/api/clients").await);
    // It stays in the list, to explain why the program has stopped.
    assert_eq!(app.sign_in("ada").await.get(KEYS).await.expect(200)["keys"].as_array().unwrap().len(), 1);
    app.finish().await;
}

#[tokio::test]
async fn when_a_key_was_used_is_known_to_the_minute() {
    let (app, ada) = TestApp::with_owner().await;
    let program = ada.program_with(&["clients:read"]).await;
    let mut seen = Vec::new();
    for seconds in [0, 59, 1] {
        app.pass(TimeDelta::seconds(seconds));
        program.get("/api/clients").await.expect(200);
        seen.push(keys_of(&ada).await[0]["lastUsedAt"].clone());
    }
    assert_eq!(seen, ["2026-03-02T09:00:00.000Z", "2026-03-02T09:00:00.000Z", "2026-03-02T09:01:00.000Z"]);
    app.finish().await;
}

#[tokio::test]
async fn what_is_not_a_key_is_refused_and_a_slip_costs_no_query() {
    let (mut app, ada) = TestApp::with_owner().await;
    let made = ada.create_key("A", &["clients:read"]).await;
    let good = text(&made["key"]).to_owned();
    let key: Key = good.parse().unwrap();
    let swapped = {
        let mut bytes = good.clone().into_bytes();
        bytes.swap(40, 41);
        String::from_utf8(bytes).unwrap()
    };
    assert_ne!(swapped, good);
    // Well-formed, with a valid id: only the secret is wrong.
    let id: [u8; 16] = *key.id().as_bytes();
    let others = [Key::from_random(id, [1; 32]).text(), Key::from_random([1; 16], [1; 32]).text()];
    assert!(others[0].starts_with(&good[..27]));
    for text in [swapped.as_str(), "", "x", &good[..75], &others[0], &others[1]] {
        refused(&ada.program(text).get("/api/clients").await);
    }
    for scheme in ["Basic", "Token"] {
        let request = app
            .anonymous()
            .request(Method::GET, "/api/clients")
            .header("Authorization", format!("{scheme} {good}"));
        app.anonymous().send(request).await.problem(401, "unauthenticated");
    }
    let request = app
        .anonymous()
        .request(Method::GET, "/api/clients")
        .header("Authorization", format!("bearer {good}"));
    app.anonymous().send(request).await.expect(200);

    app.shut_down().await;
    assert!(keys::principal(&app.app, &swapped).await.is_ok_and(|found| found.is_none()));
    assert!(keys::principal(&app.app, &others[1]).await.is_err(), "this one had to be asked for");
    app.finish().await;
}

#[tokio::test]
async fn a_key_wins_over_a_cookie() {
    let (app, ada) = TestApp::with_owner().await;
    let made = ada.create_key("A", &["clients:read"]).await;
    let with = |key: &str, path: &str| ada.request(Method::GET, path).bearer_auth(key);
    ada.send(with(text(&made["key"]), "/api/clients")).await.expect(200);
    ada.send(with(text(&made["key"]), "/api/companies")).await.problem(403, "forbidden");
    refused(&ada.send(with("prf_wrong", "/api/clients")).await);
    app.finish().await;
}

#[tokio::test]
async fn programs_need_no_proof_of_origin_and_other_sites_get_none() {
    let (app, ada) = TestApp::with_owner().await;
    let program = ada.program_with(&["clients:write"]).await;
    let adding = || with_json(program.request(Method::POST, "/api/clients"), &client("harbor"));
    program.send(adding()).await.expect(201);
    for (name, value) in [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
    ] {
        program.send(adding().header(name, value)).await.problem(403, "cross_site_request");
    }
    app.finish().await;
}

#[tokio::test]
async fn a_key_is_never_more_than_its_maker_is_today() {
    let (app, ada) = TestApp::with_company().await;
    let user = text(&ada.user["id"]);
    let all: Vec<&str> = Scope::ALL.iter().map(|scope| scope.word()).collect();
    let program = ada.program_with(&all).await;
    app.database.run("UPDATE users SET is_admin = true").await;
    assert_ne!(program.get("/api/workspace/export").await.status, 403);
    app.database.run(format!("UPDATE team_members SET role = 'member' WHERE user_id = '{user}'")).await;
    program.get("/api/workspace/export").await.problem(403, "forbidden");
    program.get("/api/clients").await.expect(200);
    // A key has none of the permissions of a site administrator.
    program.get("/api/admin/domains").await.problem(403, "forbidden");

    app.database.run(format!("UPDATE team_members SET status = 'removed' WHERE user_id = '{user}'")).await;
    refused(&program.get("/api/clients").await);
    // It stays revoked if the member returns.
    app.database
        .run(format!("UPDATE team_members SET status = 'active', role = 'owner' WHERE user_id = '{user}'"))
        .await;
    refused(&program.get("/api/clients").await);
    assert_eq!(keys_of(&ada).await, Vec::<Value>::new());
    app.finish().await;
}

#[tokio::test]
async fn a_key_stays_in_its_workspace() {
    let (app, ada) = TestApp::with_owner().await;
    let bo = app.register_verified_owner("bo").await;
    ada.create_client("harbor").await;
    bo.create_client("quay").await;
    let (made, others) =
        (ada.create_key("A", &["clients:read"]).await, bo.create_key("B", &["clients:read"]).await);
    let workspace = |owner: &Owner| text(&owner.user["workspace"]["id"]).to_owned();
    // Its creator has switched to another workspace.
    app.database
        .run(format!(
            "INSERT INTO team_members (workspace_id, id, user_id, role, invited_email, status, created_at, updated_at)
             VALUES ('{}', gen_random_uuid(), '{}', 'admin', 'ada@ada.example', 'active', now(), now());
             UPDATE sessions SET active_workspace = '{}'",
            workspace(&bo),
            text(&ada.user["id"]),
            workspace(&bo)
        ))
        .await;
    let names = |list: Value| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|client| text(&client["companyName"]).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(ada.get("/api/clients").await.expect(200)), ["quay Dental"]);
    assert_eq!(
        names(ada.program(text(&made["key"])).get("/api/clients").await.expect(200)),
        ["harbor Dental"]
    );
    assert_eq!(keys_of(&ada).await.len(), 1, "the keys of the active workspace alone");
    ada.delete(format!("{KEYS}/{}", text(&made["apiKey"]["id"]))).await.problem(404, "api_key_not_found");
    ada.delete(format!("{KEYS}/{}", text(&others["apiKey"]["id"]))).await.expect(204);
    app.finish().await;
}

#[tokio::test]
async fn a_workspace_has_at_most_fifty_keys_at_work() {
    let (app, ada) = TestApp::with_owner().await;
    for _ in 0..48 {
        ada.create_key("Another", &["clients:read"]).await;
    }
    ada.post(KEYS, json!({ "name": "Short", "expiresInDays": 1 })).await.expect(201);
    // Two requests for the last free place: one succeeds.
    let another = || json!({ "name": "Another" });
    let (one, two) = tokio::join!(ada.post(KEYS, another()), ada.post(KEYS, another()));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    ada.post(KEYS, another()).await.problem(409, "too_many_keys");
    // An expired key makes room, and so does a revoked one.
    app.pass(TimeDelta::days(1));
    let made = ada.post(KEYS, another()).await.expect(201);
    ada.post(KEYS, another()).await.problem(409, "too_many_keys");
    ada.delete(format!("{KEYS}/{}", text(&made["apiKey"]["id"]))).await.expect(204);
    ada.post(KEYS, another()).await.expect(201);
    app.finish().await;
}

#[tokio::test]
async fn a_link_is_for_those_who_may_share() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let token = text(&sent["shareToken"]);
    let reading = ada.program_with(&["proposals:read", "clients:read"]).await;
    // Anyone with the link can answer as the client.
    for path in [path_of(&sent), "/api/proposals".to_owned(), "/api/dashboard".to_owned()] {
        let answer = reading.get(&path).await;
        answer.expect(200);
        assert!(!answer.text().contains(token), "{path}");
        assert!(ada.get(&path).await.text().contains(token), "{path}");
    }
    let sharing = ada.program_with(&["proposals:read", "proposals:send"]).await;
    assert_eq!(sharing.get(path_of(&sent)).await.expect(200)["shareToken"], token);
    app.finish().await;
}

#[tokio::test]
async fn sending_is_a_scope_of_its_own() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let writing = ada.program_with(&["proposals:read", "proposals:write"]).await;
    let sending = ada.program_with(&["proposals:send"]).await;
    writing.change(&path, json!({ "title": "Written by a program" })).await.expect(200);
    writing.change(&path, json!({ "status": "pending" })).await.problem(403, "forbidden");
    writing.change(&path, json!({ "shareToken": "V1StGXR8_Z5jdHi6B-myT" })).await.problem(403, "forbidden");
    writing.post_empty(format!("{path}/share")).await.problem(403, "forbidden");
    for more in [
        json!({ "title": "x" }),
        json!({ "subtitle": "x" }),
        json!({ "htmlContent": "x" }),
        json!({ "status": "draft" }),
        json!({}),
    ] {
        sending.change(&path, more).await.problem(403, "forbidden");
    }
    sending.change(&path, json!({ "title": "x", "status": "pending" })).await.problem(403, "forbidden");
    sending
        .change(&path, json!({ "validUntil": "2026-06-01T00:00:00Z", "status": "pending" }))
        .await
        .problem(403, "forbidden");
    let sent = sending
        .put(&path, json!({ "status": "pending", "version": drafted["version"].as_i64().unwrap() + 1 }))
        .await
        .expect(200);
    assert_eq!((text(&sent["status"]), text(&sent["title"])), ("pending", "Written by a program"));
    app.finish().await;
}

#[tokio::test]
async fn an_open_stream_ends_with_its_key() {
    let (app, ada) = TestApp::with_company().await;
    let id = ada.start_proposal(&ada.create_client("harbor").await).await;
    let made = ada.create_key("Watcher", &["proposals:read"]).await;
    let program = ada.program(text(&made["key"]));
    let events = program.request(Method::GET, &format!("/api/proposals/{id}/drafting/events"));
    let mut stream = events.send().await.unwrap().bytes_stream();
    stream.next().await.unwrap().unwrap();
    ada.delete(format!("{KEYS}/{}", text(&made["apiKey"]["id"]))).await.expect(204);
    app.database.run("UPDATE draftings SET status = 'running', progress = 20").await;
    let end = async { while stream.next().await.is_some() {} };
    assert!(
        tokio::time::timeout(Duration::from_secs(30), end).await.is_ok(),
        "a revoked key still hears of it"
    );
    app.run_jobs().await;
    app.finish().await;
}

/// The ids for one script; each gets its own, since it may delete them.
struct OwnedRows {
    ids: Ids,
    /// The same with a proposal whose drafting has failed, and which has a claim that nothing backs.
    failed: Ids,
}

async fn things(app: &TestApp, owner: &Owner) -> OwnedRows {
    let drafted = app.drafted_proposal(owner).await;
    let failed = app.drafted_proposal(owner).await;
    let statement = "UPDATE draftings SET status = 'failed', code = 'assistant_failed' WHERE proposal_id";
    app.database.run(format!("{statement} = '{}'", text(&failed["id"]))).await;
    let claim = claims(app, owner, &failed, "harbor").await;
    // The rate limit of the assistant is covered by another test.
    app.database.run("DELETE FROM rate_limits").await;
    let talk = talk(owner, &drafted, "harbor").await;
    let pending = app.sent_proposal(owner).await;
    let letter = json!({ "recipientName": "Mia Berg", "recipientEmail": "mia@harbor.example" });
    owner.change(path_of(&pending), json!({ "status": "draft" })).await.expect(200);
    owner.post(format!("{}/send", path_of(&pending)), letter).await.expect(200);
    let import = client_imports::begin(owner, "clients.csv", b"Company,Email\nQuay,mia@quay.example\n").await;
    let signed = app.accepted_proposal(owner).await;
    app.countersigns(owner, true).await;
    let accepted = app.accepted_proposal(owner).await;
    app.countersigns(owner, false).await;
    app.database.run("DELETE FROM rate_limits").await;
    let ids = Ids {
        pending: text(&pending["id"]).to_owned(),
        signed: text(&signed["id"]).to_owned(),
        accepted: text(&accepted["id"]).to_owned(),
        message: talk.message,
        block: talk.block,
        turn: talk.turn,
        client: text(&drafted["clientId"]).to_owned(),
        proposal: text(&drafted["id"]).to_owned(),
        item: text(&drafted["pricing"]["groups"][0]["items"][0]["id"]).to_owned(),
        word: "harbor".to_owned(),
        files: Files { import: text(&import["id"]).to_owned(), ..nothing().files },
        ..nothing()
    };
    OwnedRows { failed: Ids { proposal: text(&failed["id"]).to_owned(), claim, ..ids.clone() }, ids }
}

/// Uses only a key, its scopes and the document: calls every operation, and returns the deviations from the
/// document for those scopes.
async fn script(owner: &Owner, key: &Actor, scopes: &[&str], things: &OwnedRows) -> Vec<String> {
    const LAST: &[&str] = &[
        "revertChatMessage",
        "sendProposal",
        "revokeShareLink",
        "signProposal",
        "deleteProposals",
        "deleteProposal",
        "deleteClient",
    ];
    let ending = |id: &str| LAST.iter().position(|last| *last == id).map_or(0, |at| at + 1);
    let mut operations: Vec<_> =
        document().operations.iter().filter(|operation| operation.signed_in).collect();
    operations.sort_by_key(|operation| ending(&operation.id));
    let mut surprises = Vec::new();
    for operation in operations {
        let may =
            operation.by_key && operation.key_scopes.iter().all(|scope| scopes.contains(&scope.as_str()));
        let ids = if ["retryDrafting", "deleteProposals", "acceptClaims", "removeClaims"]
            .contains(&operation.id.as_str())
        {
            &things.failed
        } else {
            &things.ids
        };
        let mut call = Call::new(operation, ids);
        call.start_from_newest(owner, ids).await;
        let answer = call.send(key).await;
        let right = if may {
            answer.status.is_success()
        } else {
            answer.status == 403 && answer.json()["code"] == "forbidden"
        };
        if !right {
            surprises.push(format!(
                "{} with {scopes:?}, which {}: {answer:?}",
                operation.id,
                if may { "may" } else { "may not" }
            ));
        }
    }
    surprises
}

#[tokio::test]
async fn a_script_does_what_its_scopes_allow_and_nothing_more() {
    let (app, ada) = TestApp::with_company().await;
    let all: Vec<&str> = Scope::ALL.iter().map(|scope| scope.word()).collect();
    let mut surprises = Vec::new();
    // What a script that only reads has left is used by the next one.
    let mut left = None;
    for scopes in
        all.iter().map(std::slice::from_ref).chain([all.as_slice(), &["proposals:write", "assistant:use"]])
    {
        let program = ada.program_with(scopes).await;
        let things = match left.take() {
            Some(things) => things,
            None => things(&app, &ada).await,
        };
        surprises.extend(script(&ada, &program, scopes, &things).await);
        left = scopes.iter().all(|scope| scope.ends_with(":read")).then_some(things);
        app.mail().await;
        // A script with the sending scope revokes the link right afterwards.
        app.database.run("DELETE FROM jobs WHERE state = 'failed' AND last_error LIKE 'the share link was taken back%'").await;
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
    app.finish().await;
}
