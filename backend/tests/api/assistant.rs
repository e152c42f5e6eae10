//! Reading recaps over HTTP, with and without a model, and the accounting of every call.

mod quotas;

use chrono::TimeDelta;
use futures_util::{StreamExt, stream::FuturesUnordered};
use proffer_adapters::ai::Assistant;
use proffer_domain::settings::SiteSettings;
use reqwest::Url;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::support::{
    app::{Setup, TestApp},
    model_double::{Mode, ModelDouble},
};

const PATH: &str = "/api/proposals/extract-from-recap";
const RECAP: &str = "We met Northwind today. They need a new web shop because the old one keeps crashing. \
    We will build it in six weeks. The build is $4,500 and hosting is $300 per month.";

fn recap() -> Value {
    json!({ "meetingRecap": RECAP })
}

fn with_model(double: &ModelDouble) -> Setup {
    Setup::default()
        .with("AI_BASE_URL", double.base_url())
        .with("AI_API_KEY", "secret")
        .with("AI_MODEL", "gpt-4o-mini")
}

/// The month's usage as `requests, tokens, cost, reserved`, and the number of open reservations.
async fn account(app: &TestApp) -> (String, i64) {
    let month = app
        .database
        .value("SELECT concat_ws(' ', request_count, total_tokens_used, total_cost_usd, reserved_cost_usd) FROM user_usage")
        .await;
    (month, app.database.value("SELECT count(*) FROM usage_reservations").await)
}

async fn total_cost(app: &TestApp) -> Decimal {
    app.database.value::<String>("SELECT total_cost_usd::text FROM user_usage").await.parse().unwrap()
}

fn max_cost(double: &ModelDouble) -> Decimal {
    let url: Url = double.base_url().parse().unwrap();
    let assistant =
        Assistant::from_settings(Some(&url), None, Some("gpt-4o-mini"), std::time::Duration::from_secs(1))
            .unwrap();
    assistant.max_cost_for_extraction(&SiteSettings::default(), RECAP).unwrap().most.cost
}

#[tokio::test]
async fn the_rules_read_a_recap_and_cost_nothing() {
    let (app, ada) = TestApp::with_owner().await;
    let read = ada.post(PATH, recap()).await.expect(200);
    assert_eq!(read["assistant"], "offline");
    assert!(read["clientNeeds"].as_str().unwrap().contains("web shop"), "{read:#}");
    let prices = read["pricingHint"].as_str().unwrap();
    assert!(prices.contains("4,500") && prices.contains("300"), "{read:#}");
    assert_eq!(account(&app).await, ("1 0 0.0000 0.0000".to_owned(), 0));
    app.finish().await;
}

#[tokio::test]
async fn what_others_do_and_what_the_client_gives_stands_apart() {
    let (app, ada) = TestApp::with_owner().await;
    let notes = "- they need a website for the choir\n- we build it for $2,400\n- photography is not included\n- Priti sends the hymn list by Friday";
    let read = ada.post(PATH, json!({ "meetingRecap": notes })).await.expect(200);
    assert_eq!(read["exclusions"], "Not included:\nPhotography is not included.");
    assert_eq!(read["fromClient"], "From the client:\nPriti sends the hymn list by Friday.");
    let plain = ada.post(PATH, recap()).await.expect(200);
    assert_eq!((plain.get("exclusions"), plain.get("fromClient")), (None, None));
    app.finish().await;
}

#[tokio::test]
async fn a_recap_has_fifty_to_a_hundred_thousand_characters() {
    let (app, ada) = TestApp::with_owner().await;
    for (text, code) in [
        ("x".repeat(49), "recap_too_short"),
        (" ".repeat(60), "recap_too_short"),
        ("x".repeat(100_001), "recap_too_long"),
    ] {
        let answer = ada.post(PATH, json!({ "meetingRecap": text })).await;
        answer.problem(422, code);
        assert_eq!(answer.json()["errors"][0]["field"], "meetingRecap");
    }
    let short = ada.post(PATH, json!({ "meetingRecap": "short" })).await.json();
    assert_eq!(short["message"], "Please enter more details about your meeting.");
    assert_eq!(
        app.database.value::<i64>("SELECT count(*) FROM user_usage").await,
        0,
        "a refused recap was counted"
    );
    app.finish().await;
}

#[tokio::test]
async fn a_model_reads_a_recap_and_is_paid_what_it_cost() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let (app, ada) = with_model(&double).start_with_owner().await;
    let read = ada.post(PATH, recap()).await.expect(200);
    assert_eq!(read["assistant"], "model");
    assert!(read["pricingHint"].as_str().unwrap().contains("$4,500"));
    let (month, open) = account(&app).await;
    let [requests, tokens, cost, held] = month.split(' ').collect::<Vec<_>>().try_into().unwrap();
    assert_eq!((requests, held, open), ("1", "0.0000", 0));
    assert!(tokens.parse::<i64>().unwrap() > 1000, "{month}");
    assert!(cost.parse::<Decimal>().unwrap() > Decimal::ZERO, "{month}");
    app.finish().await;
}

#[tokio::test]
async fn a_call_that_fails_holds_nothing_back() {
    let double = ModelDouble::start(Mode::Broken).await.unwrap();
    let (app, ada) = with_model(&double).start_with_owner().await;
    for (mode, status, code) in [
        (Mode::Broken, 503, "assistant_unavailable"),
        (Mode::Busy, 429, "assistant_busy"),
        (Mode::Declines, 502, "assistant_failed"),
    ] {
        double.behave(mode);
        let answer = ada.post(PATH, recap()).await;
        let problem = answer.problem(status, code);
        assert!(problem["message"].as_str().unwrap().contains("Everything you typed is kept"));
        assert_eq!(answer.header("retry-after"), (mode == Mode::Busy).then_some("7"));
        let (month, open) = account(&app).await;
        assert!(month.ends_with(" 0.0000") && open == 0, "{mode:?}: {month}, {open} open");
    }
    let before = total_cost(&app).await;
    double.behave(Mode::Garbage);
    ada.post(PATH, recap()).await.problem(502, "assistant_failed");
    assert!(total_cost(&app).await > before, "nonsense costs what it cost");
    app.finish().await;
}

#[tokio::test]
async fn a_model_that_does_not_answer_is_a_timeout() {
    let double = ModelDouble::start(Mode::Hang).await.unwrap();
    let (app, ada) = with_model(&double).with("AI_TIMEOUT_SECONDS", "1").start_with_owner().await;
    ada.post(PATH, recap()).await.problem(504, "assistant_timeout");
    app.finish().await;
}

#[tokio::test]
async fn calls_in_parallel_cannot_overspend_together() {
    let double = ModelDouble::start(Mode::Gated).await.unwrap();
    let limit = max_cost(&double) * Decimal::TWO;
    let (app, ada) =
        with_model(&double).with("AI_MONTHLY_LIMIT_USD", limit.to_string()).start_with_owner().await;
    let body = recap();
    let mut calls: FuturesUnordered<_> = (0..5).map(|_| ada.post(PATH, body.clone())).collect();
    // Two are accepted and wait at the model's gate, so the first three answers are refusals.
    for _ in 0..3 {
        let refused = calls.next().await.unwrap().problem(429, "usage_exceeded");
        assert!(refused["message"].as_str().unwrap().starts_with("AI usage limit reached"));
    }
    double.open(2);
    while let Some(answer) = calls.next().await {
        answer.expect(200);
    }
    assert_eq!(double.asked().len(), 2);
    let (month, open) = account(&app).await;
    assert!(month.starts_with("2 ") && month.ends_with(" 0.0000") && open == 0, "{month}, {open} open");
    app.finish().await;
}

#[tokio::test]
async fn a_blocked_person_is_refused_with_either_assistant() {
    let (app, ada) = TestApp::with_owner().await;
    ada.post(PATH, recap()).await.expect(200);
    app.database.run("INSERT INTO assistant_blocks SELECT id, now(), 'Root', 'Enough' FROM users").await;
    ada.post(PATH, recap()).await.problem(429, "usage_exceeded");
    // The usage is per month; the block lasts until it is lifted.
    app.pays(&ada).await;
    app.pass(TimeDelta::days(31));
    app.run_jobs().await;
    let ada = app.anonymous();
    ada.post(
        "/api/login",
        json!({ "email": "ada@ada.example", "password": crate::support::stories::PASSWORD }),
    )
    .await
    .expect(200);
    ada.post(PATH, recap()).await.problem(429, "usage_exceeded");
    app.database.run("DELETE FROM assistant_blocks").await;
    ada.post(PATH, recap()).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn what_a_dead_process_held_back_is_released_in_time() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let limit = max_cost(&double) * Decimal::TWO;
    let (app, ada) =
        with_model(&double).with("AI_MONTHLY_LIMIT_USD", limit.to_string()).start_with_owner().await;
    ada.post(PATH, recap()).await.expect(200);
    app.database
        .run(format!(
            "UPDATE user_usage SET reserved_cost_usd = {limit};
             INSERT INTO usage_reservations (workspace_id, id, usage_id, cost_usd, created_at)
             SELECT workspace_id, gen_random_uuid(), id, {limit}, last_usage_at FROM user_usage"
        ))
        .await;
    app.pass(TimeDelta::minutes(9));
    ada.post(PATH, recap()).await.problem(429, "usage_exceeded");
    app.pass(TimeDelta::minutes(2));
    ada.post(PATH, recap()).await.expect(200);
    let (month, open) = account(&app).await;
    assert!(month.ends_with(" 0.0000") && open == 0, "{month}, {open} open");
    app.finish().await;
}
