//! Every method of the adapter.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use proffer_adapters::payments::{CheckoutState, PaymentError, Payments, ReportError};
use proffer_domain::subscription::StripeStatus;
use rust_decimal::Decimal;
use secrecy::ExposeSecret as _;

use super::{Bench, WORKSPACE, page_for, time};

fn dollars(text: &str) -> Decimal {
    text.parse().unwrap()
}

#[tokio::test]
async fn without_settings_nothing_is_asked() {
    let payments = Payments::new(None);
    assert!(!payments.is_configured() && payments.hosts().is_empty());
    assert!(matches!(payments.seat_price().await, Err(PaymentError::NotConfigured)));
    assert!(matches!(
        payments.create_checkout("key", &page_for("cus_1", 1)).await,
        Err(PaymentError::NotConfigured)
    ));
    assert_eq!(
        payments.reported("t=1,v1=00", b"{}", time("2026-03-02T09:00:00Z")),
        Err(ReportError::NotConfigured)
    );
}

#[tokio::test]
async fn each_call_sends_what_it_should_and_no_more() {
    let bench = Bench::start();
    let (customer, subscription) = bench.subscribed(2).await;
    let page = bench.page("second", &customer, 3).await;
    bench.payments.checkout(&page.id).await.unwrap();
    bench.payments.expire_checkout("expiry", &page.id).await.unwrap();
    bench.payments.portal("portal", &customer, "https://proffer.example/subscription").await.unwrap();
    bench.payments.set_seats("seats", &subscription, 4).await.unwrap();
    bench.payments.next_charge(&subscription, &customer, 5).await.unwrap();
    bench.payments.invoices(&customer).await.unwrap();
    bench.payments.seat_price().await.unwrap();
    bench.payments.cancel("end", &subscription.id).await.unwrap();

    let workspace = WORKSPACE.to_string();
    let (session, of) =
        (format!("/v1/checkout/sessions/{}", page.id), format!("/v1/subscriptions/{}", subscription.id));
    let checkout = |seats: &str| {
        [
            ("mode", "subscription"),
            ("customer", &customer),
            ("client_reference_id", &workspace),
            ("line_items[0][price]", "price_proffer_seat"),
            ("line_items[0][quantity]", seats),
            ("subscription_data[metadata][workspace_id]", &workspace),
            ("success_url", "https://proffer.example/subscription?paid=1"),
            ("cancel_url", "https://proffer.example/subscription"),
            ("tax_id_collection[enabled]", "true"),
            ("billing_address_collection", "required"),
            ("customer_update[address]", "auto"),
            ("customer_update[name]", "auto"),
            ("expand[0]", "line_items"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
    };
    let pairs = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect::<BTreeMap<_, _>>()
    };
    let expected = [
        (
            "POST",
            "/v1/customers",
            Some("customer"),
            pairs(&[
                ("name", "Harbour Studio"),
                ("email", "ada@harbour.example"),
                ("metadata[workspace_id]", &workspace),
            ]),
        ),
        ("POST", "/v1/checkout/sessions", Some("page"), BTreeMap::from(checkout("2"))),
        (
            "GET",
            "/v1/subscriptions",
            None,
            pairs(&[("customer", &customer), ("status", "all"), ("limit", "100")]),
        ),
        ("POST", "/v1/checkout/sessions", Some("second"), BTreeMap::from(checkout("3"))),
        ("GET", &session, None, pairs(&[("expand[0]", "line_items")])),
        ("POST", &format!("{session}/expire"), Some("expiry"), pairs(&[("expand[0]", "line_items")])),
        (
            "POST",
            "/v1/billing_portal/sessions",
            Some("portal"),
            pairs(&[("customer", &customer), ("return_url", "https://proffer.example/subscription")]),
        ),
        (
            "POST",
            &of,
            Some("seats"),
            pairs(&[
                ("items[0][id]", &subscription.item_id),
                ("items[0][quantity]", "4"),
                ("proration_behavior", "create_prorations"),
            ]),
        ),
        (
            "POST",
            "/v1/invoices/create_preview",
            None,
            pairs(&[
                ("customer", &customer),
                ("subscription", &subscription.id),
                ("subscription_details[items][0][id]", &subscription.item_id),
                ("subscription_details[items][0][quantity]", "5"),
                ("subscription_details[proration_behavior]", "create_prorations"),
            ]),
        ),
        ("GET", "/v1/invoices", None, pairs(&[("customer", &customer), ("limit", "24")])),
        ("GET", "/v1/prices/price_proffer_seat", None, pairs(&[])),
        ("DELETE", &of, Some("end"), pairs(&[("prorate", "true"), ("invoice_now", "true")])),
    ];
    let calls = bench.stripe.calls();
    assert_eq!(calls.len(), expected.len(), "{calls:#?}");
    for (call, (method, path, key, parameters)) in calls.into_iter().zip(expected) {
        assert_eq!(
            (call.method.as_str(), call.path.as_str(), call.idempotency_key.as_deref()),
            (method, path, key)
        );
        assert_eq!(call.parameters, parameters, "{method} {path}");
        assert_eq!((call.status, call.is_replay), (200, false), "{method} {path}");
    }
}

#[tokio::test]
async fn a_page_is_open_until_it_is_paid_or_taken_back_or_a_day_has_passed() {
    let bench = Bench::start();
    let customer = bench.customer("customer").await;
    let paid = bench.page("1", &customer, 2).await;
    assert_eq!((paid.state, paid.seats), (CheckoutState::Open, Some(2)));
    let url = paid.url.clone().unwrap();
    let host = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap());
    assert!(bench.payments.hosts().contains(host.as_str()), "{url}");

    bench.stripe.pay(&paid.id).unwrap();
    let paid = bench.payments.checkout(&paid.id).await.unwrap();
    assert_eq!((paid.state, paid.seats, paid.url), (CheckoutState::Complete, Some(2), None));

    let taken_back = bench.page("2", &customer, 1).await;
    let taken_back = bench.payments.expire_checkout("expiry", &taken_back.id).await.unwrap();
    assert_eq!((taken_back.state, taken_back.url), (CheckoutState::Expired, None));

    let left = bench.page("3", &customer, 1).await;
    bench.pass(TimeDelta::hours(24) - TimeDelta::seconds(1));
    assert_eq!(bench.payments.checkout(&left.id).await.unwrap().state, CheckoutState::Open);
    bench.pass(TimeDelta::seconds(1));
    assert_eq!(bench.payments.checkout(&left.id).await.unwrap().state, CheckoutState::Expired);

    for id in [&paid.id, &taken_back.id, &left.id] {
        assert!(bench.stripe.pay(id).is_err(), "{id}");
        let again = bench.payments.expire_checkout(&format!("again-{id}"), id).await.unwrap_err();
        assert!(matches!(again, PaymentError::Refused { status: 400, .. }), "{again}");
    }
    assert_eq!(bench.told().iter().filter(|kind| *kind == "checkout.session.expired").count(), 2);
}

#[tokio::test]
async fn a_browser_is_sent_to_the_hosts_of_the_settings_alone() {
    let bench = Bench::start();
    let (customer, _) = bench.subscribed(1).await;
    let page = bench.page("open", &customer, 1).await;
    let mut settings = bench.stripe.settings();
    settings.hosts = vec!["checkout.stripe.com".to_owned()];
    let elsewhere = Payments::new(Some(&settings));
    for refused in [
        elsewhere.create_checkout("other", &page_for(&customer, 1)).await.map(|_| ()),
        elsewhere.checkout(&page.id).await.map(|_| ()),
        elsewhere.portal("portal", &customer, "https://proffer.example/").await.map(|_| ()),
    ] {
        assert!(
            matches!(&refused, Err(PaymentError::Unusable(why)) if why == "Invalid checkout URL received"),
            "{refused:?}"
        );
    }
    let invoice = elsewhere.invoices(&customer).await.unwrap().remove(0);
    assert_eq!((invoice.url, invoice.pdf_url), (None, None));
    let invoice = bench.payments.invoices(&customer).await.unwrap().remove(0);
    assert!(invoice.url.is_some() && invoice.pdf_url.is_some());
}

#[tokio::test]
async fn a_subscription_is_read_in_every_state() {
    let bench = Bench::start();
    let (customer, begun) = bench.subscribed(3).await;
    let id = begun.id.as_str();
    assert_eq!((begun.status, begun.seats), (StripeStatus::Active, 3));
    assert_eq!(begun.created_at, bench.now());
    assert_eq!(begun.period_ends_at, time("2026-04-02T09:00:00Z"));
    assert_eq!((begun.cancels_at, begun.ended_at), (None, None));

    bench.stripe.cancel_at_period_end(id).unwrap();
    assert_eq!(bench.subscription(&customer).await.cancels_at, Some(begun.period_ends_at));
    bench.stripe.resume(id).unwrap();
    assert_eq!(bench.subscription(&customer).await.cancels_at, None);

    bench.stripe.fail_payment(id).unwrap();
    let failed = bench.subscription(&customer).await;
    assert_eq!((failed.status, failed.period_ends_at), (StripeStatus::PastDue, time("2026-05-02T09:00:00Z")));
    bench.stripe.recover_payment(id).unwrap();
    assert_eq!(bench.subscription(&customer).await.status, StripeStatus::Active);

    bench.stripe.fail_payment(id).unwrap();
    bench.pass(TimeDelta::hours(1));
    bench.stripe.give_up(id).unwrap();
    let over = bench.subscription(&customer).await;
    assert_eq!((over.status, over.ended_at), (StripeStatus::Canceled, Some(bench.now())));
    assert_eq!(
        bench.told(),
        [
            "customer.created",
            "customer.subscription.created",
            "invoice.created",
            "invoice.paid",
            "checkout.session.completed",
            "customer.subscription.updated",
            "customer.subscription.updated",
            "invoice.created",
            "invoice.payment_failed",
            "customer.subscription.updated",
            "invoice.paid",
            "customer.subscription.updated",
            "invoice.created",
            "invoice.payment_failed",
            "customer.subscription.updated",
            "customer.subscription.updated",
            "customer.subscription.deleted",
        ]
    );
}

#[tokio::test]
async fn two_pages_that_are_paid_are_two_subscriptions() {
    let bench = Bench::start();
    let customer = bench.customer("customer").await;
    let pages = [bench.page("1", &customer, 1).await, bench.page("2", &customer, 2).await];
    for page in &pages {
        bench.stripe.pay(&page.id).unwrap();
        bench.pass(TimeDelta::minutes(1));
    }
    let all = bench.payments.subscriptions(&customer).await.unwrap();
    assert_eq!(all.iter().map(|one| one.seats).collect::<Vec<_>>(), [2, 1], "newest first");
    assert!(all.iter().all(|one| one.status == StripeStatus::Active));

    // With another price they are not the product's.
    let mut settings = bench.stripe.settings();
    settings.price_id = "price_other".to_owned();
    assert_eq!(Payments::new(Some(&settings)).subscriptions(&customer).await.unwrap(), []);
}

#[tokio::test]
async fn seats_are_charged_for_the_seconds_that_are_left() {
    // March has 31 days, so half of its period is 15 and a half.
    let bench = Bench::start();
    let (customer, subscription) = bench.subscribed(2).await;
    bench.pass(TimeDelta::hours(372));
    let preview = bench.payments.next_charge(&subscription, &customer, 4).await.unwrap();
    assert_eq!((preview.total, preview.prorated), (dollars("45.00"), dollars("9.00")));
    assert_eq!((preview.at, preview.currency.as_str()), (time("2026-04-02T09:00:00Z"), "USD"));
    let fewer = bench.payments.next_charge(&subscription, &customer, 1).await.unwrap();
    assert_eq!((fewer.total, fewer.prorated), (dollars("4.50"), dollars("-4.50")));
    let unchanged = bench.payments.next_charge(&subscription, &customer, 2).await.unwrap();
    assert_eq!((unchanged.total, unchanged.prorated), (dollars("18.00"), dollars("0.00")));

    let changed = bench.payments.set_seats("seats", &subscription, 4).await.unwrap();
    assert_eq!((changed.seats, changed.period_ends_at), (4, subscription.period_ends_at));
    let after = bench.payments.next_charge(&changed, &customer, 4).await.unwrap();
    assert_eq!((after.total, after.prorated), (preview.total, preview.prorated));
    assert_eq!(
        bench.payments.invoices(&customer).await.unwrap().len(),
        1,
        "nothing is charged before the month is over"
    );

    bench.pass(TimeDelta::hours(372));
    let invoices = bench.payments.invoices(&customer).await.unwrap();
    assert_eq!(
        invoices.iter().map(|one| one.total).collect::<Vec<_>>(),
        [dollars("45.00"), dollars("18.00")]
    );
    assert!(invoices.iter().all(|one| one.status == "paid" && one.currency == "USD" && one.number.is_some()));
}

#[tokio::test]
async fn a_long_invoice_is_previewed_to_the_cent_too() {
    let bench = Bench::start();
    let (customer, subscription) = bench.subscribed(1).await;
    for seats in 2..=9 {
        bench.pass(TimeDelta::hours(24));
        bench.payments.set_seats(&format!("seats-{seats}"), &subscription, seats).await.unwrap();
    }
    let now = bench.subscription(&customer).await;
    let preview = bench.payments.next_charge(&now, &customer, 9).await.unwrap();
    // One more seat on each of eight days: 30/31 to 23/31 of 9 dollars, each of the sixteen lines rounded.
    let expected: i64 = (1..=8_i64)
        .map(|day| {
            let left = |seats: i64| (2 * seats * 900 * (31 - day) + 31).div_euclid(62);
            left(day + 1) - left(day)
        })
        .sum();
    assert_eq!(preview.prorated, Decimal::new(expected, 2));
    assert_eq!(preview.total, Decimal::new(expected + 8100, 2));
}

#[tokio::test]
async fn what_is_not_used_is_credited_when_it_ends_at_once() {
    let bench = Bench::start();
    let (customer, subscription) = bench.subscribed(2).await;
    bench.pass(TimeDelta::hours(372));
    bench.payments.cancel("end", &subscription.id).await.unwrap();
    let over = bench.subscription(&customer).await;
    assert_eq!((over.status, over.ended_at), (StripeStatus::Canceled, Some(bench.now())));
    assert_eq!(bench.payments.invoices(&customer).await.unwrap()[0].total, dollars("-9.00"));
    assert_eq!(bench.stripe.customers()[0]["balance"], -900);

    // The credit pays for the following charges.
    let page = bench.page("again", &customer, 1).await;
    bench.stripe.pay(&page.id).unwrap();
    let invoice = bench.stripe.invoices().pop().unwrap();
    assert_eq!(
        (&invoice["total"], &invoice["amount_due"], &invoice["status"]),
        (&900.into(), &0.into(), &"paid".into())
    );
    assert_eq!(bench.stripe.customers()[0]["balance"], 0);

    let gone = bench.payments.cancel("once more", &subscription.id).await.unwrap_err();
    assert!(
        matches!(&gone, PaymentError::Refused { status: 404, code } if code == "resource_missing"),
        "{gone}"
    );
    let changed = bench.payments.set_seats("seats", &over, 3).await.unwrap_err();
    assert!(matches!(changed, PaymentError::Refused { status: 400, .. }), "{changed}");
    let next = bench.payments.next_charge(&over, &customer, 2).await.unwrap_err();
    assert!(matches!(next, PaymentError::Refused { status: 400, .. }), "{next}");
}

#[tokio::test]
async fn months_are_renewed_as_they_pass() {
    let bench = Bench::start_at("2027-01-31T09:00:00Z");
    let (customer, begun) = bench.subscribed(1).await;
    let mut ends = vec![begun.period_ends_at];
    for days in [28, 31, 30] {
        bench.pass(TimeDelta::days(days));
        ends.push(bench.subscription(&customer).await.period_ends_at);
    }
    let expected =
        ["2027-02-28T09:00:00Z", "2027-03-31T09:00:00Z", "2027-04-30T09:00:00Z", "2027-05-31T09:00:00Z"];
    assert_eq!(ends, expected.map(time));
    assert_eq!(bench.payments.invoices(&customer).await.unwrap().len(), 4);

    // Several at once, and a scheduled end.
    bench.stripe.cancel_at_period_end(&begun.id).unwrap();
    bench.pass(TimeDelta::days(100));
    let over = bench.subscription(&customer).await;
    assert_eq!((over.status, over.ended_at), (StripeStatus::Canceled, Some(time("2027-05-31T09:00:00Z"))));
    assert_eq!(bench.payments.invoices(&customer).await.unwrap().len(), 4);
}

#[tokio::test]
async fn the_price_is_asked_once_and_kept() {
    let bench = Bench::start();
    bench.stripe.fault("/prices/", proffer_embedded::stripe::Fault::FailBefore);
    assert!(matches!(bench.payments.seat_price().await, Err(PaymentError::Failed(500))));
    for payments in [bench.payments.clone(), bench.payments.clone(), bench.payments.clone()] {
        let price = payments.seat_price().await.unwrap();
        assert_eq!((price.amount, price.currency.as_str()), (dollars("9.00"), "USD"));
    }
    assert_eq!(bench.stripe.calls().len(), 2, "a failure is not kept");
}

#[tokio::test]
async fn what_the_double_reports_is_taken() {
    let bench = Bench::start();
    let (customer, subscription) = bench.subscribed(1).await;
    bench.stripe.cancel_now(&subscription.id).unwrap();
    let events = bench.stripe.events();
    assert!(!events.is_empty());
    for event in &events {
        let signature = bench.stripe.signature(&event.payload, bench.now());
        let reported = bench.payments.reported(&signature, event.payload.as_bytes(), bench.now()).unwrap();
        assert_eq!((&reported.id, &reported.kind), (&event.id, &event.kind));
        assert_eq!(reported.customer_id.as_ref(), Some(&customer), "{}", event.kind);
    }
    let old = bench.stripe.signature(&events[0].payload, bench.now() - TimeDelta::seconds(301));
    assert_eq!(
        bench.payments.reported(&old, events[0].payload.as_bytes(), bench.now()),
        Err(ReportError::Signature)
    );
}

#[tokio::test]
async fn the_secret_key_shows_nowhere() {
    let bench = Bench::start();
    let mut settings = bench.stripe.settings();
    let shown = format!("{:?} {settings:?}", bench.payments);
    assert!(!shown.contains(settings.secret_key.expose_secret()), "{shown}");
    settings.secret_key = "sk_test_wrong".into();
    let refused = Payments::new(Some(&settings)).seat_price().await.unwrap_err();
    assert!(matches!(refused, PaymentError::Refused { status: 401, .. }));
    assert!(!format!("{refused} {refused:?}").contains("sk_test_wrong"));
}
