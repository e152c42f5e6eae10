//! A slow line to the database: a TCP proxy on loopback that delays every packet, by a pseudorandom time.

use std::{net::SocketAddr, time::Duration};

use rand::{Rng, SeedableRng, rngs::StdRng};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// The longest delay of a packet, in microseconds.
const LONGEST: u64 = 4_000;

/// A running proxy; it accepts no more connections once it is dropped.
pub struct SlowLine {
    /// Its port on 127.0.0.1.
    pub port: u16,
    server: JoinHandle<()>,
}

impl SlowLine {
    /// A proxy to that port on 127.0.0.1.
    pub async fn start(to: u16, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = tokio::spawn(async move {
            let mut rng = StdRng::seed_from_u64(seed);
            loop {
                let (client, _) = listener.accept().await.unwrap();
                let server = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], to))).await.unwrap();
                let (client_reads, client_writes) = client.into_split();
                let (server_reads, server_writes) = server.into_split();
                tokio::spawn(pass(client_reads, server_writes, rng.random()));
                tokio::spawn(pass(server_reads, client_writes, rng.random()));
            }
        });
        Self { port, server }
    }
}

impl Drop for SlowLine {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn pass(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut packet = vec![0; 16 * 1024];
    while let Ok(length) = from.read(&mut packet).await
        && length > 0
    {
        tokio::time::sleep(Duration::from_micros(rng.random_range(0..LONGEST))).await;
        if to.write_all(&packet[..length]).await.is_err() {
            return;
        }
    }
    // Either side may already be closed.
    let _ = to.shutdown().await;
}
