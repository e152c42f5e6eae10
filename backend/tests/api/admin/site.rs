//! The public data of the site: the support address, and the claims of its administrators.

use serde_json::json;

use super::administrator;
use crate::support::{
    app::{Setup, TestApp},
    stories::Owner,
};

async fn set(root: &Owner, key: &str, value: &str, is_active: bool) {
    root.put(format!("/api/admin/settings/{key}"), json!({ "settingValue": value, "isActive": is_active }))
        .await
        .expect(200);
}

#[tokio::test]
async fn the_support_address_and_the_claims_are_public() {
    let app = TestApp::start().await;
    let site = app.anonymous().get("/api/site").await.expect(200);
    assert_eq!(site["supportEmail"], format!("support@{}", app.base.host_str().unwrap()));
    let all = json!({
        "professionals": "1,000+ professionals",
        "rating": "4.9/5 rating",
        "faster": "90% faster creation",
        "under_five": "Under 5 minutes from meeting to proposal",
        "response": "2x response rates",
        "unlimited": "Unlimited clients and proposals",
        "links": "Shareable branded links instead of PDFs",
        "signatures": "Client-side digital signatures",
        "notifications": "Notifications when a proposal is viewed, discussed or signed",
    });
    assert_eq!(site["claims"], all, "what the product brings along");

    let root = administrator(&app, "root").await;
    root.post_empty("/api/admin/init-defaults").await.expect(200);
    assert_eq!(app.anonymous().get("/api/site").await.expect(200)["claims"], all);
    set(&root, "claim_rating", "4.2/5 rating", true).await;
    set(&root, "claim_response", "2x response rates", false).await;
    let claims = app.anonymous().get("/api/site").await.expect(200)["claims"].clone();
    assert_eq!(
        (&claims["rating"], claims.get("response"), claims.as_object().unwrap().len()),
        (&json!("4.2/5 rating"), None, 8)
    );
    set(&root, "claim_response", "2x response rates", true).await;
    assert_eq!(app.anonymous().get("/api/site").await.expect(200)["claims"]["response"], "2x response rates");
    app.finish().await;
}

#[tokio::test]
async fn the_support_address_is_a_setting() {
    let app = Setup::default().with("SUPPORT_EMAIL", "Help@Proffer.example").start().await;
    assert_eq!(app.anonymous().get("/api/site").await.expect(200)["supportEmail"], "help@proffer.example");
    app.finish().await;
    let wrong = |name: &str| (name == "SUPPORT_EMAIL").then(|| "help at proffer".to_owned());
    let refused = proffer::config::Config::from_settings(&wrong).unwrap_err().to_string();
    assert!(
        refused.contains("PROFFER_SUPPORT_EMAIL is \"help at proffer\": Invalid email address"),
        "{refused}"
    );
}
