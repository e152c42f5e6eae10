//! A person with all database privileges changes rows that are written once.

use super::{CLIENT, signed};
use crate::{sharing::Link, support::actor::text};

/// Disables the triggers that protect evidence.
pub async fn meddle(link: &Link, statement: &str) {
    let statement = format!(
        "SET session_replication_role = replica; {statement}; SET session_replication_role = DEFAULT"
    );
    link.app.database.run(statement).await;
}

const MEDDLING: &[(&str, &str, &str)] = &[
    ("a name", "UPDATE signatures SET record = jsonb_set(record, '{name}', '\"Eve\"')", "signature"),
    (
        "a typed name",
        "UPDATE signatures SET record = jsonb_set(record, '{typedName}', '\"Eve\"')",
        "signature",
    ),
    (
        "a signed hash",
        "UPDATE signatures SET record = jsonb_set(record, '{totalsSha256}', '\"0\"')",
        "totals",
    ),
    ("a record that is none", "UPDATE signatures SET record = '{}'", "signature"),
    ("a choice", "UPDATE signatures SET record = jsonb_set(record, '{choices}', '[]')", "signature"),
    ("the document", "UPDATE revisions SET canonical = replace(canonical, '4500', '1500')", "revision"),
    (
        "the document with its hash",
        "UPDATE revisions SET canonical = replace(canonical, 'ada Studio', 'eve Studio');
         UPDATE revisions SET sha256 = encode(sha256(convert_to(canonical, 'UTF8')), 'hex')",
        "revision",
    ),
    ("a document that is none", "UPDATE revisions SET canonical = 'x'", "revision"),
    ("when it was sent", "UPDATE revisions SET created_at = created_at - interval '1 day'", "revision"),
    ("an event", "UPDATE audit_events SET payload = '{}' WHERE kind = 'sent'", "events"),
    (
        "when something happened",
        "UPDATE audit_events SET at = at + interval '1 second' WHERE sequence = 1",
        "events",
    ),
    ("an event of no kind", "UPDATE audit_events SET actor = '{}' WHERE sequence = 1", "events"),
    ("an event less", "DELETE FROM audit_events WHERE sequence = 2", "events"),
    ("no signing", "DELETE FROM audit_events WHERE kind = 'signed'", "signature"),
];

#[tokio::test]
async fn what_does_not_verify_is_not_sealed() {
    for (what, statement, part) in MEDDLING {
        let link = signed().await;
        meddle(&link, statement).await;
        link.app.run_jobs().await;
        let reason = link.app.expect_failed_job("seal_evidence").await;
        assert!(reason.starts_with("the evidence does not verify: "), "{what}: {reason}");
        assert_eq!(
            (link.sealed().await, link.mails_to_client().await.len()),
            (0, 0),
            "{what}: nothing is sealed in silence"
        );
        for answer in [link.document().await, link.clients_document().await, link.evidence().await] {
            let problem = answer.problem(409, "evidence_broken");
            assert_eq!(text(&problem["errors"][0]["field"]), *part, "{what}: {problem}");
            assert!(reason.ends_with(text(&problem["errors"][0]["message"])), "{what}: {reason}, {problem}");
        }
        assert!(link.downloads().await.is_empty(), "{what}");
        link.app.finish().await;
    }
}

#[tokio::test]
async fn after_the_sealing_the_document_stands_and_the_rows_give_themselves_away() {
    let link = signed().await;
    assert_eq!(link.app.mail().await.iter().filter(|mail| mail.to == CLIENT).count(), 1);
    let sealed = link.document().await;
    meddle(&link, "UPDATE audit_events SET payload = '{\"x\": 1}' WHERE kind = 'sent'").await;
    let problem = link.evidence().await.problem(409, "evidence_broken");
    assert_eq!(problem["errors"][0]["field"], "events");
    assert!(link.document().await.expect_bytes(200) == sealed.body, "both sides have this very file");

    meddle(&link, "UPDATE sealed_documents SET pdf = pdf || ' '").await;
    for answer in [link.document().await, link.clients_document().await] {
        assert_eq!(answer.problem(409, "evidence_broken")["errors"][0]["field"], "seal");
    }
    link.app.finish().await;
}

#[tokio::test]
async fn a_sealed_document_that_was_exchanged_is_not_given_out() {
    let link = signed().await;
    link.app.mail().await;
    link.document().await.expect_bytes(200);
    meddle(&link, "UPDATE sealed_documents SET pdf = 'other', sha256 = encode(sha256('other'), 'hex')").await;
    let problem = link.document().await.problem(409, "evidence_broken");
    assert_eq!(problem["errors"][0]["field"], "seal");
    assert_eq!(link.evidence().await.problem(409, "evidence_broken")["errors"][0]["field"], "seal");
    link.app.finish().await;
}
