//! Many people at one link at the same instant: one of them wins, all get a correct answer, and the audit
//! trail is consistent.

mod each_event;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    sharing::link,
    support::{
        actor::ApiResponse,
        stories::{acceptance, path_of},
    },
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_fifty_people_who_accept_at_once_one_signs() {
    let link = link().await;
    let page = link.page().await;
    let answers = join_all((0..50).map(|number| {
        let mut input = acceptance(&page);
        input["senderName"] = json!(format!("Person {number}"));
        input["signature"] = json!(format!("Person {number}"));
        input["senderEmail"] = json!(format!("person{number}@harbor.example"));
        link.act(input)
    }))
    .await;
    let (won, lost): (Vec<ApiResponse>, Vec<ApiResponse>) =
        answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!(won.len(), 1);
    for answer in &lost {
        assert_eq!(answer.problem(409, "invalid_transition")["currentStatus"], "signed");
    }
    let winner = won[0].json()["signedByName"].clone();
    assert_eq!(link.page().await["signedByName"], winner);
    let records: Vec<Value> = link.app.database.values("SELECT record FROM signatures").await;
    assert_eq!(records.iter().map(|record| &record["name"]).collect::<Vec<_>>(), [&winner]);
    assert_eq!(link.jobs("seal_evidence").await.len(), 1);
    assert_eq!(link.kinds().await, ["created", "drafted", "sent", "signed"]);
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_click_many_times_signs_once_and_always_says_so() {
    let link = link().await;
    let page = link.page().await;
    let answers = join_all((0..20).map(|_| link.act(acceptance(&page)))).await;
    for answer in answers {
        let won = answer.status == 200;
        // A request at the same instant may be answered as already answered; a later one, as done by the same
        // person.
        let current = if won {
            answer.expect(200)["status"].clone()
        } else {
            answer.problem(409, "invalid_transition")["currentStatus"].clone()
        };
        assert_eq!(current, "signed");
    }
    let later = link.act(acceptance(&page)).await.expect(200);
    assert_eq!((&later["status"], &later["signedByName"]), (&json!("signed"), &json!("Mia Berg")));
    assert_eq!(link.app.database.value::<i64>("SELECT count(*) FROM signatures").await, 1);
    assert_eq!(link.jobs("seal_evidence").await.len(), 1);
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_of_every_kind_at_once_leave_one_story() {
    let link = link().await;
    let page = link.page().await;
    let answers = join_all((0..30).map(|number| {
        let mut input = acceptance(&page);
        input["action"] = json!(["accept", "decline", "request_changes"][number % 3]);
        input["senderName"] = json!(format!("Person {number}"));
        link.act(input)
    }))
    .await;
    let kinds = link.kinds().await;
    let told = kinds
        .iter()
        .filter(|kind| ["signed", "declined", "changes_requested"].contains(&kind.as_str()))
        .count();
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(told, done, "{kinds:?}: every answer that counted is in the trail once");
    let last = link.page().await["status"].clone();
    assert!(last == "signed" || last == "rejected", "{last}");
    let signatures: i64 = link.app.database.value("SELECT count(*) FROM signatures").await;
    assert_eq!(signatures, i64::from(last == "signed"));
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        answer.problem(409, "invalid_transition");
    }
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taking_back_and_signing_at_once_never_do_both() {
    for _ in 0..5 {
        let link = link().await;
        let page = link.page().await;
        let path = path_of(&link.sent);
        let (signing, taking) = futures_util::future::join(
            link.act(acceptance(&page)),
            link.owner.change(&path, json!({ "status": "draft", "title": "Changed under your hand" })),
        )
        .await;
        let now = link.owner.get(path_of(&link.sent)).await.expect(200);
        match (signing.status.as_u16(), taking.status.as_u16()) {
            (200, 409) => {
                assert_eq!((&now["status"], &now["title"]), (&json!("signed"), &link.sent["title"]));
            }
            (409, 200) => assert_eq!((&now["status"], now.get("signedAt")), (&json!("draft"), None)),
            other => panic!("{other:?}: {signing:?} {taking:?}"),
        }
        link.kinds().await;
        link.app.mail().await;
        link.app.finish().await;
    }
}
