//! `proffer seed`: a sample workspace, created once, as the API would create it.

use std::process::Command;

use secrecy::ExposeSecret as _;
use serde_json::json;

use crate::{
    running::app_of_today,
    support::{
        actor::text,
        app::{SEALING_KEY, SECRET_KEY, TestApp},
        log,
    },
};

/// The output of the command on the database of that server.
fn seeded(app: &TestApp) -> String {
    let mut process = Command::new(env!("CARGO_BIN_EXE_proffer"));
    process
        .arg("seed")
        .env_clear()
        .env("PROFFER_PUBLIC_URL", app.base.as_str())
        .env("PROFFER_SECRET_KEY", SECRET_KEY);
    process.env("PROFFER_SEALING_KEY", SEALING_KEY);
    process.env("PROFFER_DATABASE_URL", app.database.urls.app.expose_secret());
    process.env("PROFFER_SYSTEM_DATABASE_URL", app.database.urls.system.expose_secret());
    process.env("PROFFER_DATA_DIR", app.database.dir.join("seeding"));
    let done = process.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

#[tokio::test]
async fn the_demo_workspace_has_proposals_in_every_state_and_a_password_of_its_own() {
    let app = app_of_today().await;
    let said = seeded(&app);
    let password = said.split_once("with the password ").unwrap().1.lines().next().unwrap();
    log::plant(password);
    let owner = app.anonymous();
    let user = owner
        .post("/api/login", json!({ "email": "demo@proffer.example", "password": password }))
        .await
        .expect(200);
    assert_eq!(user["workspace"]["name"], "Northlight Studio");
    let proposals = owner.get("/api/proposals?limit=20").await.expect(200);
    let mut states: Vec<&str> =
        proposals.as_array().unwrap().iter().map(|proposal| text(&proposal["status"])).collect();
    states.sort_unstable();
    assert_eq!(states, ["draft", "in_review", "pending", "rejected", "signed"]);

    // Sealing needs the object storage, which this command was not given.
    app.run_jobs().await;
    let again = seeded(&app);
    assert_eq!(again, "demo@proffer.example already has an account; nothing was changed\n");
    assert_eq!(owner.get("/api/proposals?limit=20").await.expect(200), proposals);
    app.finish().await;
}
