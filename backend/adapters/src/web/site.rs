//! Reading websites through the client for user-supplied addresses: a few pages of a site, or one file.
//!
//! The user chooses where this server connects, and the site's owner chooses where it is redirected. So every
//! address on the way is checked like the first one, robots.txt is read first, and time and size are limited
//! for the whole visit and not only for each page.

mod body;
mod text;
mod visit;

use std::time::Duration;

use proffer_domain::website::{self, Page};
use tracing::Instrument as _;
use url::{Host, Url};

use super::{Web, WebError, examine};
use crate::span;
use visit::Visit;

/// How long a visit may take in all, from the first name resolution to the last byte.
pub(super) const TIME: Duration = Duration::from_secs(15);
/// The most that is read of a site, in bytes.
const SIZE: usize = 2 * MEGABYTE;
const MEGABYTE: usize = 1024 * 1024;

/// Why a site could not be read.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum SiteError {
    /// It may not be visited: not a public address, or its robots.txt disallows it. The message is for the
    /// user who entered the address.
    #[error("{0}")]
    Refused(String),
    /// It does not exist, fails with a server error, or breaks off.
    #[error("{0}")]
    Unreachable(String),
    /// There is nothing to read at that address (4xx).
    #[error("{0}")]
    Absent(String),
    /// It took too long.
    #[error("{0}")]
    Timeout(String),
    /// The content is not an HTML page, or is too large.
    #[error("{0}")]
    Unreadable(String),
}

impl From<WebError> for SiteError {
    fn from(error: WebError) -> Self {
        match error {
            WebError::Refused(why) => Self::Refused(why),
            WebError::Failed(why) => Self::Unreachable(why),
        }
    }
}

impl From<SiteError> for WebError {
    fn from(error: SiteError) -> Self {
        match error {
            SiteError::Refused(why) => Self::Refused(why),
            SiteError::Unreachable(why)
            | SiteError::Absent(why)
            | SiteError::Timeout(why)
            | SiteError::Unreadable(why) => Self::Failed(why),
        }
    }
}

impl Web {
    /// The first page of a site and the most informative pages that it links to, `most` in all. `on_first` is
    /// called when the first page has arrived. Other pages are left out when they cannot be read or have not
    /// arrived before the time limit.
    ///
    /// # Errors
    /// Only when the first page cannot be read.
    pub async fn site(
        &self,
        start: &Url,
        most: usize,
        on_first: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Page>, SiteError> {
        let mut pages = Vec::new();
        let outcome = tokio::time::timeout(self.site_time, self.walk(start, most, on_first, &mut pages))
            .instrument(span::outbound("website"))
            .await;
        match outcome {
            Ok(Err(error)) => Err(error),
            Err(_) if pages.is_empty() => Err(SiteError::Timeout(self.late())),
            Ok(Ok(())) | Err(_) => Ok(pages),
        }
    }

    /// One file, such as a logo, of at most `most` bytes; redirects are followed as for pages.
    pub async fn file(&self, address: &Url, most: usize) -> Result<Vec<u8>, WebError> {
        let mut visit = Visit::new(self, most.saturating_add(robotxt::BYTE_LIMIT));
        let fetched = tokio::time::timeout(self.site_time, visit.file(address, most))
            .instrument(span::outbound("website"))
            .await;
        Ok(fetched.map_err(|_| WebError::Failed(self.late()))??)
    }

    /// Adds pages as they arrive, so that they are kept when the time is up.
    async fn walk(
        &self,
        start: &Url,
        most: usize,
        on_first: &mut (dyn FnMut() + Send),
        pages: &mut Vec<Page>,
    ) -> Result<(), SiteError> {
        let mut visit = Visit::new(self, SIZE);
        let (home, first) = visit.page(start).await?;
        on_first();
        pages.push(first.clone());
        visit.stay_at(Site::of(&home));
        // Parsing untrusted HTML may take long; it must not block other requests.
        let links = tokio::task::spawn_blocking(move || website::next_pages(&first, most.saturating_sub(1)));
        let links = links.await.unwrap_or_default();
        for link in links.iter().take(most.saturating_sub(1)) {
            let Ok(address) = link.parse::<Url>() else { continue };
            match visit.page(&address).await {
                Ok((_, page)) if pages.iter().all(|known| known.url != page.url) => pages.push(page),
                Ok(_) => {}
                Err(error) => tracing::debug!(%error, "a page of a site was left out"),
            }
        }
        Ok(())
    }

    fn late(&self) -> String {
        format!("it had not answered in full after {} seconds", self.site_time.as_secs())
    }

    /// Whether a page may be visited: public, over https or http, on the default port. Other ports do not
    /// serve websites and must not be probed from here.
    fn check_page(&self, url: &Url) -> Result<(), WebError> {
        examine(url, &self.allowed, &["https", "http"])?;
        if url.port().is_some() && !self.is_own(url) {
            return Err(WebError::Refused("the address must not name a port".to_owned()));
        }
        Ok(())
    }
}

/// The site that a page belongs to: its host without `www.`, and its port unless it is the default.
#[derive(Debug, PartialEq, Eq)]
struct Site {
    host: Option<Host<String>>,
    port: Option<u16>,
}

impl Site {
    fn of(url: &Url) -> Self {
        let host = url.host().map(|host| match host {
            Host::Domain(name) => Host::Domain(name.strip_prefix("www.").unwrap_or(name).to_owned()),
            Host::Ipv4(address) => Host::Ipv4(address),
            Host::Ipv6(address) => Host::Ipv6(address),
        });
        Self { host, port: url.port() }
    }
}

#[cfg(test)]
mod tests;
