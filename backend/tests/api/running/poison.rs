//! A job that repeatedly kills its process.

use serde_json::json;
use tokio::net::TcpListener;

use super::{PATIENCE, app_of_today, process::Process};
use crate::support::{app::TestApp, waiting::until};

/// A mail server that accepts connections and never answers, so that its clients wait.
async fn silent() -> (TcpListener, [(&'static str, String); 1]) {
    let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = server.local_addr().unwrap().port();
    (server, [("SMTP_URL", format!("smtp://127.0.0.1:{port}"))])
}

/// A worker that was killed in the middle of a mail, and is known to be dead.
async fn killed_in_the_middle(app: &TestApp) {
    let (server, settings) = silent().await;
    let worker = Process::start("worker", &app.database, &settings).await;
    let (_connection, _) =
        tokio::time::timeout(PATIENCE, server.accept()).await.expect("the job is begun").unwrap();
    worker.kill();
    app.database
        .run("UPDATE graphile_worker._private_workers SET last_heartbeat_at = now() - interval '1 hour'")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_during_which_two_workers_died_is_given_up_and_can_be_tried_anew() {
    let app = app_of_today().await;
    let ada = app.owner_with_company("ada").await;
    app.run_jobs().await;
    ada.post("/api/team/invitations", json!({ "email": "bob@bob.example", "role": "member" }))
        .await
        .expect(201);
    killed_in_the_middle(&app).await;
    killed_in_the_middle(&app).await;

    let (server, settings) = silent().await;
    let worker = Process::start("worker", &app.database, &settings).await;
    let failed = "SELECT failure FROM jobs WHERE state = 'failed'";
    let failures = until("it is given up", PATIENCE, async || {
        Some(app.database.values::<String>(failed).await).filter(|failures| !failures.is_empty())
    })
    .await;
    assert_eq!(failures, ["Its worker died twice while running it, so it is not retried automatically"]);
    assert!(futures_util::FutureExt::now_or_never(server.accept()).is_none(), "it was begun a third time");
    worker.stop().await;

    // As if a site administrator retries it: with all attempts, and without earlier deaths.
    app.database
        .run("UPDATE jobs SET state = 'retrying', attempts = 0, finished_at = NULL WHERE state = 'failed'")
        .await;
    app.mail_to("bob@bob.example").await;
    app.finish().await;
}
