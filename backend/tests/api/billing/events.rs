//! Events: which are accepted, and that neither order nor repetition matters.

use chrono::TimeDelta;
use proffer_embedded::stripe::Event;
use rand::{
    Rng, SeedableRng,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};
use serde_json::{Value, json};

use super::{REFRESH, agrees, start, status, workspace};
use crate::support::{
    app::{RULES, Setup, TestApp},
    payments,
    stories::Owner,
};

async fn counts(app: &TestApp) -> (i64, i64) {
    let events = app.database.value("SELECT count(*) FROM stripe_events").await;
    let jobs = app.database.value("SELECT count(*) FROM jobs WHERE task = 'sync_subscription'").await;
    (events, jobs)
}

/// An event of a payment that the server has not processed.
async fn unheard(app: &TestApp, owner: &Owner) -> Event {
    let page = app.checkout(owner).await;
    app.stripe().pay(&page).unwrap();
    app.stripe().events().into_iter().find(|event| event.kind == "customer.subscription.created").unwrap()
}

#[tokio::test]
async fn what_is_no_event_leaves_nothing_behind() {
    let (app, ada) = start().await;
    let event = unheard(&app, &ada).await;
    let (now, payload) = (app.now(), event.payload.as_str());
    let at = |seconds: i64| app.stripe().signature(payload, now + TimeDelta::seconds(seconds));
    let signed = |body: &str| (Some(app.stripe().signature(body, now)), body.to_owned());
    let other = payments::start(app.app.clock.clone());
    let live = payload.replace("\"livemode\":false", "\"livemode\":true");
    assert_ne!(live, payload);
    let whole = |signature: Option<String>| (signature, payload.to_owned());
    let refused = [
        whole(None),
        whole(Some(String::new())),
        whole(Some("t=1772442000".to_owned())),
        whole(Some(at(0).replace("v1=", "v0="))),
        whole(Some(other.signature(payload, now))),
        whole(Some(at(-301))),
        whole(Some(at(301))),
        (Some(at(0)), payload.replace("active", "canceled")),
        signed(&live),
        signed(""),
        signed("{}"),
        signed("no JSON"),
        signed("[[[[[[[["),
        signed(&" ".repeat(2 * 1024 * 1024)),
        (Some(at(0)), "x".repeat(2 * 1024 * 1024)),
    ];
    other.stop().await;
    let mut answers = Vec::new();
    for (signature, body) in refused {
        let mut answer = app.report(signature.as_deref(), body).await.problem(400, "invalid_event");
        answer["requestId"] = Value::Null;
        answers.push(answer);
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "an answer tells what is wrong");
    assert_eq!(counts(&app).await, (0, 0));
    assert_eq!(status(&ada).await["status"], "trial");

    // At the limit of its validity it is accepted, and once.
    for signature in [at(-300), at(300), at(0)] {
        app.report(Some(&signature), event.payload.clone()).await.expect(200);
    }
    assert_eq!(counts(&app).await, (1, 1));
    app.run_jobs().await;
    assert_eq!(status(&ada).await["status"], "active");
    app.finish().await;
}

#[tokio::test]
async fn what_says_nothing_about_a_workspace_is_kept_and_causes_nothing() {
    let (app, ada) = start().await;
    let event = unheard(&app, &ada).await;
    app.database.run("UPDATE stripe_customers SET id = 'cus_another'").await;
    app.deliver(&event).await;
    assert_eq!(counts(&app).await, (1, 0));
    app.database
        .run("UPDATE stripe_customers SET id = 'cus_another', reconcile_at = reconcile_at + interval '1 day'")
        .await;
    // Of a known customer, but irrelevant.
    let payload = event
        .payload
        .replace("customer.subscription.created", "customer.source.created")
        .replace(&event.id, "evt_2");
    let payload = payload.replace(app.stripe().customers()[0]["id"].as_str().unwrap(), "cus_another");
    app.deliver(&Event { id: "evt_2".to_owned(), kind: String::new(), payload }).await;
    assert_eq!(counts(&app).await, (2, 0));
    let whose: Vec<Option<String>> =
        app.database.values("SELECT of_workspace::text FROM stripe_events ORDER BY of_workspace").await;
    assert_eq!(whose, [Some(workspace(&ada).to_owned()), None]);
    // Its record is deleted after a month.
    app.pass(TimeDelta::days(29));
    app.database.run("UPDATE stripe_customers SET reconcile_at = reconcile_at + interval '1 year'").await;
    app.run_jobs().await;
    assert_eq!(counts(&app).await, (2, 0));
    app.pass(TimeDelta::days(2));
    app.run_jobs().await;
    assert_eq!(counts(&app).await, (0, 0));
    app.finish().await;
}

#[tokio::test]
async fn reporting_needs_the_permission() {
    let rules = RULES.replace("p, anonymous, subscription, report\n", "");
    assert_ne!(rules, RULES);
    let app = Setup::default().payments().rules(rules).start().await;
    let ada = app.register_verified_owner("ada").await;
    let event = unheard(&app, &ada).await;
    let signature = app.stripe().signature(&event.payload, app.now());
    app.report(Some(&signature), event.payload).await.problem(403, "forbidden");
    assert_eq!(counts(&app).await, (0, 0));
    app.finish().await;
}

/// A subscription that starts, gains a seat, fails to be paid, is paid, and ends; with five of its events.
async fn story(app: &TestApp, ada: &Owner) -> (String, Vec<Event>) {
    let page = app.checkout(ada).await;
    app.stripe().pay(&page).unwrap();
    let subscription = app.stripe().subscriptions()[0]["id"].as_str().unwrap().to_owned();
    ada.post_empty(REFRESH).await.expect(200);
    app.joined(ada, "bob", "member").await;
    app.stripe().fail_payment(&subscription).unwrap();
    app.stripe().recover_payment(&subscription).unwrap();
    app.stripe().cancel_now(&subscription).unwrap();
    let events = app.stripe().events();
    let one = |kind: &str| events.iter().rfind(|event| event.kind == kind).unwrap().clone();
    let kinds = [
        "checkout.session.completed",
        "customer.subscription.updated",
        "invoice.payment_failed",
        "invoice.paid",
    ];
    let told = kinds.iter().map(|kind| one(kind)).chain([one("customer.subscription.deleted")]).collect();
    (subscription, told)
}

fn orders(events: &[Event]) -> Vec<Vec<Event>> {
    if events.is_empty() {
        return vec![Vec::new()];
    }
    let led_by = |first: usize| {
        let mut rest = events.to_vec();
        let event = rest.remove(first);
        orders(&rest).into_iter().map(move |rest| [vec![event.clone()], rest].concat())
    };
    (0..events.len()).flat_map(led_by).collect()
}

#[tokio::test]
async fn the_final_state_is_stripes_in_any_order_of_events() {
    let (app, ada) = start().await;
    let (subscription, events) = story(&app, &ada).await;
    let mut orders = orders(&events);
    assert_eq!(orders.len(), 120);
    // A fixed sample of them: all would take too long.
    let mut random = StdRng::seed_from_u64(5);
    orders.shuffle(&mut random);
    orders.truncate(30);
    let mut ends = Vec::new();
    for order in orders {
        app.database
            .run(
                "DELETE FROM stripe_events;
                 DELETE FROM jobs WHERE task IN ('sync_subscription', 'notify');
                 UPDATE stripe_customers SET subscription_id = NULL;
                 UPDATE subscriptions SET stripe_status = NULL, stripe_item_id = NULL, billed_seats = NULL, period_ends_at = NULL,
                        cancels_at = NULL, ended_at = NULL, past_due_since = NULL",
            )
            .await;
        // All arrive twice, except those that are lost: never all.
        let is_kept: Vec<bool> =
            order.iter().enumerate().map(|(place, _)| place == 0 || random.random_bool(0.7)).collect();
        for _ in 0..2 {
            for (event, _) in order.iter().zip(&is_kept).filter(|(_, kept)| **kept) {
                app.deliver(event).await;
            }
        }
        app.run_jobs().await;
        agrees(&app, &ada, &subscription).await;
        ends.push(status(&ada).await);
    }
    ends.dedup();
    assert_eq!(ends.len(), 1, "{ends:#?}");
    assert_eq!((&ends[0]["status"], &ends[0]["wasPaid"]), (&json!("trial"), &json!(true)));
    app.finish().await;
}

/// Events arrive while changes continue: late, twice, out of order, or never.
#[tokio::test]
async fn events_that_come_between_what_happens_do_no_harm() {
    let (app, ada) = start().await;
    let bob = app.joined(&ada, "bob", "member").await;
    let mut random = StdRng::seed_from_u64(11);
    let mut heard = 0;
    for round in 0..6 {
        let page = app.checkout(&ada).await;
        app.stripe().pay(&page).unwrap();
        let subscription = app.stripe().subscriptions().last().unwrap()["id"].as_str().unwrap().to_owned();
        let mut waiting: Vec<Event> = Vec::new();
        for step in 0..5 {
            let all = app.stripe().events();
            waiting.extend(all[heard..].iter().filter(|_| random.random_bool(0.8)).cloned());
            heard = all.len();
            for _ in 0..random.random_range(0..4) {
                if let Some(event) = waiting.choose(&mut random) {
                    app.deliver(event).await;
                }
            }
            if random.random_bool(0.5) {
                app.run_jobs().await;
            }
            match step {
                0 => {
                    let (now, next) =
                        if round % 2 == 0 { ("active", "removed") } else { ("removed", "active") };
                    let change = format!(
                        "UPDATE team_members SET status = '{next}' WHERE user_id = '{}' AND status = '{now}'",
                        bob.user["id"].as_str().unwrap()
                    );
                    app.database.run(format!("{change} AND workspace_id = '{}'", workspace(&ada))).await;
                }
                1 => app.stripe().fail_payment(&subscription).unwrap(),
                2 => app.stripe().recover_payment(&subscription).unwrap(),
                3 => app.stripe().cancel_now(&subscription).unwrap(),
                _ => {}
            }
        }
        waiting.shuffle(&mut random);
        for event in waiting.iter().chain(&waiting) {
            app.deliver(event).await;
        }
        // If the last events were all lost, the nightly check corrects the state.
        app.pass(TimeDelta::hours(25));
        app.run_jobs().await;
        agrees(&app, &ada, &subscription).await;
    }
    app.finish().await;
}
