//! Requests to Stripe: each call with exactly what it sends.

use std::collections::HashMap;

use stripe_billing::{
    billing_portal_session::CreateBillingPortalSession,
    invoice::{
        CreatePreviewInvoice, CreatePreviewInvoiceSubscriptionDetails,
        CreatePreviewInvoiceSubscriptionDetailsItems,
        CreatePreviewInvoiceSubscriptionDetailsProrationBehavior, ListInvoice,
    },
    subscription::{
        CancelSubscription, ListSubscription, ListSubscriptionStatus, UpdateSubscription,
        UpdateSubscriptionItems, UpdateSubscriptionProrationBehavior,
    },
};
use stripe_checkout::{
    CheckoutSessionBillingAddressCollection, CheckoutSessionMode,
    checkout_session::{
        CreateCheckoutSession, CreateCheckoutSessionCustomerUpdate,
        CreateCheckoutSessionCustomerUpdateAddress, CreateCheckoutSessionCustomerUpdateName,
        CreateCheckoutSessionLineItems, CreateCheckoutSessionSubscriptionData,
        CreateCheckoutSessionTaxIdCollection, ExpireCheckoutSession, RetrieveCheckoutSession,
    },
};
use stripe_core::customer::CreateCustomer;
use stripe_product::price::RetrievePrice;
use uuid::Uuid;

use super::{NewCheckout, NewCustomer, StripeSubscription};

/// The most that Stripe lists at once. A customer has one subscription at a time, so a hundred is enough.
const SUBSCRIPTIONS: i64 = 100;
/// Two years of invoices.
const INVOICES: i64 = 24;
/// The seats are in the line items, which Stripe omits unless they are requested.
const WITH_LINES: &str = "line_items";

pub(super) fn customer(new: &NewCustomer) -> CreateCustomer {
    CreateCustomer::new()
        .name(new.name.as_str())
        .email(new.email.as_str())
        .metadata(of_workspace(new.workspace_id))
}

/// Taxes are not computed (`automatic_tax` is left out): that requires Stripe Tax in the account, and is
/// refused without it. The data that an invoice needs is still collected: address, name and tax id. There is
/// no trial at Stripe, because Proffer has its own, which needs no card.
pub(super) fn checkout(new: &NewCheckout, price_id: &str) -> CreateCheckoutSession {
    let line = CreateCheckoutSessionLineItems {
        price: Some(price_id.to_owned()),
        quantity: Some(new.seats),
        ..CreateCheckoutSessionLineItems::new()
    };
    let subscription = CreateCheckoutSessionSubscriptionData {
        metadata: Some(of_workspace(new.workspace_id)),
        ..CreateCheckoutSessionSubscriptionData::new()
    };
    let customer_update = CreateCheckoutSessionCustomerUpdate {
        address: Some(CreateCheckoutSessionCustomerUpdateAddress::Auto),
        name: Some(CreateCheckoutSessionCustomerUpdateName::Auto),
        ..CreateCheckoutSessionCustomerUpdate::new()
    };
    CreateCheckoutSession::new()
        .mode(CheckoutSessionMode::Subscription)
        .customer(new.customer_id.as_str())
        .client_reference_id(new.workspace_id.to_string())
        .line_items(vec![line])
        .subscription_data(subscription)
        .success_url(new.success_url.as_str())
        .cancel_url(new.cancel_url.as_str())
        .tax_id_collection(CreateCheckoutSessionTaxIdCollection::new(true))
        .billing_address_collection(CheckoutSessionBillingAddressCollection::Required)
        .customer_update(customer_update)
        .expand(vec![WITH_LINES.to_owned()])
}

pub(super) fn retrieve_checkout(id: &str) -> RetrieveCheckoutSession {
    RetrieveCheckoutSession::new(id).expand(vec![WITH_LINES.to_owned()])
}

pub(super) fn expire_checkout(id: &str) -> ExpireCheckoutSession {
    ExpireCheckoutSession::new(id).expand(vec![WITH_LINES.to_owned()])
}

pub(super) fn portal(customer_id: &str, return_url: &str) -> CreateBillingPortalSession {
    CreateBillingPortalSession::new().customer(customer_id).return_url(return_url)
}

pub(super) fn subscriptions(customer_id: &str) -> ListSubscription {
    ListSubscription::new().customer(customer_id).status(ListSubscriptionStatus::All).limit(SUBSCRIPTIONS)
}

pub(super) fn set_seats(subscription: &StripeSubscription, seats: u64) -> UpdateSubscription {
    let item = UpdateSubscriptionItems {
        id: Some(subscription.item_id.clone()),
        quantity: Some(seats),
        ..UpdateSubscriptionItems::new()
    };
    UpdateSubscription::new(subscription.id.as_str())
        .items(vec![item])
        .proration_behavior(UpdateSubscriptionProrationBehavior::CreateProrations)
}

pub(super) fn cancel(subscription_id: &str) -> CancelSubscription {
    CancelSubscription::new(subscription_id).prorate(true).invoice_now(true)
}

pub(super) fn invoices(customer_id: &str) -> ListInvoice {
    ListInvoice::new().customer(customer_id).limit(INVOICES)
}

pub(super) fn preview(
    subscription: &StripeSubscription,
    customer_id: &str,
    seats: u64,
) -> CreatePreviewInvoice {
    let item = CreatePreviewInvoiceSubscriptionDetailsItems {
        id: Some(subscription.item_id.clone()),
        quantity: Some(seats),
        ..CreatePreviewInvoiceSubscriptionDetailsItems::new()
    };
    let details = CreatePreviewInvoiceSubscriptionDetails {
        items: Some(vec![item]),
        proration_behavior: Some(CreatePreviewInvoiceSubscriptionDetailsProrationBehavior::CreateProrations),
        ..CreatePreviewInvoiceSubscriptionDetails::new()
    };
    CreatePreviewInvoice::new()
        .customer(customer_id)
        .subscription(subscription.id.as_str())
        .subscription_details(details)
}

pub(super) fn price(id: &str) -> RetrievePrice {
    RetrievePrice::new(id)
}

fn of_workspace(id: Uuid) -> HashMap<String, String> {
    HashMap::from([("workspace_id".to_owned(), id.to_string())])
}
