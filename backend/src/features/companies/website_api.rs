//! The wire of the profile that is read from a website: asked for at once, or watched while it is read.

use std::time::Duration;

use futures_util::stream::BoxStream;
use poem::web::{Data, sse::Event};
use poem_openapi::{
    Enum, Object, OpenApi,
    payload::{EventStream, Json},
    types::ToJSON,
};

use super::{error::CompanyError, website};
use crate::{
    access::Member,
    app::App,
    features::{Noun, assistant::service::AssistantKind},
    http::problem::Problem,
    wire::JsonBody,
};

/// Which website is to be read, and whose it is said to be.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ScrapeInput {
    /// Its address; `https://` is added where no scheme is given.
    pub website_url: String,
    /// The company's name, as the person typed it.
    pub company_name: Option<String>,
}

/// A field of the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "camelCase")]
pub enum ProfileField {
    /// The name.
    Name,
    /// The phone number.
    Phone,
    /// About us.
    AboutUs,
    /// Why work with us.
    WhyWorkWithUs,
    /// How we work.
    HowWeWork,
    /// What we offer.
    WhatWeOffer,
    /// What clients have said.
    Testimonials,
    /// The industry.
    Industry,
}

/// Where a field was found.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct FieldSource {
    /// The field.
    pub field: ProfileField,
    /// The page's address.
    pub url: String,
}

/// What a website says of a company. What it does not say is not there; nothing is made up.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ScrapedCompany {
    /// The name.
    pub name: Option<String>,
    /// The phone number, as it stands there.
    pub phone: Option<String>,
    /// About us.
    pub about_us: Option<String>,
    /// Why work with us.
    pub why_work_with_us: Option<String>,
    /// How we work.
    pub how_we_work: Option<String>,
    /// What we offer.
    pub what_we_offer: Option<String>,
    /// What clients have said, word for word.
    pub testimonials: Option<String>,
    /// The industry.
    pub industry: Option<String>,
    /// Where each of these was found.
    pub sources: Vec<FieldSource>,
    /// The pages that were read, at most five.
    pub pages: Vec<String>,
    /// Who read them.
    pub assistant: AssistantKind,
}

/// How far the reading of a website is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ScrapeStage {
    /// The first page is being fetched.
    AnalyzingWebsite,
    /// It is there, and the others that matter are being fetched and read.
    ExtractingCompanyInfo,
    /// What they say is being put into words.
    GeneratingContent,
    /// The words are being checked against the pages.
    FinalizingProfile,
}

/// What an event of a watched reading is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ScrapeEventKind {
    /// It has come to another stage.
    Stage,
    /// It is done.
    Done,
    /// It came to nothing.
    Failed,
}

/// One event of a watched reading.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ScrapeEvent {
    /// What it is.
    pub kind: ScrapeEventKind,
    /// The stage, with `stage`.
    pub stage: Option<ScrapeStage>,
    /// What was found, with `done`.
    pub company: Option<ScrapedCompany>,
    /// Stable name of what went wrong, with `failed`.
    pub code: Option<String>,
    /// What went wrong and what can be done, with `failed`.
    pub problem: Option<String>,
}

impl ScrapeEvent {
    /// The last event of a reading that did not succeed.
    pub fn failed(error: CompanyError) -> Self {
        let problem = Problem::from(error);
        let (code, problem) = (Some(problem.code().to_owned()), Some(problem.message().to_owned()));
        Self { kind: ScrapeEventKind::Failed, stage: None, company: None, code, problem }
    }
}

/// The profile as a website tells it.
pub struct WebsiteApi;

#[OpenApi(tag = "Noun::Companies")]
impl WebsiteApi {
    /// Read a company's website: up to five pages, 2 MB, 15 seconds. It changes nothing; a form shows what
    /// was found.
    #[oai(path = "/companies/scrape", method = "post", operation_id = "scrapeCompany")]
    async fn scrape(&self, app: Data<&App>, member: Member, input: JsonBody<ScrapeInput>) -> Result<Json<ScrapedCompany>, Problem> {
        Ok(Json(website::scrape(&app, &member, &input).await?))
    }

    /// The same as a stream of server-sent events, which tells of each stage as it is reached.
    #[oai(path = "/companies/scrape/stream", method = "post", operation_id = "streamScrape")]
    async fn stream(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<ScrapeInput>,
    ) -> Result<EventStream<BoxStream<'static, ScrapeEvent>>, Problem> {
        let events = website::events(&app, &member, &input).await?;
        let told = |event: ScrapeEvent| Event::message(event.to_json_string());
        Ok(EventStream::new(events).to_event(told).keep_alive(Duration::from_secs(15)))
    }
}
