//! Each event of a proposal's life cycle, twenty times at the same instant: it happens once, and is recorded
//! and notified once.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    proposal_life::in_status,
    support::{
        actor::{ApiResponse, text},
        app::TestApp,
        stories::{Owner, acceptance, path_of, shared_path_of},
    },
};

const AT_ONCE: usize = 20;

/// The answer for the nineteen others.
#[derive(Debug, Clone, Copy)]
enum Outcome {
    /// 409 `invalid_transition` with the resulting state.
    Refused(&'static str),
    /// 409 `stale_version`: they started from an older version.
    Stale,
    /// 404: there is nothing left.
    Gone,
    /// The same as the first: the requested state is already reached.
    Same,
}

/// An event, the state it happens in, and the effects of sending it twenty times.
struct Case {
    event: &'static str,
    from: &'static str,
    others: Outcome,
    /// New audit entries.
    trail: &'static [&'static str],
    /// New messages of the conversation.
    messages: i64,
    /// Notifications of the team.
    told: i64,
    /// Queued mails to the client.
    mails: i64,
}

const fn case(
    event: &'static str,
    from: &'static str,
    others: Outcome,
    trail: &'static [&'static str],
) -> Case {
    Case { event, from, others, trail, messages: 0, told: 0, mails: 0 }
}

const CASES: &[Case] = &[
    case("send", "draft", Outcome::Refused("pending"), &["sent"]),
    Case { mails: 1, ..case("send by mail", "draft", Outcome::Refused("pending"), &["sent"]) },
    case("send", "in_review", Outcome::Refused("pending"), &["sent"]),
    Case { mails: 1, ..case("send by mail", "in_review", Outcome::Refused("pending"), &["sent"]) },
    Case {
        messages: 1,
        told: 1,
        ..case("request_changes", "pending", Outcome::Refused("in_review"), &["changes_requested"])
    },
    Case { messages: 1, told: 1, ..case("decline", "pending", Outcome::Refused("rejected"), &["declined"]) },
    Case {
        messages: 1,
        told: 1,
        ..case("decline", "in_review", Outcome::Refused("rejected"), &["declined"])
    },
    case("accept", "pending", Outcome::Refused("signed"), &["signed"]),
    case("accept", "in_review", Outcome::Refused("signed"), &["signed"]),
    case("accept the same", "pending", Outcome::Same, &["signed"]),
    case("countersign", "accepted", Outcome::Refused("signed"), &["countersigned"]),
    case("record", "draft", Outcome::Refused("signed"), &["acceptance_recorded"]),
    case("record", "pending", Outcome::Refused("signed"), &["acceptance_recorded"]),
    case("take back", "pending", Outcome::Same, &["reopened"]),
    case("take back", "rejected", Outcome::Same, &["reopened"]),
    // Any first request stores the expiry.
    Case { told: 1, ..case("take back", "expired", Outcome::Same, &["expired", "reopened"]) },
    case("edit", "draft", Outcome::Stale, &["edited"]),
    case("refresh", "draft", Outcome::Same, &["edited"]),
    case("refresh", "in_review", Outcome::Same, &["reopened", "edited"]),
    case("delete", "draft", Outcome::Gone, &["deleted"]),
    case("share", "pending", Outcome::Same, &[]),
    case("bring a link", "draft", Outcome::Same, &["shared"]),
    case("revoke", "pending", Outcome::Same, &["link_revoked"]),
];

/// The effects are counted as the difference from before.
async fn counted(app: &TestApp, id: &str) -> (Vec<String>, i64, i64, i64) {
    let trail = app
        .database
        .values(format!("SELECT kind FROM audit_events WHERE proposal_id = '{id}' ORDER BY sequence"))
        .await;
    let count = async |what: &str| app.database.value::<i64>(format!("SELECT count(*) FROM {what}")).await;
    (
        trail,
        count(&format!("chat_messages WHERE proposal_id = '{id}'")).await,
        count("jobs WHERE task = 'notify'").await,
        count(&format!("mails WHERE proposal_id = '{id}' AND kind = 'proposal'")).await,
    )
}

async fn ask(ada: &Owner, event: &str, proposal: &Value, shared: &Value, number: usize) -> ApiResponse {
    let (path, name) = (path_of(proposal), format!("Person {number}"));
    let answering = async |action: &str, name: &str| {
        let mut input = acceptance(shared);
        input["action"] = json!(action);
        input["senderName"] = json!(name);
        input["message"] = json!("A word about it.");
        ada.post(format!("{}/action", shared_path_of(proposal)), input).await
    };
    match event {
        "send" => ada.put(path, json!({ "status": "pending", "version": proposal["version"] })).await,
        "send by mail" => {
            ada.post(
                format!("{path}/send"),
                json!({
                    "recipientName": "Mia Berg", "recipientEmail": format!("mia{number}@harbor.example")
                }),
            )
            .await
        }
        "accept the same" => answering("accept", "Mia Berg").await,
        "request_changes" | "decline" | "accept" => answering(event, &name).await,
        "countersign" => ada.post(format!("{path}/countersign"), json!({ "signature": name })).await,
        "record" => {
            ada.post(
                format!("{path}/sign"),
                json!({
                    "name": name, "email": "mia@harbor.example", "signature": name
                }),
            )
            .await
        }
        "take back" => ada.put(path, json!({ "status": "draft", "version": proposal["version"] })).await,
        "edit" => ada.put(path, json!({ "title": name, "version": proposal["version"] })).await,
        "refresh" => ada.post_empty(format!("{path}/refresh")).await,
        "delete" => ada.delete(path).await,
        "share" => ada.post_empty(format!("{path}/share")).await,
        "bring a link" => {
            ada.put(
                path,
                json!({
                    "shareToken": "V1StGXR8_Z5jdHi6B-myT", "version": proposal["version"]
                }),
            )
            .await
        }
        "revoke" => ada.delete(format!("{path}/share")).await,
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_twenty_at_once_each_event_happens_once() {
    let (app, ada) = TestApp::with_company().await;
    // The limit on recipients of a workspace that has never paid is covered by another test.
    app.pays(&ada).await;
    let client = ada.create_client("harbor").await;
    for Case { event, from, others, trail, messages, told, mails } in CASES {
        app.database.run("DELETE FROM rate_limits").await;
        let mut proposal =
            in_status(&app, &ada, &client, if *from == "accepted" { "pending" } else { from }).await;
        let shared = ada.get(shared_path_of(&proposal)).await.expect(200);
        if *from == "accepted" {
            app.countersigns(&ada, true).await;
            ada.post(format!("{}/action", shared_path_of(&proposal)), acceptance(&shared)).await.expect(200);
            app.countersigns(&ada, false).await;
        }
        if *event == "refresh" {
            // So that a refresh changes something.
            ada.put("/api/companies", json!({ "howWeWork": format!("In steps, as {from} proposals show.") }))
                .await
                .expect(200);
        }
        if *event == "bring a link" {
            ada.delete(format!("{}/share", path_of(&proposal))).await.expect(204);
        }
        app.run_jobs().await;
        proposal = ada.get(path_of(&proposal)).await.expect(200);
        let case = format!("{event} of a proposal that is {from}");
        let (kinds, said, news, letters) = counted(&app, text(&proposal["id"])).await;

        let answers = join_all((0..AT_ONCE).map(|number| ask(&ada, event, &proposal, &shared, number))).await;

        let (done, refused): (Vec<&ApiResponse>, Vec<&ApiResponse>) =
            answers.iter().partition(|answer| answer.status.is_success());
        assert_eq!(
            done.len(),
            if matches!(others, Outcome::Same) { AT_ONCE } else { 1 },
            "{case}: {answers:#?}"
        );
        for answer in refused {
            match others {
                Outcome::Refused(state) => {
                    assert_eq!(answer.problem(409, "invalid_transition")["currentStatus"], *state, "{case}");
                }
                Outcome::Stale => drop(answer.problem(409, "stale_version")),
                Outcome::Gone => drop(answer.problem(404, "proposal_not_found")),
                Outcome::Same => unreachable!(),
            }
        }
        let (kinds_after, said_after, news_after, letters_after) = counted(&app, text(&proposal["id"])).await;
        assert_eq!(kinds_after[kinds.len()..], **trail, "{case}");
        assert_eq!(
            (said_after - said, letters_after - letters),
            (*messages, *mails),
            "{case}: messages and mails"
        );
        assert_eq!(news_after - news, *told, "{case}: news");
        app.run_jobs().await;
    }
    app.mail().await;
    app.finish().await;
}
