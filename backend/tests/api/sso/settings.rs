//! Setting up a workspace's connection and its domains.

use chrono::TimeDelta;
use proffer_domain::sso::record_name;
use serde_json::{Value, json};
use tokio::process::Command;

use super::{
    World, connection,
    provider::{Behaviour, secret_of},
};
use crate::support::{
    actor::{Actor, text},
    app::{Setup, TestApp},
    stories::{Owner, address},
};

async fn fields(owner: &Actor, input: Value) -> Vec<String> {
    let answer = owner.put("/api/sso", input).await;
    answer.problem(422, "validation_failed");
    answer.field_messages()
}

#[tokio::test]
async fn a_connection_is_set_up_step_by_step() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let seen = ada.get("/api/sso").await.expect(200);
    let nothing = json!({
        "hasClientSecret": false, "redirectUri": format!("{}api/auth/oidc/callback", world.app.base),
        "enabled": false,
        "enforced": false, "addsMembers": true, "defaultRole": "member", "domains": [],
        "etag": text(&seen["etag"]),
    });
    assert_eq!(seen, nothing);
    ada.post_empty("/api/sso/test").await.problem(404, "no_sso");

    let off = json!({ "enabled": false });
    let input = |changes: Value| connection(&world.provider, "ada", changes);
    let mut without_secret = input(off.clone());
    without_secret.as_object_mut().unwrap().remove("clientSecret");
    assert_eq!(fields(&ada, without_secret.clone()).await, ["clientSecret: Client secret is required"]);
    assert_eq!(
        fields(&ada, input(json!({}))).await,
        ["enabled: Verify a mail domain before you enable single sign-on"]
    );
    let required = fields(&ada, input(json!({ "enabled": false, "enforced": true }))).await;
    assert_eq!(required, ["enforced: Enable single sign-on and sign in with it once before you require it"]);
    for (issuer, why) in [
        ("http://accounts.example", "the address must begin with https://"),
        ("ftp://accounts.example", "the address must begin with https://"),
        ("accounts.example", "it is not an address that begins with https://"),
        ("https://user:word@accounts.example", "the address must not contain a user name or password"),
        ("https://accounts.example/?a=b", "an issuer has neither ? nor #"),
    ] {
        let said = fields(&ada, input(json!({ "issuer": issuer, "enabled": false }))).await;
        assert_eq!(said, [format!("issuer: Issuer cannot be used: {why}")]);
    }
    for inside in [
        "https://127.0.0.1",
        "https://169.254.169.254/latest",
        "https://[::1]:8080",
        "https://0x7f.1",
        "https://10.0.0.1",
    ] {
        let said = fields(&ada, input(json!({ "issuer": inside, "enabled": false }))).await;
        assert!(said[0].contains("is not a public address"), "{inside}: {said:?}");
    }
    assert_eq!(ada.get("/api/sso").await.expect(200), nothing, "nothing is half-saved");

    let saved = ada.put("/api/sso", input(off.clone())).await.expect(200);
    assert_eq!((&saved["issuer"], &saved["clientId"]), (&json!(world.provider.issuer), &json!("ada")));
    assert_eq!((&saved["hasClientSecret"], &saved["enabled"]), (&json!(true), &json!(false)));
    // Without a new secret the stored one is kept.
    assert_eq!(ada.put("/api/sso", without_secret).await.expect(200), saved);
    world.prove(&ada, "acme.example").await;
    let enabled = ada
        .put("/api/sso", input(json!({ "enforced": true, "defaultRole": "admin", "addsMembers": false })))
        .await
        .expect(200);
    assert_eq!((&enabled["enabled"], &enabled["enforced"]), (&json!(true), &json!(true)));
    assert_eq!((&enabled["defaultRole"], &enabled["addsMembers"]), (&json!("admin"), &json!(false)));
    assert_eq!(ada.get("/api/sso").await.expect(200), enabled);
    ada.delete("/api/sso").await.expect(204);
    let left = ada.get("/api/sso").await.expect(200);
    assert_eq!(
        (&left["hasClientSecret"], left["domains"].as_array().unwrap().len()),
        (&json!(false), 1),
        "domains stay proven"
    );
    ada.delete("/api/sso").await.expect(204);

    let log: Vec<String> = world
        .app
        .database
        .values("SELECT action || ' ' || coalesce(target_name, '') || ' ' || details FROM audit_log WHERE object = 'sso' ORDER BY id")
        .await;
    let issuer = &world.provider.issuer;
    assert!(
        log.contains(&format!(
            "update {issuer} {{\"enabled\": true, \"enforced\": true, \"addsMembers\": false}}"
        )),
        "{log:#?}"
    );
    assert!(log.contains(&"add_domain acme.example {}".to_owned()), "{log:#?}");
    assert!(
        log.contains(&"prove acme.example {}".to_owned()) && log.contains(&format!("delete {issuer} {{}}")),
        "{log:#?}"
    );
    world.app.finish().await;
}

#[tokio::test]
async fn the_client_secret_is_never_seen_again() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let bob = world.app.register_verified_owner("bob").await;
    world.connected(&ada, "acme.example", json!({})).await;
    let of_bob = world.connected(&bob, "bob.example", json!({})).await;
    let secret = secret_of("ada");
    let shown = ada.get("/api/sso").await;
    let log: Vec<String> = world.app.database.values("SELECT t::text FROM audit_log t").await;
    let kept: Vec<String> = world
        .app
        .database
        .values("SELECT encode(client_secret, 'escape') || t::text FROM sso_connections t")
        .await;
    for text in [vec![shown.text()], log, kept].concat() {
        assert!(!text.contains(&secret) && !text.contains(&hex::encode(&secret)), "{text}");
    }
    // Moved into another workspace's row it cannot be decrypted.
    let of_ada = "(SELECT client_secret FROM sso_connections WHERE client_id = 'ada')";
    world
        .app
        .database
        .run(format!(
            "UPDATE sso_connections SET client_id = 'ada', client_secret = {of_ada} WHERE client_id = 'bob'"
        ))
        .await;
    let landed = super::leave(&world.app.anonymous(), &format!("/api/auth/sso/{of_bob}/start")).await;
    assert_eq!(landed, super::refused("not_available"));
    let tested = bob.post_empty("/api/sso/test").await.expect(200);
    assert_eq!(
        tested["checks"][0]["message"],
        "The stored client secret can no longer be read. Enter it again."
    );
    world.app.finish().await;
}

#[tokio::test]
async fn a_secret_survives_its_key_being_replaced() {
    const NEW: &str = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let workspace = world.connected(&ada, "acme.example", json!({})).await;
    let start = format!("/api/auth/sso/{workspace}/start");
    for (keys, leads) in
        [(format!("{NEW},{}", crate::support::app::SECRET_KEY), true), (NEW.to_owned(), false)]
    {
        let setup = Setup::default().with("SECRET_KEY", keys).with("OUTBOUND_ALLOW", world.provider.host());
        let mut other = setup.on(&world.app, 77).start().await;
        let landed = super::leave(&other.anonymous(), &start).await;
        assert_eq!(landed.starts_with(&world.provider.issuer), leads, "{landed}");
        other.shut_down().await;
    }
    world.app.finish().await;
}

async fn add(owner: &Actor, domain: &str) -> Value {
    owner.post("/api/sso/domains", json!({ "domain": domain })).await.expect(201)
}

fn prove_path(domain: &Value) -> String {
    format!("/api/sso/domains/{}/prove", text(&domain["id"]))
}

#[tokio::test]
async fn a_domain_is_proven_by_its_record() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let domain = add(&ada, " @Acme.Example. ").await;
    assert_eq!(
        (&domain["domain"], &domain["recordName"]),
        (&json!("acme.example"), &json!("_proffer-challenge.acme.example"))
    );
    let value = text(&domain["recordValue"]);
    assert!(value.starts_with("proffer-verification=") && value.len() == 64, "{value}");
    ada.post("/api/sso/domains", json!({ "domain": "ACME.example" })).await.problem(409, "domain_exists");

    let name = record_name("acme.example");
    let missing = ada.post_empty(prove_path(&domain)).await.problem(422, "domain_not_proven");
    let expected = format!(
        "There is no TXT record at {name} yet. It must contain \"{value}\". A new record can take up to an hour to be visible."
    );
    assert_eq!(missing["message"], expected);
    world.dns.add(&name, "proffer-verification=of-another-site").await;
    let wrong = ada.post_empty(prove_path(&domain)).await.problem(422, "domain_not_proven");
    assert!(text(&wrong["message"]).contains("contains \"proffer-verification=of-another-site\""), "{wrong}");
    assert_eq!(ada.get("/api/sso").await.expect(200)["domains"], json!([domain]));

    // A moment later the record is there, next to the other one.
    world.dns.add(&name, value).await;
    let proven = ada.post_empty(prove_path(&domain)).await.expect(200);
    assert_eq!(proven["provenAt"], "2026-03-02T09:00:00.000Z");
    world.dns.remove(&name).await;
    assert_eq!(ada.post_empty(prove_path(&domain)).await.expect(200), proven, "proven once is proven");
    world.app.finish().await;
}

#[tokio::test]
async fn a_proven_domain_is_looked_at_every_week() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    world.prove(&ada, "acme.example").await;
    world.app.pays(&ada).await;
    let is_proven =
        async || world.app.database.value::<bool>("SELECT proven_at IS NOT NULL FROM sso_domains").await;
    world.app.pass(TimeDelta::days(7));
    assert_eq!(world.app.mail().await.len(), 0);

    // The record is gone: the owner is notified, and has some days to restore it.
    let name = record_name("acme.example");
    world.dns.remove(&name).await;
    world.app.pass(TimeDelta::days(7));
    let mail = world.app.mail_to(&ada.email).await;
    assert_eq!(mail.subject, "The record of acme.example is missing");
    for _ in 0..2 {
        world.app.pass(TimeDelta::days(1));
        assert_eq!(world.app.mail().await.len(), 0);
        assert!(is_proven().await);
    }
    world.app.pass(TimeDelta::days(1));
    assert!(
        world
            .app
            .mail_to(&ada.email)
            .await
            .text
            .contains("acme.example is no longer a verified domain of your workspace")
    );
    assert!(!is_proven().await);
    assert_eq!(world.app.database.value::<i64>("SELECT count(*) FROM proven_domains").await, 0);
    world.app.finish().await;
}

#[tokio::test]
async fn a_domain_belongs_to_the_first_workspace_that_proves_it() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let bob = world.app.register_verified_owner("bob").await;
    // Claiming a domain is not enough, and does not prevent others from verifying it.
    let of_ada = add(&ada, "acme.example").await;
    let of_bob = world.prove(&bob, "acme.example").await;
    world.dns.add(text(&of_ada["recordName"]), text(&of_ada["recordValue"])).await;
    let taken = ada.post_empty(prove_path(&of_ada)).await.problem(409, "domain_taken");
    assert_eq!(taken["message"], "Another workspace has verified acme.example.");
    assert_eq!(ada.get("/api/sso").await.expect(200)["domains"], json!([of_ada]));
    // A released domain is free.
    bob.delete(format!("/api/sso/domains/{of_bob}")).await.expect(204);
    ada.post_empty(prove_path(&of_ada)).await.expect(200);
    for (method, path) in
        [("prove", prove_path(&of_ada)), ("remove", format!("/api/sso/domains/{}", text(&of_ada["id"])))]
    {
        let answer = if method == "prove" { bob.post_empty(path).await } else { bob.delete(path).await };
        answer.problem(404, "domain_not_found");
    }
    world.app.finish().await;
}

#[tokio::test]
async fn a_public_or_malformed_domain_is_refused() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    for (domain, message) in [
        ("", "domain: Domain is required"),
        ("acme", "domain: Domain must be a mail domain such as example.com"),
        ("https://acme.example", "domain: Domain must be a mail domain such as example.com"),
        ("127.0.0.1", "domain: Domain must be a mail domain such as example.com"),
        ("GMail.com", "domain: gmail.com is a public mail provider. Use your company's domain."),
    ] {
        let answer = ada.post("/api/sso/domains", json!({ "domain": domain })).await;
        answer.problem(422, "validation_failed");
        assert_eq!(answer.field_messages(), [message]);
    }
    assert_eq!(add(&ada, "Bücher.example").await["domain"], "xn--bcher-kva.example");
    app.finish().await;
}

#[tokio::test]
async fn the_last_proven_domain_of_a_connection_in_use_stays() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    world.connected(&ada, "acme.example", json!({})).await;
    let id = ada.get("/api/sso").await.expect(200)["domains"][0]["id"].clone();
    let path = format!("/api/sso/domains/{}", text(&id));
    let refused = ada.delete(&path).await.problem(409, "domain_in_use");
    assert_eq!(
        refused["message"],
        "Single sign-on needs acme.example, the only verified domain. Disable single sign-on first."
    );
    ada.put("/api/sso", connection(&world.provider, "ada", json!({ "enabled": false }))).await.expect(200);
    ada.delete(&path).await.expect(204);
    assert_eq!(world.app.database.value::<i64>("SELECT count(*) FROM proven_domains").await, 0);
    world.app.finish().await;
}

async fn make_admin(world: &World, name: &str) -> Owner {
    let owner = world.app.register_verified_owner(name).await;
    world
        .app
        .database
        .run(format!("UPDATE users SET is_admin = true WHERE email = '{}'", address(name)))
        .await;
    owner
}

#[tokio::test]
async fn a_site_administrator_vouches_for_a_domain() {
    let world = World::new().await;
    let root = make_admin(&world, "root").await;
    let ada = world.app.register_verified_owner("ada").await;
    let domain = add(&ada, "acme.example").await;
    world.prove(&ada, "proven.example").await;
    for path in
        ["/api/admin/domains".to_owned(), format!("/api/admin/domains/{}/approve", text(&domain["id"]))]
    {
        let answer = if path.ends_with("approve") { ada.post_empty(path).await } else { ada.get(path).await };
        answer.problem(403, "forbidden");
    }
    let waiting = root.get("/api/admin/domains").await.expect(200);
    assert_eq!(waiting.as_array().unwrap().len(), 1, "{waiting:#}");
    assert_eq!((&waiting[0]["id"], &waiting[0]["domain"]), (&domain["id"], &json!("acme.example")));
    assert_eq!(
        (&waiting[0]["workspaceId"], &waiting[0]["workspaceName"]),
        (&ada.user["workspace"]["id"], &ada.user["workspace"]["name"])
    );
    root.post_empty(format!("/api/admin/domains/{}/approve", text(&domain["id"]))).await.expect(204);
    root.post_empty("/api/admin/domains/019cadc6-9a80-7aaa-8aaa-000000000001/approve")
        .await
        .problem(404, "domain_not_found");
    assert_eq!(root.get("/api/admin/domains").await.expect(200), json!([]));
    let shown = ada.get("/api/sso").await.expect(200);
    assert_eq!(shown["domains"][0]["provenAt"], "2026-03-02T09:00:00.000Z");
    // The workspace's own log names the actor.
    let log: Vec<String> = world
        .app
        .database
        .values(format!(
            "SELECT actor_kind || ' ' || actor_name || ' ' || action || ' ' || target_name FROM audit_log
             WHERE workspace_id = '{}' AND object = 'site'",
            text(&ada.user["workspace"]["id"])
        ))
        .await;
    assert_eq!(log, ["site_admin root root Meyer prove acme.example"]);
    world.app.finish().await;
}

type Description = fn(&mut Value);

#[tokio::test]
async fn a_test_says_exactly_what_is_wrong() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    ada.put("/api/sso", connection(&world.provider, "ada", json!({ "enabled": false }))).await.expect(200);
    let run = async || {
        let tested = ada.post_empty("/api/sso/test").await.expect(200);
        let checks = tested["checks"].as_array().unwrap().clone();
        assert_eq!(tested["ok"], json!(checks.iter().all(|check| check["ok"] == json!(true))));
        checks
            .iter()
            .map(|check| format!("{} {} {}", text(&check["name"]), check["ok"], text(&check["message"])))
            .collect::<Vec<_>>()
    };
    let issuer = world.provider.issuer.clone();
    let mut expected = vec![
        format!("discovery true {issuer} describes itself."),
        "issuer true The issuer is the one entered.".to_owned(),
        format!("endpoints true People sign in at {issuer}/authorize."),
        "keys true It signs with one key.".to_owned(),
        "algorithms true It signs with RS256, PS256, EdDSA.".to_owned(),
        "client true The provider accepts the client ID and client secret.".to_owned(),
        "domains false No mail domain is entered. Add the domain of your team's addresses and verify it."
            .to_owned(),
    ];
    assert_eq!(run().await, expected);
    add(&ada, "other.example").await;
    assert_eq!(
        run().await[6],
        "domains false No mail domain is verified: other.example wait for their DNS record."
    );
    world.prove(&ada, "acme.example").await;
    expected[6] = "domains true Verified: acme.example. Not yet: other.example.".to_owned();
    assert_eq!(run().await, expected);

    let wrong: [(&str, usize, Description, &str); 6] = [
        (
            "issuer",
            1,
            |d| d["issuer"] = json!("https://acme.example/"),
            "The provider's issuer is https://acme.example/. Enter exactly that",
        ),
        (
            "endpoints",
            2,
            |d| d["token_endpoint"] = Value::Null,
            "The provider's metadata has no token endpoint.",
        ),
        (
            "endpoints",
            2,
            |d| d["token_endpoint"] = json!("https://10.0.0.1/"),
            "10.0.0.1 is not a public address",
        ),
        ("keys", 3, |d| d["jwks_uri"] = json!(format!("{}/nowhere", text(&d["issuer"]))), "it answers 404"),
        (
            "algorithms",
            4,
            |d| d["id_token_signing_alg_values_supported"] = json!(["HS256"]),
            "signs ID tokens with HS256 only",
        ),
        ("discovery", 0, |d| *d = json!({ "hello": "world" }), "is not an OpenID Connect discovery document"),
    ];
    for (name, at, description, message) in wrong {
        world.provider.behave(Behaviour { description: Box::new(description), ..Behaviour::default() });
        let said = run().await;
        assert_eq!(said.len(), at + 2, "{said:#?}");
        assert!(
            said[at].starts_with(&format!("{name} false ")) && said[at].contains(message),
            "{}",
            said[at]
        );
        assert!(said[..at].iter().all(|check| check.contains(" true ")), "{said:#?}");
    }
    world.provider.behave(Behaviour::default());
    for (changes, at, message) in [
        (json!({ "issuer": format!("{issuer}/nowhere") }), 0, "answers 404. Check that this is the issuer"),
        (json!({ "issuer": "https://nobody.invalid" }), 0, "cannot be read: "),
        (
            json!({ "clientSecret": "wrong" }),
            5,
            "The provider refuses the client ID or client secret (invalid_client).",
        ),
    ] {
        ada.put("/api/sso", connection(&world.provider, "ada", changes)).await.expect(200);
        let said = run().await;
        assert!(said[at].contains(" false ") && said[at].contains(message), "{said:#?}");
        assert_eq!(said.len(), at + 2, "{said:#?}");
    }
    world.app.finish().await;
}

#[tokio::test]
async fn the_command_line_makes_site_administrators_who_sign_in_anew() {
    use secrecy::ExposeSecret as _;
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let grant = async |email: &str| {
        let mut process = Command::new(env!("CARGO_BIN_EXE_proffer"));
        process
            .args(["admin", "grant", email])
            .env("PROFFER_SYSTEM_DATABASE_URL", app.database.urls.system.expose_secret());
        let output = process.output().await.unwrap();
        (
            output.status.success(),
            String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
        )
    };
    let (well, said) = grant("nobody@nobody.example").await;
    assert!(!well && said.contains("no account has the address nobody@nobody.example"), "{said}");
    assert_eq!(ada.get("/api/auth/user").await.expect(200)["isAdmin"], false);
    let (well, said) = grant(" Ada@ada.example").await;
    assert!(well, "{said}");
    ada.get("/api/auth/user").await.problem(401, "unauthenticated");
    let ada = app.sign_in("ada").await;
    assert_eq!(ada.get("/api/auth/user").await.expect(200)["isAdmin"], true);
    app.finish().await;
}
