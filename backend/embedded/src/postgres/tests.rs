//! The lifecycle of the embedded PostgreSQL, with real servers that are killed, orphaned or blocked.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::time::Duration;

use secrecy::ExposeSecret;
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::super::scratch::{Scratch, rng};
use super::*;

async fn try_start(dir: &Path, run: u64) -> anyhow::Result<Embedded> {
    Embedded::start(&Options { data_dir: dir, binaries: None, durable: false }, &mut rng(run)).await
}

async fn start(dir: &Path, run: u64) -> Embedded {
    try_start(dir, run).await.unwrap_or_else(|error| panic!("{error:#}"))
}

async fn connect(url: &SecretString) -> PgConnection {
    PgConnection::connect(url.expose_secret()).await.unwrap()
}

/// Adds a row as the owner and returns the number of rows.
async fn add_row(embedded: &Embedded) -> i64 {
    let mut owner = connect(&embedded.urls().owner).await;
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS kept (n int); INSERT INTO kept VALUES (1)")
        .execute(&mut owner)
        .await
        .unwrap();
    let rows = sqlx::query_scalar("SELECT count(*) FROM kept").fetch_one(&mut owner).await.unwrap();
    owner.close().await.unwrap();
    rows
}

fn pid(embedded: &Embedded) -> u32 {
    embedded.server.child.id().unwrap()
}

async fn kill(pid: u32) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().await.unwrap().success());
}

#[tokio::test]
async fn rows_and_address_are_there_again_after_a_stop() {
    let dir = Scratch::new("stop-and-start");
    let first = start(&dir, 1).await;
    assert_eq!(add_row(&first).await, 1);
    let address = first.urls().app.expose_secret().to_owned();
    first.stop().await.unwrap();

    let second = start(&dir, 2).await;
    assert_eq!(add_row(&second).await, 2);
    assert_eq!(second.urls().app.expose_secret(), address);
    second.stop().await.unwrap();
}

#[tokio::test]
async fn the_runtime_roles_can_do_nothing_by_themselves() {
    let dir = Scratch::new("roles");
    let embedded = start(&dir, 1).await;
    for (url, name) in [
        (&embedded.urls().owner, "proffer_owner"),
        (&embedded.urls().app, "proffer_app"),
        (&embedded.urls().system, "proffer_system"),
    ] {
        let mut role = connect(url).await;
        let (user, powers): (String, bool) = sqlx::query_as(
            "SELECT rolname::text, rolsuper OR rolbypassrls OR rolcreatedb OR rolcreaterole OR rolreplication FROM pg_roles WHERE rolname = current_user",
        )
        .fetch_one(&mut role)
        .await
        .unwrap();
        assert_eq!((&*user, powers), (name, false));
        if name != "proffer_owner" {
            let refusal = sqlx::raw_sql("CREATE TABLE mine (n int)").execute(&mut role).await.unwrap_err();
            assert!(refusal.to_string().contains("permission denied"), "{refusal}");
        }
    }
    let without_password = embedded.urls().app.expose_secret().replace("proffer_app:", "proffer_app:not");
    assert!(PgConnection::connect(&without_password).await.is_err());
    embedded.stop().await.unwrap();
}

#[tokio::test]
async fn text_is_unicode_with_case_in_every_script() {
    let dir = Scratch::new("locale");
    let embedded = start(&dir, 1).await;
    let mut app = connect(&embedded.urls().app).await;
    let (encoding, lower): (String, String) =
        sqlx::query_as("SELECT current_setting('server_encoding'), lower('ÉŁÖ')")
            .fetch_one(&mut app)
            .await
            .unwrap();
    assert_eq!((&*encoding, &*lower), ("UTF8", "éłö"));
    embedded.stop().await.unwrap();
}

#[tokio::test]
async fn a_killed_server_is_reported_and_the_next_one_has_its_rows() {
    let dir = Scratch::new("killed-server");
    let mut first = start(&dir, 1).await;
    add_row(&first).await;
    kill(pid(&first)).await;
    let report = first.exited().await.to_string();
    assert!(report.contains("signal: 9") && report.contains("server.log"), "{report}");
    drop(first);

    let second = start(&dir, 2).await;
    assert_eq!(add_row(&second).await, 2);
    second.stop().await.unwrap();
}

/// When this process is killed, the system closes its end of the pipe. This test only closes the pipe.
#[tokio::test]
async fn a_server_whose_pipe_closes_shuts_down() {
    let dir = Scratch::new("leash");
    let mut embedded = start(&dir, 1).await;
    embedded.server.leash = None;
    let ended = embedded.server.child.wait().await.unwrap();
    assert!(ended.success(), "{ended}");
    assert!(embedded.home.log().contains("database system is shut down"));
}

#[tokio::test]
async fn a_server_left_behind_is_stopped_and_its_rows_kept() {
    let dir = Scratch::new("left-behind");
    let first = start(&dir, 1).await;
    add_row(&first).await;
    let orphan = pid(&first);
    let Embedded { server, home, .. } = first;
    std::mem::forget(server);
    drop(home);

    let second = start(&dir, 2).await;
    assert_ne!(pid(&second), orphan);
    assert_eq!(add_row(&second).await, 2);
    assert!(!serves(orphan, &second.data_dir()).await.unwrap());
    second.stop().await.unwrap();
}

#[tokio::test]
async fn a_mark_whose_process_id_another_program_has_now_does_not_block() {
    let dir = Scratch::new("reused-pid");
    let first = start(&dir, 1).await;
    add_row(&first).await;
    let mark = first.data_dir().join("postmaster.pid");
    first.stop().await.unwrap();
    fs::write(&mark, format!("{}\n/elsewhere\n0\n5432\n\n127.0.0.1\n0 0\nready\n", std::process::id()))
        .unwrap();

    let second = start(&dir, 2).await;
    assert_eq!(add_row(&second).await, 2);
    second.stop().await.unwrap();
}

#[tokio::test]
async fn another_program_on_the_remembered_port_is_left_alone() {
    let dir = Scratch::new("port-taken");
    let first = start(&dir, 1).await;
    add_row(&first).await;
    let port = first.server.port;
    first.stop().await.unwrap();
    let stranger = TcpListener::bind(("127.0.0.1", port)).await.unwrap();

    let second = start(&dir, 2).await;
    assert_ne!(second.server.port, port);
    assert_eq!(add_row(&second).await, 2);
    let offered = timeout(Duration::ZERO, stranger.accept()).await;
    assert!(offered.is_err(), "the stranger was offered a connection");
    second.stop().await.unwrap();
}

#[tokio::test]
async fn one_data_directory_has_one_proffer() {
    let dir = Scratch::new("crowded");
    let first = start(&dir, 1).await;
    let refusal = try_start(&dir, 2).await.err().unwrap().to_string();
    assert!(refusal.contains("another proffer is running"), "{refusal}");
    assert_eq!(add_row(&first).await, 1);
    first.stop().await.unwrap();
}

#[tokio::test]
async fn a_first_start_cut_short_is_made_again() {
    let dir = Scratch::new("cut-short");
    let half = dir.join("postgres/data.new");
    fs::create_dir_all(&half).unwrap();
    fs::write(half.join("PG_VERSION"), "18").unwrap();
    let embedded = start(&dir, 1).await;
    assert_eq!(add_row(&embedded).await, 1);
    embedded.stop().await.unwrap();
}

#[tokio::test]
async fn rows_without_their_passwords_are_not_overwritten() {
    let dir = Scratch::new("lost-passwords");
    let first = start(&dir, 1).await;
    first.stop().await.unwrap();
    fs::remove_file(dir.join("postgres/credentials.json")).unwrap();
    let refusal = try_start(&dir, 2).await.err().unwrap().to_string();
    assert!(refusal.contains("credentials.json") && refusal.contains("put the file back"), "{refusal}");
}
