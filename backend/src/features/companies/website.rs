//! Reading a company's website into the fields of its profile.
//!
//! Nothing is stored: the result fills a form, and the user keeps what is right. A separate task does the
//! work, so that the cost of a model call is booked even if the client has disconnected.

use futures_util::{StreamExt as _, stream, stream::BoxStream};
use proffer_domain::{
    field_error::{Check, FieldError, TextField},
    rate_limit::Rule,
    website::{CompanyFacts, FoundText, Page},
};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use url::Url;
use uuid::Uuid;

use super::{
    error::CompanyError,
    website_types::{
        FieldSource, ProfileField, ScrapeEvent, ScrapeEventKind, ScrapeInput, ScrapeStage, ScrapedCompany,
    },
};
use crate::{
    access::{Member, Subject},
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::assistant::{AssistantError, service as assistant, service::AssistantKind},
    http::{limits, request_id},
    site_settings,
};

/// How many pages are read.
const PAGES: usize = 5;
const WEBSITE: TextField = TextField::new("websiteUrl", "Website", 2048);
const NAME: TextField = TextField::new("companyName", "Company name", 200);

/// Reads the website and returns the facts.
pub async fn scrape(app: &App, member: &Member, input: &ScrapeInput) -> Result<ScrapedCompany, CompanyError> {
    let mut receiver = begin(app, member, input).await?;
    while let Some(message) = receiver.recv().await {
        if let ReadingEvent::Over(outcome) = message {
            return *outcome;
        }
    }
    Err(Failure::internal("the reading of a website ended without saying how").into())
}

/// The same as a stream of events. An error in the request itself is a response, not an event.
pub async fn events(
    app: &App,
    member: &Member,
    input: &ScrapeInput,
) -> Result<BoxStream<'static, ScrapeEvent>, CompanyError> {
    let receiver = begin(app, member, input).await?;
    let closing = app.change_feed.closing();
    let events = stream::unfold((receiver, closing), |(mut receiver, closing)| async move {
        let message = closing.run_until_cancelled(receiver.recv()).await.flatten()?;
        Some((event(message), (receiver, closing)))
    });
    Ok(events.boxed())
}

/// A message from the task.
enum ReadingEvent {
    Reached(ScrapeStage),
    Over(Box<Result<ScrapedCompany, CompanyError>>),
}

fn event(message: ReadingEvent) -> ScrapeEvent {
    let nothing =
        ScrapeEvent { kind: ScrapeEventKind::Stage, stage: None, company: None, code: None, problem: None };
    match message {
        ReadingEvent::Reached(stage) => ScrapeEvent { stage: Some(stage), ..nothing },
        ReadingEvent::Over(outcome) => match *outcome {
            Ok(company) => ScrapeEvent { kind: ScrapeEventKind::Done, company: Some(company), ..nothing },
            Err(error) => ScrapeEvent::failed(error),
        },
    }
}

/// Checks the request and starts a task for the work.
async fn begin(
    app: &App,
    member: &Member,
    input: &ScrapeInput,
) -> Result<UnboundedReceiver<ReadingEvent>, CompanyError> {
    member.require(Action::Update, Object::Company).await?;
    member.require(Action::Use, Object::Assistant).await?;
    limits::take(app, Rule::SitePerWorkspace, member.principal.workspace_id.to_string()).await?;
    let address = address(input)?;
    let (sender, receiver) = mpsc::unbounded_channel();
    let reading = Reading {
        app: app.clone(),
        subject: member.subject().clone(),
        user_id: member.principal.user_id,
        address,
        sender,
    };
    app.tasks.run(request_id::kept(async move {
        let outcome = reading.outcome().await.map_err(CompanyError::logged);
        // The receiver may be gone.
        let _ = reading.sender.send(ReadingEvent::Over(Box::new(outcome)));
    }));
    Ok(receiver)
}

fn address(input: &ScrapeInput) -> Result<Url, Vec<FieldError>> {
    let mut check = Check::new();
    if input.website_url.trim().is_empty() {
        check.required(WEBSITE, &input.website_url);
    }
    check.optional(NAME, input.company_name.as_deref());
    let address = check.website(WEBSITE, Some(&input.website_url)).and_then(|address| address.parse().ok());
    check.finish(address)
}

/// A website that is being read.
struct Reading {
    app: App,
    subject: Subject,
    user_id: Uuid,
    address: Url,
    sender: UnboundedSender<ReadingEvent>,
}

impl Reading {
    fn reach(&self, stage: ScrapeStage) {
        // The receiver may be gone.
        let _ = self.sender.send(ReadingEvent::Reached(stage));
    }

    async fn outcome(&self) -> Result<ScrapedCompany, CompanyError> {
        self.reach(ScrapeStage::AnalyzingWebsite);
        let mut on_first = || self.reach(ScrapeStage::ExtractingCompanyInfo);
        let pages = self.app.web.site(&self.address, PAGES, &mut on_first).await?;
        self.reach(ScrapeStage::GeneratingContent);
        let facts = self.facts(&pages).await?;
        self.reach(ScrapeStage::FinalizingProfile);
        let company = ScrapedCompany {
            pages: pages.into_iter().map(|page| page.url).collect(),
            assistant: self.app.assistant.kind().into(),
            ..found(facts)
        };
        if company.sources.is_empty() { Err(CompanyError::NothingFound) } else { Ok(company) }
    }

    /// The facts on the pages. The model is called, at a cost, only while a client is waiting.
    async fn facts(&self, pages: &[Page]) -> Result<CompanyFacts, CompanyError> {
        let app = &self.app;
        if self.sender.is_closed() {
            return Err(CompanyError::NothingFound);
        }
        let settings = site_settings::current(app).await?;
        let max_cost = app.assistant.max_cost_for_website(&settings, pages);
        let tx = self.subject.may(Action::Use, Object::Assistant).await?;
        let scope = tx.scope();
        let reserved = assistant::reserve(app, &tx, self.user_id, max_cost.as_ref()).await?;
        tx.commit().await?;
        let answer = app.assistant.read_website(&settings, pages).await;
        assistant::settle(app, scope, reserved, answer.spent).await;
        Ok(answer.value.map_err(AssistantError::from)?)
    }
}

/// The facts by field, with their sources.
fn found(facts: CompanyFacts) -> ScrapedCompany {
    let mut sources = Vec::new();
    let mut take = |field: ProfileField, found: Option<FoundText>| {
        let found = found?;
        sources.push(FieldSource { field, url: found.url });
        Some(found.text)
    };
    ScrapedCompany {
        name: take(ProfileField::Name, facts.name),
        phone: take(ProfileField::Phone, facts.phone),
        // A company without an "About us" page still says what it does.
        about_us: take(ProfileField::AboutUs, facts.about_us.or(facts.description)),
        why_work_with_us: take(ProfileField::WhyWorkWithUs, facts.why_work_with_us),
        how_we_work: take(ProfileField::HowWeWork, facts.how_we_work),
        what_we_offer: take(ProfileField::WhatWeOffer, facts.what_we_offer),
        testimonials: take(ProfileField::Testimonials, facts.testimonials),
        industry: take(ProfileField::Industry, facts.industry),
        sources,
        pages: Vec::new(),
        assistant: AssistantKind::Offline,
    }
}
