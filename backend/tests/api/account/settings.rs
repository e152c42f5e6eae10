//! Name, password, sessions, and linked providers.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{id, join, link, reset_token, without_password, workspace};
use crate::support::{
    actor::text,
    app::TestApp,
    stories::{PASSWORD, address, registration},
};

const OTHER: &str = "Another-Horse-9";

fn passwords(current: &str, new: &str) -> Value {
    json!({ "currentPassword": current, "newPassword": new })
}

#[tokio::test]
async fn a_name_is_changed_and_nothing_else() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let renamed =
        ada.put("/api/account", json!({ "firstName": " Ada ", "lastName": "Lovelace" })).await.expect(200);
    assert_eq!((&renamed["firstName"], &renamed["lastName"]), (&json!("Ada"), &json!("Lovelace")));
    assert_eq!(ada.get("/api/auth/user").await.expect(200), renamed);
    let refused = ada.put("/api/account", json!({ "firstName": " ", "lastName": "x".repeat(101) })).await;
    refused.problem(422, "validation_failed");
    assert_eq!(
        refused.field_messages(),
        ["firstName: First name is required", "lastName: Last name must be at most 100 characters"]
    );

    let before: String = app.database.value("SELECT string_agg(u::text, '|') FROM users u").await;
    for (field, value) in [
        ("isAdmin", json!(true)),
        ("emailVerified", json!(true)),
        ("workspaceId", json!(app.app.new_id())),
        ("profileImageUrl", json!("javascript:alert(1)")),
        ("email", json!("eve@eve.example")),
        ("id", json!(app.app.new_id())),
        ("status", json!("active")),
        ("passwordHash", json!("x")),
    ] {
        let mut name = json!({ "firstName": "Eve", "lastName": "Eve" });
        name[field] = value.clone();
        let problem = ada.put("/api/account", name).await.problem(422, "invalid_body");
        assert_eq!(problem["errors"][0]["field"], field);
        let mut form = registration("eve");
        if form.get(field).is_none() {
            form[field] = value;
            app.anonymous().post("/api/register", form).await.problem(422, "invalid_body");
        }
    }
    let after: String = app.database.value("SELECT string_agg(u::text, '|') FROM users u").await;
    assert_eq!(before, after);
    let logged: Vec<String> =
        app.database.values("SELECT actor_name || ' ' || action || ' ' || object FROM audit_log WHERE action = 'update' ORDER BY at").await;
    assert_eq!(logged, ["ada ada Meyer update account"]);
    app.finish().await;
}

#[tokio::test]
async fn another_password_takes_the_present_one_and_ends_every_other_session() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let elsewhere = app.sign_in("ada").await;
    let mailed = reset_token(&app, &address("ada")).await;
    for (input, code, message) in [
        (passwords("Wrong-Horse-8", OTHER), "wrong", "currentPassword: This is not your password"),
        (passwords("x", OTHER), "wrong", "currentPassword: This is not your password"),
        (json!({ "newPassword": OTHER }), "required", "currentPassword: Current password is required"),
        (
            passwords(PASSWORD, "alllowercase1"),
            "too_weak",
            "newPassword: Password must contain uppercase, lowercase, and number",
        ),
    ] {
        let refused = ada.put("/api/account/password", input).await;
        assert_eq!(refused.problem(422, "validation_failed")["errors"][0]["code"], code);
        assert_eq!(refused.field_messages(), [message]);
    }
    elsewhere.get("/api/auth/user").await.expect(200);
    ada.put("/api/account/password", passwords(PASSWORD, OTHER)).await.expect(204);
    ada.get("/api/auth/user").await.expect(200);
    elsewhere.get("/api/auth/user").await.problem(401, "unauthenticated");
    assert_eq!(app.mail_to(&address("ada")).await.subject, "Your password was changed");
    let login = |password: &str| json!({ "email": address("ada"), "password": password });
    app.anonymous().post("/api/login", login(PASSWORD)).await.problem(401, "invalid_credentials");
    app.anonymous().post("/api/login", login(OTHER)).await.expect(200);
    // A link mailed earlier, which another person may have, does not undo it.
    let undo = json!({ "token": mailed, "password": PASSWORD });
    app.anonymous().post("/api/reset-password", undo).await.problem(422, "reset_token_invalid");
    let logged: Vec<String> = app
        .database
        .values("SELECT action || details::text FROM audit_log WHERE action NOT IN ('register', 'sign_in')")
        .await;
    assert_eq!(logged, ["change_password{}"]);
    app.finish().await;
}

#[tokio::test]
async fn a_first_password_needs_none_before_it() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    without_password(&app, &ada).await;
    ada.put("/api/account/password", json!({ "newPassword": OTHER })).await.expect(204);
    ada.put("/api/account/password", json!({ "newPassword": PASSWORD }))
        .await
        .problem(422, "validation_failed");
    app.anonymous()
        .post("/api/login", json!({ "email": address("ada"), "password": OTHER }))
        .await
        .expect(200);
    app.mail_to(&address("ada")).await;
    app.finish().await;
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one_or_all_but_this() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let bob = app.register_verified_owner("bob").await;
    app.pass(TimeDelta::minutes(1));
    let phone = app.sign_in("ada").await;
    app.pass(TimeDelta::minutes(1));
    let laptop = app.sign_in("ada").await;
    let list = ada.get("/api/account/sessions").await.expect(200);
    let list = list.as_array().unwrap();
    assert_eq!(
        list.iter().map(|session| &session["isCurrent"]).collect::<Vec<_>>(),
        [false, false, true],
        "the latest used first"
    );
    assert_eq!(
        (&list[0]["ip"], &list[0]["createdAt"]),
        (&json!("127.0.0.1"), &json!("2026-03-02T09:02:00.000Z"))
    );
    assert!(!serde_json::to_string(list).unwrap().contains(ada.cookie().unwrap().split_once('=').unwrap().1));
    let (of_laptop, of_phone) = (text(&list[0]["id"]), text(&list[1]["id"]));

    let others = bob.get("/api/account/sessions").await.expect(200);
    let of_bob = format!("/api/account/sessions/{}", text(&others[0]["id"]));
    let nothing = ada
        .delete(format!("/api/account/sessions/{}", app.app.new_id()))
        .await
        .problem(404, "session_not_found");
    assert_eq!(ada.delete(&of_bob).await.problem(404, "session_not_found")["message"], nothing["message"]);
    bob.get("/api/auth/user").await.expect(200);

    let path = format!("/api/account/sessions/{of_phone}");
    ada.delete(&path).await.expect(204);
    ada.delete(&path).await.problem(404, "session_not_found");
    phone.get("/api/auth/user").await.problem(401, "unauthenticated");
    laptop.get("/api/auth/user").await.expect(200);
    ada.delete("/api/account/sessions").await.expect(204);
    laptop.get("/api/auth/user").await.problem(401, "unauthenticated");
    let left = ada.get("/api/account/sessions").await.expect(200);
    assert_eq!((left.as_array().unwrap().len(), &left[0]["isCurrent"]), (1, &json!(true)));
    assert_ne!(text(&left[0]["id"]), of_laptop);
    // Also the current session: this request is its last.
    ada.delete(format!("/api/account/sessions/{}", text(&left[0]["id"]))).await.expect(204);
    ada.get("/api/account/sessions").await.problem(401, "unauthenticated");
    // An expired session is not listed.
    app.pass(TimeDelta::days(31));
    let ada = app.sign_in("ada").await;
    assert_eq!(ada.get("/api/account/sessions").await.expect(200).as_array().unwrap().len(), 1);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn ties_to_providers_are_shown_and_cut_but_for_the_last_way_in() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let bob = app.register_verified_owner("bob").await;
    join(&app, &ada, &bob, "member").await;
    let of_bob = link(&app, &bob, "https://accounts.site.example/a", None).await;
    let site = link(&app, &ada, "https://accounts.site.example/a", None).await;
    let work = link(&app, &ada, "https://login.bob.example", Some(&bob)).await;
    let list = ada.get("/api/account/identities").await.expect(200);
    let shown: Vec<_> =
        list.as_array().unwrap().iter().map(|identity| (&identity["id"], &identity["provider"])).collect();
    assert_eq!(
        shown,
        [(&json!(site), &json!("accounts.site.example")), (&json!(work), &json!("bob bob Meyer"))]
    );
    assert!(!list.to_string().contains("subject"), "{list}");

    let path = |identity: &str| format!("/api/account/identities/{identity}");
    ada.delete(path(&of_bob)).await.problem(404, "identity_not_found");
    ada.delete(path(&site)).await.expect(204);
    ada.delete(path(&site)).await.problem(404, "identity_not_found");
    without_password(&app, &ada).await;
    ada.delete(path(&work)).await.problem(409, "last_way_in");
    assert_eq!(ada.get("/api/account/identities").await.expect(200).as_array().unwrap().len(), 1);
    ada.put("/api/account/password", json!({ "newPassword": OTHER })).await.expect(204);
    ada.delete(path(&work)).await.expect(204);
    assert_eq!(ada.get("/api/account/identities").await.expect(200), json!([]));
    let lines: i64 = app
        .database
        .value(format!(
            "SELECT count(*) FROM audit_log WHERE workspace_id = '{}' AND action NOT IN ('register', 'sign_in')",
            workspace(&ada)
        ))
        .await;
    assert_eq!(lines, 3, "two cut, one password; what was refused is not written down");
    assert_eq!(id(&ada), text(&ada.get("/api/auth/user").await.expect(200)["id"]));
    app.mail().await;
    app.finish().await;
}
