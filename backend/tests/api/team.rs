//! A team: roles, switching, the workspace's name, transfer of ownership. Invitations and departures are in
//! the folder.

mod invitations;
mod partings;

use chrono::TimeDelta;
use futures_util::future::join;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, text},
    app::TestApp,
    stories::{Owner, address, company},
};

/// The owner, an admin and a member of one workspace.
struct Team {
    app: TestApp,
    ada: Owner,
    bob: Owner,
    eve: Owner,
}

async fn team() -> Team {
    let (app, ada) = TestApp::with_company().await;
    let bob = app.joined(&ada, "bob", "admin").await;
    let eve = app.joined(&ada, "eve", "member").await;
    Team { app, ada, bob, eve }
}

/// The team as one member sees it.
async fn members(actor: &Actor) -> Vec<Value> {
    actor.get("/api/team").await.expect(200).as_array().unwrap().clone()
}

/// The path of the membership with that address.
async fn seat(actor: &Actor, email: &str) -> String {
    let team = members(actor).await;
    let found = team
        .iter()
        .find(|member| member["email"] == email)
        .unwrap_or_else(|| panic!("{email} is not in {team:#?}"));
    format!("/api/team/{}", text(&found["id"]))
}

fn id_of(seat: &str) -> &str {
    seat.rsplit('/').next().unwrap()
}

async fn me(actor: &Actor) -> Value {
    actor.get("/api/auth/user").await.expect(200)
}

async fn owners(app: &TestApp) -> Vec<String> {
    app.database
        .values(
            "SELECT u.email || ' owns ' || w.name || CASE WHEN w.owner_id = u.id THEN '' ELSE ', and the workspace says otherwise' END
             FROM team_members m JOIN users u ON u.id = m.user_id JOIN workspaces w ON w.workspace_id = m.workspace_id
             WHERE m.role = 'owner' AND m.status = 'active' ORDER BY w.name",
        )
        .await
}

#[tokio::test]
async fn three_people_work_in_one_workspace() {
    let Team { app, ada, bob, eve } = team().await;
    let workspace = &ada.user["workspace"];
    let team = members(&eve).await;
    let seen: Vec<_> = team
        .iter()
        .map(|m| (text(&m["email"]), text(&m["role"]), text(&m["status"]), m["isYou"] == true))
        .collect();
    let expected = [
        (ada.email.as_str(), "owner", "active", false),
        (bob.email.as_str(), "admin", "active", false),
        (eve.email.as_str(), "member", "active", true),
    ];
    assert_eq!(seen, expected);
    assert_eq!(
        (&team[2]["firstName"], &team[2]["lastName"], &team[2]["userId"]),
        (&json!("eve"), &json!("eve Meyer"), &eve.user["id"])
    );

    for (person, role) in [(&ada, "owner"), (&bob, "admin"), (&eve, "member")] {
        let user = me(person).await;
        assert_eq!((&user["workspace"]["id"], &user["workspace"]["role"]), (&workspace["id"], &json!(role)));
        let status = person.get("/api/subscription/status").await.expect(200);
        let payments = json!({
            "configured": false, "test": false, "hosts": [], "seatPrice": "9.00", "currency": "USD"
        });
        let expected = json!({
            "status": "trial", "trialEndsAt": "2026-03-16T09:00:00.000Z", "teamMembers": 3, "daysLeft": 14,
            "wasPaid": false,
            "payments": payments,
        });
        assert_eq!(status, expected);
    }
    // The work of one member is visible to all.
    let client = eve.create_client("harbor").await;
    let path = format!("/api/clients/{}", text(&client["id"]));
    for person in [&ada, &bob, &eve] {
        assert_eq!(person.get(&path).await.expect(200)["companyName"], "harbor Dental");
    }
    assert_eq!(bob.get("/api/companies").await.expect(200)["name"], "ada Studio");
    app.finish().await;
}

#[tokio::test]
async fn each_role_does_to_others_what_it_may() {
    let Team { app, ada, bob, eve } = team().await;
    let [ada_seat, bob_seat, eve_seat] =
        [seat(&ada, &ada.email).await, seat(&ada, &bob.email).await, seat(&ada, &eve.email).await];
    let role = |role: &str| json!({ "role": role });

    // A member cannot change the team, not even their own role.
    for path in [&ada_seat, &bob_seat, &eve_seat] {
        eve.put(path, role("admin")).await.problem(403, "forbidden");
        eve.delete(path).await.problem(403, "forbidden");
    }
    eve.post("/api/team/invitations", json!({ "email": "mal@mal.example", "role": "member" }))
        .await
        .problem(403, "forbidden");
    eve.put("/api/workspace", json!({ "name": "Mine" })).await.problem(403, "forbidden");
    eve.put("/api/companies", company("eve")).await.problem(403, "forbidden");
    for person in [&bob, &eve] {
        person
            .post("/api/workspace/transfer", json!({ "memberId": id_of(&eve_seat) }))
            .await
            .problem(403, "forbidden");
    }
    // An admin manages all members except the owner and themselves.
    bob.put(&ada_seat, role("member")).await.problem(409, "owner_must_transfer");
    bob.delete(&ada_seat).await.problem(409, "owner_must_transfer");
    bob.put(&bob_seat, role("member")).await.problem(409, "own_role");
    bob.delete(&bob_seat).await.problem(409, "own_membership");
    ada.put(&ada_seat, role("admin")).await.problem(409, "owner_must_transfer");
    // Ownership cannot be given that way.
    bob.put(&eve_seat, role("owner")).await.problem(422, "invalid_body");
    for (field, value) in [
        ("workspaceId", json!(ada.user["workspace"]["id"])),
        ("status", json!("active")),
        ("userId", json!(eve.user["id"])),
    ] {
        let mut input = role("admin");
        input[field] = value;
        assert_eq!(bob.put(&eve_seat, input).await.problem(422, "invalid_body")["errors"][0]["field"], field);
    }
    let nowhere = "/api/team/019cadc6-9a80-7aaa-8aaa-000000000011";
    bob.put(nowhere, role("admin")).await.problem(404, "member_not_found");
    bob.delete(nowhere).await.problem(404, "member_not_found");
    assert_eq!(
        members(&ada).await.iter().map(|m| text(&m["role"])).collect::<Vec<_>>(),
        ["owner", "admin", "member"]
    );

    // Promotion and demotion take effect from the next request, in open sessions.
    assert_eq!(bob.put(&eve_seat, role("admin")).await.expect(200)["role"], "admin");
    assert_eq!(me(&eve).await["workspace"]["role"], "admin");
    eve.put("/api/workspace", json!({ "name": "Ours" })).await.expect(200);
    assert_eq!(eve.put(&bob_seat, role("member")).await.expect(200)["role"], "member");
    bob.put(&eve_seat, role("member")).await.problem(403, "forbidden");
    bob.get("/api/team").await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn a_workspace_gets_a_name_of_one_line() {
    let Team { app, ada, bob, .. } = team().await;
    for (name, message) in [
        ("", "name: Name is required"),
        ("   ", "name: Name is required"),
        ("Two\nlines", "name: Name must be a single line of text"),
        ("a\r\nBcc: mal@mal.example", "name: Name must be a single line of text"),
        (&"x".repeat(101), "name: Name must be at most 100 characters"),
    ] {
        let answer = ada.put("/api/workspace", json!({ "name": name })).await;
        answer.problem(422, "validation_failed");
        assert_eq!(answer.field_messages(), [message]);
    }
    assert_eq!(me(&bob).await["workspace"]["name"], "ada ada Meyer");
    let user = bob.put("/api/workspace", json!({ "name": "  Atelier Süd  " })).await.expect(200);
    assert_eq!((&user["workspace"]["name"], &user["email"]), (&json!("Atelier Süd"), &json!(bob.email)));
    let ada_now = me(&ada).await;
    assert_eq!(ada_now["workspaces"], json!([ada_now["workspace"]]));
    assert_eq!(ada_now["workspace"]["name"], "Atelier Süd");
    assert!(
        user["workspaces"].as_array().unwrap().iter().any(|w| w["name"] == "bob bob Meyer"),
        "another workspace was renamed: {user}"
    );
    app.finish().await;
}

#[tokio::test]
async fn two_workspaces_of_one_person_never_mix() {
    let Team { app, ada, eve, .. } = team().await;
    let elsewhere = app.sign_in("eve").await;
    let user = me(&eve).await;
    let workspaces = user["workspaces"].as_array().unwrap();
    assert_eq!(workspaces.len(), 2, "{user:#}");
    let own = workspaces.iter().find(|w| w["role"] == "owner").unwrap();
    let ours = &user["workspace"];

    let theirs = ada.create_client("canaryteam").await;
    let switched = eve.post("/api/workspace/switch", json!({ "workspaceId": own["id"] })).await.expect(200);
    assert_eq!((&switched["workspace"], &switched), (own, &me(&eve).await));
    assert!(switched["permissions"].as_array().unwrap().contains(&json!("workspace:transfer")));
    let mine = eve.create_client("canaryown").await;

    let listed = async |actor: &Actor| actor.get("/api/clients").await.text();
    let of = |client: &Value| format!("/api/clients/{}", text(&client["id"]));
    assert!(!listed(&eve).await.contains("canaryteam"));
    eve.get(of(&theirs)).await.problem(404, "client_not_found");
    eve.put(of(&theirs), crate::support::stories::client("quay")).await.problem(404, "client_not_found");
    eve.get("/api/companies").await.problem(404, "company_not_found");
    assert_eq!(members(&eve).await.len(), 1);
    assert_eq!(eve.get("/api/subscription/status").await.expect(200)["teamMembers"], 1);
    // Another browser of the same person stays where it is.
    assert!(listed(&elsewhere).await.contains("canaryteam"));
    assert!(!listed(&ada).await.contains("canaryown"));
    ada.get(of(&mine)).await.problem(404, "client_not_found");

    eve.post("/api/workspace/switch", json!({ "workspaceId": ours["id"] })).await.expect(200);
    assert!(listed(&eve).await.contains("canaryteam") && !listed(&eve).await.contains("canaryown"));
    app.finish().await;
}

#[tokio::test]
async fn switching_to_a_workspace_needs_membership() {
    let Team { app, ada, bob, eve } = team().await;
    let zoe = app.register_verified_owner("zoe").await;
    let here = me(&zoe).await;
    let refusal = |workspace: &Value| zoe.post("/api/workspace/switch", json!({ "workspaceId": workspace }));
    let mut foreign = refusal(&ada.user["workspace"]["id"]).await.problem(404, "workspace_not_found");
    let mut nothing =
        refusal(&json!("019cadc6-9a80-7aaa-8aaa-000000000013")).await.problem(404, "workspace_not_found");
    for problem in [&mut foreign, &mut nothing] {
        problem.as_object_mut().unwrap().remove("requestId");
    }
    assert_eq!(foreign, nothing);
    // Neither an invitation nor an ended membership gives access.
    app.invite(&ada, &zoe.email, "admin").await;
    refusal(&ada.user["workspace"]["id"]).await.problem(404, "workspace_not_found");
    bob.delete(seat(&bob, &eve.email).await).await.expect(204);
    eve.post("/api/workspace/switch", json!({ "workspaceId": ada.user["workspace"]["id"] }))
        .await
        .problem(404, "workspace_not_found");
    assert_eq!(me(&zoe).await, here);
    app.finish().await;
}

#[tokio::test]
async fn a_workspace_is_handed_over() {
    let Team { app, ada, bob, eve } = team().await;
    let to = |seat: &str| json!({ "memberId": id_of(seat) });
    let [ada_seat, eve_seat] = [seat(&ada, &ada.email).await, seat(&ada, &eve.email).await];
    app.invite(&ada, "new@new.example", "admin").await;
    let invited = seat(&ada, "new@new.example").await;
    let zoe = app.register_verified_owner("zoe").await;
    let foreign = seat(&zoe, &zoe.email).await;
    for seat in [&invited, &foreign, "/api/team/019cadc6-9a80-7aaa-8aaa-000000000011"] {
        ada.post("/api/workspace/transfer", to(seat)).await.problem(404, "member_not_found");
    }
    ada.post("/api/workspace/transfer", to(&ada_seat)).await.problem(409, "already_owner");
    ada.post_empty("/api/workspace/leave").await.problem(409, "owner_must_transfer");

    let user = ada.post("/api/workspace/transfer", to(&eve_seat)).await.expect(200);
    assert_eq!((&user["email"], &user["workspace"]["role"]), (&json!(ada.email), &json!("admin")));
    assert_eq!(user, me(&ada).await);
    let roles: Vec<_> = members(&bob)
        .await
        .iter()
        .map(|m| format!("{} {}", text(&m["firstName"]), text(&m["role"])))
        .take(3)
        .collect();
    assert_eq!(roles, ["eve owner", "ada admin", "bob admin"]);
    assert!(owners(&app).await.contains(&format!("{} owns ada ada Meyer", address("eve"))));
    ada.post("/api/workspace/transfer", to(&ada_seat)).await.problem(403, "forbidden");
    // The new owner has all rights of an owner, and the former one those of an admin.
    ada.put(&eve_seat, json!({ "role": "member" })).await.problem(409, "owner_must_transfer");
    eve.put(&ada_seat, json!({ "role": "member" })).await.expect(200);
    eve.post_empty("/api/workspace/leave").await.problem(409, "owner_must_transfer");
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_transfers_at_once_one_happens() {
    let Team { app, ada, bob, eve } = team().await;
    let [bob_seat, eve_seat] = [seat(&ada, &bob.email).await, seat(&ada, &eve.email).await];
    let again = app.sign_in("ada").await;
    for _ in 0..5 {
        let transfer = |seat: &str| json!({ "memberId": id_of(seat) });
        let (one, other) = join(
            ada.post("/api/workspace/transfer", transfer(&bob_seat)),
            again.post("/api/workspace/transfer", transfer(&eve_seat)),
        )
        .await;
        let (heir, lost) = if one.status == 200 { (&bob, &other) } else { (&eve, &one) };
        lost.problem(403, "forbidden");
        let all = owners(&app).await;
        assert_eq!(all.iter().filter(|owner| owner.ends_with("owns ada ada Meyer")).count(), 1, "{all:?}");
        assert!(all.contains(&format!("{} owns ada ada Meyer", heir.email)), "{all:?}");
        let back = seat(heir, &ada.email).await;
        heir.post("/api/workspace/transfer", transfer(&back)).await.expect(200);
    }
    app.finish().await;
}

#[tokio::test]
async fn a_trial_whose_end_has_passed_reads_so() {
    let (app, ada) = TestApp::with_owner().await;
    let status = async || ada.get("/api/subscription/status").await.expect(200)["status"].clone();
    app.pass(TimeDelta::days(14) - TimeDelta::milliseconds(1));
    assert_eq!((status().await, &me(&ada).await["subscriptionStatus"]), (json!("trial"), &json!("trial")));
    app.pass(TimeDelta::milliseconds(1));
    assert_eq!(
        (status().await, &me(&ada).await["subscriptionStatus"]),
        (json!("trial_expired"), &json!("trial_expired"))
    );
    app.pays(&ada).await;
    assert_eq!((status().await, &me(&ada).await["subscriptionStatus"]), (json!("active"), &json!("active")));
    app.mail().await;
    app.finish().await;
}
