//! The frontend, embedded in a release build and read from `frontend/dist` in a debug build.

use poem::{
    Body, IntoResponse, Request, Response, handler,
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
};
use proffer_domain::share_token::ShareToken;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::pages;
use crate::{features::page_views, http::problem::Problem};

#[derive(RustEmbed)]
#[folder = "../frontend/dist"]
#[allow_missing = true]
struct Dist;

/// Serves a file, or the application's page for any other path, which its router interprets.
pub fn file_or_app(request: &Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    match Dist::get(path) {
        Some(file) if !path.is_empty() && !pages::is_template(path) => serve(request, path, &file),
        _ if path.starts_with("assets/") => {
            Problem::not_found("not_found", "There is nothing at this address.").into_response()
        }
        _ => page(request, "index.html"),
    }
}

/// The application's page, for any path.
pub fn application(request: &Request) -> Response {
    page(request, "index.html")
}

/// The text of a page of the frontend.
pub fn text(name: &str) -> Option<String> {
    String::from_utf8(Dist::get(name)?.data.into_owned()).ok()
}

/// The client's page has no inline styles, so it gets the stricter policy.
const SHARED_PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The client's page. Its address is a secret between sender and client: search engines and the sites that
/// the proposal links to must not get it. Each view is recorded, and the page is served even if that fails.
#[handler]
pub async fn shared_page(request: &Request) -> Response {
    page_views::record(request).await;
    let mut response = page(request, "shared.html");
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SHARED_PAGE_POLICY));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if let Some(preload) = page_views::token_of(request.uri().path()).and_then(|token| preload(&token)) {
        headers.insert(header::LINK, preload);
    }
    if request.method() == Method::HEAD {
        response.set_body(());
    }
    response
}

/// Lets the browser fetch the proposal while it loads the scripts, with the same request that they will make.
fn preload(token: &ShareToken) -> Option<HeaderValue> {
    format!("</api/shared/proposals/{}>; rel=preload; as=fetch; crossorigin=use-credentials", token.as_str())
        .parse()
        .ok()
}

/// Serves a page of the frontend unchanged.
pub fn page(request: &Request, name: &str) -> Response {
    match Dist::get(name) {
        Some(file) => serve(request, name, &file),
        None => {
            StatusCode::NOT_FOUND.with_body("The front end is not built; run `make build`.").into_response()
        }
    }
}

fn serve(request: &Request, path: &str, file: &EmbeddedFile) -> Response {
    let packed = smaller(request, path);
    let file = packed.as_ref().map_or(file, |(_, packed)| packed);
    let tag = format!("\"{}\"", hex::encode(file.metadata.sha256_hash()));
    // Names under `assets/` contain a content hash and never change; everything else is revalidated.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Response::builder()
        .header(header::ETAG, &tag)
        .header(header::CACHE_CONTROL, cache)
        .header(header::VARY, "Accept-Encoding");
    if request.header("if-none-match") == Some(tag.as_str()) {
        return response.status(StatusCode::NOT_MODIFIED).finish();
    }
    if let Some((encoding, _)) = packed {
        response = response.header(header::CONTENT_ENCODING, encoding);
    }
    response
        .content_type(mime_guess::from_path(path).first_or_octet_stream())
        .body(Body::from_vec(file.data.to_vec()))
}

/// The precompressed file, in the best encoding that the client accepts.
fn smaller(request: &Request, path: &str) -> Option<(&'static str, EmbeddedFile)> {
    let accepted = request.header(header::ACCEPT_ENCODING)?;
    let packed = |(encoding, ending)| Some((encoding, Dist::get(&format!("{path}.{ending}"))?));
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(encoding, _)| accepts(accepted, encoding))
        .find_map(packed)
}

/// Whether a list such as `gzip, deflate;q=0.5, br` accepts that encoding by name (RFC 9110, section 12.5.3).
/// The wildcard `*` is ignored: clients that want compression name it.
pub fn accepts(list: &str, encoding: &str) -> bool {
    list.split(',').any(|item| {
        let (name, weight) = item.split_once(';').map_or((item, ""), |(name, weight)| (name, weight));
        let refused =
            weight.trim().strip_prefix("q=").is_some_and(|weight| weight.trim().parse() == Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}
