//! Event streams, whatever they tell: each is counted while it is open, and told to come back when the server stops.

use futures_util::{StreamExt as _, stream};
use poem::{Body, Response, http::header};
use tokio_util::bytes::Bytes;

use crate::app::App;

/// In milliseconds: those who come back after a stop come one after the other.
const SOONEST: u16 = 500;
const SPREAD: u16 = 2000;

/// Leaves every answer as it is but an event stream.
pub fn attend(app: &App, mut response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("text/event-stream")) {
        return response;
    }
    let open = app.metrics.stream();
    let events = response.take_body().into_bytes_stream();
    let app = app.clone();
    let farewell = stream::once(async move {
        app.change_feed.closing().is_cancelled().then(|| {
            let after = SOONEST + u16::from_le_bytes(app.rng.bytes()) % SPREAD;
            Ok(Bytes::from(format!("retry: {after}\n\n")))
        })
    });
    let told = events.chain(farewell.filter_map(std::future::ready));
    // It is open for as long as anybody reads it.
    response.set_body(Body::from_bytes_stream(told.inspect(move |_| {
        let _open = &open;
    })));
    response
}
