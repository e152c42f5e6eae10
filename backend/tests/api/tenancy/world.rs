//! Two tenants with data of every kind, and their rows.

use std::collections::BTreeMap;

use proffer::mail::unsubscribe::{self, Subscription};
use proffer_domain::notification::NotificationEvent;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::files;
use crate::account;
use crate::support::{
    actor::text,
    app::TestApp,
    operations::Ids,
    stories::{self, Owner, PASSWORD, path_of, shared_path_of},
};

/// The words.
pub const A: &str = "zqcanarya";
pub const B: &str = "zqcanaryb";

/// A user with a workspace full of data, all of which contains the tenant's word.
pub struct Tenant {
    pub owner: Owner,
    pub mate: Owner,
    pub workspace: Uuid,
    pub ids: Ids,
}

/// A tenant with data of every kind.
pub async fn tenant(app: &TestApp, word: &str) -> Tenant {
    let owner = app.register_verified_owner(word).await;
    owner.create_company().await;
    owner.post("/api/user-template-preferences", design(word)).await.expect(200);
    let mate = app.joined(&owner, &format!("{word}mate"), "member").await;
    // One that the team can resend and withdraw, and one whose link can be used.
    app.invite(&owner, &format!("asked@{word}.example"), "member").await;
    let invitation_token = app.invite(&owner, &format!("guest@{word}.example"), "member").await;
    // An expired granted plan allows nothing, and its reason is still stored.
    app.gives(&owner, &format!("{word} Admin"), &format!("A friend of {word}")).await;
    app.database.run("UPDATE subscriptions SET given_until = given_at").await;
    let client = owner.create_client(word).await;
    let signed = sent(app, &owner, &client, word).await;
    let wish = json!({
        "action": "request_changes", "senderName": format!("{word} Berg"),
        "senderEmail": format!("wish@{word}.example"),
        "message": format!("More {word}, please."),
    });
    act(app, &signed, wish).await;
    let acceptance = accepting(app, &signed, word).await;
    act(app, &signed, acceptance).await;
    app.countersigns(&owner, true).await;
    let countersigned = sent(app, &owner, &client, word).await;
    let acceptance = accepting(app, &countersigned, word).await;
    act(app, &countersigned, acceptance).await;
    owner
        .post(
            format!("{}/countersign", path_of(&countersigned)),
            json!({ "signature": format!("{word} Berg") }),
        )
        .await
        .expect(200);
    let accepted = sent(app, &owner, &client, word).await;
    let acceptance = accepting(app, &accepted, word).await;
    act(app, &accepted, acceptance).await;
    app.countersigns(&owner, false).await;
    owner
        .put("/api/notifications/preferences", json!([{ "kind": "viewed", "inApp": true, "byMail": false }]))
        .await
        .expect(200);
    let open = sent(app, &owner, &client, word).await;
    // The rate limit of mails is covered by another test.
    app.database.run("DELETE FROM rate_limits").await;
    let drafted = drafted(app, &owner, &client, word).await;
    let claim = claims(app, &owner, &drafted, word).await;
    let talk = talk(&owner, &drafted, word).await;
    let connection = json!({
        "issuer": format!("https://login.{word}.example"), "clientId": format!("{word}-proffer"),
        "clientSecret": format!("{word}-secret"),
        "enabled": false, "enforced": false, "addsMembers": true, "defaultRole": "member",
    });
    owner.put("/api/sso", connection).await.expect(200);
    let domain =
        owner.post("/api/sso/domains", json!({ "domain": format!("{word}.example") })).await.expect(201);
    app.mail().await;
    let key = owner.create_key(&format!("Key of {word}"), &["clients:read"]).await;
    let cursor = owner.get("/api/clients?limit=1").await;
    assert_eq!(cursor.next_page(), None);
    let ids = Ids {
        client: text(&client["id"]).to_owned(),
        proposal: text(&drafted["id"]).to_owned(),
        item: text(&drafted["pricing"]["groups"][0]["items"][0]["id"]).to_owned(),
        share_token: text(&open["shareToken"]).to_owned(),
        revision: text(&open["sentRevision"]["sha256"]).to_owned(),
        pending: text(&open["id"]).to_owned(),
        signed: text(&signed["id"]).to_owned(),
        signed_token: text(&signed["shareToken"]).to_owned(),
        accepted: text(&accepted["id"]).to_owned(),
        notification: text(&owner.get("/api/notifications").await.expect(200)[0]["id"]).to_owned(),
        unsubscribe: unsubscribing(app, &owner),
        files: files::files(app, &owner, word).await,
        word: word.to_owned(),
        cursor: cursor_at(app, text(&client["id"])),
        email: owner.email.clone(),
        password: PASSWORD.to_owned(),
        mailed_token: String::new(),
        member: membership(&owner, &mate.email).await,
        invitation: membership(&owner, &format!("asked@{word}.example")).await,
        workspace: text(&owner.user["workspace"]["id"]).to_owned(),
        session: another_session(app, &owner).await,
        identity: account::link(app, &owner, &format!("https://login.{word}.example"), None).await,
        user: text(&owner.user["id"]).to_owned(),
        domain: text(&domain["id"]).to_owned(),
        key: text(&key["apiKey"]["id"]).to_owned(),
        invitation_token,
        picture: picture(&owner).await,
        message: talk.message,
        block: talk.block,
        turn: talk.turn,
        claim,
        job: app
            .database
            .value(format!(
                "SELECT id::text FROM jobs WHERE workspace_id = '{}' LIMIT 1",
                text(&owner.user["workspace"]["id"])
            ))
            .await,
    };
    Tenant { workspace: text(&owner.user["workspace"]["id"]).parse().unwrap(), owner, mate, ids }
}

/// A question to the assistant that it answered with a change.
pub struct AssistantTurn {
    pub message: String,
    pub block: String,
    pub turn: String,
}

/// Asks the assistant for a section about that word.
pub async fn talk(owner: &Owner, proposal: &Value, word: &str) -> AssistantTurn {
    let chat = format!("{}/chat", path_of(proposal));
    let reply = owner
        .post(&chat, json!({ "message": format!("Add a section about {word} training: We train {word} in two afternoons.") }))
        .await
        .expect(200);
    let message = &reply["message"];
    let said = owner.get(&chat).await.expect(200);
    AssistantTurn {
        message: text(&message["id"]).to_owned(),
        block: text(&message["changes"][0]["block"]["blockId"]).to_owned(),
        turn: text(&said[0]["turnId"]).to_owned(),
    }
}

/// Creates two unbacked claims in a proposal, accepts one and returns the key of the other. The version is
/// unchanged.
pub async fn claims(app: &TestApp, owner: &Owner, proposal: &Value, word: &str) -> String {
    let words = format!("</h2><p>The {word} total is $5,000. In total {word} pays $6,000.</p>");
    let html = text(&proposal["htmlContent"]).replacen("</h2>", &words, 1);
    let id: Uuid = text(&proposal["id"]).parse().unwrap();
    sqlx::query("UPDATE proposals SET html_content = $1 WHERE id = $2")
        .bind(html)
        .bind(id)
        .execute(&app.database.admin)
        .await
        .unwrap();
    let check = owner.get(format!("{}/check", path_of(proposal))).await.expect(200);
    let keys: Vec<&str> =
        check["findings"].as_array().unwrap().iter().map(|finding| text(&finding["claimKey"])).collect();
    owner
        .post(format!("{}/check/accept", path_of(proposal)), json!({ "claims": [keys[0]] }))
        .await
        .expect(200);
    keys[1].to_owned()
}

/// The membership of that address.
pub async fn membership(owner: &Owner, email: &str) -> String {
    let team = owner.get("/api/team").await.expect(200);
    let found = team.as_array().unwrap().iter().find(|member| member["email"] == email);
    text(&found.unwrap_or_else(|| panic!("{email} is not in {team:#}"))["id"]).to_owned()
}

/// The id of another session of the owner.
async fn another_session(app: &TestApp, owner: &Owner) -> String {
    app.sign_in(&owner.name).await;
    let sessions = owner.get("/api/account/sessions").await.expect(200);
    let other = sessions.as_array().unwrap().iter().find(|session| session["isCurrent"] == false).unwrap();
    text(&other["id"]).to_owned()
}

/// Gives the owner a picture, and returns its version.
async fn picture(owner: &Owner) -> String {
    let user = owner.send_bytes(Method::PUT, "/api/account/picture", stories::picture()).await.expect(200);
    text(&user["profileImageUrl"]).rsplit('/').next().unwrap().to_owned()
}

async fn drafted(app: &TestApp, owner: &Owner, client: &Value, word: &str) -> Value {
    let input = json!({
        "clientId": client["id"],
        "clientContext": format!("Their {word} site is slow and loses bookings."),
        "proposedSolution": format!("We build a new {word} site with online booking."),
        "pricingDetails": format!("$4,500 one-time for the {word} site and $300 monthly {word} hosting"),
        "additionalNotes": format!("They would like {word} to start in April."),
    });
    let started = owner.post("/api/proposals", input).await.expect(201);
    app.run_jobs().await;
    let drafted = owner.get(path_of(&started)).await.expect(200);
    let html =
        format!("{}<section><h2>More {word}</h2><p>And more.</p></section>", text(&drafted["htmlContent"]));
    let words = json!({
        "title": format!("A site for {word}"), "subtitle": format!("{word} online"), "htmlContent": html,
        "design": design(word),
    });
    owner.change(path_of(&started), words).await.expect(200)
}

/// A design with the word in its CSS.
fn design(word: &str) -> Value {
    let mut design = stories::design();
    design["secondaryColor"] = json!("#2c3e50");
    design["accentColor"] = json!("#f8f9fa");
    design["customCss"] = json!(format!(".pricing-{word} {{ color: #111111 }}"));
    design
}

async fn sent(app: &TestApp, owner: &Owner, client: &Value, word: &str) -> Value {
    let drafted = drafted(app, owner, client, word).await;
    let letter = json!({
        "recipientName": format!("{word} Berg"), "recipientEmail": format!("berg@{word}.example"),
        "subject": word
    });
    owner.post(format!("{}/send", path_of(&drafted)), letter).await.expect(200);
    app.run_jobs().await;
    owner.get(path_of(&drafted)).await.expect(200)
}

/// The unsubscribe token for one kind of mail to a member of that workspace.
fn unsubscribing(app: &TestApp, owner: &Owner) -> String {
    let id = |value: &Value| text(value).parse().unwrap();
    let (workspace_id, user_id) = (id(&owner.user["workspace"]["id"]), id(&owner.user["id"]));
    let link = unsubscribe::link(
        &app.app,
        &Subscription::Notifications { workspace_id, user_id, kind: NotificationEvent::Signed },
    );
    link.split_once("token=").expect("a link with its token").1.to_owned()
}

async fn accepting(app: &TestApp, proposal: &Value, word: &str) -> Value {
    let shared = app.anonymous().get(shared_path_of(proposal)).await.expect(200);
    let mut acceptance = stories::acceptance(&shared);
    acceptance["senderName"] = json!(format!("{word} Berg"));
    acceptance["signature"] = json!(format!("{word} Berg"));
    acceptance["senderEmail"] = json!(format!("sign@{word}.example"));
    acceptance
}

async fn act(app: &TestApp, proposal: &Value, action: Value) {
    app.anonymous().post(format!("{}/action", shared_path_of(proposal)), action).await.expect(200);
    app.run_jobs().await;
}

/// A reader opens the link.
pub async fn read(app: &TestApp, share_token: &str) {
    let reading = json!({
        "viewId": Uuid::from_u128(1), "visitorId": Uuid::from_u128(2), "visibleMs": 0, "interactions": 0,
        "sections": [],
    });
    app.anonymous().post(format!("/api/shared/proposals/{share_token}/views"), reading).await.expect(204);
}

/// The cursor after an entry of that id and the present time, in the server's format.
pub fn cursor_at(app: &TestApp, id: &str) -> String {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    URL_SAFE_NO_PAD.encode(format!("{}/{id}", app.now().timestamp_micros()))
}

/// The tables with a tenant, and the condition for one tenant's rows in each.
pub async fn tables(app: &TestApp, tenant: &Tenant) -> BTreeMap<String, String> {
    let names: Vec<String> = app
        .database
        .values("SELECT table_name::text FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'workspace_id'")
        .await;
    let user = text(&tenant.owner.user["id"]);
    let workspace = tenant.workspace;
    names
        .into_iter()
        .map(|name| (name, format!("workspace_id = '{workspace}'")))
        .chain([
            ("users".to_owned(), format!("id = '{user}'")),
            ("sessions".to_owned(), format!("user_id = '{user}'")),
            ("account_tokens".to_owned(), format!("user_id = '{user}' OR invited_workspace = '{workspace}'")),
            ("identities".to_owned(), format!("user_id = '{user}'")),
            ("assistant_blocks".to_owned(), format!("user_id = '{user}'")),
            (
                "sso_attempts".to_owned(),
                format!("linking_user = '{user}' OR through_workspace = '{workspace}'"),
            ),
            ("proven_domains".to_owned(), format!("owner_workspace = '{workspace}'")),
            ("share_tokens".to_owned(), format!("owner_workspace = '{workspace}'")),
        ])
        .collect()
}

/// A checksum of each table's rows of one tenant.
pub async fn checksums(app: &TestApp, tables: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let parts: Vec<String> = tables
        .iter()
        .map(|(table, rows)| {
            format!("SELECT '{table}' AS name, count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {table} t WHERE {rows}")
        })
        .collect();
    let all: Vec<(String, String)> = sqlx::query_as(AssertSqlSafe(parts.join(" UNION ALL ")))
        .fetch_all(&app.database.admin)
        .await
        .unwrap();
    all.into_iter().collect()
}

/// The tables with that word in a tenant's rows.
pub async fn tables_with(app: &TestApp, tables: &BTreeMap<String, String>, word: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (table, rows) in tables {
        let query =
            format!("SELECT EXISTS (SELECT 1 FROM {table} t WHERE ({rows}) AND t::text ILIKE '%{word}%')");
        if app.database.value::<bool>(query).await {
            found.push(table.clone());
        }
    }
    found
}
