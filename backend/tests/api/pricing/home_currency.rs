//! The currency of a workspace, in which prices are that name none.

use serde_json::{Value, json};

use super::items;
use crate::support::{actor::text, app::TestApp, stories::path_of};

#[tokio::test]
async fn prices_that_name_no_currency_are_in_that_of_the_workspace() {
    let (app, ada) = TestApp::with_company().await;
    let read = async |words: &str| {
        let reading = ada.post("/api/proposals/pricing/read", json!({ "text": words })).await.expect(200);
        let questions = reading["questions"].as_array().unwrap().iter();
        let asked: Vec<&str> = questions.map(|question| text(&question["code"])).collect();
        format!("{} {}", text(&reading["reading"]["currency"]), asked.join(" "))
    };
    assert_eq!(read("Website 4500").await, "USD ");
    let answer = ada.put("/api/companies", json!({ "currency": "dollars" })).await;
    answer.problem(422, "validation_failed");
    assert_eq!(answer.field_messages(), ["currency: Please choose a currency by its three-letter code"]);

    let company = ada.put("/api/companies", json!({ "currency": " aud " })).await.expect(200);
    assert_eq!(company["currency"], "AUD");
    assert_eq!(read("Website 4500").await, "AUD ");
    assert_eq!(read("Website $4,500").await, "AUD ");
    assert_eq!(read("Website US$4,500").await, "USD ");
    assert_eq!(read("Website €4,500").await, "EUR ");
    assert_eq!(read("Website $4,500, photos US$900").await, "AUD currencies currencies");

    let recap = "Call with Dana. She takes one of the two.\nOption A: the basic menu at $450.\nOption B: with drinks, $690.";
    let sorted = ada.post("/api/proposals/extract-from-recap", json!({ "meetingRecap": recap })).await;
    let hint = text(&sorted.expect(200)["pricingHint"]).to_owned();
    assert!(!hint.contains("USD"), "{hint}");
    assert!(read(&hint).await.starts_with("AUD"), "{hint}");

    // The draft, and what is added to it.
    let proposal = app.drafted_proposal(&ada).await;
    assert_eq!(proposal["pricing"]["currency"], "AUD");
    let path = path_of(&proposal);
    let ask = async |message: &str| {
        ada.post(format!("{path}/chat"), json!({ "message": message })).await.expect(200);
        ada.get(&path).await.expect(200)
    };
    let added = |proposal: &Value| items(proposal).iter().any(|item| item["unitPrice"] == "500");
    assert!(!added(&ask("Add US$500 for training").await));
    let proposal = ask("Add $500 for training").await;
    assert!(added(&proposal), "{proposal:#}");
    assert_eq!(proposal["pricing"]["currency"], "AUD");

    // An empty text clears the field.
    let company = ada.put("/api/companies", json!({ "currency": "" })).await.expect(200);
    assert_eq!(company["currency"], "USD");
    app.finish().await;
}
