//! The data for the requests: an account with a company, a client and twenty drafted proposals, created
//! through the API like a user would.

use std::{path::Path, time::Duration};

use anyhow::{Context as _, bail, ensure};
use mail_parser::MessageParser;
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::machine;

/// How many proposals the list shows.
pub const PROPOSALS: usize = 20;
/// How long a mail or a draft may take.
const PATIENCE: Duration = Duration::from_mins(1);
/// The password of all users.
pub const PASSWORD: &str = "Passw0rdX";

/// A user's data, and the session for requesting it.
pub struct Seeded {
    /// The `Cookie` header of the session.
    pub cookie: String,
    /// The id of the client.
    pub client: String,
    /// The path of one of the proposals.
    pub proposal: String,
}

/// A user with a browser session.
#[derive(Clone, Default)]
pub struct Person {
    client: Client,
    base: String,
    cookie: String,
    address: String,
}

impl Person {
    /// A client without a session, at this address.
    pub fn at(base: &str, address: impl Into<String>) -> Self {
        Self { base: base.to_owned(), address: address.into(), ..Self::default() }
    }

    /// A seeded user.
    pub fn seeded(base: &str, seeded: &Seeded) -> Self {
        Self { base: base.to_owned(), cookie: seeded.cookie.clone(), ..Self::default() }
    }

    /// Signs in with this email address.
    pub async fn sign_in(&mut self, email: &str) -> anyhow::Result<()> {
        self.ask(Method::POST, "/api/login", Some(json!({"email": email, "password": PASSWORD})))
            .await
            .map(|_| ())
    }

    /// Sends a request that must succeed; a session that it opens is kept.
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> anyhow::Result<Response> {
        let what = format!("{method} {path}");
        let mut request = self
            .client
            .request(method, format!("{}{path}", self.base))
            .header("sec-fetch-site", "same-origin");
        for (header, value) in [("cookie", &self.cookie), ("x-forwarded-for", &self.address)] {
            if !value.is_empty() {
                request = request.header(header, value);
            }
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let answer = request.send().await.with_context(|| what.clone())?;
        if let Some(set) = answer.headers().get("set-cookie").and_then(|value| value.to_str().ok()) {
            set.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
        }
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        bail!("{what} answered {status}: {}", answer.text().await?)
    }

    /// The same, and reads the response; null if it is empty.
    pub async fn ask(&mut self, method: Method, path: &str, body: Option<Value>) -> anyhow::Result<Value> {
        let text = self.send(method, path, body).await?.text().await?;
        if text.is_empty() {
            Ok(Value::Null)
        } else {
            serde_json::from_str(&text).with_context(|| path.to_owned())
        }
    }

    /// Accepts all findings of the pre-send check of a proposal.
    pub async fn accept(&mut self, proposal: &str) -> anyhow::Result<()> {
        let check = self.ask(Method::GET, &format!("{proposal}/check"), None).await?;
        let findings = check.get("findings").and_then(Value::as_array).into_iter().flatten();
        let claims: Vec<&Value> = findings.filter_map(|finding| finding.get("claimKey")).collect();
        if !claims.is_empty() {
            self.ask(Method::POST, &format!("{proposal}/check/accept"), Some(json!({ "claims": claims })))
                .await?;
        }
        Ok(())
    }

    /// Lets the assistant draft a proposal, and waits for it.
    pub async fn drafted(&mut self, client: &str, number: usize) -> anyhow::Result<()> {
        let created = self.ask(Method::POST, "/api/proposals", Some(proposal(client, number))).await?;
        drafted(self, &format!("/api/proposals/{}", text(&created, "id")?)).await
    }
}

/// Creates all of it for a user with this name on the server at `base`, whose mail goes to `outbox` and whose
/// jobs a worker runs.
pub async fn seed(base: &str, outbox: &Path, name: &str) -> anyhow::Result<Seeded> {
    let mut person = Person::at(base, "");
    let email = format!("{name}@example.org");
    let account = json!({"email": email, "password": PASSWORD, "firstName": "Ada", "lastName": "Lovelace"});
    person.ask(Method::POST, "/api/register", Some(account)).await?;
    let token = verification(outbox, &email).await?;
    person.ask(Method::GET, &format!("/api/verify-email?token={token}"), None).await?;
    person.sign_in(&email).await?;
    let company = json!({
        "name": "Studio Ada",
        "aboutUs": "We are a small studio that designs and builds websites and shops for craftspeople and their customers.",
        "whyWorkWithUs": "Our clients stay with us for years, because we answer the telephone and finish what we start.",
        "howWeWork": "We meet every Tuesday, show what works, and change what does not before it becomes expensive.",
        "whatWeOffer": "Websites, online shops, photography of products, training of staff, and care afterwards.",
        "termsAndConditions": "Half is due on acceptance and the rest on delivery. Invoices are payable within 14 days.",
    });
    person.ask(Method::POST, "/api/companies", Some(company)).await?;
    let client = json!({"companyName": "Bakery Bob", "firstName": "Bob", "lastName": "Baker", "email": "bob@example.org"});
    let client = text(&person.ask(Method::POST, "/api/clients", Some(client)).await?, "id")?;
    let mut proposals = Vec::new();
    for number in 0..PROPOSALS {
        let created = person.ask(Method::POST, "/api/proposals", Some(proposal(&client, number))).await?;
        proposals.push(format!("/api/proposals/{}", text(&created, "id")?));
    }
    for path in &proposals {
        drafted(&mut person, path).await?;
    }
    let proposal = proposals.pop().context("no proposal was made")?;
    Ok(Seeded { cookie: person.cookie, client, proposal })
}

/// The token of the verification mail to this address.
async fn verification(outbox: &Path, email: &str) -> anyhow::Result<String> {
    let begun = machine::now();
    loop {
        for entry in std::fs::read_dir(outbox).into_iter().flatten().flatten() {
            let raw = std::fs::read(entry.path())?;
            let mail = MessageParser::default().parse(&raw);
            let body = mail.as_ref().and_then(|mail| mail.body_text(0)).unwrap_or_default();
            let to = mail.as_ref().and_then(|mail| mail.to()?.first()?.address());
            if let (Some((_, token)), true) = (body.split_once("token="), to == Some(email)) {
                return Ok(token.split_whitespace().next().unwrap_or_default().to_owned());
            }
        }
        ensure!(begun.elapsed() < PATIENCE, "no verification mail has come to {}", outbox.display());
        sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until the offline assistant has written a proposal.
async fn drafted(person: &mut Person, path: &str) -> anyhow::Result<()> {
    let begun = machine::now();
    loop {
        let state = person.ask(Method::GET, &format!("{path}/drafting"), None).await?;
        match text(&state, "status")?.as_str() {
            "done" => return Ok(()),
            "failed" => bail!("the draft of {path} has failed: {state}"),
            _ => ensure!(begun.elapsed() < PATIENCE, "the draft of {path} does not end: {state}"),
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// A string field.
pub fn text(value: &Value, field: &str) -> anyhow::Result<String> {
    Ok(value.get(field).and_then(Value::as_str).with_context(|| format!("no {field} in {value}"))?.to_owned())
}

/// A proposal of ordinary length, each with different figures.
fn proposal(client: &str, number: usize) -> Value {
    json!({
        "clientId": client,
        "clientContext": "The bakery takes its orders by telephone and on paper. On Saturdays nobody has time to answer, and about a third \
            of the callers give up. Customers want to order cakes from home, choose the size and the filling, and know when they can \
            come for them. The present website is eight years old, cannot be read on a telephone, and only one nephew can change it. \
            Two more shops are to open next year, and their orders must not be mixed up with those of the first. The staff are \
            not used to computers and must be able to see the day's orders at a glance.",
        "proposedSolution": "We will design and build a new website with an online shop. It includes a configurator for cakes with \
            sizes, fillings and inscriptions, a calendar with times for collection, and payment by card. Each shop gets its own list \
            of orders, which prints itself in the morning. We will photograph forty products, write their descriptions with you, and \
            move what is worth keeping from the old website. Your staff get two afternoons of training. We will launch within ten \
            weeks and look after the shop for a year.",
        "pricingDetails": format!(
            "Design and build ${}, product photography $1,200, training 2 afternoons at $350, hosting $49 per month, care $180 per month",
            4500 + number * 25
        ),
        "additionalNotes": "Bob is on holiday in the last week of August.",
    })
}
