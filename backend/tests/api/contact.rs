//! Messages to the site's support: what is stored, mailed, and refused.

use serde_json::{Value, json};

use crate::support::{
    app::{Setup, TestApp},
    smtp::{SmtpPeer, Verdict},
};

const PATH: &str = "/api/contact";
const SUPPORT: &str = "help@proffer.example";

/// A valid message.
pub fn message() -> Value {
    json!({
        "name": "Mia Berg", "email": "Mia@Harbor.example", "type": "feature", "subject": "Another language",
        "message": "Could proposals be in Danish?\n\n<b>Thank</b> you.",
    })
}

async fn kept(app: &TestApp) -> i64 {
    app.database.value("SELECT count(*) FROM contact_messages").await
}

async fn mailed(app: &TestApp) -> i64 {
    app.database.value("SELECT count(*) FROM contact_messages WHERE mailed_at IS NOT NULL").await
}

async fn through(peer: &SmtpPeer) -> TestApp {
    Setup::default().with("SMTP_URL", peer.url()).with("SUPPORT_EMAIL", SUPPORT).start().await
}

#[tokio::test]
async fn a_message_is_kept_and_mailed_to_support() {
    let peer = SmtpPeer::start(&[]).await;
    let app = through(&peer).await;
    assert_eq!(app.anonymous().post(PATH, message()).await.expect(200), json!({ "success": true }));
    assert_eq!((kept(&app).await, peer.taken().len()), (1, 0));
    app.run_jobs().await;
    app.run_jobs().await;
    let taken = peer.taken();
    assert_eq!(taken.len(), 1);
    let mail = &taken[0];
    assert_eq!((mail.to.as_str(), mail.subject.as_str()), (SUPPORT, "Feature Request: Another language"));
    assert!(mail.raw.contains("Reply-To: mia@harbor.example\r\n"), "{}", mail.raw);
    assert!(
        mail.text.contains("Could proposals be in Danish?")
            && mail.text.contains("Mia Berg <mia@harbor.example>"),
        "{}",
        mail.text
    );
    assert!(mail.html.contains("&#60;b&#62;Thank") || mail.html.contains("&lt;b&gt;Thank"), "{}", mail.html);
    let row: Value = app.database.value("SELECT to_jsonb(c) FROM contact_messages c").await;
    assert_eq!(
        (&row["kind"], &row["email"], &row["name"]),
        (&json!("feature"), &json!("mia@harbor.example"), &json!("Mia Berg"))
    );
    assert_eq!(mail.message_id.split('@').next(), row["id"].as_str(), "every attempt is the same message");
    assert_eq!(mailed(&app).await, 1);
    app.finish().await;
}

#[tokio::test]
async fn without_a_setting_support_is_at_the_sites_host() {
    let app = TestApp::start().await;
    app.anonymous().post(PATH, message()).await.expect(200);
    let host = app.base.host_str().unwrap().to_owned();
    let mail = app.mail().await.remove(0);
    assert_eq!(mail.to, format!("support@{host}"));
    app.finish().await;
}

#[tokio::test]
async fn a_signed_in_person_can_write_too() {
    let (app, ada) = TestApp::with_company().await;
    ada.post(PATH, message()).await.expect(200);
    assert_eq!(app.mail().await.len(), 1);
    app.finish().await;
}

#[tokio::test]
async fn a_mail_server_that_is_away_is_waited_for_through_a_restart() {
    let peer = SmtpPeer::start(&[Verdict::Later, Verdict::Later]).await;
    let app = through(&peer).await;
    app.anonymous().post(PATH, message()).await.expect(200);
    app.run_jobs().await;
    assert_eq!((peer.refused().len(), mailed(&app).await), (1, 0));
    let mut other = Setup::default()
        .with("SMTP_URL", peer.url())
        .with("SUPPORT_EMAIL", SUPPORT)
        .on(&app, 2)
        .start()
        .await;
    for _ in 0..2 {
        other.make_retries_due().await;
        other.run_jobs().await;
    }
    assert_eq!((peer.refused().len(), peer.taken().len(), mailed(&app).await), (2, 1, 1));
    other.shut_down().await;
    app.finish().await;
}

#[tokio::test]
async fn a_permanently_refused_support_mail_is_kept() {
    let peer = SmtpPeer::start(&[Verdict::Never]).await;
    let app = through(&peer).await;
    app.anonymous().post(PATH, message()).await.expect(200);
    app.run_jobs().await;
    app.make_retries_due().await;
    app.run_jobs().await;
    assert_eq!((peer.refused().len(), peer.taken().len()), (1, 0), "it is not tried again");
    assert_eq!((kept(&app).await, mailed(&app).await), (1, 0));
    app.finish().await;
}

#[tokio::test]
async fn a_message_without_a_type_is_for_support() {
    let app = TestApp::start().await;
    let mut untyped = message();
    untyped.as_object_mut().unwrap().remove("type");
    app.anonymous().post(PATH, untyped).await.expect(200);
    assert_eq!(app.mail().await.len(), 1);
    assert_eq!(app.database.value::<String>("SELECT kind FROM contact_messages").await, "support");
    app.finish().await;
}

#[tokio::test]
async fn every_field_is_refused_in_the_words_of_the_form() {
    let app = TestApp::start().await;
    let nothing =
        json!({ "name": "M", "email": "mia", "type": "", "subject": "Four", "message": "Nine more" });
    let refused = app.anonymous().post(PATH, nothing).await;
    refused.problem(422, "validation_failed");
    assert_eq!(
        refused.field_messages(),
        [
            "name: Name must be at least 2 characters",
            "email: Please enter a valid email address",
            "type: Please select a request type",
            "subject: Subject must be at least 5 characters",
            "message: Message must be at least 10 characters",
        ]
    );
    for (field, value, said) in [
        ("name", "m".repeat(101), "name: Name must be at most 100 characters"),
        ("subject", "s".repeat(201), "subject: Subject must be at most 200 characters"),
        ("message", "m".repeat(5001), "message: Message must be at most 5,000 characters"),
        (
            "message",
            "A NUL is \0 here".to_owned(),
            "message: Message contains characters that cannot be stored",
        ),
        ("name", "Mia\r\nBcc: all@nobody.example".to_owned(), "name: Name must be a single line of text"),
        (
            "subject",
            "Hello\r\nBcc: all@nobody.example".to_owned(),
            "subject: Subject must be a single line of text",
        ),
        (
            "email",
            "mia@harbor.example\r\nBcc: all@nobody.example".to_owned(),
            "email: Please enter a valid email address",
        ),
    ] {
        let mut input = message();
        input[field] = json!(value);
        let refused = app.anonymous().post(PATH, input).await;
        refused.problem(422, "validation_failed");
        assert_eq!(refused.field_messages(), [said]);
    }
    assert_eq!(kept(&app).await, 0);
    app.finish().await;
}

#[tokio::test]
async fn a_program_that_fills_in_the_hidden_field_gets_the_usual_response() {
    let app = TestApp::start().await;
    let mut spam = message();
    spam["website"] = json!("https://spam.example");
    assert_eq!(app.anonymous().post(PATH, spam).await.expect(200), json!({ "success": true }));
    let mut person = message();
    person["website"] = json!("");
    assert_eq!((kept(&app).await, app.mail().await.len()), (0, 0));
    app.anonymous().post(PATH, person).await.expect(200);
    assert_eq!((kept(&app).await, app.mail().await.len()), (1, 1));
    app.finish().await;
}
