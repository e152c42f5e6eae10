//! The three quotas of the assistant: a person's in all their workspaces, a workspace's, and the site's.

use chrono::TimeDelta;
use futures_util::{StreamExt, stream::FuturesUnordered};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{PATH, max_cost, recap, with_model};
use crate::support::{
    actor::{Actor, text},
    app::{Setup, TestApp},
    model_double::{Mode, ModelDouble},
    stories::{Owner, PASSWORD, address},
};

/// The message of a refusal with this limit.
fn until_march_is_over(whose: &str) -> String {
    format!(
        "AI usage limit reached: {whose} does not cover this. It is renewed on April 1, 2026 (UTC); until then you can continue manually."
    )
}

const PERSON: &str = "your quota for this month in all your workspaces together";
const WORKSPACE: &str = "this workspace's quota for this month";
const SITE: &str = "this site's quota for this month";

async fn refused(actor: &Actor, whose: &str) {
    let answer = actor.post(PATH, recap()).await;
    assert_eq!(answer.problem(429, "usage_exceeded")["message"], until_march_is_over(whose));
    let wait: i64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((29 * 86_400..=30 * 86_400).contains(&wait), "{wait} seconds to April, asked early in March");
}

/// Ada with a separate session in each of four workspaces, one of which is hers.
async fn everywhere(app: &TestApp) -> Vec<Owner> {
    let ada = app.register_verified_owner("ada").await;
    let mut sessions = vec![ada.clone()];
    for name in ["bob", "eve", "kim"] {
        let owner = app.register_verified_owner(name).await;
        app.pays(&owner).await;
        let token = app.invite(&owner, &address("ada"), "member").await;
        let session = app.sign_in("ada").await;
        session.post_empty(format!("/api/invitations/{token}/accept")).await.expect(200);
        app.mail_of_joining("ada").await;
        sessions.push(session);
    }
    sessions
}

/// A site with those limits, in calls, and whether the model waits at its gate.
async fn site(double: &ModelDouble, person: u32, site: Option<u32>) -> TestApp {
    let dollars = |calls: u32| (max_cost(double) * Decimal::from(calls)).to_string();
    let setup: Setup = with_model(double).with("AI_MONTHLY_LIMIT_USD", dollars(person));
    let setup = match site {
        Some(calls) => setup.with("AI_SITE_MONTHLY_LIMIT_USD", dollars(calls)),
        None => setup,
    };
    setup.start().await
}

/// Books that many complete calls, as if they had been answered.
async fn spends(app: &TestApp, actor: &Actor, calls: u32, double: &ModelDouble) {
    actor.post(PATH, recap()).await.expect(200);
    let user = actor.get("/api/auth/user").await.expect(200);
    let (person, workspace) = (text(&user["id"]), text(&user["workspace"]["id"]));
    let cost = max_cost(double) * Decimal::from(calls);
    let spend = format!(
        "UPDATE user_usage SET total_cost_usd = {cost} WHERE user_id = '{person}' AND workspace_id = '{workspace}'"
    );
    app.database.run(spend).await;
}

/// Deletes the account of that person, and the workspace of which they are the only member.
async fn ends(app: &TestApp, owner: &Owner) {
    owner
        .post("/api/account/delete", json!({ "email": owner.email, "password": PASSWORD }))
        .await
        .expect(204);
    app.mail().await;
    assert_eq!(
        app.database
            .value::<i64>(format!("SELECT count(*) FROM users WHERE email = '{}'", owner.email))
            .await,
        0
    );
}

async fn usage(actor: &Actor) -> Value {
    actor.get("/api/usage").await.expect(200)
}

fn dollars(double: &ModelDouble, calls: u32) -> String {
    format!("{:.4}", max_cost(double) * Decimal::from(calls))
}

/// That many questions at once, from these people in turn; two must be answered and all others refused.
async fn two_of(double: &ModelDouble, askers: &[Owner], count: usize) {
    let body = recap();
    let mut calls: FuturesUnordered<_> =
        (0..count).map(|n| askers[n % askers.len()].post(PATH, body.clone())).collect();
    // Two are accepted and wait at the model's gate, so all other answers are refusals.
    for _ in 0..count - 2 {
        let answer = calls.next().await.unwrap();
        let message = text(&answer.problem(429, "usage_exceeded")["message"]).to_owned();
        assert!(
            message.starts_with("AI usage limit reached for now: ")
                && message.contains("answers in progress"),
            "{message}"
        );
        assert_eq!(answer.header("retry-after"), Some("60"));
    }
    double.open(2);
    while let Some(answer) = calls.next().await {
        answer.expect(200);
    }
    assert_eq!(double.asked().len(), 2);
}

#[tokio::test]
async fn questions_of_one_person_in_several_workspaces_cannot_overspend_together() {
    let double = ModelDouble::start(Mode::Gated).await.unwrap();
    let app = site(&double, 2, None).await;
    let sessions = everywhere(&app).await;
    two_of(&double, &sessions, 16).await;
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM usage_reservations").await, 0);
    app.finish().await;
}

#[tokio::test]
async fn questions_of_many_people_cannot_overspend_the_site_together() {
    let double = ModelDouble::start(Mode::Gated).await.unwrap();
    let app = site(&double, 10, Some(2)).await;
    let mut people = Vec::new();
    for name in ["ada", "bob", "eve", "kim"] {
        people.push(app.register_verified_owner(name).await);
    }
    two_of(&double, &people, 12).await;
    app.finish().await;
}

#[tokio::test]
async fn a_persons_quota_counts_in_all_their_workspaces_and_only_for_them() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let app = site(&double, 4, None).await;
    let sessions = everywhere(&app).await;
    spends(&app, &sessions[1], 2, &double).await;
    let shown = usage(&sessions[0]).await;
    assert_eq!(
        (&shown["current"]["totalCostUsd"], &shown["limitUsd"]),
        (&json!(dollars(&double, 2)), &json!(dollars(&double, 4)))
    );
    assert_eq!(shown["current"]["requestCount"], 1);
    assert_eq!(shown["workspace"], json!({ "totalCostUsd": "0.0000", "limitUsd": dollars(&double, 4) }));
    assert_eq!(
        usage(&sessions[1]).await["workspace"],
        json!({ "totalCostUsd": dollars(&double, 2), "limitUsd": dollars(&double, 8) })
    );
    spends(&app, &sessions[2], 2, &double).await;
    for session in &sessions {
        refused(session, PERSON).await;
        let shown = usage(session).await;
        assert_eq!(
            (&shown["current"]["totalCostUsd"], &shown["limitReached"]),
            (&json!(dollars(&double, 4)), &json!(until_march_is_over(PERSON)))
        );
    }
    // The owner of the exhausted workspace can continue elsewhere.
    let bob = app.sign_in("bob").await;
    bob.post(PATH, recap()).await.expect(200);
    assert_eq!(usage(&bob).await.get("limitReached"), None);

    // A new month begins.
    for session in &sessions {
        app.pays(session).await;
    }
    app.pass(TimeDelta::days(30));
    let ada = app.sign_in("ada").await;
    ada.post(PATH, recap()).await.expect(200);
    let shown = usage(&ada).await;
    assert_eq!(
        (&shown["history"][0]["month"], &shown["history"][0]["totalCostUsd"]),
        (&json!("2026-03"), &json!(dollars(&double, 4)))
    );
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn a_workspace_has_a_quota_for_each_seat_whichever_members_join_and_leave() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let app = site(&double, 4, None).await;
    let ada = app.register_verified_owner("ada").await;
    let bob = app.joined(&ada, "bob", "member").await;
    spends(&app, &bob, 4, &double).await;
    ada.post(PATH, recap()).await.expect(200);
    // Bob's seat is removed with him, but not the amount spent; nor when his account is deleted.
    ends(&app, &bob).await;
    refused(&ada, WORKSPACE).await;
    assert_eq!(usage(&ada).await["limitReached"], until_march_is_over(WORKSPACE));
    // A new member adds a quota.
    let eve = app.joined(&ada, "eve", "member").await;
    eve.post(PATH, recap()).await.expect(200);
    ada.post(PATH, recap()).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn the_site_has_a_quota_that_outlives_people_and_workspaces() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let app = site(&double, 4, Some(5)).await;
    let (ada, bob) = (app.register_verified_owner("ada").await, app.register_verified_owner("bob").await);
    spends(&app, &ada, 4, &double).await;
    spends(&app, &bob, 1, &double).await;
    refused(&bob, SITE).await;
    assert_eq!(usage(&bob).await["limitReached"], until_march_is_over(SITE));
    ends(&app, &ada).await;
    refused(&bob, SITE).await;
    app.finish().await;
}
