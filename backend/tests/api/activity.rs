//! A proposal's activity: the events and their actors, whether the chain is valid, which mails and revisions
//! were sent.

use chrono::TimeDelta;
use proffer_domain::audit::{self, Actor, EventKind, NewEvent};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    sharing::{Link, link},
    support::{
        actor::text,
        stories::{path_of, shared_path_of},
    },
};

async fn activity(link: &Link) -> Value {
    link.owner.get(format!("{}/activity", path_of(&link.sent))).await.expect(200)
}

fn kinds(activity: &Value) -> Vec<&str> {
    activity["events"].as_array().unwrap().iter().map(|event| text(&event["kind"])).collect()
}

#[tokio::test]
async fn what_happened_is_told_by_name_the_newest_first() {
    let link = link().await;
    let id = text(&link.sent["id"]);
    link.app.pass(TimeDelta::hours(1));
    let wish = json!({
        "action": "request_changes", "senderName": "Mia Berg", "senderEmail": "mia@harbor.example",
        "message": "Please add French.",
    });
    link.app.anonymous().post(format!("{}/action", shared_path_of(&link.sent)), wish).await.expect(200);
    link.app.mail().await;
    link.owner.change(path_of(&link.sent), json!({ "status": "draft" })).await.expect(200);
    let program = link.owner.program_with(&["proposals:read", "proposals:write"]).await;
    program.change(path_of(&link.sent), json!({ "title": "With French" })).await.expect(200);
    let mate = link.app.joined(&link.owner, "bob", "admin").await;
    mate.change(path_of(&link.sent), json!({ "status": "pending" })).await.expect(200);
    let said = activity(&link).await;
    assert_eq!(
        kinds(&said),
        ["sent", "edited", "reopened", "changes_requested", "sent", "drafted", "created"]
    );
    assert_eq!(said["intact"], true);
    let actors: Vec<(&str, Option<&str>)> = said["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| (text(&event["actor"]), event.get("actorName").map(text)))
        .collect();
    assert_eq!(
        actors,
        [
            ("member", Some("bob bob Meyer")),
            ("api_client", Some("For ada")),
            ("member", Some("ada ada Meyer")),
            ("client", Some("Mia Berg")),
            ("member", Some("ada ada Meyer")),
            ("assistant", None),
            ("member", Some("ada ada Meyer")),
        ]
    );
    let asked = &said["events"][3];
    for (field, value) in [
        ("sequence", json!(4)),
        ("actorEmail", json!("mia@harbor.example")),
        ("revisionNumber", json!(1)),
        ("words", json!("Please add French.")),
        ("at", json!("2026-03-02T10:00:00.000Z")),
    ] {
        assert_eq!(asked[field], value, "{field}");
    }
    let hash: String = link
        .app
        .database
        .value(format!("SELECT hash FROM audit_events WHERE proposal_id = '{id}' AND sequence = 4"))
        .await;
    assert_eq!((asked.get("reason"), asked.get("blockId"), &asked["hash"]), (None, None, &json!(hash)));
    let sent = link.owner.get(path_of(&link.sent)).await.expect(200)["sentRevision"].clone();
    assert_eq!(said["revisions"], json!([sent, link.sent["sentRevision"]]));
    assert_eq!(
        (said["revisions"][0]["number"].clone(), said["revisions"][1]["number"].clone()),
        (json!(2), json!(1))
    );
    assert_eq!(said["readership"]["count"], 0);

    link.app.database.run("UPDATE api_keys SET revoked_at = now()").await;
    assert_eq!(
        activity(&link).await["events"][1]["actorName"],
        "For ada",
        "a key that was revoked keeps its name"
    );
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test]
async fn what_an_answer_says_is_read_from_its_event() {
    let link = link().await;
    let block = Uuid::from_u128(7);
    let payloads = [
        json!({ "revision": 1, "message": "Too much.", "reason": "price", "blockId": block }),
        json!({ "revision": "one", "message": "  ", "reason": 4, "blockId": "none" }),
        json!([1, 2]),
        json!(null),
    ];
    let events = payloads.map(|payload| (EventKind::Declined, payload)).to_vec();
    append(&link, events).await;
    let said = activity(&link).await;
    assert_eq!(said["intact"], true);
    let facts = |place: usize| {
        ["revisionNumber", "words", "reason", "blockId"]
            .map(|field| said["events"][place].get(field).cloned())
    };
    assert_eq!(
        facts(3),
        [Some(json!(1)), Some(json!("Too much.")), Some(json!("price")), Some(json!(block))]
    );
    for place in 0..3 {
        assert_eq!(
            (said["events"][place]["kind"].clone(), facts(place)),
            (json!("declined"), [None, None, None, None])
        );
    }
    link.app.finish().await;
}

/// Adds events to the end of the proposal's chain.
async fn append(link: &Link, events: Vec<(EventKind, Value)>) {
    let mut trail = link.trail().await;
    let own = trail.len();
    for (kind, payload) in events {
        let event = NewEvent {
            proposal_id: trail[0].proposal_id,
            kind,
            actor: Actor::System,
            at: link.app.now(),
            payload,
        };
        trail.push(audit::append(trail.last(), event).unwrap());
    }
    link.store(&trail[own..]).await;
}

#[tokio::test]
async fn the_newest_events_are_shown_and_all_are_checked() {
    let link = link().await;
    append(&link, vec![(EventKind::Downloaded, json!({})); 510]).await;
    let said = activity(&link).await;
    assert_eq!(
        (kinds(&said).len(), &said["events"][0]["sequence"], &said["intact"]),
        (500, &json!(513), &json!(true))
    );
    tamper(&link, "UPDATE audit_events SET payload = '{\"x\": 1}' WHERE sequence = 2").await;
    assert_eq!(activity(&link).await["intact"], false, "an event that is not shown was altered");
    link.app.finish().await;
}

/// As a superuser can, after disabling the triggers.
async fn tamper(link: &Link, statement: &str) {
    let statements = format!("BEGIN; SET LOCAL session_replication_role = replica; {statement}; COMMIT");
    link.app.database.run(statements).await;
}

#[tokio::test]
async fn an_edited_trail_is_detected() {
    let link = link().await;
    let before = activity(&link).await;
    assert_eq!(before["intact"], true);
    link.app.database.run("CREATE TABLE kept AS TABLE audit_events").await;
    for statement in [
        "UPDATE audit_events SET payload = payload || '{\"revision\": 9}' WHERE kind = 'sent'",
        "UPDATE audit_events SET kind = 'signed' WHERE kind = 'sent'",
        "UPDATE audit_events SET actor = '{\"type\": \"system\"}' WHERE kind = 'created'",
        "UPDATE audit_events SET actor = '{\"type\": \"nobody\"}' WHERE kind = 'created'",
        "UPDATE audit_events SET at = at + interval '1 microsecond' WHERE kind = 'sent'",
        "UPDATE audit_events SET hash = repeat('0', 64) WHERE kind = 'sent'",
        "UPDATE audit_events SET previous_hash = repeat('0', 64) WHERE kind = 'drafted'",
        "DELETE FROM audit_events WHERE kind = 'drafted'",
        "DELETE FROM audit_events WHERE kind = 'created'",
        "DELETE FROM audit_events",
    ] {
        if statement.starts_with("UPDATE") {
            let refused =
                sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&link.app.database.admin).await;
            refused.expect_err("not even a superuser changes it by mistake");
        }
        tamper(&link, statement).await;
        let after = activity(&link).await;
        assert_eq!(after["intact"], false, "{statement}");
        let left: i64 = link.app.database.value("SELECT count(*) FROM audit_events").await;
        assert_eq!(
            i64::try_from(kinds(&after).len()).unwrap(),
            left,
            "what is left can still be read: {statement}"
        );
        tamper(&link, "DELETE FROM audit_events; INSERT INTO audit_events SELECT * FROM kept").await;
        assert_eq!(activity(&link).await, before);
    }
    link.app.finish().await;
}

#[tokio::test]
async fn mails_are_listed_with_what_became_of_them() {
    let link = link().await;
    let known = activity(&link).await["mails"].as_array().unwrap().len();
    let id = text(&link.sent["id"]);
    for (number, state, finished, error, attempts) in [
        (1, "done", "now()", "NULL", 1),
        (2, "failed", "now()", "'The address was refused'", 3),
        (3, "retrying", "NULL", "'No answer'", 2),
    ] {
        link.app
            .database
            .run(format!(
                "WITH job AS (
                     INSERT INTO jobs (workspace_id, id, task, payload, state, attempts, max_attempts, last_error, created_at, finished_at)
                     SELECT workspace_id, '{}', 'send_mail', '{{}}', '{state}', {attempts}, 12, {error}, now(), {finished}
                     FROM proposals WHERE id = '{id}' RETURNING *)
                 INSERT INTO mails (workspace_id, id, proposal_id, kind, to_name, to_email, subject, created_at)
                 SELECT workspace_id, id, '{id}', 'reminder', 'Mia', 'mia@harbor.example', 'Mail {number}', '2027-01-0{number}' FROM job",
                Uuid::from_u128(number),
            ))
            .await;
    }
    let said = activity(&link).await;
    assert_eq!(said["mails"].as_array().unwrap().len(), known + 3);
    for (place, subject, state, reason, attempts) in [
        (0, "Mail 3", "queued", Some("No answer"), 2),
        (1, "Mail 2", "failed", Some("The address was refused"), 3),
        (2, "Mail 1", "delivered", None, 1),
    ] {
        let mail = &said["mails"][place];
        assert_eq!(
            (&mail["subject"], &mail["state"], &mail["attempts"]),
            (&json!(subject), &json!(state), &json!(attempts))
        );
        assert_eq!(
            (mail.get("reason").map(text), &mail["kind"], &mail["toEmail"]),
            (reason, &json!("reminder"), &json!("mia@harbor.example"))
        );
        assert_eq!(mail.get("settledAt").is_some(), state != "queued");
    }
    link.app.database.run("DELETE FROM jobs WHERE state IN ('failed', 'retrying')").await;
    link.app.finish().await;
}

#[tokio::test]
async fn what_is_not_there_or_not_ones_own_is_not_found() {
    let link = link().await;
    let stranger = link.app.owner_with_company("carol").await;
    let path = format!("{}/activity", path_of(&link.sent));
    stranger.get(&path).await.problem(404, "proposal_not_found");
    link.app.anonymous().get(&path).await.problem(401, "unauthenticated");
    link.owner
        .get(format!("/api/proposals/{}/activity", Uuid::nil()))
        .await
        .problem(404, "proposal_not_found");
    link.owner.get(&path).await.expect(200);
    link.owner.delete(path_of(&link.sent)).await.expect(204);
    link.owner.get(&path).await.problem(404, "proposal_not_found");
    link.app.finish().await;
}
