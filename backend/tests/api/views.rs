//! Views of a proposal: hits on its link are stored as they come, and only pages that report reading are
//! counted.

mod bounds;
mod readers;

use chrono::TimeDelta;
use proffer_domain::document;
use reqwest::{Method, header};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    sharing::{Link, link},
    support::{
        actor::{Actor, ApiResponse, json as with_json, text},
        app::TestApp,
        stories::{path_of, shared_path_of},
    },
};

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const HEADLESS: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36";

/// The path of a proposal's shared page.
fn page_of(proposal: &Value) -> String {
    format!("/shared/{}", text(&proposal["shareToken"]))
}

/// Requests a page with that user agent.
async fn hit(actor: &Actor, method: Method, page: &str, user_agent: &str) -> ApiResponse {
    actor.send(actor.request(method, page).header(header::USER_AGENT, user_agent)).await
}

/// A page in a reader's browser.
struct Opened {
    actor: Actor,
    path: String,
    user_agent: &'static str,
    view: Uuid,
    visitor: Uuid,
    revision: Option<i32>,
}

impl Opened {
    /// In the browser with that id.
    fn by(actor: &Actor, proposal: &Value, number: u128) -> Self {
        Self {
            actor: actor.clone(),
            path: format!("{}/views", shared_path_of(proposal)),
            user_agent: CHROME,
            view: Uuid::from_u128(1000 + number),
            visitor: Uuid::from_u128(number),
            revision: Some(1),
        }
    }

    fn input(&self, visible_ms: i64, interactions: i32, sections: &[(Uuid, i64)]) -> Value {
        let sections: Vec<Value> = sections
            .iter()
            .map(|(block, visible_ms)| json!({ "blockId": block, "visibleMs": visible_ms }))
            .collect();
        let mut input = json!({
            "viewId": self.view, "visitorId": self.visitor,
            "visibleMs": visible_ms, "interactions": interactions, "sections": sections,
        });
        if let Some(revision) = self.revision {
            input["revisionNumber"] = json!(revision);
        }
        input
    }

    async fn send(&self, input: &Value) -> ApiResponse {
        let request =
            self.actor.request(Method::POST, &self.path).header(header::USER_AGENT, self.user_agent);
        self.actor.send(with_json(request, input)).await
    }

    async fn report(&self, visible_ms: i64, interactions: i32, sections: &[(Uuid, i64)]) {
        self.send(&self.input(visible_ms, interactions, sections)).await.expect(204);
    }
}

/// The reading summary, as its team sees it.
async fn readership(team: &Actor, proposal: &Value) -> Value {
    team.get(format!("{}/activity", path_of(proposal))).await.expect(200)["readership"].clone()
}

/// The counted figures: persons, browsers, others.
fn counts(readership: &Value) -> (i64, i64, i64) {
    let count = |field: &str| readership[field].as_i64().unwrap();
    (count("count"), count("visitors"), count("others"))
}

/// The class of each hit, in order.
fn classes(readership: &Value) -> Vec<&str> {
    readership["views"].as_array().unwrap().iter().rev().map(|view| text(&view["class"])).collect()
}

/// The team's notifications; none remains queued afterwards.
async fn told(app: &TestApp) -> Vec<Value> {
    let told = app
        .database
        .values("SELECT payload FROM tests.jobs WHERE task = 'notify' ORDER BY created_at, id")
        .await;
    app.mail().await;
    app.database.run("DELETE FROM jobs WHERE task = 'notify' AND state = 'failed'").await;
    told
}

async fn rows(app: &TestApp) -> i64 {
    app.database.value("SELECT count(*) FROM page_views").await
}

#[tokio::test]
async fn fetches_by_programs_are_recorded_and_not_counted_as_views() {
    let link = link().await;
    let (guest, page) = (link.app.anonymous(), page_of(&link.sent));
    let second = format!("/shared/proposals/{}", text(&link.sent["shareToken"]));
    let expected = [
        (Method::GET, &page, "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "preview_bot"),
        (Method::GET, &second, "WhatsApp/2.23.20.0 A", "preview_bot"),
        (Method::HEAD, &page, "Slackbot 1.0 (+https://api.slack.com/robots)", "preview_bot"),
        (Method::HEAD, &page, CHROME, "mail_scanner"),
        (Method::GET, &page, "Barracuda Sentinel (EE)", "mail_scanner"),
        (Method::GET, &second, HEADLESS, "mail_scanner"),
        (Method::GET, &page, CHROME, "unknown"),
    ];
    let missing = guest.get("/shared/V1StGXR8_Z5jdHi6B-myT").await;
    for (method, page, user_agent, _) in &expected {
        link.app.pass(TimeDelta::seconds(1));
        let answer = hit(&guest, method.clone(), page, user_agent).await;
        assert_eq!(answer.status, missing.status, "the page says nothing of whether its token is good");
        assert_eq!(answer.body.is_empty(), *method == Method::HEAD, "{answer:?}");
    }
    let said = readership(&link.owner, &link.sent).await;
    assert_eq!(counts(&said), (0, 0, 7));
    assert_eq!((said.get("firstAt"), said.get("lastAt")), (None, None));
    assert_eq!(classes(&said), expected.iter().map(|(.., class)| *class).collect::<Vec<_>>());
    assert!(
        said["views"].as_array().unwrap().iter().all(|view| !text(&view["reason"]).is_empty()),
        "{said:#}"
    );
    let methods: Vec<String> = link.app.database.values("SELECT method FROM page_views ORDER BY at").await;
    assert_eq!(methods, ["GET", "GET", "HEAD", "HEAD", "GET", "GET", "GET"]);
    assert_eq!(link.kinds().await, ["created", "drafted", "sent"]);
    assert!(told(&link.app).await.is_empty());
    link.app.finish().await;
}

#[tokio::test]
async fn an_address_that_is_no_link_leaves_nothing() {
    let link = link().await;
    let guest = link.app.anonymous();
    let page = page_of(&link.sent);
    for nowhere in [
        "/shared/x",
        "/shared/V1StGXR8_Z5jdHi6B-myT",
        "/shared/proposals/",
        &format!("{page}/x"),
        &format!("{page}%00"),
    ] {
        hit(&guest, Method::GET, nowhere, CHROME).await;
    }
    link.owner.delete(path_of(&link.sent)).await.expect(204);
    hit(&guest, Method::GET, &page, CHROME).await;
    assert_eq!(rows(&link.app).await, 0);
    link.app.finish().await;
}

/// The behaviour of the page: it reports at its opening, repeatedly while it is read, and a last time when it
/// is left.
async fn reads(link: &Link, opened: &Opened) -> Vec<document::Section> {
    let sections = document::sections(text(&link.page().await["htmlContent"]));
    assert!(sections.len() > 2, "{sections:#?}");
    hit(&opened.actor, Method::GET, &page_of(&link.sent), opened.user_agent).await;
    link.app.pass(TimeDelta::seconds(1));
    opened.report(0, 0, &[]).await;
    link.app.pass(TimeDelta::seconds(10));
    opened.report(9_500, 4, &[(sections[0].id, 8_000)]).await;
    link.app.pass(TimeDelta::seconds(20));
    opened.report(28_000, 9, &[(sections[0].id, 8_000), (sections[2].id, 19_000)]).await;
    sections
}

#[tokio::test]
async fn a_page_that_reports_being_read_is_a_person() {
    let link = link().await;
    let guest = link.app.anonymous();
    let mia = Opened::by(&guest, &link.sent, 1);
    link.app.pass(TimeDelta::hours(1));
    let sections = reads(&link, &mia).await;
    let said = readership(&link.owner, &link.sent).await;
    assert_eq!(counts(&said), (1, 1, 0), "fetching and reading are one opening: {said:#}");
    assert_eq!(
        (&said["firstAt"], &said["lastAt"]),
        (&json!("2026-03-02T10:00:01.000Z"), &json!("2026-03-02T10:00:31.000Z"))
    );
    assert_eq!(classes(&said), ["unknown", "person"]);
    let view = &said["views"][0];
    assert_eq!(
        (&view["id"], &view["revisionNumber"], &view["visibleMs"]),
        (&json!(mia.view), &json!(1), &json!(28_000))
    );
    let shown: Vec<(&str, i64)> = said["sections"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| (text(&part["title"]), part["visibleMs"].as_i64().unwrap()))
        .collect();
    let expected: Vec<(&str, i64)> = sections
        .iter()
        .enumerate()
        .map(|(place, section)| {
            (section.title.as_str(), if place == 0 { 8_000 } else { i64::from(place == 2) * 19_000 })
        })
        .collect();
    assert_eq!(shown, expected, "every part, in the order of the document");

    let events =
        link.owner.get(format!("{}/activity", path_of(&link.sent))).await.expect(200)["events"].clone();
    let viewed = &events[0];
    assert_eq!(
        (&viewed["kind"], &viewed["actor"], &viewed["revisionNumber"]),
        (&json!("viewed"), &json!("client"), &json!(1))
    );
    assert_eq!((viewed.get("actorName"), &viewed["at"]), (None, &json!("2026-03-02T10:00:11.000Z")));
    assert_eq!(link.kinds().await, ["created", "drafted", "sent", "viewed"]);
    let news = told(&link.app).await;
    assert_eq!(news.len(), 1, "{news:#?}");
    assert_eq!(
        (&news[0]["kind"], &news[0]["proposalId"], &news[0]["subject"]),
        (&json!("viewed"), &link.sent["id"], &link.sent["title"])
    );
    link.app.finish().await;
}

/// The count is not stored: other facts give another count.
#[tokio::test]
async fn counts_are_worked_out_from_the_hits_each_time() {
    let link = link().await;
    let (guest, browser) = (link.app.anonymous(), link.app.anonymous());
    reads(&link, &Opened::by(&guest, &link.sent, 1)).await;
    reads(&link, &Opened { view: Uuid::from_u128(77), ..Opened::by(&guest, &link.sent, 1) }).await;
    reads(&link, &Opened::by(&browser, &link.sent, 2)).await;
    let said = readership(&link.owner, &link.sent).await;
    assert_eq!(counts(&said), (3, 2, 0));
    assert_eq!(readership(&link.owner, &link.sent).await, said);
    link.app.database.run("UPDATE page_views SET user_agent = 'Slackbot 1.0' WHERE id = '00000000-0000-0000-0000-00000000004d'").await;
    assert_eq!(counts(&readership(&link.owner, &link.sent).await), (2, 2, 2));
    assert_eq!(told(&link.app).await.len(), 1);
    link.app.finish().await;
}
