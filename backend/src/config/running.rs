//! Monitoring, shutdown, and the limits of typesetting.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use proffer_adapters::limited_process::Limits;
use url::Url;

use super::reader::SettingsReader;

/// The default address for probes and scrapes of `serve` and `worker`: loopback only.
pub const INTERNAL_BIND: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9090);

/// The process ends at the latest this long after the stop signal.
pub const HARD_STOP: Duration = Duration::from_mins(1);

/// The part of that reserved for the end: closing the pools and exporting the last traces.
const LAST_THINGS: Duration = Duration::from_secs(5);

/// The longest drain; the steps after it need time too.
const LONGEST_DRAIN: u64 = 30;

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// Plain text.
    Text,
    /// One JSON object per line.
    #[default]
    Json,
}

/// Monitoring and shutdown settings.
#[derive(Debug, Clone)]
pub struct RunSettings {
    /// The address for probes and scrapes; the default depends on the command.
    pub internal_bind: Option<SocketAddr>,
    /// How long a stopping server still accepts requests, so that load balancers notice that it is not ready.
    pub drain: Duration,
    /// The endpoint for traces; none are exported without it.
    pub otlp_endpoint: Option<Url>,
    /// The format of log lines.
    pub log_format: LogFormat,
}

impl RunSettings {
    /// How long requests and jobs in progress may take to finish after the drain.
    pub fn grace(&self) -> Duration {
        HARD_STOP.saturating_sub(self.drain).saturating_sub(LAST_THINGS)
    }
}

impl std::str::FromStr for LogFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err("it must be text or json"),
        }
    }
}

impl SettingsReader<'_> {
    pub(super) fn sealing(&mut self) -> Option<Limits> {
        let seconds: Option<u64> = self.parse("SEALING_SECONDS", "60");
        let megabytes: Option<u64> = self.parse("SEALING_MEMORY_MB", "768");
        if seconds.is_some_and(|seconds| !(1..=600).contains(&seconds)) {
            self.fault("PROFFER_SEALING_SECONDS must be between 1 and 600");
        }
        if megabytes.is_some_and(|megabytes| !(1..=65_536).contains(&megabytes)) {
            self.fault("PROFFER_SEALING_MEMORY_MB must be between 1 and 65536");
        }
        Some(Limits { time: Duration::from_secs(seconds?), memory: megabytes? * 1024 * 1024 })
    }

    pub(super) fn running(&mut self) -> Option<RunSettings> {
        let internal_bind = self.optional("INTERNAL_BIND");
        let drain: Option<u64> = self.parse("DRAIN_SECONDS", "5");
        if drain.is_some_and(|seconds| seconds > LONGEST_DRAIN) {
            self.fault(format!(
                "PROFFER_DRAIN_SECONDS must be at most {LONGEST_DRAIN}: the process ends {HARD_STOP:?} after it is told to"
            ));
        }
        let otlp_endpoint: Option<Url> = self.optional("OTLP_ENDPOINT");
        if otlp_endpoint
            .as_ref()
            .is_some_and(|url| !matches!(url.scheme(), "http" | "https") || !url.has_host())
        {
            self.fault("PROFFER_OTLP_ENDPOINT must be http(s)://host:port, such as http://collector:4318");
        }
        let log_format = self.parse("LOG_FORMAT", "json");
        Some(RunSettings {
            internal_bind,
            drain: Duration::from_secs(drain?),
            otlp_endpoint,
            log_format: log_format?,
        })
    }
}
