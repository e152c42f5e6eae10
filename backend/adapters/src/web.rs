//! The only HTTP client for user-supplied addresses: identity providers and websites, and later webhooks.
//!
//! A name is resolved once, every resulting address must be public, and exactly those addresses are connected
//! to, so a name cannot resolve differently for the check and for the connection. Literal addresses are
//! checked in every notation. The client follows no redirects, decompresses nothing, and limits time and
//! size. Hosts that an operator lists in `OUTBOUND_ALLOW` are reached although they are private, and also
//! over plain http.
//!
//! Services are reached over https alone. Websites are also read over plain http, and their redirects are
//! followed by hand, each checked like the first address; see [`site`].

mod address;
mod origin;
mod site;

use std::{future::Future, net::SocketAddr, pin::Pin, sync::Arc, time::Duration};

use futures_util::StreamExt as _;
use openidconnect::{
    AsyncHttpClient,
    http::{Request, Response, header},
};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tracing::Instrument as _;
use url::{Host, Url};

pub use address::is_public;
pub use origin::{is_loopback, is_own_origin};
pub use site::SiteError;

use crate::span;

/// How long one request may take in all, even when the response arrives slowly.
const TIME: Duration = Duration::from_secs(10);
/// The most that is read of a body, in bytes.
const SIZE: usize = 1024 * 1024;
/// The product name in the user agent and in robots.txt rules.
const PRODUCT: &str = "Proffer";

/// A host and port that may be reached although private.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowed {
    host: Host<String>,
    port: u16,
}

impl std::str::FromStr for Allowed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("{text:?} is not host:port");
        let (host, port) = text.trim().rsplit_once(':').ok_or_else(refused)?;
        Ok(Self {
            host: Host::parse(host).map_err(|_| refused())?,
            port: port.parse().map_err(|_| refused())?,
        })
    }
}

/// Why a request failed, worded for the user who chose the address.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum WebError {
    /// It may not be sent to that address.
    #[error("{0}")]
    Refused(String),
    /// It was or would have been sent, and there was no usable response.
    #[error("{0}")]
    Failed(String),
}

/// Whether an address may be reached, before anything is sent.
pub fn check(url: &Url, allowed: &[Allowed]) -> Result<(), WebError> {
    examine(url, allowed, &["https"])
}

/// Whether an address may be reached over one of these schemes.
fn examine(url: &Url, allowed: &[Allowed], schemes: &[&str]) -> Result<(), WebError> {
    let refused = |why: String| Err(WebError::Refused(why));
    if !url.username().is_empty() || url.password().is_some() {
        return refused("the address must not contain a user name or password".to_owned());
    }
    let Some(host) = url.host() else { return refused("the address names no host".to_owned()) };
    let is_own = matches!(url.scheme(), "http" | "https") && is_listed(url, allowed);
    if !is_own && !schemes.contains(&url.scheme()) {
        let beginnings: Vec<String> = schemes.iter().map(|scheme| format!("{scheme}://")).collect();
        return refused(format!("the address must begin with {}", beginnings.join(" or ")));
    }
    if is_own {
        return Ok(());
    }
    let literal = match host {
        Host::Ipv4(address) => Some(address.into()),
        Host::Ipv6(address) => Some(address.into()),
        Host::Domain(_) => None,
    };
    match literal {
        Some(address) if !is_public(address) => refused(inside(&host.to_string())),
        _ => Ok(()),
    }
}

/// Whether an operator has listed that host and port.
fn is_listed(url: &Url, allowed: &[Allowed]) -> bool {
    let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else { return false };
    allowed.iter().any(|entry| entry.host == host.to_owned() && entry.port == port)
}

fn inside(host: &str) -> String {
    format!(
        "{host} is not a public address; an operator can allow one inside their own network with PROFFER_OUTBOUND_ALLOW"
    )
}

/// The client.
#[derive(Debug, Clone)]
pub struct Web {
    allowed: Arc<[Allowed]>,
    time: Duration,
    /// How long a whole site visit may take.
    site_time: Duration,
    /// For services: https alone, and names resolve to public addresses alone.
    strict: reqwest::Client,
    /// For websites: plain http too, with the same names.
    open: reqwest::Client,
    /// For hosts that an operator has listed.
    trusting: reqwest::Client,
}

impl Web {
    /// A client that also reaches the `allowed` private hosts. `public_url` goes into the user agent, so that
    /// site owners can identify the visitor.
    pub fn new(allowed: &[Allowed], public_url: &Url) -> anyhow::Result<Self> {
        Self::patient(allowed, public_url, TIME, site::TIME)
    }

    fn patient(
        allowed: &[Allowed],
        public_url: &Url,
        time: Duration,
        site_time: Duration,
    ) -> anyhow::Result<Self> {
        let client = || {
            reqwest::Client::builder()
                .no_proxy()
                .redirect(reqwest::redirect::Policy::none())
                .timeout(time)
                // A pooled connection would bypass the check of the resolved address.
                .pool_max_idle_per_host(0)
                .user_agent(format!("{PRODUCT}/1 (+{public_url})"))
        };
        Ok(Self {
            allowed: allowed.into(),
            time,
            site_time,
            strict: client().https_only(true).dns_resolver(Arc::new(PublicNames)).build()?,
            open: client().dns_resolver(Arc::new(PublicNames)).build()?,
            trusting: client().build()?,
        })
    }

    /// Whether that address may be reached.
    pub fn check(&self, url: &Url) -> Result<(), WebError> {
        check(url, &self.allowed)
    }

    /// Whether an operator has listed that address as part of their own network.
    pub fn is_own(&self, url: &Url) -> bool {
        is_listed(url, &self.allowed)
    }

    /// Sends a request and reads the whole response, with any status.
    pub async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, WebError> {
        let failed = |why: &str| WebError::Failed(why.to_owned());
        // The host is checked and used in the URL's normalised form (0x7f.1, 2130706433, full-width digits).
        let url: Url = request
            .uri()
            .to_string()
            .parse()
            .map_err(|_| WebError::Refused("the address cannot be read".to_owned()))?;
        self.check(&url)?;
        let mut sending = reqwest::Request::new(request.method().clone(), url.clone());
        *sending.headers_mut() = request.headers().clone();
        *sending.body_mut() = Some(request.into_body().into());
        let client = if self.is_own(&url) { &self.trusting } else { &self.strict };
        let answer = client.execute(sending).await.map_err(|error| self.said(&error, &url))?;

        if answer.headers().get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
            return Err(failed("the answer is compressed, which was not requested"));
        }
        let mut response = Response::builder().status(answer.status());
        if let Some(headers) = response.headers_mut() {
            headers.clone_from(answer.headers());
        }
        let mut body = Vec::new();
        let mut parts = answer.bytes_stream();
        while let Some(part) = parts.next().await {
            let part = part.map_err(|error| self.said(&error, &url))?;
            if body.len() + part.len() > SIZE {
                return Err(failed("the answer is larger than 1 MB"));
            }
            body.extend_from_slice(&part);
        }
        response.body(body).map_err(|_| failed("the answer cannot be read"))
    }

    /// Our own innermost error, or the kind of failure; a library's message does not help the user who chose
    /// the address.
    fn said(&self, error: &reqwest::Error, url: &Url) -> WebError {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
        while let Some(inner) = cause {
            if let Some(ours) = inner.downcast_ref::<WebError>() {
                return ours.clone();
            }
            cause = inner.source();
        }
        tracing::debug!(%error, "outbound request failed");
        let host = url.host_str().unwrap_or_default();
        WebError::Failed(if error.is_timeout() {
            format!("{host} did not answer within {} seconds", self.time.as_secs())
        } else if error.is_connect() {
            let kind = if url.scheme() == "https" { "secure connection" } else { "connection" };
            format!("no {kind} to {host} could be made")
        } else {
            format!("the answer of {host} broke off")
        })
    }
}

/// Resolves names to public addresses only.
struct PublicNames;

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let host = name.as_str();
            let unknown = || WebError::Failed(format!("there is no host called {host}"));
            let found: Vec<SocketAddr> =
                tokio::net::lookup_host((host, 0)).await.map_err(|_| unknown())?.collect();
            if found.is_empty() {
                return Err(unknown().into());
            }
            // These addresses are the ones that are connected to; the name is not resolved again.
            Ok(Box::new(all_public(host, found)?.into_iter()) as Addrs)
        })
    }
}

/// The addresses of a name; refused when any of them is private, since a mix is an attempt to reach the
/// internal network by chance.
fn all_public(host: &str, found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, WebError> {
    if found.iter().all(|address| is_public(address.ip())) {
        Ok(found)
    } else {
        Err(WebError::Refused(inside(host)))
    }
}

impl<'c> AsyncHttpClient<'c> for Web {
    type Error = WebError;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Vec<u8>>, WebError>> + Send + 'c>>;

    fn call(&'c self, request: Request<Vec<u8>>) -> Self::Future {
        Box::pin(self.send(request).instrument(span::outbound("oidc")))
    }
}

#[cfg(test)]
mod tests;
