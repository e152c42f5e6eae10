//! The pre-send check over HTTP: a model's inventions are found and prevent sending; the team's inputs back
//! claims; and each way of settling a claim.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    actor::text,
    app::{Setup, TestApp},
    model_double::{Mode, ModelDouble, writer::BOASTS},
    stories::{Owner, path_of},
};

async fn check(owner: &Owner, proposal: &Value) -> Value {
    owner.get(format!("{}/check", path_of(proposal))).await.expect(200)
}

/// (code, severity) of each finding.
fn codes(check: &Value) -> Vec<(&str, &str)> {
    check["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| (text(&finding["code"]), text(&finding["severity"])))
        .collect()
}

fn claims<'a>(check: &'a Value, state: &str) -> Vec<&'a Value> {
    check["claims"].as_array().unwrap().iter().filter(|claim| claim["state"] == state).collect()
}

fn claim<'a>(check: &'a Value, words: &str) -> &'a Value {
    let found = check["claims"].as_array().unwrap().iter().find(|claim| claim["text"] == words);
    found.unwrap_or_else(|| panic!("no claim {words:?} in {check:#}"))
}

/// Writes a paragraph into the first section as the assistant would, without a person's confirmation.
async fn write_unbacked(app: &TestApp, proposal: &Value, paragraph: &str) {
    let html = text(&proposal["htmlContent"]).replacen("</h2>", &format!("</h2><p>{paragraph}</p>"), 1);
    let id: uuid::Uuid = text(&proposal["id"]).parse().unwrap();
    sqlx::query("UPDATE proposals SET html_content = $1 WHERE id = $2")
        .bind(html)
        .bind(id)
        .execute(&app.database.admin)
        .await
        .unwrap();
}

async fn typed(owner: &Owner, proposal: &Value, paragraph: &str) -> Value {
    let now = owner.get(path_of(proposal)).await.expect(200);
    let html = text(&now["htmlContent"]).replacen("</h2>", &format!("</h2><p>{paragraph}</p>"), 1);
    owner.change(path_of(proposal), json!({ "htmlContent": html })).await.expect(200)
}

fn place(value: &Value) -> usize {
    value.as_u64().and_then(|place| usize::try_from(place).ok()).unwrap()
}

#[tokio::test]
async fn a_draft_rests_on_what_the_team_gave_and_may_go() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let check = check(&ada, &drafted).await;
    assert_eq!((&check["ready"], &check["version"]), (&json!(true), &drafted["version"]), "{check:#}");
    assert_eq!(codes(&check), [], "{check:#}");
    for (words, kind, label) in [
        ("six weeks", "proposed_solution", "Proposed solution"),
        ("April", "additional_notes", "Additional notes"),
        ("a day", "company", "Company profile: Why work with you"),
    ] {
        let source = &claim(&check, words)["source"];
        assert_eq!((&source["kind"], &source["label"]), (&json!(kind), &json!(label)), "{words}: {source:#}");
        let (start, end) = (place(&source["start"]), place(&source["end"]));
        let marked: String = text(&source["excerpt"]).chars().skip(start).take(end - start).collect();
        assert_eq!(marked.to_lowercase(), words.to_lowercase());
    }
    ada.send_proposal(&drafted).await;
    app.finish().await;
}

#[tokio::test]
async fn what_a_model_invents_is_listed_with_its_place_and_stops_sending() {
    let double = ModelDouble::start(Mode::Boastful).await.unwrap();
    let setup = Setup::default()
        .with("AI_BASE_URL", double.base_url())
        .with("AI_API_KEY", "secret")
        .with("AI_MODEL", "gpt-4o-mini");
    let (app, ada) = setup.start_with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    assert_eq!(drafted["assistant"], "model");
    let found = check(&ada, &drafted).await;
    assert_eq!(found["ready"], false);
    let open: Vec<(&str, &str)> =
        claims(&found, "unbacked").iter().map(|claim| (text(&claim["kind"]), text(&claim["text"]))).collect();
    assert_eq!(open, BOASTS.map(|(kind, words, _)| (kind, words)), "{found:#}");
    let block = text(&claim(&found, "97% at once")["blockId"]).to_owned();
    assert_eq!(codes(&found), BOASTS.map(|_| ("unbacked_claim", "blocker")));
    assert!(
        found["findings"]
            .as_array()
            .unwrap()
            .iter()
            .all(|finding| finding["field"] == format!("blocks.{block}")),
        "{found:#}"
    );
    // The field is that of the words.
    let html = text(&drafted["htmlContent"]);
    assert!(html.contains(&format!("data-block=\"{block}\"")), "{html}");

    let refused =
        ada.change(path_of(&drafted), json!({ "status": "pending" })).await.problem(422, "pre_send_blocked");
    let errors = refused["errors"].as_array().unwrap();
    assert_eq!(errors.len(), BOASTS.len(), "{refused:#}");
    assert!(
        errors
            .iter()
            .all(|error| error["code"] == "unbacked_claim" && error["field"] == format!("blocks.{block}")),
        "{refused:#}"
    );
    assert_eq!(ada.get(path_of(&drafted)).await.expect(200), drafted);

    // Removing every such sentence leaves a proposal that may be sent.
    let keys: Vec<&Value> = claims(&found, "unbacked").iter().map(|claim| &claim["key"]).collect();
    let after =
        ada.post(format!("{}/check/remove", path_of(&drafted)), json!({ "claims": keys })).await.expect(200);
    assert_eq!((&after["ready"], codes(&after)), (&json!(true), Vec::new()), "{after:#}");
    let cleaned = ada.get(path_of(&drafted)).await.expect(200);
    assert_eq!(after["version"], cleaned["version"]);
    for (_, _, sentence) in BOASTS {
        assert!(!text(&cleaned["htmlContent"]).contains(sentence), "{sentence}");
    }
    assert_eq!(
        app.database.value::<String>("SELECT cause FROM patches ORDER BY number DESC LIMIT 1").await,
        "remove_claim"
    );
    ada.send_proposal(&cleaned).await;
    app.finish().await;
}

#[tokio::test]
async fn accepting_is_recorded_and_lets_it_go() {
    let (app, ada) = TestApp::with_company().await;
    let bea = app.joined(&ada, "bea", "member").await;
    let drafted = app.drafted_proposal(&ada).await;
    write_unbacked(&app, &drafted, "Bookings rise by 61%. Support costs $77 a month.").await;
    let path = format!("{}/check/accept", path_of(&drafted));
    let found = check(&bea, &drafted).await;
    let keys: Vec<Value> = claims(&found, "unbacked").iter().map(|claim| claim["key"].clone()).collect();
    assert_eq!(keys.len(), 2, "{found:#}");

    let unknown =
        bea.post(&path, json!({ "claims": [keys[0], "nothing", claims(&found, "backed")[0]["key"]] })).await;
    let fields: Vec<Value> = unknown.problem(422, "validation_failed")["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["field"].clone())
        .collect();
    assert_eq!(fields, ["claims.1", "claims.2"]);
    assert_eq!(check(&bea, &drafted).await, found, "nothing was half accepted");
    bea.post(&path, json!({ "claims": [] })).await.problem(422, "validation_failed");

    let first = bea.post(&path, json!({ "claims": [keys[0]] })).await.expect(200);
    assert_eq!(codes(&first), [("unbacked_claim", "blocker")]);
    let accepted = claim(&first, "61%");
    assert_eq!((&accepted["state"], &accepted["acceptedBy"]), (&json!("accepted"), &json!("bea bea Meyer")));
    let after = bea.post(&path, json!({ "claims": keys })).await.expect(200);
    assert_eq!((&after["ready"], codes(&after)), (&json!(true), Vec::new()));
    // Again: nothing is recorded twice, and the first person is kept.
    app.pass(TimeDelta::minutes(5));
    assert_eq!(ada.post(&path, json!({ "claims": keys })).await.expect(200), after);
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM claim_acceptances").await, 2);
    let trail: Vec<String> = app.database.values("SELECT kind FROM audit_events ORDER BY sequence").await;
    assert_eq!(trail, ["created", "drafted", "claims_accepted", "claims_accepted"]);

    // Other changes in the section keep the acceptance. The same figure in another sentence is another claim.
    typed(&ada, &drafted, "Further words.").await;
    assert_eq!(codes(&check(&ada, &drafted).await), []);
    let now = ada.get(path_of(&drafted)).await.expect(200);
    write_unbacked(&app, &now, "Costs fall by 61%.").await;
    assert_eq!(codes(&check(&ada, &drafted).await), [("unbacked_claim", "blocker")]);
    ada.change(path_of(&drafted), json!({ "htmlContent": now["htmlContent"], "status": "pending" }))
        .await
        .expect(200);
    ada.post(&path, json!({ "claims": keys })).await.problem(409, "invalid_transition");
    app.finish().await;
}

#[tokio::test]
async fn what_a_person_types_is_theirs() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    typed(&ada, &drafted, "Bookings rise by 61% by 3 May 2027, or your money back.").await;
    let found = check(&ada, &drafted).await;
    assert_eq!(found["ready"], true, "{found:#}");
    for words in ["61%", "3 May 2027", "your money back"] {
        let source = &claim(&found, words)["source"];
        assert_eq!(
            (&source["kind"], &source["label"], &source["author"]),
            (&json!("typed"), &json!("Typed by ada ada Meyer on 2 March 2026"), &json!("ada ada Meyer"))
        );
        assert!(text(&source["excerpt"]).contains(words));
    }
    app.finish().await;
}

#[tokio::test]
async fn putting_back_what_the_assistant_wrote_is_not_typing_it() {
    let double = ModelDouble::start(Mode::Boastful).await.unwrap();
    let setup = Setup::default()
        .with("AI_BASE_URL", double.base_url())
        .with("AI_API_KEY", "secret")
        .with("AI_MODEL", "gpt-4o-mini");
    let (app, ada) = setup.start_with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let without = text(&drafted["htmlContent"]).replace("Our clients grow by 97% at once. ", "");
    ada.change(path_of(&drafted), json!({ "htmlContent": without })).await.expect(200);
    assert!(!check(&ada, &drafted).await.to_string().contains("97%"));
    ada.change(path_of(&drafted), json!({ "htmlContent": drafted["htmlContent"] })).await.expect(200);
    assert_eq!(claim(&check(&ada, &drafted).await, "97% at once")["state"], "unbacked");
    app.finish().await;
}

#[tokio::test]
async fn text_and_prices_must_not_disagree() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    // Typed by a person, so backed; still wrong.
    typed(&ada, &drafted, "The total is $5,000. Hosting is $300 per year.").await;
    let found = check(&ada, &drafted).await;
    assert_eq!(codes(&found), [("contradiction", "blocker"), ("contradiction", "blocker")], "{found:#}");
    let refused =
        ada.change(path_of(&drafted), json!({ "status": "pending" })).await.problem(422, "pre_send_blocked");
    assert_eq!(refused["errors"].as_array().unwrap().len(), 2);
    let keys: Vec<&Value> =
        found["findings"].as_array().unwrap().iter().map(|finding| &finding["claimKey"]).collect();
    let after =
        ada.post(format!("{}/check/accept", path_of(&drafted)), json!({ "claims": keys })).await.expect(200);
    assert_eq!((&after["ready"], &claim(&after, "$5,000")["state"]), (&json!(true), &json!("accepted")));
    app.finish().await;
}

#[tokio::test]
async fn the_other_findings_are_listed_too() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let html = text(&drafted["htmlContent"]).replacen("</h2>", "</h2><p>Dear {{name}},</p>", 1);
    let html = format!(
        "{html}<section data-block=\"019cadc6-9a80-7650-b29d-0000000000aa\" data-kind=\"notes\"><h2>Empty</h2></section>"
    );
    ada.change(path_of(&drafted), json!({ "htmlContent": html })).await.expect(200);
    app.database
        .run(format!(
            "UPDATE proposals SET pricing = jsonb_set(pricing, '{{groups,0,items,0,confirmed}}', 'false'), valid_until = created_at - interval '1 day'
             WHERE id = '{}'",
            text(&drafted["id"])
        ))
        .await;
    let found = check(&ada, &drafted).await;
    assert_eq!(
        codes(&found),
        [
            ("validity_passed", "blocker"),
            ("unconfirmed_amount", "blocker"),
            ("placeholder", "blocker"),
            ("empty_section", "warning")
        ]
    );
    let fields: Vec<&str> =
        found["findings"].as_array().unwrap().iter().map(|finding| text(&finding["field"])).collect();
    assert_eq!((fields[0], fields[3]), ("validUntil", "blocks.019cadc6-9a80-7650-b29d-0000000000aa"));
    assert!(fields[1].starts_with("pricing.items.") && fields[2].starts_with("blocks."));
    // A title cannot be removed from its proposal.
    let titled = app.drafted_proposal(&ada).await;
    let id: uuid::Uuid = text(&titled["id"]).parse().unwrap();
    sqlx::query("UPDATE proposals SET title = '88% more bookings' WHERE id = $1")
        .bind(id)
        .execute(&app.database.admin)
        .await
        .unwrap();
    let found = check(&ada, &titled).await;
    assert_eq!(
        (codes(&found), &found["findings"][0]["field"]),
        (vec![("unbacked_claim", "blocker")], &json!("title"))
    );
    let key = &claim(&found, "88%")["key"];
    let refused = ada.post(format!("{}/check/remove", path_of(&titled)), json!({ "claims": [key] })).await;
    assert_eq!(refused.problem(422, "validation_failed")["errors"][0]["code"], "in_title");
    app.finish().await;
}
