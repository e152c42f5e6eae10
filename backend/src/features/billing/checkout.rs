//! Checkout, the customer portal, and the return from both.

use proffer_adapters::payments::{Checkout, CheckoutState, NewCheckout, PaymentError, StripeSubscription};
use proffer_domain::subscription::StripeStatus;
use uuid::Uuid;

use super::{
    api::{RedirectUrl, SubscriptionStatus},
    customers,
    error::{BillingError, is_missing, spends_key},
    service,
    store::{
        answers::Team,
        checkouts::{self, Way},
    },
    sync::{self, entered},
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

/// Where the browser goes to pay. Asked again, and asked twice at once, it is the same page as long as that
/// can be paid and is for the seats there are.
pub async fn checkout(app: &App, member: &Member) -> Result<RedirectUrl, BillingError> {
    let workspace_id = payable_workspace(app, member).await?;
    let customer_id = customers::ensure(app, workspace_id).await?;
    let page = match page(app, workspace_id, &customer_id).await {
        Err(BillingError::Payment(error)) if is_missing(&error) => {
            // Either the customer is gone, or what is sold is: then this fails and says so.
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

/// Where it goes to change how, or to cancel.
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

/// How it stands once Stripe has been asked.
pub async fn refresh(app: &App, member: &Member) -> Result<SubscriptionStatus, BillingError> {
    let workspace_id = payable_workspace(app, member).await?;
    sync::sync_workspace(app, workspace_id).await?;
    // Nothing is done but to look, so no line is written.
    let tx = member.may(Action::Update, Object::Subscription).await?;
    service::status(app, &tx).await
}

/// The workspace that this person may pay for, before anything is asked of Stripe.
async fn payable_workspace(app: &App, member: &Member) -> Result<Uuid, BillingError> {
    member.require(Action::Update, Object::Subscription).await?;
    if app.payments.is_configured() { Ok(member.principal.workspace_id) } else { Err(PaymentError::NotConfigured.into()) }
}

/// The page to pay on: the one that is open, or a new one.
async fn page(app: &App, workspace_id: Uuid, customer_id: &str) -> Result<Checkout, BillingError> {
    refuse_second(sync::sync(app, workspace_id, customer_id).await?.as_ref())?;
    for _ in 0..STEPS {
        let way = way(app, workspace_id).await?;
        let seats = Team { version: 0, members: way.members }.seats();
        let found = match &way.checkout_id {
            Some(id) => reuse(app, workspace_id, customer_id, id, seats).await?,
            None => make(app, workspace_id, customer_id, &way, seats).await?,
        };
        match found {
            Found::Page(page) => return Ok(page),
            Found::Spent => leave(app, workspace_id, &way).await?,
            Found::Moved => {}
        }
    }
    tracing::warn!(workspace = %workspace_id, "no page to pay on after {STEPS} steps");
    Err(PaymentError::Silent.into())
}

/// What a step towards the page came to.
enum Found {
    /// It can be paid.
    Page(Checkout),
    /// It cannot, or its key cannot be used: another attempt is needed.
    Spent,
    /// Somebody else has moved on.
    Moved,
}

/// The page that was made before, where it still serves. One for other seats is taken back, so that it cannot
/// be paid as well.
async fn reuse(app: &App, workspace_id: Uuid, customer_id: &str, id: &str, seats: u64) -> Result<Found, BillingError> {
    let page = match app.payments.checkout(id).await {
        // Of an account or a mode that the settings do not name any more.
        Err(error) if is_missing(&error) => return Ok(Found::Spent),
        page => page?,
    };
    match page.state {
        CheckoutState::Open if page.seats == Some(seats) => Ok(Found::Page(page)),
        // A page that is taken back twice is no worse for it, and under the key of a failure the failure
        // would be repeated.
        CheckoutState::Open => match app.payments.expire_checkout(&format!("expire/{id}/{}", app.new_id()), id).await {
            // It was paid or taken back in this instant: the next step sees which.
            Err(PaymentError::Refused { .. }) => Ok(Found::Moved),
            expired => expired.map(|_| Found::Spent).map_err(BillingError::from),
        },
        CheckoutState::Complete => {
            refuse_second(sync::sync(app, workspace_id, customer_id).await?.as_ref())?;
            // What came of it has ended since.
            Ok(Found::Spent)
        }
        CheckoutState::Expired => Ok(Found::Spent),
    }
}

/// Makes a page. Requests at once use the same key, so Stripe makes one page for all of them.
async fn make(app: &App, workspace_id: Uuid, customer_id: &str, way: &Way, seats: u64) -> Result<Found, BillingError> {
    let key = format!("checkout/{workspace_id}/{}", way.attempt);
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
            let is_kept = checkouts::keep(&tx, workspace_id, way.attempt, &page.id).await?;
            tx.commit().await?;
            // Nobody has seen a page that is not kept.
            Ok(if is_kept { Found::Page(page) } else { Found::Moved })
        }
        Err(PaymentError::Silent) => {
            let others = customers::meanwhile(|| moved(app, workspace_id, way)).await?;
            others.ok_or(PaymentError::Silent.into())
        }
        // The key stands for other seats: the team has changed since it was used first.
        Err(PaymentError::Refused { code, .. }) if code == "idempotency_error" => Ok(Found::Spent),
        Err(error) => {
            if spends_key(&error) {
                leave(app, workspace_id, way).await?;
            }
            Err(error.into())
        }
    }
}

async fn moved(app: &App, workspace_id: Uuid, seen: &Way) -> Result<Option<Found>, BillingError> {
    Ok((way(app, workspace_id).await? != *seen).then_some(Found::Moved))
}

async fn way(app: &App, workspace_id: Uuid) -> Result<Way, BillingError> {
    let tx = entered(app, workspace_id).await?;
    checkouts::way(&tx, workspace_id).await?.ok_or(BillingError::WorkspaceGone)
}

async fn leave(app: &App, workspace_id: Uuid, way: &Way) -> Result<(), Failure> {
    let tx = entered(app, workspace_id).await?;
    checkouts::next(&tx, workspace_id, way).await?;
    Ok(tx.commit().await?)
}

/// Whoever has paid, or whose first payment is on its way, pays no second time.
fn refuse_second(subscription: Option<&StripeSubscription>) -> Result<(), BillingError> {
    let is_paid = |one: &StripeSubscription| one.status.is_live() || one.status == StripeStatus::Incomplete;
    if subscription.is_some_and(is_paid) { Err(BillingError::AlreadySubscribed) } else { Ok(()) }
}
