//! Acceptances given outside the product and recorded by the team: the editor's Sign & Approve.

use chrono::TimeDelta;
use futures_util::future::join;
use proffer_domain::signature::Signature;
use serde_json::{Value, json};

use crate::{
    sharing::link,
    support::{
        actor::{ApiResponse, text},
        app::TestApp,
        stories::{Owner, acceptance, path_of, shared_path_of},
    },
};

fn given() -> Value {
    json!({ "name": "Mia Berg", "email": "Mia@Harbor.example", "signature": "Mia Berg - mia@harbor.example" })
}

async fn sign(owner: &Owner, proposal: &Value, input: Value) -> ApiResponse {
    owner.post(format!("{}/sign", path_of(proposal)), input).await
}

async fn trail(app: &TestApp) -> Vec<String> {
    app.database.values("SELECT kind FROM audit_events ORDER BY sequence").await
}

async fn record(app: &TestApp) -> Signature {
    let records: Vec<Value> = app.database.values("SELECT record FROM signatures").await;
    assert_eq!(records.len(), 1, "{records:#?}");
    serde_json::from_value(records[0].clone()).unwrap()
}

#[tokio::test]
async fn a_draft_accepted_by_telephone_is_recorded_as_that() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    app.pass(TimeDelta::minutes(5));
    let signed = sign(&ada, &drafted, given()).await.expect(200);
    assert_eq!(
        (&signed["status"], &signed["signedAt"]),
        (&json!("signed"), &json!("2026-03-02T09:05:00.000Z"))
    );
    assert_eq!(
        (&signed["signedByName"], &signed["signedByEmail"]),
        (&json!("Mia Berg"), &json!("mia@harbor.example"))
    );
    assert_eq!(signed, ada.get(path_of(&drafted)).await.expect(200));

    let record: Value = app.database.value("SELECT record FROM signatures").await;
    assert_eq!(
        (&record["evidenceClass"], &record["method"]),
        (&json!("recorded_by_team"), &json!("given_elsewhere"))
    );
    assert_eq!(
        (record.get("typedName"), record.get("consentId")),
        (None, None),
        "the team does not sign for the client"
    );
    assert_eq!(record["revisionSha256"], signed["sentRevision"]["sha256"], "what was accepted is frozen");
    assert_eq!(trail(&app).await, ["created", "drafted", "acceptance_recorded"]);
    let actor: Value =
        app.database.value("SELECT actor FROM audit_events WHERE kind = 'acceptance_recorded'").await;
    assert_eq!(actor, json!({ "type": "member", "userId": ada.user["id"] }));

    // It is final.
    let again = sign(&ada, &drafted, given()).await.problem(409, "invalid_transition");
    assert_eq!(again["currentStatus"], "signed");
    ada.change(path_of(&drafted), json!({ "title": "Another" })).await.problem(409, "invalid_transition");
    let sealed: Vec<Value> =
        app.database.values("SELECT payload FROM tests.jobs WHERE task = 'seal_evidence'").await;
    assert_eq!(
        sealed,
        [json!({ "proposalId": drafted["id"] })],
        "both sides are given what the team recorded, as that"
    );
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn what_the_client_has_is_what_they_accepted() {
    for state in ["pending", "in_review", "expired"] {
        let (app, ada) = TestApp::with_company().await;
        let drafted = app.drafted_proposal(&ada).await;
        ada.change(path_of(&drafted), json!({ "validUntil": "2026-03-03T09:00:00.000Z" })).await.expect(200);
        let sent = ada.send_proposal(&drafted).await;
        let mut story = vec!["created", "drafted", "edited", "sent"];
        if state == "in_review" {
            let wish = json!({
                "action": "request_changes", "senderName": "Mia", "senderEmail": "mia@harbor.example",
                "message": "More."
            });
            app.anonymous().post(format!("{}/action", shared_path_of(&sent)), wish).await.expect(200);
            story.push("changes_requested");
        }
        if state == "expired" {
            app.pass(TimeDelta::days(2));
            story.push("expired");
        }
        assert_eq!(ada.get(path_of(&sent)).await.expect(200)["status"], state);
        let signed = sign(&ada, &sent, given()).await.expect(200);
        assert_eq!(
            (&signed["status"], &signed["sentRevision"]),
            (&json!("signed"), &sent["sentRevision"]),
            "{state}"
        );
        assert_eq!(record(&app).await.revision_sha256, text(&sent["sentRevision"]["sha256"]));
        story.push("acceptance_recorded");
        assert_eq!(trail(&app).await, story);
        // The client's page says so, and accepts no other answer.
        let page = app.anonymous().get(shared_path_of(&sent)).await.expect(200);
        assert_eq!(
            (&page["status"], &page["canAct"], &page["signedByName"]),
            (&json!("signed"), &json!(false), &json!("Mia Berg"))
        );
        app.mail().await;
        app.finish().await;
    }
}

#[tokio::test]
async fn a_draft_taken_back_is_accepted_as_it_is_now() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    ada.change(path_of(&sent), json!({ "status": "draft", "title": "Agreed at the table" }))
        .await
        .expect(200);
    let signed = sign(&ada, &sent, given()).await.expect(200);
    assert_eq!(signed["sentRevision"]["number"], 2);
    assert_eq!(app.anonymous().get(shared_path_of(&sent)).await.expect(200)["title"], "Agreed at the table");
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn other_states_refuse() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let decline =
        json!({ "action": "decline", "senderName": "Mia Berg", "senderEmail": "mia@harbor.example" });
    app.anonymous().post(format!("{}/action", shared_path_of(&sent)), decline).await.expect(200);
    let refused = sign(&ada, &sent, given()).await.problem(409, "invalid_transition");
    assert_eq!(refused["currentStatus"], "rejected");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM signatures").await, 0);
    let missing = json!({ "id": "019cadc6-9a80-7aaa-8aaa-000000000002" });
    sign(&ada, &missing, given()).await.problem(404, "proposal_not_found");
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn name_and_email_are_required() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let all = "Please fill in all signature fields.";
    for (field, value, message) in [
        ("name", "", format!("name: {all}")),
        ("name", " \u{200b} ", format!("name: {all}")),
        ("email", "  ", format!("email: {all}")),
        ("email", "mia", "email: Invalid email address".to_owned()),
        ("signature", &"x".repeat(501), "signature: Signature must be at most 500 characters".to_owned()),
    ] {
        let mut input = given();
        input[field] = json!(value);
        let answer = sign(&ada, &drafted, input).await;
        answer.problem(422, "validation_failed");
        assert_eq!(answer.field_messages(), [message]);
    }
    for field in ["status", "signedAt", "evidenceClass"] {
        let mut input = given();
        input[field] = json!("signed_by_link");
        sign(&ada, &drafted, input).await.problem(422, "invalid_body");
    }
    assert_eq!(ada.get(path_of(&drafted)).await.expect(200), drafted, "what was refused has changed nothing");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM revisions").await, 0);

    let mut input = given();
    input["signature"] = json!(" ");
    assert_eq!(
        sign(&ada, &drafted, input).await.expect(200)["clientSignature"],
        "Mia Berg - mia@harbor.example"
    );
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn a_draft_that_could_not_be_sent_is_not_signed() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    let started = json!({ "id": ada.start_proposal(&client).await });
    sign(&ada, &started, given()).await.problem(409, "drafting_in_progress");
    app.run_jobs().await;
    // Like an amount that the assistant added without a source.
    app.database
        .run("UPDATE proposals SET pricing = jsonb_set(pricing, '{groups,0,items,0,confirmed}', 'false')")
        .await;
    let blocked = sign(&ada, &started, given()).await.problem(422, "pre_send_blocked");
    assert_eq!(blocked["errors"][0]["code"], "unconfirmed_amount");
    assert_eq!(ada.get(path_of(&started)).await.expect(200)["status"], "draft");
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_team_and_client_at_once_one_is_first() {
    for _ in 0..5 {
        let link = link().await;
        let page = link.page().await;
        let (recorded, signed) =
            join(sign(&link.owner, &link.sent, given()), link.act(acceptance(&page))).await;
        let class = match (recorded.status.as_u16(), signed.status.as_u16()) {
            (200, 409) => "recorded_by_team",
            (409, 200) => "signed_by_link",
            // The same name and address: a repeated signature by the same signer is answered as already
            // signed.
            other => panic!("{other:?}: {recorded:?} {signed:?}"),
        };
        let kept: Value = link.app.database.value("SELECT record FROM signatures").await;
        assert_eq!(kept["evidenceClass"], class);
        link.app.mail().await;
        link.app.finish().await;
    }
}
