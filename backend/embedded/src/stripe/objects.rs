//! Stripe's objects as its API returns them, complete, in the version [`API_VERSION`].

use serde_json::{Value, json};

use super::{
    billing::cents,
    state::{
        Checkout, CheckoutState, Customer, Invoice, InvoiceState, Line, PRICE, Portal, Reason, SEAT_CENTS,
        State, Subscription,
    },
};

/// The API version of these objects.
pub(super) const API_VERSION: &str = "2026-09-30.endive";

const CURRENCY: &str = "usd";
const PRODUCT: &str = "prod_proffer_seat";
/// The creation time of the price: the double has always had it.
const EPOCH: i64 = 0;
/// How many lines of an invoice are included in it.
const LINES: usize = 10;

pub(super) fn list(url: &str, data: &[Value], has_more: bool) -> Value {
    json!({"object": "list", "data": data, "has_more": has_more, "url": url})
}

/// Merges the parts of an object: its specific fields and the common ones.
fn whole<const N: usize>(parts: [Value; N]) -> Value {
    let fields = parts
        .into_iter()
        .filter_map(|part| if let Value::Object(fields) = part { Some(fields) } else { None });
    Value::Object(fields.flatten().collect())
}

pub(super) fn price() -> Value {
    json!({
        "id": PRICE, "object": "price", "active": true, "billing_scheme": "per_unit", "created": EPOCH,
        "currency": CURRENCY,
        "custom_unit_amount": null, "livemode": false, "lookup_key": null, "metadata": {}, "nickname": null,
        "product": PRODUCT,
        "recurring": {"interval": "month", "interval_count": 1, "meter": null, "trial_period_days": null, "usage_type": "licensed"},
        "tax_behavior": "unspecified", "tiers_mode": null, "transform_quantity": null, "type": "recurring",
        "unit_amount": SEAT_CENTS, "unit_amount_decimal": SEAT_CENTS.to_string()
    })
}

/// The same price in the legacy form, which items still carry.
fn plan() -> Value {
    json!({
        "id": PRICE, "object": "plan", "active": true, "amount": SEAT_CENTS,
        "amount_decimal": SEAT_CENTS.to_string(),
        "billing_scheme": "per_unit", "created": EPOCH, "currency": CURRENCY, "interval": "month",
        "interval_count": 1,
        "livemode": false, "metadata": {}, "meter": null, "nickname": null, "product": PRODUCT,
        "tiers_mode": null,
        "transform_usage": null, "trial_period_days": null, "usage_type": "licensed"
    })
}

pub(super) fn customer(one: &Customer) -> Value {
    json!({
        "id": one.id, "object": "customer", "address": null, "balance": one.balance, "created": one.created,
        "currency": null,
        "customer_account": null, "default_source": null, "delinquent": false, "description": null,
        "discount": null,
        "email": one.email, "invoice_prefix": null,
        "invoice_settings": {"custom_fields": null, "default_payment_method": null, "footer": null, "rendering_options": null},
        "livemode": false, "metadata": one.metadata, "name": one.name, "next_invoice_sequence": 1,
        "phone": null,
        "preferred_locales": [], "shipping": null, "tax_exempt": "none", "test_clock": null
    })
}

pub(super) fn checkout(state: &State, page: &Checkout, with_lines: bool) -> Value {
    let is_open = page.state == CheckoutState::Open;
    let amount = cents(page.seats);
    let line = json!({
        "id": format!("li_{}", page.id), "object": "item", "adjustable_quantity": null, "amount_discount": 0,
        "amount_subtotal": amount, "amount_tax": 0, "amount_total": amount, "currency": CURRENCY,
        "description": "Proffer seat",
        "metadata": {}, "price": price(), "quantity": page.seats
    });
    let lines = list(&format!("/v1/checkout/sessions/{}/line_items", page.id), &[line], false);
    let session = json!({
        "id": page.id, "object": "checkout.session", "amount_subtotal": amount, "amount_total": amount,
        "cancel_url": page.cancel_url,
        "client_reference_id": page.reference, "created": page.created, "currency": CURRENCY,
        "customer": page.customer,
        "expires_at": page.expires_at(), "invoice": page.invoice, "livemode": false, "metadata": {},
        "mode": "subscription",
        "payment_status": if page.subscription.is_some() { "paid" } else { "unpaid" },
        "status": page.state.as_str(),
        "subscription": page.subscription, "success_url": page.success_url,
        "url": is_open.then(|| state.address(&format!("/c/pay/{}", page.id)))
    });
    let always = json!({
        "adaptive_pricing": null, "after_expiration": null, "allow_promotion_codes": null,
        "automatic_tax": {"enabled": false, "liability": null, "provider": null, "status": null},
        "billing_address_collection": "required", "client_secret": null, "collected_information": null,
        "consent": null,
        "consent_collection": null, "currency_conversion": null, "custom_fields": [],
        "custom_text": {"after_submit": null, "shipping_address": null, "submit": null, "terms_of_service_acceptance": null},
        "customer_account": null, "customer_creation": null, "customer_details": null, "customer_email": null,
        "discounts": [],
        "invoice_creation": null, "locale": null, "payment_intent": null, "payment_link": null,
        "payment_method_collection": "always"
    });
    let always_too = json!({
        "payment_method_configuration_details": null, "payment_method_options": null,
        "payment_method_types": ["card"],
        "permissions": null, "phone_number_collection": {"enabled": false}, "recovered_from": null,
        "saved_payment_method_options": null, "setup_intent": null, "shipping_address_collection": null,
        "shipping_cost": null,
        "shipping_options": [], "submit_type": null,
        "tax_id_collection": {"enabled": true, "required": "never"},
        "total_details": {"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0}, "wallet_options": null
    });
    let lines = if with_lines { json!({ "line_items": lines }) } else { json!({}) };
    whole([session, always, always_too, lines])
}

pub(super) fn portal(state: &State, one: &Portal) -> Value {
    json!({
        "id": one.id, "object": "billing_portal.session", "configuration": "bpc_proffer",
        "created": one.created,
        "customer": one.customer, "customer_account": null, "flow": null, "livemode": false, "locale": null,
        "on_behalf_of": null,
        "return_url": one.return_url, "url": state.address(&format!("/p/session/{}", one.id))
    })
}

pub(super) fn subscription(one: &Subscription) -> Value {
    let (start, end) = one.period;
    let item = json!({
        "id": one.item, "object": "subscription_item", "billing_thresholds": null, "created": one.created,
        "current_period_end": end,
        "current_period_start": start, "discounts": [], "metadata": {}, "plan": plan(), "price": price(),
        "quantity": one.seats,
        "subscription": one.id, "tax_rates": []
    });
    let subscription = json!({
        "id": one.id, "object": "subscription", "billing_cycle_anchor": one.created,
        "cancel_at": one.cancel_at_period_end.then_some(end),
        "cancel_at_period_end": one.cancel_at_period_end,
        "canceled_at": one.canceled_at, "created": one.created, "currency": CURRENCY,
        "customer": one.customer,
        "ended_at": one.ended_at, "items": list(&format!("/v1/subscription_items?subscription={}", one.id), &[item], false),
        "latest_invoice": one.latest_invoice, "livemode": false, "metadata": one.metadata,
        "start_date": one.created,
        "status": one.status.as_str()
    });
    let always = json!({
        "application": null, "application_fee_percent": null,
        "automatic_tax": {"disabled_reason": null, "enabled": false, "liability": null},
        "billing_cycle_anchor_config": null,
        "billing_mode": {"flexible": null, "type": "classic", "updated_at": null}, "billing_schedules": [],
        "billing_thresholds": null,
        "cancellation_details": {"comment": null, "feedback": null, "reason": null},
        "collection_method": "charge_automatically", "customer_account": null, "days_until_due": null,
        "default_payment_method": null, "default_source": null, "default_tax_rates": [], "description": null,
        "discounts": [],
        "invoice_settings": {"account_tax_ids": null, "issuer": {"type": "self"}},
        "next_pending_invoice_item_invoice": null,
        "on_behalf_of": null, "pause_collection": null
    });
    let always_too = json!({
        "payment_settings": {"payment_method_options": null, "payment_method_types": null, "save_default_payment_method": "off"},
        "pending_invoice_item_interval": null, "pending_setup_intent": null, "pending_update": null,
        "schedule": null,
        "test_clock": null, "transfer_data": null, "trial_end": null,
        "trial_settings": {"end_behavior": {"missing_payment_method": "create_invoice"}}, "trial_start": null
    });
    whole([subscription, always, always_too])
}

pub(super) fn invoice(state: &State, one: &Invoice) -> Value {
    let is_preview = one.reason == Reason::Upcoming;
    let customer = state.customer(&one.customer);
    let (total, due) = (one.total(), one.due());
    let paid = if one.state == InvoiceState::Paid { due } else { 0 };
    let finalized = (!is_preview).then_some(one.created);
    let page = (!is_preview).then(|| state.address(&format!("/invoice/{}", one.id)));
    let lines: Vec<Value> = one.lines.iter().take(LINES).map(|line| invoice_line(one, line)).collect();
    let invoice = json!({
        "id": one.id, "object": "invoice", "amount_due": due, "amount_paid": paid,
        "amount_remaining": due - paid,
        "attempt_count": one.attempts, "attempted": one.attempts > 0, "billing_reason": one.reason.as_str(),
        "created": one.created,
        "currency": CURRENCY, "customer": one.customer,
        "customer_email": customer.and_then(|one| one.email.as_deref()),
        "customer_name": customer.and_then(|one| one.name.as_deref()), "effective_at": finalized,
        "ending_balance": one.ending_balance, "hosted_invoice_url": page, "invoice_pdf": page,
        "lines": list(&format!("/v1/invoices/{}/lines", one.id), &lines, one.lines.len() > LINES),
        "livemode": false, "metadata": {},
        "number": (!is_preview).then_some(&one.number), "period_end": one.period.1,
        "period_start": one.period.0
    });
    let sums = json!({
        "parent": {
            "quote_details": null, "subscription_details": {"metadata": {}, "subscription": one.subscription},
            "type": "subscription_details"
        },
        "starting_balance": one.starting_balance,
        "status": if is_preview { "draft" } else { one.state.as_str() },
        "status_transitions": {"finalized_at": finalized, "marked_uncollectible_at": null, "paid_at": one.paid_at, "voided_at": null},
        "subtotal": total, "subtotal_excluding_tax": total, "total": total, "total_excluding_tax": total,
        "webhooks_delivered_at": finalized
    });
    let always = json!({
        "account_country": "US", "account_name": "Test payments", "account_tax_ids": null,
        "amount_overpaid": 0,
        "amount_shipping": 0, "application": null, "auto_advance": false,
        "automatic_tax": {"disabled_reason": null, "enabled": false, "liability": null, "provider": null, "status": null},
        "automatically_finalizes_at": null, "collection_method": "charge_automatically",
        "custom_fields": null,
        "customer_account": null, "customer_address": null, "customer_phone": null, "customer_shipping": null,
        "customer_tax_exempt": "none", "customer_tax_ids": [], "default_payment_method": null,
        "default_source": null,
        "default_tax_rates": [], "description": null, "discounts": [], "due_date": null
    });
    let always_too = json!({
        "footer": null, "from_invoice": null, "issuer": {"type": "self"}, "last_finalization_error": null,
        "latest_revision": null,
        "next_payment_attempt": null, "on_behalf_of": null,
        "payment_settings": {"default_mandate": null, "payment_method_options": null, "payment_method_types": null},
        "post_payment_credit_notes_amount": 0, "pre_payment_credit_notes_amount": 0, "receipt_number": null,
        "rendering": null,
        "shipping_cost": null, "shipping_details": null, "statement_descriptor": null, "test_clock": null,
        "total_discount_amounts": [], "total_pretax_credit_amounts": [], "total_taxes": []
    });
    whole([invoice, sums, always, always_too])
}

fn invoice_line(of: &Invoice, line: &Line) -> Value {
    json!({
        "id": line.id, "object": "line_item", "amount": line.amount, "currency": CURRENCY,
        "description": line.description,
        "discount_amounts": [], "discountable": !line.is_proration, "discounts": [], "invoice": of.id,
        "livemode": false,
        "metadata": {},
        "parent": {
            "invoice_item_details": null,
            "subscription_item_details": {
                "invoice_item": null, "proration": line.is_proration,
                "proration_details": {"credited_items": null},
                "subscription": of.subscription, "subscription_item": of.item
            },
            "type": "subscription_item_details"
        },
        "period": {"end": line.period.1, "start": line.period.0}, "pretax_credit_amounts": [],
        "pricing": {
            "price_details": {"price": PRICE, "product": PRODUCT}, "type": "price_details",
            "unit_amount_decimal": SEAT_CENTS.to_string()
        },
        "quantity": line.seats, "subtotal": line.amount, "taxes": []
    })
}

pub(super) fn event(id: &str, kind: &str, object: &Value, at: i64) -> Value {
    json!({
        "id": id, "object": "event", "api_version": API_VERSION, "created": at, "data": {"object": object},
        "livemode": false,
        "pending_webhooks": 1, "request": {"id": null, "idempotency_key": null}, "type": kind
    })
}
