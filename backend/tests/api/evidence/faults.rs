//! Sealing fails: at any step, and permanently.

use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::json;

use super::{CLIENT, meddling::meddle, proven, signed};
use crate::support::stories::path_of;

#[tokio::test]
async fn ended_before_the_document_was_kept_it_is_made_again() {
    let link = signed().await;
    link.app.refuse_writes("sealed_documents").await;
    link.app.run_jobs().await;
    assert_eq!(
        (link.sealed().await, link.mails_to_client().await.len(), link.queued("notify").await.len()),
        (0, 0, 0)
    );
    // A request that cannot wait gets an error, and nothing is left half-made.
    link.document().await.problem(500, "internal_error");
    link.app.allow_writes().await;

    // A download generates it before the job does; the job then finds it.
    let early = link.clients_document().await;
    proven(early.expect_bytes(200));
    link.app.make_retries_due().await;
    assert_eq!(link.app.mail().await.iter().filter(|mail| mail.to == CLIENT).count(), 1);
    assert_eq!((link.sealed().await, link.queued("notify").await.len()), (1, 1));
    assert!(link.document().await.expect_bytes(200) == early.body);
    link.app.finish().await;
}

#[tokio::test]
async fn ended_between_document_and_mails_each_is_still_told_once() {
    let link = signed().await;
    link.app.refuse_writes("mails").await;
    link.app.run_jobs().await;
    assert_eq!(link.sealed().await, 1, "the document is kept");
    let kept = link.document().await;
    assert!(
        link.mails_to_client().await.is_empty() && link.queued("notify").await.is_empty(),
        "and nobody is told by halves"
    );
    link.app.allow_writes().await;
    link.app.make_retries_due().await;
    link.app.mail().await;
    assert_eq!(
        (link.mails_to_client().await.len(), link.queued("notify").await.len(), link.sealed().await),
        (1, 1, 1)
    );
    assert!(link.document().await.expect_bytes(200) == kept.body);
    link.app.finish().await;
}

#[tokio::test]
async fn a_repeated_run_notifies_no_one_twice() {
    let link = signed().await;
    link.app.mail().await;
    // As if a worker was killed between its work and recording it.
    let again = "SELECT graphile_worker.add_job(identifier => task, payload => json_build_object('workspaceId', workspace_id, 'jobId', id))
                 FROM jobs WHERE task = 'seal_evidence'";
    link.app.database.run(again).await;
    assert!(link.app.mail().await.is_empty());
    assert_eq!(
        (link.mails_to_client().await.len(), link.queued("notify").await.len(), link.sealed().await),
        (1, 1, 1)
    );
    link.app.finish().await;
}

#[tokio::test]
async fn a_document_that_cannot_be_made_holds_up_neither_mail_nor_signature() {
    let link = signed().await;
    link.app.refuse_writes("sealed_documents").await;
    let mut mails = Vec::new();
    for attempt in 1..=6 {
        assert!(mails.is_empty(), "told before attempt {attempt}");
        link.app.make_retries_due().await;
        mails = link.app.mail().await;
    }
    let to_client: Vec<_> = mails.iter().filter(|mail| mail.to == CLIENT).collect();
    assert_eq!(to_client.len(), 1);
    assert!(to_client[0].text.contains("can be downloaded later"), "{}", to_client[0].text);
    assert!(!to_client[0].text.contains("attached"));
    assert!(link.mails_to_client().await[0].get("document").is_none());
    let told = link.queued("notify").await;
    assert_eq!((told.len(), &told[0]["withDocument"]), (1, &json!(false)));
    assert_eq!(link.app.expect_failed_job("seal_evidence").await, "the database refused or did not answer");

    link.app.allow_writes().await;
    proven(link.clients_document().await.expect_bytes(200));
    assert!(link.document().await.expect_bytes(200) == link.clients_document().await.body);
    link.app.finish().await;
}

#[tokio::test]
async fn ten_who_download_at_once_get_one_document() {
    let link = signed().await;
    let answers = join_all((0..10).map(|number| {
        let link = &link;
        async move { if number % 2 == 0 { link.document().await } else { link.clients_document().await } }
    }))
    .await;
    for answer in &answers {
        assert_eq!(answer.status, StatusCode::OK);
        assert!(answer.body == answers[0].body);
    }
    assert_eq!((link.sealed().await, link.downloads().await.len()), (1, 2));
    link.app.mail().await;
    assert!(link.document().await.expect_bytes(200) == answers[0].body);
    link.app.finish().await;
}

#[tokio::test]
async fn a_client_who_signed_is_given_the_document_of_a_deleted_proposal_too() {
    let link = signed().await;
    link.owner.delete(path_of(&link.sent)).await.expect(204);
    let mails = link.app.mail().await;
    assert_eq!(mails.iter().filter(|mail| mail.to == CLIENT).count(), 1);
    assert!(!mails[0].text.contains("/shared/"), "its link leads nowhere any more");
    assert!(link.queued("notify").await.is_empty(), "the user who deleted it knows");
    assert_eq!(link.sealed().await, 1);
    link.app.finish().await;
}

#[tokio::test]
async fn a_record_that_does_not_verify_is_given_up_at_once_and_a_database_that_refuses_is_asked_again() {
    let link = signed().await;
    link.app.refuse_writes("sealed_documents").await;
    link.app.run_jobs().await;
    assert_eq!(link.app.tried_again("seal_evidence").await, "retrying");
    link.app.allow_writes().await;
    link.app.make_retries_due().await;
    link.app.mail().await;
    assert_eq!(link.app.tried_again("seal_evidence").await, "done");
    link.app.finish().await;

    let link = signed().await;
    meddle(&link, "UPDATE signatures SET record = jsonb_set(record, '{name}', '\"Eve\"')").await;
    link.app.run_jobs().await;
    link.app.make_retries_due().await;
    link.app.run_jobs().await;
    assert_eq!(link.app.outcomes("seal_evidence").await, ["failed after 1"]);
    link.app.expect_failed_job("seal_evidence").await;
    link.app.finish().await;
}
