//! Past and future charges.

use proffer_adapters::payments::{PaymentError, SeatPrice, StripeInvoice, StripeSubscription};
use proffer_domain::{field_error::FieldError, subscription::SEAT_PRICE_USD};
use rust_decimal::Decimal;

use super::{
    customers,
    error::{BillingError, is_missing},
    service, sync,
    types::{Invoice, SeatsPreview},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
};

/// The largest number of seats in a preview.
const SEATS_MAX: u64 = 1000;

/// The newest invoices.
pub async fn list(app: &App, member: &Member) -> Result<Vec<Invoice>, BillingError> {
    member.require(Action::Read, Object::Invoices).await?;
    if !app.payments.is_configured() {
        return Err(PaymentError::NotConfigured.into());
    }
    let Some(customer_id) = customers::find(app, member.principal.workspace_id).await? else {
        return Ok(Vec::new());
    };
    let invoices = match app.payments.invoices(&customer_id).await {
        Err(error) if is_missing(&error) => Vec::new(),
        invoices => invoices?,
    };
    Ok(invoices.into_iter().map(shown).collect())
}

fn shown(invoice: StripeInvoice) -> Invoice {
    Invoice {
        id: invoice.id,
        number: invoice.number,
        status: invoice.status,
        total: invoice.total.to_string(),
        currency: invoice.currency,
        created_at: invoice.created_at.into(),
        url: invoice.url.map(Into::into),
        pdf_url: invoice.pdf_url.map(Into::into),
    }
}

/// The price of a number of seats.
pub async fn preview(app: &App, member: &Member, asked: i64) -> Result<SeatsPreview, BillingError> {
    member.require(Action::Invite, Object::Team).await?;
    let tx = member.may(Action::Read, Object::Subscription).await?;
    let seats =
        u64::try_from(asked).ok().filter(|seats| (1..=SEATS_MAX).contains(seats)).ok_or_else(out_of_range)?;
    let status = service::status(app, &tx).await?;
    drop(tx);
    let price = seat_price(app).await?;
    let preview = SeatsPreview {
        seats: asked,
        seats_in_use: status.team_members,
        seat_price: price.amount.to_string(),
        monthly: (price.amount * Decimal::from(seats)).to_string(),
        currency: price.currency,
        next_charge_at: None,
        next_charge: None,
        prorated: None,
    };
    // A workspace that has never paid has no subscription to change.
    let Some((customer_id, subscription)) = (if status.was_paid { live(app, member).await? } else { None })
    else {
        return Ok(preview);
    };
    let next = app.payments.next_charge(&subscription, &customer_id, seats).await?;
    Ok(SeatsPreview {
        next_charge_at: Some(next.at.into()),
        next_charge: Some(next.total.to_string()),
        prorated: Some(next.prorated.to_string()),
        ..preview
    })
}

fn out_of_range() -> FieldError {
    FieldError::new("seats", "out_of_range", format!("Seats must be between 1 and {SEATS_MAX}"))
}

/// The subscription that a change of seats would affect, with its customer.
async fn live(app: &App, member: &Member) -> Result<Option<(String, StripeSubscription)>, BillingError> {
    if !app.payments.is_configured() {
        return Ok(None);
    }
    let Some(customer_id) = customers::find(app, member.principal.workspace_id).await? else {
        return Ok(None);
    };
    let counts = sync::look(app, &customer_id).await?.counts;
    Ok(counts.filter(|one| one.status.is_live()).map(|one| (customer_id, one)))
}

/// The price of a seat; without payments, the price that the product shows.
async fn seat_price(app: &App) -> Result<SeatPrice, BillingError> {
    if app.payments.is_configured() {
        return Ok(app.payments.seat_price().await?);
    }
    Ok(SeatPrice { amount: SEAT_PRICE_USD.parse().map_err(Failure::internal)?, currency: "USD".to_owned() })
}
