//! The operations and messages of the public facts about the site.

use std::collections::HashMap;

use poem::web::Data;
use poem_openapi::{Object, OpenApi, payload::Json};
use proffer_domain::rate_limit::Rule;

use crate::{
    access,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{caller::Caller, limits, problem::Problem},
    site_settings,
};

/// Public facts about the site.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Site {
    /// The support address.
    pub support_email: String,
    /// The site's claims by key. Inactive claims are left out.
    pub claims: HashMap<String, String>,
}

/// The site.
pub struct SiteApi;

#[OpenApi(tag = "Noun::Site")]
impl SiteApi {
    /// Get the public facts about the site.
    #[oai(path = "/site", method = "get", operation_id = "getSite")]
    async fn get(&self, app: Data<&App>, caller: Caller) -> Result<Json<Site>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        access::may_anonymously(&app, Action::Read, Thing::PublicSite)?;
        let settings = site_settings::current(&app).await?;
        let claims = settings.claims().map(|(key, text)| (key.to_owned(), text.to_owned())).collect();
        Ok(Json(Site { support_email: app.config.support_email.clone(), claims }))
    }
}
