//! The shared page, and a client's actions there: reading, asking for changes, declining, signing.

use chrono::TimeDelta;
use proffer_domain::{
    audit::{self, Entry},
    canonical::sha256_hex,
    signature::Signature,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, ApiResponse, json as with_json, text},
    app::TestApp,
    stories::{Owner, acceptance, path_of, shared_path_of},
};

const CLIENT: &str = "mia@harbor.example";

/// The holder of the link to a proposal that has just been sent.
pub struct Link {
    pub app: TestApp,
    pub owner: Owner,
    pub sent: Value,
    pub guest: Actor,
    pub path: String,
}

/// A proposal that has just been sent, and the holder of its link.
pub async fn link() -> Link {
    let (app, owner) = TestApp::with_company().await;
    let sent = app.sent_proposal(&owner).await;
    Link::of(app, owner, sent)
}

impl Link {
    /// The holder of the link to that proposal.
    pub fn of(app: TestApp, owner: Owner, sent: Value) -> Self {
        Self { path: shared_path_of(&sent), guest: app.anonymous(), app, owner, sent }
    }

    /// The payloads of that task's jobs, done or not.
    pub async fn jobs(&self, task: &str) -> Vec<Value> {
        self.app
            .database
            .values(format!("SELECT payload FROM tests.jobs WHERE task = '{task}' ORDER BY created_at, id"))
            .await
    }

    /// The team's notifications, the oldest first.
    pub async fn told(&self) -> Vec<Value> {
        self.jobs("notify").await
    }

    pub async fn page(&self) -> Value {
        self.guest.get(&self.path).await.expect(200)
    }

    pub async fn act(&self, input: Value) -> ApiResponse {
        self.guest.post(format!("{}/action", self.path), input).await
    }

    /// The verified audit trail.
    pub async fn trail(&self) -> Vec<Entry> {
        let rows: Vec<Value> = self
            .app
            .database
            .values(format!(
                "SELECT jsonb_build_object('proposalId', proposal_id, 'sequence', sequence, 'previousHash', previous_hash, 'hash', hash,
                    'kind', kind, 'actor', actor, 'payload', payload, 'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"'))
                 FROM audit_events WHERE proposal_id = '{}' ORDER BY sequence",
                text(&self.sent["id"])
            ))
            .await;
        let entries: Vec<Entry> = rows.into_iter().map(|row| serde_json::from_value(row).unwrap()).collect();
        audit::verify(&entries).unwrap();
        entries
    }

    /// Stores audit entries of the proposal as they are.
    pub async fn store(&self, entries: &[Entry]) {
        let (entries, id) = (serde_json::to_string(entries).unwrap(), text(&self.sent["id"]));
        let workspace = format!("SELECT workspace_id::text FROM proposals WHERE id = '{id}'");
        let workspace: String = self.app.database.value(workspace).await;
        self.app
            .database
            .run(format!(
                "INSERT INTO audit_events (workspace_id, id, proposal_id, sequence, kind, actor, payload, previous_hash, hash, at)
                 SELECT '{workspace}', gen_random_uuid(), '{id}', (e->>'sequence')::int, e->>'kind', e->'actor', e->'payload',
                        e->>'previousHash', e->>'hash', (e->>'at')::timestamptz
                 FROM jsonb_array_elements('{entries}'::jsonb) e"
            ))
            .await;
    }

    pub async fn kinds(&self) -> Vec<String> {
        self.trail().await.iter().map(|entry| entry.kind.to_string()).collect()
    }
}

fn wish(message: &str) -> Value {
    json!({
        "action": "request_changes", "senderName": "Mia Berg", "senderEmail": CLIENT, "message": message
    })
}

#[tokio::test]
async fn the_page_shows_what_each_state_allows() {
    let (app, ada) = TestApp::with_company().await;
    let guest = app.anonymous();
    let drafted = app.drafted_proposal(&ada).await;
    let shared = ada.post_empty(format!("{}/share", path_of(&drafted))).await.expect(200);
    let path = format!("/api/shared/proposals/{}", text(&shared["shareToken"]));
    let page = async || guest.get(&path).await.expect(200);

    let preview = page().await;
    assert_eq!(
        (&preview["notice"], &preview["canAct"], &preview["status"]),
        (&json!("preview"), &json!(false), &json!("draft"))
    );
    assert_eq!((preview.get("revision"), preview.get("consent")), (None, None));
    assert_eq!(preview["htmlContent"], drafted["htmlContent"]);

    let sent = ada.send_proposal(&drafted).await;
    let open = page().await;
    assert_eq!(
        (open.get("notice"), &open["canAct"], &open["status"]),
        (None, &json!(true), &json!("pending"))
    );
    assert_eq!(open["revision"], sent["sentRevision"]);
    assert!(!text(&open["consent"]["text"]).is_empty());
    for (field, value) in [
        ("htmlContent", &drafted["htmlContent"]),
        ("totals", &drafted["totals"]),
        ("totalAmount", &json!("8100.00")),
        ("clientName", &json!("harbor Dental")),
        ("termsAndConditions", &json!("ada's terms: payable within 14 days.")),
    ] {
        assert_eq!(&open[field], value, "{field}");
    }
    for (fact, value) in [
        ("guaranteesOffered", "ada fixes faults free of charge for a year."),
        ("clientLogosUrl", "https://ada.example/logos"),
    ] {
        assert_eq!(
            (&preview["companySnapshot"][fact], &open["companySnapshot"][fact]),
            (&json!(value), &json!(value)),
            "{fact}"
        );
    }
    for secret in
        ["aboutUs", "customAiRules", "clientContext", "pricingDetails", "additionalNotes", "shareToken"]
    {
        assert!(!guest.get(&path).await.text().contains(secret), "{secret} is the team's own");
    }

    ada.change(path_of(&sent), json!({ "status": "draft" })).await.expect(200);
    ada.change(path_of(&sent), json!({ "title": "Half-written", "htmlContent": "<p>Half-written</p>" }))
        .await
        .expect(200);
    let edited = page().await;
    assert_eq!((&edited["notice"], &edited["canAct"]), (&json!("being_edited"), &json!(false)));
    assert_eq!(
        (&edited["title"], &edited["htmlContent"]),
        (&open["title"], &open["htmlContent"]),
        "the last revision, not the draft"
    );
    assert!(edited.get("consent").is_none());
    app.finish().await;
}

#[tokio::test]
async fn a_link_that_leads_nowhere_is_always_the_same() {
    let link = link().await;
    let essence = |answer: ApiResponse| {
        let mut problem = answer.problem(404, "shared_proposal_not_found");
        problem.as_object_mut().unwrap().remove("requestId");
        problem
    };
    let unknown = essence(link.guest.get("/api/shared/proposals/V1StGXR8_Z5jdHi6B-myT").await);
    assert_eq!(unknown["message"], "The proposal you're looking for doesn't exist or the link has expired");
    for other in ["x", "aaaaaaaaaaaaaaaaaaaaa", "V1StGXR8_Z5jdHi6B-my%00", text(&link.sent["id"])] {
        assert_eq!(
            essence(link.guest.get(format!("/api/shared/proposals/{other}")).await),
            unknown,
            "{other}"
        );
        let action = link.guest.post(format!("/api/shared/proposals/{other}/action"), wish("More.")).await;
        assert_eq!(essence(action), unknown, "{other}");
    }
    link.owner.delete(path_of(&link.sent)).await.expect(204);
    assert_eq!(essence(link.guest.get(&link.path).await), unknown);
    link.app.finish().await;
}

#[tokio::test]
async fn a_request_for_changes_reaches_the_team_by_chat_and_notice() {
    let link = link().await;
    link.app.pass(TimeDelta::hours(1));
    let answer = link.act(wish("  Please add <b>French</b>.  ")).await.expect(200);
    assert_eq!((&answer["status"], answer.get("signedAt")), (&json!("in_review"), None));
    let chat = link.owner.get(format!("{}/chat", path_of(&link.sent))).await.expect(200);
    assert_eq!(chat.as_array().unwrap().len(), 1);
    for (field, value) in [
        ("role", json!("user")),
        ("content", json!("Please add <b>French</b>.")),
        ("senderName", json!("Mia Berg")),
        ("senderEmail", json!(CLIENT)),
        ("madeChanges", json!(false)),
        ("createdAt", json!("2026-03-02T10:00:00.000Z")),
    ] {
        assert_eq!(chat[0][field], value, "{field}");
    }
    let told = link.told().await;
    assert_eq!(told.len(), 1);
    for (field, value) in [
        ("kind", json!("changes_requested")),
        ("proposalId", link.sent["id"].clone()),
        ("subject", link.sent["title"].clone()),
        ("actor", json!("Mia Berg")),
        ("words", json!("Please add <b>French</b>.")),
    ] {
        assert_eq!(told[0][field], value, "{field}");
    }
    link.app.mail().await;
    assert_eq!(link.kinds().await, ["created", "drafted", "sent", "changes_requested"]);
    assert_eq!(link.page().await["canAct"], true, "what was sent can still be signed");
    link.app.finish().await;
}

#[tokio::test]
async fn a_decline_ends_it_with_or_without_a_reason() {
    for reason in [Some("Too expensive."), None] {
        let link = link().await;
        let mut input =
            json!({ "action": "decline", "senderName": "Mia Berg", "senderEmail": "MIA@harbor.example" });
        if let Some(reason) = reason {
            input["message"] = json!(reason);
        }
        assert_eq!(link.act(input.clone()).await.expect(200)["status"], "rejected");
        let page = link.page().await;
        assert_eq!((&page["status"], &page["canAct"]), (&json!("rejected"), &json!(false)));
        assert_eq!(page["decidedAt"], "2026-03-02T09:00:00.000Z");
        let told = link.told().await;
        assert_eq!(told.len(), 1);
        assert_eq!(
            (&told[0]["kind"], &told[0]["actor"], &told[0]["words"]),
            (&json!("declined"), &json!("Mia Berg"), &json!(reason))
        );
        link.app.mail().await;
        let chat = link.owner.get(format!("{}/chat", path_of(&link.sent))).await.expect(200);
        let said: Vec<&str> =
            chat.as_array().unwrap().iter().map(|message| text(&message["content"])).collect();
        assert_eq!(said, reason.into_iter().collect::<Vec<_>>());
        assert_eq!(link.kinds().await.last().unwrap(), "declined");
        assert_eq!(link.act(input).await.problem(409, "invalid_transition")["currentStatus"], "rejected");
        link.app.finish().await;
    }
}

#[tokio::test]
async fn an_acceptance_is_signed_recorded_chained_and_sealed() {
    let link = link().await;
    link.app.pass(TimeDelta::milliseconds(3_723_004));
    let page = link.page().await;
    let request = link
        .guest
        .request(Method::POST, &format!("{}/action", link.path))
        .header("User-Agent", "Test browser");
    let mut input = acceptance(&page);
    input["senderEmail"] = json!("MIA@Harbor.example");
    input["message"] = json!("Looking forward to it.");
    let answer = link.guest.send(with_json(request, &input)).await;
    let request_id = answer.header("x-request-id").unwrap().to_owned();
    let result = answer.expect(200);
    assert_eq!((&result["status"], &result["signedByName"]), (&json!("signed"), &json!("Mia Berg")));
    assert_eq!(result["signedAt"], "2026-03-02T10:02:03.004Z");

    let signed = link.owner.get(path_of(&link.sent)).await.expect(200);
    for (field, value) in [
        ("status", json!("signed")),
        ("signedAt", json!("2026-03-02T10:02:03.004Z")),
        ("clientSignature", json!("Mia Berg")),
        ("signedByName", json!("Mia Berg")),
        ("signedByEmail", json!(CLIENT)),
    ] {
        assert_eq!(signed[field], value, "{field}");
    }
    let shown = link.page().await;
    assert_eq!(
        (&shown["status"], &shown["canAct"], &shown["signedByName"]),
        (&json!("signed"), &json!(false), &json!("Mia Berg"))
    );
    assert_eq!(shown.get("signedByEmail"), None, "a reader of the link need not learn the address");

    let record: Value = link.app.database.value("SELECT record FROM signatures").await;
    let record: Signature = serde_json::from_value(record).unwrap();
    assert_eq!(record.revision_sha256, text(&page["revision"]["sha256"]));
    assert_eq!(record.consent_sha256.unwrap(), sha256_hex(text(&page["consent"]["text"])));
    assert_eq!(record.terms_sha256, sha256_hex(text(&page["termsAndConditions"])));
    assert_eq!(
        (record.name.as_str(), record.email.as_str(), record.typed_name.as_deref()),
        ("Mia Berg", CLIENT, Some("Mia Berg"))
    );
    assert_eq!(
        (record.ip.unwrap().to_string(), record.user_agent.as_deref()),
        ("127.0.0.1".to_owned(), Some("Test browser"))
    );
    assert_eq!((record.request_id, record.choices.len()), (request_id, 2));

    assert_eq!(link.kinds().await, ["created", "drafted", "sent", "signed"]);
    let mut trail = link.trail().await;
    trail[2].payload["revision"] = json!(7);
    assert_eq!(audit::verify(&trail).unwrap_err().sequence, 3, "a changed event shows");

    assert_eq!(
        link.jobs("seal_evidence").await,
        [json!({ "proposalId": link.sent["id"] })],
        "both sides are given the sealed evidence"
    );
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test]
async fn what_is_missing_is_said_in_the_specifications_words_and_nothing_happens() {
    let link = link().await;
    let page = link.page().await;
    let with = |changes: Value| {
        let mut input = acceptance(&page);
        for (field, value) in changes.as_object().unwrap() {
            input[field] = value.clone();
        }
        input
    };
    for (input, field, message) in [
        (with(json!({ "senderName": "" })), "senderName", "Please fill in your name and email"),
        (with(json!({ "senderName": " \u{200b} " })), "senderName", "Please fill in your name and email"),
        (with(json!({ "senderEmail": " " })), "senderEmail", "Please fill in your name and email"),
        (with(json!({ "senderEmail": "mia" })), "senderEmail", "Invalid email address"),
        (
            with(json!({ "signature": "  " })),
            "signature",
            "Please provide your signature to accept the proposal",
        ),
        (with(json!({ "consentId": "another" })), "consentId", "Please agree to sign electronically."),
        (
            with(json!({ "action": "decline", "senderName": "" })),
            "senderName",
            "Please fill in your name and email",
        ),
        (
            with(json!({ "action": "request_changes", "senderEmail": "" })),
            "senderEmail",
            "Please fill in your name and email",
        ),
        (
            with(json!({ "action": "request_changes", "message": "x".repeat(10_001) })),
            "message",
            "Message must be at most 10,000 characters",
        ),
    ] {
        let answer = link.act(input).await;
        let problem = answer.problem(422, "validation_failed");
        assert_eq!((&problem["errors"][0]["field"], &problem["message"]), (&json!(field), &json!(message)));
    }
    let mut unsigned = acceptance(&page);
    unsigned.as_object_mut().unwrap().remove("signature");
    link.act(unsigned).await.problem(422, "validation_failed");
    let mut unseen = acceptance(&page);
    unseen.as_object_mut().unwrap().remove("revisionSha256");
    let unseen = link.act(unseen).await;
    unseen.problem(422, "validation_failed");
    assert_eq!(
        unseen.field_messages(),
        ["revisionSha256: Please send revisionSha256, the hash of the revision that was read"]
    );
    link.act(with(json!({ "revisionSha256": "0".repeat(64) }))).await.problem(409, "stale_revision");
    link.act(with(json!({ "action": "sign" }))).await.problem(422, "invalid_body");
    assert_eq!(link.page().await, page);
    assert_eq!(link.kinds().await, ["created", "drafted", "sent"]);
    link.app.finish().await;
}

/// The holder of the link can type anything as a name, and it becomes part of mail headers.
#[tokio::test]
async fn a_name_of_several_lines_stays_in_its_line_of_the_mail() {
    let link = link().await;
    // If the team countersigns, the client is mailed that the acceptance is recorded.
    link.owner.put("/api/workspace", json!({ "name": "Ada", "countersign": true })).await.expect(200);
    let mut input = acceptance(&link.page().await);
    input["senderName"] = json!("Mia\r\nBcc: victim@evil.example\r\n\r\nBerg \u{1F600}");
    let refused = link.act(input.clone()).await;
    refused.problem(422, "validation_failed");
    assert_eq!(refused.field_messages(), ["senderName: Name must be a single line of text"]);
    input["senderName"] =
        json!("Mia =?utf-8?q?=0D=0ABcc:_victim@evil.example?= \\r\\nBcc: victim@evil.example Berg \u{1F600}");
    link.act(input).await.expect(200);
    let mails = link.app.mail().await;
    assert!(mails.iter().any(|mail| mail.to == CLIENT), "{mails:#?}");
    for mail in mails {
        let head = mail.raw.split("\r\n\r\n").next().unwrap();
        assert!(!head.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{head}");
    }
    link.app.finish().await;
}

#[tokio::test]
async fn a_page_opened_before_a_new_revision_cannot_sign_it() {
    let link = link().await;
    let old = link.page().await;
    link.owner.change(path_of(&link.sent), json!({ "status": "draft" })).await.expect(200);
    assert_eq!(link.act(acceptance(&old)).await.problem(409, "invalid_transition")["currentStatus"], "draft");
    link.owner
        .change(path_of(&link.sent), json!({ "subtitle": "Now with French", "status": "pending" }))
        .await
        .expect(200);
    for action in ["accept", "decline", "request_changes"] {
        let mut input = acceptance(&old);
        input["action"] = json!(action);
        link.act(input).await.problem(409, "stale_revision");
    }
    let new = link.page().await;
    assert_eq!(
        (&new["revision"]["number"], &new["status"], &new["subtitle"]),
        (&json!(2), &json!("pending"), &json!("Now with French"))
    );
    link.act(acceptance(&new)).await.expect(200);
    let record: Value = link.app.database.value("SELECT record FROM signatures").await;
    assert_eq!(record["revisionNumber"], 2);
    link.app.mail().await;
    link.app.finish().await;
}
