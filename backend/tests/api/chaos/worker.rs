//! A worker is killed with a thousand jobs waiting and some running; another one completes them. An idle
//! worker sends few queries.

use std::time::Duration;

use tokio::time::sleep;

use super::{AT_ONCE, PATIENCE, all_done, enqueue_mails, enqueue_news, line::Line};
use crate::{
    running::{of_today, process::Process},
    support::{app::TestApp, smtp::SmtpPeer, waiting::until},
};

const MAILS: usize = 600;
const NEWS: usize = 400;
const ROUNDS: usize = 20;
/// How long an idle worker is observed, and how many queries per second it may send.
const REST: Duration = Duration::from_secs(20);
const ASKED: u64 = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn what_a_killed_worker_leaves_another_does_and_does_once() {
    let app = of_today(TestApp::start().await).await;
    let ada = app.owner_with_company("ada").await;
    let proposal = app.drafted_proposal(&ada).await;
    let peer = SmtpPeer::start(&[]).await;
    let line = Line::to(peer.port()).await;
    let settings = [("SMTP_URL", format!("smtp://127.0.0.1:{}", line.port))];
    // Both kinds in turn, so that some of either are done and some wait when the worker is killed.
    for _ in 0..ROUNDS {
        enqueue_news(&app, &ada, &proposal, NEWS / ROUNDS).await;
        enqueue_mails(&app, &ada, MAILS / ROUNDS).await;
    }

    let first = Process::start("worker", &app.database, &settings).await;
    until("news are told and mails sent", PATIENCE, async || {
        let told: i64 = app.database.value("SELECT count(*) FROM notifications").await;
        (told >= 50 && peer.taken().len() >= 50).then_some(())
    })
    .await;
    // The next mails are in the middle of being sent.
    line.hold();
    let locked = "SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NOT NULL AND task_identifier = 'send_mail'";
    let at_once = i64::try_from(AT_ONCE).unwrap();
    until("all hands hold a mail", PATIENCE, async || {
        (app.database.value::<i64>(locked).await == at_once).then_some(())
    })
    .await;
    let (sent, undone) =
        (peer.taken().len(), "SELECT count(*) FROM jobs WHERE state NOT IN ('done', 'scheduled')");
    assert!(app.database.value::<i64>(undone).await > 500);
    first.kill();
    line.release();
    assert!(app.database.value::<i64>(locked).await > 0, "nothing is locked in the name of the dead");

    let second = Process::start("worker", &app.database, &settings).await;
    all_done(&app).await;
    assert_eq!(
        app.database.value::<i64>("SELECT count(*) FROM notifications").await,
        i64::try_from(NEWS).unwrap()
    );
    let mut mails: Vec<String> = peer.taken().into_iter().map(|mail| mail.message_id).collect();
    let all = mails.len();
    mails.sort();
    mails.dedup();
    // A mail that was sent and not recorded is sent again with the same id. Nothing else is.
    assert_eq!(mails.len(), MAILS + NEWS, "{sent} before the kill, {all} in all");
    assert!(all - mails.len() <= AT_ONCE, "{all} mails, {} of them different", mails.len());
    second.stop().await;
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_worker_with_nothing_to_do_asks_little() {
    let app = of_today(TestApp::start().await).await;
    let worker = Process::start("worker", &app.database, &[]).await;
    until("it is ready", PATIENCE, async || (worker.ready().await? == 204).then_some(())).await;
    let asked = async || -> i64 {
        app.database
            .value(
                "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()",
            )
            .await
    };
    let before = asked().await;
    sleep(REST).await;
    let times = u64::try_from(asked().await - before).unwrap();
    // Statistics of queries from a second or two before may arrive only now.
    assert!(times < ASKED * REST.as_secs(), "{times} transactions in {REST:?}");
    assert!(times > 0, "it does not look for jobs");
    worker.stop().await;
    app.finish().await;
}
