//! A mail server on loopback. The crate mailin implements the protocol (RFC 5321); this module adds the
//! sockets and the verdicts.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use mailin::{Action, Handler, Response, SessionBuilder, response};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use super::mailbox::Mail;

/// The verdict on a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is accepted.
    Take,
    /// The recipient is refused temporarily, 451.
    Later,
    /// The recipient is refused permanently, 550.
    Never,
}

/// A running mail server; it stops when it is dropped.
pub struct SmtpPeer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    server: JoinHandle<()>,
}

#[derive(Default)]
struct State {
    verdicts: VecDeque<Verdict>,
    refused: Vec<Verdict>,
    taken: Vec<Mail>,
}

impl SmtpPeer {
    /// A server that answers the first messages as specified and accepts all later ones.
    pub async fn start(verdicts: &[Verdict]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state =
            Arc::new(Mutex::new(State { verdicts: verdicts.iter().copied().collect(), ..State::default() }));
        let at_desk = state.clone();
        let server = tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                tokio::spawn(converse(socket, at_desk.clone()));
            }
        });
        Self { address, state, server }
    }

    /// The value for `PROFFER_SMTP_URL`.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Its port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The accepted messages, in order.
    pub fn taken(&self) -> Vec<Mail> {
        self.state.lock().unwrap().taken.clone()
    }

    /// The refusals, in order.
    pub fn refused(&self) -> Vec<Verdict> {
        self.state.lock().unwrap().refused.clone()
    }
}

impl Drop for SmtpPeer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn converse(mut socket: TcpStream, state: Arc<Mutex<State>>) {
    let peer = socket.peer_addr().unwrap().ip();
    let mut session =
        SessionBuilder::new("mail.test").build(peer, Conversation { state, message: Vec::new() });
    let (reader, mut writer) = socket.split();
    let mut reader = BufReader::new(reader);
    writer.write_all(&session.greeting().buffer().unwrap()).await.unwrap();
    let mut line = Vec::new();
    // The client may end the conversation at any time.
    while reader.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
        let reply = session.process(&line);
        line.clear();
        if reply.action != Action::NoReply && writer.write_all(&reply.buffer().unwrap()).await.is_err() {
            return;
        }
        if reply.action == Action::Close {
            return;
        }
    }
}

struct Conversation {
    state: Arc<Mutex<State>>,
    message: Vec<u8>,
}

impl Handler for Conversation {
    fn rcpt(&mut self, _to: &str) -> Response {
        let mut state = self.state.lock().unwrap();
        let verdict = state.verdicts.pop_front().unwrap_or(Verdict::Take);
        if verdict != Verdict::Take {
            state.refused.push(verdict);
        }
        match verdict {
            Verdict::Take => response::OK,
            Verdict::Later => response::INTERNAL_ERROR,
            Verdict::Never => response::NO_MAILBOX,
        }
    }

    fn data_start(&mut self, _domain: &str, _from: &str, _is8bit: bool, _to: &[String]) -> Response {
        self.message.clear();
        response::START_DATA
    }

    fn data(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.message.extend_from_slice(bytes);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        self.state.lock().unwrap().taken.push(Mail::read(&self.message));
        response::OK
    }
}
