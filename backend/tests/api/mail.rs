//! Mail as jobs, through a mail server with the real protocol.

use serde_json::json;

use crate::support::{
    app::{Setup, TestApp},
    mailbox::Mail,
    smtp::{SmtpPeer, Verdict},
    stories::{acceptance, address, registration, shared_path_of},
};

const TASK: &str = "send_mail";

async fn through(peer: &SmtpPeer) -> TestApp {
    Setup::default()
        .with("SMTP_URL", peer.url())
        .with("MAIL_FROM", "Proffer <hello@proffer.example>")
        .start()
        .await
}

async fn job(app: &TestApp) -> (String, i32, Option<String>) {
    sqlx::query_as("SELECT state, attempts, last_error FROM jobs WHERE task = 'send_mail'")
        .fetch_one(&app.database.admin)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_mail_leaves_whole_and_once() {
    let peer = SmtpPeer::start(&[]).await;
    let app = through(&peer).await;
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    assert_eq!(peer.taken().len(), 0, "nothing is sent before the transaction that causes it is done");
    app.run_jobs().await;
    app.run_jobs().await;
    let taken = peer.taken();
    assert_eq!(taken.len(), 1);
    let mail: &Mail = &taken[0];
    assert_eq!((mail.from.as_str(), mail.to.as_str()), ("hello@proffer.example", address("ada").as_str()));
    assert_eq!(mail.subject, "Verify your email address");
    assert!(mail.text.contains(mail.link()) && mail.html.contains(mail.link()));
    assert!(
        mail.raw.contains("Auto-Submitted: auto-generated")
            && mail.raw.contains("Date: Mon, 02 Mar 2026 09:00:00"),
        "{}",
        mail.raw
    );
    let id: uuid::Uuid = app.database.value("SELECT id FROM jobs WHERE task = 'send_mail'").await;
    assert_eq!(mail.message_id, format!("{id}@proffer.example"), "every attempt is the same message");
    assert_eq!(job(&app).await, ("done".to_owned(), 1, None));
    app.finish().await;
}

#[tokio::test]
async fn a_mail_refused_for_now_is_tried_again() {
    let peer = SmtpPeer::start(&[Verdict::Later, Verdict::Later]).await;
    let app = through(&peer).await;
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    for attempt in 1..=2 {
        app.run_jobs().await;
        let (state, attempts, error) = job(&app).await;
        assert_eq!((state.as_str(), attempts), ("retrying", attempt));
        assert!(error.unwrap().contains("451"), "the list of failures says why");
        assert_eq!(peer.taken().len(), 0);
        app.make_retries_due().await;
    }
    app.run_jobs().await;
    assert_eq!((peer.taken().len(), peer.refused()), (1, vec![Verdict::Later, Verdict::Later]));
    assert_eq!(job(&app).await, ("done".to_owned(), 3, None));
    app.finish().await;
}

#[tokio::test]
async fn a_permanently_refused_mail_fails_and_stays_visible() {
    let peer = SmtpPeer::start(&[Verdict::Never]).await;
    let app = through(&peer).await;
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    app.run_jobs().await;
    app.make_retries_due().await;
    app.run_jobs().await;
    assert_eq!((peer.taken().len(), peer.refused()), (0, vec![Verdict::Never]), "it is not tried again");
    assert_eq!(job(&app).await.0, "failed");
    assert!(app.expect_failed_job(TASK).await.contains("550"));
    app.finish().await;
}

#[tokio::test]
async fn a_mail_server_that_is_away_is_waited_for_and_given_up_in_the_end() {
    // A port without a listener.
    let away = SmtpPeer::start(&[]).await.url();
    let app = Setup::default().with("SMTP_URL", away).start().await;
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    app.run_jobs().await;
    assert_eq!(job(&app).await.0, "retrying");
    app.database.run("UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1").await;
    app.make_retries_due().await;
    app.run_jobs().await;
    let (state, attempts, _) = job(&app).await;
    assert_eq!((state.as_str(), attempts), ("failed", 12));
    app.expect_failed_job(TASK).await;
    app.finish().await;
}

#[tokio::test]
async fn one_refused_mail_does_not_hold_up_the_signature_or_the_other_mail() {
    let peer = SmtpPeer::start(&[Verdict::Take, Verdict::Never]).await;
    let app = through(&peer).await;
    let ada = app.anonymous();
    ada.post("/api/register", registration("ada")).await.expect(200);
    app.run_jobs().await;
    let token = peer.taken()[0].link_parameter("token");
    ada.get(format!("/api/verify-email?token={token}")).await.expect(200);
    let ada = app.sign_in("ada").await;
    ada.create_company().await;
    let sent = app.sent_proposal(&ada).await;
    let shared = ada.get(shared_path_of(&sent)).await.expect(200);
    ada.post(format!("{}/action", shared_path_of(&sent)), acceptance(&shared)).await.expect(200);
    app.run_jobs().await;
    assert_eq!(peer.taken().len(), 2, "one of the two left");
    app.expect_failed_job(TASK).await;
    assert_eq!(ada.get("/api/proposals").await.expect(200)[0]["status"], "signed");
    app.finish().await;
}

#[tokio::test]
async fn a_name_cannot_smuggle_a_header_or_a_recipient_into_a_mail() {
    let peer = SmtpPeer::start(&[]).await;
    let app = through(&peer).await;
    let mut evil = registration("ada");
    evil["firstName"] = json!("Ada\r\nBcc: victim@evil.example\r\n\r\n.\r\nMAIL FROM:<x@evil.example>");
    let answer = app.anonymous().post("/api/register", evil).await;
    app.run_jobs().await;
    let taken = peer.taken();
    assert_eq!(taken.len(), usize::from(answer.status == 200));
    for mail in taken {
        assert_eq!(mail.to, address("ada"));
        let head = mail.raw.split("\r\n\r\n").next().unwrap();
        assert!(!head.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{head}");
    }
    app.finish().await;
}

#[tokio::test]
async fn without_a_mail_server_mail_is_read_at_dev_mail_in_embedded_mode_alone() {
    let app = Setup::default().dev().start().await;
    let anonymous = app.anonymous();
    assert!(anonymous.get("/dev/mail").await.text().contains("No mail yet."));
    let mut evil = registration("ada");
    evil["firstName"] = json!("Ada <script>alert(1)</script>");
    anonymous.post("/api/register", evil).await.expect(200);
    app.run_jobs().await;
    let list = anonymous.get("/dev/mail").await.text();
    assert!(list.contains("Verify your email address") && list.contains(&address("ada")), "{list}");
    let place = list.split("href=\"").nth(1).unwrap().split('"').next().unwrap();
    let shown = anonymous.get(place).await.text();
    assert!(
        shown.contains("/verify-email?token=")
            && shown.contains("&lt;script&gt;")
            && !shown.contains("<script>"),
        "{shown}"
    );
    for other in ["019cadc6-9a80-7650-b29d-000000000001", "..%2f..%2fsecret", "ada"] {
        assert_eq!(anonymous.get(format!("/dev/mail/{other}")).await.status, 404, "{other}");
    }
    app.finish().await;

    let app = TestApp::start().await;
    assert!(!app.anonymous().get("/dev/mail").await.text().contains("Outbox"));
    app.finish().await;
}

#[tokio::test]
#[should_panic(expected = "jobs are left behind")]
async fn a_test_that_leaves_a_job_behind_fails() {
    let app = TestApp::start().await;
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    app.finish().await;
}
