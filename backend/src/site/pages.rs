//! The pages that anybody may see: the front page, the policies, and what search engines ask for. The front
//! end builds them, and they are filled in here with what this site says of itself.

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
    http::{cookies::session_token, operations},
    site_settings,
};

/// They are whole without a script. What some load sets the colour scheme, from a file.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The front page.
pub const FRONT: &str = "landing.html";
/// The policies, always these pages and for everybody.
pub const POLICIES: [(&str, &str); 2] = [("/privacy-policy", "privacy-policy.html"), ("/terms-of-service", "terms-of-service.html")];

/// What search engines are to find.
const FOUND: [&str; 4] = ["/", "/privacy-policy", "/terms-of-service", "/contact"];
/// What is data, a step on somebody's way, or for those who are signed in.
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

/// The routes of all of them.
pub fn routes(mut routes: Route) -> Route {
    for (path, _) in POLICIES {
        routes = routes.at(path, poem::get(policy));
    }
    routes.at("/robots.txt", poem::get(robots)).at("/sitemap.xml", poem::get(sitemap))
}

/// The front page at its address, and at any other a file of the front end or the application.
#[handler]
pub async fn front_or_file(request: &Request, Data(app): Data<&App>) -> Response {
    if request.uri().path() == "/" { front(request, app).await } else { assets::file_or_app(request) }
}

/// The application for whoever may be signed in. The cookie is not looked up: with one that has ended the
/// application shows the same page.
async fn front(request: &Request, app: &App) -> Response {
    let signed_in = session_token(request).is_some();
    let mut response = if signed_in { assets::application(request) } else { filled(request, app, FRONT).await };
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

/// A page that is not built is one that the application shows.
async fn filled(request: &Request, app: &App, file: &str) -> Response {
    let Some(page) = assets::text(file) else { return assets::application(request) };
    let settings = match site_settings::current(app).await {
        Ok(settings) => settings,
        Err(problem) => return problem.into_response(),
    };
    let (support_email, base_url) = (&app.config.support_email, app.config.link(""));
    let facts = SiteFacts { support_email, base_url: &base_url, claims: settings.claims().collect() };
    let filled = public_page::fill(&page, &facts);
    if !filled.unknown.is_empty() {
        tracing::error!(file, unknown = ?filled.unknown, "a page has gaps that nothing fills");
    }
    let mut response = answer(request, "text/html; charset=utf-8", filled.html);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

#[handler]
fn robots(request: &Request, Data(app): Data<&App>) -> Response {
    let lines = |word: &str, paths: &[&str]| paths.iter().map(|path| format!("{word}: {path}\n")).collect::<Vec<_>>().concat();
    let (found, hidden) = (lines("Allow", &FOUND), lines("Disallow", &HIDDEN));
    answer(request, "text/plain; charset=utf-8", format!("User-agent: *\n{found}{hidden}\nSitemap: {}\n", app.config.link("/sitemap.xml")))
}

#[handler]
fn sitemap(request: &Request, Data(app): Data<&App>) -> Response {
    // An address that is one holds nothing that XML would read.
    let urls = FOUND.map(|path| format!("<url><loc>{}</loc></url>\n", app.config.link(path))).concat();
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
    answer(request, "application/xml", format!("{head}{urls}</urlset>\n"))
}

/// What the document says, for people to read. It is built from it, and holds nothing to fill in.
#[handler]
pub fn reference(request: &Request) -> Response {
    let mut response = assets::page(request, "api-docs.html");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// The document itself, for programs.
#[handler]
pub fn document(request: &Request) -> Response {
    answer(request, "application/json", operations::DOCUMENT.to_owned())
}

/// Whether that file is one to fill in, and so nothing to hand out as it is.
pub fn is_template(file: &str) -> bool {
    file == FRONT || POLICIES.iter().any(|(_, own)| *own == file)
}

/// Asked for again each time, and sent only where it has changed. What is filled in here cannot be compressed
/// beforehand.
fn answer(request: &Request, content_type: &str, body: String) -> Response {
    let tag = format!("\"{}\"", hex::encode(Sha256::digest(body.as_bytes())));
    let response =
        Response::builder().header(header::ETAG, &tag).header(header::CACHE_CONTROL, "no-cache").header(header::VARY, "accept-encoding");
    if request.header(header::IF_NONE_MATCH) == Some(tag.as_str()) {
        return response.status(StatusCode::NOT_MODIFIED).finish();
    }
    let response = response.content_type(content_type).body(body);
    if request.header(header::ACCEPT_ENCODING).is_some_and(|list| assets::accepts(list, "gzip")) {
        return Compress::new(response, CompressionAlgo::GZIP).into_response();
    }
    response
}
