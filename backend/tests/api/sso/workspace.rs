//! A workspace's own provider: for which addresses it is accepted, who becomes a member, and the effect of
//! requiring it.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{
    World, connection,
    provider::{Person, secret_of},
    refused,
};
use crate::support::{
    actor::{Actor, text},
    stories::{Owner, PASSWORD, address, registration},
};

async fn me(browser: &Actor) -> Value {
    browser.get("/api/auth/user").await.expect(200)
}

fn grace() -> Person {
    Person::new("grace", "grace@acme.example")
}

/// The members of a workspace, with role and status.
async fn team(world: &World, workspace: &str) -> Vec<String> {
    let query = format!(
        "SELECT invited_email || ' ' || role || ' ' || status FROM team_members WHERE workspace_id = '{workspace}' ORDER BY invited_email, status"
    );
    world.app.database.values(query).await
}

/// An open invitation into a workspace.
async fn invite(world: &World, workspace: &str, email: &str, role: &str, expires_at: &str) {
    let id = world.app.app.new_id();
    let now = world.app.now().to_rfc3339();
    world
        .app
        .database
        .run(format!(
            "INSERT INTO team_members (workspace_id, id, role, invited_email, status, created_at, updated_at)
             VALUES ('{workspace}', '{id}', '{role}', '{email}', 'invited', '{now}', '{now}');
             INSERT INTO account_tokens (id, kind, token_hash, expires_at, created_at, invited_workspace, invited_member)
             VALUES ('{id}', 'invitation', '\\x{}', '{expires_at}', '{now}', '{workspace}', '{id}')",
            id.simple()
        ))
        .await;
}

/// Makes an existing account a member.
async fn add_member(world: &World, workspace: &str, person: &Owner) {
    let now = world.app.now().to_rfc3339();
    world
        .app
        .database
        .run(format!(
            "INSERT INTO team_members (workspace_id, id, user_id, role, invited_email, status, created_at, updated_at)
             VALUES ('{workspace}', '{}', '{}', 'member', '{}', 'active', '{now}', '{now}')",
            world.app.app.new_id(),
            text(&person.user["id"]),
            person.email,
        ))
        .await;
}

#[tokio::test]
async fn a_person_known_to_the_provider_becomes_a_member() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let workspace = world.connected(&ada, "acme.example", json!({ "defaultRole": "admin" })).await;

    let anonymous = world.app.anonymous();
    let found = anonymous
        .post("/api/auth/sso", json!({ "email": " Grace@ACME.example", "returnTo": "/clients" }))
        .await
        .expect(200);
    assert_eq!(
        found["url"],
        format!("/api/auth/sso/{workspace}/start?email=grace%40acme.example&returnTo=%2Fclients")
    );
    for other in ["grace@other.example", "grace@sub.acme.example", &address("ada")] {
        let none = anonymous.post("/api/auth/sso", json!({ "email": other })).await.problem(404, "no_sso");
        assert_eq!(
            none["message"],
            "There is no single sign-on for this address. Sign in with your password instead."
        );
    }
    anonymous.post("/api/auth/sso", json!({ "email": "grace" })).await.problem(422, "validation_failed");

    world.provider.expect(grace());
    let there = super::leave(&anonymous, text(&found["url"])).await;
    assert!(there.contains("login_hint=grace%40acme.example"), "{there}");
    let back = world.provider.agree(&there).await;
    assert_eq!(super::land(&anonymous, &back).await, "/clients");
    let user = me(&anonymous).await;
    assert_eq!((&user["workspace"]["id"], &user["workspace"]["role"]), (&json!(workspace), &json!("admin")));
    assert_eq!(user["workspaces"].as_array().unwrap().len(), 1, "and none of her own: {user:#}");
    assert_eq!(
        team(&world, &workspace).await,
        ["ada@ada.example owner active", "grace@acme.example admin active"]
    );
    let log: Vec<String> = world
        .app
        .database
        .values(format!(
            "SELECT actor_name || ' ' || action || ' ' || object || ' ' || target_name FROM audit_log
             WHERE workspace_id = '{workspace}' AND object = 'team'"
        ))
        .await;
    assert_eq!(log, ["Grace Meyer join team grace@acme.example"]);

    // The second time nothing is added.
    let (again, landed) = world.sign_in_through(&workspace, grace()).await;
    assert_eq!((landed.as_str(), &me(&again).await["id"]), ("/", &user["id"]));
    assert_eq!(team(&world, &workspace).await.len(), 2);
    assert_eq!(world.app.mail().await.len(), 1, "the owner is told of the new member");
    world.app.finish().await;
}

#[tokio::test]
async fn a_provider_speaks_for_the_proven_domains_of_its_workspace_alone() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let mallory = world.app.register_verified_owner("mallory").await;
    let acme = world.connected(&ada, "acme.example", json!({})).await;
    let evil = world.connected(&mallory, "evil.example", json!({})).await;
    let (_, landed) = world.sign_in_through(&acme, grace()).await;
    assert_eq!(landed, "/");

    // The tenant's own provider asserts anything, but is not accepted for other addresses.
    let before = world.census().await;
    for email in [
        &address("ada"),
        "grace@acme.example",
        "new@acme.example",
        "new@nobody.example",
        "new@sub.evil.example",
    ] {
        for subject in ["grace", "another"] {
            let (browser, landed) = world.sign_in_through(&evil, Person::new(subject, email)).await;
            assert_eq!(landed, refused("domain_not_proven"), "{email}");
            assert_eq!((browser.cookie(), world.census().await), (None, before.clone()), "{email}");
        }
    }
    // The same subject of the same issuer is a different person there.
    let (browser, landed) = world.sign_in_through(&evil, Person::new("grace", "grace@evil.example")).await;
    assert_eq!(landed, "/");
    let user = me(&browser).await;
    assert_eq!((&user["email"], &user["workspace"]["id"]), (&json!("grace@evil.example"), &json!(evil)));
    assert!(
        user["workspaces"].as_array().unwrap().iter().all(|place| place["id"] != json!(acme)),
        "{user:#}"
    );

    // An existing identity is not accepted either once its address's domain has been released.
    let more = world.prove(&mallory, "more.example").await;
    let (_, landed) = world.sign_in_through(&evil, Person::new("joan", "joan@more.example")).await;
    assert_eq!(landed, "/");
    mallory.delete(format!("/api/sso/domains/{more}")).await.expect(204);
    let before = world.census().await;
    for email in ["joan@more.example", "joan@evil.example"] {
        let (_, landed) = world.sign_in_through(&evil, Person::new("joan", email)).await;
        assert_eq!((landed, world.census().await), (refused("domain_not_proven"), before.clone()), "{email}");
    }
    assert_eq!(world.app.mail().await.len(), 3, "the owner is told of the new member");
    world.app.finish().await;
}

#[tokio::test]
async fn a_members_account_of_a_proven_domain_is_linked() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let bob = world.app.register_verified_owner("bob").await;
    let workspace = world.connected(&ada, "bob.example", json!({})).await;
    let at_acme = Person::new("bob-at-acme", &address("bob"));
    assert_eq!(world.sign_in_through(&workspace, at_acme.clone()).await.1, refused("account_elsewhere"));
    add_member(&world, &workspace, &bob).await;
    let (browser, landed) = world.sign_in_through(&workspace, at_acme).await;
    assert_eq!(landed, "/");
    let user = me(&browser).await;
    assert_eq!((&user["id"], &user["hasPassword"]), (&bob.user["id"], &json!(true)));
    world.app.sign_in("bob").await;
    world.app.finish().await;
}

/// An attacker registers another person's address and waits until its owner verifies it.
#[tokio::test]
async fn an_unverified_account_loses_its_password_when_the_owner_of_the_address_signs_in() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let workspace = world.connected(&ada, "grace.example", json!({})).await;
    let stranger = world.app.anonymous();
    stranger.post("/api/register", registration("grace")).await.expect(200);
    let link = world.app.mail_to(&address("grace")).await.link_parameter("token");
    let (browser, landed) = world.sign_in_through(&workspace, Person::new("grace", &address("grace"))).await;
    assert_eq!(landed, "/");
    let user = me(&browser).await;
    assert_eq!((&user["emailVerified"], &user["hasPassword"]), (&json!(true), &json!(false)));
    stranger
        .post("/api/login", json!({ "email": address("grace"), "password": PASSWORD }))
        .await
        .problem(401, "invalid_credentials");
    assert_eq!(stranger.get(format!("/api/verify-email?token={link}")).await.expect(200)["verified"], false);
    assert_eq!(world.app.mail().await.len(), 1, "the owner is told of the new member");
    world.app.finish().await;
}

#[tokio::test]
async fn the_workspace_decides_who_becomes_a_member() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let workspace = world.connected(&ada, "acme.example", json!({ "addsMembers": false })).await;
    let before = world.census().await;
    let (browser, landed) = world.sign_in_through(&workspace, grace()).await;
    assert_eq!((landed, browser.cookie(), world.census().await), (refused("not_a_member"), None, before));

    // An expired invitation is ignored; an open one is accepted, with its role.
    let soon = world.app.now() + TimeDelta::days(1);
    invite(&world, &workspace, "grace@acme.example", "admin", &world.app.now().to_rfc3339()).await;
    assert_eq!(world.sign_in_through(&workspace, grace()).await.1, refused("not_a_member"));
    world
        .app
        .database
        .run(format!(
            "UPDATE account_tokens SET expires_at = '{}' WHERE kind = 'invitation'",
            soon.to_rfc3339()
        ))
        .await;
    let (browser, landed) = world.sign_in_through(&workspace, grace()).await;
    assert_eq!(landed, "/");
    assert_eq!(me(&browser).await["workspace"]["role"], "admin");
    assert_eq!(
        team(&world, &workspace).await,
        ["ada@ada.example owner active", "grace@acme.example admin active"]
    );
    let used: bool = world
        .app
        .database
        .value("SELECT bool_and(used_at IS NOT NULL) FROM account_tokens WHERE kind = 'invitation'")
        .await;
    assert!(used, "the invitation's link is spent");

    // A removed member is not added again under any setting, and can return only by invitation.
    ada.put("/api/sso", connection(&world.provider, "ada", json!({}))).await.expect(200);
    world
        .app
        .database
        .run("UPDATE team_members SET status = 'removed' WHERE invited_email = 'grace@acme.example' AND role = 'admin'")
        .await;
    let before = world.census().await;
    let (browser, landed) = world.sign_in_through(&workspace, grace()).await;
    assert_eq!((landed, browser.cookie(), world.census().await), (refused("removed"), None, before));
    invite(&world, &workspace, "grace@acme.example", "member", &soon.to_rfc3339()).await;
    assert_eq!(world.sign_in_through(&workspace, grace()).await.1, "/");
    assert_eq!(
        team(&world, &workspace).await,
        ["ada@ada.example owner active", "grace@acme.example member active"]
    );
    assert_eq!(world.app.mail().await.len(), 2, "the owner is told of the new member");
    world.app.finish().await;
}

#[tokio::test]
async fn a_disabled_or_deleted_connection_refuses_sign_ins() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let workspace = world.connected(&ada, "acme.example", json!({})).await;
    let browser = world.app.anonymous();
    let start = format!("/api/auth/sso/{workspace}/start");
    let back = world.provider.agree(&super::leave(&browser, &start).await).await;
    ada.put("/api/sso", connection(&world.provider, "ada", json!({ "enabled": false }))).await.expect(200);
    // The same in the middle of a sign-in.
    assert_eq!(super::land(&browser, &back).await, refused("not_available"));
    assert_eq!(super::leave(&browser, &start).await, refused("not_available"));
    browser.post("/api/auth/sso", json!({ "email": "grace@acme.example" })).await.problem(404, "no_sso");
    ada.delete("/api/sso").await.expect(204);
    assert_eq!(super::leave(&browser, &start).await, refused("not_available"));
    world.app.finish().await;
}

#[tokio::test]
async fn where_single_sign_on_is_required_no_other_way_leads_in() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let bob = world.app.register_verified_owner("bob").await;
    let workspace = world.connected(&ada, "bob.example", json!({})).await;
    add_member(&world, &workspace, &bob).await;
    let own = bob.user["workspace"]["id"].clone();
    world
        .app
        .database
        .run(format!(
            "UPDATE sessions SET active_workspace = '{workspace}' WHERE user_id = '{}'",
            text(&bob.user["id"])
        ))
        .await;
    assert_eq!(me(&bob).await["workspace"]["id"], json!(workspace));

    ada.put("/api/sso", connection(&world.provider, "ada", json!({ "enforced": true }))).await.expect(200);
    // A session opened in another way continues in his own workspace, from the next request.
    assert_eq!(me(&bob).await["workspace"]["id"], own);
    bob.post("/api/workspace/switch", json!({ "workspaceId": workspace })).await.problem(403, "sso_required");
    // His password still opens his other workspaces.
    let password = |email: &str, password: &str| json!({ "email": email, "password": password });
    let elsewhere = world.app.anonymous();
    elsewhere.post("/api/login", password(&address("bob"), PASSWORD)).await.expect(200);
    assert_eq!(me(&elsewhere).await["workspace"]["id"], own);

    // A person who belongs only to this workspace cannot sign in with a password, even with one set.
    let joan = "joan@bob.example";
    assert_eq!(world.sign_in_through(&workspace, Person::new("joan", joan)).await.1, "/");
    assert_eq!(world.app.mail().await.len(), 1, "the owner is told of the new member");
    let anonymous = world.app.anonymous();
    anonymous.post("/api/forgot-password", json!({ "email": joan })).await.expect(200);
    let token = world.app.mail_to(joan).await.link_parameter("token");
    anonymous.post("/api/reset-password", json!({ "token": token, "password": PASSWORD })).await.expect(200);
    world.app.mail_to(joan).await;
    let (right, wrong) = (password(joan, PASSWORD), password(joan, "Another-Horse-9"));
    let refusal = anonymous.post("/api/login", right.clone()).await.problem(403, "sso_required");
    assert_eq!(refusal["message"], "Your team signs in with single sign-on.");
    assert_eq!(anonymous.cookie(), None);
    anonymous.post("/api/login", wrong).await.problem(401, "invalid_credentials");

    // Neither does the site's provider.
    world.provider.expect(Person::new("bob-at-large", &address("bob")));
    let before = world.census().await;
    world.go(&bob, "/api/auth/oidc/acme/start?link=1").await;
    let linked = world.census().await;
    assert_ne!(before, linked);
    assert_eq!(world.sign_in(Person::new("new", "new@bob.example")).await.1, refused("sso_required"));
    assert_eq!(world.census().await, linked);
    let (large, landed) = world.sign_in(Person::new("bob-at-large", &address("bob"))).await;
    assert_eq!((landed.as_str(), &me(&large).await["workspace"]["id"]), ("/", &own));

    // The workspace's own does.
    let (browser, landed) = world.sign_in_through(&workspace, Person::new("bob", &address("bob"))).await;
    assert_eq!(landed, "/");
    assert_eq!(me(&browser).await["workspace"]["id"], json!(workspace));
    // The owner can sign in when the provider is unavailable.
    let ada = world.app.sign_in("ada").await;
    assert_eq!(me(&ada).await["workspace"]["id"], json!(workspace));
    // No longer required: the refused session works again as before.
    ada.put("/api/sso", connection(&world.provider, "ada", json!({}))).await.expect(200);
    assert_eq!(me(&bob).await["workspace"]["id"], json!(workspace));
    anonymous.post("/api/login", right).await.expect(200);
    world.app.finish().await;
}

#[tokio::test]
async fn an_owner_of_the_domain_signs_in_with_a_password_all_the_same() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    world.connected(&ada, "ada.example", json!({ "enforced": true })).await;
    world.app.sign_in("ada").await;
    world.app.finish().await;
}

#[tokio::test]
async fn a_wrong_client_secret_refuses_the_sign_in() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let workspace =
        world.connected(&ada, "acme.example", json!({ "clientSecret": secret_of("another") })).await;
    let before = world.census().await;
    assert_eq!(world.sign_in_through(&workspace, grace()).await.1, refused("provider_refused"));
    assert_eq!(world.census().await, before);
    world.app.finish().await;
}
