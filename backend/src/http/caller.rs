//! Facts about the connection, recorded in evidence and sessions.

use std::net::{IpAddr, SocketAddr};

use poem::{FromRequest, Request, RequestBody, Result};

use crate::app::App;

/// The origin of a request.
#[derive(Clone)]
pub struct Caller {
    /// The client's address, behind the trusted proxies; empty if the connection has none.
    pub ip: String,
    /// The user agent, cut at 400 characters.
    pub user_agent: String,
}

proffer_domain::redact!(Caller);

impl Caller {
    /// The caller of that request.
    pub fn of(request: &Request) -> Self {
        let hops = request.data::<App>().map_or(0, |app| app.config.trusted_proxies);
        let user_agent = request.header("user-agent").unwrap_or_default().chars().take(400).collect();
        Self { ip: address(request, hops), user_agent }
    }
}

impl<'a> FromRequest<'a> for Caller {
    async fn from_request(request: &'a Request, _body: &mut RequestBody) -> Result<Self> {
        Ok(Self::of(request))
    }
}

/// Each trusted proxy appends the address it saw to `X-Forwarded-For`; earlier entries were written by the
/// client and prove nothing.
fn address(request: &Request, trusted_proxies: usize) -> String {
    let peer =
        request.remote_addr().as_socket_addr().map(|address| address.ip().to_string()).unwrap_or_default();
    if trusted_proxies == 0 {
        return peer;
    }
    request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .collect::<Vec<_>>()
        .iter()
        .rev()
        .nth(trusted_proxies - 1)
        // Some proxies add the port.
        .and_then(|entry| {
            entry.parse::<IpAddr>().or_else(|_| entry.parse::<SocketAddr>().map(|address| address.ip())).ok()
        })
        .map_or(peer, |ip| ip.to_string())
}
