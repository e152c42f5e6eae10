//! Overload: more sign-ins, connections and requests for a database connection than there is capacity. Excess
//! requests are refused with a clear answer, and afterwards all are served as before.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::PATIENCE;
use crate::{
    running::{of_today, process::Process},
    support::{
        actor::json as with_json,
        app::{Setup, TestApp},
        stories::client,
        waiting::until,
    },
};

const SIGN_INS: usize = 300;
const CONNECTIONS: usize = 500;
/// The number of simultaneous bodies of maximum size, and the memory the process may use for all of them.
const BODIES: usize = 400;
const BODY: usize = 2_000_000;
const GROWTH: u64 = 256 * 1024 * 1024;
/// The most memory the process may use at all: a hash takes 19 MiB.
const MEMORY: u64 = 512 * 1024 * 1024;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_flood_of_sign_ins_and_connections_passes() {
    let app = of_today(TestApp::start().await).await;
    let ada = app.owner_with_company("ada").await;
    let server = Process::start("serve", &app.database, &[("TRUSTED_PROXIES", "1".to_owned())]).await;
    let (port, there) = (server.public.port().unwrap(), ada.at(&server.public));
    there.get("/api/auth/user").await.expect(200);
    let files = server.figure("process_open_fds").await;

    let mut idle = Vec::new();
    for _ in 0..CONNECTIONS {
        idle.push(TcpStream::connect(("127.0.0.1", port)).await.unwrap());
    }
    // From many networks, so that no network limit applies, and a fifth of them for one account.
    let signing_in = join_all((0..SIGN_INS).map(|n| {
        let anonymous = app.anonymous().at(&server.public);
        async move {
            let email =
                if n % 5 == 0 { "ada@ada.example".to_owned() } else { format!("person{n}@nobody.example") };
            let request = anonymous
                .request(Method::POST, "/api/login")
                .header("X-Forwarded-For", format!("203.0.113.{}", n % 250));
            anonymous.send(with_json(request, &json!({ "email": email, "password": "Wrong-Horse-8" }))).await
        }
    }));
    let others = async {
        let mut most = 0;
        for _ in 0..20 {
            there.get("/api/proposals").await.expect(200);
            most = most.max(server.memory().await);
        }
        most
    };
    let (answers, most) = tokio::join!(signing_in, others);
    let refused = answers.iter().filter(|answer| answer.status != 401).count();
    assert!(refused > 0 && refused < SIGN_INS, "{refused} were refused");
    for answer in answers.iter().filter(|answer| answer.status != 401) {
        answer.problem(429, "rate_limited");
        assert!(answer.header("retry-after").is_some(), "{answer:?}");
    }
    assert!(most < MEMORY, "{most} bytes");
    assert_eq!(server.figure("proffer_password_hashes_waiting").await, 0);
    drop(idle);
    until("their connections are gone", PATIENCE, async || {
        (server.figure("process_open_fds").await <= files + 10).then_some(())
    })
    .await;
    there.post("/api/clients", client("harbor")).await.expect(201);
    server.stop().await;
    app.finish().await;
}

/// Sends a body of that many bytes to a path that does not exist, as fast as it is accepted, and returns the
/// answer.
async fn send_to_nowhere(port: u16, bytes: usize) -> String {
    let (mut reader, mut writer) = TcpStream::connect(("127.0.0.1", port)).await.unwrap().into_split();
    let head = format!(
        "POST /api/nowhere HTTP/1.1\r\nHost: proffer\r\nContent-Type: application/json\r\nContent-Length: {bytes}\r\n\r\n"
    );
    let sending = async {
        // The connection of a refused request may be closed.
        let _ = writer.write_all(head.as_bytes()).await;
        let _ = writer.write_all(&vec![b'x'; bytes]).await;
    };
    let mut answer = vec![0; 512];
    let ((), read) = tokio::join!(sending, reader.read(&mut answer));
    answer.truncate(read.unwrap_or(0));
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_flood_of_bodies_to_nowhere_takes_little_memory() {
    let app = of_today(TestApp::start().await).await;
    let ada = app.owner_with_company("ada").await;
    let server = Process::start("serve", &app.database, &[]).await;
    let (port, there) = (server.public.port().unwrap(), ada.at(&server.public));
    there.get("/api/auth/user").await.expect(200);
    let before = server.memory().await;
    let flood = join_all((0..BODIES).map(|_| tokio::spawn(send_to_nowhere(port, BODY))));
    tokio::pin!(flood);
    let mut most = before;
    let answers = loop {
        tokio::select! {
            answers = &mut flood => break answers,
            // The internal port answers at once, regardless of the load on the public one.
            now = server.memory() => most = most.max(now),
        }
    };
    most = most.max(server.memory().await);
    let grown = most.saturating_sub(before);
    println!("{BODIES} bodies of 2 MB to nowhere: {} MiB grown to {} MiB", before >> 20, most >> 20);
    assert!(grown <= GROWTH, "{grown} bytes more than before");
    for answer in answers {
        let answer = answer.unwrap();
        assert!(answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 503"), "{answer:?}");
    }
    there.post("/api/clients", client("harbor")).await.expect(201);
    server.stop().await;
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_request_that_waits_too_long_for_a_connection_gets_an_error_and_none_is_lost() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let mut small = Setup::default().with("DATABASE_POOL", "2").on(&app, 2).start().await;
    let there = ada.at(&small.base);
    let mut held = app.database.admin.begin().await.unwrap();
    sqlx::query("LOCK TABLE clients IN ACCESS EXCLUSIVE MODE").execute(&mut *held).await.unwrap();
    let asking: Vec<_> = (0..12)
        .map(|_| {
            let there = there.clone();
            tokio::spawn(async move { there.get("/api/clients").await })
        })
        .collect();
    // Requests without a connection time out; the two with one wait for the table.
    until("all but two are answered", PATIENCE, async || {
        (asking.iter().filter(|one| one.is_finished()).count() == 10).then_some(())
    })
    .await;
    held.rollback().await.unwrap();
    let mut served = 0;
    for one in asking {
        let answer = one.await.unwrap();
        if answer.status == 200 {
            served += 1;
        } else {
            answer.problem(503, "database_unavailable");
            assert!(answer.header("retry-after").is_some(), "{answer:?}");
        }
    }
    assert_eq!(served, 2);
    for answer in join_all((0..12).map(|_| there.get("/api/clients"))).await {
        answer.expect(200);
    }
    small.shut_down().await;
    app.finish().await;
}
