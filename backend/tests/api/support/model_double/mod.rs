//! A double of a model, at the level of the protocol: it speaks OpenAI's streaming chat completions over
//! HTTP, refuses what the real service would refuse, and writes its answers from the words it is given. Each
//! instance can be configured with one fault.

mod chat;
mod check;
pub mod website;
pub mod writer;

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::{Stream, StreamExt, stream};
use poem::{
    Body, EndpointExt, IntoResponse, Response, Route, Server, handler,
    http::{HeaderMap, StatusCode},
    listener::{Acceptor, Listener, TcpListener},
    post,
    web::{Data, Json},
};
use serde_json::{Value, json};
use tokio::{sync::Semaphore, task::JoinHandle};

/// Its behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Like a good model.
    Normal,
    /// Like a good model, with a pause before each chunk.
    Slow(Duration),
    /// Always text instead of JSON.
    Garbage,
    /// Wrong fields first; the right ones when asked for a repair.
    WrongThenRight,
    /// A price without a source.
    InventedAmount,
    /// Promises, dates, certificates, people and praise without a source.
    Boastful,
    /// Follows instructions in the data instead of the task.
    Obedient,
    /// Repeats its instructions.
    Repeating,
    /// Repeats the token of its instructions.
    RepeatingToken,
    /// 429 with `Retry-After`.
    Busy,
    /// 500.
    Broken,
    /// A page of HTML, like a proxy's.
    Page,
    /// Like a good model, once [`ModelDouble::open`] lets it.
    Gated,
    /// Accepts the request and never answers.
    Hang,
    /// Ends in the middle of a word.
    StopsMidToken,
    /// Starts to answer and stalls.
    FallsSilent,
    /// Never ends.
    Endless,
    /// Sends one line that never ends.
    Flood,
    /// Refuses the content.
    Declines,
    /// 400 with the prompt in its message.
    Rejects,
}

/// A received request.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The `Authorization` header.
    pub authorization: String,
    pub body: Value,
}

/// A running double; it stops when it is dropped.
#[derive(Debug)]
pub struct ModelDouble {
    address: std::net::SocketAddr,
    state: State,
    server: JoinHandle<()>,
}

impl ModelDouble {
    /// Starts one on a free port of the loopback interface.
    pub async fn start(mode: Mode) -> io::Result<Self> {
        Self::on_port(0, mode).await
    }

    /// Starts one on a given port.
    pub async fn on_port(port: u16, mode: Mode) -> io::Result<Self> {
        let state = State {
            mode: Arc::new(Mutex::new(mode)),
            asked: Arc::default(),
            gate: Arc::new(Semaphore::new(0)),
        };
        let acceptor = TcpListener::bind(("127.0.0.1", port)).into_acceptor().await?;
        let address = acceptor
            .local_addr()
            .into_iter()
            .find_map(|address| address.as_socket_addr().copied())
            .ok_or_else(|| io::Error::other("the double has no address"))?;
        let routes = Route::new().at("/v1/chat/completions", post(complete)).data(state.clone());
        let server = tokio::spawn(async move {
            // Ends with the task; an error here fails the test that gets no answer.
            let _ = Server::new_with_acceptor(acceptor).run(routes).await;
        });
        Ok(Self { address, state, server })
    }

    /// The value for `PROFFER_AI_BASE_URL`.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Every request so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.state.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the behaviour from the next request on.
    pub fn behave(&self, mode: Mode) {
        *self.state.mode.lock().unwrap_or_else(PoisonError::into_inner) = mode;
    }

    /// Lets that many requests through that wait at the gate, now or later.
    pub fn open(&self, requests: usize) {
        self.state.gate.add_permits(requests);
    }
}

impl Drop for ModelDouble {
    fn drop(&mut self) {
        self.server.abort();
    }
}

#[derive(Debug, Clone)]
struct State {
    mode: Arc<Mutex<Mode>>,
    asked: Arc<Mutex<Vec<Asked>>>,
    gate: Arc<Semaphore>,
}

#[handler]
async fn complete(headers: &HeaderMap, body: Body, state: Data<&State>) -> Response {
    let authorization =
        headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    if authorization.strip_prefix("Bearer ").is_none_or(str::is_empty) {
        return error(
            StatusCode::UNAUTHORIZED,
            "invalid_request_error",
            "invalid_api_key",
            "You did not provide an API key.",
        );
    }
    let Ok(body) = body.into_json::<Value>().await else {
        return error(
            StatusCode::BAD_REQUEST,
            "invalid_request_error",
            "invalid_json",
            "The body is not JSON.",
        );
    };
    let question = check::question(&body);
    state.asked.lock().unwrap_or_else(PoisonError::into_inner).push(Asked { authorization, body });
    match question {
        Ok(question) => answer(&state, &question).await,
        Err(fault) => error(StatusCode::BAD_REQUEST, "invalid_request_error", "invalid_value", &fault),
    }
}

async fn answer(state: &State, question: &check::Question) -> Response {
    let mode = *state.mode.lock().unwrap_or_else(PoisonError::into_inner);
    let good = || writer::answer(question).to_string();
    match mode {
        Mode::Slow(pause) => whole(&good(), Some(pause)),
        Mode::Garbage => whole("I would rather write a poem. Roses are { red, violets are ] blue.", None),
        Mode::WrongThenRight if !question.is_repair => {
            whole(r#"{"headline": "This is not what was asked for"}"#, None)
        }
        Mode::Normal | Mode::WrongThenRight => whole(&good(), None),
        Mode::InventedAmount => whole(&writer::with_invented_amount(question).to_string(), None),
        Mode::Boastful => whole(&writer::boasting(question).to_string(), None),
        Mode::Obedient => whole(&writer::obeying(question).to_string(), None),
        Mode::Repeating => whole(&writer::repeating(question, false).to_string(), None),
        Mode::RepeatingToken => whole(&writer::repeating(question, true).to_string(), None),
        Mode::Busy => error(StatusCode::TOO_MANY_REQUESTS, "requests", "rate_limit_exceeded", "Slow down.")
            .with_header("Retry-After", "7")
            .into_response(),
        Mode::Page => Response::builder()
            .content_type("text/html")
            .body("<!doctype html><h1>Please sign in to the network</h1>"),
        Mode::Broken => error(StatusCode::INTERNAL_SERVER_ERROR, "server_error", "oops", "Something broke."),
        Mode::Gated => {
            if let Ok(permit) = state.gate.acquire().await {
                permit.forget();
            }
            whole(&good(), None)
        }
        Mode::Hang => std::future::pending().await,
        Mode::StopsMidToken => {
            let text = good();
            stream_of(pieces(text.get(..text.floor_char_boundary(text.len() / 2)).unwrap_or_default()), None)
        }
        Mode::FallsSilent => {
            let begun = stream::iter(pieces(&good()).into_iter().take(4)).map(Ok);
            events(begun.chain(stream::pending::<io::Result<Value>>()))
        }
        Mode::Endless => events(stream::repeat_with(|| {
            Ok(delta(&json!({ "content": "{\"title\": \"again and again\" " })))
        })),
        Mode::Flood => Response::builder()
            .content_type("text/event-stream")
            .body(Body::from_bytes_stream(stream::repeat_with(|| Ok::<_, io::Error>("data: ".repeat(1000))))),
        Mode::Declines => stream_of(
            vec![delta(&json!({ "refusal": "I cannot help with that." })), finish("stop"), usage(0)],
            None,
        ),
        Mode::Rejects => error(
            StatusCode::BAD_REQUEST,
            "invalid_request_error",
            "context_length_exceeded",
            &format!("{:?}", question.data),
        ),
    }
}

/// A complete answer.
fn whole(text: &str, pause: Option<Duration>) -> Response {
    let mut chunks = pieces(text);
    chunks.push(finish("stop"));
    chunks.push(usage(text.len()));
    stream_of(chunks, pause)
}

/// The text in chunks of a few characters, like tokens.
fn pieces(text: &str) -> Vec<Value> {
    let characters: Vec<char> = text.chars().collect();
    std::iter::once(delta(&json!({ "role": "assistant", "content": "" })))
        .chain(
            characters.chunks(7).map(|piece| delta(&json!({ "content": piece.iter().collect::<String>() }))),
        )
        .collect()
}

fn delta(delta: &Value) -> Value {
    chunk(&json!([{ "index": 0, "delta": delta, "finish_reason": null, "logprobs": null }]), &Value::Null)
}

fn finish(reason: &str) -> Value {
    chunk(&json!([{ "index": 0, "delta": {}, "finish_reason": reason }]), &Value::Null)
}

fn usage(bytes: usize) -> Value {
    let completion = bytes.div_ceil(4);
    chunk(
        &json!([]),
        &json!({ "prompt_tokens": 1000, "completion_tokens": completion, "total_tokens": 1000 + completion }),
    )
}

/// One chunk; the unknown service tier is sent by some gateways, and must be ignored.
fn chunk(choices: &Value, usage: &Value) -> Value {
    json!({
        "id": "chatcmpl-double", "object": "chat.completion.chunk", "created": 1_700_000_000,
        "model": "double-1",
        "service_tier": "on_demand", "choices": choices, "usage": usage,
    })
}

fn stream_of(chunks: Vec<Value>, pause: Option<Duration>) -> Response {
    events(stream::iter(chunks).then(move |chunk| async move {
        if let Some(pause) = pause {
            tokio::time::sleep(pause).await;
        }
        Ok(chunk)
    }))
}

/// Server-sent events; `[DONE]` follows if the chunks end by themselves.
fn events(chunks: impl Stream<Item = io::Result<Value>> + Send + 'static) -> Response {
    let lines = chunks.map(|chunk| chunk.map(|chunk| format!("data: {chunk}\n\n")));
    let done = stream::once(async { Ok("data: [DONE]\n\n".to_owned()) });
    Response::builder().content_type("text/event-stream").body(Body::from_bytes_stream(lines.chain(done)))
}

fn error(status: StatusCode, kind: &str, code: &str, message: &str) -> Response {
    Json(json!({ "error": { "message": message, "type": kind, "param": null, "code": code } }))
        .with_status(status)
        .into_response()
}
