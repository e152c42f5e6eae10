//! The wire types of the company profile.

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

/// The data of a company profile. On update, absent fields are not changed, and an empty string clears a
/// field.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct CompanyInput {
    /// The name; required at creation.
    pub name: Option<String>,
    /// The URL of the logo.
    pub logo_url: Option<String>,
    /// The website; `https://` is added if there is no scheme.
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
    /// Client testimonials.
    pub testimonials: Option<String>,
    /// The URL of case studies.
    pub case_studies_link: Option<String>,
    /// Years in business, as free text.
    pub years_in_business: Option<String>,
    /// Team size, as free text.
    pub team_size: Option<String>,
    /// Industry recognitions.
    pub industry_recognitions: Option<String>,
    /// Guarantees and commitments.
    pub guarantees_offered: Option<String>,
    /// The URL of client logos.
    pub client_logos_url: Option<String>,
    /// Success metrics.
    pub success_metrics: Option<String>,
    /// Instructions for the assistant's style.
    pub custom_ai_rules: Option<String>,
    /// The terms and conditions, appended to every proposal.
    pub terms_and_conditions: Option<String>,
    /// The `etag` of the profile that the change is based on; absent on creation. Concurrent changes to other
    /// fields are kept; a conflict in the same field is 409 `stale_record`.
    pub etag: Option<String>,
}

/// A workspace's company profile.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Company {
    /// The company's id.
    pub id: Uuid,
    /// The name.
    pub name: String,
    /// The URL of the logo.
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
    /// Client testimonials.
    pub testimonials: Option<String>,
    /// The URL of case studies.
    pub case_studies_link: Option<String>,
    /// Certifications.
    pub certifications: Vec<String>,
    /// Awards.
    pub awards: Vec<String>,
    /// Years in business, as free text.
    pub years_in_business: Option<String>,
    /// Team size, as free text.
    pub team_size: Option<String>,
    /// Industry recognitions.
    pub industry_recognitions: Option<String>,
    /// Guarantees and commitments.
    pub guarantees_offered: Option<String>,
    /// The URL of client logos.
    pub client_logos_url: Option<String>,
    /// Success metrics.
    pub success_metrics: Option<String>,
    /// Instructions for the assistant's style.
    pub custom_ai_rules: Option<String>,
    /// Whether the assistant follows these instructions on this site; otherwise they are only stored.
    pub custom_ai_rules_enabled: bool,
    /// The terms and conditions, appended to every proposal.
    pub terms_and_conditions: Option<String>,
    /// When the profile was created.
    pub created_at: Timestamp,
    /// When the profile was last changed.
    pub updated_at: Timestamp,
    /// Identifies the current state of the record; send it with a change.
    pub etag: String,
}

/// The company profile was created.
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
    /// Get the workspace's company profile. Returns 404 `company_not_found` if it does not exist yet.
    #[oai(path = "/companies", method = "get", operation_id = "getCompany")]
    async fn get(&self, app: Data<&App>, member: Member) -> Result<Json<Company>, Problem> {
        let tx = member.may(Action::Read, Thing::Company).await?;
        let company = store::find(&tx).await?.ok_or(CompanyError::NotFound)?;
        drop(tx);
        Ok(Json(Company::shown(company, &*site_settings::current(&app).await?)))
    }

    /// Create the company profile.
    #[oai(path = "/companies", method = "post", operation_id = "createCompany")]
    async fn create(&self, app: Data<&App>, member: Member, input: JsonBody<CompanyInput>) -> Result<CompanyCreated, Problem> {
        let tx = member.may(Action::Create, Thing::Company).await?;
        let company = service::create(&app, tx, member.principal.user_id, input.0).await?;
        Ok(CompanyCreated::Created(Json(Company::shown(company, &*site_settings::current(&app).await?))))
    }

    /// Change the given fields of the company profile.
    #[oai(path = "/companies", method = "put", operation_id = "updateCompany")]
    async fn update(&self, app: Data<&App>, member: Member, input: JsonBody<CompanyInput>) -> Result<Json<Company>, Problem> {
        let tx = member.may(Action::Update, Thing::Company).await?;
        let company = service::update(&app, tx, input.0).await?;
        Ok(Json(Company::shown(company, &*site_settings::current(&app).await?)))
    }
}
