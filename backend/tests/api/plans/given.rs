//! Plans granted by a site administrator, and the list of workspaces.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{CLIENTS, INSTANT, TRIAL, administrator, status, waits, workspace};
use crate::support::{
    actor::{Actor, text},
    app::TestApp,
    stories::{self, Owner},
};

const LIST: &str = "/api/admin/workspaces";

fn path(owner: &Owner) -> String {
    format!("{LIST}/{}/plan", workspace(owner))
}

async fn names(actor: &Actor, query: &str) -> Vec<String> {
    let list = actor.get(format!("{LIST}{query}")).await.expect(200);
    list.as_array().unwrap().iter().map(|one| text(&one["name"]).to_owned()).collect()
}

/// The entries of the workspace's audit log by a site administrator.
async fn log(owner: &Owner) -> Vec<[String; 4]> {
    let lines = owner.get("/api/audit-log").await.expect(200);
    let of_admin = lines.as_array().unwrap().iter().filter(|line| line["actorKind"] == "site_admin");
    let fields = |line: &Value| {
        ["actorName", "action", "targetId", "targetName"].map(|field| text(&line[field]).to_owned())
    };
    of_admin.map(fields).collect()
}

#[tokio::test]
async fn a_plan_that_is_given_lets_a_workspace_go_on_until_it_ends() {
    let app = TestApp::start().await;
    let root = administrator(&app).await;
    let (ada, eve) = (app.register_verified_owner("ada").await, app.register_verified_owner("eve").await);
    app.pass(TRIAL);
    app.mail().await;
    waits(&ada.post("/api/clients", stories::client("quay")).await, CLIENTS);

    let until = app.now() + TimeDelta::days(30);
    let given = root
        .put(path(&ada), json!({ "plan": "pro", "until": until, "reason": "  Their launch slipped " }))
        .await
        .expect(200);
    assert_eq!((&given["id"], &given["status"]), (&ada.user["workspace"]["id"], &json!("active")));
    let said = json!({
        "at": "2026-03-16T09:00:00.000Z", "until": "2026-04-15T09:00:00.000Z", "by": "root root Meyer",
        "reason": "Their launch slipped",
    });
    assert_eq!(given["given"], said);
    assert_eq!((status(&ada).await, status(&eve).await), ("active".to_owned(), "trial_expired".to_owned()));
    assert_eq!(
        ada.get("/api/subscription/status").await.expect(200)["given"],
        json!({ "until": "2026-04-15T09:00:00.000Z" })
    );
    ada.create_client("quay").await;
    waits(&eve.post("/api/clients", stories::client("quay")).await, CLIENTS);

    app.pass(TimeDelta::days(29));
    // Sessions last thirty days; this request keeps it alive.
    ada.get("/api/clients").await.expect(200);
    app.pass(TimeDelta::days(1) - INSTANT);
    ada.create_client("bay").await;
    app.pass(INSTANT);
    waits(&ada.post("/api/clients", stories::client("cove")).await, CLIENTS);
    assert_eq!(status(&ada).await, "trial_expired");
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn it_can_be_granted_without_end_renewed_and_withdrawn_and_the_log_says_so() {
    let app = TestApp::start().await;
    let root = administrator(&app).await;
    let (ada, eve) = (app.register_verified_owner("ada").await, app.register_verified_owner("eve").await);
    app.pass(TRIAL);
    app.mail().await;
    let give = async |input: Value| {
        app.pass(TimeDelta::seconds(1));
        root.put(path(&ada), input).await.expect(200)
    };
    let until = app.now() + TimeDelta::days(1);
    give(json!({ "plan": "pro", "until": until, "reason": "A try" })).await;
    assert_eq!(
        give(json!({ "plan": "pro", "reason": "A friend of the house" })).await["given"].get("until"),
        None
    );
    app.pass(TimeDelta::days(2));
    assert_eq!(status(&ada).await, "active", "what was given anew has no end");
    let taken = give(json!({ "plan": "none", "reason": "No longer" })).await;
    assert_eq!((&taken["status"], taken.get("given")), (&json!("trial_expired"), None));
    waits(&ada.post("/api/clients", stories::client("quay")).await, CLIENTS);
    give(json!({ "plan": "none", "reason": "Twice is once" })).await;

    let line = |action: &str, words: &str| {
        ["root root Meyer", action, workspace(&ada), words].map(ToOwned::to_owned)
    };
    assert_eq!(
        log(&ada).await,
        [
            line("end_plan", "Pro ended: Twice is once"),
            line("end_plan", "Pro ended: No longer"),
            line("give_plan", "Pro for good: A friend of the house"),
            line("give_plan", "Pro until March 17, 2026 at 09:00 UTC: A try"),
        ]
    );
    assert_eq!((log(&eve).await, log(&root).await), (Vec::new(), Vec::new()), "nobody else's");
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn what_is_wrong_is_told_by_field_and_changes_nothing() {
    let app = TestApp::start().await;
    let root = administrator(&app).await;
    let ada = app.register_verified_owner("ada").await;
    let refused = root.put(path(&ada), json!({ "plan": "gold", "until": "tomorrow", "reason": " x " })).await;
    refused.problem(422, "validation_failed");
    assert_eq!(
        refused.field_messages(),
        [
            "plan: Plan must be pro, or none to revoke the granted plan",
            "until: Until must be a date and time such as 2027-01-31T18:00:00Z",
            "reason: Reason must be at least 3 characters",
        ]
    );
    let past = root.put(path(&ada), json!({ "plan": "pro", "until": app.now(), "reason": "A friend" })).await;
    assert_eq!(past.field_messages(), ["until: Until must be in the future"]);
    let long = root.put(path(&ada), json!({ "plan": "pro", "reason": "x".repeat(501) })).await;
    assert_eq!(long.field_messages(), ["reason: Reason must be at most 500 characters"]);
    let nowhere = format!("{LIST}/019cadc6-9a80-7aaa-8aaa-000000000001/plan");
    root.put(nowhere, json!({ "plan": "pro", "reason": "A friend" }))
        .await
        .problem(404, "workspace_not_found");
    for by in [&ada, &app.register_verified_owner("eve").await] {
        by.put(path(&ada), json!({ "plan": "pro", "reason": "I like it" })).await.problem(403, "forbidden");
        by.get(LIST).await.problem(403, "forbidden");
    }
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM subscriptions").await, 0);
    assert_eq!(log(&ada).await, Vec::<[String; 4]>::new());
    app.finish().await;
}

#[tokio::test]
async fn the_workspaces_are_listed_newest_first_and_found_by_name_owner_and_address() {
    let app = TestApp::start().await;
    let root = administrator(&app).await;
    app.pass(TimeDelta::seconds(1));
    let ada = app.register_verified_owner("ada").await;
    ada.put("/api/workspace", json!({ "name": "Atelier 100%_\\" })).await.expect(200);
    app.pass(TimeDelta::seconds(1));
    // At the same instant.
    let (bea, eve) = (app.register_verified_owner("bea").await, app.register_verified_owner("eve").await);
    app.joined(&ada, "zoe", "member").await;
    let list = root.get(LIST).await.expect(200);
    let all = names(&root, "").await;
    assert_eq!(
        (all.len(), all.first().map(String::as_str), all.last().map(String::as_str)),
        (5, Some("zoe zoe Meyer"), Some("root root Meyer"))
    );
    let of_ada =
        list.as_array().unwrap().iter().find(|one| one["id"] == ada.user["workspace"]["id"]).unwrap();
    let expected = json!({
        "id": ada.user["workspace"]["id"], "name": "Atelier 100%_\\", "ownerName": "ada ada Meyer",
        "ownerEmail": ada.email, "teamMembers": 2,
        "status": "trial", "trialEndsAt": ada.user["trialEndsAt"], "createdAt": "2026-03-02T09:00:01.000Z",
    });
    assert_eq!(of_ada, &expected, "and nothing of what is in it");

    for (search, found) in [
        ("atelier", vec!["Atelier 100%_\\"]),
        ("ADA+ada", vec!["Atelier 100%_\\"]),
        ("%40eve.example", vec!["eve eve Meyer"]),
        ("100%25_", vec!["Atelier 100%_\\"]),
        ("%5C", vec!["Atelier 100%_\\"]),
        ("a%25a", vec![]),
        ("e_e", vec![]),
        ("nobody", vec![]),
        ("a%00b", vec![]),
    ] {
        assert_eq!(names(&root, &format!("?search={search}")).await, found, "{search}");
    }
    assert_eq!(names(&root, "?search=+").await.len(), 5);

    // Read page by page, the list is the same.
    let (mut paged, mut next) = (Vec::new(), Some(format!("{LIST}?limit=2&search=meyer")));
    while let Some(page) = next {
        let answer = root.get(&page).await;
        paged.extend(answer.expect(200).as_array().unwrap().iter().map(|one| text(&one["name"]).to_owned()));
        next = answer.next_page();
    }
    assert_eq!(paged, all);
    assert_ne!(bea.user["workspace"]["id"], eve.user["workspace"]["id"]);
    root.get(format!("{LIST}?limit=0")).await.problem(422, "invalid_parameter");
    root.get(format!("{LIST}?cursor=x")).await.problem(422, "invalid_parameter");
    app.finish().await;
}

#[tokio::test]
async fn a_plan_that_is_given_leaves_what_stripe_said() {
    let app = TestApp::start().await;
    let root = administrator(&app).await;
    let ada = app.register_verified_owner("ada").await;
    app.database
        .run(format!(
            "INSERT INTO subscriptions (workspace_id, stripe_status, billed_seats, team_version, ended_at, created_at, updated_at)
             VALUES ('{}', 'canceled', 3, 7, now(), now(), now())",
            workspace(&ada)
        ))
        .await;
    let given = root.put(path(&ada), json!({ "plan": "pro", "reason": "Come back" })).await.expect(200);
    assert_eq!((&given["stripeStatus"], &given["status"]), (&json!("canceled"), &json!("active")));
    let kept: String =
        app.database.value("SELECT concat_ws(' ', stripe_status, billed_seats, team_version, given_reason) FROM subscriptions").await;
    assert_eq!(kept, "canceled 3 7 Come back");
    app.finish().await;
}
