//! Prices in words: what is read from them, what is asked, how a line item is changed in them, and which
//! amounts of a recap they do not charge.

use serde_json::{Value, json};

use crate::support::{actor::text, app::TestApp};

#[tokio::test]
async fn prices_in_words_become_items() {
    let (app, ada) = TestApp::with_company().await;
    let read = async |words: &str| ada.post("/api/proposals/pricing/read", json!({ "text": words })).await;
    let table = read("Website $4,500, 20 hours at $95/h, hosting $300 monthly for 12 months, optional: SEO $500/mo, about $200 for photos, 10 % discount on hosting, plus 20% VAT, 40% on start, 60% on delivery")
        .await
        .expect(200);
    assert_eq!(table["certain"], false);
    assert_eq!(table["questions"][0]["code"], "estimate");
    assert_eq!(table["questions"][0]["itemId"], table["reading"]["groups"][0]["items"][4]["id"]);
    let table = table["reading"].clone();
    let said: Vec<String> = table["groups"][0]["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            let optional = if item["optional"] == true { " optional" } else { "" };
            let open = if item["confirmed"] == true { "" } else { " ?" };
            format!(
                "{} {} x {} {}{optional}{open}",
                text(&item["name"]),
                text(&item["quantity"]),
                text(&item["unitPrice"]),
                text(&item["cadence"])
            )
        })
        .collect();
    // An estimate leaves the total open, and with it the stages of payment: the whole table is asked about.
    assert_eq!(
        said,
        [
            "Website 1 x 4500 once ?",
            "Hourly work 20 x 95 once ?",
            "Hosting 1 x 300 monthly ?",
            "SEO 1 x 500 monthly optional ?",
            "Photos 1 x 200 once ?"
        ]
    );
    assert_eq!(table["groups"][0]["items"][2]["discount"], json!({ "kind": "percent", "value": "10" }));
    assert_eq!(table["groups"][0]["items"][0]["taxes"], json!([{ "name": "VAT", "rate": "20" }]));
    let milestones: Vec<&str> =
        table["milestones"].as_array().unwrap().iter().map(|milestone| text(&milestone["name"])).collect();
    assert_eq!(milestones, ["On start", "On delivery"]);
    // A parsed table is a valid table.
    ada.post("/api/proposals/pricing/preview", json!({ "pricing": table })).await.expect(200);
    assert_eq!(read("to be discussed").await.expect(200)["reading"]["groups"], json!([]));
    read(" ").await.problem(422, "validation_failed");
    read("a\u{0}").await.problem(422, "validation_failed");
    read(&"$1 ".repeat(5_000)).await.problem(422, "validation_failed");
    app.finish().await;
}

#[tokio::test]
async fn what_prices_in_words_leave_open_is_asked_and_answered() {
    let (app, ada) = TestApp::with_company().await;
    let read = async |words: &str| {
        ada.post("/api/proposals/pricing/read", json!({ "text": words })).await.expect(200)
    };
    let waiting = read("Website $4,500 (to be confirmed)\nHosting $30 monthly (to be confirmed)").await;
    assert_eq!(waiting["questions"][1]["code"], "unconfirmed");
    assert_eq!(
        waiting["confirmAll"],
        json!({ "label": "All 2 are right", "text": "Website $4,500\nHosting $30 monthly" })
    );
    assert_eq!(read(text(&waiting["confirmAll"]["text"])).await["certain"], true);
    let open = read("Website with 5 pages at $4,500").await;
    assert_eq!(open["certain"], false);
    assert!(open["confirmAll"].is_null());
    assert_eq!(open["questions"][0]["code"], "quantity");
    let labels: Vec<&str> = open["questions"][0]["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| text(&answer["label"]))
        .collect();
    assert_eq!(labels, ["5 × $4,500.00 once", "1 × $4,500.00 once"]);
    let answered = read(text(&open["questions"][0]["answers"][1]["text"])).await;
    assert_eq!(answered["certain"], true);
    assert_eq!(answered["questions"], json!([]));
    assert_eq!(answered["totals"]["totalAmount"], "4500.00");
    let spoken = read("They have a budget of $15,000. The build is $12,000.").await;
    assert_eq!(spoken["certain"], true);
    assert_eq!(spoken["totals"]["totalAmount"], "12000.00");
    assert_eq!(spoken["mentions"][0]["amount"], "$15,000");
    let charged = read(text(&spoken["mentions"][0]["charge"]["text"])).await;
    assert_eq!(charged["totals"]["totalAmount"], "27000.00");
    app.finish().await;
}

#[tokio::test]
async fn a_line_item_of_a_price_text_is_changed_in_the_text() {
    let (app, ada) = TestApp::with_company().await;
    let read = async |text: &str, change: Value| {
        ada.post("/api/proposals/pricing/read", json!({ "text": text, "change": change })).await
    };
    let words = "Website $4,500\nHosting $30 monthly";
    let hosting = json!({
        "name": "Hosting", "unitPrice": "45.50", "cadence": "monthly", "cycles": 12, "optional": true
    });
    let changed = read(words, json!({ "position": 1, "item": hosting })).await.expect(200);
    assert_eq!(
        changed["text"],
        "\"Website\": 1 × USD 4,500.00\n\"Hosting\": 1 × USD 45.50 monthly for 12, optional"
    );
    assert_eq!(changed["certain"], true);
    let item = changed["reading"]["groups"][0]["items"][1].clone();
    assert_eq!(
        (&item["unitPrice"], &item["cycles"], &item["optional"]),
        (&json!("45.5"), &json!(12), &json!(true))
    );
    // A line item of a reading can be sent back.
    let again = read(text(&changed["text"]), json!({ "position": 1, "item": item })).await.expect(200);
    assert_eq!(again["text"], changed["text"]);
    let added = read(words, json!({ "item": { "name": "Logo", "unitPrice": "250" } })).await.expect(200);
    assert_eq!(added["totals"]["cadences"][0]["total"], "4750.00");
    let left = read(words, json!({ "position": 0 })).await.expect(200);
    assert_eq!(left["text"], "Hosting $30 monthly");
    assert_eq!(read("Website $4,500", json!({ "position": 0 })).await.expect(200)["text"], "");
    assert_eq!(
        read("", json!({ "item": { "name": "Logo", "unitPrice": "250" } })).await.expect(200)["text"],
        "\"Logo\": 1 × USD 250.00"
    );
    assert!(
        ada.post("/api/proposals/pricing/read", json!({ "text": words })).await.expect(200)["text"].is_null()
    );

    let refused = async |change: Value| {
        let answer = read(words, change).await;
        answer.problem(422, "validation_failed");
        answer.field_messages()
    };
    let wrong = json!({ "position": 0, "item": { "name": " ", "unitPrice": "four", "cycles": 3 } });
    assert_eq!(
        refused(wrong).await,
        ["change.item.unitPrice: Please enter a number, for example 4500.00"],
        "the others are not looked at before every figure can be read"
    );
    let wrong = json!({ "item": { "name": " ", "unitPrice": "4", "cycles": 3 } });
    assert_eq!(
        refused(wrong).await,
        [
            "change.item.name: Please name this item",
            "change.item.cycles: Only a recurring item has a number of payments"
        ]
    );
    assert_eq!(
        refused(json!({ "position": 2 })).await,
        ["change.position: The text has no line item at this position"]
    );
    assert_eq!(refused(json!({})).await, ["change: Please give a position, an item or both"]);
    let unit = json!({ "item": { "name": "Seats", "unit": "seat, optional", "unitPrice": "4" } });
    assert_eq!(refused(unit).await, ["change.item.unit: Please use a shorter unit, for example hour"]);
    app.finish().await;
}

#[tokio::test]
async fn amounts_of_a_recap_are_listed_and_charged_only_on_demand() {
    let (app, ada) = TestApp::with_company().await;
    let recap = "Dana: Our budget is about $15,000, and our present agency costs us \u{20ac}2,100 a month.\n\
                 Tom: We can build the shop for $9,800.\n\
                 Dana: That sounds good to us.\n\
                 Tom: I will send you the proposal on Friday.";
    let extract = async |speaker: &str| {
        let input = json!({ "meetingRecap": recap, "ourSpeaker": speaker });
        ada.post("/api/proposals/extract-from-recap", input).await.expect(200)
    };
    let extraction = extract("Tom").await;
    assert_eq!(extraction["speakers"], json!(["Dana", "Tom"]));
    let hint = text(&extraction["pricingHint"]);
    assert!(hint.contains("9,800") && !hint.contains("15,000"), "{hint}");
    assert_eq!(extract("Nobody").await["speakers"], extraction["speakers"], "another name changes nothing");

    let read = async |words: &str| {
        let input = json!({ "text": words, "meetingRecap": recap, "ourSpeaker": "Tom" });
        ada.post("/api/proposals/pricing/read", input).await.expect(200)
    };
    let open = read(hint).await;
    assert_eq!(open["totals"]["totalAmount"], "9800.00");
    let mentions = open["mentions"].as_array().unwrap();
    let said: Vec<_> = mentions
        .iter()
        .map(|mention| (&mention["amount"], &mention["speaker"], &mention["message"]))
        .collect();
    let dana = json!("Dana");
    assert_eq!(said[0], (&json!("$15,000"), &dana, &json!("Their budget")));
    assert_eq!((said[1].0, said[1].1), (&json!("\u{20ac}2,100"), &dana));
    assert_eq!(mentions[0]["reason"], "their_budget");
    let charged = read(text(&mentions[0]["charge"]["text"])).await;
    assert_eq!(charged["totals"]["totalAmount"], "24800.00");
    assert_eq!(charged["mentions"].as_array().unwrap().len(), 1, "what is charged is no longer listed");
    let foreign = read(text(&mentions[1]["charge"]["text"])).await;
    assert_eq!(foreign["certain"], false, "another currency is asked about: {foreign:#}");
    let alone = read("").await;
    assert_eq!(alone["reading"]["groups"], json!([]));
    assert_eq!(alone["mentions"].as_array().unwrap().len(), 2);
    let endless = json!({ "text": "", "meetingRecap": "x".repeat(100_001) });
    ada.post("/api/proposals/pricing/read", endless).await.problem(422, "validation_failed");
    app.finish().await;
}
