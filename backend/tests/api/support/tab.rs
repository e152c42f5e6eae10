//! A browser tab that listens to the unread count.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use super::{actor::Actor, events::Events};

/// The longest wait for a pushed update. It is shorter than the stream's own polling interval, so an update
/// in time was pushed.
const PATIENCE: Duration = Duration::from_secs(20);

/// A listening tab.
pub struct Tab(Events);

impl Tab {
    /// Listens as that person.
    pub async fn open(actor: &Actor) -> Self {
        let response = actor.request(Method::GET, "/api/notifications/events").send().await.unwrap();
        Self(Events::of(response, PATIENCE))
    }

    /// The next event; `None` once the stream has ended.
    pub async fn next(&mut self) -> Option<Value> {
        self.0.next().await.map(|event| event.data)
    }

    /// The next unread count.
    pub async fn count(&mut self) -> i64 {
        self.next().await.expect("it has ended")["unread"].as_i64().unwrap()
    }
}
