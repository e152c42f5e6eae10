//! P6: how much later the first word of an answer comes through the server than from the model itself, with fifty answers being
//! streamed at once, and whether the ledger then holds exactly what the model says it used.
//!
//! The model is the tests' double, in a process of its own. It writes slowly, so that all fifty are under way together.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context as _, ensure};
use proffer::embedded::postgres::{Embedded, Options};
use proffer_domain::{
    chat::{self, ChatInput},
    client::ClientInput,
    company::CompanyProfile,
    document::patch::Content,
    pricing::PricingTable,
};
use rand::{SeedableRng as _, rngs::StdRng};
use reqwest::{Client, Response};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::{
    net::TcpStream,
    process::Command,
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{
    driver::{Driver, ROUNDS},
    machine,
    model_double::{Mode, ModelDouble},
    process::{self, Background},
    report::{Line, Report, Verdict, quantile, raw},
    scratch::Scratch,
    seed::{self, Seeded},
};

/// Answers under way at once.
const STREAMS: usize = 50;
/// One begins so long after the other: people do not ask in the same instant.
const APART: Duration = Duration::from_millis(50);
/// The double waits so long before each piece of an answer; all of them take longer than it takes to begin fifty.
const PAUSE: Duration = Duration::from_millis(120);
/// How many questions a person may ask at once.
const BURST: usize = 25;
/// The double may take so long to listen.
const PATIENCE: Duration = Duration::from_secs(10);
/// A database migration may take so long.
const MIGRATION: Duration = Duration::from_mins(2);
const MESSAGE: &str = "Tell me more.";
const WHAT: &str = "first streamed word, 50 streams, p50 and p95";
const TARGET: &str = "<= +5 ms, <= +25 ms";

/// The double, for as long as it is wanted: what this program does when it is started with `model-double PORT`.
pub async fn double(port: u16) -> anyhow::Result<()> {
    let double = ModelDouble::on_port(port, Mode::Slow(PAUSE)).await?;
    println!("listening on {}", double.base_url());
    std::future::pending().await
}

/// When the first word came, in milliseconds, and what the model says it used.
struct Heard {
    first: f64,
    tokens: Option<(u64, u64)>,
}

/// The measure.
pub async fn measure(driver: &Driver, report: &mut Report) -> anyhow::Result<()> {
    let scratch = Scratch::new("streaming")?;
    let binaries = std::env::var_os("PROFFER_POSTGRES_BIN").map(PathBuf::from);
    let options = Options { data_dir: scratch.path(), binaries: binaries.as_deref(), durable: true };
    let database = Embedded::start(&options, &mut StdRng::seed_from_u64(1)).await.context("starting PostgreSQL")?;
    let outcome = on(driver, &scratch, &database, report).await;
    let stopped = database.stop().await;
    drop(scratch);
    outcome.and(stopped)
}

async fn on(driver: &Driver, scratch: &Scratch, database: &Embedded, report: &mut Report) -> anyhow::Result<()> {
    println!("\nThe chat: {STREAMS} streams, one begun every {} ms, {ROUNDS} rounds", APART.as_millis());
    let port = process::free_port()?;
    let own = std::env::current_exe().context("finding this program")?;
    let mut command = process::command(&own);
    command.arg("model-double").arg(port.to_string());
    let model = Background::start(&mut command, &scratch.path().join("model.log"), "the model double")?;
    listening(port).await?;
    let address = format!("http://127.0.0.1:{port}/v1");
    let server_with = |subcommand: &str, port: u16| {
        let urls = database.urls();
        let mut command = process::command(&driver.binary);
        command.arg(subcommand).env("PROFFER_BIND", format!("127.0.0.1:{port}")).env("PROFFER_DATA_DIR", scratch.path());
        command.env("PROFFER_INTERNAL_BIND", "127.0.0.1:0");
        command.env("PROFFER_DATABASE_URL", urls.app.expose_secret()).env("PROFFER_SYSTEM_DATABASE_URL", urls.system.expose_secret());
        command.env("PROFFER_MIGRATION_DATABASE_URL", urls.owner.expose_secret());
        command.env("PROFFER_SECRET_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
        command
    };
    let with_model = |mut command: Command| {
        command.env("PROFFER_AI_BASE_URL", &address).env("PROFFER_AI_API_KEY", "any").env("PROFFER_AI_MODEL", "gpt-4o-mini");
        command.env("PROFFER_AI_MONTHLY_LIMIT_USD", "1000");
        command
    };
    process::output(&mut server_with("migrate", 0), MIGRATION).await.context("migrating")?;
    let port = process::free_port()?;
    let base = format!("http://127.0.0.1:{port}");
    let log = scratch.path().join("serve.log");
    // The drafts to talk about are the offline assistant's; they cost nothing, and the ledger begins at nothing.
    let mut server = Background::start(&mut server_with("serve", port), &log, "proffer serve")?;
    server.ready(&base).await?;
    let worker = Background::start(&mut server_with("worker", 0), &scratch.path().join("worker.log"), "proffer worker")?;
    let seeded = seed::seed(&base, &scratch.path().join("outbox")).await?;
    worker.stop().await?;
    server.stop().await?;
    let mut admin = PgConnection::connect(database.urls().admin.expose_secret()).await?;
    let proposals = copies(&mut admin, &seeded).await?;
    let mut server = Background::start(&mut with_model(server_with("serve", port)), &log, "proffer serve")?;
    server.ready(&base).await?;
    let body = question(&mut admin, &seeded).await?;
    let outcome = rounds(&mut admin, &address, &base, &seeded, &proposals, &body, report).await;
    server.ready(&base).await?;
    server.stop().await?;
    model.stop().await?;
    outcome
}

async fn listening(port: u16) -> anyhow::Result<()> {
    let connected = async {
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, connected).await.context("the model double does not listen")
}

/// As many proposals as there are streams, all alike: of one proposal one question is answered at a time.
async fn copies(admin: &mut PgConnection, seeded: &Seeded) -> anyhow::Result<Vec<String>> {
    let id = seeded.proposal.rsplit('/').next().context("a proposal's path")?;
    let copies = format!(
        "INSERT INTO proposals SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
         FROM proposals p, generate_series(1, {STREAMS}) WHERE id = '{id}' RETURNING id::text"
    );
    Ok(sqlx::query_scalar(AssertSqlSafe(copies)).fetch_all(admin).await?)
}

/// The request that the server makes of the model, for the model alone.
async fn question(admin: &mut PgConnection, seeded: &Seeded) -> anyhow::Result<Value> {
    let id = seeded.proposal.rsplit('/').next().context("a proposal's path")?;
    let row = format!("SELECT title, html_content FROM proposals WHERE id = '{id}'");
    let (title, html): (String, String) = sqlx::query_as(AssertSqlSafe(row)).fetch_one(admin).await?;
    let client = ClientInput {
        company_name: "Bakery Bob".into(),
        first_name: "Bob".into(),
        last_name: "Baker".into(),
        email: "bob@example.org".into(),
        ..ClientInput::default()
    };
    let input = ChatInput {
        content: Content::read(title, None, &html, PricingTable::default()),
        company: CompanyProfile { name: "Studio Ada".into(), ..CompanyProfile::default() },
        client: client.validate().map_err(|errors| anyhow::anyhow!("{errors:?}"))?,
        client_context: String::new(),
        proposed_solution: String::new(),
        pricing_details: String::new(),
        additional_notes: None,
        history: Vec::new(),
        message: MESSAGE.to_owned(),
    };
    let prompt = chat::prompt(chat::PROMPT.text, None, &input);
    Ok(json!({
        "model": "gpt-4o-mini", "stream": true, "stream_options": { "include_usage": true }, "max_completion_tokens": 1000,
        "messages": [{ "role": "system", "content": prompt.system }, { "role": "user", "content": prompt.user }],
        "response_format": {
            "type": "json_schema", "json_schema": { "name": chat::SCHEMA_NAME, "strict": true, "schema": chat::schema() },
        },
    }))
}

async fn rounds(
    admin: &mut PgConnection,
    address: &str,
    base: &str,
    seeded: &Seeded,
    proposals: &[String],
    body: &Value,
    report: &mut Report,
) -> anyhow::Result<()> {
    let client = Client::new();
    let (mut direct, mut through, mut tokens) = (Vec::new(), Vec::new(), None);
    // The first round makes connections and plans, and counts for the ledger alone.
    for round in 0..=ROUNDS {
        let mut heard = JoinSet::new();
        for _ in proposals {
            let request = with_body(client.post(format!("{address}/chat/completions")).bearer_auth("any"), body);
            heard.spawn(hear_model(request));
            sleep(APART).await;
        }
        let alone = ended(heard).await?;
        tokens = alone.first().and_then(|heard| heard.tokens);
        let mut heard = JoinSet::new();
        for some in proposals.chunks(BURST) {
            // A person does not ask so much at once; who may is not what is measured.
            sqlx::raw_sql("DELETE FROM rate_limits").execute(&mut *admin).await?;
            for id in some {
                let request = client.post(format!("{base}/api/proposals/{id}/chat/stream")).header("cookie", &seeded.cookie);
                let request = with_body(request.header("sec-fetch-site", "same-origin"), &json!({ "message": MESSAGE }));
                heard.spawn(hear_server(request));
                sleep(APART).await;
            }
        }
        let served = ended(heard).await?;
        let [alone, served] = [alone, served].map(|all| all.into_iter().map(|heard| heard.first).collect::<Vec<f64>>());
        let row = [(&alone, 0.5), (&alone, 0.95), (&served, 0.5), (&served, 0.95)].map(|(values, share)| quantile(values, share));
        let [a50, a95, s50, s95] = row;
        raw("P6", format!("round {round}: the model p50 {a50:.1} ms, p95 {a95:.1} ms; the server p50 {s50:.1} ms, p95 {s95:.1} ms"));
        if round > 0 {
            direct.extend(alone);
            through.extend(served);
        }
    }
    let [d50, d95] = [0.5, 0.95].map(|share| quantile(&direct, share));
    let [t50, t95] = [0.5, 0.95].map(|share| quantile(&through, share));
    report.add(Line {
        measure: "P6",
        what: WHAT,
        measured: format!("{t50:.1}, {t95:.1} ms"),
        baseline: format!("{d50:.1}, {d95:.1} ms"),
        ratio: format!("{:+.1}, {:+.1}", t50 - d50, t95 - d95),
        target: TARGET,
        verdict: Verdict::of(t50 - d50 <= 5.0 && t95 - d95 <= 25.0),
    });
    ledger(admin, proposals.len() * (ROUNDS + 1), tokens.context("the model said nothing of tokens")?, report).await
}

/// Whether the ledger holds what all answers together took, and nothing is held back.
async fn ledger(admin: &mut PgConnection, calls: usize, each: (u64, u64), report: &mut Report) -> anyhow::Result<()> {
    let sql = "SELECT (SELECT sum(input_tokens_used)::bigint FROM user_usage), (SELECT sum(output_tokens_used)::bigint FROM user_usage),
                      (SELECT sum(reserved_cost_usd)::text FROM user_usage), (SELECT count(*) FROM usage_reservations)";
    let (input, output, held, open): (i64, i64, String, i64) = sqlx::query_as(sql).fetch_one(admin).await?;
    let calls = u64::try_from(calls)?;
    let wanted = (i64::try_from(calls * each.0)?, i64::try_from(calls * each.1)?);
    let exact = (input, output) == wanted && held.trim_matches(['0', '.']).is_empty() && open == 0;
    raw("P6", format!("the ledger: {input} and {output} tokens, {held} held back, {open} open; the model: {} and {}", wanted.0, wanted.1));
    report.add_limit("P6", "usage ledger", format!("{input} + {output} tokens"), "exact", exact);
    Ok(())
}

fn with_body(request: reqwest::RequestBuilder, body: &Value) -> reqwest::RequestBuilder {
    request.header("content-type", "application/json").body(body.to_string())
}

async fn ended(mut all: JoinSet<anyhow::Result<Heard>>) -> anyhow::Result<Vec<Heard>> {
    let mut heard = Vec::new();
    while let Some(one) = all.join_next().await {
        heard.push(one??);
    }
    Ok(heard)
}

/// Until the answer's first word stands in what the model has sent.
async fn hear_model(request: reqwest::RequestBuilder) -> anyhow::Result<Heard> {
    let (mut said, mut tokens) = (String::new(), None);
    let begun = machine::now();
    let mut first = None;
    let mut events = Events::of(request.send().await?.error_for_status()?);
    while let Some(chunk) = events.next().await? {
        said.push_str(chunk.pointer("/choices/0/delta/content").and_then(Value::as_str).unwrap_or_default());
        if first.is_none() && said.split_once("\"reply\":\"").is_some_and(|(_, words)| !words.is_empty()) {
            first = Some(begun.elapsed());
        }
        let count = |name: &str| chunk.pointer(&format!("/usage/{name}")).and_then(Value::as_u64);
        tokens = count("prompt_tokens").zip(count("completion_tokens")).or(tokens);
    }
    let first = first.context("the model said nothing")?.as_secs_f64() * 1000.0;
    Ok(Heard { first, tokens })
}

async fn hear_server(request: reqwest::RequestBuilder) -> anyhow::Result<Heard> {
    let begun = machine::now();
    let (mut first, mut last) = (None, Value::Null);
    let response = request.send().await?;
    ensure!(response.status().is_success(), "the server answered {}", response.text().await?);
    let mut events = Events::of(response);
    while let Some(event) = events.next().await? {
        if first.is_none() && event.get("kind").is_some_and(|kind| kind == "text") {
            first = Some(begun.elapsed());
        }
        last = event;
    }
    ensure!(last.get("kind").is_some_and(|kind| kind == "done"), "the stream ended with {last}");
    Ok(Heard { first: first.context("no words came")?.as_secs_f64() * 1000.0, tokens: None })
}

/// Server-sent events.
struct Events {
    response: Response,
    text: String,
}

impl Events {
    fn of(response: Response) -> Self {
        Self { response, text: String::new() }
    }

    /// The next one's JSON.
    async fn next(&mut self) -> anyhow::Result<Option<Value>> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                let data = event.lines().find_map(|line| line.strip_prefix("data:")).map(str::trim);
                match data {
                    Some(data) if data != "[DONE]" => return Ok(Some(serde_json::from_str(data)?)),
                    _ => continue,
                }
            }
            let Some(more) = self.response.chunk().await? else { return Ok(None) };
            self.text.push_str(std::str::from_utf8(&more)?);
        }
    }
}
