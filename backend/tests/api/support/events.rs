//! Server-sent events, read as they arrive.

use std::time::Duration;

use reqwest::Response;
use serde_json::Value;

/// The events of a running answer.
pub struct Events {
    response: Response,
    text: String,
    patience: Duration,
}

/// One of them.
pub struct Event {
    /// Its `id`, if it has one.
    pub id: Option<String>,
    /// Its JSON.
    pub data: Value,
}

impl Events {
    /// The events of that answer, each of which must arrive within `patience`.
    pub fn of(response: Response, patience: Duration) -> Self {
        assert_eq!(response.status(), 200, "{response:?}");
        Self { response, text: String::new(), patience }
    }

    /// The next one; `None` once the stream has ended.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                let field = |name: &str| {
                    event
                        .lines()
                        .find_map(|line| line.strip_prefix(name))
                        .map(|value| value.trim().to_owned())
                };
                // An event without data is a keep-alive.
                let Some(data) = field("data:") else { continue };
                return Some(Event { id: field("id:"), data: serde_json::from_str(&data).unwrap() });
            }
            let more = tokio::time::timeout(self.patience, self.response.chunk())
                .await
                .expect("nothing comes")
                .ok()??;
            self.text.push_str(std::str::from_utf8(&more).unwrap());
        }
    }
}
