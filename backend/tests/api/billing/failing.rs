//! Stripe is unavailable, slow, or fails before or after processing a request.

use std::time::Duration;

use chrono::TimeDelta;
use proffer_embedded::stripe::Fault;
use serde_json::json;

use super::{CHECKOUT, INVOICES, PORTAL, REFRESH, agrees, start, status};
use crate::support::{actor::text, app::TestApp, payments::seats, stories::Owner};

const WORDS: &str = "The payment service does not answer. Nothing was charged; please try again in a moment.";

/// The subscriptions of an owner; the customer is identified by the owner's address.
fn subscriptions_of(app: &TestApp, owner: &Owner) -> Vec<serde_json::Value> {
    let customers: Vec<_> = app
        .stripe()
        .customers()
        .into_iter()
        .filter(|one| one["email"] == owner.email)
        .map(|one| one["id"].clone())
        .collect();
    app.stripe().subscriptions().into_iter().filter(|one| customers.contains(&one["customer"])).collect()
}

#[tokio::test]
async fn what_fails_on_the_way_to_paying_works_the_next_time() {
    let (app, _) = start().await;
    let faults = [Fault::FailBefore, Fault::FailAfter, Fault::Drop, Fault::DropAfter];
    for path in ["/v1/customers", "/v1/checkout/sessions"] {
        for (number, fault) in faults.into_iter().enumerate() {
            let owner = app.register_verified_owner(&format!("payer{}{number}", path.len())).await;
            app.stripe().fault(path, fault);
            let failed = owner.post_empty(CHECKOUT).await.problem(502, "payments_unavailable");
            assert_eq!(failed["message"], WORDS, "{path} {fault:?}");
            let subscription = app.subscribe(&owner).await;
            let all = subscriptions_of(&app, &owner);
            assert_eq!(all.len(), 1, "{path} {fault:?}");
            assert_eq!(
                (text(&all[0]["id"]), seats(&all[0]), &all[0]["status"]),
                (subscription.as_str(), 1, &json!("active"))
            );
            let paid = app
                .stripe()
                .invoices()
                .into_iter()
                .filter(|one| one["customer"] == all[0]["customer"])
                .count();
            assert_eq!(paid, 1, "{path} {fault:?}");
            agrees(&app, &owner, &subscription).await;
        }
    }
    app.finish().await;
}

#[tokio::test]
async fn what_fails_while_seats_change_is_right_in_the_end_and_charged_once() {
    for fault in [Fault::FailBefore, Fault::FailAfter, Fault::Drop, Fault::DropAfter] {
        let (app, ada) = start().await;
        let subscription = app.subscribe(&ada).await;
        app.stripe().fault("/v1/subscriptions/sub", fault);
        app.joined(&ada, "bob", "member").await;
        app.make_retries_due().await;
        app.run_jobs().await;
        assert_eq!(seats(&app.at_stripe(&subscription)), 2, "{fault:?}");
        app.stripe().renew(&subscription).unwrap();
        // Two seats for the next month, and one for the month in which it was added.
        assert_eq!(app.stripe().invoices().last().unwrap()["total"], 2700, "{fault:?}");
        app.deliver_all().await;
        agrees(&app, &ada, &subscription).await;
        app.finish().await;
    }
}

#[tokio::test]
async fn while_stripe_is_away_everything_else_goes_on() {
    let (app, ada) = start().await;
    app.subscribe(&ada).await;
    for (method, path) in [("POST", CHECKOUT), ("POST", PORTAL), ("POST", REFRESH), ("GET", INVOICES)] {
        app.stripe().fault("/v1/", Fault::Drop);
        let failed = ada.call(method.parse().unwrap(), path, None).await.problem(502, "payments_unavailable");
        assert_eq!(failed["message"], WORDS);
    }
    assert_eq!(status(&ada).await["status"], "active");
    // The event waits until it can be checked.
    app.stripe().fault("/v1/subscriptions", Fault::FailBefore);
    app.stripe().renew(text(&app.stripe().subscriptions()[0]["id"])).unwrap();
    app.deliver_all().await;
    app.make_retries_due().await;
    app.run_jobs().await;
    assert_eq!(status(&ada).await["renewsAt"], "2026-05-02T09:00:00.000Z");
    app.finish().await;
}

#[tokio::test]
async fn a_slow_answer_is_waited_for() {
    let (app, ada) = start().await;
    app.stripe().fault("/v1/checkout/sessions", Fault::Slow(Duration::from_millis(300)));
    app.subscribe(&ada).await;
    assert_eq!(status(&ada).await["status"], "active");
    app.finish().await;
}

/// The answer to an earlier request arrives after that to a later one, and is outdated.
#[tokio::test]
async fn a_late_answer_does_not_replace_a_later_one() {
    let (app, ada) = start().await;
    let subscription = app.subscribe(&ada).await;
    app.stripe().cancel_now(&subscription).unwrap();
    // As if a later request had already been answered.
    app.database.run("UPDATE subscriptions SET answered = asked + 2").await;
    for _ in 0..2 {
        assert_eq!(ada.post_empty(REFRESH).await.expect(200)["status"], "active");
    }
    let later = ada.post_empty(REFRESH).await.expect(200);
    assert_eq!((&later["status"], &later["wasPaid"]), (&json!("trial"), &json!(true)));
    agrees(&app, &ada, &subscription).await;
    app.deliver_all().await;
    app.finish().await;
}

/// After a permanent refusal, the next check is the daily one.
#[tokio::test]
async fn what_stripe_refuses_is_given_up_at_once_and_what_may_pass_is_tried_again() {
    for (fault, passes) in [
        (Fault::Refuse(400), false),
        (Fault::Refuse(402), false),
        (Fault::Refuse(404), false),
        (Fault::Refuse(422), false),
        // The API key is being replaced, or another request is running.
        (Fault::Refuse(401), true),
        (Fault::Refuse(403), true),
        (Fault::Refuse(409), true),
        (Fault::Refuse(429), true),
        (Fault::Refuse(503), true),
        (Fault::Drop, true),
    ] {
        let (app, ada) = start().await;
        let subscription = app.subscribe(&ada).await;
        app.stripe().fault("/v1/subscriptions/sub", fault);
        app.joined(&ada, "bob", "member").await;
        app.run_jobs().await;
        app.make_retries_due().await;
        app.run_jobs().await;
        if passes {
            assert_eq!(app.tried_again("sync_seats").await, "done", "{fault:?}");
        } else {
            assert_eq!(app.outcomes("sync_seats").await, ["failed after 1"], "{fault:?}");
            let words = app.expect_failed_job("sync_seats").await;
            assert_eq!(
                (words.as_str(), seats(&app.at_stripe(&subscription))),
                ("Stripe refused: invalid_request_error", 1),
                "{fault:?}"
            );
            app.pass(TimeDelta::days(1));
            app.run_jobs().await;
        }
        assert_eq!(seats(&app.at_stripe(&subscription)), 2, "{fault:?}");
        app.deliver_all().await;
        app.finish().await;
    }
}

/// Checks the state of a subscription, as the job of each event does.
#[tokio::test]
async fn a_question_that_stripe_refuses_is_asked_once() {
    for (fault, passes) in [(Fault::Refuse(400), false), (Fault::Refuse(503), true)] {
        let (app, ada) = start().await;
        let subscription = app.subscribe(&ada).await;
        app.database.run("DELETE FROM jobs WHERE task = 'sync_subscription'").await;
        app.stripe().renew(&subscription).unwrap();
        app.stripe().fault("/v1/subscriptions", fault);
        let renewed = app.stripe().events().pop().unwrap();
        app.deliver(&renewed).await;
        app.run_jobs().await;
        app.make_retries_due().await;
        app.run_jobs().await;
        if passes {
            assert_eq!(app.tried_again("sync_subscription").await, "done");
        } else {
            assert_eq!(app.outcomes("sync_subscription").await, ["failed after 1"]);
            app.expect_failed_job("sync_subscription").await;
        }
        app.finish().await;
    }
}
