//! Clients that send or read as slowly as possible: each is ended in time, others are served, and memory does
//! not grow.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{sleep, timeout},
};

use super::PATIENCE;
use crate::{
    running::{of_today, process::Process},
    support::{actor::Actor, app::TestApp, waiting::until},
};

/// How many of each kind at once.
const CLIENTS: usize = 200;
/// The memory the process may use for them.
const MEMORY: u64 = 64 * 1024 * 1024;
/// Longer than a head or a body may take to arrive.
const LONGEST: Duration = Duration::from_secs(150);

/// A server in use, and what is needed for that.
struct Place {
    app: TestApp,
    server: Process,
    port: u16,
    there: Actor,
    memory: u64,
    files: u64,
}

impl Place {
    async fn open() -> Self {
        let app = of_today(TestApp::start().await).await;
        let ada = app.owner_with_company("ada").await;
        let server = Process::start("serve", &app.database, &[]).await;
        let (port, there) = (server.public.port().unwrap(), ada.at(&server.public));
        there.get("/api/auth/user").await.expect(200);
        let (memory, files) = (server.memory().await, server.figure("process_open_fds").await);
        Self { app, server, port, there, memory, files }
    }
}

async fn use_it(there: &Actor) {
    for _ in 0..50 {
        there.get("/api/auth/user").await.expect(200);
        there.get("/api/proposals").await.expect(200);
    }
}

/// Sends a prefix and then a byte at a time, until the server ends it; returns the server's answer.
async fn drip(port: u16, beginning: &str) -> String {
    let (mut reader, mut writer) = TcpStream::connect(("127.0.0.1", port)).await.unwrap().into_split();
    writer.write_all(beginning.as_bytes()).await.unwrap();
    let dripping = async {
        while writer.write_all(b"x").await.is_ok() {
            sleep(Duration::from_secs(2)).await;
        }
        std::future::pending::<()>().await;
    };
    let mut answer = Vec::new();
    tokio::select! {
        // The server may close the connection without an answer.
        _ = reader.read_to_end(&mut answer) => {}
        () = dripping => {}
    }
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_slow_sender_is_disconnected_in_time_and_delays_no_other() {
    let Place { app, server, port, there, memory, files } = Place::open().await;

    let head = "GET / HTTP/1.1\r\nHost: proffer\r\nX-Slow: ".to_owned();
    let body = "POST /api/login HTTP/1.1\r\nHost: proffer\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{".to_owned();
    let (heads, bodies) = (
        join_all((0..CLIENTS).map(|_| drip(port, &head))),
        join_all((0..CLIENTS).map(|_| drip(port, &body))),
    );
    let silent = join_all((0..CLIENTS).map(|_| async {
        let mut line = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        line.read_to_end(&mut Vec::new()).await
    }));
    let slow = async {
        timeout(LONGEST, async { tokio::join!(heads, bodies, silent) })
            .await
            .expect("a slow client is still there")
    };
    let others = async {
        until("all of them are there", PATIENCE, async || {
            (server.figure("process_open_fds").await >= files + 3 * CLIENTS as u64).then_some(())
        })
        .await;
        use_it(&there).await;
        server.memory().await
    };
    let ((heads, bodies, _), most) = tokio::join!(slow, others);
    assert!(
        heads.iter().all(|answer| answer.is_empty() || answer.starts_with("HTTP/1.1 408 ")),
        "{:?}",
        heads[0]
    );
    assert!(bodies.iter().all(|answer| answer.starts_with("HTTP/1.1 408 ")), "{:?}", bodies[0]);
    assert!(most < memory + MEMORY, "{memory} bytes became {most}");
    until("their connections are gone", PATIENCE, async || {
        (server.figure("process_open_fds").await <= files + 5).then_some(())
    })
    .await;
    server.stop().await;
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_client_that_reads_nothing_costs_no_more_than_a_connection() {
    let Place { app, server, port, there, memory, files } = Place::open().await;
    // Half a megabyte each time, requested repeatedly on the same connection; and streams that are not read.
    let large = "GET /api/openapi.json HTTP/1.1\r\nHost: proffer\r\n\r\n".repeat(50);
    let stream = format!(
        "GET /api/notifications/events HTTP/1.1\r\nHost: proffer\r\nCookie: {}\r\n\r\n",
        there.cookie().unwrap()
    );
    let mut lines = Vec::new();
    for number in 0..CLIENTS {
        let mut line = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        line.write_all(if number % 2 == 0 { large.as_bytes() } else { stream.as_bytes() }).await.unwrap();
        lines.push(line);
    }
    until("all of them are there", PATIENCE, async || {
        let (open, streams) =
            (server.figure("process_open_fds").await, server.figure("proffer_event_streams").await);
        (open >= files + CLIENTS as u64 && streams == CLIENTS as u64 / 2).then_some(())
    })
    .await;
    use_it(&there).await;
    let most = server.memory().await;
    assert!(most < memory + 2 * MEMORY, "{memory} bytes became {most}");
    drop(lines);
    until("their connections are gone", PATIENCE, async || {
        (server.figure("process_open_fds").await <= files + 5
            && server.figure("proffer_event_streams").await == 0)
            .then_some(())
    })
    .await;
    server.stop().await;
    app.finish().await;
}
