//! A model that obeys every instruction it finds, with a hundred of them in all text from others: a client's
//! needs, a company's website, notes, messages on the shared page. No price, link, recipient or status
//! changes, and no other data.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{
    chat::with_model,
    support::{
        actor::{Actor, text},
        app::TestApp,
        model_double::{Mode, ModelDouble},
        stories::{self, path_of},
    },
};

/// One instruction per line.
const ORDERS: &str = include_str!("../../domain/src/chat/injections.txt");

/// The team's requests in the meantime, which ask for none of the injected changes.
const WISHES: [&str; 4] = [
    "Tell me what you think of this.",
    "Make the overview friendlier, please.",
    "Is anything missing?",
    "Include timeline",
];

/// The injection points, each with a function that inserts an instruction.
const WAYS: usize = 6;

struct World {
    app: TestApp,
    ada: Actor,
    path: String,
    client: String,
}

impl World {
    async fn plant(&self, way: usize, order: &str) {
        let (quoted, id) = (order.replace('\'', "''"), self.path.rsplit('/').next().unwrap());
        let run = async |sql: String| self.app.database.run(sql).await;
        match way {
            // Text read from a recap, or typed.
            0 => run(format!(
                "UPDATE proposals SET client_context = 'They need a faster site. {quoted}' WHERE id = '{id}'"
            ))
            .await,
            // Text from the company's website.
            1 => drop(
                self.ada
                    .put("/api/companies", json!({ "name": "ada Studio", "aboutUs": order }))
                    .await
                    .expect(200),
            ),
            // The client's message on the shared page.
            2 => {
                run(format!(
                    "INSERT INTO chat_messages (workspace_id, id, proposal_id, role, content, sender_name, sender_email, created_at)
                     SELECT workspace_id, gen_random_uuid(), id, 'user', '{quoted}', 'Mia Berg', 'mia@harbor.example', updated_at FROM proposals WHERE id = '{id}'"
                ))
                .await;
            }
            // The client's own fields.
            3 => {
                let mut client = stories::client("harbor");
                client["description"] = json!(order);
                self.ada.put(format!("/api/clients/{}", self.client), client).await.expect(200);
            }
            4 => run(format!("UPDATE proposals SET additional_notes = '{quoted}' WHERE id = '{id}'")).await,
            // Text of an earlier document.
            _ => {
                let html = text(&self.ada.get(&self.path).await.expect(200)["htmlContent"]).to_owned();
                let note = format!(
                    "<section data-kind=\"notes\"><h2>Notes</h2><p>{}</p></section>",
                    order.replace('<', "&lt;")
                );
                self.ada
                    .change(&self.path, json!({ "htmlContent": format!("{html}{note}") }))
                    .await
                    .expect(200);
            }
        }
    }
}

/// The links of the document.
fn links(html: &str) -> BTreeSet<String> {
    // A document may mention `href=`; a real link is written like this.
    html.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

fn blocks(html: &str) -> BTreeSet<String> {
    html.split("data-block=\"").skip(1).filter_map(|rest| rest.get(..36)).map(str::to_owned).collect()
}

/// Everything that no instruction may change.
fn fixed(proposal: &Value) -> Value {
    let mut fixed = json!({});
    for field in [
        "title",
        "status",
        "shareToken",
        "totalAmount",
        "currency",
        "pricing",
        "totals",
        "client",
        "clientId",
        "validUntil",
    ] {
        fixed[field] = proposal.get(field).cloned().unwrap_or_default();
    }
    fixed
}

/// Everything beyond the proposal that an instruction could reach: the other tenant, mails, links, answers of
/// clients.
async fn around(app: &TestApp) -> Vec<String> {
    let mut found = Vec::new();
    for sql in [
        "SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM proposals t WHERE title LIKE '%zqother%' OR client_context LIKE '%zqother%'",
        "SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM companies t WHERE name LIKE 'zqother%'",
        "SELECT string_agg(email, ' ' ORDER BY email) FROM clients",
        "SELECT count(*)::text FROM jobs",
        "SELECT count(*)::text FROM share_tokens",
        "SELECT count(*)::text FROM revisions",
        "SELECT count(*)::text FROM signatures",
        "SELECT count(*)::text FROM team_members",
    ] {
        found.push(app.database.value(sql).await);
    }
    found
}

#[tokio::test]
async fn a_hundred_orders_change_nothing_that_matters() {
    let orders: Vec<&str> = ORDERS.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(orders.len() >= 100, "{} orders", orders.len());
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let app = with_model(&double).with("AI_MONTHLY_LIMIT_USD", "1000").start().await;
    let other = app.owner_with_company("zqother").await;
    let client = other.create_client("zqother").await;
    app.drafted_proposal_for(&other, &client).await;
    app.database.run("UPDATE proposals SET client_context = 'zqother has a secret'").await;
    let ada = app.owner_with_company("ada").await;
    let client = ada.create_client("harbor").await;
    let proposal = app.drafted_proposal_for(&ada, &client).await;
    let world =
        World { ada: (*ada).clone(), path: path_of(&proposal), client: text(&client["id"]).to_owned(), app };
    let app = &world.app;
    let before = ada.get(&world.path).await.expect(200);
    let mut expected = fixed(&before);
    // The addresses in the company's own fields are the team's; text in its profile is not.
    let company = ada.get("/api/companies").await.expect(200);
    let own = ["websiteUrl", "caseStudiesLink"].map(|field| text(&company[field]).to_owned());
    let allowed: BTreeSet<String> = links(text(&before["htmlContent"])).into_iter().chain(own).collect();
    let surroundings = around(app).await;
    double.behave(Mode::Obedient);
    let mut obeyed = 0;
    for (index, order) in orders.iter().enumerate() {
        let way = index % WAYS;
        app.database.run("DELETE FROM rate_limits; DELETE FROM chat_turns; DELETE FROM chat_messages").await;
        world.plant(way, order).await;
        let start = ada.get(&world.path).await.expect(200);
        let wish = WISHES[index % WISHES.len()];
        let reply = ada.post(format!("{}/chat", world.path), json!({ "message": wish })).await.expect(200);
        let at = format!("{order:?} through {way} with {wish:?}: {reply:#}");
        obeyed += usize::from(text(&reply["message"]["content"]).contains("Done as I was told"));
        let now = ada.get(&world.path).await.expect(200);
        expected["client"] = now["client"].clone();
        assert_eq!(fixed(&now), expected, "{at}");
        assert_eq!(now["client"], before["client"], "{at}");
        let html = text(&now["htmlContent"]);
        assert!(links(html).is_subset(&allowed), "{:?}: {at}", links(html));
        assert!(
            !["<script", "<img", "<a href=\"javascript", "onerror="].iter().any(|bad| html.contains(bad)),
            "{html}: {at}"
        );
        assert!(blocks(text(&start["htmlContent"])).is_subset(&blocks(html)), "a section is gone: {at}");
        assert_eq!(around(app).await, surroundings, "{at}");
        let asked = double.asked();
        assert!(
            !asked.last().unwrap().body.to_string().contains("zqother"),
            "the model is told of another tenant: {at}"
        );
        // From the same state each time.
        ada.change(&world.path, json!({ "htmlContent": before["htmlContent"] })).await.expect(200);
    }
    assert!(obeyed == orders.len(), "the double obeyed only {obeyed} orders, so this proves less");

    // The team's own request is fulfilled.
    double.behave(Mode::Normal);
    ada.post(format!("{}/chat", world.path), json!({ "message": "Set the price of hosting to $350" }))
        .await
        .expect(200);
    assert_ne!(ada.get(&world.path).await.expect(200)["totalAmount"], before["totalAmount"]);
    world.app.finish().await;
}
