//! Observability of the process: log lines, traces and metrics.
//!
//! None of them contains a password, a token, a mail address, a prompt or client content; ids, route
//! templates and operation names identify the subject. `tests/api/support/log.rs` checks all log lines of the
//! test run.

mod logs;
pub mod metrics;
mod scrape;
pub mod traces;

use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::{layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::config::{LogFormat, RunSettings};

pub use metrics::Metrics;
pub use scrape::{Backlog, PoolFigures};

/// The logs and traces of a process, for its lifetime.
#[derive(Debug)]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

impl Telemetry {
    /// Starts logging according to the settings, and exports traces if configured.
    pub fn start(settings: &RunSettings) -> anyhow::Result<Self> {
        let traces = settings.otlp_endpoint.as_ref().map(traces::provider).transpose()?;
        let layer = traces.as_ref().map(traces::layer);
        tracing_subscriber::registry().with(layer).with(logs::layer(settings.log_format)).init();
        Ok(Self { traces })
    }

    /// Starts logging for a short-lived command at a terminal.
    pub fn of_command() -> Self {
        tracing_subscriber::registry().with(logs::layer(LogFormat::Text)).init();
        Self { traces: None }
    }

    /// Exports pending traces. It blocks, so call it outside the async runtime.
    pub fn finish(self) {
        if let Some(Err(error)) = self.traces.map(|traces| traces.shutdown()) {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}
