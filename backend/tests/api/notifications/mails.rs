//! The content of the mails, read from a real mail server, and their links.

use proffer::features::notifications::jobs::Notify;
use proffer_domain::notification::NotificationEvent;
use serde_json::{Value, json};

use super::{World, announce, of, of_plan, workspace};
use crate::support::{
    actor::text,
    app::{Setup, TestApp},
    mailbox::Mail,
    smtp::SmtpPeer,
    stories::{acceptance, design, path_of, shared_path_of},
};

/// A proposal whose team is notified through a real mail server, by a second server on the same database.
struct NotifiedProposal {
    world: World,
    peer: SmtpPeer,
    sender: TestApp,
}

impl NotifiedProposal {
    async fn new() -> Self {
        let (world, peer) = (World::new().await, SmtpPeer::start(&[]).await);
        let sender = Setup::default().with("SMTP_URL", peer.url()).on(&world.app, 2).start().await;
        Self { world, peer, sender }
    }

    /// The one mail about this.
    async fn mail(&self, news: Notify) -> Mail {
        let before = self.peer.taken().len();
        announce(&self.world.app, &self.world.ada, news).await;
        self.sender.run_jobs().await;
        let mut taken = self.peer.taken();
        assert_eq!(taken.len(), before + 1, "{taken:#?}");
        let mail = taken.pop().unwrap();
        assert_eq!(mail.to, self.world.ada.email);
        mail
    }

    async fn finish(mut self) {
        self.sender.shut_down().await;
        self.world.app.finish().await;
    }
}

/// Both forms contain all of it.
fn says(mail: &Mail, words: &[&str]) {
    for words in words {
        assert!(mail.text.contains(words), "{words} is missing in {}", mail.text);
        let escaped = words.replace('&', "&#38;");
        assert!(
            mail.html.contains(words) || mail.html.contains(&escaped),
            "{words} is missing in {}",
            mail.html
        );
    }
}

#[tokio::test]
async fn each_kind_has_its_own_words_and_leads_to_the_editor() {
    let told = NotifiedProposal::new().await;
    let proposal = &told.world.proposal;
    let link = format!("{}proposals/{}/edit", told.sender.base, text(&proposal["id"]));
    let words = "Please add French.\n\nAnd German & Danish.".to_owned();
    for (kind, subject, said) in [
        (
            NotificationEvent::Viewed,
            "Mia Berg opened \u{201c}Web site with online booking for harbor Dental\u{201d}",
            &[
                "Your proposal was opened",
                "Mia Berg opened \u{201c}Web site with online booking for harbor Dental\u{201d} for the first time on March 2, 2026 at 09:00 UTC.",
            ][..],
        ),
        (
            NotificationEvent::ChangesRequested,
            "Mia Berg asked for changes to \u{201c}Web site with online booking for harbor Dental\u{201d}",
            &[
                "Your client asked for changes",
                "on March 2, 2026 at 09:00 UTC.",
                "Please add French.",
                "And German & Danish.",
            ],
        ),
        (
            NotificationEvent::Declined,
            "Mia Berg declined \u{201c}Web site with online booking for harbor Dental\u{201d}",
            &[
                "Your proposal was declined",
                "Mia Berg declined \u{201c}Web site with online booking for harbor Dental\u{201d} on March 2, 2026 at 09:00 UTC.",
            ],
        ),
        (
            NotificationEvent::Signed,
            "Mia Berg accepted \u{201c}Web site with online booking for harbor Dental\u{201d}",
            &[
                "Your proposal was accepted",
                "Mia Berg signed \u{201c}Web site with online booking for harbor Dental\u{201d} on March 2, 2026 at 09:00 UTC.",
            ],
        ),
        (
            NotificationEvent::Expiring,
            "\u{201c}Web site with online booking for harbor Dental\u{201d} expires in 3 days",
            &["Your proposal expires soon", "has no answer yet.", "choose a later date in the editor"],
        ),
        (
            NotificationEvent::Expired,
            "\u{201c}Web site with online booking for harbor Dental\u{201d} has expired",
            &["Your proposal has expired", "It can no longer be accepted.", "send it once more"],
        ),
    ] {
        let mail = told
            .mail(Notify {
                words: (kind == NotificationEvent::ChangesRequested).then(|| words.clone()),
                ..of(kind, proposal)
            })
            .await;
        assert_eq!(mail.subject, subject);
        says(&mail, said);
        says(&mail, &["Open the proposal", &link]);
    }
    // The reader is not always known.
    let mail = told.mail(Notify { actor: None, ..of(NotificationEvent::Viewed, proposal) }).await;
    assert_eq!(mail.subject, "\u{201c}Web site with online booking for harbor Dental\u{201d} was opened");
    says(
        &mail,
        &[
            "\u{201c}Web site with online booking for harbor Dental\u{201d} was opened for the first time on March 2, 2026 at 09:00 UTC.",
        ],
    );
    told.finish().await;
}

#[tokio::test]
async fn an_end_is_named_by_its_day() {
    let told = NotifiedProposal::new().await;
    told.world.app.database.run("UPDATE proposals SET valid_until = '2026-03-05T17:00:00Z'").await;
    let mail = told.mail(of(NotificationEvent::Expiring, &told.world.proposal)).await;
    assert_eq!(
        mail.subject,
        "\u{201c}Web site with online booking for harbor Dental\u{201d} expires on March 5, 2026"
    );
    says(&mail, &["It can be accepted until March 5, 2026 at 17:00 UTC."]);
    let mail = told.mail(of(NotificationEvent::Expired, &told.world.proposal)).await;
    says(&mail, &["expired on March 5, 2026 at 17:00 UTC without an answer."]);
    told.finish().await;
}

#[tokio::test]
async fn what_is_said_of_the_plan_names_what_ended_and_leads_to_the_subscription() {
    let told = NotifiedProposal::new().await;
    let (app, ada) = (&told.world.app, &told.world.ada);
    let link = format!("{}subscription", told.sender.base);
    let kept =
        "proposals and clients can still be read, shared, signed and exported, but not created or changed.";
    let facts = format!(
        "INSERT INTO subscriptions (workspace_id, created_at, updated_at) VALUES ('{}', now(), now())",
        workspace(ada)
    );
    app.database.run(facts).await;
    for (facts, kind, subject, said) in [
        (
            "stripe_status = NULL",
            NotificationEvent::TrialEnding,
            "The trial of ada ada Meyer ends on March 16, 2026",
            &[
                "Your trial ends soon",
                "The trial of ada ada Meyer ends on March 16, 2026 at 09:00 UTC.",
                "To go on without a break, subscribe before then. It costs $9 a month for each member and can be cancelled at any time.",
                "Otherwise nothing is charged and nothing is lost:",
            ][..],
        ),
        (
            "stripe_status = NULL",
            NotificationEvent::PlanEnded,
            "The trial of ada ada Meyer has ended",
            &[
                "Your trial has ended",
                "The trial of ada ada Meyer ended on March 16, 2026 at 09:00 UTC.",
                "subscribe for $9 a month for each member.",
            ],
        ),
        (
            "given_at = '2026-03-02', given_by = 'Root', given_reason = 'A try', given_until = '2026-03-20T10:00:00Z'",
            NotificationEvent::PlanEnded,
            "The free plan of ada ada Meyer has ended",
            &[
                "Your free plan has ended",
                "The free plan of ada ada Meyer ended on March 20, 2026 at 10:00 UTC.",
                "Nothing is lost:",
            ],
        ),
        (
            "stripe_status = 'past_due', past_due_since = '2026-02-28T08:30:00Z'",
            NotificationEvent::PaymentFailed,
            "A payment for ada ada Meyer failed",
            &[
                "The payment for the subscription of ada ada Meyer failed on February 28, 2026 at 08:30 UTC. It will be retried in the coming days.",
                "Please check the payment method. Everything keeps working until March 7, 2026 at 08:30 UTC; after that,",
            ],
        ),
        (
            "stripe_status = 'canceled'",
            NotificationEvent::PlanEnded,
            "The subscription of ada ada Meyer has ended",
            &[
                "Your subscription has ended",
                "The subscription of ada ada Meyer ended on March 2, 2026 at 09:00 UTC.",
                "Links that were sent keep working.",
            ],
        ),
    ] {
        app.database.run(format!("UPDATE subscriptions SET {facts}")).await;
        let mail = told.mail(of_plan(kind, ada)).await;
        assert_eq!(mail.subject, subject);
        says(&mail, said);
        says(&mail, &[kept, "See the subscription", &link]);
        assert!(mail.raw.contains("List-Unsubscribe"), "{}", mail.raw);
    }
    told.finish().await;
}

#[tokio::test]
async fn the_mail_about_a_signature_names_the_signer_and_time_and_carries_the_document() {
    let told = NotifiedProposal::new().await;
    let app = &told.world.app;
    let sent = told.world.ada.send_proposal(&told.world.proposal).await;
    let guest = app.anonymous();
    app.pass(chrono::TimeDelta::minutes(90));
    let shared = guest.get(shared_path_of(&sent)).await.expect(200);
    guest.post(format!("{}/action", shared_path_of(&sent)), acceptance(&shared)).await.expect(200);
    app.mail().await;
    app.pass(chrono::TimeDelta::days(1));
    let news = Notify {
        words: Some("Total: $8,100.00".to_owned()),
        with_document: true,
        ..of(NotificationEvent::Signed, &sent)
    };
    let mail = told.mail(news).await;
    says(
        &mail,
        &[
            "Mia Berg (mia@harbor.example) signed",
            "on March 2, 2026 at 10:30 UTC.",
            "Total: $8,100.00",
            "The sealed document is attached",
        ],
    );
    let (payload, kind): (Value, String) = sqlx::query_as(
        "SELECT j.payload, m.kind FROM tests.jobs j JOIN mails m ON m.workspace_id = j.workspace_id AND m.id = j.id
         WHERE j.payload #>> '{letter,paragraphs}' LIKE '%The sealed document is attached%'",
    )
    .fetch_one(&app.database.admin)
    .await
    .unwrap();
    assert_eq!(
        payload["document"],
        json!({ "proposalId": sent["id"], "fileName": "Web-site-with-online-booking-for-harbor-Dental.pdf" })
    );
    assert_eq!(kind, "evidence");
    told.finish().await;
}

#[tokio::test]
async fn a_mail_wears_the_brand_and_is_one_of_the_proposals() {
    let told = NotifiedProposal::new().await;
    let (app, ada) = (&told.world.app, &told.world.ada);
    ada.post("/api/user-template-preferences", design()).await.expect(200);
    let mail = told.mail(of(NotificationEvent::Viewed, &told.world.proposal)).await;
    let (payload, proposal, kind, to): (Value, String, String, String) = sqlx::query_as(
        "SELECT j.payload, m.proposal_id::text, m.kind, m.to_name || ' ' || m.to_email FROM tests.jobs j
         JOIN mails m ON m.workspace_id = j.workspace_id AND m.id = j.id",
    )
    .fetch_one(&app.database.admin)
    .await
    .unwrap();
    assert_eq!(payload["brand"], json!({ "company": "ada Studio", "primaryColor": "#3498db" }));
    assert!(
        mail.text.contains(&format!("{}unsubscribe?token=", told.sender.base))
            && payload.get("unsubscribe").is_none(),
        "{payload}"
    );
    assert_eq!(
        (proposal.as_str(), kind.as_str(), to),
        (text(&told.world.proposal["id"]), "notification", format!("ada ada Meyer {}", ada.email))
    );
    assert_eq!(mail.subject, text(&payload["letter"]["subject"]));
    assert!(path_of(&told.world.proposal).ends_with(&proposal));
    told.finish().await;
}

#[tokio::test]
async fn names_and_titles_stay_words() {
    let told = NotifiedProposal::new().await;
    let news = Notify {
        subject: "A <b>bold</b>\r\nBcc: everybody@example.org".to_owned(),
        actor: Some("Mia\r\nSubject: forged".to_owned()),
        ..of(NotificationEvent::Declined, &told.world.proposal)
    };
    let mail = told.mail(news).await;
    assert!(mail.subject.starts_with("Mia") && mail.subject.contains("Bcc: everybody"), "{}", mail.subject);
    let head = mail.raw.split("\r\n\r\n").next().unwrap();
    assert!(!head.contains("\nBcc:") && !head.contains("\nSubject: forged"), "{head}");
    assert!(!mail.html.contains("<b>bold"), "{}", mail.html);
    told.finish().await;
}
