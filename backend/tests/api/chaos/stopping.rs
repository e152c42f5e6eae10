//! Stopping with endless work in progress: the process still ends, and the next one completes the work.

use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use super::{PATIENCE, all_done};
use crate::{
    running::{of_today, process::Process},
    support::{
        app::TestApp,
        model_double::{Mode, ModelDouble},
        waiting::until,
    },
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_request_and_a_job_without_end_do_not_keep_the_process() {
    let app = of_today(TestApp::start().await).await;
    let ada = app.owner_with_company("ada").await;
    let silent = ModelDouble::start(Mode::Hang).await.unwrap();
    let with = |double: &ModelDouble| {
        [
            ("AI_BASE_URL", double.base_url()),
            ("AI_API_KEY", "secret".to_owned()),
            ("AI_MODEL", "gpt-4o-mini".to_owned()),
            // The longest wait for a process to end.
            ("AI_TIMEOUT_SECONDS", "300".to_owned()),
        ]
    };
    let server = Process::start("serve", &app.database, &[]).await;
    let worker = Process::start("worker", &app.database, &with(&silent)).await;
    let harbor = ada.create_client("harbor").await;
    let proposal = ada.start_proposal(&harbor).await;
    until("the model is asked", PATIENCE, async || (!silent.asked().is_empty()).then_some(())).await;
    let files = server.figure("process_open_fds").await;
    let mut half = TcpStream::connect(server.public.socket_addrs(|| None).unwrap()[0]).await.unwrap();
    half.write_all(b"POST /api/login HTTP/1.1\r\nHost: proffer\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{")
        .await
        .unwrap();
    until("half of a request is there", PATIENCE, async || {
        (server.figure("process_open_fds").await > files).then_some(())
    })
    .await;

    server.terminate();
    worker.terminate();
    // Each within its limit of a minute, which is the limit of the process. One has closed the connection,
    // the other stopped its job.
    tokio::join!(server.ended(), worker.ended());
    assert_eq!(ada.get(format!("/api/proposals/{proposal}")).await.expect(200)["htmlContent"], "");
    let held: i64 = app.database.value("SELECT count(*) FROM jobs WHERE running_in IS NOT NULL").await;
    assert_eq!(held, 0, "what was cut off would count as a death");

    let good = ModelDouble::start(Mode::Normal).await.unwrap();
    let next = Process::start("worker", &app.database, &with(&good)).await;
    all_done(&app).await;
    let trail: Vec<String> = app.database.values("SELECT kind FROM audit_events ORDER BY sequence").await;
    assert_eq!((trail, good.asked().len()), (vec!["created".to_owned(), "drafted".to_owned()], 1));
    next.stop().await;
    app.finish().await;
}
