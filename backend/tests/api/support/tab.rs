//! A tab of a browser that listens to how much is unread.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use super::{actor::Actor, events::Events};

/// How long something may take that comes by itself. It is shorter than the stream's own patience, after which it counts again: what
/// comes in time has been announced.
const PATIENCE: Duration = Duration::from_secs(20);

/// A tab that listens.
pub struct Tab(Events);

impl Tab {
    /// Listens as that person.
    pub async fn open(actor: &Actor) -> Self {
        let response = actor.request(Method::GET, "/api/notifications/events").send().await.unwrap();
        Self(Events::of(response, PATIENCE))
    }

    /// What it is told next; nothing once the stream has ended.
    pub async fn next(&mut self) -> Option<Value> {
        self.0.next().await.map(|event| event.data)
    }

    /// How much it is told next to be unread.
    pub async fn count(&mut self) -> i64 {
        self.next().await.expect("it has ended")["unread"].as_i64().unwrap()
    }
}
