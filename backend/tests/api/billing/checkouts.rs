//! The checkout page: a single one for any number of requests, and never a second payment.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{CHECKOUT, PORTAL, REFRESH, agrees, start, status, workspace};
use crate::support::{actor::text, app::TestApp, payments::seats};

/// The checkouts created so far.
fn pages(app: &TestApp) -> usize {
    app.calls_to("POST", "/v1/checkout/sessions")
        .iter()
        .filter(|call| call.path.ends_with("sessions") && !call.is_replay && call.status == 200)
        .count()
}

fn live(app: &TestApp) -> Vec<Value> {
    app.stripe().subscriptions().into_iter().filter(|one| one["status"] != "canceled").collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_requests_get_the_same_checkout_page() {
    let (app, ada) = start().await;
    let answers = join_all((0..6).map(|_| ada.post_empty(CHECKOUT))).await;
    let urls: Vec<Value> = answers.iter().map(|answer| answer.expect(200)["url"].clone()).collect();
    assert!(urls.iter().all(|url| *url == urls[0]), "{urls:?}");
    assert_eq!((app.stripe().customers().len(), pages(&app)), (1, 1));
    // From another tab, too.
    assert_eq!(ada.post_empty(CHECKOUT).await.expect(200)["url"], urls[0]);
    assert_eq!(pages(&app), 1);
    app.finish().await;
}

#[tokio::test]
async fn a_checkout_page_names_the_payer_the_product_and_the_return_address() {
    let (app, ada) = start().await;
    app.checkout(&ada).await;
    let customer = &app.stripe().customers()[0];
    assert_eq!((&customer["name"], &customer["email"]), (&json!("ada ada Meyer"), &json!(ada.email)));
    let call = &app.calls_to("POST", "/v1/checkout/sessions")[0];
    let sent = |name: &str| call.parameters[name].clone();
    assert_eq!(call.idempotency_key, Some(format!("checkout/{}/1", workspace(&ada))));
    assert_eq!(
        (sent("success_url"), sent("cancel_url")),
        (format!("{}subscription?success=true", app.base), format!("{}subscription?canceled=true", app.base),)
    );
    assert_eq!((sent("line_items[0][quantity]"), sent("mode")), ("1".to_owned(), "subscription".to_owned()));
    app.finish().await;
}

#[tokio::test]
async fn another_team_gets_another_page_and_the_first_can_no_longer_be_paid() {
    let (app, ada) = start().await;
    let first = app.checkout(&ada).await;
    app.joined(&ada, "bob", "member").await;
    let second = app.checkout(&ada).await;
    assert_ne!(first, second);
    assert!(app.stripe().pay(&first).is_err(), "the page for one seat can be paid");
    app.stripe().pay(&second).unwrap();
    app.deliver_all().await;
    assert_eq!(live(&app).iter().map(seats).collect::<Vec<_>>(), [2]);
    app.finish().await;
}

#[tokio::test]
async fn a_page_that_ran_out_is_replaced() {
    let (app, ada) = start().await;
    let first = app.checkout(&ada).await;
    app.pass(TimeDelta::hours(25));
    let second = app.checkout(&ada).await;
    assert_ne!(first, second);
    app.stripe().pay(&second).unwrap();
    app.deliver_all().await;
    assert_eq!(status(&ada).await["status"], "active");
    app.finish().await;
}

/// The payment was made, but the event has not arrived yet.
#[tokio::test]
async fn a_paid_workspace_is_not_asked_to_pay_again() {
    let (app, ada) = start().await;
    let page = app.checkout(&ada).await;
    app.stripe().pay(&page).unwrap();
    ada.post_empty(CHECKOUT).await.problem(409, "already_subscribed");
    assert_eq!((status(&ada).await["status"].clone(), pages(&app)), (json!("active"), 1));
    app.deliver_all().await;
    app.finish().await;
}

#[tokio::test]
async fn paying_on_two_pages_leaves_one_subscription() {
    let (app, ada) = start().await;
    let first = app.checkout(&ada).await;
    app.database
        .run("UPDATE subscriptions SET checkout_id = NULL, checkout_attempt = checkout_attempt + 1")
        .await;
    let second = app.checkout(&ada).await;
    assert_ne!(first, second);
    app.stripe().pay(&first).unwrap();
    app.pass(TimeDelta::seconds(10));
    app.stripe().pay(&second).unwrap();
    let [oldest, _] = app.stripe().subscriptions().try_into().unwrap();
    app.deliver_all().await;
    app.deliver_all().await;
    assert_eq!(live(&app).iter().map(|one| one["id"].clone()).collect::<Vec<_>>(), [oldest["id"].clone()]);
    agrees(&app, &ada, text(&oldest["id"])).await;
    let balance = app.stripe().customers()[0]["balance"].as_i64().unwrap();
    assert!(balance <= -890, "what was paid twice is credited: {balance}");
    assert_eq!(status(&ada).await["status"], "active");
    app.finish().await;
}

#[tokio::test]
async fn a_customer_deleted_at_stripe_is_created_again() {
    let (app, ada) = start().await;
    app.subscribe(&ada).await;
    app.database.run("UPDATE stripe_customers SET id = 'cus_deleted'").await;
    let ended = ada.post_empty(REFRESH).await.expect(200);
    assert_eq!((&ended["status"], &ended["wasPaid"]), (&json!("trial"), &json!(true)));
    ada.post_empty(PORTAL).await.problem(409, "no_subscription");
    app.database
        .run("UPDATE subscriptions SET checkout_id = NULL, checkout_attempt = checkout_attempt + 1")
        .await;
    app.subscribe(&ada).await;
    assert_eq!(status(&ada).await["status"], "active");
    assert_eq!(app.stripe().customers().len(), 2);
    app.finish().await;
}

#[tokio::test]
async fn there_is_nothing_to_manage_before_anything_was_bought() {
    let (app, ada) = start().await;
    ada.post_empty(PORTAL).await.problem(409, "no_subscription");
    assert_eq!(ada.post_empty(REFRESH).await.expect(200)["status"], "trial");
    assert_eq!(app.stripe().calls(), []);
    app.finish().await;
}
