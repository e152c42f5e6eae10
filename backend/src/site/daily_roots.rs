//! The published daily roots of the installation. A copy of them shows later whether a record was rewritten.

use chrono::NaiveDate;
use poem::{
    Request, Response, Route, handler,
    web::{Data, Query},
};
use proffer_domain::daily_root::PUBLISHED_AT;
use serde::Deserialize;
use serde_json::json;

use super::pages;
use crate::{app::App, features::evidence::daily_roots, http::problem::Problem};

/// The route of the roots.
pub fn routes(routes: Route) -> Route {
    routes.at(PUBLISHED_AT, poem::get(published))
}

#[derive(Deserialize)]
struct Part {
    /// Only roots of earlier days.
    before: Option<NaiveDate>,
}

#[handler]
async fn published(
    request: &Request,
    Data(app): Data<&App>,
    Query(part): Query<Part>,
) -> Result<Response, Problem> {
    let roots = daily_roots::published(app, part.before).await?;
    Ok(pages::answer(request, "application/json", format!("{:#}\n", json!({ "roots": roots }))))
}
