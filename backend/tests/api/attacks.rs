//! Attacks: session fixation, tokens in the wrong place, setting fields of others, and keeping access that
//! was withdrawn.

mod dump;
mod lockout;
mod mistyped;
mod registration;
mod sso;
mod timing;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, text},
    app::TestApp,
    document::{Operation, document},
    operations::{Call, Files, Ids},
    stories::{self, Owner, PASSWORD, acceptance, address, path_of, registration, shared_path_of},
};

fn credentials(name: &str) -> Value {
    json!({ "email": address(name), "password": PASSWORD })
}

fn with_cookie(app: &TestApp, cookie: &str) -> Actor {
    let actor = app.anonymous();
    actor.set_cookie(Some(cookie.to_owned()));
    actor
}

#[tokio::test]
async fn a_session_planted_before_the_sign_in_does_not_become_the_victims() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    let mallory = app.register_verified_owner("mallory").await;
    let planted = mallory.cookie().unwrap();
    let victim = with_cookie(&app, &planted);
    victim.post("/api/login", credentials("ada")).await.expect(200);
    assert_ne!(victim.cookie().unwrap(), planted);
    // The session has ended for both of them, including the attacker.
    mallory.get("/api/auth/user").await.problem(401, "unauthenticated");
    assert_eq!(victim.get("/api/auth/user").await.expect(200)["email"], address("ada"));
    app.finish().await;
}

#[tokio::test]
async fn a_token_opens_only_what_it_is_for() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let sent = app.sent_proposal(&ada).await;
    let anonymous = app.anonymous();
    anonymous.post("/api/register", registration("bob")).await.expect(200);
    let verification = app.mail_to(&address("bob")).await.link_parameter("token");
    let session = ada.cookie().unwrap().split_once('=').unwrap().1.to_owned();
    let share = text(&sent["shareToken"]).to_owned();
    let workspace = text(&ada.user["workspace"]["id"]).to_owned();

    for token in [&session, &share, &verification, &workspace] {
        // As a key, as other kinds of credentials, and in the address.
        for header in
            [format!("Bearer {token}"), format!("Basic {token}"), format!("Token {token}"), token.clone()]
        {
            let code = if header.starts_with("Bearer ") { "invalid_key" } else { "unauthenticated" };
            let request = anonymous.request(Method::GET, "/api/clients").header("Authorization", header);
            anonymous.send(request).await.problem(401, code);
        }
        for name in ["token", "session", "proffer_session", "access_token", "api_key"] {
            anonymous.get(format!("/api/clients?{name}={token}")).await.problem(401, "unauthenticated");
        }
        if *token != session {
            with_cookie(&app, &format!("proffer_session={token}"))
                .get("/api/clients")
                .await
                .problem(401, "unauthenticated");
        }
        if *token != share {
            anonymous
                .get(format!("/api/shared/proposals/{token}"))
                .await
                .problem(404, "shared_proposal_not_found");
            let answer =
                anonymous.post(format!("/api/shared/proposals/{token}/action"), acceptance(&json!({}))).await;
            assert!(answer.status == 404 || answer.status == 422, "{answer:?}");
        }
        if *token != verification {
            assert_eq!(
                anonymous.get(format!("/api/verify-email?token={token}")).await.expect(200)["verified"],
                false
            );
        }
    }
    // An invalid key is refused even with a valid cookie.
    let both = ada.request(Method::GET, "/api/clients").header("Authorization", format!("Bearer {session}"));
    ada.send(both).await.problem(401, "invalid_key");
    // A share link opens its proposal and nothing else of the workspace, with or without a session.
    with_cookie(&app, &format!("proffer_session={share}"))
        .get(path_of(&sent))
        .await
        .problem(401, "unauthenticated");
    anonymous.get(shared_path_of(&sent)).await.expect(200);
    app.finish().await;
}

/// Everything stored, except counters and request logs.
async fn stored(app: &TestApp) -> String {
    let tables: Vec<String> = app
        .database
        .values("SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('rate_limits') ORDER BY tablename")
        .await;
    let parts: Vec<String> = tables
        .iter()
        .map(|table| format!("SELECT '{table}' || coalesce(md5(string_agg(t::text, ',' ORDER BY t::text)), '') AS part FROM {table} t"))
        .collect();
    app.database.values::<String>(parts.join(" UNION ALL ") + " ORDER BY part").await.join("\n")
}

fn caller_of(owner: &Owner, operation: &Operation, app: &TestApp) -> Actor {
    if operation.signed_in { (**owner).clone() } else { app.anonymous() }
}

#[tokio::test]
async fn fields_that_a_client_must_not_set_are_refused_or_ignored() {
    const FORBIDDEN: &[&str] = &[
        "id",
        "userId",
        "workspaceId",
        "isAdmin",
        "role",
        "status",
        "emailVerified",
        "createdBy",
        "createdAt",
        "subscriptionStatus",
        "trialEndsAt",
        "totalAmount",
        "signedAt",
        "shareToken",
        "passwordHash",
        "__proto__",
        "constructor",
    ];
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let sent = app.sent_proposal(&ada).await;
    let drafted = app.drafted_proposal(&ada).await;
    app.mail().await;
    let ids = ids(&ada, &drafted, &sent);
    let before = stored(&app).await;
    let mut tried = 0;
    for operation in &document().operations {
        let call = Call::new(operation, &ids);
        // A list does not have such members itself.
        let Some(body) = call.body.as_ref().filter(|body| body.is_object()) else { continue };
        for name in FORBIDDEN {
            // If an operation has a field of that name itself, its own tests cover it.
            if operation.takes(name) {
                continue;
            }
            let mut body = body.clone();
            body[name] = json!(true);
            let call = Call { body: Some(body), ..call.clone() };
            let answer = call.send(&caller_of(&ada, operation, &app)).await;
            let problem = answer.problem(422, "invalid_body");
            assert_eq!(problem["errors"][0]["field"], *name, "{answer:?}");
            tried += 1;
        }
    }
    assert!(tried > 200, "only {tried} were tried");
    assert_eq!(stored(&app).await, before, "something was changed all the same");
    app.finish().await;
}

fn ids(owner: &Owner, drafted: &Value, sent: &Value) -> Ids {
    let nothing = "019cadc6-9a80-7650-b29d-000000000001".to_owned();
    Ids {
        client: text(&drafted["clientId"]).to_owned(),
        proposal: text(&drafted["id"]).to_owned(),
        item: text(&drafted["pricing"]["groups"][0]["items"][0]["id"]).to_owned(),
        share_token: text(&sent["shareToken"]).to_owned(),
        revision: text(&sent["sentRevision"]["sha256"]).to_owned(),
        pending: text(&sent["id"]).to_owned(),
        signed: text(&sent["id"]).to_owned(),
        signed_token: text(&sent["shareToken"]).to_owned(),
        accepted: text(&sent["id"]).to_owned(),
        notification: "019cadc6-9a80-7650-b29d-000000000034".to_owned(),
        unsubscribe: "nothing".to_owned(),
        files: Files::nowhere(),
        word: "harbor".to_owned(),
        cursor: String::new(),
        email: owner.email.clone(),
        password: PASSWORD.to_owned(),
        mailed_token: "none".to_owned(),
        member: nothing.clone(),
        invitation: nothing.clone(),
        invitation_token: "nothing".to_owned(),
        workspace: nothing.clone(),
        session: nothing.clone(),
        identity: nothing.clone(),
        user: nothing.clone(),
        picture: "none".to_owned(),
        domain: nothing.clone(),
        key: nothing.clone(),
        message: nothing.clone(),
        block: nothing.clone(),
        turn: nothing,
        claim: "nothing".to_owned(),
        job: "019cadc6-9a80-7650-b29d-000000000024".to_owned(),
    }
}

#[tokio::test]
async fn demotion_and_removal_take_effect_at_the_next_request() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let rename = async |name: &str| ada.put("/api/companies", json!({ "name": name })).await;
    rename("As an owner").await.expect(200);
    app.database.run("UPDATE team_members SET role = 'member'").await;
    rename("As a member").await.problem(403, "forbidden");
    assert!(
        !ada.get("/api/auth/user").await.expect(200)["permissions"]
            .as_array()
            .unwrap()
            .contains(&json!("company:update"))
    );
    ada.get("/api/clients").await.expect(200);
    app.database.run("UPDATE team_members SET status = 'removed'").await;
    for path in ["/api/clients", "/api/companies", "/api/auth/user"] {
        ada.get(path).await.problem(401, "unauthenticated");
    }
    let name: String = app.database.value("SELECT name FROM companies").await;
    assert_eq!(name, "As an owner");
    app.finish().await;
}

#[tokio::test]
async fn a_name_is_one_line() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    for (field, label) in [("companyName", "Company name"), ("firstName", "First name"), ("phone", "Phone")] {
        for value in ["Mia\nBerg", "Mia\r\nBcc: all@evil.example", "Mia\u{1b}[2J", "Mia\u{2028}Berg"] {
            let mut client = stories::client("harbor");
            client[field] = json!(value);
            let answer = ada.post("/api/clients", client).await;
            answer.problem(422, "validation_failed");
            assert_eq!(
                answer.field_messages(),
                [format!("{field}: {label} must be a single line of text")],
                "{value:?}"
            );
        }
    }
    let mut client = stories::client("harbor");
    client["description"] = json!("Two\nlines");
    assert_eq!(ada.post("/api/clients", client).await.expect(201)["description"], "Two\nlines");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM clients").await, 1);
    app.finish().await;
}
