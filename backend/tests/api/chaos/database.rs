//! The database becomes unavailable under load, for a minute, and returns.

use std::{fs, path::PathBuf, process::Command, sync::Arc, time::Duration};

use proffer_embedded::postgres::{Embedded, Options};
use rand::{SeedableRng as _, rngs::StdRng};
use tokio::time::{sleep, timeout};

use super::{AT_ONCE, PATIENCE, all_done, enqueue_mails, enqueue_news, users::Users};
use crate::{
    running::{of_today, process::Process},
    support::{app::Setup, cluster::Database, smtp::SmtpPeer, tab::Tab, waiting::until},
};

const AWAY: Duration = Duration::from_mins(1);
/// No request waits this long for a database that is known to be unavailable; waiting for a connection would
/// take twice as long.
const PROMPT: Duration = Duration::from_secs(5);
const MAILS: usize = 1_000;
const NEWS: usize = 200;

/// A separate PostgreSQL for this test, with its files.
struct Cluster {
    dir: PathBuf,
    server: Option<Embedded>,
}

impl Cluster {
    async fn start() -> Self {
        let dir = std::env::temp_dir().join(format!("proffer-chaos-{}", std::process::id()));
        let mut cluster = Self { dir: proffer_embedded::prepare_data_dir(&dir).unwrap(), server: None };
        cluster.start_again().await;
        cluster
    }

    /// On the same files and port.
    async fn start_again(&mut self) {
        let options = Options { data_dir: &self.dir, binaries: None, durable: false };
        self.server = Some(Embedded::start(&options, &mut StdRng::seed_from_u64(5)).await.unwrap());
    }

    /// Like `pg_ctl stop -m immediate`: transactions are aborted, and connections are not informed.
    async fn stop_at_once(&mut self) {
        let mut server = self.server.take().unwrap();
        let mark = fs::read_to_string(server.data_dir().join("postmaster.pid")).unwrap();
        let told =
            Command::new("kill").args(["-QUIT", mark.lines().next().unwrap().trim()]).status().unwrap();
        assert!(told.success());
        server.exited().await;
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let rows = self.server.take().map(|server| server.data_dir());
        for folder in rows.iter().chain([&self.dir]) {
            // The one may be contained in the other.
            drop(fs::remove_dir_all(folder));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_database_that_is_away_for_a_minute_is_waited_for_and_nothing_is_half_made() {
    let mut cluster = Cluster::start().await;
    let urls = cluster.server.as_ref().unwrap().urls().clone();
    let database = Arc::new(Database::elsewhere(urls, cluster.dir.clone()).await);
    let mut app = of_today(Setup::default().on_database(database.clone(), 1).start().await).await;
    let ada = app.owner_with_company("ada").await;
    app.pays(&ada).await;
    let proposal = app.drafted_proposal(&ada).await;
    let peer = SmtpPeer::start(&[]).await;
    let server = Process::start("serve", &database, &[]).await;
    let worker = Process::start("worker", &database, &[("SMTP_URL", peer.url())]).await;
    let mut tab = Tab::open(&ada.at(&server.public)).await;
    assert_eq!(tab.count().await, 0);

    let users = Users::of(&ada, &server.public);
    enqueue_news(&app, &ada, &proposal, NEWS).await;
    enqueue_mails(&app, &ada, MAILS).await;
    until("jobs and requests are under way", PATIENCE, async || {
        (peer.taken().len() >= 100 && users.answered() >= 100).then_some(())
    })
    .await;

    cluster.stop_at_once().await;
    until("it is not ready", PATIENCE, async || {
        (server.ready().await? == 503 && worker.ready().await? == 503).then_some(())
    })
    .await;
    let before = users.refused();
    let there = ada.at(&server.public);
    let outage = async {
        loop {
            for path in ["/api/proposals", "/api/auth/user"] {
                let answer = timeout(PROMPT, there.get(path)).await.expect("it is told at once");
                answer.problem(503, "database_unavailable");
            }
            there.get("/livez").await.expect(204);
            worker.inside().get("/livez").await.expect(204);
            assert_eq!(server.ready().await, Some(503));
            sleep(Duration::from_secs(1)).await;
        }
    };
    // Taking that long is what is tested.
    assert!(timeout(AWAY, outage).await.is_err());
    assert!(users.refused() > before + 100, "those who use it were not told");

    cluster.start_again().await;
    until("it is ready", PATIENCE, async || {
        (server.ready().await? == 204 && worker.ready().await? == 204).then_some(())
    })
    .await;
    let before = users.answered();
    until("all are served again", PATIENCE, async || (users.answered() > before + 100).then_some(())).await;
    users.expect_all_kept(&database).await;
    all_done(&app).await;
    // It kept listening.
    while tab.count().await < i64::try_from(NEWS).unwrap() {}

    let listed: i64 = database.value("SELECT count(*) FROM notifications").await;
    assert_eq!(listed, i64::try_from(NEWS).unwrap());
    let mut mails: Vec<String> = peer.taken().into_iter().map(|mail| mail.message_id).collect();
    let sent = mails.len();
    mails.sort();
    mails.dedup();
    assert_eq!(mails.len(), MAILS + NEWS, "{sent} were sent");
    assert!(sent - mails.len() <= AT_ONCE, "{sent} were sent, of {}", mails.len());

    drop(tab);
    server.stop().await;
    worker.stop().await;
    app.shut_down().await;
    database.admin.close().await;
}
