//! Designs: the templates, the workspace's choice, a proposal's own, and the client's view.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, text},
    app::TestApp,
    stories::{design, path_of, shared_path_of},
};

const PREFERENCES: &str = "/api/user-template-preferences";
const PREVIEW: &str = "/api/proposal-templates/preview";

/// A template by its position in the picker, from 1.
fn template(number: u8) -> String {
    format!("5d2f0b1e-000{number}-7000-8000-00000000000{number}")
}

/// A choice with every part.
fn whole() -> Value {
    json!({
        "templateId": template(5), "primaryColor": "#F1C40F", "secondaryColor": "#223",
        "accentColor": "#ffdf5d",
        "layoutStyle": "compact", "fontFamily": "Georgia", "customCss": "h2 { letter-spacing: 1px; display: none }",
    })
}

async fn design_css(owner: &Actor, proposal: &Value) -> String {
    text(&owner.get(path_of(proposal)).await.expect(200)["designCss"]).to_owned()
}

#[tokio::test]
async fn there_are_eight_templates_in_the_order_of_the_picker() {
    let (app, ada) = TestApp::with_owner().await;
    let templates = ada.get("/api/proposal-templates").await.expect(200);
    let templates = templates.as_array().unwrap();
    assert_eq!(templates.len(), 8);
    for (place, template) in (1..).zip(templates) {
        assert_eq!(template["sortOrder"], place);
        assert_eq!(template["isActive"], true);
        assert_eq!(template["layouts"][0], "default");
        assert_eq!(template["fonts"].as_array().unwrap().len(), 11);
        let css = text(&template["cssTemplate"]);
        assert!(css.starts_with(".doc{--doc-primary:"), "{css}");
        assert!(css.contains(text(&template["colorVariables"]["primary"])));
        assert!(text(&template["htmlStructure"]).contains("data-kind=\"pricing\""));
    }
    let categories: Vec<&str> = templates.iter().map(|template| text(&template["category"])).collect();
    for category in ["business", "creative", "minimal", "modern"] {
        assert_eq!(categories.iter().filter(|found| **found == category).count(), 2, "{category}");
    }
    app.finish().await;
}

#[tokio::test]
async fn a_workspace_has_one_design_in_use() {
    let (app, ada) = TestApp::with_company().await;
    let proposal = app.drafted_proposal(&ada).await;
    let unchosen = ada.get(PREFERENCES).await.expect(200);
    assert_eq!(unchosen.get("id"), None);
    for (field, value) in [
        ("templateId", template(1).as_str()),
        ("primaryColor", "#3498db"),
        ("secondaryColor", "#2c3e50"),
        ("accentColor", "#f8f9fa"),
        ("layoutStyle", "default"),
        ("fontFamily", "Segoe UI"),
    ] {
        assert_eq!(unchosen[field], value, "{field}");
    }

    let first = ada.post(PREFERENCES, design()).await.expect(200);
    assert_eq!((&first["fontFamily"], &first["layoutStyle"]), (&json!("Segoe UI"), &json!("default")));
    let second = ada.post(PREFERENCES, whole()).await.expect(200);
    assert_eq!(second["primaryColor"], "#f1c40f");
    assert_eq!(second["secondaryColor"], "#222233");
    assert_eq!(second["customCss"], ".doc h2 {\n  letter-spacing: 1px;\n}\n");
    assert_eq!(second["refusals"][0]["css"], "display: none");
    let in_use = ada.get(PREFERENCES).await.expect(200);
    assert_eq!((&in_use["id"], &in_use["templateId"]), (&second["id"], &json!(template(5))));
    let css = design_css(&ada, &proposal).await;
    assert!(css.contains("--doc-primary:#f1c40f") && css.contains("letter-spacing: 1px"), "{css}");

    // The same template again is the same row; an inactive choice does not deactivate another.
    let again = ada.post(PREFERENCES, design()).await.expect(200);
    assert_eq!(again["id"], first["id"]);
    let mut aside = whole();
    aside["isActive"] = json!(false);
    assert_eq!(ada.post(PREFERENCES, aside).await.expect(200)["isActive"], false);
    assert_eq!(ada.get(PREFERENCES).await.expect(200)["id"], first["id"]);

    // Many at once: all are stored, one is active.
    let answers = join_all((1..=8).map(|number| {
        ada.post(PREFERENCES, json!({ "templateId": template(number), "primaryColor": "#123" }))
    }))
    .await;
    for answer in answers {
        answer.expect(200);
    }
    assert_eq!(ada.get(PREFERENCES).await.expect(200)["primaryColor"], "#112233");
    app.finish().await;
}

#[tokio::test]
async fn members_look_and_admins_choose() {
    let (app, ada) = TestApp::with_company().await;
    let mia = app.joined(&ada, "mia", "member").await;
    mia.get("/api/proposal-templates").await.expect(200);
    mia.get(PREFERENCES).await.expect(200);
    mia.post(PREVIEW, design()).await.expect(200);
    mia.post(PREFERENCES, design()).await.problem(403, "forbidden");
    app.joined(&ada, "eva", "admin").await.post(PREFERENCES, design()).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn a_preview_says_what_was_repaired_and_left_out_and_stores_nothing() {
    let (app, ada) = TestApp::with_company().await;
    let preview = ada.post(PREVIEW, whole()).await.expect(200);
    let roles: Vec<&str> =
        preview["repairs"].as_array().unwrap().iter().map(|repair| text(&repair["role"])).collect();
    assert_eq!(roles, ["Headings", "Links and small headings"]);
    assert_eq!(preview["repairs"][0]["asked"], "#f1c40f");
    assert_eq!(preview["repairs"][0]["contrast"], "1.66");
    assert_eq!(
        preview["refusals"][0]["message"],
        "A design cannot hide, move or replace the content of the proposal."
    );
    assert!(!text(&preview["css"]).contains("display: none"));
    assert_eq!(ada.get(PREFERENCES).await.expect(200).get("id"), None);
    app.finish().await;
}

#[tokio::test]
async fn what_is_wrong_is_said_field_by_field() {
    let (app, ada) = TestApp::with_company().await;
    let proposal = app.drafted_proposal(&ada).await;
    let bad = json!({
        "templateId": template(2), "primaryColor": "red", "secondaryColor": "#12345", "accentColor": "url(x)",
        "layoutStyle": "upside-down", "fontFamily": "Wingdings", "customCss": "p{}".repeat(7000),
    });
    let hex = "Please enter a valid hex color (e.g., #3498db)";
    for path in [PREFERENCES, PREVIEW] {
        let answer = ada.post(path, bad.clone()).await;
        answer.problem(422, "validation_failed");
        let messages = answer.field_messages();
        for color in ["primaryColor", "secondaryColor", "accentColor"] {
            assert!(messages.contains(&format!("{color}: {hex}")), "{messages:?}");
        }
        assert_eq!(messages.len(), 6, "{messages:?}");
    }
    let answer = ada.change(path_of(&proposal), json!({ "design": bad })).await;
    answer.problem(422, "validation_failed");
    assert!(answer.field_messages().contains(&format!("design.primaryColor: {hex}")));
    let unknown = json!({ "templateId": "5d2f0b1e-0001-7000-8000-0000000000ff", "primaryColor": "#fff" });
    assert_eq!(
        ada.post(PREFERENCES, unknown).await.field_messages(),
        ["templateId: There is no such template. Please choose another."]
    );
    let both = json!({ "design": design(), "useWorkspaceDesign": true });
    ada.change(path_of(&proposal), both).await.problem(422, "validation_failed");
    assert_eq!(ada.get(PREFERENCES).await.expect(200).get("id"), None, "nothing was saved");
    app.finish().await;
}

#[tokio::test]
async fn a_proposal_can_have_a_design_of_its_own_and_its_words_stay() {
    let (app, ada) = TestApp::with_company().await;
    let before = app.drafted_proposal(&ada).await;
    assert_eq!(before.get("design"), None);
    for number in 1..=8 {
        let mut own = whole();
        own["templateId"] = json!(template(number));
        let after = ada.change(path_of(&before), json!({ "design": own })).await.expect(200);
        assert_eq!(after["design"]["templateId"], template(number));
        assert_eq!(after["design"]["refusals"].as_array().unwrap().len(), 1);
        assert_ne!(after["designCss"], before["designCss"]);
        for same in ["htmlContent", "pricing", "totals", "totalAmount", "title", "version"] {
            assert_eq!(after[same], before[same], "{same}");
        }
    }
    let stored = ada.get(path_of(&before)).await.expect(200);
    assert_eq!(stored["design"].get("refusals"), None);
    let back = ada.change(path_of(&before), json!({ "useWorkspaceDesign": true })).await.expect(200);
    assert_eq!((back.get("design"), &back["designCss"]), (None, &before["designCss"]));

    // Only drafts can be changed; a sent proposal is returned to draft first.
    let sent = ada.send_proposal(&before).await;
    ada.change(path_of(&sent), json!({ "design": design() })).await.problem(409, "invalid_transition");
    ada.change(path_of(&sent), json!({ "status": "draft", "design": design() })).await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn what_was_sent_keeps_the_design_it_was_sent_with() {
    let (app, ada) = TestApp::with_company().await;
    ada.post(PREFERENCES, whole()).await.expect(200);
    let draft = app.drafted_proposal(&ada).await;
    ada.post(format!("{}/share", path_of(&draft)), json!({})).await.expect(200);
    let draft = ada.get(path_of(&draft)).await.expect(200);
    let client = app.anonymous();
    let preview = client.get(shared_path_of(&draft)).await.expect(200);
    assert_eq!(preview["designCss"], draft["designCss"], "a preview shows the design of now");

    let sent = ada.send_proposal(&draft).await;
    let shared = client.get(shared_path_of(&sent)).await.expect(200);
    assert_eq!(shared["designCss"], draft["designCss"]);
    ada.post(PREFERENCES, json!({ "templateId": template(2), "primaryColor": "#004400" })).await.expect(200);
    assert_eq!(client.get(shared_path_of(&sent)).await.expect(200), shared, "frozen with the revision");
    assert_ne!(
        design_css(&ada, &sent).await,
        shared["designCss"],
        "the team sees what the next one looks like"
    );

    ada.change(path_of(&sent), json!({ "status": "draft" })).await.expect(200);
    ada.change(path_of(&sent), json!({ "status": "pending" })).await.expect(200);
    let again = client.get(shared_path_of(&sent)).await.expect(200);
    assert!(text(&again["designCss"]).contains("--doc-primary:#004400"));
    assert_eq!(again["htmlContent"], shared["htmlContent"]);
    app.finish().await;
}

#[tokio::test]
async fn hostile_css_is_never_served() {
    let (app, ada) = TestApp::with_company().await;
    let proposal = app.drafted_proposal(&ada).await;
    for hostile in [
        "</style><script>alert(1)</script>",
        "@import url(//evil.example/x.css); p { color: #111 }",
        "td { background: url(//evil.example/leak) }",
        "body, .doc + * , :root { color: #111 }",
        ".pricing-number { visibility: hidden; font-size: 0; opacity: 0; position: fixed; color: #fff }",
        ".pricing-number::after { content: '$1.00' }",
        "p { c\\6fntent: 'x'; d\\69splay: none",
        "@font-face { font-family: x; src: url(//evil.example/f) }",
    ] {
        let own = json!({ "templateId": template(1), "primaryColor": "#3498db", "customCss": hostile });
        let preview = ada.post(PREVIEW, own.clone()).await.expect(200);
        assert_ne!(preview["refusals"], json!([]), "{hostile}");
        ada.post(PREFERENCES, own.clone()).await.expect(200);
        let changed = ada.change(path_of(&proposal), json!({ "design": own })).await.expect(200);
        for css in [&preview["css"], &changed["designCss"]] {
            for word in [
                "<",
                "url(",
                "@import",
                "evil",
                "visibility",
                "opacity",
                "position: fixed",
                "display: none",
                "$1.00",
                ":root",
                " body",
            ] {
                assert!(!text(css).contains(word), "{word} of {hostile}");
            }
        }
    }
    for field in ["primaryColor", "secondaryColor", "accentColor", "fontFamily", "layoutStyle"] {
        for hostile in
            ["#fff;}*{display:none}", "</style>", "var(--x)", "#ffffff\n", "Georgia;color:red", "../../etc"]
        {
            let mut own = design();
            own[field] = json!(hostile);
            // Space around a colour is harmless.
            let wanted = if hostile.trim() == "#ffffff" && field.ends_with("Color") { 200 } else { 422 };
            assert_eq!(ada.post(PREVIEW, own).await.status, wanted, "{field} {hostile}");
        }
    }
    app.finish().await;
}
