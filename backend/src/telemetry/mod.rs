//! What the process says of itself: lines of the log, traces, and figures.
//!
//! None of them holds a password, a token, an address of a person, a prompt or a client's words: ids,
//! templates of routes and names of operations stand for what they are about. `tests/api/support/log.rs`
//! reads all lines of the test run for what must not be there.

mod logs;
pub mod metrics;
mod scrape;
pub mod traces;

use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::{layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::config::{LogFormat, RunSettings};

pub use metrics::Metrics;
pub use scrape::{Backlog, PoolFigures};

/// The logs and traces of a process, for as long as it runs.
#[derive(Debug)]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

impl Telemetry {
    /// Logs as the settings say, and sends traces where they say so.
    ///
    /// # Errors
    /// When traces are wanted and cannot be sent there.
    pub fn start(settings: &RunSettings) -> anyhow::Result<Self> {
        let traces = settings.otlp_endpoint.as_ref().map(traces::provider).transpose()?;
        let layer = traces.as_ref().map(traces::layer);
        tracing_subscriber::registry().with(layer).with(logs::layer(settings.log_format)).init();
        Ok(Self { traces })
    }

    /// Logs for a person at a terminal, of a command that ends by itself.
    pub fn of_command() -> Self {
        tracing_subscriber::registry().with(logs::layer(LogFormat::Text)).init();
        Self { traces: None }
    }

    /// Sends what has not been sent yet. It waits, so call it outside of the async runtime.
    pub fn finish(self) {
        if let Some(Err(error)) = self.traces.map(|traces| traces.shutdown()) {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}
