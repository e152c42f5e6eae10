//! Seats follow the members, even if many join and leave at once.

use std::time::Duration;

use futures_util::future::{join, join_all};
use proffer_embedded::stripe::Fault;

use super::{agrees, start, workspace};
use crate::support::{app::TestApp, payments::seats, stories::Owner, waiting::until};

/// People with accounts who are not members yet.
async fn people(app: &TestApp, number: usize) -> Vec<String> {
    app.database
        .values(format!(
            "INSERT INTO users
             SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', n || '@people.example'))).*
             FROM users u, generate_series(1, {number}) n WHERE u.email = 'ada@ada.example' RETURNING id::text"
        ))
        .await
}

async fn join_team(app: &TestApp, owner: &Owner, user: &str) {
    app.database
        .run(format!(
            "INSERT INTO team_members (workspace_id, id, user_id, role, invited_email, status, created_at, updated_at)
             VALUES ('{}', gen_random_uuid(), '{user}', 'member', '{user}@people.example', 'active', now(), now())",
            workspace(owner)
        ))
        .await;
}

async fn leave_team(app: &TestApp, user: &str) {
    app.database
        .run(format!(
            "UPDATE team_members SET status = 'removed', updated_at = now() WHERE user_id = '{user}'"
        ))
        .await;
}

async fn members(app: &TestApp, owner: &Owner) -> i64 {
    app.database
        .value(format!(
            "SELECT count(*) FROM team_members WHERE workspace_id = '{}' AND status = 'active'",
            workspace(owner)
        ))
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_members_who_join_and_leave_at_once_are_counted_right() {
    let (app, ada) = start().await;
    let subscription = app.subscribe(&ada).await;
    let people = people(&app, 30).await;
    // All join, every third leaves again, while the worker is running.
    let coming = join_all(people.iter().enumerate().map(async |(number, user)| {
        join_team(&app, &ada, user).await;
        if number % 3 == 0 {
            leave_team(&app, user).await;
        }
    }));
    let working = async {
        for _ in 0..5 {
            app.run_jobs().await;
        }
    };
    join(coming, working).await;
    app.run_jobs().await;
    assert_eq!(members(&app, &ada).await, 21);
    assert_eq!(seats(&app.at_stripe(&subscription)), 21);
    let calls = app.calls_to("POST", "/v1/subscriptions/");
    assert!(calls.len() <= 15, "{} calls for 40 changes", calls.len());
    let [open, behind]: [i64; 2] = [
        app.database.value("SELECT count(*) FROM jobs WHERE state NOT IN ('done', 'scheduled')").await,
        app.database.value("SELECT team_version - billed_version FROM subscriptions").await,
    ];
    assert_eq!((open, behind), (0, 0));
    agrees(&app, &ada, &subscription).await;
    app.finish().await;
}

/// The job counts as waiting while it runs, so another member at that time does not enqueue a second one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_member_who_joins_while_the_seats_are_being_set_is_counted_by_the_same_job() {
    let (app, ada) = start().await;
    let subscription = app.subscribe(&ada).await;
    let [bob, eve] = people(&app, 2).await.try_into().unwrap();
    let asked = async || app.database.value::<i64>("SELECT asked FROM subscriptions").await;
    let before = asked().await;
    join_team(&app, &ada, &bob).await;
    app.stripe().fault("/v1/subscriptions/sub", Fault::Slow(Duration::from_secs(1)));
    // The job reads the state, and then sets the seats.
    let joining = async {
        until("the seats are being set", Duration::from_secs(10), async || {
            (asked().await == before + 2).then_some(())
        })
        .await;
        join_team(&app, &ada, &eve).await;
    };
    join(app.run_jobs(), joining).await;
    assert_eq!(seats(&app.at_stripe(&subscription)), 3);
    let jobs: i64 = app.database.value("SELECT count(*) FROM jobs WHERE task = 'sync_seats'").await;
    assert_eq!((jobs, app.calls_to("POST", "/v1/subscriptions/").len()), (1, 2));
    app.finish().await;
}

#[tokio::test]
async fn many_changes_before_the_job_are_one_call() {
    let (app, ada) = start().await;
    let subscription = app.subscribe(&ada).await;
    for user in people(&app, 12).await {
        join_team(&app, &ada, &user).await;
    }
    app.run_jobs().await;
    assert_eq!(seats(&app.at_stripe(&subscription)), 13);
    assert_eq!(app.calls_to("POST", "/v1/subscriptions/").len(), 1);
    app.finish().await;
}

#[tokio::test]
async fn a_member_who_joins_during_a_payment_is_counted_as_well() {
    let (app, ada) = start().await;
    let page = app.checkout(&ada).await;
    app.joined(&ada, "bob", "member").await;
    app.stripe().pay(&page).unwrap();
    app.deliver_all().await;
    let subscription = app.stripe().subscriptions()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(seats(&app.at_stripe(&subscription)), 2);
    agrees(&app, &ada, &subscription).await;
    app.finish().await;
}

#[tokio::test]
async fn a_team_that_changes_back_costs_no_call() {
    let (app, ada) = start().await;
    app.subscribe(&ada).await;
    let [bob] = people(&app, 1).await.try_into().unwrap();
    join_team(&app, &ada, &bob).await;
    leave_team(&app, &bob).await;
    app.run_jobs().await;
    assert_eq!(app.calls_to("POST", "/v1/subscriptions/"), []);
    app.finish().await;
}

#[tokio::test]
async fn seats_are_not_counted_without_a_subscription() {
    let (app, ada) = start().await;
    app.checkout(&ada).await;
    app.joined(&ada, "bob", "member").await;
    let subscription_jobs: i64 =
        app.database.value("SELECT count(*) FROM jobs WHERE task = 'sync_seats'").await;
    assert_eq!(subscription_jobs, 0);
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscription_that_ends_while_its_seats_are_being_set_is_settled_at_the_first_attempt() {
    let (app, ada) = start().await;
    let subscription = app.subscribe(&ada).await;
    let [bob] = people(&app, 1).await.try_into().unwrap();
    let asked = async || app.database.value::<i64>("SELECT asked FROM subscriptions").await;
    let before = asked().await;
    join_team(&app, &ada, &bob).await;
    app.stripe().fault("/v1/subscriptions/sub", Fault::Slow(Duration::from_secs(1)));
    let ending = async {
        until("the seats are being set", Duration::from_secs(10), async || {
            (asked().await == before + 2).then_some(())
        })
        .await;
        app.stripe().cancel_now(&subscription).unwrap();
    };
    join(app.run_jobs(), ending).await;
    assert_eq!(app.outcomes("sync_seats").await, ["done after 1"]);
    assert_eq!(
        app.calls_to("POST", "/v1/subscriptions/").iter().map(|call| call.status).collect::<Vec<_>>(),
        [400]
    );
    app.deliver_all().await;
    agrees(&app, &ada, &subscription).await;
    app.finish().await;
}
