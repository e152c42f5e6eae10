//! A line to a server on loopback that can be held: then nothing passes, in either direction, and nobody is told so.

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// A running proxy; it takes no more connections once it is dropped.
pub struct Line {
    /// Its port on 127.0.0.1.
    pub port: u16,
    passes: watch::Sender<bool>,
    server: JoinHandle<()>,
}

impl Line {
    /// A line to that port on 127.0.0.1 on which everything passes.
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let passes = watch::Sender::new(true);
        let sender = passes.clone();
        let server = tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(connect(client, port, sender.subscribe()));
            }
        });
        Self { port: own, passes, server }
    }

    /// Nothing passes any more.
    pub fn hold(&self) {
        self.passes.send_replace(false);
    }

    /// Everything passes again, what was held back first.
    pub fn release(&self) {
        self.passes.send_replace(true);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn connect(client: TcpStream, port: u16, mut passes: watch::Receiver<bool>) {
    if passes.wait_for(|passes| *passes).await.is_err() {
        return;
    }
    let server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let (client_reads, client_writes) = client.into_split();
    let (server_reads, server_writes) = server.into_split();
    tokio::join!(pass(client_reads, server_writes, passes.clone()), pass(server_reads, client_writes, passes));
}

async fn pass(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut passes: watch::Receiver<bool>) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(length) = from.read(&mut bytes).await
        && length > 0
    {
        if passes.wait_for(|passes| *passes).await.is_err() || to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
    // Either side may be gone already.
    let _ = to.shutdown().await;
}
