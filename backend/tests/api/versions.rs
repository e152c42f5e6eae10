//! The history of a proposal: the author of each change, comparing two versions, and restoring one.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    actor::text,
    app::TestApp,
    stories::{Owner, path_of},
};

const EDITING: [&str; 2] = ["proposals:read", "proposals:write"];

/// A draft, a title by its owner, text by an integration, and a block moved by a colleague; each version as
/// returned.
async fn history(app: &TestApp, ada: &Owner) -> (String, Vec<Value>) {
    let first = app.drafted_proposal(ada).await;
    let path = path_of(&first);
    let second = ada.change(&path, json!({ "title": "A site for the harbour" })).await.expect(200);
    let program = ada.program_with(&EDITING).await;
    let words =
        text(&second["htmlContent"]).replace("<h2>Your needs</h2>", "<h2>Your needs</h2><p>It rains in.</p>");
    let third = program.change(&path, json!({ "htmlContent": words })).await.expect(200);
    let bob = app.joined(ada, "bob", "member").await;
    let mut blocks = blocks_of(&third);
    let steps = blocks.pop().unwrap();
    blocks.insert(0, steps);
    let fourth = bob
        .put(&path, json!({ "htmlContent": blocks.concat(), "version": third["version"] }))
        .await
        .expect(200);
    (path, vec![first, second, third, fourth])
}

fn blocks_of(proposal: &Value) -> Vec<String> {
    text(&proposal["htmlContent"]).split_inclusive("</section>").map(str::to_owned).collect()
}

fn numbers(page: &Value) -> Vec<i64> {
    page.as_array().unwrap().iter().map(|version| version["number"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn the_history_names_the_author_of_each_change() {
    let (app, ada) = TestApp::with_company().await;
    let (path, _) = history(&app, &ada).await;
    let versions = ada.get(format!("{path}/versions")).await.expect(200);
    let said: Vec<Value> = versions
        .as_array()
        .unwrap()
        .iter()
        .map(|version| {
            json!([
                version["number"],
                version["authorKind"],
                version["authorName"],
                version["cause"],
                version["touched"]
            ])
        })
        .collect();
    let drafted = said.last().unwrap();
    assert_eq!(
        said[..3],
        [
            json!([5, "person", "bob bob Meyer", "edit", ["Next steps"]]),
            json!([4, "api", "For ada", "edit", ["Your needs"]]),
            json!([3, "person", "ada ada Meyer", "edit", ["Title"]]),
        ]
    );
    assert_eq!(
        drafted.as_array().unwrap()[..4],
        [json!(2), json!("assistant"), json!("Assistant"), json!("draft")]
    );
    let touched: Vec<&str> = drafted[4].as_array().unwrap().iter().map(text).collect();
    assert!(touched.contains(&"Overview") && touched.ends_with(&["Prices", "Title"]), "{touched:?}");
    assert_eq!(
        versions[0]["createdAt"], "2026-03-02T09:00:01.000Z",
        "the second that passed before bob came"
    );

    // In pages, although several have the same time.
    let mut next = Some(format!("{path}/versions?limit=2"));
    let mut seen = Vec::new();
    while let Some(page) = next {
        let answer = ada.get(&page).await;
        seen.extend(numbers(&answer.expect(200)));
        next = answer.next_page();
    }
    assert_eq!(seen, [5, 4, 3, 2]);
    ada.get(format!("{path}/versions?limit=0")).await.problem(422, "invalid_parameter");
    ada.get("/api/proposals/019cadc6-9a80-7650-b29d-000000000001/versions")
        .await
        .problem(404, "proposal_not_found");
    app.finish().await;
}

#[tokio::test]
async fn every_version_is_read_as_it_was() {
    let (app, ada) = TestApp::with_company().await;
    let (path, answers) = history(&app, &ada).await;
    for then in &answers {
        let now = ada.get(format!("{path}/versions/{}", then["version"])).await.expect(200);
        assert_eq!(now["number"], then["version"]);
        for field in ["title", "subtitle", "htmlContent", "pricing", "totals"] {
            assert_eq!(now[field], then[field], "{field} of version {}", then["version"]);
        }
    }
    let beginning = ada.get(format!("{path}/versions/1")).await.expect(200);
    assert_eq!(
        (&beginning["htmlContent"], &beginning["title"]),
        (&json!(""), &json!("Proposal for harbor Dental"))
    );
    for nowhere in ["0", "-1", "6", "9223372036854775807"] {
        ada.get(format!("{path}/versions/{nowhere}")).await.problem(404, "version_not_found");
        ada.get(format!("{path}/versions/{nowhere}/comparison")).await.problem(404, "version_not_found");
        ada.post(format!("{path}/versions/{nowhere}/restore"), json!({ "version": 5 }))
            .await
            .problem(404, "version_not_found");
    }
    ada.get(format!("{path}/versions/x")).await.problem(422, "invalid_parameter");

    // For a proposal older than the history, the history starts with its first recorded change.
    app.database.run("ALTER TABLE patches DISABLE TRIGGER USER").await;
    app.database.run("DELETE FROM patches WHERE number < 4").await;
    ada.get(format!("{path}/versions/3")).await.expect(200);
    ada.get(format!("{path}/versions/2")).await.problem(404, "version_not_found");
    app.finish().await;
}

#[tokio::test]
async fn versions_are_laid_side_by_side() {
    let (app, ada) = TestApp::with_company().await;
    let (path, _) = history(&app, &ada).await;
    let compare = async |what: &str| ada.get(format!("{path}/versions/{what}")).await.expect(200);

    let alone = compare("4/comparison").await;
    assert_eq!(
        (&alone["from"], &alone["to"], &alone["titles"], &alone["pricing"]),
        (&json!(3), &json!(4), &json!([]), &json!([]))
    );
    let block = &alone["blocks"][0];
    assert_eq!(
        (&block["kind"], &block["title"], &block["change"]),
        (&json!("needs"), &json!("Your needs"), &json!("changed"))
    );
    let added: Vec<&str> = block["runs"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|run| run["wording"] == "added")
        .map(|run| text(&run["text"]))
        .collect();
    assert_eq!(added.concat().trim(), "It rains in.");
    assert_eq!(compare("4/comparison?from=3").await, alone);

    // A block that was only moved has its heading and kind.
    let moved = compare("5/comparison").await;
    let moved = moved["blocks"].as_array().unwrap();
    assert_eq!(moved.len(), 1);
    assert_eq!(
        (&moved[0]["kind"], &moved[0]["title"], &moved[0]["change"], &moved[0]["runs"]),
        (&json!("next-steps"), &json!("Next steps"), &json!("moved"), &json!([]))
    );

    let both = compare("5/comparison?from=2").await;
    let changes: Vec<Value> = both["blocks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| json!([block["title"], block["change"]]))
        .collect();
    assert_eq!(changes, [json!(["Your needs", "changed"]), json!(["Next steps", "moved"])]);
    let new: String = both["titles"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|run| run["wording"] != "removed")
        .map(|run| text(&run["text"]))
        .collect();
    assert_eq!(new, "A site for the harbour");

    // The draft against an empty document: everything is added, prices included.
    let whole = compare("2/comparison?from=1").await;
    assert!(whole["blocks"].as_array().unwrap().iter().all(|block| block["change"] == "added"), "{whole:#}");
    assert!(
        text(&whole["pricing"].as_array().unwrap().last().unwrap()["text"]).contains("$4,500.00"),
        "{whole:#}"
    );

    for later in ["2/comparison?from=2", "2/comparison?from=3"] {
        let refused = ada.get(format!("{path}/versions/{later}")).await;
        assert_eq!(refused.problem(422, "invalid_parameter")["errors"][0]["field"], "from");
    }
    for nowhere in ["1/comparison", "3/comparison?from=0", "9/comparison?from=2"] {
        ada.get(format!("{path}/versions/{nowhere}")).await.problem(404, "version_not_found");
    }
    app.finish().await;
}

#[tokio::test]
async fn any_version_can_be_brought_back_and_nothing_is_lost() {
    let (app, ada) = TestApp::with_company().await;
    let (path, answers) = history(&app, &ada).await;
    let restore = async |number: &Value, from: &Value| {
        ada.post(format!("{path}/versions/{number}/restore"), json!({ "version": from })).await.expect(200)
    };
    let mut newest = answers.last().unwrap().clone();
    for then in [&answers[0], &answers[2], &answers[1], &answers[3]] {
        let restored = restore(&then["version"], &newest["version"]).await;
        for field in ["title", "subtitle", "htmlContent", "pricing", "totals", "totalAmount", "currency"] {
            assert_eq!(restored[field], then[field], "{field} of version {}", then["version"]);
        }
        assert_eq!(restored["version"], newest["version"].as_i64().unwrap() + 1);
        newest = restored;
    }
    let empty = restore(&json!(1), &newest["version"]).await;
    assert_eq!((&empty["htmlContent"], &empty["totalAmount"]), (&json!(""), &json!("0.00")));
    let back = restore(&newest["version"], &empty["version"]).await;
    assert_eq!(back["htmlContent"], newest["htmlContent"]);
    let entry = &ada.get(format!("{path}/versions")).await.expect(200)[0];
    assert_eq!(
        (&entry["cause"], &entry["restored"], &entry["authorName"]),
        (&json!("restore"), &newest["version"], &json!("ada ada Meyer"))
    );

    // Restoring the present version changes nothing.
    let same = restore(&back["version"], &back["version"]).await;
    assert_eq!(same, back);
    app.finish().await;
}

#[tokio::test]
async fn only_a_draft_and_only_from_its_newest_version() {
    let (app, ada) = TestApp::with_company().await;
    let (path, answers) = history(&app, &ada).await;
    let newest = answers.last().unwrap();
    let restore = format!("{path}/versions/2/restore");
    let late = ada.post(&restore, json!({ "version": 4 })).await;
    assert_eq!(
        late.problem(409, "stale_version")["conflict"],
        json!({
            "yourVersion": 4, "currentVersion": 5, "currentHtmlContent": newest["htmlContent"],
            "changedBy": "bob bob Meyer"
        })
    );
    ada.post(&restore, json!({})).await.problem(422, "invalid_body");
    let sent = ada.send_proposal(newest).await;
    let refused = ada.post(&restore, json!({ "version": sent["version"] })).await;
    assert_eq!(refused.problem(409, "invalid_transition")["currentStatus"], "pending");
    // Its history can still be read.
    assert_eq!(numbers(&ada.get(format!("{path}/versions")).await.expect(200)), [5, 4, 3, 2]);
    assert_eq!(ada.get(&path).await.expect(200)["htmlContent"], newest["htmlContent"]);
    let reading = ada.program_with(&["proposals:read"]).await;
    reading.get(format!("{path}/versions/2")).await.expect(200);
    reading.post(&restore, json!({ "version": 5 })).await.problem(403, "forbidden");
    app.finish().await;
}

#[tokio::test]
async fn the_trail_tells_of_an_edit_once_however_often_it_is_saved() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let save = async |by: &Owner, word: u32| {
        app.pass(TimeDelta::seconds(2));
        by.change(&path, json!({ "htmlContent": format!("<p>{word}</p>") })).await.expect(200)
    };
    for word in 0..5 {
        save(&ada, word).await;
    }
    let trail = async || -> Vec<String> {
        app.database
            .values("SELECT kind || ' ' || (payload #>> '{}') FROM audit_events ORDER BY sequence OFFSET 2")
            .await
    };
    let words = r#"edited {"changed": ["htmlContent"]}"#;
    assert_eq!(trail().await, [words]);
    assert_eq!(save(&ada, 4).await["version"], 7, "five versions, and one save that changed nothing");
    // Another person; the same person again; ten minutes later; another part; a restored version.
    let bob = app.joined(&ada, "bob", "member").await;
    save(&bob, 10).await;
    save(&ada, 11).await;
    app.pass(TimeDelta::minutes(10));
    save(&ada, 12).await;
    let other = ada.change(&path, json!({ "title": "Other" })).await.expect(200);
    ada.post(format!("{path}/versions/7/restore"), json!({ "version": other["version"] })).await.expect(200);
    let titles = r#"edited {"changed": ["title"]}"#;
    let restored = r#"edited {"changed": ["title", "htmlContent"], "restored": 7}"#;
    assert_eq!(trail().await, [words, words, words, words, titles, restored]);
    app.finish().await;
}
