//! Sending a proposal through a mail server with the real protocol: the client's mail, the delivery status
//! for the team, and that two clicks send once.

mod links;
mod schedule;
mod tokens;

use chrono::TimeDelta;
use futures_util::future::join_all;
use proffer::{
    features::deliveries::{self, Delivery, DeliveryState, MailKind},
    mail::{SealedAttachment, SendMail},
};
use proffer_adapters::mail::MailContent;
use proffer_store::entity::mails;
use reqwest::StatusCode;
use sea_orm::EntityTrait as _;
use serde_json::{Value, json};

use crate::support::{
    actor::{ApiResponse, text},
    app::{Setup, TestApp},
    mailbox::Mail,
    smtp::{SmtpPeer, Verdict},
    stories::{Owner, path_of, shared_path_of},
};

pub const CLIENT: &str = "mia@harbor.example";

/// A drafted proposal, a user who can send it, and the mail server.
pub struct SendingScene {
    pub app: TestApp,
    pub peer: SmtpPeer,
    pub ada: Owner,
    pub drafted: Value,
    /// The mails that were sent before.
    before: usize,
}

/// The dialog's request.
pub fn to_mia() -> Value {
    json!({ "recipientName": "Mia Berg", "recipientEmail": CLIENT })
}

impl SendingScene {
    /// The verdicts apply to mails after the owner has signed in.
    pub async fn new(verdicts: &[Verdict]) -> Self {
        let peer = SmtpPeer::start(verdicts).await;
        let setup = Setup::default()
            .with("SMTP_URL", peer.url())
            .with("MAIL_FROM", "Proffer <hello@proffer.example>");
        let (app, ada) = setup.start_with_company().await;
        app.pays(&ada).await;
        let drafted = app.drafted_proposal(&ada).await;
        let before = peer.taken().len();
        Self { app, peer, ada, drafted, before }
    }

    pub fn path(&self) -> String {
        path_of(&self.drafted)
    }

    pub async fn send(&self, input: Value) -> ApiResponse {
        self.ada.post(format!("{}/send", self.path()), input).await
    }

    /// Sent to Mia, and the mail accepted by the server.
    pub async fn sent(verdicts: &[Verdict]) -> Self {
        let scene = Self::new(verdicts).await;
        scene.send(to_mia()).await.expect(200);
        scene.app.run_jobs().await;
        scene
    }

    pub async fn proposal(&self) -> Value {
        self.ada.get(self.path()).await.expect(200)
    }

    /// The mails to its client, once all due jobs are done.
    pub async fn to_client(&self) -> Vec<Mail> {
        self.app.run_jobs().await;
        self.peer.taken().into_iter().skip(self.before).filter(|mail| mail.to == CLIENT).collect()
    }

    /// The team's notifications, in order.
    pub async fn told(&self) -> Vec<String> {
        self.app
            .database
            .values("SELECT payload->>'kind' FROM tests.jobs WHERE task = 'notify' ORDER BY created_at, id")
            .await
    }

    pub async fn kinds(&self) -> Vec<String> {
        self.app
            .database
            .values(format!(
                "SELECT kind FROM audit_events WHERE proposal_id = '{}' ORDER BY sequence",
                text(&self.drafted["id"])
            ))
            .await
    }

    async fn payload(&self, kind: &str) -> Value {
        self.app
            .database
            .value(format!("SELECT payload FROM audit_events WHERE kind = '{kind}' ORDER BY at DESC, sequence DESC LIMIT 1"))
            .await
    }

    /// The mails about the proposal as the activity lists them, read with the team's role.
    async fn deliveries(&self) -> Vec<Delivery> {
        let workspace_id = text(&self.ada.user["workspace"]["id"]).parse().unwrap();
        let context = self.app.context(workspace_id);
        let tx = context.tx().await.unwrap();
        deliveries::of_proposal(&tx, text(&self.drafted["id"]).parse().unwrap()).await.unwrap()
    }
}

#[tokio::test]
async fn the_client_gets_the_link_with_the_senders_words_and_look() {
    let scene = SendingScene::new(&[]).await;
    let until = scene.app.now() + TimeDelta::days(28);
    scene.ada.change(scene.path(), json!({ "validUntil": until })).await.expect(200);
    let mut input = to_mia();
    input["recipientEmail"] = json!(" MIA@harbor.example ");
    input["message"] = json!("As promised.\n<b>Best</b>, Ada");
    let sent = scene.send(input).await.expect(200);
    assert_eq!(scene.peer.taken().len(), scene.before, "nothing is sent before the transaction is done");
    for (field, value) in
        [("kind", "proposal"), ("toName", "Mia Berg"), ("toEmail", CLIENT), ("state", "queued")]
    {
        assert_eq!(sent["mail"][field], value, "{field}");
    }
    let proposal = scene.proposal().await;
    assert_eq!(
        text(&sent["url"]),
        scene.app.base.join(&format!("shared/{}", text(&proposal["shareToken"]))).unwrap().as_str()
    );
    for (field, value) in [
        ("status", json!("pending")),
        ("recipientName", json!("Mia Berg")),
        ("recipientEmail", json!(CLIENT)),
        ("reminders", json!(true)),
    ] {
        assert_eq!(proposal[field], value, "{field}");
    }

    let mails = scene.to_client().await;
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert_eq!(mail.from, "hello@proffer.example");
    let sender = mail.raw.lines().find(|line| line.starts_with("From: ")).unwrap();
    assert!(
        sender.contains("ada Studio via Proffer") && sender.ends_with("<hello@proffer.example>"),
        "{sender}"
    );
    assert!(mail.raw.contains(&format!("Reply-To: {}", scene.ada.email)), "{}", mail.raw);
    assert_eq!(mail.subject, format!("{} from ada Studio", text(&scene.drafted["title"])));
    assert_eq!(mail.link(), text(&sent["url"]));
    for words in ["As promised.", "ada Studio", "March 30, 2026 at 09:00 UTC"] {
        assert!(mail.text.contains(words) && mail.html.contains(words), "{words}: {}", mail.text);
    }
    assert!(!mail.text.contains("Hello"), "the sender writes the greeting: {}", mail.text);
    assert!(mail.text.contains("<b>Best</b>") && !mail.html.contains("<b>Best"), "{}", mail.html);
    assert!(!mail.html.contains("<img") && !mail.raw.contains("List-Unsubscribe"), "{}", mail.raw);
    assert_eq!(scene.kinds().await, ["created", "drafted", "edited", "sent"]);
    let payload = scene.payload("sent").await;
    assert_eq!(
        (&payload["recipientName"], &payload["recipientEmail"], &payload["revision"]),
        (&json!("Mia Berg"), &json!(CLIENT), &json!(1))
    );
    scene.app.finish().await;
}

#[tokio::test]
async fn what_is_wrong_with_the_input_is_named_and_nothing_is_sent() {
    let scene = SendingScene::new(&[]).await;
    let answer = scene
        .send(json!({
            "recipientName": " ", "recipientEmail": "mia", "subject": "x".repeat(201),
            "message": "x".repeat(5_001)
        }))
        .await;
    answer.problem(422, "validation_failed");
    assert_eq!(
        answer.field_messages(),
        [
            "recipientName: Recipient name is required",
            "recipientEmail: Invalid email address",
            "subject: Subject must be at most 200 characters",
            "message: Message must be at most 5,000 characters",
        ]
    );
    for field in ["recipientName", "subject"] {
        let mut input = to_mia();
        input[field] = json!("Mia\r\nBcc: victim@evil.example\r\n\r\nHello");
        scene.send(input).await.problem(422, "validation_failed");
    }
    scene
        .ada
        .change(scene.path(), json!({ "htmlContent": "<p>Dear {{name}}, welcome.</p>" }))
        .await
        .expect(200);
    let blocked = scene.send(to_mia()).await;
    blocked.problem(422, "pre_send_blocked");
    assert!(!blocked.json()["errors"].as_array().unwrap().is_empty());
    let proposal = scene.proposal().await;
    assert_eq!((&proposal["status"], proposal.get("recipientEmail")), (&json!("draft"), None));
    assert!(scene.to_client().await.is_empty());
    scene.app.finish().await;
}

#[tokio::test]
async fn names_and_subjects_stay_in_their_lines_of_the_mail() {
    let mut scene = SendingScene::new(&[]).await;
    scene
        .ada
        .put(
            "/api/companies",
            json!({ "name": "=?utf-8?q?=0D=0ABcc:_victim@evil.example?= \"Ada\" <x@evil.example>" }),
        )
        .await
        .expect(200);
    // A proposal created under the earlier name is not sent under this one.
    let client = scene.ada.create_client("quay").await;
    scene.drafted = scene.app.drafted_proposal_for(&scene.ada, &client).await;
    let mut input = to_mia();
    input["recipientName"] =
        json!("Mia, \"Bcc: victim@evil.example\" \\r\\n <victim@evil.example> Zoë \u{1F600}");
    input["subject"] = json!("=?utf-8?q?=0D=0ABcc:_victim@evil.example?= \\r\\nBcc: victim@evil.example Zoë");
    scene.send(input).await.expect(200);
    let mails = scene.to_client().await;
    assert_eq!(mails.len(), 1);
    let head = mails[0].raw.split("\r\n\r\n").next().unwrap();
    assert!(!head.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{head}");
    assert_eq!((mails[0].from.as_str(), mails[0].to.as_str()), ("hello@proffer.example", CLIENT));
    scene.app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_twenty_clicks_one_sends() {
    let scene = SendingScene::new(&[]).await;
    // Twenty mails to one address at once exceed the limit, which is not tested here.
    let answers = join_all((0..20).map(|number| {
        let mut input = to_mia();
        if number >= 5 {
            input["recipientEmail"] = json!(format!("person{number}@harbor.example"));
        }
        scene.send(input)
    }))
    .await;
    let (won, lost): (Vec<ApiResponse>, Vec<ApiResponse>) =
        answers.into_iter().partition(|answer| answer.status == StatusCode::OK);
    assert_eq!(won.len(), 1);
    for answer in lost {
        assert_eq!(answer.problem(409, "invalid_transition")["currentStatus"], "pending");
    }
    scene.app.run_jobs().await;
    assert_eq!(scene.peer.taken().len(), scene.before + 1, "one mail");
    let revisions: i64 = scene.app.database.value("SELECT count(*) FROM revisions").await;
    assert_eq!(
        (revisions, scene.kinds().await),
        (1, vec!["created".to_owned(), "drafted".to_owned(), "sent".to_owned()])
    );
    scene.app.finish().await;
}

#[tokio::test]
async fn a_refused_address_is_failed_with_the_reason_and_another_can_be_reminded() {
    let scene = SendingScene::sent(&[Verdict::Never]).await;
    assert!(scene.to_client().await.is_empty());
    let failed = scene.deliveries().await;
    assert_eq!(failed.len(), 1);
    assert_eq!(
        (failed[0].kind, failed[0].state, failed[0].attempts),
        (MailKind::Proposal, DeliveryState::Failed, 1)
    );
    assert!(
        failed[0].reason.as_ref().unwrap().contains("550") && failed[0].settled_at.is_some(),
        "{failed:?}"
    );

    scene.app.pass(TimeDelta::minutes(5));
    let remind = format!("{}/remind", scene.path());
    let reminder = scene
        .ada
        .post(&remind, json!({ "recipientEmail": "bo@harbor.example", "message": "Now to you." }))
        .await
        .expect(200);
    assert_eq!((&reminder["kind"], &reminder["toEmail"]), (&json!("reminder"), &json!("bo@harbor.example")));
    assert_eq!(scene.proposal().await["recipientEmail"], "bo@harbor.example");
    scene.app.run_jobs().await;
    let mail = scene.peer.taken().into_iter().last().unwrap();
    assert_eq!((mail.to.as_str(), mail.text.contains("Now to you.")), ("bo@harbor.example", true));
    let states: Vec<_> = scene
        .deliveries()
        .await
        .into_iter()
        .map(|mail| (mail.kind, mail.state, mail.reason.is_some()))
        .collect();
    assert_eq!(
        states,
        [
            (MailKind::Reminder, DeliveryState::Delivered, false),
            (MailKind::Proposal, DeliveryState::Failed, true)
        ]
    );
    scene.app.expect_failed_job("send_mail").await;
    scene.app.finish().await;
}

#[tokio::test]
async fn a_server_that_is_away_and_comes_back_takes_one_mail() {
    let scene = SendingScene::sent(&[Verdict::Later, Verdict::Later]).await;
    for attempt in 1..=2 {
        let waiting = scene.deliveries().await;
        assert_eq!(
            (waiting[0].state, waiting[0].attempts, waiting[0].settled_at.is_some()),
            (DeliveryState::Queued, attempt, false)
        );
        assert!(waiting[0].reason.as_ref().unwrap().contains("451"), "{waiting:?}");
        scene.app.make_retries_due().await;
        scene.app.run_jobs().await;
    }
    assert_eq!(scene.to_client().await.len(), 1);
    let settled = scene.deliveries().await;
    assert_eq!(
        (settled[0].state, settled[0].attempts, &settled[0].reason),
        (DeliveryState::Delivered, 3, &None)
    );
    scene.app.finish().await;
}

#[tokio::test]
async fn a_reminder_says_how_to_stop_reminders_and_only_what_waits_is_reminded_of() {
    let scene = SendingScene::new(&[]).await;
    let remind = format!("{}/remind", scene.path());
    assert_eq!(
        scene.ada.post(&remind, json!({})).await.problem(409, "invalid_transition")["currentStatus"],
        "draft"
    );
    // Sent by the former API, without a recipient.
    scene.ada.send_proposal(&scene.drafted).await;
    let answer = scene.ada.post(&remind, json!({})).await;
    answer.problem(422, "validation_failed");
    assert_eq!(answer.field_messages(), ["recipientEmail: Recipient email is required"]);
    assert!(scene.to_client().await.is_empty(), "the old way sends no mail");
    scene.ada.post(&remind, json!({ "recipientEmail": CLIENT })).await.expect(200);
    let mails = scene.to_client().await;
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert!(mail.subject.starts_with("Reminder: ") && mail.text.contains("March 2, 2026"), "{}", mail.text);
    assert!(mail.raw.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{}", mail.raw);
    let head = mail.raw.split("List-Unsubscribe: ").nth(1).unwrap();
    let one_click = head.trim_start().split(['<', '>']).nth(1).unwrap();
    let page = one_click.replace("/api/notifications/unsubscribe?", "/unsubscribe?");
    assert!(one_click.contains("/api/notifications/unsubscribe?token="), "{one_click}");
    assert!(mail.text.contains(&page) && mail.html.contains(&page), "{}", mail.text);
    assert_eq!(scene.kinds().await.last().unwrap(), "reminded");
    assert_eq!(scene.payload("reminded").await, json!({ "revision": 1, "recipientEmail": CLIENT }));

    scene.ada.delete(format!("{}/share", scene.path())).await.expect(204);
    scene.ada.post(&remind, json!({})).await.problem(409, "link_revoked");
    scene.app.finish().await;
}

#[tokio::test]
async fn a_mail_carries_the_sealed_document_and_its_job_does_not() {
    let link = crate::sharing::link().await;
    let page = link.page().await;
    link.act(crate::support::stories::acceptance(&page)).await.expect(200);
    link.app.mail().await;
    link.app.database.run("DELETE FROM mails").await;
    let proposal_id: uuid::Uuid = text(&link.sent["id"]).parse().unwrap();
    let context = link.app.context(text(&link.owner.user["workspace"]["id"]).parse().unwrap());
    let mail = SendMail {
        to: CLIENT.to_owned(),
        content: MailContent { subject: "Your copy".to_owned(), ..MailContent::default() },
        document: Some(SealedAttachment { proposal_id, file_name: "Angebot für Zoë.pdf".to_owned() }),
        ..SendMail::default()
    };
    let tx = context.tx().await.unwrap();
    let delivery =
        deliveries::enqueue(&link.app.app, &tx, proposal_id, MailKind::Evidence, &mail).await.unwrap();
    let kept = mails::Entity::find().all(tx.conn()).await.unwrap();
    assert_eq!((kept.len(), kept[0].id, kept[0].kind.as_str()), (1, delivery.id, "evidence"));
    tx.commit().await.unwrap();
    let payload: Value =
        link.app.database.value(format!("SELECT payload FROM tests.jobs WHERE id = '{}'", delivery.id)).await;
    assert_eq!(payload["document"], json!({ "proposalId": proposal_id, "fileName": "Angebot für Zoë.pdf" }));
    let got = link.app.mail_to(CLIENT).await;
    assert!(got.raw.contains("Content-Type: application/pdf") && got.raw.contains("JVBERi0x"), "{}", got.raw);
    link.app.finish().await;
}

#[tokio::test]
async fn sending_too_much_is_refused_before_anything_is_frozen() {
    let scene = SendingScene::new(&[]).await;
    let limit = proffer_domain::rate_limit::Rule::SendPerTarget.limit();
    for _ in 0..limit.burst {
        scene
            .send(json!({ "recipientName": "", "recipientEmail": CLIENT }))
            .await
            .problem(422, "validation_failed");
    }
    scene.send(to_mia()).await.problem(429, "rate_limited");
    assert_eq!(scene.proposal().await["status"], "draft");
    scene.app.pass(limit.interval);
    scene.send(to_mia()).await.expect(200);
    assert_eq!(scene.to_client().await.len(), 1);
    scene.ada.get(shared_path_of(&scene.proposal().await)).await.expect(200);
    scene.app.finish().await;
}
