//! Strangers who use up shared limits: sign-in attempts, mails to an address. The owner of an account is
//! never locked out by others' attempts, and guessing stays limited from any number of networks.

use proffer_domain::rate_limit::Rule;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, ApiResponse, json as with_json, text},
    app::{Setup, TestApp},
    stories::{PASSWORD, address},
};

fn wrong(name: &str) -> Value {
    json!({ "email": address(name), "password": "Wrong-Horse-8" })
}

fn right(name: &str) -> Value {
    json!({ "email": address(name), "password": PASSWORD })
}

fn burst(rule: Rule) -> u32 {
    rule.limit().burst
}

async fn behind_a_proxy() -> TestApp {
    Setup::default().with("TRUSTED_PROXIES", "1").start().await
}

/// A request that the proxy forwards for a client at that address.
async fn from(actor: &Actor, network: &str, path: &str, body: &Value) -> ApiResponse {
    actor.send(with_json(actor.request(Method::POST, path).header("X-Forwarded-For", network), body)).await
}

/// Tries wrong passwords from many networks until the shared limit of strangers is used up.
async fn guess_from_everywhere(app: &TestApp, name: &str) -> u32 {
    let anonymous = app.anonymous();
    let mut tried = 0;
    for n in 0..=burst(Rule::SignInPerAccount) {
        let answer = from(&anonymous, &format!("203.0.113.{}", n % 200), "/api/login", &wrong(name)).await;
        if answer.status == 429 {
            break;
        }
        answer.problem(401, "invalid_credentials");
        tried += 1;
    }
    tried
}

#[tokio::test]
async fn strangers_do_not_lock_the_owners_browser_out() {
    let app = behind_a_proxy().await;
    let ada = app.register_verified_owner("ada").await;
    assert!(ada.device().is_some(), "signing in makes the browser known");
    assert_eq!(
        guess_from_everywhere(&app, "ada").await,
        burst(Rule::SignInPerAccount),
        "guessing from many places is limited"
    );
    // From another network, and from one whose limit is used up: the browser is still known.
    from(&app.anonymous(), "198.51.100.9", "/api/login", &right("ada")).await.problem(429, "rate_limited");
    from(&ada, "198.51.100.9", "/api/login", &right("ada")).await.expect(200);
    from(&ada, "203.0.113.0", "/api/login", &right("ada")).await.expect(200);
    // The browser stays known after signing out.
    ada.post_empty("/api/logout").await.expect(204);
    ada.post("/api/login", right("ada")).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn one_place_does_not_lock_any_other_out() {
    let app = behind_a_proxy().await;
    app.register_verified_owner("ada").await;
    let anonymous = app.anonymous();
    for _ in 0..burst(Rule::SignInPerSender) {
        from(&anonymous, "203.0.113.7", "/api/login", &wrong("ada"))
            .await
            .problem(401, "invalid_credentials");
    }
    for _ in 0..burst(Rule::SignInPerAccount) {
        from(&anonymous, "203.0.113.7", "/api/login", &wrong("ada")).await.problem(429, "rate_limited");
    }
    from(&anonymous, "198.51.100.9", "/api/login", &right("ada")).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn a_known_browser_guesses_no_more_than_a_stranger() {
    let app = behind_a_proxy().await;
    let ada = app.register_verified_owner("ada").await;
    let mallory = app.register_verified_owner("mallory").await;
    for n in 0..burst(Rule::SignInPerSender) {
        from(&ada, &format!("203.0.113.{n}"), "/api/login", &wrong("ada"))
            .await
            .problem(401, "invalid_credentials");
    }
    from(&ada, "203.0.113.99", "/api/login", &right("ada")).await.problem(429, "rate_limited");
    // A browser that is known for one account is a stranger for another.
    guess_from_everywhere(&app, "ada").await;
    from(&mallory, "198.51.100.9", "/api/login", &wrong("ada")).await.problem(429, "rate_limited");
    app.finish().await;
}

#[tokio::test]
async fn a_forged_or_altered_proof_of_a_known_browser_proves_nothing() {
    let app = behind_a_proxy().await;
    let ada = app.register_verified_owner("ada").await;
    guess_from_everywhere(&app, "ada").await;
    let (name, proof) = ada
        .device()
        .unwrap()
        .split_once('=')
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .unwrap();
    let last = if proof.ends_with('A') { 'B' } else { 'A' };
    let altered = format!("{}{last}", &proof[..proof.len() - 1]);
    let middle = format!("{}AAAA{}", &proof[..40], &proof[44..]);
    let session = ada.cookie().unwrap().split_once('=').unwrap().1.to_owned();
    for forged in ["", "ada", &altered, &middle, &session, "AQ"] {
        let browser = app.anonymous();
        browser.set_cookie(Some(format!("{name}={forged}")));
        from(&browser, "198.51.100.9", "/api/login", &right("ada")).await.problem(429, "rate_limited");
    }
    let browser = app.anonymous();
    browser.set_cookie(Some(format!("{name}={proof}")));
    browser.get("/api/auth/user").await.problem(401, "unauthenticated");
    from(&browser, "198.51.100.9", "/api/login", &right("ada")).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn the_cookie_of_a_known_browser_is_out_of_reach_for_scripts_and_other_sites() {
    for (public_url, name, secure) in [
        ("http://proffer.example", "proffer_device", false),
        ("https://proffer.example", "__Host-proffer_device", true),
    ] {
        let app = Setup::default().with("PUBLIC_URL", public_url).start().await;
        let ada = app.register_verified_owner("ada").await;
        let answer = ada.post("/api/login", right("ada")).await;
        let lines: Vec<&str> =
            answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap()).collect();
        let line = lines.iter().find(|line| line.starts_with(&format!("{name}="))).unwrap();
        for flag in ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=15552000"] {
            assert!(line.split("; ").any(|part| part == flag), "{flag} is missing in {line}");
        }
        assert_eq!(line.contains("Secure"), secure, "{line}");
        assert!(!line.contains("Domain"), "{line}");
        ada.post("/api/login", wrong("ada")).await.problem(401, "invalid_credentials");
        app.finish().await;
    }
}

#[tokio::test]
async fn a_stranger_does_not_stop_a_workspace_from_mailing_its_client() {
    let app = behind_a_proxy().await;
    let ada = app.owner_with_company("ada").await;
    let drafted = app.drafted_proposal(&ada).await;
    let client = "mia@harbor.example";
    let anonymous = app.anonymous();
    // From everywhere, including the workspace's own office.
    for n in 0..burst(Rule::MailPerNetwork) {
        let network = if n % 2 == 0 { "198.51.100.9".to_owned() } else { format!("203.0.113.{n}") };
        for path in ["/api/forgot-password", "/api/resend-verification"] {
            from(&anonymous, &network, path, &json!({ "email": client })).await;
        }
    }
    from(&anonymous, "198.51.100.9", "/api/forgot-password", &json!({ "email": client }))
        .await
        .problem(429, "rate_limited");
    let sending = json!({ "recipientName": "Mia", "recipientEmail": client });
    let path = format!("/api/proposals/{}/send", text(&drafted["id"]));
    from(&ada, "198.51.100.9", &path, &sending).await.expect(200);
    from(&ada, "198.51.100.9", "/api/team/invitations", &json!({ "email": client, "role": "member" }))
        .await
        .expect(201);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn one_workspace_does_not_use_up_what_another_mails_to_the_same_address() {
    let app = TestApp::start().await;
    let (ada, mallory) =
        (app.register_verified_owner("ada").await, app.register_verified_owner("mallory").await);
    let invite = json!({ "email": "mia@harbor.example", "role": "member" });
    for _ in 0..burst(Rule::InvitePerTarget) {
        mallory.post("/api/team/invitations", invite.clone()).await;
    }
    mallory.post("/api/team/invitations", invite.clone()).await.problem(429, "rate_limited");
    ada.post("/api/team/invitations", invite).await.expect(201);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn strangers_do_not_keep_the_owners_browser_from_a_new_password() {
    let app = behind_a_proxy().await;
    let ada = app.register_verified_owner("ada").await;
    let anonymous = app.anonymous();
    let forgot = json!({ "email": address("ada") });
    for n in 0..burst(Rule::ResetPerTarget) {
        from(&anonymous, &format!("203.0.113.{n}"), "/api/forgot-password", &forgot).await.expect(200);
    }
    from(&anonymous, "203.0.113.99", "/api/forgot-password", &forgot).await.problem(429, "rate_limited");
    // The limit of one purpose does not affect others.
    from(&anonymous, "203.0.113.99", "/api/resend-verification", &forgot).await.expect(200);
    app.mail().await;
    from(&ada, "203.0.113.99", "/api/forgot-password", &forgot).await.expect(200);
    assert_eq!(app.mail().await.len(), 1);
    app.finish().await;
}
