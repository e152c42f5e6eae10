//! The operations of the subscription.

use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    param::{Header, Query},
    payload::Json,
};
use proffer_domain::rate_limit::Rule;

use super::{
    checkout, events, invoices, service,
    types::{Invoice, RedirectUrl, SeatsPreview, SubscriptionStatus},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{caller::Caller, limits, problem::Problem},
    wire::SignedJson,
};

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
