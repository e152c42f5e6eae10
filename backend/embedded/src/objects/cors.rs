//! CORS rules of the embedded object store: pages of the site may upload files directly. No other method or
//! origin is allowed, and only the entity tag of the response is exposed.

use std::future::Future;
use std::pin::Pin;

use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, StatusCode};
use proffer_adapters::web::is_own_origin;
use s3s::service::S3Service;
use s3s::{Body, HttpError, HttpResponse};
use url::Url;

/// The object store with CORS headers.
#[derive(Debug, Clone)]
pub(super) struct Service {
    store: S3Service,
    public_url: Url,
}

impl Service {
    pub(super) fn new(store: S3Service, public_url: &Url) -> Self {
        Self { store, public_url: public_url.clone() }
    }

    /// The origin that asks to upload a file, if it is the site's own.
    fn own_origin(&self, headers: &HeaderMap, method: Option<&str>) -> Option<HeaderValue> {
        let origin = headers.get(header::ORIGIN)?;
        (method == Some("PUT") && is_own_origin(&self.public_url, origin.to_str().ok()?))
            .then(|| origin.clone())
    }
}

impl hyper::service::Service<Request<Incoming>> for Service {
    type Response = HttpResponse;
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let headers = request.headers();
        if request.method() == Method::OPTIONS {
            let asked =
                headers.get(header::ACCESS_CONTROL_REQUEST_METHOD).and_then(|method| method.to_str().ok());
            let answer = preflight(self.own_origin(headers, asked));
            return Box::pin(async move { Ok(answer) });
        }
        let origin = self.own_origin(headers, Some(request.method().as_str()));
        let store = self.store.clone();
        Box::pin(async move {
            let mut answer = store.call(request.map(Body::from)).await?;
            if let Some(origin) = origin {
                let headers = answer.headers_mut();
                allow(headers, origin);
                headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("ETag"));
            }
            Ok(answer)
        })
    }
}

fn preflight(origin: Option<HeaderValue>) -> HttpResponse {
    let mut answer = HttpResponse::new(Body::empty());
    match origin {
        Some(origin) => {
            *answer.status_mut() = StatusCode::NO_CONTENT;
            let headers = answer.headers_mut();
            allow(headers, origin);
            headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("PUT"));
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"));
            headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        }
        None => *answer.status_mut() = StatusCode::FORBIDDEN,
    }
    answer
}

fn allow(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::VARY, HeaderValue::from_static("Origin"));
}
