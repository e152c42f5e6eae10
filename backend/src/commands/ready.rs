//! `proffer ready`: asks the server or worker on the same machine whether it is ready. It is the health check
//! of a container, because the image contains no other program for that.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use anyhow::Context as _;

use crate::config::{Config, INTERNAL_BIND, environment};

/// The time limit of the request.
const LIMIT: Duration = Duration::from_secs(3);

/// Requests the readiness probe at `INTERNAL_BIND`.
///
/// # Errors
/// When there is no answer, or the process is not ready.
pub async fn run() -> anyhow::Result<()> {
    let config = Config::from_settings(&environment)?;
    let address = reachable(config.run.internal_bind.unwrap_or(INTERNAL_BIND));
    let http =
        reqwest::Client::builder().no_proxy().timeout(LIMIT).build().context("preparing the question")?;
    let answer = http
        .get(format!("http://{address}/readyz"))
        .send()
        .await
        .with_context(|| format!("nothing answers at {address}"))?;
    anyhow::ensure!(
        answer.status() == reqwest::StatusCode::NO_CONTENT,
        "not ready: {address} answers {}",
        answer.status()
    );
    Ok(())
}

/// A server that listens on all addresses is reached at the loopback one.
fn reachable(bind: SocketAddr) -> SocketAddr {
    let ip = match bind.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bind.port())
}
