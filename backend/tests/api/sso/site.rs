//! The providers of the whole site.

use std::collections::BTreeMap;

use openidconnect::core::CoreJwsSigningAlgorithm;
use reqwest::{Method, Url};
use serde_json::{Value, json};

use super::{
    World, land, leave,
    provider::{Behaviour, Key, Person, Signing},
    refused,
};
use crate::support::{
    actor::{Actor, text},
    app::Setup,
    stories::{PASSWORD, address},
};

fn parameters(url: &str) -> BTreeMap<String, String> {
    url.parse::<Url>().unwrap().query_pairs().into_owned().collect()
}

async fn me(browser: &Actor) -> Value {
    browser.get("/api/auth/user").await.expect(200)
}

#[tokio::test]
async fn a_new_person_gets_an_account_without_a_password_and_a_workspace() {
    let world = World::new().await;
    let offered = world.app.anonymous().get("/api/auth/providers").await.expect(200);
    assert_eq!(offered, json!([{ "id": "acme", "name": "Acme" }]));

    let browser = world.app.anonymous();
    let there = leave(&browser, "/api/auth/oidc/acme/start?returnTo=%2Fclients%3Fsearch%3Da").await;
    let asked = parameters(&there);
    assert_eq!(asked["redirect_uri"], format!("{}api/auth/oidc/callback", world.app.base));
    assert_eq!((asked["client_id"].as_str(), asked["response_type"].as_str()), ("site-acme", "code"));
    assert_eq!(asked["code_challenge_method"], "S256");
    for secret in ["state", "nonce", "code_challenge"] {
        assert_eq!(asked[secret].len(), 43, "{secret}");
    }
    let back = world.provider.agree(&there).await;
    assert_eq!(land(&browser, &back).await, "/clients?search=a");
    assert!(
        !browser.cookie().unwrap().contains("proffer_sso"),
        "what bound the sign-in to the browser is gone: {:?}",
        browser.cookie()
    );

    let user = me(&browser).await;
    assert_eq!(
        (&user["email"], &user["firstName"], &user["lastName"]),
        (&json!("grace@acme.example"), &json!("Grace"), &json!("Meyer"))
    );
    assert_eq!(
        (&user["emailVerified"], &user["hasPassword"], &user["isAdmin"]),
        (&json!(true), &json!(false), &json!(false))
    );
    assert_eq!(
        (&user["workspace"]["name"], &user["workspace"]["role"]),
        (&json!("Grace Meyer"), &json!("owner"))
    );

    // Again, from another browser: the same account, by the subject, even if the address has changed.
    let (again, landed) = world.sign_in(Person::new("grace", "grace.hopper@acme.example")).await;
    assert_eq!(landed, "/");
    assert_eq!(me(&again).await, user);
    assert_eq!(world.app.database.value::<i64>("SELECT count(*) FROM users").await, 1);
    assert_eq!(
        world.app.database.values::<String>("SELECT email FROM identities").await,
        ["grace.hopper@acme.example"]
    );
    world.app.finish().await;
}

#[tokio::test]
async fn what_is_kept_of_a_sign_in_is_of_no_use_to_a_reader() {
    let world = World::new().await;
    let browser = world.app.anonymous();
    let asked = parameters(&leave(&browser, "/api/auth/oidc/acme/start").await);
    let cookie = browser.cookie().unwrap();
    let kept: String = world.app.database.value("SELECT t::text FROM sso_attempts t").await;
    for secret in [&asked["state"], cookie.split_once('=').unwrap().1] {
        assert!(!kept.contains(secret), "{kept}");
    }
    // Unfinished sign-ins are deleted.
    world.app.pass(chrono::TimeDelta::minutes(10));
    leave(&browser, "/api/auth/oidc/acme/start").await;
    assert_eq!(world.app.database.value::<i64>("SELECT count(*) FROM sso_attempts").await, 1);
    world.app.finish().await;
}

#[tokio::test]
async fn the_cookie_of_a_sign_in_is_as_safe_as_that_of_a_session() {
    for (public_url, name, secure) in [
        ("http://proffer.example", "proffer_sso", false),
        ("https://proffer.example", "__Host-proffer_sso", true),
    ] {
        let world = World::with(Setup::default().with("PUBLIC_URL", public_url)).await;
        let started = world.app.anonymous().get("/api/auth/oidc/acme/start").await;
        let cookie = started.header("set-cookie").unwrap();
        assert!(cookie.starts_with(&format!("{name}=")), "{cookie}");
        for flag in ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=600"] {
            assert!(cookie.contains(&format!("; {flag}")), "{flag} is missing in {cookie}");
        }
        assert_eq!(cookie.contains("; Secure"), secure, "{cookie}");
        assert!(parameters(started.header("location").unwrap())["redirect_uri"].starts_with(public_url));
        assert_eq!(started.header("cache-control"), Some("no-store"));
        world.app.finish().await;
    }
}

#[tokio::test]
async fn every_common_way_of_signing_is_understood() {
    let world = World::new().await;
    let rsa = [CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, CoreJwsSigningAlgorithm::RsaSsaPssSha256]
        .map(Key::Rsa);
    for (number, key) in rsa.into_iter().chain([Key::Ed(1)]).enumerate() {
        let person = Person::new(&format!("person-{number}"), &format!("person-{number}@acme.example"));
        let (signing, keys) =
            (Signing::With(key), vec![Key::Rsa(CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256), Key::Ed(1)]);
        world.provider.behave(Behaviour { person, signing, keys, ..Behaviour::default() });
        assert_eq!(world.go(&world.app.anonymous(), "/api/auth/oidc/acme/start").await, "/", "{number}");
    }
    world.app.finish().await;
}

#[tokio::test]
async fn an_address_told_apart_from_the_token_is_asked_for() {
    let world = World::new().await;
    world.provider.behave(Behaviour { apart: true, ..Behaviour::default() });
    let browser = world.app.anonymous();
    assert_eq!(world.go(&browser, "/api/auth/oidc/acme/start").await, "/");
    assert_eq!(me(&browser).await["email"], "grace@acme.example");
    let before = world.census().await;
    let of_another = |claims: &mut Value| claims["sub"] = json!("another");
    world.provider.behave(Behaviour { apart: true, info: Box::new(of_another), ..Behaviour::default() });
    assert_eq!(world.go(&world.app.anonymous(), "/api/auth/oidc/acme/start").await, refused("token_invalid"));
    assert_eq!(world.census().await, before);
    world.app.finish().await;
}

#[tokio::test]
async fn an_account_is_not_opened_by_its_address_alone() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let before = world.census().await;
    let person = || Person::new("ada-at-acme", &address("ada"));
    let (browser, landed) = world.sign_in(person()).await;
    assert_eq!(landed, refused("account_exists"));
    assert_eq!((browser.cookie(), world.census().await), (None, before));

    // A signed-in user links the provider and stays signed in.
    world.provider.expect(person());
    let landed = world.go(&ada, "/api/auth/oidc/acme/start?link=1&returnTo=%2Fsettings%2Faccount").await;
    assert_eq!(landed, "/settings/account");
    assert_eq!(me(&ada).await["email"], address("ada"));
    let (browser, landed) = world.sign_in(person()).await;
    assert_eq!(landed, "/");
    assert_eq!(me(&browser).await["id"], ada.user["id"]);
    world.app.sign_in("ada").await;

    // An identity linked to Ada cannot be linked to another account.
    let bob = world.app.register_verified_owner("bob").await;
    let before = world.census().await;
    world.provider.expect(person());
    let landed = world.go(&bob, "/api/auth/oidc/acme/start?link=1&returnTo=%2Fsettings").await;
    assert_eq!((landed.as_str(), world.census().await), ("/settings?ssoError=identity_taken", before));
    world.app.finish().await;
}

#[tokio::test]
async fn only_the_person_who_asked_for_a_link_gets_it() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let bob = world.app.register_verified_owner("bob").await;
    world.provider.expect(Person::new("mallory", "mallory@evil.example"));
    let path = "/api/auth/oidc/acme/start?link=1";
    let anonymous = world.app.anonymous();
    assert_eq!(leave(&anonymous, path).await, refused("sign_in_first"));
    // A malicious page sends Ada's browser there.
    for site in ["cross-site", "same-site"] {
        let request = ada.request(Method::GET, path).header("Sec-Fetch-Site", site);
        assert_eq!(super::location(&ada.send(request).await), refused("sign_in_first"), "{site}");
    }
    let before = world.census().await;
    // In the meantime another person has signed in, or the session has ended.
    for cookie in [bob.cookie().unwrap(), "proffer_session=none".to_owned()] {
        let browser = world.app.anonymous();
        browser.set_cookie(ada.cookie());
        let back =
            world.provider.agree(&leave(&browser, &format!("{path}&returnTo=%2Fsettings")).await).await;
        let binding = browser
            .cookie()
            .unwrap()
            .split("; ")
            .find(|pair| pair.starts_with("proffer_sso="))
            .unwrap()
            .to_owned();
        let request =
            world.app.anonymous().request(Method::GET, &format!("{}?{}", back.path(), back.query().unwrap()));
        let answer =
            world.app.anonymous().send(request.header("Cookie", format!("{binding}; {cookie}"))).await;
        assert_eq!(super::location(&answer), "/settings?ssoError=sign_in_first");
    }
    assert_eq!(world.census().await, before);
    world.app.finish().await;
}

#[tokio::test]
async fn a_sign_in_ends_the_session_that_the_browser_had() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let before = ada.cookie().unwrap();
    world.provider.expect(Person::new("grace", "grace@acme.example"));
    world.go(&ada, "/api/auth/oidc/acme/start").await;
    assert_eq!(me(&ada).await["email"], "grace@acme.example");
    let old = world.app.anonymous();
    old.set_cookie(Some(before));
    old.get("/api/auth/user").await.problem(401, "unauthenticated");
    world.app.finish().await;
}

#[tokio::test]
async fn a_sign_in_never_redirects_to_another_site() {
    let world = World::new().await;
    for evil in [
        "https%3A%2F%2Fevil.example",
        "%2F%2Fevil.example",
        "%2F%5Cevil.example",
        "%2F%09%2Fevil.example",
        "%2Fapi%2Flogout",
    ] {
        let landed =
            world.go(&world.app.anonymous(), &format!("/api/auth/oidc/acme/start?returnTo={evil}")).await;
        assert_eq!(landed, "/", "{evil}");
    }
    for nothing in [
        "/api/auth/oidc/unknown/start",
        "/api/auth/sso/unknown/start",
        "/api/auth/sso/019cadc6-9a80-7aaa-8aaa-000000000001/start",
    ] {
        assert_eq!(leave(&world.app.anonymous(), nothing).await, refused("not_available"), "{nothing}");
        // A person who then signs in differently still reaches the requested page.
        let kept = leave(&world.app.anonymous(), &format!("{nothing}?returnTo=%2Fclients%3Fa%3Db")).await;
        assert_eq!(kept, "/auth?returnTo=%2Fclients%3Fa%3Db&ssoError=not_available", "{nothing}");
        let dropped = leave(&world.app.anonymous(), &format!("{nothing}?returnTo=%2F%2Fevil.example")).await;
        assert_eq!(dropped, refused("not_available"), "{nothing}");
    }
    world.app.finish().await;
}

#[tokio::test]
async fn an_account_without_a_password_is_not_opened_by_one() {
    let world = World::new().await;
    world.sign_in(Person::new("grace", "grace@acme.example")).await;
    let login = json!({ "email": "grace@acme.example", "password": PASSWORD });
    world.app.anonymous().post("/api/login", login).await.problem(401, "invalid_credentials");
    world.app.finish().await;
}

#[tokio::test]
async fn two_first_sign_ins_at_once_are_one_account() {
    let world = World::new().await;
    world.provider.expect(Person::new("grace", "grace@acme.example"));
    let browsers: Vec<Actor> = (0..4).map(|_| world.app.anonymous()).collect();
    let landed = futures_util::future::join_all(
        browsers.iter().map(|browser| world.go(browser, "/api/auth/oidc/acme/start")),
    )
    .await;
    assert_eq!(landed, ["/"; 4]);
    assert_eq!(world.app.database.value::<i64>("SELECT count(*) FROM users").await, 1);
    let ids = futures_util::future::join_all(browsers.iter().map(me)).await;
    assert!(ids.iter().all(|user| text(&user["id"]) == text(&ids[0]["id"])));
    world.app.finish().await;
}
