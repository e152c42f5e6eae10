//! Asking the DNS for the TXT records that prove a domain. Nothing is remembered: whoever has just made the
//! record and asks again must not be told what was true a minute ago.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context as _;
use hickory_resolver::{
    TokioResolver,
    config::{ConnectionConfig, NameServerConfig, ResolverConfig},
    net::runtime::TokioRuntimeProvider,
    proto::rr::RData,
};

const TIME: Duration = Duration::from_secs(3);
const ATTEMPTS: usize = 2;

/// The DNS did not answer.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the DNS does not answer")]
pub struct DnsError;

/// A resolver.
#[derive(Clone)]
pub struct Dns(Option<Arc<TokioResolver>>);

impl std::fmt::Debug for Dns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Dns")
    }
}

impl Dns {
    /// Asks that server, or those of the machine. A machine without any is no reason not to start.
    ///
    /// # Errors
    /// When no client can be made.
    pub fn new(server: Option<SocketAddr>) -> anyhow::Result<Self> {
        let mut builder = match server {
            Some(server) => {
                let on_port = |mut connection: ConnectionConfig| {
                    connection.port = server.port();
                    connection
                };
                let connections = vec![on_port(ConnectionConfig::udp()), on_port(ConnectionConfig::tcp())];
                let server = NameServerConfig::new(server.ip(), true, connections);
                TokioResolver::builder_with_config(ResolverConfig::from_name_servers(vec![server]), TokioRuntimeProvider::default())
            }
            None => match TokioResolver::builder_tokio() {
                Ok(builder) => builder,
                Err(error) => {
                    tracing::warn!(%error, "the machine has no DNS settings; mail domains cannot be proven without PROFFER_DNS_SERVER");
                    return Ok(Self(None));
                }
            },
        };
        let options = builder.options_mut();
        options.cache_size = 0;
        options.timeout = TIME;
        options.attempts = ATTEMPTS;
        Ok(Self(Some(Arc::new(builder.build().context("the DNS client cannot be made")?))))
    }

    /// The texts at that name, each put together from its parts; none where there is no such name.
    ///
    /// # Errors
    /// When no server answers.
    pub async fn texts(&self, name: &str) -> Result<Vec<String>, DnsError> {
        let resolver = self.0.as_ref().ok_or(DnsError)?;
        // The closing dot keeps the machine's search domains out of it.
        match resolver.txt_lookup(format!("{name}.")).await {
            Ok(found) => Ok(found
                .answers()
                .iter()
                .filter_map(|record| match &record.data {
                    RData::TXT(text) => Some(text.txt_data.iter().map(|part| String::from_utf8_lossy(part)).collect()),
                    _ => None,
                })
                .collect()),
            Err(error) if error.is_no_records_found() => Ok(Vec::new()),
            Err(error) => {
                tracing::warn!(%error, "the DNS does not answer");
                Err(DnsError)
            }
        }
    }
}
