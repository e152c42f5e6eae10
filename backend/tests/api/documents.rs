//! Extreme documents: large, hostile, full of prices, edited by two people at once.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    actor::text,
    app::TestApp,
    stories::{path_of, proposal},
};

/// The largest document, in bytes.
const MAX: usize = 1_048_576;

#[tokio::test]
async fn a_document_of_a_megabyte_is_saved_and_one_byte_more_is_refused() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let html = text(&drafted["htmlContent"]);
    let filled = |bytes: usize| {
        // Long words: without optimisation the claims of 200,000 short ones take longer than a transaction
        // may.
        let words = format!("{} ", "word".repeat(12)).repeat(MAX / 49 + 1);
        html.replace(
            "<h2>Overview</h2>",
            &format!("<h2>Overview</h2><p>{}</p>", &words[..bytes - html.len() - "<p></p>".len()]),
        )
    };
    let saved = ada.change(&path, json!({ "htmlContent": filled(MAX) })).await.expect(200);
    assert_eq!(text(&saved["htmlContent"]).len(), MAX);
    let refused = ada.change(&path, json!({ "title": "Too much", "htmlContent": filled(MAX + 1) })).await;
    refused.problem(422, "validation_failed");
    assert_eq!(refused.field_messages(), ["htmlContent: Content must be at most 1 MB"]);
    // A document that becomes too large only when it is normalised is refused as well.
    let grown = ada
        .change(
            &path,
            json!({ "title": "Too much", "htmlContent": format!("<p>{}</p>", "<".repeat(MAX / 2)) }),
        )
        .await;
    assert_eq!(grown.field_messages(), ["htmlContent: Content must be at most 1 MB"]);
    let deep = ada.change(&path, json!({ "htmlContent": "<div>".repeat(5000) })).await;
    assert_eq!(deep.field_messages(), ["htmlContent: Content is nested too deeply"]);
    assert_eq!(ada.get(&path).await.expect(200), saved, "nothing half-saved");
    // It can be compared and restored like any other.
    ada.change(&path, json!({ "htmlContent": "<p>Short.</p>" })).await.expect(200);
    ada.get(format!("{path}/versions/4/comparison")).await.expect(200);
    let restored = ada.post(format!("{path}/versions/3/restore"), json!({ "version": 4 })).await.expect(200);
    assert_eq!(restored["htmlContent"], saved["htmlContent"]);
    app.finish().await;
}

#[tokio::test]
async fn hostile_html_comes_back_harmless_and_stays_as_it_is() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    for hostile in include_str!("../hostile.txt").lines() {
        let saved = ada
            .change(&path, json!({ "htmlContent": format!("<p>Before</p>{hostile}<p>After</p>") }))
            .await
            .expect(200);
        let html = text(&saved["htmlContent"]);
        // A payload is reduced to text: no tag or attribute of it remains.
        for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap().to_lowercase()) {
            for forbidden in [
                "script", "onerror", "onclick", "onload", "style", "img", "svg", "math", "iframe", "evil",
                "data:", "form",
            ] {
                assert!(!tag.contains(forbidden), "{hostile}\nleft {tag} in {html}");
            }
        }
        assert!(
            !html.contains([
                '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2069}'
            ]),
            "{html}"
        );
        assert!(html.contains("$4,500.00"), "the prices stay: {html}");
        let again = ada.change(&path, json!({ "htmlContent": html })).await.expect(200);
        assert_eq!(again, saved, "{hostile}: saving what was answered changes nothing");
    }
    let nul = ada.change(&path, json!({ "htmlContent": "a\0b" })).await;
    nul.problem(422, "validation_failed");
    let titled = ada
        .change(&path, json!({ "title": "\u{202e}001$\u{202c} a month", "subtitle": "\u{2066}9$\u{2069}" }))
        .await
        .expect(200);
    assert_eq!((&titled["title"], &titled["subtitle"]), (&json!("001$ a month"), &json!("9$")));
    let blank = ada.change(&path, json!({ "title": "\u{202e}\u{202c}" })).await;
    assert_eq!(blank.problem(422, "validation_failed")["errors"][0]["field"], "title");
    app.finish().await;
}

#[tokio::test]
async fn the_pricing_block_is_the_engines_wherever_it_is_put() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let html = text(&drafted["htmlContent"]);
    let blocks: Vec<&str> = html.split_inclusive("</section>").collect();
    let at = blocks.iter().position(|block| block.contains("data-kind=\"pricing\"")).unwrap();
    let save = async |html: String| ada.change(&path, json!({ "htmlContent": html })).await.expect(200);

    // Other figures, and no pricing block at all: nothing changes.
    assert_eq!(save(html.replace("4,500.00", "1.00")).await, drafted);
    let without: String =
        blocks.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, block)| *block).collect();
    assert_eq!(save(without).await, drafted);

    // Moved, with another heading.
    let mut moved = blocks.clone();
    let pricing = moved.remove(at).replace("<h2>Pricing</h2>", "<h2>Your investment</h2>");
    moved.insert(0, &pricing);
    let moved = moved.concat();
    let saved = save(moved.clone()).await;
    assert_eq!(saved["htmlContent"], moved);
    assert_eq!((&saved["totals"], &saved["version"]), (&drafted["totals"], &json!(3)));
    assert_eq!(save(moved.clone()).await, saved);

    // A second one becomes text; the first is rendered again.
    let doubled = save(format!("{moved}{}", pricing.replace("4,500.00", "1.00"))).await;
    let doubled = text(&doubled["htmlContent"]);
    assert_eq!(doubled.matches("data-kind=\"pricing\"").count(), 1);
    assert!(doubled.starts_with(&pricing), "{doubled}");
    app.finish().await;
}

#[tokio::test]
async fn html_from_elsewhere_saved_twice_is_the_same_document() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let save = async |html: &str| ada.change(&path, json!({ "htmlContent": html })).await.expect(200);
    let html = "<p>Loose words.</p><section data-kind=\"scope\"><h2>Scope</h2><p>All of it.</p></section><p>More.</p>";
    let first = save(html).await;
    assert_eq!(save(html).await, first);
    // One of its blocks has another text: it is the same block, changed.
    let second = save(&html.replace("All", "Some")).await;
    let compared = ada.get(format!("{path}/versions/{}/comparison", second["version"])).await.expect(200);
    let changes: Vec<Value> = compared["blocks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| json!([block["title"], block["change"]]))
        .collect();
    assert_eq!(changes, [json!(["Scope", "changed"])]);
    app.finish().await;
}

#[tokio::test]
async fn a_new_validity_is_no_new_version() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    app.pass(TimeDelta::minutes(1));
    let until = app.now() + TimeDelta::days(30);
    let renewed =
        ada.put(&path, json!({ "validUntil": until, "version": drafted["version"] })).await.expect(200);
    assert_eq!(
        (&renewed["version"], &renewed["validUntil"]),
        (&drafted["version"], &json!("2026-04-01T09:01:00.000Z"))
    );
    assert_ne!(renewed["updatedAt"], drafted["updatedAt"]);
    assert_eq!(ada.get(format!("{path}/versions")).await.expect(200).as_array().unwrap().len(), 1);
    let payload: Value =
        app.database.value("SELECT payload FROM audit_events ORDER BY sequence DESC LIMIT 1").await;
    assert_eq!(payload, json!({ "changed": ["validUntil"] }));
    app.finish().await;
}

#[tokio::test]
async fn what_a_late_save_carried_is_kept_beside_what_is_there() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let bob = app.joined(&ada, "bob", "member").await;
    let first = bob
        .put(&path, json!({ "htmlContent": "<p>Bob's</p>", "version": drafted["version"] }))
        .await
        .expect(200);
    let mine = "<p>Ada's</p>";
    let late = ada.put(&path, json!({ "htmlContent": mine, "version": drafted["version"] })).await;
    let conflict = late.problem(409, "stale_version")["conflict"].clone();
    assert_eq!(
        (&conflict["changedBy"], &conflict["currentHtmlContent"]),
        (&json!("bob bob Meyer"), &first["htmlContent"])
    );
    // Overwritten on purpose, starting from the current version: both are in the history.
    let second = ada
        .put(&path, json!({ "htmlContent": mine, "version": conflict["currentVersion"] }))
        .await
        .expect(200);
    assert!(text(&second["htmlContent"]).contains("Ada's"));
    let bobs = ada.get(format!("{path}/versions/{}", first["version"])).await.expect(200);
    assert_eq!(bobs["htmlContent"], first["htmlContent"]);
    app.finish().await;
}

#[tokio::test]
async fn two_hundred_lines_of_prices_are_one_document() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    let mut wanted = proposal(text(&client["id"]));
    let lines: Vec<String> =
        (1..=200).map(|number| format!("Module {} for ${}", word(number), 1000 + number)).collect();
    wanted["pricingDetails"] = json!(lines.join("\n"));
    let path = path_of(&ada.post("/api/proposals", wanted).await.expect(201));
    app.run_jobs().await;
    let drafted = ada.get(&path).await.expect(200);
    let items: usize = drafted["pricing"]["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["items"].as_array().unwrap().len())
        .sum();
    assert_eq!((items, &drafted["totalAmount"]), (200, &json!("220100.00")));
    let html = text(&drafted["htmlContent"]);
    assert!(
        html.contains("$1,001.00") && html.contains("$1,200.00") && html.contains("$220,100.00"),
        "{html}"
    );
    let edited = ada.change(&path, json!({ "htmlContent": format!("{html}<p>More.</p>") })).await.expect(200);
    assert_eq!((&edited["pricing"], &edited["totals"]), (&drafted["pricing"], &drafted["totals"]));
    let back = ada
        .post(format!("{path}/versions/2/restore"), json!({ "version": edited["version"] }))
        .await
        .expect(200);
    assert_eq!(back["htmlContent"], drafted["htmlContent"]);
    app.finish().await;
}

/// A name without figures.
fn word(number: u32) -> String {
    let letter = |index: u32| char::from_u32(u32::from('a') + index % 26).unwrap();
    format!("{}{}", letter(number / 26), letter(number))
}
