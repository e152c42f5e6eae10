//! The two addresses that a browser navigates to, and sessions that an attacker prepared.

use serde_json::json;
use url::form_urlencoded::byte_serialize;

use super::id;
use crate::support::{
    app::TestApp,
    stories::{PASSWORD, address},
};

#[tokio::test]
async fn no_return_path_leads_to_another_site_or_into_the_api() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let location = async |query: &str| {
        let answer = anonymous.get(format!("/api/login?{query}")).await;
        assert_eq!(answer.status, 303, "{query}");
        answer.header("location").unwrap().to_owned()
    };
    let encoded = |path: &str| byte_serialize(path.as_bytes()).collect::<String>();
    for evil in [
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "\t//evil.example",
        " //evil.example",
        "/\n/evil.example",
        "/\u{b}/evil.example",
        "/\u{7f}/evil.example",
        "/\u{85}/evil.example",
        "https://evil.example",
        "https:evil.example",
        "//evil.example\\@proffer.example",
        "%2F%2Fevil.example",
        "%5C%5Cevil.example",
        "\u{ff0f}\u{ff0f}evil.example",
        "/.//evil.example",
        "/x/..//evil.example",
        "/%2e//evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "evil.example",
        "@evil.example",
        "?next=//evil.example",
        "",
        "/api/logout",
        "/api",
        "/./api/logout",
        "/clients/../api/logout",
        "/clients/%2e%2E/api/logout",
    ] {
        assert_eq!(location(&format!("returnTo={}", encoded(evil))).await, "/auth", "{evil:?}");
    }
    // Half encoded, twice encoded, or not at all.
    for evil in [
        "returnTo=//evil.example",
        "returnTo=/%2Fevil.example",
        "returnTo=/%5cevil.example",
        "returnTo=%2F/evil.example",
        "returnTo=%252F%252Fevil.example",
    ] {
        assert_eq!(location(evil).await, "/auth", "{evil}");
    }
    // Unusual paths on this site are returned unchanged, for the page to navigate to.
    for own in [
        "/",
        "/clients?search=a&b=//c",
        "/proposals/1/edit#top",
        "/caf\u{e9}",
        "/\u{ff0f}evil.example",
        "/a/%2F/b",
        "/apiary",
    ] {
        assert_eq!(
            location(&format!("returnTo={}", encoded(own))).await,
            format!("/auth?returnTo={}", encoded(own)),
            "{own:?}"
        );
    }
    app.finish().await;
}

/// A browser with an attacker's live session: signing in replaces and revokes it.
#[tokio::test]
async fn a_planted_session_is_replaced_at_sign_in() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    let eve = app.register_verified_owner("eve").await;
    let browser = app.anonymous();
    browser.set_cookie(eve.cookie());
    let user = browser
        .post("/api/login", json!({ "email": address("ada"), "password": PASSWORD }))
        .await
        .expect(200);
    assert_eq!(user["email"], address("ada"));
    assert_ne!(browser.cookie(), eve.cookie());
    eve.get("/api/auth/user").await.problem(401, "unauthenticated");
    assert_eq!(browser.get("/api/auth/user").await.expect(200)["email"], address("ada"));
    app.finish().await;
}

/// Permissions are read at each request: a session opened as an admin has a member's rights after the
/// demotion, and none after the removal.
#[tokio::test]
async fn a_session_knows_at_once_what_has_become_of_its_person() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let bob = app.register_verified_owner("bob").await;
    super::join(&app, &bob, &ada, "admin").await;
    super::switch(&app, &bob, &ada).await;
    let become_now = async |change: &str| {
        app.database
            .run(format!(
                "UPDATE team_members SET {change} WHERE user_id = '{}' AND role <> 'owner'",
                id(&bob)
            ))
            .await;
    };
    bob.get("/api/workspace/export").await.expect_bytes(200);
    become_now("role = 'member'").await;
    bob.get("/api/workspace/export").await.problem(403, "forbidden");
    let permissions = bob.get("/api/auth/user").await.expect(200)["permissions"].to_string();
    assert!(
        !permissions.contains("workspace:export") && permissions.contains("clients:read"),
        "{permissions}"
    );
    bob.get("/api/clients").await.expect(200);
    become_now("status = 'removed'").await;
    // He continues in his own workspace.
    assert_eq!(bob.get("/api/auth/user").await.expect(200)["workspace"], bob.user["workspace"]);
    app.database.run("UPDATE team_members SET status = 'removed'").await;
    for path in ["/api/clients", "/api/auth/user", "/api/account/sessions", "/api/account/export"] {
        bob.get(path).await.problem(401, "unauthenticated");
    }
    app.finish().await;
}
