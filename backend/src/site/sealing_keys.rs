//! The published keys of the installation: what programs and people verify its seals with.

use poem::{Request, Response, Route, handler, web::Data};
use proffer_domain::seal::PUBLISHED_AT;
use serde_json::{Value, json};

use super::pages;
use crate::app::App;

/// The route of the keys.
pub fn routes(routes: Route) -> Route {
    routes.at(PUBLISHED_AT, poem::get(published))
}

#[handler]
fn published(request: &Request, Data(app): Data<&App>) -> Response {
    let current = app.sealer.key().public();
    let keys: Vec<Value> = app
        .sealer
        .published()
        .iter()
        .map(|key| {
            let signs = *key == current;
            // Programs for PDF signatures trust a certificate, not a key.
            let certificate = if signs { app.sealer.key().certificate_pem() } else { None };
            json!({
                "fingerprint": key.fingerprint().to_string(), "publicKey": key.to_pem(),
                "certificate": certificate, "signs": signs
            })
        })
        .collect();
    pages::answer(request, "application/json", format!("{:#}\n", json!({ "keys": keys })))
}
