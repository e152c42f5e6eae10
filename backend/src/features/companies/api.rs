//! The operations of the company profile.

use poem::web::Data;
use poem_openapi::{ApiResponse, OpenApi, payload::Json};
use proffer_domain::company::CompanyInput;

use super::{error::CompanyError, service, store, types::Company};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
    site_settings,
    wire::JsonBody,
};

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
        Ok(Json(Company::shown(&company, &*site_settings::current(&app).await?)))
    }

    /// Create the company profile.
    #[oai(path = "/companies", method = "post", operation_id = "createCompany")]
    async fn create(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<CompanyInput>,
    ) -> Result<CompanyCreated, Problem> {
        let tx = member.may(Action::Create, Thing::Company).await?;
        let company = service::create(&app, tx, member.principal.user_id, input.0).await?;
        Ok(CompanyCreated::Created(Json(Company::shown(&company, &*site_settings::current(&app).await?))))
    }

    /// Change the given fields of the company profile.
    #[oai(path = "/companies", method = "put", operation_id = "updateCompany")]
    async fn update(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<CompanyInput>,
    ) -> Result<Json<Company>, Problem> {
        let tx = member.may(Action::Update, Thing::Company).await?;
        let company = service::update(&app, tx, input.0).await?;
        Ok(Json(Company::shown(&company, &*site_settings::current(&app).await?)))
    }
}
