//! Billing: from the trial to a subscription, its seats and failures, and its end.

mod checkouts;
mod events;
mod failing;
mod invoices;
mod leaving;
mod seats;

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, text},
    app::{Setup, TestApp},
    payments::seats,
    stories::{self, Owner},
};

const STATUS: &str = "/api/subscription/status";
const CHECKOUT: &str = "/api/create-checkout-session";
const PORTAL: &str = "/api/subscription/portal";
const REFRESH: &str = "/api/subscription/refresh";
const INVOICES: &str = "/api/subscription/invoices";

/// A server with payments, and an owner on trial.
async fn start() -> (TestApp, Owner) {
    Setup::default().payments().start_with_owner().await
}

async fn status(actor: &Actor) -> Value {
    actor.get(STATUS).await.expect(200)
}

fn workspace(owner: &Owner) -> &str {
    text(&owner.user["workspace"]["id"])
}

/// How often the team was notified of that kind.
async fn told(app: &TestApp, kind: &str) -> i64 {
    // A person who joins also has their own workspace, which has no subscription.
    let paying = "workspace_id IN (SELECT of_workspace FROM stripe_customers)";
    app.database
        .value(format!("SELECT count(*) FROM tests.jobs WHERE task = 'notify' AND payload ->> 'kind' = '{kind}' AND {paying}"))
        .await
}

/// The stored state of an owner's subscription equals Stripe's.
async fn agrees(app: &TestApp, owner: &Owner, subscription: &str) {
    let stored: Value = app
        .database
        .value(format!(
            "SELECT jsonb_build_array(c.subscription_id, s.stripe_status, s.billed_seats, extract(epoch FROM s.ended_at)::bigint)
             FROM subscriptions s JOIN stripe_customers c ON c.of_workspace = s.workspace_id WHERE s.workspace_id = '{}'",
            workspace(owner)
        ))
        .await;
    let there = app.at_stripe(subscription);
    assert_eq!(stored, json!([subscription, there["status"], seats(&there), there["ended_at"]]));
}

#[tokio::test]
async fn a_workspace_is_paid_for_until_the_subscription_is_cancelled() {
    let (app, ada) = start().await;
    let host = app.stripe().address().authority().to_owned();
    let payments =
        json!({ "configured": true, "test": true, "hosts": [host], "seatPrice": "9.00", "currency": "USD" });
    let trial = status(&ada).await;
    assert_eq!(
        (&trial["status"], &trial["daysLeft"], &trial["wasPaid"]),
        (&json!("trial"), &json!(14), &json!(false))
    );
    assert_eq!(trial["payments"], payments);

    let subscription = app.subscribe(&ada).await;
    let paid = status(&ada).await;
    assert_eq!((&paid["status"], &paid["wasPaid"]), (&json!("active"), &json!(true)));
    assert_eq!((&paid["renewsAt"], paid.get("endsAt")), (&json!("2026-04-02T09:00:00.000Z"), None));
    agrees(&app, &ada, &subscription).await;

    // Each member is a seat.
    let bob = app.joined(&ada, "bob", "admin").await;
    app.deliver_all().await;
    assert_eq!((seats(&app.at_stripe(&subscription)), &status(&bob).await["teamMembers"]), (2, &json!(2)));
    let member = ada.get("/api/team").await.expect(200)[1]["id"].clone();
    ada.delete(format!("/api/team/{}", text(&member))).await.expect(204);
    app.run_jobs().await;
    assert_eq!(seats(&app.at_stripe(&subscription)), 1);

    let portal = ada.post_empty(PORTAL).await.expect(200);
    assert!(text(&portal["url"]).starts_with(app.stripe().address().as_str()), "{portal}");
    ada.post_empty(CHECKOUT).await.problem(409, "already_subscribed");

    app.stripe().cancel_at_period_end(&subscription).unwrap();
    app.deliver_all().await;
    let ending = status(&ada).await;
    assert_eq!((&ending["status"], ending.get("renewsAt")), (&json!("active"), None));
    assert_eq!(ending["endsAt"], "2026-04-02T09:00:00.000Z");
    assert_eq!(told(&app, "plan_ended").await, 0);

    // The notices of the trial no longer apply.
    app.pass(TimeDelta::days(14));
    app.run_jobs().await;
    app.pass(TimeDelta::days(17));
    app.deliver_all().await;
    let ada = app.sign_in("ada").await;
    let ended = status(&ada).await;
    assert_eq!((&ended["status"], &ended["wasPaid"]), (&json!("trial_expired"), &json!(true)));
    assert_eq!(ended["endsAt"], "2026-04-02T09:00:00.000Z");
    assert_eq!(told(&app, "plan_ended").await, 1);
    agrees(&app, &ada, &subscription).await;
    // It can be started again.
    let second = app.subscribe(&ada).await;
    assert_ne!(second, subscription);
    agrees(&app, &ada, &second).await;
    let log: Vec<String> =
        app.database.values("SELECT action || ' ' || target_name FROM audit_log WHERE object = 'subscription' ORDER BY at, id").await;
    assert_eq!(log, ["checkout 1 seat", "portal Stripe", "checkout 1 seat"]);
    app.finish().await;
}

#[tokio::test]
async fn a_failed_payment_leaves_seven_days() {
    let (app, ada) = start().await;
    app.pass(TimeDelta::days(20));
    assert_eq!(status(&ada).await["status"], "trial_expired");
    // The end of the trial is announced.
    app.run_jobs().await;
    let subscription = app.subscribe(&ada).await;
    app.stripe().fail_payment(&subscription).unwrap();
    app.deliver_all().await;
    let late = status(&ada).await;
    assert_eq!(
        (&late["status"], &late["graceEndsAt"]),
        (&json!("active"), &json!("2026-03-29T09:00:00.000Z"))
    );
    assert_eq!(told(&app, "payment_failed").await, 1);
    // A repeated report that it is due does not restart the grace period, and is not announced again.
    app.pass(TimeDelta::days(3));
    app.deliver_all().await;
    ada.post_empty(REFRESH).await.expect(200);
    assert_eq!(status(&ada).await["graceEndsAt"], "2026-03-29T09:00:00.000Z");
    app.pass(TimeDelta::days(4));
    let over = status(&ada).await;
    assert_eq!(
        (&over["status"], &over["wasPaid"], over.get("graceEndsAt")),
        (&json!("trial_expired"), &json!(true), None)
    );
    app.run_jobs().await;
    assert_eq!(told(&app, "plan_ended").await, 2, "the days of grace are over");
    let refusal = ada.post("/api/clients", stories::client("quay")).await;
    let refusal = refusal.problem(402, "subscription_ended");
    assert_eq!((&refusal["trialExpired"], over.get("endsAt")), (&json!(true), None), "Stripe still tries");

    app.stripe().recover_payment(&subscription).unwrap();
    app.deliver_all().await;
    let recovered = status(&ada).await;
    assert_eq!((&recovered["status"], recovered.get("graceEndsAt")), (&json!("active"), None));
    agrees(&app, &ada, &subscription).await;
    assert_eq!(told(&app, "payment_failed").await, 1);

    app.stripe().give_up(&subscription).unwrap();
    app.deliver_all().await;
    assert_eq!(status(&ada).await["status"], "trial_expired");
    assert_eq!(told(&app, "plan_ended").await, 3);
    app.finish().await;
}

#[tokio::test]
async fn coming_back_without_having_paid_grants_nothing() {
    let (app, ada) = start().await;
    app.checkout(&ada).await;
    ada.request(reqwest::Method::GET, "/subscription?success=true").send().await.unwrap();
    assert_eq!(ada.post_empty(REFRESH).await.expect(200)["status"], "trial");
    app.pass(TimeDelta::days(14));
    assert_eq!(ada.post_empty(REFRESH).await.expect(200)["status"], "trial_expired");
    app.run_jobs().await;
    assert_eq!(status(&ada).await["wasPaid"], false);
    app.finish().await;
}

#[tokio::test]
async fn the_payment_shows_immediately_on_return_from_the_checkout() {
    let (app, ada) = start().await;
    let page = app.checkout(&ada).await;
    app.stripe().pay(&page).unwrap();
    assert_eq!(ada.post_empty(REFRESH).await.expect(200)["status"], "active");
    app.deliver_all().await;
    app.finish().await;
}

#[tokio::test]
async fn paying_is_the_owners() {
    let (app, ada) = start().await;
    let bob = app.joined(&ada, "bob", "admin").await;
    let eve = app.joined(&ada, "eve", "member").await;
    for person in [&bob, &eve] {
        for path in [CHECKOUT, PORTAL, REFRESH] {
            person.post_empty(path).await.problem(403, "forbidden");
        }
        person.get(INVOICES).await.problem(403, "forbidden");
    }
    bob.get("/api/subscription/preview?seats=4").await.expect(200);
    eve.get("/api/subscription/preview?seats=4").await.problem(403, "forbidden");
    let calls = app.stripe().calls();
    assert!(calls.iter().all(|call| call.path.starts_with("/v1/prices")), "{calls:?}");
    app.finish().await;
}

#[tokio::test]
async fn without_settings_payments_are_off() {
    let (app, ada) = TestApp::with_owner().await;
    for path in [CHECKOUT, PORTAL, REFRESH] {
        let refused = ada.post_empty(path).await.problem(409, "payments_not_configured");
        assert_eq!(refused["message"], "Payments are not configured on this server.");
    }
    ada.get(INVOICES).await.problem(409, "payments_not_configured");
    app.report(Some("t=1,v1=00"), "{}").await.problem(409, "payments_not_configured");
    let preview = ada.get("/api/subscription/preview?seats=3").await.expect(200);
    assert_eq!(
        preview,
        json!({ "seats": 3, "seatsInUse": 1, "seatPrice": "9.00", "monthly": "27.00", "currency": "USD" })
    );
    assert_eq!(status(&ada).await["payments"]["configured"], false);
    app.finish().await;
}

#[tokio::test]
async fn a_lost_event_is_made_up_for_within_a_day() {
    let (app, ada) = start().await;
    let page = app.checkout(&ada).await;
    app.stripe().pay(&page).unwrap();
    app.run_jobs().await;
    assert_eq!(status(&ada).await["status"], "trial");
    app.pass(TimeDelta::hours(25));
    app.run_jobs().await;
    assert_eq!(status(&ada).await["status"], "active");
    // Once per day, not at each request.
    let looks = app.calls_to("GET", "/v1/subscriptions").len();
    app.pass(TimeDelta::hours(23));
    app.run_jobs().await;
    assert_eq!(app.calls_to("GET", "/v1/subscriptions").len(), looks);
    app.pass(TimeDelta::hours(1));
    app.run_jobs().await;
    assert_eq!(app.calls_to("GET", "/v1/subscriptions").len(), looks + 1);
    app.finish().await;
}
