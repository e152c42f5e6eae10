//! No answer reveals whether an address has an account: neither the status, the text, nor the work. Work is
//! counted in password hashes, the only part that takes measurable time; mails go to the address itself.

use serde_json::{Value, json};

use super::without_password;
use crate::support::{
    actor::ApiResponse,
    app::TestApp,
    stories::{PASSWORD, address, registration},
};

/// A path, the number of hashes for each call, and the calls: address, body, resulting mails.
type Case = (&'static str, u64, Vec<(&'static str, Value, Vec<String>)>);

/// The answer for a stranger.
fn told(answer: &ApiResponse) -> (u16, Value) {
    let mut body = answer.json();
    body.as_object_mut().unwrap().remove("requestId");
    (answer.status.as_u16(), body)
}

/// Sends one body to an address and returns the outcome: the answer, the hashes, and the mails by recipient
/// and subject.
async fn outcome(app: &TestApp, path: &str, body: Value) -> ((u16, Value), u64, Vec<String>) {
    let hashes = app.app.passwords.computed();
    let answer = app.anonymous().post(path, body).await;
    let hashes = app.app.passwords.computed() - hashes;
    let mails = app.mail().await;
    (told(&answer), hashes, mails.into_iter().map(|mail| format!("{}: {}", mail.to, mail.subject)).collect())
}

#[tokio::test]
async fn known_and_unknown_addresses_get_the_same_answer_for_the_same_work() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    let kim = app.register_verified_owner("kim").await;
    without_password(&app, &kim).await;
    app.anonymous().post("/api/register", registration("una")).await.expect(200);
    app.mail_to(&address("una")).await;

    let wrong = |name: &str| json!({ "email": address(name), "password": "Wrong-Horse-8" });
    let only = |name: &str| json!({ "email": address(name) });
    let again = |name: &str| {
        json!({
            "email": address(name), "password": "Wrong-Horse-8", "firstName": "A", "lastName": "B"
        })
    };
    let mail = |name: &str, subject: &str| vec![format!("{}: {subject}", address(name))];
    let (taken, verify, reset) =
        ("You already have a Proffer account", "Verify your email address", "Reset your password");
    let cases: [Case; 4] = [
        (
            "/api/login",
            1,
            ["ada", "kim", "una", "nobody"].into_iter().map(|name| (name, wrong(name), Vec::new())).collect(),
        ),
        (
            "/api/forgot-password",
            0,
            vec![
                ("ada", only("ada"), mail("ada", reset)),
                ("kim", only("kim"), mail("kim", reset)),
                ("una", only("una"), mail("una", reset)),
                ("nobody", only("nobody"), Vec::new()),
            ],
        ),
        (
            "/api/resend-verification",
            0,
            vec![
                ("ada", only("ada"), Vec::new()),
                ("una", only("una"), mail("una", verify)),
                ("nobody", only("nobody"), Vec::new()),
            ],
        ),
        (
            "/api/register",
            1,
            vec![
                ("ada", again("ada"), mail("ada", taken)),
                ("kim", again("kim"), mail("kim", taken)),
                ("una", again("una"), mail("una", verify)),
                ("new", again("new"), mail("new", verify)),
            ],
        ),
    ];
    for (path, hashes, calls) in cases {
        let mut first = None;
        for (name, body, mails) in calls {
            let (answer, computed, sent) = outcome(&app, path, body).await;
            assert_eq!(computed, hashes, "hashes of {path} for {name}");
            assert_eq!(sent, mails, "mails of {path} for {name}");
            assert_eq!(&answer, first.get_or_insert(answer.clone()), "{path} for {name}");
        }
    }
    app.finish().await;
}

#[tokio::test]
async fn an_account_without_workspaces_looks_unknown_to_strangers() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    app.database
        .run(format!("UPDATE team_members SET status = 'removed' WHERE user_id = '{}'", super::id(&ada)))
        .await;
    for (path, body) in [
        ("/api/forgot-password", json!({ "email": address("ada") })),
        ("/api/resend-verification", json!({ "email": address("ada") })),
        ("/api/login", json!({ "email": address("ada"), "password": "Wrong-Horse-8" })),
    ] {
        let mut unknown: Value = body.clone();
        unknown["email"] = json!(address("nobody"));
        assert_eq!(outcome(&app, path, body).await, outcome(&app, path, unknown).await, "{path}");
    }
    let (answer, _, mails) = outcome(&app, "/api/register", registration("ada")).await;
    assert_eq!((answer.0, mails.len()), (200, 0));
    app.finish().await;
}

/// The screens that offer another verification mail: after registering, after a refused sign-in, after a
/// failed and after an expired link.
#[tokio::test]
async fn another_verification_mail_is_sent_where_it_is_offered() {
    let app = TestApp::start().await;
    let una = app.anonymous();
    let resend = async || {
        let answer = una.post("/api/resend-verification", json!({ "email": address("una") })).await;
        assert_eq!(answer.expect(200)["message"], "Verification email sent! Please check your inbox.");
        app.mail_to(&address("una")).await.link_parameter("token")
    };
    una.post("/api/register", registration("una")).await.expect(200);
    app.mail_to(&address("una")).await;
    let after_registering = resend().await;
    una.post("/api/login", json!({ "email": address("una"), "password": PASSWORD }))
        .await
        .problem(403, "email_not_verified");
    let after_sign_in = resend().await;
    assert_eq!(una.get("/api/verify-email?token=wrong").await.expect(200)["verified"], false);
    let after_failure = resend().await;
    app.pass(chrono::TimeDelta::hours(24));
    for late in [&after_registering, &after_sign_in, &after_failure] {
        assert_eq!(una.get(format!("/api/verify-email?token={late}")).await.expect(200)["expired"], true);
    }
    let after_expiry = resend().await;
    assert_eq!(
        una.get(format!("/api/verify-email?token={after_expiry}")).await.expect(200)["verified"],
        true
    );
    app.finish().await;
}
