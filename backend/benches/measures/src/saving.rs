//! P10: saving a document as the editor does, with one word changed: sanitising, rendering prices, storing
//! the difference.

use anyhow::{Context as _, ensure};
use reqwest::Client;
use serde_json::{Value, json};

use super::{
    driver::ROUNDS,
    machine,
    report::{Figure, Line, Report, Verdict, quantile, ratios, raw},
    seed::Seeded,
};

const KIB: usize = 1024;
/// Sizes of saved documents, small to large. The largest is the limit, less the prices.
const SMALL: usize = 128 * KIB;
const MIDDLE: usize = 256 * KIB;
const LARGE: usize = 1024 * KIB - 8 * KIB;
/// Saves of each size in one round, after some warm-up saves.
const SAVES: usize = 60;
const UNCOUNTED: usize = 5;

const PARAGRAPH: &str = "<p>The staff see the orders of the day <strong>at a glance</strong>, sorted by the hour at which they are \
    fetched, and a customer who has questions can write to the shop from the page of their order. What has been paid is marked, and \
    what has to be baked first stands first.</p><ul><li>orders of all shops, kept apart</li><li>a page for each cake</li></ul>";

struct Editor<'a> {
    client: Client,
    url: String,
    cookie: &'a str,
    version: i64,
}

impl Editor<'_> {
    async fn ask(&mut self, request: reqwest::RequestBuilder) -> anyhow::Result<Value> {
        let request = request.header("cookie", self.cookie).header("sec-fetch-site", "same-origin");
        let answer = request.send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        ensure!(
            status.is_success(),
            "a save was answered {status}: {}",
            text.chars().take(500).collect::<String>()
        );
        let proposal: Value = serde_json::from_str(&text)?;
        self.version = proposal.get("version").and_then(Value::as_i64).context("a proposal has a version")?;
        Ok(proposal)
    }

    async fn read(&mut self) -> anyhow::Result<String> {
        let proposal = self.ask(self.client.get(&self.url)).await?;
        Ok(proposal.get("htmlContent").and_then(Value::as_str).context("a proposal has content")?.to_owned())
    }

    /// Saves, and returns the milliseconds until the response was read.
    async fn save(&mut self, html: &str) -> anyhow::Result<f64> {
        let before = self.version;
        let body = json!({ "htmlContent": html, "version": before }).to_string();
        let begun = machine::now();
        self.ask(self.client.put(&self.url).header("content-type", "application/json").body(body)).await?;
        let took = begun.elapsed().as_secs_f64() * 1000.0;
        ensure!(self.version == before + 1, "a save made no version");
        Ok(took)
    }

    /// The milliseconds of saves of a document of this size.
    async fn saves(&mut self, base: &str, size: usize) -> anyhow::Result<Vec<f64>> {
        // In the server's form: blocks of a few kilobytes, each with an id.
        let document = filled(base, size);
        let mut times = Vec::new();
        for number in 0..UNCOUNTED + SAVES {
            let edited = document.replacen("<p>The staff", &format!("<p>Number {number}: the staff"), 1);
            times.push(self.save(&edited).await?);
        }
        Ok(times.split_off(UNCOUNTED))
    }
}

/// `base` with additional blocks up to this size.
fn filled(base: &str, size: usize) -> String {
    let mut document = base.to_owned();
    let mut number = 0_u32;
    while document.len() + PARAGRAPH.len() * 5 + 200 < size {
        number += 1;
        let id = uuid::Uuid::from_u128(0x0080_0080_0000_0000_0000 + u128::from(number));
        let block = format!(
            "<section data-block=\"{id}\" data-kind=\"free\"><h2>Part {number}</h2>{}</section>",
            PARAGRAPH.repeat(5)
        );
        document.push_str(&block);
    }
    document
}

/// The whole measure, on the server at `base`.
pub async fn measure(base: &str, seeded: &Seeded, report: &mut Report) -> anyhow::Result<()> {
    println!("\nSaving: {SAVES} saves of each size by one editor, one word changed in each");
    let mut editor = Editor {
        client: Client::new(),
        url: format!("{base}{}", seeded.proposal),
        cookie: &seeded.cookie,
        version: 0,
    };
    let document = editor.read().await?;
    let (mut small, mut middle, mut large) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        for (size, share, figures) in
            [(SMALL, 0.5, &mut small), (MIDDLE, 0.95, &mut middle), (LARGE, 0.5, &mut large)]
        {
            let saves = editor.saves(&document, size).await?;
            let (p50, p95) = (quantile(&saves, 0.5), quantile(&saves, 0.95));
            raw(
                "P10",
                format!(
                    "round {round}: {} KiB: p50 {p50:.1} ms, p95 {p95:.1} ms",
                    filled(&document, size).len() / KIB
                ),
            );
            figures.push(quantile(&saves, share));
        }
    }
    let p95 = Figure::of(&middle, 1, " ms");
    let met = p95.middle <= 40.0;
    report.add_limit("P10", "saving 256 KiB of HTML, p95", p95, "<= 40 ms", met);
    let ratio = Figure::of(&ratios(&large, &small), 1, "");
    let verdict = Verdict::of(ratio.middle <= 10.0);
    report.add(Line {
        measure: "P10",
        what: "saving 1 MiB over 128 KiB, p50",
        measured: Figure::of(&large, 1, " ms"),
        baseline: Figure::of(&small, 1, " ms"),
        ratio,
        target: "<= 10 times",
        verdict,
    });
    Ok(())
}
