//! A forgotten password, and what mailed links can and cannot be used for.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{reset_token, without_password};
use crate::support::{
    actor::ApiResponse,
    app::TestApp,
    stories::{PASSWORD, address, registration},
};

const SENT: &str = "If an account with that email exists, we've sent a password reset link.";
const OTHER: &str = "Another-Horse-9";

fn login(name: &str, password: &str) -> Value {
    json!({ "email": address(name), "password": password })
}

async fn reset(app: &TestApp, token: &str, password: &str) -> ApiResponse {
    app.anonymous().post("/api/reset-password", json!({ "token": token, "password": password })).await
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_a_mailed_link() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let elsewhere = app.sign_in("ada").await;
    let stranger = app.anonymous();
    let asked = stranger.post("/api/forgot-password", json!({ "email": " ADA@ada.example " })).await;
    assert_eq!(asked.expect(200), json!({ "message": SENT }));
    let mail = app.mail_to(&address("ada")).await;
    assert!(mail.link().starts_with(&format!("{}reset-password?token=", app.base)), "{}", mail.link());
    assert!(mail.html.contains(mail.link()), "the HTML has the same link");
    ada.get("/api/auth/user").await.expect(200);

    let token = mail.link_parameter("token");
    let stored: bool = app
        .database
        .value(format!("SELECT EXISTS (SELECT 1 FROM account_tokens t WHERE t::text LIKE '%{token}%')"))
        .await;
    assert!(!stored, "the token itself is stored");
    let done = stranger.post("/api/reset-password", json!({ "token": token, "password": OTHER })).await;
    assert_eq!(done.expect(200)["message"], "Your password has been reset. You can sign in with it now.");
    assert_eq!(stranger.cookie(), None, "choosing a password does not sign in");
    for session in [&ada, &elsewhere] {
        session.get("/api/auth/user").await.problem(401, "unauthenticated");
    }
    let told = app.mail_to(&address("ada")).await;
    assert_eq!(told.subject, "Your password was changed");
    assert!(!told.text.contains("token="), "{}", told.text);
    stranger.post("/api/login", login("ada", PASSWORD)).await.problem(401, "invalid_credentials");
    stranger.post("/api/login", login("ada", OTHER)).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn a_link_works_once_for_an_hour_and_takes_the_others_with_it() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    let first = reset_token(&app, &address("ada")).await;
    let second = reset_token(&app, &address("ada")).await;
    assert_ne!(first, second);
    reset(&app, &second, OTHER).await.expect(200);
    app.mail_to(&address("ada")).await;
    let refused = reset(&app, &second, PASSWORD).await.problem(422, "reset_token_invalid");
    assert_eq!(
        refused["message"],
        "This reset link is not valid or has already been used. Request a new one to continue."
    );
    reset(&app, &first, PASSWORD).await.problem(422, "reset_token_invalid");

    let late = reset_token(&app, &address("ada")).await;
    app.pass(TimeDelta::hours(1) - TimeDelta::milliseconds(1));
    let in_time = reset_token(&app, &address("ada")).await;
    app.pass(TimeDelta::milliseconds(1));
    let refused = reset(&app, &late, PASSWORD).await.problem(422, "reset_token_expired");
    assert_eq!(refused["message"], "This reset link has expired. Request a new one to continue.");
    app.anonymous().post("/api/login", login("ada", OTHER)).await.expect(200);
    reset(&app, &in_time, PASSWORD).await.expect(200);
    app.mail_to(&address("ada")).await;
    // A used link stays used after its expiry.
    app.pass(TimeDelta::hours(2));
    reset(&app, &in_time, OTHER).await.problem(422, "reset_token_invalid");
    app.finish().await;
}

#[tokio::test]
async fn what_is_wrong_with_the_form_uses_nothing_up() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    let token = reset_token(&app, &address("ada")).await;
    let hashes = app.app.passwords.computed();
    for (token, password, messages) in [
        ("", PASSWORD, vec!["token: Reset token is required"]),
        (
            "  ",
            "Short-1",
            vec!["token: Reset token is required", "password: Password must be at least 8 characters"],
        ),
        (
            token.as_str(),
            "alllowercase1",
            vec!["password: Password must contain uppercase, lowercase, and number"],
        ),
    ] {
        let answer = reset(&app, token, password).await;
        answer.problem(422, "validation_failed");
        assert_eq!(answer.field_messages(), messages);
    }
    for nothing in ["guessed", "a\u{0}b", &"x".repeat(5000)] {
        reset(&app, nothing, PASSWORD).await.problem(422, "reset_token_invalid");
    }
    assert_eq!(app.app.passwords.computed(), hashes, "nobody without a good link makes the server hash");
    let asked = app.anonymous().post("/api/forgot-password", json!({ "email": "ada" })).await;
    asked.problem(422, "validation_failed");
    assert_eq!(asked.field_messages(), ["email: Invalid email address"]);
    reset(&app, &token, OTHER).await.expect(200);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn each_kind_of_link_opens_its_own_door_of_its_own_person() {
    let app = TestApp::start().await;
    let stranger = app.anonymous();
    stranger.post("/api/register", registration("ada")).await.expect(200);
    let verification = app.mail_to(&address("ada")).await.link_parameter("token");
    let bob = app.register_verified_owner("bob").await;
    let resetting = reset_token(&app, &address("ada")).await;

    reset(&app, &verification, OTHER).await.problem(422, "reset_token_invalid");
    let swapped = stranger.get(format!("/api/verify-email?token={resetting}")).await.expect(200);
    assert_eq!((&swapped["verified"], &swapped["expired"]), (&json!(false), &json!(false)));
    stranger.get(format!("/api/invitations/{resetting}")).await;
    stranger.post("/api/login", login("ada", PASSWORD)).await.problem(403, "email_not_verified");

    // The hash stored in the database opens nothing.
    let stored: String =
        app.database.value("SELECT encode(token_hash, 'hex') FROM account_tokens WHERE kind = 'reset'").await;
    reset(&app, &stored, OTHER).await.problem(422, "reset_token_invalid");

    reset(&app, &resetting, OTHER).await.expect(200);
    bob.get("/api/auth/user").await.expect(200);
    stranger.post("/api/login", login("bob", OTHER)).await.problem(401, "invalid_credentials");
    stranger.post("/api/login", login("bob", PASSWORD)).await.expect(200);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn the_link_proves_an_address_that_was_not_proven_yet() {
    let app = TestApp::start().await;
    let ada = app.anonymous();
    ada.post("/api/register", registration("ada")).await.expect(200);
    app.mail_to(&address("ada")).await;
    let token = reset_token(&app, &address("ada")).await;
    reset(&app, &token, OTHER).await.expect(200);
    let user = ada.post("/api/login", login("ada", OTHER)).await.expect(200);
    assert_eq!(user["emailVerified"], true);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn a_person_without_a_password_sets_one_by_the_mailed_link() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    without_password(&app, &ada).await;
    assert_eq!(ada.get("/api/auth/user").await.expect(200)["hasPassword"], false);
    app.anonymous().post("/api/login", login("ada", PASSWORD)).await.problem(401, "invalid_credentials");
    let token = reset_token(&app, &address("ada")).await;
    reset(&app, &token, OTHER).await.expect(200);
    let user = app.anonymous().post("/api/login", login("ada", OTHER)).await.expect(200);
    assert_eq!(user["hasPassword"], true);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn of_many_clicks_on_one_link_exactly_one_counts() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    let token = reset_token(&app, &address("ada")).await;
    let passwords: Vec<String> = (1..=4).map(|number| format!("Another-Horse-{number}")).collect();
    let answers = join_all(passwords.iter().map(|password| reset(&app, &token, password))).await;
    let (won, lost): (Vec<_>, Vec<_>) =
        answers.iter().zip(&passwords).partition(|(answer, _)| answer.status == 200);
    assert_eq!(won.len(), 1, "{answers:?}");
    for (answer, password) in lost {
        answer.problem(422, "reset_token_invalid");
        app.anonymous().post("/api/login", login("ada", password)).await.problem(401, "invalid_credentials");
    }
    app.anonymous().post("/api/login", login("ada", won[0].1)).await.expect(200);
    assert_eq!(app.mail_to(&address("ada")).await.subject, "Your password was changed");
    app.finish().await;
}
