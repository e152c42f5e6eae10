//! Event streams: each is counted while it is open, and the client is told when to reconnect after a server
//! stop.

use futures_util::{StreamExt as _, stream};
use poem::{Body, Response, http::header};
use tokio_util::bytes::Bytes;

use crate::app::App;

/// In milliseconds; a random delay spreads the reconnections after a stop.
const SOONEST: u16 = 500;
const SPREAD: u16 = 2000;

/// Wraps the body of an event stream; leaves every other response unchanged.
pub fn attend(app: &App, mut response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("text/event-stream")) {
        return response;
    }
    let open = app.metrics.stream();
    let events = response.take_body().into_bytes_stream();
    let app = app.clone();
    let retry_hint = stream::once(async move {
        app.change_feed.closing().is_cancelled().then(|| {
            let after = SOONEST + u16::from_le_bytes(app.rng.bytes()) % SPREAD;
            Ok(Bytes::from(format!("retry: {after}\n\n")))
        })
    });
    let events = events.chain(retry_hint.filter_map(std::future::ready));
    // The stream counts as open until its body is dropped.
    response.set_body(Body::from_bytes_stream(events.inspect(move |_| {
        let _open = &open;
    })));
    response
}
