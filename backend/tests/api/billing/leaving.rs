//! A deleted account is no longer charged.

use proffer_embedded::stripe::Fault;
use serde_json::json;

use super::start;
use crate::support::{
    app::TestApp,
    payments::seats,
    stories::{Owner, PASSWORD},
};

async fn delete(owner: &Owner) {
    owner
        .post("/api/account/delete", json!({ "email": owner.email, "password": PASSWORD }))
        .await
        .expect(204);
}

async fn farewells(app: &TestApp) -> i64 {
    app.database.value("SELECT count(*) FROM farewells").await
}

#[tokio::test]
async fn deleting_the_account_ends_the_subscription() {
    let (app, ada) = start().await;
    let subscription = app.subscribe(&ada).await;
    ada.get("/api/account/export").await.expect_bytes(200);
    delete(&ada).await;
    assert_eq!(
        app.database.value::<i64>("SELECT jsonb_array_length(customers)::bigint FROM farewells").await,
        1
    );
    // The attempt during which Stripe fails is not the last, although it may have succeeded.
    app.stripe().fault("subscriptions/", Fault::FailBefore);
    app.run_jobs().await;
    assert_eq!((farewells(&app).await, app.at_stripe(&subscription)["status"].clone()), (1, json!("active")));
    app.stripe().fault("subscriptions/", Fault::FailAfter);
    app.make_retries_due().await;
    app.run_jobs().await;
    assert_eq!(
        (farewells(&app).await, app.at_stripe(&subscription)["status"].clone()),
        (1, json!("canceled"))
    );
    app.make_retries_due().await;
    assert_eq!(app.mail_to(&ada.email).await.subject, "Your account was deleted");
    assert_eq!(farewells(&app).await, 0);
    // Stripe's events about a deleted account are accepted and have no effect.
    app.deliver_all().await;
    assert_eq!(
        app.database.value::<i64>("SELECT count(*) FROM stripe_events WHERE of_workspace IS NOT NULL").await,
        0
    );
    app.finish().await;
}

#[tokio::test]
async fn nothing_is_cancelled_for_an_account_without_a_subscription() {
    let (app, ada) = start().await;
    let subscription = app.subscribe(&ada).await;
    app.stripe().cancel_now(&subscription).unwrap();
    app.deliver_all().await;
    app.mail().await;
    delete(&ada).await;
    app.mail_to(&ada.email).await;
    assert_eq!(app.calls_to("DELETE", "/v1/subscriptions"), []);
    app.finish().await;
}

#[tokio::test]
async fn a_member_who_deletes_their_account_gives_their_seat_back() {
    let (app, ada) = start().await;
    let subscription = app.subscribe(&ada).await;
    let bob = app.joined(&ada, "bob", "member").await;
    assert_eq!(seats(&app.at_stripe(&subscription)), 2);
    delete(&bob).await;
    app.mail().await;
    assert_eq!(seats(&app.at_stripe(&subscription)), 1);
    app.finish().await;
}
