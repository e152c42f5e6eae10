//! The pages of the Stripe double, as a user clicks through them, and the clock of embedded mode.

use chrono::TimeDelta;
use proffer_adapters::payments::CheckoutState;
use proffer_domain::subscription::StripeStatus;
use reqwest::{Client, Method, Response, StatusCode, Url, redirect::Policy};

use super::Bench;
use crate::support::app::{Setup, TestApp};

fn browser() -> Client {
    Client::builder().no_proxy().redirect(Policy::none()).build().unwrap()
}

async fn shown(url: &Url) -> String {
    let answer = browser().get(url.clone()).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{url}");
    let policy = answer.headers()["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains("default-src 'none'") && !policy.contains("script-src") && !policy.contains("unsafe"),
        "{policy}"
    );
    let html = answer.text().await.unwrap();
    assert!(
        html.contains("TEST PAYMENT PAGE")
            && html.contains("No money moves")
            && html.contains("Never type a card number"),
        "{html}"
    );
    assert!(!html.contains("<script") && !html.contains(" style="), "{html}");
    html
}

async fn pressed(url: &Url, form: &str) -> Response {
    let request = browser().post(url.clone()).header("Content-Type", "application/x-www-form-urlencoded");
    request.header("Sec-Fetch-Site", "same-origin").body(form.to_owned()).send().await.unwrap()
}

/// The target of a form.
async fn led(url: &Url, form: &str) -> String {
    let answer = pressed(url, form).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{form}");
    answer.headers()["location"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_page_takes_a_payment() {
    let bench = Bench::start();
    let customer = bench.customer("customer").await;
    let checkout = bench.page("page", &customer, 2).await;
    let page = checkout.url.unwrap();
    let html = shown(&page).await;
    for words in
        ["Harbour Studio", "2 seats × $9.00", "Pay $18.00", "Pay with a card that is declined", "Go back"]
    {
        assert!(html.contains(words), "{words} missing in {html}");
    }
    assert!(html.contains("href=\"https://proffer.example/subscription\""), "{html}");
    assert!(!html.contains("declined.</strong>"));

    let declined = page.join(&led(&page, "do=decline").await).unwrap();
    assert!(shown(&declined).await.contains("The card was declined.</strong> Nothing was charged"));
    assert_eq!(bench.payments.checkout(&checkout.id).await.unwrap().state, CheckoutState::Open);

    assert_eq!(led(&page, "do=pay").await, "https://proffer.example/subscription?paid=1");
    assert_eq!(bench.subscription(&customer).await.seats, 2);
    // Going back and submitting again buys nothing twice.
    assert_eq!(led(&page, "do=pay").await, page.path());
    assert!(shown(&page).await.contains("This is paid"));
    assert_eq!(bench.stripe.subscriptions().len(), 1);
}

#[tokio::test]
async fn a_page_that_has_run_out_says_so() {
    let bench = Bench::start();
    let customer = bench.customer("customer").await;
    let page = bench.page("page", &customer, 1).await.url.unwrap();
    bench.pass(TimeDelta::hours(24));
    assert_eq!(led(&page, "do=pay").await, page.path());
    let answer = browser().get(page.clone()).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::GONE);
    assert!(answer.text().await.unwrap().contains("This page has expired"));
    assert!(bench.stripe.subscriptions().is_empty());
    let nowhere = browser().get(page.join("/c/pay/cs_none").unwrap()).send().await.unwrap();
    assert_eq!(nowhere.status(), StatusCode::NOT_FOUND);
    assert!(shown(&page.join("/").unwrap()).await.contains("Test payments"));
}

#[tokio::test]
async fn a_subscription_is_kept_and_cancelled_on_the_page() {
    let bench = Bench::start();
    let (customer, subscription) = bench.subscribed(2).await;
    let page =
        bench.payments.portal("portal", &customer, "https://proffer.example/subscription").await.unwrap();
    let html = shown(&page).await;
    for words in [
        "Active",
        "$18.00 on 2 April 2026",
        "Cancel at the end of the period",
        "Let the next payment fail",
        "Return to Proffer",
    ] {
        assert!(html.contains(words), "{words} missing in {html}");
    }
    let press = async |wish: &str| {
        assert_eq!(led(&page, &format!("subscription={}&do={wish}", subscription.id)).await, page.path());
        (shown(&page).await, bench.subscription(&customer).await)
    };
    let (html, ending) = press("end").await;
    assert!(html.contains("Ends on") && html.contains("Keep it") && !html.contains("Next charge"), "{html}");
    assert_eq!(ending.cancels_at, Some(subscription.period_ends_at));
    assert_eq!(press("keep").await.1.cancels_at, None);
    let (html, late) = press("fail").await;
    assert!(html.contains("A payment failed") && html.contains("To be paid"), "{html}");
    assert_eq!(late.status, StripeStatus::PastDue);
    let (html, paid) = press("succeed").await;
    assert!(!html.contains("To be paid"), "{html}");
    assert_eq!(paid.status, StripeStatus::Active);
    let (html, over) = press("now").await;
    assert!(html.contains("Ended on") && !html.contains("do\" value=\"now"), "{html}");
    assert_eq!(over.status, StripeStatus::Canceled);

    // Other customers cannot be changed from here.
    let other = bench.payments.create_customer("other", &super::harbour()).await.unwrap();
    let theirs = bench.page("theirs", &other, 1).await;
    bench.stripe.pay(&theirs.id).unwrap();
    let theirs = bench.subscription(&other).await;
    led(&page, &format!("subscription={}&do=now", theirs.id)).await;
    assert_eq!(bench.subscription(&other).await.status, StripeStatus::Active);
}

#[tokio::test]
async fn an_invoice_has_a_page() {
    let bench = Bench::start();
    let (customer, subscription) = bench.subscribed(2).await;
    bench.pass(TimeDelta::hours(372));
    bench.payments.set_seats("seats", &subscription, 4).await.unwrap();
    bench.pass(TimeDelta::hours(372));
    let invoice = bench.payments.invoices(&customer).await.unwrap().remove(0);
    let html = shown(&invoice.url.unwrap()).await;
    for words in [
        "Unused time on 2 ×",
        "-$9.00",
        "Remaining time on 4 ×",
        "$18.00",
        "$36.00",
        "$45.00",
        "Paid",
        "Harbour Studio",
    ] {
        assert!(html.contains(words), "{words} missing in {html}");
    }
    let style = browser().get(bench.stripe.address().join("/style.css").unwrap()).send().await.unwrap();
    assert!(style.headers()["content-type"].to_str().unwrap().starts_with("text/css"));
}

#[tokio::test]
async fn names_are_shown_as_they_are_written() {
    let bench = Bench::start();
    let sly =
        proffer_adapters::payments::NewCustomer { name: "<b onclick=x>Ada".to_owned(), ..super::harbour() };
    let customer = bench.payments.create_customer("sly", &sly).await.unwrap();
    let page = bench.page("page", &customer, 1).await.url.unwrap();
    let html = shown(&page).await;
    assert!(!html.contains("<b onclick") && html.contains("onclick=x"), "{html}");
}

#[tokio::test]
async fn another_site_cannot_press_the_buttons() {
    let bench = Bench::start();
    let customer = bench.customer("customer").await;
    let page = bench.page("page", &customer, 1).await.url.unwrap();
    let post = || browser().post(page.clone()).body("do=pay");
    for request in [
        post().header("Sec-Fetch-Site", "cross-site"),
        post().header("Sec-Fetch-Site", "same-site"),
        post().header("Host", "evil.example"),
        browser().get(page.clone()).header("Host", "evil.example"),
    ] {
        assert_eq!(request.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    }
    assert!(bench.stripe.subscriptions().is_empty());
}

async fn moved(app: &TestApp, form: &str) -> u16 {
    let anonymous = app.anonymous();
    let request = anonymous
        .request(Method::POST, "/dev/clock")
        .header("Content-Type", "application/x-www-form-urlencoded");
    anonymous.send(request.body(form.to_owned())).await.status.as_u16()
}

#[tokio::test]
async fn the_clock_of_embedded_mode_is_moved_on() {
    let app = Setup::default().dev().start().await;
    let anonymous = app.anonymous();
    let start = app.now();
    let page = anonymous.get("/dev/clock").await;
    assert!(
        page.text().contains("Monday, 2 March 2026, 09:00:00 UTC") && page.text().contains("embedded mode"),
        "{}",
        page.text()
    );
    assert_eq!(moved(&app, "days=15").await, 303);
    assert_eq!(app.now(), start + TimeDelta::days(15));
    assert_eq!(moved(&app, "days=0&hours=3").await, 303);
    assert_eq!(app.now(), start + TimeDelta::days(15) + TimeDelta::hours(3));
    for form in ["days=-1", "days=401", "days=1.5", "", "days=0", "days=1&hours=24"] {
        assert_eq!(moved(&app, form).await, 422, "{form}");
    }
    let foreign =
        anonymous.request(Method::POST, "/dev/clock").header("Sec-Fetch-Site", "cross-site").body("days=1");
    assert_eq!(anonymous.send(foreign).await.status, 403);
    let renamed = anonymous.request(Method::POST, "/dev/clock").header("Host", "evil.example").body("days=1");
    assert_eq!(anonymous.send(renamed).await.status, 403);
    assert_eq!(app.now(), start + TimeDelta::days(15) + TimeDelta::hours(3));
    app.finish().await;
}

#[tokio::test]
async fn the_clock_of_a_real_server_cannot_be_moved() {
    let app = TestApp::start().await;
    let start = app.now();
    assert_ne!(moved(&app, "days=15").await, 303);
    assert_eq!(app.now(), start);
    app.finish().await;
}
