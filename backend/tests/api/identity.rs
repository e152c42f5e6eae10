//! Registering, verifying an address, signing in and out.

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, json as with_json},
    app::{Setup, TestApp},
    stories::{PASSWORD, address, registration},
};

const REGISTERED: &str = "Please check your email to verify your account.";

fn credentials(name: &str) -> Value {
    json!({ "email": address(name), "password": PASSWORD })
}

async fn verify(actor: &Actor, token: &str) -> Value {
    actor.get(format!("/api/verify-email?token={token}")).await.expect(200)
}

#[tokio::test]
async fn a_stranger_becomes_a_signed_in_owner() {
    let app = TestApp::start().await;
    let ada = app.anonymous();
    ada.get("/api/auth/user").await.problem(401, "unauthenticated");

    let registered = ada.post("/api/register", registration("ada")).await;
    assert_eq!(registered.expect(200), json!({ "message": REGISTERED, "emailVerified": false }));
    assert!(!ada.cookie().unwrap().contains("proffer_session"), "registering does not sign in");
    let mail = app.mail_to(&address("ada")).await;
    let refused = ada.post("/api/login", credentials("ada")).await.problem(403, "email_not_verified");
    assert_eq!(refused["message"], "Please verify your email address before signing in.");

    assert_eq!(mail.subject, "Verify your email address");
    assert!(mail.link().starts_with(&format!("{}verify-email?token=", app.base)), "{}", mail.link());
    assert!(mail.html.contains(mail.link()), "the HTML has the same link");
    let token = mail.link_parameter("token");
    let verified = json!({
        "verified": true, "expired": false, "message": "Your email address has been verified.",
        "user": { "email": address("ada"), "firstName": "ada" },
    });
    assert_eq!(verify(&ada, &token).await, verified);
    let proven = ada.get("/api/auth/user").await.expect(200);
    assert_eq!(proven["email"], address("ada"), "the browser that registered is signed in");
    assert_eq!(verify(&ada, &token).await, verified, "the second click still says verified");
    let elsewhere = app.anonymous();
    assert_eq!(verify(&elsewhere, &token).await, verified);
    assert_eq!(elsewhere.cookie(), None, "no other browser is signed in");

    let user = ada
        .post("/api/login", json!({ "email": " ADA@ada.example ", "password": PASSWORD }))
        .await
        .expect(200);
    assert_eq!(ada.get("/api/auth/user").await.expect(200), user);
    assert_eq!(user["email"], address("ada"));
    assert_eq!((&user["firstName"], &user["lastName"]), (&json!("ada"), &json!("ada Meyer")));
    assert_eq!((&user["isAdmin"], &user["emailVerified"]), (&json!(false), &json!(true)));
    assert_eq!(
        (&user["subscriptionStatus"], &user["trialEndsAt"]),
        (&json!("trial"), &json!("2026-03-16T09:00:00.000Z"))
    );
    for unpaid in ["subscriptionEndsAt", "stripeCustomerId", "stripeSubscriptionId"] {
        assert_eq!(user.get(unpaid), None, "{unpaid}");
    }
    assert_eq!(user["workspace"]["role"], "owner");
    assert_eq!(user["workspaces"], json!([user["workspace"]]));
    app.finish().await;
}

#[tokio::test]
async fn every_message_of_the_forms_is_the_specifications() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let form = |email: &str, password: &str, first: &str, last: &str| {
        json!({
            "email": email, "password": password, "firstName": first, "lastName": last
        })
    };
    let short = "Password must be at least 8 characters";
    let weak = "Password must contain uppercase, lowercase, and number";
    for (input, messages) in [
        (
            form("ada", "short", " ", ""),
            vec![
                "email: Invalid email address".to_owned(),
                format!("password: {short}"),
                "firstName: First name is required".to_owned(),
                "lastName: Last name is required".to_owned(),
            ],
        ),
        (form("a@b.co", "Short-1", "A", "B"), vec![format!("password: {short}")]),
        (form("a@b.co", "alllowercase1", "A", "B"), vec![format!("password: {weak}")]),
        (form("a@b.co", "ALLUPPERCASE1", "A", "B"), vec![format!("password: {weak}")]),
        (form("a@b.co", "NoDigitsHere", "A", "B"), vec![format!("password: {weak}")]),
        (form("a b@c.de", PASSWORD, "A", "B"), vec!["email: Invalid email address".to_owned()]),
    ] {
        let answer = anonymous.post("/api/register", input).await;
        answer.problem(422, "validation_failed");
        assert_eq!(answer.field_messages(), messages);
    }
    let login = anonymous.post("/api/login", json!({ "email": "ada", "password": "short" })).await;
    login.problem(422, "validation_failed");
    assert_eq!(
        login.field_messages(),
        ["email: Invalid email address".to_owned(), format!("password: {short}")]
    );
    anonymous
        .post("/api/resend-verification", json!({ "email": "ada" }))
        .await
        .problem(422, "validation_failed");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM users").await, 0);
    app.finish().await;
}

#[tokio::test]
async fn nothing_tells_whether_an_address_has_an_account() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    let anonymous = app.anonymous();
    let without_id = |answer: crate::support::actor::ApiResponse| {
        let mut body = answer.json();
        body.as_object_mut().unwrap().remove("requestId");
        (answer.status, body)
    };

    let mut taken = registration("ada");
    taken["password"] = json!("Another-Horse-9");
    assert_eq!(
        without_id(anonymous.post("/api/register", taken).await),
        without_id(anonymous.post("/api/register", registration("bob")).await)
    );
    let mails = app.mail().await;
    let to_ada = mails.iter().find(|mail| mail.to == address("ada")).unwrap();
    assert_eq!(to_ada.subject, "You already have a Proffer account");
    assert!(!to_ada.text.contains("token="), "{}", to_ada.text);
    assert_eq!(mails.len(), 2);

    let wrong = |email: String| json!({ "email": email, "password": "Another-Horse-9" });
    let refused = without_id(anonymous.post("/api/login", wrong(address("ada"))).await);
    assert_eq!((refused.0.as_u16(), &refused.1["message"]), (401, &json!("Invalid email or password")));
    assert_eq!(refused, without_id(anonymous.post("/api/login", wrong(address("nobody"))).await));
    // Without the password, not even the pending verification is revealed.
    assert_eq!(refused, without_id(anonymous.post("/api/login", wrong(address("bob"))).await));

    let mut answers = Vec::new();
    for name in ["ada", "bob", "nobody"] {
        answers.push(without_id(
            anonymous.post("/api/resend-verification", json!({ "email": address(name) })).await,
        ));
    }
    assert_eq!(answers[0].1["message"], "Verification email sent! Please check your inbox.");
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    assert_eq!(app.mail_to(&address("bob")).await.subject, "Verify your email address");
    app.finish().await;
}

/// In another browser the address is still verified, and the password opens the account.
#[tokio::test]
async fn a_link_opened_in_another_browser_proves_the_address_without_signing_in() {
    let app = TestApp::start().await;
    let (ada, elsewhere) = (app.anonymous(), app.anonymous());
    ada.post("/api/register", registration("ada")).await.expect(200);
    let token = app.mail_to(&address("ada")).await.link_parameter("token");
    assert_eq!(verify(&elsewhere, &token).await["verified"], true);
    assert_eq!(verify(&ada, &token).await["verified"], true);
    for browser in [&elsewhere, &ada] {
        browser.get("/api/auth/user").await.problem(401, "unauthenticated");
        browser.post("/api/login", credentials("ada")).await.expect(200);
    }
    app.finish().await;
}

#[tokio::test]
async fn a_link_works_for_a_day_and_then_offers_a_new_one() {
    let app = TestApp::start().await;
    let ada = app.anonymous();
    ada.post("/api/register", registration("ada")).await.expect(200);
    let first = app.mail_to(&address("ada")).await.link_parameter("token");
    app.pass(TimeDelta::hours(24));
    let expired = verify(&ada, &first).await;
    assert_eq!((&expired["verified"], &expired["expired"]), (&json!(false), &json!(true)));
    assert_eq!(expired.get("user"), None, "a late link tells nothing");
    ada.post("/api/login", credentials("ada")).await.problem(403, "email_not_verified");

    ada.post("/api/resend-verification", json!({ "email": address("ada") })).await.expect(200);
    let second = app.mail_to(&address("ada")).await.link_parameter("token");
    assert_ne!(first, second);
    app.pass(TimeDelta::hours(24) - TimeDelta::milliseconds(1));
    assert_eq!(verify(&ada, &second).await["verified"], true);
    ada.post("/api/login", credentials("ada")).await.expect(200);

    assert_eq!(ada.get("/api/verify-email").await.expect(200)["message"], "No verification token provided");
    for nothing in ["/api/verify-email", "/api/verify-email?token=", "/api/verify-email?token=guessed"] {
        let unknown = ada.get(nothing).await.expect(200);
        assert_eq!((&unknown["verified"], &unknown["expired"]), (&json!(false), &json!(false)), "{nothing}");
    }
    app.finish().await;
}

#[tokio::test]
async fn one_address_registered_many_times_at_once_is_one_account() {
    let app = TestApp::start().await;
    let actors: Vec<Actor> = (0..6).map(|_| app.anonymous()).collect();
    let answers = join_all(actors.iter().map(|actor| actor.post("/api/register", registration("ada")))).await;
    for answer in answers {
        assert_eq!(answer.expect(200)["message"], REGISTERED);
    }
    let mails = app.mail().await;
    assert_eq!(mails.len(), 6, "each has a link of its own");
    assert_eq!(verify(&actors[0], &mails[3].link_parameter("token")).await["verified"], true);
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM users").await, 1);
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM workspaces").await, 1);
    app.finish().await;
}

#[tokio::test]
async fn signing_in_and_out_ends_what_was_before() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let first = ada.cookie().unwrap();
    ada.post("/api/login", credentials("ada")).await.expect(200);
    let second = ada.cookie().unwrap();
    assert_ne!(first, second, "the session is new at every sign-in");
    let with = |cookie: &str| {
        let actor = app.anonymous();
        actor.set_cookie(Some(cookie.to_owned()));
        actor
    };
    with(&first).get("/api/auth/user").await.problem(401, "unauthenticated");
    with(&second).get("/api/auth/user").await.expect(200);

    let out = ada.post_empty("/api/logout").await;
    out.expect(204);
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"), "{out:?}");
    with(&second).get("/api/auth/user").await.problem(401, "unauthenticated");
    ada.post_empty("/api/logout").await.expect(204);

    // A session planted before the sign-in is worthless afterwards.
    let planted = with("proffer_session=planted");
    planted.post("/api/login", credentials("ada")).await.expect(200);
    assert_ne!(planted.cookie().unwrap(), "proffer_session=planted");
    with("proffer_session=planted").get("/api/auth/user").await.problem(401, "unauthenticated");
    app.finish().await;
}

#[tokio::test]
async fn a_session_slides_for_thirty_days_and_ends_after_ninety() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    for _ in 0..3 {
        app.pass(TimeDelta::days(29));
        ada.get("/api/auth/user").await.expect(200);
    }
    app.pass(TimeDelta::days(4));
    ada.get("/api/auth/user").await.problem(401, "unauthenticated");

    ada.post("/api/login", credentials("ada")).await.expect(200);
    app.pass(TimeDelta::days(30));
    ada.get("/api/auth/user").await.problem(401, "unauthenticated");
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn the_cookie_is_out_of_reach_for_scripts_and_other_sites() {
    for (public_url, name, secure) in [
        ("http://proffer.example", "proffer_session", false),
        ("https://proffer.example", "__Host-proffer_session", true),
    ] {
        let app = Setup::default().with("PUBLIC_URL", public_url).start().await;
        let ada = app.anonymous();
        ada.post("/api/register", registration("ada")).await.expect(200);
        let mail = app.mail_to(&address("ada")).await;
        assert!(mail.link().starts_with(public_url), "{}", mail.link());
        verify(&ada, &mail.link_parameter("token")).await;
        let login = ada.post("/api/login", credentials("ada")).await;
        login.expect(200);
        let cookie = login.header("set-cookie").unwrap();
        let (pair, flags) = cookie.split_once("; ").unwrap();
        let flags: Vec<&str> = flags.split("; ").collect();
        assert_eq!(pair.split('=').next().unwrap(), name);
        for flag in ["Path=/", "HttpOnly", "SameSite=Lax"] {
            assert!(flags.contains(&flag), "{flag} is missing in {cookie}");
        }
        assert_eq!(flags.contains(&"Secure"), secure, "{cookie}");
        assert!(!cookie.contains("Domain"), "{cookie}");
        assert_eq!(login.header("strict-transport-security").is_some(), secure);
        app.finish().await;
    }
}

#[tokio::test]
async fn a_write_from_another_site_is_refused() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let own = app.base.origin().ascii_serialization();
    let write = async |headers: &[(&str, &str)]| {
        let mut request = reqwest::Client::new()
            .post(app.base.join("/api/companies").unwrap())
            .header("Cookie", ada.cookie().unwrap());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = json!({ "name": "" });
        ada.send(with_json(request, &body)).await
    };
    for headers in [
        &[("Sec-Fetch-Site", "cross-site")][..],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Sec-Fetch-Site", "none")],
        &[("Sec-Fetch-Site", "cross-site"), ("Origin", &own)],
        &[("Origin", "https://evil.example")],
        &[("Origin", "null")],
        &[],
    ] {
        write(headers).await.problem(403, "cross_site_request");
    }
    for headers in [&[("Sec-Fetch-Site", "same-origin")][..], &[("Origin", &own)]] {
        write(headers).await.problem(422, "validation_failed");
    }
    // Programs send neither header; without a session there is nothing to abuse.
    let program = reqwest::Client::new().post(app.base.join("/api/login").unwrap());
    let body = json!({ "email": address("ada"), "password": "Wrong-Horse-8" });
    ada.send(with_json(program, &body)).await.problem(401, "invalid_credentials");
    // Reading is not a write.
    let read = ada.request(Method::GET, "/api/auth/user").header("Sec-Fetch-Site", "cross-site");
    ada.send(read).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn the_sign_in_redirect_stays_on_this_site() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let location = async |query: &str| {
        let answer = anonymous.get(format!("/api/login{query}")).await;
        assert_eq!(answer.status, 303);
        answer.header("location").unwrap().to_owned()
    };
    assert_eq!(location("").await, "/auth");
    assert_eq!(location("?returnTo=%2Fclients%3Fsearch%3Da").await, "/auth?returnTo=%2Fclients%3Fsearch%3Da");
    for evil in [
        "https%3A%2F%2Fevil.example",
        "%2F%2Fevil.example",
        "%2F%5Cevil.example",
        "%5C%5Cevil.example",
        "%2F%09%2Fevil.example",
        "javascript%3Aalert(1)",
        "%2Fapi%2Flogout",
        "%2F%0D%0ASet-Cookie%3A%20a%3Db",
        "evil.example",
        "%00",
    ] {
        assert_eq!(location(&format!("?returnTo={evil}")).await, "/auth", "{evil}");
    }
    app.finish().await;
}

#[tokio::test]
async fn leaving_by_navigation_works_from_our_own_pages_alone() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let leave = async |headers: &[(&str, &str)]| {
        let mut request = ada.request(Method::GET, "/api/logout");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = ada.send(request).await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (303, Some("/")));
    };
    for headers in [
        &[][..],
        &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")],
        &[("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Mode", "navigate")],
        // An image on one of our own pages is not a navigation.
        &[("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "no-cors")],
    ] {
        leave(headers).await;
        ada.get("/api/auth/user").await.expect(200);
    }
    leave(&[("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "navigate")]).await;
    ada.get("/api/auth/user").await.problem(401, "unauthenticated");
    app.finish().await;
}

#[tokio::test]
async fn the_database_keeps_no_secret_that_could_be_used() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    anonymous.post("/api/register", registration("ada")).await.expect(200);
    let token = app.mail_to(&address("ada")).await.link_parameter("token");
    verify(&anonymous, &token).await;
    anonymous.post("/api/login", credentials("ada")).await.expect(200);
    let session = anonymous.cookie().unwrap().split_once('=').unwrap().1.to_owned();
    for table in ["users", "sessions", "account_tokens", "team_members", "workspaces"] {
        for secret in [PASSWORD, &token, &session] {
            let found: bool = app
                .database
                .value(format!("SELECT EXISTS (SELECT 1 FROM {table} t WHERE t::text LIKE '%{secret}%')"))
                .await;
            assert!(!found, "{table} holds a secret in clear");
        }
    }
    app.finish().await;
}

#[tokio::test]
async fn what_is_recorded_of_a_browser_cannot_be_forged_through_a_header() {
    for (hops, ip) in [("0", "127.0.0.1"), ("1", "203.0.113.9")] {
        let app = Setup::default().with("TRUSTED_PROXIES", hops).start().await;
        let ada = app.register_verified_owner("ada").await;
        let request =
            ada.request(Method::POST, "/api/login").header("X-Forwarded-For", "198.51.100.1, 203.0.113.9");
        let request = request.header("User-Agent", "x".repeat(2000));
        ada.send(with_json(request, &credentials("ada"))).await.expect(200);
        let seen: Vec<String> =
            app.database.values("SELECT ip || ' ' || length(user_agent) FROM sessions").await;
        assert_eq!(seen, [format!("{ip} 400")]);
        app.finish().await;
    }
}
