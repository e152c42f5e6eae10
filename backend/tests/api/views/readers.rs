//! Hits that are not by a person, and persons that are counted once.

use futures_util::future::join_all;

use super::*;

/// A scanner that opens every link in a real browser: hidden, or for less time than anyone reads, or under
/// its own name.
#[tokio::test]
async fn a_scanner_that_runs_the_page_is_no_person() {
    let link = link().await;
    let scanner = link.app.anonymous();
    let open = |number| Opened::by(&scanner, &link.sent, number);
    open(1).report(0, 0, &[]).await;
    open(2).report(4_999, 0, &[]).await;
    open(3).report(1_999, 1, &[]).await;
    Opened { user_agent: HEADLESS, ..open(4) }.report(14_000, 9, &[]).await;
    Opened { user_agent: "curl/8.5.0", ..open(5) }.report(14_000, 9, &[]).await;
    Opened { user_agent: "", ..open(6) }.report(14_000, 9, &[]).await;
    let said = readership(&link.owner, &link.sent).await;
    assert_eq!(counts(&said), (0, 0, 6));
    assert_eq!(
        classes(&said),
        ["mail_scanner", "unknown", "unknown", "mail_scanner", "mail_scanner", "unknown"]
    );
    assert_eq!(said["sections"].as_array().unwrap().iter().filter(|part| part["visibleMs"] != 0).count(), 0);
    assert_eq!(link.kinds().await, ["created", "drafted", "sent"]);
    assert!(told(&link.app).await.is_empty());
    link.app.finish().await;
}

#[tokio::test]
async fn the_team_is_told_from_the_client_by_its_session() {
    let link = link().await;
    let page = page_of(&link.sent);
    let stranger = link.app.register_verified_owner("carol").await;
    let mate = link.app.joined(&link.owner, "bob", "member").await;
    let seen = async |actor: &Actor, number| {
        hit(actor, Method::GET, &page, CHROME).await;
        Opened::by(actor, &link.sent, number).report(9_000, 3, &[]).await;
        let said = readership(&link.owner, &link.sent).await;
        let views = said["views"].as_array().unwrap();
        let newest = views.iter().find(|view| view["id"] == json!(Uuid::from_u128(1000 + number))).unwrap();
        (text(&newest["class"]).to_owned(), counts(&said).0)
    };
    assert_eq!(seen(&link.owner, 1).await, ("own_team".to_owned(), 0));
    assert_eq!(seen(&mate, 2).await, ("own_team".to_owned(), 0));
    assert_eq!(link.kinds().await, ["created", "drafted", "sent"]);
    let team: Vec<bool> = link.app.database.values("SELECT is_team FROM page_views").await;
    assert_eq!(team, [true; 4], "fetching and reading alike");

    assert_eq!(seen(&stranger, 3).await, ("person".to_owned(), 1), "of another team");
    link.app.pass(TimeDelta::days(90));
    let forgotten = link.app.anonymous();
    forgotten.set_cookie(mate.cookie());
    assert_eq!(
        hit(&forgotten, Method::GET, &page, CHROME).await.status,
        hit(&stranger, Method::GET, &page, CHROME).await.status
    );
    Opened::by(&forgotten, &link.sent, 4).report(9_000, 3, &[]).await;
    let late: bool = link
        .app
        .database
        .value(format!("SELECT is_team FROM page_views WHERE id = '{}'", Uuid::from_u128(1004)))
        .await;
    assert!(!late, "a session that is over is nobody's");
    told(&link.app).await;
    link.app.finish().await;
}

/// If a team member signs in on an open page, all its views count as the team's.
#[tokio::test]
async fn once_of_the_team_always_of_the_team() {
    let link = link().await;
    let guest = link.app.anonymous();
    Opened::by(&guest, &link.sent, 1).report(1_000, 0, &[]).await;
    Opened::by(&link.owner, &link.sent, 1).report(1_000, 0, &[]).await;
    Opened::by(&guest, &link.sent, 1).report(9_000, 3, &[]).await;
    assert_eq!(classes(&readership(&link.owner, &link.sent).await), ["own_team"]);
    assert!(told(&link.app).await.is_empty());
    link.app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_reports_at_once_are_one_event_and_told_once() {
    let link = link().await;
    let guest = link.app.anonymous();
    let opened: Vec<Opened> = (0..50).map(|number| Opened::by(&guest, &link.sent, number % 26)).collect();
    join_all(opened.iter().map(|opened| opened.report(9_000, 3, &[]))).await;
    assert_eq!(rows(&link.app).await, 26);
    assert_eq!(counts(&readership(&link.owner, &link.sent).await), (26, 26, 0));
    assert_eq!(link.kinds().await, ["created", "drafted", "sent", "viewed"]);
    assert_eq!(told(&link.app).await.len(), 1);
    link.app.finish().await;
}

#[tokio::test]
async fn each_revision_is_viewed_once_and_the_team_hears_of_the_first() {
    let link = link().await;
    let guest = link.app.anonymous();
    let mia = Opened::by(&guest, &link.sent, 1);
    mia.report(9_000, 3, &[]).await;
    Opened::by(&guest, &link.sent, 2).report(9_000, 3, &[]).await;
    link.owner.change(path_of(&link.sent), json!({ "status": "draft" })).await.expect(200);
    link.owner
        .change(path_of(&link.sent), json!({ "subtitle": "Now with French", "status": "pending" }))
        .await
        .expect(200);
    let second =
        Opened { revision: Some(2), view: Uuid::from_u128(2001), ..Opened::by(&guest, &link.sent, 1) };
    second.report(9_000, 3, &[]).await;
    second.report(12_000, 3, &[]).await;
    mia.report(12_000, 3, &[]).await;
    let events =
        link.owner.get(format!("{}/activity", path_of(&link.sent))).await.expect(200)["events"].clone();
    let viewed: Vec<&Value> = events
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["kind"] == "viewed")
        .map(|event| &event["revisionNumber"])
        .collect();
    assert_eq!(viewed, [2, 1]);
    // A browser id that was never sent is absent, as in a preview.
    let odd = Opened { revision: Some(7), view: Uuid::from_u128(2002), ..Opened::by(&guest, &link.sent, 1) };
    odd.report(9_000, 3, &[]).await;
    let said = readership(&link.owner, &link.sent).await;
    let shown = |id: u128| {
        let views = said["views"].as_array().unwrap();
        views
            .iter()
            .find(|view| view["id"] == json!(Uuid::from_u128(id)))
            .unwrap()
            .get("revisionNumber")
            .cloned()
    };
    assert_eq!((shown(1001), shown(2001), shown(2002)), (Some(json!(1)), Some(json!(2)), None));
    assert_eq!(counts(&said), (4, 2, 0));
    assert_eq!(told(&link.app).await.len(), 1, "first viewed, once");
    link.app.finish().await;
}

#[tokio::test]
async fn a_preview_is_read_by_the_parts_of_the_draft() {
    let (app, ada) = TestApp::with_company().await;
    let drafted = app.drafted_proposal(&ada).await;
    let shared = ada.post_empty(format!("{}/share", path_of(&drafted))).await.expect(200);
    let first = document::sections(text(&drafted["htmlContent"]))[0].id;
    let guest = app.anonymous();
    let opened = Opened { revision: None, ..Opened::by(&guest, &shared, 1) };
    opened.report(9_000, 3, &[(first, 4_000), (Uuid::from_u128(5), 4_000)]).await;
    let said = readership(&ada, &drafted).await;
    assert_eq!((counts(&said), &said["sections"][0]["visibleMs"]), ((1, 1, 0), &json!(4_000)));
    let viewed: Value = app.database.value("SELECT payload FROM audit_events WHERE kind = 'viewed'").await;
    assert_eq!(viewed, json!({}));
    told(&app).await;
    app.finish().await;
}
