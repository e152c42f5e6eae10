//! The public pages, as the server serves them. If the front end is built, its pages are served, otherwise
//! the application's; built pages must be filled in completely.

use std::{collections::BTreeMap, path::PathBuf};

use proffer::site::pages::{FRONT, POLICIES};
use proffer_domain::{
    public_page::{SiteFacts, fill},
    settings::SiteSettings,
};
use reqwest::{Method, StatusCode, header};
use serde_json::json;

use crate::support::{
    actor::{Actor, ApiResponse},
    app::{Setup, TestApp},
};

fn built(file: &str) -> Option<String> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../frontend/dist", file].iter().collect();
    std::fs::read_to_string(path).ok()
}

async fn ask(actor: &Actor, method: Method, path: &str, tag: Option<&str>) -> ApiResponse {
    let request = actor.request(method, path);
    actor.send(if let Some(tag) = tag { request.header(header::IF_NONE_MATCH, tag) } else { request }).await
}

#[test]
fn what_is_built_has_no_gap_that_nothing_fills() {
    let settings = SiteSettings::default();
    for claims in [settings.claims().collect(), BTreeMap::new()] {
        let facts =
            SiteFacts { support_email: "help@proffer.example", base_url: "https://proffer.example", claims };
        for file in [FRONT].into_iter().chain(POLICIES.map(|(_, file)| file)) {
            let Some(page) = built(file) else { continue };
            let filled = fill(&page, &facts);
            assert_eq!(filled.unknown, Vec::<String>::new(), "{file}");
            assert!(!filled.html.contains("{{") && !filled.html.contains("claim:"), "{file}");
        }
    }
}

#[tokio::test]
async fn a_visitor_without_a_session_gets_the_front_page() {
    let app = Setup::default().with("SUPPORT_EMAIL", "help@proffer.example").start().await;
    let anonymous = app.anonymous();
    let front = ask(&anonymous, Method::GET, "/", None).await;
    assert!(front.header("vary").is_some_and(|vary| vary.to_lowercase().contains("cookie")), "{front:?}");
    if built(FRONT).is_some() {
        assert_eq!(front.status, StatusCode::OK);
        let html = front.text();
        assert!(
            html.contains("mailto:help@proffer.example") && html.contains(&format!("{}og.png", app.base)),
            "{html}"
        );
        let policy = front.header("content-security-policy").unwrap();
        assert!(
            policy.contains("style-src 'self';")
                && policy.starts_with("default-src 'none'")
                && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(front.header("cache-control"), Some("no-cache"));
        assert_eq!(front.header("content-type"), Some("text/html; charset=utf-8"));
        let tag = front.header("etag").unwrap();
        assert_eq!(ask(&anonymous, Method::GET, "/", Some(tag)).await.status, StatusCode::NOT_MODIFIED);

        // A disabled claim is not shown, and the page's ETag changes.
        let ada = app.owner_with_company("ada").await;
        app.database.run(format!("UPDATE users SET is_admin = true WHERE email = '{}'", ada.email)).await;
        assert!(html.contains("4.9/5 rating"));
        ada.post_empty("/api/admin/init-defaults").await.expect(200);
        let off = json!({ "settingValue": "4.9/5 rating", "isActive": false });
        ada.put("/api/admin/settings/claim_rating", off).await.expect(200);
        let other = ask(&anonymous, Method::GET, "/", Some(tag)).await;
        assert!(other.status == StatusCode::OK && !other.text().contains("4.9/5"), "{other:?}");
        let own = json!({ "settingValue": "Liked by \"Mia\" & <others>", "isActive": true });
        ada.put("/api/admin/settings/claim_faster", own.clone()).await.problem(422, "validation_failed");
        ada.put("/api/admin/settings/claim_faster", json!({ "settingValue": "Quick & \"neat\"" }))
            .await
            .expect(200);
        assert!(
            ask(&anonymous, Method::GET, "/", None).await.text().contains("Quick &amp; &quot;neat&quot;")
        );

        // A browser with a session, even an old one, gets the application.
        assert_ne!(ask(&ada, Method::GET, "/", None).await.text(), html);
        ada.set_cookie(Some("proffer_session=stale".to_owned()));
        assert_ne!(ask(&ada, Method::GET, "/", None).await.text(), html);
    } else {
        let app_page = ask(&anonymous, Method::GET, "/clients", None).await;
        assert_eq!(
            (front.status, front.text()),
            (app_page.status, app_page.text()),
            "the application shows it"
        );
    }
    let head = ask(&anonymous, Method::HEAD, "/", None).await;
    assert_eq!((head.status, head.text().as_str()), (front.status, ""));
    app.finish().await;
}

#[tokio::test]
async fn the_policies_are_for_everybody() {
    let (app, ada) = TestApp::with_company().await;
    for (path, file) in POLICIES {
        let page = ask(&app.anonymous(), Method::GET, path, None).await;
        assert_eq!(page.text(), ask(&ada, Method::GET, path, None).await.text());
        if built(file).is_some() {
            assert_eq!((page.status, page.header("cache-control")), (StatusCode::OK, Some("no-cache")));
            assert!(page.text().contains(&format!("support@{}", app.base.host_str().unwrap())));
        }
        assert_eq!(ask(&ada, Method::HEAD, path, None).await.status, page.status);
    }
    app.finish().await;
}

#[tokio::test]
async fn the_api_is_described_for_people_and_for_programs() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let document = ask(&anonymous, Method::GET, "/api/openapi.json", None).await;
    assert_eq!(
        (document.status, document.header("content-type")),
        (StatusCode::OK, Some("application/json"))
    );
    assert!(document.text() == include_str!("../../../openapi/openapi.json"), "the committed document");
    let page = ask(&anonymous, Method::GET, "/api/docs", None).await;
    if built("api-docs.html").is_some() {
        assert_eq!((page.status, page.header("content-type")), (StatusCode::OK, Some("text/html")));
        let policy = page.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'")
                && policy.contains("style-src 'self'")
                && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(page.text().contains("createProposal"), "{}", page.text());
    }
    app.finish().await;
}

#[tokio::test]
async fn search_engines_are_told_what_to_find() {
    let app = TestApp::start().await;
    let robots = ask(&app.anonymous(), Method::GET, "/robots.txt", None).await;
    assert_eq!(
        (robots.status, robots.header("content-type")),
        (StatusCode::OK, Some("text/plain; charset=utf-8"))
    );
    let text = robots.text();
    for line in
        ["Allow: /", "Allow: /privacy-policy", "Disallow: /api/", "Disallow: /shared/", "Disallow: /auth"]
    {
        assert!(text.lines().any(|own| own == line), "{line} is not in {text}");
    }
    assert!(text.ends_with(&format!("\nSitemap: {}sitemap.xml\n", app.base)), "{text}");
    let sitemap = ask(&app.anonymous(), Method::GET, "/sitemap.xml", None).await;
    assert_eq!((sitemap.status, sitemap.header("content-type")), (StatusCode::OK, Some("application/xml")));
    for path in ["", "privacy-policy", "terms-of-service", "contact"] {
        assert!(sitemap.text().contains(&format!("<loc>{}{path}</loc>", app.base)), "{}", sitemap.text());
    }
    let tag = sitemap.header("etag").unwrap();
    assert_eq!(
        ask(&app.anonymous(), Method::GET, "/sitemap.xml", Some(tag)).await.status,
        StatusCode::NOT_MODIFIED
    );
    app.finish().await;
}
