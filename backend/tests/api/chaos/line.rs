//! A proxy to a server on loopback that can be frozen: then nothing passes in either direction, without an
//! error. The server behind it can also disappear and be replaced by another.

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// A running proxy; it accepts no more connections once it is dropped.
pub struct Line {
    /// Its port on 127.0.0.1.
    pub port: u16,
    far: watch::Sender<Peer>,
    server: JoinHandle<()>,
}

/// The state of the server side.
#[derive(Debug, Clone, Copy)]
struct Peer {
    passes: bool,
    /// The generation of the server, or of its absence: data sent to another generation is never delivered.
    number: u32,
}

impl Line {
    /// An open line to that port on 127.0.0.1.
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let far = watch::Sender::new(Peer { passes: true, number: 0 });
        let sender = far.clone();
        let server = tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(connect(
                    client,
                    port,
                    Direction { far: sender.subscribe(), number: sender.borrow().number },
                ));
            }
        });
        Self { port: own, far, server }
    }

    /// Freezes the line.
    pub fn hold(&self) {
        self.far.send_modify(|far| far.passes = false);
    }

    /// Opens the line again; held-back data is delivered first.
    pub fn release(&self) {
        self.far.send_modify(|far| far.passes = true);
    }

    /// The server disappears silently: data is not delivered, now or later, and no connection ends.
    pub fn vanish(&self) {
        self.far.send_modify(|far| *far = Peer { passes: false, number: far.number + 1 });
    }

    /// Another server takes over, for new connections.
    pub fn appear(&self) {
        self.far.send_modify(|far| *far = Peer { passes: true, number: far.number + 1 });
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// One direction of a connection.
#[derive(Clone)]
struct Direction {
    far: watch::Receiver<Peer>,
    number: u32,
}

impl Direction {
    /// Waits until data sent here reaches the intended server; false if no one waits for it any more.
    async fn passes(&mut self) -> bool {
        self.far.wait_for(|far| far.passes && far.number == self.number).await.is_ok()
    }
}

async fn connect(client: TcpStream, port: u16, mut near: Direction) {
    if !near.passes().await {
        return;
    }
    let server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let (client_reads, client_writes) = client.into_split();
    let (server_reads, server_writes) = server.into_split();
    tokio::join!(pass(client_reads, server_writes, near.clone()), pass(server_reads, client_writes, near));
}

async fn pass(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut near: Direction) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(length) = from.read(&mut bytes).await
        && length > 0
    {
        if !near.passes().await || to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
    // While the line is frozen, the end of a connection is not delivered either.
    if near.passes().await {
        // Either side may already be closed.
        let _ = to.shutdown().await;
    }
}
