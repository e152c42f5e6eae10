//! P6: how much later the first word of an answer arrives through the server than from the model itself, with
//! fifty answers streamed at once, and whether the ledger then equals the usage that the model reports.
//!
//! The model is the tests' double, in a separate process. It writes slowly, so that all fifty are streamed
//! together.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use proffer_domain::{
    chat::{self, ChatInput},
    client::ClientInput,
    company::CompanyProfile,
    document::patch::Content,
    pricing::PricingTable,
};
use reqwest::Client;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use tokio::{task::JoinSet, time::sleep};

use super::{
    driver::{Driver, ROUNDS},
    events::Events,
    machine,
    model_double::{Mode, ModelDouble},
    report::{Figure, Line, Report, Verdict, quantile, raw},
    seed::Seeded,
    stack::{Model, Stack, on_stack},
};

/// Concurrent answers.
const STREAMS: usize = 50;
/// The interval between their starts, because users do not ask at the same moment.
const APART: Duration = Duration::from_millis(50);
/// The double's pause before each chunk; an answer takes longer than starting all fifty.
const PAUSE: Duration = Duration::from_millis(120);
/// How many questions a user may ask at once.
const BURST: usize = 25;
const MESSAGE: &str = "Tell me more.";
/// Marks the instructions, as the server's random ones do.
const TOKEN: &str = "0123456789abcdef";
const P50: &str = "first streamed word, 50 streams, p50, and how much later";
const P95: &str = "first streamed word, 50 streams, p95, and how much later";

/// Runs the double: this program, started with `model-double PORT PAUSE`, the pause before each chunk of an
/// answer in milliseconds.
pub async fn double(port: u16, pause: Duration) -> anyhow::Result<()> {
    let double = ModelDouble::on_port(port, Mode::Slow(pause)).await?;
    println!("listening on {}", double.base_url());
    std::future::pending().await
}

/// When the first word arrived, in milliseconds, and the usage reported by the model.
struct FirstToken {
    first: f64,
    tokens: Option<(u64, u64)>,
}

pub async fn measure(driver: &Driver, report: &mut Report) -> anyhow::Result<()> {
    on_stack(driver, "streaming", async |stack| on(stack, report).await).await
}

async fn on(stack: &Stack, report: &mut Report) -> anyhow::Result<()> {
    println!("\nThe chat: {STREAMS} streams, one begun every {} ms, {ROUNDS} rounds", APART.as_millis());
    let model = Model::start(stack, PAUSE).await?;
    // The ledger starts empty.
    let [seeded] = stack.seeded(["ada"]).await?;
    let mut admin = stack.admin().await?;
    let proposals = copies(&mut admin, &seeded, STREAMS).await?;
    let server = stack.serve(Some(&model)).await?;
    let body = question(&mut admin, &seeded).await?;
    let outcome = rounds(&mut admin, &model.address, &server.base, &seeded, &proposals, &body, report).await;
    server.stop().await?;
    model.stop().await?;
    outcome
}

/// The number of identical proposals: each answers one question at a time.
pub async fn copies(admin: &mut PgConnection, seeded: &Seeded, number: usize) -> anyhow::Result<Vec<String>> {
    let id = seeded.proposal.rsplit('/').next().context("a proposal's path")?;
    let copies = format!(
        "INSERT INTO proposals SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
         FROM proposals p, generate_series(1, {number}) WHERE id = '{id}' RETURNING id::text"
    );
    Ok(sqlx::query_scalar(AssertSqlSafe(copies)).fetch_all(admin).await?)
}

/// The server's request to the model, for the model alone.
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
    let (prompt, _) = chat::prompt(chat::PROMPT.text, None, &input).marked(TOKEN);
    Ok(json!({
        "model": "gpt-4o-mini", "stream": true, "stream_options": { "include_usage": true },
        "max_completion_tokens": 1000,
        "messages": [{ "role": "system", "content": prompt.system }, { "role": "user", "content": prompt.user }],
        "response_format": {
            "type": "json_schema",
            "json_schema": { "name": chat::SCHEMA_NAME, "strict": true, "schema": chat::schema() },
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
    let (mut middle, mut late, mut tokens) = (Vec::new(), Vec::new(), None);
    // The first round warms up connections and plans, and counts only for the ledger.
    for round in 0..=ROUNDS {
        let mut measured = JoinSet::new();
        for _ in proposals {
            let request =
                with_body(client.post(format!("{address}/chat/completions")).bearer_auth("any"), body);
            measured.spawn(hear_model(request));
            sleep(APART).await;
        }
        let alone = ended(measured).await?;
        tokens = alone.first().and_then(|measured| measured.tokens);
        let mut measured = JoinSet::new();
        for some in proposals.chunks(BURST) {
            // Rate limits would limit a single user, and are not measured here.
            sqlx::raw_sql("DELETE FROM rate_limits").execute(&mut *admin).await?;
            for id in some {
                let request = client
                    .post(format!("{base}/api/proposals/{id}/chat/stream"))
                    .header("cookie", &seeded.cookie);
                let request = with_body(
                    request.header("sec-fetch-site", "same-origin"),
                    &json!({ "message": MESSAGE }),
                );
                measured.spawn(hear_server(request));
                sleep(APART).await;
            }
        }
        let served = ended(measured).await?;
        let [alone, served] =
            [alone, served].map(|all| all.into_iter().map(|measured| measured.first).collect::<Vec<f64>>());
        let row = [(&alone, 0.5), (&alone, 0.95), (&served, 0.5), (&served, 0.95)]
            .map(|(values, share)| quantile(values, share));
        let [a50, a95, s50, s95] = row;
        raw(
            "P6",
            format!(
                "round {round}: the model p50 {a50:.1} ms, p95 {a95:.1} ms; the server p50 {s50:.1} ms, p95 {s95:.1} ms"
            ),
        );
        if round > 0 {
            middle.push((a50, s50));
            late.push((a95, s95));
        }
    }
    for (what, rows, target, most) in [(P50, &middle, "<= +5 ms", 5.0), (P95, &late, "<= +25 ms", 25.0)] {
        let (direct, through): (Vec<f64>, Vec<f64>) = rows.iter().copied().unzip();
        let later =
            Figure::of(&rows.iter().map(|(direct, through)| through - direct).collect::<Vec<_>>(), 1, " ms");
        let verdict = Verdict::of(later.middle <= most);
        let (measured, baseline) = (Figure::of(&through, 1, " ms"), Figure::of(&direct, 1, " ms"));
        report.add(Line { measure: "P6", what, measured, baseline, ratio: later, target, verdict });
    }
    ledger(admin, proposals.len() * (ROUNDS + 1), tokens.context("the model said nothing of tokens")?, report)
        .await
}

/// Whether the ledger contains the usage of all answers, and nothing is reserved.
async fn ledger(
    admin: &mut PgConnection,
    calls: usize,
    each: (u64, u64),
    report: &mut Report,
) -> anyhow::Result<()> {
    let sql = "SELECT (SELECT sum(input_tokens_used)::bigint FROM user_usage), (SELECT sum(output_tokens_used)::bigint FROM user_usage),
                      (SELECT sum(reserved_cost_usd)::text FROM user_usage), (SELECT count(*) FROM usage_reservations)";
    let (input, output, held, open): (i64, i64, String, i64) = sqlx::query_as(sql).fetch_one(admin).await?;
    let calls = u64::try_from(calls)?;
    let wanted = (i64::try_from(calls * each.0)?, i64::try_from(calls * each.1)?);
    let exact = (input, output) == wanted && held.trim_matches(['0', '.']).is_empty() && open == 0;
    raw(
        "P6",
        format!(
            "the ledger: {input} and {output} tokens, {held} held back, {open} open; the model: {} and {}",
            wanted.0, wanted.1
        ),
    );
    report.add_limit(
        "P6",
        "usage ledger",
        Figure::said(format!("{input} + {output} tokens")),
        "exact",
        exact,
    );
    Ok(())
}

fn with_body(request: reqwest::RequestBuilder, body: &Value) -> reqwest::RequestBuilder {
    request.header("content-type", "application/json").body(body.to_string())
}

async fn ended(mut all: JoinSet<anyhow::Result<FirstToken>>) -> anyhow::Result<Vec<FirstToken>> {
    let mut measured = Vec::new();
    while let Some(one) = all.join_next().await {
        measured.push(one??);
    }
    Ok(measured)
}

/// Waits until the model has sent the first word of the answer.
async fn hear_model(request: reqwest::RequestBuilder) -> anyhow::Result<FirstToken> {
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
    Ok(FirstToken { first, tokens })
}

async fn hear_server(request: reqwest::RequestBuilder) -> anyhow::Result<FirstToken> {
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
    Ok(FirstToken { first: first.context("no words came")?.as_secs_f64() * 1000.0, tokens: None })
}
