//! DNS queries for the TXT records that prove a domain. Nothing is cached: after adding the record, the user
//! must not get an outdated answer.

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
    /// Uses that server, or the machine's own. A machine without a resolver still starts.
    pub fn new(server: Option<SocketAddr>) -> anyhow::Result<Self> {
        let mut builder = match server {
            Some(server) => {
                let on_port = |mut connection: ConnectionConfig| {
                    connection.port = server.port();
                    connection
                };
                let connections = vec![on_port(ConnectionConfig::udp()), on_port(ConnectionConfig::tcp())];
                let server = NameServerConfig::new(server.ip(), true, connections);
                TokioResolver::builder_with_config(
                    ResolverConfig::from_name_servers(vec![server]),
                    TokioRuntimeProvider::default(),
                )
            }
            None => match TokioResolver::builder_tokio() {
                Ok(builder) => builder,
                Err(error) => {
                    tracing::warn!(%error, "the machine has no DNS settings; mail domains cannot be verified without PROFFER_DNS_SERVER");
                    return Ok(Self(None));
                }
            },
        };
        let options = builder.options_mut();
        options.cache_size = 0;
        options.timeout = TIME;
        options.attempts = ATTEMPTS;
        Ok(Self(Some(Arc::new(builder.build().context("the DNS client cannot be created")?))))
    }

    /// The TXT values at `name`, each joined from its parts; empty when the name does not exist.
    ///
    /// # Errors
    /// When no server answers.
    pub async fn texts(&self, name: &str) -> Result<Vec<String>, DnsError> {
        let resolver = self.0.as_ref().ok_or(DnsError)?;
        // The trailing dot prevents the machine's search domains from being appended.
        match resolver.txt_lookup(format!("{name}.")).await {
            Ok(found) => Ok(found
                .answers()
                .iter()
                .filter_map(|record| match &record.data {
                    RData::TXT(text) => {
                        Some(text.txt_data.iter().map(|part| String::from_utf8_lossy(part)).collect())
                    }
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
