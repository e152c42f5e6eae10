//! `proffer ready`: asks the server or worker on the same machine whether it is ready. It is the health check
//! of a container, since the image holds no other program that could ask.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use anyhow::Context as _;

use crate::config::{Config, INTERNAL_BIND, environment};

/// How long it may think about it.
const LIMIT: Duration = Duration::from_secs(3);

/// Asks at `INTERNAL_BIND`.
///
/// # Errors
/// When nothing answers there, or what does is not ready.
pub async fn run() -> anyhow::Result<()> {
    let config = Config::from_settings(&environment)?;
    let address = reachable(config.run.internal_bind.unwrap_or(INTERNAL_BIND));
    let http = reqwest::Client::builder().no_proxy().timeout(LIMIT).build().context("preparing the question")?;
    let answer = http.get(format!("http://{address}/readyz")).send().await.with_context(|| format!("nothing answers at {address}"))?;
    anyhow::ensure!(answer.status() == reqwest::StatusCode::NO_CONTENT, "not ready: {address} answers {}", answer.status());
    Ok(())
}

/// Where to ask: who listens on every address is found at the loopback one.
fn reachable(bind: SocketAddr) -> SocketAddr {
    let ip = match bind.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bind.port())
}
