//! Impossible, confidential and excessive reports.

use secrecy::ExposeSecret;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::*;

/// All data of a view.
async fn row(app: &TestApp, opened: &Opened) -> Value {
    app.database.value(format!("SELECT to_jsonb(p) FROM page_views p WHERE id = '{}'", opened.view)).await
}

#[tokio::test]
async fn reports_that_come_late_or_twice_change_nothing() {
    let link = link().await;
    let sections = document::sections(text(&link.page().await["htmlContent"]));
    let guest = link.app.anonymous();
    let opened = Opened::by(&guest, &link.sent, 1);
    let early = opened.input(2_500, 1, &[(sections[0].id, 2_500)]);
    let late = opened.input(12_000, 5, &[(sections[0].id, 3_000), (sections[1].id, 9_000)]);
    opened.send(&late).await.expect(204);
    let known = row(&link.app, &opened).await;
    link.app.pass(TimeDelta::seconds(30));
    for input in [&early, &late, &early] {
        opened.send(input).await.expect(204);
        assert_eq!(
            row(&link.app, &opened).await,
            known,
            "neither a figure nor the time it was last heard of"
        );
    }
    // One report has less of one figure and more of another.
    opened.report(1_000, 7, &[(sections[0].id, 4_000)]).await;
    let after = row(&link.app, &opened).await;
    assert_eq!((&after["visible_ms"], &after["interactions"]), (&json!(12_000), &json!(7)));
    assert_eq!(
        after["sections"],
        json!({ sections[0].id.to_string(): 4_000, sections[1].id.to_string(): 9_000 })
    );
    assert_eq!(told(&link.app).await.len(), 1);
    link.app.finish().await;
}

#[tokio::test]
async fn figures_that_cannot_be_are_refused_or_bounded() {
    let link = link().await;
    let sections = document::sections(text(&link.page().await["htmlContent"]));
    let guest = link.app.anonymous();
    let opened = Opened::by(&guest, &link.sent, 1);
    let block = sections[0].id;
    for (input, fields) in [
        (opened.input(-1, 0, &[]), &["visibleMs: The time in the foreground cannot be negative"][..]),
        (opened.input(0, -1, &[]), &["interactions: The number of interactions cannot be negative"]),
        (
            opened.input(0, 0, &[(block, 5), (block, -5)]),
            &["sections.1.visibleMs: The time in view cannot be negative"],
        ),
        (opened.input(0, 0, &[(block, 5); 201]), &["sections: Report at most 200 sections"]),
        (
            opened.input(-1, -1, &[]),
            &[
                "visibleMs: The time in the foreground cannot be negative",
                "interactions: The number of interactions cannot be negative",
            ],
        ),
    ] {
        let refused = opened.send(&input).await;
        refused.problem(422, "validation_failed");
        assert_eq!(refused.field_messages(), fields);
    }
    let mut odd = opened.input(0, 0, &[]);
    odd["viewId"] = json!("x");
    opened.send(&odd).await.problem(422, "invalid_body");
    assert_eq!(rows(&link.app).await, 0);

    let absurd = opened.input(i64::MAX, i32::MAX, &[(block, i64::MAX), (Uuid::from_u128(404), 9_000)]);
    opened.send(&absurd).await.expect(204);
    let known = row(&link.app, &opened).await;
    assert_eq!((&known["visible_ms"], &known["interactions"]), (&json!(15_000), &json!(100_000)));
    assert_eq!(known["sections"], json!({ block.to_string(): 15_000 }), "a part of no revision is none");
    link.app.pass(TimeDelta::seconds(45));
    opened.send(&absurd).await.expect(204);
    assert_eq!(row(&link.app, &opened).await["visible_ms"], 60_000, "no longer than it has been open");
    told(&link.app).await;
    link.app.finish().await;
}

#[tokio::test]
async fn a_page_that_is_left_can_still_report() {
    let link = link().await;
    let guest = link.app.anonymous();
    let opened = Opened::by(&guest, &link.sent, 1);
    let body = opened.input(1_000, 0, &[]).to_string();
    let send = async |content_type: &str, site: &str| {
        let request = guest.request(Method::POST, &opened.path).header(header::CONTENT_TYPE, content_type);
        guest.send(request.header("Sec-Fetch-Site", site).body(body.clone())).await.status.as_u16()
    };
    // What `navigator.sendBeacon` sends for a Blob of JSON.
    for content_type in
        ["application/json", "application/json;charset=utf-8", "application/json;charset=UTF-8"]
    {
        assert_eq!(send(content_type, "same-origin").await, 204, "{content_type}");
    }
    assert_eq!(send("text/plain;charset=UTF-8", "same-origin").await, 415);
    assert_eq!(rows(&link.app).await, 1);
    link.app.finish().await;
}

/// A page chooses its ids, so an attacker can try those of others.
#[tokio::test]
async fn an_id_that_is_anothers_changes_nothing() {
    let link = link().await;
    let guest = link.app.anonymous();
    let other = link.app.drafted_proposal_for(&link.owner, &link.owner.create_client("quay").await).await;
    let other = link.owner.send_proposal(&other).await;
    let mine = Opened::by(&guest, &link.sent, 1);
    mine.report(1_000, 0, &[]).await;
    let known = row(&link.app, &mine).await;
    let theirs = Opened { view: mine.view, ..Opened::by(&guest, &other, 2) };
    theirs.report(9_000, 3, &[]).await;
    assert_eq!((row(&link.app, &mine).await, rows(&link.app).await), (known, 1));
    hit(&guest, Method::GET, &page_of(&link.sent), CHROME).await;
    let fetched: Uuid = link.app.database.value("SELECT id FROM page_views WHERE source = 'document'").await;
    Opened { view: fetched, ..Opened::by(&guest, &link.sent, 1) }.report(9_000, 3, &[]).await;
    let untouched: i64 =
        link.app.database.value("SELECT visible_ms FROM page_views WHERE source = 'document'").await;
    assert_eq!(untouched, 0);
    assert_eq!(counts(&readership(&link.owner, &other).await), (0, 0, 0));
    let unknown = Opened {
        path: "/api/shared/proposals/V1StGXR8_Z5jdHi6B-myT/views".to_owned(),
        ..Opened::by(&guest, &other, 3)
    };
    unknown.send(&unknown.input(0, 0, &[])).await.problem(404, "shared_proposal_not_found");
    assert!(told(&link.app).await.is_empty());
    link.app.finish().await;
}

#[tokio::test]
async fn a_visitors_network_is_known_for_a_day_and_never_stored() {
    let link = link().await;
    let guest = link.app.anonymous();
    let page = page_of(&link.sent);
    let opened = Opened::by(&guest, &link.sent, 1);
    hit(&guest, Method::GET, &page, CHROME).await;
    opened.report(1_000, 0, &[]).await;
    // 09:00 and fourteen hours is still the same day.
    link.app.pass(TimeDelta::hours(14) + TimeDelta::minutes(59));
    hit(&guest, Method::GET, &page, CHROME).await;
    link.app.pass(TimeDelta::minutes(1));
    hit(&guest, Method::GET, &page, CHROME).await;
    let hashes: Vec<String> =
        link.app.database.values("SELECT ip_hash FROM page_views ORDER BY at, id").await;
    assert!(hashes.iter().all(|hash| hash.len() == 32), "{hashes:?}");
    assert_eq!((hashes.len(), hashes[0] == hashes[1], hashes[1] == hashes[2]), (4, true, true));
    assert_ne!(hashes[2], hashes[3], "another day, another hash");
    for secret in ["127.0.0.1", &opened.visitor.to_string(), text(&link.sent["shareToken"])] {
        let found: i64 = link
            .app
            .database
            .value(format!("SELECT count(*) FROM page_views p WHERE p::text LIKE '%{secret}%'"))
            .await;
        assert_eq!(found, 0, "{secret}");
    }
    let long = "Mozilla/5.0 ".repeat(100);
    hit(&guest, Method::GET, &page, &long).await;
    let longest: i32 = link.app.database.value("SELECT max(length(user_agent)) FROM page_views").await;
    assert!(longest <= 512, "{longest}");
    link.app.finish().await;
}

#[tokio::test]
async fn a_flood_leaves_the_page_and_fills_nothing() {
    let link = link().await;
    let (guest, page) = (link.app.anonymous(), page_of(&link.sent));
    let usual = hit(&guest, Method::GET, &page, CHROME).await.status;
    // The rule allows 300 at once; the clock is stopped here.
    for _ in 0..304 {
        assert_eq!(hit(&guest, Method::GET, &page, CHROME).await.status, usual);
    }
    assert_eq!(rows(&link.app).await, 300);
    link.app.pass(TimeDelta::hours(1));
    let copy = |number: i32, source: &str| {
        format!(
            "INSERT INTO page_views (workspace_id, id, proposal_id, source, method, user_agent, ip_hash, is_team, at, updated_at)
             SELECT p.workspace_id, gen_random_uuid(), p.proposal_id, '{source}', 'GET', '', '', false, p.at, p.at
             FROM (SELECT * FROM page_views LIMIT 1) p, generate_series(1, {number})"
        )
    };
    link.app.database.run(copy(9_699, "document")).await;
    for _ in 0..3 {
        hit(&guest, Method::GET, &page, CHROME).await;
    }
    assert_eq!(rows(&link.app).await, 10_000, "of one proposal no more than that are kept");
    Opened::by(&guest, &link.sent, 1).report(1_000, 0, &[]).await;
    assert_eq!(rows(&link.app).await, 10_001, "which takes no room from what is read");
    link.app.finish().await;
}

#[tokio::test]
async fn a_guest_sees_the_hits_of_one_proposal() {
    let link = link().await;
    let guest = link.app.anonymous();
    let other = link.app.drafted_proposal_for(&link.owner, &link.owner.create_client("quay").await).await;
    let other = link.owner.send_proposal(&other).await;
    for proposal in [&link.sent, &other] {
        hit(&guest, Method::GET, &page_of(proposal), CHROME).await;
    }
    let stranger = link.app.owner_with_company("carol").await;
    let mut connection = PgConnection::connect(link.app.database.urls.app.expose_secret()).await.unwrap();
    let own = text(&link.owner.user["workspace"]["id"]);
    for (workspace, proposal, seen) in [
        (own, "", 2_i64),
        (own, text(&link.sent["id"]), 1),
        (text(&stranger.user["workspace"]["id"]), "", 0),
        (text(&stranger.user["workspace"]["id"]), text(&link.sent["id"]), 0),
        ("", "", 0),
    ] {
        let mut tx = connection.begin().await.unwrap();
        sqlx::query(
            "SELECT set_config('app.workspace_id', $1, true), set_config('app.guest_proposal_id', $2, true)",
        )
        .bind(workspace)
        .bind(proposal)
        .execute(&mut *tx)
        .await
        .unwrap();
        let count = "SELECT count(*) FROM page_views";
        let found: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut *tx).await.unwrap();
        assert_eq!(found, seen, "{workspace} {proposal}");
        tx.rollback().await.unwrap();
    }
    connection.close().await.unwrap();
    link.app.finish().await;
}
