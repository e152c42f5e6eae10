//! Which events of Stripe count, and which answers use up an idempotency key.

use proffer::features::billing::{error::spends_key, events::concerns_us};
use proffer_adapters::payments::PaymentError;

#[test]
fn only_events_about_subscriptions_are_looked_into() {
    for (kind, concerns) in [
        ("checkout.session.completed", true),
        ("checkout.session.expired", true),
        ("customer.subscription.updated", true),
        ("customer.subscription.deleted", true),
        ("invoice.payment_failed", true),
        ("invoice.paid", true),
        ("customer.deleted", true),
        ("customer.created", false),
        ("customer.updated", false),
        ("customer.source.created", false),
        ("payment_intent.succeeded", false),
        ("invoiceitem.created", false),
        ("price.updated", false),
    ] {
        assert_eq!(concerns_us(kind), concerns, "{kind}");
    }
}

fn refused(status: u16, code: &str) -> PaymentError {
    PaymentError::Refused { status, code: code.to_owned() }
}

#[test]
fn a_key_is_spent_by_an_answer() {
    for (error, spent) in [
        (PaymentError::NotConfigured, false),
        (PaymentError::Silent, false),
        (PaymentError::Failed(500), true),
        (PaymentError::Unusable("another host".to_owned()), true),
        (refused(404, "resource_missing"), true),
        (refused(400, "idempotency_error"), true),
    ] {
        assert_eq!(spends_key(&error), spent, "{error}");
    }
}
