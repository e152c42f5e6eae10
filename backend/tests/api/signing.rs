//! A client's selection, its total, and that exactly this is signed.

mod changes;
mod countersigning;
mod faults;

use serde_json::{Value, json};

use crate::{
    sharing::Link,
    support::{
        actor::text,
        app::TestApp,
        stories::{Owner, acceptance, path_of, shared_path_of},
    },
};

const SITE: &str = "00000000-0000-7000-8000-000000000001";
const SEATS: &str = "00000000-0000-7000-8000-000000000002";
const TRAINING: &str = "00000000-0000-7000-8000-000000000003";
const BASIC: &str = "00000000-0000-7000-8000-000000000004";
const PLUS: &str = "00000000-0000-7000-8000-000000000005";

/// A table with every kind of choice: 4,500 and 5 seats at 10 and the basic care at 100.
fn open_prices() -> Value {
    json!({
        "currency": "USD",
        "groups": [
            { "name": "Work", "items": [
                { "id": SITE, "name": "Web site", "unitPrice": "4500" },
                { "id": SEATS, "name": "Seats", "unitPrice": "10", "quantity": "5", "quantityMin": "2", "quantityMax": "20" },
                { "id": TRAINING, "name": "Training", "unitPrice": "800", "optional": true, "selected": false },
            ] },
            { "name": "Care", "choice": "one", "items": [
                { "id": BASIC, "name": "Basic", "unitPrice": "100" },
                { "id": PLUS, "name": "Plus", "unitPrice": "250", "selected": false },
            ] },
        ],
    })
}

/// A proposal of that owner with those prices, which is with its client.
async fn sent_with_choices(app: &TestApp, owner: &Owner) -> Value {
    let drafted = app.drafted_proposal(owner).await;
    let body = json!({ "version": drafted["version"], "pricing": open_prices() });
    let saved = owner.put(format!("{}/pricing", path_of(&drafted)), body).await.expect(200);
    owner.send_proposal(&saved).await
}

/// The holder of the link to a proposal with something to choose.
async fn choosing() -> Link {
    let (app, owner) = TestApp::with_company().await;
    let sent = sent_with_choices(&app, &owner).await;
    Link::of(app, owner, sent)
}

/// Training, eight seats and the better care: 4,500 and 80 and 800 and 250.
fn chosen() -> Value {
    json!([
        { "itemId": TRAINING, "selected": true },
        { "itemId": SEATS, "selected": true, "quantity": "8" },
        { "itemId": PLUS, "selected": true },
    ])
}

const CHOSEN_TOTAL: &str = "5630.00";

/// The request of a page with that selection.
fn signed_with(page: &Value, choices: Value, total: &str) -> Value {
    let mut input = acceptance(page);
    input["choices"] = choices;
    input["totalAmount"] = json!(total);
    input
}

/// The selected items of a table, with their quantities.
fn taken(pricing: &Value) -> Vec<(String, String)> {
    let groups = pricing["groups"].as_array().unwrap().iter();
    groups
        .flat_map(|group| group["items"].as_array().unwrap())
        .filter(|item| item["selected"] == true)
        .map(|item| (text(&item["name"]).to_owned(), text(&item["quantity"]).to_owned()))
        .collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, quantity)| ((*name).to_owned(), (*quantity).to_owned())).collect()
}

#[tokio::test]
async fn choices_are_totalled_by_the_signing_engine_and_not_stored() {
    let link = choosing().await;
    let page = link.page().await;
    assert_eq!(page["totalAmount"], "4650.00");
    let path = format!("{}/totals", link.path);
    let ask = |choices: Value| json!({ "revisionSha256": page["revision"]["sha256"], "choices": choices });
    let nothing = link.guest.post(&path, ask(json!([]))).await.expect(200);
    assert_eq!(
        (&nothing["totals"], &nothing["pricing"]),
        (&page["totals"], &page["pricing"]),
        "as the sender set it"
    );
    let answer = link.guest.post(&path, ask(chosen())).await.expect(200);
    assert_eq!(
        (&answer["totalAmount"], &answer["totals"]["totalAmount"]),
        (&json!(CHOSEN_TOTAL), &json!(CHOSEN_TOTAL))
    );
    assert_eq!(
        taken(&answer["pricing"]),
        pairs(&[("Web site", "1"), ("Seats", "8"), ("Training", "1"), ("Plus", "1")])
    );

    let refused =
        link.guest.post(&path, ask(json!([{ "itemId": SEATS, "selected": true, "quantity": "21" }]))).await;
    refused.problem(422, "validation_failed");
    assert_eq!(
        refused.field_messages(),
        ["choices[0].quantity: Please choose between 2 and 20 of \u{201c}Seats\u{201d}"]
    );
    let number = json!([{ "itemId": SEATS, "selected": true, "quantity": 8 }]);
    link.guest.post(&path, ask(number)).await.problem(422, "invalid_body");
    let other = json!({ "revisionSha256": "0".repeat(64), "choices": [] });
    let stale = link.guest.post(&path, other).await.problem(409, "stale_revision");
    assert_eq!(stale["currentRevision"], json!({ "number": 1, "sha256": page["revision"]["sha256"] }));

    assert_eq!(link.page().await, page);
    assert_eq!(link.kinds().await.last().unwrap(), "sent");
    link.app.finish().await;
}

#[tokio::test]
async fn what_was_chosen_is_what_is_signed_and_shown_everywhere() {
    let link = choosing().await;
    let page = link.page().await;
    let frozen: String = link.app.database.value("SELECT canonical FROM revisions").await;
    let mut input = signed_with(&page, chosen(), CHOSEN_TOTAL);
    input["company"] = json!(" Harbor Dental ");
    input["title"] = json!("Manager");
    input["message"] = json!("Looking forward to it.");
    assert_eq!(link.act(input).await.expect(200)["status"], "signed");

    let record: Value = link.app.database.value("SELECT record FROM signatures").await;
    assert_eq!(
        record["choices"],
        json!([
            { "itemId": SITE, "quantity": "1" },
            { "itemId": SEATS, "quantity": "8" },
            { "itemId": TRAINING, "quantity": "1" },
            { "itemId": PLUS, "quantity": "1" },
        ])
    );
    for (field, value) in [
        ("revisionSha256", page["revision"]["sha256"].clone()),
        ("company", json!("Harbor Dental")),
        ("title", json!("Manager")),
        ("message", json!("Looking forward to it.")),
        ("evidenceClass", json!("signed_by_link")),
    ] {
        assert_eq!(record[field], value, "{field}");
    }

    let shown = link.page().await;
    let team = link.owner.get(path_of(&link.sent)).await.expect(200);
    let listed = link.owner.get("/api/proposals").await.expect(200)[0].clone();
    for (who, answer) in [("page", &shown), ("editor", &team)] {
        assert_eq!(
            taken(&answer["pricing"]),
            pairs(&[("Web site", "1"), ("Seats", "8"), ("Training", "1"), ("Plus", "1")]),
            "{who}"
        );
        assert_eq!(answer["totals"]["totalAmount"], CHOSEN_TOTAL, "{who}");
        let html = text(&answer["htmlContent"]);
        assert!(
            html.contains("pricing-grand-total\">$5,630.00") && !html.contains("$4,650.00"),
            "{who}: {html}"
        );
    }
    for (who, answer) in [("page", &shown), ("editor", &team), ("list", &listed)] {
        assert_eq!(answer["totalAmount"], CHOSEN_TOTAL, "{who}");
    }
    assert_eq!(
        link.app.database.value::<String>("SELECT canonical FROM revisions").await,
        frozen,
        "what was sent stays as it was"
    );

    let trail = link.trail().await;
    let signed = trail.last().unwrap();
    assert_eq!(signed.kind.to_string(), "signed");
    for field in ["choicesSha256", "totalsSha256", "termsSha256"] {
        assert_eq!(signed.payload[field], record[field], "{field}");
    }
    assert_eq!(
        (&signed.payload["totalAmount"], &signed.payload["message"]),
        (&json!(CHOSEN_TOTAL), &json!("Looking forward to it."))
    );
    assert_eq!(link.jobs("seal_evidence").await, [json!({ "proposalId": link.sent["id"] })]);
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test]
async fn a_copy_of_what_was_signed_is_as_the_sender_set_it() {
    let link = choosing().await;
    link.act(signed_with(&link.page().await, chosen(), CHOSEN_TOTAL)).await.expect(200);
    let copy = link.owner.post(format!("{}/copy", path_of(&link.sent)), json!({})).await.expect(201);
    assert_eq!(
        (&copy["totalAmount"], &copy["totals"]["totalAmount"]),
        (&json!("4650.00"), &json!("4650.00"))
    );
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test]
async fn the_same_click_is_told_so_and_another_tab_with_other_choices_is_not() {
    let link = choosing().await;
    let page = link.page().await;
    let first = signed_with(&page, chosen(), CHOSEN_TOTAL);
    link.act(first.clone()).await.expect(200);
    assert_eq!(link.act(first.clone()).await.expect(200)["status"], "signed");
    for other in [
        signed_with(&page, json!([]), "4650.00"),
        signed_with(&page, json!([{ "itemId": SITE, "selected": false }]), CHOSEN_TOTAL),
        {
            let mut other = first.clone();
            other["signature"] = json!("Mia B.");
            other
        },
    ] {
        assert_eq!(link.act(other).await.problem(409, "invalid_transition")["currentStatus"], "signed");
    }
    assert_eq!(link.jobs("seal_evidence").await.len(), 1);
    assert_eq!(link.page().await["totalAmount"], CHOSEN_TOTAL);
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test]
async fn where_nothing_is_open_no_total_need_be_sent() {
    let (app, owner) = TestApp::with_company().await;
    let sent = app.sent_proposal(&owner).await;
    let page = app.anonymous().get(shared_path_of(&sent)).await.expect(200);
    let mut input = acceptance(&page);
    input.as_object_mut().unwrap().remove("totalAmount");
    app.anonymous().post(format!("{}/action", shared_path_of(&sent)), input).await.expect(200);
    app.mail().await;
    app.finish().await;
}
