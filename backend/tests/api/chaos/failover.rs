//! The database host disappears silently, and later another takes its place: old connections lead nowhere,
//! and stay open forever.

use std::time::Duration;

use futures_util::future::join_all;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::time::{Instant, timeout};
use url::Url;

use super::{AT_ONCE, PATIENCE, all_done, enqueue_mails, line::Line, users::Users};
use crate::{
    running::{of_today, process::Process},
    support::{
        app::{Setup, TestApp},
        cluster::Database,
        smtp::SmtpPeer,
        waiting::until,
    },
};

/// This soon after the new one answers, everything works again.
const AGAIN: Duration = Duration::from_secs(15);
/// The longest time to any answer: a silence of the default length is detected after 5 seconds.
const BOUND: Duration = Duration::from_secs(15);
const MAILS: usize = 200;

fn through(line: &Line, url: &SecretString) -> String {
    let mut url = Url::parse(url.expose_secret()).unwrap();
    url.set_port(Some(line.port)).unwrap();
    url.into()
}

async fn line_to(database: &Database) -> Line {
    Line::to(Url::parse(database.urls.app.expose_secret()).unwrap().port().unwrap()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_on_a_connection_that_leads_nowhere_is_answered() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let line = line_to(&app.database).await;
    let setup = Setup::default().with("DATABASE_SILENCE_SECONDS", "1").database_port(line.port);
    let mut cut_off = setup.on(&app, 2).start().await;
    let there = ada.at(&cut_off.base);
    join_all((0..8).map(|_| there.get("/api/clients")))
        .await
        .iter()
        .for_each(|answer| drop(answer.expect(200)));

    line.vanish();
    // Its connections were used a moment ago, and are not checked before they are used again.
    let waiting = join_all((0..8).map(|_| there.get("/api/clients")));
    for answer in timeout(BOUND, waiting).await.expect("it waits for nobody") {
        answer.problem(503, "database_unavailable");
        assert!(answer.header("retry-after").is_some(), "{answer:?}");
    }
    there.get("/readyz").await.problem(503, "not_ready");
    there.get("/livez").await.expect(204);

    line.appear();
    until("it is served again", AGAIN, async || {
        (there.get("/api/clients").await.status == 200).then_some(())
    })
    .await;
    until("it is ready", AGAIN, async || (there.get("/readyz").await.status == 204).then_some(())).await;
    // The queue's own connections were closed too.
    enqueue_mails(&cut_off, &ada, 1).await;
    assert_eq!(cut_off.mail().await.len(), 1);
    cut_off.shut_down().await;
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_database_that_vanishes_is_left_for_another_and_what_was_done_stays_done() {
    let app = of_today(TestApp::start().await).await;
    let ada = app.owner_with_company("ada").await;
    let line = line_to(&app.database).await;
    let peer = SmtpPeer::start(&[]).await;
    let urls = &app.database.urls;
    let settings = [
        ("DATABASE_URL", through(&line, &urls.app)),
        ("SYSTEM_DATABASE_URL", through(&line, &urls.system)),
        ("SMTP_URL", peer.url()),
    ];
    let server = Process::start("serve", &app.database, &settings).await;
    let worker = Process::start("worker", &app.database, &settings).await;
    let users = Users::of(&ada, &server.public);
    enqueue_mails(&app, &ada, MAILS).await;
    until("jobs and requests are under way", PATIENCE, async || {
        (peer.taken().len() >= 20 && users.answered() >= 100).then_some(())
    })
    .await;

    line.vanish();
    until("it is not ready", BOUND, async || {
        (server.ready().await? == 503 && worker.ready().await? == 503).then_some(())
    })
    .await;
    let before = users.refused();
    until("they are told", BOUND, async || (users.refused() >= before + 100).then_some(())).await;

    line.appear();
    let (back, before) = (Instant::now(), users.answered());
    enqueue_mails(&app, &ada, 1).await;
    let again = async {
        until("all are served again", AGAIN, async || (users.answered() >= before + 20).then_some(())).await;
        back.elapsed()
    };
    let ready = async {
        until("it is ready", AGAIN, async || {
            (server.ready().await? == 204 && worker.ready().await? == 204).then_some(())
        })
        .await;
        back.elapsed()
    };
    let taken = peer.taken().len();
    let done = async {
        until("a job is done", AGAIN, async || (peer.taken().len() > taken).then_some(())).await;
        back.elapsed()
    };
    let (again, ready, done) = tokio::join!(again, ready, done);
    println!(
        "served after {again:?}, ready after {ready:?}, a job done after {done:?}, longest answer {:?}",
        users.longest()
    );
    assert!(users.longest() < BOUND, "a user waited {:?}", users.longest());

    users.expect_all_kept(&app.database).await;
    all_done(&app).await;
    let mut mails: Vec<String> = peer.taken().into_iter().map(|mail| mail.message_id).collect();
    let sent = mails.len();
    mails.sort();
    mails.dedup();
    assert_eq!(mails.len(), MAILS + 1, "{sent} were sent");
    assert!(sent - mails.len() <= AT_ONCE, "{sent} were sent, of {}", mails.len());
    server.stop().await;
    worker.stop().await;
    app.finish().await;
}
