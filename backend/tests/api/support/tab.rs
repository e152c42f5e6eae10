//! A tab of a browser that listens to how much is unread.

use std::time::Duration;

use futures_util::{StreamExt, stream::BoxStream};
use reqwest::Method;
use serde_json::Value;
use tokio_util::bytes::Bytes;

use super::actor::Actor;

/// How long something may take that comes by itself. It is shorter than the stream's own patience, after which it counts again: what
/// comes in time has been announced.
const PATIENCE: Duration = Duration::from_secs(20);

/// A tab that listens.
pub struct Tab {
    bytes: BoxStream<'static, reqwest::Result<Bytes>>,
    text: String,
}

impl Tab {
    /// Listens as that person.
    pub async fn open(actor: &Actor) -> Self {
        let response = actor.request(Method::GET, "/api/notifications/events").send().await.unwrap();
        assert_eq!(response.status(), 200, "{response:?}");
        Self { bytes: response.bytes_stream().boxed(), text: String::new() }
    }

    /// What it is told next; nothing once the stream has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                let Some(data) = event.lines().find_map(|line| line.strip_prefix("data:")) else { continue };
                return Some(serde_json::from_str(data).unwrap());
            }
            let more = tokio::time::timeout(PATIENCE, self.bytes.next()).await.expect("nothing comes")?;
            self.text.push_str(std::str::from_utf8(&more.ok()?).unwrap());
        }
    }

    /// How much it is told next to be unread.
    pub async fn count(&mut self) -> i64 {
        self.next().await.expect("it has ended")["unread"].as_i64().unwrap()
    }
}
