//! The wire of the subscription.

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

/// How the active workspace's subscription stands, by the server's clock.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SubscriptionStatus {
    /// `trial`, `trial_expired` or `active`.
    pub status: String,
    /// When the trial ends or ended.
    pub trial_ends_at: Option<Timestamp>,
    /// How many active members there are, each of whom is a seat.
    pub team_members: i64,
    /// Days of the trial that are left, begun ones counted; 0 after it.
    pub days_left: i64,
    /// Whether there is or was a subscription that was paid for: one that has ended reads `trial_expired`
    /// too.
    pub was_paid: bool,
    /// When it is charged next.
    pub renews_at: Option<Timestamp>,
    /// When it ends or ended: it was cancelled, and runs until then.
    pub ends_at: Option<Timestamp>,
    /// Until when work goes on although a payment failed.
    pub grace_ends_at: Option<Timestamp>,
    /// The plan that whoever runs the site gave.
    pub given: Option<GivenPlan>,
    /// How payments are made here.
    pub payments: Payments,
}

/// A plan that costs nothing.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct GivenPlan {
    /// Until when; absent for one that stays.
    pub until: Option<Timestamp>,
}

/// How payments are made on this server.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Payments {
    /// Whether they can be made at all.
    pub configured: bool,
    /// Whether no money is moved.
    pub test: bool,
    /// The hosts to which a browser may be sent to pay, with the port where it is not the usual one.
    pub hosts: Vec<String>,
    /// What a seat costs in a month, a decimal.
    pub seat_price: String,
    /// The currency of that, ISO 4217 in capitals.
    pub currency: String,
}

/// Where the browser is to go.
#[derive(Debug, Object)]
pub struct RedirectUrl {
    /// An address of one of the hosts that the subscription names.
    pub url: String,
}

/// An invoice.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Invoice {
    /// Its id.
    pub id: String,
    /// Its number; a draft has none.
    pub number: Option<String>,
    /// `draft`, `open`, `paid`, `uncollectible` or `void`.
    pub status: String,
    /// What it comes to, a decimal.
    pub total: String,
    /// The currency of that, ISO 4217 in capitals.
    pub currency: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// Where it can be looked at and paid.
    pub url: Option<String>,
    /// Where it is as a PDF.
    pub pdf_url: Option<String>,
}

/// What a number of seats costs.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SeatsPreview {
    /// The number asked about.
    pub seats: i64,
    /// The seats in use.
    pub seats_in_use: i64,
    /// What a seat costs in a month, a decimal.
    pub seat_price: String,
    /// What all of them cost in a month, a decimal.
    pub monthly: String,
    /// The currency, ISO 4217 in capitals.
    pub currency: String,
    /// When the next charge is; absent while nothing is paid.
    pub next_charge_at: Option<Timestamp>,
    /// What it comes to, with what the change adds for the rest of the present month, a decimal.
    pub next_charge: Option<String>,
    /// Of which this is for the rest of the present month; negative where seats are given back.
    pub prorated: Option<String>,
}

/// The subscription.
pub struct BillingApi;

#[OpenApi(tag = "Noun::Billing")]
impl BillingApi {
    /// How the subscription stands.
    #[oai(path = "/subscription/status", method = "get", operation_id = "getSubscriptionStatus")]
    async fn status(&self, app: Data<&App>, member: Member) -> Result<Json<SubscriptionStatus>, Problem> {
        let tx = member.may(Action::Read, Thing::Subscription).await?;
        Ok(Json(service::status(&app, &tx).await?))
    }

    /// Begin to pay: where the browser is to go. Asked again before it was paid, it is the same page.
    #[oai(path = "/create-checkout-session", method = "post", operation_id = "createCheckoutSession")]
    async fn checkout(&self, app: Data<&App>, member: Member) -> Result<Json<RedirectUrl>, Problem> {
        Ok(Json(checkout::checkout(&app, &member).await?))
    }

    /// Change how it is paid, or cancel: where the browser is to go.
    #[oai(path = "/subscription/portal", method = "post", operation_id = "openBillingPortal")]
    async fn portal(&self, app: Data<&App>, member: Member) -> Result<Json<RedirectUrl>, Problem> {
        Ok(Json(checkout::portal(&app, &member).await?))
    }

    /// Ask whoever takes the payments how the subscription stands, for whoever comes back from there and does
    /// not want to wait.
    #[oai(path = "/subscription/refresh", method = "post", operation_id = "refreshSubscription")]
    async fn refresh(&self, app: Data<&App>, member: Member) -> Result<Json<SubscriptionStatus>, Problem> {
        Ok(Json(checkout::refresh(&app, &member).await?))
    }

    /// The newest invoices, at most 24.
    #[oai(path = "/subscription/invoices", method = "get", operation_id = "listInvoices")]
    async fn invoices(&self, app: Data<&App>, member: Member) -> Result<Json<Vec<Invoice>>, Problem> {
        Ok(Json(invoices::list(&app, &member).await?))
    }

    /// What that many seats would cost.
    #[oai(path = "/subscription/preview", method = "get", operation_id = "previewSeats")]
    async fn preview(
        &self,
        app: Data<&App>,
        member: Member,
        /// How many, 1 to 1,000.
        seats: Query<i64>,
    ) -> Result<Json<SeatsPreview>, Problem> {
        Ok(Json(invoices::preview(&app, &member, seats.0).await?))
    }

    /// Something has happened to a payment, said by Stripe: <https://docs.stripe.com/webhooks>. The signature
    /// is over the body as it is sent. Of what is said nothing is believed but that there is something to
    /// look at.
    #[oai(path = "/stripe/webhook", method = "post", operation_id = "reportPayment")]
    async fn report(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// When it was signed, and the signatures.
        #[oai(name = "Stripe-Signature")]
        signature: Header<Option<String>>,
        body: SignedJson,
    ) -> Result<Json<Received>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        events::take(&app, signature.0.as_deref().unwrap_or_default(), &body.0).await?;
        // Many come from few addresses; only what is no event counts.
        limits::give_back(&app, Rule::PagePerNetwork, &caller.ip).await;
        Ok(Json(Received { received: true }))
    }
}

/// That it has been heard.
#[derive(Debug, Object)]
pub struct Received {
    /// Always true.
    pub received: bool,
}
