//! The life cycle of a proposal through team and client: sent, returned to draft, answered, expired; and what
//! each state refuses.

use chrono::TimeDelta;
use proffer_domain::{canonical, revision::Frozen};
use serde_json::{Value, json};

use crate::support::{
    actor::{ApiResponse, text},
    app::TestApp,
    stories::{Owner, acceptance, path_of, shared_path_of},
};

#[tokio::test]
async fn sending_freezes_a_revision_under_its_hash() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    app.pass(TimeDelta::minutes(3));
    let sent = ada.send_proposal(&drafted).await;
    assert_eq!(sent["status"], "pending");
    assert_eq!(sent["sentRevision"]["number"], 1);
    assert_eq!(sent["sentRevision"]["sentAt"], "2026-03-02T09:03:00.000Z");
    assert_eq!(sent["companySnapshot"]["name"], "ada Studio");
    let (canonical, sha256): (String, String) = sqlx::query_as("SELECT canonical, sha256 FROM revisions")
        .fetch_one(&app.database.admin)
        .await
        .unwrap();
    assert_eq!(sent["sentRevision"]["sha256"], sha256);
    assert_eq!(canonical::sha256_hex(&canonical), sha256, "the hash is over the very bytes that are kept");
    let frozen: Frozen = serde_json::from_str(&canonical).unwrap();
    assert_eq!(frozen.seal().unwrap().canonical, canonical);
    assert_eq!(
        (frozen.html_content.as_str(), frozen.title.as_str()),
        (text(&sent["htmlContent"]), text(&sent["title"]))
    );

    // The company's later changes do not affect a sent proposal.
    ada.put("/api/companies", json!({ "name": "Renamed", "termsAndConditions": "New terms." }))
        .await
        .expect(200);
    let shared = ada.get(shared_path_of(&sent)).await.expect(200);
    assert_eq!(shared["companySnapshot"]["name"], "ada Studio");
    assert_eq!(shared["termsAndConditions"], "ada's terms: payable within 14 days.");
    app.finish().await;
}

#[tokio::test]
async fn what_a_client_must_not_see_blocks_sending() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let first_item = text(&drafted["pricing"]["groups"][0]["items"][0]["id"]).to_owned();
    let html =
        text(&drafted["htmlContent"]).replace("<h2>Overview</h2>", "<h2>Overview</h2><p>Dear {{name}},</p>");
    ada.change(&path, json!({ "htmlContent": html })).await.expect(200);
    // Like an amount that the assistant added without a source.
    app.database
        .run(format!(
            "UPDATE proposals SET pricing = jsonb_set(pricing, '{{groups,0,items,0,confirmed}}', 'false') WHERE id = '{}'",
            text(&drafted["id"])
        ))
        .await;
    let before = ada.get(&path).await.expect(200);
    let answer = ada.change(&path, json!({ "status": "pending" })).await;
    answer.problem(422, "pre_send_blocked");
    let codes: Vec<Value> =
        answer.json()["errors"].as_array().unwrap().iter().map(|error| error["code"].clone()).collect();
    assert_eq!(codes, ["unconfirmed_amount", "placeholder"]);
    assert_eq!(answer.json()["errors"][0]["field"], format!("pricing.items.{first_item}"));
    assert_eq!(ada.get(&path).await.expect(200), before);
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM revisions").await, 0);

    ada.post_empty(format!("{path}/pricing/items/019cadc6-9a80-7650-b29d-000000000003/confirm"))
        .await
        .problem(404, "item_not_found");
    let confirmed = ada.post_empty(format!("{path}/pricing/items/{first_item}/confirm")).await.expect(200);
    assert_eq!(confirmed["pricing"]["groups"][0]["items"][0]["confirmed"], true);
    ada.change(&path, json!({ "htmlContent": drafted["htmlContent"], "status": "pending" }))
        .await
        .expect(200);
    let events: Vec<String> = app.database.values("SELECT kind FROM audit_events ORDER BY sequence").await;
    assert_eq!(events, ["created", "drafted", "edited", "amount_confirmed", "edited", "sent"]);

    let blank = app.drafted_proposal(&ada).await;
    let emptied = ada.change(path_of(&blank), json!({ "htmlContent": "", "status": "pending" })).await;
    assert_eq!(emptied.problem(422, "pre_send_blocked")["errors"][0]["code"], "no_content");
    assert_eq!(ada.get(path_of(&blank)).await.expect(200), blank, "neither emptied nor sent");
    app.finish().await;
}

#[tokio::test]
async fn taken_back_and_sent_again_it_is_a_second_revision() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let path = path_of(&sent);
    ada.change(&path, json!({ "title": "Sneaked in" })).await.problem(409, "invalid_transition");
    let draft = ada.change(&path, json!({ "status": "draft" })).await.expect(200);
    assert_eq!((&draft["status"], &draft["sentRevision"]), (&json!("draft"), &sent["sentRevision"]));
    // Changing and sending in one request, as the editor may do.
    let again =
        ada.change(&path, json!({ "title": "Second thoughts", "status": "pending" })).await.expect(200);
    assert_eq!((&again["status"], &again["sentRevision"]["number"]), (&json!("pending"), &json!(2)));
    assert_ne!(again["sentRevision"]["sha256"], sent["sentRevision"]["sha256"]);
    assert_eq!(again["shareToken"], sent["shareToken"], "the client's link stays");
    app.finish().await;
}

/// A proposal in that state, reached through the API.
pub async fn in_status(app: &TestApp, ada: &Owner, client: &Value, status: &str) -> Value {
    let drafted = app.drafted_proposal_for(ada, client).await;
    if status == "draft" {
        ada.post_empty(format!("{}/share", path_of(&drafted))).await.expect(200);
        return ada.get(path_of(&drafted)).await.expect(200);
    }
    let until = json!({ "status": "pending", "validUntil": app.now() + TimeDelta::days(1) });
    let sent = ada.change(path_of(&drafted), until).await.expect(200);
    let shared = ada.get(shared_path_of(&sent)).await.expect(200);
    match status {
        "pending" => {}
        "in_review" => drop(act(ada, &sent, "request_changes", &shared).await.expect(200)),
        "rejected" => drop(act(ada, &sent, "decline", &shared).await.expect(200)),
        "expired" => {
            app.database
                .run(format!(
                    "UPDATE proposals SET valid_until = created_at - interval '1 hour' WHERE id = '{}'",
                    text(&sent["id"])
                ))
                .await;
        }
        "signed" => drop(act(ada, &sent, "accept", &shared).await.expect(200)),
        // No workspace countersigns here, but the state exists.
        "accepted" => {
            act(ada, &sent, "accept", &shared).await.expect(200);
            app.database
                .run(format!("UPDATE proposals SET status = 'accepted' WHERE id = '{}'", text(&sent["id"])))
                .await;
        }
        _ => panic!("{status}"),
    }
    ada.get(path_of(&sent)).await.expect(200)
}

async fn act(ada: &Owner, proposal: &Value, action: &str, shared: &Value) -> ApiResponse {
    act_as("Mia Berg", ada, proposal, action, shared).await
}

async fn act_as(name: &str, ada: &Owner, proposal: &Value, action: &str, shared: &Value) -> ApiResponse {
    let mut input = acceptance(shared);
    input["action"] = json!(action);
    input["senderName"] = json!(name);
    ada.post(format!("{}/action", shared_path_of(proposal)), input).await
}

/// The allowed requests in each state, and the resulting state; anything else is refused.
const TABLE: &[(&str, &str, &str)] = &[
    ("draft", "send", "pending"),
    ("draft", "take back", "draft"),
    ("draft", "edit", "draft"),
    ("pending", "take back", "draft"),
    ("pending", "request_changes", "in_review"),
    ("pending", "accept", "signed"),
    ("pending", "decline", "rejected"),
    ("in_review", "send", "pending"),
    ("in_review", "take back", "draft"),
    ("in_review", "accept", "signed"),
    ("in_review", "decline", "rejected"),
    ("rejected", "take back", "draft"),
    ("expired", "take back", "draft"),
];

#[tokio::test]
async fn every_state_takes_what_the_table_says_and_refuses_the_rest_by_name() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    for status in ["draft", "pending", "in_review", "accepted", "rejected", "expired", "signed"] {
        let mut proposal = in_status(&app, &ada, &client, status).await;
        assert_eq!(proposal["status"], status);
        let mut shared = ada.get(shared_path_of(&proposal)).await.expect(200);
        for asked in ["send", "take back", "edit", "request_changes", "accept", "decline"] {
            let path = path_of(&proposal);
            let answer = match asked {
                "send" => ada.change(&path, json!({ "status": "pending" })).await,
                "take back" => ada.change(&path, json!({ "status": "draft" })).await,
                "edit" => ada.change(&path, json!({ "title": "Another title" })).await,
                // Another signer is refused; a repeated signature by the same signer is answered as done.
                action => act_as("Bo Other", &ada, &proposal, action, &shared).await,
            };
            if let Some((_, _, to)) = TABLE.iter().find(|(from, event, _)| (*from, *event) == (status, asked))
            {
                assert_eq!(answer.expect(200)["status"], *to, "{status}: {asked}");
                proposal = in_status(&app, &ada, &client, status).await;
                shared = ada.get(shared_path_of(&proposal)).await.expect(200);
            } else {
                let problem = answer.problem(409, "invalid_transition");
                assert_eq!(problem["currentStatus"], status, "{status}: {asked}");
                assert_eq!(
                    ada.get(&path).await.expect(200),
                    proposal,
                    "{status}: {asked} was refused and changed something"
                );
            }
        }
    }
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn validity_ends_after_its_last_instant() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let sent = ada
        .change(path_of(&drafted), json!({ "status": "pending", "validUntil": "2026-03-05T09:00:00+00:00" }))
        .await
        .expect(200);
    assert_eq!(sent["validUntil"], "2026-03-05T09:00:00.000Z");
    let shared = ada.get(shared_path_of(&sent)).await.expect(200);
    app.pass(TimeDelta::days(3));
    assert_eq!(
        ada.get(path_of(&sent)).await.expect(200)["status"],
        "pending",
        "good through its last instant"
    );
    app.pass(TimeDelta::milliseconds(1));
    assert_eq!(ada.get(path_of(&sent)).await.expect(200)["status"], "expired");
    assert_eq!(ada.get("/api/proposals").await.expect(200)[0]["status"], "expired");
    let late = ada.get(shared_path_of(&sent)).await.expect(200);
    assert_eq!((&late["status"], &late["canAct"]), (&json!("expired"), &json!(false)));
    assert_eq!(
        act(&ada, &sent, "accept", &shared).await.problem(409, "invalid_transition")["currentStatus"],
        "expired"
    );

    let later = json!({ "validUntil": app.now() + TimeDelta::days(1) });
    ada.change(path_of(&sent), later.clone()).await.problem(409, "invalid_transition");
    let again = json!({ "status": "pending", "validUntil": later["validUntil"] });
    let renewed = ada.change(path_of(&sent), again).await.expect(200);
    assert_eq!(
        (&renewed["status"], &renewed["sentRevision"]["number"]),
        (&json!("pending"), &json!(2)),
        "a new date and nothing else"
    );
    app.run_jobs().await;
    app.finish().await;
}

#[tokio::test]
async fn a_renamed_company_blocks_sending_until_text_and_snapshot_agree() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    assert_eq!(drafted["companySnapshot"]["name"], "ada Studio", "taken when it is made");
    let block = "019cadc6-9a80-7650-b29d-0000000000aa";
    let html = format!(
        "{}<section data-block=\"{block}\" data-kind=\"notes\"><h2>Notes</h2><p>We at ada Studio look forward to it.</p></section>",
        text(&drafted["htmlContent"])
    );
    ada.change(&path, json!({ "htmlContent": html })).await.expect(200);
    ada.put("/api/companies", json!({ "name": "Lovelace Works" })).await.expect(200);
    assert_eq!(ada.get(&path).await.expect(200)["companySnapshot"]["name"], "ada Studio");

    let codes = async || -> Vec<(String, String)> {
        let problem =
            ada.change(&path, json!({ "status": "pending" })).await.problem(422, "pre_send_blocked");
        let errors = problem["errors"].as_array().unwrap().iter();
        errors.map(|error| (text(&error["field"]).to_owned(), text(&error["code"]).to_owned())).collect()
    };
    let named = (format!("blocks.{block}"), "former_company_name".to_owned());
    let outdated = ("companySnapshot".to_owned(), "company_renamed".to_owned());
    let found = codes().await;
    assert!(found.contains(&named) && found.contains(&outdated), "{found:?}");

    let refreshed = ada.post_empty(format!("{path}/refresh")).await.expect(200);
    assert_eq!(refreshed["companySnapshot"]["name"], "Lovelace Works", "taken again by a refresh");
    let found = codes().await;
    assert!(found.contains(&named) && !found.contains(&outdated), "{found:?}");
    assert!(found.contains(&("title".to_owned(), "former_company_name".to_owned())), "{found:?}");

    let html = text(&refreshed["htmlContent"]).replace("ada Studio", "Lovelace Works");
    let corrected =
        json!({ "htmlContent": html, "subtitle": "Prepared by Lovelace Works", "status": "pending" });
    let sent = ada.change(&path, corrected).await.expect(200);
    ada.put("/api/companies", json!({ "name": "Another" })).await.expect(200);
    assert_eq!(
        ada.get(shared_path_of(&sent)).await.expect(200)["companySnapshot"]["name"],
        "Lovelace Works",
        "frozen"
    );
    app.finish().await;
}

#[tokio::test]
async fn a_link_that_is_brought_along_is_an_event_and_never_replaces_that_of_a_signed_proposal() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let path = path_of(&sent);
    let (first, second) = ("V1StGXR8_Z5jdHi6B-myT", "W2TuHYS9-A6keIj7C_nzU");
    let brought = ada.change(&path, json!({ "shareToken": first })).await.expect(200);
    assert_eq!(brought["shareToken"], first);
    let events: Vec<Value> =
        app.database.values("SELECT payload FROM audit_events WHERE kind = 'shared'").await;
    assert_eq!(events, [json!({ "renewed": true })]);
    let shared = ada.get(shared_path_of(&brought)).await.expect(200);
    act(&ada, &brought, "accept", &shared).await.expect(200);
    let refused = ada.change(&path, json!({ "shareToken": second })).await.problem(409, "invalid_transition");
    assert_eq!(refused["currentStatus"], "signed");
    assert_eq!(
        ada.get(shared_path_of(&brought)).await.expect(200)["status"],
        "signed",
        "the client's link stays"
    );
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn an_expired_proposal_is_mailed_again_with_a_new_date_in_one_go() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    let expired = in_status(&app, &ada, &client, "expired").await;
    let sending = format!("{}/send", path_of(&expired));
    let to = json!({ "recipientName": "Mia Berg", "recipientEmail": "mia@harbor.example" });
    ada.post(&sending, to.clone()).await.problem(409, "invalid_transition");
    let with = |until| {
        let mut input = to.clone();
        input["validUntil"] = json!(until);
        input
    };
    let past = ada.post(&sending, with(app.now() - TimeDelta::days(1))).await;
    past.problem(422, "validation_failed");
    assert_eq!(past.field_messages(), ["validUntil: The validity must end in the future."]);
    ada.post(&sending, with(app.now() + TimeDelta::days(5))).await.expect(200);
    let sent = ada.get(path_of(&expired)).await.expect(200);
    assert_eq!((&sent["status"], &sent["sentRevision"]["number"]), (&json!("pending"), &json!(2)));
    app.mail().await;
    app.finish().await;
}
