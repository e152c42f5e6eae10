//! Records edited in two sessions: both changes are kept, and a field changed by both is reported with both
//! values.

use proffer_domain::design;
use serde_json::{Value, json};

use crate::support::{
    actor::{ApiResponse, text},
    app::{Setup, TestApp},
    stories::{Owner, address},
};

/// The record as read by a form, at `path`.
async fn read(owner: &Owner, path: &str) -> Value {
    owner.get(path).await.expect(200)
}

fn from(record: &Value, mut changes: Value) -> Value {
    changes["etag"] = record["etag"].clone();
    changes
}

/// The conflicting fields: name, sent value, stored value. And the mark to retry with.
fn conflicts(answer: &ApiResponse) -> (Value, Value) {
    let problem = answer.problem(409, "stale_record");
    let stale = &problem["staleRecord"];
    (stale["fields"].clone(), stale["etag"].clone())
}

#[tokio::test]
async fn the_company_profile_keeps_what_each_session_changed() {
    let (app, ada) = TestApp::with_company().await;
    let seen = read(&ada, "/api/companies").await;
    ada.put("/api/companies", from(&seen, json!({ "termsAndConditions": "Half up front." })))
        .await
        .expect(200);
    let saved = ada.put("/api/companies", from(&seen, json!({ "phone": "555" }))).await.expect(200);
    assert_eq!((&saved["phone"], &saved["termsAndConditions"]), (&json!("555"), &json!("Half up front.")));
    // A form that sends all its fields unchanged undoes nothing either.
    let all =
        json!({ "phone": seen["phone"], "termsAndConditions": seen["termsAndConditions"], "teamSize": "5" });
    let saved = ada.put("/api/companies", from(&seen, all)).await.expect(200);
    assert_eq!(
        (&saved["phone"], &saved["termsAndConditions"], &saved["teamSize"]),
        (&json!("555"), &json!("Half up front."), &json!("5"))
    );

    let late = ada.put("/api/companies", from(&seen, json!({ "phone": "777", "aboutUs": "New." }))).await;
    let (fields, etag) = conflicts(&late);
    assert_eq!(fields, json!([{ "field": "phone", "yours": "777", "current": "555" }]));
    assert_ne!(read(&ada, "/api/companies").await["aboutUs"], "New.", "nothing of a refused change is saved");
    let again = ada
        .put("/api/companies", json!({ "phone": "777", "aboutUs": "New.", "etag": etag }))
        .await
        .expect(200);
    assert_eq!((&again["phone"], &again["aboutUs"]), (&json!("777"), &json!("New.")));
    // The specification's own payload has no such mark.
    assert_eq!(ada.put("/api/companies", json!({ "phone": "1" })).await.expect(200)["phone"], "1");
    let wrong = ada.put("/api/companies", json!({ "phone": "2", "etag": "yesterday" })).await;
    wrong.problem(422, "validation_failed");
    assert_eq!(wrong.field_messages(), ["etag: The etag must be one from a response with the record"]);
    app.finish().await;
}

#[tokio::test]
async fn a_client_keeps_what_each_session_changed() {
    let (app, ada) = TestApp::with_owner().await;
    let seen = ada.create_client("harbor").await;
    let path = format!("/api/clients/{}", text(&seen["id"]));
    ada.put(&path, from(&seen, json!({ "address": "2 Quay Street" }))).await.expect(200);
    let saved = ada.put(&path, from(&seen, json!({ "phone": "555" }))).await.expect(200);
    assert_eq!((&saved["address"], &saved["phone"]), (&json!("2 Quay Street"), &json!("555")));
    assert_eq!(saved["description"], seen["description"], "a field that is not named stays");
    let (fields, etag) =
        conflicts(&ada.put(&path, from(&seen, json!({ "address": "", "lastName": "Lund" }))).await);
    assert_eq!(fields, json!([{ "field": "address", "current": "2 Quay Street" }]));
    let saved = ada.put(&path, json!({ "address": "", "lastName": "Lund", "etag": etag })).await.expect(200);
    assert_eq!((saved.get("address"), &saved["lastName"]), (None, &json!("Lund")));
    app.finish().await;
}

#[tokio::test]
async fn a_setting_of_the_site_keeps_what_each_session_changed() {
    let (app, ada) = TestApp::with_owner().await;
    app.database.run(format!("UPDATE users SET is_admin = true WHERE email = '{}'", address("ada"))).await;
    let settings = ada.post("/api/admin/init-defaults", json!({})).await.expect(200);
    let seen = settings
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["settingKey"] == "chat_editing_prompt")
        .unwrap()
        .clone();
    let path = "/api/admin/settings/chat_editing_prompt";
    let off = json!({ "settingValue": seen["settingValue"], "isActive": false });
    ada.put(path, from(&seen, off)).await.expect(200);
    let prompt = |words: &str| json!(format!("{} {words}", text(&seen["settingValue"])));
    let saved = ada
        .put(path, from(&seen, json!({ "settingValue": prompt("Be brief."), "isActive": true })))
        .await
        .expect(200);
    assert_eq!((&saved["settingValue"], &saved["isActive"]), (&prompt("Be brief."), &json!(false)));
    let (fields, etag) =
        conflicts(&ada.put(path, from(&seen, json!({ "settingValue": prompt("Be kind.") }))).await);
    assert_eq!(
        fields,
        json!([{ "field": "settingValue", "yours": prompt("Be kind."), "current": prompt("Be brief.") }])
    );
    ada.put(path, json!({ "settingValue": prompt("Be kind."), "etag": etag })).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn the_choice_of_a_design_keeps_what_each_session_changed() {
    let (app, ada) = TestApp::with_company().await;
    let path = "/api/user-template-preferences";
    let template = &design::templates()[0];
    let choice = |primary: &str, secondary: &str| {
        json!({
            "templateId": template.id, "primaryColor": primary, "secondaryColor": secondary,
            "fontFamily": template.font
        })
    };
    ada.post(path, choice("#111111", "#222222")).await.expect(200);
    let seen = read(&ada, path).await;
    ada.post(path, from(&seen, choice("#111111", "#333333"))).await.expect(200);
    let saved = ada.post(path, from(&seen, choice("#444444", "#222222"))).await.expect(200);
    assert_eq!((&saved["primaryColor"], &saved["secondaryColor"]), (&json!("#444444"), &json!("#333333")));
    let (fields, etag) = conflicts(&ada.post(path, from(&seen, choice("#111111", "#555555"))).await);
    assert_eq!(fields, json!([{ "field": "secondaryColor", "yours": "#555555", "current": "#333333" }]));
    // Saving again replaces the shown values, and undoes nothing else.
    let mut again = choice("#111111", "#555555");
    again["etag"] = etag;
    let saved = ada.post(path, again).await.expect(200);
    assert_eq!((&saved["primaryColor"], &saved["secondaryColor"]), (&json!("#444444"), &json!("#555555")));
    app.finish().await;
}

#[tokio::test]
async fn preferences_keep_the_changes_of_each_session() {
    let (app, ada) = TestApp::with_owner().await;
    let path = "/api/notifications/preferences";
    let of =
        |all: &Value| all.as_array().unwrap().iter().find(|one| one["kind"] == "signed").unwrap().clone();
    let seen = of(&read(&ada, path).await);
    let with = |in_app: bool, by_mail: bool| {
        json!([from(&seen, json!({ "kind": "signed", "inApp": in_app, "byMail": by_mail }))])
    };
    ada.put(path, with(true, false)).await.expect(200);
    let saved = of(&ada.put(path, with(false, true)).await.expect(200));
    assert_eq!((&saved["inApp"], &saved["byMail"]), (&json!(false), &json!(false)));
    app.finish().await;
}

#[tokio::test]
async fn the_name_of_a_person_keeps_what_each_session_changed() {
    let (app, ada) = TestApp::with_owner().await;
    let seen = read(&ada, "/api/auth/user").await;
    ada.put("/api/account", from(&seen, json!({ "lastName": "Lund" }))).await.expect(200);
    let saved = ada.put("/api/account", from(&seen, json!({ "firstName": "Augusta" }))).await.expect(200);
    assert_eq!((&saved["firstName"], &saved["lastName"]), (&json!("Augusta"), &json!("Lund")));
    let (fields, _) =
        conflicts(&ada.put("/api/account", from(&seen, json!({ "lastName": "Berg-Lund" }))).await);
    assert_eq!(fields, json!([{ "field": "lastName", "yours": "Berg-Lund", "current": "Lund" }]));
    app.finish().await;
}

#[tokio::test]
async fn a_workspace_keeps_what_each_session_changed() {
    let (app, ada) = TestApp::with_owner().await;
    let seen = read(&ada, "/api/auth/user").await["workspace"].clone();
    ada.put("/api/workspace", from(&seen, json!({ "countersign": true }))).await.expect(200);
    let saved = ada.put("/api/workspace", from(&seen, json!({ "name": "Harbor" }))).await.expect(200);
    assert_eq!(
        (&saved["workspace"]["name"], &saved["workspace"]["countersign"]),
        (&json!("Harbor"), &json!(true))
    );
    let (fields, _) = conflicts(&ada.put("/api/workspace", from(&seen, json!({ "name": "Quay" }))).await);
    assert_eq!(fields, json!([{ "field": "name", "yours": "Quay", "current": "Harbor" }]));
    app.finish().await;
}

#[tokio::test]
async fn a_connection_for_single_sign_on_keeps_what_each_session_changed() {
    let (app, ada) = Setup::default().with("OUTBOUND_ALLOW", "login.example:443").start_with_owner().await;
    let connection = |client: &str, role: &str| {
        json!({
            "issuer": "https://login.example", "clientId": client, "clientSecret": "s3cret-of-the-test",
            "enabled": false,
            "enforced": false, "addsMembers": true, "defaultRole": role,
        })
    };
    let seen = ada.put("/api/sso", connection("one", "member")).await.expect(200);
    ada.put("/api/sso", from(&seen, connection("one", "admin"))).await.expect(200);
    let saved = ada.put("/api/sso", from(&seen, connection("two", "member"))).await.expect(200);
    assert_eq!((&saved["clientId"], &saved["defaultRole"]), (&json!("two"), &json!("admin")));
    let (fields, _) = conflicts(&ada.put("/api/sso", from(&seen, connection("three", "member"))).await);
    assert_eq!(fields, json!([{ "field": "clientId", "yours": "three", "current": "two" }]));
    app.finish().await;
}

#[tokio::test]
async fn a_client_is_not_deleted_by_figures_that_are_wrong_by_now() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    let path = format!("/api/clients/{}", text(&client["id"]));
    ada.send_proposal(&app.drafted_proposal_for(&ada, &client).await).await;
    let late = ada.delete(format!("{path}?proposals=0&signed=0&open=0")).await;
    let problem = late.problem(409, "stale_counts");
    let expected = json!([
        { "field": "proposals", "yours": 0, "current": 1 },
        { "field": "open", "yours": 0, "current": 1 },
    ]);
    assert_eq!(problem["staleRecord"]["fields"], expected);
    let counted = ada.get(&path).await.expect(200);
    assert_eq!(
        (&counted["proposalCount"], &counted["signedProposalCount"], &counted["openProposalCount"]),
        (&json!(1), &json!(0), &json!(1))
    );
    ada.delete(format!("{path}?proposals=1&signed=0&open=1")).await.expect(204);
    app.finish().await;
}
