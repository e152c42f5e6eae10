//! Reading local test sites, with listeners beside them that detect a visit.
#![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]

mod inside;
mod reading;
mod robots;

use std::{
    net::TcpListener,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinHandle,
};

use super::{super::Allowed, *};

/// A site that answers each known path with the given bytes, and any other path with 404.
struct LocalSite {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
    server: JoinHandle<()>,
}

impl LocalSite {
    async fn start(pages: Vec<(&str, Vec<u8>)>) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let pages: Vec<(String, Vec<u8>)> =
            pages.into_iter().map(|(path, answer)| (path.to_owned(), answer)).collect();
        let heads = asked.clone();
        let server = tokio::spawn(async move {
            loop {
                let (peer, _) = listener.accept().await.unwrap();
                let head = serve(peer, &pages).await;
                heads.lock().unwrap().push(head);
            }
        });
        Self { port, asked, server }
    }

    fn url(&self, path: &str) -> Url {
        format!("http://127.0.0.1:{}{path}", self.port).parse().unwrap()
    }

    /// A client that may connect to this site and to the other given ports.
    fn web(&self, others: &[u16]) -> Web {
        let ports = others.iter().chain([&self.port]);
        client(&ports.map(|port| format!("127.0.0.1:{port}")).collect::<Vec<_>>(), Duration::from_secs(10))
    }

    /// The requested paths, in order.
    fn paths(&self) -> Vec<String> {
        let heads = self.asked.lock().unwrap();
        heads.iter().map(|head| head.split(' ').nth(1).unwrap_or_default().to_owned()).collect()
    }

    async fn read(&self, path: &str) -> Result<Vec<Page>, SiteError> {
        self.web(&[]).site(&self.url(path), 5, &mut || ()).await
    }
}

impl Drop for LocalSite {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve(mut peer: TcpStream, pages: &[(String, Vec<u8>)]) -> String {
    let mut head = Vec::new();
    let mut part = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match peer.read(&mut part).await {
            Ok(read) if read > 0 => head.extend(part.iter().take(read)),
            _ => break,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap_or_default();
    let known = pages.iter().find(|(known, _)| known == path).map(|(_, answer)| answer.clone());
    // The client closes the connection when the answer is too large.
    let _ = peer.write_all(&known.unwrap_or_else(|| answer("404 Not Found", &[], b""))).await;
    let _ = peer.shutdown().await;
    head
}

fn client(allowed: &[String], time: Duration) -> Web {
    let allowed: Vec<Allowed> = allowed.iter().map(|entry| entry.parse().unwrap()).collect();
    Web::patient(&allowed, &"https://proffer.example/".parse().unwrap(), time, time).unwrap()
}

fn answer(status: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let headers =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<Vec<_>>().concat();
    let mut answer =
        format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n", body.len())
            .into_bytes();
    answer.extend_from_slice(body);
    answer
}

fn html(body: &str) -> Vec<u8> {
    answer("200 OK", &[("Content-Type", "text/html; charset=utf-8")], body.as_bytes())
}

fn redirect(status: u16, to: &str) -> Vec<u8> {
    answer(&format!("{status} Elsewhere"), &[("Location", to)], b"")
}

/// Whether a client has connected.
fn was_reached(listener: &TcpListener) -> bool {
    listener.set_nonblocking(true).unwrap();
    listener.accept().is_ok()
}
