//! Server-sent events, as a client reads them.

use anyhow::Context as _;
use reqwest::Response;
use serde_json::Value;

/// The events of an answer.
pub struct Events {
    response: Response,
    text: String,
    /// The reconnection delay that the server set, in milliseconds.
    pub retry: Option<u64>,
}

impl Events {
    /// The events of this response.
    pub fn of(response: Response) -> Self {
        Self { response, text: String::new(), retry: None }
    }

    /// Reads all of them; returns the last one's JSON.
    pub async fn last(mut self) -> anyhow::Result<Value> {
        let mut last = Value::Null;
        while let Some(event) = self.next().await? {
            last = event;
        }
        Ok(last)
    }

    /// The next one's JSON.
    pub async fn next(&mut self) -> anyhow::Result<Option<Value>> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                for line in event.lines() {
                    if let Some(wait) = line.strip_prefix("retry:") {
                        self.retry = Some(wait.trim().parse().context("a time to wait")?);
                    }
                }
                let data = event.lines().find_map(|line| line.strip_prefix("data:")).map(str::trim);
                match data {
                    Some(data) if data != "[DONE]" => return Ok(Some(serde_json::from_str(data)?)),
                    _ => continue,
                }
            }
            let Some(more) = self.response.chunk().await? else { return Ok(None) };
            self.text.push_str(std::str::from_utf8(&more)?);
        }
    }
}
