//! Reading clients' websites when their address is saved: by a job, from a site on loopback.

use chrono::TimeDelta;
use proffer::{features::clients::website::ReadClientWebsite, jobs::Job};
use serde_json::{Value, json};

use crate::{
    client_imports::begin,
    support::{
        actor::text,
        app::{Setup, TestApp},
        stories::{Owner, client, picture},
        website::{Found, Website},
    },
};

const HOME: &str = r#"<!doctype html><html lang="en"><head><title>Harbor Dental</title>
    <meta name="description" content="Harbor Dental is a dental practice by the harbour. We fix teeth for people of all ages.">
    </head><body><header><a href="/"><img class="logo" src="/logo.png" alt="Harbor Dental logo"></a></header>
    <main><h1>Harbor Dental</h1><p>Our dentists look after teeth, crowns and implants in our dental practice.</p></main></body></html>"#;

fn harbor(path: &str) -> Option<Found> {
    match path {
        "/" => Some((200, "text/html; charset=utf-8", HOME.as_bytes().to_vec())),
        "/logo.png" => Some((200, "image/png", picture())),
        _ => None,
    }
}

struct World {
    app: TestApp,
    site: Website,
    ada: Owner,
}

/// A client with that website.
fn input(website: Option<String>) -> Value {
    let mut input = client("harbor");
    input["websiteUrl"] = json!(website.unwrap_or_default());
    input
}

impl World {
    async fn with(pages: impl Fn(&str) -> Option<Found> + Send + Sync + 'static) -> Self {
        let site = Website::start(pages);
        let (app, ada) = Setup::default().with("OUTBOUND_ALLOW", &site.host).start_with_owner().await;
        Self { app, site, ada }
    }

    /// Adds a client with the site and returns it after the jobs are done.
    async fn read(&self) -> Value {
        let added = self.ada.post("/api/clients", input(Some(self.site.url()))).await.expect(201);
        assert_eq!(added["enrichment"], "waiting");
        self.app.run_jobs().await;
        self.now(&added).await
    }

    async fn now(&self, client: &Value) -> Value {
        self.ada.get(path(client)).await.expect(200)
    }

    fn pictures(&self) -> usize {
        self.app.stored_objects().iter().filter(|key| key.starts_with("objects")).count()
    }
}

fn path(client: &Value) -> String {
    format!("/api/clients/{}", text(&client["id"]))
}

#[tokio::test]
async fn a_saved_website_gives_logo_and_description() {
    let world = World::with(harbor).await;
    let read = world.read().await;
    assert_eq!((&read["enrichment"], read.get("enrichmentProblem")), (&json!("done"), None), "{read:#}");
    assert_eq!(read["enrichedAt"], "2026-03-02T09:00:00.000Z");
    let info = &read["scrapedInfo"];
    let description =
        "Harbor Dental is a dental practice by the harbour. We fix teeth for people of all ages.";
    assert_eq!(info["shortDescription"], description);
    assert!(info["sourceUrl"].as_str().unwrap().starts_with(&world.site.url()));
    assert!(info["industry"].is_string(), "{info}");
    assert_eq!(info["logoUrl"], read["logoUrl"]);
    let logo = world.ada.get(text(&read["logoUrl"])).await;
    assert_eq!(logo.header("content-type"), Some("image/png"));
    assert!(image::load_from_memory(logo.expect_bytes(200)).is_ok());

    // The same address saved again is not read again.
    world.site.asked();
    let mut wish = input(Some(world.site.url()));
    wish["phone"] = json!("1");
    let saved = world.ada.put(path(&read), wish).await.expect(200);
    assert_eq!((&saved["enrichment"], &saved["scrapedInfo"]), (&json!("done"), info));
    world.app.run_jobs().await;
    assert_eq!(world.site.asked(), Vec::<String>::new());
    world.app.finish().await;
}

#[tokio::test]
async fn reading_again_replaces_the_picture_and_keeps_what_is_known_when_it_fails() {
    let world = World::with(harbor).await;
    let read = world.read().await;
    let again = world.ada.post_empty(format!("{}/website", path(&read))).await.expect(200);
    assert_eq!((&again["enrichment"], &again["logoUrl"]), (&json!("waiting"), &read["logoUrl"]));
    world.app.run_jobs().await;
    let replaced = world.now(&read).await;
    assert_ne!(replaced["logoUrl"], read["logoUrl"]);
    assert_eq!(world.pictures(), 1, "the old picture is gone");

    world.site.turn_into(|_| Some((200, "application/pdf", b"%PDF-1.7".to_vec())));
    world.ada.post_empty(format!("{}/website", path(&read))).await.expect(200);
    world.app.run_jobs().await;
    let failed = world.now(&read).await;
    assert_eq!(failed["enrichment"], "failed");
    assert!(text(&failed["enrichmentProblem"]).starts_with("The website could not be read: "), "{failed:#}");
    assert_eq!(
        (&failed["logoUrl"], &failed["scrapedInfo"]),
        (&replaced["logoUrl"], &replaced["scrapedInfo"])
    );
    world.app.finish().await;
}

#[tokio::test]
async fn another_website_or_none_takes_what_was_read_away() {
    let world = World::with(harbor).await;
    let read = world.read().await;
    let moved =
        world.ada.put(path(&read), input(Some(format!("{}/about", world.site.url())))).await.expect(200);
    assert_eq!(
        (&moved["enrichment"], moved.get("logoUrl"), moved.get("scrapedInfo")),
        (&json!("waiting"), None, None)
    );
    world.app.run_jobs().await;
    assert_eq!(world.pictures(), 0);
    let removed = world.ada.put(path(&read), input(None)).await.expect(200);
    assert_eq!((&removed["enrichment"], removed.get("enrichmentProblem")), (&json!("none"), None));
    let answer = world.ada.post_empty(format!("{}/website", path(&read))).await;
    answer.problem(422, "no_website");
    let back = world.ada.put(path(&read), input(Some(world.site.url()))).await.expect(200);
    world.app.run_jobs().await;
    assert_eq!((world.now(&back).await["enrichment"].clone(), world.pictures()), (json!("done"), 1));
    world.ada.delete(path(&back)).await.expect(204);
    world.app.run_jobs().await;
    assert_eq!(world.pictures(), 0, "a client takes its picture along");
    world.app.pass(TimeDelta::hours(1));
    world.app.run_jobs().await;
    world.app.finish().await;
}

#[tokio::test]
async fn a_site_that_is_down_is_tried_three_times() {
    let world = World::with(|_| Some((503, "text/plain", b"down".to_vec()))).await;
    let waiting = world.read().await;
    assert_eq!(waiting["enrichment"], "waiting");
    for (minutes, state) in [(1, "waiting"), (10, "failed")] {
        world.site.asked();
        world.app.run_jobs().await;
        assert_eq!(world.site.asked(), Vec::<String>::new(), "there is a pause between");
        world.app.pass(TimeDelta::minutes(minutes));
        world.app.run_jobs().await;
        assert!(!world.site.asked().is_empty());
        assert_eq!(world.now(&waiting).await["enrichment"], state);
    }
    world.app.pass(TimeDelta::days(3));
    world.app.run_jobs().await;
    assert_eq!(world.site.asked(), Vec::<String>::new(), "then it is left alone");
    world.site.turn_into(harbor);
    world.ada.post_empty(format!("{}/website", path(&waiting))).await.expect(200);
    world.app.run_jobs().await;
    assert_eq!(world.now(&waiting).await["enrichment"], "done");
    world.app.finish().await;
}

#[tokio::test]
async fn what_may_not_be_visited_or_is_no_page_fails_at_once() {
    let world = World::with(|_| Some((200, "image/png", picture()))).await;
    for website in [world.site.url(), "https://127.0.0.1:1/".to_owned(), "https://10.0.0.1/".to_owned()] {
        let added = world.ada.post("/api/clients", input(Some(website.clone()))).await.expect(201);
        world.app.run_jobs().await;
        let failed = world.now(&added).await;
        assert_eq!(failed["enrichment"], "failed", "{website}");
        assert!(
            text(&failed["enrichmentProblem"]).starts_with("The website could not be read: "),
            "{failed:#}"
        );
    }
    // A reserved example name cannot have a website.
    let added =
        world.ada.post("/api/clients", input(Some("https://harbor.example".to_owned()))).await.expect(201);
    assert_eq!(added["enrichment"], "none");
    world.ada.post_empty(format!("{}/website", path(&added))).await.expect(200);
    world.app.run_jobs().await;
    let problem = "harbor.example is reserved for examples. There can be no website at this address.";
    assert_eq!(world.now(&added).await["enrichmentProblem"], problem);
    world.app.finish().await;
}

#[tokio::test]
async fn a_site_that_refuses_is_asked_once_and_one_that_is_down_again() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let site = Website::start(harbor);
    let app = Setup::default().with("OUTBOUND_ALLOW", format!("{},{closed}", site.host)).start().await;
    let world = World { ada: app.register_verified_owner("ada").await, app, site };
    for (status, asked_again) in
        [(403, false), (404, false), (410, false), (422, false), (429, true), (500, true), (503, true)]
    {
        world.site.turn_into(move |path| (path == "/").then(|| (status, "text/html", b"Sorry".to_vec())));
        expect_visits(&world, world.site.url(), asked_again).await;
    }
    expect_visits(&world, format!("http://{closed}"), true).await;
    world.app.finish().await;
}

/// The result for a client with an unusable site, and the number of jobs, each of which ends at its first
/// attempt.
async fn expect_visits(world: &World, website: String, asked_again: bool) {
    world.app.database.run("DELETE FROM jobs WHERE task = 'read_client_website'").await;
    let added = world.ada.post("/api/clients", input(Some(website.clone()))).await.expect(201);
    world.app.run_jobs().await;
    let expected = if asked_again { ["waiting", "scheduled after 0"] } else { ["failed", ""] };
    assert_eq!(world.now(&added).await["enrichment"], expected[0], "{website}");
    let mut outcomes = vec!["done after 1", expected[1]];
    outcomes.retain(|outcome| !outcome.is_empty());
    assert_eq!(world.app.outcomes("read_client_website").await, outcomes, "{website}");
    for minutes in [1, 10] {
        world.app.pass(TimeDelta::minutes(minutes));
        world.app.run_jobs().await;
    }
    let visits = if asked_again { 3 } else { 1 };
    assert_eq!(world.app.outcomes("read_client_website").await, vec!["done after 1"; visits], "{website}");
    let failed = world.now(&added).await;
    assert_eq!(failed["enrichment"], "failed", "{website}: {failed:#}");
}

#[tokio::test]
async fn a_logo_that_is_no_picture_gives_way_to_the_next_and_none_is_no_failure() {
    let page = |logos: &str| {
        HOME.replace(r#"<img class="logo" src="/logo.png" alt="Harbor Dental logo">"#, logos).into_bytes()
    };
    let first = page(
        r#"<img class="logo" src="/broken.png" alt="Harbor Dental logo"><img class="logo" src="/logo.png" alt="logo">"#,
    );
    let world = World::with(move |path| match path {
        "/" => Some((200, "text/html", first.clone())),
        "/broken.png" => Some((200, "image/png", b"not a picture".to_vec())),
        path => harbor(path),
    })
    .await;
    let read = world.read().await;
    assert!(read["logoUrl"].is_string(), "{read:#}");
    let none = page("");
    world.site.turn_into(move |path| (path == "/").then(|| (200, "text/html", none.clone())));
    let moved = world.ada.put(path(&read), input(Some(format!("{}/", world.site.url())))).await.expect(200);
    world.app.run_jobs().await;
    let read = world.now(&moved).await;
    assert_eq!((&read["enrichment"], read.get("logoUrl")), (&json!("done"), None));
    world.app.finish().await;
}

/// The client is changed or deleted while the site is being read: by the site's own page handler.
#[tokio::test]
async fn what_was_read_is_dropped_when_the_client_has_changed_meanwhile() {
    let world = World::with(harbor).await;
    for is_deleted in [false, true] {
        let added = world.ada.post("/api/clients", input(Some(world.site.url()))).await.expect(201);
        let (ada, at, other) =
            (world.ada.clone(), path(&added), input(Some("https://other.example".to_owned())));
        world.site.before("/logo.png", async move {
            if is_deleted {
                ada.delete(at).await.expect(204);
            } else {
                ada.put(at, other).await.expect(200);
            }
        });
        world.app.run_jobs().await;
        assert_eq!(world.site.asked().pop().unwrap(), "/logo.png");
        if is_deleted {
            world.ada.get(path(&added)).await.problem(404, "client_not_found");
        } else {
            let after = world.now(&added).await;
            assert_eq!(
                (&after["enrichment"], after.get("logoUrl"), after.get("scrapedInfo")),
                (&json!("none"), None, None),
                "{after:#}"
            );
        }
        assert_eq!(world.pictures(), 0, "nothing of it is kept");
    }
    // An outdated job finds nothing to do.
    let read = world.read().await;
    world.site.asked();
    let workspace_id = world.app.database.value("SELECT workspace_id FROM clients LIMIT 1").await;
    let stale = ReadClientWebsite::of(text(&read["id"]).parse().unwrap(), &world.site.url());
    stale.run(&world.app.context(workspace_id)).await.unwrap();
    assert_eq!(world.site.asked(), Vec::<String>::new());
    world.app.finish().await;
}

#[tokio::test]
async fn the_websites_of_imported_clients_are_read_one_after_the_other() {
    let world = World::with(harbor).await;
    let mut file = String::from("Company,First name,Last name,Email,Website\n");
    let lines = (0..202).map(|number| {
        format!("C {number},Mia,Berg,c{number}@spread.example,{}/?{number}\n", world.site.url())
    });
    file.extend(lines);
    let import = begin(&world.ada, "clients.csv", file).await;
    let plan = json!({ "mapping": import["suggested"], "duplicates": "skip" });
    world.ada.post(format!("/api/clients/imports/{}/run", text(&import["id"])), plan).await.expect(200);
    world.app.run_jobs().await;
    let states = async || {
        let states =
            "SELECT enrichment || ' ' || count(*) FROM clients GROUP BY enrichment ORDER BY enrichment";
        world.app.database.values::<String>(states).await
    };
    assert_eq!(states().await, ["none 2", "waiting 200"]);
    assert_eq!(world.site.asked(), Vec::<String>::new());
    world.app.pass(TimeDelta::seconds(30));
    world.app.run_jobs().await;
    assert_eq!(states().await, ["done 3", "none 2", "waiting 197"]);
    world.app.finish().await;
}
