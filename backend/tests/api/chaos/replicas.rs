//! Two servers on one database, with requests alternating between them. How limits, notifications and the
//! chat work across servers is tested with those features.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use crate::support::{
    actor::{Actor, json as with_json, text},
    app::{Setup, TestApp},
    stories::{
        PASSWORD, acceptance, address, client, company, path_of, proposal, registration, shared_path_of,
    },
};

/// Two servers behind a balancer that alternates between them.
struct Pair {
    app: TestApp,
    other: TestApp,
    turn: AtomicUsize,
}

impl Pair {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let other = Setup::default().on(&app, 2).start().await;
        Self { app, other, turn: AtomicUsize::new(0) }
    }

    /// The same person at the next server.
    fn next(&self, actor: &Actor) -> Actor {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        actor.at(if turn.is_multiple_of(2) { &self.app.base } else { &self.other.base })
    }

    async fn finish(mut self) {
        self.other.shut_down().await;
        self.app.finish().await;
    }
}

#[tokio::test]
async fn a_whole_story_is_told_to_two_servers_in_turn() {
    let pair = Pair::start().await;
    let ada = pair.app.anonymous();
    pair.next(&ada).post("/api/register", registration("ada")).await.expect(200);
    let token = pair.app.mail_to(&address("ada")).await.link_parameter("token");
    pair.next(&ada).get(format!("/api/verify-email?token={token}")).await.expect(200);
    pair.next(&ada)
        .post("/api/login", json!({ "email": address("ada"), "password": PASSWORD }))
        .await
        .expect(200);
    pair.next(&ada).post("/api/companies", company("ada")).await.expect(201);
    let harbor = pair.next(&ada).post("/api/clients", client("harbor")).await.expect(201);
    let started = pair.next(&ada).post("/api/proposals", proposal(text(&harbor["id"]))).await.expect(201);
    let path = path_of(&started);
    // Both report the end of drafting, whichever of them does it.
    let (here, there) = (pair.next(&ada), pair.next(&ada));
    let events = format!("{path}/drafting/events");
    let (here, there, ()) = tokio::join!(here.events(&events), there.events(&events), pair.other.run_jobs());
    assert_eq!(
        (&here.last().unwrap()["status"], &there.last().unwrap()["status"]),
        (&json!("done"), &json!("done"))
    );
    let drafted = pair.next(&ada).get(&path).await.expect(200);
    assert_eq!(drafted["version"], 2);
    let sent = pair.next(&ada).change(&path, json!({ "status": "pending" })).await.expect(200);
    let mia = pair.app.anonymous();
    let shared = pair.next(&mia).get(shared_path_of(&sent)).await.expect(200);
    pair.next(&mia).post(format!("{}/action", shared_path_of(&sent)), acceptance(&shared)).await.expect(200);
    pair.app.run_jobs().await;
    for _ in 0..2 {
        assert_eq!(pair.next(&ada).get(&path).await.expect(200)["status"], "signed");
    }
    pair.other.run_jobs().await;
    pair.finish().await;
}

#[tokio::test]
async fn what_is_taken_away_at_one_server_is_gone_at_the_other() {
    let pair = Pair::start().await;
    let ada = pair.app.owner_with_company("ada").await;
    let bob = pair.app.joined(&ada, "bob", "admin").await;
    let (here, there) = (&pair.app.base, &pair.other.base);

    // A role.
    bob.at(there).get("/api/team").await.expect(200);
    let team = ada.get("/api/team").await.expect(200);
    let his = team
        .as_array()
        .unwrap()
        .iter()
        .find(|member| member["email"] == bob.email)
        .unwrap_or_else(|| panic!("{team:#}"));
    bob.at(there)
        .post("/api/api-keys", json!({ "name": "Bob's", "scopes": ["clients:read"] }))
        .await
        .expect(201);
    ada.at(here)
        .put(format!("/api/team/{}", text(&his["id"])), json!({ "role": "member" }))
        .await
        .expect(200);
    bob.at(there).put("/api/companies", json!({ "phone": "1" })).await.problem(403, "forbidden");

    // A key.
    let key = ada
        .at(here)
        .post("/api/api-keys", json!({ "name": "Sync", "scopes": ["clients:read"] }))
        .await
        .expect(201);
    let program = ada.program(text(&key["key"]));
    program.at(there).get("/api/clients").await.expect(200);
    ada.at(here).delete(format!("/api/api-keys/{}", text(&key["apiKey"]["id"]))).await.expect(204);
    program.at(there).get("/api/clients").await.problem(401, "invalid_key");

    // A session.
    let copy = ada.at(there);
    copy.get("/api/auth/user").await.expect(200);
    let cookie = ada.cookie();
    ada.at(here).post_empty("/api/logout").await.expect(204);
    copy.set_cookie(cookie);
    copy.get("/api/auth/user").await.problem(401, "unauthenticated");
    pair.app.mail().await;
    pair.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_of_a_request_counts_at_both_servers() {
    let pair = Pair::start().await;
    let ada = pair.app.owner_with_company("ada").await;
    let ask = async || {
        let there = pair.next(&ada);
        there
            .send(with_json(
                there.request(Method::POST, "/api/clients").header("Idempotency-Key", "k-1"),
                &client("mia"),
            ))
            .await
    };
    for answer in join_all((0..20).map(|_| ask())).await {
        if answer.status != 201 {
            answer.problem(409, "idempotency_in_progress");
        }
    }
    for _ in 0..2 {
        let again = ask().await;
        again.expect(201);
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
    }
    assert_eq!(ada.get("/api/clients").await.expect(200).as_array().unwrap().len(), 1);
    pair.finish().await;
}
