//! When stopped, the server becomes unready at once, asks streams to reconnect, answers running requests, and
//! ends successfully.

use futures_util::StreamExt as _;
use reqwest::Method;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::{PATIENCE, app_of_today, process::Process};
use crate::support::{stories::client, waiting::until};

#[tokio::test]
async fn nothing_that_was_begun_is_lost() {
    let app = app_of_today().await;
    let ada = app.owner_with_company("ada").await;
    let process = Process::start("serve", &app.database, &[]).await;
    let there = ada.at(&process.public);

    let listening = there.request(Method::GET, "/api/notifications/events").send().await.unwrap();
    let mut told = listening.bytes_stream();
    assert!(told.next().await.unwrap().is_ok());
    // Half of a request has been sent.
    let body = client("harbor").to_string();
    let (first, second) = body.split_at(body.len() / 2);
    let head = format!(
        "POST /api/clients HTTP/1.1\r\nHost: proffer\r\nSec-Fetch-Site: same-origin\r\nCookie: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{first}",
        ada.cookie().unwrap(),
        body.len()
    );
    let mut slow = TcpStream::connect(process.public.socket_addrs(|| None).unwrap()[0]).await.unwrap();
    slow.write_all(head.as_bytes()).await.unwrap();
    until("the stream is counted", PATIENCE, async || {
        process.figures().await.contains("proffer_event_streams 1").then_some(())
    })
    .await;

    process.terminate();
    until("it is not ready", PATIENCE, async || (process.ready().await? == 503).then_some(())).await;
    // It still serves clients that have not noticed yet.
    there.get("/api/auth/user").await.expect(200);

    let mut last = String::new();
    while let Some(bytes) = told.next().await {
        last.push_str(std::str::from_utf8(&bytes.unwrap()).unwrap());
    }
    assert!(last.lines().any(|line| line.starts_with("retry:")), "{last:?}");
    // The server accepts no new requests, and finishes the running ones.
    until("nobody is taken any more", PATIENCE, async || {
        TcpStream::connect(process.public.socket_addrs(|| None).unwrap()[0]).await.is_err().then_some(())
    })
    .await;
    assert_eq!(process.ready().await, Some(503));
    slow.write_all(second.as_bytes()).await.unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    process.ended().await;
    let made: i64 = app.database.value("SELECT count(*) FROM clients").await;
    assert_eq!(made, 1);
    app.finish().await;
}
