//! The wire of what anybody may know of the site.

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

/// What the public pages say of the site.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Site {
    /// The address for questions.
    pub support_email: String,
    /// What the site says of itself, by key. A claim that is not in use is not in it.
    pub claims: HashMap<String, String>,
}

/// The site.
pub struct SiteApi;

#[OpenApi(tag = "Noun::Site")]
impl SiteApi {
    /// What anybody may know of the site.
    #[oai(path = "/site", method = "get", operation_id = "getSite")]
    async fn get(&self, app: Data<&App>, caller: Caller) -> Result<Json<Site>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        access::may_anonymously(&app, Action::Read, Thing::PublicSite)?;
        let settings = site_settings::current(&app).await?;
        let claims = settings.claims().map(|(key, text)| (key.to_owned(), text.to_owned())).collect();
        Ok(Json(Site { support_email: app.config.support_email.clone(), claims }))
    }
}
