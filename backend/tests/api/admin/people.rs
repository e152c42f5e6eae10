//! Managing users: blocking and unblocking the assistant, adding and removing site administrators, sending
//! links again.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{NOBODY, USERS, administrator, id, lines, used, workspace};
use crate::support::{
    actor::text,
    app::TestApp,
    stories::{Owner, PASSWORD, address, registration},
};

const RECAP: &str = "We met Northwind today. They need a new web shop because the old one keeps crashing. \
    We will build it in six weeks. The build is $4,500 and hosting is $300 per month.";

fn assistant(who: &str) -> String {
    format!("{USERS}/{who}/assistant")
}

fn site_admin(who: &str) -> String {
    format!("{USERS}/{who}/site-admin")
}

fn block(is_blocked: bool, reason: &str) -> Value {
    json!({ "isBlocked": is_blocked, "reason": reason })
}

async fn asks(owner: &Owner) -> crate::support::actor::ApiResponse {
    owner.post("/api/proposals/extract-from-recap", json!({ "meetingRecap": RECAP })).await
}

#[tokio::test]
async fn a_block_holds_in_every_workspace_and_month_until_it_is_lifted() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let (ada, eve) = (app.register_verified_owner("ada").await, app.register_verified_owner("eve").await);
    // Bob belongs to both.
    let bob = app.joined(&ada, "bob", "member").await;
    app.database
        .run(format!(
            "INSERT INTO team_members (workspace_id, id, user_id, role, invited_email, status, created_at, updated_at)
             VALUES ('{}', gen_random_uuid(), '{}', 'member', '{}', 'active', '{}', now())",
            workspace(&eve),
            id(&bob),
            bob.email,
            (app.now() + TimeDelta::seconds(1)).to_rfc3339()
        ))
        .await;
    asks(&bob).await.expect(200);
    let blocked = root.put(assistant(id(&bob)), block(true, "  Costs run away ")).await.expect(200);
    assert_eq!((&blocked["id"], &blocked["currentMonthUsage"]["isBlocked"]), (&bob.user["id"], &json!(true)));
    assert_eq!(blocked["currentMonthUsage"]["requestCount"], 1);
    let refused = asks(&bob).await.problem(429, "usage_exceeded");
    assert!(refused["message"].as_str().unwrap().contains("blocked"), "{refused:#}");
    assert_eq!(bob.get("/api/usage").await.expect(200)["isBlocked"], true);
    asks(&ada).await.expect(200);
    assert_eq!(ada.get("/api/usage").await.expect(200)["isBlocked"], false);
    // In another workspace as well, and in another month.
    app.pays(&ada).await;
    app.pays(&eve).await;
    app.pays(&root).await;
    app.pass(TimeDelta::days(40));
    app.mail().await;
    let (root, bob) = (app.sign_in("root").await, app.sign_in("bob").await);
    bob.post("/api/workspace/switch", json!({ "workspaceId": workspace(&eve) })).await.expect(200);
    asks(&bob).await.problem(429, "usage_exceeded");
    let found = root.get(format!("{USERS}?search=bob")).await.expect(200);
    let unused =
        json!({ "requestCount": 0, "totalTokensUsed": 0, "totalCostUsd": "0.0000", "isBlocked": true });
    assert_eq!(found[0]["currentMonthUsage"], unused);
    // Repeating it changes nothing.
    root.put(assistant(id(&bob)), block(true, "Once more")).await.expect(200);
    let lifted = root.put(assistant(id(&bob)), block(false, "All is well")).await.expect(200);
    assert_eq!(lifted.get("currentMonthUsage"), None);
    root.put(assistant(id(&bob)), block(false, "Once more")).await.expect(200);
    asks(&bob).await.expect(200);
    let expected = [
        "site_admin root root Meyer: block_assistant bob bob Meyer: Costs run away",
        "site_admin root root Meyer: unblock_assistant bob bob Meyer: All is well",
    ];
    for owner in ["ada", "eve"] {
        assert_eq!(lines(&*app.sign_in(owner).await).await, expected, "{owner}");
    }
    assert_eq!(lines(&root).await, Vec::<String>::new(), "it was nothing of theirs");
    app.finish().await;
}

#[tokio::test]
async fn a_block_needs_a_reason_and_a_user() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let ada = app.register_verified_owner("ada").await;
    for (reason, message) in [
        ("ab", "reason: Reason must be at least 3 characters"),
        ("two\nlines", "reason: Reason must be a single line of text"),
        (&"x".repeat(501), "reason: Reason must be at most 500 characters"),
    ] {
        let refused = root.put(assistant(id(&ada)), block(true, reason)).await;
        refused.problem(422, "validation_failed");
        assert_eq!(refused.field_messages(), [message]);
    }
    root.put(assistant(NOBODY), block(true, "Enough")).await.problem(404, "user_not_found");
    root.put(site_admin(NOBODY), json!({ "isAdmin": true })).await.problem(404, "user_not_found");
    root.post_empty(format!("{USERS}/{NOBODY}/resend-verification")).await.problem(404, "user_not_found");
    asks(&ada).await.expect(200);
    assert_eq!(lines(&ada).await, Vec::<String>::new());
    app.finish().await;
}

#[tokio::test]
async fn a_site_administrator_is_made_and_unmade_at_once_and_never_by_themselves() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let ada = app.register_verified_owner("ada").await;
    root.put(site_admin(id(&root)), json!({ "isAdmin": false })).await.problem(409, "last_admin");
    root.put(site_admin(id(&root)), json!({ "isAdmin": true })).await.problem(409, "own_role");
    ada.get(USERS).await.problem(403, "forbidden");
    let made = root.put(site_admin(id(&ada)), json!({ "isAdmin": true })).await.expect(200);
    assert_eq!((&made["isAdmin"], &made["email"]), (&json!(true), &json!(ada.email)));
    // The session continues with more permissions.
    ada.get(USERS).await.expect(200);
    root.put(site_admin(id(&ada)), json!({ "isAdmin": true })).await.expect(200);
    root.put(site_admin(id(&root)), json!({ "isAdmin": false })).await.problem(409, "own_role");
    let unmade = ada.put(site_admin(id(&root)), json!({ "isAdmin": false })).await.expect(200);
    assert_eq!(unmade["isAdmin"], false);
    root.get(USERS).await.problem(403, "forbidden");
    root.get("/api/clients").await.expect(200);
    assert_eq!(lines(&ada).await, ["site_admin root root Meyer: make_site_admin ada ada Meyer"]);
    assert_eq!(lines(&root).await, ["site_admin ada ada Meyer: end_site_admin root root Meyer"]);
    app.finish().await;
}

#[tokio::test]
async fn two_who_end_each_others_role_leave_one() {
    let app = TestApp::start().await;
    let (root, other) = (administrator(&app, "root").await, administrator(&app, "other").await);
    let end = json!({ "isAdmin": false });
    let both = futures_util::future::join(
        root.put(site_admin(id(&other)), end.clone()),
        other.put(site_admin(id(&root)), end.clone()),
    );
    let (first, second) = both.await;
    let mut states = [first.status.as_u16(), second.status.as_u16()];
    states.sort_unstable();
    assert_eq!(states, [200, 403]);
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM users WHERE is_admin").await, 1);
    app.finish().await;
}

#[tokio::test]
async fn a_link_is_sent_again_to_unverified_addresses() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    app.mail_to(&address("ada")).await;
    let listed = root.get(format!("{USERS}?search=ada@")).await.expect(200);
    root.put(site_admin(text(&listed[0]["id"])), json!({ "isAdmin": true }))
        .await
        .problem(409, "email_not_verified");
    assert_eq!((&listed[0]["emailVerified"], listed.as_array().unwrap().len()), (&json!(false), 1));
    let path = format!("{USERS}/{}/resend-verification", listed[0]["id"].as_str().unwrap());
    assert_eq!(root.post_empty(&path).await.expect(204), Value::Null);
    let mail = app.mail_to(&address("ada")).await;
    // The person who opens it chooses the password: the administrator does not know whose registration it is.
    let chosen = json!({ "token": mail.link_parameter("token"), "password": PASSWORD });
    app.anonymous().post("/api/reset-password", chosen).await.expect(200);
    app.mail_to(&address("ada")).await;
    root.post_empty(&path).await.problem(409, "already_verified");
    let ada = app.sign_in("ada").await;
    assert_eq!(lines(&ada).await, ["site_admin root root Meyer: resend_verification ada ada Meyer"]);
    assert_eq!(lines(&root).await, Vec::<String>::new());
    app.finish().await;
}

#[tokio::test]
async fn a_person_is_shown_with_what_they_used_in_all_their_workspaces() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let ada = app.register_verified_owner("ada").await;
    used(&app, &ada, workspace(&ada), "2026-03", 1_000, "0.25").await;
    used(&app, &ada, workspace(&root), "2026-03", 34, "0.0004").await;
    used(&app, &ada, workspace(&ada), "2026-02", 9_000, "7").await;
    app.database.run("UPDATE users SET first_name = '' WHERE is_admin").await;
    let listed = root.get(USERS).await.expect(200);
    let shown = |who: &str| {
        listed.as_array().unwrap().iter().find(|user| user["email"] == address(who)).unwrap().clone()
    };
    assert_eq!(
        shown("ada"),
        json!({
            "id": ada.user["id"], "firstName": "ada", "lastName": "ada Meyer", "email": ada.email,
            "isAdmin": false, "emailVerified": true,
            "createdAt": "2026-03-02T09:00:00.000Z",
            "currentMonthUsage": { "requestCount": 4, "totalTokensUsed": 1_034, "totalCostUsd": "0.2504", "isBlocked": false },
        })
    );
    let root = shown("root");
    assert_eq!(
        (root.get("firstName"), root.get("currentMonthUsage"), &root["isAdmin"]),
        (None, None, &json!(true))
    );
    app.finish().await;
}
