//! Clients: listing, searching, paging, adding, changing, deleting.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    actor::text,
    app::TestApp,
    stories::{Owner, acceptance, client, path_of, shared_path_of},
};

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|client| text(&client["companyName"])).collect()
}

async fn add(owner: &Owner, company: &str, first: &str, last: &str, email: &str) -> Value {
    let input = json!({ "companyName": company, "firstName": first, "lastName": last, "email": email });
    owner.post("/api/clients", input).await.expect(201)
}

#[tokio::test]
async fn a_client_is_added_read_changed_and_deleted() {
    let (app, ada) = TestApp::with_owner().await;
    assert_eq!(ada.get("/api/clients").await.expect(200), json!([]));
    let added = ada.create_client("harbor").await;
    for (field, value) in client("harbor").as_object().unwrap() {
        assert_eq!(&added[field], value, "{field}");
    }
    assert_eq!((&added["proposalCount"], &added["signedProposalCount"]), (&json!(0), &json!(0)));
    let path = format!("/api/clients/{}", text(&added["id"]));
    assert_eq!(ada.get(&path).await.expect(200), added);
    assert_eq!(ada.get("/api/clients").await.expect(200), json!([added]));

    app.pass(TimeDelta::seconds(5));
    let less = json!({
        "companyName": "Harbor", "firstName": "Mia", "lastName": "Berg", "email": " MIA@Harbor.Example "
    });
    let changed = ada.put(&path, less).await.expect(200);
    assert_eq!(
        (&changed["companyName"], &changed["email"]),
        (&json!("Harbor"), &json!("mia@harbor.example"))
    );
    assert_eq!(changed["phone"], added["phone"], "a change is of the fields that it names");
    assert_eq!(
        (&changed["createdAt"], &changed["updatedAt"]),
        (&added["createdAt"], &json!("2026-03-02T09:00:05.000Z"))
    );

    ada.delete(&path).await.expect(204);
    for gone in [ada.get(&path).await, ada.delete(&path).await, ada.put(&path, client("quay")).await] {
        gone.problem(404, "client_not_found");
    }
    app.finish().await;
}

#[tokio::test]
async fn what_is_missing_or_wrong_is_said_and_nothing_is_saved() {
    let (app, ada) = TestApp::with_owner().await;
    let empty = json!({ "companyName": "", "firstName": " ", "lastName": "", "email": "" });
    let answer = ada.post("/api/clients", empty).await;
    answer.problem(422, "validation_failed");
    assert_eq!(
        answer.field_messages(),
        [
            "companyName: Company name is required",
            "firstName: First name is required",
            "lastName: Last name is required",
            "email: Invalid email address",
        ]
    );
    let mut site = client("harbor");
    site["websiteUrl"] = json!("javascript:alert(1)");
    ada.post("/api/clients", site).await.problem(422, "validation_failed");
    let mut bare = client("harbor");
    bare["websiteUrl"] = json!("harbor.example/path");
    assert_eq!(ada.post("/api/clients", bare).await.expect(201)["websiteUrl"], "https://harbor.example/path");
    assert_eq!(ada.get("/api/clients").await.expect(200).as_array().unwrap().len(), 1);
    app.finish().await;
}

#[tokio::test]
async fn search_finds_part_of_a_name_or_address_in_any_case_and_takes_every_sign_as_itself() {
    let (app, ada) = TestApp::with_owner().await;
    for (company, first, last, email) in [
        ("Harbor Dental", "Mia", "Berg", "mia@one.example"),
        ("100% Organic", "Bo", "Under_Score", "bo@two.example"),
        ("Back\\slash & Söhne", "Žofia", "O'Neil", "zofia@three.example"),
    ] {
        add(&ada, company, first, last, email).await;
        app.pass(TimeDelta::seconds(1));
    }
    let found = async |words: &str| {
        let query: String =
            url::form_urlencoded::Serializer::new(String::new()).append_pair("search", words).finish();
        let list = ada.get(format!("/api/clients?{query}")).await.expect(200);
        names(&list).into_iter().map(|name| name.chars().next().unwrap()).collect::<String>()
    };
    for (words, initials) in [
        ("harbor", "H"),
        ("DENTAL", "H"),
        ("  berg ", "H"),
        ("mia@one", "H"),
        ("example", "B1H"),
        ("bo", "1H"),
        ("%", "1"),
        ("0% o", "1"),
        ("_", "1"),
        ("\\", "B"),
        ("söhne", "B"),
        ("SÖHNE", "B"),
        ("žofia", "B"),
        ("'neil", "B"),
        ("%%", ""),
        ("___", ""),
        ("Mi Be", "H"),
        ("mia berg", "H"),
        ("ia  er", "H"),
        ("bo under_s", "1"),
        ("berg mia", ""),
        ("mia %", ""),
        ("harbor berg", ""),
        ("nobody", ""),
        ("\u{0}", ""),
        ("   ", "B1H"),
        ("", "B1H"),
    ] {
        assert_eq!(found(words).await, initials, "search for {words:?}");
    }
    app.finish().await;
}

#[tokio::test]
async fn search_leaves_out_addresses_where_it_is_told_to() {
    let (app, ada) = TestApp::with_owner().await;
    add(&ada, "Harbor Dental", "Alice", "Boone", "paper@one.example").await;
    app.pass(TimeDelta::seconds(1));
    add(&ada, "Paperboat", "Jo", "Lin", "jo@two.example").await;
    let found = async |query: &str| {
        let answer = ada.get(format!("/api/clients?{query}")).await;
        let total = answer.header("x-total-count").unwrap().to_owned();
        (names(&answer.expect(200)).join(", "), total)
    };
    for (query, companies, total) in [
        ("search=paper", "Paperboat, Harbor Dental", "2"),
        ("search=paper&emails=true", "Paperboat, Harbor Dental", "2"),
        ("search=paper&emails=false", "Paperboat", "1"),
        ("search=al+bo&emails=false", "Harbor Dental", "1"),
        ("search=example&emails=false", "", "0"),
        ("search=%00&emails=false", "", "0"),
        ("emails=false", "Paperboat, Harbor Dental", "2"),
    ] {
        assert_eq!(found(query).await, (companies.to_owned(), total.to_owned()), "{query}");
    }
    // Omitted clients stay omitted on the next page.
    app.pass(TimeDelta::seconds(1));
    add(&ada, "Papermill", "Bo", "Ek", "bo@three.example").await;
    let first = ada.get("/api/clients?search=paper&emails=false&limit=1").await;
    let second = ada.get(first.next_page().unwrap()).await;
    assert_eq!(
        (names(&first.expect(200)), names(&second.expect(200))),
        (vec!["Papermill"], vec!["Paperboat"])
    );
    assert_eq!(second.next_page(), None);
    app.finish().await;
}

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_repetition() {
    let (app, ada) = TestApp::with_owner().await;
    for number in 0..7 {
        add(&ada, &format!("Client {number}"), "Mia", "Berg", "mia@harbor.example").await;
        // Some have the same time, so the id decides.
        if number % 3 == 2 {
            app.pass(TimeDelta::milliseconds(1));
        }
    }
    // Only this workspace's clients are counted.
    app.register_verified_owner("eve").await.create_client("quay").await;
    let whole = ada.get("/api/clients").await;
    assert_eq!((whole.next_page(), whole.header("x-total-count")), (None, Some("7")));
    let whole = whole.expect(200);
    assert_eq!(names(&whole)[0], "Client 6", "newest first");

    let mut pages = Vec::new();
    let mut next = Some("/api/clients?search=client&limit=3".to_owned());
    while let Some(path) = next {
        let page = ada.get(&path).await;
        next = page.next_page();
        assert_eq!(
            page.header("x-total-count"),
            pages.is_empty().then_some("7"),
            "the first page says how many there are"
        );
        let entries = page.expect(200).as_array().unwrap().clone();
        assert!(next.is_none() || entries.len() == 3);
        pages.push(entries);
        // Another user adds a client meanwhile: it belongs before the first page.
        app.pass(TimeDelta::seconds(1));
        add(&ada, "Client of later", "Mia", "Berg", "mia@harbor.example").await;
    }
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 1]);
    assert_eq!(json!(pages.concat()), whole);
    app.finish().await;
}

#[tokio::test]
async fn deleting_a_client_takes_its_proposals_and_leaves_the_evidence() {
    let (app, ada) = TestApp::with_company().await;
    let harbor = ada.create_client("harbor").await;
    let quay = ada.create_client("quay").await;
    let kept = app.drafted_proposal_for(&ada, &quay).await;
    let open = app.drafted_proposal_for(&ada, &harbor).await;
    let signed = ada.send_proposal(&app.drafted_proposal_for(&ada, &harbor).await).await;
    let shared = ada.get(shared_path_of(&signed)).await.expect(200);
    ada.post(format!("{}/action", shared_path_of(&signed)), acceptance(&shared)).await.expect(200);
    app.mail().await;

    let path = format!("/api/clients/{}", text(&harbor["id"]));
    let counted = ada.get(&path).await.expect(200);
    assert_eq!((&counted["proposalCount"], &counted["signedProposalCount"]), (&json!(2), &json!(1)));
    ada.delete(&path).await.expect(204);
    for gone in [&open, &signed] {
        ada.get(path_of(gone)).await.problem(404, "proposal_not_found");
    }
    ada.get(shared_path_of(&signed)).await.problem(404, "shared_proposal_not_found");
    ada.get(path_of(&kept)).await.expect(200);
    let count = async |table: &str| {
        let query = format!("SELECT count(*) FROM {table} WHERE proposal_id = '{}'", text(&signed["id"]));
        app.database.value::<i64>(query).await
    };
    assert_eq!(count("signatures").await, 1);
    assert_eq!(count("revisions").await, 1);
    assert!(count("audit_events").await >= 4);
    assert_eq!(count("draftings").await, 0);
    let last: String = app
        .database
        .value(format!(
            "SELECT kind FROM audit_events WHERE proposal_id = '{}' ORDER BY sequence DESC LIMIT 1",
            text(&signed["id"])
        ))
        .await;
    assert_eq!(last, "deleted");
    app.finish().await;
}
