//! A team's work on proposals: created, drafted, edited, shared, sent, returned to draft, deleted.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::proposal_life::in_status;
use crate::support::{
    actor::{ApiResponse, text},
    app::TestApp,
    stories::{path_of, proposal, shared_path_of},
};

#[tokio::test]
async fn a_recap_becomes_a_proposal_with_a_computed_total() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    let started = ada.post("/api/proposals", proposal(text(&client["id"]))).await.expect(201);
    assert_eq!(started["drafting"], json!({ "status": "queued", "stage": "analyzing", "progress": 0 }));
    let path = path_of(&started);
    let waiting = ada.get(&path).await.expect(200);
    assert_eq!(
        (&waiting["status"], &waiting["htmlContent"], &waiting["version"]),
        (&json!("draft"), &json!(""), &json!(1))
    );
    ada.put(&path, json!({ "status": "pending" })).await.problem(409, "drafting_in_progress");

    app.run_jobs().await;
    let drafted = ada.get(&path).await.expect(200);
    assert_eq!(drafted["drafting"], json!({ "status": "done", "stage": "finalizing", "progress": 100 }));
    assert_eq!((&drafted["totalAmount"], &drafted["currency"]), (&json!("8100.00"), &json!("USD")));
    assert_eq!(drafted["totals"]["totalLabel"], "One-time total plus first year of recurring costs");
    let cadences: Vec<(&str, &str)> = drafted["totals"]["cadences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| (text(&c["cadence"]), text(&c["total"])))
        .collect();
    assert_eq!(cadences, [("once", "4500.00"), ("monthly", "300.00")]);
    for (field, value) in proposal(text(&client["id"])).as_object().unwrap() {
        assert_eq!(&drafted[field], value, "{field}: what was typed is kept");
    }
    let html = text(&drafted["htmlContent"]);
    assert!(
        html.contains("data-kind=\"pricing\"") && html.contains("$4,500.00") && html.contains("$8,100.00"),
        "{html}"
    );
    assert_eq!(drafted["assistant"], "offline");
    let card = &ada.get("/api/proposals").await.expect(200)[0];
    for field in card.as_object().unwrap().keys() {
        assert_eq!(card[field], drafted[field], "{field}: the card says what the proposal says");
    }
    app.finish().await;
}

#[tokio::test]
async fn what_the_wizard_lacks_is_said_in_the_specifications_words() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    let empty = json!({
        "clientId": "", "clientContext": "too short", "proposedSolution": " ", "pricingDetails": "  "
    });
    let answer = ada.post("/api/proposals", empty).await;
    answer.problem(422, "validation_failed");
    assert_eq!(
        answer.field_messages(),
        [
            "clientId: Please select a client",
            "clientContext: Please provide more context about the client needs",
            "proposedSolution: Please describe your proposed solution",
            "pricingDetails: Please enter the pricing for this proposal",
        ]
    );
    let mut stranger = proposal(text(&client["id"]));
    stranger["clientId"] = json!("019cadc6-9a80-7650-b29d-000000000001");
    ada.post("/api/proposals", stranger).await.problem(404, "client_not_found");

    let recap = async |text: &str| {
        ada.post("/api/proposals/extract-from-recap", json!({ "meetingRecap": text })).await
    };
    let short = recap(&"x".repeat(49)).await;
    assert_eq!(
        short.problem(422, "recap_too_short")["message"],
        "Please enter more details about your meeting."
    );
    recap(&format!("  {}  ", "x".repeat(49))).await.problem(422, "recap_too_short");
    recap(&"They need more. ".repeat(6_250)[..100_000]).await.expect(200);
    recap(&"x".repeat(100_001)).await.problem(422, "recap_too_long");

    assert_eq!(ada.get("/api/proposals").await.expect(200), json!([]), "nothing half-saved");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM audit_events").await, 0);
    app.finish().await;
}

#[tokio::test]
async fn an_edit_is_cleaned_keeps_its_blocks_and_cannot_alter_a_price() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let html = text(&drafted["htmlContent"]);
    app.pass(TimeDelta::seconds(5));
    let tampered = html.replace("$4,500.00", "$1.00").replace("$8,100.00", "$1.00").replace(
        "<h2>Overview</h2>",
        "<h2 onclick=\"x()\">Overview</h2><script>alert(1)</script><p style=\"position:fixed\">New <a href=\"javascript:x()\">words</a></p>",
    );
    assert_ne!(tampered, html);
    let edited = ada
        .put(path_of(&drafted), json!({ "htmlContent": tampered, "version": drafted["version"] }))
        .await
        .expect(200);
    let saved = text(&edited["htmlContent"]);
    for gone in ["script", "onclick", "javascript:", "position", "$1.00"] {
        assert!(!saved.contains(gone), "{gone} in {saved}");
    }
    assert!(
        saved.contains("New")
            && saved.contains("words")
            && saved.contains("$4,500.00")
            && saved.contains("$8,100.00"),
        "{saved}"
    );
    let blocks = |html: &str| {
        html.match_indices("data-block=\"")
            .map(|(at, word)| html[at + word.len()..][..36].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(blocks(saved), blocks(html));
    assert_eq!(edited["totals"], drafted["totals"]);
    assert_eq!(edited["version"], drafted["version"].as_i64().unwrap() + 1);
    assert_eq!(edited["updatedAt"], "2026-03-02T09:00:05.000Z");
    // Sanitised content does not change again.
    let again = ada.change(path_of(&drafted), json!({ "htmlContent": saved })).await.expect(200);
    assert_eq!(again["htmlContent"], edited["htmlContent"]);
    app.finish().await;
}

#[tokio::test]
async fn a_late_save_gets_both_versions_and_changes_nothing() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let version = drafted["version"].as_i64().unwrap();
    let first = ada.put(&path, json!({ "title": "First", "version": version })).await.expect(200);
    let late =
        ada.put(&path, json!({ "title": "Late", "htmlContent": "<p>Late</p>", "version": version })).await;
    let problem = late.problem(409, "stale_version");
    assert_eq!(
        problem["conflict"],
        json!({
            "yourVersion": version, "currentVersion": version + 1, "currentHtmlContent": first["htmlContent"],
            "changedBy": "ada ada Meyer"
        })
    );
    assert_eq!(ada.get(&path).await.expect(200), first);
    ada.put(&path, json!({ "title": "Second", "version": version + 1 })).await.expect(200);

    // Of two saves of one version one is refused, however close they are.
    let both = |title: &'static str| ada.put(&path, json!({ "title": title, "version": version + 2 }));
    let answers = [futures_util::future::join(both("Left"), both("Right")).await]
        .map(|(left, right)| [left, right])
        .concat();
    let saved: Vec<&ApiResponse> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(saved.len(), 1, "{answers:?}");
    let titles: Vec<Value> = saved.iter().map(|answer| answer.json()["title"].clone()).collect();
    assert_eq!(ada.get(&path).await.expect(200)["title"], titles[0]);
    app.finish().await;
}

#[tokio::test]
async fn a_change_without_a_version_is_accepted_only_for_an_unchanged_draft() {
    let (app, ada) = TestApp::with_company().await;
    let program = ada.program_with(&["proposals:read", "proposals:write", "proposals:send"]).await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let words = json!({ "htmlContent": "<p>Mine</p>" });
    // Fields unknown to the specification always require it.
    let beyond = [
        json!({ "title": "Mine" }),
        json!({ "htmlContent": "<p>Mine</p>", "subtitle": "Mine" }),
        json!({ "validUntil": "2026-05-01T09:00:00.000Z" }),
        json!({ "reminders": false }),
        json!({ "useWorkspaceDesign": true }),
    ];
    for body in beyond {
        let answer = ada.put(&path, body).await;
        assert!(
            text(&answer.problem(428, "precondition_required")["message"]).ends_with("Nothing was saved."),
            "{answer:?}"
        );
        assert_eq!(answer.field_messages(), ["version: The version of the last GET is needed"]);
    }
    assert_eq!(ada.get(&path).await.expect(200), drafted);

    // The first save starts from the draft as drafted; later saves must name their starting point.
    let saved = ada.put(&path, words.clone()).await.expect(200);
    assert!(text(&saved["htmlContent"]).contains("Mine"), "{saved}");
    for caller in [&program, &*ada] {
        for body in [words.clone(), json!({ "status": "pending" })] {
            caller.put(&path, body).await.problem(428, "precondition_required");
        }
    }
    ada.put(&path, json!({ "shareToken": "V1StGXR8_Z5jdHi6B-myT" }))
        .await
        .problem(428, "precondition_required");
    assert_eq!(ada.get(&path).await.expect(200), saved);

    // A sent proposal is not an untouched draft, and becomes one again when it is returned to draft.
    let sent = app.drafted_proposal(&ada).await;
    let path = path_of(&sent);
    ada.put(&path, json!({ "status": "pending", "shareToken": "V1StGXR8_Z5jdHi6B-myT" })).await.expect(200);
    ada.put(&path, json!({ "status": "draft" })).await.problem(428, "precondition_required");
    ada.put(&path, json!({ "status": "draft", "version": sent["version"] })).await.expect(200);
    ada.put(&path, words.clone()).await.expect(200);

    // A copy is identical.
    let copy = ada.post(format!("{path}/copy"), json!({})).await.expect(201);
    ada.put(path_of(&copy), words).await.expect(200);

    // Of simultaneous saves without a version, exactly one is first.
    let raced = path_of(&app.drafted_proposal(&ada).await);
    let parallel = (0..6).map(|number| ada.put(&raced, json!({ "htmlContent": format!("<p>{number}</p>") })));
    let mut found: Vec<u16> =
        futures_util::future::join_all(parallel).await.iter().map(|answer| answer.status.as_u16()).collect();
    found.sort_unstable();
    assert_eq!(found, [200, 428, 428, 428, 428, 428]);
    app.finish().await;
}

#[tokio::test]
async fn an_edit_that_breaks_a_rule_saves_none_of_its_parts() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    for (bad, field) in [
        (json!({ "title": " ", "subtitle": "kept?" }), "title"),
        (json!({ "title": "x".repeat(201), "subtitle": "kept?" }), "title"),
        (json!({ "title": "kept?", "htmlContent": "x".repeat(1_048_577) }), "htmlContent"),
        (
            json!({
                "title": "kept?",
                "htmlContent": format!("{}x{}", "<div>".repeat(20_000), "</div>".repeat(20_000))
            }),
            "htmlContent",
        ),
        (json!({ "title": "kept?", "htmlContent": "a\u{0}b" }), "htmlContent"),
        (json!({ "title": "kept?", "validUntil": "2026-03-02T09:00:00.000Z" }), "validUntil"),
        (json!({ "title": "kept?", "shareToken": "short" }), "shareToken"),
        (json!({ "title": "kept?", "shareToken": "aaaaaaaaaaaaaaaaaaaaa" }), "shareToken"),
        (json!({ "title": "kept?", "shareToken": "V1StGXR8_Z5jdHi6B-m!T" }), "shareToken"),
    ] {
        let answer = ada.change(&path, bad).await;
        answer.problem(422, "validation_failed");
        assert!(answer.field_messages()[0].starts_with(field), "{answer:?}");
        assert_eq!(ada.get(&path).await.expect(200), drafted, "{field}");
    }
    ada.put(&path, json!({ "status": "signed" })).await.problem(422, "invalid_body");
    ada.put(&path, json!({ "validUntil": "tomorrow" })).await.problem(422, "invalid_body");
    ada.put("/api/proposals/019cadc6-9a80-7650-b29d-000000000002", json!({ "title": "x" }))
        .await
        .problem(404, "proposal_not_found");
    app.finish().await;
}

#[tokio::test]
async fn share_tokens_are_made_once_or_taken_from_the_caller_where_they_are_good() {
    let (app, ada) = TestApp::with_company().await;
    let first = app.drafted_proposal(&ada).await;
    let link = ada.post_empty(format!("{}/share", path_of(&first))).await.expect(200);
    let token = text(&link["shareToken"]);
    assert_eq!(token.len(), 21);
    assert_eq!(link["url"], format!("{}shared/{token}", app.base));
    assert_eq!(
        ada.post_empty(format!("{}/share", path_of(&first))).await.expect(200),
        link,
        "the link stays"
    );

    let second = app.drafted_proposal(&ada).await;
    let refused = ada.change(path_of(&second), json!({ "shareToken": token, "title": "kept?" })).await;
    refused.problem(422, "validation_failed");
    assert_eq!(refused.field_messages(), ["shareToken: This share token is in use. Generate another."]);
    assert_eq!(ada.get(path_of(&second)).await.expect(200), second);
    let own = "V1StGXR8_Z5jdHi6B-myT";
    assert_eq!(ada.put(path_of(&second), json!({ "shareToken": own })).await.expect(200)["shareToken"], own);
    // The specification's front end sends the token along with the proposal.
    let sent = ada.put(path_of(&second), json!({ "status": "pending", "shareToken": own })).await.expect(200);
    assert_eq!((&sent["status"], &sent["shareToken"]), (&json!("pending"), &json!(own)));
    app.finish().await;
}

#[tokio::test]
async fn the_list_is_newest_first_and_comes_in_pages() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.insert(0, ada.start_proposal(&client).await);
        if number % 2 == 1 {
            app.pass(TimeDelta::milliseconds(1));
        }
    }
    let of = |answer: &ApiResponse| {
        answer
            .expect(200)
            .as_array()
            .unwrap()
            .iter()
            .map(|card| text(&card["id"]).to_owned())
            .collect::<Vec<_>>()
    };
    let whole = of(&ada.get("/api/proposals").await);
    assert_eq!(whole[0], ids[0]);
    let mut paged = Vec::new();
    let mut next = Some("/api/proposals?limit=2".to_owned());
    while let Some(path) = next {
        let page = ada.get(&path).await;
        next = page.next_page();
        paged.extend(of(&page));
    }
    assert_eq!(paged, whole);
    app.run_jobs().await;
    app.finish().await;
}

#[tokio::test]
async fn a_deleted_proposal_is_gone_with_its_link_and_its_draft() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let waiting = ada.start_proposal(&ada.create_client("quay").await).await;
    ada.delete(path_of(&sent)).await.expect(204);
    ada.delete(format!("/api/proposals/{waiting}")).await.expect(204);
    app.run_jobs().await;
    for gone in [
        ada.get(path_of(&sent)).await,
        ada.delete(path_of(&sent)).await,
        ada.get(format!("{}/chat", path_of(&sent))).await,
    ] {
        gone.problem(404, "proposal_not_found");
    }
    ada.get(shared_path_of(&sent)).await.problem(404, "shared_proposal_not_found");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM share_tokens").await, 0);
    assert_eq!(
        app.database.value::<i64>("SELECT count(*) FROM revisions").await,
        1,
        "what the client had stays as evidence"
    );
    assert_eq!(ada.get("/api/proposals").await.expect(200), json!([]));
    app.finish().await;
}

#[tokio::test]
async fn the_dashboard_counts_what_is_there() {
    let (app, ada) = TestApp::with_company().await;
    let nothing = ada.get("/api/dashboard").await.expect(200);
    assert_eq!(
        (&nothing["totalProposals"], &nothing["totalClients"], &nothing["recentProposals"]),
        (&json!(0), &json!(0), &json!([]))
    );
    let client = ada.create_client("harbor").await;
    for status in ["draft", "pending", "in_review", "signed", "rejected"] {
        in_status(&app, &ada, &client, status).await;
        app.pass(TimeDelta::minutes(1));
    }
    let board = ada.get("/api/dashboard").await.expect(200);
    for (figure, value) in [
        ("activeProposals", json!(2)),
        ("totalProposals", json!(5)),
        ("wonProposals", json!(1)),
        ("totalValue", json!([{ "currency": "USD", "amount": "40500.00" }])),
        ("totalClients", json!(1)),
    ] {
        assert_eq!(board[figure], value, "{figure}");
    }
    let recent: Vec<&str> =
        board["recentProposals"].as_array().unwrap().iter().map(|card| text(&card["status"])).collect();
    assert_eq!(recent, ["rejected", "signed", "in_review"]);
    app.mail().await;
    app.finish().await;
}
