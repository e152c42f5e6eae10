//! The list of users: sorting by any column, searching by part of a name or an address, and paging.

use chrono::TimeDelta;
use serde_json::json;

use super::{USERS, administrator, id, used, workspace};
use crate::support::{
    actor::text,
    app::TestApp,
    stories::{Owner, registration},
};

/// The first names of a whole list, over pages of two.
async fn turned(root: &Owner, query: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut next = Some(format!("{USERS}?{query}&limit=2"));
    while let Some(path) = next {
        let page = root.get(&path).await;
        let users = page.expect(200);
        assert!(users.as_array().unwrap().len() <= 2);
        names.extend(users.as_array().unwrap().iter().map(|user| text(&user["firstName"]).to_owned()));
        next = page.next_page();
    }
    names
}

/// Five people: root is the administrator, then ada, bea, Cy with an unverified address, and dan, for whom
/// the assistant is blocked.
async fn people(app: &TestApp) -> Owner {
    let root = administrator(app, "root").await;
    app.pass(TimeDelta::seconds(1));
    let ada = app.register_verified_owner("ada").await;
    // At the same instant.
    let bea = app.register_verified_owner("bea").await;
    app.pass(TimeDelta::seconds(1));
    app.anonymous().post("/api/register", registration("cy")).await.expect(200);
    app.mail().await;
    app.database.run("UPDATE users SET first_name = 'Cy' WHERE first_name = 'cy'").await;
    app.pass(TimeDelta::seconds(1));
    let dan = app.register_verified_owner("dan").await;
    root.put(format!("{USERS}/{}/assistant", id(&dan)), json!({ "isBlocked": true, "reason": "Enough" }))
        .await
        .expect(200);
    used(app, &ada, workspace(&ada), "2026-03", 100, "0.5").await;
    used(app, &ada, workspace(&bea), "2026-03", 100, "0.5").await;
    used(app, &bea, workspace(&bea), "2026-03", 150, "2").await;
    used(app, &dan, workspace(&dan), "2026-02", 900, "9").await;
    root
}

#[tokio::test]
async fn people_are_sorted_by_anything_and_turned_over_page_by_page() {
    let app = TestApp::start().await;
    let root = people(&app).await;
    for (query, expected) in [
        ("", ["dan", "Cy", "", "", "root"]),
        ("sort=joined", ["dan", "Cy", "", "", "root"]),
        ("direction=asc", ["root", "", "", "Cy", "dan"]),
        ("sort=name", ["ada", "bea", "Cy", "dan", "root"]),
        ("sort=name&direction=desc", ["root", "dan", "Cy", "bea", "ada"]),
        ("sort=email", ["ada", "bea", "Cy", "dan", "root"]),
        ("sort=email&direction=desc", ["root", "dan", "Cy", "bea", "ada"]),
        ("sort=role", ["", "", "", "", "root"]),
        ("sort=role&direction=desc", ["root", "", "", "", ""]),
        ("sort=status", ["", "", "", "Cy", "dan"]),
        ("sort=status&direction=desc", ["dan", "Cy", "", "", ""]),
        ("sort=usage", ["", "", "", "bea", "ada"]),
        ("sort=usage&direction=desc", ["ada", "bea", "", "", ""]),
        ("sort=cost", ["", "", "", "ada", "bea"]),
        ("sort=cost&direction=desc", ["bea", "ada", "", "", ""]),
    ] {
        let names = turned(&root, query).await;
        let mut all = names.clone();
        all.sort_unstable();
        assert_eq!(all, ["Cy", "ada", "bea", "dan", "root"], "{query}: each once");
        for (name, expected) in names.iter().zip(expected) {
            assert!(expected.is_empty() || name == expected, "{query}: {names:?}");
        }
    }
    app.finish().await;
}

#[tokio::test]
async fn people_are_found_by_part_of_name_or_address() {
    let app = TestApp::start().await;
    let root = people(&app).await;
    app.database.run("UPDATE users SET last_name = '100%_\\' WHERE first_name = 'bea'").await;
    for (search, expected) in [
        ("ADA", &["ada"][..]),
        ("a%20ada%20mey", &["ada"]),
        ("@cy.", &["Cy"]),
        ("%25", &["bea"]),
        ("_", &["bea"]),
        ("%5C", &["bea"]),
        ("%00", &[]),
        ("nobody", &[]),
        ("", &["ada", "bea", "Cy", "dan", "root"]),
        ("%20", &["ada", "bea", "Cy", "dan", "root"]),
    ] {
        assert_eq!(turned(&root, &format!("sort=name&search={search}")).await, expected, "{search}");
    }
    app.finish().await;
}

#[tokio::test]
async fn a_cursor_belongs_to_its_order() {
    let app = TestApp::start().await;
    let root = people(&app).await;
    let next = root.get(format!("{USERS}?sort=cost&limit=2")).await.next_page().unwrap();
    assert!(next.starts_with("/api/admin/users?sort=cost&direction=asc&limit=2&cursor="), "{next}");
    let cursor = next.split_once("cursor=").unwrap().1;
    for query in ["sort=cost&direction=desc", "sort=usage", ""] {
        root.get(format!("{USERS}?{query}&cursor={cursor}")).await.problem(422, "invalid_parameter");
    }
    root.get(format!("{USERS}?cursor=nonsense")).await.problem(422, "invalid_parameter");
    root.get(format!("{USERS}?limit=101")).await.problem(422, "invalid_parameter");
    root.get(format!("{USERS}?sort=age")).await.problem(422, "invalid_parameter");
    app.finish().await;
}

/// With any number of users, the first page of the default list reads no more rows than it shows.
#[tokio::test]
async fn the_usual_list_walks_its_index() {
    let app = TestApp::start().await;
    app.database
        .run(
            "INSERT INTO users (id, email, first_name, last_name, created_at, updated_at)
             SELECT gen_random_uuid(), 'p' || n || '@many.example', 'P', n::text, now() - n * interval '1 second', now()
             FROM generate_series(1, 20000) n; ANALYZE users",
        )
        .await;
    let plan: Vec<String> = app
        .database
        .values(
            "EXPLAIN SELECT u.id FROM users u LEFT JOIN assistant_blocks b ON b.user_id = u.id
             LEFT JOIN LATERAL (SELECT sum(total_cost_usd) AS cost FROM user_usage WHERE month = '2026-03' AND user_id = u.id) m ON true
             ORDER BY u.created_at DESC, u.id DESC LIMIT 101",
        )
        .await;
    assert!(plan.iter().any(|line| line.contains("users_joined")), "{plan:#?}");
    app.finish().await;
}
