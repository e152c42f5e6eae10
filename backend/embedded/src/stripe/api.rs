//! The supported calls, with their parameters and effects.

use serde_json::Value;

use super::{
    idempotency::StripeRequest,
    objects,
    parameters::{Parameter, Parameters, Refusal, may, needed},
    state::{Checkout, CheckoutState, Customer, PRICE, Portal, State, Subscription, new_id},
};

const CUSTOMER: &[Parameter] = &[may("name"), may("email"), may("metadata[*]")];
const CHECKOUT: &[Parameter] = &[
    needed("mode").of(&["subscription"]),
    needed("customer"),
    may("client_reference_id"),
    needed("line_items[0][price]"),
    needed("line_items[0][quantity]"),
    needed("success_url"),
    may("cancel_url"),
    may("subscription_data[metadata][*]"),
    may("tax_id_collection[enabled]").of(&["true", "false"]),
    may("billing_address_collection").of(&["auto", "required"]),
    may("customer_update[address]").of(&["auto", "never"]),
    may("customer_update[name]").of(&["auto", "never"]),
    may("expand[0]").of(&["line_items"]),
];
const ONE_CHECKOUT: &[Parameter] = &[may("expand[0]").of(&["line_items"])];
const PORTAL: &[Parameter] = &[needed("customer"), may("return_url")];
const SUBSCRIPTIONS: &[Parameter] = &[may("customer"), may("status").of(&["all"]), may("limit")];
const UPDATE: &[Parameter] = &[
    needed("items[0][id]"),
    needed("items[0][quantity]"),
    may("proration_behavior").of(&["create_prorations"]),
];
const CANCEL: &[Parameter] =
    &[may("prorate").of(&["true", "false"]), may("invoice_now").of(&["true", "false"])];
const INVOICES: &[Parameter] = &[may("customer"), may("limit")];
const PREVIEW: &[Parameter] = &[
    may("customer"),
    needed("subscription"),
    may("subscription_details[items][0][id]"),
    may("subscription_details[items][0][quantity]"),
    may("subscription_details[proration_behavior]").of(&["create_prorations"]),
];

/// The largest number of seats.
const MOST: u64 = 999_999;

/// Executes a call at the given time.
pub(super) fn answer(state: &mut State, asked: &StripeRequest, now: i64) -> Result<Value, Refusal> {
    let StripeRequest { method, path, parameters } = asked;
    let known = |known| Parameters::checked(parameters, known);
    let segments: Vec<&str> = path.trim_start_matches("/v1/").split('/').collect();
    match (method.as_str(), segments.as_slice()) {
        ("POST", ["customers"]) => create_customer(state, known(CUSTOMER)?, now),
        ("GET", ["customers", id]) => {
            known(&[])?;
            state.customer(id).map(objects::customer).ok_or_else(|| Refusal::missing("customer", id))
        }
        ("POST", ["checkout", "sessions"]) => create_checkout(state, known(CHECKOUT)?, now),
        ("GET", ["checkout", "sessions", id]) => show_checkout(state, id, known(ONE_CHECKOUT)?),
        ("POST", ["checkout", "sessions", id, "expire"]) => {
            expire_checkout(state, id, known(ONE_CHECKOUT)?, now)
        }
        ("POST", ["billing_portal", "sessions"]) => create_portal(state, known(PORTAL)?, now),
        ("GET", ["subscriptions"]) => list_subscriptions(state, known(SUBSCRIPTIONS)?),
        ("GET", ["subscriptions", id]) => {
            known(&[])?;
            state
                .subscription(id)
                .map(objects::subscription)
                .ok_or_else(|| Refusal::missing("subscription", id))
        }
        ("POST", ["subscriptions", id]) => update_subscription(state, id, known(UPDATE)?, now),
        ("DELETE", ["subscriptions", id]) => cancel_subscription(state, id, known(CANCEL)?, now),
        ("GET", ["invoices"]) => list_invoices(state, known(INVOICES)?),
        ("POST", ["invoices", "create_preview"]) => preview(state, known(PREVIEW)?, now),
        ("GET", ["prices", id]) => {
            known(&[])?;
            if *id == PRICE { Ok(objects::price()) } else { Err(Refusal::missing("price", id)) }
        }
        _ => Err(Refusal::no_such_path(method, path)),
    }
}

fn create_customer(state: &mut State, parameters: Parameters<'_>, now: i64) -> Result<Value, Refusal> {
    if let Some(email) = parameters.get("email")
        && !email.contains('@')
    {
        return Err(Refusal::because(Some("email"), format!("Invalid email address: {email}")));
    }
    let customer = Customer {
        id: new_id("cus"),
        name: parameters.owned("name"),
        email: parameters.owned("email"),
        metadata: parameters.map("metadata"),
        created: now,
        balance: 0,
    };
    let object = objects::customer(&customer);
    state.customers.push(customer);
    state.tell("customer.created", Some(object.clone()), now);
    Ok(object)
}

/// The customer named by a parameter.
fn customer(state: &State, parameters: Parameters<'_>) -> Result<String, Refusal> {
    let id = parameters.text("customer");
    let found = state.customer(id).map(|customer| customer.id.clone());
    found.ok_or_else(|| Refusal::missing_in("customer", "customer", id))
}

fn create_checkout(state: &mut State, parameters: Parameters<'_>, now: i64) -> Result<Value, Refusal> {
    let price = parameters.text("line_items[0][price]");
    if price != PRICE {
        return Err(Refusal::missing_in("line_items[0][price]", "price", price));
    }
    let cancel_url = parameters.get("cancel_url").map(|_| parameters.url("cancel_url")).transpose()?;
    let page = Checkout {
        id: new_id("cs_test"),
        customer: customer(state, parameters)?,
        reference: parameters.owned("client_reference_id"),
        seats: parameters.whole("line_items[0][quantity]", 1, MOST)?,
        state: CheckoutState::Open,
        success_url: parameters.url("success_url")?,
        cancel_url,
        metadata: parameters.map("subscription_data[metadata]"),
        created: now,
        subscription: None,
        invoice: None,
    };
    let object = objects::checkout(state, &page, parameters.get("expand[0]").is_some());
    state.checkouts.push(page);
    Ok(object)
}

fn show_checkout(state: &State, id: &str, parameters: Parameters<'_>) -> Result<Value, Refusal> {
    let page = state.checkout(id).ok_or_else(|| Refusal::missing("checkout.session", id))?;
    Ok(objects::checkout(state, page, parameters.get("expand[0]").is_some()))
}

fn expire_checkout(
    state: &mut State,
    id: &str,
    parameters: Parameters<'_>,
    now: i64,
) -> Result<Value, Refusal> {
    let page = state.checkout(id).ok_or_else(|| Refusal::missing("checkout.session", id))?;
    if page.state != CheckoutState::Open {
        let message = "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of";
        return Err(Refusal::because(None, format!("{message} `{}`.", page.state.as_str())));
    }
    state.expire(id, now);
    show_checkout(state, id, parameters)
}

fn create_portal(state: &mut State, parameters: Parameters<'_>, now: i64) -> Result<Value, Refusal> {
    let portal = Portal {
        id: new_id("bps"),
        customer: customer(state, parameters)?,
        return_url: parameters.url("return_url")?,
        created: now,
    };
    let object = objects::portal(state, &portal);
    state.portals.push(portal);
    Ok(object)
}

/// The requested page size.
fn limit(parameters: Parameters<'_>) -> Result<usize, Refusal> {
    let limit = if parameters.get("limit").is_some() { parameters.whole("limit", 1, 100)? } else { 10 };
    Ok(usize::try_from(limit).unwrap_or_default())
}

/// The newest entries, up to the requested page size.
fn page<'a, T: 'a>(
    url: &str,
    all: impl DoubleEndedIterator<Item = &'a T>,
    limit: usize,
    object: impl Fn(&T) -> Value,
) -> Value {
    let all: Vec<&T> = all.rev().collect();
    let shown: Vec<Value> = all.iter().take(limit).map(|one| object(one)).collect();
    objects::list(url, &shown, all.len() > limit)
}

fn list_subscriptions(state: &State, parameters: Parameters<'_>) -> Result<Value, Refusal> {
    let of = parameters.get("customer").map(|_| customer(state, parameters)).transpose()?;
    let is_asked = |one: &&Subscription| {
        of.as_ref().is_none_or(|of| one.customer == *of)
            && (parameters.get("status").is_some() || !one.is_over())
    };
    let all = state.subscriptions.iter().filter(is_asked);
    Ok(page("/v1/subscriptions", all, limit(parameters)?, objects::subscription))
}

fn update_subscription(
    state: &mut State,
    id: &str,
    parameters: Parameters<'_>,
    now: i64,
) -> Result<Value, Refusal> {
    let seats = parameters.whole("items[0][quantity]", 0, MOST)?;
    let one = state.subscription(id).ok_or_else(|| Refusal::missing("subscription", id))?;
    if one.is_over() {
        return Err(Refusal::because(
            None,
            "A canceled subscription can only update its cancellation_details and metadata.",
        ));
    }
    let item = parameters.text("items[0][id]");
    if one.item != item {
        return Err(Refusal::missing_in("items[0][id]", "subscription item", item));
    }
    state.set_seats(id, seats, now);
    state.subscription(id).map(objects::subscription).ok_or_else(|| Refusal::missing("subscription", id))
}

fn cancel_subscription(
    state: &mut State,
    id: &str,
    parameters: Parameters<'_>,
    now: i64,
) -> Result<Value, Refusal> {
    if state.subscription(id).is_none_or(Subscription::is_over) {
        return Err(Refusal::missing("subscription", id));
    }
    match (parameters.get("prorate"), parameters.get("invoice_now")) {
        (Some("true"), Some("true")) => state.cancel_with_credit(id, now),
        _ => state.cancel_now(id, now),
    }
    state.subscription(id).map(objects::subscription).ok_or_else(|| Refusal::missing("subscription", id))
}

fn list_invoices(state: &State, parameters: Parameters<'_>) -> Result<Value, Refusal> {
    let of = parameters.get("customer").map(|_| customer(state, parameters)).transpose()?;
    let all = state.invoices.iter().filter(|one| of.as_ref().is_none_or(|of| one.customer == *of));
    Ok(page("/v1/invoices", all, limit(parameters)?, |one| objects::invoice(state, one)))
}

fn preview(state: &State, parameters: Parameters<'_>, now: i64) -> Result<Value, Refusal> {
    let id = parameters.text("subscription");
    let one =
        state.subscription(id).ok_or_else(|| Refusal::missing_in("subscription", "subscription", id))?;
    if parameters.get("customer").is_some_and(|customer| customer != one.customer) {
        return Err(Refusal::because(
            Some("subscription"),
            "The subscription does not belong to the customer.",
        ));
    }
    let item = parameters.get("subscription_details[items][0][id]");
    if let Some(item) = item.filter(|item| *item != one.item) {
        return Err(Refusal::missing_in("subscription_details[items][0][id]", "subscription item", item));
    }
    let quantity = "subscription_details[items][0][quantity]";
    let seats =
        if parameters.get(quantity).is_some() { parameters.whole(quantity, 0, MOST)? } else { one.seats };
    // A cancelled subscription has no next invoice.
    let none = || Refusal::because(None, "No upcoming invoices for customer");
    state.preview(id, seats, now).map(|invoice| objects::invoice(state, &invoice)).ok_or_else(none)
}
