//! Request bodies: read only when a handler needs them, after routing and authentication, and bounded in
//! total memory.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::{Stream, StreamExt as _, stream};
use hyper::body::Bytes;
use poem::{Body, Request, error::ReadBodyError, http::StatusCode};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, sleep, timeout, timeout_at},
};
use tokio_util::sync::CancellationToken;

use super::problem::Problem;

/// The largest request body, in bytes, however it is sent.
pub const MAX_BODY: usize = 2 * 1024 * 1024;
/// The memory budget of all bodies together.
pub const BUDGET: usize = 96 * 1024 * 1024;
/// The time limits of a body.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// For the whole body.
    pub whole: Duration,
    /// Between two chunks.
    pub silence: Duration,
    /// After the server is told to stop.
    pub stop: Duration,
}

/// Enough for the largest body over a slow mobile connection.
pub const TIMES: Times =
    Times { whole: Duration::from_mins(2), silence: Duration::from_secs(20), stop: Duration::from_secs(2) };
/// How long an unread body is still received and discarded, so that the client gets to read the response.
const REST_TIME: Duration = Duration::from_secs(10);

/// The memory budget; clones share it.
#[derive(Debug, Clone)]
pub struct Budget(Arc<Semaphore>);

impl Default for Budget {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(BUDGET)))
    }
}

/// A request's share of the budget, held until it is answered.
type Held = Arc<Mutex<Option<OwnedSemaphorePermit>>>;

type Chunks = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// Bounds the body of a request: its size, its time, and its share of `budget`. It ends early when `stop` is
/// cancelled.
///
/// # Errors
/// 413 when the declared length exceeds the limit.
pub fn bound(request: &mut Request, budget: &Budget, stop: CancellationToken) -> Result<(), Problem> {
    bound_in(TIMES, request, budget, stop)
}

/// `bound` with other time limits.
pub fn bound_in(
    times: Times,
    request: &mut Request,
    budget: &Budget,
    stop: CancellationToken,
) -> Result<(), Problem> {
    let announced = request.header("content-length").and_then(|length| length.parse::<usize>().ok());
    if announced.is_some_and(|length| length > MAX_BODY) {
        return Err(too_large());
    }
    let body = request.take_body();
    if body.is_empty() {
        return Ok(());
    }
    let held = Held::default();
    request.extensions_mut().insert(held.clone());
    let chunks: Chunks = Box::pin(body.into_bytes_stream());
    let reading = Reading {
        chunks: Some(chunks),
        read: 0,
        times,
        over: Instant::now() + times.whole,
        budget: budget.clone(),
        held,
        stop,
    };
    request.set_body(Body::from_bytes_stream(stream::try_unfold(reading, async |mut reading| {
        let chunk = reading.next().await.map_err(io::Error::other)?;
        Ok::<_, io::Error>(chunk.map(|chunk| (chunk, reading)))
    })));
    Ok(())
}

/// The problem for a body that cannot be read.
pub fn unreadable(error: &ReadBodyError) -> Problem {
    let own = match error {
        ReadBodyError::Io(error) => problem_in(error),
        _ => None,
    };
    own.cloned()
        .unwrap_or_else(|| Problem::bad_request("unreadable_body", "The request body could not be read."))
}

/// Each reader in the chain wraps the error in its own.
fn problem_in(error: &io::Error) -> Option<&Problem> {
    let inner = error.get_ref()?;
    inner.downcast_ref::<Problem>().or_else(|| problem_in(inner.downcast_ref()?))
}

struct Reading {
    chunks: Option<Chunks>,
    read: usize,
    times: Times,
    over: Instant,
    budget: Budget,
    held: Held,
    stop: CancellationToken,
}

impl Reading {
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let Some(chunks) = &mut self.chunks else { return Ok(None) };
        let late = || {
            Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                "request_timeout",
                "The request took too long to arrive.",
            )
        };
        let stopping = async {
            self.stop.cancelled().await;
            sleep(self.times.stop).await;
        };
        let chunk = tokio::select! {
            chunk = timeout_at(self.over, timeout(self.times.silence, chunks.next())) => {
                chunk.map_err(|_| late())?.map_err(|_| late())?
            }
            () = stopping => return Err(busy("stopping", "Proffer is being restarted. Please try again in a moment.")),
        };
        let Some(chunk) = chunk else {
            self.chunks = None;
            return Ok(None);
        };
        let chunk = chunk
            .map_err(|_| Problem::bad_request("unreadable_body", "The request body could not be read."))?;
        // Chunked bodies declare no length, so the bytes are counted.
        self.read += chunk.len();
        if self.read > MAX_BODY {
            return Err(too_large());
        }
        self.hold(chunk.len())?;
        Ok(Some(chunk))
    }

    fn hold(&self, bytes: usize) -> Result<(), Problem> {
        let full = || {
            busy(
                "server_busy",
                "Proffer is receiving too many requests at once. Please try again in a moment.",
            )
        };
        let more = u32::try_from(bytes)
            .ok()
            .and_then(|bytes| self.budget.0.clone().try_acquire_many_owned(bytes).ok())
            .ok_or_else(full)?;
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        match held.as_mut() {
            Some(held) => held.merge(more),
            None => *held = Some(more),
        }
        Ok(())
    }
}

/// Closing a connection while the client still sends resets it, and the response is lost.
impl Drop for Reading {
    fn drop(&mut self) {
        let Some(mut rest) = self.chunks.take() else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let mut left = MAX_BODY.saturating_sub(self.read);
        let stop = self.stop.clone();
        runtime.spawn(async move {
            let thrown_away = async {
                while let Some(Ok(chunk)) = rest.next().await {
                    left = left.saturating_sub(chunk.len());
                    if left == 0 {
                        break;
                    }
                }
            };
            let _ = stop.run_until_cancelled(timeout(REST_TIME, thrown_away)).await;
        });
    }
}

/// 413: the body exceeds the limit.
pub fn too_large() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large", "The request body is larger than 2 MB.")
}

fn busy(code: &'static str, message: &'static str) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, code, message).with_retry_after(2)
}
