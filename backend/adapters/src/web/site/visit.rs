//! One visit to a site: each request is checked, redirects are followed by hand, robots.txt is read first,
//! and the bytes are counted.

use std::collections::HashMap;

use openidconnect::http::header;
use proffer_domain::website::Page;
use reqwest::{Method, Request, Response, StatusCode, header::HeaderValue};
use robotxt::Robots;
use url::{Position, Url};

use super::{
    super::{PRODUCT, Web},
    Site, SiteError,
    body::{self, Limit},
    text,
};

/// How many redirects are followed for one page.
const REDIRECTS: usize = 5;

/// The response to a request for a page.
enum PageResponse {
    Received(Response),
    Redirect(Url),
}

/// A visit in progress.
pub(super) struct Visit<'w> {
    web: &'w Web,
    /// How many bytes may still be read.
    left: usize,
    /// The robots.txt rules of each origin.
    robots: HashMap<String, Robots>,
    /// Once set, nothing of another site is read.
    site: Option<Site>,
}

impl<'w> Visit<'w> {
    /// A visit that reads at most `most` bytes.
    pub fn new(web: &'w Web, most: usize) -> Self {
        Self { web, left: most, robots: HashMap::new(), site: None }
    }

    /// Restricts the visit to pages of that site.
    pub fn stay_at(&mut self, site: Site) {
        self.site = Some(site);
    }

    /// An HTML page, decoded, with its final address.
    pub async fn page(&mut self, start: &Url) -> Result<(Url, Page), SiteError> {
        let (mut url, answer) = self.fetch(start, "text/html, application/xhtml+xml;q=0.9").await?;
        let content_type = answer.headers().get(header::CONTENT_TYPE).cloned();
        let content_type = content_type.as_ref().and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !text::is_html(content_type) {
            return Err(SiteError::Unreadable("it is not an HTML page".to_owned()));
        }
        let bytes = self.read(answer, Limit::whole(self.left)).await?;
        url.set_fragment(None);
        let page = Page { url: url.to_string(), html: text::decoded(&bytes, content_type) };
        Ok((url, page))
    }

    /// A file of at most `most` bytes, of any type.
    pub async fn file(&mut self, start: &Url, most: usize) -> Result<Vec<u8>, SiteError> {
        let (_, answer) = self.fetch(start, "*/*").await?;
        self.read(answer, Limit::whole(most.min(self.left))).await
    }

    /// The response at an address, after redirects.
    async fn fetch(&mut self, start: &Url, accept: &'static str) -> Result<(Url, Response), SiteError> {
        let mut url = start.clone();
        for _ in 0..=REDIRECTS {
            self.enter(&url).await?;
            match self.ask(&url, accept).await? {
                PageResponse::Redirect(next) => url = next,
                PageResponse::Received(answer) if answer.status().is_success() => return Ok((url, answer)),
                PageResponse::Received(answer) => return Err(no_success(&url, answer.status())),
            }
        }
        Err(SiteError::Unreachable(format!("it redirects more than {REDIRECTS} times")))
    }

    /// Checks whether a page may be read, before any request is sent to it.
    async fn enter(&mut self, url: &Url) -> Result<(), SiteError> {
        self.web.check_page(url)?;
        if self.site.as_ref().is_some_and(|site| *site != Site::of(url)) {
            return Err(SiteError::Refused("it leads to another site".to_owned()));
        }
        let origin = url.origin().ascii_serialization();
        if !self.robots.contains_key(&origin) {
            let rules = self.robots_of(url).await?;
            self.robots.insert(origin.clone(), rules);
        }
        let path = &url[Position::BeforePath..Position::AfterQuery];
        if self.robots.get(&origin).is_some_and(|rules| rules.is_allowed(path)) {
            return Ok(());
        }
        let host = url.host_str().unwrap_or_default();
        Err(SiteError::Refused(format!("the robots.txt of {host} asks programs not to read that page")))
    }

    /// The host's robots.txt rules (RFC 9309): without the file everything may be read, and nothing while it
    /// is unavailable.
    async fn robots_of(&mut self, page: &Url) -> Result<Robots, SiteError> {
        let mut url = page.clone();
        url.set_path("/robots.txt");
        url.set_query(None);
        for _ in 0..=REDIRECTS {
            self.web.check_page(&url)?;
            let answer = match self.ask(&url, "text/plain").await? {
                PageResponse::Redirect(next) => {
                    url = next;
                    continue;
                }
                PageResponse::Received(answer) => answer,
            };
            if answer.status().is_success() {
                let text =
                    self.read(answer, Limit::beginning((robotxt::BYTE_LIMIT + 1).min(self.left))).await?;
                return Ok(Robots::parse(&text, PRODUCT));
            }
            if answer.status().is_client_error() {
                return Ok(Robots::allow_all());
            }
            let why = answers_with(&url, answer.status());
            return Err(SiteError::Unreachable(format!(
                "its robots.txt cannot be read, so its pages are not read: {why}"
            )));
        }
        Ok(Robots::allow_all())
    }

    /// Sends one request to an address that has been checked.
    async fn ask(&self, url: &Url, accept: &'static str) -> Result<PageResponse, SiteError> {
        let mut request = Request::new(Method::GET, url.clone());
        // The time limit of the whole visit ends it much earlier.
        *request.timeout_mut() = Some(self.web.site_time * 2);
        request.headers_mut().insert(header::ACCEPT, HeaderValue::from_static(accept));
        request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        let client = if self.web.is_own(url) { &self.web.trusting } else { &self.web.open };
        let answer = client.execute(request).await.map_err(|error| self.web.said(&error, url))?;
        if !matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
            return Ok(PageResponse::Received(answer));
        }
        let to = answer
            .headers()
            .get(header::LOCATION)
            .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        onward(url, &to.unwrap_or_default()).map(PageResponse::Redirect)
    }

    async fn read(&mut self, answer: Response, limit: Limit) -> Result<Vec<u8>, SiteError> {
        let url = answer.url().clone();
        let read = body::read(answer, limit).await;
        self.left = self.left.saturating_sub(read.bytes);
        read.outcome.map_err(|fault| match fault {
            body::Fault::Broken(error) => self.web.said(&error, &url).into(),
            body::Fault::Unreadable(why) => SiteError::Unreadable(why),
        })
    }
}

/// The target of a redirect.
pub(super) fn onward(from: &Url, to: &str) -> Result<Url, SiteError> {
    let next = if to.is_empty() { None } else { from.join(to).ok() };
    let next = next.ok_or_else(|| SiteError::Unreachable("it redirects to nowhere".to_owned()))?;
    // The content ends up in proposals, and over plain http anyone on the network path can alter it. An https
    // address must not be downgraded; the user can enter an http address instead.
    if from.scheme() == "https" && next.scheme() == "http" {
        return Err(SiteError::Refused("it redirects from https to http, which is not secure".to_owned()));
    }
    Ok(next)
}

/// The error for a status other than success. The statuses 408, 425 and 429 may succeed later.
fn no_success(url: &Url, status: StatusCode) -> SiteError {
    let passes =
        matches!(status, StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY | StatusCode::TOO_MANY_REQUESTS);
    let why = answers_with(url, status);
    if status.is_client_error() && !passes { SiteError::Absent(why) } else { SiteError::Unreachable(why) }
}

fn answers_with(url: &Url, status: StatusCode) -> String {
    format!("{} answers with {status}", url.host_str().unwrap_or_default())
}
