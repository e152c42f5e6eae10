//! The checks of every request before its handler, and the headers of every response.

use poem::{
    Endpoint, IntoResponse, Middleware, Request, Response, Result,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
};
use proffer_adapters::web::{is_loopback, is_own_origin};
use url::Url;

use super::{
    bodies::{self, Budget},
    cookies::session_token,
    problem::Problem,
};
use crate::app::App;

/// No inline scripts, and nothing from another site except uploads to the storage. Inline styles are allowed
/// because ant-design writes its theme into the page at run time.
pub fn page_policy(storage: Option<&Url>) -> String {
    let storage = storage.map(|url| format!(" {}", url.origin().ascii_serialization())).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'{storage}; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// A response of the API is data: opened as a page it may load and execute nothing.
const DATA_POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The site uses no device, payment API or browsing topics, so no page or script may.
const PERMISSIONS: &str = "accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), encrypted-media=(), \
     geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), usb=()";

/// The same-origin check and the body limit.
pub struct Guard(pub App);

/// The endpoint behind [`Guard`].
pub struct Guarded<E> {
    inner: E,
    app: App,
    budget: Budget,
}

impl<E: Endpoint> Middleware<E> for Guard {
    type Output = Guarded<E>;

    fn transform(&self, inner: E) -> Self::Output {
        Guarded { inner, app: self.0.clone(), budget: Budget::default() }
    }
}

impl<E: Endpoint> Endpoint for Guarded<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        match self.admit(request) {
            Ok(request) => self.inner.call(request).await.map(IntoResponse::into_response),
            Err(problem) => Ok(problem.into_response()),
        }
    }
}

impl<E> Guarded<E> {
    fn admit(&self, mut request: Request) -> Result<Request, Problem> {
        if request.uri().path().starts_with("/api/") && self.app.db.is_away() {
            return Err(Problem::database_unavailable());
        }
        if !is_safe(request.method()) && !self.is_same_origin(&request) {
            return Err(foreign("This request did not come from Proffer's own pages."));
        }
        if request.uri().path().starts_with("/dev/") && !self.is_own_host(&request) {
            return Err(foreign("This page is available only at Proffer's own address."));
        }
        bodies::bound(&mut request, &self.budget, self.app.change_feed.closing())?;
        Ok(request)
    }

    /// The mails of embedded mode need no session, so other sites must not reach them by DNS rebinding.
    fn is_own_host(&self, request: &Request) -> bool {
        let host = request.header(header::HOST).and_then(|host| Url::parse(&format!("http://{host}")).ok());
        host.is_some_and(|host| is_loopback(&host) || host.host() == self.app.config.public_url.host())
    }

    /// Browsers send the origin of a request, and pages cannot change it. Other clients send none; without a
    /// session cookie they have nothing that another site could misuse.
    fn is_same_origin(&self, request: &Request) -> bool {
        let said = |name: &str| {
            request
                .headers()
                .get_all(name)
                .iter()
                .map(|value| value.to_str().unwrap_or_default())
                .collect::<Vec<_>>()
        };
        let (sites, origins) = (said("sec-fetch-site"), said("origin"));
        if !sites.is_empty() {
            return sites.iter().all(|&site| site == "same-origin");
        }
        let foreign = origins.iter().find(|origin| !is_own_origin(&self.app.config.public_url, origin));
        if let Some(origin) = foreign {
            tracing::warn!(%origin, "a write from another origin was refused; if it is this site, PROFFER_PUBLIC_URL should say so");
        }
        foreign.is_none() && (!origins.is_empty() || session_token(request).is_none())
    }
}

fn foreign(message: &'static str) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "cross_site_request", message)
}

/// Adds the headers of every response, including those of the framework and of panicked handlers.
pub struct Headers(pub App);

/// The endpoint behind [`Headers`].
pub struct Hardened<E> {
    inner: E,
    /// The HSTS header, if the site uses https.
    transport: Option<&'static str>,
    page_policy: HeaderValue,
}

impl<E: Endpoint> Middleware<E> for Headers {
    type Output = Hardened<E>;

    fn transform(&self, inner: E) -> Self::Output {
        let config = &self.0.config;
        let storage = config.objects.as_ref().map(|objects| &objects.public_endpoint);
        // A parsed URL is ASCII; should that fail, the strictest policy is safe.
        let page_policy = page_policy(storage).parse().unwrap_or(HeaderValue::from_static(DATA_POLICY));
        // Subdomains may belong to others, and not all of them may use https.
        let transport =
            if config.hsts_subdomains { "max-age=63072000; includeSubDomains" } else { "max-age=63072000" };
        Hardened { inner, transport: config.is_https().then_some(transport), page_policy }
    }
}

impl<E: Endpoint> Endpoint for Hardened<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let is_data = request.uri().path().starts_with("/api/");
        let mut response = self
            .inner
            .call(request)
            .await
            .map_or_else(poem::Error::into_response, IntoResponse::into_response);
        let policy = if is_data { HeaderValue::from_static(DATA_POLICY) } else { self.page_policy.clone() };
        response.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
        harden(response.headers_mut(), is_data, self.transport);
        Ok(response)
    }
}

fn harden(headers: &mut HeaderMap, is_data: bool, transport: Option<&'static str>) {
    // The framework's header for event streams lets browsers store them.
    if is_data && headers.get(header::CACHE_CONTROL).is_some_and(|value| value == "no-cache") {
        headers.remove(header::CACHE_CONTROL);
    }
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "same-origin");
    set(HeaderName::from_static("permissions-policy"), PERMISSIONS);
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    // Only responses with their own header, frontend files and pictures, may be cached.
    set(header::CACHE_CONTROL, "no-store");
    if let Some(transport) = transport {
        set(header::STRICT_TRANSPORT_SECURITY, transport);
    }
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}
