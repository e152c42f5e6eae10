//! Bad input, wrong links and many people at once: one outcome, clear errors, and nothing lost.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{BASIC, CHOSEN_TOTAL, PLUS, SEATS, SITE, TRAINING, choosing, chosen, signed_with};
use crate::{
    sharing::link,
    support::{
        actor::{ApiResponse, text},
        stories::{acceptance, path_of},
    },
};

fn with(mut input: Value, field: &str, value: Value) -> Value {
    input[field] = value;
    input
}

/// What is wrong, an input that is, its field and the message.
type Refused = (&'static str, Value, &'static str, &'static str);

fn refused(good: &Value) -> Vec<Refused> {
    let choose = |choices: Value| with(good.clone(), "choices", choices);
    let many = |quantity: &str| choose(json!([{ "itemId": SEATS, "selected": true, "quantity": quantity }]));
    let sign = "Please provide your signature to accept the proposal";
    let seats = "Please choose between 2 and 20 of \u{201c}Seats\u{201d}";
    let one = "Please choose exactly one item of \u{201c}Care\u{201d}";
    vec![
        ("no signature", with(good.clone(), "signature", json!("")), "signature", sign),
        ("spaces", with(good.clone(), "signature", json!(" \t\u{3000}")), "signature", sign),
        ("invisible", with(good.clone(), "signature", json!("\u{200b}\u{2060}\u{feff}")), "signature", sign),
        (
            "no address",
            with(good.clone(), "senderEmail", json!("mia@")),
            "senderEmail",
            "Invalid email address",
        ),
        (
            "no consent",
            with(good.clone(), "consentId", Value::Null),
            "consentId",
            "Please agree to sign electronically.",
        ),
        (
            "a consent of another form",
            with(good.clone(), "consentId", json!("yes")),
            "consentId",
            "Please agree to sign electronically.",
        ),
        (
            "a company of two lines",
            with(good.clone(), "company", json!("Harbor\nDental")),
            "company",
            "Company must be a single line of text",
        ),
        (
            "a long title",
            with(good.clone(), "title", json!("x".repeat(201))),
            "title",
            "Title must be at most 200 characters",
        ),
        (
            "another proposal's item",
            choose(json!([{ "itemId": "00000000-0000-7000-8000-0000000000ff", "selected": true }])),
            "choices[0].itemId",
            "This item is not part of this proposal",
        ),
        (
            "an item twice",
            choose(
                json!([{ "itemId": TRAINING, "selected": true }, { "itemId": TRAINING, "selected": false }]),
            ),
            "choices[1].itemId",
            "This item is named twice",
        ),
        (
            "what is required is left",
            choose(json!([{ "itemId": SITE, "selected": false }])),
            "choices[0].selected",
            "\u{201c}Web site\u{201d} is part of this proposal and cannot be left out",
        ),
        ("no package", choose(json!([{ "itemId": BASIC, "selected": false }])), "choices[0].selected", one),
        (
            "two packages",
            choose(json!([{ "itemId": BASIC, "selected": true }, { "itemId": PLUS, "selected": true }])),
            "choices[1].selected",
            one,
        ),
        ("too many", many("20.5"), "choices[0].quantity", seats),
        ("too few", many("1"), "choices[0].quantity", seats),
        ("fewer than none", many("-8"), "choices[0].quantity", seats),
        ("no number", many("eight"), "choices[0].quantity", "Please enter a number, for example 2.5"),
        (
            "more of what is fixed",
            choose(json!([{ "itemId": SITE, "selected": true, "quantity": "0.1" }])),
            "choices[0].quantity",
            "The quantity of \u{201c}Web site\u{201d} is fixed at 1",
        ),
        (
            "no total",
            with(good.clone(), "totalAmount", Value::Null),
            "totalAmount",
            "Please say what your choices come to",
        ),
        (
            "a total that is none",
            with(good.clone(), "totalAmount", json!("$5,630")),
            "totalAmount",
            "Please send the total as a number, for example 4500.00",
        ),
    ]
}

#[tokio::test]
async fn what_is_wrong_is_named_by_its_field_and_nothing_happens() {
    let link = choosing().await;
    let page = link.page().await;
    let good = signed_with(&page, chosen(), CHOSEN_TOTAL);
    for (what, input, field, message) in refused(&good) {
        let answer = link.act(input).await;
        let problem = answer.problem(422, "validation_failed");
        assert_eq!(
            (&problem["errors"][0]["field"], &problem["message"]),
            (&json!(field), &json!(message)),
            "{what}"
        );
    }
    for (field, value) in [
        ("choices", json!([{ "itemId": SITE }])),
        ("choices", json!([{ "itemId": SITE, "selected": true, "unitPrice": "1" }])),
        ("choices", json!({ SITE: true })),
        ("totalAmount", json!(5630)),
        ("pricing", super::open_prices()),
    ] {
        link.act(with(good.clone(), field, value)).await.problem(422, "invalid_body");
    }
    for total in ["5630.01", "4650.00", "0"] {
        let changed =
            link.act(with(good.clone(), "totalAmount", json!(total))).await.problem(409, "totals_mismatch");
        assert_eq!(changed["currentTotal"], CHOSEN_TOTAL);
        assert_eq!(
            changed["message"],
            "The total has changed: it is $5,630.00. Nothing was signed; please check it and sign again."
        );
    }
    assert_eq!(link.page().await, page);
    assert_eq!(link.kinds().await.last().unwrap(), "sent");
    assert_eq!((link.jobs("seal_evidence").await.len(), link.told().await.len()), (0, 0));
    // A refused request can be corrected.
    link.act(good).await.expect(200);
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test]
async fn a_link_of_another_case_or_one_taken_back_opens_nothing() {
    let link = link().await;
    let page = link.page().await;
    let token = text(&link.sent["shareToken"]).to_owned();
    let swapped: String = token
        .chars()
        .map(|letter| {
            if letter.is_ascii_lowercase() {
                letter.to_ascii_uppercase()
            } else {
                letter.to_ascii_lowercase()
            }
        })
        .collect();
    let refused = async |token: &str| {
        let path = format!("/api/shared/proposals/{token}");
        let totals = json!({ "revisionSha256": page["revision"]["sha256"], "choices": [] });
        for answer in [
            link.guest.get(&path).await,
            link.guest.post(format!("{path}/action"), acceptance(&page)).await,
            link.guest.post(format!("{path}/totals"), totals).await,
            link.guest.get(format!("{path}/changes?since=1")).await,
        ] {
            answer.problem(404, "shared_proposal_not_found");
        }
    };
    for other in [swapped, token.to_ascii_uppercase(), token.to_ascii_lowercase()] {
        refused(&other).await;
    }
    link.app.database.run("UPDATE proposals SET share_token_hash = NULL, share_token_sealed = NULL").await;
    refused(&token).await;
    assert_eq!(link.owner.get(path_of(&link.sent)).await.expect(200)["status"], "pending");
    link.app.finish().await;
}

#[tokio::test]
async fn an_expired_proposal_takes_no_answer() {
    let link = link().await;
    link.owner.change(path_of(&link.sent), json!({ "status": "draft" })).await.expect(200);
    let dated = json!({ "validUntil": "2026-03-03T09:00:00.000Z", "status": "pending" });
    link.owner.change(path_of(&link.sent), dated).await.expect(200);
    let page = link.page().await;
    // It is valid up to and including that instant.
    link.app.pass(TimeDelta::days(1));
    assert_eq!(link.page().await["canAct"], true);
    link.app.pass(TimeDelta::milliseconds(1));
    for action in ["accept", "decline", "request_changes"] {
        let refused = link
            .act(with(acceptance(&page), "action", json!(action)))
            .await
            .problem(409, "invalid_transition");
        assert_eq!(
            (&refused["currentStatus"], &refused["message"]),
            (&json!("expired"), &json!("This proposal has expired."))
        );
    }
    assert!(!link.kinds().await.iter().any(|kind| kind == "signed"));
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_fifty_acceptances_and_declines_at_once_one_counts() {
    for round in 0..3 {
        let link = choosing().await;
        let page = link.page().await;
        let answers = join_all((0..50).map(|number| {
            let action = json!(if (number + round) % 2 == 0 { "accept" } else { "decline" });
            let mut input = with(signed_with(&page, chosen(), CHOSEN_TOTAL), "action", action);
            input["senderName"] = json!(format!("Person {number}"));
            input["senderEmail"] = json!(format!("person{number}@harbor.example"));
            link.act(input)
        }))
        .await;
        let (won, lost): (Vec<ApiResponse>, Vec<ApiResponse>) =
            answers.into_iter().partition(|answer| answer.status == 200);
        assert_eq!(won.len(), 1);
        let status = won[0].json()["status"].clone();
        for answer in &lost {
            assert_eq!(answer.problem(409, "invalid_transition")["currentStatus"], status);
        }
        let signed = usize::from(status == "signed");
        assert_eq!(link.jobs("seal_evidence").await.len(), signed);
        assert_eq!(
            link.app.database.value::<i64>("SELECT count(*) FROM signatures").await,
            i64::try_from(signed).unwrap()
        );
        assert_eq!(link.kinds().await.len(), 5, "created, drafted, edited, sent and the one answer");
        link.app.mail().await;
        link.app.finish().await;
    }
}

#[tokio::test]
async fn a_decline_says_why_in_a_word_and_in_words() {
    for (reason, message, words) in [
        (json!("price"), json!(" Too dear for us. "), json!("It costs too much.\nToo dear for us.")),
        (json!("chose_another"), Value::Null, json!("Someone else was chosen.")),
        (Value::Null, json!("No."), json!("No.")),
        (Value::Null, json!("  "), Value::Null),
    ] {
        let link = link().await;
        let decline = json!({
            "action": "decline", "senderName": "Mia Berg", "senderEmail": "mia@harbor.example",
            "reason": reason, "message": message,
        });
        link.act(with(decline.clone(), "reason", json!("dear"))).await.problem(422, "invalid_body");
        link.act(decline).await.expect(200);
        let payload = link.trail().await.pop().unwrap().payload;
        let said = message.as_str().map(str::trim).filter(|said| !said.is_empty());
        assert_eq!(
            (&payload["reason"], &payload["message"], &payload["revision"]),
            (&reason, &json!(said), &json!(1))
        );
        let told = link.told().await;
        assert_eq!((told.len(), &told[0]["kind"], &told[0]["words"]), (1, &json!("declined"), &words));
        let chat = link.owner.get(format!("{}/chat", path_of(&link.sent))).await.expect(200);
        assert_eq!(chat.as_array().unwrap().len(), usize::from(said.is_some()));
        assert!(
            link.app.mail().await.iter().all(|mail| mail.to != "mia@harbor.example"),
            "the client has no copy of their own answer"
        );
        link.app.finish().await;
    }
}

#[tokio::test]
async fn a_request_for_changes_can_point_at_a_section() {
    let link = link().await;
    let page = link.page().await;
    let html = text(&page["htmlContent"]);
    let block = html.split("data-block=\"").nth(2).unwrap().split('"').next().unwrap();
    let wish = |block: Value| {
        json!({
            "action": "request_changes", "senderName": "Mia Berg", "senderEmail": "mia@harbor.example",
            "message": "In French, please.",
            "blockId": block,
        })
    };
    let refused = link.act(wish(json!("00000000-0000-7000-8000-0000000000ff"))).await;
    refused.problem(422, "validation_failed");
    assert_eq!(
        refused.field_messages(),
        ["blockId: This section is not part of the proposal. Please choose another, or none"]
    );
    link.act(wish(json!("the second"))).await.problem(422, "invalid_body");
    assert_eq!(link.kinds().await.last().unwrap(), "sent");

    link.act(wish(json!(block))).await.expect(200);
    let chat = link.owner.get(format!("{}/chat", path_of(&link.sent))).await.expect(200);
    assert_eq!((&chat[0]["blockId"], &chat[0]["content"]), (&json!(block), &json!("In French, please.")));
    assert_eq!(link.trail().await.pop().unwrap().payload["blockId"], block);
    link.app.mail().await;
    link.app.finish().await;
}
