//! The wire of the company profile.

use poem::web::Data;
use poem_openapi::{ApiResponse, Object, OpenApi, payload::Json};
use uuid::Uuid;

use super::{error::CompanyError, service, store};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
    site_settings,
    wire::{JsonBody, Timestamp},
};

/// What a company profile is made of; on update every absent field stays as it is, and an empty text clears
/// it.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct CompanyInput {
    /// The name; required at creation.
    pub name: Option<String>,
    /// Where the logo is.
    pub logo_url: Option<String>,
    /// The website; `https://` is added where no scheme is given.
    pub website_url: Option<String>,
    /// The phone number.
    pub phone: Option<String>,
    /// About us.
    pub about_us: Option<String>,
    /// Why work with us.
    pub why_work_with_us: Option<String>,
    /// How we work.
    pub how_we_work: Option<String>,
    /// What we offer.
    pub what_we_offer: Option<String>,
    /// What clients have said.
    pub testimonials: Option<String>,
    /// Where case studies are.
    pub case_studies_link: Option<String>,
    /// Years in business, as the company says it.
    pub years_in_business: Option<String>,
    /// Team size, as the company says it.
    pub team_size: Option<String>,
    /// Industry recognitions.
    pub industry_recognitions: Option<String>,
    /// Guarantees and commitments.
    pub guarantees_offered: Option<String>,
    /// Where client logos are.
    pub client_logos_url: Option<String>,
    /// Success metrics.
    pub success_metrics: Option<String>,
    /// Rules for the assistant's voice.
    pub custom_ai_rules: Option<String>,
    /// Appended to every proposal.
    pub terms_and_conditions: Option<String>,
    /// The `etag` of the profile that a change started from; at creation there is none. Fields that others
    /// changed since are kept; the same fields are 409 `stale_record`.
    pub etag: Option<String>,
}

/// A workspace's company profile.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Company {
    /// Its id.
    pub id: Uuid,
    /// The name.
    pub name: String,
    /// Where the logo is.
    pub logo_url: Option<String>,
    /// The website.
    pub website_url: Option<String>,
    /// The phone number.
    pub phone: Option<String>,
    /// About us.
    pub about_us: Option<String>,
    /// Why work with us.
    pub why_work_with_us: Option<String>,
    /// How we work.
    pub how_we_work: Option<String>,
    /// What we offer.
    pub what_we_offer: Option<String>,
    /// What clients have said.
    pub testimonials: Option<String>,
    /// Where case studies are.
    pub case_studies_link: Option<String>,
    /// Certifications.
    pub certifications: Vec<String>,
    /// Awards.
    pub awards: Vec<String>,
    /// Years in business, as the company says it.
    pub years_in_business: Option<String>,
    /// Team size, as the company says it.
    pub team_size: Option<String>,
    /// Industry recognitions.
    pub industry_recognitions: Option<String>,
    /// Guarantees and commitments.
    pub guarantees_offered: Option<String>,
    /// Where client logos are.
    pub client_logos_url: Option<String>,
    /// Success metrics.
    pub success_metrics: Option<String>,
    /// Rules for the assistant's voice.
    pub custom_ai_rules: Option<String>,
    /// Whether the assistant follows them on this site; until then they are kept for the day it does.
    pub custom_ai_rules_enabled: bool,
    /// Appended to every proposal.
    pub terms_and_conditions: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Stands for what the record holds now; a change sends it along.
    pub etag: String,
}

/// A company profile has been made.
#[derive(ApiResponse)]
pub enum CompanyCreated {
    /// The new profile.
    #[oai(status = 201)]
    Created(Json<Company>),
}

/// The company profile.
pub struct CompaniesApi;

#[OpenApi(tag = "Noun::Companies")]
impl CompaniesApi {
    /// The workspace's company; 404 `company_not_found` before there is one.
    #[oai(path = "/companies", method = "get", operation_id = "getCompany")]
    async fn get(&self, app: Data<&App>, member: Member) -> Result<Json<Company>, Problem> {
        let tx = member.may(Action::Read, Thing::Company).await?;
        let company = store::find(&tx).await?.ok_or(CompanyError::NotFound)?;
        drop(tx);
        Ok(Json(Company::shown(company, &*site_settings::current(&app).await?)))
    }

    /// Make the company profile.
    #[oai(path = "/companies", method = "post", operation_id = "createCompany")]
    async fn create(&self, app: Data<&App>, member: Member, input: JsonBody<CompanyInput>) -> Result<CompanyCreated, Problem> {
        let tx = member.may(Action::Create, Thing::Company).await?;
        let company = service::create(&app, tx, member.principal.user_id, input.0).await?;
        Ok(CompanyCreated::Created(Json(Company::shown(company, &*site_settings::current(&app).await?))))
    }

    /// Change the company profile: the fields that are given.
    #[oai(path = "/companies", method = "put", operation_id = "updateCompany")]
    async fn update(&self, app: Data<&App>, member: Member, input: JsonBody<CompanyInput>) -> Result<Json<Company>, Problem> {
        let tx = member.may(Action::Update, Thing::Company).await?;
        let company = service::update(&app, tx, input.0).await?;
        Ok(Json(Company::shown(company, &*site_settings::current(&app).await?)))
    }
}
