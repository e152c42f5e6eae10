//! `proffer admin grant`: on a database, and on the data of `proffer dev`, running or not.

use std::process::{Command, Output};

use proffer_embedded::postgres::{Embedded, Options};
use rand::{SeedableRng as _, rngs::StdRng};
use secrecy::ExposeSecret as _;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};

use crate::support::{
    app::TestApp,
    stories::{PASSWORD, address, registration},
};

fn grant(email: &str) -> Command {
    let mut process = Command::new(env!("CARGO_BIN_EXE_proffer"));
    process.args(["admin", "grant", email]).env_remove("PROFFER_SYSTEM_DATABASE_URL");
    process
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[tokio::test]
async fn only_a_confirmed_account_is_made_a_site_administrator() {
    let (app, ada) = TestApp::with_owner().await;
    app.anonymous().post("/api/register", registration("bob")).await.expect(200);
    app.mail().await;
    let run = |email: &str| {
        grant(email)
            .env("PROFFER_SYSTEM_DATABASE_URL", app.database.urls.system.expose_secret())
            .output()
            .unwrap()
    };
    for (email, why) in
        [(address("bob"), "is not verified"), (address("nobody"), "no account has the address")]
    {
        let refused = run(&email);
        assert!(!refused.status.success() && said(&refused).contains(why), "{}", said(&refused));
    }
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM users WHERE is_admin").await, 0);
    let granted = run(&ada.email);
    assert!(granted.status.success(), "{}", said(&granted));
    // A new administrator must sign in again.
    ada.get("/api/auth/user").await.problem(401, "unauthenticated");
    let user = ada.post("/api/login", json!({ "email": ada.email, "password": PASSWORD })).await.expect(200);
    assert_eq!(user["isAdmin"], true);
    app.finish().await;
}

#[tokio::test]
async fn the_embedded_installation_is_reached_whether_it_runs_or_not() {
    let dir = std::env::temp_dir().join(format!("proffer-grant-{}", std::process::id()));
    let dir = proffer_embedded::prepare_data_dir(&dir).unwrap();
    let options = Options { data_dir: &dir, binaries: None, durable: false };
    let mut rng = StdRng::seed_from_u64(7);
    let server = Embedded::start(&options, &mut rng).await.unwrap();
    proffer_store::migrate::run(&server.urls().owner).await.unwrap();
    let admin = server.urls().admin.expose_secret().to_owned();
    let mut connection = PgConnection::connect(&admin).await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO users (id, email, first_name, last_name, email_verified, created_at, updated_at)
         SELECT gen_random_uuid(), name || '@grant.example', name, name, true, now(), now() FROM unnest(ARRAY['ada', 'bob']) name",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();

    let run = |email: &str| grant(email).arg("--data-dir").arg(&dir).output().unwrap();
    let running = run("ada@grant.example");
    assert!(running.status.success(), "{}", said(&running));
    server.stop().await.unwrap();
    let stopped = run("bob@grant.example");
    assert!(stopped.status.success(), "{}", said(&stopped));

    let server = Embedded::start(&options, &mut rng).await.unwrap();
    let mut connection = PgConnection::connect(server.urls().admin.expose_secret()).await.unwrap();
    let made: i64 = sqlx::query_scalar("SELECT count(*) FROM users WHERE is_admin")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let rows = server.data_dir();
    server.stop().await.unwrap();
    assert_eq!(made, 2);
    std::fs::remove_dir_all(rows.parent().unwrap()).unwrap();
    std::fs::remove_dir_all(&dir).unwrap();

    let nothing = run("ada@grant.example");
    assert!(
        !nothing.status.success() && said(&nothing).contains("holds no data of `proffer dev`"),
        "{}",
        said(&nothing)
    );
}
