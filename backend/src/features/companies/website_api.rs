//! The operations of reading a profile from a website, as one response or as a stream of events.

use std::time::Duration;

use futures_util::stream::BoxStream;
use poem::web::{Data, sse::Event};
use poem_openapi::{
    OpenApi,
    payload::{EventStream, Json},
    types::ToJSON,
};

use super::{
    website,
    website_types::{ScrapeEvent, ScrapeInput, ScrapedCompany},
};
use crate::{access::Member, app::App, features::Noun, http::problem::Problem, wire::JsonBody};

/// Company profiles from websites.
pub struct WebsiteApi;

#[OpenApi(tag = "Noun::Companies")]
impl WebsiteApi {
    /// Read a company's website: up to five pages, 2 MB, 15 seconds. Nothing is stored; the result is meant
    /// to fill a form.
    #[oai(path = "/companies/scrape", method = "post", operation_id = "scrapeCompany")]
    async fn scrape(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<ScrapeInput>,
    ) -> Result<Json<ScrapedCompany>, Problem> {
        Ok(Json(website::scrape(&app, &member, &input).await?))
    }

    /// The same as a stream of server-sent events, one for each stage.
    #[oai(path = "/companies/scrape/stream", method = "post", operation_id = "streamScrape")]
    async fn stream(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<ScrapeInput>,
    ) -> Result<EventStream<BoxStream<'static, ScrapeEvent>>, Problem> {
        let events = website::events(&app, &member, &input).await?;
        let message = |event: ScrapeEvent| Event::message(event.to_json_string());
        Ok(EventStream::new(events).to_event(message).keep_alive(Duration::from_secs(15)))
    }
}
