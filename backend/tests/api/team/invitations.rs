//! Invitations: the mail, the page of its link, accepting with and without an account, and the limits of a
//! link.

use chrono::TimeDelta;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use super::{me, members, seat};
use crate::support::{
    actor::{Actor, text},
    app::TestApp,
    stories::{Owner, PASSWORD, address, joining},
};

fn page(token: &str) -> String {
    format!("/api/invitations/{token}")
}

async fn look(app: &TestApp, token: &str) -> Value {
    app.anonymous().get(page(token)).await.expect(200)
}

/// An invalid link opens nothing.
async fn opens_nothing(app: &TestApp, token: &str, actor: &Actor) {
    app.anonymous().get(page(token)).await.problem(404, "invitation_not_found");
    actor.post_empty(format!("{}/accept", page(token))).await.problem(404, "invitation_not_found");
    app.anonymous()
        .post(format!("{}/register", page(token)), joining("mal"))
        .await
        .problem(404, "invitation_not_found");
}

async fn accept(actor: &Actor, token: &str) -> crate::support::actor::ApiResponse {
    actor.post_empty(format!("{}/accept", page(token))).await
}

async fn register(actor: &Actor, token: &str, name: &str) -> crate::support::actor::ApiResponse {
    actor.post(format!("{}/register", page(token)), joining(name)).await
}

/// The path for withdrawing or resending the invitation of that address.
async fn invitation(actor: &Actor, email: &str) -> String {
    seat(actor, email).await.replace("/api/team/", "/api/team/invitations/")
}

async fn start() -> (TestApp, Owner) {
    TestApp::with_owner().await
}

#[tokio::test]
async fn the_mail_leads_to_a_page_that_says_what_it_is_for() {
    let (app, ada) = start().await;
    ada.put("/api/workspace", json!({ "name": "Atelier" })).await.expect(200);
    let invited = ada
        .post("/api/team/invitations", json!({ "email": " Bob@BOB.example ", "role": "admin" }))
        .await
        .expect(201);
    assert_eq!(
        (&invited["email"], &invited["role"], &invited["status"]),
        (&json!(address("bob")), &json!("admin"), &json!("invited"))
    );
    assert_eq!((&invited["isYou"], invited.get("userId")), (&json!(false), None));
    assert_eq!(invited["invitationExpiresAt"], "2026-03-09T09:00:00.000Z");
    assert_eq!(members(&ada).await[1], invited);
    assert_eq!(
        ada.get("/api/subscription/status").await.expect(200)["teamMembers"],
        1,
        "an invitation takes no seat"
    );

    let mail = app.mail_to(&address("bob")).await;
    assert_eq!(mail.subject, "ada ada Meyer invites you to Atelier");
    assert!(mail.link().starts_with(&format!("{}invitation?token=", app.base)), "{}", mail.link());
    let token = mail.link_parameter("token");
    let expected = json!({
        "workspaceName": "Atelier", "invitedBy": "ada ada Meyer", "email": address("bob"), "role": "admin",
        "state": "open",
        "hasAccount": false,
    });
    assert_eq!(look(&app, &token).await, expected);
    // The database holds a hash.
    let kept: i64 = app
        .database
        .value(format!("SELECT count(*) FROM account_tokens t WHERE t::text LIKE '%{token}%'"))
        .await;
    assert_eq!(kept, 0);
    let log: Vec<String> = app
        .database
        .values("SELECT action || ' ' || object || ' ' || target_name FROM audit_log WHERE object = 'team'")
        .await;
    assert_eq!(log, ["invite team bob@bob.example"]);
    app.finish().await;
}

#[tokio::test]
async fn a_person_with_an_account_accepts() {
    let (app, ada) = start().await;
    let bob = app.register_verified_owner("bob").await;
    let token = app.invite(&ada, &bob.email, "member").await;
    assert_eq!(look(&app, &token).await["hasAccount"], true);
    app.anonymous().post_empty(format!("{}/accept", page(&token))).await.problem(401, "unauthenticated");
    register(&app.anonymous(), &token, "bob").await.problem(409, "account_exists");

    app.pass(TimeDelta::hours(2));
    let user = accept(&bob, &token).await.expect(200);
    let studio = &ada.user["workspace"];
    assert_eq!(
        user["workspace"],
        json!({
            "id": studio["id"], "name": "ada ada Meyer", "role": "member", "countersign": false,
            "etag": studio["etag"]
        })
    );
    assert_eq!(user["workspaces"], json!([bob.user["workspace"], user["workspace"]]));
    assert_eq!(user, me(&bob).await);
    assert_eq!(members(&bob).await[1]["createdAt"], "2026-03-02T11:00:00.000Z", "since when they belong");
    // The second click is answered like the first, from any workspace, and after the expiry.
    bob.post("/api/workspace/switch", json!({ "workspaceId": bob.user["workspace"]["id"] }))
        .await
        .expect(200);
    app.pass(TimeDelta::days(8));
    assert_eq!(accept(&bob, &token).await.expect(200), user);
    assert_eq!(look(&app, &token).await["state"], "accepted");
    let log: Vec<String> = app
        .database
        .values(format!(
            "SELECT action || ' ' || object || ' by ' || actor_name FROM audit_log WHERE workspace_id = '{}' AND action = 'join'",
            text(&ada.user["workspace"]["id"])
        ))
        .await;
    assert_eq!(log, ["join team by bob bob Meyer"]);
    assert_eq!(app.mail_of_joining("bob").await.len(), 1, "the second click is no news");
    app.finish().await;
}

#[tokio::test]
async fn a_person_without_an_account_registers_and_becomes_a_member() {
    let (app, ada) = start().await;
    let token = app.invite(&ada, &address("bob"), "admin").await;
    app.pass(TimeDelta::minutes(1));
    let bob = app.anonymous();
    let path = format!("{}/register", page(&token));
    for (field, value, message) in [
        ("password", "short", "password: Password must be at least 8 characters"),
        ("password", "alllowercase1", "password: Password must contain uppercase, lowercase, and number"),
        ("firstName", " ", "firstName: First name is required"),
        ("lastName", "", "lastName: Last name is required"),
    ] {
        let mut input = joining("bob");
        input[field] = json!(value);
        let answer = bob.post(&path, input).await;
        answer.problem(422, "validation_failed");
        assert_eq!(answer.field_messages(), [message]);
    }
    for field in ["email", "role", "workspaceId", "isAdmin"] {
        let mut input = joining("bob");
        input[field] = json!("owner");
        assert_eq!(bob.post(&path, input).await.problem(422, "invalid_body")["errors"][0]["field"], field);
    }
    assert_eq!(bob.cookie(), None);
    assert_eq!(look(&app, &token).await["state"], "open", "what was refused has used nothing up");

    // A session planted before is worthless afterwards.
    let planted = app.sign_in("ada").await;
    bob.set_cookie(planted.cookie());
    let user = register(&bob, &token, "bob").await.expect(200);
    planted.get("/api/auth/user").await.problem(401, "unauthenticated");
    assert_eq!((&user["email"], &user["emailVerified"]), (&json!(address("bob")), &json!(true)));
    assert_eq!(
        (&user["workspace"]["name"], &user["workspace"]["role"]),
        (&json!("ada ada Meyer"), &json!("admin"))
    );
    assert_eq!(user["workspaces"].as_array().unwrap().len(), 2, "and a workspace of their own: {user:#}");
    assert_eq!(user, me(&bob).await);

    register(&app.anonymous(), &token, "bob").await.problem(409, "account_exists");
    // At the next sign-in they start in the team they joined.
    let later = app
        .anonymous()
        .post("/api/login", json!({ "email": address("bob"), "password": PASSWORD }))
        .await
        .expect(200);
    assert_eq!(later["workspace"], user["workspace"]);
    assert_eq!(
        app.mail_of_joining("bob").await.len(),
        1,
        "an address that the link has proven is not asked again"
    );
    app.finish().await;
}

#[tokio::test]
async fn an_account_opened_meanwhile_signs_in_instead() {
    let (app, ada) = start().await;
    let token = app.invite(&ada, &address("bob"), "member").await;
    let bob = app.register_verified_owner("bob").await;
    register(&app.anonymous(), &token, "bob").await.problem(409, "account_exists");
    accept(&bob, &token).await.expect(200);
    app.mail_of_joining("bob").await;
    app.finish().await;
}

#[tokio::test]
async fn an_invitation_is_for_its_address_alone() {
    let (app, ada) = start().await;
    let token = app.invite(&ada, &address("bob"), "admin").await;
    let mal = app.register_verified_owner("mal").await;
    let before = me(&mal).await;
    let answer = accept(&mal, &token).await;
    answer.problem(403, "invitation_for_another_address");
    assert!(!answer.text().contains("bob") && !answer.text().contains("ada"), "{answer:?}");
    // Not even the owner of the workspace.
    accept(&ada, &token).await.problem(403, "invitation_for_another_address");
    assert_eq!(me(&mal).await, before);
    assert_eq!(members(&ada).await[1]["status"], "invited");

    // Each of two invitations opens its own workspace, with its own role.
    let zoe = app.register_verified_owner("zoe").await;
    let other = app.invite(&zoe, &mal.email, "member").await;
    let user = accept(&mal, &other).await.expect(200);
    app.mail_of_joining("mal").await;
    assert_eq!(
        (&user["workspace"]["id"], &user["workspace"]["role"]),
        (&zoe.user["workspace"]["id"], &json!("member"))
    );
    assert_eq!(
        register(&app.anonymous(), &token, "bob").await.expect(200)["workspace"]["id"],
        ada.user["workspace"]["id"]
    );
    app.mail_of_joining("bob").await;
    app.finish().await;
}

#[tokio::test]
async fn an_old_invitation_is_sent_again() {
    let (app, ada) = start().await;
    let bob = app.register_verified_owner("bob").await;
    let old = app.invite(&ada, &bob.email, "member").await;
    app.pass(TimeDelta::days(7) - TimeDelta::milliseconds(1));
    assert_eq!(
        (&look(&app, &old).await["state"], &members(&ada).await[1]["status"]),
        (&json!("open"), &json!("invited"))
    );
    app.pass(TimeDelta::milliseconds(1));
    assert_eq!(look(&app, &old).await["state"], "expired");
    assert_eq!(members(&ada).await[1]["status"], "invitation_expired");
    accept(&bob, &old).await.problem(410, "invitation_expired");
    register(&app.anonymous(), &old, "bob").await.problem(410, "invitation_expired");
    assert_eq!(me(&bob).await["workspaces"].as_array().unwrap().len(), 1);
    let again = json!({ "email": bob.email, "role": "member" });
    ada.post("/api/team/invitations", again).await.problem(409, "already_invited");

    let path = format!("{}/resend", invitation(&ada, &bob.email).await);
    let resent = ada.post_empty(&path).await.expect(200);
    assert_eq!(
        (&resent["status"], &resent["invitationExpiresAt"]),
        (&json!("invited"), &json!("2026-03-16T09:00:00.000Z"))
    );
    let second = app.mail_to(&bob.email).await.link_parameter("token");
    opens_nothing(&app, &old, &bob).await;
    // An open one can be sent again too, and the previous link stops working.
    ada.post_empty(&path).await.expect(200);
    let third = app.mail_to(&bob.email).await.link_parameter("token");
    opens_nothing(&app, &second, &bob).await;
    accept(&bob, &third).await.expect(200);
    ada.post_empty(&path).await.problem(404, "member_not_found");
    app.mail_of_joining("bob").await;
    app.finish().await;
}

#[tokio::test]
async fn an_invitation_is_taken_back() {
    let (app, ada) = start().await;
    let bob = app.register_verified_owner("bob").await;
    let token = app.invite(&ada, &bob.email, "member").await;
    let path = invitation(&ada, &bob.email).await;
    let zoe = app.register_verified_owner("zoe").await;
    zoe.delete(&path).await.problem(404, "member_not_found");
    zoe.post_empty(format!("{path}/resend")).await.problem(404, "member_not_found");
    // An invitation cannot be changed or removed as a member.
    let as_member = path.replace("/invitations", "");
    ada.put(&as_member, json!({ "role": "admin" })).await.problem(404, "member_not_found");
    ada.delete(&as_member).await.problem(404, "member_not_found");

    ada.delete(&path).await.expect(204);
    opens_nothing(&app, &token, &bob).await;
    ada.delete(&path).await.problem(404, "member_not_found");
    ada.post_empty(format!("{path}/resend")).await.problem(404, "member_not_found");
    assert_eq!(members(&ada).await.len(), 1);
    // A member is not an invitation: removing them is another permission.
    let again = app.invite(&ada, &bob.email, "member").await;
    accept(&bob, &again).await.expect(200);
    ada.delete(invitation(&ada, &bob.email).await).await.problem(404, "member_not_found");
    assert_eq!(members(&ada).await.len(), 2);
    app.mail_of_joining("bob").await;
    app.finish().await;
}

#[tokio::test]
async fn what_is_no_invitation_is_refused_and_sends_nothing() {
    let (app, ada) = start().await;
    let invite = |input: Value| ada.post("/api/team/invitations", input);
    let long = format!("{}@bob.example", "b".repeat(10_000));
    for email in [
        "",
        "bob",
        "bob@bob",
        "bob@bob.example\r\nBcc: mal@mal.example",
        "bob@bob.example\nSubject: Hello",
        "Bob <bob@bob.example>",
        "bob@bob.example, mal@mal.example",
        "bob@bob.example\0",
        &long,
    ] {
        let answer = invite(json!({ "email": email, "role": "member" })).await;
        answer.problem(422, "validation_failed");
        assert_eq!(answer.field_messages(), ["email: Invalid email address"]);
    }
    invite(json!({ "email": address("bob"), "role": "owner" })).await.problem(422, "invalid_body");
    invite(json!({ "email": address("bob"), "role": "site_admin" })).await.problem(422, "invalid_body");
    for (field, value) in [
        ("workspaceId", json!("019cadc6-9a80-7aaa-8aaa-000000000013")),
        ("status", json!("active")),
        ("userId", json!(ada.user["id"])),
    ] {
        let mut input = json!({ "email": address("bob"), "role": "member" });
        input[field] = value;
        assert_eq!(invite(input).await.problem(422, "invalid_body")["errors"][0]["field"], field);
    }
    invite(json!({ "email": ada.email.to_uppercase(), "role": "admin" }))
        .await
        .problem(409, "already_member");
    assert_eq!(members(&ada).await.len(), 1);
    assert_eq!(app.mail().await.len(), 0);
    for token in ["nothing", "%00", "%ff", &"x".repeat(5000)] {
        let anonymous = app.anonymous();
        let answer = anonymous.get(page(token)).await;
        assert!(answer.status.is_client_error(), "{answer:?}");
    }
    app.finish().await;
}

/// A token is valid only for its purpose.
#[tokio::test]
async fn tokens_of_other_kinds_open_nothing() {
    let (app, ada) = start().await;
    app.anonymous().post("/api/register", crate::support::stories::registration("bob")).await.expect(200);
    let verification = app.mail_to(&address("bob")).await.link_parameter("token");
    opens_nothing(&app, &verification, &ada).await;
    let token = app.invite(&ada, &address("bob"), "member").await;
    let verified = app.anonymous().get(format!("/api/verify-email?token={token}")).await.expect(200);
    assert_eq!((&verified["verified"], &verified["expired"]), (&json!(false), &json!(false)));
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_clicks_at_once_make_one_member() {
    let (app, ada) = start().await;
    let bob = app.register_verified_owner("bob").await;
    let token = app.invite(&ada, &bob.email, "member").await;
    for answer in join_all((0..8).map(|_| accept(&bob, &token))).await {
        assert_eq!(answer.expect(200)["workspace"]["id"], ada.user["workspace"]["id"]);
    }
    assert_eq!(app.mail_of_joining("bob").await.len(), 1, "many clicks are one piece of news");
    let token = app.invite(&ada, &address("eve"), "member").await;
    let visitors: Vec<Actor> = (0..4).map(|_| app.anonymous()).collect();
    let answers = join_all(visitors.iter().map(|visitor| register(visitor, &token, "eve"))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1, "{answers:#?}");
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        answer.problem(409, "account_exists");
    }
    assert_eq!(members(&ada).await.len(), 3);
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM audit_log WHERE action = 'join'").await, 2);
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM users").await, 3);
    app.mail_of_joining("eve").await;
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_invite_the_same_person_at_once_send_one_mail() {
    let (app, ada) = start().await;
    let bob = app.joined(&ada, "bob", "admin").await;
    let input = json!({ "email": address("eve"), "role": "member" });
    let (one, other) =
        join(ada.post("/api/team/invitations", input.clone()), bob.post("/api/team/invitations", input))
            .await;
    let (won, lost) = if one.status == 201 { (one, other) } else { (other, one) };
    won.expect(201);
    lost.problem(409, "already_invited");
    app.mail_to(&address("eve")).await;
    app.finish().await;
}

#[tokio::test]
async fn a_removed_member_is_invited_again() {
    let (app, ada) = start().await;
    let bob = app.register_verified_owner("bob").await;
    let first = app.invite(&ada, &bob.email, "admin").await;
    accept(&bob, &first).await.expect(200);
    app.mail_of_joining("bob").await;
    ada.delete(seat(&ada, &bob.email).await).await.expect(204);
    // The former link does not work again.
    opens_nothing(&app, &first, &bob).await;
    let second = app.invite(&ada, &bob.email, "member").await;
    opens_nothing(&app, &first, &bob).await;
    let user = accept(&bob, &second).await.expect(200);
    assert_eq!(
        (&user["workspace"]["id"], &user["workspace"]["role"]),
        (&ada.user["workspace"]["id"], &json!("member"))
    );
    assert_eq!(members(&ada).await.len(), 2);
    app.mail_of_joining("bob").await;
    app.finish().await;
}

/// A person who joined in another way is not made a member twice, nor is their role changed.
#[tokio::test]
async fn a_member_who_follows_an_old_link_stays_what_they_are() {
    let (app, ada) = start().await;
    let bob = app.register_verified_owner("bob").await;
    let token = app.invite(&ada, &bob.email, "admin").await;
    app.database
        .run(format!(
            "INSERT INTO team_members (workspace_id, id, user_id, role, invited_email, status, created_at, updated_at)
             VALUES ('{}', gen_random_uuid(), '{}', 'member', '{}', 'active', now(), now())",
            text(&ada.user["workspace"]["id"]),
            text(&bob.user["id"]),
            bob.email,
        ))
        .await;
    let user = accept(&bob, &token).await.expect(200);
    assert_eq!(user["workspace"]["role"], "member");
    assert_eq!(members(&ada).await.len(), 2);
    app.finish().await;
}
