//! Mail server, storage and Stripe hang, and return. Refusals are tested with their features, as is all of
//! the model.

use std::time::Duration;

use proffer_embedded::stripe::Fault;
use reqwest::Method;
use secrecy::ExposeSecret as _;

use super::{PATIENCE, line::Line};
use crate::support::{
    actor::text,
    app::{Setup, TestApp},
    smtp::SmtpPeer,
    stories::{self, registration},
    waiting::until,
};

/// Longer than a call to Stripe may take.
const HANGS: Duration = Duration::from_secs(15);
const PICTURE: &str = "/api/account/picture";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_mail_server_that_hangs_is_given_up_and_gets_its_mail_when_it_answers() {
    let peer = SmtpPeer::start(&[]).await;
    let line = Line::to(peer.port()).await;
    let app = Setup::default().with("SMTP_URL", format!("smtp://127.0.0.1:{}", line.port)).start().await;
    line.hold();
    // The request that causes the mail does not wait for it.
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    app.run_jobs().await;
    let (state, error): (String, String) =
        sqlx::query_as("SELECT state, last_error FROM jobs WHERE task = 'send_mail'")
            .fetch_one(&app.database.admin)
            .await
            .unwrap();
    assert_eq!(state, "retrying", "{error}");
    line.release();
    app.make_retries_due().await;
    app.run_jobs().await;
    until("one mail is taken", PATIENCE, async || (peer.taken().len() == 1).then_some(())).await;
    app.anonymous()
        .get(format!("/api/verify-email?token={}", peer.taken()[0].link_parameter("token")))
        .await
        .expect(200);
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_hanging_storage_delays_no_other_request_and_changes_nothing() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let storage = app.app.config.objects.clone().unwrap();
    let line = Line::to(storage.endpoint.port().unwrap()).await;
    let mut other = Setup::default()
        .with("S3_ENDPOINT", format!("http://127.0.0.1:{}", line.port))
        .with("S3_BUCKET", &storage.bucket)
        .with("S3_REGION", &storage.region)
        .with("S3_ACCESS_KEY", &storage.access_key)
        .with("S3_SECRET_KEY", storage.secret_key.expose_secret())
        .on(&app, 2)
        .start()
        .await;
    let there = ada.at(&other.base);
    line.hold();
    let before = app.stored_objects();
    let uploading = there.send_bytes(Method::PUT, PICTURE, stories::picture());
    let meanwhile = async {
        for _ in 0..20 {
            there.get("/api/auth/user").await.expect(200);
        }
    };
    let (refused, ()) = tokio::join!(uploading, meanwhile);
    refused.problem(503, "storage_unavailable");
    assert!(there.get("/api/auth/user").await.expect(200).get("profileImageUrl").is_none());
    assert_eq!(app.stored_objects(), before);
    line.release();
    there.send_bytes(Method::PUT, PICTURE, stories::picture()).await.expect(200);
    let picture = there.get("/api/auth/user").await.expect(200);
    there.get(text(&picture["profileImageUrl"])).await.expect_bytes(200);
    other.shut_down().await;
    app.run_jobs().await;
    assert_eq!(app.stored_objects().len(), 1, "what was held back is left over");
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_stripe_that_hangs_is_given_up_and_charges_once() {
    let app = Setup::default().payments().start().await;
    let ada = app.owner_with_company("ada").await;
    for path in ["/v1/customers", "/v1/checkout/sessions"] {
        app.stripe().fault(path, Fault::Slow(HANGS));
        ada.post_empty("/api/create-checkout-session").await.problem(502, "payments_unavailable");
    }
    // Stripe refuses a second call with the key of a running one.
    until("Stripe has come to itself", PATIENCE, async || {
        ada.post_empty("/api/create-checkout-session").await.status.is_success().then_some(())
    })
    .await;
    app.subscribe(&ada).await;
    let (customers, subscriptions) = (app.stripe().customers(), app.stripe().subscriptions());
    assert_eq!(
        (customers.len(), subscriptions.len(), app.stripe().invoices().len()),
        (1, 1, 1),
        "{customers:#?} {subscriptions:#?}"
    );
    app.finish().await;
}
