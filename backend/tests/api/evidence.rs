//! The evidence of a signature: the sealed document that both sides receive, the evidence inside, and the
//! effect of faults and tampering.

mod command;
mod daily_roots;
mod faults;
mod limits;
mod meddling;
mod seal;

use chrono::TimeDelta;
use proffer_domain::{
    evidence::{ProvenFacts, Verdict, sealed_pdf, verify, verify_file},
    seal::{Fingerprint, SealingKey},
    signature::EvidenceClass,
};
use serde_json::{Value, json};

use crate::{
    sharing::{Link, link},
    support::{
        actor::{Actor, ApiResponse, text},
        app::{SEALING_KEY, TestApp},
        stories::{Owner, acceptance, path_of, shared_path_of},
    },
};

const CLIENT: &str = "mia@harbor.example";

/// A proposal signed by its client; the sealing job is waiting.
async fn signed() -> Link {
    let (app, owner) = TestApp::with_company().await;
    signed_by(app, owner).await
}

/// The same of that owner at that server.
async fn signed_by(app: TestApp, owner: Owner) -> Link {
    let sent = app.sent_proposal(&owner).await;
    let link = Link::of(app, owner, sent);
    let page = link.page().await;
    link.app.pass(TimeDelta::minutes(5));
    link.act(acceptance(&page)).await.expect(200);
    link
}

impl Link {
    fn document_path(&self) -> String {
        format!("{}/document", path_of(&self.sent))
    }

    fn evidence_path(&self) -> String {
        format!("{}/evidence", path_of(&self.sent))
    }

    /// The document as the team downloads it.
    async fn document(&self) -> ApiResponse {
        self.owner.get(self.document_path()).await
    }

    /// The document as the client downloads it.
    async fn clients_document(&self) -> ApiResponse {
        self.app.anonymous().get(format!("{}/document", shared_path_of(&self.sent))).await
    }

    async fn evidence(&self) -> ApiResponse {
        self.owner.get(self.evidence_path()).await
    }

    /// The queued payloads of that task.
    async fn queued(&self, task: &str) -> Vec<Value> {
        self.app
            .database
            .values(format!("SELECT payload FROM tests.jobs WHERE task = '{task}' ORDER BY created_at, id"))
            .await
    }

    /// The queued mails to the client about their signature.
    async fn mails_to_client(&self) -> Vec<Value> {
        let mails = self.queued("send_mail").await;
        mails.into_iter().filter(|mail| mail["to"] == CLIENT).collect()
    }

    async fn downloads(&self) -> Vec<Value> {
        let query =
            "SELECT jsonb_build_object('by', actor->>'type', 'file', payload->>'file') FROM audit_events
                     WHERE kind = 'downloaded' ORDER BY sequence";
        self.app.database.values(query).await
    }

    async fn sealed(&self) -> i64 {
        self.app.database.value("SELECT count(*) FROM sealed_documents").await
    }
}

/// The key of the tests' servers.
fn known() -> [Fingerprint; 1] {
    [SealingKey::from_pem(SEALING_KEY, "proffer.example").unwrap().public().fingerprint()]
}

fn proven(file: &[u8]) -> ProvenFacts {
    let report = verify_file(file, &known());
    assert_eq!(report.verdict, Verdict::Authentic, "{report:#?}");
    report.proven.unwrap()
}

#[tokio::test]
async fn both_sides_are_given_the_same_document_and_it_proves_the_signature() {
    let link = link().await;
    link.document().await.problem(409, "not_signed");
    link.evidence().await.problem(409, "not_signed");
    link.clients_document().await.problem(409, "not_signed");
    assert_eq!(link.page().await["hasDocument"], false);
    let page = link.page().await;
    link.app.pass(TimeDelta::minutes(5));
    link.act(acceptance(&page)).await.expect(200);
    link.app.mail().await;
    assert_eq!(link.page().await["hasDocument"], true);

    let team = link.document().await;
    assert_eq!(team.header("content-type"), Some("application/pdf"));
    let name = format!("attachment; filename=\"{} - signed.pdf\"", text(&link.sent["title"]));
    assert_eq!(team.header("content-disposition"), Some(name.as_str()));
    let client = link.clients_document().await;
    assert!(team.expect_bytes(200) == client.expect_bytes(200), "both have the same file");
    assert_eq!(link.sealed().await, 1);

    let report = proven(&team.body);
    assert_eq!((report.name.as_str(), report.email.as_str()), ("Mia Berg", CLIENT));
    assert_eq!(report.title, text(&link.sent["title"]));
    assert_eq!(report.revision_sha256, text(&page["revision"]["sha256"]));
    assert_eq!(report.class, EvidenceClass::SignedByLink);
    assert!(report.total.ends_with("$8,100.00"), "{}", report.total);
    assert_eq!(report.sealed_at, report.signed_at, "the document is as of the signing, whenever it is made");

    // The evidence alone gives the same result, including later events.
    let evidence = link.evidence().await;
    assert!(evidence.header("content-disposition").unwrap().ends_with(" - evidence.json\""));
    let later = verify(evidence.expect_bytes(200), &known()).proven.unwrap();
    assert_eq!((later.revision_sha256, later.signed_at), (report.revision_sha256, report.signed_at));
    assert_eq!(later.events, report.events + 2, "two downloads");
    assert_eq!(later.sealed_at, link.app.now());
    let inside = sealed_pdf::open(&team.body).unwrap().evidence;
    assert_ne!(inside, evidence.body);
    link.app.finish().await;
}

#[tokio::test]
async fn both_sides_are_told_once_and_the_mail_brings_the_document() {
    let link = signed().await;
    let mails = link.app.mail().await;
    let to_client: Vec<_> = mails.iter().filter(|mail| mail.to == CLIENT).collect();
    assert_eq!(to_client.len(), 1, "{mails:#?}");
    let mail = to_client[0];
    assert_eq!(mail.subject, format!("You accepted \u{201c}{}\u{201d}", text(&link.sent["title"])));
    let token = text(&link.sent["shareToken"]);
    for words in [
        "March 2, 2026 at 09:05 UTC",
        "$8,100.00",
        text(&link.sent["sentRevision"]["sha256"]),
        link.app.base.join("/verify").unwrap().as_str(),
        link.app.base.join(&format!("/shared/{token}")).unwrap().as_str(),
        "ada Studio",
        "attached",
    ] {
        assert!(mail.text.contains(words), "{words} is missing in {}", mail.text);
    }
    let queued = &link.mails_to_client().await[0];
    let name = format!("{} - signed.pdf", text(&link.sent["title"]));
    assert_eq!(queued["document"], json!({ "proposalId": link.sent["id"], "fileName": name }));
    assert_eq!(queued["brand"]["company"], "ada Studio");
    let kind: String =
        link.app.database.value(format!("SELECT kind FROM mails WHERE to_email = '{CLIENT}'")).await;
    assert_eq!(kind, "evidence", "its delivery is seen with the proposal");

    let told = link.queued("notify").await;
    assert_eq!(told.len(), 1);
    assert_eq!((&told[0]["kind"], &told[0]["withDocument"]), (&json!("signed"), &json!(true)));
    assert_eq!((&told[0]["actor"], &told[0]["subject"]), (&json!("Mia Berg"), &link.sent["title"]));
    let words = text(&told[0]["words"]);
    assert!(words.contains("$8,100.00"), "{words}");
    link.app.finish().await;
}

#[tokio::test]
async fn a_download_is_noted_once_a_day_and_person() {
    let link = signed().await;
    link.app.mail().await;
    for _ in 0..3 {
        link.document().await.expect_bytes(200);
        link.clients_document().await.expect_bytes(200);
        link.evidence().await.expect_bytes(200);
    }
    let once = [("member", "document"), ("client", "document"), ("member", "evidence")]
        .map(|(by, file)| json!({ "by": by, "file": file }));
    assert_eq!(link.downloads().await, once);
    link.app.pass(TimeDelta::days(1));
    link.clients_document().await.expect_bytes(200);
    assert_eq!(link.downloads().await.len(), 4);
    assert!(verify(link.evidence().await.expect_bytes(200), &known()).is_intact());
    link.app.finish().await;
}

#[tokio::test]
async fn what_the_team_recorded_is_never_told_as_the_clients_signature() {
    let link = link().await;
    let given = json!({ "name": "Mia Berg", "email": CLIENT, "signature": "" });
    link.owner.post(format!("{}/sign", path_of(&link.sent)), given).await.expect(200);
    link.app.mail().await;
    assert!(link.mails_to_client().await.is_empty(), "the client is not told that they signed");
    let told = link.queued("notify").await;
    let words = text(&told[0]["words"]);
    assert!(
        words.starts_with("Your team recorded on ") && words.contains("The client signed nothing here."),
        "{words}"
    );

    let document = link.document().await;
    let report = proven(document.expect_bytes(200));
    assert_eq!((report.class, report.typed_name), (EvidenceClass::RecordedByTeam, None));
    assert!(document.body == link.clients_document().await.expect_bytes(200));
    link.app.finish().await;
}

#[tokio::test]
async fn evidence_outlives_its_proposal_for_the_owner_alone() {
    let link = signed().await;
    link.app.mail().await;
    let before = link.document().await;
    let bob = link.app.joined(&link.owner, "bob", "admin").await;
    let key = link.owner.program_with(&["proposals:read"]).await;
    let [bobs, keys]: [&Actor; 2] = [&bob, &key];
    for actor in [bobs, keys] {
        actor.get(link.document_path()).await.expect_bytes(200);
    }
    link.owner.delete(path_of(&link.sent)).await.expect(204);

    assert!(link.document().await.expect_bytes(200) == before.body);
    let report = verify(link.evidence().await.expect_bytes(200), &known());
    assert_eq!(report.verdict, Verdict::Authentic);
    for actor in [bobs, keys] {
        actor.get(link.document_path()).await.problem(404, "proposal_not_found");
        actor.get(link.evidence_path()).await.problem(404, "proposal_not_found");
    }
    link.clients_document().await.problem(404, "shared_proposal_not_found");
    let another = link.app.owner_with_company("eve").await;
    another.get(link.document_path()).await.problem(404, "proposal_not_found");
    link.app.finish().await;
}

#[tokio::test]
async fn a_proposal_deleted_without_a_signature_leaves_none() {
    let link = link().await;
    link.owner.delete(path_of(&link.sent)).await.expect(204);
    link.document().await.problem(404, "proposal_not_found");
    link.evidence().await.problem(404, "proposal_not_found");
    link.app.finish().await;
}
