//! Jobs whose subject is gone: each ends at its first attempt.

use serde_json::json;
use uuid::Uuid;

use crate::support::{actor::text, app::TestApp};

/// The subject of a job was deleted before it ran: the job is done, or fails permanently if there is
/// something that cannot be done. Nothing is retried.
#[tokio::test]
async fn work_about_what_was_deleted_ends_at_its_first_attempt() {
    let (app, ada) = TestApp::with_company().await;
    let (workspace, gone) = (text(&ada.user["workspace"]["id"]), Uuid::from_u128(7));
    let at = app.now().to_rfc3339();
    let news = json!({
        "kind": "viewed", "proposalId": gone, "subject": "A site", "actor": null, "words": null,
        "except": null, "withDocument": false
    });
    let works = [
        ("notify", news, "done"),
        ("draft_proposal", json!({ "proposalId": gone, "userId": ada.user["id"] }), "done"),
        ("remind_client", json!({ "proposalId": gone, "revisionId": gone, "number": 0 }), "done"),
        ("warn_of_expiry", json!({ "proposalId": gone, "revisionId": gone, "validUntil": at }), "done"),
        ("expire_proposal", json!({ "proposalId": gone, "validUntil": at }), "done"),
        ("seal_evidence", json!({ "proposalId": gone }), "failed"),
        (
            "read_client_website",
            json!({ "clientId": gone, "websiteUrl": "https://harbor.example", "attempt": 0 }),
            "done",
        ),
        ("import_clients", json!({ "importId": gone }), "done"),
        ("forget_client_import", json!({ "importId": gone }), "done"),
        ("tell_of_given", json!({ "until": at }), "done"),
        ("tell_of_grace", json!({ "since": at }), "done"),
        ("sync_subscription", json!({}), "done"),
        ("sync_seats", json!({}), "done"),
    ];
    app.run_jobs().await;
    app.database.run("DELETE FROM jobs").await;
    for (task, payload, _) in &works {
        let id = app.app.new_id();
        app.database
            .run(format!(
                "INSERT INTO jobs (workspace_id, id, task, payload, created_at) VALUES ('{workspace}', '{id}', '{task}', '{payload}', now())"
            ))
            .await;
    }
    app.run_jobs().await;
    for (task, _, state) in &works {
        assert_eq!(app.outcomes(task).await, [format!("{state} after 1")], "{task}");
    }
    app.database.run("DELETE FROM jobs WHERE state = 'failed'").await;
    app.finish().await;
}
