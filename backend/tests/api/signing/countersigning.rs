//! Countersigning: a client's acceptance waits for it, and a team member completes it.

use chrono::TimeDelta;
use futures_util::future::join;
use proffer_domain::{
    canonical::{canonical_json, sha256_hex},
    countersignature::Countersignature,
    signature::Signature,
};
use serde_json::{Value, json};

use super::{CHOSEN_TOTAL, chosen, sent_with_choices, signed_with};
use crate::{
    sharing::Link,
    support::{
        actor::{Actor, ApiResponse, text},
        app::TestApp,
        stories::{acceptance, path_of},
    },
};

async fn countersign(actor: &Actor, proposal: &Value, signature: &str) -> ApiResponse {
    actor.post(format!("{}/countersign", path_of(proposal)), json!({ "signature": signature })).await
}

/// A sent proposal with something to choose, in a workspace that countersigns.
async fn countersigned_workspace() -> Link {
    let (app, owner) = TestApp::with_company().await;
    owner.put("/api/workspace", json!({ "name": "Ada's studio", "countersign": true })).await.expect(200);
    let sent = sent_with_choices(&app, &owner).await;
    Link::of(app, owner, sent)
}

/// The same, accepted by its client.
async fn accepted() -> Link {
    let link = countersigned_workspace().await;
    let page = link.page().await;
    link.app.pass(TimeDelta::hours(1));
    let answer = link.act(signed_with(&page, chosen(), CHOSEN_TOTAL)).await.expect(200);
    assert_eq!(
        (&answer["status"], &answer["signedAt"]),
        (&json!("accepted"), &json!("2026-03-02T10:00:00.000Z"))
    );
    link
}

#[tokio::test]
async fn the_owner_decides_whether_the_workspace_countersigns() {
    let (app, ada) = TestApp::with_company().await;
    let bob = app.joined(&ada, "bob", "member").await;
    // The entries of the log are in the order of their times.
    let say = async |actor: &Actor, input: Value| {
        app.pass(TimeDelta::seconds(1));
        actor.put("/api/workspace", input).await
    };
    assert_eq!(ada.user["workspace"]["countersign"], false);
    let on = say(&ada, json!({ "name": "Studio", "countersign": true })).await.expect(200);
    assert_eq!((&on["workspace"]["name"], &on["workspace"]["countersign"]), (&json!("Studio"), &json!(true)));
    let renamed = say(&ada, json!({ "name": "The studio" })).await.expect(200);
    assert_eq!(renamed["workspace"]["countersign"], true, "what is not named stays");
    say(&ada, json!({ "name": " ", "countersign": false })).await.problem(422, "validation_failed");
    say(&bob, json!({ "name": "Bob's", "countersign": false })).await.problem(403, "forbidden");
    say(&ada, json!({ "name": "The studio", "countersign": "no" })).await.problem(422, "invalid_body");
    assert_eq!(ada.get("/api/auth/user").await.expect(200)["workspace"]["countersign"], true);
    let off = say(&ada, json!({ "name": "The studio", "countersign": false })).await.expect(200);
    assert_eq!(off["workspace"]["countersign"], false);
    let log: Vec<String> = app
        .database
        .values("SELECT action || ' ' || target_name FROM audit_log WHERE object = 'workspace' ORDER BY at")
        .await;
    assert_eq!(log, ["countersign_on Studio", "update The studio", "countersign_off The studio"]);
    app.finish().await;
}

#[tokio::test]
async fn an_acceptance_waits_for_the_countersignature_and_both_sides_know() {
    let link = accepted().await;
    let page = link.page().await;
    assert_eq!(
        (&page["status"], &page["countersigns"], &page["canAct"]),
        (&json!("accepted"), &json!(true), &json!(false))
    );
    assert_eq!((&page["totalAmount"], &page["signedByName"]), (&json!(CHOSEN_TOTAL), &json!("Mia Berg")));
    assert_eq!(link.owner.get(path_of(&link.sent)).await.expect(200)["totalAmount"], CHOSEN_TOTAL);
    assert_eq!(link.kinds().await, ["created", "drafted", "edited", "sent", "accepted"]);
    assert_eq!(link.jobs("seal_evidence").await.len(), 0, "nothing is sealed yet");
    let told = link.told().await;
    assert_eq!((told.len(), &told[0]["kind"], &told[0]["actor"]), (1, &json!("signed"), &json!("Mia Berg")));
    assert_eq!(told[0]["words"], "One-time total: $5,630.00\nIt waits for your countersignature.");

    let kept: Value = link
        .app
        .database
        .value("SELECT jsonb_build_object('kind', kind, 'to', to_email) FROM mails WHERE kind = 'answer'")
        .await;
    assert_eq!(kept["to"], "mia@harbor.example");
    let mails = link.app.mail().await;
    let mail = mails.iter().find(|mail| mail.to == "mia@harbor.example").unwrap();
    assert_eq!(mail.subject, format!("You accepted \u{201c}{}\u{201d}", text(&link.sent["title"])));
    for words in [
        "your acceptance is recorded",
        "March 2, 2026 at 10:00 UTC",
        "Web site: $4,500.00",
        "Seats, 8: $80.00",
        "Training: $800.00",
        "Plus: $250.00",
        "$5,630.00",
        "It now awaits the countersignature of ada Studio.",
        text(&page["revision"]["sha256"]),
    ] {
        assert!(mail.text.contains(words), "{words} in {}", mail.text);
    }
    assert!(!mail.text.contains("Basic"), "{}", mail.text);
    assert!(mail.link().ends_with(&format!("/shared/{}", text(&link.sent["shareToken"]))), "{}", mail.link());
    link.app.finish().await;
}

#[tokio::test]
async fn a_member_completes_it_with_their_full_name() {
    let link = accepted().await;
    link.app.mail().await;
    let bob = link.app.joined(&link.owner, "bob", "member").await;
    for (typed, message) in [
        ("", "signature: Please type your full name to countersign the proposal"),
        (" \u{3000}", "signature: Please type your full name to countersign the proposal"),
        ("\u{200b}\u{2060}", "signature: Please type your full name to countersign the proposal"),
        ("Bob\nMeyer", "signature: Signature must be a single line of text"),
    ] {
        let refused = countersign(&bob, &link.sent, typed).await;
        refused.problem(422, "validation_failed");
        assert_eq!(refused.field_messages(), [message]);
    }
    assert_eq!(link.page().await["status"], "accepted");
    let reader = link.owner.program_with(&["proposals:read"]).await;
    countersign(&reader, &link.sent, "A program").await.problem(403, "forbidden");
    countersign(&link.app.anonymous(), &link.sent, "Nobody").await.problem(401, "unauthenticated");

    let signed = countersign(&bob, &link.sent, "  Bob Meyer ").await.expect(200);
    assert_eq!((&signed["status"], &signed["totalAmount"]), (&json!("signed"), &json!(CHOSEN_TOTAL)));
    assert_eq!(signed["signedAt"], "2026-03-02T10:00:00.000Z", "the client signed when they signed");
    assert_eq!(signed, bob.get(path_of(&link.sent)).await.expect(200));
    assert_eq!(link.page().await["status"], "signed");

    let signature: Value = link.app.database.value("SELECT record FROM signatures").await;
    let signature: Signature = serde_json::from_value(signature).unwrap();
    let record: Value = link.app.database.value("SELECT record FROM countersignatures").await;
    let record: Countersignature = serde_json::from_value(record).unwrap();
    assert_eq!(record.signature_sha256, sha256_hex(canonical_json(&signature).unwrap()));
    assert_eq!((record.revision_sha256, record.revision_number), (signature.revision_sha256, 1));
    assert_eq!((record.typed_name.as_str(), record.name.as_str()), ("Bob Meyer", "bob bob Meyer"));
    assert_eq!(
        (record.user_id.to_string().as_str(), record.email.as_str()),
        (text(&bob.user["id"]), "bob@bob.example")
    );
    assert_eq!((record.ip.unwrap().to_string().as_str(), record.signed_at), ("127.0.0.1", link.app.now()));

    assert_eq!(link.kinds().await, ["created", "drafted", "edited", "sent", "accepted", "countersigned"]);
    let event = link.trail().await.pop().unwrap();
    assert_eq!(event.payload["signatureSha256"], record.signature_sha256);
    assert_eq!(link.jobs("seal_evidence").await, [json!({ "proposalId": link.sent["id"] })]);
    let log: String = link
        .app
        .database
        .value("SELECT action || ' ' || actor_name FROM audit_log WHERE action = 'countersign'")
        .await;
    assert_eq!(log, "countersign bob bob Meyer");
    assert_eq!(
        countersign(&bob, &link.sent, "Bob Meyer").await.problem(409, "invalid_transition")["currentStatus"],
        "signed"
    );
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_concurrent_countersignatures_one_wins() {
    for _ in 0..5 {
        let link = accepted().await;
        link.app.mail().await;
        let bob = link.app.joined(&link.owner, "bob", "admin").await;
        let (one, other) = join(
            countersign(&link.owner, &link.sent, "Ada Meyer"),
            countersign(&bob, &link.sent, "Bob Meyer"),
        )
        .await;
        let (winner, loser, name) =
            if one.status == 200 { (one, other, "Ada Meyer") } else { (other, one, "Bob Meyer") };
        assert_eq!(winner.expect(200)["status"], "signed");
        assert_eq!(loser.problem(409, "invalid_transition")["currentStatus"], "signed");
        let records: Vec<Value> = link.app.database.values("SELECT record FROM countersignatures").await;
        assert_eq!(records.iter().map(|record| text(&record["typedName"])).collect::<Vec<_>>(), [name]);
        assert_eq!(link.jobs("seal_evidence").await.len(), 1);
        assert_eq!(link.kinds().await.iter().filter(|kind| *kind == "countersigned").count(), 1);
        link.app.mail().await;
        link.app.finish().await;
    }
}

#[tokio::test]
async fn only_what_a_client_has_accepted_is_countersigned() {
    let link = countersigned_workspace().await;
    let drafted = link.app.drafted_proposal_for(&link.owner, &link.sent["client"]).await;
    for (proposal, status) in [(&drafted, "draft"), (&link.sent, "pending")] {
        let refused =
            countersign(&link.owner, proposal, "Ada Meyer").await.problem(409, "invalid_transition");
        assert_eq!(refused["currentStatus"], status);
    }
    let missing = json!({ "id": "019cadc6-9a80-7aaa-8aaa-000000000002" });
    countersign(&link.owner, &missing, "Ada Meyer").await.problem(404, "proposal_not_found");
    // An acceptance recorded by the team is signed at once: it needs no countersignature.
    let given = json!({ "name": "Mia Berg", "email": "mia@harbor.example", "signature": "Mia Berg" });
    let recorded = link.owner.post(format!("{}/sign", path_of(&link.sent)), given).await.expect(200);
    assert_eq!(recorded["status"], "signed");
    countersign(&link.owner, &link.sent, "Ada Meyer").await.problem(409, "invalid_transition");
    assert_eq!(link.jobs("seal_evidence").await.len(), 1);
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test]
async fn what_is_accepted_is_never_changed_again() {
    let link = accepted().await;
    let before = link.owner.get(path_of(&link.sent)).await.expect(200);
    let page = link.page().await;
    for input in [
        json!({ "title": "Another" }),
        json!({ "status": "draft" }),
        json!({ "status": "pending" }),
        json!({ "validUntil": "2027-01-01T00:00:00.000Z" }),
    ] {
        link.owner.change(path_of(&link.sent), input).await.problem(409, "invalid_transition");
    }
    let prices = json!({ "version": before["version"], "pricing": super::open_prices() });
    link.owner
        .put(format!("{}/pricing", path_of(&link.sent)), prices)
        .await
        .problem(409, "invalid_transition");
    let given = json!({ "name": "Mia Berg", "email": "mia@harbor.example", "signature": "Mia Berg" });
    link.owner.post(format!("{}/sign", path_of(&link.sent)), given).await.problem(409, "invalid_transition");
    for action in ["accept", "decline", "request_changes"] {
        let mut input = acceptance(&page);
        input["action"] = json!(action);
        input["revisionSha256"] = page["revision"]["sha256"].clone();
        input["senderName"] = json!("Another name");
        assert_eq!(
            link.act(input).await.problem(409, "invalid_transition")["currentStatus"],
            "accepted",
            "{action}"
        );
    }
    // An acceptance is still completed if countersigning is switched off in the meantime.
    link.owner
        .put("/api/workspace", json!({ "name": "Ada's studio", "countersign": false }))
        .await
        .expect(200);
    assert_eq!(link.owner.get(path_of(&link.sent)).await.expect(200), before);
    assert_eq!(countersign(&link.owner, &link.sent, "Ada Meyer").await.expect(200)["status"], "signed");
    link.app.mail().await;
    link.app.finish().await;
}
