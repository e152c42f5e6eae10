//! The messages of reading a website.

use poem_openapi::{Enum, Object};

use crate::features::assistant::service::AssistantKind;

/// The website to read, and the company it belongs to.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ScrapeInput {
    /// The website's address; `https://` is added if there is no scheme.
    pub website_url: String,
    /// The company's name, as the user entered it.
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
    /// Client testimonials.
    Testimonials,
    /// The industry.
    Industry,
}

/// The source of a field.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct FieldSource {
    /// The field.
    pub field: ProfileField,
    /// The URL of the page.
    pub url: String,
}

/// The company facts on a website. Missing facts are left out; nothing is invented.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ScrapedCompany {
    /// The name.
    pub name: Option<String>,
    /// The phone number as written on the page.
    pub phone: Option<String>,
    /// About us.
    pub about_us: Option<String>,
    /// Why work with us.
    pub why_work_with_us: Option<String>,
    /// How we work.
    pub how_we_work: Option<String>,
    /// What we offer.
    pub what_we_offer: Option<String>,
    /// Client testimonials, word for word.
    pub testimonials: Option<String>,
    /// The industry.
    pub industry: Option<String>,
    /// The source of each field.
    pub sources: Vec<FieldSource>,
    /// The pages that were read, at most five.
    pub pages: Vec<String>,
    /// The assistant that read them.
    pub assistant: AssistantKind,
}

/// The stage of reading a website.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ScrapeStage {
    /// The first page is being fetched.
    AnalyzingWebsite,
    /// The first page has arrived; other relevant pages are being fetched and read.
    ExtractingCompanyInfo,
    /// Texts are being written from the pages.
    GeneratingContent,
    /// The texts are being checked against the pages.
    FinalizingProfile,
}

/// The kind of an event while a website is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ScrapeEventKind {
    /// The next stage has been reached.
    Stage,
    /// Reading is complete.
    Done,
    /// Reading failed.
    Failed,
}

/// An event while a website is read.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ScrapeEvent {
    /// The kind of event.
    pub kind: ScrapeEventKind,
    /// The stage, with `stage`.
    pub stage: Option<ScrapeStage>,
    /// The result, with `done`.
    pub company: Option<ScrapedCompany>,
    /// The stable error code, with `failed`.
    pub code: Option<String>,
    /// What went wrong and what the user can do, with `failed`.
    pub problem: Option<String>,
}
