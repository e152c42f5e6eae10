//! The double enforces the rules of the protocol, so that mistakes are found here and not at Stripe.

use proffer_adapters::clock::Clock;
use proffer_embedded::stripe::{Options, TestStripe, Webhook};
use reqwest::Method;
use secrecy::ExposeSecret as _;
use serde_json::Value;

use super::{Bench, raw};
use crate::support::app::START;

#[tokio::test]
async fn what_stripe_would_refuse_is_refused() {
    let bench = Bench::start();
    let (customer, subscription) = bench.subscribed(1).await;
    let page = "mode=subscription&success_url=https://a.example&line_items[0][quantity]=1";
    let (post, get, delete) = (Method::POST, Method::GET, Method::DELETE);
    let of = format!("/v1/subscriptions/{}", subscription.id);
    for (method, path, form, status, code, param) in [
        (&post, "/v1/customers", "nme=x".to_owned(), 400, "parameter_unknown", "nme"),
        (&post, "/v1/customers", "metadata=x".to_owned(), 400, "parameter_unknown", "metadata"),
        (&post, "/v1/customers", "email=nobody".to_owned(), 400, "", "email"),
        (&post, "/v1/checkout/sessions", String::new(), 400, "parameter_missing", "mode"),
        (
            &post,
            "/v1/checkout/sessions",
            format!("{page}&customer={customer}"),
            400,
            "parameter_missing",
            "line_items[0][price]",
        ),
        (
            &post,
            "/v1/checkout/sessions",
            format!("{page}&customer={customer}&line_items[0][price]=price_x"),
            400,
            "resource_missing",
            "line_items[0][price]",
        ),
        (
            &post,
            "/v1/checkout/sessions",
            format!("{page}&customer=cus_x&line_items[0][price]=price_proffer_seat"),
            400,
            "resource_missing",
            "customer",
        ),
        (
            &post,
            "/v1/checkout/sessions",
            format!("{page}0000000&customer={customer}&line_items[0][price]=price_proffer_seat"),
            400,
            "",
            "line_items[0][quantity]",
        ),
        (&post, "/v1/checkout/sessions", "mode=payment".to_owned(), 400, "", "mode"),
        (
            &post,
            "/v1/billing_portal/sessions",
            format!("customer={customer}&return_url=/x"),
            400,
            "url_invalid",
            "return_url",
        ),
        (
            &post,
            &of,
            format!("items[0][id]={}&items[0][quantity]=-1", subscription.item_id),
            400,
            "",
            "items[0][quantity]",
        ),
        (
            &post,
            &of,
            "items[0][id]=si_x&items[0][quantity]=1".to_owned(),
            400,
            "resource_missing",
            "items[0][id]",
        ),
        (&post, &of, "items[0][quantity]=1".to_owned(), 400, "parameter_missing", "items[0][id]"),
        (
            &post,
            "/v1/subscriptions/sub_x",
            "items[0][id]=x&items[0][quantity]=1".to_owned(),
            404,
            "resource_missing",
            "id",
        ),
        (&delete, "/v1/subscriptions/sub_x", String::new(), 404, "resource_missing", "id"),
        (&get, "/v1/checkout/sessions/cs_x", String::new(), 404, "resource_missing", "id"),
        (&get, "/v1/prices/price_x", String::new(), 404, "resource_missing", "id"),
        (&get, "/v1/subscriptions?customer=cus_x", String::new(), 400, "resource_missing", "customer"),
        (&get, "/v1/invoices?limit=101", String::new(), 400, "", "limit"),
        (&get, "/v1/charges", String::new(), 404, "", ""),
        (&delete, "/v1/customers", String::new(), 404, "", ""),
    ] {
        let (answered, _, body) = raw(&bench.stripe, method.clone(), path, &form, None).await;
        let error = &body["error"];
        let said = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
        assert_eq!(
            (answered, said("code").as_str(), said("param").as_str()),
            (status, code, param),
            "{method} {path} {form}: {body}"
        );
        assert_eq!(error["type"], "invalid_request_error");
    }
    assert_eq!(bench.stripe.customers().len(), 1);
}

#[tokio::test]
async fn only_the_key_opens_it_and_only_one_version_is_spoken() {
    let bench = Bench::start();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = bench.stripe.address().join("/v1/prices/price_proffer_seat").unwrap();
    let anonymous = http.get(url.clone()).header("Stripe-Version", "2026-09-30.endive").send().await.unwrap();
    assert_eq!(anonymous.status(), 401);
    assert!(anonymous.text().await.unwrap().contains("invalid_request_error"));
    let key = bench.stripe.settings().secret_key;
    let old = http
        .get(url)
        .bearer_auth(key.expose_secret())
        .header("Stripe-Version", "2020-08-27")
        .send()
        .await
        .unwrap();
    assert_eq!(old.status(), 400);
}

#[tokio::test]
async fn an_event_has_the_shape_of_stripes() {
    let bench = Bench::start();
    bench.subscribed(1).await;
    for event in bench.stripe.events() {
        let json: Value = serde_json::from_str(&event.payload).unwrap();
        assert_eq!(
            (json["id"].as_str(), json["type"].as_str()),
            (Some(event.id.as_str()), Some(event.kind.as_str()))
        );
        assert!(event.id.starts_with("evt_"));
        assert_eq!((&json["object"], &json["livemode"]), (&"event".into(), &false.into()));
        assert_eq!(json["created"], bench.now().timestamp());
        assert_eq!(json["api_version"], "2026-09-30.endive");
        assert!(
            json["data"]["object"]["id"].is_string()
                && json["pending_webhooks"].is_i64()
                && json["request"].is_object()
        );
    }
}

#[tokio::test]
async fn it_remembers_across_starts() {
    let folder = std::env::temp_dir().join(format!("proffer-test-stripe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("test-payments.json");
    let options = || Options {
        port: 0,
        clock: Clock::fixed(START.parse().unwrap()),
        webhook: Webhook::Hold,
        keep: Some(file.clone()),
    };
    let first = TestStripe::start(options()).unwrap();
    let settings = first.settings();
    let (_, _, customer) = raw(&first, Method::POST, "/v1/customers", "name=Harbour", Some("key")).await;
    first.stop().await;

    let second = TestStripe::start(options()).unwrap();
    assert_eq!(second.settings().api_base, settings.api_base, "the port is the same");
    assert_eq!(second.customers()[0]["id"], customer["id"]);
    assert_eq!(second.events().len(), 1);
    let (status, is_replay, again) =
        raw(&second, Method::POST, "/v1/customers", "name=Harbour", Some("key")).await;
    assert_eq!((status, is_replay, &again), (200, true, &customer), "and its keys are");

    // If that port is taken it uses another.
    let third = TestStripe::start(options()).unwrap();
    assert_ne!(third.settings().api_base, settings.api_base);
    second.stop().await;
    third.stop().await;

    std::fs::write(&file, "{").unwrap();
    let damaged = TestStripe::start(options()).err().unwrap().to_string();
    assert!(damaged.contains("is damaged"), "{damaged}");
    std::fs::remove_dir_all(&folder).unwrap();
}
