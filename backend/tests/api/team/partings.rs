//! The end of a membership: access ends, including running streams; the work stays; the person continues
//! elsewhere.

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::{StreamExt, future::join};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Team, id_of, me, members, seat, team};
use crate::support::{
    actor::text,
    app::TestApp,
    stories::{Owner, path_of, shared_path_of},
};

const PATIENCE: Duration = Duration::from_secs(30);

/// The person that each row of a table belongs to.
async fn kept_by(app: &TestApp, table: &str) -> Vec<String> {
    app.database
        .values(format!(
            "SELECT DISTINCT u.email FROM {table} t JOIN users u ON u.id = t.created_by ORDER BY 1"
        ))
        .await
}

#[tokio::test]
async fn a_removed_member_is_refused_at_the_next_request() {
    let Team { app, ada, bob, eve } = team().await;
    let second = app.sign_in("eve").await;
    let client = eve.create_client("harbor").await;
    let path = format!("/api/clients/{}", text(&client["id"]));
    bob.delete(seat(&bob, &eve.email).await).await.expect(204);

    for session in [&eve, &second] {
        session.get(&path).await.problem(404, "client_not_found");
        let user = me(session).await;
        assert_eq!(
            (&user["workspace"]["name"], &user["workspace"]["role"]),
            (&json!("eve eve Meyer"), &json!("owner"))
        );
        assert_eq!(user["workspaces"], json!([user["workspace"]]));
        assert_eq!(session.get("/api/clients").await.expect(200), json!([]));
        assert_eq!(members(session).await.len(), 1);
    }
    assert_eq!(members(&ada).await.iter().map(|m| text(&m["firstName"])).collect::<Vec<_>>(), ["ada", "bob"]);
    assert_eq!(ada.get("/api/subscription/status").await.expect(200)["teamMembers"], 2);
    // The other members are not affected.
    ada.get(&path).await.expect(200);
    assert_eq!(me(&bob).await["workspace"]["role"], "admin");
    app.finish().await;
}

#[tokio::test]
async fn a_running_stream_ends_with_the_membership() {
    let Team { app, ada, eve, .. } = team().await;
    let client = ada.create_client("harbor").await;
    let proposal = ada.start_proposal(&client).await;
    let watch = async |person: &Owner| {
        let request = person.request(Method::GET, &format!("/api/proposals/{proposal}/drafting/events"));
        let mut stream = request.send().await.unwrap().bytes_stream();
        let first = stream.next().await.unwrap().unwrap();
        assert!(String::from_utf8_lossy(&first).contains("\"queued\""), "{first:?}");
        stream
    };
    let mut watched = watch(&eve).await;
    let mut stays = watch(&ada).await;
    ada.delete(seat(&ada, &eve.email).await).await.expect(204);
    // The draft is completed; the removed member no longer receives events of it.
    app.run_jobs().await;
    let rest = tokio::time::timeout(PATIENCE, async {
        let mut rest = String::new();
        while let Some(part) = watched.next().await {
            rest.push_str(&String::from_utf8_lossy(&part.unwrap()));
        }
        rest
    });
    let rest = rest.await.expect("the stream of a removed member goes on");
    assert!(!rest.contains("data:"), "a removed member was told {rest}");
    let mut told = String::new();
    while let Some(part) = stays.next().await {
        told.push_str(&String::from_utf8_lossy(&part.unwrap()));
    }
    assert!(told.contains("\"done\""), "{told}");
    app.finish().await;
}

#[tokio::test]
async fn the_work_stays_and_passes_to_the_owner() {
    let Team { app, ada, bob, eve } = team().await;
    let bobs = bob.create_client("quay").await;
    let sent = app.sent_proposal(&eve).await;
    app.database
        .run(format!(
            "INSERT INTO api_keys (workspace_id, id, name, made_by, prefix, secret_hash, scopes, created_at)
             SELECT '{}', gen_random_uuid(), made.name, made.by::uuid, 'pk', '\\x00', '[]', now()
             FROM (VALUES ('hers', '{}'), ('his', '{}')) AS made (name, by)",
            text(&ada.user["workspace"]["id"]),
            text(&eve.user["id"]),
            text(&bob.user["id"]),
        ))
        .await;
    let before: Value = eve.get(path_of(&sent)).await.expect(200);
    assert_eq!(kept_by(&app, "proposals").await, [eve.email.as_str()]);
    ada.delete(seat(&ada, &eve.email).await).await.expect(204);

    assert_eq!(ada.get(path_of(&sent)).await.expect(200), before, "passing on changes nothing that is read");
    assert_eq!(kept_by(&app, "proposals").await, [ada.email.as_str()]);
    assert_eq!(kept_by(&app, "clients").await, [ada.email.as_str(), bob.email.as_str()]);
    bob.get(format!("/api/clients/{}", text(&bobs["id"]))).await.expect(200);
    // History is unchanged: the sender of the revision is kept.
    assert_eq!(kept_by(&app, "revisions").await, [eve.email.as_str()]);
    let keys: Vec<String> = app
        .database
        .values("SELECT name || CASE WHEN revoked_at IS NULL THEN ' works' ELSE ' ended' END FROM api_keys ORDER BY name")
        .await;
    assert_eq!(keys, ["hers ended", "his works"]);
    // The client's answer goes to the new responsible member.
    let decline =
        json!({ "action": "decline", "senderName": "Mia Berg", "senderEmail": "mia@harbor.example" });
    app.anonymous().post(format!("{}/action", shared_path_of(&sent)), decline).await.expect(200);
    app.mail_to(&ada.email).await;
    app.finish().await;
}

#[tokio::test]
async fn a_member_leaves() {
    let Team { app, ada, bob, eve } = team().await;
    eve.create_client("harbor").await;
    let user = eve.post_empty("/api/workspace/leave").await.expect(200);
    assert_eq!(user["workspace"]["name"], "eve eve Meyer");
    assert_eq!(user, me(&eve).await);
    assert_eq!(eve.get("/api/clients").await.expect(200), json!([]));
    assert_eq!(kept_by(&app, "clients").await, [ada.email.as_str()]);
    // They left the team's workspace: their own workspace cannot be left.
    eve.post_empty("/api/workspace/leave").await.problem(409, "owner_must_transfer");
    bob.post_empty("/api/workspace/leave").await.expect(200);
    let answer = ada.post_empty("/api/workspace/leave").await;
    let problem = answer.problem(409, "owner_must_transfer");
    assert!(text(&problem["message"]).contains("Transfer the workspace"), "{problem}");
    assert_eq!(members(&ada).await.len(), 1);
    let log: Vec<String> = app
        .database
        .values(
            "SELECT action || ' ' || target_name FROM audit_log WHERE action = 'leave' ORDER BY target_name",
        )
        .await;
    assert_eq!(log, ["leave bob@bob.example", "leave eve@eve.example"]);
    app.finish().await;
}

/// Every person keeps a workspace, and leaving does not start another trial.
#[tokio::test]
async fn a_person_without_a_workspace_gets_a_new_one() {
    let Team { app, ada, eve, .. } = team().await;
    let eve_seat = seat(&ada, &eve.email).await;
    ada.post("/api/workspace/transfer", json!({ "memberId": id_of(&eve_seat) })).await.expect(200);
    app.pass(TimeDelta::days(10));
    let user = ada.post_empty("/api/workspace/leave").await.expect(200);
    assert_eq!(
        (&user["workspace"]["name"], &user["workspace"]["role"]),
        (&json!("ada ada Meyer"), &json!("owner"))
    );
    assert_ne!(user["workspace"]["id"], ada.user["workspace"]["id"]);
    assert_eq!(
        (user["workspaces"].as_array().unwrap().len(), &user["trialEndsAt"]),
        (1, &ada.user["trialEndsAt"])
    );
    ada.get("/api/companies").await.problem(404, "company_not_found");
    ada.create_company().await;
    assert_eq!(app.sign_in("ada").await.user["workspace"], user["workspace"]);
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_remove_the_same_person_do_it_once() {
    let Team { app, ada, bob, eve } = team().await;
    let path = seat(&ada, &eve.email).await;
    let (one, other) = join(ada.delete(&path), bob.delete(&path)).await;
    let (won, lost) = if one.status == 204 { (one, other) } else { (other, one) };
    won.expect(204);
    lost.problem(404, "member_not_found");
    assert_eq!(
        app.database
            .value::<i64>("SELECT count(*) FROM audit_log WHERE action = 'delete' AND object = 'team'")
            .await,
        1
    );
    app.finish().await;
}

/// Of two admins who remove each other at once, one remains.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_remove_each_other_do_not_both_go() {
    let Team { app, ada, bob, eve } = team().await;
    let eve_seat = seat(&ada, &eve.email).await;
    ada.put(&eve_seat, json!({ "role": "admin" })).await.expect(200);
    let bob_seat = seat(&ada, &bob.email).await;
    let (one, other) = join(bob.delete(&eve_seat), eve.delete(&bob_seat)).await;
    let done = [&one, &other].into_iter().filter(|answer| answer.status == 204).count();
    assert_eq!(done, 1, "{one:?} {other:?}");
    assert_eq!(members(&ada).await.len(), 2);
    app.finish().await;
}
