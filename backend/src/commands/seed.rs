//! `proffer seed`, and the start of `proffer dev --demo`: a demo workspace whose proposals are drafted, sent,
//! questioned, signed and declined. It is created through the API, as users would; only the owner's address
//! is verified without a mail.

use anyhow::{Context as _, bail, ensure};
use poem::{Endpoint, Request, endpoint::BoxEndpoint, http::Method};
use proffer_adapters::clock::Clock;
use proffer_domain::identity::{Registration, RegistrationInput};
use proffer_store::SystemTx;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::runtime;
use crate::{
    app::App,
    config::{Config, DatabaseUrls, environment},
    features::identity::service::{accounts, admins},
    site, worker,
};

/// The owner of the demo workspace.
pub const EMAIL: &str = "demo@proffer.example";
/// The site administrator of `proffer dev --demo`.
pub const ADMIN_EMAIL: &str = "admin@proffer.example";

const DEMO: &str = include_str!("seed/demo.json");

/// The content of the workspace.
#[derive(Deserialize)]
struct Demo {
    person: Person,
    company: Value,
    design: Value,
    work: Vec<Work>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Person {
    first_name: String,
    last_name: String,
}

/// A client, and the progress of their proposal.
#[derive(Deserialize)]
struct Work {
    client: Value,
    proposal: Map<String, Value>,
    then: Stage,
    /// The client's message.
    words: Option<String>,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Stage {
    Drafted,
    Sent,
    Asked,
    Signed,
    Declined,
}

/// Runs the command on the configured database, with a generated password that is printed once.
///
/// # Errors
/// When a setting is invalid, the database does not answer, or a step is refused.
pub async fn run() -> anyhow::Result<()> {
    let (config, urls) = (Config::from_settings(&environment)?, DatabaseUrls::from_settings(&environment)?);
    let app = runtime::build_app(config, &urls, Clock::System).await?;
    // A public site must not have an account with a known password. The suffix satisfies the password rules.
    let password = format!("{}-Aa1", hex::encode(app.rng.bytes::<9>()));
    let made = Box::pin(demo(&app, &password)).await;
    app.db.close().await;
    if made? {
        println!(
            "Sign in at {} as {EMAIL} with the password {password}\nIt is not shown again.",
            app.config.link("/auth")
        );
    } else {
        println!("{EMAIL} already has an account; nothing was changed");
    }
    Ok(())
}

/// Creates the demo workspace; returns false when its owner already has an account. The resulting jobs are
/// run here.
///
/// # Errors
/// When the database does not answer, or a step is refused.
pub async fn demo(app: &App, password: &str) -> anyhow::Result<bool> {
    let demo: Demo = serde_json::from_str(DEMO).context("demo.json")?;
    if !open_account(app, EMAIL, demo.person, password).await? {
        return Ok(false);
    }
    let mut owner = ApiUser::new(app);
    owner.ask(Method::POST, "/api/login", json!({ "email": EMAIL, "password": password })).await?;
    let workspace = json!({ "name": at(&demo.company, "/name"), "countersign": false });
    owner.ask(Method::PUT, "/api/workspace", workspace).await?;
    owner.ask(Method::POST, "/api/companies", demo.company).await?;
    owner.ask(Method::POST, "/api/user-template-preferences", demo.design).await?;
    for work in demo.work {
        make(app, &mut owner, work).await?;
    }
    work_off(app).await?;
    Ok(true)
}

/// Creates a demo site administrator, unless there is an account with that address.
pub async fn administrator(app: &App, password: &str) -> anyhow::Result<()> {
    let person = Person { first_name: "Robin".to_owned(), last_name: "Keller".to_owned() };
    if open_account(app, ADMIN_EMAIL, person, password).await? {
        let tx = SystemTx::begin(app.db.system()).await?;
        admins::grant(&tx, ADMIN_EMAIL).await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn open_account(app: &App, email: &str, person: Person, password: &str) -> anyhow::Result<bool> {
    let input = RegistrationInput {
        email: email.to_owned(),
        password: password.to_owned(),
        first_name: person.first_name,
        last_name: person.last_name,
    };
    let registration: Registration =
        input.validate().map_err(|errors| anyhow::anyhow!("the demo's owner: {errors:?}"))?;
    let password_hash =
        app.passwords.hash(&registration.password, app.rng.bytes()).await.context("hashing the password")?;
    let tx = SystemTx::begin(app.db.system()).await?;
    let opened =
        accounts::open_proven(app, &tx, &registration, password_hash).await.context("opening the account")?;
    tx.commit().await?;
    Ok(opened.is_some())
}

/// Creates one client with one proposal.
async fn make(app: &App, owner: &mut ApiUser, work: Work) -> anyhow::Result<()> {
    let client = owner.ask(Method::POST, "/api/clients", work.client.clone()).await?;
    let mut input = work.proposal;
    input.insert("clientId".to_owned(), at(&client, "/id"));
    let path = format!(
        "/api/proposals/{}",
        text(&owner.ask(Method::POST, "/api/proposals", input.into()).await?, "id")?
    );
    work_off(app).await?;
    let drafting = owner.ask(Method::GET, &format!("{path}/drafting"), Value::Null).await?;
    ensure!(at(&drafting, "/status") == "done", "the draft for {client} was not created: {drafting}");
    if work.then == Stage::Drafted {
        return Ok(());
    }
    let sent = owner.ask(Method::PUT, &path, json!({ "status": "pending" })).await?;
    let shared = format!("/api/shared/proposals/{}", text(&sent, "shareToken")?);
    let mut reader = ApiUser::new(app);
    let page = reader.ask(Method::GET, &shared, Value::Null).await?;
    let name = format!("{} {}", text(&client, "firstName")?, text(&client, "lastName")?);
    let answer = match work.then {
        Stage::Drafted | Stage::Sent => return Ok(()),
        Stage::Asked => json!({ "action": "request_changes" }),
        Stage::Declined => json!({ "action": "decline", "reason": "timing" }),
        Stage::Signed => json!({
            "action": "accept", "signature": name, "consentId": at(&page, "/consent/id"),
            "totalAmount": at(&page, "/totalAmount"),
        }),
    };
    let who = json!({
        "senderName": name, "senderEmail": at(&client, "/email"),
        "revisionSha256": at(&page, "/revision/sha256"), "message": work.words,
    });
    let answer: Map<String, Value> =
        [who, answer].into_iter().filter_map(|part| part.as_object().cloned()).flatten().collect();
    reader.ask(Method::POST, &format!("{shared}/action"), answer.into()).await?;
    Ok(())
}

/// Runs the due jobs.
async fn work_off(app: &App) -> anyhow::Result<()> {
    let worker = worker::build(app, std::future::pending()).await?;
    worker.run_once().await.context("running the jobs of the demo")
}

/// The value at a pointer, or null.
fn at(value: &Value, pointer: &str) -> Value {
    value.pointer(pointer).cloned().unwrap_or_default()
}

fn text<'a>(value: &'a Value, field: &str) -> anyhow::Result<&'a str> {
    value.get(field).and_then(Value::as_str).with_context(|| format!("there is no {field}"))
}

/// An API user with a session.
struct ApiUser {
    server: BoxEndpoint<'static>,
    cookie: Option<String>,
}

impl ApiUser {
    fn new(app: &App) -> Self {
        Self { server: site::endpoint(app), cookie: None }
    }

    /// The response of a call; any status other than success is an error.
    async fn ask(&mut self, method: Method, path: &str, input: Value) -> anyhow::Result<Value> {
        let what = format!("{method} {path}");
        let mut request =
            Request::builder().method(method).uri_str(path).header("sec-fetch-site", "same-origin");
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        let request = if input.is_null() {
            request.finish()
        } else {
            request.content_type("application/json").body(input.to_string())
        };
        let answer = self.server.call(request).await.with_context(|| what.clone())?;
        if let Some(cookie) = answer.header("set-cookie").and_then(|set| set.split(';').next()) {
            self.cookie = Some(cookie.to_owned());
        }
        let status = answer.status();
        let body = answer.into_body().into_string().await.with_context(|| what.clone())?;
        if !status.is_success() {
            bail!("{what} was answered {status}: {body}");
        }
        serde_json::from_str(&body).with_context(|| what)
    }
}
