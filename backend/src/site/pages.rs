//! The public pages: the landing page, the policies, and the files for search engines. The frontend builds
//! them, and the site's own facts are filled in here.

use poem::{
    IntoResponse as _, Request, Response, Route, handler,
    http::{HeaderValue, StatusCode, header},
    web::{Compress, CompressionAlgo, Data},
};
use proffer_domain::public_page::{self, SiteFacts};
use sha2::{Digest as _, Sha256};

use super::assets;
use crate::{
    app::App,
    http::{cookies::session_token, operations, problem::Problem},
    site_settings,
};

/// The pages work without scripts. Some load one, from a file, that sets the colour scheme.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The landing page.
pub const FRONT: &str = "landing.html";
/// The policies, which are shown to all users, signed in or not.
pub const POLICIES: [(&str, &str); 2] =
    [("/privacy-policy", "privacy-policy.html"), ("/terms-of-service", "terms-of-service.html")];

/// The paths for search engines.
const FOUND: [&str; 4] = ["/", "/privacy-policy", "/terms-of-service", "/contact"];
/// Data, intermediate steps, and pages for signed-in users.
const HIDDEN: [&str; 17] = [
    "/api/",
    "/shared/",
    "/auth",
    "/verify-email",
    "/reset-password",
    "/invitation",
    "/unsubscribe",
    "/setup",
    "/admin",
    "/settings",
    "/clients",
    "/proposals",
    "/create-proposal",
    "/company",
    "/subscription",
    "/notifications",
    "/dev/",
];

/// The routes of the policies and the files for search engines.
pub fn routes(mut routes: Route) -> Route {
    for (path, _) in POLICIES {
        routes = routes.at(path, poem::get(policy));
    }
    routes.at("/robots.txt", poem::get(robots)).at("/sitemap.xml", poem::get(sitemap))
}

/// The landing page, or at any other path a file or the application.
#[handler]
pub async fn front_or_file(request: &Request, Data(app): Data<&App>) -> Response {
    if request.uri().path() == "/" { front(request, app).await } else { assets::file_or_app(request) }
}

/// The application for a browser with a session cookie. The session is not looked up: if it has ended, the
/// application shows the same page.
async fn front(request: &Request, app: &App) -> Response {
    let signed_in = session_token(request).is_some();
    let mut response =
        if signed_in { assets::application(request) } else { filled(request, app, FRONT).await };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding, cookie"));
    response
}

#[handler]
async fn policy(request: &Request, app: Data<&App>) -> Response {
    let path = request.uri().path();
    match POLICIES.iter().find(|(own, _)| *own == path) {
        Some((_, file)) => filled(request, &app, file).await,
        None => assets::application(request),
    }
}

/// A page that is not built is shown by the application.
async fn filled(request: &Request, app: &App, file: &str) -> Response {
    let Some(page) = assets::text(file) else { return assets::application(request) };
    let settings = match site_settings::current(app).await {
        Ok(settings) => settings,
        Err(error) => return Problem::from(error).into_response(),
    };
    let (support_email, base_url) = (&app.config.support_email, app.config.link(""));
    let facts = SiteFacts { support_email, base_url: &base_url, claims: settings.claims().collect() };
    let filled = public_page::fill(&page, &facts);
    if !filled.unknown.is_empty() {
        tracing::error!(file, unknown = ?filled.unknown, "a page has placeholders without a value");
    }
    let mut response = answer(request, "text/html; charset=utf-8", filled.html);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

#[handler]
fn robots(request: &Request, Data(app): Data<&App>) -> Response {
    let lines = |word: &str, paths: &[&str]| {
        paths.iter().map(|path| format!("{word}: {path}\n")).collect::<Vec<_>>().concat()
    };
    let (found, hidden) = (lines("Allow", &FOUND), lines("Disallow", &HIDDEN));
    answer(
        request,
        "text/plain; charset=utf-8",
        format!("User-agent: *\n{found}{hidden}\nSitemap: {}\n", app.config.link("/sitemap.xml")),
    )
}

#[handler]
fn sitemap(request: &Request, Data(app): Data<&App>) -> Response {
    // A valid URL needs no XML escaping.
    let urls = FOUND.map(|path| format!("<url><loc>{}</loc></url>\n", app.config.link(path))).concat();
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
    answer(request, "application/xml", format!("{head}{urls}</urlset>\n"))
}

/// The API reference for readers. It is built from the document and has no placeholders.
#[handler]
pub fn reference(request: &Request) -> Response {
    let mut response = assets::page(request, "api-docs.html");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// The API document for programs.
#[handler]
pub fn document(request: &Request) -> Response {
    answer(request, "application/json", operations::DOCUMENT.to_owned())
}

/// Whether the file is a template, which must not be served unfilled.
pub fn is_template(file: &str) -> bool {
    file == FRONT || POLICIES.iter().any(|(_, own)| *own == file)
}

/// Revalidated on each request, and sent only when it has changed. A filled page cannot be precompressed.
pub(super) fn answer(request: &Request, content_type: &str, body: String) -> Response {
    let tag = format!("\"{}\"", hex::encode(Sha256::digest(body.as_bytes())));
    let response = Response::builder()
        .header(header::ETAG, &tag)
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::VARY, "accept-encoding");
    if request.header(header::IF_NONE_MATCH) == Some(tag.as_str()) {
        return response.status(StatusCode::NOT_MODIFIED).finish();
    }
    let response = response.content_type(content_type).body(body);
    if request.header(header::ACCEPT_ENCODING).is_some_and(|list| assets::accepts(list, "gzip")) {
        return Compress::new(response, CompressionAlgo::GZIP).into_response();
    }
    response
}
