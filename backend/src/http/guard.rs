//! What is checked of every request before it reaches a handler, and added to every answer.

use poem::{
    Body, Endpoint, IntoResponse, Middleware, Request, Response, Result,
    http::{HeaderMap, HeaderValue, Method, header},
};

use super::{
    auth::session_token,
    problem::{Problem, too_large},
};
use crate::app::App;

/// The largest body a request may have, in bytes, however it is sent.
pub const MAX_BODY: usize = 2 * 1024 * 1024;

/// No inline script anywhere, and nothing from another site but the pictures that companies and clients name by
/// address. Styles may be inline because ant-design writes its theme into the page as it runs.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: https:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";

/// Same-origin proof, body limit and security headers.
pub struct Guard(pub App);

/// The endpoint behind [`Guard`].
pub struct Guarded<E> {
    inner: E,
    app: App,
}

impl<E: Endpoint> Middleware<E> for Guard {
    type Output = Guarded<E>;

    fn transform(&self, inner: E) -> Self::Output {
        Guarded { inner, app: self.0.clone() }
    }
}

impl<E: Endpoint> Endpoint for Guarded<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let private = request.uri().path().starts_with("/api/");
        let mut response = match self.admit(request).await {
            Ok(request) => self.inner.call(request).await.map_or_else(poem::Error::into_response, IntoResponse::into_response),
            Err(problem) => problem.into_response(),
        };
        self.harden(response.headers_mut(), private);
        Ok(response)
    }
}

impl<E> Guarded<E> {
    async fn admit(&self, mut request: Request) -> Result<Request, Problem> {
        if !is_safe(request.method()) && !self.is_same_origin(&request) {
            return Err(Problem::new(
                poem::http::StatusCode::FORBIDDEN,
                "cross_site_request",
                "This request did not come from Proffer's own pages.",
            ));
        }
        // Chunked bodies name no length, so the bytes themselves are counted.
        let body = request.take_body();
        let bytes = body.into_bytes_limit(MAX_BODY).await.map_err(|error| match error {
            poem::error::ReadBodyError::PayloadTooLarge => too_large(),
            _ => Problem::bad_request("unreadable_body", "The request body could not be read."),
        })?;
        request.set_body(Body::from(bytes));
        Ok(request)
    }

    /// A browser says where a request comes from and a page cannot change that. Programs say nothing; without a session
    /// cookie they have nothing that another site could misuse.
    fn is_same_origin(&self, request: &Request) -> bool {
        let text = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
        if let Some(site) = text("sec-fetch-site") {
            return site == "same-origin";
        }
        match text("origin") {
            Some(origin) => {
                origin == self.app.config.public_url.origin().ascii_serialization()
                    || text("host").is_some_and(|host| origin.split_once("://").is_some_and(|(_, o)| o == host))
            }
            None => session_token(request).is_none(),
        }
    }

    fn harden(&self, headers: &mut HeaderMap, private: bool) {
        let mut set = |name: header::HeaderName, value: &'static str| {
            headers.entry(name).or_insert(HeaderValue::from_static(value));
        };
        set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY);
        set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(header::X_FRAME_OPTIONS, "DENY");
        set(header::REFERRER_POLICY, "same-origin");
        if private {
            set(header::CACHE_CONTROL, "no-store");
        }
        if self.app.config.is_https() {
            set(header::STRICT_TRANSPORT_SECURITY, "max-age=63072000; includeSubDomains");
        }
    }
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}
