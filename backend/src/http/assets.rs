//! The front end, part of the binary in a release build and read from `frontend/dist` in a debug build.

use poem::{
    Body, IntoResponse, Request, Response, handler,
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::problem::Problem;
use crate::features::sharing::hits;

#[derive(RustEmbed)]
#[folder = "../frontend/dist"]
#[allow_missing = true]
struct Dist;

/// The application's page for every path that is not a file: its router decides what the path means.
#[handler]
pub fn file_or_app(request: &Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    match Dist::get(path) {
        Some(file) if !path.is_empty() => serve(request, path, &file),
        _ if path.starts_with("assets/") => Problem::not_found("not_found", "There is nothing at this address.").into_response(),
        _ => page(request, "index.html"),
    }
}

/// The client's page writes no style by itself, so it gets the stricter policy.
const SHARED_PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The client's page. Its address is a secret between sender and client: not for search engines, nor for the sites that
/// the proposal links to. Whoever asks for it is written down, and given the page whatever comes of that.
#[handler]
pub async fn shared_page(request: &Request) -> Response {
    hits::record(request).await;
    let mut response = page(request, "shared.html");
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SHARED_PAGE_POLICY));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if request.method() == Method::HEAD {
        response.set_body(());
    }
    response
}

fn page(request: &Request, name: &str) -> Response {
    match Dist::get(name) {
        Some(file) => serve(request, name, &file),
        None => StatusCode::NOT_FOUND.with_body("The front end is not built; run `make build`.").into_response(),
    }
}

fn serve(request: &Request, path: &str, file: &EmbeddedFile) -> Response {
    let tag = format!("\"{}\"", hex::encode(file.metadata.sha256_hash()));
    // Names under assets/ carry a hash of their content and never change; everything else is asked for again.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let response = Response::builder().header(header::ETAG, &tag).header(header::CACHE_CONTROL, cache);
    if request.header("if-none-match") == Some(tag.as_str()) {
        return response.status(StatusCode::NOT_MODIFIED).finish();
    }
    response.content_type(mime_guess::from_path(path).first_or_octet_stream()).body(Body::from_vec(file.data.to_vec()))
}
