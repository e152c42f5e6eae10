//! How many new addresses a workspace without any payment may mail in a day.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, ApiResponse, text},
    app::TestApp,
    stories::{Owner, path_of},
};

const INVITATIONS: &str = "/api/team/invitations";

fn number(n: usize) -> String {
    format!("n{n}@new.example")
}

async fn invite(actor: &Actor, email: &str) -> ApiResponse {
    actor.post(INVITATIONS, json!({ "email": email, "role": "member" })).await
}

async fn send(owner: &Owner, proposal: &Value, email: &str) -> ApiResponse {
    owner
        .post(
            format!("{}/send", path_of(proposal)),
            json!({ "recipientName": "Mia Berg", "recipientEmail": email }),
        )
        .await
}

async fn remind(owner: &Owner, proposal: &Value, email: &str) -> ApiResponse {
    owner.post(format!("{}/remind", path_of(proposal)), json!({ "recipientEmail": email })).await
}

fn refused(answer: &ApiResponse, field: &str, address: &str) {
    let problem = answer.problem(429, "new_address_limit");
    assert_eq!(
        problem["message"],
        format!(
            "Without a subscription, a workspace can write to 10 new addresses a day. Nothing was sent to {address}, and nothing was changed. The next new address is possible from 2026-03-03T09:00:00Z. Addresses that you have written to before are not limited."
        )
    );
    assert_eq!(problem["errors"][0]["field"], field);
}

/// The mails to that address, sent and waiting.
async fn mails(app: &TestApp, address: &str) -> i64 {
    app.database
        .value(format!(
            "SELECT count(*) FROM jobs WHERE task = 'send_mail' AND payload ->> 'to' = '{address}'"
        ))
        .await
}

#[tokio::test]
async fn a_trial_writes_to_ten_new_addresses_a_day_and_to_those_it_knows_without_limit() {
    let (app, ada) = TestApp::with_company().await;
    let bob = app.register_verified_owner("bob").await;
    let (first, second) = (app.drafted_proposal(&ada).await, app.drafted_proposal(&ada).await);
    send(&ada, &first, &number(0)).await.expect(200);
    for n in 1..9 {
        invite(&ada, &number(n)).await.expect(201);
    }
    app.pass(TimeDelta::hours(1));
    remind(&ada, &first, " N9@new.Example ").await.expect(200);

    // The eleventh is refused, for any kind of mail, and has no effect.
    let eleventh = "mia@eleventh.example";
    app.pass(TimeDelta::hours(1));
    let answer = invite(&ada, eleventh).await;
    refused(&answer, "email", eleventh);
    assert_eq!(answer.header("retry-after"), Some((22 * 3600).to_string().as_str()));
    refused(&send(&ada, &second, eleventh).await, "recipientEmail", eleventh);
    refused(&remind(&ada, &first, eleventh).await, "recipientEmail", eleventh);
    assert_eq!(ada.get(path_of(&second)).await.expect(200), second);
    assert_eq!(mails(&app, eleventh).await, 0);
    assert_eq!(
        ada.get("/api/team").await.expect(200).as_array().unwrap().len(),
        9,
        "the owner and eight invitations"
    );

    // Known recipients can still be mailed.
    let known = ada.get("/api/team").await.expect(200)[1]["id"].clone();
    ada.post_empty(format!("{INVITATIONS}/{}/resend", text(&known))).await.expect(200);
    send(&ada, &second, &number(3)).await.expect(200);
    remind(&ada, &first, &number(9)).await.expect(200);
    assert_eq!(mails(&app, &number(3)).await, 2);

    // Another workspace has its own ten.
    invite(&bob, eleventh).await.expect(201);

    // No address is stored for the count.
    let kept: Vec<String> =
        app.database.values("SELECT DISTINCT length(address_hash)::text FROM mailed_addresses").await;
    assert_eq!(kept, ["32"]);

    // Nine were mailed 24 hours ago, the tenth an hour later.
    app.pass(TimeDelta::hours(22));
    for n in 10..19 {
        invite(&ada, &number(n)).await.expect(201);
    }
    invite(&ada, &number(19)).await.problem(429, "new_address_limit");
    app.pass(TimeDelta::hours(1));
    invite(&ada, &number(19)).await.expect(201);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn of_many_new_addresses_at_once_ten_get_through() {
    let (app, ada) = TestApp::with_owner().await;
    let invited = join_all((0..16).map(async |n| invite(&ada, &number(n)).await.status.as_u16())).await;
    let count = |status: u16| invited.iter().filter(|found| **found == status).count();
    assert_eq!((count(201), count(429)), (10, 6), "{invited:?}");
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn a_plan_lifts_the_limit_and_the_end_of_a_trial_does_not() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    app.pays(&ada).await;
    for n in 0..12 {
        invite(&ada, &number(n)).await.expect(201);
    }
    // The plan was granted, not paid for, and is withdrawn.
    app.database.run("UPDATE subscriptions SET given_until = given_at").await;
    invite(&ada, &number(12)).await.problem(429, "new_address_limit");
    app.pass(TimeDelta::days(15));
    let ada = app.sign_in("ada").await;
    for n in 20..30 {
        invite(&ada, &number(n)).await.expect(201);
    }
    send(&ada, &drafted, &number(30)).await.problem(429, "new_address_limit");
    // A workspace that has paid once is exempt, even after the subscription ends.
    app.database.run("UPDATE subscriptions SET stripe_status = 'canceled'").await;
    invite(&ada, &number(30)).await.expect(201);
    app.mail().await;
    app.finish().await;
}
