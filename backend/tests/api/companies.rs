//! The company profile.

use futures_util::future::join_all;
use serde_json::json;

use crate::support::{app::TestApp, stories::company};

#[tokio::test]
async fn a_profile_is_made_once_read_and_changed_in_part() {
    let (app, ada) = TestApp::with_owner().await;
    ada.get("/api/companies").await.problem(404, "company_not_found");
    ada.put("/api/companies", json!({ "name": "Early" })).await.problem(404, "company_not_found");

    let made = ada.post("/api/companies", company("ada")).await.expect(201);
    for (field, value) in company("ada").as_object().unwrap() {
        let stored = if field == "websiteUrl" { json!("https://ada.example") } else { value.clone() };
        assert_eq!(made[field], stored, "{field}");
    }
    assert_eq!(ada.get("/api/companies").await.expect(200), made);
    ada.post("/api/companies", company("again")).await.problem(409, "company_exists");

    app.pass(chrono::TimeDelta::seconds(5));
    let changed = ada.put("/api/companies", json!({ "phone": "110", "aboutUs": "" })).await.expect(200);
    assert_eq!(changed["phone"], "110");
    assert_eq!(changed.get("aboutUs"), None, "an empty text clears the field");
    assert_eq!(changed["updatedAt"], "2026-03-02T09:00:05.000Z");
    for kept in ["id", "name", "howWeWork", "termsAndConditions", "createdAt"] {
        assert_eq!(changed[kept], made[kept], "{kept}");
    }
    app.finish().await;
}

#[tokio::test]
async fn what_is_wrong_is_said_field_by_field_and_nothing_is_saved() {
    let (app, ada) = TestApp::with_owner().await;
    for name in [json!({}), json!({ "name": "  " })] {
        let answer = ada.post("/api/companies", name).await;
        answer.problem(422, "validation_failed");
        assert_eq!(answer.field_messages(), ["name: Company name is required"]);
    }
    let bad = json!({
        "name": "x".repeat(201),
        "logoUrl": "javascript:alert(1)",
        "websiteUrl": "not a site",
        "caseStudiesLink": "ftp://uploads.example",
        "termsAndConditions": "x".repeat(100_001),
    });
    let answer = ada.post("/api/companies", bad.clone()).await;
    answer.problem(422, "validation_failed");
    let mut fields: Vec<String> =
        answer.field_messages().iter().map(|line| line.split(':').next().unwrap().to_owned()).collect();
    fields.sort();
    assert_eq!(fields, ["caseStudiesLink", "logoUrl", "name", "termsAndConditions", "websiteUrl"]);
    ada.get("/api/companies").await.problem(404, "company_not_found");

    let made = ada.create_company().await;
    ada.put("/api/companies", bad).await.problem(422, "validation_failed");
    assert_eq!(ada.get("/api/companies").await.expect(200), made);
    app.finish().await;
}

#[tokio::test]
async fn two_tabs_make_one_company() {
    let (app, ada) = TestApp::with_owner().await;
    let answers =
        join_all((0..8).map(|tab| ada.post("/api/companies", json!({ "name": format!("Tab {tab}") })))).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(made, 1);
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        answer.problem(409, "company_exists");
    }
    app.finish().await;
}
