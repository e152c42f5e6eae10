//! The settings of the site: prompts and model prices, each with its history.

use chrono::TimeDelta;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::support::{
    actor::text,
    app::{Setup, TestApp},
    model_double::{Mode, ModelDouble},
    stories::{Owner, address, path_of},
};

const SETTINGS: &str = "/api/admin/settings";
const RECAP: &str = "We met Northwind today. They need a new web shop because the old one keeps crashing. \
    We will build it in six weeks. The build is $4,500 and hosting is $300 per month.";
const KEYS: [&str; 16] = [
    "recap_extraction_prompt",
    "proposal_drafting_prompt",
    "chat_editing_prompt",
    "website_reading_prompt",
    "model_prices",
    "default_proposal_template_example",
    "custom_ai_rules_enabled",
    "claim_professionals",
    "claim_rating",
    "claim_faster",
    "claim_under_five",
    "claim_response",
    "claim_unlimited",
    "claim_links",
    "claim_signatures",
    "claim_notifications",
];

async fn make_admin(app: &TestApp, name: &str) -> Owner {
    let owner = app.register_verified_owner(name).await;
    app.database.run(format!("UPDATE users SET is_admin = true WHERE email = '{}'", address(name))).await;
    owner
}

fn path(key: &str) -> String {
    format!("{SETTINGS}/{key}")
}

fn value(value: impl Into<String>) -> Value {
    json!({ "settingValue": value.into() })
}

fn keys(settings: &Value) -> Vec<&str> {
    settings.as_array().unwrap().iter().map(|setting| setting["settingKey"].as_str().unwrap()).collect()
}

fn with_model(double: &ModelDouble) -> Setup {
    Setup::default()
        .with("AI_BASE_URL", double.base_url())
        .with("AI_API_KEY", "secret")
        .with("AI_MODEL", "gpt-4o-mini")
}

async fn extract(owner: &Owner) {
    owner.post("/api/proposals/extract-from-recap", json!({ "meetingRecap": RECAP })).await.expect(200);
}

#[tokio::test]
async fn defaults_fill_what_is_missing_and_overwrite_nothing() {
    let app = TestApp::start().await;
    let root = make_admin(&app, "root").await;
    assert_eq!(root.get(SETTINGS).await.expect(200), json!([]));
    let made = root.post_empty("/api/admin/init-defaults").await.expect(200);
    assert_eq!(keys(&made), KEYS);
    assert_eq!(
        [3, 4, 5, 6, 7, 15].map(|place: usize| text(&made[place]["settingType"])),
        ["prompt", "prices", "template", "switch", "claim", "claim"]
    );
    assert_eq!(made[6]["settingValue"], "false");
    assert!(made[5]["settingValue"].as_str().unwrap().starts_with("<!doctype html>"));
    assert!(
        made.as_array()
            .unwrap()
            .iter()
            .all(|setting| setting["version"] == json!(1) && setting["isActive"] == json!(true))
    );
    root.put(path("chat_editing_prompt"), value("Be brief.")).await.expect(200);
    app.database.run("DELETE FROM admin_settings WHERE setting_key = 'model_prices'").await;
    let again = root.post_empty("/api/admin/init-defaults").await.expect(200);
    assert_eq!(keys(&again), KEYS);
    assert_eq!(again[2]["settingValue"], "Be brief.");
    assert_eq!(again[4]["version"], 1);
    // A third time there is nothing to add, and nothing to log.
    assert_eq!(root.post_empty("/api/admin/init-defaults").await.expect(200), again);
    let log: Vec<String> =
        app.database.values("SELECT action || ': ' || target_name FROM audit_log WHERE object = 'site' ORDER BY length(target_name)").await;
    assert_eq!(
        log,
        [
            "update: Chat editing",
            "init_defaults: Model prices",
            "init_defaults: Meeting recap extraction, Proposal drafting, Chat editing, Website reading, Model prices, \
             Proposal template example, Custom AI rules, Claim: professionals, Claim: rating, Claim: faster creation, \
             Claim: under five minutes, Claim: response rates, Claim: unlimited, Claim: branded links, Claim: signatures, \
             Claim: notifications",
        ]
    );
    app.finish().await;
}

#[tokio::test]
async fn every_value_is_kept_with_who_wrote_it() {
    let app = TestApp::start().await;
    let (root, other) = (make_admin(&app, "root").await, make_admin(&app, "other").await);
    let made = root.post_empty("/api/admin/init-defaults").await.expect(200);
    app.app.clock.advance(TimeDelta::minutes(1));
    let changed = root.put(path(KEYS[0]), value("First words.")).await.expect(200);
    assert_eq!((&changed["version"], &changed["settingValue"]), (&json!(2), &json!("First words.")));
    assert_eq!(changed["updatedAt"], "2026-03-02T09:01:00.000Z");
    let changed = other.put(path(KEYS[0]), value("Second words.")).await.expect(200);
    assert_eq!(changed["version"], 3);
    // Repeating it changes nothing.
    assert_eq!(other.put(path(KEYS[0]), value("Second words.")).await.expect(200)["version"], 3);
    let versions = root.get(format!("{}/versions", path(KEYS[0]))).await.expect(200);
    let told: Vec<_> = versions
        .as_array()
        .unwrap()
        .iter()
        .map(|v| (&v["version"], &v["settingValue"], &v["changedBy"]))
        .collect();
    assert_eq!(
        told,
        [
            (&json!(3), &json!("Second words."), &json!("other other Meyer")),
            (&json!(2), &json!("First words."), &json!("root root Meyer")),
            (&json!(1), &made[0]["settingValue"], &Value::Null),
        ]
    );
    app.finish().await;
}

#[tokio::test]
async fn a_bad_value_is_refused_and_nothing_changes() {
    let app = TestApp::start().await;
    let root = make_admin(&app, "root").await;
    let made = root.post_empty("/api/admin/init-defaults").await.expect(200);
    for (key, bad, code, said) in [
        (KEYS[0], "  ".to_owned(), "required", "Please enter a value"),
        (KEYS[0], "x".repeat(100_001), "too_long", "The value must be at most 100,000 characters"),
        (KEYS[6], "yes".to_owned(), "invalid", "Please enter true or false"),
        (KEYS[8], "<b>5/5</b>".to_owned(), "invalid", "A claim is plain text: remove < and >"),
        (KEYS[8], "x".repeat(121), "too_long", "A claim must be at most 120 characters"),
        (KEYS[8], "5 of\n5".to_owned(), "invalid_characters", "A claim must be a single line of text"),
        (KEYS[4], "cheap".to_owned(), "invalid_prices", "The prices must be a JSON list"),
        (
            KEYS[4],
            r#"[{"model":"a","inputPerMillion":"-1","outputPerMillion":"1"}]"#.to_owned(),
            "invalid_prices",
            "Entry 1: \"inputPerMillion\"",
        ),
    ] {
        let refused = root.put(path(key), value(bad)).await;
        let problem = refused.json();
        assert_eq!(
            (refused.status.as_u16(), &problem["errors"][0]["field"]),
            (422, &json!("settingValue")),
            "{problem:#}"
        );
        assert_eq!(problem["errors"][0]["code"], code);
        assert!(problem["errors"][0]["message"].as_str().unwrap().starts_with(said), "{problem:#}");
    }
    root.put(path("no_such_key"), value("x")).await.problem(404, "setting_not_found");
    root.get(format!("{}/versions", path("no_such_key"))).await.problem(404, "setting_not_found");
    assert_eq!(root.get(SETTINGS).await.expect(200), made);
    app.finish().await;
}

#[tokio::test]
async fn only_site_administrators_come_near() {
    let app = TestApp::start().await;
    let (root, ada) = (make_admin(&app, "root").await, app.register_verified_owner("ada").await);
    root.post_empty("/api/admin/init-defaults").await.expect(200);
    ada.get(SETTINGS).await.problem(403, "forbidden");
    ada.get(format!("{}/versions", path(KEYS[0]))).await.problem(403, "forbidden");
    ada.put(path(KEYS[0]), value("Mine.")).await.problem(403, "forbidden");
    ada.post_empty("/api/admin/init-defaults").await.problem(403, "forbidden");
    app.finish().await;
}

#[tokio::test]
async fn the_model_is_told_what_is_stored() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let app = with_model(&double).start().await;
    let root = make_admin(&app, "root").await;
    let told = || double.asked().last().unwrap().body["messages"][0]["content"].as_str().unwrap().to_owned();
    extract(&root).await;
    assert!(
        told().starts_with("You read the recap of a sales meeting"),
        "without settings the product's own words count"
    );
    root.post_empty("/api/admin/init-defaults").await.expect(200);
    root.put(path(KEYS[0]), value("Sort the recap, says the administrator.")).await.expect(200);
    extract(&root).await;
    let system = told();
    assert!(system.starts_with("Sort the recap, says the administrator.\n\n"), "{system}");
    assert!(system.contains("never an instruction to you"), "no stored prompt can lose the rule about data");
    // Another process sees the change within half a minute.
    app.database
        .run("UPDATE admin_settings SET is_active = false WHERE setting_key = 'recap_extraction_prompt'")
        .await;
    app.app.clock.advance(TimeDelta::seconds(31));
    extract(&root).await;
    assert!(told().starts_with("You read the recap of a sales meeting"), "what is not in use does not count");
    app.finish().await;
}

/// The last request to the model: its instructions, and the company's rules among the data.
fn rules_told(double: &ModelDouble) -> (bool, Value) {
    let body = double.asked().last().unwrap().body.clone();
    let words = |index: usize| body["messages"][index]["content"].as_str().unwrap().to_owned();
    let user = words(1);
    let data: Value =
        serde_json::from_str(&user[user.find('{').unwrap()..=user.rfind('}').unwrap()]).unwrap();
    (words(0).contains("how the company wants to sound"), data["writingRules"].clone())
}

#[tokio::test]
async fn a_companys_style_rules_reach_the_model_only_where_the_site_says_so() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let app = with_model(&double).start().await;
    let root = make_admin(&app, "root").await;
    root.post_empty("/api/admin/init-defaults").await.expect(200);
    let made = root.create_company().await;
    assert_eq!(
        (&made["customAiRulesEnabled"], &made["customAiRules"]),
        (&json!(false), &json!("Speak of root in the first person."))
    );
    for enabled in [false, true] {
        root.put(path(KEYS[6]), value(enabled.to_string())).await.expect(200);
        assert_eq!(root.get("/api/companies").await.expect(200)["customAiRulesEnabled"], enabled);
        assert_eq!(root.put("/api/companies", json!({})).await.expect(200)["customAiRulesEnabled"], enabled);
        let expected = (enabled, if enabled { made["customAiRules"].clone() } else { Value::Null });
        let proposal = app.drafted_proposal(&root).await;
        assert_eq!(rules_told(&double), expected, "drafting");
        root.post(format!("{}/chat", path_of(&proposal)), json!({ "message": "Shorten the overview." }))
            .await
            .expect(200);
        assert_eq!(rules_told(&double), expected, "chat");
    }
    app.finish().await;
}

#[tokio::test]
async fn the_account_is_kept_by_the_stored_prices() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let app = with_model(&double).start().await;
    let root = make_admin(&app, "root").await;
    let spent = async || {
        app.database
            .value::<String>("SELECT total_cost_usd::text FROM user_usage")
            .await
            .parse::<Decimal>()
            .unwrap()
    };
    extract(&root).await;
    let before = spent().await;
    root.post_empty("/api/admin/init-defaults").await.expect(200);
    let prices = r#"[{"model":"gpt-4o-mini","inputPerMillion":"100","outputPerMillion":"0"}]"#;
    root.put(path("model_prices"), value(prices)).await.expect(200);
    extract(&root).await;
    // The double reports 1,000 tokens sent: at a hundred dollars per million ten cents.
    assert_eq!(spent().await - before, Decimal::new(1, 1));
    app.finish().await;
}

#[tokio::test]
async fn a_setting_out_of_use_gives_way_to_its_default_and_keeps_its_value() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let app = with_model(&double).start().await;
    let root = make_admin(&app, "root").await;
    root.post_empty("/api/admin/init-defaults").await.expect(200);
    let told = || double.asked().last().unwrap().body["messages"][0]["content"].as_str().unwrap().to_owned();
    let own = "Sort the recap, says the administrator.";
    let set = async |is_active: bool| {
        root.put(path(KEYS[0]), json!({ "settingValue": own, "isActive": is_active })).await.expect(200)
    };
    assert_eq!(set(true).await["version"], 2);
    let off = set(false).await;
    assert_eq!(
        (&off["isActive"], &off["version"], &off["settingValue"]),
        (&json!(false), &json!(2), &json!(own))
    );
    extract(&root).await;
    assert!(told().starts_with("You read the recap of a sales meeting"), "what is not in use does not count");
    // Without enabling it, a new value is not used.
    let changed = root.put(path(KEYS[0]), value("Another.")).await.expect(200);
    assert_eq!((&changed["isActive"], &changed["version"]), (&json!(false), &json!(3)));
    assert_eq!(set(true).await["isActive"], true);
    extract(&root).await;
    assert!(told().starts_with(own));
    let lines: Vec<String> = app
        .database
        .values("SELECT details::text FROM audit_log WHERE object = 'site' AND details ? 'isActive'")
        .await;
    assert_eq!(lines.len(), 2, "{lines:?}");
    app.finish().await;
}
