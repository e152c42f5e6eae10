//! Facts from clients' websites. A job reads a site after its address is saved, with rules alone: a model
//! would cost money that no one has approved.

use std::time::Duration;

use chrono::TimeDelta;
use proffer_adapters::web::SiteError;
use proffer_domain::{
    client_website::{ScrapedInfo, is_an_example},
    website::{self, CompanyFacts, Page},
};
use proffer_store::TenantTx;
use serde::{Deserialize, Serialize};
use url::Url;
use uuid::Uuid;

use super::{
    error::ClientError,
    service,
    store::{self, Site},
    types::Enrichment,
};
use crate::{
    app::App,
    failure::Failure,
    features::objects::service::{self as objects, PictureKind, StoredPicture},
    jobs::{self, Job, JobContext, JobError, Task},
};

/// The first page, and the most informative other one.
const PAGES: usize = 2;
/// How many pictures are tried.
const LOGOS: usize = 3;
/// The largest picture, in bytes.
const LOGO_BYTES: usize = 2 * 1024 * 1024;
/// The time limit for a picture.
const LOGO_TIME: Duration = Duration::from_secs(15);
/// The pauses before further attempts on an unavailable site.
const PAUSES: [TimeDelta; 2] = [TimeDelta::minutes(1), TimeDelta::minutes(10)];

/// Resets the facts of a saved client whose website has changed, and schedules reading the new one.
pub async fn changed(
    app: &App,
    tx: &TenantTx,
    client_id: Uuid,
    before: &Site,
    website: Option<&str>,
) -> Result<(), Failure> {
    if before.website_url.as_deref() == website {
        return Ok(());
    }
    if let Some(logo) = &before.logo_url {
        objects::remove_picture(app, tx, logo).await?;
    }
    // A domain reserved for examples has no website, so none is read.
    let website = website.filter(|website| !is_an_example(website));
    store::forget_site(tx, client_id, website.map_or(Enrichment::None, |_| Enrichment::Waiting)).await?;
    if let Some(website) = website {
        jobs::enqueue(app, tx.conn(), tx.workspace_id(), &ReadClientWebsite::of(client_id, website)).await?;
    }
    Ok(())
}

/// Schedules reading a client's website again. The existing facts are kept until then.
pub async fn read_again(app: &App, tx: TenantTx, client_id: Uuid) -> Result<store::Client, ClientError> {
    let site = store::site_for_update(&tx, client_id).await?.ok_or(ClientError::NotFound)?;
    let website = site.website_url.ok_or(ClientError::NoWebsite)?;
    store::await_site(&tx, client_id).await?;
    jobs::enqueue(app, tx.conn(), tx.workspace_id(), &ReadClientWebsite::of(client_id, &website)).await?;
    let client = service::get(&tx, client_id).await?;
    tx.about(client_id, &client.company_name);
    tx.commit().await?;
    Ok(client)
}

/// Reads a client's website.
///
/// It checks in one short transaction whether this is still wanted, and writes in another, with all outbound
/// calls in between. The result is discarded if the client has another website by then.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadClientWebsite {
    pub client_id: Uuid,
    /// The website's address when the job was created.
    pub website_url: String,
    /// The number of the attempt, counted from 0.
    pub attempt: usize,
}

/// The result of visiting a site.
enum Visit {
    Read(ScrapedInfo, Option<StoredPicture>),
    /// It is unavailable, but may answer later.
    Down(String),
    /// It cannot be read.
    Failed(String),
}

impl Task for ReadClientWebsite {
    const NAME: &'static str = "read_client_website";
    /// An unavailable site is not a failure of the job: a new job tries again after a pause.
    const MAX_ATTEMPTS: i32 = 3;
}

impl Job for ReadClientWebsite {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let tx = context.tx().await?;
        let site = store::site_for_update(&tx, self.client_id).await?.filter(|site| self.is_wanted(site));
        drop(tx);
        let Some(site) = site else { return Ok(()) };
        let visit = self.visit(context, site.created_by).await;
        self.finish(context, visit).await
    }
}

impl ReadClientWebsite {
    /// The first attempt.
    pub fn of(client_id: Uuid, website: &str) -> Self {
        Self { client_id, website_url: website.to_owned(), attempt: 0 }
    }

    fn is_wanted(&self, site: &Site) -> bool {
        site.is_waiting() && site.website_url.as_deref() == Some(&self.website_url)
    }

    async fn visit(&self, context: &JobContext, user_id: Uuid) -> Visit {
        let app = &context.app;
        let Ok(start) = Url::parse(&self.website_url) else {
            return Visit::Failed("The address cannot be read.".to_owned());
        };
        if is_an_example(&self.website_url) {
            let host = start.host_str().unwrap_or_default();
            return Visit::Failed(format!(
                "{host} is reserved for examples. There can be no website at this address."
            ));
        }
        let pages = match app.web.site(&start, PAGES, &mut || {}).await {
            Ok(pages) => pages,
            Err(error) if is_down(&error) => return Visit::Down(said(&error)),
            Err(error) => return Visit::Failed(said(&error)),
        };
        let Some(facts) = read(pages).await else {
            return Visit::Failed("The website cannot be parsed.".to_owned());
        };
        let logo = self.logo(context, user_id, &facts).await;
        let mut info = ScrapedInfo::of(&facts, &self.website_url);
        info.logo_url = logo.as_ref().map(|logo| logo.path.clone());
        Visit::Read(info, logo)
    }

    /// The first of the likeliest pictures that can be read. A client without a logo is not a failure.
    async fn logo(&self, context: &JobContext, user_id: Uuid, facts: &CompanyFacts) -> Option<StoredPicture> {
        let (app, workspace_id) = (&context.app, context.workspace_id);
        for address in facts.logos.iter().take(LOGOS) {
            let Ok(address) = Url::parse(address) else { continue };
            let Ok(Ok(file)) = tokio::time::timeout(LOGO_TIME, app.web.file(&address, LOGO_BYTES)).await
            else {
                continue;
            };
            match objects::keep_picture(app, workspace_id, user_id, PictureKind::ClientLogo, file).await {
                Ok(kept) => return Some(kept),
                Err(error) => ClientError::from(error).log(),
            }
        }
        None
    }

    async fn finish(self, context: &JobContext, visit: Visit) -> Result<(), JobError> {
        let (app, tx) = (&context.app, context.tx().await?);
        let settled = context.settle(&tx).await?;
        let site =
            store::site_for_update(&tx, self.client_id).await?.filter(|site| settled && self.is_wanted(site));
        match (visit, site) {
            (Visit::Read(mut info, logo), Some(site)) => {
                if logo.is_none() {
                    info.logo_url = site.logo_url;
                } else if let Some(old) = site.logo_url {
                    objects::remove_picture(app, &tx, &old).await?;
                }
                store::site_read(&tx, self.client_id, &info, app.now()).await?;
            }
            (Visit::Read(_, Some(unwanted)), None) => {
                objects::remove_picture(app, &tx, &unwanted.path).await?;
            }
            (Visit::Down(problem), Some(_)) => match PAUSES.get(self.attempt) {
                Some(pause) => {
                    let next = Self { attempt: self.attempt + 1, ..self };
                    let at = app.now() + *pause;
                    jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &next, at).await?;
                }
                None => store::site_failed(&tx, self.client_id, &problem, app.now()).await?,
            },
            (Visit::Failed(problem), Some(_)) => {
                store::site_failed(&tx, self.client_id, &problem, app.now()).await?;
            }
            (_, None) => {}
        }
        Ok(tx.commit().await?)
    }
}

/// Parses the pages outside the async threads. `None` if that panics.
async fn read(pages: Vec<Page>) -> Option<CompanyFacts> {
    tokio::task::spawn_blocking(move || website::read(&pages)).await.ok()
}

/// Whether the website is unavailable, but may answer later.
pub fn is_down(error: &SiteError) -> bool {
    match error {
        SiteError::Unreachable(_) | SiteError::Timeout(_) => true,
        SiteError::Refused(_) | SiteError::Absent(_) | SiteError::Unreadable(_) => false,
    }
}

fn said(error: &SiteError) -> String {
    let words = error.to_string();
    format!("The website could not be read: {}.", words.trim_end_matches('.'))
}
