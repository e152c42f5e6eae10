//! Converts Stripe's responses to our types. An unreadable response is rejected as a whole, since partial
//! data about money is worthless.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use proffer_domain::subscription::StripeStatus;
use stripe_billing::{Invoice, InvoiceLineItem, Subscription};
use stripe_checkout::{CheckoutSession, CheckoutSessionStatus};
use stripe_product::Price;
use url::Url;

use super::{
    Checkout, CheckoutState, NextCharge, PaymentError, SeatPrice, StripeInvoice, StripeSettings,
    StripeSubscription, amounts,
};
use crate::web::is_loopback;

fn unusable(why: &str) -> PaymentError {
    PaymentError::Unusable(why.to_owned())
}

/// The error for a page that is not Stripe's.
pub(super) fn led_astray() -> PaymentError {
    unusable("Invalid checkout URL received")
}

/// The error for a subscription to another price.
pub(super) fn without_our_price() -> PaymentError {
    unusable("the subscription has no item of our price")
}

/// The error for an amount out of range.
pub(super) fn out_of_range() -> PaymentError {
    unusable("an amount is out of range")
}

/// An address for a browser, if it is one of Stripe's own pages.
pub(super) fn own_page(text: &str, settings: &StripeSettings) -> Option<Url> {
    let url: Url = text.parse().ok()?;
    // Plain http only on this machine, for the test payment page.
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_loopback(&settings.api_base));
    let is_plain = url.username().is_empty() && url.password().is_none();
    let host = url.host_str()?;
    let place = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    (is_safe && is_plain && settings.hosts.contains(&place)).then_some(url)
}

pub(super) fn checkout(
    session: &CheckoutSession,
    settings: &StripeSettings,
) -> Result<Checkout, PaymentError> {
    let state = match &session.status {
        Some(CheckoutSessionStatus::Open) => CheckoutState::Open,
        Some(CheckoutSessionStatus::Complete) => CheckoutState::Complete,
        Some(CheckoutSessionStatus::Expired) => CheckoutState::Expired,
        _ => return Err(unusable("the checkout session is in no state that is known")),
    };
    let url = match state {
        CheckoutState::Open => {
            let page = session.url.as_deref().and_then(|url| own_page(url, settings));
            Some(page.ok_or_else(led_astray)?)
        }
        CheckoutState::Complete | CheckoutState::Expired => None,
    };
    let mut lines = session.line_items.iter().flat_map(|lines| &lines.data);
    let ours = lines.find(|line| line.price.as_ref().is_some_and(|price| price.id == settings.price_id));
    Ok(Checkout {
        id: session.id.as_str().to_owned(),
        state,
        seats: ours.and_then(|line| line.quantity),
        url,
    })
}

/// The subscriptions to our price, newest first.
pub(super) fn subscriptions(
    all: &[Subscription],
    price_id: &str,
) -> Result<Vec<StripeSubscription>, PaymentError> {
    let ours = all.iter().filter_map(|one| subscription(one, price_id).transpose());
    let mut ours = ours.collect::<Result<Vec<_>, _>>()?;
    ours.sort_by_key(|one| Reverse(one.created_at));
    Ok(ours)
}

/// A subscription; `None` when it is to another price.
pub(super) fn subscription(
    one: &Subscription,
    price_id: &str,
) -> Result<Option<StripeSubscription>, PaymentError> {
    let Some(item) = one.items.data.iter().find(|item| item.price.id == price_id) else { return Ok(None) };
    let status: StripeStatus =
        one.status.as_str().parse().map_err(|_| unusable("the subscription is in no state that is known"))?;
    // The period belongs to the item; it may differ between the items of one subscription.
    let period_ends_at = moment(item.current_period_end)?;
    let cancels_at = match one.cancel_at {
        Some(at) => Some(moment(at)?),
        None => one.cancel_at_period_end.then_some(period_ends_at),
    };
    Ok(Some(StripeSubscription {
        id: one.id.as_str().to_owned(),
        status,
        item_id: item.id.as_str().to_owned(),
        seats: item.quantity.unwrap_or_default(),
        period_ends_at,
        cancels_at,
        ended_at: one.ended_at.map(moment).transpose()?,
        created_at: moment(one.created)?,
    }))
}

/// An invoice; `None` for a preview, which has no id.
pub(super) fn invoice(
    one: &Invoice,
    settings: &StripeSettings,
) -> Result<Option<StripeInvoice>, PaymentError> {
    let Some(id) = &one.id else { return Ok(None) };
    let status = one.status.as_ref().ok_or_else(|| unusable("the invoice is in no state"))?;
    let currency = one.currency.to_string();
    let page = |url: &Option<String>| url.as_deref().and_then(|url| own_page(url, settings));
    Ok(Some(StripeInvoice {
        id: id.as_str().to_owned(),
        number: one.number.clone(),
        status: status.as_str().to_owned(),
        total: amounts::from_minor(one.total, &currency),
        currency: amounts::code(&currency),
        created_at: moment(one.created)?,
        url: page(&one.hosted_invoice_url),
        pdf_url: page(&one.invoice_pdf),
    }))
}

/// The sum of the lines for the rest of the current period.
pub(super) fn prorated(lines: &[InvoiceLineItem]) -> i64 {
    lines.iter().filter(|line| is_prorated(line)).fold(0, |sum, line| line.amount.saturating_add(sum))
}

/// The line's parent says so: for changes of seats, that is the subscription item.
fn is_prorated(line: &InvoiceLineItem) -> bool {
    line.parent.as_ref().is_some_and(|parent| {
        parent.subscription_item_details.as_ref().is_some_and(|details| details.proration)
            || parent.invoice_item_details.as_ref().is_some_and(|details| details.proration)
    })
}

/// An invoice preview is dated to the end of the current period.
pub(super) fn next_charge(preview: &Invoice, prorated: i64) -> Result<NextCharge, PaymentError> {
    let currency = preview.currency.to_string();
    Ok(NextCharge {
        at: moment(preview.period_end)?,
        total: amounts::from_minor(preview.total, &currency),
        prorated: amounts::from_minor(prorated, &currency),
        currency: amounts::code(&currency),
    })
}

pub(super) fn seat_price(price: &Price) -> Result<SeatPrice, PaymentError> {
    let units =
        price.unit_amount.ok_or_else(|| unusable("the price is not charged per unit, in whole cents"))?;
    let currency = price.currency.to_string();
    Ok(SeatPrice { amount: amounts::from_minor(units, &currency), currency: amounts::code(&currency) })
}

fn moment(seconds: i64) -> Result<DateTime<Utc>, PaymentError> {
    DateTime::from_timestamp(seconds, 0).ok_or_else(|| unusable("a time is out of range"))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    fn settings(api_base: &str, hosts: &[&str]) -> StripeSettings {
        StripeSettings {
            secret_key: "sk_test_1".into(),
            webhook_secrets: Vec::new(),
            price_id: "price_1".to_owned(),
            api_base: api_base.parse().unwrap(),
            hosts: hosts.iter().map(|&host| host.to_owned()).collect(),
            is_test_page: false,
        }
    }

    #[test]
    fn a_browser_is_sent_to_stripe_and_nowhere_else() {
        let stripe = settings("https://api.stripe.com", &["checkout.stripe.com", "pay.example:8443"]);
        let test_page = settings("http://127.0.0.1:4000", &["127.0.0.1:4000"]);
        for (settings, url, expected) in [
            (&stripe, "https://checkout.stripe.com/c/pay/cs_1#fid", true),
            (&stripe, "https://CHECKOUT.stripe.com/c/pay/cs_1", true),
            (&stripe, "https://checkout.stripe.com:443/c/pay/cs_1", true),
            (&stripe, "https://pay.example:8443/cs_1", true),
            (&stripe, "https://pay.example/cs_1", false),
            (&stripe, "https://checkout.stripe.com:8443/cs_1", false),
            (&stripe, "http://checkout.stripe.com/cs_1", false),
            (&stripe, "https://checkout.stripe.com.evil.example/cs_1", false),
            (&stripe, "https://evil.example/checkout.stripe.com", false),
            (&stripe, "https://checkout.stripe.com@evil.example/", false),
            (&stripe, "https://user@checkout.stripe.com/", false),
            (&stripe, "https://:word@checkout.stripe.com/", false),
            (&stripe, "//checkout.stripe.com/cs_1", false),
            (&stripe, "javascript:alert(1)", false),
            (&stripe, "data:text/html,checkout.stripe.com", false),
            (&stripe, "", false),
            (&test_page, "http://127.0.0.1:4000/c/pay/cs_1", true),
            (&test_page, "http://127.0.0.1:4001/c/pay/cs_1", false),
            (&test_page, "http://127.0.0.1/c/pay/cs_1", false),
            (&test_page, "http://localhost:4000/c/pay/cs_1", false),
            (&test_page, "ftp://127.0.0.1:4000/c/pay/cs_1", false),
        ] {
            assert_eq!(own_page(url, settings).is_some(), expected, "{url}");
        }
    }
}
