//! `proffer dev` when its PostgreSQL is killed: it is restarted with the same data, and given up if it keeps
//! dying.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use proffer_embedded::postgres::Urls;
use secrecy::ExposeSecret as _;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};

use super::{PATIENCE, process::Process};
use crate::{
    restart::mailed_token,
    support::{
        actor::{Actor, text},
        stories::{PASSWORD, address, client, registration},
        waiting::until,
    },
};

/// A data directory that is removed with its test.
struct DataDir(PathBuf);

impl DataDir {
    fn new(test: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("proffer-dev-{test}-{}", std::process::id()));
        Self(proffer_embedded::prepare_data_dir(&dir).unwrap())
    }

    /// The process id of the server, once it accepts connections.
    fn server(&self) -> Option<u32> {
        let mark = fs::read_to_string(self.0.join("postgres/data/postmaster.pid")).ok()?;
        let mut lines = mark.lines();
        let pid = lines.next()?.trim().parse().ok()?;
        (lines.nth(6)?.trim() == "ready").then_some(pid)
    }
}

impl Drop for DataDir {
    fn drop(&mut self) {
        // If the server's account cannot reach the directory, this is a link to the data.
        let rows = fs::read_link(self.0.join("postgres")).ok();
        for dir in rows.iter().chain([&self.0]) {
            drop(fs::remove_dir_all(dir));
        }
        drop(fs::remove_file(self.0.with_extension("log")));
    }
}

/// No chance to clean up: its lock file stays, and the next server detects that.
fn kill(server: u32) {
    assert!(Command::new("kill").args(["-9", &server.to_string()]).status().unwrap().success());
}

/// A user who has registered there and signed in.
async fn signed_in(process: &Process, data_dir: &Path) -> Actor {
    let ada = process.visitor();
    ada.post("/api/register", registration("ada")).await.expect(200);
    let token = mailed_token(data_dir).await;
    ada.get(format!("/api/verify-email?token={token}")).await.expect(200);
    ada.post("/api/login", json!({ "email": address("ada"), "password": PASSWORD })).await.expect(200);
    ada
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgres_that_is_killed_is_started_again_with_its_rows() {
    let dir = DataDir::new("killed");
    let process = Process::dev(&dir.0).await;
    let ada = signed_in(&process, &dir.0).await;
    let harbor = ada.post("/api/clients", client("harbor")).await.expect(201);
    let path = format!("/api/clients/{}", text(&harbor["id"]));

    // A statement without an answer keeps the server's memory in use while it runs.
    let urls = Urls::of_running(&dir.0).unwrap().unwrap();
    let mut busy = PgConnection::connect(urls.admin.expose_secret()).await.unwrap();
    let server = dir.server().unwrap();
    let working = tokio::spawn(async move {
        sqlx::raw_sql("DO $$ BEGIN FOR n IN 1..20000000 LOOP END LOOP; END $$").execute(&mut busy).await
    });
    let mut looking = PgConnection::connect(urls.admin.expose_secret()).await.unwrap();
    until("it is at work", PATIENCE, async || {
        let active = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO %'";
        (sqlx::query_scalar::<_, i64>(active).fetch_one(&mut looking).await.unwrap() == 1).then_some(())
    })
    .await;
    let hash: String =
        sqlx::query_scalar("SELECT password_hash FROM users").fetch_one(&mut looking).await.unwrap();
    // The cost of the program itself, since other tests hash at a lower one.
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    kill(server);

    until("another server is there", PATIENCE, async || dir.server().filter(|pid| *pid != server)).await;
    until("it answers again", PATIENCE, async || {
        let answer = ada.try_send(ada.request(reqwest::Method::GET, &path)).await.ok()?;
        (answer.status == 200).then(|| assert_eq!(answer.expect(200), harbor))
    })
    .await;
    // Requests that waited get new connections: writes succeed, and jobs are done.
    let address = Urls::of_running(&dir.0).unwrap().unwrap();
    assert_eq!(address.app.expose_secret(), urls.app.expose_secret());
    until("it is ready", PATIENCE, async || (process.ready().await? == 204).then_some(())).await;
    ada.post("/api/clients", client("quay")).await.expect(201);
    drop(working.await);

    let log = process.stop().await;
    let told: Vec<&str> = log.lines().filter(|line| line.contains("it is started again")).collect();
    assert_eq!(told.len(), 1, "{log}");
    assert!(
        told[0].ends_with("the embedded PostgreSQL ended (signal: 9 (SIGKILL)); it is started again"),
        "{told:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgres_that_dies_again_and_again_is_given_up() {
    let dir = DataDir::new("dying");
    let mut process = Process::dev(&dir.0).await;
    // A death during start-up ends the start.
    process.visitor().get("/livez").await.expect(204);
    let mut killed = Vec::new();
    until("it is given up", PATIENCE, async || {
        if let Some(server) = dir.server().filter(|pid| !killed.contains(pid)) {
            kill(server);
            killed.push(server);
        }
        process.has_ended()
    })
    .await;
    let (code, log) = process.exit().await;
    assert_eq!(code, Some(1), "{log}");
    // Three, unless the machine is so slow that the first of them is a minute ago.
    assert!(killed.len() >= 3, "{log}");
    assert_eq!(
        log.lines().filter(|line| line.contains("it is started again")).count(),
        killed.len() - 1,
        "{log}"
    );
    // A server can be killed before it accepts connections, so the exit status is not always the signal.
    let last = "proffer: the embedded PostgreSQL died 3 times within 60 seconds and is not started again: the embedded PostgreSQL ";
    assert!(log.lines().any(|line| line.starts_with(last)), "{log}");
}
