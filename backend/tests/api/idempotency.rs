//! Repeated requests with an `Idempotency-Key`: the work is done once, each repetition gets the same answer,
//! and no other caller gets it.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{
    actor::{Actor, ApiResponse, json as with_body, text},
    app::TestApp,
    stories::client,
};

/// Sends a request with a key.
pub async fn ask(actor: &Actor, key: &str, path: &str, body: &Value) -> ApiResponse {
    actor.send(with_body(actor.request(Method::POST, path).header("Idempotency-Key", key), body)).await
}

fn is_replayed(answer: &ApiResponse) -> bool {
    answer.header("idempotency-replayed") == Some("true")
}

async fn clients(actor: &Actor) -> usize {
    actor.get("/api/clients").await.expect(200).as_array().unwrap().len()
}

#[tokio::test]
async fn the_same_request_is_done_once() {
    let (app, ada) = TestApp::with_company().await;
    let first = ask(&ada, "k-1", "/api/clients", &client("mia")).await;
    let made = first.expect(201);
    assert!(!is_replayed(&first));
    let again = ask(&ada, "k-1", "/api/clients", &client("mia")).await;
    assert_eq!(again.expect(201), made);
    assert!(is_replayed(&again) && again.header("content-type") == first.header("content-type"), "{again:?}");
    assert_ne!(again.header("x-request-id"), first.header("x-request-id"));
    assert_eq!(clients(&ada).await, 1);

    // Another body or another address makes another request.
    ask(&ada, "k-1", "/api/clients", &client("noa")).await.problem(422, "idempotency_key_reused");
    ask(&ada, "k-1", "/api/clients?x=1", &client("mia")).await.problem(422, "idempotency_key_reused");
    ask(&ada, "k-2", "/api/clients", &client("noa")).await.expect(201);
    assert_eq!(clients(&ada).await, 2);

    // A day later the key is unused again.
    app.pass(TimeDelta::hours(24));
    let later = ask(&ada, "k-1", "/api/clients", &client("eve")).await;
    later.expect(201);
    assert!(!is_replayed(&later) && clients(&ada).await == 3);
    app.finish().await;
}

#[tokio::test]
async fn what_was_refused_can_be_put_right_with_the_same_key() {
    let (app, ada) = TestApp::with_company().await;
    let mut nameless = client("mia");
    nameless["companyName"] = json!(" ");
    ask(&ada, "k-1", "/api/clients", &nameless).await.problem(422, "validation_failed");
    ask(&ada, "k-1", "/api/clients", &json!({})).await.problem(422, "invalid_body");
    ask(&ada, "k-1", "/api/clients", &client("mia")).await.expect(201);
    // An invalid key is refused, and nothing is done.
    for key in ["a b", &"x".repeat(256), ""] {
        let problem = ask(&ada, key, "/api/clients", &client("noa")).await.problem(422, "validation_failed");
        assert_eq!(problem["errors"][0]["field"], "Idempotency-Key");
    }
    assert_eq!(clients(&ada).await, 1);
    app.finish().await;
}

#[tokio::test]
async fn of_many_at_once_one_is_done() {
    let (app, ada) = TestApp::with_company().await;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let ada: Actor = (*ada).clone();
        tasks.spawn(async move { ask(&ada, "k-1", "/api/clients", &client("mia")).await });
    }
    let mut done = Vec::new();
    while let Some(answer) = tasks.join_next().await {
        let answer = answer.unwrap();
        if answer.status == 409 {
            answer.problem(409, "idempotency_in_progress");
            assert_eq!(answer.header("retry-after"), Some("1"));
        } else {
            done.push((answer.expect(201)["id"].clone(), is_replayed(&answer)));
        }
    }
    assert_eq!(done.iter().filter(|(_, replayed)| !replayed).count(), 1, "{done:?}");
    assert!(done.iter().all(|(id, _)| *id == done[0].0) && clients(&ada).await == 1, "{done:?}");
    app.finish().await;
}

#[tokio::test]
async fn a_stored_response_is_returned_only_to_its_own_caller() {
    let (app, ada) = TestApp::with_company().await;
    let eve = app.owner_with_company("eve").await;
    let made = ask(&ada, "k-1", "/api/clients", &client("mia")).await.expect(201);
    // Another workspace, a key of the same person, and a client without a session.
    let hers = ask(&eve, "k-1", "/api/clients", &client("mia")).await;
    assert!(!is_replayed(&hers) && hers.expect(201)["id"] != made["id"]);
    let secret = ada
        .post("/api/api-keys", json!({ "name": "One", "scopes": ["clients:read", "clients:write"] }))
        .await
        .expect(201);
    let program = app.anonymous().program(text(&secret["key"]));
    let by_key = ask(&program, "k-1", "/api/clients", &client("mia")).await;
    assert!(!is_replayed(&by_key) && by_key.expect(201)["id"] != made["id"]);
    assert!(is_replayed(&ask(&program, "k-1", "/api/clients", &client("mia")).await));
    ask(&app.anonymous(), "k-1", "/api/clients", &client("mia")).await.problem(401, "unauthenticated");
    // A revoked key gets no stored answer.
    ada.delete(format!("/api/api-keys/{}", text(&secret["apiKey"]["id"]))).await.expect(204);
    ask(&program, "k-1", "/api/clients", &client("mia")).await.problem(401, "invalid_key");
    app.finish().await;
}

#[tokio::test]
async fn what_is_kept_cannot_be_read_in_the_database() {
    let (app, ada) = TestApp::with_company().await;
    let key =
        ask(&ada, "kept-key", "/api/api-keys", &json!({ "name": "Canary", "scopes": ["clients:read"] }))
            .await
            .expect(201);
    let row: String = app.database.value("SELECT t::text FROM idempotency_keys t").await;
    let bytes = hex::encode(text(&key["key"]));
    for secret in ["kept-key", "Canary", text(&key["key"]), &bytes, &hex::encode("Canary")] {
        assert!(!row.contains(secret), "{secret}");
    }
    let again =
        ask(&ada, "kept-key", "/api/api-keys", &json!({ "name": "Canary", "scopes": ["clients:read"] }))
            .await;
    assert_eq!(again.expect(201), key, "the secret is shown to its creator again");
    app.finish().await;
}

#[tokio::test]
async fn a_server_that_went_before_it_answered_leaves_nothing_done_twice() {
    let (app, ada) = TestApp::with_company().await;
    ask(&ada, "k-1", "/api/clients", &client("mia")).await.expect(201);
    app.database.run("UPDATE idempotency_keys SET answer = NULL").await;
    ask(&ada, "k-1", "/api/clients", &client("mia")).await.problem(409, "idempotency_in_progress");
    app.pass(TimeDelta::seconds(10));
    ask(&ada, "k-1", "/api/clients", &client("mia")).await.problem(409, "idempotency_answer_lost");
    assert_eq!(clients(&ada).await, 1);

    // Without an audit entry nothing was done, and the request proceeds.
    app.database.run(format!("UPDATE idempotency_keys SET request_id = '{}'", Uuid::nil())).await;
    let ahead = ask(&ada, "k-1", "/api/clients", &client("mia")).await;
    ahead.expect(201);
    assert!(!is_replayed(&ahead) && clients(&ada).await == 2);
    app.finish().await;
}

#[tokio::test]
async fn a_failure_frees_the_key_and_what_is_old_is_swept() {
    let (app, ada) = TestApp::with_company().await;
    app.database.run("ALTER TABLE clients RENAME TO lost").await;
    ask(&ada, "k-1", "/api/clients", &client("mia")).await.expect(500);
    app.database.run("ALTER TABLE lost RENAME TO clients").await;
    ask(&ada, "k-1", "/api/clients", &client("mia")).await.expect(201);
    app.pass(TimeDelta::hours(25));
    let old = format!(
        "SELECT count(*) FROM idempotency_keys WHERE begun_at < '{}'",
        (app.now() - TimeDelta::hours(24)).to_rfc3339()
    );
    assert_eq!(app.database.value::<i64>(old.clone()).await, 1);
    // A new key triggers the clean-up with some probability; that none of two thousand does is practically
    // impossible.
    for number in 0..2000 {
        ask(&ada, &format!("new-{number}"), "/api/clients", &json!({})).await.problem(422, "invalid_body");
        if app.database.value::<i64>(old.clone()).await == 0 {
            break;
        }
    }
    assert_eq!(app.database.value::<i64>(old).await, 0);
    app.finish().await;
}

#[tokio::test]
async fn an_answer_is_not_told_again_once_the_callers_rights_have_changed() {
    let (app, ada) = TestApp::with_company().await;
    app.pays(&ada).await;
    let bob = app.joined(&ada, "bob", "admin").await;
    let input = json!({ "name": "One", "scopes": ["clients:read", "clients:write"] });
    let made = ask(&bob, "k-1", "/api/api-keys", &input).await.expect(201);
    assert_eq!(ask(&bob, "k-1", "/api/api-keys", &input).await.expect(201), made);

    // As a plain member Bob could not create this key, so it is not shown to him.
    let seat = |role: &str| {
        format!("UPDATE team_members SET role = '{role}' WHERE user_id = '{}'", text(&bob.user["id"]))
    };
    app.database.run(seat("member")).await;
    let refused = ask(&bob, "k-1", "/api/api-keys", &input).await;
    refused.problem(409, "idempotency_answer_withheld");
    assert!(!refused.text().contains(text(&made["key"])));
    app.database.run(seat("admin")).await;
    assert_eq!(ask(&bob, "k-1", "/api/api-keys", &input).await.expect(201), made);
    app.finish().await;
}
