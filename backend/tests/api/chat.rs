//! The chat about a proposal over HTTP: as JSON or as a stream, answered by rules or by a model, and all
//! possible interruptions.

mod failures;
mod streams;
mod undoing;

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::StreamExt as _;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, json as with_json, text},
    app::{Setup, TestApp},
    events::Events,
    model_double::{Mode, ModelDouble},
    stories::{Owner, path_of},
    waiting::until,
};

pub const PATIENCE: Duration = Duration::from_secs(30);
pub const TURN: &str = "019cadc6-9a80-7650-b29d-0000000000a1";
pub const TURN_2: &str = "019cadc6-9a80-7650-b29d-0000000000a2";
pub const TURN_3: &str = "019cadc6-9a80-7650-b29d-0000000000a3";

pub fn with_model(double: &ModelDouble) -> Setup {
    Setup::default()
        .with("AI_BASE_URL", double.base_url())
        .with("AI_API_KEY", "secret")
        .with("AI_MODEL", "gpt-4o-mini")
}

/// A proposal drafted by the model, and the number of requests for that.
pub struct World {
    pub double: ModelDouble,
    pub app: TestApp,
    pub ada: Owner,
    pub path: String,
    pub proposal: Value,
}

impl World {
    pub async fn new(mode: Mode) -> Self {
        Self::on(mode, |setup| setup).await
    }

    pub async fn on(mode: Mode, settings: impl FnOnce(Setup) -> Setup) -> Self {
        let double = ModelDouble::start(Mode::Normal).await.unwrap();
        let (app, ada) = settings(with_model(&double)).start_with_company().await;
        let proposal = app.drafted_proposal(&ada).await;
        double.behave(mode);
        Self { path: path_of(&proposal), double, app, ada, proposal }
    }

    /// The number of requests to the model since the draft.
    pub fn asked(&self) -> usize {
        self.double.asked().len() - 1
    }

    pub async fn once_asked(&self) {
        until("the model is asked", PATIENCE, async || (self.asked() > 0).then_some(())).await;
    }

    pub async fn ask(&self, message: &str) -> Value {
        self.ada.post(format!("{}/chat", self.path), json!({ "message": message })).await.expect(200)
    }

    pub async fn messages(&self) -> Vec<Value> {
        messages(&self.ada, &self.path).await
    }

    pub async fn now(&self) -> Value {
        self.ada.get(&self.path).await.expect(200)
    }

    /// The month as `requests, reserved`, and the number of open reservations.
    pub async fn account(&self) -> (String, i64) {
        let month = self
            .app
            .database
            .value("SELECT concat_ws(' ', request_count, reserved_cost_usd) FROM user_usage")
            .await;
        (month, self.app.database.value("SELECT count(*) FROM usage_reservations").await)
    }

    pub async fn spent(&self) -> i64 {
        self.app.database.value("SELECT total_tokens_used FROM user_usage").await
    }
}

pub async fn messages(actor: &Actor, path: &str) -> Vec<Value> {
    actor.get(format!("{path}/chat")).await.expect(200).as_array().unwrap().clone()
}

/// The block with that heading.
pub fn block(proposal: &Value, title: &str) -> String {
    let html = text(&proposal["htmlContent"]);
    let heading = html.find(&format!("<h2>{title}</h2>")).unwrap_or_else(|| panic!("no {title} in {html}"));
    let tag = html[..heading].rfind("data-block=\"").unwrap() + "data-block=\"".len();
    html[tag..tag + 36].to_owned()
}

/// The events of an answer, in order.
pub struct AnswerStream(Events);

impl AnswerStream {
    /// Asks for a stream.
    pub async fn ask(actor: &Actor, path: &str, body: &Value) -> Self {
        let response = with_json(actor.request(Method::POST, &format!("{path}/chat/stream")), body)
            .send()
            .await
            .unwrap();
        Self(Events::of(response, PATIENCE))
    }

    /// The next event; `None` once the stream has ended.
    pub async fn next(&mut self) -> Option<Value> {
        let event = self.0.next().await?;
        assert_eq!(event.id.unwrap(), event.data["sequence"].to_string(), "{}", event.data);
        Some(event.data)
    }

    /// The next event of that kind.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next().await.unwrap_or_else(|| panic!("no {kind} came"));
            if event["kind"] == kind {
                return event;
            }
        }
    }

    /// The remaining events.
    pub async fn rest(mut self) -> Vec<Value> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

pub fn kinds(events: &[Value]) -> Vec<&str> {
    let mut kinds: Vec<&str> = events.iter().map(|event| text(&event["kind"])).collect();
    kinds.dedup();
    kinds
}

/// The text of the streamed events.
pub fn words(events: &[Value]) -> String {
    events.iter().filter_map(|event| event["text"].as_str()).collect()
}

#[tokio::test]
async fn the_rules_answer_a_question() {
    let (app, ada) = TestApp::with_company().await;
    let proposal = app.drafted_proposal(&ada).await;
    let path = path_of(&proposal);
    let mut said = 0;
    for chip in [
        "Add pricing details",
        "Include timeline",
        "Add testimonials",
        "Change tone to formal",
        "What is love?",
    ] {
        let before = ada.get(&path).await.expect(200);
        let reply =
            ada.post(format!("{path}/chat"), json!({ "message": format!("  {chip} ") })).await.expect(200);
        said += 2;
        let now = ada.get(&path).await.expect(200);
        let changed = before["version"] != now["version"];
        assert_eq!(reply["version"], now["version"], "{chip}");
        for field in ["requiresRefresh", "updatesApplied"] {
            assert_eq!(reply[field], changed, "{chip}: {reply:#}");
        }
        assert_eq!(reply["message"]["madeChanges"], changed);
        assert_eq!(reply.get("updatedHtmlContent"), changed.then_some(&now["htmlContent"]), "{chip}");
        let messages = messages(&ada, &path).await;
        assert_eq!(messages.len(), said);
        let [question, answer] = &messages[said - 2..] else { panic!() };
        assert_eq!(
            (&question["role"], &question["content"], &question["turnStatus"]),
            (&json!("user"), &json!(chip), &json!("done"))
        );
        assert_eq!(answer, &reply["message"]);
        assert_eq!(answer["role"], "assistant");
    }
    app.finish().await;
}

#[tokio::test]
async fn a_question_has_one_to_four_thousand_characters() {
    let world = World::new(Mode::Normal).await;
    for (message, complaint) in [
        ("  ".to_owned(), "message: Message is required"),
        ("x".repeat(4_001), "message: Message must be at most 4,000 characters"),
        ("nul\0".to_owned(), "message: Message contains characters that cannot be stored"),
    ] {
        for way in ["chat", "chat/stream"] {
            let answer = world.ada.post(format!("{}/{way}", world.path), json!({ "message": message })).await;
            answer.problem(422, "validation_failed");
            assert_eq!(answer.field_messages(), [complaint]);
        }
    }
    assert_eq!((world.messages().await.len(), world.asked()), (0, 0));
    world.ask(&format!(" {} ", "x".repeat(4_000))).await;
    world.app.finish().await;
}

#[tokio::test]
async fn only_drafts_are_talked_about_and_the_clients_wish_is_part_of_it() {
    let world = World::new(Mode::Normal).await;
    let sent = world.ada.send_proposal(&world.proposal).await;
    let ask = async || {
        world.ada.post(format!("{}/chat", world.path), json!({ "message": "Include timeline" })).await
    };
    assert_eq!(ask().await.problem(409, "invalid_transition")["currentStatus"], "pending");
    let wish = json!({
        "action": "request_changes", "senderName": "Mia Berg", "senderEmail": "mia@harbor.example",
        "message": "A second language, please.",
        "revisionSha256": sent["sentRevision"]["sha256"],
    });
    world
        .app
        .anonymous()
        .post(format!("/api/shared/proposals/{}/action", text(&sent["shareToken"])), wish)
        .await
        .expect(200);
    ask().await.problem(409, "invalid_transition");
    world.ada.change(&world.path, json!({ "status": "draft" })).await.expect(200);
    ask().await.expect(200);
    let messages = world.messages().await;
    assert_eq!(
        (&messages[0]["senderName"], &messages[0]["content"]),
        (&json!("Mia Berg"), &json!("A second language, please."))
    );
    assert!(messages[0].get("turnId").is_none() && messages.len() == 3, "{messages:#?}");
    let asked = world.double.asked();
    let data = text(&asked.last().unwrap().body["messages"][1]["content"]).to_owned();
    assert!(
        data.contains("\"by\": \"client\"") && data.contains("A second language"),
        "the model does not know the client's wish: {data}"
    );
    world.app.mail().await;
    world.app.finish().await;
}

#[tokio::test]
async fn a_models_edit_lands_with_its_author_and_cause() {
    let world = World::new(Mode::Normal).await;
    let solution = block(&world.proposal, "Our solution");
    let reply = world.ask("Our solution: We build a site that is quick on every phone.").await;
    let change = &reply["message"]["changes"][0];
    assert_eq!(
        (&change["block"]["blockId"], &change["block"]["change"], &change["review"]),
        (&json!(solution), &json!("changed"), &json!("open"))
    );
    let runs = change["block"]["runs"].as_array().unwrap();
    assert!(
        runs.iter().any(|run| run["wording"] == "added" && text(&run["text"]).contains("quick")),
        "{change:#}"
    );
    let now = world.now().await;
    assert!(text(&now["htmlContent"]).contains("quick on every phone"));
    assert_eq!(now["totalAmount"], world.proposal["totalAmount"]);
    let landed: String = world
        .app
        .database
        .value("SELECT cause || ' by ' || author_name FROM patches ORDER BY number DESC LIMIT 1")
        .await;
    assert_eq!(landed, "chat by Assistant");
    let previous: String =
        world.app.database.value("SELECT previous_html_content FROM chat_messages WHERE made_changes").await;
    assert_eq!(previous, text(&world.proposal["htmlContent"]));
    let trail: Vec<String> =
        world.app.database.values("SELECT kind FROM audit_events ORDER BY sequence").await;
    assert_eq!(trail, ["created", "drafted", "edited"]);

    let title = world.ask("Please call it A faster site").await;
    assert_eq!(title["message"]["changes"], json!([]));
    assert!(!title["message"]["titles"].as_array().unwrap().is_empty(), "{title:#}");
    assert_eq!(world.now().await["title"], "A faster site");
    world.app.finish().await;
}

#[tokio::test]
async fn prices_change_to_what_the_team_says_and_nothing_else() {
    let world = World::new(Mode::Normal).await;
    let reply = world.ask("Set the price of hosting to $350").await;
    assert_eq!(reply["message"]["pricingReview"], "open", "{reply:#}");
    assert_eq!(reply["message"]["changes"], json!([]));
    assert_eq!(world.now().await["totalAmount"], "8700.00");
    let prices = &reply["message"]["prices"];
    let line = &prices["lines"][0];
    assert_eq!(
        (&line["before"]["unitPrice"], &line["after"]["unitPrice"]),
        (&json!("300"), &json!("350")),
        "{prices:#}"
    );
    assert_eq!(prices["lines"].as_array().unwrap().len(), 1, "only what changed is listed");
    assert_eq!(prices["totals"]["totalAmount"], "8700.00");
    world.double.behave(Mode::InventedAmount);
    world.ask("Make it a price of the better kind").await;
    let now = world.now().await;
    let blocked =
        now["totalAmount"] == "8700.00" || now["pricing"].to_string().contains("\"confirmed\":false");
    assert!(blocked, "an invented amount counts as typed: {:#}", now["pricing"]);
    world.app.finish().await;
}

#[tokio::test]
async fn a_concurrent_edit_is_not_overwritten() {
    let world = World::new(Mode::Gated).await;
    let html = text(&world.proposal["htmlContent"]).to_owned();
    let mine = |title: &str| {
        html.replace(&format!("<h2>{title}</h2>"), &format!("<h2>{title}</h2><p>My own words.</p>"))
    };
    let meanwhile = async |message: &str, title: &str, turn: usize| {
        let edit = async {
            until("the model is asked", PATIENCE, async || (world.asked() == turn).then_some(())).await;
            world.ada.change(&world.path, json!({ "htmlContent": mine(title) })).await.expect(200);
            world.double.open(1);
        };
        tokio::join!(world.ask(message), edit).0
    };
    let reply = meanwhile("Our solution: Better words.", "Our solution", 1).await;
    assert_eq!(reply["updatesApplied"], false);
    let said = text(&reply["message"]["content"]);
    assert!(
        said.ends_with(
            "\u{201c}Our solution\u{201d} was changed while I was writing, so I left it as it is."
        ),
        "{said}"
    );
    assert!(text(&world.now().await["htmlContent"]).contains("My own words."));

    // In the other list both are shown.
    let reply = meanwhile("Our solution: Better words.", "Scope of work", 2).await;
    assert_eq!(
        reply["updatesApplied"], false,
        "the first edit was taken back meanwhile, which is a change too"
    );
    let reply = meanwhile("Overview: Better words.", "Our solution", 3).await;
    assert_eq!(reply["updatesApplied"], true);
    let now = world.now().await;
    assert!(
        ["Better words.", "My own words."].iter().all(|words| text(&now["htmlContent"]).contains(words)),
        "{now:#}"
    );
    world.app.finish().await;
}

#[tokio::test]
async fn a_proposal_sent_meanwhile_keeps_what_the_client_got() {
    let world = World::new(Mode::Gated).await;
    let send = async {
        world.once_asked().await;
        world.ada.send_proposal(&world.proposal).await;
        world.double.open(1);
    };
    let (reply, ()) = tokio::join!(world.ask("Our solution: Better words."), send);
    assert!(
        text(&reply["message"]["content"])
            .ends_with("The proposal is no longer a draft, so nothing in it was changed."),
        "{reply:#}"
    );
    assert_eq!(world.now().await["htmlContent"], world.proposal["htmlContent"]);
    world.app.mail().await;
    world.app.finish().await;
}

#[tokio::test]
async fn a_proposal_deleted_meanwhile_stays_deleted() {
    let world = World::new(Mode::Gated).await;
    let delete = async {
        world.once_asked().await;
        world.ada.delete(&world.path).await.expect(204);
        world.double.open(1);
    };
    let body = json!({ "message": "Our solution: Better words." });
    let (answer, ()) = tokio::join!(world.ada.post(format!("{}/chat", world.path), body), delete);
    answer.problem(404, "proposal_not_found");
    assert_eq!(world.account().await, ("2 0.0000".to_owned(), 0));
    world.app.finish().await;
}

#[tokio::test]
async fn a_proposal_has_one_open_question_at_a_time() {
    let world = World::new(Mode::Gated).await;
    let bob = world.app.joined(&world.ada, "bob", "member").await;
    let chat = format!("{}/chat", world.path);
    let other = async {
        world.once_asked().await;
        let busy = bob.post(&chat, json!({ "message": "Include timeline" })).await.problem(409, "chat_busy");
        assert!(text(&busy["message"]).starts_with("The assistant is still answering"));
        world.double.open(1);
    };
    tokio::join!(world.ask("Our solution: Better words."), other);
    world.double.behave(Mode::Normal);
    bob.post(&chat, json!({ "message": "Include timeline" })).await.expect(200);
    let held: i64 =
        world.app.database.value("SELECT count(*) FROM user_usage WHERE reserved_cost_usd > 0").await;
    assert_eq!((held, world.asked(), world.messages().await.len()), (0, 2, 4));
    world.app.finish().await;
}

#[tokio::test]
async fn a_key_needs_both_scopes() {
    let world = World::new(Mode::Normal).await;
    let chat = format!("{}/chat", world.path);
    let body = json!({ "message": "Our solution: Better words." });
    for scopes in [&["proposals:read", "proposals:write"][..], &["proposals:read", "assistant:use"]] {
        world.ada.program_with(scopes).await.post(&chat, body.clone()).await.problem(403, "forbidden");
    }
    let program = world.ada.program_with(&["proposals:read", "proposals:write", "assistant:use"]).await;
    let reply = program.post(&chat, body).await.expect(200);
    let revert = format!("{chat}/{}/revert", text(&reply["message"]["id"]));
    program.post_empty(&revert).await.expect(200);
    assert_eq!(world.now().await["htmlContent"], world.proposal["htmlContent"]);
    world.app.finish().await;
}

#[tokio::test]
async fn what_a_person_has_used_is_theirs_to_see() {
    let world = World::new(Mode::Normal).await;
    world.ask("Include timeline").await;
    let usage = world.ada.get("/api/usage").await.expect(200);
    let current = &usage["current"];
    assert_eq!((&current["month"], &current["requestCount"]), (&json!("2026-03"), &json!(2)));
    assert_eq!(current["totalTokensUsed"], world.spent().await);
    assert_eq!(current["inputTokensUsed"], 2000);
    let cost: String = world.app.database.value("SELECT total_cost_usd::text FROM user_usage").await;
    assert_eq!(current["totalCostUsd"], cost);
    for (field, value) in [
        ("limitUsd", json!("10.0000")),
        ("reservedCostUsd", json!("0.0000")),
        ("isBlocked", json!(false)),
        ("resetsAt", json!("2026-04-01T00:00:00.000Z")),
        ("assistant", json!("model")),
        ("history", json!([])),
    ] {
        assert_eq!(usage[field], value, "{field}");
    }
    let bob = world.app.joined(&world.ada, "bob", "member").await;
    assert_eq!(
        bob.get("/api/usage").await.expect(200)["current"]["requestCount"],
        0,
        "a user sees what another has used"
    );

    world
        .app
        .database
        .run("INSERT INTO assistant_blocks SELECT id, now(), 'Root', 'Enough' FROM users")
        .await;
    assert_eq!(world.ada.get("/api/usage").await.expect(200)["isBlocked"], true);
    world
        .ada
        .post(format!("{}/chat", world.path), json!({ "message": "Include timeline" }))
        .await
        .problem(429, "usage_exceeded");
    world.app.pass(TimeDelta::days(31));
    world.app.mail().await;
    let ada = world.app.sign_in("ada").await;
    let usage = ada.get("/api/usage").await.expect(200);
    assert_eq!(
        (&usage["current"]["month"], &usage["current"]["requestCount"]),
        (&json!("2026-04"), &json!(0))
    );
    assert_eq!(usage["history"], json!([current]));
    world.app.finish().await;
}

#[tokio::test]
async fn fifty_calls_at_one_call_below_the_limit_never_overspend() {
    let world = World::new(Mode::Gated).await;
    // The reservation contains the highest possible cost of one call.
    let probe = async {
        world.once_asked().await;
        let cost: String = world.app.database.value("SELECT cost_usd::text FROM usage_reservations").await;
        world.double.open(1);
        cost.parse::<rust_decimal::Decimal>().unwrap()
    };
    let (_, cost) = tokio::join!(world.ask("Tell me more."), probe);
    let spent: String = world.app.database.value("SELECT total_cost_usd::text FROM user_usage").await;
    let limit = spent.parse::<rust_decimal::Decimal>().unwrap() + cost * rust_decimal::Decimal::new(15, 1);
    let mut second = with_model(&world.double)
        .with("AI_MONTHLY_LIMIT_USD", limit.to_string())
        .on(&world.app, 2)
        .start()
        .await;
    let copies: Vec<String> = world
        .app
        .database
        .values(
            "INSERT INTO proposals SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
             FROM proposals p, generate_series(1, 50) RETURNING id::text",
        )
        .await;
    let ada = world.ada.at(&second.base);
    let ask =
        |id: &String| ada.post(format!("/api/proposals/{id}/chat"), json!({ "message": "Tell me more." }));
    let mut calls: futures_util::stream::FuturesUnordered<_> = futures_util::stream::FuturesUnordered::new();
    let mut refused = 0;
    for half in copies.chunks(25) {
        // Rate limits are covered by another test.
        world.app.database.run("DELETE FROM rate_limits").await;
        for id in half {
            calls.push(ask(id));
        }
        let wanted = if refused == 0 { 24 } else { 49 };
        while refused < wanted {
            calls.next().await.unwrap().problem(429, "usage_exceeded");
            refused += 1;
        }
    }
    world.double.open(1);
    calls.next().await.unwrap().expect(200);
    assert!(calls.next().await.is_none());
    assert_eq!(world.asked(), 2);
    assert_eq!(world.account().await, ("3 0.0000".to_owned(), 0));
    second.shut_down().await;
    world.app.finish().await;
}
