//! The content of each page.

use askama::Template;
use chrono::DateTime;
use proffer_domain::money::Currency;
use rust_decimal::Decimal;

use super::super::{
    billing::cents,
    state::{Checkout, Invoice, InvoiceState, Portal, SEAT_CENTS, State, Status, Subscription},
};

/// Where the browser goes after payment. Like Stripe, it inserts the page's id where the URL has a
/// placeholder.
pub(super) fn success_url(checkout: &Checkout) -> String {
    checkout.success_url.replace("{CHECKOUT_SESSION_ID}", &checkout.id)
}

fn dollars(cents: i64) -> String {
    Currency::USD.display(Decimal::new(cents, 2))
}

fn day(seconds: i64) -> String {
    DateTime::from_timestamp(seconds, 0).map(|at| at.format("%-d %B %Y").to_string()).unwrap_or_default()
}

fn seats(count: u64) -> String {
    if count == 1 { "1 seat".to_owned() } else { format!("{count} seats") }
}

fn name<'a>(state: &'a State, customer: &str) -> Option<&'a str> {
    state.customer(customer)?.name.as_deref()
}

/// The checkout page.
#[derive(Template)]
#[template(path = "test_payments/checkout.html")]
pub(super) struct CheckoutView<'a> {
    customer: Option<&'a str>,
    seats: String,
    seat_price: String,
    total: String,
    is_declined: bool,
    cancel_url: Option<&'a str>,
}

impl<'a> CheckoutView<'a> {
    pub(super) fn of(state: &'a State, checkout: &'a Checkout, is_declined: bool) -> Self {
        Self {
            customer: name(state, &checkout.customer),
            seats: seats(checkout.seats),
            seat_price: dollars(SEAT_CENTS),
            total: dollars(cents(checkout.seats)),
            is_declined,
            cancel_url: checkout.cancel_url.as_deref(),
        }
    }
}

/// The page for keeping or ending a subscription.
#[derive(Template)]
#[template(path = "test_payments/portal.html")]
pub(super) struct PortalView<'a> {
    customer: Option<&'a str>,
    subscriptions: Vec<SubscriptionView<'a>>,
    invoices: Vec<InvoiceRow<'a>>,
    return_url: &'a str,
}

struct SubscriptionView<'a> {
    id: &'a str,
    status: &'static str,
    tone: &'static str,
    seats: u64,
    next: Option<String>,
    ends: Option<(&'static str, String)>,
    is_ending: bool,
    is_over: bool,
}

struct InvoiceRow<'a> {
    id: &'a str,
    number: &'a str,
    date: String,
    status: &'static str,
    total: String,
}

impl<'a> PortalView<'a> {
    pub(super) fn of(state: &'a State, portal: &'a Portal, now: i64) -> Self {
        let theirs = state.subscriptions.iter().rev().filter(|one| one.customer == portal.customer);
        let invoices = state.invoices.iter().rev().filter(|one| one.customer == portal.customer);
        Self {
            customer: name(state, &portal.customer),
            subscriptions: theirs.map(|one| SubscriptionView::of(state, one, now)).collect(),
            invoices: invoices.map(InvoiceRow::of).collect(),
            return_url: &portal.return_url,
        }
    }
}

impl<'a> SubscriptionView<'a> {
    fn of(state: &State, one: &'a Subscription, now: i64) -> Self {
        let (status, tone) = match one.status {
            Status::Active => ("Active", "good"),
            Status::PastDue => ("A payment failed", "late"),
            Status::Unpaid => ("Not paid", "over"),
            Status::Canceled => ("Ended", "over"),
        };
        let upcoming = state.preview(&one.id, one.seats, now).filter(|_| !one.cancel_at_period_end);
        let ends = match one.ended_at {
            Some(at) => Some(("Ended on", day(at))),
            None => one.cancel_at_period_end.then(|| ("Ends on", day(one.period.1))),
        };
        Self {
            id: &one.id,
            status,
            tone,
            seats: one.seats,
            next: upcoming.map(|invoice| format!("{} on {}", dollars(invoice.due()), day(one.period.1))),
            ends,
            is_ending: one.cancel_at_period_end,
            is_over: one.is_over(),
        }
    }
}

impl<'a> InvoiceRow<'a> {
    fn of(one: &'a Invoice) -> Self {
        Self {
            id: &one.id,
            number: &one.number,
            date: day(one.created),
            status: status(one),
            total: dollars(one.total()),
        }
    }
}

fn status(invoice: &Invoice) -> &'static str {
    match invoice.state {
        InvoiceState::Open => "To be paid",
        InvoiceState::Paid => "Paid",
        InvoiceState::Uncollectible => "Given up",
    }
}

/// An invoice, also served as its PDF.
#[derive(Template)]
#[template(path = "test_payments/invoice.html")]
pub(super) struct InvoiceView<'a> {
    number: &'a str,
    customer: Option<&'a str>,
    date: String,
    status: &'static str,
    lines: Vec<LineView<'a>>,
    total: String,
    credit: Option<String>,
    due: String,
}

struct LineView<'a> {
    description: &'a str,
    period: String,
    amount: String,
}

impl<'a> InvoiceView<'a> {
    pub(super) fn of(state: &'a State, one: &'a Invoice) -> Self {
        let line = |line: &'a super::super::state::Line| LineView {
            description: &line.description,
            period: format!("{} to {}", day(line.period.0), day(line.period.1)),
            amount: dollars(line.amount),
        };
        let credit = one.starting_balance - one.ending_balance;
        Self {
            number: &one.number,
            customer: name(state, &one.customer),
            date: day(one.created),
            status: status(one),
            lines: one.lines.iter().map(line).collect(),
            total: dollars(one.total()),
            credit: (credit < 0).then(|| dollars(credit)),
            due: dollars(one.due()),
        }
    }
}

/// A page with only a message.
#[derive(Template)]
#[template(path = "test_payments/message.html")]
pub(super) struct MessageView {
    heading: &'static str,
    text: &'static str,
    url: Option<String>,
}

impl MessageView {
    pub(super) fn welcome() -> Self {
        let text = "Start in Proffer: choosing to pay there leads to a page at this address.";
        Self { heading: "Test payments", text, url: None }
    }

    pub(super) fn nothing() -> Self {
        Self {
            heading: "There is nothing here",
            text: "The address may be incomplete. Start again in Proffer.",
            url: None,
        }
    }

    pub(super) fn paid(checkout: &Checkout) -> Self {
        let text = "It has been paid on this page. Do not pay again.";
        Self { heading: "This is paid", text, url: Some(success_url(checkout)) }
    }

    pub(super) fn expired(checkout: &Checkout) -> Self {
        let text = "A payment page works for a day, or until it is cancelled. Nothing was charged. Start again in Proffer.";
        Self { heading: "This page has expired", text, url: checkout.cancel_url.clone() }
    }
}
