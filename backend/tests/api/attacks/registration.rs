//! An attacker registers another person's address and waits for its confirmation: in any order, the owner of
//! the address confirms only their own registration or a password that they choose, and nothing of the
//! attacker's remains.

use futures_util::future::join;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, text},
    app::TestApp,
    mailbox::Mail,
    stories::{PASSWORD, address, joining, registration},
};

const ATTACKERS: &str = "Planted-Horse-9";
const CHOSEN: &str = "Chosen-Horse-5";

async fn register(browser: &Actor, first_name: &str, password: &str) {
    let mut input = registration("ada");
    input["firstName"] = json!(first_name);
    input["password"] = json!(password);
    browser.post("/api/register", input).await.expect(200);
}

async fn sign_in(app: &TestApp, password: &str) -> Value {
    let answer =
        app.anonymous().post("/api/login", json!({ "email": address("ada"), "password": password })).await;
    if answer.status == 200 { answer.json()["firstName"].clone() } else { answer.json()["code"].clone() }
}

async fn verify(browser: &Actor, link: &str) -> Value {
    browser.get(format!("/api/verify-email?token={link}")).await.expect(200)
}

/// Attacker and victim have registered one address, each in their own browser; the links of their mails.
struct Scene {
    app: TestApp,
    attacker: Actor,
    victim: Actor,
    attackers_link: String,
    victims_link: String,
}

impl Scene {
    async fn new(attacker_first: bool) -> Self {
        let app = TestApp::start().await;
        let (attacker, victim) = (app.anonymous(), app.anonymous());
        let (mut attackers_link, mut victims_link) = (String::new(), String::new());
        for attackers_turn in [attacker_first, !attacker_first] {
            let (browser, name, password, link) = if attackers_turn {
                (&attacker, "mallory", ATTACKERS, &mut attackers_link)
            } else {
                (&victim, "ada", PASSWORD, &mut victims_link)
            };
            register(browser, name, password).await;
            *link = app.mail_to(&address("ada")).await.link_parameter("token");
        }
        Self { app, attacker, victim, attackers_link, victims_link }
    }

    /// Exactly one account remains, with that password and that name.
    async fn belongs_to(self, password: &str, first_name: &str) {
        let app = self.app;
        for other in [PASSWORD, ATTACKERS, CHOSEN] {
            let expected = if other == password { json!(first_name) } else { json!("invalid_credentials") };
            assert_eq!(sign_in(&app, other).await, expected, "{other}");
        }
        self.attacker.get("/api/auth/user").await.problem(401, "unauthenticated");
        for table in ["users", "workspaces", "team_members"] {
            assert_eq!(
                app.database.value::<i64>(format!("SELECT count(*) FROM {table}")).await,
                1,
                "{table}"
            );
        }
        app.mail().await;
        app.finish().await;
    }
}

#[tokio::test]
async fn what_is_confirmed_is_the_registration_whose_mail_was_opened() {
    for attacker_first in [true, false] {
        for in_own_browser in [true, false] {
            let scene = Scene::new(attacker_first).await;
            let browser = if in_own_browser { scene.victim.clone() } else { scene.app.anonymous() };
            let verified = verify(&browser, &scene.victims_link).await;
            assert_eq!(
                (&verified["verified"], &verified["user"]["firstName"]),
                (&json!(true), &json!("ada"))
            );
            let signed_in = browser.get("/api/auth/user").await.status.as_u16();
            assert_eq!(
                signed_in,
                if in_own_browser { 200 } else { 401 },
                "only the browser that registered is signed in"
            );
            assert_eq!(
                verify(&scene.attacker, &scene.attackers_link).await["verified"],
                false,
                "the other link ends with it"
            );
            scene.belongs_to(PASSWORD, "ada").await;
        }
    }
}

#[tokio::test]
async fn the_attackers_mail_opened_in_the_victims_browser_confirms_the_victims_registration() {
    for attacker_first in [true, false] {
        let scene = Scene::new(attacker_first).await;
        let verified = verify(&scene.victim, &scene.attackers_link).await;
        assert_eq!((&verified["verified"], &verified["user"]["firstName"]), (&json!(true), &json!("ada")));
        assert_eq!(scene.victim.get("/api/auth/user").await.expect(200)["firstName"], "ada");
        assert_eq!(
            verify(&scene.app.anonymous(), &scene.attackers_link).await["verified"],
            true,
            "the second click still says verified"
        );
        scene.belongs_to(PASSWORD, "ada").await;
    }
}

#[tokio::test]
async fn a_mail_that_the_attacker_asks_for_lets_its_reader_choose_the_password() {
    for path in ["/api/resend-verification", "/api/forgot-password"] {
        for attacker_first in [true, false] {
            let scene = Scene::new(attacker_first).await;
            scene.attacker.post(path, json!({ "email": address("ada") })).await.expect(200);
            let mail = scene.app.mail_to(&address("ada")).await;
            choose(&scene.app, &mail).await;
            scene.app.mail_to(&address("ada")).await;
            let name = scene.app.database.value::<String>("SELECT first_name FROM users").await;
            scene.belongs_to(CHOSEN, &name).await;
        }
    }
}

async fn choose(app: &TestApp, mail: &Mail) {
    assert!(mail.link().contains("/reset-password?token="), "{}", mail.link());
    let token = mail.link_parameter("token");
    app.anonymous()
        .post("/api/reset-password", json!({ "token": token, "password": CHOSEN }))
        .await
        .expect(200);
}

/// Only the browser that registered an address gets that registration's link again; any other gets a link to
/// choose a password.
#[tokio::test]
async fn a_link_is_mailed_again_to_the_browser_that_registered_alone() {
    let app = TestApp::start().await;
    let attacker = app.anonymous();
    register(&attacker, "mallory", ATTACKERS).await;
    app.mail_to(&address("ada")).await;
    let again = json!({ "email": address("ada") });
    attacker.post("/api/resend-verification", again.clone()).await.expect(200);
    assert!(app.mail_to(&address("ada")).await.link().contains("/verify-email?token="));
    let elsewhere = app.anonymous();
    for cookie in [None, Some("proffer_registration=guessed".to_owned())] {
        elsewhere.set_cookie(cookie);
        elsewhere.post("/api/resend-verification", again.clone()).await.expect(200);
        assert!(app.mail_to(&address("ada")).await.link().contains("/reset-password?token="));
    }
    elsewhere.post("/api/resend-verification", again).await.expect(200);
    choose(&app, &app.mail_to(&address("ada")).await).await;
    app.mail_to(&address("ada")).await;
    assert_eq!(sign_in(&app, ATTACKERS).await, "invalid_credentials");
    assert_eq!(sign_in(&app, CHOSEN).await, "mallory");
    app.finish().await;
}

#[tokio::test]
async fn registering_by_invitation_removes_an_attackers_registration() {
    let app = TestApp::start().await;
    let bob = app.register_verified_owner("bob").await;
    let attacker = app.anonymous();
    register(&attacker, "mallory", ATTACKERS).await;
    let planted = app.mail_to(&address("ada")).await.link_parameter("token");
    let token = app.invite(&bob, &address("ada"), "member").await;
    let victim = app.anonymous();
    victim.post(format!("/api/invitations/{token}/register"), joining("ada")).await.expect(200);
    assert_eq!(verify(&attacker, &planted).await["verified"], false);
    assert_eq!(sign_in(&app, ATTACKERS).await, "invalid_credentials");
    assert_eq!(sign_in(&app, PASSWORD).await, "ada");
    app.mail_of_joining("ada").await;
    app.finish().await;
}

#[tokio::test]
async fn of_two_links_opened_at_once_one_is_confirmed() {
    let scene = Scene::new(true).await;
    let [first, second] = [scene.app.anonymous(), scene.app.anonymous()];
    let (one, other) =
        join(verify(&first, &scene.attackers_link), verify(&second, &scene.victims_link)).await;
    let confirmed: Vec<&str> = [&one, &other]
        .into_iter()
        .filter(|answer| answer["verified"] == true)
        .map(|answer| text(&answer["user"]["firstName"]))
        .collect();
    assert_eq!(confirmed.len(), 1, "{one} {other}");
    let (name, password) = if confirmed[0] == "ada" { ("ada", PASSWORD) } else { ("mallory", ATTACKERS) };
    scene.belongs_to(password, name).await;
}

/// The answer and the cookie have the same form whether the address is free, unverified, or has an account.
#[tokio::test]
async fn registering_does_not_tell_whether_the_address_is_known() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    let mut forms = Vec::new();
    for name in ["ada", "bob", "bob"] {
        let answer = app.anonymous().post("/api/register", registration(name)).await;
        let body = answer.expect(200);
        let (pair, flags) = answer.header("set-cookie").unwrap().split_once("; ").unwrap();
        let (cookie, value) = pair.split_once('=').unwrap();
        forms.push((body, cookie.to_owned(), value.len(), flags.to_owned()));
    }
    assert!(forms.iter().all(|form| *form == forms[0]), "{forms:#?}");
    app.mail().await;
    app.finish().await;
}
