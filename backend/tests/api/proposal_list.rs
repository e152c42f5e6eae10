//! The list of proposals: filtering, searching, sorting, paging; and copying, refreshing and deleting whole
//! proposals.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    actor::text,
    app::TestApp,
    stories::{Owner, path_of, shared_path_of},
};

async fn titles(owner: &Owner, query: &str) -> Vec<String> {
    let cards = owner.get(format!("/api/proposals{query}")).await.expect(200);
    cards.as_array().unwrap().iter().map(|card| text(&card["title"]).to_owned()).collect()
}

/// A draft with that title and price, made a minute after the previous one.
async fn draft(app: &TestApp, owner: &Owner, title: &str, price: &str) -> Value {
    app.pass(TimeDelta::minutes(1));
    let client = owner.get("/api/clients").await.expect(200)[0]["id"].clone();
    let input = json!({
        "clientId": client, "clientContext": "Their old site is slow.",
        "proposedSolution": "We build a new one.",
        "pricingDetails": format!("{price} one-time"),
    });
    let started = owner.post("/api/proposals", input).await.expect(201);
    app.run_jobs().await;
    owner.change(path_of(&started), json!({ "title": title })).await.expect(200)
}

#[tokio::test]
async fn the_list_is_filtered_sorted_and_paged() {
    let (app, ada) = TestApp::with_company().await;
    ada.create_client("harbor").await;
    let brand = draft(&app, &ada, "brand book", "$900").await;
    let shop = draft(&app, &ada, "Shop", "$5,000").await;
    draft(&app, &ada, "Audit", "$2,000").await;
    app.pass(TimeDelta::minutes(1));
    ada.change(path_of(&brand), json!({ "subtitle": "Second edition" })).await.expect(200);

    assert_eq!(titles(&ada, "").await, ["Audit", "Shop", "brand book"]);
    assert_eq!(titles(&ada, "?sort=oldest").await, ["brand book", "Shop", "Audit"]);
    assert_eq!(titles(&ada, "?sort=updated").await, ["brand book", "Audit", "Shop"]);
    assert_eq!(titles(&ada, "?sort=title").await, ["Audit", "brand book", "Shop"]);
    assert_eq!(titles(&ada, "?sort=amount").await, ["Shop", "Audit", "brand book"]);

    for sort in ["newest", "oldest", "updated", "title", "amount"] {
        let whole = titles(&ada, &format!("?sort={sort}")).await;
        let mut paged = Vec::new();
        let mut next = Some(format!("/api/proposals?sort={sort}&limit=1"));
        while let Some(path) = next {
            let page = ada.get(&path).await;
            next = page.next_page();
            paged.push(text(&page.expect(200)[0]["title"]).to_owned());
        }
        assert_eq!(paged, whole, "{sort}");
    }
    let by_title = ada.get("/api/proposals?sort=title&limit=1").await.next_page().unwrap();
    ada.get(by_title.replace("sort=title", "sort=amount")).await.problem(422, "invalid_parameter");

    ada.send_proposal(&shop).await;
    assert_eq!(titles(&ada, "?status=draft").await, ["Audit", "brand book"]);
    assert_eq!(titles(&ada, "?status=pending").await, ["Shop"]);
    let until = json!({ "status": "draft" });
    ada.change(path_of(&shop), until).await.expect(200);
    let soon = app.now() + TimeDelta::hours(1);
    ada.change(path_of(&shop), json!({ "validUntil": soon.to_rfc3339(), "status": "pending" }))
        .await
        .expect(200);
    app.pass(TimeDelta::hours(2));
    assert_eq!(titles(&ada, "?status=pending").await, Vec::<String>::new());
    assert_eq!(titles(&ada, "?status=expired").await, ["Shop"]);
    // It is also due for the scheduled job, which notifies its creator.
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn proposals_are_found_by_the_beginnings_of_words() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    let cafe = draft(&app, &ada, "Café “Zürich”: online shop", "$900").await;
    draft(&app, &ada, "Brand book", "$900").await;

    let searches = [
        ("cafe", vec!["Café “Zürich”: online shop"]),
        ("ZURI shop", vec!["Café “Zürich”: online shop"]),
        ("harb%20shop", vec!["Café “Zürich”: online shop"]),
        ("shop%20zz", vec![]),
        ("ook", vec![]),
        ("bran", vec!["Brand book"]),
        ("%25", vec!["Brand book", "Café “Zürich”: online shop"]),
        ("harb", vec!["Brand book", "Café “Zürich”: online shop"]),
        ("zz%00b", vec![]),
    ];
    for (search, found) in &searches {
        assert_eq!(titles(&ada, &format!("?search={search}")).await, *found, "{search}");
    }
    // Common terms are searched in another way, and still found.
    let many = "INSERT INTO proposal_words SELECT workspace_id, word || n, id
                FROM proposals, generate_series(1, 100) n, unnest(ARRAY['shop', 'harbor']) word WHERE id =";
    app.database.run(format!("{many} '{}'", text(&cafe["id"]))).await;
    for (search, found) in &searches {
        assert_eq!(titles(&ada, &format!("?search={search}")).await, *found, "{search}, of common words");
    }
    let page = ada.get("/api/proposals?search=harb&sort=title&limit=1").await;
    assert_eq!(page.next_page().map(|path| path.contains("search=harb&sort=title")), Some(true));

    ada.change(path_of(&cafe), json!({ "title": "Bistro" })).await.expect(200);
    assert_eq!(titles(&ada, "?search=zurich").await, Vec::<String>::new());
    assert_eq!(titles(&ada, "?search=bistro").await, ["Bistro"]);
    let mut renamed = client.clone();
    renamed["companyName"] = json!("Quayside");
    let fields = ["companyName", "firstName", "lastName", "email"];
    let body: Value = fields
        .iter()
        .map(|name| ((*name).to_owned(), renamed[*name].clone()))
        .collect::<serde_json::Map<_, _>>()
        .into();
    ada.put(format!("/api/clients/{}", text(&client["id"])), body).await.expect(200);
    assert_eq!(titles(&ada, "?search=quays").await, ["Brand book", "Bistro"]);

    let bob = app.owner_with_company("bob").await;
    assert_eq!(titles(&bob, "?search=quays").await, Vec::<String>::new());
    app.finish().await;
}

#[tokio::test]
async fn a_copy_is_a_draft_of_its_own() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let other = ada.create_client("quay").await;

    let copy = ada.post(format!("{}/copy", path_of(&sent)), json!({})).await.expect(201);
    assert_ne!(copy["id"], sent["id"]);
    assert_eq!(
        (&copy["status"], &copy["shareToken"], &copy["sentRevision"]),
        (&json!("draft"), &Value::Null, &Value::Null)
    );
    assert_eq!(copy["title"], format!("Copy of {}", text(&sent["title"])));
    for field in [
        "htmlContent",
        "pricing",
        "totals",
        "totalAmount",
        "clientId",
        "clientContext",
        "pricingDetails",
        "subtitle",
    ] {
        assert_eq!(copy[field], sent[field], "{field}");
    }
    let for_other =
        ada.post(format!("{}/copy", path_of(&copy)), json!({ "clientId": other["id"] })).await.expect(201);
    assert_eq!(for_other["client"]["id"], other["id"]);
    ada.change(path_of(&copy), json!({ "htmlContent": "<p>Other words.</p>" })).await.expect(200);
    assert_eq!(ada.get(path_of(&sent)).await.expect(200)["htmlContent"], sent["htmlContent"]);

    let unknown = ada.post(format!("{}/copy", path_of(&copy)), json!({ "clientId": "nobody" })).await;
    assert_eq!(unknown.field_messages(), ["clientId: Please select a client"]);
    app.finish().await;
}

/// Text that a person typed stays theirs in a copy; unaccepted claims are not accepted by copying.
#[tokio::test]
async fn a_copy_rests_on_what_its_original_rests_on() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let path = path_of(&drafted);
    let html = text(&drafted["htmlContent"]).replacen("</h2>", "</h2><p>We answer within 3 hours.</p>", 1);
    ada.change(&path, json!({ "htmlContent": html })).await.expect(200);
    // As if the assistant had written it: no person's patch contains it.
    let invented = html.replacen("3 hours.", "3 hours. It grows sales by 77%.", 1);
    app.database
        .run(format!(
            "UPDATE proposals SET html_content = '{}' WHERE id = '{}'",
            invented.replace('\'', "''"),
            text(&drafted["id"])
        ))
        .await;
    let copy = ada.post(format!("{path}/copy"), json!({})).await.expect(201);
    let check = ada.get(format!("{}/check", path_of(&copy))).await.expect(200);
    let state = |words: &str| {
        let claim =
            check["claims"].as_array().unwrap().iter().find(|claim| text(&claim["text"]).contains(words));
        claim.map(|claim| text(&claim["state"]).to_owned())
    };
    assert_eq!(
        (state("3 hours").as_deref(), state("77").as_deref()),
        (Some("backed"), Some("unbacked")),
        "{check:#}"
    );
    app.finish().await;
}

#[tokio::test]
async fn refreshing_brings_the_companys_words_into_a_draft() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let words = json!({ "testimonials": "They answered within the hour. Mia Berg, Harbor", "howWeWork": "We show you something every Friday." });
    ada.put("/api/companies", words).await.expect(200);
    let refreshed = ada.post_empty(format!("{}/refresh", path_of(&drafted))).await.expect(200);
    let html = text(&refreshed["htmlContent"]);
    assert!(
        html.contains("We show you something every Friday.")
            && html.contains("They answered within the hour."),
        "{html}"
    );
    assert_eq!(refreshed["pricing"], drafted["pricing"]);
    let again = ada.post_empty(format!("{}/refresh", path_of(&drafted))).await.expect(200);
    assert_eq!(
        (&again["htmlContent"], &again["version"]),
        (&refreshed["htmlContent"], &refreshed["version"])
    );

    let sent = ada.send_proposal(&refreshed).await;
    ada.post_empty(format!("{}/refresh", path_of(&sent))).await.problem(409, "invalid_transition");
    app.finish().await;
}

#[tokio::test]
async fn several_are_deleted_at_once() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let drafted = app.drafted_proposal(&ada).await;
    let kept = app.drafted_proposal(&ada).await;
    let bob = app.owner_with_company("bob").await;
    let bobs = app.drafted_proposal(&bob).await;

    let ids = json!([sent["id"], drafted["id"], bobs["id"], drafted["id"]]);
    let answer = ada.post("/api/proposals/bulk-delete", json!({ "ids": ids })).await.expect(200);
    assert_eq!(answer["deleted"].as_array().unwrap().len(), 2);
    for gone in [&sent, &drafted] {
        ada.get(path_of(gone)).await.problem(404, "proposal_not_found");
    }
    app.anonymous().get(shared_path_of(&sent)).await.problem(404, "shared_proposal_not_found");
    ada.get(path_of(&kept)).await.expect(200);
    bob.get(path_of(&bobs)).await.expect(200);
    let none = ada.post("/api/proposals/bulk-delete", json!({ "ids": [] })).await;
    assert_eq!(none.field_messages(), ["ids: Choose 1 to 100 proposals."]);
    app.finish().await;
}
