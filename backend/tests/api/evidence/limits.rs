//! The limits of generating a document: one at a time, one for all requests, and bounded resources.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    time::Duration,
};

use futures_util::future::join_all;
use serde_json::json;

use super::{CLIENT, proven, signed_by};
use crate::{
    sharing::Link,
    support::{
        app::{Setup, TestApp},
        stories::shared_path_of,
        waiting::until,
    },
};

const PATIENCE: Duration = Duration::from_secs(30);

/// A program that records each of its runs and then does that.
struct Program {
    dir: tempfile::TempDir,
}

impl Program {
    fn new(then: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let script = format!("#!/bin/sh\ncd \"{}\"\necho $$ >> runs\n{then}\n", dir.path().display());
        fs::write(dir.path().join("program"), script).unwrap();
        fs::set_permissions(dir.path().join("program"), fs::Permissions::from_mode(0o755)).unwrap();
        Self { dir }
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("program")
    }

    /// The ids of its processes.
    fn runs(&self) -> Vec<String> {
        let runs = fs::read_to_string(self.dir.path().join("runs")).unwrap_or_default();
        runs.lines().map(str::to_owned).collect()
    }

    fn go(&self) {
        fs::write(self.dir.path().join("go"), "").unwrap();
    }
}

/// A signed proposal whose document cannot be generated for that reason: the job ends at once and notifies
/// everyone, and so does a download, without another attempt.
async fn expect_refused(link: &Link, reason: &str) {
    let mails = link.app.mail().await;
    let to_client: Vec<_> = mails.iter().filter(|mail| mail.to == CLIENT).collect();
    assert_eq!(to_client.len(), 1, "the signer is told");
    assert!(!to_client[0].text.contains("attached"));
    let told = link.queued("notify").await;
    assert_eq!((told.len(), &told[0]["withDocument"]), (1, &json!(false)));
    let ended: String = link
        .app
        .database
        .value(
            "SELECT state || ' after ' || attempts || ': ' || failure FROM jobs WHERE task = 'seal_evidence'",
        )
        .await;
    assert_eq!(
        ended,
        "failed after 1: The sealed document cannot be made: it is too large or cannot be laid out"
    );
    assert_eq!(
        link.app.expect_failed_job("seal_evidence").await,
        format!("the sealed document cannot be made: {reason}")
    );
    for answer in [link.document().await, link.clients_document().await] {
        let problem = answer.problem(409, "document_cannot_be_made");
        assert!(problem["message"].as_str().unwrap().contains(reason), "{problem}");
    }
}

#[tokio::test]
async fn a_document_that_takes_too_long_is_ended_and_never_tried_again_by_itself() {
    let endless = Program::new("exec /bin/sleep 600");
    let (app, owner) =
        Setup::default().typesetting(endless.path()).with("SEALING_SECONDS", "1").start_with_company().await;
    let link = signed_by(app, owner).await;
    expect_refused(&link, "it takes too long").await;
    let runs = endless.runs();
    assert_eq!(runs.len(), 1, "once for the job, and not again for who asks later");
    let process = Path::new("/proc").join(&runs[0]);
    until("its process is gone", PATIENCE, async || (!process.exists()).then_some(())).await;
    link.app.finish().await;
}

#[tokio::test]
async fn a_document_that_takes_too_much_memory_is_ended_and_the_server_goes_on() {
    let (app, owner) = Setup::default().with("SEALING_MEMORY_MB", "32").start_with_company().await;
    let link = signed_by(app, owner).await;
    expect_refused(&link, "it takes too much memory").await;
    link.evidence().await.expect_bytes(200);
    link.app.finish().await;
}

#[tokio::test]
async fn a_process_that_the_system_ends_is_tried_again() {
    let killed = Program::new("kill -9 $$");
    let (app, owner) = Setup::default().typesetting(killed.path()).start_with_company().await;
    let link = signed_by(app, owner).await;
    link.app.run_jobs().await;
    link.document().await.problem(500, "internal_error");
    let state: String = link.app.database.value("SELECT state FROM jobs WHERE task = 'seal_evidence'").await;
    assert_eq!((state.as_str(), killed.runs().len()), ("retrying", 2));
    link.app
        .database
        .run("DELETE FROM jobs WHERE task = 'seal_evidence'; DELETE FROM graphile_worker._private_jobs")
        .await;
    link.app.finish().await;
}

/// Two servers, a worker and five clients, and the document is generated once.
#[tokio::test]
async fn a_request_during_generation_gets_the_same_document() {
    let real = env!("CARGO_BIN_EXE_proffer");
    let slow = Program::new(&format!("while [ ! -e go ]; do /bin/sleep 0.05; done\nexec \"{real}\" \"$@\""));
    let (app, owner) = Setup::default().typesetting(slow.path()).start_with_company().await;
    let link = signed_by(app, owner).await;
    let mut other = Setup::default().typesetting(slow.path()).on(&link.app, 2).start().await;
    other.pass(link.app.now() - other.now());
    let path = format!("{}/document", shared_path_of(&link.sent));
    let ask = |server: &TestApp| {
        let (guest, path) = (server.anonymous(), path.clone());
        async move { guest.get(path).await }
    };
    let answers = join_all((0..5).map(|n| ask(if n % 2 == 0 { &link.app } else { &other }))).await;
    for answer in answers {
        answer.problem(503, "document_in_progress");
        assert_eq!(answer.header("retry-after"), Some("5"));
    }
    // The clients have disconnected; the generation continues.
    assert_eq!(slow.runs().len(), 1);
    let worker = async { tokio::join!(link.app.run_jobs(), async { slow.go() }) };
    worker.await;
    let document = link.document().await;
    proven(document.expect_bytes(200));
    assert!(ask(&other).await.expect_bytes(200) == document.body);
    assert_eq!((slow.runs().len(), link.sealed().await), (1, 1));
    other.shut_down().await;
    link.app.finish().await;
}
