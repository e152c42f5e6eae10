//! The wire types of the subscription.

use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    param::{Header, Query},
    payload::Json,
};

use proffer_domain::rate_limit::Rule;

use super::{checkout, events, invoices, service};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{caller::Caller, limits, problem::Problem},
    wire::{SignedJson, Timestamp},
};

/// The status of the active workspace's subscription, by the server's clock.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SubscriptionStatus {
    /// The status: `trial`, `trial_expired` or `active`.
    pub status: String,
    /// When the trial ends or ended.
    pub trial_ends_at: Option<Timestamp>,
    /// The number of active members; each takes a seat.
    pub team_members: i64,
    /// The remaining days of the trial, rounded up; 0 after it.
    pub days_left: i64,
    /// Whether the workspace has or had a paid subscription. The status of one that has ended is
    /// `trial_expired` too.
    pub was_paid: bool,
    /// When the next charge is due.
    pub renews_at: Option<Timestamp>,
    /// When a cancelled subscription ends or ended.
    pub ends_at: Option<Timestamp>,
    /// The end of the grace period after a failed payment.
    pub grace_ends_at: Option<Timestamp>,
    /// The plan granted by a site administrator.
    pub given: Option<GivenPlan>,
    /// How payments work on this server.
    pub payments: Payments,
}

/// A free plan, granted by a site administrator.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct GivenPlan {
    /// When the plan ends; absent if it has no end.
    pub until: Option<Timestamp>,
}

/// How payments work on this server.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Payments {
    /// Whether payments are configured.
    pub configured: bool,
    /// Whether payments are in test mode, without real money.
    pub test: bool,
    /// The hosts that the browser may be sent to for payment, with the port unless it is the default.
    pub hosts: Vec<String>,
    /// The monthly price of a seat, as a decimal.
    pub seat_price: String,
    /// The currency of the price, ISO 4217 in upper case.
    pub currency: String,
}

/// The target of a redirect.
#[derive(Debug, Object)]
pub struct RedirectUrl {
    /// A URL on one of the hosts that the subscription lists.
    pub url: String,
}

/// An invoice.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Invoice {
    /// The invoice's id.
    pub id: String,
    /// The invoice number; a draft has none.
    pub number: Option<String>,
    /// The status: `draft`, `open`, `paid`, `uncollectible` or `void`.
    pub status: String,
    /// The total, as a decimal.
    pub total: String,
    /// The currency of the total, ISO 4217 in upper case.
    pub currency: String,
    /// When the invoice was created.
    pub created_at: Timestamp,
    /// Where the invoice can be viewed and paid.
    pub url: Option<String>,
    /// The URL of the invoice as a PDF.
    pub pdf_url: Option<String>,
}

/// The price of a number of seats.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SeatsPreview {
    /// The requested number of seats.
    pub seats: i64,
    /// The seats in use.
    pub seats_in_use: i64,
    /// The monthly price of a seat, as a decimal.
    pub seat_price: String,
    /// The monthly price of all requested seats, as a decimal.
    pub monthly: String,
    /// The currency, ISO 4217 in upper case.
    pub currency: String,
    /// When the next charge is due; absent without a paid subscription.
    pub next_charge_at: Option<Timestamp>,
    /// The next charge including the proration for the current month, as a decimal.
    pub next_charge: Option<String>,
    /// The part of the next charge that is prorated for the current month; negative if seats are removed.
    pub prorated: Option<String>,
}

/// The subscription.
pub struct BillingApi;

#[OpenApi(tag = "Noun::Billing")]
impl BillingApi {
    /// Get the status of the subscription.
    #[oai(path = "/subscription/status", method = "get", operation_id = "getSubscriptionStatus")]
    async fn status(&self, app: Data<&App>, member: Member) -> Result<Json<SubscriptionStatus>, Problem> {
        let tx = member.may(Action::Read, Thing::Subscription).await?;
        Ok(Json(service::status(&app, &tx).await?))
    }

    /// Start a checkout and get the URL of its page. Repeated requests return the same page until it is paid.
    #[oai(path = "/create-checkout-session", method = "post", operation_id = "createCheckoutSession")]
    async fn checkout(&self, app: Data<&App>, member: Member) -> Result<Json<RedirectUrl>, Problem> {
        Ok(Json(checkout::checkout(&app, &member).await?))
    }

    /// Open the customer portal for payment methods and cancellation, and get its URL.
    #[oai(path = "/subscription/portal", method = "post", operation_id = "openBillingPortal")]
    async fn portal(&self, app: Data<&App>, member: Member) -> Result<Json<RedirectUrl>, Problem> {
        Ok(Json(checkout::portal(&app, &member).await?))
    }

    /// Fetch the current status from the payment provider, for example after the user returns from its pages.
    #[oai(path = "/subscription/refresh", method = "post", operation_id = "refreshSubscription")]
    async fn refresh(&self, app: Data<&App>, member: Member) -> Result<Json<SubscriptionStatus>, Problem> {
        Ok(Json(checkout::refresh(&app, &member).await?))
    }

    /// List the newest invoices, at most 24.
    #[oai(path = "/subscription/invoices", method = "get", operation_id = "listInvoices")]
    async fn invoices(&self, app: Data<&App>, member: Member) -> Result<Json<Vec<Invoice>>, Problem> {
        Ok(Json(invoices::list(&app, &member).await?))
    }

    /// Preview the price of a number of seats.
    #[oai(path = "/subscription/preview", method = "get", operation_id = "previewSeats")]
    async fn preview(
        &self,
        app: Data<&App>,
        member: Member,
        /// The number of seats, 1 to 1,000.
        seats: Query<i64>,
    ) -> Result<Json<SeatsPreview>, Problem> {
        Ok(Json(invoices::preview(&app, &member, seats.0).await?))
    }

    /// Receive a webhook event from Stripe: <https://docs.stripe.com/webhooks>. The signature covers the raw
    /// body. The content of the event is not trusted; it only triggers a look-up of the current state.
    #[oai(path = "/stripe/webhook", method = "post", operation_id = "reportPayment")]
    async fn report(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The timestamp and the signatures of the event.
        #[oai(name = "Stripe-Signature")]
        signature: Header<Option<String>>,
        body: SignedJson,
    ) -> Result<Json<Received>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        events::take(&app, signature.0.as_deref().unwrap_or_default(), &body.0).await?;
        // Stripe sends many events from few addresses, so only invalid ones count towards the limit.
        limits::give_back(&app, Rule::PagePerNetwork, &caller.ip).await;
        Ok(Json(Received { received: true }))
    }
}

/// The confirmation of an event.
#[derive(Debug, Object)]
pub struct Received {
    /// Always true.
    pub received: bool,
}
