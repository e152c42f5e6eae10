//! What the client refuses, with listeners that detect a connection.
#![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
};

use openidconnect::http::Method;

use super::*;

fn get(url: &str) -> Request<Vec<u8>> {
    Request::builder().method(Method::GET).uri(url).body(Vec::new()).unwrap()
}

fn allowing(list: &[&str]) -> Web {
    patient(list, TIME)
}

fn patient(list: &[&str], time: Duration) -> Web {
    let allowed: Vec<Allowed> = list.iter().map(|entry| entry.parse().unwrap()).collect();
    Web::patient(&allowed, &"https://proffer.example/".parse().unwrap(), time, time).unwrap()
}

/// Whether a client has connected.
fn was_reached(listener: &TcpListener) -> bool {
    listener.set_nonblocking(true).unwrap();
    listener.accept().is_ok()
}

#[tokio::test]
async fn nothing_inside_is_reached_in_whatever_notation() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let six = TcpListener::bind("[::1]:0").ok();
    let port = listener.local_addr().unwrap().port();
    let port_six = six.as_ref().map_or(port, |six| six.local_addr().unwrap().port());
    let web = allowing(&[]);
    let mut addresses: Vec<String> = Vec::new();
    for host in [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "017700000001",
        "0",
        "0.0.0.0",
        "127.0.0.1.",
        "%31%32%37.0.0.1",
        "１２７.0.0.1",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[::]",
        "169.254.169.254",
        "10.0.0.1",
        "[fd00::1]",
        "[fe80::1]",
    ] {
        addresses.push(format!("https://{host}:{port}/"));
        addresses.push(format!("http://{host}:{port}/"));
    }
    addresses.push(format!("https://[::1]:{port_six}/"));
    addresses.extend(
        ["ftp://example.com/", "file:///etc/passwd", "https://user:secret@example.com/"].map(str::to_owned),
    );
    for address in addresses {
        // An address that cannot even form a request is refused too.
        let url: Result<Url, _> = address.parse();
        let Ok(url) = url else { continue };
        let Ok(request) = Request::builder().uri(url.as_str()).body(Vec::new()) else { continue };
        let refused = web.send(request).await.unwrap_err();
        let unknown = WebError::Failed("there is no host called localhost.".to_owned());
        assert!(matches!(refused, WebError::Refused(_)) || refused == unknown, "{address}: {refused:?}");
    }
    assert!(!was_reached(&listener), "a connection was made");
    assert!(!six.is_some_and(|six| was_reached(&six)), "a connection was made over IPv6");
}

#[test]
fn an_allowed_address_is_its_host_and_port_together() {
    let allowed: Vec<Allowed> = ["127.0.0.1:4000", "Login.Internal:443", "[::1]:80"]
        .iter()
        .map(|entry| entry.parse().unwrap())
        .collect();
    let may = |url: &str| check(&url.parse().unwrap(), &allowed).is_ok();
    for good in [
        "http://127.0.0.1:4000/",
        "http://127.1:4000/",
        "https://login.internal/",
        "http://[::1]/",
        "https://example.com/",
    ] {
        assert!(may(good), "{good}");
    }
    for bad in [
        "http://127.0.0.1:4001/",
        "http://127.0.0.1/",
        "http://login.internal/",
        "http://[::1]:81/",
        "http://example.com/",
    ] {
        assert!(!may(bad), "{bad}");
    }
    for entry in ["", "127.0.0.1", "host:", "host:port", "host:70000", "a b:80"] {
        assert!(entry.parse::<Allowed>().is_err(), "{entry:?}");
    }
}

/// A server that answers every connection with those bytes.
fn answering(answer: Vec<u8>) -> (u16, std::thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let thread = std::thread::spawn(move || {
        let (mut peer, _): (TcpStream, _) = listener.accept().unwrap();
        let mut request = [0; 1024];
        let _ = peer.read(&mut request);
        // The client closes the connection when the answer is too large.
        let _ = peer.write_all(&answer);
    });
    (port, thread)
}

async fn answer_of(bytes: Vec<u8>) -> Result<Response<Vec<u8>>, WebError> {
    let (port, thread) = answering(bytes);
    let answer =
        allowing(&[&format!("127.0.0.1:{port}")]).send(get(&format!("http://127.0.0.1:{port}/"))).await;
    thread.join().unwrap();
    answer
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_not_followed() {
    let inside = TcpListener::bind("127.0.0.1:0").unwrap();
    let to = inside.local_addr().unwrap();
    let redirect = format!("HTTP/1.1 302 Found\r\nLocation: http://{to}/\r\nContent-Length: 0\r\n\r\n");
    assert_eq!(answer_of(redirect.into_bytes()).await.unwrap().status(), 302);
    assert!(!was_reached(&inside), "the redirect was followed");
}

#[tokio::test]
async fn an_answer_has_an_end() {
    let small = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".to_vec();
    assert_eq!(answer_of(small).await.unwrap().body(), b"{}");
    let mut endless = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    endless.resize(SIZE + 1000, b' ');
    assert_eq!(
        answer_of(endless).await.unwrap_err(),
        WebError::Failed("the answer is larger than 1 MB".to_owned())
    );
    let packed = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}".to_vec();
    assert_eq!(
        answer_of(packed).await.unwrap_err(),
        WebError::Failed("the answer is compressed, which was not requested".to_owned())
    );
    let broken = b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}".to_vec();
    assert_eq!(
        answer_of(broken).await.unwrap_err(),
        WebError::Failed("the answer of 127.0.0.1 broke off".to_owned())
    );
}

#[tokio::test]
async fn an_answer_that_drips_is_not_waited_for() {
    let (port, thread) = dripping();
    let web = patient(&[&format!("127.0.0.1:{port}")], Duration::from_secs(1));
    let late = web.send(get(&format!("http://127.0.0.1:{port}/"))).await.unwrap_err();
    assert_eq!(late, WebError::Failed("127.0.0.1 did not answer within 1 seconds".to_owned()));
    // The runtime closes the connection, so its thread must not be blocked.
    tokio::task::spawn_blocking(move || thread.join().unwrap()).await.unwrap();
}

/// A server that sends a byte from time to time until the client disconnects.
fn dripping() -> (u16, std::thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let thread = std::thread::spawn(move || {
        let (mut peer, _) = listener.accept().unwrap();
        let mut rest = [0; 1024];
        assert!(peer.read(&mut rest).unwrap() > 0);
        let _ = peer.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        peer.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        while peer.write_all(b" ").is_ok() && !peer.read(&mut rest).is_ok_and(|read| read == 0) {}
    });
    (port, thread)
}
