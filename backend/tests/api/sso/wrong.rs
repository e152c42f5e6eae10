//! Invalid tokens and callbacks: no one is signed in, nothing is stored, and the screen gets an error code.

use chrono::TimeDelta;
use reqwest::Url;
use serde_json::{Value, json};

use super::{
    World, land, leave,
    provider::{Behaviour, Key, Person, Signing},
    refused,
};
use crate::support::app::TestApp;

type Tampering = Box<dyn Fn(&mut Value) + Send>;

fn set(name: &'static str, value: Value) -> Tampering {
    Box::new(move |claims| claims[name] = value.clone())
}

fn without(name: &'static str) -> Tampering {
    Box::new(move |claims| drop(claims.as_object_mut().unwrap().remove(name)))
}

fn now(app: &TestApp) -> i64 {
    app.now().timestamp()
}

const START: &str = "/api/auth/oidc/acme/start";

#[tokio::test]
async fn an_invalid_token_refuses_the_sign_in() {
    let world = World::new().await;
    let at = now(&world.app);
    let before = world.census().await;
    let claims: Vec<(&str, Tampering)> = vec![
        ("another client's", set("aud", json!("another"))),
        ("nobody's", set("aud", json!([]))),
        ("without audience", without("aud")),
        ("several clients' and nobody's in particular", set("aud", json!(["site-acme", "other"]))),
        ("several clients' and made for another", {
            let (aud, azp) = (set("aud", json!(["site-acme", "other"])), set("azp", json!("other")));
            Box::new(move |claims| (aud(claims), azp(claims)).0)
        }),
        ("made for another", set("azp", json!("other"))),
        ("another issuer's", set("iss", json!("https://accounts.evil.example"))),
        (
            "almost the issuer's",
            Box::new(|claims| claims["iss"] = json!(format!("{}/", claims["iss"].as_str().unwrap()))),
        ),
        ("without issuer", without("iss")),
        ("of another sign-in", set("nonce", json!("A".repeat(43)))),
        ("of no sign-in", without("nonce")),
        ("expired", set("exp", json!(at - 60))),
        ("never ending", without("exp")),
        ("from the future", set("iat", json!(at + 61))),
        ("of no time", without("iat")),
        ("not valid yet", set("nbf", json!(at + 61))),
        ("good from no time", set("nbf", json!("tomorrow"))),
        ("about nobody", set("sub", json!(""))),
        ("a subject that is too long", set("sub", json!("x".repeat(256)))),
        ("about no subject", without("sub")),
    ];
    for (what, twist) in claims {
        world.provider.behave(Behaviour { twist, ..Behaviour::default() });
        let browser = world.app.anonymous();
        assert_eq!(world.go(&browser, START).await, refused("token_invalid"), "{what}");
        assert_eq!((browser.cookie(), world.census().await), (None, before.clone()), "{what}");
    }
    let signings = [
        ("not signed", Signing::Nothing),
        ("signed with the client secret", Signing::SharedSecret),
        ("signed with the public key as a secret", Signing::PublicKey),
        ("altered", Signing::Broken(Key::Ed(1))),
        ("signed with an unknown key", Signing::With(Key::Ed(9))),
        ("signed with another key under a known name", Signing::Named(Key::Ed(9), "ed-1")),
        ("signed under an unknown name", Signing::Named(Key::Ed(1), "nobody")),
    ];
    for (what, signing) in signings {
        world.provider.behave(Behaviour { signing, ..Behaviour::default() });
        let browser = world.app.anonymous();
        assert_eq!(world.go(&browser, START).await, refused("token_invalid"), "{what}");
        assert_eq!((browser.cookie(), world.census().await), (None, before.clone()), "{what}");
    }
    // The same without a fault: the refusals above were caused by the faults.
    let good: Vec<Tampering> = vec![
        Box::new(|_| ()),
        set("exp", json!(at - 59)),
        set("iat", json!(at + 60)),
        set("nbf", json!(at + 60)),
        Box::new(|claims| {
            (claims["aud"], claims["azp"]) = (json!(["site-acme", "other"]), json!("site-acme"));
        }),
    ];
    for twist in good {
        world.provider.behave(Behaviour { twist, ..Behaviour::default() });
        assert_eq!(world.go(&world.app.anonymous(), START).await, "/");
    }
    world.app.finish().await;
}

#[tokio::test]
async fn an_address_that_the_provider_has_not_verified_is_not_trusted() {
    let world = World::new().await;
    let before = world.census().await;
    let person = || Person::new("grace", "grace@acme.example");
    for (person, code) in [
        (person().with("email_verified", json!(false)), "email_not_verified"),
        (person().with("email_verified", Value::Null), "email_not_verified"),
        (person().with("email", Value::Null), "email_missing"),
        (person().with("email", json!("grace")), "email_missing"),
        (person().with("email", json!("grace@acme.example\r\nBcc: x@y.example")), "email_missing"),
    ] {
        let (browser, landed) = world.sign_in(person).await;
        assert_eq!(landed, refused(code));
        assert_eq!((browser.cookie(), world.census().await), (None, before.clone()), "{code}");
    }
    world.app.finish().await;
}

#[tokio::test]
async fn new_keys_are_fetched_when_one_is_unknown_and_not_more_often_than_that() {
    let world = World::new().await;
    let signed_with = |byte, keys: &[u8]| Behaviour {
        signing: Signing::With(Key::Ed(byte)),
        keys: keys.iter().copied().map(Key::Ed).collect(),
        ..Behaviour::default()
    };
    let go = async || world.go(&world.app.anonymous(), START).await;
    world.provider.behave(signed_with(1, &[1]));
    assert_eq!(go().await, "/");
    assert_eq!(go().await, "/");
    assert_eq!(world.provider.key_requests(), 1, "what is known is not asked for again");
    world.provider.behave(signed_with(2, &[1, 2]));
    assert_eq!(go().await, "/");
    assert_eq!(world.provider.key_requests(), 2, "an unknown key is asked for");
    world.provider.behave(signed_with(3, &[1, 2]));
    for _ in 0..5 {
        assert_eq!(go().await, refused("token_invalid"));
    }
    assert_eq!(world.provider.key_requests(), 2, "and not again within a minute, even for unknown keys");
    world.app.pass(TimeDelta::minutes(1));
    assert_eq!(go().await, refused("token_invalid"));
    assert_eq!(world.provider.key_requests(), 3);
    // A withdrawn key is accepted no longer than the cached key set.
    world.provider.behave(signed_with(1, &[4]));
    world.app.pass(TimeDelta::minutes(10));
    assert_eq!(go().await, refused("token_invalid"));
    world.app.finish().await;
}

/// The same address with one parameter changed, added, or removed.
fn with(back: &Url, name: &str, value: Option<&str>) -> Url {
    let mut changed = back.clone();
    let kept: Vec<(String, String)> =
        back.query_pairs().into_owned().filter(|(key, _)| key != name).collect();
    changed.query_pairs_mut().clear().extend_pairs(kept).extend_pairs(value.map(|value| (name, value)));
    changed
}

#[tokio::test]
async fn the_way_back_is_the_one_that_this_browser_began() {
    let world = World::new().await;
    let before = world.census().await;
    let begin = async || {
        let browser = world.app.anonymous();
        let back = world.provider.agree(&leave(&browser, START).await).await;
        (browser, back)
    };
    // An attacker sends a victim the callback of the attacker's own sign-in.
    let (_, of_the_attacker) = begin().await;
    let (victim, back) = begin().await;
    assert_eq!(land(&victim, &of_the_attacker).await, refused("expired"));
    assert_eq!(land(&victim, &back).await, refused("expired"), "the attack has ended the sign-in");
    let (_, back) = begin().await;
    assert_eq!(land(&world.app.anonymous(), &back).await, refused("expired"), "without a cookie");
    for state in [None, Some(""), Some("guessed")] {
        let (browser, back) = begin().await;
        assert_eq!(land(&browser, &with(&back, "state", state)).await, refused("expired"), "{state:?}");
    }
    // Too late.
    let (browser, back) = begin().await;
    world.app.pass(TimeDelta::minutes(10));
    assert_eq!(land(&browser, &back).await, refused("expired"));
    assert_eq!(world.census().await, before);
    assert_eq!(world.provider.token_requests(), 0, "no code was exchanged for any of that");

    // Just in time; and then a second time.
    let (browser, back) = begin().await;
    let cookie = browser.cookie();
    world.app.pass(TimeDelta::minutes(10) - TimeDelta::milliseconds(1));
    assert_eq!(land(&browser, &back).await, "/");
    let signed_in = world.census().await;
    browser.set_cookie(cookie);
    assert_eq!(land(&browser, &back).await, refused("expired"));
    assert_eq!(world.census().await, signed_in);
    world.app.finish().await;
}

#[tokio::test]
async fn a_code_works_once_in_its_own_browser_and_from_its_own_issuer() {
    let world = World::new().await;
    let before = world.census().await;
    let begin = async || {
        let browser = world.app.anonymous();
        let there = leave(&browser, START).await;
        (browser, there)
    };
    // A used code cannot be used for another sign-in.
    let (browser, there) = begin().await;
    let used = world.provider.agree(&there).await;
    assert_eq!(land(&browser, &used).await, "/");
    let signed_in = world.census().await;
    let code = used.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
    let (browser, there) = begin().await;
    let back = with(&world.provider.agree(&there).await, "code", Some(&code));
    assert_eq!(land(&browser, &back).await, refused("provider_refused"));
    // Even if the provider issues a token for it again: that token belongs to another sign-in.
    world.provider.behave(Behaviour { forgetful: true, ..Behaviour::default() });
    let (_, there) = begin().await;
    let stolen = world.provider.agree(&there).await;
    let code = stolen.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
    let (browser, there) = begin().await;
    let back = with(&world.provider.agree(&there).await, "code", Some(&code));
    assert_eq!(land(&browser, &back).await, refused("provider_refused"), "its challenge is another's");

    // A challenge that is not ours.
    let (browser, there) = begin().await;
    let there = with(&there.parse().unwrap(), "code_challenge", Some(&"A".repeat(43)));
    let back = world.provider.agree(there.as_str()).await;
    assert_eq!(land(&browser, &back).await, refused("provider_refused"));

    for (name, value, code) in [
        ("code", None, "provider_refused"),
        ("code", Some("guessed"), "provider_refused"),
        ("error", Some("access_denied"), "cancelled"),
        ("error", Some("server_error"), "provider_refused"),
        ("error", Some("<script>alert(1)</script>"), "provider_refused"),
        ("iss", Some("https://accounts.evil.example"), "token_invalid"),
        ("iss", Some(""), "token_invalid"),
    ] {
        let (browser, there) = begin().await;
        let back = with(&world.provider.agree(&there).await, name, value);
        assert_eq!(land(&browser, &back).await, refused(code), "{name}={value:?}");
    }
    assert_eq!(world.census().await, signed_in);
    assert_ne!(before, signed_in);

    let (browser, there) = begin().await;
    let back = with(&world.provider.agree(&there).await, "iss", Some(&world.provider.issuer));
    assert_eq!(land(&browser, &back).await, "/");
    world.app.finish().await;
}

#[tokio::test]
async fn a_provider_that_says_it_names_itself_must() {
    let world = World::new().await;
    let named =
        |description: &mut Value| description["authorization_response_iss_parameter_supported"] = json!(true);
    world.provider.behave(Behaviour { description: Box::new(named), ..Behaviour::default() });
    assert_eq!(world.go(&world.app.anonymous(), START).await, refused("token_invalid"));
    let browser = world.app.anonymous();
    let back = world.provider.agree(&leave(&browser, START).await).await;
    assert_eq!(land(&browser, &with(&back, "iss", Some(&world.provider.issuer))).await, "/");
    world.app.finish().await;
}

#[tokio::test]
async fn a_provider_that_describes_itself_wrongly_is_not_gone_to() {
    for (what, value) in [
        ("issuer", json!("https://accounts.evil.example")),
        ("token_endpoint", Value::Null),
        ("token_endpoint", json!("http://169.254.169.254/latest/meta-data")),
        ("token_endpoint", json!("https://127.0.0.1:1/token")),
        ("jwks_uri", json!("file:///etc/passwd")),
        ("authorization_endpoint", json!("javascript:alert(1)")),
        ("userinfo_endpoint", json!("https://[::ffff:10.0.0.1]/")),
    ] {
        let world = World::new().await;
        let description: Tampering = set(what, value.clone());
        world.provider.behave(Behaviour { description, ..Behaviour::default() });
        assert_eq!(
            leave(&world.app.anonymous(), START).await,
            refused("provider_unavailable"),
            "{what} {value}"
        );
        world.app.finish().await;
    }
}
