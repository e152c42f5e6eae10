//! Checkout, the customer portal, and the return from both.

use proffer_adapters::payments::{Checkout, CheckoutState, NewCheckout, PaymentError, StripeSubscription};
use proffer_domain::subscription::StripeStatus;
use uuid::Uuid;

use super::{
    customers,
    error::{BillingError, is_missing, spends_key},
    service,
    store::{
        answers::Team,
        checkouts::{self, CheckoutAttempt},
    },
    sync::{self, entered},
    types::{RedirectUrl, SubscriptionStatus},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    http::request_id,
};

/// This many steps lead from any earlier page to the one to be paid now; more means that concurrent requests
/// keep replacing it.
const STEPS: usize = 8;

/// The URL of the checkout page. Repeated and concurrent requests get the same page, as long as it can be
/// paid and matches the number of seats.
pub async fn checkout(app: &App, member: &Member) -> Result<RedirectUrl, BillingError> {
    let workspace_id = payable_workspace(app, member).await?;
    let customer_id = customers::ensure(app, workspace_id).await?;
    let page = match page(app, workspace_id, &customer_id).await {
        Err(BillingError::Payment(error)) if is_missing(&error) => {
            // Either the customer or the price is missing; in the latter case this call fails with the
            // reason.
            app.payments.seat_price().await?;
            let customer_id = customers::replace(app, workspace_id, &customer_id).await?;
            self::page(app, workspace_id, &customer_id).await?
        }
        page => page?,
    };
    let url = page.url.ok_or_else(|| PaymentError::Unusable("an open checkout has no address".to_owned()))?;
    let tx = member.may_with_accounts(Action::Update, Object::Subscription).await?;
    let seats = page.seats.unwrap_or_default();
    tx.about(page.id, if seats == 1 { "1 seat".to_owned() } else { format!("{seats} seats") });
    if let Some(entry) = tx.audit_entry() {
        entry.action("checkout");
    }
    tx.commit().await?;
    Ok(RedirectUrl { url: url.into() })
}

/// The URL of the customer portal, for payment methods and cancellation.
pub async fn portal(app: &App, member: &Member) -> Result<RedirectUrl, BillingError> {
    let workspace_id = payable_workspace(app, member).await?;
    let customer_id = customers::find(app, workspace_id).await?.ok_or(BillingError::NoSubscription)?;
    let key = format!("portal/{}", request_id::current());
    let url = match app.payments.portal(&key, &customer_id, &app.config.link("/subscription")).await {
        Err(error) if is_missing(&error) => return Err(BillingError::NoSubscription),
        url => url?,
    };
    let tx = member.may_with_accounts(Action::Update, Object::Subscription).await?;
    tx.about(customer_id, "Stripe");
    if let Some(entry) = tx.audit_entry() {
        entry.action("portal");
    }
    tx.commit().await?;
    Ok(RedirectUrl { url: url.into() })
}

/// The status after Stripe has been queried.
pub async fn refresh(app: &App, member: &Member) -> Result<SubscriptionStatus, BillingError> {
    let workspace_id = payable_workspace(app, member).await?;
    sync::sync_workspace(app, workspace_id).await?;
    // This only reads, so it writes no audit entry.
    let tx = member.may(Action::Update, Object::Subscription).await?;
    service::status(app, &tx).await
}

/// The workspace that this user may pay for; checked before any call to Stripe.
async fn payable_workspace(app: &App, member: &Member) -> Result<Uuid, BillingError> {
    member.require(Action::Update, Object::Subscription).await?;
    if app.payments.is_configured() {
        Ok(member.principal.workspace_id)
    } else {
        Err(PaymentError::NotConfigured.into())
    }
}

/// The checkout page: the open one, or a new one.
async fn page(app: &App, workspace_id: Uuid, customer_id: &str) -> Result<Checkout, BillingError> {
    refuse_second(sync::sync(app, workspace_id, customer_id).await?.as_ref())?;
    for _ in 0..STEPS {
        let attempt = attempt(app, workspace_id).await?;
        let seats = Team { version: 0, members: attempt.members }.seats();
        let found = match &attempt.checkout_id {
            Some(id) => reuse(app, workspace_id, customer_id, id, seats).await?,
            None => make(app, workspace_id, customer_id, &attempt, seats).await?,
        };
        match found {
            Found::Page(page) => return Ok(page),
            Found::Spent => leave(app, workspace_id, &attempt).await?,
            Found::Moved => {}
        }
    }
    tracing::warn!(workspace = %workspace_id, "no page to pay on after {STEPS} steps");
    Err(PaymentError::Silent.into())
}

/// The result of one step towards the page.
enum Found {
    /// The page can be paid.
    Page(Checkout),
    /// The page cannot be paid, or its key cannot be used: another attempt is needed.
    Spent,
    /// Another request has changed the state.
    Moved,
}

/// The existing page, if it is still usable. A page for another number of seats is expired, so that it cannot
/// be paid too.
async fn reuse(
    app: &App,
    workspace_id: Uuid,
    customer_id: &str,
    id: &str,
    seats: u64,
) -> Result<Found, BillingError> {
    let page = match app.payments.checkout(id).await {
        // It belongs to an account or a mode that is no longer configured.
        Err(error) if is_missing(&error) => return Ok(Found::Spent),
        page => page?,
    };
    match page.state {
        CheckoutState::Open if page.seats == Some(seats) => Ok(Found::Page(page)),
        // Expiring a page twice does no harm, and repeating the key of a failed call would repeat the
        // failure.
        CheckoutState::Open => {
            match app.payments.expire_checkout(&format!("expire/{id}/{}", app.new_id()), id).await {
                // The page was paid or expired at this moment: the next step sees which.
                Err(PaymentError::Refused { .. }) => Ok(Found::Moved),
                expired => expired.map(|_| Found::Spent).map_err(BillingError::from),
            }
        }
        CheckoutState::Complete => {
            refuse_second(sync::sync(app, workspace_id, customer_id).await?.as_ref())?;
            // The resulting subscription has ended since.
            Ok(Found::Spent)
        }
        CheckoutState::Expired => Ok(Found::Spent),
    }
}

/// Creates a page. Concurrent requests use the same key, so Stripe creates one page for all of them.
async fn make(
    app: &App,
    workspace_id: Uuid,
    customer_id: &str,
    attempt: &CheckoutAttempt,
    seats: u64,
) -> Result<Found, BillingError> {
    let key = format!("checkout/{workspace_id}/{}", attempt.attempt);
    let new = NewCheckout {
        customer_id: customer_id.to_owned(),
        workspace_id,
        seats,
        success_url: app.config.link("/subscription?success=true"),
        cancel_url: app.config.link("/subscription?canceled=true"),
    };
    match app.payments.create_checkout(&key, &new).await {
        Ok(page) => {
            let tx = entered(app, workspace_id).await?;
            let is_kept = checkouts::keep(&tx, workspace_id, attempt.attempt, &page.id).await?;
            tx.commit().await?;
            // A page that was not stored was never shown to anyone.
            Ok(if is_kept { Found::Page(page) } else { Found::Moved })
        }
        Err(PaymentError::Silent) => {
            let others = customers::meanwhile(|| moved(app, workspace_id, attempt)).await?;
            others.ok_or(PaymentError::Silent.into())
        }
        // The key was first used for another number of seats: the team has changed since.
        Err(PaymentError::Refused { code, .. }) if code == "idempotency_error" => Ok(Found::Spent),
        Err(error) => {
            if spends_key(&error) {
                leave(app, workspace_id, attempt).await?;
            }
            Err(error.into())
        }
    }
}

async fn moved(app: &App, workspace_id: Uuid, seen: &CheckoutAttempt) -> Result<Option<Found>, BillingError> {
    Ok((attempt(app, workspace_id).await? != *seen).then_some(Found::Moved))
}

async fn attempt(app: &App, workspace_id: Uuid) -> Result<CheckoutAttempt, BillingError> {
    let tx = entered(app, workspace_id).await?;
    checkouts::attempt(&tx, workspace_id).await?.ok_or(BillingError::WorkspaceGone)
}

async fn leave(app: &App, workspace_id: Uuid, attempt: &CheckoutAttempt) -> Result<(), Failure> {
    let tx = entered(app, workspace_id).await?;
    checkouts::next(&tx, workspace_id, attempt).await?;
    Ok(tx.commit().await?)
}

/// Refuses a second payment when there is a subscription, or its first payment is in progress.
fn refuse_second(subscription: Option<&StripeSubscription>) -> Result<(), BillingError> {
    let is_paid = |one: &StripeSubscription| one.status.is_live() || one.status == StripeStatus::Incomplete;
    if subscription.is_some_and(is_paid) { Err(BillingError::AlreadySubscribed) } else { Ok(()) }
}
