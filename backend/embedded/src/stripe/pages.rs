//! The pages of the double: checkout, subscription portal and invoices. Plain HTML without scripts; every
//! form is a POST that redirects.

mod views;

use std::collections::BTreeMap;

use poem::{
    IntoResponse as _, Request, Response,
    http::{Method, StatusCode, header},
};
use url::form_urlencoded;

use self::views::{CheckoutView, InvoiceView, MessageView, PortalView};
use super::{
    Shared,
    state::{CheckoutState, State},
};

const STYLE: &str = include_str!("../../templates/test_payments/style.css");

/// Only our own styles, and forms. A form's redirect leads back to Proffer, which browsers also check against
/// `form-action`.
const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'";

/// Serves a page or handles a form.
pub(super) fn answer(shared: &Shared, request: &Request, body: &[u8]) -> Response {
    let path = request.uri().path().to_owned();
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    let form: BTreeMap<String, String> = form_urlencoded::parse(body).into_owned().collect();
    let wish = form.get("do").map(String::as_str).unwrap_or_default();
    let mut answer = match (request.method(), segments.as_slice()) {
        _ if !is_own(shared, request) => StatusCode::FORBIDDEN.into_response(),
        (&Method::GET, ["style.css"]) => {
            Response::builder().content_type("text/css; charset=utf-8").body(STYLE)
        }
        (&Method::GET, [""]) => page(&MessageView::welcome(), StatusCode::OK),
        (&Method::GET, ["c", "pay", id]) => {
            let is_declined = request.uri().query() == Some("declined");
            shared.with_state(|state, _| show_checkout(state, id, is_declined))
        }
        (&Method::POST, ["c", "pay", id]) => {
            shared.with_state(|state, now| act_on_checkout(state, id, wish, now))
        }
        (&Method::GET, ["p", "session", id]) => shared.with_state(|state, now| show_portal(state, id, now)),
        (&Method::POST, ["p", "session", id]) => {
            let subscription = form.get("subscription").map(String::as_str).unwrap_or_default();
            shared.with_state(|state, now| act_on_portal(state, id, subscription, wish, now))
        }
        (&Method::GET, ["invoice", id]) => shared.with_state(|state, _| show_invoice(state, id)),
        _ => nothing_here(),
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        answer.headers_mut().insert(name, header::HeaderValue::from_static(value));
    }
    answer
}

/// These pages need no session, so other sites must not reach them, neither by a cross-site form nor by DNS
/// rebinding.
fn is_own(shared: &Shared, request: &Request) -> bool {
    let hosts = &shared.settings.hosts;
    let is_host = request.header(header::HOST).is_some_and(|host| hosts.iter().any(|own| own == host));
    let is_from_here = request.header("sec-fetch-site").is_none_or(|site| site == "same-origin");
    is_host && (is_from_here || request.method() == Method::GET)
}

fn page(template: &impl askama::Template, status: StatusCode) -> Response {
    match template.render() {
        Ok(html) => poem::web::Html(html).with_status(status).into_response(),
        Err(error) => {
            tracing::error!(%error, "a page of test payments");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

fn nothing_here() -> Response {
    page(&MessageView::nothing(), StatusCode::NOT_FOUND)
}

fn redirect(to: &str) -> Response {
    Response::builder().status(StatusCode::SEE_OTHER).header(header::LOCATION, to).finish()
}

fn show_checkout(state: &State, id: &str, is_declined: bool) -> Response {
    let Some(checkout) = state.checkout(id) else { return nothing_here() };
    match checkout.state {
        CheckoutState::Open => page(&CheckoutView::of(state, checkout, is_declined), StatusCode::OK),
        CheckoutState::Complete => page(&MessageView::paid(checkout), StatusCode::OK),
        CheckoutState::Expired => page(&MessageView::expired(checkout), StatusCode::GONE),
    }
}

fn act_on_checkout(state: &mut State, id: &str, wish: &str, now: i64) -> Response {
    let again = format!("/c/pay/{id}");
    match wish {
        "decline" => redirect(&format!("{again}?declined")),
        "pay" if state.pay(id, now).is_ok() => {
            let success = state.checkout(id).map(views::success_url).unwrap_or_default();
            redirect(&success)
        }
        // It was paid or expired in the meantime, which the page shows.
        _ => redirect(&again),
    }
}

fn show_portal(state: &State, id: &str, now: i64) -> Response {
    let Some(portal) = state.portal(id) else { return nothing_here() };
    page(&PortalView::of(state, portal, now), StatusCode::OK)
}

fn act_on_portal(state: &mut State, id: &str, subscription: &str, wish: &str, now: i64) -> Response {
    let Some(portal) = state.portal(id) else { return nothing_here() };
    let is_theirs = state.subscription(subscription).is_some_and(|one| one.customer == portal.customer);
    match wish {
        _ if !is_theirs => {}
        "end" => state.cancel_at_period_end(subscription, now),
        "keep" => state.resume(subscription, now),
        "now" => state.cancel_now(subscription, now),
        "fail" => state.fail_payment(subscription, now),
        "succeed" => state.recover_payment(subscription, now),
        _ => {}
    }
    redirect(&format!("/p/session/{id}"))
}

fn show_invoice(state: &State, id: &str) -> Response {
    let Some(invoice) = state.invoice(id) else { return nothing_here() };
    page(&InvoiceView::of(state, invoice), StatusCode::OK)
}
